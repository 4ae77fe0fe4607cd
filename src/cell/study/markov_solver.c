/* Solves the linear systems of an absorbing Markov chain (J. G. Kemeny, J. L. Snell, Finite Markov
 * Chains, 1960, chapter 3).  With Q for the probabilities of the ways from state to state before
 * the event, and hit for those on which it comes (add_right has what the … stand for):
 *
 *     h = (I - Q)^-1 hit    for each state, the chance that the event comes from there
 *     m = (I - Q)^-1 (…)    the turns that end before it, over the plays in which it comes
 *     s = (I - Q)^-1 (…)    the squares of these numbers of turns
 *
 * Read from markov_solve upwards: solve_in makes the equations (system_open), eliminates (I - Q)
 * once, and then solves for each quantity (solve_quantity).
 *
 * (I - Q) is eliminated state by state, always the state whose neighbours make the least work (H.
 * Markowitz, Management Science 3, 1957).  Nothing is subtracted: the pivot 1 - p_kk is the sum of
 * the other ways out of k (W. Grassmann, M. Taksar, D. Heyman, Operations Research 33, 1985).  That
 * keeps every digit, however rarely a state is left.
 *
 * The bound: I - Q is an M-matrix, so its inverse has no negative entry (A. Berman, R. Plemmons,
 * Nonnegative Matrices in the Mathematical Sciences, chapter 6).  Let x be a solution found, and r
 * its residual, |r| <= e.  Let t be the solution found for the right side 1, with a residual <= d <
 * 1.  Then the error of x is (I - Q)^-1 r <= e (I - Q)^-1 1 <= e t / (1 - d).  Both residuals are
 * worked out from the rounded solutions, and ROUNDING is added for all rounding on the way, also of
 * the probabilities. */
#include "cell/study/markov.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Relative rounding of a probability, and of a sum in a residual.  A product or a sum of
 * DoubleDoubles is off by less than 2^-100; a path has 5,000 choices at most, and a sum fewer than
 * 2^20 parts. */
static const double ROUNDING = 0x1p-78;
enum { ENTRIES_MAX = 3000000 }; /* entries of all rows; more do not fit in the memory of a cell */
/* Edges followed for the quantiles of one event: 0.2 seconds, enough for 8,000 turns of 1,000
 * states with five ways each.  An event that takes longer has none. */
enum { QUANTILE_WORK = 40000000 };
/* In percent: how far below a quantile rounding may leave a sum of chances that has reached it. */
static const double NEAR = 1e-10;

const int MARKOV_PERCENT[MARKOV_QUANTILES] = {5, 25, 50, 75, 95};

/* --- the chain ------------------------------------------------------------------------------ */

void markov_free(MarkovChain *c)
{
    for (size_t i = 0; c->exact && i < c->edges_n; i++) mpq_clear(c->edges[i].q);
    free(c->edges);
    free(c->first);
    free(c->labels);
    free(c->events);
    *c = (MarkovChain){.exact = c->exact};
}

/* The end of a state's edges: the index behind the last one. */
static size_t markov_edges_end(const MarkovChain *c, size_t state)
{
    return state + 1 < c->states_n ? c->first[state + 1] : c->edges_n;
}

static MarkovNumber *const *numbers_of(MarkovAnswer *a, MarkovNumber *list[4])
{
    list[0] = &a->ever;
    list[1] = &a->never;
    list[2] = &a->mean;
    list[3] = &a->variance;
    return list;
}

void markov_answer_init(MarkovAnswer *a)
{
    MarkovNumber *list[4];
    *a = (MarkovAnswer){0};
    numbers_of(a, list);
    for (size_t i = 0; i < 4; i++) mpq_init(list[i]->q);
}

void markov_answer_free(MarkovAnswer *a)
{
    MarkovNumber *list[4];
    numbers_of(a, list);
    for (size_t i = 0; i < 4; i++) mpq_clear(list[i]->q);
}

/* --- numbers -------------------------------------------------------------------------------- */

/* A fraction in an exact system, else a DoubleDouble. */
typedef union {
    DoubleDouble d;
    mpq_t q;
} Number;

/* An entry of a row that is not 0. */
typedef struct {
    uint32_t column;
    Number value;
} Entry;

/* A row of the matrix. */
typedef struct {
    Entry *entries; /* in the order of their columns */
    size_t n, room;
} Row;

typedef struct {
    uint32_t *items;
    size_t n, room;
} IndexList;

/* The equations.  The unknowns are the states that can be reached before the event, and from which
 * it can come. */
