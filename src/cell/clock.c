/* The clock works on the state's own records, so that what is left of a light is plain data:
 * nothing in the state counts up for ever, and equal moments have equal bytes. */
#include "cell/primitives.h"
#include "core/text.h"

#include <lauxlib.h>
#include <stdio.h>

/* Of n countdowns (seconds left, in the order made; negative: stands still) the one that falls due
 * first within a stretch: the least, and among equals the one made first.  -1 when none does. */
static long first_of(const int64_t *left, size_t n, int64_t stretch)
{
    long first = -1;
    for (size_t i = 0; i < n; i++)
        if (left[i] >= 0 && left[i] <= stretch && (first < 0 || left[i] < left[first]))
            first = (long)i;
    return first;
}

typedef struct {
    int64_t day; /* from 1 */
    int hour, minute, second;
} Parts;

static Parts parts_of(int64_t s)
{
    int64_t day = s / 86400, rest = s % 86400;
    if (rest < 0) {
        day--;
        rest += 86400;
    }
    return (Parts){day + 1, (int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60)};
}

/* The whole number in field `name` of record i of the list at 1; -1 when it has none. */
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

/* first(list, field, stretch) -> place, seconds left | nothing */
static int f_first(lua_State *L)
{
    enum { MOST = 10000 };
    luaL_checktype(L, 1, LUA_TTABLE);
    const char *field = luaL_checkstring(L, 2);
    int64_t stretch = luaL_checkinteger(L, 3);
    size_t n = lua_rawlen(L, 1);
    if (n == 0) return 0;
    luaL_argcheck(L, n <= MOST, 1, "too many lights or timers");
    int64_t *left = lua_newuserdatauv(L, n * sizeof *left, 0);
    for (size_t i = 0; i < n; i++) left[i] = left_of(L, (lua_Integer)i + 1, field);
    long first = first_of(left, n, stretch);
    if (first < 0) return 0;
    lua_pushinteger(L, first + 1);
    lua_pushinteger(L, left[first]);
    return 2;
}

/* spend(list, field, seconds): every countdown goes on by so much */
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

/* parts(seconds) -> day, hour, minute, second */
static int f_parts(lua_State *L)
{
    Parts p = parts_of(luaL_checkinteger(L, 1));
    lua_pushinteger(L, p.day);
    lua_pushinteger(L, p.hour);
    lua_pushinteger(L, p.minute);
    lua_pushinteger(L, p.second);
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
