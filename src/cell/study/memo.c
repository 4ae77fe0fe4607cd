#include "cell/study/memo.h"

#include <stdlib.h>
#include <string.h>

/* Powers of 2: edges of a fork from which on they are hashed; room for nodes at first. */
enum { MANY_EDGES = 16, FIRST_NODES = 1024 };
/* The memo has settled when SETTLED_TREES lines added less than SETTLED_BYTES (a dozen trees): then
 * sharing costs more than it brings.  A memo of SHARED_BYTES or more stays shared, since it fits in
 * no processor's own cache anyway. */
enum { SETTLED_TREES = 16384, SETTLED_BYTES = 16384, SHARED_BYTES = 16 << 20 };

static MemoStore *store_of(Memo *m)
{
    return m->shared ? m->shared : &m->own;
}

bool memo_share(Memo *m, Region *region)
{
    memo_free(m);
    m->shared = region_root(region, sizeof *m->shared);
    if (m->shared) m->arena.region = m->names.region = region;
    return m->shared != NULL;
}

void memo_leave_when_settled(Memo *m)
{
    if (!m->shared || m->private_copy || ++m->trees_since < SETTLED_TREES) return;
    size_t bytes = arena_bytes(&m->arena);
    if (bytes - m->bytes_then < SETTLED_BYTES && bytes < SHARED_BYTES)
        m->private_copy = region_leave(m->arena.region);
    m->bytes_then = bytes;
    m->trees_since = 0;
}

bool memo_forget(Memo *m, const char *kind, size_t n)
{
    if (!m->shared) {
        arena_forget(&m->arena);
        m->own.nodes = NULL;
        m->own.nodes_n = m->own.nodes_room = 0;
    }
    m->pending_n = 0;
    if (m->fields_n) memset(m->fields, 0, m->fields_n * sizeof *m->fields);
    m->root = m->cursor = NULL;
    return (m->kind = memo_number(m, NUMBER_KIND, kind, n)) != 0;
}

void memo_free(Memo *m)
{
    arena_forget(&m->arena);
    arena_forget(&m->names);
    free(m->fields);
    free(m->pending);
    *m = (Memo){0};
}

bool memo_has_room(const Memo *m, size_t max)
{
    return !m->off && arena_bytes(&m->arena) < max;
}

static void *copy(Memo *m, const void *list, size_t n, size_t size)
{
    void *p = arena_take(&m->arena, n * size + 1);
    if (p && n) memcpy(p, list, n * size);
    return p;
}

/* --- numbers --- */

size_t memo_number(Memo *m, NumberOf of, const char *s, size_t n)
{
    return interned_of(&store_of(m)->numbers[of], &m->names, s, n);
}

static const Interned *numbers(const Memo *m, NumberOf of)
{
    return &(m->shared ? m->shared : &m->own)->numbers[of];
}

const InternedString *memo_numbered(const Memo *m, NumberOf of, size_t number)
{
    return interned_string(numbers(m, of), &m->names, number);
}

size_t memo_number_count(const Memo *m, NumberOf of)
{
    return interned_count(numbers(m, of));
}

/* --- nodes --- */

static StateNode **place_of(StateNode **nodes, size_t room, size_t kind, const char *state,
                            size_t n)
{
    size_t i = (interned_hash(state, n) + kind) & (room - 1);
    while (nodes[i] &&
           (nodes[i]->kind != kind || nodes[i]->n != n || memcmp(nodes[i]->state, state, n) != 0))
        i = (i + 1) & (room - 1);
    return &nodes[i];
}

static bool grow_nodes(Memo *m, MemoStore *s)
{
    if (s->nodes_n * 2 < s->nodes_room) return true;
    size_t room = s->nodes_room ? s->nodes_room * 2 : FIRST_NODES;
    StateNode **nodes = arena_take(&m->arena, room * sizeof *nodes);
    if (!nodes) return false;
    for (size_t i = 0; i < s->nodes_room; i++) {
        const StateNode *node = s->nodes[i];
        if (node) *place_of(nodes, room, node->kind, node->state, node->n) = s->nodes[i];
    }
    arena_show(&s->nodes, nodes);
    arena_show(&s->nodes_room, room);
    return true;
}

static StateNode *find_or_make_node(Memo *m, MemoStore *s, const char *state, size_t n)
{
    if (!grow_nodes(m, s)) return NULL;
    StateNode **place = place_of(s->nodes, s->nodes_room, m->kind, state, n);
    if (*place) return *place;
    StateNode *node = arena_take(&m->arena, sizeof *node + n);
    if (!node) return NULL;
    node->kind = m->kind;
    node->n = n;
    memcpy(node->state, state, n);
    s->nodes_n++;
    arena_show(place, node);
    return node;
}

