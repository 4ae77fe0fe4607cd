/* The values that fields may have at a node, and the search for trees that are equal; separation.h
 * says what for.  Symmetry, declared there too, is in symmetry.c. */
#include "cell/study/separation.h"
#include "cell/study/path_enumerator.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* --- values --- */

struct NodeValues *values_at(Memo *m, StateNode *node, uint64_t exploration)
{
    if (!node->values) node->values = memo_alloc(m, sizeof *node->values);
    struct NodeValues *v = node->values;
    if (v->found_in == exploration) return v;
    for (size_t i = 0; i < v->n; i++) v->now[i] = v->next[i] = (ValueSet){0};
    v->found_in = exploration;
    return v;
}

/* Makes room for this many words in a set; the old room is left to the arena. */
static void widen(Memo *m, ValueSet *set, size_t words)
{
    if (words <= set->words) return;
    uint64_t *bits = memo_alloc(m, words * sizeof *bits);
    if (set->words) memcpy(bits, set->bits, set->words * sizeof *bits);
    *set = (ValueSet){bits, words};
}

/* Makes room for a field, and for all fields that are known; the old room is left to the arena. */
static void make_room(Memo *m, struct NodeValues *v, size_t field)
{
    if (field < v->n) return;
    size_t n = (field < m->fields_n ? m->fields_n : field) + 8; /* and a few that may come */
    ValueSet *now = memo_alloc(m, n * sizeof *now), *next = memo_alloc(m, n * sizeof *next);
    if (v->n) memcpy(now, v->now, v->n * sizeof *now);
    if (v->n) memcpy(next, v->next, v->n * sizeof *next);
    v->now = now;
    v->next = next;
    v->n = n;
}

/* Word i of all values of a field, those of `now` and of `next` together. */
static uint64_t word_of(const struct NodeValues *v, size_t field, size_t i)
{
    if (field >= v->n) return 0;
    const ValueSet *now = &v->now[field], *next = &v->next[field];
    return (i < now->words ? now->bits[i] : 0) | (i < next->words ? next->bits[i] : 0);
}

/* Adds to `next` the values in word i of a field, except those that the field has already. */
static void add_word(Memo *m, struct NodeValues *v, size_t field, size_t i, uint64_t word,
                     bool *grew)
{
    uint64_t missing = word & ~word_of(v, field, i);
    if (!missing) return;
    *grew = true;
    widen(m, &v->next[field], i + 1);
    v->next[field].bits[i] |= missing;
}

void values_add(Memo *m, struct NodeValues *v, size_t field, int64_t value, bool *grew)
{
    size_t bit = (size_t)value;
    make_room(m, v, field);
    add_word(m, v, field, bit / 64, UINT64_C(1) << bit % 64, grew);
}

void values_pass(Memo *m, struct NodeValues *v, const struct NodeValues *from, size_t field,
                 bool *grew)
{
    const ValueSet *all = field < from->n ? &from->now[field] : &(ValueSet){0};
    bool any = false;
    make_room(m, v, field);
    for (size_t i = 0; i < all->words; i++) {
        if (all->bits[i]) any = true;
        add_word(m, v, field, i, all->bits[i], grew);
    }
    if (!any) values_add(m, v, field, 0, grew); /* a field without any has the value 0 */
}

void values_use_next(Memo *m, struct NodeValues *v)
{
    for (size_t f = 0; f < v->n; f++) {
        ValueSet *now = &v->now[f], *next = &v->next[f];
        widen(m, now, next->words);
        for (size_t i = 0; i < next->words; i++) now->bits[i] |= next->bits[i];
        *next = (ValueSet){0};
    }
}

void values_share(Memo *m, struct NodeValues *v, const size_t *fields, size_t n, bool *grew)
{
    size_t words = 0;
    for (size_t k = 0; k < n; k++) {
        make_room(m, v, fields[k]);
        if (words < v->now[fields[k]].words) words = v->now[fields[k]].words;
        if (words < v->next[fields[k]].words) words = v->next[fields[k]].words;
    }
    for (size_t i = 0; i < words; i++) {
        uint64_t all = 0;
        for (size_t k = 0; k < n; k++) all |= word_of(v, fields[k], i);
        for (size_t k = 0; k < n; k++) add_word(m, v, fields[k], i, all, grew);
    }
}