typedef struct {
    const MarkovChain *chain;
    bool exact;
    bool failed;            /* memory is out */
    int64_t work;           /* operations that are left */
    size_t entries;         /* entries of all rows */
    const char *outcome_of; /* label -> HIT, LOST or GOES_ON */
    bool unexplored;        /* as in MarkovQuestion */
    uint32_t *index;        /* state -> unknown, or NO_SLOT */
    uint32_t *state;        /* unknown -> state */
    size_t n;               /* unknowns */
    Row *row;               /* ways to other unknowns; once eliminated, to those that are left */
    Number *out;            /* the pivot: the chance of all ways out of an unknown, but to itself */
    Number *exit;           /* the chance of the ways to no unknown */
    IndexList *before;      /* unknown -> unknowns with a way to it; eliminated ones stay listed */
    Row *factor;     /* unknown k -> for each unknown i that had a way to k: p_ik / pivot of k */
    uint32_t *order; /* the order of elimination */
    bool *gone;      /* eliminated */
    Number temp;     /* room for a product */
} System;

/* Meaning of an edge for the question: neither of its events comes; `event` does; `before` does
 * without it. */
enum { GOES_ON, HIT, LOST };

static void number_init(const System *s, Number *x)
{
    if (s->exact)
        mpq_init(x->q);
    else
        x->d = (DoubleDouble){0, 0};
}

static void number_clear(const System *s, Number *x)
{
    if (s->exact) mpq_clear(x->q);
}

/* The length of a fraction, in words of 64 bits. */
static size_t limbs(mpq_srcptr q)
{
    return mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q));
}

/* Counts an operation: with DoubleDoubles as 1; with fractions as the product of their lengths, and
 * 8 more, since even short ones take some 8 times as long. */
static void count_work(System *s, const Number *a, const Number *b)
{
    s->work -= s->exact ? (int64_t)(8 + limbs(a->q) * limbs(b->q)) : 1;
}

static void add(System *s, Number *to, const Number *x)
{
    count_work(s, to, x);
    if (s->exact)
        mpq_add(to->q, to->q, x->q);
    else
        to->d = dd_add(to->d, x->d);
}

static void add_product(System *s, Number *to, const Number *a, const Number *b)
{
    count_work(s, a, b);
    if (s->exact) {
        mpq_mul(s->temp.q, a->q, b->q);
        mpq_add(to->q, to->q, s->temp.q);
    } else {
        to->d = dd_add(to->d, dd_times(a->d, b->d));
    }
}

static void divide(System *s, Number *to, const Number *by)
{
    count_work(s, to, by);
    if (s->exact)
        mpq_div(to->q, to->q, by->q);
    else
        to->d = dd_over(to->d, by->d);
}

/* Adds the probability of an edge. */
static void add_edge(System *s, Number *to, const MarkovEdge *e)
{
    if (s->exact)
        mpq_add(to->q, to->q, e->q);
    else
        to->d = dd_add(to->d, e->p);
}

/* Adds the probability of an edge, times x, times a whole number. */
static void add_edge_product(System *s, Number *to, const MarkovEdge *e, const Number *x, int times)
{
    if (s->exact) {
        mpq_t k;
        count_work(s, x, x);
        mpq_init(k);
        mpq_set_si(k, times, 1);
        mpq_mul(s->temp.q, e->q, x->q);
        mpq_mul(s->temp.q, s->temp.q, k);
        mpq_add(to->q, to->q, s->temp.q);
        mpq_clear(k);
    } else {
        DoubleDouble product = dd_times(e->p, x->d);
        to->d = dd_add(to->d, dd_times(product, (DoubleDouble){times, 0}));
    }
}

static void set_whole(const System *s, Number *to, long n)
{
    if (s->exact)
        mpq_set_si(to->q, n, 1);
    else
        to->d = (DoubleDouble){(double)n, 0};
}

static Number *new_numbers(System *s, size_t n)
{
    Number *list = calloc(n + 1, sizeof *list);
    if (!list) s->failed = true;
    for (size_t i = 0; list && i < n; i++) number_init(s, &list[i]);
    return list;
}

static void free_numbers(const System *s, Number *list, size_t n)
{
    for (size_t i = 0; list && i < n; i++) number_clear(s, &list[i]);
    free(list);
}

/* --- which states are unknowns --------------------------------------------------------------- */

static bool has_event(const MarkovChain *c, const MarkovLabel *label, uint32_t slot)
{
    for (size_t i = 0; i < label->n; i++)
        if (c->events[label->from + i] == slot) return true;
    return false;
}

/* Returns HIT, LOST or GOES_ON for each label.  NULL: memory is out. */
static char *sort_labels(const MarkovChain *c, MarkovQuestion asked)
{
    char *outcome_of = calloc(c->labels_n + 1, 1);
    for (size_t i = 0; outcome_of && i < c->labels_n; i++) {
        const MarkovLabel *label = &c->labels[i];
        if (has_event(c, label, asked.event))
            outcome_of[i] = HIT;
        else if (asked.before != NO_SLOT && has_event(c, label, asked.before))
            outcome_of[i] = LOST;
    }
    return outcome_of;
}

