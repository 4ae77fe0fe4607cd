/* Lists of records: members, lamps, timers; and, at the end, `each`, with which rules go through
 * any list.  They are in C because play goes through such lists many times in each turn. */
#include <lauxlib.h>
#include <string.h>

#include "cell/limits/limits.h"
#include "cell/primitives.h"
#include "cell/sandbox.h"
#include "core/text.h"

enum { ITEMS_PER_STEP = 2 }; /* how many items of a list take as long as one step (limits.h) */

/* The length of the list at this stack index; raises for a value that is not a table. */
static lua_Integer length_of(lua_State *L, int list)
{
    luaL_checktype(L, list, LUA_TTABLE);
    return (lua_Integer)lua_rawlen(L, list);
}

/* adopt(list, meta): gives each table of the list this metatable */
static int f_adopt(lua_State *L)
{
    lua_Integer n = length_of(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, i);
        luaL_checktype(L, -1, LUA_TTABLE);
        if (!lua_getmetatable(L, -1) || !lua_rawequal(L, -1, 2)) {
            lua_settop(L, 3);
            lua_pushvalue(L, 2);
            lua_setmetatable(L, 3);
        }
        lua_settop(L, 2);
    }
    return 0;
}

/* copy(list) -> a new list of the same items */
static int f_copy(lua_State *L)
{
    lua_Integer n = length_of(L, 1);
    limits_charge(L, n / ITEMS_PER_STEP);
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, i);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

/* find(list, value) -> the place of the first item that equals the value, or nil */
static int f_find(lua_State *L)
{
    lua_settop(L, 2);
    lua_Integer n = luaL_len(L, 1);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 1, i);
        if (i % ITEMS_PER_STEP == 0) limits_charge(L, 1);
        if (lua_compare(L, -1, 2, LUA_OPEQ)) {
            lua_pushinteger(L, i);
            return 1;
        }
        lua_pop(L, 1);
    }
    return 0;
}

/* take(list, item): takes the first such item out of the list; those behind it move up -> true if
 * the list had it */
static int f_take(lua_State *L)
{
    lua_Integer n = length_of(L, 1), at = 1;
    lua_settop(L, 2);
    for (bool found = false; at <= n; at++) {
        lua_rawgeti(L, 1, at);
        found = lua_rawequal(L, 2, -1);
        lua_pop(L, 1);
        if (found) break;
    }
    lua_pushboolean(L, at <= n);
    for (; at <= n; at++) {
        lua_rawgeti(L, 1, at + 1); /* nil behind the last */
        lua_rawseti(L, 1, at);
    }
    return 1;
}

enum { CELLS_PER_STEP = 4 }; /* cells of the table of text_distance that take as long as one step */

/* distance(a, b, max) -> text_distance of two names: how many letters they differ by, up to max */
static int f_distance(lua_State *L)
{
    size_t m, n;
    const char *a = luaL_checklstring(L, 1, &m), *b = luaL_checklstring(L, 2, &n);
    lua_Integer max = luaL_checkinteger(L, 3);
    luaL_argcheck(L, max >= 0 && max < TEXT_DISTANCE_MAX, 3, "too large");
    size_t d = text_distance(a, m, b, n, (size_t)max);
    limits_charge(L, (int64_t)(m * n / CELLS_PER_STEP));
    lua_pushinteger(L, (lua_Integer)d);
    return 1;
}

enum { DEPTH_MAX = 1000 }; /* tables in tables, each a call of C; a state has VALUE_DEPTH at most */

/* Pushes a deep copy of the table at idx.  depth: how many tables hold the one at idx. */
static void push_copies(lua_State *L, int idx, int depth)
{
    if (depth > DEPTH_MAX) luaL_error(L, "stack overflow");
    luaL_checkstack(L, 6, NULL);
    lua_newtable(L);
    int copy = lua_gettop(L), n = 0;
    for (lua_pushnil(L); lua_next(L, idx); n++) {
        lua_pushvalue(L, -2);
        lua_rotate(L, -2, 1); /* the key, once for the next step and once for the copy */
        if (lua_istable(L, -1)) {
            push_copies(L, lua_gettop(L), depth + 1);
            lua_remove(L, -2);
        }
        lua_rawset(L, copy);
    }
    limits_charge(L, n / ITEMS_PER_STEP);
}

