/* The path enumerator for src/lua/study/enumerate.lua.  A state is a string: the address of its
 * node, then the values of its fields without trailing zeros, 7 bits a byte, the low bits first.
 * Equal states have equal strings. */
#include "cell/study/study.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "cell/sandbox.h"
#include "cell/study/path_enumerator.h"
#include "core/text.h"

/* A userdata, the upvalue of the functions below. */
typedef struct {
    PathEnumerator paths;
    StateNode *node; /* of the present state, see f_load */
    int64_t *fields; /* room for the fields of a state that is being made */
    size_t fields_room;
} PathBox;

static PathBox *box_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

static PathEnumerator *paths_of(lua_State *L)
{
    return &box_of(L)->paths;
}

static int f_gc(lua_State *L)
{
    PathBox *box = lua_touserdata(L, 1);
    path_free(&box->paths);
    free(box->fields);
    *box = (PathBox){0};
    return 0;
}

/* --- paths --- */

/* open(exact): begins without weights; exact: use fractions, not DoubleDoubles */
static int f_open(lua_State *L)
{
    path_open(paths_of(L), lua_toboolean(L, 1));
    return 0;
}

/* weights(list of probabilities) -> id */
static int f_weights(lua_State *L)
{
    PathEnumerator *paths = paths_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t n = lua_rawlen(L, 1), id = path_add_weights(paths, n);
    study_check_memory(L, id != 0);
    for (size_t k = 0; k < n; k++) {
        lua_rawgeti(L, 1, (lua_Integer)k + 1);
        if (paths->exact)
            mpq_set(paths->weights[id].q[k], probability_fraction(L, lua_gettop(L)));
        else
            paths->weights[id].p[k] = probability_at(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pushinteger(L, (lua_Integer)id);
    return 1;
}

/* first(): call before all paths of a state */
static int f_first(lua_State *L)
{
    path_first(paths_of(L));
    return 0;
}

/* next() -> false after the last path */
static int f_next(lua_State *L)
{
    lua_pushboolean(L, path_next(paths_of(L)));
    return 1;
}

/* choose(id of weights) -> the outcome on this path, from 1; nil when the path fades */
static int f_choose(lua_State *L)
{
    Err err;
    PathEnumerator *paths = paths_of(L);
    lua_Integer id = luaL_checkinteger(L, 1);
    luaL_argcheck(L, id > 0 && (size_t)id < paths->weights_n, 1, "no such weights");
    size_t taken = path_choose(paths, study_memo(L), (size_t)id, &err);
    if (!taken && paths->faded) return 0;
    if (!taken && err.kind == ERR_DICE) return probability_beyond(L, "%s", err.text);
    if (!taken) return luaL_error(L, "%s", err.text);
    lua_pushinteger(L, (lua_Integer)taken);
    return 1;
}

/* chance() -> the probability of the path so far */
static int f_chance(lua_State *L)
{
    PathEnumerator *paths = paths_of(L);
    if (paths->exact)
        mpq_set(probability_push_fraction(L), paths->q);
    else
        probability_push(L, paths->p);
    return 1;
}

/* --- states --- */

/* Appends a number, 7 bits a byte. */
static void add_number(luaL_Buffer *b, uint64_t n)
{
    for (; n >= 0x80; n >>= 7) luaL_addchar(b, (char)(n | 0x80));
    luaL_addchar(b, (char)n);
}

/* Pushes the state at a node, with the present fields, except the n that changed. */
static void push_state(lua_State *L, Memo *m, const StateNode *node, const FieldValue *changed,
                       size_t n)
{
    PathBox *box = box_of(L);
    luaL_Buffer b;
    size_t last = 0;
    study_check_memory(
        L, array_room(&box->fields, &box->fields_room, m->fields_n, sizeof *box->fields));
    int64_t *fields = box->fields;
    if (m->fields_n) memcpy(fields, m->fields, m->fields_n * sizeof *fields);
    for (size_t i = 0; i < n; i++) fields[changed[i].nth] = changed[i].value;
    for (size_t i = 0; i < m->fields_n; i++)
        if (fields[i]) last = i + 1;
    luaL_buffinit(L, &b);
    luaL_addlstring(&b, (const char *)&node, sizeof node);
    for (size_t i = 0; i < last; i++) add_number(&b, (uint64_t)fields[i]);
    luaL_pushresult(&b);
}

/* state(node) -> the state there, with the pending fields */
static int f_state(lua_State *L)
{
    Memo *m = study_memo(L);
    luaL_checktype(L, 1, LUA_TLIGHTUSERDATA);
    push_state(L, m, lua_touserdata(L, 1), m->pending, m->pending_n);
    m->pending_n = 0;
    return 1;
}

/* load(state) -> its node, true if anybody can act.  Makes it the present state, from which the
 * next line is played. */
static int f_load(lua_State *L)
{
    PathBox *box = box_of(L);
    Memo *m = study_memo(L);
    size_t n;
    const char *s = luaL_checklstring(L, 1, &n), *end = s + n;
    luaL_argcheck(L, n >= sizeof box->node, 1, "no state");
    memcpy(&box->node, s, sizeof box->node);
    s += sizeof box->node;
    for (size_t nth = 0; nth < m->fields_n; nth++) {
        uint64_t value = 0;
        for (int shift = 0; s < end; shift += 7) {
            value |= (uint64_t)(*s & 0x7F) << shift;
            if (!(*s++ & 0x80)) break;
        }
        m->fields[nth] = (int64_t)value;
    }
    m->pending_n = 0;
    m->cursor = NULL;
    lua_pushlightuserdata(L, box->node);
    lua_pushboolean(L, box->node->anybody);
    return 2;
}

/* moved(state, node) -> the state at this node with the same fields */
static int f_moved(lua_State *L)
{
    size_t n;
    const char *s = luaL_checklstring(L, 1, &n);
    const void *node = lua_touserdata(L, 2);
    luaL_Buffer b;
    luaL_argcheck(L, n >= sizeof node, 1, "no state");
    luaL_buffinit(L, &b);
    luaL_addlstring(&b, (const char *)&node, sizeof node);
    luaL_addlstring(&b, s + sizeof node, n - sizeof node);
    luaL_pushresult(&b);
    return 1;
}

/* bytes() -> the size of the memo in bytes */
static int f_bytes(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)study_memo(L)->arena.bytes);
    return 1;
}