/* True if an edge leads to a state that was not explored, before any of the events. */
static bool is_unexplored(const System *s, const MarkovEdge *e)
{
    return e->to != MARKOV_OVER && e->to >= s->chain->states_n &&
           s->outcome_of[e->label] == GOES_ON;
}

/* True if the event that the question asks for happens on this edge. */
static bool hits(const System *s, const MarkovEdge *e)
{
    return s->unexplored ? is_unexplored(s, e) : s->outcome_of[e->label] == HIT;
}

/* True if play goes on from an edge, to a state that was explored, without an event of the
 * question. */
static bool goes_on(const System *s, const MarkovEdge *e)
{
    return e->to < s->chain->states_n && s->outcome_of[e->label] == GOES_ON;
}

/* Marks the states that can be reached from state 0 before the event.  todo: room for
 * all states. */
static void mark_reached(const System *s, bool *reached, uint32_t *todo)
{
    const MarkovChain *c = s->chain;
    size_t n = 1;
    todo[0] = 0;
    reached[0] = true;
    while (n > 0) {
        uint32_t i = todo[--n];
        for (size_t k = c->first[i]; k < markov_edges_end(c, i); k++) {
            const MarkovEdge *e = &c->edges[k];
            if (!goes_on(s, e) || reached[e->to]) continue;
            reached[e->to] = true;
            todo[n++] = e->to;
        }
    }
}

/* Makes unknowns of the reached states from which the event can come: first those with an edge on
 * which it comes, and then all that lead to these.  into: for each state, the reached states with
 * an edge to it. */
static void find_unknowns(System *s, const bool *reached, const IndexList *into)
{
    const MarkovChain *c = s->chain;
    for (size_t i = 0; i < c->states_n; i++) s->index[i] = NO_SLOT;
    for (uint32_t i = 0; i < c->states_n; i++)
        for (size_t k = c->first[i]; reached[i] && k < markov_edges_end(c, i); k++)
            if (hits(s, &c->edges[k]) && s->index[i] == NO_SLOT) {
                s->index[i] = (uint32_t)s->n;
                s->state[s->n++] = i;
            }
    for (size_t at = 0; at < s->n; at++) {
        const IndexList *list = &into[s->state[at]];
        for (size_t k = 0; k < list->n; k++) {
            uint32_t i = list->items[k];
            if (s->index[i] != NO_SLOT) continue;
            s->index[i] = (uint32_t)s->n;
            s->state[s->n++] = i;
        }
    }
}

static void add_index(System *s, IndexList *list, uint32_t i)
{
    if (!array_room(&list->items, &list->room, list->n + 1, sizeof *list->items))
        s->failed = true;
    else
        list->items[list->n++] = i;
}

static void free_indices(IndexList *lists, size_t n)
{
    for (size_t i = 0; lists && i < n; i++) free(lists[i].items);
    free(lists);
}

/* Sets s->index, s->state and s->n. */
static void choose_unknowns(System *s)
{
    const MarkovChain *c = s->chain;
    bool *reached = calloc(c->states_n + 1, sizeof *reached);
    IndexList *into = calloc(c->states_n + 1, sizeof *into);
    s->index = calloc(c->states_n + 1, sizeof *s->index);
    s->state = calloc(c->states_n + 1, sizeof *s->state);
    s->failed = !reached || !into || !s->index || !s->state;
    if (!s->failed) mark_reached(s, reached, s->state); /* not filled yet: room for the list todo */
    for (uint32_t i = 0; !s->failed && i < c->states_n; i++)
        for (size_t k = c->first[i]; reached[i] && k < markov_edges_end(c, i); k++)
            if (goes_on(s, &c->edges[k])) add_index(s, &into[c->edges[k].to], i);
    if (!s->failed) find_unknowns(s, reached, into);
    free(reached);
    free_indices(into, c->states_n);
}

/* --- rows ------------------------------------------------------------------------------------ */

static void row_free(const System *s, Row *row)
{
    for (size_t i = 0; i < row->n; i++) number_clear(s, &row->entries[i].value);
    free(row->entries);
    *row = (Row){0};
}

/* Appends an entry, 0 at first.  NULL: memory is out. */
static Number *row_append(System *s, Row *row, uint32_t column)
{
    if (!array_room(&row->entries, &row->room, row->n + 1, sizeof *row->entries)) {
        s->failed = true;
        return NULL;
    }
    Entry *e = &row->entries[row->n++];
    e->column = column;
    number_init(s, &e->value);
    return &e->value;
}

static int by_column(const void *a, const void *b)
{
    const Entry *x = a, *y = b;
    return (x->column > y->column) - (x->column < y->column);
}

