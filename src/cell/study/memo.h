/* The turn memo: remembers turns that were played, so that the rules need not run again. */
/* clang-format off */
/*
 * A state node is one state of the game between two lines, without its tracked fields.  A tracked
 * field is a field whose value is kept apart from the state, such as a member's hit points.  Fields
 * and their values are numbered; here only the numbers are known.  A node has one turn tree for
 * each place in the plan, that is, for each line that was played there.
 * Example: the party searches, which rolls on a chart, and row 1 costs Ash a hit point.
 *
 *   node A --plan at 1--> slot: fork, draws a row with 1d6
 *                          |- row 1 --> slot: fork, reads field 7 (Ash, hp)
 *                          |             |- value 3 (4 hp) --> slot: end: event "hurt" once,
 *                          |             |                           field 7 becomes value 5,
 *                          |             |                           mark 2, next is node A
 *                          |             '- value 5 (3 hp) --> slot: empty, not played yet
 *                          '- row 2 --> slot: end: nothing happened, next is node B
 *
 *   slot  a place in the tree: it holds a fork, an end, or nothing yet
 *   fork  the rules drew something, or read a field; it has one edge for each outcome so far
 *   end   the line is over: its events, the fields that it changed, the marks, and the next node.
 *         A long line may also be cut between two steps: then its end leads to a node from which
 *         the same line goes on.
 *   mark  number of a pair of a measure and its value, such as "gold = 30", at the end of a turn
 *
 * So a turn that reads one field is the same turn whatever the other fields are.  While the rules
 * run, the tree grows at its cursor.
 *
 * When the memo is full, it is kept as it is: known turns are walked, new ones are played.
 *
 * src/lua/study gives the numbers: of fields and values (tracked_fields.lua), of slots and marks
 * (simulate.lua). */
/* clang-format on */
#pragma once

#include "cell/study/event_counter.h"
#include "core/dice/dice.h"

typedef struct ArenaBlock ArenaBlock;
/* An arena: memory that is allocated bit by bit and freed all at once. */
typedef struct {
    ArenaBlock *blocks;
    char *at;           /* the next free byte of the newest block */
    size_t left, bytes; /* free in that block; allocated in all */
} Arena;

/* The rows of a chart by total. */
typedef struct {
    int64_t first, n; /* the lowest total, and how many totals there are from it on */
    int64_t place[];  /* [total - first]: the number of its row in the chart, from 1; 0: none */
} RowTable;

/* The kind of draw or reading at a fork. */
typedef enum {
    DRAW_TOTAL,    /* the total of dice */
    DRAW_FACES,    /* the total, and the face of every die */
    DRAW_ROW,      /* a row of a chart */
    DRAW_TEST,     /* success or failure against a DC */
    DRAW_COMPARED, /* whether a total is below, at or above a number, as a rule asks */
    DRAW_WEIGHTED, /* one of several items by weight */
    DRAW_BEHIND,   /* the total behind an earlier ROW or TEST, which rules read later */
    DRAW_FIELD,    /* the value of a tracked field */
    DRAW_CHOICE    /* one outcome, as the path enumerator says (exact odds) */
} DrawKind;

/* A draw or a reading at a fork: all that decides which outcomes it may have. */
typedef struct {
    DrawKind kind;
    const Dice *dice;     /* outlives the memo, as do the rows */
    const RowTable *rows; /* ROW */
    int64_t min, max;     /* ROW: a total outside counts as the nearer of these */
    int64_t add;          /* ROW, TEST: added to the total; FIELD: an operand that is added to the
                           * value, or 0 */
    bool exact;           /* TEST: use add, not add_real */
    double add_real, dc;  /* TEST: added, as a float; the sum must reach dc; COMPARED: the number */
    unsigned ways;        /* COMPARED: the outcome is "true" for these totals: the sum of
                             BELOW, EQUAL and ABOVE */
    size_t nth;    /* BEHIND: number of that draw in this line, from 1; FIELD: the field's number;
                      CHOICE: the id of the weights (path_enumerator.h) */
    int64_t *sums; /* WEIGHTED: sums[i] is the sum of the weights 0 to i */
    size_t sums_n;
} Draw;

/* The ways in which a total compares with Draw.dc, as in src/lua/study/comparisons.lua. */
enum { BELOW = 1, EQUAL = 2, ABOVE = 4 };

typedef struct StateNode StateNode;
typedef struct Fork Fork;
typedef struct TreeEnd TreeEnd;

/* A place in the tree: a fork, an end, or nothing yet (both NULL). */
typedef struct {
    Fork *fork;
    TreeEnd *end;
    int64_t sum; /* only in the tree Memo.sums: the sum; 0: not worked out */
} TreeSlot;

/* The outcome of a draw as far as the rules see it; its meaning depends on the kind (outcome_of in
 * replay.c). */
typedef struct {
    int64_t n[3];
    int64_t *faces; /* FACES, else NULL */
    size_t faces_n;
} Outcome;

/* One outcome of a fork, and where it leads. */
typedef struct TreeEdge {
    Outcome key;
    TreeSlot child;
    struct TreeEdge *next;
} TreeEdge;