bool values_has(const struct NodeValues *v, size_t field, int64_t value)
{
    const ValueSet *now = field < v->n ? &v->now[field] : &(ValueSet){0};
    size_t i = (size_t)value / 64;
    if (i < now->words && (now->bits[i] >> value % 64 & 1)) return true;
    /* A field without any value has the value 0. */
    return values_count(v, field) == 1 && values_nth(v, field, 0) == value;
}

size_t values_count(const struct NodeValues *v, size_t field)
{
    size_t n = 0;
    for (size_t i = 0; field < v->n && i < v->now[field].words; i++)
        n += (size_t)__builtin_popcountll(v->now[field].bits[i]);
    return n ? n : 1;
}

int64_t values_nth(const struct NodeValues *v, size_t field, size_t k)
{
    for (size_t i = 0; field < v->n && i < v->now[field].words; i++) {
        uint64_t word = v->now[field].bits[i];
        size_t n = (size_t)__builtin_popcountll(word);
        if (k >= n) {
            k -= n;
            continue;
        }
        for (; k; k--) word &= word - 1; /* takes away the lowest bit */
        return (int64_t)(i * 64) + __builtin_ctzll(word);
    }
    return 0;
}

/* --- equal trees ---
 *
 * Each tree gets the number of its kind; equal trees have equal numbers.  A kind is a list of
 * numbers that tells it apart from every other:
 *
 *    an end    END_LIST, its label, the node, and the fields that are kept with their values
 *    a choice  CHOICE_LIST, its weights, and each outcome with the kind of its tree
 *    a field   FIELD_LIST, the field, and each value with the kind of its tree
 *
 * A fork whose trees are all of one kind counts as that kind: nothing depends on it.  If a field
 * that is left out turns out to have trees of different kinds, it is kept from then on, and the
 * numbering begins again. */

/* A list of n numbers, from place `at` of Trees.numbers on.  Kinds are numbered from 1. */
typedef struct {
    size_t at, n;
    uint64_t hash;
} Kind;

/* The kinds that were found so far. */
typedef struct {
    Separation *s;
    Kind *kinds;
    size_t kinds_n, kinds_room;
    int64_t *numbers; /* the lists of all kinds, then the list that is being made */
    size_t numbers_n, numbers_room;
    size_t *index; /* hash table: the number of a kind; 0: free */
    size_t index_room;
    bool failed;       /* a tree was not recorded in full */
    bool begins_again; /* one more field is kept now, so that all kinds are found anew */
} Trees;

/* Appends a number to the list under way. */
static void append_number(Trees *t, int64_t n)
{
    array_room(&t->numbers, &t->numbers_room, t->numbers_n + 1, sizeof *t->numbers);
    t->numbers[t->numbers_n++] = n;
}

/* The place in the index of the kind with this list, or the free place for it. */
static size_t *find_kind(Trees *t, const int64_t *list, size_t n, uint64_t hash)
{
    size_t i = hash & (t->index_room - 1);
    for (; t->index[i]; i = (i + 1) & (t->index_room - 1)) {
        const Kind *k = &t->kinds[t->index[i] - 1];
        if (k->hash == hash && k->n == n &&
            (!n || memcmp(t->numbers + k->at, list, n * sizeof *list) == 0))
            break;
    }
    return &t->index[i];
}

/* Makes the index larger when half of it is used. */
static void grow_index(Trees *t)
{
    if (t->kinds_n * 2 < t->index_room) return;
    size_t room = t->index_room ? t->index_room * 2 : 256;
    size_t *index = calloc(room, sizeof *index);
    free(t->index);
    t->index = index;
    t->index_room = room;
    for (size_t k = 0; k < t->kinds_n; k++) {
        size_t i = t->kinds[k].hash & (room - 1);
        while (index[i]) i = (i + 1) & (room - 1); /* to a free place: all kinds differ */
        index[i] = k + 1;
    }
}

/* Ends the list under way, which begins at place `from`, and returns the number of its kind.  Keeps
 * the list only if the kind is new.  0 when it failed, as in the functions below. */
static size_t kind_of_list(Trees *t, size_t from)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    if (t->failed) return 0;
    grow_index(t);
    array_room(&t->kinds, &t->kinds_room, t->kinds_n + 1, sizeof *t->kinds);
    size_t n = t->numbers_n - from;
    for (size_t i = from; i < t->numbers_n; i++)
        hash = (hash ^ (uint64_t)t->numbers[i]) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
    size_t *place = find_kind(t, t->numbers + from, n, hash);
    if (*place) {
        t->numbers_n = from;
        return *place;
    }
    t->kinds[t->kinds_n] = (Kind){.at = from, .n = n, .hash = hash};
    return *place = ++t->kinds_n;
}

