/* The safe library, built from nothing: build_library and the lists before it name each function of
 * Lua's own library that rules may call.  Functions that would show addresses or hash order, or
 * take unbounded memory, are replaced here; the work of others is counted in limits/work.c. */
#include "cell/sandbox.h"
#include "cell/limits/limits.h"
#include "cell/primitives.h"
#include "core/value.h"

#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The bytes that string.rep may make, and how many items table.move may move: 20 ms at most. */
enum { REP_MAX = 1 << 20, MOVE_MAX = 1 << 20 };
/* Each of these numbers takes as long as one step of Lua: copies of a text (rep), items of a list
 * (sort, move), letters of a form (format).  The bytes of a text that is made are counted when it
 * gets its memory (limits_alloc). */
enum { REP_STEP = 16, LIST_STEP = 2, FORM_STEP = 4 };
/* The steps of `pairs`: PAIRS_STEPS a call, KEY_STEPS a key, and those of its slots (slot_steps).
 */
enum { PAIRS_STEPS = 8, KEY_STEPS = 4 };

/* Ends the process; Lua calls it for an error outside every protected call. */
static int panic(lua_State *L)
{
    (void)L;
    _exit(CELL_PANIC);
}

/* --- values as text --- */

/* The type of a value: Lua's name, or that of a class of userdata, such as "quantity". */
static const char *type_name(lua_State *L, int idx)
{
    int t = lua_type(L, idx);
    if (t == LUA_TUSERDATA && luaL_getmetafield(L, idx, "__name") == LUA_TSTRING) {
        const char *name = lua_tostring(L, -1);
        lua_pop(L, 1); /* the metatable keeps it */
        return name;
    }
    return lua_typename(L, t);
}

const char *sandbox_tostring(lua_State *L, int idx, size_t *n)
{
    idx = lua_absindex(L, idx);
    switch (lua_type(L, idx)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: return luaL_tolstring(L, idx, n);
    default:
        if (luaL_getmetafield(L, idx, "__tostring") != LUA_TNIL) {
            lua_pushvalue(L, idx);
            lua_call(L, 1, 1);
            if (lua_type(L, -1) == LUA_TSTRING) return lua_tolstring(L, -1, n);
            lua_pop(L, 1);
        }
        lua_pushstring(L, type_name(L, idx));
        return lua_tolstring(L, -1, n);
    }
}

static int f_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    sandbox_tostring(L, 1, NULL);
    return 1;
}

/* type(value): as Lua's, but a quantity is a "quantity".  The upvalues are the names of Lua's
 * types, since making a text for each call is slow. */
static int f_type(lua_State *L)
{
    int t = lua_type(L, 1);
    if (t == LUA_TNONE) luaL_checkany(L, 1);
    if (t == LUA_TUSERDATA)
        lua_pushstring(L, type_name(L, 1));
    else
        lua_pushvalue(L, lua_upvalueindex(t + 1));
    return 1;
}

const char *sandbox_describe_type(lua_State *L, int idx)
{
    switch (lua_type(L, idx)) {
    case LUA_TNONE:
    case LUA_TNIL: return "nothing (nil)";
    case LUA_TBOOLEAN: return "true or false";
    case LUA_TSTRING: return "a text";
    case LUA_TUSERDATA: return lua_pushfstring(L, "a %s", type_name(L, idx));
    }
    return lua_pushfstring(L, "a %s", luaL_typename(L, idx));
}

/* error(reason): raises only texts, since src/lua raises tables to stop a line. */
static int f_error(lua_State *L)
{
    if (lua_isstring(L, 1))
        sandbox_tostring(L, 1, NULL);
    else
        lua_pushfstring(
            L, "error says why: error \"the rope breaks\"; a text is needed, and this is %s",
            sandbox_describe_type(L, 1));
    return lua_error(L);
}

/* assert(value, message, …): as Lua's, but the message is a text, see f_error */
static int f_assert(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_toboolean(L, 1)) return lua_gettop(L);
    if (!lua_isstring(L, 2))
        lua_pushliteral(L, "assert: what should be true is not");
    else
        sandbox_tostring(L, 2, NULL);
    return lua_error(L);
}

void sandbox_clean(lua_State *L, const char *s, size_t n, size_t max, bool lines)
{
    luaL_Buffer b;
    bool cut = n > max;
    luaL_buffinit(L, &b);
    for (size_t i = 0, len; i < (cut ? max : n); i += len) {
        unsigned char c = (unsigned char)s[i];
        len = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        bool good = c && i + len <= n && text_is_utf8(s + i, len);
        if (c == '\n' && !lines)
            luaL_addchar(&b, ' ');
        else if (good)
            luaL_addlstring(&b, s + i, len);
        else
            luaL_addchar(&b, '?');
        if (!good) len = 1;
    }
    if (cut) luaL_addstring(&b, "…");
    luaL_pushresult(&b);
}

