#include "cell/study/memo.h"

#include <stdlib.h>
#include <string.h>

enum {
    MANY_WAYS = 16,
    FIRST_NODES = 1024
}; /* of one fork: then they are hashed; both a power of 2 */
/* To share what is hardly added to any more costs more than it brings: less than so many bytes, a
 * dozen lines, while so many others were walked.  What is larger than the last is in no processor's
 * own cache anyway. */
enum { SETTLES_AFTER = 16384, SETTLES_WITH = 16384, LEAVES_WITH = 16 << 20 };

static Store *store_of(Memo *m)
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

void memo_settle(Memo *m)
{
    if (!m->shared || m->left || ++m->lines < SETTLES_AFTER) return;
    size_t bytes = arena_bytes(&m->arena);
    if (bytes - m->settled < SETTLES_WITH && bytes < LEAVES_WITH)
        m->left = region_leave(m->arena.region);
    m->settled = bytes;
    m->lines = 0;
}

bool memo_forget(Memo *m, const char *kind, size_t n)
{
    if (!m->shared) {
        arena_forget(&m->arena);
        m->own.nodes = NULL;
        m->own.nodes_n = m->own.nodes_room = 0;
    }
    m->kept_n = 0;
    if (m->parts_n) memset(m->parts, 0, m->parts_n * sizeof *m->parts);
    m->root = m->cursor = NULL;
    return (m->kind = memo_number(m, NUMBER_KIND, kind, n)) != 0;
}

void memo_free(Memo *m)
{
    arena_forget(&m->arena);
    arena_forget(&m->names);
    free(m->parts);
    free(m->kept);
    *m = (Memo){0};
}

bool memo_has_room(const Memo *m, size_t most)
{
    return !m->plain && arena_bytes(&m->arena) < most;
}

static void *copy(Memo *m, const void *list, size_t n, size_t size)
{
    void *p = arena_take(&m->arena, n * size + 1);
    if (p && n) memcpy(p, list, n * size);
    return p;
}

/* --- numbers
 * ------------------------------------------------------------------------------------------- */

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

size_t memo_given(const Memo *m, NumberOf of)
{
    return interned_given(numbers(m, of));
}

/* --- nodes
 * -------------------------------------------------------------------------------------------------
 */

static Node **place_of(Node **nodes, size_t room, size_t kind, const char *state, size_t n)
{
    size_t i = (interned_hash(state, n) + kind) & (room - 1);
    while (nodes[i] &&
           (nodes[i]->kind != kind || nodes[i]->n != n || memcmp(nodes[i]->state, state, n) != 0))
        i = (i + 1) & (room - 1);
    return &nodes[i];
}

static bool grow_nodes(Memo *m, Store *s)
{
    if (s->nodes_n * 2 < s->nodes_room) return true;
    size_t room = s->nodes_room ? s->nodes_room * 2 : FIRST_NODES;
    Node **nodes = arena_take(&m->arena, room * sizeof *nodes);
    if (!nodes) return false;
    for (size_t i = 0; i < s->nodes_room; i++) {
        const Node *node = s->nodes[i];
        if (node) *place_of(nodes, room, node->kind, node->state, node->n) = s->nodes[i];
    }
    arena_show(&s->nodes, nodes);
    arena_show(&s->nodes_room, room);
    return true;
}

static Node *find_or_make_node(Memo *m, Store *s, const char *state, size_t n)
{
    if (!grow_nodes(m, s)) return NULL;
    Node **place = place_of(s->nodes, s->nodes_room, m->kind, state, n);
    if (*place) return *place;
    Node *node = arena_take(&m->arena, sizeof *node + n);
    if (!node) return NULL;
    node->kind = m->kind;
    node->n = n;
    memcpy(node->state, state, n);
    s->nodes_n++;
    arena_show(place, node);
    return node;
}

Node *memo_node(Memo *m, const char *state, size_t n, bool *fresh)
{
    arena_lock(&m->arena);
    Node *node = find_or_make_node(m, store_of(m), state, n);
    arena_unlock(&m->arena);
    *fresh = node && !arena_see(&node->described);
    return node;
}

