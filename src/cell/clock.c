/* In-fiction time: whole seconds, and countdowns.  A countdown is a field of a record of the state,
 * the seconds that are left (negative or missing: it stands still).  So nothing in the state counts
 * up for ever, and equal moments have equal bytes. */
#include "cell/primitives.h"
#include "core/text.h"

#include <lauxlib.h>
#include <stdio.h>

enum { TIMERS_MAX = 10000 };

/* The countdown in field `name` of record i of the list at 1; -1 when there is none. */
static int64_t left_of(lua_State *L, lua_Integer i, const char *name)
{
    int64_t left = -1;
    if (lua_rawgeti(L, 1, i) == LUA_TTABLE) {
        lua_pushstring(L, name);
        if (lua_rawget(L, -2) == LUA_TNUMBER) left = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return left;
}

/* first(list, field, stretch) -> place, seconds left: of the countdowns that fall due within the
 * stretch the one that does so first, among equals the one made first; or nothing */
static int f_first(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    const char *field = luaL_checkstring(L, 2);
    int64_t stretch = luaL_checkinteger(L, 3), soonest = stretch;
    lua_Integer first = 0, n = (lua_Integer)lua_rawlen(L, 1);
    luaL_argcheck(L, n <= TIMERS_MAX, 1, "too many lights or timers");
    for (lua_Integer i = 1; i <= n; i++) {
        int64_t left = left_of(L, i, field);
        if (left < 0 || left > stretch || (first && left >= soonest)) continue;
        soonest = left;
        first = i;
    }
    if (first == 0) return 0;
    lua_pushinteger(L, first);
    lua_pushinteger(L, soonest);
    return 2;
}

/* spend(list, field, seconds): takes the seconds off every countdown, down to 0 */
static int f_spend(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    const char *field = luaL_checkstring(L, 2);
    int64_t spent = luaL_checkinteger(L, 3);
    for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, 1); i <= n; i++) {
        int64_t left = left_of(L, i, field);
        if (left < 0) continue;
        lua_rawgeti(L, 1, i);
        lua_pushstring(L, field);
        lua_pushinteger(L, left > spent ? left - spent : 0);
        lua_rawset(L, -3);
        lua_pop(L, 1);
    }
    return 0;
}

/* parts(seconds) -> day (from 1), hour, minute, second */
static int f_parts(lua_State *L)
{
    int64_t s = luaL_checkinteger(L, 1), day = s / 86400, rest = s % 86400;
    if (rest < 0) {
        day--;
        rest += 86400;
    }
    lua_pushinteger(L, day + 1);
    lua_pushinteger(L, rest / 3600);
    lua_pushinteger(L, rest / 60 % 60);
    lua_pushinteger(L, rest % 60);
    return 4;
}

/* read(seconds) -> "0:20" */
static int f_read(lua_State *L)
{
    Text t = {0};
    int64_t s = luaL_checkinteger(L, 1);
    text_add_clock(&t, s);
    char buffer[48];
    snprintf(buffer, sizeof buffer, "%s", text_str(&t));
    text_free(&t);
    lua_pushstring(L, buffer);
    return 1;
}

void lib_clock(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"first", f_first}, {"spend", f_spend}, {"parts", f_parts}, {"read", f_read}, {NULL, NULL}};
    luaL_setfuncs(L, lib, 0);
}