/* text(s, max, lines) -> s made fit to be shown, see sandbox_clean */
static int f_text(lua_State *L)
{
    size_t n;
    const char *s = luaL_checklstring(L, 1, &n);
    sandbox_clean(L, s, n, (size_t)luaL_checkinteger(L, 2), lua_toboolean(L, 3));
    return 1;
}

/* --- pairs in a fixed order: numbers, then texts by their bytes ---
 *
 * Lua's own order depends on addresses and on how the table was filled. */

/* -1 or 1, as an integer key comes before or after a float key; they are never equal (SortKey). The
 * comparison is exact: as doubles, 2^53 and 2^53 + 1 would be the same. */
static int compare_to_float(lua_Integer integer, double number)
{
    if (number >= 0x1p63) return -1;
    if (number < -0x1p63) return 1;
    return integer <= (lua_Integer)floor(number) ? -1 : 1;
}

static int compare_numbers(const SortKey *x, const SortKey *y)
{
    if (x->kind == FLOAT_KEY && y->kind == FLOAT_KEY)
        return (x->number > y->number) - (x->number < y->number);
    if (x->kind == FLOAT_KEY) return -compare_to_float(y->integer, x->number);
    if (y->kind == FLOAT_KEY) return compare_to_float(x->integer, y->number);
    return (x->integer > y->integer) - (x->integer < y->integer);
}

static int by_sort_key(const void *a, const void *b)
{
    const SortKey *x = a, *y = b;
    bool texts = y->kind == TEXT_KEY;
    if ((x->kind == TEXT_KEY) != texts) return texts ? -1 : 1;
    if (!texts) return compare_numbers(x, y);
    return key_order(x->s, x->n, y->s, y->n);
}

/* Pushes the table that has the fields of the value at idx: the one behind a sealed thing, or the
 * value itself.  A record of sim and odds first fetches fields that were left out (__whole). */
static void push_fields(lua_State *L, int idx)
{
    if (luaL_getmetafield(L, idx, "__sealed") != LUA_TNIL) {
        lua_pop(L, 1);
        luaL_getmetafield(L, idx, "__index");
        if (lua_istable(L, -1)) return;
        lua_pop(L, 1);
    }
    if (luaL_getmetafield(L, idx, "__whole") != LUA_TNIL) {
        lua_pushvalue(L, idx);
        lua_call(L, 1, 0);
    }
    lua_pushvalue(L, idx);
}

/* Reads the key below the value on top, as lua_next leaves them.  False for a key that is neither a
 * number nor a text. */
static bool read_sort_key(lua_State *L, SortKey *k)
{
    *k = (SortKey){.kind = INTEGER_KEY};
    if (lua_type(L, -2) == LUA_TSTRING) {
        k->kind = TEXT_KEY;
        k->s = lua_tolstring(L, -2, &k->n);
    } else if (lua_isinteger(L, -2)) {
        k->integer = lua_tointeger(L, -2);
    } else {
        k->kind = FLOAT_KEY;
        k->number = lua_tonumber(L, -2);
        return lua_type(L, -2) == LUA_TNUMBER;
    }
    return true;
}

const SortKey *sandbox_sorted_keys(lua_State *L, int t, int *n)
{
    *n = 0;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) ++*n;
    SortKey *keys = lua_newuserdatauv(L, (size_t)(*n + 1) * sizeof *keys, 0), *k = keys;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
        if (read_sort_key(L, k++)) continue;
        lua_pop(L, 1);
        return NULL;
    }
    qsort(keys, (size_t)*n, sizeof *keys, by_sort_key);
    return keys;
}

void sandbox_push_key(lua_State *L, const SortKey *key)
{
    switch (key->kind) {
    case INTEGER_KEY: lua_pushinteger(L, key->integer); break;
    case FLOAT_KEY: lua_pushnumber(L, key->number); break;
    case TEXT_KEY: lua_pushlstring(L, key->s, key->n); break;
    }
}

