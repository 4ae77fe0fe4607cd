/* Plays the runs of a simulation from the turn memo (memo.h), and asks for the rules where the memo
 * ends.
 *
 * A run is at a state node and has values of the tracked fields.  Replaying a recorded turn draws
 * the same dice in the same order from the same generator as the rules would, so every figure comes
 * out as if the rules had run.  Where the record ends the rules run: they get the draws that were
 * made on the way there, and the tree grows by what they draw and read.  A line may be cut between
 * two steps; the rest of the line then begins at a node, too. */
#pragma once

#include "cell/study/memo.h"
#include "core/rng.h"

/* The result of one draw; what of it is set depends on its kind (DrawKind). */
typedef struct {
    int64_t choice;   /* ROW: its place in the chart, 0 for none; TEST, COMPARED: 1 for success or
                         true, else 0; WEIGHTED: the item, from 1 */
    bool no_row;      /* ROW: the total is beyond the rows, or between them */
    int64_t num, den; /* the total, a fraction */
    bool real;        /* TEST: the total is `sum` instead */
    double sum;
    int64_t natural; /* the face of the first die that counts, or 0 */
    int64_t *faces;  /* FACES; reused for later results */
    size_t faces_n, faces_room;
} DrawResult;

/* The runs of a simulation block. */
typedef struct {
    uint64_t seed;
    int64_t first, last, turns; /* runs first to last, each of at most `turns` turns */
    int64_t *ends;              /* slots whose events end a run */
    size_t ends_n;
} Runs;

/* The memo, and the runs that are played from it. */
typedef struct {
    Memo memo;
    EventCounter counter;
    Runs runs;
    int64_t credit; /* lines that may still be recorded; see FIRST_CREDIT (replay.c) */
    /* Where each run begins: the node, and the marks and fields there. */
    StateNode *root;
    int64_t *root_marks, *root_fields;
    size_t root_marks_n, root_fields_n;
    /* The run under way. */
    bool in_run;           /* false: the next run is to begin */
    int64_t run, turn;     /* its number; the turn, from 1 */
    int64_t counted_turns; /* turns of this run that were counted before it began again */
    int64_t place;         /* the place in the plan of the current line, from 1 */
    StateNode *node;       /* where it is; NULL: the state has no node */
    bool loaded;           /* the rules are in the state of the node */
    /* The line under way. */
    bool cut;               /* it was cut, and goes on from the node */
    int64_t cuts;           /* how often it was cut */
    EventCount *cut_events; /* its events before it was cut */
    size_t cut_events_n, cut_events_room;
    int64_t *marks; /* room for those of one turn, as lib_replay.c got them */
    size_t marks_room;
    TreeSlot *tree;      /* the root of its tree */
    size_t drawn;        /* draws so far */
    size_t drawn_ahead;  /* results that follow_tree drew before the rules ask for them */
    DrawResult *results; /* of the draws, from 1 */
    size_t results_room;
    Roll roll; /* of the draw under way; kept for its memory */
} Replay;

Replay *replay_new(void);
void replay_free(Replay *r);
/* Forgets the memo (memo_forget), but not the counts. */
void replay_forget(Replay *r);

/* Lets every run begin at this node, with the fields as the memo's pending changes leave them, and
 * with these marks. */
void replay_root(Replay *r, StateNode *node, const int64_t *marks, size_t n);

/* Sets the runs that replay_go plays; copies runs->ends. */
void replay_runs(Replay *r, const Runs *runs);

/* The next task of the caller. */
typedef enum {
    REPLAY_DONE,   /* nothing: all runs were played */
    REPLAY_RECORD, /* run the rules from the node's state */
    REPLAY_PLAY,   /* run the rules from their current state, which has no node */
    REPLAY_FAILED
} ReplayNext;

/* The next task of the caller, with the state and the line of the plan where it is done. */
typedef struct {
    ReplayNext next;
    const StateNode *node; /* RECORD: the rules begin here */
    bool loaded;           /* RECORD: the rules are in this state already */
    bool recording;        /* RECORD: the line is recorded, so it needs a node at its end */
    int64_t place;         /* RECORD, PLAY: place of the line in the plan, from 1 */
} ReplayStep;

/* Plays on until the rules are needed, and calls beat(ud, run) at the beginning of each turn, so
 * that the caller shows that it is alive.  All dice are drawn from *rng, which each run seeds anew.
 * After RECORD and PLAY, run the rules and call replay_line_ended, or replay_again. */
ReplayStep replay_go(Replay *r, Rng *rng, void (*beat)(void *ud, int64_t run), void *ud, Err *err);
/* Begins the run again; turns that were counted already are not counted twice. */
void replay_again(Replay *r);
/* Ends the line that the rules played, at a node (NULL if the state has none) and with these marks.
 * next_place: the place in the plan of the next line, 0 if nothing could be done; anybody: false if
 * nobody can act any more. */
void replay_line_ended(Replay *r, StateNode *to, int64_t next_place, bool anybody,
                       const int64_t *marks, size_t n);
/* Cuts the line that the rules are playing: it goes on from this node as if it began there. */
void replay_cut(Replay *r, StateNode *to);
/* True if the line may be cut here: it has drawn or read something since it began or was cut, and
 * no run went on from here without a cut, so that the tree has nothing here yet.  within: in the
 * middle of a step, where a cut is only worth it if the line has branched (memo.h). */
bool replay_may_cut(const Replay *r, bool within);
/* Makes the next draw of this line while the rules run.  *nth gets its number in the line, from 1.
 * The result is valid until the next draw.  NULL: err says why.  Copies draw->sums. */
const DrawResult *replay_draw(Replay *r, const Draw *draw, Rng *rng, size_t *nth, Err *err);
