/* Every way that a line can go, one after the other, and how likely each is: for exact odds.
 *
 * A path says which outcome is taken at each choice.  The first path takes the first outcome
 * everywhere; then the last choice with outcomes left goes on.  Each path is walked along the tree
 * of its line (memo.h) as far as that is known; where nobody has been the rules are run, by the
 * same path, and the tree grows by a fork for each choice. */
#ifndef CELL_WEIGH_H
#define CELL_WEIGH_H

#include <gmp.h>

#include "cell/study/double_double.h"
#include "cell/study/memo.h"

/* How likely each of n outcomes is: twins, or fractions. */
typedef struct {
    size_t n;
    DoubleDouble *p;
    mpq_t *q;
} Weights;

typedef struct {
    bool exact;
    Weights *weights;
    size_t weights_n, weights_room;
    uint32_t *path, *sizes; /* which outcome is taken, from 1, and of how many */
    size_t n, room;         /* choices that the path knows of */
    size_t depth;           /* choices made on it */
    DoubleDouble p;
    mpq_t q; /* of exact weights */
} PathEnumerator;

void path_open(PathEnumerator *w, bool exact);
void path_free(PathEnumerator *w);
/* Room for the weights of n outcomes, all 0; the id of what is then w->weights[id].  0: no memory.
 */
size_t path_new(PathEnumerator *w, size_t n);

/* Before all paths of a line; before each of them; and on to the next, false when all were taken.
 */
void path_first(PathEnumerator *w);
void path_begin(PathEnumerator *w);
bool path_next(PathEnumerator *w);

/* The outcome that the path takes of those of an id, from 1; the memo grows.  0 with a sentence. */
size_t path_choose(PathEnumerator *w, Memo *m, size_t id, Err *err);
/* Along the tree by the path: its end, or NULL where nobody has been.  err->text is empty unless
 * memory ran out. */
const End *path_walk(PathEnumerator *w, Memo *m, const Child *c, Err *err);

#endif
