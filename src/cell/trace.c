/* A line hook that asks, before each line of the rules, whether the one before has done it. */
#include "cell/trace.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

typedef struct {
    lua_Hook hook; /* what was hooked before, and is again afterwards */
    int mask, every;
    char file[LUA_IDSIZE];
    int line; /* 0: none yet */
} Trace;

static const char trace_key[] = "sconce.trace", ask_key[] = "sconce.trace.ask";

static Trace *trace_of(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, trace_key);
    Trace *t = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return t;
}

static void end_trace(lua_State *L, const Trace *t)
{
    lua_sethook(L, t->hook, t->mask, t->every);
}

static bool done(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, ask_key);
    lua_call(L, 0, 1);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

static void follow(lua_State *L, lua_Debug *ar)
{
    Trace *t = trace_of(L);
    if (ar->event == LUA_HOOKCOUNT) {
        if (t->hook) t->hook(L, ar);
        return;
    }
    lua_getinfo(L, "Sl", ar);
    if (ar->source[0] != '@' || ar->currentline <= 0) return;
    if (done(L)) {
        end_trace(L, t);
        return;
    }
    t->line = ar->currentline;
    memcpy(t->file, ar->short_src, sizeof t->file);
}

/* begin(f): from here on f is asked before each line of the rules, until it says true */
static int f_begin(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    Trace *t = lua_newuserdatauv(L, sizeof *t, 0);
    *t = (Trace){.hook = lua_gethook(L), .mask = lua_gethookmask(L), .every = lua_gethookcount(L)};
    lua_setfield(L, LUA_REGISTRYINDEX, trace_key);
    lua_settop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, ask_key);
    lua_sethook(L, follow, t->mask | LUA_MASKLINE, t->every);
    return 0;
}

/* finish() -> file, line of the last line before f said true, or of the last there was; or nothing
 */
static int f_finish(lua_State *L)
{
    const Trace *t = trace_of(L);
    if (!t) return 0;
    end_trace(L, t);
    if (t->line == 0) return 0;
    lua_pushstring(L, t->file);
    lua_pushinteger(L, t->line);
    return 2;
}

void lib_trace(lua_State *L)
{
    static const luaL_Reg lib[] = {{"begin", f_begin}, {"finish", f_finish}, {NULL, NULL}};
    luaL_setfuncs(L, lib, 0);
}
