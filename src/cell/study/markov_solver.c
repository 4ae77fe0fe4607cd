/* Solves the linear systems of an absorbing Markov chain (J. G. Kemeny, J. L. Snell, Finite Markov
 * Chains, 1960, chapter 3).  Q has the probabilities of the ways from state to state before the
 * event, `hit` those of the ways on which it comes, and add_to_right_side says what the … are:
 *
 *     h = (I - Q)^-1 hit    for each state, the chance that the event comes from there
 *     m = (I - Q)^-1 (…)    the turns that end before it, over the plays in which it comes
 *     s = (I - Q)^-1 (…)    the squares of these numbers of turns
 *
 * Read from markov_solve upwards: solve_in makes the equations (make_equations), eliminates (I - Q)
 * once (eliminate_all), and then solves for each quantity (solve_quantity).
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
/* By how many percent rounding may leave a sum of chances below the quantile that it reached. */
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

void markov_answer_init(MarkovAnswer *a)
{
    *a = (MarkovAnswer){0};
    mpq_inits(a->ever.q, a->never.q, a->mean.q, a->variance.q, NULL);
}

void markov_answer_free(MarkovAnswer *a)
{
    mpq_clears(a->ever.q, a->never.q, a->mean.q, a->variance.q, NULL);
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
    bool exact;           /* numbers are fractions */
    int64_t work;         /* operations that are left */
    size_t entries;       /* entries of all rows */
    const char *meanings; /* by label: HIT, LOST or NEITHER */
    bool unexplored;      /* as in MarkovQuestion */
    uint32_t *unknown_of; /* by state: its unknown, or NO_UNKNOWN */
    uint32_t *state_of;   /* by unknown: its state */
    size_t n;             /* unknowns */
    /* By unknown: */
    Row *rows;               /* ways to other unknowns; once eliminated, to those that are left */
    Number *pivots;          /* the chance of all ways out of it, but to itself */
    Number *exits;           /* the chance of the ways to no unknown */
    IndexList *predecessors; /* unknowns with a way to it; eliminated ones stay listed */
    Row *factors;            /* of k, for each unknown i that had a way to it: p_ik / pivot of k */
    bool *eliminated;
    uint32_t *order; /* all unknowns, as they were eliminated */
    Number temp;     /* room for a product */
} System;

#define NO_UNKNOWN UINT32_MAX

/* The meaning of an edge for the question: neither of its events comes; `event` does; `before`
 * does without it. */
enum { NEITHER, HIT, LOST };

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
static size_t length_in_words(mpq_srcptr q)
{
    return mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q));
}

/* Counts an operation: with DoubleDoubles as 1; with fractions as the product of their lengths, and
 * 8 more, since even short ones take some 8 times as long. */
