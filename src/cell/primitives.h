/* The primitives: the abilities of src/lua that only C can give.  Each opener registers its
 * functions in the table on top of the stack; host_open makes that table a global of src/lua (rules
 * never see it) under the name beside it.  The functions are described where they are defined. */
#ifndef CELL_PRIMITIVES_H
#define CELL_PRIMITIVES_H

#include <lua.h>

typedef struct {
    const char *name; /* NULL ends a list */
    void (*open)(lua_State *L);
} Primitive;

void lib_sandbox(lua_State *L);  /* sandbox: compile, library, keys, text, limits of time, … */
void lib_codec(lua_State *L);    /* data: encode, decode, fits */
void lib_quantity(lua_State *L); /* measure: quantity, quantity_of, amount, unit */
void lib_clock(lua_State *L);    /* game_clock: first, spend, parts, read */
void lib_lex(lua_State *L);      /* lexer: words */
void lib_seal(lua_State *L);     /* sealing: seal, changed, watch, watched */
void lib_door(lua_State *L);     /* door: open, seed, roll, row, test, pick, … */

#endif
