/* The path enumerator: takes every path through a line, one after the other, with its probability;
 * for exact odds.
 *
 * A path says which outcome is taken at each choice.  The first path takes the first outcome
 * everywhere.  The next path moves the last choice that has outcomes left, and forgets the choices
 * after it: a depth-first search without a stack of states.  Each path is followed along the tree
 * of its line (memo.h) as far as the tree goes.  Beyond that the rules run with the same path, and
 * the tree grows by a fork for each choice.
 *
 * A loop such as "roll until it is a six" has paths of any length.  So a path fades: after
 * FADING_CHOICES choices it is given up before the next one once it is less likely than
 * FADED_CHANCE.  The caller adds its probability to what the answer leaves out. */
#pragma once

#include <gmp.h>

#include "cell/study/separation.h"
#include "core/double_double.h"
#include "core/rng.h"

enum { FADING_CHOICES = 64 }; /* 64 between two even outcomes have a chance of 5e-20 */
/* No figure is printed with more digits.  This limits each path, but not the sum that all paths
 * leave out: a loop that goes on in one way leaves out one path for each state and turn, such as
 * 2e-14 in 24 turns; one that goes on in many ways may leave out more than 1e-12.  So no sum is
 * promised.  It is added up (`faded` in enumerate.lua) and told: "exactly but for 1 in 10^13". */
#define FADED_CHANCE 1e-15

/* The probabilities of the n outcomes of a choice: fractions in q if the enumerator is exact, else
 * in p; the other is NULL. */
typedef struct {
    size_t n;
    DoubleDouble *p;
    mpq_t *q;
} Weights;

/* A choice on the path: the outcome that is taken, from 1, and the number of outcomes. */
typedef struct {
    uint32_t taken, of;
} PathChoice;

/* All 0 before path_open; path_free frees it. */
typedef struct PathEnumerator {
    bool exact;       /* fractions instead of DoubleDoubles */
    Weights *weights; /* by id, from 1 */
    size_t weights_n, weights_room;
    PathChoice *path; /* the choices of the path, as far as it is known */
    size_t path_n, path_room;
    size_t depth;  /* choices made since path_begin; the rest of the path is ahead */
    bool faded;    /* the path is given up; it makes no more choices */
    bool sampling; /* this path is one at random (path_sample) … */
    Rng rng;       /* … by this generator … */
    double ways;   /* … and the product of the numbers of outcomes on it */
    /* While exploring (separation.h), each field takes all of these values, one on each path.
     * NULL: each field keeps its current value. */
    struct NodeValues *field_values;
    bool *field_taken; /* by field: it has taken a value on this path */
    size_t field_taken_room;
    DoubleDouble p; /* the probability of the choices made, unless exact */
    mpq_t q;        /* the same if exact */
} PathEnumerator;

/* True if a fork has an edge for everything that can be taken there.  One of a field always has:
 * exploring took each value of the field. */
static inline bool has_all_edges(const PathEnumerator *e, const Fork *fork)
{
    if (fork->draw.kind == DRAW_FIELD) return true;
    return fork->draw.kind == DRAW_CHOICE && fork->draw.nth < e->weights_n &&
           fork->n == e->weights[fork->draw.nth].n;
}

DoubleDouble fraction_rounded(mpq_srcptr q); /* to 32 digits */

void path_open(PathEnumerator *e, bool exact);
void path_free(PathEnumerator *e);
/* Adds weights[id] for n outcomes, all 0; the caller fills them in.  Returns the id, from 1. */
size_t path_add_weights(PathEnumerator *e, size_t n);

void path_first(PathEnumerator *e); /* call before all paths of a line */
void path_begin(PathEnumerator *e); /* call before each path */
bool path_next(PathEnumerator *e);  /* moves on to the next path; false after the last one */
/* Takes the nth path at random; call it between path_next and path_begin.  At each choice, all
 * outcomes are equally likely.  Then e->ways, the product of the numbers of outcomes, estimates how
 * many paths there are: the mean of such estimates is that number, so one is seldom many times too
 * large.  Source: Knuth, Estimating the Efficiency of Backtrack Programs, 1975. */
void path_sample(PathEnumerator *e, uint64_t nth);

/* Makes the next choice on the path, with the outcomes of weights[id], and lets the memo grow.
 * Returns the outcome, from 1; 0 when the path fades, or on an error: err says why. */
size_t path_choose(PathEnumerator *e, Memo *m, size_t id, Err *err);
/* Call before a field is read: lets it take the value that it has on this path, if it may have
 * several (e->field_values).  False: err says why. */
bool path_take_field(PathEnumerator *e, Memo *m, size_t nth, Err *err);
/* Follows the path along the tree from a slot to the end of the line.  NULL: the tree does not
 * reach so far yet, the path fades, or err says why. */
const TreeEnd *path_walk(PathEnumerator *e, Memo *m, const TreeSlot *slot, Err *err);
