/* Every way a line can go, as Lua sees it.  A state is known by a string of bytes: its node, and
 * the numbers of its parts. */
#include "cell/study/study.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "cell/study/path_enumerator.h"

static const char *const META = "weigh";
static const size_t MOST_BYTES = (size_t)128 << 20; /* remembered; then no more is learned */

typedef struct {
    PathEnumerator weigh;
    Node *node;     /* of the state that is played on from */
    int64_t *parts; /* room for those of another */
    size_t parts_n;
} Box;

static Box *box_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

static PathEnumerator *weigh_of(lua_State *L)
{
    return &box_of(L)->weigh;
}

static int f_gone(lua_State *L)
{
    Box *box = lua_touserdata(L, 1);
    path_free(&box->weigh);
    free(box->parts);
    *box = (Box){0};
    return 0;
}

static void need(lua_State *L, bool fine)
{
    if (!fine) luaL_error(L, "not enough memory");
}

/* --- paths
 * ------------------------------------------------------------------------------------------- */

/* open(exact): no weights are known; fractions, or twins */
static int f_open(lua_State *L)
{
    path_open(weigh_of(L), lua_toboolean(L, 1));
    return 0;
}

/* weights(list) -> id */
static int f_weights(lua_State *L)
{
    PathEnumerator *w = weigh_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t n = lua_rawlen(L, 1), id = path_new(w, n);
    need(L, id != 0);
    for (size_t k = 0; k < n; k++) {
        lua_rawgeti(L, 1, (lua_Integer)k + 1);
        if (w->exact)
            mpq_set(w->weights[id].q[k], probability_fraction(L, lua_gettop(L)));
        else
            w->weights[id].p[k] = probability_at(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pushinteger(L, (lua_Integer)id);
    return 1;
}

/* first(): before all paths of a state */
static int f_first(lua_State *L)
{
    path_first(weigh_of(L));
    return 0;
}

/* next() -> was there another path? */
static int f_next(lua_State *L)
{
    lua_pushboolean(L, path_next(weigh_of(L)));
    return 1;
}

/* choose(id) -> which of them, from 1 */
static int f_choose(lua_State *L)
{
    Err err;
    PathEnumerator *w = weigh_of(L);
    lua_Integer id = luaL_checkinteger(L, 1);
    luaL_argcheck(L, id > 0 && (size_t)id < w->weights_n, 1, "no such weights");
    size_t taken = path_choose(w, lib_replay_memo(L), (size_t)id, &err);
    if (!taken && err.kind == ERR_DICE) return probability_beyond(L, "%s", err.text);
    if (!taken) return luaL_error(L, "%s", err.text);
    lua_pushinteger(L, (lua_Integer)taken);
    return 1;
}

/* chance() -> how likely the path is */
static int f_chance(lua_State *L)
{
    PathEnumerator *w = weigh_of(L);
    if (w->exact)
        mpq_set(probability_push_fraction(L), w->q);
    else
        probability_push(L, w->p);
    return 1;
}

/* --- states
 * -------------------------------------------------------------------------------------------- */

static void add_number(luaL_Buffer *b, uint64_t n)
{
    for (; n >= 0x80; n >>= 7) luaL_addchar(b, (char)(n | 0x80));
    luaL_addchar(b, (char)n);
}

/* The state at a node with the parts as they are, but for those changed. */
static void push_state(lua_State *L, Memo *m, const Node *node, const Kept *changed, size_t n)
{
    Box *box = box_of(L);
    luaL_Buffer b;
    size_t last = 0;
    if (m->parts_n > box->parts_n) {
        int64_t *more = realloc(box->parts, m->parts_n * sizeof *more);
        need(L, more != NULL);
        box->parts = more;
        box->parts_n = m->parts_n;
    }
    int64_t *parts = box->parts;
    if (m->parts_n) memcpy(parts, m->parts, m->parts_n * sizeof *parts);
    for (size_t i = 0; i < n; i++) parts[changed[i].nth] = changed[i].value;
    for (size_t i = 0; i < m->parts_n; i++)
        if (parts[i]) last = i + 1;
    luaL_buffinit(L, &b);
    luaL_addlstring(&b, (const char *)&node, sizeof node);
    for (size_t i = 0; i < last; i++) add_number(&b, (uint64_t)parts[i]);
    luaL_pushresult(&b);
}

/* state(node) -> the state there, with the parts that were kept */
static int f_state(lua_State *L)
{
    Memo *m = lib_replay_memo(L);
    luaL_checktype(L, 1, LUA_TLIGHTUSERDATA);
    push_state(L, m, lua_touserdata(L, 1), m->kept, m->kept_n);
    m->kept_n = 0;
    return 1;
}

/* stand(state) -> its node, is anybody there?  What is played next begins there. */
static int f_stand(lua_State *L)
{
    Box *box = box_of(L);
    Memo *m = lib_replay_memo(L);
    size_t n;
    const char *s = luaL_checklstring(L, 1, &n), *end = s + n;
    luaL_argcheck(L, n >= sizeof box->node, 1, "no state");
    memcpy(&box->node, s, sizeof box->node);
    s += sizeof box->node;
    for (size_t nth = 0; nth < m->parts_n; nth++) {
        uint64_t value = 0;
        for (int shift = 0; s < end; shift += 7) {
            value |= (uint64_t)(*s & 0x7F) << shift;
            if (!(*s++ & 0x80)) break;
        }
        m->parts[nth] = (int64_t)value;
    }
    m->kept_n = 0;
    m->cursor = NULL;
    lua_pushlightuserdata(L, box->node);
    lua_pushboolean(L, box->node->anybody);
    return 2;
}

/* moved(state, node) -> the state with the same parts at another node */
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

/* bytes() -> how much is remembered */
static int f_bytes(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)arena_bytes(&lib_replay_memo(L)->arena));
    return 1;
}

