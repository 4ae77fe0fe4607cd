/* The turn memo (memo.h) and the runs of a simulation (replay.h), for src/lua/study.  A node is a
 * light userdata, valid until `forget` or `open`.  Also helpers that all of cell/study has
 * (study.h). */
#include "cell/study/study.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "cell/door.h"
#include "cell/limits/limits.h"
#include "cell/primitives.h"
#include "cell/sandbox.h"
#include "cell/study/replay.h"
#include "core/text.h"

static Door *door_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

/* The third upvalue of the functions below, a userdata with a pointer to the Replay; the first two
 * are those of the door (door_share).  Its user value is a table: the index of a chart -> its
 * RowTable, a userdata. */
static Replay **box_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(3));
}

static Replay *replay_of(lua_State *L)
{
    return *box_of(L);
}

static Memo *memo_of(lua_State *L)
{
    return &replay_of(L)->memo;
}

static int f_gc(lua_State *L)
{
    Replay **box = lua_touserdata(L, 1);
    replay_free(*box);
    *box = NULL;
    return 0;
}

void study_class(lua_State *L, const char *name, const luaL_Reg *methods)
{
    luaL_newmetatable(L, name);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    luaL_setfuncs(L, methods, 0);
    lua_pop(L, 1);
}

int64_t *study_numbers(lua_State *L, int idx, size_t *n)
{
    luaL_checktype(L, idx, LUA_TTABLE);
    *n = lua_rawlen(L, idx);
    int64_t *list = lua_newuserdatauv(L, (*n + 1) * sizeof *list, 0);
    for (size_t i = 0; i < *n; i++) {
        lua_rawgeti(L, idx, (lua_Integer)i + 1);
        list[i] = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    return list;
}

/* The argument at idx: the number of a slot, a field or a draw, all from 1. */
static size_t number_at(lua_State *L, int idx)
{
    lua_Integer n = luaL_checkinteger(L, idx);
    luaL_argcheck(L, n >= 1 && n < COUNT_MARK, idx, "no such slot");
    return (size_t)n;
}

/* The node that a function got as its first argument. */
static StateNode *node_of(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TLIGHTUSERDATA);
    return lua_touserdata(L, 1);
}

/* The marks, which are the arguments from `first` on: as many in every turn. */
static const int64_t *marks_from(lua_State *L, int first, size_t *n)
{
    Replay *r = replay_of(L);
    *n = (size_t)(lua_gettop(L) - first + 1);
    array_room(&r->marks, &r->marks_room, *n, sizeof *r->marks);
    for (size_t i = 0; i < *n; i++) r->marks[i] = luaL_checkinteger(L, first + (int)i);
    return r->marks;
}

/* --- the memo --- */

/* Memo.add: calls the function that f_open got, and that is kept in the registry. */
static int64_t add_values(void *ud, int64_t operand, int64_t value)
{
    lua_State *L = ud;
    lua_getfield(L, LUA_REGISTRYINDEX, "sconce.add");
    lua_pushinteger(L, operand);
    lua_pushinteger(L, value);
    lua_call(L, 2, 1);
    int64_t sum = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return sum;
}

/* open(sum): begins with empty counts and a new memo.  sum(operand, value) adds two values, by
 * their numbers.  In an environment with SCONCE_REMEMBER=no nothing is recorded, for comparison
 * (tests/fuzz/compare.py). */
static int f_open(lua_State *L)
{
    Replay **box = box_of(L);
    lua_settop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "sconce.add");
    replay_free(*box);
    *box = replay_new();
    const char *remember = getenv("SCONCE_REMEMBER");
    /* A quarter of Lua's memory, since the rules and the paths of odds need the rest.  Any share
     * would do: without a memo the figures are the same, only slower. */
    memo_of(L)->max = limits_of(L)->max / 4;
    memo_of(L)->off = remember && strcmp(remember, "no") == 0;
    memo_of(L)->add = add_values;
    memo_of(L)->add_data = L;
    return 0;
}

/* remembers() -> false if nothing is recorded */
static int f_remembers(lua_State *L)
{
    lua_pushboolean(L, !memo_of(L)->off);
    return 1;
}

/* forget(): forgets all nodes; counts stay */
static int f_forget(lua_State *L)
{
    replay_forget(replay_of(L));
    return 0;
}

/* --- nodes --- */

