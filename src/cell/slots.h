/* The slots of Lua's tables, for code that looks at many values in every turn: Lua's own interface
 * takes ten times as long.  A slot is read at once and never kept, as Lua may move it. */
#ifndef CELL_SLOTS_H
#define CELL_SLOTS_H

#include <lua.h>

/* The value of a slot, as in Lua's lobject.h. */
typedef struct {
    union {
        void *object;
        lua_Integer integer;
    } value;
    unsigned char type; /* in the low bits one of LUA_T…, 0 for none; all of them: see below */
} Slot;
enum { SLOT_TYPE = 0x0f, SLOT_INTEGER = LUA_TNUMBER };

/* They are in Lua's archive, and NULL where the cell is linked to Lua's shared library, which hides
 * them.  table and key: as lua_topointer gives them. */
const Slot *luaH_getint(void *table, lua_Integer i) __attribute__((weak));
const Slot *luaH_getstr(void *table, void *key) __attribute__((weak));

static inline int slot_type(const Slot *slot)
{
    return slot->type & SLOT_TYPE;
}

#endif
