/* The sandbox: a Lua state under limits, and the library that rules may use, a white list built
 * from nothing. */
#ifndef CELL_SANDBOX_H
#define CELL_SANDBOX_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "cell/limits/limits.h"

/* A new state under limits (which must outlive it), with the safe library in its registry.  NULL
 * when there is no memory.  The host's own chunks see the full safe library as globals; rules see
 * only the words that the host gives them. */
lua_State *sandbox_new(Limits *limits);

/* Pushes s as it can be shown: UTF-8, without NUL, cut after max bytes, and one line; or with
 * `lines` as many as it has. */
void sandbox_clean(lua_State *L, const char *s, size_t n, size_t max, bool lines);

/* The type of a value in words: "nothing (nil)", "a table".  Pushes at most one value, which keeps
 * it.
 */
const char *sandbox_a_type(lua_State *L, int idx);

/* Pushes the text of a value without addresses: its own text, or the name of its type. */
const char *sandbox_tostring(lua_State *L, int idx, size_t *n);

/* Pushes a userdata of n bytes, all 0, with one user value.  The first call for a name makes its
 * metatable, by which gc(userdata) frees what it owns. */
void *sandbox_userdata(lua_State *L, const char *name, size_t n, lua_CFunction gc);

/* Length of the byte order mark before the text, 0 or 3: some editors write one. */
size_t sandbox_bom(const char *text, size_t n);

/* --- seed.c: a Lua state that hashes alike in every run --- */

/* Like lua_newstate, with a seed of its own choice where seed_is_fixed. */
lua_State *seed_new_state(lua_Alloc alloc, void *ud);
/* Whether this build of Lua has its seed where it can be found. */
bool seed_is_fixed(void);

#endif
