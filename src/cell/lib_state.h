/* The state primitive given to Lua: plain data to canonical bytes and back. */
#ifndef CELL_LIB_STATE_H
#define CELL_LIB_STATE_H

#include <lua.h>

#include "core/text.h"

/* Appends the canonical bytes of the value at idx.  False with a sentence that names the path
 * ("party.near.2: a function cannot be kept"); never raises.  `unique`: a table reached twice is
 * an error too (for the state). */
bool state_encode(lua_State *L, int idx, Text *out, bool unique, Err *err);

/* Pushes the value of the bytes.  A map's value under `raw` (may be NULL) at the top level stays a
 * string of bytes.  False with a sentence, nothing pushed, when they are not canonical. Raises only
 * for memory. */
bool state_decode(lua_State *L, const char *bytes, size_t n, const char *raw, Err *err);

/* Registers encode and decode in the table on top. */
void lib_state(lua_State *L);

#endif