/* Sorts a row and adds up entries of the same column. */
static void row_tidy(System *s, Row *row)
{
    size_t n = 0;
    if (row->n > 1) qsort(row->entries, row->n, sizeof *row->entries, by_column);
    for (size_t i = 0; i < row->n; i++) {
        if (n > 0 && row->entries[n - 1].column == row->entries[i].column) {
            add(s, &row->entries[n - 1].value, &row->entries[i].value);
            number_clear(s, &row->entries[i].value);
        } else {
            row->entries[n++] = row->entries[i];
        }
    }
    row->n = n;
}

/* Fills row i with the ways of its state to other unknowns, and sums up those to no unknown.  The
 * way back to itself is left out, as the pivot is the sum of all others. */
static void fill_row(System *s, uint32_t i)
{
    const MarkovChain *c = s->chain;
    size_t from = s->state[i];
    for (size_t k = c->first[from]; k < markov_edges_end(c, from); k++) {
        const MarkovEdge *e = &c->edges[k];
        uint32_t to = goes_on(s, e) ? s->index[e->to] : NO_SLOT;
        if (to == i) continue;
        if (to == NO_SLOT) {
            add_edge(s, &s->exit[i], e);
            continue;
        }
        Number *value = row_append(s, &s->row[i], to);
        if (value) add_edge(s, value, e);
    }
    row_tidy(s, &s->row[i]);
    for (size_t k = 0; k < s->row[i].n; k++)
        add_index(s, &s->before[s->row[i].entries[k].column], i);
    s->entries += s->row[i].n;
}

/* --- order of elimination -------------------------------------------------------------------- */

/* The unknowns that are left, by the work of eliminating them: a list for each cost, linked both
 * ways. The last list has all that cost more, so the order among these is any. */
enum { COSTS = 4096 };
typedef struct {
    uint32_t head[COSTS];  /* by cost: the first unknown, or NO_SLOT */
    uint32_t *next, *last; /* by unknown: those behind and before it in its list, or NO_SLOT */
    uint32_t *cost;        /* by unknown: the list that it is in */
    uint32_t *degree;      /* by unknown: how many unknowns that are left have a way to it */
    uint32_t min;          /* no list below this cost has any */
} Queue;

static void queue_remove(Queue *q, uint32_t k)
{
    if (q->next[k] != NO_SLOT) q->last[q->next[k]] = q->last[k];
    if (q->last[k] != NO_SLOT)
        q->next[q->last[k]] = q->next[k];
    else
        q->head[q->cost[k]] = q->next[k];
}

/* Adds an unknown to the list of its cost, the entries that change when it is eliminated: each
 * unknown with a way to it gets its whole row. */
static void queue_insert(Queue *q, const System *s, uint32_t k)
{
    size_t cost = q->degree[k] * s->row[k].n;
    uint32_t c = cost < COSTS ? (uint32_t)cost : COSTS - 1;
    q->cost[k] = c;
    q->last[k] = NO_SLOT;
    q->next[k] = q->head[c];
    if (q->next[k] != NO_SLOT) q->last[q->next[k]] = k;
    q->head[c] = k;
    if (c < q->min) q->min = c;
}

static void queue_update(Queue *q, const System *s, uint32_t k)
{
    queue_remove(q, k);
    queue_insert(q, s, k);
}

/* Takes one of the unknowns that cost least. */
static uint32_t queue_pop(Queue *q)
{
    while (q->head[q->min] == NO_SLOT) q->min++;
    uint32_t k = q->head[q->min];
    queue_remove(q, k);
    return k;
}

/* Queues all unknowns.  False when memory is out. */
static bool queue_open(Queue *q, const System *s)
{
    q->next = calloc(s->n + 1, sizeof *q->next);
    q->last = calloc(s->n + 1, sizeof *q->last);
    q->cost = calloc(s->n + 1, sizeof *q->cost);
    q->degree = calloc(s->n + 1, sizeof *q->degree);
    if (!q->next || !q->last || !q->cost || !q->degree) return false;
    for (size_t i = 0; i < COSTS; i++) q->head[i] = NO_SLOT;
    q->min = COSTS - 1;
    for (uint32_t k = (uint32_t)s->n; k-- > 0;) {
        q->degree[k] = (uint32_t)s->before[k].n;
        queue_insert(q, s, k);
    }
    return true;
}

static void queue_free(Queue *q)
{
    free(q->next);
    free(q->last);
    free(q->cost);
    free(q->degree);
}

/* --- elimination ----------------------------------------------------------------------------- */

/* Takes the entry of column k out of row i.  Its value divided by the pivot of k becomes a factor
 * of k, which is returned.  NULL: there is no such entry, or memory is out. */
static const Number *take_factor(System *s, uint32_t i, uint32_t k)
{
    Row *row = &s->row[i];
    Entry *e =
        row->n ? bsearch(&(Entry){.column = k}, row->entries, row->n, sizeof *e, by_column) : NULL;
    Number *f = e ? row_append(s, &s->factor[k], i) : NULL;
    if (!f) return NULL;
    add(s, f, &e->value);
    divide(s, f, &s->out[k]);
    number_clear(s, &e->value);
    memmove(e, e + 1, (size_t)(row->entries + row->n - (e + 1)) * sizeof *e);
    row->n--;
    return f;
}

