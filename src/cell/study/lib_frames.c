/* Describes, as a text, how a rule that is running will go on: for src/lua/study/draw_cuts.lua.
 *
 * A rule that is about to draw goes on from the functions that are running, each at an instruction
 * and with the values of those registers that it may still read (lua_code.c).  If these are the
 * same in two plays, and the state of the game is too, both plays go on alike.  So key() writes
 * down all that these functions can still reach; equal keys mean equal plays:
 *
 *    a function, a frame    its code, and how far it has come
 *    plain values           as they are
 *    a table of the state   its place in the state; the bytes of the state are compared, too
 *    an old table           its address.  Old tables were there before the study began (old()), and
 *                           rules cannot change them
 *    any other table        its contents; if it comes again, its number
 *
 * If something cannot be written down, such as a function of C among those of the rules, there is
 * no key, and the line is not cut at this draw.
 *
 * Lua shows neither the instruction of a frame nor the code of a function, and where it keeps them
 * is private.  The layouts below are those of every Lua 5.4, as those in sandbox.h. */
#include "cell/study/study.h"

#include <lauxlib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cell/sandbox.h"
#include "core/text.h"

/* Limits beyond which there is no key: tables within tables, frames on the stack, bytes of the key.
 * Plays do not meet there, so only the speed depends on these numbers. */
enum { DEPTH_MAX = 60, FRAMES_MAX = 1000, BYTES_MAX = 100000 };
/* Slots of a table, the empty ones as well.  A key with its value takes ten bytes or more. */
enum { SLOTS_MAX = BYTES_MAX / 5 };
/* The module that calls key.  The innermost frames, those of key, of the module that calls it and
 * of the function of outcomes.lua that draws, are left out of a key: all that they hold follows
 * from one of its roots, the number of the distribution drawn. */
static const char *const CALLS_KEY = "=sconce/study/draw_cuts";
static const char *const PLANS = "=sconce/study/plan"; /* the module whose functions begin lines */
/* Key of the registry: the set of tables and functions that were there at the last call of old().
 */
static const char *const OLD = "sconce.frames.old";

/* --- what Lua hides --- */

/* The beginning of CallInfo (lstate.h), as far as it is read here. */
typedef struct {
    void *func, *top, *previous, *next;
    const uint32_t *instruction; /* the next one */
} FrameHead;

/* UpVal (lobject.h), a captured variable: while the function that declares it runs, `value` points
 * into the stack; afterwards at `own`. */
typedef struct {
    void *next;
    unsigned char type, marked, to_be_closed;
    const char *value;
    char own[];
} Captured;

/* The next instruction of a frame. */
static const uint32_t *instruction_of(const lua_Debug *ar)
{
    const FrameHead *head = (const void *)ar->i_ci;
    return head->instruction;
}

/* The bytes on the stack from captured variable `nth` of the function at f up to the frame on top;
 * 0 when the function that declares the variable is over. */
static ptrdiff_t depth_of_captured(lua_State *L, int f, int nth)
{
    const Captured *c = lua_upvalueid(L, f, nth);
    lua_Debug ar;
    if (c->value == c->own || !lua_getstack(L, 0, &ar)) return 0;
    const FrameHead *head = (const void *)ar.i_ci;
    return (const char *)head->func - c->value;
}

/* True for a call whose results nobody takes: its field C, which is their number plus 1, is 1. */
static bool drops_results(uint32_t instruction)
{
    return op_of(instruction) == OP_CALL && instruction >> 24 == 1;
}

/* True if a function does nothing more from this instruction on but return.  A dozen instructions
 * are enough for the ends of loops and branches. */
static bool only_returns(const uint32_t *at)
{
    for (int n = 0; n < 12; n++, at++) {
        unsigned op = op_of(*at);
        if (op >= OP_RETURN && op <= OP_RETURN1) return true;
        if (op == OP_JMP)
            at += jump_of(*at);
        else if (op > OP_GETUPVAL)
            return false;
    }
    return false;
}

/* --- old tables and functions --- */

/* True if the table at `set` has the value at idx as a key. */
static bool is_in(lua_State *L, int set, int idx)
{
    lua_pushvalue(L, idx);
    bool is = lua_rawget(L, set) != LUA_TNIL;
    lua_pop(L, 1);
    return is;
}

