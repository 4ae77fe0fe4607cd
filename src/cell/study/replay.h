/* Turns that were played before, and runs through them.
 *
 * A run stands at a node, and has parts (memo.h).  Who walks on from there draws the same dice in
 * the same order from the same generator, so that every figure comes out as if the rules had been
 * run.  Where nobody has been yet the rules are run, with what was drawn on the way given again,
 * and the tree grows by what they draw and look at.  A line may be cut between two steps: then it
 * goes on from a node as well. */
#ifndef CELL_REPLAY_H
#define CELL_REPLAY_H

#include "cell/study/memo.h"
#include "core/rng.h"

typedef struct Replay Replay;

/* What fell. */
typedef struct {
    int64_t way;      /* the place of a row (0: none), 1 or 0 of a test, the item picked */
    bool past;        /* ROW: the total lies past the rows, or between them */
    int64_t num, den; /* the total */
    bool real;        /* TEST: it is sum */
    double sum;
    int64_t natural; /* the first die that counts, or 0 */
    int64_t *faces;  /* FACES */
    size_t faces_n, room;
} DrawResult;

/* What is remembered is shared with others, or ours alone (NULL).  NULL: no memory. */
Replay *replay_new(Region *shared);
void replay_free(Replay *r);
/* memo_forget; what was counted is not forgotten. */
bool replay_forget(Replay *r, const char *kind, size_t n);
Memo *replay_memo(Replay *r);
EventCounter *replay_census(Replay *r);

/* The spread of a chart's rows, or NULL; keep copies one.  NULL: no memory. */
const Spread *replay_spread(const Replay *r, const void *of);
const Spread *replay_keep_spread(Replay *r, const void *of, const Spread *spread);

/* Every run begins here, with the parts that were kept; marks: how the table's own measures stand.
 */
bool replay_root(Replay *r, Node *node, const int64_t *marks, size_t n);

typedef struct {
    uint64_t seed;
    int64_t first, last, turns; /* runs first .. last of so many turns at most */
    const size_t *ends;         /* slots that end a run */
    size_t ends_n;
} Runs;
void replay_runs(Replay *r, const Runs *runs); /* ends stays the caller's, and is looked at later */
void replay_where(const Replay *r, int64_t *run, int64_t *turn);

typedef enum {
    REPLAY_DONE,  /* all runs were played */
    REPLAY_LEARN, /* run the rules from the node's state */
    REPLAY_PLAY,  /* run the rules from where they stand: nothing is remembered here */
    REPLAY_FAILED
} ReplayNext;

typedef struct {
    ReplayNext next;
    const Node *node; /* LEARN: from here */
    bool loaded;      /* LEARN: the rules stand there already */
    bool learning;    /* LEARN: the node where they lead is wanted */
    int64_t at;       /* LEARN, PLAY: where the plan stands */
} Wish;

/* Plays on until the rules are needed.  After LEARN and PLAY call replay_line_ended, or
 * replay_again: then the run begins anew, and what was noted of it is not noted again.  beat is
 * called as each turn begins. */
Wish replay_go(Replay *r, Rng *rng, void (*beat)(void *ud, int64_t run), void *ud, Err *err);
void replay_again(Replay *r);
/* The line is over: at a node, or nowhere that is remembered (NULL); marks say how it stands.  at:
 * where the plan stands then, or 0 when nothing could be done; anybody: false when nobody was left
 * to try. */
bool replay_line_ended(Replay *r, Node *to, int64_t at, bool anybody, const int64_t *marks,
                       size_t n, Err *err);
/* The line is cut: it goes on from a node, as if it began there. */
bool replay_cut(Replay *r, Node *to, Err *err);
/* Has anything been drawn or looked at since the line began, or was cut, and did nobody go on from
 * here without a cut? within: in the middle of a step, where a cut pays only if that came out in
 * more ways than one. */
bool replay_may_cut(const Replay *r, bool within);
/* While the rules run: what fell, draw number *nth of this line; NULL with a sentence.  q->sums is
 * copied. */
const DrawResult *replay_draw(Replay *r, const Question *q, Rng *rng, size_t *nth, Err *err);

#endif
