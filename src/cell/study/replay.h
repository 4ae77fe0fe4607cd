/* Runs of a simulation, through the turn memo as far as it goes.
 *
 * A run stands at a state node and has values of the tracked fields (memo.h).  A turn that is
 * recorded draws from the same generator, the same dice in the same order, as the rules would, so
 * that every figure comes out as if the rules had run.  Where nothing is recorded yet the rules
 * run: the draws made on the way there are given to them again, and the tree grows by what they
 * draw and look at.  A line may be cut between two steps, and then goes on from a node as well. */
#ifndef CELL_REPLAY_H
#define CELL_REPLAY_H

#include "cell/study/memo.h"
#include "core/rng.h"

typedef struct Replay Replay;

/* Result of one draw. */
typedef struct {
    int64_t way;      /* ROW: its place, 0 for none; TEST: 1 or 0; WEIGHTED: the item, from 1 */
    bool past;        /* ROW: the total is beyond the rows, or between them */
    int64_t num, den; /* the total */
    bool real;        /* TEST: the total is `sum` */
    double sum;
    int64_t natural; /* the first die that counts, or 0 */
    int64_t *faces;  /* FACES; room stays with the result */
    size_t faces_n, room;
} DrawResult;

/* NULL: no memory. */
Replay *replay_new(void);
void replay_free(Replay *r);
/* Forgets the memo (memo_forget), but not the counts. */
void replay_forget(Replay *r);
Memo *replay_memo(Replay *r);
EventCounter *replay_counter(Replay *r);

/* Every run begins at this node, with the fields that are pending in the memo, and these marks.
 * False: no memory. */
bool replay_root(Replay *r, StateNode *node, const int64_t *marks, size_t n);

/* The runs of a simulation block. */
typedef struct {
    uint64_t seed;
    int64_t first, last, turns; /* runs first … last, each of so many turns at most */
    const size_t *ends;         /* slots that end a run; the caller keeps them */
    size_t ends_n;
} Runs;
void replay_runs(Replay *r, const Runs *runs);
void replay_where(const Replay *r, int64_t *run, int64_t *turn);

/* The next task of the rules. */
typedef enum {
    REPLAY_DONE,   /* all runs were played */
    REPLAY_RECORD, /* run the rules from the node's state */
    REPLAY_PLAY,   /* run the rules from where they stand; there is no node here */
    REPLAY_FAILED
} ReplayNext;

/* The next thing to do, and where. */
typedef struct {
    ReplayNext next;
    const StateNode *node; /* RECORD: from here */
    bool loaded;           /* RECORD: the rules stand there already */
    bool recording;        /* RECORD: the node where the line ends is asked for */
    int64_t at;            /* RECORD, PLAY: place in the plan */
} ReplayStep;

/* Plays on until the rules are needed.  After RECORD and PLAY call replay_line_ended, or
 * replay_again.  beat is called as each turn begins. */
ReplayStep replay_go(Replay *r, Rng *rng, void (*beat)(void *ud, int64_t run), void *ud, Err *err);
/* The run begins again; what was counted of it is not counted twice. */
void replay_again(Replay *r);
/* The line is over, at a node (NULL: there is none for that state) and with these marks.  at: place
 * in the plan for the next line, 0 when nothing could be done; anybody: false when nobody was left
 * to act. */
bool replay_line_ended(Replay *r, StateNode *to, int64_t at, bool anybody, const int64_t *marks,
                       size_t n, Err *err);
/* The line is cut: it goes on from a node as if it began there. */
bool replay_cut(Replay *r, StateNode *to, Err *err);
/* True if the line may be cut here: only if it drew or looked at something since it began or was
 * cut, and no run went on from here without a cut.  within: in the middle of a step, where a cut
 * pays only if those draws had more than one outcome. */
bool replay_may_cut(const Replay *r, bool within);
/* While the rules run: the result of draw number *nth of this line; valid until the next draw. NULL
 * with a sentence.  q->sums is copied. */
const DrawResult *replay_draw(Replay *r, const Draw *q, Rng *rng, size_t *nth, Err *err);

#endif