/* A hash table of edges, for forks with many. */
typedef struct {
    size_t room; /* a power of 2 */
    TreeEdge *edges[];
} EdgeIndex;

struct Fork {
    Draw draw;
    TreeEdge *first, *last; /* n edges, in the order in which they were made */
    size_t n;
    EdgeIndex *index; /* NULL while there are few edges */
};

/* A change of field number nth.  It gets the value of this number; or, if the number is below 0,
 * the value number -value is added to it. */
typedef struct {
    size_t nth;
    int64_t value;
} FieldValue;

struct TreeEnd {
    StateNode *to;
    bool cut;             /* the same line goes on from `to` */
    unsigned explored_in; /* the exploration that walked here last (separation.h) */
    union {
        int64_t next_place; /* simulation: the place in the plan of the next line, from 1; 0:
                               nothing could be done */
        int64_t number;     /* exact odds: the number that lib_paths.c gave this end, from 1 */
    };
    FieldValue *fields; /* the changes that the line made, in order */
    int64_t *marks;
    size_t fields_n, marks_n, happened_n;
    EventCount happened[];
};

/* The tree of the line at one place in the plan. */
typedef struct TurnTree {
    int64_t place;
    TreeSlot root;
    struct TurnTree *next;
} TurnTree;

struct StateNode {
    bool described; /* `anybody` is set */
    bool anybody;   /* somebody in the party can act */
    TurnTree *trees;
    struct NodeValues *values; /* for exact odds (separation.h), else NULL */
    struct Alike *alike;       /* for exact odds (separation.h), else NULL */
    size_t n;
    char state[]; /* n canonical bytes */
};

/* All 0 is an empty memo; memo_free frees it. */
typedef struct {
    Arena arena;       /* of nodes and trees */
    StateNode **nodes; /* a hash table; nodes_room is a power of 2 */
    size_t nodes_n, nodes_room;
    int64_t *fields;     /* by the number of a field: its value when the line began */
    size_t fields_n;     /* room: for every field that was set, and some more, which are 0 */
    FieldValue *pending; /* changes that take effect when the line is over */
    size_t pending_n, pending_room;
    Fork sums; /* sums that were worked out, by the outcome { operand, value } */
    int64_t (*add)(void *data, int64_t operand, int64_t value); /* works one out */
    void *add_data;
    TreeSlot *cursor; /* where the tree grows next; NULL: this line is not recorded */
    bool branched;    /* this line has drawn, or read a field that had another value earlier here */
    bool off;         /* nothing is recorded at all */
    size_t max;       /* bytes of the arena above which nothing more is recorded */
} Memo;

void memo_free(Memo *m);
/* Forgets all nodes, and sets all fields to 0. */
void memo_forget(Memo *m);
/* Allocates n bytes of the arena, all 0. */
void *memo_alloc(Memo *m, size_t n);
/* True if more may be recorded. */
bool memo_has_room(const Memo *m);

/* Finds or makes the node of a state; a new one is not described yet. */
StateNode *memo_node(Memo *m, const char *state, size_t n);
/* Finds or makes the tree of a node for a place in the plan; returns its root. */
TreeSlot *memo_tree(Memo *m, StateNode *node, int64_t place);

/* Begins a line, whose tree grows from this slot; NULL: it is not recorded. */
void memo_begin_line(Memo *m, TreeSlot *root);
/* Reads for the rules the value that a field had when the line began, or its sum with an operand
 * (0: none).  The tree grows by a fork.  False, and err says why, as for memo_grow. */
bool memo_read_field(Memo *m, size_t nth, int64_t operand, int64_t *value, Err *err);
/* The same value, for a caller that shows it to no rule: without a fork. */
int64_t memo_peek_field(const Memo *m, size_t nth);
/* The same sum, without a fork. */
int64_t memo_peek_sum(Memo *m, size_t nth, int64_t operand);
/* Adds a change that takes effect after the line, see FieldValue. */
void memo_set_field(Memo *m, size_t nth, int64_t value);
/* Makes these changes in Memo.fields now.  All of them came through memo_set_field, which has made
 * room for their fields. */
void memo_apply(Memo *m, const FieldValue *fields, size_t n);

/* Records a draw and its outcome: moves the cursor along the edge of the outcome, and makes the
 * fork and the edge if they are missing.  Does nothing when the line is not recorded.  Copies
 * draw->sums and outcome->faces.  False, and err says why: the rules drew something else here
 * before. */
bool memo_grow(Memo *m, const Draw *draw, const Outcome *outcome, Err *err);
/* The slot that the edge of an outcome leads to; NULL if there is no such edge yet. */
TreeSlot *fork_find(const Fork *fork, const Outcome *outcome);
/* Puts an end at the cursor: a copy of *end with these events (end->happened_n), marks
 * (end->marks_n) and the pending changes. */
TreeEnd *memo_end(Memo *m, const TreeEnd *end, const EventCount *happened, const int64_t *marks);
/* The last change that the line made to a field; NULL: none. */
const FieldValue *end_field(const TreeEnd *end, size_t nth);
