/* The primitives: libraries of C functions for src/lua, which rules never see.  Each opener below
 * adds its functions to the table on top of the stack; host_open makes that table a global, with
 * the name before the colon.  `lists.find` is described at its C function f_find, in the file of
 * lib_record_lists; a metamethod or method is called m_NAME. */
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/quantity.h"
#include "core/text.h"

/* A library of C functions for src/lua. */
typedef struct {
    const char *name; /* NULL ends a list */
    void (*open)(lua_State *L);
} Primitive;

void lib_sandbox(lua_State *L);      /* sandbox: compile, library, keys, text, fits, limits, … */
void lib_codec(lua_State *L);        /* data: encode, decode, state_max */
void lib_record_check(lua_State *L); /* fields: check, misfit, state_fits, is_name, assign */
void lib_record_lists(lua_State *L); /* lists: present, named, each_of, run_down, … */
void lib_track_change(lua_State *L); /* changes: track, changer */
void lib_quantity(lua_State *L);     /* measure: quantity, quantity_of, amount, unit, clock */
void lib_lex(lua_State *L);          /* lexer: words, places, names */
void lib_seal(lua_State *L);         /* sealing: seal, changed, watch, watched */
void lib_door(lua_State *L);         /* door: open, seed, roll, row, test, pick, … */

/* --- values of Lua --- */

/* Appends the canonical bytes of the value at idx.  False: err says why and names the path
 * ("party.near.2: a function cannot be kept"); never raises. */
bool codec_encode(lua_State *L, int idx, Text *out, Err *err);

/* Pushes the value that the bytes stand for.  In the outermost map, the value of the key `raw` (may
 * be NULL) is pushed as a string of its bytes.  When the bytes are not canonical, pushes nothing
 * and returns false, and err says why.  Raises only when memory is out. */
bool codec_decode(lua_State *L, const char *bytes, size_t n, const char *raw, Err *err);

/* These set a field of the table on top. */
static inline void set_text(lua_State *L, const char *key, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, key);
}
static inline void set_integer(lua_State *L, const char *key, lua_Integer i)
{
    lua_pushinteger(L, i);
    lua_setfield(L, -2, key);
}

/* Pushes a copy of the text, and frees it before Lua can raise for lack of memory. */
void push_and_free(lua_State *L, Text *t);

/* Pushes num/den as an integer if it is whole, else as a float.  Returns 1. */
static inline int push_ratio(lua_State *L, int64_t num, int64_t den)
{
    if (den == 1)
        lua_pushinteger(L, num);
    else
        lua_pushnumber(L, (lua_Number)num / (lua_Number)den);
    return 1;
}

/* Pushes a copy of the table at idx, and of all tables in it, without metatables. */
void push_deep_copy(lua_State *L, int idx);

/* True if the table has this field itself, whatever its metatable says.  table: an index from the
 * bottom of the stack. */
static inline bool has_field(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    bool there = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

/* Looks for a loop `for who in each(LIST)` of the rules that is at the item of this name.  Pushes a
 * list of the names of the items that follow.  False, and nothing is pushed: there is no such loop,
 * or it is at its last item. */
bool push_loop_rest(lua_State *L, const char *name);

const Quantity *quantity_at(lua_State *L, int idx);  /* NULL for any other value; Lua owns it */
const void *quantity_meta(lua_State *L);             /* their metatable, by its address */
void quantity_push(lua_State *L, const Quantity *q); /* pushes a copy */
/* Pushes num/den of a unit whose name has n bytes, fewer than UNIT_MAX: reader_next (core/value.h)
 * refuses a longer one. */
void quantity_push_token(lua_State *L, int64_t num, int64_t den, const char *unit, size_t n);

/* --- a set of addresses: the tables and functions of Lua that a walk has visited --- */

/* Places that need no malloc, a power of 2.  At most half are used: 64 addresses; a walk through
 * more takes a block. */
enum { ADDRESSES_FEW = 128 };

/* A hash table with open addressing.  It must not move. */
typedef struct {
    const void **at, *few[ADDRESSES_FEW]; /* NULL: a free place */
    size_t n, room;
} AddressSet;

void address_set_begin(AddressSet *set);
/* Adds an address.  False: it was there already. */
bool address_set_add(AddressSet *set, const void *p);
void address_set_end(AddressSet *set);
