/* The path enumerator (path_enumerator.h), separation and symmetry (separation.h) for
 * src/lua/study/odds.  A state is a string: the address of its node, then the values of its fields
 * without trailing zeros, 7 bits a byte, the low bits first.  Equal states have equal strings. */
#include "cell/study/study.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "cell/sandbox.h"
#include "cell/study/path_enumerator.h"
#include "core/text.h"

/* A userdata, the upvalue of the functions below.  The present state is that of `node` with
 * Memo.fields. */
typedef struct {
    PathEnumerator paths;
    StateNode *node; /* of the current state, see f_load */
    int64_t *fields; /* scratch of push_state: the fields of the state that is being written */
    size_t fields_room;
    /* Exploring (separation.h): */
    unsigned exploration; /* counts calls of explore */
    size_t skipped;       /* paths that lead to nothing new, since explore was called */
    TreeEnd *end;         /* of the path that was played last; NULL: it was not recorded */
    bool found_value;     /* that path has led to a value that was not known at its node */
    int64_t *labels;      /* see Separation.labels */
    size_t labels_n, labels_room;
    /* The answer of exploring: */
    bool *kept;    /* by field: it tells states apart */
    size_t kept_n; /* length of `kept`; 0: all fields tell states apart */
    uint64_t part; /* counts calls of keep */
    /* Members who may be alike: the fields that one track has for all of them are a column. */
    size_t *columns; /* tracks_n lists of members_n fields each, see f_columns */
    size_t tracks_n, members_n;
    /* The state that f_save saved, while lines are played from others. */
    StateNode *saved_node; /* NULL: there is none */
    struct NodeValues *saved_values;
    int64_t *saved_fields;
    size_t saved_n, saved_room;
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
    free(box->saved_fields);
    free(box->kept);
    free(box->labels);
    free(box->columns);
    *box = (PathBox){0};
    return 0;
}

/* --- paths --- */

/* open(exact): begins without weights; exact: with fractions in place of DoubleDoubles */
static int f_open(lua_State *L)
{
    path_open(paths_of(L), lua_toboolean(L, 1));
    box_of(L)->kept_n = 0;
    box_of(L)->tracks_n = 0;
    return 0;
}

/* weights(list of probabilities) -> id */
static int f_weights(lua_State *L)
{
    PathEnumerator *paths = paths_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t n = lua_rawlen(L, 1), id = path_add_weights(paths, n);
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

/* first(): to be called before the first path from a state */
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

/* Appends a number, 7 bits a byte, the low bits first; the top bit says that more bytes follow. */
static void add_varint(luaL_Buffer *b, uint64_t n)
{
    for (; n >= 0x80; n >>= 7) luaL_addchar(b, (char)(n | 0x80));
    luaL_addchar(b, (char)n);
}

/* Gives fields that are not kept the values that they had when this part of the study first came to
 * the node, so that states that differ only in these fields become equal. */
static void use_stand_ins(lua_State *L, Memo *m, StateNode *node, int64_t *fields)
{
    const PathBox *box = box_of(L);
    struct NodeValues *v = values_at(m, node, box->exploration);
    bool first_time = v->kept_in != box->part, has_new_fields = v->stand_ins_n != m->fields_n;
    if (first_time || has_new_fields) {
        if (v->stand_ins_n < m->fields_n)
            v->stand_ins = memo_alloc(m, m->fields_n * sizeof *v->stand_ins);
        v->stand_ins_n = m->fields_n;
        v->kept_in = box->part;
        memcpy(v->stand_ins, fields, m->fields_n * sizeof *fields);
    }
    for (size_t f = 0; f < m->fields_n; f++)
        if (f >= box->kept_n || !box->kept[f]) fields[f] = v->stand_ins[f];
}

/* Pushes the state at a node, with the current values of the fields after n changes. */
static void push_state(lua_State *L, Memo *m, StateNode *node, const FieldValue *changed, size_t n)
{
    PathBox *box = box_of(L);
    luaL_Buffer b;
    size_t written_n = 0; /* the fields from here on are 0 */
    array_room(&box->fields, &box->fields_room, m->fields_n, sizeof *box->fields);
    int64_t *fields = box->fields;
    if (m->fields_n) memcpy(fields, m->fields, m->fields_n * sizeof *fields);
    for (size_t i = 0; i < n; i++) fields[changed[i].nth] = changed[i].value;
    if (box->kept_n && m->fields_n) use_stand_ins(L, m, node, fields);
    alike_sort(node->alike, fields);
    for (size_t i = 0; i < m->fields_n; i++)
        if (fields[i]) written_n = i + 1;
    luaL_buffinit(L, &b);
    luaL_addlstring(&b, (const char *)&node, sizeof node);
    for (size_t i = 0; i < written_n; i++) add_varint(&b, (uint64_t)fields[i]);
    luaL_pushresult(&b);
}

/* state(node) -> the state there after the pending changes, which are then forgotten */
static int f_state(lua_State *L)
{
    Memo *m = study_memo(L);
    luaL_checktype(L, 1, LUA_TLIGHTUSERDATA);
    push_state(L, m, lua_touserdata(L, 1), m->pending, m->pending_n);
    m->pending_n = 0;
    return 1;
}

/* Reads a number that add_varint wrote, and moves *s behind it.  0 at the end of the text, since
 * trailing zeros are not written. */
static uint64_t read_varint(const char **s, const char *end)
{
    uint64_t value = 0;
    for (int shift = 0; *s < end; shift += 7) {
        char byte = *(*s)++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) break;
    }
    return value;
}

