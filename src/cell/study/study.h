/* The primitives that only sim and odds need, and the functions that they share.  main.c gives them
 * to host_open, so that the files of cell/ need none of cell/study/. */
#pragma once

#include <gmp.h>
#include <lauxlib.h>

#include "cell/study/memo.h"
#include "core/double_double.h"

void lib_replay(lua_State *L);      /* replay: the turn memo, and runs through it */
void lib_paths(lua_State *L);       /* paths: every path of a line, one after the other */
void lib_frames(lua_State *L);      /* frames: what is left to do of a rule under way */
void lib_probability(lua_State *L); /* probability: exact numbers, and distributions of dice */
void lib_vector(lua_State *L);      /* probability_vector: the probabilities of one state */
void lib_markov(lua_State *L); /* absorbing_chain: every state, and what comes without a limit */

/* The memo that replay.open made. */
Memo *study_memo(lua_State *L);

/* Makes a class of userdata: its metatable has the methods, and finds them in itself. */
void study_class(lua_State *L, const char *name, const luaL_Reg *methods);

/* Raises an error if an allocation has failed: fine is false. */
void study_check_memory(lua_State *L, bool fine);

/* Copies the list of whole numbers at idx; *n gets its length.  The copy is a userdata, pushed. */
int64_t *study_numbers(lua_State *L, int idx, size_t *n);

/* Pushes a new fraction, 0, which Lua owns. */
mpq_ptr probability_push_fraction(lua_State *L);
/* The fraction at idx.  Replaces an integer or a float there by the fraction of the same value. */
mpq_ptr probability_fraction(lua_State *L, int idx);
/* The number at idx; a fraction is rounded to 32 digits. */
DoubleDouble probability_at(lua_State *L, int idx);
void probability_push(lua_State *L, DoubleDouble x);
/* Raises an error for dice whose odds cannot be had (format has one %s), and notes for
 * probability.beyond that it was this one. */
int probability_beyond(lua_State *L, const char *format, const char *what);