/* node(state in bytes) -> node, true if it must be described */
static int f_node(lua_State *L)
{
    size_t n;
    const char *state = luaL_checklstring(L, 1, &n);
    StateNode *node = memo_node(memo_of(L), state, n);
    lua_pushlightuserdata(L, node);
    lua_pushboolean(L, !node->described);
    return 2;
}

/* describe(node, anybody): notes of a state whether somebody can act there */
static int f_describe(lua_State *L)
{
    StateNode *node = node_of(L);
    node->anybody = lua_toboolean(L, 2);
    node->described = true;
    return 0;
}

/* root(node, marks …): lets every run begin at this node, see replay_root */
static int f_root(lua_State *L)
{
    size_t n;
    const int64_t *marks = marks_from(L, 2, &n);
    replay_root(replay_of(L), node_of(L), marks, n);
    return 0;
}

/* field(nth, operand or nil) -> the value of this field, or its sum with the operand, for rules:
 * the tree of the line forks here */
static int f_field(lua_State *L)
{
    Err err;
    int64_t value;
    if (!memo_read_field(memo_of(L), number_at(L, 1), luaL_optinteger(L, 2, 0), &value, &err))
        return luaL_error(L, "%s", err.text);
    lua_pushinteger(L, value);
    return 1;
}

/* field_now(nth) -> the value of this field, not for the rules: without a fork */
static int f_field_now(lua_State *L)
{
    lua_pushinteger(L, memo_peek_field(memo_of(L), number_at(L, 1)));
    return 1;
}

/* set_field(nth, value): changes this field after the line, see FieldValue */
static int f_set_field(lua_State *L)
{
    memo_set_field(memo_of(L), number_at(L, 1), luaL_checkinteger(L, 2));
    return 0;
}

/* state(node) -> its state in bytes */
static int f_state(lua_State *L)
{
    const StateNode *node = node_of(L);
    lua_pushlstring(L, node->state, node->n);
    return 1;
}

/* --- runs --- */

/* race(first, other, pair): three slots; see EventRace */
static int f_race(lua_State *L)
{
    EventRace race = {(uint32_t)number_at(L, 1), (uint32_t)number_at(L, 2),
                      (uint32_t)number_at(L, 3)};
    event_counter_add_race(&replay_of(L)->counter, race);
    return 0;
}

/* runs(seed, first, last, turns, slots that end a run): the runs that `go` plays, see Runs */
static int f_runs(lua_State *L)
{
    size_t n;
    const char *seed = luaL_checklstring(L, 1, &n);
    Runs runs = {.seed = rng_seed_text(seed, n).s[0],
                 .first = luaL_checkinteger(L, 2),
                 .last = luaL_checkinteger(L, 3),
                 .turns = luaL_checkinteger(L, 4)};
    runs.ends = study_numbers(L, 5, &runs.ends_n);
    replay_runs(replay_of(L), &runs);
    return 0;
}

static void beat(void *L, int64_t run)
{
    limits_beat(L, run);
}

/* go(): plays until the rules are needed, see replay_go -> "done" or "play", place; or "record",
 * place, node, loaded, recording: see ReplayStep */
static int f_go(lua_State *L)
{
    Err err;
    ReplayStep step = replay_go(replay_of(L), &door_of(L)->rng, beat, L, &err);
    if (step.next == REPLAY_FAILED) return luaL_error(L, "%s", err.text);
    static const char *const names[] = {
        [REPLAY_DONE] = "done", [REPLAY_RECORD] = "record", [REPLAY_PLAY] = "play"};
    lua_pushstring(L, names[step.next]);
    lua_pushinteger(L, step.place);
    if (step.next != REPLAY_RECORD) return 2;
    lua_pushlightuserdata(L, (void *)step.node);
    lua_pushboolean(L, step.loaded);
    lua_pushboolean(L, step.recording);
    return 5;
}

/* where() -> the run and the turn under way */
static int f_where(lua_State *L)
{
    lua_pushinteger(L, replay_of(L)->run);
    lua_pushinteger(L, replay_of(L)->turn);
    return 2;
}

/* again(): begins the run again, see replay_again */
static int f_again(lua_State *L)
{
    replay_again(replay_of(L));
    return 0;
}

/* ended(node or nil, place in the plan or nil, anybody, marks …): see replay_line_ended; goes on
 * and returns what go does */