void push_deep_copy(lua_State *L, int idx)
{
    push_copies(L, lua_absindex(L, idx), 0);
}

/* deep_copy(value) -> a copy of a table and all tables in it, without metatables; else the value */
static int f_deep_copy(lua_State *L)
{
    lua_settop(L, 1);
    if (lua_istable(L, 1)) push_deep_copy(L, 1);
    return 1;
}

/* --- members --- */

/* The upvalues of all functions below: keys of a member, of a lamp or timer, and of a group. Making
 * the text of a key for each look-up would cost more than the look-up. */
enum { AWAY = 1, NAME, SECS_KEY, TURNS_KEY, LIGHTS_KEY, TIMERS_KEY, ELSEWHERE_KEY };
static const char *const keys[] = {"away",   "name",   "secs",     "turns",
                                   "lights", "timers", "elsewhere"};
enum { KEYS = sizeof keys / sizeof *keys };

/* Pushes the field of the record on top of the stack whose key is this upvalue.  A missing field is
 * nil; the check of the state reports it after the line. */
static void get_key(lua_State *L, int key)
{
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_pushvalue(L, lua_upvalueindex(key));
    lua_rawget(L, -2);
}

/* The slot (sandbox.h) of the field of the record on top of the stack whose key is this upvalue, to
 * be read at once; NULL where slots cannot be read. */
static const Slot *slot_of(lua_State *L, int key)
{
    if (!luaH_getstr || !lua_istable(L, -1)) return NULL;
    return luaH_getstr((void *)lua_topointer(L, -1),
                       (void *)lua_topointer(L, lua_upvalueindex(key)));
}

static bool is_true(const Slot *slot)
{
    return slot_type(slot) != LUA_TNIL && slot->type != SLOT_FALSE;
}

/* True if the member on top of the stack is away. */
static bool is_away(lua_State *L)
{
    const Slot *slot = slot_of(L, AWAY);
    if (slot) return is_true(slot);
    get_key(L, AWAY);
    bool away = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return away;
}

/* Fills the list on top of the stack with those of the members at 1 who are not away. */
static void fill_present(lua_State *L)
{
    lua_Integer n = length_of(L, 1), there = 0;
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, i);
        if (is_away(L))
            lua_pop(L, 1);
        else
            lua_rawseti(L, -2, ++there);
    }
    /* The list may be one that held more members before. */
    for (n = (lua_Integer)lua_rawlen(L, -1); n > there; n--) {
        lua_pushnil(L);
        lua_rawseti(L, -2, n);
    }
}

/* True if the list at 2, whose address is `list`, surely has exactly the members at 1, and nobody
 * is away.  That is the usual case, as the same list is filled again in every turn. */
static bool surely_has_present(lua_State *L, void *list)
{
    void *members = (void *)lua_topointer(L, 1);
    void *away = (void *)lua_topointer(L, lua_upvalueindex(AWAY));
    lua_Integer n = length_of(L, 1);
    if (!luaH_getint || (lua_Integer)lua_rawlen(L, 2) != n) return false;
    for (lua_Integer i = 1; i <= n; i++) {
        const Slot *who = item_slot(members, i), *there = item_slot(list, i);
        if (slot_type(who) != LUA_TTABLE || there->value.object != who->value.object ||
            is_true(luaH_getstr(who->value.object, away)))
            return false;
    }
    return true;
}

/* present(members, list or nil) -> a list of the members who are not away: `list`, filled again, or
 * a new one */
static int f_present(lua_State *L)
{
    lua_settop(L, 2);
    bool has_list = lua_istable(L, 2);
    if (has_list && surely_has_present(L, (void *)lua_topointer(L, 2))) return 1;
    if (!has_list) lua_createtable(L, (int)length_of(L, 1), 0);
    fill_present(L);
    return 1;
}