/* Adds f times row k to row i, except the way back to i, which the pivot of i leaves out. */
static void add_row(System *s, Queue *q, uint32_t i, const Number *f, uint32_t k)
{
    const Row *add_to = &s->row[i], *from = &s->row[k];
    Row sum = {0};
    size_t a = 0, b = 0;
    if (!array_room(&sum.entries, &sum.room, add_to->n + from->n + 1, sizeof *sum.entries)) {
        s->failed = true;
        return;
    }
    while (a < add_to->n || b < from->n) {
        uint32_t x = a < add_to->n ? add_to->entries[a].column : NO_SLOT,
                 y = b < from->n ? from->entries[b].column : NO_SLOT;
        if (y == i) {
            b++;
        } else if (x <= y) {
            sum.entries[sum.n] = add_to->entries[a++];
            if (x == y) add_product(s, &sum.entries[sum.n].value, f, &from->entries[b++].value);
            sum.n++;
        } else {
            Number *value = row_append(s, &sum, y);
            if (value) add_product(s, value, f, &from->entries[b].value);
            b++;
            add_index(s, &s->before[y], i);
            q->degree[y]++;
            s->entries++;
        }
    }
    free(s->row[i].entries); /* their numbers went into sum */
    s->row[i] = sum;
}

/* Sets the pivot of i: the chance of all ways out of it, but to itself. */
static void sum_out(System *s, uint32_t i)
{
    set_whole(s, &s->out[i], 0);
    add(s, &s->out[i], &s->exit[i]);
    for (size_t k = 0; k < s->row[i].n; k++) add(s, &s->out[i], &s->row[i].entries[k].value);
}

/* Eliminates unknown k: a way over k becomes ways to where k leads. */
static void eliminate(System *s, Queue *q, uint32_t k)
{
    s->gone[k] = true;
    sum_out(s, k);
    for (size_t n = 0; n < s->before[k].n && !s->failed; n++) {
        uint32_t i = s->before[k].items[n];
        const Number *f = s->gone[i] ? NULL : take_factor(s, i, k);
        if (!f) continue;
        add_product(s, &s->exit[i], f, &s->exit[k]);
        add_row(s, q, i, f, k);
    }
    /* The cost of eliminating these has changed: where k led to, and what led to k. */
    for (size_t n = 0; n < s->row[k].n; n++) {
        uint32_t j = s->row[k].entries[n].column;
        q->degree[j]--;
        queue_update(q, s, j);
    }
    for (size_t n = 0; n < s->factor[k].n; n++) queue_update(q, s, s->factor[k].entries[n].column);
}

static bool is_too_large(const System *s)
{
    return s->work < 0 || s->entries > ENTRIES_MAX;
}

static MarkovResult result_of(const System *s)
{
    return s->failed ? MARKOV_NO_MEMORY : is_too_large(s) ? MARKOV_TOO_LARGE : MARKOV_SOLVED;
}

static void eliminate_all(System *s)
{
    Queue q = {0};
    if (!queue_open(&q, s)) s->failed = true;
    for (size_t n = 0; n < s->n && result_of(s) == MARKOV_SOLVED; n++) {
        s->order[n] = queue_pop(&q);
        eliminate(s, &q, s->order[n]);
    }
    queue_free(&q);
}

/* Makes the equations and eliminates them. */
static void system_open(System *s)
{
    choose_unknowns(s);
    if (s->failed) return;
    s->row = calloc(s->n + 1, sizeof *s->row);
    s->factor = calloc(s->n + 1, sizeof *s->factor);
    s->before = calloc(s->n + 1, sizeof *s->before);
    s->order = calloc(s->n + 1, sizeof *s->order);
    s->gone = calloc(s->n + 1, sizeof *s->gone);
    s->out = new_numbers(s, s->n);
    s->exit = new_numbers(s, s->n);
    s->failed = s->failed || !s->row || !s->factor || !s->before || !s->order || !s->gone;
    for (uint32_t i = 0; i < s->n && !s->failed; i++) fill_row(s, i);
    if (!s->failed) eliminate_all(s);
}

static void system_close(System *s)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->row) row_free(s, &s->row[i]);
        if (s->factor) row_free(s, &s->factor[i]);
    }
    free(s->row);
    free(s->factor);
    free_indices(s->before, s->n);
    free_numbers(s, s->out, s->n);
    free_numbers(s, s->exit, s->n);
    free(s->order);
    free(s->gone);
    free(s->index);
    free(s->state);
}

/* Replaces the right side b by the solution: goes through the eliminations once more, and then
 * back. */
