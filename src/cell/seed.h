/* A Lua state that hashes alike in every run. */
#ifndef CELL_SEED_H
#define CELL_SEED_H

#include <lua.h>
#include <stdbool.h>

/* As lua_newstate, with a seed of its own choice where seed_is_fixed. */
lua_State *seed_new_state(lua_Alloc alloc, void *ud);
/* Whether this build of Lua has its seed where it can be found. */
bool seed_is_fixed(void);

#endif