/* any_present(members) -> true if one of them is not away */
static int f_any_present(lua_State *L)
{
    lua_Integer n = length_of(L, 1);
    bool there = false;
    for (lua_Integer i = 1; i <= n && !there; i++) {
        lua_rawgeti(L, 1, i);
        there = !is_away(L);
    }
    lua_pushboolean(L, there);
    return 1;
}

/* True if the record on top of the stack has the name at stack index `name`.  Where Lua lets us
 * look into its tables (sandbox.h), a short name is compared by its address, which is faster. */
static bool is_named(lua_State *L, int name)
{
    const Slot *slot = slot_of(L, NAME);
    if (slot && slot->type == SLOT_SHORT_TEXT) return slot->value.object == lua_topointer(L, name);
    get_key(L, NAME);
    bool same = lua_rawequal(L, -1, name);
    lua_pop(L, 1);
    return same;
}

/* True if these two lists of n items surely are members who are present, and their names: the usual
 * case, in which slots can be read.  False: are_present looks again. */
static bool are_surely_present(lua_State *L, void *members, void *names, lua_Integer n)
{
    void *name = (void *)lua_topointer(L, lua_upvalueindex(NAME));
    void *away = (void *)lua_topointer(L, lua_upvalueindex(AWAY));
    for (lua_Integer i = 1; luaH_getint && i <= n; i++) {
        const Slot *who = item_slot(members, i), *called = item_slot(names, i);
        if (slot_type(who) != LUA_TTABLE || called->type != SLOT_SHORT_TEXT) return false;
        const Slot *own = luaH_getstr(who->value.object, name);
        if (own->type != SLOT_SHORT_TEXT || own->value.object != called->value.object ||
            is_true(luaH_getstr(who->value.object, away)))
            return false;
    }
    return luaH_getint != NULL;
}

/* True if the members at 1 have the names at stack index `names`, the last, in this
 * order, and nobody is away. */
static bool are_present(lua_State *L, int names)
{
    lua_Integer n = length_of(L, 1);
    bool same = length_of(L, names) == n;
    lua_settop(L, names);
    if (same &&
        are_surely_present(L, (void *)lua_topointer(L, 1), (void *)lua_topointer(L, names), n))
        return true;
    for (lua_Integer i = 1; i <= n && same; i++) {
        lua_rawgeti(L, names, i);
        lua_rawgeti(L, 1, i);
        same = is_named(L, names + 1) && !is_away(L);
        lua_settop(L, names);
    }
    return same;
}

/* are_present(members, names) -> true if the members have these names in order, and nobody is away
 */
static int f_are_present(lua_State *L)
{
    lua_pushboolean(L, are_present(L, 2));
    return 1;
}

/* present_as(members, list or nil, names) -> present(members, list), if are_present(members,
 * names); else nil */
static int f_present_as(lua_State *L)
{
    return are_present(L, 3) ? f_present(L) : 0;
}

/* Arguments of same_crowd on the stack. */
enum { GROUPS = 1, NAMES, READ_AS };

/* True if the member on top has the name below it, and was read with that name.  Pops both. */
static bool is_still_called(lua_State *L)
{
    int member = lua_gettop(L), name = member - 1;
    bool same = false;
    if (lua_istable(L, member) && is_named(L, name) && lua_rawget(L, READ_AS) == LUA_TTABLE) {
        lua_pushliteral(L, "name");
        lua_rawget(L, -2);
        same = lua_rawequal(L, -1, name);
    }
    lua_settop(L, name - 1);
    return same;
}

/* True if the members of the group on top of the stack have the next names of NAMES, and "" comes
 * after them.  *n, the names used so far, is moved past these.  Pops the group. */
static bool is_same_group(lua_State *L, lua_Integer *n)
{
    bool same = true;
    lua_pushliteral(L, "members");
    lua_rawget(L, -2);
    int members = lua_gettop(L);
    lua_Integer members_n = length_of(L, members);
    for (lua_Integer k = 1; k <= members_n && same; k++) {
        lua_rawgeti(L, NAMES, ++*n);
        lua_rawgeti(L, members, k);
        same = is_still_called(L);
    }
    lua_pushliteral(L, "");
    lua_rawgeti(L, NAMES, ++*n);
    same = same && lua_rawequal(L, -1, -2);
    lua_settop(L, READ_AS);
    return same;
}

