#include "cell/memo.h"

#include <stdlib.h>
#include <string.h>

enum { MANY_WAYS = 16 }; /* of one fork: then they are hashed; a power of 2 */

/* --- forgetting -------------------------------------------------------------------------------------- */

static void free_fork(Fork *f)
{
    for (size_t i = 0; i < f->n; i++) free(f->ways[i].key.faces);
    free(f->ways);
    free(f->index);
    free(f->q.sums);
    free(f);
}

static void free_end(End *e)
{
    free(e->parts);
    free(e->marks);
    free(e);
}

static void free_node(Node *node)
{
    for (Line *l = node->lines, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    free(node);
}

void memo_forget(Memo *m)
{
    for (Fork *f = m->forks, *next; f; f = next) {
        next = f->next;
        free_fork(f);
    }
    for (End *e = m->ends, *next; e; e = next) {
        next = e->next;
        free_end(e);
    }
    for (Node *node = m->node_list, *next; node; node = next) {
        next = node->next;
        free_node(node);
    }
    free(m->nodes);
    m->kept_n = 0;
    if (m->parts_n) memset(m->parts, 0, m->parts_n * sizeof *m->parts);
    m->forks = NULL;
    m->ends = NULL;
    m->node_list = NULL;
    m->nodes = NULL;
    m->root = m->cursor = NULL;
    m->nodes_n = m->nodes_room = m->bytes = 0;
}

void memo_free(Memo *m)
{
    memo_forget(m);
    free(m->parts);
    free(m->kept);
    *m = (Memo){0};
}

/* What is remembered, counted. */
static void *remember(Memo *m, size_t n)
{
    m->bytes += n;
    return calloc(1, n);
}

/* --- nodes ------------------------------------------------------------------------------------------------- */

static size_t hash(const char *s, size_t n) /* FNV-1a */
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 32);
}

static Node **place_of(Node **nodes, size_t room, const char *state, size_t n)
{
    size_t i = hash(state, n) & (room - 1);
    while (nodes[i] && (nodes[i]->n != n || memcmp(nodes[i]->state, state, n) != 0)) i = (i + 1) & (room - 1);
    return &nodes[i];
}

static bool grow_nodes(Memo *m)
{
    size_t room = m->nodes_room ? m->nodes_room * 2 : 1024;
    Node **nodes = calloc(room, sizeof *nodes);
    if (!nodes) return false;
    for (size_t i = 0; i < m->nodes_room; i++)
        if (m->nodes[i]) *place_of(nodes, room, m->nodes[i]->state, m->nodes[i]->n) = m->nodes[i];
    free(m->nodes);
    m->nodes = nodes;
    m->nodes_room = room;
    return true;
}

Node *memo_node(Memo *m, const char *state, size_t n, bool *fresh)
{
    if (m->nodes_n * 2 >= m->nodes_room && !grow_nodes(m)) return NULL;
    Node **place = place_of(m->nodes, m->nodes_room, state, n), *node = *place;
    *fresh = !node;
    if (node) return node;
    node = remember(m, sizeof *node + n);
    if (!node) return NULL;
    node->n = n;
    memcpy(node->state, state, n);
    node->next = m->node_list;
    m->node_list = *place = node;
    m->nodes_n++;
    return node;
}

/* --- parts ------------------------------------------------------------------------------------------------- */

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

int64_t memo_part_now(const Memo *m, size_t nth) { return nth < m->parts_n ? m->parts[nth] : 0; }

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

void memo_change(Memo *m, const Kept *parts, size_t n)
{
    for (size_t i = 0; i < n; i++) m->parts[parts[i].nth] = parts[i].value;
}

void *memo_copy(Memo *m, const void *list, size_t n, size_t size)
{
    void *copy = remember(m, n * size + 1);
    if (copy && n) memcpy(copy, list, n * size);
    return copy;
}

Child *memo_line(Memo *m, Node *node, int64_t at)
{
    Line *l = node->lines;
    while (l && l->at != at) l = l->next;
    if (l) return &l->child;
    l = remember(m, sizeof *l);
    if (!l) return NULL;
    l->at = at;
    l->next = node->lines;
    node->lines = l;
    return &l->child;
}

/* --- ways ------------------------------------------------------------------------------------------------------ */

static bool is_same(const Key *a, const Key *b)
{
    return a->n[0] == b->n[0] && a->n[1] == b->n[1] && a->n[2] == b->n[2] && a->faces_n == b->faces_n &&
           (!a->faces_n || memcmp(a->faces, b->faces, a->faces_n * sizeof *a->faces) == 0);
}