static void solve(System *s, Number *b)
{
    for (size_t n = 0; n < s->n && s->work >= 0; n++) {
        uint32_t k = s->order[n];
        for (size_t m = 0; m < s->factor[k].n; m++) {
            const Entry *f = &s->factor[k].entries[m];
            add_product(s, &b[f->column], &f->value, &b[k]);
        }
    }
    for (size_t n = s->n; n-- > 0 && s->work >= 0;) {
        uint32_t k = s->order[n];
        for (size_t m = 0; m < s->row[k].n; m++) {
            const Entry *u = &s->row[k].entries[m];
            add_product(s, &b[k], &u->value, &b[u->column]);
        }
        divide(s, &b[k], &s->out[k]);
    }
}

/* --- right sides ------------------------------------------------------------------------------ */

/* The quantities that are solved for, by unknown. */
typedef struct {
    Number *right, *x; /* the right side, and the solution */
    double error;      /* the bound of the error of x at every state; see bound_error */
} Unknowns;

/* The systems are solved in this order, since a right side may need earlier solutions. */
typedef enum {
    ONE,    /* a right side of 1 everywhere, to bound errors with */
    EVER,   /* the chance that the event ever comes */
    NEVER,  /* the chance that it never does */
    TURNS,  /* the number of turns until it comes, over the plays in which it does */
    SQUARES /* the square of that number, over the same plays */
} Quantity;

/* True if the event cannot come any more after an edge, and does not come on it. */
static bool loses(const System *s, const MarkovEdge *e)
{
    return !hits(s, e) && (!goes_on(s, e) || s->index[e->to] == NO_SLOT);
}

/* Adds what one edge gives to the right side of an unknown's equation.  Let N be the turns that end
 * before the event, and N' those after an edge that ends a turn.  Then N = 1 + N' and N^2 = 1 + 2
 * N' + N'^2: the last part is in the matrix, and the others, in plays in which the event comes, are
 * added here. */
static void add_right(System *s, Quantity what, const MarkovEdge *e, const Unknowns *solved,
                      Number *b)
{
    if ((what == EVER && hits(s, e)) || (what == NEVER && loses(s, e) && !is_unexplored(s, e)))
        add_edge(s, b, e);
    if (what < TURNS || !e->turn || hits(s, e) || loses(s, e)) return;
    uint32_t to = s->index[e->to];
    add_edge_product(s, b, e, &solved[EVER].x[to], 1);
    if (what == SQUARES) add_edge_product(s, b, e, &solved[TURNS].x[to], 2);
}

/* Returns a bound of the residual |r| of unknown i, with the rounding of its own sums (see "The
 * bound" above): r = right + the sum of p_ij * x_j over the other states j, less out * x_i.  `out`
 * is 1 - p_ii, summed up from the other ways so that no digit is lost. */
static double residual(const System *s, uint32_t i, const Unknowns *u)
{
    const MarkovChain *c = s->chain;
    DoubleDouble r = u->right[i].d, out = {0, 0};
    double size = fabs(r.hi);
    for (size_t k = c->first[s->state[i]]; k < markov_edges_end(c, s->state[i]); k++) {
        const MarkovEdge *e = &c->edges[k];
        uint32_t to = goes_on(s, e) ? s->index[e->to] : NO_SLOT;
        if (to == i) continue;
        out = dd_add(out, e->p);
        if (to == NO_SLOT) continue;
        DoubleDouble part = dd_times(e->p, u->x[to].d);
        r = dd_add(r, part);
        size += fabs(part.hi);
    }
    DoubleDouble left = dd_times(out, u->x[i].d);
    r = dd_add(r, dd_minus(left));
    return fabs(r.hi) + ROUNDING * (size + fabs(left.hi));
}

static double max_residual(const System *s, const Unknowns *u)
{
    double max = 0;
    for (uint32_t i = 0; i < s->n; i++) max = fmax(max, residual(s, i, u));
    return max;
}

static double max_of(const System *s, const Number *x)
{
    double max = 0;
    for (size_t i = 0; i < s->n; i++) max = fmax(max, fabs(x[i].d.hi));
    return max;
}

/* Sets solved[what].error, a bound for every state.  right_error: a bound for the right side. */
static void bound_error(const System *s, Unknowns *solved, Quantity what, double right_error)
{
    double d = max_residual(s, &solved[ONE]), wait = max_of(s, solved[ONE].x);
    /* Beyond d = 1 there is no bound; any limit below it would do. */
    solved[what].error =
        d < 0.5 ? (max_residual(s, &solved[what]) + right_error) * wait / (1 - d) : INFINITY;
    solved[what].error *= 1 + 0x1p-40; /* these few operations are rounded, too */
}