/* same_crowd(groups, names, read) -> true if the members of the groups still have these names.
 * names: of all members in their order, and "" after each group; read[member].name: the name under
 * which a member was read, which must be the same */
static int f_same_crowd(lua_State *L)
{
    lua_Integer n = 0, groups = length_of(L, GROUPS);
    bool same = true;
    lua_settop(L, READ_AS);
    for (lua_Integer i = 1; i <= groups && same; i++) {
        lua_rawgeti(L, GROUPS, i);
        same = is_same_group(L, &n);
    }
    lua_pushboolean(L, same && n == length_of(L, NAMES));
    return 1;
}

/* Pushes the first record of the list at 1 that has the name at stack index `name`, or nil.  usual:
 * the place where to look first. */
static void push_member(lua_State *L, int name, lua_Integer usual)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1);
    if (usual <= n) {
        lua_rawgeti(L, 1, usual);
        if (is_named(L, name)) return;
        lua_pop(L, 1);
    }
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, i);
        if (is_named(L, name)) return;
        lua_pop(L, 1);
    }
    lua_pushnil(L);
}

/* first_named(list, name) -> the first record of the list that has this name, or nil */
static int f_first_named(lua_State *L)
{
    length_of(L, 1);
    push_member(L, 2, 1);
    return 1;
}

/* named(members, names) -> a new list of the members who have these names and are not away, in the
 * order of the names */
static int f_named(lua_State *L)
{
    lua_Integer n = length_of(L, 2), there = 0;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (are_present(L, 2)) return f_copy(L); /* as nearly always */
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 2, i);
        push_member(L, 4, i);
        if (!lua_isnil(L, -1) && !is_away(L)) lua_rawseti(L, 3, ++there);
        lua_settop(L, 3);
    }
    return 1;
}

/* --- lamps and timers, which count down ---
 *
 * Each has its time left in one of the fields secs, turns and real; below 0, or without such a
 * field, it never runs off.  A stretch of time passes for all that count in the same field.  It
 * ends when the first of them has nothing left, so that rules can say what happens then; the caller
 * (lua/play/time.lua) lets the rest pass afterwards. */

/* Pushes item i of the list, and then its time left in the field named at stack index `field`.
 * False: it never runs off. */
static bool push_time_left(lua_State *L, int list, int field, lua_Integer i)
{
    lua_rawgeti(L, list, i);
    lua_pushvalue(L, field);
    if (lua_rawget(L, -2) == LUA_TNIL) return false;
    lua_pushinteger(L, 0);
    bool runs = lua_compare(L, -1, -2, LUA_OPLE);
    lua_pop(L, 1);
    return runs;
}

/* Finds the item of the list that runs off first within the stretch; of equals, the first in the
 * list.  Returns its place, or 0 when none runs off.  stretch: a stack index; the value there is
 * replaced by the time that this item has left.  found: an item of another list ends the stretch
 * already, so only one that runs off earlier counts. */
static lua_Integer find_due(lua_State *L, int list, int field, int stretch, bool found)
{
    lua_Integer n = length_of(L, list), first = 0;
    int top = lua_gettop(L);
    for (lua_Integer i = 1; i <= n; i++) {
        if (found && lua_tonumber(L, stretch) <= 0) break; /* nothing runs off sooner than now */
        if (push_time_left(L, list, field, i) &&
            lua_compare(L, -1, stretch, found ? LUA_OPLT : LUA_OPLE)) {
            first = i;
            found = true;
            lua_replace(L, stretch);
        }
        lua_settop(L, top);
    }
    return first;
}

/* Takes the stretch at stack index `stretch` off what each item has left, down to 0. */
static void run_off(lua_State *L, int list, int field, int stretch)
{
    lua_Integer n = length_of(L, list);
    int top = lua_gettop(L);
    for (lua_Integer i = 1; i <= n; i++) {
        if (push_time_left(L, list, field, i)) {
            lua_pushvalue(L, field);
            if (lua_compare(L, -2, stretch, LUA_OPLE)) {
                lua_pushinteger(L, 0);
            } else {
                lua_pushvalue(L, -2);
                lua_pushvalue(L, stretch);
                lua_arith(L, LUA_OPSUB);
            }
            lua_rawset(L, top + 1);
        }
        lua_settop(L, top);
    }
}

