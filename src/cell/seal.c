/* Only the state may change while rules run.  Two tools find rules that change anything else:
 *
 * The seal detects the change.  It is a list of fingerprints, one for each upvalue of each function
 * of the rules.  A fingerprint covers everything that the upvalue leads to: plain tables, other
 * functions of the rules, and how far an iterator has come, as of pairs, each or gmatch.  What is
 * nested too deep for that gets a fingerprint of its own.  lua/read/seal.lua seals the rules after
 * loading; `check` in lua/play/play.lua compares after each line.  Fingerprints contain addresses:
 * they are compared only within one process and its forks.
 *
 * The watch finds the guilty line.  It calls a predicate before each line of the rules, until it is
 * true.  A typed line repeats itself exactly, so src/lua runs it again and watches. */
#include "cell/primitives.h"
#include "cell/sandbox.h"
#include "core/rng.h"
#include "core/text.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const FUNCTIONS = "sconce.sealed";
static const char *const WATCH = "sconce.watch", *const PREDICATE = "sconce.watch.predicate";
/* The maximum nesting of tables and functions within one fingerprint.  It only bounds the calls of
 * C: anything deeper is left for later (put_off). */
enum { DEPTH_MAX = 100 };

/* --- the seal --- */

/* The fingerprints that `seal` stored: a userdata that lives as long as its Lua state. */
typedef struct {
    uint64_t *fingerprints; /* one for each upvalue, in the order of the walk */
    size_t n, room;
} Seal;

/* A walk through all functions of the rules, which either stores their fingerprints or compares
 * them with stored ones. */
typedef struct {
    lua_State *L;
    Seal *store;         /* NULL when comparing */
    const Seal *compare; /* NULL when storing */
    size_t nth;          /* number of the next upvalue, in the order of the walk */
    AddressSet visited;  /* functions and tables */
    int later;           /* stack index of the list that put_off fills */
    int function;        /* stack index of the function whose upvalue is being covered … */
    const char *upvalue; /* … and the name of that upvalue */
    bool differs;        /* a fingerprint differs from the stored one: the upvalue `name` … */
    char name[64], file[64];
    int line; /* … of the function at this line of `file` */
} SealWalk;

/* Like boost::hash_combine, with the multiplier of SplitMix64. */
static uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + UINT64_C(0x9E3779B97F4A7C15) + (h << 6) + (h >> 2);
    return h * UINT64_C(0xBF58476D1CE4E5B9);
}

static void walk_function(SealWalk *w, int f, int depth);
static uint64_t fingerprint_of(SealWalk *w, int idx, int depth);

/* Leaves a table or function for later: adds it to the list `later`, and behind it the function and
 * the name of the upvalue that lead there. */
static void put_off(SealWalk *w, int idx)
{
    lua_State *L = w->L;
    lua_Integer n = (lua_Integer)lua_rawlen(L, w->later);
    lua_pushvalue(L, idx);
    lua_rawseti(L, w->later, n + 1);
    lua_pushvalue(L, w->function);
    lua_rawseti(L, w->later, n + 2);
    lua_pushstring(L, w->upvalue);
    lua_rawseti(L, w->later, n + 3);
}

/* Covers the keys and values of a plain table.  Of a table with a metatable (a sealed thing, or a
 * record of the state) only the address counts. */
static uint64_t table_fingerprint(SealWalk *w, int t, int depth)
{
    lua_State *L = w->L;
    uint64_t h = (uintptr_t)lua_topointer(L, t);
    if (lua_getmetatable(L, t)) {
        lua_pop(L, 1);
        return h;
    }
    if (depth > DEPTH_MAX) {
        put_off(w, t);
        return h;
    }
    if (!address_set_add(&w->visited, lua_topointer(L, t))) return h;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
        int top = lua_gettop(L);
        h = mix(h, fingerprint_of(w, top - 1, depth + 1));
        h = mix(h, fingerprint_of(w, top, depth + 1));
    }
    return h;
}

/* Covers the upvalues of a function of C: those of an iterator say how far it has come. */
static uint64_t c_function_fingerprint(SealWalk *w, int f, int depth)
{
    lua_State *L = w->L;
    uint64_t h = (uintptr_t)lua_topointer(L, f);
    if (depth > DEPTH_MAX || !address_set_add(&w->visited, lua_topointer(L, f))) return h;
    for (int i = 1; lua_getupvalue(L, f, i); i++) {
        h = mix(h, fingerprint_of(w, lua_gettop(L), depth + 1));
        lua_pop(L, 1);
    }
    return h;
}

