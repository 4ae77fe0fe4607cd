/* Quantities as Lua values: "36 m" with exact arithmetic and comparison. */
#ifndef CELL_LIB_QUANTITY_H
#define CELL_LIB_QUANTITY_H

#include <lua.h>

#include "core/quantity.h"

const Quantity *quantity_at(lua_State *L, int idx); /* NULL when it is none */
void quantity_push(lua_State *L, const Quantity *q);
bool quantity_push_token(lua_State *L, int64_t num, int64_t den, const char *unit, size_t n,
                         Err *err);

/* Registers quantity, amount, measure … in the table on top. */
void lib_quantity(lua_State *L);

#endif