/* Pushes a place; nil for 0. */
static void push_place(lua_State *L, lua_Integer place)
{
    if (place)
        lua_pushinteger(L, place);
    else
        lua_pushnil(L);
}

/* run_down(list, other, field, stretch) -> passed, place, place in other.  Lets the stretch pass
 * for all items of both lists, or less, until the first of them runs off.  Returns how much passed,
 * and the place of that item in its list; of equals, the first of `list`. */
static int f_run_down(lua_State *L)
{
    enum { LIST = 1, OTHER, FIELD, STRETCH };
    lua_settop(L, STRETCH);
    lua_Integer first = find_due(L, LIST, FIELD, STRETCH, /* found */ false);
    lua_Integer second = find_due(L, OTHER, FIELD, STRETCH, first != 0);
    lua_pushinteger(L, 0);
    if (lua_compare(L, -1, STRETCH, LUA_OPLT)) {
        run_off(L, LIST, FIELD, STRETCH);
        run_off(L, OTHER, FIELD, STRETCH);
    }
    lua_settop(L, STRETCH);
    push_place(L, second ? 0 : first); /* `second` runs off earlier than `first` */
    push_place(L, second);
    return 3;
}

/* True if the record on top of the stack has time left in this field after the stretch, or never
 * runs off.  field: stack index of its name.  Sets *counted if the record has the field. */
static bool outlasts(lua_State *L, int field, lua_Integer stretch, bool *counted)
{
    lua_pushvalue(L, field);
    bool counts = lua_rawget(L, -2) != LUA_TNIL;
    if (counts) *counted = true;
    lua_Integer left = counts && lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
    lua_pop(L, 1);
    return !counts || left < 0 || left > stretch;
}

/* The stack of pass_turn: the group, the seconds; its lists; the names of two fields; the number 1.
 */
enum { PASSING = 1, SECS, LIGHTS, TIMERS, SECS_FIELD, TURNS_FIELD, ONE };

/* True if all items of the list outlast a turn of secs seconds.  Sets *counted if one counts down.
 */
static bool all_outlast(lua_State *L, int list, lua_Integer secs, bool *counted)
{
    lua_Integer n = length_of(L, list);
    bool all = true;
    for (lua_Integer i = 1; i <= n && all; i++) {
        lua_rawgeti(L, list, i);
        all = lua_istable(L, -1) && outlasts(L, SECS_FIELD, secs, counted) &&
              outlasts(L, TURNS_FIELD, 1, counted);
        lua_pop(L, 1);
    }
    return all;
}

/* pass_turn(party, secs) -> true if a turn of this many seconds has passed for all lamps and timers
 * of the group, as it does in most turns.  False, and nothing has changed: one of them would run
 * off, or the group has lamps elsewhere; the caller then goes step by step, with run_down.  secs
 * nil: the turn takes no seconds. */
static int f_pass_turn(lua_State *L)
{
    luaL_checktype(L, PASSING, LUA_TTABLE);
    lua_settop(L, SECS);
    lua_Integer secs = luaL_optinteger(L, SECS, 0);
    for (int key = LIGHTS_KEY; key <= ELSEWHERE_KEY; key++) {
        lua_pushvalue(L, lua_upvalueindex(key));
        lua_rawget(L, PASSING);
    }
    bool all = lua_isnil(L, -1), counted = false; /* -1: lamps elsewhere */
    lua_settop(L, TIMERS);
    lua_pushvalue(L, lua_upvalueindex(SECS_KEY));
    lua_pushvalue(L, lua_upvalueindex(TURNS_KEY));
    lua_pushinteger(L, 1);
    all = all && all_outlast(L, LIGHTS, secs, &counted) && all_outlast(L, TIMERS, secs, &counted);
    for (int list = LIGHTS; all && counted && list <= TIMERS; list++) {
        if (secs) run_off(L, list, SECS_FIELD, SECS);
        run_off(L, list, TURNS_FIELD, ONE);
    }
    lua_pushboolean(L, all);
    return 1;
}