/* Covers a userdata.  One without a metatable is that of gmatch: its bytes say how far it has come.
 * All others belong to this program, and do not change. */
static uint64_t userdata_fingerprint(lua_State *L, int idx)
{
    uint64_t h = (uintptr_t)lua_topointer(L, idx);
    if (lua_getmetatable(L, idx)) {
        lua_pop(L, 1);
        return h;
    }
    return fnv1a(h, lua_touserdata(L, idx), lua_rawlen(L, idx));
}

/* The fingerprint of the value at idx.  The number that is mixed in first stands for its type, so
 * that values of different types differ. */
static uint64_t fingerprint_of(SealWalk *w, int idx, int depth)
{
    lua_State *L = w->L;
    uint64_t bits = 0;
    lua_Number d;
    luaL_checkstack(L, 8, NULL);
    switch (lua_type(L, idx)) {
    case LUA_TBOOLEAN: return mix(1, (uint64_t)lua_toboolean(L, idx));
    case LUA_TNUMBER:
        if (lua_isinteger(L, idx)) return mix(2, (uint64_t)lua_tointeger(L, idx));
        d = lua_tonumber(L, idx);
        memcpy(&bits, &d, sizeof bits);
        return mix(3, bits);
    case LUA_TSTRING: {
        size_t n;
        const char *s = lua_tolstring(L, idx, &n);
        return mix(4, fnv1a(n, s, n));
    }
    case LUA_TTABLE: return table_fingerprint(w, idx, depth);
    case LUA_TFUNCTION:
        if (lua_iscfunction(L, idx)) return mix(5, c_function_fingerprint(w, idx, depth));
        walk_function(w, idx, depth);
        return mix(5, (uintptr_t)lua_topointer(L, idx));
    case LUA_TUSERDATA: return mix(7, userdata_fingerprint(L, idx));
    default: return mix(6, (uintptr_t)lua_topointer(L, idx));
    }
}

/* Notes that the upvalue `name` of the function at f has changed. */
static void note_difference(SealWalk *w, int f, const char *name)
{
    lua_Debug ar;
    w->differs = true;
    lua_pushvalue(w->L, f);
    lua_getinfo(w->L, ">S", &ar);
    strncpy(w->name, name, sizeof w->name - 1);
    strncpy(w->file, ar.short_src, sizeof w->file - 1);
    w->line = ar.linedefined;
}

/* Stores or compares the fingerprint of the upvalue `name` of the function at f. */
static void add_fingerprint(SealWalk *w, int f, const char *name, uint64_t fingerprint)
{
    size_t i = w->nth++;
    if (w->compare) {
        if (!w->differs && (i >= w->compare->n || w->compare->fingerprints[i] != fingerprint))
            note_difference(w, f, name);
        return;
    }
    array_room(&w->store->fingerprints, &w->store->room, i + 1, sizeof fingerprint);
    w->store->fingerprints[i] = fingerprint;
    w->store->n = i + 1;
}

/* True if a rule file made the function at f: only these are compiled under a name with "@". */
static bool is_of_rules(lua_State *L, int f)
{
    lua_Debug ar;
    lua_pushvalue(L, f);
    lua_getinfo(L, ">S", &ar);
    return ar.source[0] == '@';
}

/* Adds a fingerprint for each upvalue of a function, if it is one of the rules. */
static void walk_function(SealWalk *w, int f, int depth)
{
    lua_State *L = w->L;
    if (!is_of_rules(L, f)) return;
    if (depth > DEPTH_MAX) {
        put_off(w, f);
        return;
    }
    if (!address_set_add(&w->visited, lua_topointer(L, f))) return;
    int function = w->function;
    const char *upvalue = w->upvalue;
    for (int i = 1; !w->differs; i++) {
        const char *name = lua_getupvalue(L, f, i);
        if (!name) break;
        if (strcmp(name, "_ENV") != 0) { /* _ENV itself refuses changes (lua/read/chain.lua) */
            w->function = f;
            w->upvalue = name;
            add_fingerprint(w, f, name, fingerprint_of(w, lua_gettop(L), depth + 1));
        }
        lua_pop(L, 1);
    }
    w->function = function;
    w->upvalue = upvalue;
}

/* Covers the nth thing that was left for later. */
static void walk_later(SealWalk *w, lua_Integer nth)
{
    lua_State *L = w->L;
    int top = lua_gettop(L);
    for (int i = 1; i <= 3; i++) lua_rawgeti(L, w->later, 3 * (nth - 1) + i);
    w->function = top + 2;
    w->upvalue = lua_tostring(L, top + 3);
    add_fingerprint(w, w->function, w->upvalue, fingerprint_of(w, top + 1, 0));
    lua_settop(L, top);
}

