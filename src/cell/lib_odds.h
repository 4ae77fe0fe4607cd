/* Exact odds given to Lua: fractions, and how dice fall. */
#ifndef CELL_LIB_ODDS_H
#define CELL_LIB_ODDS_H

#include <lua.h>

/* Registers of, joint, fraction in the table on top. */
void lib_odds(lua_State *L);

#endif
