/* The path enumerator: every way that a line can go, one after the other, and the probability of
 * each; for exact odds.
 *
 * A path says which outcome is taken at each choice.  The first path takes the first outcome
 * everywhere; the next path moves the last choice that has outcomes left, and forgets the choices
 * after it (a depth-first search without a stack of states).  Each path is walked along the tree of
 * its line (memo.h) as far as the tree is known; beyond, the rules run with the same path, and the
 * tree grows by a fork for each choice. */
#ifndef CELL_PATH_ENUMERATOR_H
#define CELL_PATH_ENUMERATOR_H

#include <gmp.h>

#include "cell/study/double_double.h"
#include "cell/study/memo.h"

/* The probabilities of n outcomes: either p or q is used. */
typedef struct {
    size_t n;
    DoubleDouble *p;
    mpq_t *q;
} Weights;

/* The outcome that the path takes, from 1, of so many. */
typedef struct {
    uint32_t taken, of;
} PathChoice;

/* All 0 before path_open; path_free ends it. */
typedef struct {
    bool exact;       /* fractions instead of DoubleDoubles */
    Weights *weights; /* by id, from 1 */
    size_t weights_n, weights_room;
    PathChoice *path;
    size_t n, room; /* choices that the path knows of */
    size_t depth;   /* choices made since path_begin */
    DoubleDouble p; /* the probability of those choices; */
    mpq_t q;        /* if exact, this instead */
} PathEnumerator;

void path_open(PathEnumerator *w, bool exact);
void path_free(PathEnumerator *w);
/* Adds weights[id] for n outcomes, all 0, to be filled by the caller.  Returns the id; 0: no
 * memory. */
size_t path_add_weights(PathEnumerator *w, size_t n);

void path_first(PathEnumerator *w); /* call before all paths of a line */
void path_begin(PathEnumerator *w); /* call before each path */
bool path_next(PathEnumerator *w);  /* moves on to the next path; false when all were taken */

/* Makes the next choice on the path, between the outcomes of weights[id], and lets the memo grow.
 * Returns the outcome, from 1; 0 with a sentence. */
size_t path_choose(PathEnumerator *w, Memo *m, size_t id, Err *err);
/* Follows the path along the tree to its end.  NULL: that was not recorded yet, or err->text says
 * what is wrong. */
const TreeEnd *path_walk(PathEnumerator *w, Memo *m, const TreeSlot *c, Err *err);

#endif