/* Pushes the sorted list of the keys of the table on top. */
static void push_keys(lua_State *L)
{
    int t = lua_gettop(L), n;
    limits_charge(L, PAIRS_STEPS + slot_steps(lua_topointer(L, t)));
    const SortKey *keys = sandbox_sorted_keys(L, t, &n);
    if (!keys)
        luaL_error(L, "pairs: keys must be names or numbers, and one is a %s", type_name(L, -1));
    limits_charge(L, (int64_t)n * KEY_STEPS);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        sandbox_push_key(L, &keys[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_remove(L, -2);
}

/* The iterator of pairs.  Upvalues: the table, the list of its keys, the place of the last key. */
static int next_pair(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(3)) + 1;
    for (;; i++) {
        if (lua_rawgeti(L, lua_upvalueindex(2), i) == LUA_TNIL) return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
        lua_pop(L, 2); /* this key was removed meanwhile */
    }
    lua_pushinteger(L, i);
    lua_replace(L, lua_upvalueindex(3));
    return 2;
}

/* keys(t) -> the sorted list of its keys */
static int f_keys(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    push_fields(L, 1);
    push_keys(L);
    return 1;
}

/* pairs(t): as Lua's, but in a fixed order, and over the keys of this moment: keys that are added
 * meanwhile do not come */
static int f_pairs(lua_State *L)
{
    f_keys(L);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

/* --- a stable sort --- */

/* True if the value at stack index a comes before that at b, by the function at 2 or by <. */
static bool is_before(lua_State *L, int a, int b)
{
    if (lua_isnoneornil(L, 2)) return lua_compare(L, a, b, LUA_OPLT);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, a);
    lua_pushvalue(L, b);
    lua_call(L, 2, 1);
    bool first = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return first;
}

/* Merges from[lo..mid-1] and from[mid..hi-1], each sorted, into to[lo..hi-1].  Of equal values the
 * first stays first. */
static void merge(lua_State *L, int from, int to, lua_Integer lo, lua_Integer mid, lua_Integer hi)
{
    lua_Integer a = lo, b = mid;
    for (lua_Integer k = lo; k < hi; k++) {
        bool second = a >= mid;
        if (!second && b < hi) {
            lua_rawgeti(L, from, a);
            lua_rawgeti(L, from, b);
            int top = lua_gettop(L);
            second = is_before(L, top, top - 1); /* from[b] before from[a] */
            lua_pop(L, 2);
        }
        lua_rawgeti(L, from, second ? b++ : a++);
        lua_rawseti(L, to, k);
    }
}

/* sort(list, is_before): a merge sort.  It sorts runs of 1, 2, 4 … items, each time from one of two
 * copies of the list (stack 3 and 4) into the other.  Lua's own sort is not stable, and a wrong
 * is_before can make it fail. */
static int f_sort(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1);
    lua_createtable(L, (int)n, 0);
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, i);
        lua_rawseti(L, 3, i);
    }
    int from = 3, to = 4;
    for (lua_Integer run = 1; run < n; run *= 2) {
        limits_charge(L, n / LIST_STEP);
        for (lua_Integer lo = 1; lo <= n; lo += 2 * run) {
            lua_Integer mid = lo + run < n + 1 ? lo + run : n + 1;
            lua_Integer hi = lo + 2 * run < n + 1 ? lo + 2 * run : n + 1;
            merge(L, from, to, lo, mid, hi);
        }
        int sorted = to;
        to = from;
        from = sorted;
    }
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, from, i);
        lua_seti(L, 1, i);
    }
    return 0;
}

/* --- stock functions with a bound --- */

/* Calls the stock function in upvalue 1 with the same arguments.  Called from C it has no name, so
 * Lua's messages find it in the library, as "string.format" (lua/read/lua_sentences.lua). */
static int call_stock_unnamed(lua_State *L)
{
    int n = lua_gettop(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, n, LUA_MULTRET);
    return lua_gettop(L);
}

/* string.rep(text, times, separator) */
static int f_rep(lua_State *L)
{
    size_t n, sep;
    luaL_checklstring(L, 1, &n);
    work_charge_arguments(L, 2);
    lua_Integer times = luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &sep);
    if (times > 0 && times <= REP_MAX) limits_charge(L, times / REP_STEP);
    if (times > 0 && (times > REP_MAX || n + sep > (size_t)(REP_MAX / times)))
        return luaL_error(L, "rep: the text would be longer than a million bytes");
    return call_stock_unnamed(L);
}

/* table.move(list, from, to, place, other list) */
static int f_move(lua_State *L)
{
    lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
    if (to >= from && (uint64_t)to - (uint64_t)from > MOVE_MAX)
        return luaL_error(L, "move: more than a million places");
    if (to > from) limits_charge(L, (to - from) / LIST_STEP);
    return call_stock_unnamed(L);
}

/* string.format(form, …).  Tables and the like are made texts here, since %s of the stock function
 * would show their addresses. */
