/* The arena, nodes, trees and fields of the turn memo; what they are: memo.h. */
#include "cell/study/memo.h"
#include "core/rng.h"
#include "core/text.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number of edges from which a fork gets an index, a power of 2.  With fewer, looking at all of
 * them is as fast. */
enum { MANY_EDGES = 16 };
/* Places in the first hash table of nodes.  Any power of 2 would do. */
enum { FIRST_NODES = 1024 };

/* --- the arena --- */

enum { ALIGNMENT = alignof(max_align_t) };
enum { BLOCK = 256 * 1024 }; /* bytes; any number would do that holds many nodes */

struct ArenaBlock {
    ArenaBlock *next;
    alignas(max_align_t) char room[];
};

/* Begins a block with room for at least n bytes. */
static void add_block(Arena *a, size_t n)
{
    size_t size = n > BLOCK ? n : BLOCK;
    ArenaBlock *b = calloc(1, sizeof *b + size);
    b->next = a->blocks;
    a->blocks = b;
    a->at = b->room;
    a->left = size;
}

void *memo_alloc(Memo *m, size_t n)
{
    Arena *a = &m->arena;
    n = (n + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (n > a->left) add_block(a, n);
    void *p = a->at;
    a->at += n;
    a->left -= n;
    a->bytes += n;
    return p;
}

static void arena_forget(Arena *a)
{
    for (ArenaBlock *b = a->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    *a = (Arena){0};
}

/* --- the memo --- */

void memo_forget(Memo *m)
{
    arena_forget(&m->arena);
    m->sums = (Fork){0};
    m->nodes = NULL;
    m->nodes_n = m->nodes_room = 0;
    m->pending_n = 0;
    if (m->fields_n) memset(m->fields, 0, m->fields_n * sizeof *m->fields);
    m->cursor = NULL;
}

void memo_free(Memo *m)
{
    arena_forget(&m->arena);
    free(m->fields);
    free(m->pending);
    *m = (Memo){0};
}

bool memo_has_room(const Memo *m)
{
    return !m->off && m->arena.bytes < m->max;
}

/* Copies a list of n items into the arena; NULL if it is empty. */
static void *copy_to_arena(Memo *m, const void *list, size_t n, size_t size)
{
    return n ? memcpy(memo_alloc(m, n * size), list, n * size) : NULL;
}

/* --- nodes --- */

/* The place of a state's node in the hash table, or the free place for it. */
static StateNode **find_node_place(StateNode **nodes, size_t room, const char *state, size_t n)
{
    uint64_t hash = fnv1a(FNV_BASIS, state, n);
    size_t i = (size_t)(hash ^ hash >> 32) & (room - 1); /* folded */
    while (nodes[i] && (nodes[i]->n != n || memcmp(nodes[i]->state, state, n) != 0))
        i = (i + 1) & (room - 1);
    return &nodes[i];
}

/* Makes the hash table of nodes larger when it is half full.  The arena keeps the old one. */
static void grow_nodes(Memo *m)
{
    if (m->nodes_n * 2 < m->nodes_room) return;
    size_t room = m->nodes_room ? m->nodes_room * 2 : FIRST_NODES;
    StateNode **nodes = memo_alloc(m, room * sizeof *nodes);
    for (size_t i = 0; i < m->nodes_room; i++) {
        StateNode *node = m->nodes[i];
        if (node) *find_node_place(nodes, room, node->state, node->n) = node;
    }
    m->nodes = nodes;
    m->nodes_room = room;
}

StateNode *memo_node(Memo *m, const char *state, size_t n)
{
    grow_nodes(m);
    StateNode **place = find_node_place(m->nodes, m->nodes_room, state, n);
    if (*place) return *place;
    StateNode *node = memo_alloc(m, sizeof *node + n);
    node->n = n;
    memcpy(node->state, state, n);
    m->nodes_n++;
    return *place = node;
}

TreeSlot *memo_tree(Memo *m, StateNode *node, int64_t place)
{
    for (TurnTree *tree = node->trees; tree; tree = tree->next)
        if (tree->place == place) return &tree->root;
    TurnTree *tree = memo_alloc(m, sizeof *tree);
    tree->place = place;
    tree->next = node->trees;
    node->trees = tree;
    return &tree->root;
}

void memo_begin_line(Memo *m, TreeSlot *root)
{
    m->cursor = root;
    m->branched = false;
    m->pending_n = 0;
}

/* --- forks and edges --- */

/* True if rules see no difference between two outcomes. */
static bool is_same_outcome(const Outcome *a, const Outcome *b)
{
    return a->n[0] == b->n[0] && a->n[1] == b->n[1] && a->n[2] == b->n[2] &&
           a->faces_n == b->faces_n &&
           (!a->faces_n || memcmp(a->faces, b->faces, a->faces_n * sizeof *a->faces) == 0);
}

static size_t hash_outcome(const Outcome *key)
{
    uint64_t h = (uint64_t)key->n[0] * UINT64_C(0x9E3779B97F4A7C15) ^
                 (uint64_t)key->n[1] * UINT64_C(0xC2B2AE3D27D4EB4F) ^ (uint64_t)key->n[2];
    for (size_t i = 0; i < key->faces_n; i++)
        h = (h ^ (uint64_t)key->faces[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 29);
}

/* The place of an edge in the index, or the free place for it. */
static TreeEdge **find_edge_place(EdgeIndex *index, const Outcome *key)
{
    size_t i = hash_outcome(key) & (index->room - 1);
    while (index->edges[i] && !is_same_outcome(&index->edges[i]->key, key))
        i = (i + 1) & (index->room - 1);
    return &index->edges[i];
}

TreeSlot *fork_find(const Fork *fork, const Outcome *outcome)
{
    if (fork->index) {
        TreeEdge *indexed = *find_edge_place(fork->index, outcome);
        return indexed ? &indexed->child : NULL;
    }
    for (TreeEdge *edge = fork->first; edge; edge = edge->next)
        if (is_same_outcome(&edge->key, outcome)) return &edge->child;
    return NULL;
}

/* Makes the index of a fork once it has many edges, and a larger one when it is half full.  The
 * arena keeps the old one. */
static void index_edges(Memo *m, Fork *fork)
{
    size_t had = fork->index ? fork->index->room : 0;
    if (fork->n < MANY_EDGES || fork->n * 2 < had) return;
    size_t room = had ? had * 4 : (size_t)MANY_EDGES * 4;
    EdgeIndex *index = memo_alloc(m, sizeof *index + room * sizeof *index->edges);
    index->room = room;
    for (TreeEdge *edge = fork->first; edge; edge = edge->next)
        *find_edge_place(index, &edge->key) = edge;
    fork->index = index;
}

/* Adds an edge for an outcome that has none; returns the slot that it leads to. */
static TreeSlot *add_edge(Memo *m, Fork *fork, const Outcome *key)
{
    TreeEdge *edge = memo_alloc(m, sizeof *edge);
    edge->key = *key;
    edge->key.faces = copy_to_arena(m, key->faces, key->faces_n, sizeof *key->faces);
    if (fork->last)
        fork->last->next = edge;
    else
        fork->first = edge;
    fork->last = edge;
    fork->n++;
    if (fork->index) *find_edge_place(fork->index, key) = edge;
    index_edges(m, fork);
    return &edge->child;
}

static Fork *make_fork(Memo *m, const Draw *draw)
{
    Fork *fork = memo_alloc(m, sizeof *fork);
    fork->draw = *draw;
    fork->draw.sums = copy_to_arena(m, draw->sums, draw->sums_n, sizeof *draw->sums);
    return fork;
}

bool memo_grow(Memo *m, const Draw *draw, const Outcome *outcome, Err *err)
{
    TreeSlot *at = m->cursor;
    if (!at) return true;
    Fork *fork = at->fork;
    if (at->end || (fork && (fork->draw.kind != draw->kind || fork->draw.nth != draw->nth)))
        return err_set(
            err,
            "the rules did not repeat themselves: the same state and the same dice led elsewhere");
    if (!fork) fork = at->fork = make_fork(m, draw);
    m->cursor = fork_find(fork, outcome);
    if (!m->cursor) m->cursor = add_edge(m, fork, outcome);
    if (draw->kind != DRAW_FIELD || fork->n > 1) m->branched = true;
    return true;
}

/* --- fields --- */

int64_t memo_peek_field(const Memo *m, size_t nth)
{
    return nth < m->fields_n ? m->fields[nth] : 0;
}

int64_t memo_peek_sum(Memo *m, size_t nth, int64_t operand)
{
    int64_t value = memo_peek_field(m, nth);
    if (!operand) return value;
    Outcome summands = {.n = {operand, value}};
    TreeSlot *slot = fork_find(&m->sums, &summands);
    if (!slot) slot = add_edge(m, &m->sums, &summands);
    if (!slot->sum) slot->sum = m->add(m->add_data, operand, value);
    return slot->sum;
}

void memo_set_field(Memo *m, size_t nth, int64_t value)
{
    /* The field gets its place now, so that memo_apply, and push_state (lib_paths.c) in a copy of
     * m->fields, can make the change later. */
    array_room(&m->fields, &m->fields_n, nth + 1, sizeof *m->fields);
    array_room(&m->pending, &m->pending_room, m->pending_n + 1, sizeof *m->pending);
    m->pending[m->pending_n++] = (FieldValue){.nth = nth, .value = value};
}

void memo_apply(Memo *m, const FieldValue *fields, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int64_t value = fields[i].value;
        m->fields[fields[i].nth] = value < 0 ? memo_peek_sum(m, fields[i].nth, -value) : value;
    }
}

bool memo_read_field(Memo *m, size_t nth, int64_t operand, int64_t *value, Err *err)
{
    Draw reading = {.kind = DRAW_FIELD, .nth = nth, .add = operand};
    *value = memo_peek_sum(m, nth, operand);
    return memo_grow(m, &reading, &(Outcome){.n = {*value}}, err);
}

/* --- ends --- */

TreeEnd *memo_end(Memo *m, const TreeEnd *end, const EventCount *happened, const int64_t *marks)
{
    TreeEnd *e = memo_alloc(m, sizeof *e + end->happened_n * sizeof *e->happened);
    *e = *end;
    e->fields_n = m->pending_n;
    if (e->happened_n) memcpy(e->happened, happened, e->happened_n * sizeof *happened);
    e->fields = copy_to_arena(m, m->pending, m->pending_n, sizeof *m->pending);
    e->marks = copy_to_arena(m, marks, e->marks_n, sizeof *marks);
    m->cursor->end = e;
    return e;
}

const FieldValue *end_field(const TreeEnd *end, size_t nth)
{
    for (size_t i = end->fields_n; i > 0; i--)
        if (end->fields[i - 1].nth == nth) return &end->fields[i - 1];
    return NULL;
}