StateNode *memo_node(Memo *m, const char *state, size_t n, bool *fresh)
{
    arena_lock(&m->arena);
    StateNode *node = find_or_make_node(m, store_of(m), state, n);
    arena_unlock(&m->arena);
    *fresh = node && !arena_see(&node->described);
    return node;
}

/* Two cells may describe a node at the same time: both say the same. */
void memo_describe(StateNode *node, bool anybody)
{
    arena_show(&node->anybody, anybody);
    arena_show(&node->described, true);
}

static TurnTree *find_tree(StateNode *node, int64_t at)
{
    TurnTree *l = arena_see(&node->trees);
    while (l && l->at != at) l = l->next;
    return l;
}

static TurnTree *make_tree(Memo *m, StateNode *node, int64_t at)
{
    TurnTree *l = find_tree(node, at);
    if (l || !(l = arena_take(&m->arena, sizeof *l))) return l;
    l->at = at;
    l->next = node->trees;
    arena_show(&node->trees, l);
    return l;
}

TreeSlot *memo_tree(Memo *m, StateNode *node, int64_t at)
{
    TurnTree *l = find_tree(node, at);
    if (l) return &l->child;
    arena_lock(&m->arena);
    l = make_tree(m, node, at);
    arena_unlock(&m->arena);
    return l ? &l->child : NULL;
}

/* --- fields --- */

static bool room_for_field(Memo *m, size_t nth)
{
    if (nth < m->fields_n) return true;
    size_t n = nth + 32;
    int64_t *fields = realloc(m->fields, n * sizeof *fields);
    if (!fields) return false;
    memset(fields + m->fields_n, 0, (n - m->fields_n) * sizeof *fields);
    m->fields = fields;
    m->fields_n = n;
    return true;
}

int64_t memo_peek_field(const Memo *m, size_t nth)
{
    return nth < m->fields_n ? m->fields[nth] : 0;
}

bool memo_set_field(Memo *m, size_t nth, int64_t value)
{
    if (!room_for_field(m, nth) ||
        !array_room(&m->pending, &m->pending_room, m->pending_n + 1, sizeof *m->pending))
        return false;
    m->pending[m->pending_n++] = (FieldValue){.nth = nth, .value = value};
    return true;
}

bool memo_apply(Memo *m, const FieldValue *fields, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!room_for_field(m, fields[i].nth)) return false;
        m->fields[fields[i].nth] = fields[i].value;
    }
    return true;
}

bool memo_read_field(Memo *m, size_t nth, int64_t *value, Err *err)
{
    *value = memo_peek_field(m, nth);
    return memo_grow(m, &(Draw){.kind = DRAW_FIELD, .nth = nth}, &(Outcome){.n = {*value}}, err);
}

/* --- forks and edges --- */

static bool is_same(const Outcome *a, const Outcome *b)
{
    return a->n[0] == b->n[0] && a->n[1] == b->n[1] && a->n[2] == b->n[2] &&
           a->faces_n == b->faces_n &&
           (!a->faces_n || memcmp(a->faces, b->faces, a->faces_n * sizeof *a->faces) == 0);
}

