/* The sandbox: an allocator with a cap, a count hook that notes the place and looks at the clock,
 * and a library of which every function was let in by name.  What the stock library does with
 * addresses, hash order or unbounded numbers is done here instead. */
#include "cell/sandbox.h"
#include "cell/lex.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FAILURES_MAX = 50,
    HOOK_EVERY = 100,
    LOOK_EVERY = 100,
    REP_MAX = 1 << 20,
    MOVE_MAX = 1 << 20
};
enum {
    DEEP = 1000
}; /* frames: no rule that comes to an end has as many, and to find one costs as many steps as it
      lies deep */

/* Nobody is called to look when memory ends. */
static void refuse_memory(Limits *lim)
{
    sandbox_note(lim);
    lim->deep = lim->deep || (lim->L && sandbox_is_deep(lim->L));
    if (++lim->failures > FAILURES_MAX) _exit(lim->deep ? CELL_ENDLESS : CELL_NO_MEMORY);
}

static void *allocate(void *ud, void *p, size_t had, size_t want)
{
    Limits *lim = ud;
    size_t old = p ? had : 0;
    if (want == 0) {
        lim->used -= old;
        return pool_realloc(&lim->pool, p, old, 0);
    }
    bool room = want <= old || want - old <= lim->most - lim->used;
    void *q = room ? pool_realloc(&lim->pool, p, old, want) : NULL;
    if (q)
        lim->used = lim->used - old + want;
    else
        refuse_memory(lim);
    return q;
}

static Limits *limits_of(lua_State *L)
{
    void *ud;
    lua_getallocf(L, &ud);
    return ud;
}

static void set_place(Limits *lim, const char *file, int line)
{
    lim->place->line = line;
    size_t n = strnlen(file, sizeof lim->place->file - 1);
    memcpy(lim->place->file, file, n);
    lim->place->file[n] = '\0';
}

static void note_place(Limits *lim, const lua_Debug *ar)
{
    if (lim->place && ar->source[0] == '@' && ar->currentline > 0)
        set_place(lim, ar->short_src, ar->currentline);
}

static void watch(lua_State *L, lua_Debug *ar)
{
    Limits *lim = limits_of(L);
    if (lua_getinfo(L, "Sl", ar)) note_place(lim, ar);
    if (lim->deadline && ++lim->hooks % LOOK_EVERY == 0 && wire_now_ms() > lim->deadline &&
        lim->late)
        lim->late(L);
}

void sandbox_watch(lua_State *L, bool on)
{
    lua_sethook(L, on ? watch : NULL, on ? LUA_MASKCOUNT : 0, HOOK_EVERY);
}

bool sandbox_place(lua_State *L, int level, char *file, size_t room, int *line)
{
    lua_Debug ar;
    for (int deepest = level + DEEP; level < deepest && lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.source[0] != '@') continue;
        if (room) {
            strncpy(file, ar.short_src, room - 1);
            file[room - 1] = 0;
        }
        *line = ar.currentline;
        return true;
    }
    return false;
}

bool sandbox_is_deep(lua_State *L)
{
    lua_Debug ar;
    return lua_getstack(L, DEEP, &ar);
}

const char *sandbox_full(const Limits *lim)
{
    return lim->deep ? SANDBOX_ENDLESS : SANDBOX_FULL;
}

/* A file that is compiled stands on no frame: the innermost is that of whoever extends it. */
bool sandbox_note(Limits *lim)
{
    const char *reading = lim->reading.file;
    char file[sizeof lim->place->file] = "";
    int line = 0;
    if (!lim->L || !lim->place) return false;
    bool found = sandbox_place(lim->L, 0, file, sizeof file, &line);
    bool elsewhere = *reading && strcmp(file, reading) != 0;
    if (elsewhere)
        set_place(lim, reading, 1);
    else if (found)
        set_place(lim, file, line);
    return found && !elsewhere;
}

/* Ends the present stretch, and begins one of this file (NULL: of none). */
static void turn_to(Limits *lim, const char *file)
{
    int64_t now = wire_now_ms();
    Stretch *r = &lim->reading;
    r->ms = now - r->ms;
    if (*r->file && (!*lim->longest.file || r->ms > lim->longest.ms)) lim->longest = *r;
    *r = (Stretch){.ms = now};
    if (file) strncpy(r->file, file, sizeof r->file - 1);
}

