/* Exact odds given to Lua: fractions, and how dice fall. */
#ifndef CELL_LIB_ODDS_H
#define CELL_LIB_ODDS_H

#include <gmp.h>
#include <lua.h>

#include "cell/study/double_double.h"

/* Registers of, joint, fraction, float, beyond in the table on top. */
void lib_odds(lua_State *L);

/* A new fraction, 0, pushed; Lua's. */
mpq_ptr odds_push(lua_State *L);
/* The fraction at idx; a whole number is turned into one, and a float into exactly what it is. */
mpq_ptr odds_fraction(lua_State *L, int idx);

/* Raises that dice are too much to weigh, and notes it for chances.beyond. */
int odds_beyond(lua_State *L, const char *format, const char *what);

/* The number at idx, a fraction to 32 digits; and one pushed. */
DoubleDouble odds_twin(lua_State *L, int idx);
void odds_push_twin(lua_State *L, DoubleDouble t);

#endif
