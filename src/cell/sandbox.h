/* The sandbox: a Lua state under limits, and the library of the functions that rules may use.  Also
 * the parts of three other files that keep rules in it (compile.c, lex.c, seed.c), and, at the end,
 * the layout of Lua's tables and functions, for code that reads them in place. */
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "cell/limits/limits.h"

/* Makes a state under limits, which must outlive it.  NULL when there is no memory.  The modules of
 * src/lua have the safe functions as globals; rules have only the library (sandbox.library) and the
 * words that src/lua gives them. */
lua_State *sandbox_new(Limits *limits);

enum { SENTENCE_MAX = 800 }; /* bytes of an error's text: ten lines of a terminal */
/* Pushes s made fit to show: UTF-8 without NUL, at most max bytes, on one line unless `lines`. */
void sandbox_clean(lua_State *L, const char *s, size_t n, size_t max, bool lines);

/* The type of a value in words, as "nothing (nil)".  Pushes at most one value, which owns the text.
 */
const char *sandbox_describe_type(lua_State *L, int idx);

/* Pushes a value as text without an address: what its __tostring says, or the name of its type.
 * Lua owns the text; *n gets its bytes, if n is not NULL. */
const char *sandbox_tostring(lua_State *L, int idx, size_t *n);

/* Pushes a userdata of n bytes, all 0, with one user value.  The first call for a name makes the
 * metatable, whose __gc is gc. */
void *sandbox_userdata(lua_State *L, const char *name, size_t n, lua_CFunction gc);

/* A key of a table.  Lua makes a whole float such as 2.0 an integer key, so no FLOAT_KEY is equal
 * to an INTEGER_KEY. */
typedef struct {
    enum { INTEGER_KEY, FLOAT_KEY, TEXT_KEY } kind;
    lua_Integer integer;
    double number;
    const char *s;
    size_t n;
} SortKey;
/* Pushes a userdata with the keys of the table at t, an index from the bottom of the stack, in the
 * order of `pairs`: numbers, then texts by their bytes.  *n gets how many.  NULL: a key, which is
 * on top then, is neither. */
const SortKey *sandbox_sorted_keys(lua_State *L, int t, int *n);
void sandbox_push_key(lua_State *L, const SortKey *key);

/* --- compile.c --- */

/* compile(text, name, env) -> function | nil, message.  Refuses compiled code; name is the short
 * name of the file. */
int compile_rule_file(lua_State *L);

/* --- lex.c --- */

/* Bytes of the byte order mark that some editors write before the text: 0 or 3. */
size_t lex_bom_length(const char *text, size_t n);

/* Estimates how long Lua takes to compile this text: a thousand stand for about half a millisecond.
 * Two things take long.  For a name, Lua searches the locals of every block around it; at a jump,
 * it goes through all jumps before. */
int64_t lex_work(const char *text, size_t n);

/* --- seed.c: a Lua state whose tables are the same in every run --- */

/* True if tables are the same in every run: the hash seed is fixed, and the length of a list with
 * gaps depends only on its items.  This needs a cell that is linked to Lua's archive. */
bool tables_are_fixed(void);

/* --- the slots of Lua's tables ---
 *
 * For code that looks at many values in every turn: Lua's own interface takes ten times as long.  A
 * slot is read at once and never kept, as Lua may move it. */

/* The value of a slot, as in Lua's lobject.h. */
typedef struct {
    union {
        void *object;
        lua_Integer integer;
    } value;
    unsigned char type; /* slot_type(slot) is one of LUA_T…; the whole byte one of SLOT_… below */
} Slot;
enum {
    SLOT_TYPE = 0x0f,
    SLOT_INTEGER = LUA_TNUMBER,
    SLOT_FALSE = LUA_TBOOLEAN,
    SLOT_SHORT_TEXT = LUA_TSTRING | 1 << 6, /* Lua keeps one of each: equal texts, equal address */
};

/* The slot of an integer or of a short text in a table; an empty slot where the table has none.
 * Both functions are in Lua's archive, and NULL where the cell is linked to Lua's shared library,
 * which hides them.  table and key: as lua_topointer gives them. */
const Slot *luaH_getint(void *table, lua_Integer i) __attribute__((weak));
const Slot *luaH_getstr(void *table, void *key) __attribute__((weak));

static inline int slot_type(const Slot *slot)
{
    return slot->type & SLOT_TYPE;
}

_Static_assert(LUA_VERSION_NUM == 504, "the layouts are those of Lua 5.4");

/* The beginning of a table, as in Lua's lobject.h. */
typedef struct {
    void *next;
    unsigned char type, marked, flags, log_fields;
    unsigned items; /* slots of the list; there are 2^log_fields others */
    const Slot *list;
    void *fields, *last_free; /* last_free: NULL in a table that never had a field */
    void *metatable;
} TableHead;

/* A slot with its key, as in Lua's lobject.h: `fields` of a table has 2^log_fields of them. */
typedef struct {
    union {
        Slot slot;
        struct {
            void *value;
            unsigned char type, key_type; /* of the slot; SLOT_SHORT_TEXT for a short text */
            int next;
            void *key;
        };
    };
} KeyedSlot;

/* A short text, as in Lua's lobject.h. */
typedef struct {
    void *next;
    unsigned char type, marked, extra, n;
    unsigned hash;
    void *next_of_hash;
    char text[];
} ShortText;

/* The beginning of a userdata, as in Lua's lobject.h. */
typedef struct {
    void *next;
    unsigned char type, marked;
    unsigned short values_n;
    size_t n;
    void *metatable;
} UserdataHead;

/* The length of a list (seed.c).  table: as lua_topointer gives it. */
lua_Unsigned luaH_getn(void *table) __attribute__((weak));

/* Item i of a list, without a call where it stands among the items, or where there is nothing else.
 */
static inline const Slot *item_slot(void *table, lua_Integer i)
{
    const TableHead *t = table;
    static const Slot none = {.type = LUA_TNIL};
    if ((lua_Unsigned)i - 1 < t->items) return &t->list[i - 1];
    return t->last_free ? luaH_getint(table, i) : &none;
}

/* The number of slots of a table, with the empty ones.  table: as lua_topointer gives it. */
static inline size_t slot_count(const void *table)
{
    const TableHead *t = table;
    return ((size_t)1 << (t->log_fields & 31)) + t->items;
}

enum { SLOTS_PER_STEP = 16 }; /* as many slots take as long to look at as one step of Lua */

/* The steps to charge for a look at all slots of a table. */
static inline int64_t slot_steps(const void *table)
{
    return (int64_t)slot_count(table) / SLOTS_PER_STEP;
}

/* --- the code of Lua's functions --- */

/* The beginning of Proto, as in Lua's lobject.h: the code of a function, and what belongs to it. */
typedef struct Code {
    void *next;
    unsigned char type, marked, parameters_n, is_vararg, registers_n;
    int upvalues_n, constants_n, n, lines_n, inner_n, locals_n, far_lines_n, first_line, last_line;
    void *constants;
    uint32_t *instructions; /* n */
    struct Code **inner;    /* of the functions that it makes: inner_n */
    struct {
        void *name;
        unsigned char is_local, index, kind; /* is_local: a register of the function around it */
    } * upvalues;
} Code;

/* The beginning of LClosure: a function of Lua. */
typedef struct {
    void *next;
    unsigned char type, marked, upvalues_n;
    void *list;
    Code *code;
} FunctionHead;

/* The code of the function of Lua at stack index f; functions made by one expression share it. */
static inline Code *code_of(lua_State *L, int f)
{
    return ((const FunctionHead *)lua_topointer(L, f))->code;
}