/* --- rooms --- */

/* Digits behind a name: a number with more does not fit into 64 bits. */
enum { NUMBER_DIGITS = 18 };
/* Numbers that one search looks at; any would do. */
enum { NUMBERS = 256 };

/* Arguments of free_number on the stack. */
enum { PREFIX = 1, FROM, ROOMS, PARTIES };

/* The numbers that are looked at in one search. */
typedef struct {
    const char *prefix;
    size_t n; /* bytes of the prefix */
    lua_Integer from;
    bool taken[NUMBERS]; /* of `from` and the numbers behind it */
} NumberSearch;

/* Pops a name.  If it is the prefix and a number ("cave 12"), notes the number as taken. */
static void note_number(lua_State *L, NumberSearch *s)
{
    size_t i = s->n, name_n = 0;
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &name_n) : "";
    lua_Integer number = 0;
    /* "cave 07" has no number, since free_number makes none with a 0 before it. */
    bool is_number = name_n > i && name_n < i + NUMBER_DIGITS && name[i] != '0' &&
                     memcmp(name, s->prefix, i) == 0;
    for (; is_number && i < name_n; i++) {
        is_number = name[i] >= '0' && name[i] <= '9';
        number = 10 * number + (name[i] - '0');
    }
    if (is_number && number >= s->from && number - s->from < NUMBERS)
        s->taken[number - s->from] = true;
    lua_pop(L, 1);
}

/* Notes the numbers in a field of the record on top of the stack: a name, or a list of names. */
static void note_field(lua_State *L, const char *field, NumberSearch *s)
{
    lua_pushstring(L, field);
    if (lua_rawget(L, -2) != LUA_TTABLE) {
        note_number(L, s);
        return;
    }
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    limits_charge(L, n / ITEMS_PER_STEP);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        note_number(L, s);
    }
    lua_pop(L, 1);
}

/* Notes the numbers in two fields of each record of a list. */
static void note_fields(lua_State *L, int list, const char *a, const char *b, NumberSearch *s)
{
    for (lua_Integer i = 1, n = length_of(L, list); i <= n; i++) {
        lua_rawgeti(L, list, i);
        note_field(L, a, s);
        note_field(L, b, s);
        lua_pop(L, 1);
    }
}

/* free_number(prefix, from, rooms, parties) -> the lowest number, `from` or above, for which no
 * room is called prefix and number.  Names in exits of rooms count, too, and those of rooms where
 * groups are or came from */
static int f_free_number(lua_State *L)
{
    NumberSearch s = {.prefix = luaL_checkstring(L, PREFIX), .from = luaL_checkinteger(L, FROM)};
    s.n = lua_rawlen(L, PREFIX);
    lua_settop(L, PARTIES);
    for (;; s.from += NUMBERS) {
        memset(s.taken, 0, sizeof s.taken);
        note_fields(L, ROOMS, "name", "exits", &s);
        note_fields(L, PARTIES, "room", "came", &s);
        const bool *free = memchr(s.taken, false, sizeof s.taken);
        if (!free) continue;
        lua_pushinteger(L, s.from + (free - s.taken));
        return 1;
    }
}

/* --- going through a list --- */

/* The iterator of `each` for many items.  Upvalues: a list, the place of the last item given. */
static int next_item(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(2)) + 1;
    lua_pushinteger(L, i);
    lua_replace(L, lua_upvalueindex(2));
    lua_rawgeti(L, lua_upvalueindex(1), i);
    return 1;
}

enum { FEW = 16 }; /* items that `each` keeps as upvalues: a closure is made faster than a list */

/* The iterator for up to FEW items.  Upvalues: the place of the last one given, and all of them. */
static int next_of_few(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(1)) + 1;
    if (i > FEW) return 0;
    lua_pushinteger(L, i);
    lua_replace(L, lua_upvalueindex(1));
    lua_pushvalue(L, lua_upvalueindex(1 + (int)i));
    return 1;
}

/* --- how far a loop has come --- */

