/* Makes tables the same in every run: the order of their slots, by the hash seed, and the length of
 * lists with gaps.  (The order of `pairs` is fixed in sandbox.c.)  The linker (ld --wrap) puts the
 * functions below in the places of Lua's own.  That works with Lua's archive; a shared library
 * would go on calling its own functions. */
#include "cell/sandbox.h"

#include <stddef.h>

#ifndef HASH_SEED /* any would do; tests build a cell with another, and compare their replies */
#define HASH_SEED 0x5c09ce
#endif

bool tables_are_fixed(void)
{
    return luaH_getint != NULL;
}

/* --- the hash seed --- */

/* Takes the place of luaS_hash where a seed is made: Lua mixes a seed into the hash of every text,
 * and makes it by hashing addresses and the time as it begins a state (luai_makeseed in lstate.c).
 * Only lstring.c has other calls of luaS_hash, and the linker leaves those alone. */
unsigned __wrap_luaS_hash(const char *text, size_t n, unsigned seed); /* NOLINT: reserved name */
unsigned __wrap_luaS_hash(const char *text, size_t n, unsigned seed)
{
    (void)text, (void)n, (void)seed;
    return HASH_SEED;
}

/* --- the length of a list ---
 *
 * In a list with gaps, Lua's own function gives the end of some run of items.  Which run depends on
 * how the slots were used: with objects as keys, on their addresses.  The function below looks only
 * at which items there are.  A list without gaps has the same length by both. */

enum { FAR_BITS = 62 }; /* of an index: 2^62 is past every item */

static bool has_item(void *table, lua_Unsigned i)
{
    return slot_type(item_slot(table, (lua_Integer)i)) != LUA_TNIL;
}

/* Looks at items 1, 2, 4, 8 … up to the first that is missing.  Then halves the stretch between the
 * last item found and the first missing one, until they are neighbours. */
lua_Unsigned __wrap_luaH_getn(void *table); /* NOLINT: reserved name */
lua_Unsigned __wrap_luaH_getn(void *table)
{
    lua_Unsigned there = 0, missing = 1;
    while (missing < (lua_Unsigned)1 << FAR_BITS && has_item(table, missing)) {
        there = missing;
        missing *= 2;
    }
    while (missing - there > 1) {
        lua_Unsigned middle = there + (missing - there) / 2;
        if (has_item(table, middle))
            there = middle;
        else
            missing = middle;
    }
    return there;
}