static int f_format(lua_State *L)
{
    size_t n;
    const char *form = luaL_checklstring(L, 1, &n), *end = form + n;
    limits_charge(L, (int64_t)n / FORM_STEP);
    for (const char *p = form; p < end; p++) { /* the form may hold NULs */
        if (*p != '%') continue;
        p += 1 + strspn(p + 1, "-+ #0123456789.");
        if (*p == 'p')
            return luaL_error(L, "format: %%p is not here: addresses differ from run to run");
    }
    work_charge_arguments(L, 2);
    for (int i = 2, top = lua_gettop(L); i <= top; i++) {
        int t = lua_type(L, i);
        if (t == LUA_TNUMBER && isnan(lua_tonumber(L, i))) {
            lua_pushnumber(L, copysign(lua_tonumber(L, i), 1)); /* no sign, see portable.c */
            lua_replace(L, i);
        } else if (t == LUA_TTABLE || t == LUA_TUSERDATA || t == LUA_TFUNCTION) {
            sandbox_tostring(L, i, NULL);
            lua_replace(L, i);
        }
    }
    return call_stock_unnamed(L);
}

/* --- the library of the rules ---
 *
 * The functions of Lua's own library that rules may call. */

static const char *const stock_base[] = {"ipairs", "select", "tonumber", NULL};
static const char *const stock_string[] = {"byte",  "char",  "find",    "gmatch", "gsub",  "len",
                                           "lower", "match", "reverse", "sub",    "upper", NULL};
static const char *const stock_table[] = {"concat", "insert", "remove", "unpack", "pack", NULL};
/* random and randomseed are left out: all chance comes from the door (door.c). */
static const char *const stock_math[] = {"abs",        "ceil", "floor",      "fmod", "huge", "max",
                                         "maxinteger", "min",  "mininteger", "modf", "pi",   "sqrt",
                                         "tointeger",  "type", "ult",        NULL};
static const char *const stock_utf8[] = {"char", "charpattern", "codepoint", "codes",
                                         "len",  "offset",      NULL};

/* Copies these fields of a stock library ("_G": the globals) to the table on top.  Functions that
 * can take long are replaced by those of limits/work.c, which count their work. */
static void copy_stock(lua_State *L, const char *lib, const char *const *names)
{
    lua_getglobal(L, lib);
    for (; *names; names++) {
        lua_CFunction charged = work_charged(lib, *names);
        lua_getfield(L, -1, *names);
        if (charged && lua_iscfunction(L, -1)) lua_pushcclosure(L, charged, 1);
        lua_setfield(L, -3, *names);
    }
    lua_pop(L, 1);
}

/* Adds f to the table on top, under this name.  Its upvalue is the stock function lib.name. */
static void add_bounded(lua_State *L, const char *lib, const char *name, lua_CFunction f)
{
    lua_getglobal(L, lib);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
    lua_pushcclosure(L, f, 1);
    lua_setfield(L, -2, name);
}

static void add_function(lua_State *L, const char *name, lua_CFunction f)
{
    lua_pushcfunction(L, f);
    lua_setfield(L, -2, name);
}

/* Pushes the library of the rules: every function of Lua that they may call is named here or in the
 * lists above.  A name that is missing here, such as os, gets its sentence in
 * lua/read/language.lua.  src/lua may call more: see replace_globals. */
static void build_library(lua_State *L)
{
    lua_newtable(L);
    copy_stock(L, "_G", stock_base);
    add_function(L, "assert", f_assert);
    add_function(L, "error", f_error);
    add_function(L, "pairs", f_pairs);
    add_function(L, "tostring", f_tostring);
    for (int t = 0; t < LUA_NUMTYPES; t++) lua_pushstring(L, lua_typename(L, t));
    lua_pushcclosure(L, f_type, LUA_NUMTYPES);
    lua_setfield(L, -2, "type");
    lua_newtable(L);
    copy_stock(L, "string", stock_string);
    add_bounded(L, "string", "rep", f_rep);
    add_bounded(L, "string", "format", f_format);
    lua_setfield(L, -2, "string");
    lua_newtable(L);
    copy_stock(L, "table", stock_table);
    add_bounded(L, "table", "move", f_move);
    add_function(L, "sort", f_sort);
    lua_setfield(L, -2, "table");
    lua_newtable(L);
    copy_stock(L, "math", stock_math);
    lua_setfield(L, -2, "math");
    lua_newtable(L);
    copy_stock(L, "utf8", stock_utf8);
    lua_setfield(L, -2, "utf8");
}

/* Replaces or removes the unsafe globals; those that are left are for src/lua.  The library of the
 * rules is on top. */