static size_t hash_key(const Key *key)
{
    uint64_t h = (uint64_t)key->n[0] * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)key->n[1] * UINT64_C(0xC2B2AE3D27D4EB4F) ^ (uint64_t)key->n[2];
    for (size_t i = 0; i < key->faces_n; i++) h = (h ^ (uint64_t)key->faces[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 29);
}

/* The place in the index of a key, or of a free one. */
static uint32_t *place_in_index(const Fork *fork, const Key *key)
{
    size_t i = hash_key(key) & (fork->index_room - 1);
    while (fork->index[i] && !is_same(&fork->ways[fork->index[i] - 1].key, key)) i = (i + 1) & (fork->index_room - 1);
    return &fork->index[i];
}

Child *memo_find(const Fork *fork, const Key *key)
{
    if (fork->index) {
        uint32_t at = *place_in_index(fork, key);
        return at ? &fork->ways[at - 1].child : NULL;
    }
    for (size_t i = 0; i < fork->n; i++)
        if (is_same(&fork->ways[i].key, key)) return &fork->ways[i].child;
    return NULL;
}

/* An index with room to spare, once there are many ways. */
static bool grow_index(Memo *m, Fork *fork)
{
    if (fork->n < MANY_WAYS || fork->n * 2 < fork->index_room) return true;
    size_t room = fork->index_room ? fork->index_room * 4 : MANY_WAYS * 4;
    uint32_t *index = remember(m, room * sizeof *index);
    if (!index) return false;
    free(fork->index);
    fork->index = index;
    fork->index_room = room;
    for (size_t i = 0; i < fork->n; i++) *place_in_index(fork, &fork->ways[i].key) = (uint32_t)i + 1;
    return true;
}

Child *memo_take(Memo *m, Fork *fork, const Key *key)
{
    Child *known = memo_find(fork, key);
    if (known) return known;
    if (fork->n == fork->room) {
        size_t room = fork->room ? fork->room * 2 : 2;
        Way *ways = realloc(fork->ways, room * sizeof *ways);
        if (!ways) return NULL;
        m->bytes += (room - fork->room) * sizeof *ways;
        fork->ways = ways;
        fork->room = room;
    }
    Way w = {.key = *key};
    if (key->faces_n) {
        w.key.faces = memo_copy(m, key->faces, key->faces_n, sizeof *key->faces);
        if (!w.key.faces) return NULL;
    }
    fork->ways[fork->n++] = w;
    if (fork->index && fork->n * 2 < fork->index_room) *place_in_index(fork, key) = (uint32_t)fork->n;
    else if (!grow_index(m, fork)) return NULL;
    return &fork->ways[fork->n - 1].child;
}

static Fork *new_fork(Memo *m, const Question *q)
{
    Fork *f = remember(m, sizeof *f);
    if (!f) return NULL;
    f->q = *q;
    f->next = m->forks;
    m->forks = f;
    if (!q->sums) return f;
    f->q.sums = remember(m, q->sums_n * sizeof *q->sums);
    if (!f->q.sums) return NULL;
    memcpy(f->q.sums, q->sums, q->sums_n * sizeof *q->sums);
    return f;
}

Fork *memo_fork(Memo *m, const Question *q, Err *err)
{
    Child *c = m->cursor;
    if (c->end || (c->fork && (c->fork->q.kind != q->kind || c->fork->q.nth != q->nth))) {
        err_set(err, "the rules did not repeat themselves: the same state and the same dice led elsewhere");
        return NULL;
    }
    if (!c->fork && !(c->fork = new_fork(m, q))) err_set(err, "not enough memory");
    return c->fork;
}

bool memo_part(Memo *m, size_t nth, int64_t *value, Err *err)
{
    *value = memo_part_now(m, nth);
    if (!m->cursor) return true;
    Fork *fork = memo_fork(m, &(Question){.kind = DRAW_PART, .nth = nth}, err);
    if (!fork) return false;
    m->cursor = memo_take(m, fork, &(Key){.n = {*value}});
    m->parted |= fork->n > 1;
    return m->cursor || err_set(err, "not enough memory");
}

/* --- ends ------------------------------------------------------------------------------------------------------ */

End *memo_end(Memo *m, const End *end, const Heard *happened, const int64_t *marks)
{
    End *e = remember(m, sizeof *e + end->n * sizeof *e->happened);
    if (!e) return NULL;
    *e = *end;
    e->parts_n = m->kept_n;
    e->next = m->ends;
    m->ends = e;
    if (e->n) memcpy(e->happened, happened, e->n * sizeof *happened);
    e->parts = memo_copy(m, m->kept, m->kept_n, sizeof *m->kept);
    e->marks = memo_copy(m, marks, e->marks_n, sizeof *marks);
    return e->parts && e->marks ? m->cursor->end = e : NULL;
}