/* Makes the state at idx of the stack the current one. */
static void load_state(lua_State *L, Memo *m, int idx)
{
    PathBox *box = box_of(L);
    size_t n;
    const char *s = luaL_checklstring(L, idx, &n), *end = s + n;
    luaL_argcheck(L, n >= sizeof box->node, idx, "no state");
    memcpy(&box->node, s, sizeof box->node);
    s += sizeof box->node;
    for (size_t nth = 0; nth < m->fields_n; nth++) m->fields[nth] = (int64_t)read_varint(&s, end);
    memo_begin_line(m, NULL); /* nothing is recorded until play() */
}

/* load(state): makes this the current state, from which the next line is played -> its node, true
 * if anybody can act there */
static int f_load(lua_State *L)
{
    const PathBox *box = box_of(L);
    load_state(L, study_memo(L), 1);
    lua_pushlightuserdata(L, box->node);
    lua_pushboolean(L, box->node->anybody);
    return 2;
}

/* origin() -> the state in which the line began */
static int f_origin(lua_State *L)
{
    push_state(L, study_memo(L), box_of(L)->node, NULL, 0);
    return 1;
}

/* save(): saves the current state until restore(), so that lines can be played again from others */
static int f_save(lua_State *L)
{
    PathBox *box = box_of(L);
    const Memo *m = study_memo(L);
    array_room(&box->saved_fields, &box->saved_room, m->fields_n, sizeof *box->saved_fields);
    if (m->fields_n) memcpy(box->saved_fields, m->fields, m->fields_n * sizeof *m->fields);
    box->saved_n = m->fields_n;
    box->saved_node = box->node;
    box->saved_values = box->paths.field_values;
    box->paths.field_values = NULL;
    return 0;
}

/* restore(): makes the state of the last save() the current one again */
static int f_restore(lua_State *L)
{
    PathBox *box = box_of(L);
    Memo *m = study_memo(L);
    /* Fields that are new since save() have no value in that state: 0. */
    if (m->fields_n) memset(m->fields, 0, m->fields_n * sizeof *m->fields);
    if (box->saved_n) memcpy(m->fields, box->saved_fields, box->saved_n * sizeof *m->fields);
    box->node = box->saved_node;
    box->paths.field_values = box->saved_values;
    memo_begin_line(m, NULL); /* nothing is recorded until play() */
    return 0;
}

/* again(state) -> the state written anew, with no fields but those that keep() named.  It becomes
 * the current one. */