const char *sandbox_note_late(Limits *lim)
{
    bool runs = sandbox_note(lim);
    const Stretch *r = &lim->reading, *most = &lim->longest;
    if (*most->file && lim->place && (!*r->file || wire_now_ms() - r->ms < most->ms)) {
        set_place(lim, most->file, 1);
        runs = false;
    }
    bool plays = runs || (!*r->file && !*most->file);
    if (plays && (lim->deep || (lim->L && sandbox_is_deep(lim->L)))) return SANDBOX_ENDLESS;
    return plays ? SANDBOX_LATE : SANDBOX_SLOW;
}

/* As { text=, file=, line= } while files are read: who stands on the stack may be another than who
 * is at fault. */
void sandbox_stop(lua_State *L)
{
    Limits *lim = limits_of(L);
    const char *text = sandbox_note_late(lim);
    if (!lim->place || !(*lim->reading.file || *lim->longest.file)) luaL_error(L, "%s", text);
    lua_createtable(L, 0, 3);
    lua_pushstring(L, text);
    lua_setfield(L, -2, "text");
    lua_pushstring(L, lim->place->file);
    lua_setfield(L, -2, "file");
    lua_pushinteger(L, lim->place->line);
    lua_setfield(L, -2, "line");
    lua_error(L);
}

static int panic(lua_State *L)
{
    (void)L;
    _exit(CELL_PANIC);
}

/* --- values as text ------------------------------------------------------------------------ */

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

static int f_type(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushstring(L, type_name(L, 1));
    return 1;
}

/* error(text): only text goes up, so that rules cannot raise what the host itself raises. */
static int f_error(lua_State *L)
{
    sandbox_tostring(L, 1, NULL);
    return lua_error(L);
}

static int f_assert(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_toboolean(L, 1)) return lua_gettop(L);
    if (lua_isnoneornil(L, 2))
        lua_pushliteral(L, "assertion failed!");
    else
        sandbox_tostring(L, 2, NULL);
    return lua_error(L);
}

void sandbox_clean(lua_State *L, const char *s, size_t n, size_t most)
{
    luaL_Buffer b;
    bool cut = n > most;
    luaL_buffinit(L, &b);
    for (size_t i = 0, len; i < (cut ? most : n); i += len) {
        unsigned char c = (unsigned char)s[i];
        len = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        bool good = c && i + len <= n && text_is_utf8(s + i, len);
        if (good)
            luaL_addlstring(&b, s + i, len);
        else
            luaL_addchar(&b, '?');
        if (!good) len = 1;
    }
    if (cut) luaL_addstring(&b, "…");
    luaL_pushresult(&b);
}

/* text(s, most): s as it can be shown: UTF-8, without NUL, of so many bytes at most */
static int f_text(lua_State *L)
{
    size_t n;
    const char *s = luaL_checklstring(L, 1, &n);
    sandbox_clean(L, s, n, (size_t)luaL_checkinteger(L, 2));
    return 1;
}

/* --- pairs in a stated order: numbers, then strings ----------------------------------------- */

typedef struct {
    bool text;
    double number;
    const char *s;
    size_t n;
    int nth; /* in the table of keys */
} Key;

static int by_key(const void *a, const void *b)
{
    const Key *x = a, *y = b;
    if (x->text != y->text) return x->text - y->text;
    if (!x->text) return (x->number > y->number) - (x->number < y->number);
    size_t n = x->n < y->n ? x->n : y->n;
    int order = memcmp(x->s, y->s, n);
    return order ? order : (x->n > y->n) - (x->n < y->n);
}

/* Pushes the table that holds the fields of the one at idx: behind a sealed thing, its fields. */
static void push_fields(lua_State *L, int idx)
{
    if (luaL_getmetafield(L, idx, "__sealed") != LUA_TNIL) {
        lua_pop(L, 1);
        luaL_getmetafield(L, idx, "__index");
        if (lua_istable(L, -1)) return;
        lua_pop(L, 1);
    }
    if (luaL_getmetafield(L, idx, "__whole") != LUA_TNIL) { /* some of it is still to be fetched */
        lua_pushvalue(L, idx);
        lua_call(L, 1, 0);
    }
    lua_pushvalue(L, idx);
}