static int f_ended(lua_State *L)
{
    size_t n;
    const int64_t *marks = marks_from(L, 4, &n);
    StateNode *to = lua_isnil(L, 1) ? NULL : node_of(L);
    replay_line_ended(replay_of(L), to, luaL_optinteger(L, 2, 0), lua_toboolean(L, 3), marks, n);
    return f_go(L);
}

/* cut(node): cuts the line, goes on from there and returns what go does */
static int f_cut(lua_State *L)
{
    replay_cut(replay_of(L), node_of(L));
    return f_go(L);
}

/* may_cut(within) -> true if the line may be cut here, see replay_may_cut */
static int f_may_cut(lua_State *L)
{
    lua_pushboolean(L, replay_may_cut(replay_of(L), lua_toboolean(L, 1)));
    return 1;
}

/* note_event(slot): notes that this event happened */
static int f_note_event(lua_State *L)
{
    event_counter_note(&replay_of(L)->counter, number_at(L, 1));
    return 0;
}

/* The slots that an event counts in, three at most, packed into one integer from the lowest bits
 * on. */
enum { SLOT_BITS = 21 };
static const lua_Integer SLOT_MASK = (1 << SLOT_BITS) - 1;

/* count(kind, name or nil): notes that such an event happened, in all slots that it counts in.
 * Upvalue 1, `known`, has these: known[kind], packed; or known[kind][name], with the name true for
 * nil.  Upvalue 2, learn(kind, name), returns what is not known there yet. */
static int f_count(lua_State *L)
{
    enum { KIND = 1, NAME, OF_KIND }; /* the stack; OF_KIND: known[kind] */
    EventCounter *counter = &replay_of(L)->counter;
    lua_settop(L, NAME);
    lua_pushvalue(L, KIND);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TTABLE) {
        if (lua_isnil(L, NAME))
            lua_pushboolean(L, true);
        else
            lua_pushvalue(L, NAME);
        lua_rawget(L, OF_KIND);
    }
    bool is_known = !lua_isnil(L, -1);
    if (!is_known) {
        lua_pushvalue(L, lua_upvalueindex(2));
        lua_pushvalue(L, KIND);
        lua_pushvalue(L, NAME);
        lua_call(L, 2, 1);
    }
    for (lua_Integer slots = lua_tointeger(L, -1); slots; slots >>= SLOT_BITS)
        event_counter_note(counter, (size_t)(slots & SLOT_MASK));
    return 0;
}

/* counter(known, learn) -> the function count, see f_count */
static int f_counter(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_pushcclosure(L, f_count, 3);
    return 1;
}

/* drop_events(): forgets the events of the line */
static int f_drop_events(lua_State *L)
{
    replay_of(L)->counter.events_n = 0;
    return 0;
}

/* Appends a number in decimal and a space.  By hand, since it is faster than printf: a large block
 * of runs has hundreds of thousands of numbers. */
