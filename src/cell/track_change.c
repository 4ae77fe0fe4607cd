/* Changes of tracks that are only counted, as in a study.  The usual ones are made here, for speed,
 * since a turn has several.  src/lua/play/tracks.lua calls these functions, and makes all other
 * changes itself. */
#include <lauxlib.h>

#include "cell/primitives.h"

static const char *const TRACK = "sconce.track"; /* the class of Track */

typedef enum { NUMBER, SWITCH, QUANTITY } TrackKind;

/* A track without rules for its bounds.  Its user values are its name and its event. */
typedef struct {
    TrackKind kind;
    bool has_own_max;   /* in the table "max" of its owner, under its name */
    bool is_followed;   /* a change may have consequences, which the caller handles */
    const void *owners; /* the metatable of its owners, as lua_topointer gives it */
    lua_Integer min, max;
} Track;
enum { NAME = 1, EVENT };

/* The first whole number that a float does not tell from its neighbour (MAX in tracks.lua). */
static const lua_Integer EXACT = (lua_Integer)1 << 53;

/* track(kind, name, event or false, metatable of its owners, minimum or nil, maximum, is followed)
 * -> the track, for `change`.  maximum: nil if there is none, true if each owner has its own. */
static int f_track(lua_State *L)
{
    static const char *const kinds[] = {"number", "switch", "quantity", NULL};
    lua_settop(L, 7);
    Track t = {.kind = (TrackKind)luaL_checkoption(L, 1, NULL, kinds),
               .owners = lua_topointer(L, 4),
               .min = luaL_optinteger(L, 5, -EXACT),
               .has_own_max = lua_isboolean(L, 6),
               .max = lua_isinteger(L, 6) ? lua_tointeger(L, 6) : EXACT,
               .is_followed = lua_toboolean(L, 7)};
    *(Track *)lua_newuserdatauv(L, sizeof t, 2) = t;
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, NAME);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, -2, EVENT);
    luaL_setmetatable(L, TRACK);
    return 1;
}

/* The arguments of `change`; behind them are the values of the track, before and after. */
enum { OF = 1, SIGN, OWNER, AMOUNT, WAS, NOW };

static bool is_exact(lua_State *L, int idx)
{
    lua_Integer n = lua_tointeger(L, idx);
    return lua_isinteger(L, idx) && n > -EXACT && n < EXACT;
}

/* Sets *max to the maximum of the owner's track.  False: it is not a whole number. */
static bool read_max(lua_State *L, const Track *t, lua_Integer *max)
{
    *max = t->max;
    if (!t->has_own_max) return true;
    lua_pushliteral(L, "max");
    if (lua_rawget(L, OWNER) != LUA_TTABLE) return false;
    lua_getiuservalue(L, OF, NAME);
    lua_rawget(L, -2);
    *max = lua_tointeger(L, -1);
    bool is_whole = lua_isinteger(L, -1);
    lua_pop(L, 2);
    return is_whole;
}

/* Pushes the number that a change leads to, within its bounds; *left gets how much could not be
 * done.  False: as push_changed. */
static bool push_number(lua_State *L, const Track *t, lua_Integer sign, lua_Integer *left)
{
    lua_Integer max;
    if (lua_isnil(L, AMOUNT) && sign != 0) {
        lua_pushinteger(L, 1); /* as in gain "stress" */
        lua_replace(L, AMOUNT);
    }
    if (!is_exact(L, AMOUNT) || !is_exact(L, WAS) || !read_max(L, t, &max)) return false;
    lua_Integer n = lua_tointeger(L, AMOUNT), was = lua_tointeger(L, WAS);
    lua_Integer now = sign == 0 ? n : was + sign * n;
    if (now <= -EXACT || now >= EXACT) return false;
    if (now < t->min) now = t->min;
    if (now > max) now = max;
    *left = n - sign * (now - was);
    lua_pushinteger(L, now);
    return true;
}

/* Pushes the quantity that a change leads to.  False: there is none. */
static bool push_quantity(lua_State *L, bool grows)
{
    Err err;
    const Quantity *amount = quantity_at(L, AMOUNT), *was = quantity_at(L, WAS);
    if (!amount || !was) return false;
    Quantity now = *was;
    bool fine = grows ? quantity_add(&now, amount, &err) : quantity_subtract(&now, amount, &err);
    if (fine) quantity_push(L, &now);
    return fine;
}

/* True if a change leaves the value as it was. */
static bool is_same(lua_State *L, const Track *t)
{
    const Quantity *amount = t->kind == QUANTITY ? lua_touserdata(L, AMOUNT) : NULL;
    if (amount) return amount->num == 0;
    return lua_rawequal(L, WAS, NOW);
}

/* Pushes the value that a change leads to; *left gets how much could not be done.  False: the
 * caller makes this change itself. */
static bool push_changed(lua_State *L, const Track *t, lua_Integer sign, lua_Integer *left)
{
    *left = 0;
    switch (t->kind) {
    case NUMBER: return push_number(L, t, sign, left);
    case SWITCH:
        if (!lua_isboolean(L, WAS) || (sign == 0 && !lua_isboolean(L, AMOUNT))) return false;
        lua_pushboolean(L, sign == 0 ? lua_toboolean(L, AMOUNT) : sign > 0);
        return true;
    case QUANTITY: return sign != 0 && push_quantity(L, sign > 0);
    }
    return false;
}

/* Calls the function `count` at upvalue 1 for the event of a change. */
static void count_change(lua_State *L, const Track *t)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    if (lua_getiuservalue(L, OF, EVENT) != LUA_TSTRING) return;
    bool is_gone = t->has_own_max && lua_isinteger(L, NOW) && lua_tointeger(L, NOW) == 0;
    if (is_gone)
        lua_pushliteral(L, "0");
    else
        lua_pushnil(L);
    lua_call(L, 2, 0);
}

/* change(track, sign, owner, amount) -> how much could not be done; if the track is followed, also
 * the values before and after.  sign: 1 for gain, -1 for lose, 0 for set.  No result: nothing was
 * done, and the caller makes this change itself. */
static int f_change(lua_State *L)
{
    lua_Integer left, sign = lua_tointeger(L, SIGN);
    const Track *t = lua_touserdata(L, OF);
    lua_settop(L, AMOUNT);
    if (!lua_getmetatable(L, OWNER) || lua_topointer(L, -1) != t->owners) return 0;
    lua_settop(L, AMOUNT);
    lua_getiuservalue(L, OF, NAME);
    if (lua_rawget(L, OWNER) == LUA_TNIL || !push_changed(L, t, sign, &left)) return 0;
    bool has_changed = !is_same(L, t);
    if (has_changed) {
        lua_getiuservalue(L, OF, NAME);
        lua_pushvalue(L, NOW);
        lua_rawset(L, OWNER);
        count_change(L, t);
    }
    lua_pushinteger(L, left);
    if (!has_changed || !t->is_followed) return 1;
    lua_pushvalue(L, WAS);
    lua_pushvalue(L, NOW);
    return 3;
}

/* changer(count) -> the function `change`, which calls count(event, name) for each change */
static int f_changer(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_pushcclosure(L, f_change, 1);
    return 1;
}

void lib_track_change(lua_State *L)
{
    static const luaL_Reg lib[] = {{"track", f_track}, {"changer", f_changer}, {NULL, NULL}};
    luaL_newmetatable(L, TRACK);
    lua_pop(L, 1);
    luaL_setfuncs(L, lib, 0);
}
