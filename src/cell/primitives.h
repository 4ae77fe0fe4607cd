/* The primitives: the abilities of src/lua that only C can give.  Each opener registers its
 * functions in the table on top of the stack; host_open makes that table a global of src/lua (rules
 * never see it) under the name beside it.  The functions are described where they are defined. */
#ifndef CELL_PRIMITIVES_H
#define CELL_PRIMITIVES_H

#include <lua.h>

#include "core/quantity.h"
#include "core/text.h"

/* A library of C functions for src/lua. */
typedef struct {
    const char *name; /* NULL ends a list */
    void (*open)(lua_State *L);
} Primitive;

void lib_sandbox(lua_State *L); /* sandbox: compile, library, keys, text, limits of time, … */
void lib_codec(lua_State *L);   /* data: encode, decode, state_max */
void lib_record_check(lua_State *L); /* fields: check, misfit, all_fit, adopt, present, each */
void lib_quantity(lua_State *L);     /* measure: quantity, quantity_of, amount, unit, clock */
void lib_lex(lua_State *L);          /* lexer: words */
void lib_seal(lua_State *L);         /* sealing: seal, changed, watch, watched */
void lib_door(lua_State *L);         /* door: open, seed, roll, row, test, pick, … */

/* --- values of Lua --- */

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