/* Makes the right side for a quantity, solves, and bounds the error. */
static void solve_quantity(System *s, Unknowns *solved, Quantity what)
{
    const MarkovChain *c = s->chain;
    Unknowns *u = &solved[what];
    u->right = new_numbers(s, s->n);
    u->x = new_numbers(s, s->n);
    for (uint32_t i = 0; i < s->n && !s->failed; i++) {
        if (what == ONE) set_whole(s, &u->right[i], 1);
        for (size_t k = c->first[s->state[i]]; k < markov_edges_end(c, s->state[i]); k++)
            add_right(s, what, &c->edges[k], solved, &u->right[i]);
        add(s, &u->x[i], &u->right[i]); /* a copy, which solve replaces by the solution */
    }
    if (s->failed) return;
    solve(s, u->x);
    if (s->exact || s->work < 0) return;
    /* Right sides that were made of earlier solutions have their errors (add_right). */
    double right_error = what >= TURNS ? solved[EVER].error : 0;
    if (what == SQUARES) right_error += 2 * solved[TURNS].error;
    bound_error(s, solved, what, right_error);
}

static void free_unknowns(const System *s, Unknowns *solved)
{
    for (size_t i = ONE; i <= SQUARES; i++) {
        free_numbers(s, solved[i].right, s->n);
        free_numbers(s, solved[i].x, s->n);
    }
}

/* --- quantiles ------------------------------------------------------------------------------- */

/* By unknown, how likely play is at this state: now; later, at a further step of this turn; next,
 * at the beginning of the next one. */
typedef struct {
    DoubleDouble *now, *later, *next;
} Weights;

/* Moves on over all edges from `now`, to `later` or `next`, and adds to *come what comes to the
 * event. `later` then becomes `now`; *within: it is not empty, so the turn goes on.  Returns the
 * number of edges, for the work. */
static int64_t move_on(const System *s, Weights *w, DoubleDouble *come, bool *within)
{
    const MarkovChain *c = s->chain;
    int64_t edges = (int64_t)s->n; /* to look at a state counts as an edge, too */
    *within = false;
    for (size_t i = 0; i < s->n; i++) {
        DoubleDouble here = w->now[i];
        if (here.hi <= 0) continue;
        w->now[i] = (DoubleDouble){0, 0};
        for (size_t k = c->first[s->state[i]]; k < markov_edges_end(c, s->state[i]); k++, edges++) {
            const MarkovEdge *e = &c->edges[k];
            DoubleDouble there = dd_times(here, e->p);
            if (hits(s, e)) {
                *come = dd_add(*come, there);
            } else if (!loses(s, e)) {
                DoubleDouble *to = &(e->turn ? w->next : w->later)[s->index[e->to]];
                *to = dd_add(*to, there);
                *within = *within || !e->turn;
            }
        }
    }
    DoubleDouble *later = w->later;
    w->later = w->now;
    w->now = later;
    return edges;
}

/* Plays one turn: moves on until play is at the beginnings of the next turn, which become `now`; or
 * until no work is left. */
static void play_turn(const System *s, Weights *w, DoubleDouble *come, int64_t *work)
{
    bool within = true;
    while (within && *work > 0) *work -= move_on(s, w, come, &within);
    DoubleDouble *next = w->next;
    w->next = w->now;
    w->now = next;
}

/* Finds the turns by which the event has come in 5 % … 95 % of the plays in which it comes, by
 * playing turn after turn.  ever: how likely it comes at all.  When memory is out, none is found.
 */
static void find_quantiles(const System *s, double ever, MarkovAnswer *a)
{
    Weights w = {calloc(s->n, sizeof *w.now), calloc(s->n, sizeof *w.now),
                 calloc(s->n, sizeof *w.now)};
    bool has_room = w.now && w.later && w.next;
    DoubleDouble come = {0, 0}; /* how likely the event has come so far */
    int64_t work = QUANTILE_WORK;
    size_t found = 0;
    if (has_room) w.now[s->index[0]] = (DoubleDouble){1, 0};
    for (int64_t turn = 1; has_room && found < MARKOV_QUANTILES && work > 0; turn++) {
        play_turn(s, &w, &come, &work);
        while (found < MARKOV_QUANTILES && come.hi / ever * 100 >= MARKOV_PERCENT[found] - NEAR)
            a->quantile[found++] = turn;
    }
    a->has_quantiles = found == MARKOV_QUANTILES;
    free(w.now);
    free(w.later);
    free(w.next);
}

/* --- answers --------------------------------------------------------------------------------- */

/* Sets the answer from the solutions at the unknown `start`.  The event comes in the turn after
 * those that end before it, so the mean is one more; a variance is E N^2 - (E N)^2. */