/* Walks through the functions that `seal` was given, and stores or compares. */
static void walk(lua_State *L, SealWalk *w)
{
    w->L = L;
    address_set_begin(&w->visited);
    lua_newtable(L);
    w->later = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, FUNCTIONS);
    int list = lua_gettop(L);
    for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, list); i <= n && !w->differs; i++) {
        lua_rawgeti(L, list, i);
        if (lua_type(L, -1) == LUA_TFUNCTION) walk_function(w, lua_gettop(L), 0);
        lua_pop(L, 1);
    }
    for (lua_Integer i = 1; 3 * i <= (lua_Integer)lua_rawlen(L, w->later) && !w->differs; i++)
        walk_later(w, i);
    lua_pop(L, 2);
    address_set_end(&w->visited);
}

/* seal(list of functions): stores the fingerprints of these functions and of all they lead to */
static int f_seal(lua_State *L)
{
    Seal *s = lua_touserdata(L, lua_upvalueindex(1));
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, FUNCTIONS);
    s->n = 0;
    walk(L, &(SealWalk){.store = s});
    return 0;
}

/* changed() -> name of the first upvalue that changed, file and line of its function; or nothing */
static int f_changed(lua_State *L)
{
    const Seal *s = lua_touserdata(L, lua_upvalueindex(1));
    SealWalk w = {.compare = s};
    walk(L, &w);
    if (!w.differs) return 0;
    lua_pushstring(L, w.name);
    lua_pushstring(L, w.file);
    lua_pushinteger(L, w.line);
    return 3;
}

static int f_gc(lua_State *L)
{
    Seal *s = lua_touserdata(L, 1);
    free(s->fingerprints);
    *s = (Seal){0};
    return 0;
}

/* --- the watch --- */

/* A watch in progress. */
typedef struct {
    /* The hook that was set before the watch, with its events and distance, to be set again
     * afterwards.  NULL: none. */
    lua_Hook hook;
    int mask, every;
    char file[LUA_IDSIZE];
    int line; /* the last line that began; 0: none yet */
} LineWatch;

/* The watch that is set, from the registry. */
static LineWatch *watch_of(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, WATCH);
    LineWatch *watch = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return watch;
}

static void end_watch(lua_State *L, const LineWatch *watch)
{
    lua_sethook(L, watch->hook, watch->mask, watch->every);
}

/* Calls the predicate of the watch, without arguments. */
static bool predicate_holds(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, PREDICATE);
    lua_call(L, 0, 1);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

/* The hook of the watch: calls the predicate before a line of the rules begins, and passes counts
 * of steps on to the hook that was set before. */
static void line_hook(lua_State *L, lua_Debug *ar)
{
    LineWatch *watch = watch_of(L);
    if (ar->event == LUA_HOOKCOUNT) {
        if (watch->hook) watch->hook(L, ar);
        return;
    }
    lua_getinfo(L, "Sl", ar);
    if (ar->source[0] != '@' || ar->currentline <= 0) return;
    if (predicate_holds(L)) {
        end_watch(L, watch);
        return;
    }
    watch->line = ar->currentline;
    memcpy(watch->file, ar->short_src, sizeof watch->file);
}

/* watch(f): f is called before each line of the rules, until it returns true */
static int f_watch(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    LineWatch *watch = lua_newuserdatauv(L, sizeof *watch, 0);
    *watch = (LineWatch){
        .hook = lua_gethook(L), .mask = lua_gethookmask(L), .every = lua_gethookcount(L)};
    lua_setfield(L, LUA_REGISTRYINDEX, WATCH);
    lua_settop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, PREDICATE);
    lua_sethook(L, line_hook, watch->mask | LUA_MASKLINE, watch->every);
    return 0;
}

/* watched() -> file, line; ends the watch.  They are the last line that began before f returned
 * true, or the last line of all if f never did.  No results when no line began. */
static int f_watched(lua_State *L)
{
    const LineWatch *watch = watch_of(L);
    if (!watch) return 0;
    end_watch(L, watch);
    if (watch->line == 0) return 0;
    lua_pushstring(L, watch->file);
    lua_pushinteger(L, watch->line);
    return 2;
}

void lib_seal(lua_State *L)
{
    static const luaL_Reg lib[] = {{"seal", f_seal},
                                   {"changed", f_changed},
                                   {"watch", f_watch},
                                   {"watched", f_watched},
                                   {NULL, NULL}};
    sandbox_userdata(L, "seal", sizeof(Seal), f_gc);
    luaL_setfuncs(L, lib, 1);
}