/* Table on top -> pushes a list of its keys in order. */
static void push_keys(lua_State *L)
{
    int t = lua_gettop(L), n = 0;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) n++;
    lua_createtable(L, n, 0);
    Key *keys = lua_newuserdatauv(L, (size_t)(n ? n : 1) * sizeof *keys, 0);
    int i = 0;
    for (lua_pushnil(L); i < n && lua_next(L, t); lua_pop(L, 1)) {
        Key k = {.nth = i};
        if (lua_type(L, -2) == LUA_TSTRING) {
            k.text = true;
            k.s = lua_tolstring(L, -2, &k.n);
        } else if (lua_type(L, -2) == LUA_TNUMBER) {
            k.number = lua_tonumber(L, -2);
        } else {
            luaL_error(L, "pairs: keys must be names or numbers, and one is a %s",
                       type_name(L, -2));
        }
        keys[i++] = k;
        lua_pushvalue(L, -2);
        lua_rawseti(L, t + 1, i);
    }
    qsort(keys, (size_t)n, sizeof *keys, by_key);
    lua_createtable(L, n, 0);
    for (i = 0; i < n; i++) {
        lua_rawgeti(L, t + 1, keys[i].nth + 1);
        lua_rawseti(L, -2, i + 1);
    }
    lua_replace(L, t + 1);
    lua_settop(L, t + 1);
}

static int next_pair(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(3)) + 1;
    for (;; i++) {
        if (lua_rawgeti(L, lua_upvalueindex(2), i) == LUA_TNIL) return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
            break; /* taken away meanwhile: pass over */
        lua_pop(L, 2);
    }
    lua_pushinteger(L, i);
    lua_replace(L, lua_upvalueindex(3));
    return 2;
}

static int f_pairs(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    push_fields(L, 1);
    push_keys(L);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

static int f_keys(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    push_fields(L, 1);
    push_keys(L);
    return 1;
}

/* --- a stable sort --------------------------------------------------------------------------- */

static bool comes_first(lua_State *L, int a, int b) /* stack indexes */
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

/* Merges from[lo..mid-1] and from[mid..hi-1] into to. */
static void merge(lua_State *L, int from, int to, lua_Integer lo, lua_Integer mid, lua_Integer hi)
{
    lua_Integer a = lo, b = mid;
    for (lua_Integer k = lo; k < hi; k++) {
        bool second = a >= mid;
        if (!second && b < hi) {
            lua_rawgeti(L, from, a);
            lua_rawgeti(L, from, b);
            int top = lua_gettop(L);
            second = comes_first(L, top, top - 1);
            lua_pop(L, 2);
        }
        lua_rawgeti(L, from, second ? b++ : a++);
        lua_rawseti(L, to, k);
    }
}

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
    for (lua_Integer w = 1; w < n; w *= 2) {
        for (lua_Integer lo = 1; lo <= n; lo += 2 * w) {
            lua_Integer mid = lo + w < n + 1 ? lo + w : n + 1;
            lua_Integer hi = lo + 2 * w < n + 1 ? lo + 2 * w : n + 1;
            merge(L, from, to, lo, mid, hi);
        }
        from = 7 - from;
        to = 7 - to;
    }
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, from, i);
        lua_seti(L, 1, i);
    }
    return 0;
}

/* --- stock functions behind a bound ---------------------------------------------------------- */

static int call_stock(lua_State *L) /* the stock function is upvalue 1 */
{
    int n = lua_gettop(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, n, LUA_MULTRET);
    return lua_gettop(L);
}

static int f_rep(lua_State *L)
{
    size_t n, sep;
    luaL_checklstring(L, 1, &n);
    lua_Integer times = luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &sep);
    if (times > 0 &&
        (n + sep > REP_MAX ||
         (lua_Integer)(n + sep) * (times < REP_MAX ? times : REP_MAX) > REP_MAX || times > REP_MAX))
        return luaL_error(L, "rep: the text would be longer than a million bytes");
    return call_stock(L);
}

static int f_move(lua_State *L)
{
    lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
    if (to >= from && (uint64_t)to - (uint64_t)from > MOVE_MAX)
        return luaL_error(L, "move: more than a million places");
    return call_stock(L);
}

static int f_format(lua_State *L)
{
    const char *form = luaL_checkstring(L, 1);
    for (const char *p = form; *p; p++) {
        if (*p != '%') continue;
        p += 1 + strspn(p + 1, "-+ #0123456789.");
        if (*p == 'p')
            return luaL_error(L, "format: %%p is not here: addresses differ from run to run");
        if (!*p) break;
    }
    for (int i = 2, n = lua_gettop(L); i <= n; i++) {
        int t = lua_type(L, i);
        if (t == LUA_TTABLE || t == LUA_TUSERDATA || t == LUA_TFUNCTION) {
            sandbox_tostring(L, i, NULL);
            lua_replace(L, i);
        }
    }
    return call_stock(L);
}

