/* Values as Lua holds them: plain data to canonical bytes and back, and quantities ("36 m"). */
#ifndef CELL_LUA_VALUES_H
#define CELL_LUA_VALUES_H

#include <lua.h>

#include "core/quantity.h"
#include "core/text.h"

/* Appends the canonical bytes of the value at idx.  False with a sentence that names the path
 * ("party.near.2: a function cannot be kept"); never raises.  `unique`: a table reached twice is an
 * error too (for the state). */
bool codec_encode(lua_State *L, int idx, Text *out, bool unique, Err *err);

/* Pushes the value of the bytes.  A map's value under `raw` (may be NULL) at the top level stays a
 * string of bytes.  False with a sentence, nothing pushed, when they are not canonical.  Raises
 * only for memory. */
bool codec_decode(lua_State *L, const char *bytes, size_t n, const char *raw, Err *err);

const Quantity *quantity_at(lua_State *L, int idx); /* NULL for any other value; Lua owns it */
void quantity_push(lua_State *L, const Quantity *q);
/* Pushes num/den of a unit of n bytes.  False with a sentence, nothing pushed: the unit is too
 * long. */
bool quantity_push_token(lua_State *L, int64_t num, int64_t den, const char *unit, size_t n,
                         Err *err);

#endif