static size_t hash_key(const Outcome *key)
{
    uint64_t h = (uint64_t)key->n[0] * UINT64_C(0x9E3779B97F4A7C15) ^
                 (uint64_t)key->n[1] * UINT64_C(0xC2B2AE3D27D4EB4F) ^ (uint64_t)key->n[2];
    for (size_t i = 0; i < key->faces_n; i++)
        h = (h ^ (uint64_t)key->faces[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 29);
}

/* The place of an edge in the index, or the free place for it. */
static TreeEdge **place_in_index(EdgeIndex *index, const Outcome *key)
{
    size_t i = hash_key(key) & (index->room - 1);
    for (const TreeEdge *w; (w = arena_see(&index->at[i])) && !is_same(&w->key, key);)
        i = (i + 1) & (index->room - 1);
    return &index->at[i];
}

TreeSlot *fork_find(const Fork *fork, const Outcome *key)
{
    EdgeIndex *index = arena_see(&fork->index);
    TreeEdge *w = index ? arena_see(place_in_index(index, key)) : arena_see(&fork->first);
    while (!index && w && !is_same(&w->key, key)) w = arena_see(&w->next);
    return w ? &w->child : NULL;
}

/* Makes or enlarges the index once there are many edges. */
static bool index_edges(Memo *m, Fork *fork)
{
    size_t had = fork->index ? fork->index->room : 0;
    if (fork->n < MANY_EDGES || fork->n * 2 < had) return true;
    size_t room = had ? had * 4 : (size_t)MANY_EDGES * 4;
    EdgeIndex *index = arena_take(&m->arena, sizeof *index + room * sizeof *index->at);
    if (!index) return false;
    index->room = room;
    for (TreeEdge *w = fork->first; w; w = w->next) *place_in_index(index, &w->key) = w;
    arena_show(&fork->index, index);
    return true;
}

static TreeEdge *add_edge(Memo *m, Fork *fork, const Outcome *key)
{
    TreeEdge *w = arena_take(&m->arena, sizeof *w);
    if (!w) return NULL;
    w->key = *key;
    if (key->faces_n && !(w->key.faces = copy(m, key->faces, key->faces_n, sizeof *key->faces)))
        return NULL;
    arena_show(fork->last ? &fork->last->next : &fork->first, w);
    fork->last = w;
    fork->n++;
    if (fork->index) arena_show(place_in_index(fork->index, key), w);
    return index_edges(m, fork) ? w : NULL;
}

static Fork *make_fork(Memo *m, TreeSlot *c, const Draw *q)
{
    Fork *f = arena_take(&m->arena, sizeof *f);
    if (!f) return NULL;
    f->q = *q;
    if (q->sums && !(f->q.sums = copy(m, q->sums, q->sums_n, sizeof *q->sums))) return NULL;
    arena_show(&c->fork, f);
    return f;
}

static bool differs(const Memo *m, const TreeSlot *c, const Draw *q)
{
    const Fork *fork = slot_fork(c);
    return (slot_end(c) && !m->shared) ||
           (fork && (fork->q.kind != q->kind || fork->q.nth != q->nth));
}

/* Under the lock; another cell may have made the fork or the edge meanwhile. */
static TreeSlot *make_edge(Memo *m, TreeSlot *c, const Draw *q, const Outcome *key)
{
    Fork *fork = c->fork ? c->fork : make_fork(m, c, q);
    TreeSlot *known = fork ? fork_find(fork, key) : NULL;
    if (known || !fork) return known;
    TreeEdge *w = add_edge(m, fork, key);
    return w ? &w->child : NULL;
}

bool memo_grow(Memo *m, const Draw *q, const Outcome *key, Err *err)
{
    TreeSlot *c = m->cursor;
    if (!c) return true;
    if (differs(m, c, q))
        return err_set(
            err,
            "the rules did not repeat themselves: the same state and the same dice led elsewhere");
    m->cursor = NULL;
    if (slot_end(c)) return true; /* another cell did, meanwhile */
    const Fork *fork = slot_fork(c);
    m->cursor = fork ? fork_find(fork, key) : NULL;
    if (!m->cursor) {
        Draw numbered = *q;
        if (q->dice && !(numbered.program = memo_number(m, NUMBER_DICE, dice_text(q->dice),
                                                        strlen(dice_text(q->dice)))))
            return err_set(err, "not enough memory");
        arena_lock(&m->arena);
        m->cursor = make_edge(m, c, &numbered, key);
        arena_unlock(&m->arena);
    }
    m->branched |= q->kind != DRAW_FIELD || (m->cursor && slot_fork(c)->n > 1);
    return m->cursor || err_set(err, "not enough memory");
}

/* --- ends --- */

static TreeEnd *make_end(Memo *m, const TreeEnd *end, const EventCount *happened,
                         const int64_t *marks)
{
    TreeEnd *e = arena_take(&m->arena, sizeof *e + end->n * sizeof *e->happened);
    if (!e) return NULL;
    *e = *end;
    e->fields_n = m->pending_n;
    if (e->n) memcpy(e->happened, happened, e->n * sizeof *happened);
    e->fields = copy(m, m->pending, m->pending_n, sizeof *m->pending);
    e->marks = copy(m, marks, e->marks_n, sizeof *marks);
    return e->fields && e->marks ? e : NULL;
}

TreeEnd *memo_end(Memo *m, const TreeEnd *end, const EventCount *happened, const int64_t *marks)
{
    arena_lock(&m->arena);
    TreeEnd *e = m->cursor->end ? m->cursor->end : make_end(m, end, happened, marks);
    arena_show(&m->cursor->end, e);
    arena_unlock(&m->arena);
    return e;
}