static int f_again(lua_State *L)
{
    f_load(L);
    push_state(L, study_memo(L), box_of(L)->node, NULL, 0);
    return 1;
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

/* --- separation --- */

/* columns(lists of fields): one list for each track, with the field of every member who may be
 * alike.  A value that one member may have at a node is explored for all of them.  {}: nobody may
 * be alike */
static int f_columns(lua_State *L)
{
    PathBox *box = box_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t tracks_n = lua_rawlen(L, 1), members_n;
    free(box->columns);
    box->columns = NULL;
    box->tracks_n = 0;
    for (size_t i = 0; i < tracks_n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        const int64_t *fields = study_numbers(L, lua_gettop(L), &members_n);
        if (i == 0) {
            box->columns = calloc(tracks_n * members_n + 1, sizeof *box->columns);
            box->members_n = members_n;
        }
        luaL_argcheck(L, members_n == box->members_n, 1, "columns of one length");
        for (size_t k = 0; k < members_n; k++) box->columns[i * members_n + k] = (size_t)fields[k];
        lua_pop(L, 2); /* the list, and the userdata of study_numbers */
    }
    box->tracks_n = tracks_n;
    return 0;
}

/* Gives the fields of each column the same values at a node; *grew: see values_add. */
static void share_column_values(lua_State *L, Memo *m, struct NodeValues *v, bool *grew)
{
    const PathBox *box = box_of(L);
    for (size_t i = 0; i < box->tracks_n; i++)
        values_share(m, v, box->columns + i * box->members_n, box->members_n, grew);
}

/* explore(node): begins a new exploration (separation.h), which has found nothing yet but the
 * current value of each field at this node.  After enter(), paths go through every value of the
 * fields that they read, and lead to nodes instead of states, until keep or open is called. */
static int f_explore(lua_State *L)
{
    PathBox *box = box_of(L);
    Memo *m = study_memo(L);
    bool grew; /* not looked at: the first values are all new */
    luaL_checktype(L, 1, LUA_TLIGHTUSERDATA);
    box->node = lua_touserdata(L, 1);
    box->exploration++;
    box->skipped = 0;
    box->labels_n = 0;
    struct NodeValues *v = values_at(m, box->node, box->exploration);
    for (size_t f = 0; f < m->fields_n; f++) values_add(m, v, f, m->fields[f], &grew);
    share_column_values(L, m, v, &grew);
    return 0;
}

/* enter(node): plays the next lines from this node, for all values that its fields may have -> true
 * if anybody can act there.  Nothing: the node cannot be explored, because a field has a value in
 * only some of its states */
static int f_enter(lua_State *L)
{
    PathBox *box = box_of(L);
    Memo *m = study_memo(L);
    luaL_checktype(L, 1, LUA_TLIGHTUSERDATA);
    box->node = lua_touserdata(L, 1);
    struct NodeValues *v = values_at(m, box->node, box->exploration);
    values_use_next(m, v);
    for (size_t f = 0; f < m->fields_n; f++) {
        m->fields[f] = values_nth(v, f, 0); /* the lowest one; 0 stands for no value */
        bool has_none_and_some = m->fields[f] == 0 && values_count(v, f) > 1;
        if (has_none_and_some) return 0;
    }
    memo_begin_line(m, NULL); /* nothing is recorded until play() */
    paths_of(L)->field_values = v;
    lua_pushboolean(L, box->node->anybody);
    return 1;
}

/* take(nth): gives field nth its value on this path; to be called before rules read it */
static int f_take(lua_State *L)
{
    Err err;
    if (!path_take_field(paths_of(L), study_memo(L), (size_t)luaL_checkinteger(L, 1), &err))
        return luaL_error(L, "%s", err.text);
    return 0;
}

/* Notes which values each field may have where an explored path ends, and adds them to those of the
 * node there: the value that the path set; else the value that it read; else all that the node
 * before had.  end NULL: the end was not recorded. */
static void note_end_values(lua_State *L, Memo *m, TreeEnd *end)
{
    PathBox *box = box_of(L);
    const PathEnumerator *paths = &box->paths;
    box->end = end;
    box->found_value = false;
    if (end) end->explored_in = box->exploration;
    if (!end || !end->to) return;
    struct NodeValues *v = values_at(m, end->to, box->exploration);
    for (size_t f = 0; f < m->fields_n; f++) {
        const FieldValue *last = end_field(end, f);
        if (last)
            values_add(m, v, f, last->value, &box->found_value);
        else if (f < paths->field_taken_room && paths->field_taken[f])
            values_add(m, v, f, m->fields[f], &box->found_value);
        else
            values_pass(m, v, paths->field_values, f, &box->found_value);
    }
    share_column_values(L, m, v, &box->found_value);
}

/* Pushes an end or a node as a light userdata; nil for NULL. */
static void push_pointer(lua_State *L, void *p)
{
    if (p)
        lua_pushlightuserdata(L, p);
    else
        lua_pushnil(L);
}

/* found_value() -> true if the last path has led to a value that was not known at its node */
static int f_found_value(lua_State *L)
{
    lua_pushboolean(L, box_of(L)->found_value);
    return 1;
}

/* number(n): gives the end of the last path this number -> false if it was not recorded */
static int f_number(lua_State *L)
{
    TreeEnd *end = box_of(L)->end;
    if (end) end->number = luaL_checkinteger(L, 1);
    lua_pushboolean(L, end != NULL);
    return 1;
}

/* label(n, label): labels end number n for `depends`, see Separation.labels */
static int f_label(lua_State *L)
{
    PathBox *box = box_of(L);
    lua_Integer n = luaL_checkinteger(L, 1);
    luaL_argcheck(L, n >= 1, 1, "ends are numbered from 1");
    array_room(&box->labels, &box->labels_room, (size_t)n, sizeof *box->labels);
    for (; box->labels_n < (size_t)n; box->labels_n++) box->labels[box->labels_n] = 0;
    box->labels[n - 1] = luaL_checkinteger(L, 2);
    return 0;
}

/* Pushes a userdata with the roots of n trees: for each node of the list at 1, the tree of the
 * place in the plan that `places` has for it.  nodes: NULL, or gets the nodes themselves. */
static TreeSlot **trees_of(lua_State *L, const int64_t *places, size_t n, const StateNode **nodes)
{
    TreeSlot **trees = lua_newuserdatauv(L, (n + 1) * sizeof *trees, 0);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        StateNode *node = lua_touserdata(L, -1);
        if (nodes) nodes[i] = node;
        trees[i] = memo_tree(study_memo(L), node, places[i]);
        lua_pop(L, 1);
    }
    return trees;
}