/* --- lines --- */

/* The root of the tree of the present state, for the place in the plan at idx. */
static TreeSlot *tree_at(lua_State *L, int idx)
{
    TreeSlot *root = memo_tree(study_memo(L), box_of(L)->node, luaL_checkinteger(L, idx));
    study_check_memory(L, root != NULL);
    return root;
}

/* walk(place in the plan) -> the end of the line on this path, and the state there; nil if the tree
 * does not reach the end */
static int f_walk(lua_State *L)
{
    Err err;
    Memo *m = study_memo(L);
    path_begin(paths_of(L));
    const TreeEnd *end = path_walk(paths_of(L), m, tree_at(L, 1), &err);
    if (err.text[0]) return luaL_error(L, "%s", err.text);
    if (!end) return 0;
    lua_pushlightuserdata(L, (void *)end);
    if (!end->to) return 1;
    push_state(L, m, end->to, end->fields, end->fields_n);
    return 2;
}

/* play(place in the plan, record): the rules are about to run from the present state, on the path.
 * record: let the tree grow */
static int f_play(lua_State *L)
{
    Memo *m = study_memo(L);
    path_begin(paths_of(L));
    m->root = lua_toboolean(L, 2) && memo_has_room(m) ? tree_at(L, 1) : NULL;
    m->cursor = m->root;
    m->branched = false;
    m->pending_n = 0;
    return 0;
}

/* may_cut() -> true if the line has branched before, and the tree, if it is recorded, ends here */
static int f_may_cut(lua_State *L)
{
    const Memo *m = study_memo(L);
    const TreeSlot *here = m->cursor;
    lua_pushboolean(L, here ? !here->fork && !here->end && m->branched : paths_of(L)->depth > 0);
    return 1;
}

/* ended(node or nil) -> the end of the line, or nil if not recorded; the state at the node */
static int f_ended(lua_State *L)
{
    Memo *m = study_memo(L);
    StateNode *to = lua_isnil(L, 1) ? NULL : lua_touserdata(L, 1);
    TreeEnd *end = m->cursor ? memo_end(m, &(TreeEnd){.to = to}, NULL, NULL) : NULL;
    study_check_memory(L, end || !m->cursor);
    m->cursor = NULL;
    if (end)
        lua_pushlightuserdata(L, end);
    else
        lua_pushnil(L);
    if (!to) return 1;
    push_state(L, m, to, m->pending, m->pending_n);
    return 2;
}

void lib_paths(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"open", f_open},       {"weights", f_weights}, {"first", f_first}, {"next", f_next},
        {"choose", f_choose},   {"chance", f_chance},   {"state", f_state}, {"load", f_load},
        {"moved", f_moved},     {"bytes", f_bytes},     {"walk", f_walk},   {"play", f_play},
        {"may_cut", f_may_cut}, {"ended", f_ended},     {NULL, NULL}};
    sandbox_userdata(L, "paths", sizeof(PathBox), f_gc);
    luaL_setfuncs(L, lib, 1);
}