/* --- the white list --------------------------------------------------------------------------- */

static const char *const stock_base[] = {"ipairs", "select", "tonumber", NULL};
static const char *const stock_string[] = {"byte",  "char",  "find",    "gmatch", "gsub",  "len",
                                           "lower", "match", "reverse", "sub",    "upper", NULL};
static const char *const stock_table[] = {"concat", "insert", "remove", "unpack", "pack", NULL};
static const char *const stock_math[] = {"abs",        "ceil", "floor",      "fmod", "huge", "max",
                                         "maxinteger", "min",  "mininteger", "modf", "pi",   "sqrt",
                                         "tointeger",  "type", "ult",        NULL};
static const char *const stock_utf8[] = {"char", "charpattern", "codepoint", "codes",
                                         "len",  "offset",      NULL};

/* Copies the named fields of the stock library (global `lib`, or the globals for "_G") into the
 * table on top. */
static void let_in(lua_State *L, const char *lib, const char *const *names)
{
    lua_getglobal(L, lib);
    for (; *names; names++) {
        lua_getfield(L, -1, *names);
        lua_setfield(L, -3, *names);
    }
    lua_pop(L, 1);
}

static void bounded(lua_State *L, const char *lib, const char *name, lua_CFunction f)
{
    lua_getglobal(L, lib);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
    lua_pushcclosure(L, f, 1);
    lua_setfield(L, -2, name);
}

static void own(lua_State *L, const char *name, lua_CFunction f)
{
    lua_pushcfunction(L, f);
    lua_setfield(L, -2, name);
}

/* Leaves the table of everything rules may have of the library on the stack. */
static void build_library(lua_State *L)
{
    lua_newtable(L);
    let_in(L, "_G", stock_base);
    own(L, "assert", f_assert);
    own(L, "error", f_error);
    own(L, "pairs", f_pairs);
    own(L, "tostring", f_tostring);
    own(L, "type", f_type);
    lua_newtable(L);
    let_in(L, "string", stock_string);
    bounded(L, "string", "rep", f_rep);
    bounded(L, "string", "format", f_format);
    lua_setfield(L, -2, "string");
    lua_newtable(L);
    let_in(L, "table", stock_table);
    bounded(L, "table", "move", f_move);
    own(L, "sort", f_sort);
    lua_setfield(L, -2, "table");
    lua_newtable(L);
    let_in(L, "math", stock_math);
    lua_setfield(L, -2, "math");
    lua_newtable(L);
    let_in(L, "utf8", stock_utf8);
    lua_setfield(L, -2, "utf8");
}

/* The host's own globals: the stock ones, with the safe functions in front of them. */
static void settle_globals(lua_State *L)
{
    lua_getfield(L, -1, "pairs");
    lua_setglobal(L, "pairs");
    lua_getfield(L, -1, "tostring");
    lua_setglobal(L, "tostring");
    lua_getfield(L, -1, "type");
    lua_setglobal(L, "type");
    lua_getglobal(L, "table");
    lua_getfield(L, -2, "table");
    lua_getfield(L, -1, "sort");
    lua_setfield(L, -3, "sort");
    lua_pop(L, 2);
    lua_pushliteral(L, ""); /* ("x"):rep() finds the safe functions, for everybody */
    lua_getmetatable(L, -1);
    lua_getfield(L, -3, "string");
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
    static const char *const gone[] = {"dofile", "loadfile", "load",    "collectgarbage",
                                       "print",  "warn",     "require", NULL};
    for (const char *const *g = gone; *g; g++) {
        lua_pushnil(L);
        lua_setglobal(L, *g);
    }
}

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
    settle_globals(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "sconce.library");
    return 0;
}