static void append_decimal(luaL_Buffer *b, int64_t i)
{
    char digits[24]; /* 20 at most, a sign and a space; filled from the end */
    size_t at = sizeof digits;
    uint64_t left = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    digits[--at] = ' ';
    do digits[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (i < 0) digits[--at] = '-';
    luaL_addlstring(b, digits + at, sizeof digits - at);
}

/* Pushes the changes of one slot or mark as text: those from place *at of the sorted list on. Moves
 * *at past them. */
static void push_changes(lua_State *L, const CountChange *list, size_t n, size_t *at)
{
    luaL_Buffer b;
    const CountChange *of = &list[*at];
    luaL_buffinit(L, &b);
    for (; *at < n && list[*at].slot == of->slot; ++*at) {
        append_decimal(&b, list[*at].turn);
        if (of->slot < COUNT_MARK) append_decimal(&b, list[*at].value);
        append_decimal(&b, list[*at].runs);
    }
    luaL_pushresult(&b);
}

/* changes() -> { [slot] = "turn value runs turn …" }, { [mark] = "turn runs turn …" }: the changes
 * since the last call (CountChange).  A text takes a tenth of the memory that tables would. */
static int f_changes(lua_State *L)
{
    EventCounter *counter = &replay_of(L)->counter;
    CountChange *list = lua_newuserdatauv(L, (2 * counter->steps_n + 1) * sizeof *list, 0);
    size_t n = event_counter_changes(counter, list);
    lua_newtable(L);
    lua_newtable(L);
    for (size_t i = 0; i < n;) {
        const CountChange *c = &list[i];
        push_changes(L, list, n, &i);
        if (c->slot >= COUNT_MARK)
            lua_rawseti(L, -2, c->slot - COUNT_MARK);
        else
            lua_rawseti(L, -3, c->slot);
    }
    return 2;
}

/* --- draws ---
 *
 * They take the place of the functions of the door (door.c) in a simulation, and are recorded in
 * the tree.  The rules see only the outcome, so that the same outcome is the same turn. */

/* Makes a draw; *nth gets its number in the line. */
static const DrawResult *record_draw(lua_State *L, const Draw *q, size_t *nth)
{
    Err err;
    const DrawResult *result = replay_draw(replay_of(L), q, &door_of(L)->rng, nth, &err);
    if (!result) luaL_error(L, "%s", err.text);
    return result;
}

static void push_total(lua_State *L, const DrawResult *result)
{
    if (result->real)
        lua_pushnumber(L, result->sum);
    else
        push_ratio(L, result->num, result->den);
}

/* roll(expr) -> total */
static int f_roll(lua_State *L)
{
    size_t nth;
    push_total(L, record_draw(L, &(Draw){.kind = DRAW_TOTAL, .dice = door_program(L, 1)}, &nth));
    return 1;
}

/* pick(n) -> 1..n */
static int f_pick(lua_State *L)
{
    door_pick_expression(L);
    return f_roll(L);
}

/* faces(expr) -> list, total */
static int f_faces(lua_State *L)
{
    size_t nth;
    const DrawResult *result =
        record_draw(L, &(Draw){.kind = DRAW_FACES, .dice = door_program(L, 1)}, &nth);
    lua_createtable(L, (int)result->faces_n, 0);
    for (size_t i = 0; i < result->faces_n; i++) {
        lua_pushinteger(L, result->faces[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    push_total(L, result);
    return 2;
}

/* The smallest and largest integer among the keys of the table at 2; false if there is none. */
static bool key_range(lua_State *L, int64_t *first, int64_t *last)
{
    bool any = false;
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        if (!lua_isinteger(L, -2)) continue;
        int64_t at = lua_tointeger(L, -2);
        if (!any || at < *first) *first = at;
        if (!any || at > *last) *last = at;
        any = true;
    }
    return any;
}

/* Pushes a new row table for the index at 2. */
static const RowTable *push_row_table(lua_State *L)
{
    int64_t first = 0, last = 0, n;
    luaL_argcheck(L, key_range(L, &first, &last), 2, "there are no rows");
    bool fits = !__builtin_sub_overflow(last, first, &n) && n < 1 << 24; /* 128 MB */
    luaL_argcheck(L, fits, 2, "the rows lie too far apart");
    RowTable *table =
        lua_newuserdatauv(L, sizeof *table + (size_t)(n + 1) * sizeof *table->place, 0);
    *table = (RowTable){.first = first, .n = n + 1};
    for (int64_t i = 0; i <= n; i++) {
        lua_rawgeti(L, 2, first + i);
        table->place[i] = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    return table;
}

/* The row table of the chart whose index (total -> place) is at 2; makes it once, and keeps it in
 * the table `index -> row table` of the library. */
static const RowTable *row_table(lua_State *L)
{
    lua_getiuservalue(L, lua_upvalueindex(3), 1);
    int tables = lua_gettop(L);
    lua_pushvalue(L, 2);
    bool is_made = lua_rawget(L, tables) == LUA_TUSERDATA;
    const RowTable *table = is_made ? lua_touserdata(L, -1) : NULL;
    if (!is_made) {
        lua_pushvalue(L, 2);
        table = push_row_table(L);
        lua_rawset(L, tables);
    }
    lua_settop(L, tables - 1);
    return table; /* `tables` keeps it */
}

/* row(expr, index, min, max, add) -> place, total, nth, natural.  Rolls expr + add; index[total] is
 * the place of its row.  If the total has a row of its own, total and natural are nil: behind(nth)
 * finds them when a rule asks.  If it has none, place is that of the row at `min` or `max`, or nil
 * between rows. */
static int f_row(lua_State *L)
{
    size_t nth;
    luaL_checktype(L, 2, LUA_TTABLE);
    Draw q = {.kind = DRAW_ROW,
              .dice = door_program(L, 1),
              .rows = row_table(L),
              .min = luaL_checkinteger(L, 3),
              .max = luaL_checkinteger(L, 4),
              .add = luaL_optinteger(L, 5, 0)};
    const DrawResult *result = record_draw(L, &q, &nth);
    if (!result->choice)
        lua_pushnil(L);
    else
        lua_pushinteger(L, result->choice);
    if (result->no_row)
        lua_pushinteger(L, result->num);
    else
        lua_pushnil(L);
    lua_pushinteger(L, (lua_Integer)nth);
    if (!result->no_row) return 3;
    lua_pushinteger(L, result->natural);
    return 4;
}

/* test(expr, add, dc) -> success, nil, nil, nth.  The door's `test` returns the total and the
 * natural face in place of the two nil; here behind(nth) finds them when a rule asks. */
static int f_test(lua_State *L)
{
    size_t nth;
    Draw q = {.kind = DRAW_TEST,
              .dice = door_program(L, 1),
              .exact = lua_isinteger(L, 2),
              .add_real = luaL_checknumber(L, 2),
              .dc = luaL_checknumber(L, 3)};
    if (q.exact) q.add = lua_tointeger(L, 2);
    const DrawResult *result = record_draw(L, &q, &nth);
    lua_pushboolean(L, result->choice != 0);
    lua_pushnil(L);
    lua_pushnil(L);
    lua_pushinteger(L, (lua_Integer)nth);
    return 4;
}

/* compared(expr, ways, number) -> the total.  The caller shows the rules only how it compares with
 * the number; ways: see Draw */
static int f_compared(lua_State *L)
{
    size_t nth;
    Draw q = {.kind = DRAW_COMPARED,
              .dice = door_program(L, 1),
              .ways = (unsigned)luaL_checkinteger(L, 2),
              .dc = luaL_checknumber(L, 3)};
    push_total(L, record_draw(L, &q, &nth));
    return 1;
}

/* weighted(sums) -> the item, from 1; sums[i] is the sum of the first i weights */
static int f_weighted(lua_State *L)
{
    size_t nth, n;
    int64_t *sums = study_numbers(L, 1, &n);
    luaL_argcheck(L, n > 0, 1, "there is nothing to pick from");
    lua_pushinteger(
        L, record_draw(L, &(Draw){.kind = DRAW_WEIGHTED, .sums = sums, .sums_n = n}, &nth)->choice);
    return 1;
}

/* behind(nth) -> the total and the natural roll of draw number nth of this line, a row or a test.
 * So far the rules knew only the row or the success, so what they read now is a fork of its own
 * (DRAW_BEHIND) */
static int f_behind(lua_State *L)
{
    size_t nth;
    const DrawResult *result =
        record_draw(L, &(Draw){.kind = DRAW_BEHIND, .nth = number_at(L, 1)}, &nth);
    push_total(L, result);
    lua_pushinteger(L, result->natural);
    return 2;
}

Memo *study_memo(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, "sconce.replay");
    Replay *const *box = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return &(*box)->memo;
}

void lib_replay(lua_State *L)
{
    static const luaL_Reg lib[] = {{"open", f_open},
                                   {"remembers", f_remembers},
                                   {"forget", f_forget},
                                   {"node", f_node},
                                   {"describe", f_describe},
                                   {"root", f_root},
                                   {"state", f_state},
                                   {"field", f_field},
                                   {"field_now", f_field_now},
                                   {"set_field", f_set_field},
                                   {"race", f_race},
                                   {"runs", f_runs},
                                   {"go", f_go},
                                   {"where", f_where},
                                   {"again", f_again},
                                   {"ended", f_ended},
                                   {"cut", f_cut},
                                   {"may_cut", f_may_cut},
                                   {"note_event", f_note_event},
                                   {"counter", f_counter},
                                   {"drop_events", f_drop_events},
                                   {"changes", f_changes},
                                   {"roll", f_roll},
                                   {"pick", f_pick},
                                   {"faces", f_faces},
                                   {"row", f_row},
                                   {"test", f_test},
                                   {"compared", f_compared},
                                   {"weighted", f_weighted},
                                   {"behind", f_behind},
                                   {NULL, NULL}};
    door_share(L);
    sandbox_userdata(L, "replay box", sizeof(Replay *), f_gc);
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "sconce.replay");
    luaL_setfuncs(L, lib, 3);
}