/* Pops a value.  Adds it to the set of old ones, and to the list of those whose contents are still
 * to be visited, unless the set has it, or it has no contents.  set, list: stack indexes. */
static void add_old(lua_State *L, int set, int list)
{
    int type = lua_type(L, -1);
    bool has_more = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA;
    if (!has_more || is_in(L, set, -1)) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_pushboolean(L, true);
    lua_rawset(L, set);
    lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

/* Calls add_old for all that a table, function or userdata leads to. */
static void add_contents(lua_State *L, int value, int set, int list)
{
    if (lua_getmetatable(L, value)) add_old(L, set, list);
    if (lua_istable(L, value)) {
        for (lua_pushnil(L); lua_next(L, value);) {
            add_old(L, set, list);
            lua_pushvalue(L, -1); /* add_old pops the copy; lua_next goes on from the key */
            add_old(L, set, list);
        }
    } else if (lua_isfunction(L, value)) {
        for (int i = 1; lua_getupvalue(L, value, i); i++) add_old(L, set, list);
    } else if (lua_getiuservalue(L, value, 1) != LUA_TNONE)
        add_old(L, set, list);
    else
        lua_pop(L, 1);
}

/* old(): all that can be reached now becomes old.  The loop visits a list, and each table or
 * function may add others to its end. */
static int f_old(lua_State *L)
{
    enum { SET = 1, LIST, VISITED }; /* the stack */
    code_forget(L);                  /* rules may have been read anew */
    lua_settop(L, 0);
    lua_newtable(L);
    lua_newtable(L);
    lua_pushnil(L); /* forgets the set of an earlier study, which is not to be visited */
    lua_setfield(L, LUA_REGISTRYINDEX, OLD);
    lua_pushvalue(L, LUA_REGISTRYINDEX); /* everything can be reached from there */
    add_old(L, SET, LIST);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, LIST); i++) {
        lua_rawgeti(L, LIST, i);
        add_contents(L, VISITED, SET, LIST);
        lua_settop(L, LIST);
    }
    lua_settop(L, SET);
    lua_setfield(L, LUA_REGISTRYINDEX, OLD);
    return 0;
}

/* --- writing --- */

/* The stack of key: its five arguments, see f_key; OLD_SET, the set of old tables and functions;
 * and three tables that it makes:
 *    STATE_TABLES  a table of the state -> its number
 *    SEEN          a table, function or captured variable that was written -> its number
 *    USED_LISTS    the set of the numbers of those lists (LISTS) that the key refers to */
enum {
    STATE = 1,
    ROOTS,
    LISTS,
    DEFERRED,
    PROTECTED,
    OLD_SET,
    STATE_TABLES,
    SEEN,
    USED_LISTS,
    FIRST_FREE
};

/* A key that is being written. */
typedef struct {
    lua_State *L;
    Text *out;
    lua_Integer seen_n, state_tables_n; /* the last numbers given in SEEN and STATE_TABLES */
    int depth; /* in how many tables and functions the current value lies */
} Writer;

/* Pushes one value, and returns the keys of the table at t, as sandbox_sorted_keys does; NULL when
 * it has keys of another kind, or too many. */
static const SortKey *push_keys(lua_State *L, int t, int *n)
{
    if (slot_count(lua_topointer(L, t)) <= SLOTS_MAX) return sandbox_sorted_keys(L, t, n);
    lua_pushnil(L);
    return NULL;
}

/* The key is a row of items, each a tag and what belongs to it:
 *    n t a   nil, true, false: nothing more
 *    i d     an integer, a float: the number
 *    x       a text: its length and its bytes
 *    s       a table of the state: its number
 *    o l     an old value, a light userdata: its address
 *    =       a table or function that was written before: its number
 *    {       another table: how many keys it has; keys and values follow
 *    f c     a function of Lua, of C: its code; the upvalues follow
 *    u v     an upvalue: its number, 0 the first time; its depth on the stack
 *    F       a frame: its next instruction; its function and registers follow */
static void write_item(Writer *w, char tag, const void *bytes, size_t n)
{
    text_addn(w->out, &tag, 1);
    text_addn(w->out, bytes, n);
}