lua_State *sandbox_new(Limits *limits)
{
    lua_State *L = lua_newstate(allocate, limits);
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

/* --- for src/lua ------------------------------------------------------------------------------ */

/* place() -> file, line of the innermost rule-file frame, or nothing; place(true): of the outermost
 */
static int f_place(lua_State *L)
{
    char file[LUA_IDSIZE];
    int line;
    bool outermost = lua_toboolean(L, 1), found = false;
    lua_Debug ar;
    for (int level = 1; lua_getstack(L, level, &ar); level++) {
        if (!sandbox_place(L, level, file, sizeof file, &line)) break;
        found = true;
        if (!outermost) break;
    }
    if (!found) return 0;
    lua_pushstring(L, file);
    lua_pushinteger(L, line);
    return 2;
}

/* compile(text, name, env) -> function | nil, message.  Text only; name is the file's short name.
 */
static int f_compile(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    lua_pushfstring(L, "@%s", luaL_checkstring(L, 2));
    if (n > CHUNK_MAX) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s:1: the file is longer than %d KB", lua_tostring(L, 2),
                        CHUNK_MAX / 1024);
        return 2;
    }
    size_t mark = lexer_mark(text, n);
    if (luaL_loadbufferx(L, text + mark, n - mark, lua_tostring(L, -1), "t") != LUA_OK) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushvalue(L, 3);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    return 1;
}

/* keys(t) -> list of its keys in order; library() -> what rules may have of the library */
static int f_library(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, "sconce.library");
    return 1;
}

/* note(f) or note(file, line): what runs next, for whoever asks after an end that tells nothing */
static int f_note(lua_State *L)
{
    Limits *lim = limits_of(L);
    lua_Debug ar;
    if (!lim->place) return 0;
    if (lua_isfunction(L, 1)) {
        lua_pushvalue(L, 1);
        lua_getinfo(L, ">S", &ar);
        ar.currentline = ar.linedefined;
        note_place(lim, &ar);
        return 0;
    }
    set_place(lim, luaL_checkstring(L, 1), (int)luaL_checkinteger(L, 2));
    return 0;
}

/* reading(file): from here on this file is read; reading(): none any more */
static int f_reading(lua_State *L)
{
    turn_to(limits_of(L), luaL_optstring(L, 1, NULL));
    return 0;
}

/* watch(on): rules run next, or the host alone again, which needs no watching and is slowed by it
 */
static int f_watch(lua_State *L)
{
    sandbox_watch(L, lua_toboolean(L, 1) && limits_of(L)->deadline);
    return 0;
}

static void too_late(lua_State *L)
{
    luaL_error(L, "%s", SANDBOX_LATE);
}

/* hurry(ms): what runs next may take so long, and is then stopped by an error; 0: no limit any more
 */
static int f_hurry(lua_State *L)
{
    Limits *lim = limits_of(L);
    lua_Integer ms = luaL_checkinteger(L, 1);
    lim->deadline = ms > 0 ? wire_now_ms() + ms : 0;
    lim->late = too_late;
    lim->failures = 0;
    lim->beats++;
    lim->deep = false;
    return 0;
}

void sandbox_beat(lua_State *L, int64_t n)
{
    Limits *lim = limits_of(L);
    lim->beats++;
    if (lim->place) lim->place->nth = n;
}

/* beat(n): the nth of many plays begins */
static int f_beat(lua_State *L)
{
    sandbox_beat(L, luaL_checkinteger(L, 1));
    return 0;
}

/* deep() -> do calls lie too deep to come to an end? */
static int f_deep(lua_State *L)
{
    lua_pushboolean(L, sandbox_is_deep(L));
    return 1;
}

/* worked() -> how many steps Lua took while it was watched; alike on every machine */
static int f_worked(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)limits_of(L)->hooks * HOOK_EVERY);
    return 1;
}

/* trying(text): what a dry run does next, for whoever asks after an end that tells nothing */
static int f_trying(lua_State *L)
{
    Limits *lim = limits_of(L);
    const char *text = luaL_checkstring(L, 1);
    if (lim->place) snprintf(lim->place->trying, sizeof lim->place->trying, "%s", text);
    return 0;
}

/* made(f) -> file, line where a function was written, how many arguments it names, and whether it
 * takes more */
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

void lib_sandbox(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"place", f_place},   {"compile", f_compile}, {"keys", f_keys},   {"library", f_library},
        {"made", f_made},     {"note", f_note},       {"watch", f_watch}, {"hurry", f_hurry},
        {"trying", f_trying}, {"worked", f_worked},   {"beat", f_beat},   {"deep", f_deep},
        {"text", f_text},     {"reading", f_reading}, {NULL, NULL}};
    luaL_setfuncs(L, lib, 0);
}
