/* The walk: from the rules' functions through their upvalues, into plain tables and further rule
 * functions.  One mark for each upvalue, of everything behind it.  Addresses serve as they are,
 * since marks are compared within one process and its forks only. */
#include "cell/seal.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

static const char *const FUNCTIONS = "sconce.sealed";
enum { DEEP = 100 };

typedef struct {
    lua_State *L;
    Seal *out;           /* where marks go; or */
    const Seal *against; /* what they are compared with */
    size_t nth;
    const void **met; /* functions and tables already walked */
    size_t met_n, met_room;
    bool differs, failed;
    char name[64], file[64];
    int line;
} Walk;

static uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + UINT64_C(0x9E3779B97F4A7C15) + (h << 6) + (h >> 2);
    return h * UINT64_C(0xBF58476D1CE4E5B9);
}

static bool met(Walk *w, const void *p)
{
    if (w->met_n * 2 >= w->met_room) {
        size_t room = w->met_room ? w->met_room * 2 : 256;
        const void **list = calloc(room, sizeof *list);
        if (!list) {
            w->failed = true;
            return true;
        }
        const void **old = w->met;
        size_t n = w->met_room;
        w->met = list;
        w->met_room = room;
        w->met_n = 0;
        for (size_t i = 0; i < n; i++)
            if (old[i]) met(w, old[i]);
        free(old);
    }
    size_t i = ((uintptr_t)p >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20 & (w->met_room - 1);
    for (; w->met[i]; i = (i + 1) & (w->met_room - 1))
        if (w->met[i] == p) return true;
    w->met[i] = p;
    w->met_n++;
    return false;
}

static void walk_function(Walk *w, int f);

static uint64_t mark_of(Walk *w, int idx, int depth);

/* A plain table: every key and value; the sealed ones and the state's records have a metatable and
 * are not walked. */
static uint64_t mark_table(Walk *w, int t, int depth)
{
    lua_State *L = w->L;
    uint64_t h = (uintptr_t)lua_topointer(L, t);
    if (lua_getmetatable(L, t)) {
        lua_pop(L, 1);
        return h;
    }
    if (depth > DEEP || met(w, lua_topointer(L, t))) return h;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
        int top = lua_gettop(L);
        h = mix(h, mark_of(w, top - 1, depth + 1));
        h = mix(h, mark_of(w, top, depth + 1));
    }
    return h;
}

static uint64_t mark_of(Walk *w, int idx, int depth)
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
        bits = n;
        for (size_t i = 0; i < n; i++)
            bits = (bits ^ (unsigned char)s[i]) * UINT64_C(0x100000001B3);
        return mix(4, bits);
    }
    case LUA_TTABLE: return mark_table(w, idx, depth);
    case LUA_TFUNCTION:
        if (depth <= DEEP && !lua_iscfunction(L, idx)) walk_function(w, idx);
        return mix(5, (uintptr_t)lua_topointer(L, idx));
    default: return mix(6, (uintptr_t)lua_topointer(L, idx));
    }
}

static void note(Walk *w, int f, const char *name)
{
    lua_Debug ar;
    w->differs = true;
    lua_pushvalue(w->L, f);
    lua_getinfo(w->L, ">S", &ar);
    strncpy(w->name, name, sizeof w->name - 1);
    strncpy(w->file, ar.short_src, sizeof w->file - 1);
    w->line = ar.linedefined;
}

static void put(Walk *w, int f, const char *name, uint64_t mark)
{
    size_t i = w->nth++;
    if (w->against) {
        if (!w->differs && (i >= w->against->n || w->against->marks[i] != mark)) note(w, f, name);
        return;
    }
    if (i >= w->out->room) {
        size_t room = w->out->room ? w->out->room * 2 : 256;
        uint64_t *marks = realloc(w->out->marks, room * sizeof *marks);
        if (!marks) {
            w->failed = true;
            return;
        }
        w->out->marks = marks;
        w->out->room = room;
    }
    w->out->marks[i] = mark;
    w->out->n = i + 1;
}

static bool of_rules(lua_State *L, int f)
{
    lua_Debug ar;
    lua_pushvalue(L, f);
    lua_getinfo(L, ">S", &ar);
    return ar.source[0] == '@';
}

static void walk_function(Walk *w, int f)
{
    lua_State *L = w->L;
    if (!of_rules(L, f) || met(w, lua_topointer(L, f))) return;
    for (int i = 1; !w->differs && !w->failed; i++) {
        const char *name = lua_getupvalue(L, f, i);
        if (!name) return;
        if (strcmp(name, "_ENV") != 0) put(w, f, name, mark_of(w, lua_gettop(L), 0));
        lua_pop(L, 1);
    }
}

static Walk walk(lua_State *L, Seal *out, const Seal *against)
{
    Walk w = {.L = L, .out = out, .against = against};
    lua_getfield(L, LUA_REGISTRYINDEX, FUNCTIONS);
    int list = lua_gettop(L);
    for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, list); i <= n && !w.differs && !w.failed;
         i++) {
        lua_rawgeti(L, list, i);
        if (lua_type(L, -1) == LUA_TFUNCTION) walk_function(&w, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    free(w.met);
    return w;
}

/* seal(list of functions) */
static int f_seal(lua_State *L)
{
    Seal *s = lua_touserdata(L, lua_upvalueindex(1));
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, FUNCTIONS);
    s->n = 0;
    if (walk(L, s, NULL).failed) return luaL_error(L, "out of memory");
    return 0;
}

/* changed() -> name of the local, file, line of the function that has it | nothing */
static int f_changed(lua_State *L)
{
    const Seal *s = lua_touserdata(L, lua_upvalueindex(1));
    Walk w = walk(L, NULL, s);
    if (w.failed) return luaL_error(L, "out of memory");
    if (!w.differs) return 0;
    lua_pushstring(L, w.name);
    lua_pushstring(L, w.file);
    lua_pushinteger(L, w.line);
    return 3;
}

void lib_seal(lua_State *L, Seal *s)
{
    static const luaL_Reg lib[] = {{"seal", f_seal}, {"changed", f_changed}, {NULL, NULL}};
    lua_pushlightuserdata(L, s);
    luaL_setfuncs(L, lib, 1);
}