/* --- lines
 * --------------------------------------------------------------------------------------------- */

static Child *line_at(lua_State *L, int idx)
{
    Child *line = memo_line(lib_replay_memo(L), box_of(L)->node, luaL_checkinteger(L, idx));
    need(L, line != NULL);
    return line;
}

/* walk(where the plan stands) -> how the line ended on this path, and the state then; nil where
 * nobody has been */
static int f_walk(lua_State *L)
{
    Err err;
    Memo *m = lib_replay_memo(L);
    path_begin(weigh_of(L));
    const End *end = path_walk(weigh_of(L), m, line_at(L, 1), &err);
    if (err.text[0]) return luaL_error(L, "%s", err.text);
    if (!end) return 0;
    lua_pushlightuserdata(L, (void *)end);
    if (!end->to) return 1;
    push_state(L, m, end->to, end->parts, end->parts_n);
    return 2;
}

/* learn(where the plan stands, is it to be remembered?): the rules are run from the state, by the
 * path */
static int f_learn(lua_State *L)
{
    Memo *m = lib_replay_memo(L);
    path_begin(weigh_of(L));
    m->root = lua_toboolean(L, 2) && memo_has_room(m, MOST_BYTES) ? line_at(L, 1) : NULL;
    m->cursor = m->root;
    m->parted = false;
    m->kept_n = 0;
    return 0;
}

/* may_cut() -> does it pay to cut the line here? */
static int f_may_cut(lua_State *L)
{
    const Memo *m = lib_replay_memo(L);
    lua_pushboolean(L, m->cursor && !memo_fork(m->cursor) && !memo_ending(m->cursor) && m->parted);
    return 1;
}

/* ended(node or nil) -> how the line ended, or nil when that is not remembered; the state at the
 * node */
static int f_ended(lua_State *L)
{
    Memo *m = lib_replay_memo(L);
    Node *to = lua_isnil(L, 1) ? NULL : lua_touserdata(L, 1);
    End *end = m->cursor ? memo_end(m, &(End){.to = to}, NULL, NULL) : NULL;
    need(L, end || !m->cursor);
    m->cursor = NULL;
    if (end)
        lua_pushlightuserdata(L, end);
    else
        lua_pushnil(L);
    if (!to) return 1;
    push_state(L, m, to, m->kept, m->kept_n);
    return 2;
}

void lib_paths(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"open", f_open},       {"weights", f_weights}, {"first", f_first}, {"next", f_next},
        {"choose", f_choose},   {"chance", f_chance},   {"state", f_state}, {"stand", f_stand},
        {"moved", f_moved},     {"bytes", f_bytes},     {"walk", f_walk},   {"learn", f_learn},
        {"may_cut", f_may_cut}, {"ended", f_ended},     {NULL, NULL}};
    luaL_newmetatable(L, META);
    lua_pushcfunction(L, f_gone);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
    Box *box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = (Box){0};
    luaL_setmetatable(L, META);
    luaL_setfuncs(L, lib, 1);
}