/* Pushes an item of the iterator at stack index fn: i = 0 is the item that it gave last, 1 the next
 * one …; nil when there is none. */
static void push_item_after(lua_State *L, int fn, lua_Integer i)
{
    bool few = lua_tocfunction(L, fn) == next_of_few;
    lua_getupvalue(L, fn, few ? 1 : 2);
    lua_Integer at = lua_tointeger(L, -1) + i;
    lua_pop(L, 1);
    if (few) {
        if (at < 1 || !lua_getupvalue(L, fn, 1 + (int)at)) lua_pushnil(L);
        return;
    }
    lua_getupvalue(L, fn, 1);
    lua_rawgeti(L, -1, at);
    lua_remove(L, -2);
}

/* Pushes the name of the record on top, in its place; nil when it has none. */
static void name_of_top(lua_State *L)
{
    bool record = lua_istable(L, -1);
    if (record) {
        lua_pushliteral(L, "name");
        lua_rawget(L, -2);
    } else {
        lua_pushnil(L);
    }
    lua_remove(L, -2);
    if (lua_type(L, -1) == LUA_TSTRING) return;
    lua_pop(L, 1);
    lua_pushnil(L);
}

/* True if an iterator of `each` is at stack index fn, and gave last an item of this name. */
static bool is_at(lua_State *L, int fn, const char *name)
{
    lua_CFunction f = lua_tocfunction(L, fn);
    if (f != next_of_few && f != next_item) return false;
    push_item_after(L, fn, 0);
    name_of_top(L);
    bool same = lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), name) == 0;
    lua_pop(L, 1);
    return same;
}

/* Pushes a list of the names that the iterator at stack index fn gives next. */
static void push_rest(lua_State *L, int fn)
{
    lua_newtable(L);
    int list = lua_gettop(L);
    for (lua_Integer i = 1;; i++) {
        push_item_after(L, fn, i);
        name_of_top(L);
        if (lua_isnil(L, -1)) break;
        lua_rawseti(L, list, i);
    }
    lua_settop(L, list);
}

/* Calls of functions in which a loop is looked for; it is nearly always in the first. */
enum { LOOP_LEVELS = 32 };

/* Lua keeps the iterator of a running loop among the locals of its function. */
bool push_loop_rest(lua_State *L, const char *name)
{
    lua_Debug ar;
    int top = lua_gettop(L);
    luaL_checkstack(L, 8, NULL);
    for (int level = 0; level < LOOP_LEVELS && lua_getstack(L, level, &ar); level++)
        for (int i = 1; lua_getlocal(L, &ar, i); lua_settop(L, top), i++) {
            if (!is_at(L, top + 1, name)) continue;
            push_rest(L, top + 1);
            lua_remove(L, top + 1);
            if (lua_rawlen(L, -1) > 0) return true;
        }
    return false;
}

/* Upvalues of `each` besides AWAY and NAME; see f_each_of. */
enum { PARTY_META = NAME + 1, ITEMS_OF };

/* Pushes the iterator over the n items of the list at 1, which keeps them as upvalues (FEW). party:
 * the items are members, and those who are away are left out. */
static int push_few(lua_State *L, lua_Integer n, bool party)
{
    luaL_checkstack(L, FEW + 4, NULL);
    lua_pushinteger(L, 0); /* how many were given so far */
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, i);
        if (party && is_away(L)) lua_pop(L, 1);
    }
    lua_pushcclosure(L, next_of_few, lua_gettop(L) - 1);
    return 1;
}

/* Pushes the iterator over the items of the list on top. */
static int push_many(lua_State *L)
{
    lua_pushinteger(L, 0); /* how many were given so far */
    lua_pushcclosure(L, next_item, 2);
    return 1;
}

/* The argument of `each`: a table without a metatable; a party, whose items are the members who are
 * present; or any other value, whose items ITEMS_OF gives or refuses. */
typedef enum { PLAIN_LIST, PARTY, OTHER } Iterated;