static void replace_globals(lua_State *L)
{
    static const char *const replaced[] = {"pairs", "tostring", "type", NULL};
    for (const char *const *g = replaced; *g; g++) {
        lua_getfield(L, -1, *g);
        lua_setglobal(L, *g);
    }
    lua_getglobal(L, "table");
    lua_getfield(L, -2, "table");
    lua_getfield(L, -1, "sort");
    lua_setfield(L, -3, "sort");
    lua_pop(L, 2);
    lua_pushliteral(L, ""); /* ("x"):rep(9) must call the safe function, too */
    lua_getmetatable(L, -1);
    lua_getfield(L, -3, "string");
    lua_setfield(L, -2, "__index");
    work_charge_operators(L);
    lua_pop(L, 2);
    static const char *const removed[] = {"dofile", "loadfile", "load",    "collectgarbage",
                                          "print",  "warn",     "require", NULL};
    for (const char *const *g = removed; *g; g++) {
        lua_pushnil(L);
        lua_setglobal(L, *g);
    }
}

/* Opens the stock libraries but `os`, `io`, `debug` and `package`, so that nobody in this state has
 * a clock or files; then makes the library of the rules from them. */
static int open_library(lua_State *L)
{
    static const luaL_Reg libs[] = {{"_G", luaopen_base},     {"string", luaopen_string},
                                    {"table", luaopen_table}, {"math", luaopen_math},
                                    {"utf8", luaopen_utf8},   {NULL, NULL}};
    for (const luaL_Reg *lib = libs; lib->name; lib++) {
        luaL_requiref(L, lib->name, lib->func, 1);
        lua_pop(L, 1);
    }
    build_library(L);
    replace_globals(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "sconce.library");
    return 0;
}

lua_State *sandbox_new(Limits *limits)
{
    lua_State *L = lua_newstate(limits_alloc, limits);
    if (!L) return NULL;
    lua_atpanic(L, panic);
    limits->L = L;
    lua_pushcfunction(L, open_library);
    if (lua_pcall(L, 0, 0, 0) != LUA_OK) {
        lua_close(L);
        return NULL;
    }
    return L;
}

void *sandbox_userdata(lua_State *L, const char *name, size_t n, lua_CFunction gc)
{
    void *p = memset(lua_newuserdatauv(L, n, 1), 0, n);
    if (luaL_newmetatable(L, name)) {
        lua_pushcfunction(L, gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return p;
}

/* --- for src/lua --- */

/* library() -> the library of the rules */
static int f_library(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, "sconce.library");
    return 1;
}

/* made(f) -> file and line of its definition, number of its parameters, true if it takes "..." */
static int f_made(lua_State *L)
{
    lua_Debug ar;
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_getinfo(L, ">Su", &ar);
    lua_pushstring(L, ar.short_src);
    lua_pushinteger(L, ar.linedefined);
    lua_pushinteger(L, ar.nparams);
    lua_pushboolean(L, ar.isvararg);
    return 4;
}

/* True if a text can surely be made of the value at idx by %s or %d. */
static bool fits_sign(lua_State *L, int idx, char sign)
{
    return lua_isinteger(L, idx) ? sign == 's' || sign == 'd'
                                 : sign == 's' && lua_type(L, idx) == LUA_TSTRING;
}

/* True if the value at idx is options of `say` that do not change its text. */
static bool is_who_sees(lua_State *L, int idx)
{
    if (!lua_istable(L, idx) || lua_getmetatable(L, idx)) return false;
    return (has_field(L, idx, "public") || has_field(L, idx, "secret")) && !has_field(L, idx, "to");
}

/* fits(format, …) -> true if it is certain, without making the text, that these values fit: texts
 * and whole numbers alone, for %s and %d.  Options may come last. */
static int f_fits(lua_State *L)
{
    const char *s = luaL_checkstring(L, 1);
    int n = lua_gettop(L), at = 1;
    bool fits = true;
    if (n > 1 && is_who_sees(L, n)) n--;
    /* Without values the format is shown as it stands. */
    for (; n > 1 && fits && (s = strchr(s, '%')); s += 2)
        if (s[1] != '%') fits = at < n && fits_sign(L, ++at, s[1]);
    lua_pushboolean(L, fits && at == n);
    return 1;
}

void lib_sandbox(lua_State *L)
{
    static const luaL_Reg lib[] = {{"compile", compile_rule_file},
                                   {"keys", f_keys},
                                   {"library", f_library},
                                   {"made", f_made},
                                   {"text", f_text},
                                   {"fits", f_fits},
                                   {NULL, NULL}};
    luaL_setfuncs(L, lib, 0);
    lua_pushinteger(L, SENTENCE_MAX);
    lua_setfield(L, -2, "SENTENCE_MAX");
    limits_register(L);
}