/* The numbers with which lists begin, so that lists of different things differ. */
enum { END_LIST = 1, CHOICE_LIST, FIELD_LIST };

/* The kind of an end; fails if it has no label. */
static size_t kind_of_end(Trees *t, const TreeEnd *end)
{
    size_t from = t->numbers_n;
    int64_t label = 0;
    if (end->number >= 1 && (size_t)end->number <= t->s->labels_n)
        label = t->s->labels[end->number - 1];
    else
        t->failed = true;
    append_number(t, END_LIST);
    append_number(t, label);
    if (label < 0) return kind_of_list(t, from); /* nothing counts after this end */
    append_number(t, (int64_t)(intptr_t)end->to);
    for (size_t f = 0; f < t->s->fields_n; f++) {
        const FieldValue *last = t->s->kept[f] ? end_field(end, f) : NULL;
        if (!last) continue;
        append_number(t, (int64_t)f);
        append_number(t, last->value);
    }
    return kind_of_list(t, from);
}

static size_t kind_of_tree(Trees *t, const TreeSlot *slot);

static int by_outcome(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Lists the edges of a fork, each as two numbers: its outcome, and the kind of its tree.  They are
 * sorted by the outcome.  The caller frees the list. */
static int64_t *kinds_of_edges(Trees *t, const Fork *fork)
{
    size_t n = 0;
    int64_t *list = malloc((fork->n + 1) * 2 * sizeof *list);
    for (const TreeEdge *edge = fork->first; edge && !t->failed && !t->begins_again;
         edge = edge->next) {
        list[n++] = edge->key.n[0];
        list[n++] = (int64_t)kind_of_tree(t, &edge->child);
    }
    qsort(list, n / 2, 2 * sizeof *list, by_outcome);
    return list;
}

/* True if the trees of n edges, as kinds_of_edges lists them, are of one kind. */
static bool are_of_one_kind(const int64_t *list, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (list[2 * i + 1] != list[1]) return false;
    return true;
}

/* The kind of a fork.  0: a tree was not recorded in full (t->failed); or a field that was left out
 * so far matters here, and is kept now (t->begins_again). */
static size_t kind_of_fork(Trees *t, const Fork *fork)
{
    size_t kind = 0;
    bool is_field = fork->draw.kind == DRAW_FIELD;
    bool is_new_field = is_field && fork->draw.nth >= t->s->fields_n;
    if (is_new_field || !has_all_edges(t->s->paths, fork)) t->failed = true;
    if (t->failed) return 0;
    int64_t *list = kinds_of_edges(t, fork);
    if (t->failed || t->begins_again) {
        /* the list broke off */
    } else if (are_of_one_kind(list, fork->n)) {
        kind = (size_t)list[1]; /* of its first tree */
    } else if (is_field && !t->s->kept[fork->draw.nth]) {
        t->s->kept[fork->draw.nth] = t->begins_again = true;
    } else {
        size_t from = t->numbers_n;
        append_number(t, is_field ? FIELD_LIST : CHOICE_LIST);
        append_number(t, (int64_t)fork->draw.nth);
        for (size_t i = 0; i < 2 * fork->n; i++) append_number(t, list[i]);
        kind = kind_of_list(t, from);
    }
    free(list);
    return kind;
}

static size_t kind_of_tree(Trees *t, const TreeSlot *slot)
{
    if (slot->end) return kind_of_end(t, slot->end);
    if (slot->fork) return kind_of_fork(t, slot->fork);
    t->failed = true;
    return 0;
}

bool separation_close(Separation *s)
{
    Trees t = {.s = s};
    do {
        t.begins_again = false;
        t.kinds_n = t.numbers_n = 0;
        if (t.index_room) memset(t.index, 0, t.index_room * sizeof *t.index);
        for (size_t i = 0; i < s->n && !t.failed && !t.begins_again; i++)
            kind_of_tree(&t, s->trees[i]);
    } while (t.begins_again && !t.failed);
    free(t.kinds);
    free(t.numbers);
    free(t.index);
    return !t.failed;
}
