/* Nothing but the state may change: a fingerprint of all that rules can reach and could change,
 * their locals and the tables behind them. */
#ifndef CELL_SEAL_H
#define CELL_SEAL_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kept for as long as its Lua state. */
typedef struct {
    uint64_t *marks; /* one for each local, in the order of the walk */
    size_t n, room;
} Seal;

/* Registers seal(functions) and changed() -> name, file, line in the table on top. */
void lib_seal(lua_State *L, Seal *s);

#endif