static void set_exact(MarkovAnswer *a, const Unknowns *solved, uint32_t start)
{
    mpq_srcptr h = solved[EVER].x[start].q;
    mpq_t turns, one;
    mpq_init(turns);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpq_set(a->ever.q, h);
    mpq_set(a->never.q, solved[NEVER].x[start].q);
    mpq_div(turns, solved[TURNS].x[start].q, h);
    mpq_add(a->mean.q, turns, one);
    mpq_div(a->variance.q, solved[SQUARES].x[start].q, h);
    mpq_mul(turns, turns, turns);
    mpq_sub(a->variance.q, a->variance.q, turns);
    mpq_clear(turns);
    mpq_clear(one);
}

/* The bound for x / h, when x and h are off by no more than dx and dh.  2^-90: a DoubleDouble has
 * 106 bits, less what is lost in rounding a few operations. */
static double quotient_error(double quotient, double dx, double h, double dh)
{
    return h > dh ? (dx + fabs(quotient) * dh) / (h - dh) + 0x1p-90 * fabs(quotient) : INFINITY;
}

static void set_number(MarkovNumber *x, DoubleDouble d, double error)
{
    x->d = d;
    x->error = error;
}

/* Does as set_exact in DoubleDoubles, with a bound for each number. */
static void set_rounded(MarkovAnswer *a, const Unknowns *solved, uint32_t start)
{
    DoubleDouble h = solved[EVER].x[start].d, turns = dd_over(solved[TURNS].x[start].d, h),
                 squares = dd_over(solved[SQUARES].x[start].d, h);
    double dt = quotient_error(turns.hi, solved[TURNS].error, h.hi, solved[EVER].error),
           ds = quotient_error(squares.hi, solved[SQUARES].error, h.hi, solved[EVER].error);
    set_number(&a->ever, h, solved[EVER].error);
    set_number(&a->never, solved[NEVER].x[start].d, solved[NEVER].error);
    set_number(&a->mean, dd_add(turns, (DoubleDouble){1, 0}), dt);
    /* An error dt of `turns` makes one of at most (2 * turns + dt) * dt in its square. */
    set_number(&a->variance, dd_add(squares, dd_minus(dd_times(turns, turns))),
               ds + (2 * turns.hi + dt) * dt + 0x1p-90 * squares.hi);
}

/* Sets the answer for an event that never comes from state 0. */
static void set_never(MarkovAnswer *a, bool exact)
{
    a->exact = exact;
    mpq_set_ui(a->never.q, 1, 1);
    a->never.d = (DoubleDouble){1, 0};
}

/* Solves in fractions or in DoubleDoubles, as s->exact says. */
static MarkovResult solve_in(System *s, MarkovAnswer *a)
{
    Unknowns solved[SQUARES + 1] = {0};
    number_init(s, &s->temp);
    system_open(s);
    bool can_come = !s->failed && s->index[0] != NO_SLOT; /* state 0 is an unknown */
    Quantity first = s->exact ? EVER : ONE; /* ONE: bounds of errors, which fractions lack */
    for (Quantity what = first; can_come && what <= SQUARES; what++)
        if (result_of(s) == MARKOV_SOLVED) solve_quantity(s, solved, what);
    MarkovResult result = result_of(s);
    a->exact = s->exact;
    if (result == MARKOV_SOLVED && !can_come) set_never(a, s->exact);
    if (result == MARKOV_SOLVED && can_come) {
        uint32_t start = s->index[0];
        (s->exact ? set_exact : set_rounded)(a, solved, start);
        double ever = s->exact ? mpq_get_d(a->ever.q) : a->ever.d.hi;
        if (!s->unexplored) find_quantiles(s, ever, a);
    }
    free_unknowns(s, solved);
    system_close(s);
    number_clear(s, &s->temp);
    return result;
}

/* Solves in fractions or in DoubleDoubles with the work that is left for these numbers.  Once
 * a question was too much for them (*left below 0), no later one is tried with them. */
static MarkovResult solve_with(System s, int64_t *left, MarkovAnswer *answer)
{
    if (*left < 0) return MARKOV_TOO_LARGE;
    s.work = *left;
    MarkovResult result = solve_in(&s, answer);
    *left = result == MARKOV_TOO_LARGE ? -1 : s.work;
    return result;
}

MarkovResult markov_solve(const MarkovChain *c, MarkovQuestion question, MarkovWork *work,
                          MarkovAnswer *answer)
{
    char *outcome_of = sort_labels(c, question);
    if (!outcome_of) return MARKOV_NO_MEMORY;
    System s = {.chain = c, .outcome_of = outcome_of, .unexplored = question.unexplored};
    MarkovResult result = MARKOV_TOO_LARGE;
    bool all_explored = c->seen <= c->states_n;
    if (c->exact && all_explored) {
        s.exact = true;
        result = solve_with(s, &work->fractions, answer);
    }
    if (result == MARKOV_TOO_LARGE) {
        s.exact = false;
        result = solve_with(s, &work->rounded, answer);
    }
    free(outcome_of);
    return result;
}