/* Whoever describes it says the same. */
void memo_describe(Node *node, bool anybody)
{
    arena_show(&node->anybody, anybody);
    arena_show(&node->described, true);
}

static Line *find_line(Node *node, int64_t at)
{
    Line *l = arena_see(&node->lines);
    while (l && l->at != at) l = l->next;
    return l;
}

static Line *make_line(Memo *m, Node *node, int64_t at)
{
    Line *l = find_line(node, at);
    if (l || !(l = arena_take(&m->arena, sizeof *l))) return l;
    l->at = at;
    l->next = node->lines;
    arena_show(&node->lines, l);
    return l;
}

Child *memo_line(Memo *m, Node *node, int64_t at)
{
    Line *l = find_line(node, at);
    if (l) return &l->child;
    arena_lock(&m->arena);
    l = make_line(m, node, at);
    arena_unlock(&m->arena);
    return l ? &l->child : NULL;
}

/* --- parts
 * -------------------------------------------------------------------------------------------------
 */

static bool room_for_part(Memo *m, size_t nth)
{
    if (nth < m->parts_n) return true;
    size_t n = nth + 32;
    int64_t *parts = realloc(m->parts, n * sizeof *parts);
    if (!parts) return false;
    memset(parts + m->parts_n, 0, (n - m->parts_n) * sizeof *parts);
    m->parts = parts;
    m->parts_n = n;
    return true;
}

int64_t memo_part_now(const Memo *m, size_t nth)
{
    return nth < m->parts_n ? m->parts[nth] : 0;
}

bool memo_keep(Memo *m, size_t nth, int64_t value)
{
    if (!room_for_part(m, nth)) return false;
    if (m->kept_n == m->kept_room) {
        size_t room = m->kept_room ? m->kept_room * 2 : 32;
        Kept *kept = realloc(m->kept, room * sizeof *kept);
        if (!kept) return false;
        m->kept = kept;
        m->kept_room = room;
    }
    m->kept[m->kept_n++] = (Kept){.nth = nth, .value = value};
    return true;
}

bool memo_change(Memo *m, const Kept *parts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!room_for_part(m, parts[i].nth)) return false;
        m->parts[parts[i].nth] = parts[i].value;
    }
    return true;
}

bool memo_part(Memo *m, size_t nth, int64_t *value, Err *err)
{
    *value = memo_part_now(m, nth);
    return memo_grow(m, &(Question){.kind = DRAW_PART, .nth = nth}, &(Key){.n = {*value}}, err);
}

/* --- ways
 * ------------------------------------------------------------------------------------------------------
 */

static bool is_same(const Key *a, const Key *b)
{
    return a->n[0] == b->n[0] && a->n[1] == b->n[1] && a->n[2] == b->n[2] &&
           a->faces_n == b->faces_n &&
           (!a->faces_n || memcmp(a->faces, b->faces, a->faces_n * sizeof *a->faces) == 0);
}