/* depends(nodes, places in the plan, fields) -> the fields that must be kept: those given, and the
 * others that matter (separation_close); nil when the trees do not tell */
static int f_depends(lua_State *L)
{
    Memo *m = study_memo(L);
    Separation s = {
        .labels = box_of(L)->labels, .labels_n = box_of(L)->labels_n, .fields_n = m->fields_n};
    size_t kept_n;
    luaL_checktype(L, 1, LUA_TTABLE);
    const int64_t *places = study_numbers(L, 2, &s.n);
    const int64_t *kept = study_numbers(L, 3, &kept_n);
    s.paths = paths_of(L);
    s.kept = memset(lua_newuserdatauv(L, m->fields_n + 1, 0), 0, m->fields_n + 1);
    s.trees = trees_of(L, places, s.n, NULL);
    for (size_t i = 0; i < kept_n; i++)
        if ((size_t)kept[i] < m->fields_n) s.kept[kept[i]] = true;
    if (!separation_close(&s)) return 0;
    lua_newtable(L);
    for (size_t f = 0; f < m->fields_n; f++) {
        if (!s.kept[f]) continue;
        lua_pushinteger(L, (lua_Integer)f);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
    return 1;
}

/* Reads the SymmetryEnd on top of the stack: { label=, next=, cut=, races=, happened= }.  Puts
 * below it the userdata that holds what happened. */
static SymmetryEnd end_at_top(lua_State *L)
{
    SymmetryEnd end = {0};
    lua_getfield(L, -1, "label");
    end.label = lua_tointeger(L, -1);
    lua_getfield(L, -2, "next");
    end.next = lua_tointeger(L, -1);
    lua_getfield(L, -3, "cut");
    end.cut = lua_toboolean(L, -1);
    lua_getfield(L, -4, "races");
    end.races = (uint64_t)lua_tointeger(L, -1);
    lua_getfield(L, -5, "happened");
    end.happened = study_numbers(L, lua_gettop(L), &end.happened_n);
    end.happened_n /= 2; /* pairs of a slot and how often */
    lua_insert(L, -7);   /* the userdata of study_numbers, below the end and its five fields */
    lua_pop(L, 5);
    return end;
}

/* The arguments of symmetry: where each stands on the stack, and its name in the table. */
enum { NODES = 1, PLACES, ENDS, PAIRS, WORK, FIELDS, TRACKS, PAIR_AFTER };
static const char *const symmetry_names[] = {[NODES] = "nodes",   [PLACES] = "places_in_plan",
                                             [ENDS] = "ends",     [PAIRS] = "pairs",
                                             [WORK] = "work",     [FIELDS] = "fields",
                                             [TRACKS] = "tracks", [PAIR_AFTER] = "pair_after"};

/* Replaces the table at 1, the only argument, by its fields: each at the place on the stack that
 * the enum above gives it. */
static void spread_arguments(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    luaL_checkstack(L, 20, NULL);
    for (int i = NODES; i <= PAIR_AFTER; i++) lua_getfield(L, 1, symmetry_names[i]);
    lua_remove(L, 1);
    luaL_checktype(L, NODES, LUA_TTABLE);
    luaL_checktype(L, ENDS, LUA_TTABLE);
    luaL_checktype(L, PAIRS, LUA_TTABLE);
}

/* Reads the list ENDS; *n gets how many.  The result is a userdata, pushed, and behind it a table
 * that keeps the lists to which the ends point. */
static const SymmetryEnd *ends_of(lua_State *L, size_t *n)
{
    *n = lua_rawlen(L, ENDS);
    SymmetryEnd *ends = lua_newuserdatauv(L, (*n + 1) * sizeof *ends, 0);
    lua_newtable(L);
    int kept = lua_gettop(L);
    for (size_t i = 0; i < *n; i++) {
        lua_rawgeti(L, ENDS, (lua_Integer)i + 1);
        ends[i] = end_at_top(L);
        lua_pop(L, 1); /* the end; what it points to is now on top */
        lua_rawseti(L, kept, (lua_Integer)i + 1);
    }
    return ends;
}

/* Reads the list PAIRS into Symmetry.partners; *n gets how many.  A pair of members is a list of
 * fields: the first track of the one and of the other, the second track of the one and of the
 * other, and so on.  The result is a userdata, pushed. */
static const size_t *partners_of(lua_State *L, size_t fields_n, size_t *n)
{
    *n = lua_rawlen(L, PAIRS);
    size_t *partners = lua_newuserdatauv(L, (*n * fields_n + 1) * sizeof *partners, 0);
    for (size_t i = 0; i < *n; i++) {
        size_t *list = partners + i * fields_n, count;
        for (size_t f = 0; f < fields_n; f++) list[f] = f;
        lua_rawgeti(L, PAIRS, (lua_Integer)i + 1);
        const int64_t *fields = study_numbers(L, lua_gettop(L), &count);
        for (size_t k = 0; k + 1 < count; k += 2) {
            size_t a = (size_t)fields[k], b = (size_t)fields[k + 1];
            if (a >= fields_n || b >= fields_n) continue;
            list[a] = b;
            list[b] = a;
        }
        lua_pop(L, 2);
    }
    return partners;
}

/* Pushes a list for each place: whether each pair may be exchanged there. */
static int push_alike(lua_State *L, const Symmetry *s)
{
    lua_createtable(L, (int)s->n, 0);
    for (size_t i = 0; i < s->n; i++) {
        lua_createtable(L, (int)s->pairs_n, 0);
        for (size_t k = 0; k < s->pairs_n; k++) {
            lua_pushboolean(L, s->alike[i * s->pairs_n + k]);
            lua_rawseti(L, -2, (lua_Integer)k + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* symmetry{ nodes=, places_in_plan=, ends=, pairs=, work=, fields=, tracks=, pair_after= } -> for
 * each place a list: whether each pair may be exchanged there; nil when it is too much work.
 *   nodes, places_in_plan  of each place
 *   ends        of the paths, see end_at_top
 *   pairs       see partners_of
 *   work        Symmetry.work_max
 *   fields      of all members, one member after the other, each of whom has `tracks` of them
 *   pair_after  see Symmetry */
static int f_symmetry(lua_State *L)
{
    Memo *m = study_memo(L);
    Symmetry s = {.paths = paths_of(L), .fields_n = m->fields_n};
    size_t members_fields_n;
    spread_arguments(L);
    const int64_t *places = study_numbers(L, PLACES, &s.n);
    s.work_max = (size_t)luaL_checkinteger(L, WORK);
    s.members = (const size_t *)study_numbers(L, FIELDS, &members_fields_n); /* none is below 0 */
    s.tracks_n = (size_t)luaL_checkinteger(L, TRACKS);
    s.pair_after = study_numbers(L, PAIR_AFTER, &s.members_n);
    luaL_argcheck(L, members_fields_n == s.members_n * s.tracks_n, 1, "as many fields for each");
    s.ends = ends_of(L, &s.ends_n);
    s.partners = partners_of(L, s.fields_n, &s.pairs_n);
    s.nodes = lua_newuserdatauv(L, (s.n + 1) * sizeof *s.nodes, 0);
    s.trees = trees_of(L, places, s.n, s.nodes);
    s.alike = lua_newuserdatauv(L, s.n * s.pairs_n + 1, 0);
    return symmetry_find(&s) ? push_alike(L, &s) : 0;
}

/* alike(node, list of fields, n): says that members may be exchanged at this node.  The list has n
 * fields of each, one member after the other.  The groups of earlier calls stay */
static int f_alike(lua_State *L)
{
    Memo *m = study_memo(L);
    size_t count;
    luaL_checktype(L, 1, LUA_TLIGHTUSERDATA);
    StateNode *node = lua_touserdata(L, 1);
    const int64_t *fields = study_numbers(L, 2, &count);
    lua_Integer n = luaL_checkinteger(L, 3);
    luaL_argcheck(L, n > 0 && count % (size_t)n == 0, 3, "as many fields for each");
    struct Alike *alike = memo_alloc(m, sizeof *alike + count * sizeof *alike->fields);
    alike->n = (size_t)n;
    alike->members = count / (size_t)n;
    for (size_t i = 0; i < count; i++) {
        luaL_argcheck(L, fields[i] >= 0 && (size_t)fields[i] < m->fields_n, 2, "no such field");
        alike->fields[i] = (size_t)fields[i];
    }
    alike->next = node->alike;
    node->alike = alike;
    return 0;
}

/* keep(fields or nil): ends exploring.  From now on only these fields tell states apart; nil: all
 */
static int f_keep(lua_State *L)
{
    PathBox *box = box_of(L);
    size_t n = 0, fields_n = study_memo(L)->fields_n;
    box->paths.field_values = NULL;
    box->part++;
    box->kept_n = 0;
    if (lua_isnoneornil(L, 1)) return 0;
    const int64_t *list = study_numbers(L, 1, &n);
    free(box->kept);
    box->kept = calloc(fields_n + 1, sizeof *box->kept);
    box->kept_n = fields_n + 1; /* above 0 even without fields, since 0 means that all are kept */
    for (size_t i = 0; i < n; i++)
        if ((size_t)list[i] < fields_n) box->kept[list[i]] = true;
    return 0;
}

/* --- lines --- */

/* The root of the tree of the current state, for the place in the plan at 1. */
static TreeSlot *current_tree(lua_State *L)
{
    return memo_tree(study_memo(L), box_of(L)->node, luaL_checkinteger(L, 1));
}

/* Follows the path from the root of a tree to its end; NULL if the tree does not reach so far. */
static TreeEnd *follow(lua_State *L, Memo *m, const TreeSlot *root)
{
    Err err;
    path_begin(paths_of(L));
    const TreeEnd *end = path_walk(paths_of(L), m, root, &err);
    if (err.text[0]) luaL_error(L, "%s", err.text);
    return (TreeEnd *)end;
}

/* While exploring: follows the path to its end, and goes on to the next path as long as this
 * exploration has followed the path before and it leads to no new value.  *end: NULL if the tree
 * does not reach so far.  False when no path is left. */
static bool follow_to_news(lua_State *L, Memo *m, const TreeSlot *root, TreeEnd **end)
{
    PathBox *box = box_of(L);
    for (;; box->skipped++) {
        *end = follow(L, m, root);
        if (!*end) return true;
        bool followed_before = (*end)->explored_in == box->exploration; /* asked before it is set */
        note_end_values(L, m, *end);
        if (!followed_before || box->found_value) return true;
        if (!path_next(&box->paths)) return false;
    }
}

/* passed() -> how many paths were skipped since explore was called: they lead to nothing new */
static int f_passed(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)box_of(L)->skipped);
    return 1;
}

/* walk(place in the plan) -> the end of the line on this path (a light userdata), and the state
 * there or, while exploring, its node.  nil: the tree does not reach the end.  false, while
 * exploring: no path is left that leads to anything new */
static int f_walk(lua_State *L)
{
    Memo *m = study_memo(L);
    const TreeSlot *root = current_tree(L);
    bool explores = paths_of(L)->field_values != NULL;
    TreeEnd *end = NULL;
    if (!explores) {
        end = follow(L, m, root);
    } else if (!follow_to_news(L, m, root, &end)) {
        lua_pushboolean(L, false);
        return 1;
    }
    if (!end) return 0;
    lua_pushlightuserdata(L, end);
    if (explores || !end->to)
        push_pointer(L, end->to);
    else
        push_state(L, m, end->to, end->fields, end->fields_n);
    return 2;
}

/* --- states that are known --- */

/* Places on the stack of f_play_known: its arguments; then the fields of two layers (layers.lua),
 * those of the layer that is played, and those of the layer after it. */
enum { LAYER = 1, AFTER, FIRST, KNOWN, FRESH, OFTEN, MOST };
enum { OF = MOST + 1, KEYS, AT, DUE, OF_AFTER, KEYS_AFTER, VALUES_AFTER, DUE_AFTER, KEY, FROM };

/* Pushes the field of the table at idx. */
static void push_field(lua_State *L, int idx, const char *name)
{
    lua_pushstring(L, name);
    lua_rawget(L, idx);
}

/* Pushes the result of a path that was walked to its end.  Returns whether it can be followed here:
 * it tells only of events, and the plan goes on where it is due (result[1], see one_path.lua).
 * *cut: the line was cut. */
static bool push_plain_result(lua_State *L, TreeEnd *end, bool *cut)
{
    lua_rawgetp(L, KNOWN, end);
    int leads_to = lua_rawgeti(L, -1, 1);
    *cut = leads_to == LUA_TBOOLEAN && lua_toboolean(L, -1);
    bool plain = *cut || (leads_to == LUA_TNUMBER && lua_rawequal(L, -1, DUE_AFTER));
    lua_pop(L, 1);
    return plain;
}

/* True if all paths from the current state are known and plain, and none comes back to its node.
 * *ways: how many there are. */
static bool is_known(lua_State *L, Memo *m, const TreeSlot *root, lua_Integer *ways)
{
    PathEnumerator *paths = paths_of(L);
    bool plain, cut;
    path_first(paths);
    do {
        TreeEnd *end = follow(L, m, root);
        if (!end || !end->to || end->to == box_of(L)->node) return false;
        plain = push_plain_result(L, end, &cut);
        lua_pop(L, 1);
        (*ways)++;
    } while (plain && path_next(paths));
    return plain;
}

/* Replaces the state on top of the stack by its vector, in the layer that is played (cut) or the
 * one after it.  Makes one where the state is new there; result: the index of the result that led
 * to it. */
static void push_vector_of_state(lua_State *L, bool cut, int result)
{
    int of = cut ? OF : OF_AFTER, keys = cut ? KEYS : KEYS_AFTER, state = lua_gettop(L);
    lua_pushvalue(L, state);
    lua_rawget(L, of);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        probability_push_vector(L, paths_of(L)->exact); /* at state + 1 */
        lua_pushvalue(L, state);
        lua_rawseti(L, keys, (lua_Integer)lua_rawlen(L, keys) + 1);
        lua_pushvalue(L, state);
        lua_pushvalue(L, state + 1);
        lua_rawset(L, of);
        if (!cut) {
            lua_pushvalue(L, state);
            push_field(L, result, "values");
            lua_rawset(L, VALUES_AFTER);
        }
    }
    lua_replace(L, state);
}

/* Adds all paths of the current state, which are known, to the vectors where they lead. */
static void flow_known(lua_State *L, Memo *m, const TreeSlot *root)
{
    PathEnumerator *paths = paths_of(L);
    path_first(paths);
    do {
        bool cut;
        TreeEnd *end = follow(L, m, root);
        push_plain_result(L, end, &cut);
        int result = lua_gettop(L);
        push_state(L, m, end->to, end->fields, end->fields_n);
        push_vector_of_state(L, cut, result);
        lua_rawgeti(L, result, 2); /* its events */
        Probability p = {.dd = paths->p, .q = paths->q};
        probability_flow(L, FROM, result + 1, p, FRESH, OFTEN, result + 2);
        lua_settop(L, FROM);
    } while (path_next(paths));
}

/* Plays the state at KEY, whose vector is at FROM and is then freed; adds the number of its paths
 * to *ways.  False, and nothing has changed: the state is not known, or needs a closer look. */
static bool play_if_known(lua_State *L, lua_Integer *ways)
{
    Memo *m = study_memo(L);
    lua_Integer n = 0;
    lua_pushvalue(L, KEY);
    if (lua_rawget(L, AT) != LUA_TNIL) return false; /* at another place in the plan */
    lua_pop(L, 1);
    if (probability_first(L, FROM) < FADED_CHANCE) return false;
    load_state(L, m, KEY);
    const TreeSlot *root = memo_tree(m, box_of(L)->node, lua_tointeger(L, DUE));
    if (!box_of(L)->node->anybody || !is_known(L, m, root, &n)) return false;
    lua_pushvalue(L, KEY);
    lua_pushnil(L);
    lua_rawset(L, OF); /* a line that was cut may come to this state again */
    flow_known(L, m, root);
    probability_free_vector(L, FROM);
    *ways += n;
    return true;
}

/* play_known(layer, after, i, known, fresh, often, most) -> how many states were played, and how
 * many paths they had: plays at most `most` states of the layer, from the ith on, up to the first
 * with a path that is not known or leads to more than events.  known: end -> result of a path;
 * fresh, often: see probability_flow */
static int f_play_known(lua_State *L)
{
    lua_Integer first = luaL_checkinteger(L, FIRST), most = luaL_checkinteger(L, MOST);
    lua_Integer n = 0, ways = 0;
    lua_settop(L, MOST);
    push_field(L, LAYER, "of");
    push_field(L, LAYER, "keys");
    push_field(L, LAYER, "at");
    push_field(L, LAYER, "due");
    push_field(L, AFTER, "of");
    push_field(L, AFTER, "keys");
    push_field(L, AFTER, "values");
    push_field(L, AFTER, "due");
    for (; n < most; n++) {
        lua_settop(L, DUE_AFTER);
        if (lua_rawgeti(L, KEYS, first + n) == LUA_TNIL) break;
        lua_pushvalue(L, KEY);
        lua_rawget(L, OF);
        if (!play_if_known(L, &ways)) break;
    }
    lua_pushinteger(L, n);
    lua_pushinteger(L, ways);
    return 2;
}

/* play(place in the plan, record): lets the rules, which run next from the current state, take the
 * current path.  record: the tree of the line grows by what they draw and read */
static int f_play(lua_State *L)
{
    Memo *m = study_memo(L);
    path_begin(paths_of(L));
    memo_begin_line(m, lua_toboolean(L, 2) && memo_has_room(m) ? current_tree(L) : NULL);
    return 0;
}

/* sample(n): lets the rules, which run next from the current state, take the nth path at random
 * (path_sample), which is not recorded; to be called after next() */
static int f_sample(lua_State *L)
{
    path_sample(paths_of(L), (uint64_t)luaL_checkinteger(L, 1));
    memo_begin_line(study_memo(L), NULL);
    return 0;
}

/* sampled() -> how many paths there are, as the last path at random estimates it */
static int f_sampled(lua_State *L)
{
    lua_pushnumber(L, paths_of(L)->ways);
    return 1;
}

/* may_cut() -> true if the line may be cut here: its paths have parted, so that some may meet; and
 * no path went on from here uncut, which the tree would show */
static int f_may_cut(lua_State *L)
{
    const Memo *m = study_memo(L);
    const PathEnumerator *paths = paths_of(L);
    const TreeSlot *here = m->cursor;
    bool parted, gone_on = false;
    if (here) {
        /* While exploring, the line is played from many states at once. */
        parted = m->branched || paths->field_values;
        gone_on = here->fork || here->end;
    } else { /* the line is not recorded, so that only its choices tell */
        parted = paths->depth > 0;
    }
    lua_pushboolean(L, parted && !gone_on);
    return 1;
}

/* ended(node or nil): the rules have ended the line at this node -> its end, nil if it was not
 * recorded; and the state there (while exploring, the node) */
static int f_ended(lua_State *L)
{
    Memo *m = study_memo(L);
    StateNode *to = lua_isnil(L, 1) ? NULL : lua_touserdata(L, 1);
    TreeEnd *end = m->cursor ? memo_end(m, &(TreeEnd){.to = to}, NULL, NULL) : NULL;
    m->cursor = NULL;
    push_pointer(L, end);
    if (paths_of(L)->field_values) {
        note_end_values(L, m, end);
        push_pointer(L, end ? end->to : NULL);
        return 2;
    }
    if (!to) return 1;
    push_state(L, m, to, m->pending, m->pending_n);
    return 2;
}

void lib_paths(lua_State *L)
{
    static const luaL_Reg lib[] = {{"open", f_open},
                                   {"weights", f_weights},
                                   {"first", f_first},
                                   {"next", f_next},
                                   {"choose", f_choose},
                                   {"chance", f_chance},
                                   {"state", f_state},
                                   {"load", f_load},
                                   {"moved", f_moved},
                                   {"bytes", f_bytes},
                                   {"walk", f_walk},
                                   {"play_known", f_play_known},
                                   {"play", f_play},
                                   {"sample", f_sample},
                                   {"sampled", f_sampled},
                                   {"may_cut", f_may_cut},
                                   {"ended", f_ended},
                                   {"explore", f_explore},
                                   {"enter", f_enter},
                                   {"take", f_take},
                                   {"found_value", f_found_value},
                                   {"passed", f_passed},
                                   {"number", f_number},
                                   {"depends", f_depends},
                                   {"label", f_label},
                                   {"keep", f_keep},
                                   {"again", f_again},
                                   {"origin", f_origin},
                                   {"save", f_save},
                                   {"columns", f_columns},
                                   {"symmetry", f_symmetry},
                                   {"alike", f_alike},
                                   {"restore", f_restore},
                                   {NULL, NULL}};
    sandbox_userdata(L, "paths", sizeof(PathBox), f_gc);
    luaL_setfuncs(L, lib, 1);
    lua_pushnumber(L, FADED_CHANCE);
    lua_setfield(L, -2, "FADED_CHANCE");
}
