/* Replaces the function by which Lua finds the length of a list, through the linker (ld --wrap).
 *
 * In a list with gaps Lua's own one gives the end of some run of items, and which of them depends
 * on how the slots of the table were used: with objects as keys, on their addresses.  This one
 * looks only at which items there are, so it gives the same length in every run.  Lists without
 * gaps have the same length by both. */
#include "cell/sandbox.h"

/* The value of a slot, as in Lua's lobject.h: `type` is 0 in its low bits when there is none. */
typedef struct {
    void *value;
    unsigned char type;
} Slot;
enum { TYPE = 0x0f, FAR_BITS = 62 };

/* In Lua's archive; NULL where the cell is linked to Lua's shared library, which hides it. */
const Slot *luaH_getint(void *table, lua_Integer i) __attribute__((weak));

bool border_is_fixed(void)
{
    return luaH_getint != NULL;
}

static bool has_item(void *table, lua_Unsigned i)
{
    return luaH_getint(table, (lua_Integer)i)->type & TYPE;
}

/* Looks at items 1, 2, 4, 8 … to the first that is missing, and then halves the rest. */
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