static void write_integer(Writer *w, char tag, lua_Integer n)
{
    write_item(w, tag, &n, sizeof n);
}

static void write_pointer(Writer *w, char tag, const void *p)
{
    write_item(w, tag, &p, sizeof p);
}

static bool write_value(Writer *w, int idx);

/* Numbers the table at t and those within it, which are tables of the state.  Those in LISTS are
 * left to number_lists; is_list: t is such a list, or lies in one.  False: something is nested too
 * deep. */
static bool number_state(Writer *w, int t, bool is_list)
{
    lua_State *L = w->L;
    if (is_in(L, STATE_TABLES, t) || (!is_list && is_in(L, LISTS, t))) return true;
    if (++w->depth > DEPTH_MAX) return false;
    luaL_checkstack(L, 10, NULL);
    lua_pushvalue(L, t);
    lua_pushinteger(L, ++w->state_tables_n);
    lua_rawset(L, STATE_TABLES);
    int n;
    const SortKey *keys = push_keys(L, t, &n);
    bool fine = keys != NULL;
    for (int i = 0; fine && i < n; i++) {
        sandbox_push_key(L, &keys[i]);
        if (lua_rawget(L, t) == LUA_TTABLE) fine = number_state(w, lua_gettop(L), is_list);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    w->depth--;
    return fine;
}

/* Numbers the tables that are values of tracks, and what is in them.  The caller gives each such
 * list a number, which stands for its record and track.  Its tables are numbered from that number
 * times 2^32 on, so that their numbers do not depend on other lists. */
static bool number_lists(Writer *w)
{
    lua_State *L = w->L;
    bool fine = true;
    for (lua_pushnil(L); fine && lua_next(L, LISTS); lua_pop(L, 1)) {
        w->state_tables_n = lua_tointeger(L, -1) << 32;
        fine = number_state(w, lua_gettop(L) - 1, /* is_list */ true);
    }
    if (!fine) lua_pop(L, 1); /* the key: lua_next was not called once more to pop it */
    return fine;
}

/* Notes in USED_LISTS that the key refers to a list of a track, if the table of the state with this
 * number lies in one (number_lists). */
static void note_used_list(Writer *w, lua_Integer number)
{
    lua_Integer list = number >> 32;
    if (!list) return;
    lua_pushboolean(w->L, true);
    lua_rawseti(w->L, USED_LISTS, list);
}

/* Writes the keys and values of the table at t. */
static bool write_contents(Writer *w, int t)
{
    lua_State *L = w->L;
    int n;
    const SortKey *keys = push_keys(L, t, &n);
    if (!keys) return false;
    write_integer(w, '{', n);
    for (int i = 0; i < n; i++) {
        sandbox_push_key(L, &keys[i]);
        lua_pushvalue(L, -1);
        lua_rawget(L, t);
        if (!write_value(w, lua_gettop(L) - 1) || !write_value(w, lua_gettop(L))) return false;
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return true;
}

/* Writes DEFERRED of the table at t: what is drawn only when a rule reads a field that the table
 * lacks, such as the margin of a check (counting.lua). */
static bool write_deferred(Writer *w, int t)
{
    lua_State *L = w->L;
    lua_pushvalue(L, t);
    lua_rawget(L, DEFERRED);
    bool fine = write_value(w, lua_gettop(L));
    lua_pop(L, 1);
    return fine;
}

/* Writes the table or function at idx as an old one, or as one that was written before, and returns
 * true.  If it is neither, gives it a number, by which it is written when it comes again. */
static bool write_known(Writer *w, int idx)
{
    lua_State *L = w->L;
    if (is_in(L, OLD_SET, idx)) {
        write_pointer(w, 'o', lua_topointer(L, idx));
        return true;
    }
    lua_pushvalue(L, idx);
    bool seen = lua_rawget(L, SEEN) != LUA_TNIL;
    if (seen) write_integer(w, '=', lua_tointeger(L, -1));
    lua_pop(L, 1);
    if (seen) return true;
    lua_pushvalue(L, idx);
    lua_pushinteger(L, ++w->seen_n);
    lua_rawset(L, SEEN);
    return false;
}

/* Writes a table: one of the state by its number, a known one as write_known does, and a new one
 * with its contents, its metatable, and what is deferred. */
static bool write_table(Writer *w, int t)
{
    lua_State *L = w->L;
    lua_pushvalue(L, t);
    if (lua_rawget(L, STATE_TABLES) != LUA_TNIL) {
        note_used_list(w, lua_tointeger(L, -1));
        write_integer(w, 's', lua_tointeger(L, -1));
        lua_pop(L, 1);
        return true;
    }
    lua_pop(L, 1);
    if (write_known(w, t)) return true;
    if (!write_contents(w, t)) return false;
    if (!lua_getmetatable(L, t)) return true; /* without one, nothing is deferred (counting.lua) */
    bool fine = write_value(w, lua_gettop(L)) && write_deferred(w, t);
    lua_pop(L, 1);
    return fine;
}

/* Writes the number of the captured variable that upvalue i of the function at f is, so that
 * functions which share a variable are seen to do so; and whether the function that declares it
 * still runs. */
static void write_captured(Writer *w, int f, int i)
{
    lua_State *L = w->L;
    lua_pushlightuserdata(L, lua_upvalueid(L, f, i));
    if (lua_rawget(L, SEEN) == LUA_TNIL) {
        lua_pushlightuserdata(L, lua_upvalueid(L, f, i));
        lua_pushinteger(L, ++w->seen_n);
        lua_rawset(L, SEEN);
    }
    write_integer(w, 'u', lua_tointeger(L, -1)); /* nil is 0: met for the first time */
    write_integer(w, 'v', depth_of_captured(L, f, i));
    lua_pop(L, 1);
}

/* Writes a function: its code, and its upvalues with their values. */
static bool write_function(Writer *w, int f)
{
    lua_State *L = w->L;
    if (write_known(w, f)) return true;
    bool in_c = lua_iscfunction(L, f);
    if (in_c) {
        lua_CFunction c = lua_tocfunction(L, f);
        write_item(w, 'c', &c, sizeof c);
    } else
        write_pointer(w, 'f', code_of(L, f));
    for (int i = 1; lua_getupvalue(L, f, i); i++) {
        if (!in_c) write_captured(w, f, i);
        if (!write_value(w, lua_gettop(L))) return false;
        lua_pop(L, 1);
    }
    return true;
}

/* Writes the value at idx.  False when it cannot be written. */
static bool write_value(Writer *w, int idx)
{
    lua_State *L = w->L;
    lua_Number d;
    size_t n;
    bool fine = true;
    if (w->out->n > BYTES_MAX || ++w->depth > DEPTH_MAX) return false;
    luaL_checkstack(L, 10, NULL);
    switch (lua_type(L, idx)) {
    case LUA_TNIL: write_item(w, 'n', "", 0); break;
    case LUA_TBOOLEAN: write_item(w, lua_toboolean(L, idx) ? 't' : 'a', "", 0); break;
    case LUA_TNUMBER:
        d = lua_tonumber(L, idx);
        if (lua_isinteger(L, idx))
            write_integer(w, 'i', lua_tointeger(L, idx));
        else
            write_item(w, 'd', &d, sizeof d);
        break;
    case LUA_TSTRING: {
        const char *s = lua_tolstring(L, idx, &n);
        write_integer(w, 'x', (lua_Integer)n);
        text_addn(w->out, s, n);
        break;
    }
    case LUA_TTABLE: fine = write_table(w, idx); break;
    case LUA_TFUNCTION: fine = write_function(w, idx); break;
    case LUA_TLIGHTUSERDATA: write_pointer(w, 'l', lua_touserdata(L, idx)); break;
    default: /* a userdata or a coroutine: an old one is written as its address */
        fine = is_in(L, OLD_SET, idx);
        if (fine) write_pointer(w, 'o', lua_topointer(L, idx));
    }
    w->depth--;
    return fine;
}

/* --- frames --- */

/* Writes the registers of a frame, whose function is at f: the locals and temporary values that may
 * still be read (numbered from 1), and what the function took as "..." (from -1 down). */
static bool write_registers(Writer *w, const lua_Debug *ar, int f)
{
    lua_State *L = w->L;
    Registers live = code_live(L, code_of(L, f), instruction_of(ar));
    for (int step = 1; step >= -1; step -= 2)
        for (int n = step; lua_getlocal(L, ar, n); n += step) {
            bool is_spent = n > 0 && !has_register(&live, (unsigned)n - 1);
            bool fine = is_spent || write_value(w, lua_gettop(L));
            lua_pop(L, 1);
            if (!fine) return false;
        }
    return true;
}

/* Pops the function of the frame at this level.  True if that is `protected`, called by the
 * function of study/plan that begins the line. */
static bool pop_begins_line(lua_State *L, int level)
{
    lua_Debug ar;
    bool is_protected = lua_rawequal(L, -1, PROTECTED);
    lua_pop(L, 1);
    return is_protected && lua_getstack(L, level + 1, &ar) && lua_getinfo(L, "S", &ar) &&
           strcmp(ar.source, PLANS) == 0;
}

/* True if the frame at this level is as good as over: its function will only return, and the
 * function that called it takes none of the results. */
static bool is_over(lua_State *L, int level, const lua_Debug *ar)
{
    lua_Debug caller;
    if (!only_returns(instruction_of(ar)) || !lua_getstack(L, level + 1, &caller) ||
        !lua_getinfo(L, "S", &caller))
        return false;
    return *caller.what != 'C' && drops_results(instruction_of(&caller)[-1]);
}

/* Returns the first level, from this one on, whose function is not of the module. */
static int skip_module(lua_State *L, int level, const char *module)
{
    lua_Debug ar;
    while (lua_getstack(L, level, &ar) && lua_getinfo(L, "S", &ar) &&
           strcmp(ar.source, module) == 0)
        level++;
    return level;
}

/* Writes all frames from the function that asked for the draw, the innermost, to the one that
 * begins the line.  False if a function of C comes before that one, and hides how far it has come.
 */
static bool write_frames(Writer *w)
{
    lua_State *L = w->L;
    lua_Debug ar;
    /* Level 0 is key itself; behind the frames of CALLS_KEY is the function that draws. */
    int asker = skip_module(L, 1, CALLS_KEY) + 1;
    for (int level = asker; level < FRAMES_MAX && lua_getstack(L, level, &ar); level++) {
        int function = lua_gettop(L) + 1;
        lua_getinfo(L, "f", &ar);
        if (lua_iscfunction(L, function)) return pop_begins_line(L, level);
        /* The asker goes on with what is drawn, so it is never over. */
        bool written = level == asker || !is_over(L, level, &ar);
        if (written) {
            write_pointer(w, 'F', instruction_of(&ar));
            if (!write_value(w, function) || !write_registers(w, &ar, function)) return false;
        }
        lua_settop(L, function - 1);
    }
    return false;
}

/* key(state, roots, lists, deferred, protected) -> the key, and the set of the numbers of those
 * lists that it refers to; nil when there is no key.  state: the state of the game; roots: a list
 * of further values that belong to the key; lists: the tables that are values of tracks -> their
 * numbers, see number_lists; deferred: see write_deferred; protected: the function of
 * that name in host.c */
static int f_key(lua_State *L)
{
    Text *out = text_clear(lua_touserdata(L, lua_upvalueindex(1)));
    lua_settop(L, PROTECTED);
    if (lua_getfield(L, LUA_REGISTRYINDEX, OLD) == LUA_TNIL) return 0;
    for (int i = STATE_TABLES; i < FIRST_FREE; i++) lua_newtable(L);
    Writer w = {.L = L, .out = out};
    if (!number_state(&w, STATE, /* is_list */ false) || !number_lists(&w)) return 0;
    w.depth = 0;
    if (!write_frames(&w) || !write_value(&w, ROOTS) || out->failed) return 0;
    lua_pushlstring(L, out->s, out->n);
    lua_pushvalue(L, USED_LISTS);
    return 2;
}

static int f_gc(lua_State *L)
{
    text_free(lua_touserdata(L, 1));
    return 0;
}

void lib_frames(lua_State *L)
{
    static const luaL_Reg lib[] = {{"old", f_old}, {"key", f_key}, {NULL, NULL}};
    sandbox_userdata(L, "frames", sizeof(Text), f_gc); /* room for a key */
    luaL_setfuncs(L, lib, 1);
}