static void count_work(System *s, const Number *a, const Number *b)
{
    s->work -= s->exact ? (int64_t)(8 + length_in_words(a->q) * length_in_words(b->q)) : 1;
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

static void add_edge(System *s, Number *to, const MarkovEdge *e)
{
    if (s->exact)
        mpq_add(to->q, to->q, e->q);
    else
        to->d = dd_add(to->d, e->p);
}

/* Adds the probability of an edge, times x, times a whole number, to a number. */
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

/* Sets a number to n, as a fraction if the system is exact. */
static void set_whole(const System *s, Number *to, long n)
{
    if (s->exact)
        mpq_set_si(to->q, n, 1);
    else
        to->d = (DoubleDouble){(double)n, 0};
}

/* Makes n numbers, all 0.  Here and elsewhere one more is allocated: for none, calloc may return
 * NULL, which would count as out of memory (check_full in memory.c). */
static Number *new_numbers(const System *s, size_t n)
{
    Number *list = calloc(n + 1, sizeof *list);
    for (size_t i = 0; i < n; i++) number_init(s, &list[i]);
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

/* Returns HIT, LOST or NEITHER for each label; the caller frees the list. */
static char *classify_labels(const MarkovChain *c, MarkovQuestion question)
{
    char *meanings = malloc(c->labels_n + 1);
    for (size_t i = 0; i < c->labels_n; i++) {
        const MarkovLabel *label = &c->labels[i];
        if (has_event(c, label, question.event))
            meanings[i] = HIT;
        else if (question.before != NO_SLOT && has_event(c, label, question.before))
            meanings[i] = LOST;
        else
            meanings[i] = NEITHER;
    }
    return meanings;
}

/* True if an edge leads to a state that was not explored, before any of the events. */
static bool is_unexplored(const System *s, const MarkovEdge *e)
{
    return e->to != MARKOV_OVER && e->to >= s->chain->states_n && s->meanings[e->label] == NEITHER;
}

/* True if the event that the question asks for comes on this edge. */
static bool hits(const System *s, const MarkovEdge *e)
{
    return s->unexplored ? is_unexplored(s, e) : s->meanings[e->label] == HIT;
}

/* True if play goes on to an explored state, without an event of the question on the edge. */
static bool goes_on(const System *s, const MarkovEdge *e)
{
    return e->to < s->chain->states_n && s->meanings[e->label] == NEITHER;
}

/* Marks the states that can be reached from state 0 before the event.  todo: scratch memory for as
 * many states as there are. */
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

/* Makes an unknown of a state, unless it is one already. */
static void add_unknown(System *s, uint32_t state)
{
    if (s->unknown_of[state] != NO_UNKNOWN) return;
    s->unknown_of[state] = (uint32_t)s->n;
    s->state_of[s->n++] = state;
}

/* Makes unknowns of the reached states from which the event can come: first those with an edge on
 * which it comes, and then all that lead to these.  into: for each state, the reached states with
 * an edge to it. */
static void add_unknowns(System *s, const bool *reached, const IndexList *into)
{
    const MarkovChain *c = s->chain;
    for (size_t i = 0; i < c->states_n; i++) s->unknown_of[i] = NO_UNKNOWN;
    for (uint32_t i = 0; i < c->states_n; i++)
        for (size_t k = c->first[i]; reached[i] && k < markov_edges_end(c, i); k++)
            if (hits(s, &c->edges[k])) add_unknown(s, i);
    for (size_t at = 0; at < s->n; at++) { /* s->n grows meanwhile */
        const IndexList *list = &into[s->state_of[at]];
        for (size_t k = 0; k < list->n; k++) add_unknown(s, list->items[k]);
    }
}

static void add_index(IndexList *list, uint32_t i)
{
    array_room(&list->items, &list->room, list->n + 1, sizeof *list->items);
    list->items[list->n++] = i;
}

static void free_indices(IndexList *lists, size_t n)
{
    for (size_t i = 0; i < n; i++) free(lists[i].items);
    free(lists);
}

/* Sets s->unknown_of, s->state_of and s->n. */
static void choose_unknowns(System *s)
{
    const MarkovChain *c = s->chain;
    bool *reached = calloc(c->states_n + 1, sizeof *reached);
    IndexList *into = calloc(c->states_n + 1, sizeof *into);
    s->unknown_of = calloc(c->states_n + 1, sizeof *s->unknown_of);
    s->state_of = calloc(c->states_n + 1, sizeof *s->state_of);
    mark_reached(s, reached, s->state_of); /* state_of is not in use yet */
    for (uint32_t i = 0; i < c->states_n; i++)
        for (size_t k = c->first[i]; reached[i] && k < markov_edges_end(c, i); k++)
            if (goes_on(s, &c->edges[k])) add_index(&into[c->edges[k].to], i);
    add_unknowns(s, reached, into);
    free(reached);
    free_indices(into, c->states_n);
}

/* --- rows ------------------------------------------------------------------------------------ */

static void row_free(const System *s, const Row *row)
{
    for (size_t i = 0; i < row->n; i++) number_clear(s, &row->entries[i].value);
    free(row->entries);
}

/* Appends an entry, 0 at first. */
static Number *row_append(const System *s, Row *row, uint32_t column)
{
    array_room(&row->entries, &row->room, row->n + 1, sizeof *row->entries);
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

/* Sorts a row by column, and adds up entries of the same column. */
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

/* The unknown at which play goes on after an edge.  NO_UNKNOWN: the event comes, or cannot come any
 * more. */
static uint32_t unknown_behind(const System *s, const MarkovEdge *e)
{
    return goes_on(s, e) ? s->unknown_of[e->to] : NO_UNKNOWN;
}

/* Fills row i with the ways of its state to other unknowns, and sums up those to no unknown.  The
 * way back to itself is left out, as the pivot is the sum of all others. */
static void fill_row(System *s, uint32_t i)
{
    const MarkovChain *c = s->chain;
    Row *row = &s->rows[i];
    size_t from = s->state_of[i];
    for (size_t k = c->first[from]; k < markov_edges_end(c, from); k++) {
        const MarkovEdge *e = &c->edges[k];
        uint32_t to = unknown_behind(s, e);
        if (to == i) continue;
        add_edge(s, to == NO_UNKNOWN ? &s->exits[i] : row_append(s, row, to), e);
    }
    row_tidy(s, row);
    for (size_t k = 0; k < row->n; k++) add_index(&s->predecessors[row->entries[k].column], i);
    s->entries += row->n;
}

/* --- order of elimination -------------------------------------------------------------------- */

/* The unknowns that are left, by the work of eliminating them: a list for each cost, linked both
 * ways.  The list of the highest cost also has all unknowns that cost more; which of these is
 * eliminated first makes little difference.  NO_UNKNOWN ends a list. */
enum { COSTS = 4096 };
typedef struct {
    uint32_t head[COSTS]; /* by cost: the first unknown of its list */
    uint32_t *next;       /* by unknown: the next one in its list */
    uint32_t *previous;   /* by unknown: the one before it in its list */
    uint32_t *cost;       /* by unknown: the list that it is in */
    uint32_t *degree;     /* by unknown: how many unknowns that are left have a way to it */
    uint32_t min;         /* all lists of a lower cost are empty */
} Queue;

static void queue_remove(Queue *q, uint32_t k)
{
    uint32_t next = q->next[k], previous = q->previous[k];
    if (next != NO_UNKNOWN) q->previous[next] = previous;
    if (previous != NO_UNKNOWN)
        q->next[previous] = next;
    else
        q->head[q->cost[k]] = next;
}

/* Adds an unknown to the list of its cost: the number of entries that change when it is eliminated,
 * since its whole row is then added to the row of each unknown with a way to it. */
static void queue_insert(Queue *q, const System *s, uint32_t k)
{
    size_t entries = q->degree[k] * s->rows[k].n;
    uint32_t cost = entries < COSTS ? (uint32_t)entries : COSTS - 1;
    q->cost[k] = cost;
    q->previous[k] = NO_UNKNOWN;
    q->next[k] = q->head[cost];
    if (q->next[k] != NO_UNKNOWN) q->previous[q->next[k]] = k;
    q->head[cost] = k;
    if (cost < q->min) q->min = cost;
}

/* Moves an unknown to the list of its current cost. */
static void queue_update(Queue *q, const System *s, uint32_t k)
{
    queue_remove(q, k);
    queue_insert(q, s, k);
}

/* Takes one of the unknowns that cost least; there must be one. */
static uint32_t queue_pop(Queue *q)
{
    while (q->head[q->min] == NO_UNKNOWN) q->min++;
    uint32_t k = q->head[q->min];
    queue_remove(q, k);
    return k;
}

/* Queues all unknowns. */
static void queue_open(Queue *q, const System *s)
{
    q->next = calloc(s->n + 1, sizeof *q->next);
    q->previous = calloc(s->n + 1, sizeof *q->previous);
    q->cost = calloc(s->n + 1, sizeof *q->cost);
    q->degree = calloc(s->n + 1, sizeof *q->degree);
    for (size_t i = 0; i < COSTS; i++) q->head[i] = NO_UNKNOWN;
    q->min = COSTS - 1;
    for (uint32_t k = (uint32_t)s->n; k-- > 0;) { /* so that of equal costs, the first is first */
        q->degree[k] = (uint32_t)s->predecessors[k].n;
        queue_insert(q, s, k);
    }
}

static void queue_free(Queue *q)
{
    free(q->next);
    free(q->previous);
    free(q->cost);
    free(q->degree);
}

/* --- elimination ----------------------------------------------------------------------------- */

/* Takes the entry of column k out of row i.  Its value divided by the pivot of k becomes a factor
 * of k, which is returned.  NULL: there is no such entry. */
static const Number *take_factor(System *s, uint32_t i, uint32_t k)
{
    Row *row = &s->rows[i];
    if (row->n == 0) return NULL;
    Entry *e = bsearch(&(Entry){.column = k}, row->entries, row->n, sizeof *e, by_column);
    if (!e) return NULL;
    Number *factor = row_append(s, &s->factors[k], i);
    add(s, factor, &e->value);
    divide(s, factor, &s->pivots[k]);
    number_clear(s, &e->value);
    memmove(e, e + 1, (size_t)(row->entries + row->n - (e + 1)) * sizeof *e);
    row->n--;
    return factor;
}

/* Adds row k, times a factor, to row i, except the way back to i, which the pivot of i leaves out.
 * Merges the two, since both are sorted by column. */
static void add_row(System *s, Queue *q, uint32_t i, const Number *factor, uint32_t k)
{
    const Row *add_to = &s->rows[i], *from = &s->rows[k];
    Row sum = {0};
    size_t a = 0, b = 0;
    array_room(&sum.entries, &sum.room, add_to->n + from->n + 1, sizeof *sum.entries);
    while (a < add_to->n || b < from->n) {
        uint32_t x = a < add_to->n ? add_to->entries[a].column : NO_UNKNOWN,
                 y = b < from->n ? from->entries[b].column : NO_UNKNOWN;
        if (y == i) {
            b++;
        } else if (x <= y) {
            sum.entries[sum.n] = add_to->entries[a++];
            if (x == y) {
                add_product(s, &sum.entries[sum.n].value, factor, &from->entries[b].value);
                b++;
            }
            sum.n++;
        } else {
            add_product(s, row_append(s, &sum, y), factor, &from->entries[b].value);
            b++;
            add_index(&s->predecessors[y], i);
            q->degree[y]++;
            s->entries++;
        }
    }
    free(s->rows[i].entries); /* their numbers went into sum */
    s->rows[i] = sum;
}

/* Sets the pivot of k, as the sum of its other ways (Grassmann, Taksar and Heyman). */
static void set_pivot(System *s, uint32_t k)
{
    set_whole(s, &s->pivots[k], 0);
    add(s, &s->pivots[k], &s->exits[k]);
    for (size_t n = 0; n < s->rows[k].n; n++) add(s, &s->pivots[k], &s->rows[k].entries[n].value);
}

/* Eliminates unknown k: a way over k becomes ways to where k leads. */
static void eliminate(System *s, Queue *q, uint32_t k)
{
    s->eliminated[k] = true;
    set_pivot(s, k);
    for (size_t n = 0; n < s->predecessors[k].n; n++) {
        uint32_t i = s->predecessors[k].items[n];
        const Number *factor = s->eliminated[i] ? NULL : take_factor(s, i, k);
        if (!factor) continue;
        add_product(s, &s->exits[i], factor, &s->exits[k]);
        add_row(s, q, i, factor, k);
    }
    /* The cost of eliminating these has changed: where k led to, and what led to k. */
    for (size_t n = 0; n < s->rows[k].n; n++) {
        uint32_t j = s->rows[k].entries[n].column;
        q->degree[j]--;
        queue_update(q, s, j);
    }
    for (size_t n = 0; n < s->factors[k].n; n++)
        queue_update(q, s, s->factors[k].entries[n].column);
}

/* True if the equations have taken more work or memory than they may. */
static bool is_too_large(const System *s)
{
    return s->work < 0 || s->entries > ENTRIES_MAX;
}

/* Eliminates all unknowns, in the order that makes the least work. */
static void eliminate_all(System *s)
{
    Queue q = {0};
    queue_open(&q, s);
    for (size_t n = 0; n < s->n && !is_too_large(s); n++) {
        s->order[n] = queue_pop(&q);
        eliminate(s, &q, s->order[n]);
    }
    queue_free(&q);
}

/* Chooses the unknowns, and fills in a row for each. */
static void make_equations(System *s)
{
    choose_unknowns(s);
    s->rows = calloc(s->n + 1, sizeof *s->rows);
    s->factors = calloc(s->n + 1, sizeof *s->factors);
    s->predecessors = calloc(s->n + 1, sizeof *s->predecessors);
    s->order = calloc(s->n + 1, sizeof *s->order);
    s->eliminated = calloc(s->n + 1, sizeof *s->eliminated);
    s->pivots = new_numbers(s, s->n);
    s->exits = new_numbers(s, s->n);
    for (uint32_t i = 0; i < s->n; i++) fill_row(s, i);
}

static void system_free(System *s)
{
    for (size_t i = 0; i < s->n; i++) {
        row_free(s, &s->rows[i]);
        row_free(s, &s->factors[i]);
    }
    free(s->rows);
    free(s->factors);
    free_indices(s->predecessors, s->n);
    free_numbers(s, s->pivots, s->n);
    free_numbers(s, s->exits, s->n);
    free(s->order);
    free(s->eliminated);
    free(s->unknown_of);
    free(s->state_of);
}

/* Replaces the right side b by the solution: repeats the steps of the elimination on b (forward
 * substitution), and then solves from the unknown eliminated last to the first (back
 * substitution). */
static void solve(System *s, Number *b)
{
    for (size_t n = 0; n < s->n && s->work >= 0; n++) {
        uint32_t k = s->order[n];
        for (size_t m = 0; m < s->factors[k].n; m++) {
            const Entry *factor = &s->factors[k].entries[m];
            add_product(s, &b[factor->column], &factor->value, &b[k]);
        }
    }
    for (size_t n = s->n; n-- > 0 && s->work >= 0;) {
        uint32_t k = s->order[n];
        for (size_t m = 0; m < s->rows[k].n; m++) {
            const Entry *way = &s->rows[k].entries[m];
            add_product(s, &b[k], &way->value, &b[way->column]);
        }
        divide(s, &b[k], &s->pivots[k]);
    }
}

/* --- right sides ------------------------------------------------------------------------------ */

/* The equations of one quantity. */
typedef struct {
    Number *right; /* by unknown: the right side */
    Number *x;     /* by unknown: the solution */
    double error;  /* the bound of the error of x at every state; see bound_error */
} Solution;

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
    return !hits(s, e) && unknown_behind(s, e) == NO_UNKNOWN;
}

/* Adds the part of one edge to the right side of an unknown's equation.  Let N be the turns that
 * end before the event, and N' those after an edge that ends a turn.  Then N = 1 + N' and N^2 = 1 +
 * 2 N' + N'^2: the last part is in the matrix, and the others, in plays in which the event comes,
 * are added here. */
static void add_to_right_side(System *s, Quantity quantity, const MarkovEdge *e,
                              const Solution *solved, Number *right)
{
    if (quantity == EVER && hits(s, e)) add_edge(s, right, e);
    if (quantity == NEVER && loses(s, e) && !is_unexplored(s, e)) add_edge(s, right, e);
    if (quantity != TURNS && quantity != SQUARES) return;
    if (!e->turn || hits(s, e) || loses(s, e)) return;
    uint32_t to = s->unknown_of[e->to];
    add_edge_product(s, right, e, &solved[EVER].x[to], 1);
    if (quantity == SQUARES) add_edge_product(s, right, e, &solved[TURNS].x[to], 2);
}

/* Returns a bound of |r|, the residual of unknown i, with the rounding of these sums (see "The
 * bound" above).  r = right + the sum of p_ij * x_j over the other states j, less out * x_i.  `out`
 * is 1 - p_ii, summed up from the other ways so that no digit is lost. */
static double bound_residual(const System *s, uint32_t i, const Solution *u)
{
    const MarkovChain *c = s->chain;
    DoubleDouble r = u->right[i].d, out = {0, 0};
    double size = fabs(r.hi); /* the sum of all parts without their signs: what rounding is of */
    for (size_t k = c->first[s->state_of[i]]; k < markov_edges_end(c, s->state_of[i]); k++) {
        const MarkovEdge *e = &c->edges[k];
        uint32_t to = unknown_behind(s, e);
        if (to == i) continue;
        out = dd_add(out, e->p);
        if (to == NO_UNKNOWN) continue;
        DoubleDouble part = dd_times(e->p, u->x[to].d);
        r = dd_add(r, part);
        size += fabs(part.hi);
    }
    DoubleDouble left = dd_times(out, u->x[i].d);
    r = dd_add(r, dd_minus(left));
    return fabs(r.hi) + ROUNDING * (size + fabs(left.hi));
}

/* Returns a bound of the residuals of all unknowns. */
static double max_residual(const System *s, const Solution *u)
{
    double max = 0;
    for (uint32_t i = 0; i < s->n; i++) max = fmax(max, bound_residual(s, i, u));
    return max;
}

static double max_size(const System *s, const Number *x)
{
    double max = 0;
    for (size_t i = 0; i < s->n; i++) max = fmax(max, fabs(x[i].d.hi));
    return max;
}

/* Sets solved[quantity].error, the bound e t / (1 - d) that the head of the file derives.
 * right_error: a bound of the error of the right side, which adds to e. */
static void bound_error(const System *s, Solution *solved, Quantity quantity, double right_error)
{
    double d = max_residual(s, &solved[ONE]), t = max_size(s, solved[ONE].x),
           e = max_residual(s, &solved[quantity]) + right_error;
    /* Beyond d = 1 there is no bound; any limit below it would do. */
    double error = d < 0.5 ? e * t / (1 - d) : INFINITY;
    solved[quantity].error = error * (1 + 0x1p-40); /* these few operations are rounded, too */
}

/* Makes the right side for a quantity, solves, and bounds the error. */
static void solve_quantity(System *s, Solution *solved, Quantity quantity)
{
    const MarkovChain *c = s->chain;
    Solution *u = &solved[quantity];
    u->right = new_numbers(s, s->n);
    u->x = new_numbers(s, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        if (quantity == ONE) set_whole(s, &u->right[i], 1);
        for (size_t k = c->first[s->state_of[i]]; k < markov_edges_end(c, s->state_of[i]); k++)
            add_to_right_side(s, quantity, &c->edges[k], solved, &u->right[i]);
        add(s, &u->x[i], &u->right[i]); /* a copy, which solve replaces by the solution */
    }
    solve(s, u->x);
    if (s->exact || s->work < 0) return;
    /* Right sides that were made of earlier solutions have their errors (add_to_right_side). */
    double right_error = 0;
    if (quantity == TURNS || quantity == SQUARES) right_error = solved[EVER].error;
    if (quantity == SQUARES) right_error += 2 * solved[TURNS].error;
    bound_error(s, solved, quantity, right_error);
}

static void free_solutions(const System *s, Solution *solved)
{
    for (size_t i = ONE; i <= SQUARES; i++) {
        free_numbers(s, solved[i].right, s->n);
        free_numbers(s, solved[i].x, s->n);
    }
}

/* --- quantiles ------------------------------------------------------------------------------- */

/* The distribution of play over the states, while it is followed from turn to turn. */
typedef struct {
    /* By unknown, the chance that play is at its state: */
    DoubleDouble *now;
    DoubleDouble *later; /* at a further step of this turn */
    DoubleDouble *next;  /* at the beginning of the next turn */
    DoubleDouble come;   /* the chance that the event has come so far */
    int64_t work;        /* edges that may still be followed */
} Position;

static void swap_lists(DoubleDouble **a, DoubleDouble **b)
{
    DoubleDouble *was = *a;
    *a = *b;
    *b = was;
}

/* Moves the chances in `now` over one edge each, to `later`, `next` or `come`.  `later` then
 * becomes `now`.  Returns true if it is not empty, so that the turn goes on. */
static bool follow_edges(const System *s, Position *at)
{
    const MarkovChain *c = s->chain;
    bool goes_on = false;
    at->work -= (int64_t)s->n; /* to look at a state counts as an edge, too */
    for (size_t i = 0; i < s->n; i++) {
        DoubleDouble here = at->now[i];
        if (here.hi <= 0) continue;
        at->now[i] = (DoubleDouble){0, 0};
        size_t first = c->first[s->state_of[i]], end = markov_edges_end(c, s->state_of[i]);
        at->work -= (int64_t)(end - first);
        for (size_t k = first; k < end; k++) {
            const MarkovEdge *e = &c->edges[k];
            DoubleDouble there = dd_times(here, e->p);
            if (hits(s, e)) {
                at->come = dd_add(at->come, there);
            } else if (!loses(s, e)) {
                DoubleDouble *to = &(e->turn ? at->next : at->later)[s->unknown_of[e->to]];
                *to = dd_add(*to, there);
                if (!e->turn) goes_on = true;
            }
        }
    }
    swap_lists(&at->now, &at->later);
    return goes_on;
}

/* Follows one turn, until play is at the beginnings of the next one, which become `now`; or until
 * no work is left. */
static void follow_turn(const System *s, Position *at)
{
    bool goes_on = true;
    while (goes_on && at->work > 0) goes_on = follow_edges(s, at);
    swap_lists(&at->now, &at->next);
}

/* Finds the turns by which the event has come in 5 % … 95 % of the plays in which it comes, by
 * following turn after turn.  ever: the chance that it comes at all. */
static void find_quantiles(const System *s, double ever, MarkovAnswer *a)
{
    Position at = {.now = calloc(s->n, sizeof *at.now),
                   .later = calloc(s->n, sizeof *at.later),
                   .next = calloc(s->n, sizeof *at.next),
                   .work = QUANTILE_WORK};
    size_t found = 0;
    at.now[s->unknown_of[0]] = (DoubleDouble){1, 0};
    for (int64_t turn = 1; found < MARKOV_QUANTILES && at.work > 0; turn++) {
        follow_turn(s, &at);
        double percent = at.come.hi / ever * 100;
        while (found < MARKOV_QUANTILES && percent >= MARKOV_PERCENT[found] - NEAR)
            a->quantile[found++] = turn;
    }
    a->has_quantiles = found == MARKOV_QUANTILES;
    free(at.now);
    free(at.later);
    free(at.next);
}

/* --- answers --------------------------------------------------------------------------------- */

/* Sets the answer from the solutions at the unknown `start`.  TURNS counts the turns that end
 * before the event, which comes in the next one: one more on average.  Variance: E N^2 - (E N)^2.
 */
static void set_exact(MarkovAnswer *a, const Solution *solved, uint32_t start)
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

/* The bound of the error of x / h, when x and h are off by at most dx and dh.  2^-90: a
 * DoubleDouble has 106 bits, and rounding a few operations loses some. */
static double quotient_error(double quotient, double dx, double h, double dh)
{
    return h > dh ? (dx + fabs(quotient) * dh) / (h - dh) + 0x1p-90 * fabs(quotient) : INFINITY;
}

static void set_number(MarkovNumber *x, DoubleDouble d, double error)
{
    x->d = d;
    x->error = error;
}

/* Sets the answer as set_exact does, in DoubleDoubles, with a bound for each number. */
static void set_rounded(MarkovAnswer *a, const Solution *solved, uint32_t start)
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
static void set_never(MarkovAnswer *a)
{
    mpq_set_ui(a->never.q, 1, 1);
    a->never.d = (DoubleDouble){1, 0};
}

/* Sets the answer for an event that may come, from the solutions of all quantities. */
static void set_answer(const System *s, const Solution *solved, MarkovAnswer *a)
{
    uint32_t start = s->unknown_of[0];
    if (s->exact)
        set_exact(a, solved, start);
    else
        set_rounded(a, solved, start);
    if (s->unexplored) return;
    find_quantiles(s, s->exact ? mpq_get_d(a->ever.q) : a->ever.d.hi, a);
}

/* Solves in fractions or in DoubleDoubles, as s->exact says.  False: it is too much. */
static bool solve_in(System *s, MarkovAnswer *a)
{
    Solution solved[SQUARES + 1] = {0};
    number_init(s, &s->temp);
    make_equations(s);
    eliminate_all(s);
    bool can_come = s->unknown_of[0] != NO_UNKNOWN;
    Quantity first = s->exact ? EVER : ONE; /* ONE: bounds of errors, which fractions lack */
    for (Quantity quantity = first; can_come && quantity <= SQUARES; quantity++)
        if (!is_too_large(s)) solve_quantity(s, solved, quantity);
    bool is_solved = !is_too_large(s);
    a->exact = s->exact;
    if (is_solved && !can_come) set_never(a);
    if (is_solved && can_come) set_answer(s, solved, a);
    free_solutions(s, solved);
    system_free(s);
    number_clear(s, &s->temp);
    return is_solved;
}

/* Solves with at most *work operations, and takes off those that it took.  Once a question was too
 * much for the kind of numbers (*work below 0), no later one is tried with them.  s: a system of
 * which nothing but the question is set. */
static bool solve_within(System s, int64_t *work, MarkovAnswer *answer)
{
    if (*work < 0) return false;
    s.work = *work;
    bool is_solved = solve_in(&s, answer);
    *work = is_solved ? s.work : -1;
    return is_solved;
}

bool markov_solve(const MarkovChain *c, MarkovQuestion question, MarkovWork *work,
                  MarkovAnswer *answer)
{
    char *meanings = classify_labels(c, question);
    System s = {.chain = c, .meanings = meanings, .unexplored = question.unexplored};
    bool all_explored = c->seen <= c->states_n;
    s.exact = c->exact && all_explored;
    bool is_solved = s.exact && solve_within(s, &work->fractions, answer);
    s.exact = false;
    is_solved = is_solved || solve_within(s, &work->rounded, answer);
    free(meanings);
    return is_solved;
}
