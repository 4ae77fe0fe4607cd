/* Functions of Lua's library whose work is counted, as steps of limits.h. */
#ifndef CELL_WORK_H
#define CELL_WORK_H

#include "cell/limits/limits.h"

/* A function to call in place of lib.name, with the stock function as its upvalue; NULL: it takes
 * little time. */
lua_CFunction work_charged(const char *lib, const char *name);

/* Charges the operators in the metatable of texts, which is on top: "10" + 1. */
void work_charge_operators(lua_State *L);

#endif