/* Looks at the argument of `each`, and leaves nothing else on the stack. */
static Iterated kind_of_iterated(lua_State *L)
{
    lua_settop(L, 1);
    if (!lua_istable(L, 1)) return OTHER;
    if (lua_getmetatable(L, 1)) {
        bool party = lua_rawequal(L, -1, lua_upvalueindex(PARTY_META));
        lua_settop(L, 1);
        return party ? PARTY : OTHER;
    }
    if (lua_rawlen(L, 1) > 0) return PLAIN_LIST;
    limits_charge(L, slot_steps(lua_topointer(L, 1)));
    lua_pushnil(L);
    bool is_empty = !lua_next(L, 1); /* a table of fields alone is not a list */
    lua_settop(L, 1);
    return is_empty ? PLAIN_LIST : OTHER;
}

/* each(list) -> a function that returns one item after the other, and nil at the end.  It goes
 * through a copy, since the list may change meanwhile. */
static int f_each(lua_State *L)
{
    Iterated what = kind_of_iterated(L);
    if (what == OTHER) {
        lua_pushvalue(L, lua_upvalueindex(ITEMS_OF));
        lua_insert(L, 1);
        lua_call(L, 1, 1);
        return lua_isfunction(L, -1) ? 1 : push_many(L); /* the iterator itself, or items */
    }
    if (what == PARTY) {
        lua_getfield(L, 1, "members");
        lua_replace(L, 1);
    }
    lua_Integer n = length_of(L, 1);
    if (n <= FEW) return push_few(L, n, what == PARTY);
    if (what == PARTY) {
        lua_createtable(L, (int)n, 0);
        fill_present(L);
    } else {
        f_copy(L);
    }
    return push_many(L);
}

/* differs(record, names, values, from) -> the place of the first name, from place `from` on, under
 * which the record has no value, or another value than `values` has; nil when there is none */
static int f_differs(lua_State *L)
{
    lua_Integer n = length_of(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_Integer from = luaL_checkinteger(L, 4);
    limits_charge(L, n / ITEMS_PER_STEP);
    for (lua_Integer i = from; i <= n; i++) {
        lua_rawgeti(L, 2, i);
        lua_pushvalue(L, -1);
        bool has = lua_rawget(L, 1) != LUA_TNIL;
        lua_rotate(L, -2, 1); /* the name on top again */
        lua_rawget(L, 3);
        if (!has || !lua_rawequal(L, -1, -2)) {
            lua_pushinteger(L, i);
            return 1;
        }
        lua_pop(L, 2);
    }
    return 0;
}

/* each_of(meta, items) -> the function `each`.  meta: the metatable of a party.  items(value):
 * gives the items of every other value but a plain list, as a new list or as the function that
 * `each` is to return; raises for a value that is not a list, such as a table of fields alone. */
static int f_each_of(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(AWAY));
    lua_pushvalue(L, lua_upvalueindex(NAME));
    lua_rotate(L, 1, NAME); /* in the order of the upvalues */
    lua_pushcclosure(L, f_each, ITEMS_OF);
    return 1;
}

/* hand_over(each, meta or nil): sets the metatable by which `each` knows a party.  nil: it knows
 * none, and items(list) gives the items of parties, too; lua/study follows the loops that way. */
static int f_hand_over(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_setupvalue(L, 1, PARTY_META);
    return 0;
}

void lib_record_lists(lua_State *L)
{
    static const luaL_Reg lib[] = {{"adopt", f_adopt},
                                   {"copy", f_copy},
                                   {"find", f_find},
                                   {"distance", f_distance},
                                   {"deep_copy", f_deep_copy},
                                   {"present", f_present},
                                   {"any_present", f_any_present},
                                   {"are_present", f_are_present},
                                   {"present_as", f_present_as},
                                   {"same_crowd", f_same_crowd},
                                   {"first_named", f_first_named},
                                   {"named", f_named},
                                   {"take", f_take},
                                   {"run_down", f_run_down},
                                   {"pass_turn", f_pass_turn},
                                   {"free_number", f_free_number},
                                   {"differs", f_differs},
                                   {"each_of", f_each_of},
                                   {"hand_over", f_hand_over},
                                   {NULL, NULL}};
    for (int i = 0; i < KEYS; i++) lua_pushstring(L, keys[i]);
    luaL_setfuncs(L, lib, KEYS);
}
