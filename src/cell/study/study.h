/* The primitives that only sim and odds need, and the functions that their openers share.  main.c
 * lists them for host_open, so that the cell's own room knows nothing of this one. */
#ifndef CELL_STUDY_H
#define CELL_STUDY_H

#include <gmp.h>
#include <lua.h>

#include "cell/study/double_double.h"
#include "cell/study/memo.h"

void lib_replay(lua_State *L);      /* replay: the turn memo, and runs through it */
void lib_paths(lua_State *L);       /* paths: every way through a turn, one after the other */
void lib_probability(lua_State *L); /* probability: exact numbers, and distributions of dice */
void lib_vector(lua_State *L);      /* probability_vector: the probabilities of one state */

/* The memo that replay.open made. */
Memo *lib_replay_memo(lua_State *L);

/* Pushes a new fraction, 0, which Lua owns. */
mpq_ptr probability_push_fraction(lua_State *L);
/* The fraction at idx.  An integer or a float there is replaced by the fraction that it is exactly.
 */
mpq_ptr probability_fraction(lua_State *L, int idx);
/* The number at idx; a fraction is rounded to 32 digits. */
DoubleDouble probability_at(lua_State *L, int idx);
void probability_push(lua_State *L, DoubleDouble t);
/* Raises that dice cannot be weighed (format has one %s), and notes it for probability.beyond. */
int probability_beyond(lua_State *L, const char *format, const char *what);

#endif