static size_t hash_key(const Key *key)
{
    uint64_t h = (uint64_t)key->n[0] * UINT64_C(0x9E3779B97F4A7C15) ^
                 (uint64_t)key->n[1] * UINT64_C(0xC2B2AE3D27D4EB4F) ^ (uint64_t)key->n[2];
    for (size_t i = 0; i < key->faces_n; i++)
        h = (h ^ (uint64_t)key->faces[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 29);
}

/* The place in the index of a key, or of a free one. */
static Way **place_in_index(WayIndex *index, const Key *key)
{
    size_t i = hash_key(key) & (index->room - 1);
    for (const Way *w; (w = arena_see(&index->at[i])) && !is_same(&w->key, key);)
        i = (i + 1) & (index->room - 1);
    return &index->at[i];
}

Child *memo_find(const Fork *fork, const Key *key)
{
    WayIndex *index = arena_see(&fork->index);
    Way *w = index ? arena_see(place_in_index(index, key)) : arena_see(&fork->first);
    while (!index && w && !is_same(&w->key, key)) w = arena_see(&w->next);
    return w ? &w->child : NULL;
}

/* An index with room to spare, once there are many ways. */
static bool index_ways(Memo *m, Fork *fork)
{
    size_t had = fork->index ? fork->index->room : 0;
    if (fork->n < MANY_WAYS || fork->n * 2 < had) return true;
    size_t room = had ? had * 4 : (size_t)MANY_WAYS * 4;
    WayIndex *index = arena_take(&m->arena, sizeof *index + room * sizeof *index->at);
    if (!index) return false;
    index->room = room;
    for (Way *w = fork->first; w; w = w->next) *place_in_index(index, &w->key) = w;
    arena_show(&fork->index, index);
    return true;
}

static Way *add_way(Memo *m, Fork *fork, const Key *key)
{
    Way *w = arena_take(&m->arena, sizeof *w);
    if (!w) return NULL;
    w->key = *key;
    if (key->faces_n && !(w->key.faces = copy(m, key->faces, key->faces_n, sizeof *key->faces)))
        return NULL;
    arena_show(fork->last ? &fork->last->next : &fork->first, w);
    fork->last = w;
    fork->n++;
    if (fork->index) arena_show(place_in_index(fork->index, key), w);
    return index_ways(m, fork) ? w : NULL;
}

static Fork *make_fork(Memo *m, Child *c, const Question *q)
{
    Fork *f = arena_take(&m->arena, sizeof *f);
    if (!f) return NULL;
    f->q = *q;
    if (q->sums && !(f->q.sums = copy(m, q->sums, q->sums_n, sizeof *q->sums))) return NULL;
    arena_show(&c->fork, f);
    return f;
}

static bool asks_otherwise(const Memo *m, const Child *c, const Question *q)
{
    const Fork *fork = memo_fork(c);
    return (memo_ending(c) && !m->shared) ||
           (fork && (fork->q.kind != q->kind || fork->q.nth != q->nth));
}

/* What is not there yet is made, also by others meanwhile. */
static Child *make_way(Memo *m, Child *c, const Question *q, const Key *key)
{
    Fork *fork = c->fork ? c->fork : make_fork(m, c, q);
    Child *known = fork ? memo_find(fork, key) : NULL;
    if (known || !fork) return known;
    Way *w = add_way(m, fork, key);
    return w ? &w->child : NULL;
}

bool memo_grow(Memo *m, const Question *q, const Key *key, Err *err)
{
    Child *c = m->cursor;
    if (!c) return true;
    if (asks_otherwise(m, c, q))
        return err_set(
            err,
            "the rules did not repeat themselves: the same state and the same dice led elsewhere");
    m->cursor = NULL;
    if (memo_ending(c)) return true; /* by somebody else */
    const Fork *fork = memo_fork(c);
    m->cursor = fork ? memo_find(fork, key) : NULL;
    if (!m->cursor) {
        Question numbered = *q;
        if (q->dice && !(numbered.program = memo_number(m, NUMBER_DICE, dice_text(q->dice),
                                                        strlen(dice_text(q->dice)))))
            return err_set(err, "not enough memory");
        arena_lock(&m->arena);
        m->cursor = make_way(m, c, &numbered, key);
        arena_unlock(&m->arena);
    }
    m->parted |= q->kind != DRAW_PART || (m->cursor && memo_fork(c)->n > 1);
    return m->cursor || err_set(err, "not enough memory");
}

/* --- ends
 * ------------------------------------------------------------------------------------------------------
 */

static End *make_end(Memo *m, const End *end, const EventCount *happened, const int64_t *marks)
{
    End *e = arena_take(&m->arena, sizeof *e + end->n * sizeof *e->happened);
    if (!e) return NULL;
    *e = *end;
    e->parts_n = m->kept_n;
    if (e->n) memcpy(e->happened, happened, e->n * sizeof *happened);
    e->parts = copy(m, m->kept, m->kept_n, sizeof *m->kept);
    e->marks = copy(m, marks, e->marks_n, sizeof *marks);
    return e->parts && e->marks ? e : NULL;
}

End *memo_end(Memo *m, const End *end, const EventCount *happened, const int64_t *marks)
{
    arena_lock(&m->arena);
    End *e = m->cursor->end ? m->cursor->end : make_end(m, end, happened, marks);
    arena_show(&m->cursor->end, e);
    arena_unlock(&m->arena);
    return e;
}
