/* An absorbing Markov chain: the states of a procedure, how each goes on, and what happens on the
 * way.  From such a chain markov_solver.c works out, without a limit of turns, whether an event
 * ever comes and when.  lib_markov.c makes the chain from what src/lua/study/odds/ever.lua has
 * explored. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/double_double.h"

/* One way to go on from a state.  States and labels are counted from 0. */
typedef struct {
    uint32_t to;    /* a state, or MARKOV_OVER */
    uint32_t label; /* number of the MarkovLabel with the events on the way */
    bool turn;      /* a turn ends; false between the steps of a line */
    DoubleDouble p; /* the probability that play goes this way */
    mpq_t q;        /* the same, if the chain is exact */
} MarkovEdge;

#define MARKOV_OVER UINT32_MAX /* the play is over */

/* The events of some edges: events[from] .. events[from + n - 1]. */
typedef struct {
    size_t from, n;
} MarkovLabel;

/* All 0 but `exact` at first; markov_free frees it. */
typedef struct {
    bool exact; /* edges have fractions, too */
    MarkovEdge *edges;
    size_t edges_n, edges_room;
    size_t *first; /* by state: the index of its first edge; the edges of a state are together */
    size_t states_n, first_room;
    size_t seen; /* all states that edges lead to are below this; those from states_n on are not
                    explored */
    MarkovLabel *labels;
    size_t labels_n, labels_room;
    uint32_t *events; /* the slots of all labels' events */
    size_t events_n, events_room;
} MarkovChain;

void markov_free(MarkovChain *c);

/* A question: when does the first event of slot `event` come?  It counts as never when an event of
 * slot `before` (NO_SLOT: none) comes on an earlier edge; on the same edge, `event` wins.  With
 * `unexplored` the question is instead whether play comes to a state that is not explored before
 * either event. */
typedef struct {
    uint32_t event, before;
    bool unexplored;
} MarkovQuestion;

#define NO_SLOT UINT32_MAX

/* A number of an answer: in q if the answer is exact; else in d, which is off by `error`
 * at most. */
typedef struct {
    DoubleDouble d;
    mpq_t q;
    double error; /* proven bound of the absolute error of d */
} MarkovNumber;

enum { MARKOV_QUANTILES = 5 }; /* see MARKOV_PERCENT */

/* The chance that an event ever comes, and that it never does.  If it may come: mean and variance
 * of the turn in which it does, counted from 1.  Plays that reach a state that is not explored
 * count in none of these figures. */
typedef struct {
    bool exact;
    MarkovNumber ever, never, mean, variance;
    bool has_quantiles;                 /* false: too many turns to find them */
    int64_t quantile[MARKOV_QUANTILES]; /* turns */
} MarkovAnswer;

void markov_answer_init(MarkovAnswer *a);
void markov_answer_free(MarkovAnswer *a);

/* The percentages of the quantiles: by the turn quantile[i], the event has come in
 * MARKOV_PERCENT[i] of 100 plays in which it comes. */
extern const int MARKOV_PERCENT[MARKOV_QUANTILES];

/* Operations that are still allowed in each kind of numbers; below 0: too many were needed. */
typedef struct {
    int64_t fractions, rounded;
} MarkovWork;

/* Answers a question for plays that begin in state 0.  In fractions if the chain is exact, all
 * states are explored, and the fractions stay small; else in DoubleDoubles with a bound.  The
 * operations that this took are taken off *work.  False: more work or memory is needed than
 * allowed. */
bool markov_solve(const MarkovChain *c, MarkovQuestion question, MarkovWork *work,
                  MarkovAnswer *answer);
