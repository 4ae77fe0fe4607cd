/* The turn memo: turns of a study that were played before, so that they need no rules again. */
/* clang-format off */
/*
 * A state node is one state of the game between two lines, without its tracked fields.  A tracked
 * field is a value that the rules look at one by one, such as a member's hit points; fields and
 * their values are numbered.  From a node there is one turn tree for each place in the plan.
 * Example: the party searches, which rolls on a chart, and row 1 costs Ash a hit point.
 *
 *   node A --plan at 1--> slot: fork, draws a row with 1d6
 *                          |- row 1 --> slot: fork, looks at field 7 (Ash, hp)
 *                          |             |- value 3 (4 hp) --> slot: end: event "hurt" once,
 *                          |             |                           field 7 becomes value 5,
 *                          |             |                           mark 2, next is node A
 *                          |             '- value 5 (3 hp) --> slot: empty, not played yet
 *                          '- row 2 --> slot: end: nothing happened, next is node B
 *
 *   slot  a place in the tree: it holds a fork, an end, or nothing yet
 *   fork  something is drawn, or a field is looked at; one edge for each outcome seen so far
 *   end   the line is over: the events that happened, the fields that changed, the marks, and the
 *         next node.  A long line may also be cut between two steps: then its end leads to a node
 *         from which the same line goes on.
 *   mark  number of one measure having one value, such as "gold = 30", at the end of a turn
 *
 * So a turn that looks at one field is the same turn whatever the other fields are.  While the
 * rules run, the tree grows at its cursor.
 *
 * src/lua/study gives the numbers: of fields and values (tracked_fields.lua), of slots and marks
 * (simulate.lua). */
/* clang-format on */
#ifndef CELL_MEMO_H
#define CELL_MEMO_H

#include "cell/study/event_counter.h"
#include "core/dice/dice.h"

typedef struct ArenaBlock ArenaBlock;
/* An arena: memory that is taken bit by bit and given back all at once. */
typedef struct {
    ArenaBlock *blocks;
    char *at;           /* the next free byte of the newest block */
    size_t left, bytes; /* free in that block; taken in all */
} Arena;

/* The rows of a chart by total: place[total - first], 0 where there is no row; n totals. */
typedef struct {
    int64_t first, n;
    int64_t place[];
} RowTable;

/* The kind of thing that a fork of the tree draws or looks at. */
typedef enum {
    DRAW_TOTAL,    /* the total of dice */
    DRAW_FACES,    /* every face */
    DRAW_ROW,      /* a row of a chart */
    DRAW_TEST,     /* success or failure against a DC */
    DRAW_WEIGHTED, /* one of several items by weight */
    DRAW_BEHIND,   /* the total behind an earlier ROW or TEST, asked for later */
    DRAW_FIELD,    /* the value of a tracked field */
    DRAW_CHOICE    /* one outcome, as the path enumerator says (exact odds) */
} DrawKind;

/* The question at a fork. */
typedef struct {
    DrawKind kind;
    const Dice *dice;     /* outlives the memo, as do the rows */
    const RowTable *rows; /* ROW */
    int64_t min, max;     /* ROW: a total outside counts as the nearer of these */
    int64_t add;          /* ROW, TEST */
    bool exact;           /* TEST: add is added, not add_real */
    double add_real, dc;  /* TEST: the total must reach dc */
    size_t nth;           /* BEHIND: which draw of this line, from 1; FIELD: the field's number;
                             CHOICE: the id of the weights (path_enumerator.h) */
    int64_t *sums;        /* WEIGHTED: weights added up */
    size_t sums_n;
} Draw;

typedef struct StateNode StateNode;
typedef struct Fork Fork;
typedef struct TreeEnd TreeEnd;

/* A place in the tree: a fork, the end of a line, or nothing yet. */
typedef struct {
    Fork *fork; /* one of these, or neither */
    TreeEnd *end;
} TreeSlot;

/* The answer to a draw, as far as the rules see it; its meaning depends on the kind. */
typedef struct {
    int64_t n[3];
    int64_t *faces; /* FACES, else NULL */
    size_t faces_n;
} Outcome;

typedef struct TreeEdge {
    Outcome key;
    TreeSlot child;
    struct TreeEdge *next;
} TreeEdge;

/* A hash table of edges, for forks with many. */
typedef struct {
    size_t room; /* a power of 2 */
    TreeEdge *at[];
} EdgeIndex;

struct Fork {
    Draw q;
    TreeEdge *first, *last;
    size_t n;
    EdgeIndex *index; /* NULL while there are few */
};

/* A field, by number, and its value. */
typedef struct {
    size_t nth;
    int64_t value;
} FieldValue;

struct TreeEnd {
    StateNode *to;
    bool cut;           /* the same line goes on from `to` */
    int64_t at;         /* place in the plan for the next line */
    FieldValue *fields; /* changed by the line */
    int64_t *marks;
    size_t fields_n, marks_n, n;
    EventCount happened[];
};

typedef struct TurnTree {
    int64_t at; /* place in the plan */
    TreeSlot child;
    struct TurnTree *next;
} TurnTree;

struct StateNode {
    bool described; /* `anybody` is set */
    bool anybody;   /* somebody in the party is able to act */
    TurnTree *trees;
    size_t n;
    char state[]; /* canonical bytes */
};

/* All 0 is an empty memo; memo_free ends it. */
typedef struct {
    Arena arena;       /* of nodes and trees */
    StateNode **nodes; /* a hash table; nodes_room is a power of 2 */
    size_t nodes_n, nodes_room;
    int64_t *fields; /* values as the line began, by number */
    size_t fields_n;
    FieldValue *pending; /* changes that take effect when the line is over */
    size_t pending_n, pending_room;
    TreeSlot *root;   /* of the line's tree */
    TreeSlot *cursor; /* where the tree grows next; NULL: this line is not recorded */
    bool branched;    /* this line drew something, or others went another way at a field */
    bool off;         /* nothing is to be recorded at all */
    size_t max;       /* bytes; then no more is recorded */
} Memo;

/* Every function that returns bool or a pointer returns false or NULL when memory is out. */

void memo_free(Memo *m);
/* Forgets all nodes; all fields are 0. */
void memo_forget(Memo *m);
/* True if more may be recorded. */
bool memo_has_room(const Memo *m);

/* The node of a state, found or made; a new one is not described yet. */
StateNode *memo_node(Memo *m, const char *state, size_t n);
/* The root of the tree for a place in the plan, found or made. */
TreeSlot *memo_tree(Memo *m, StateNode *node, int64_t at);

/* A field's value as the line began; the tree grows by a fork.  False with a sentence, as
 * memo_grow. */
bool memo_read_field(Memo *m, size_t nth, int64_t *value, Err *err);
/* A field's value as the line began, read without a fork since the rules do not see it. */
int64_t memo_peek_field(const Memo *m, size_t nth);
/* The field has this value after the line. */
bool memo_set_field(Memo *m, size_t nth, int64_t value);
/* Sets fields to these values. */
bool memo_apply(Memo *m, const FieldValue *fields, size_t n);

/* Moves the cursor along the edge of an outcome, which is found or made, as is the fork.  Does
 * nothing when the line is not recorded.  q->sums and key->faces are copied.  False with a
 * sentence: no memory, or the rules asked another question here before. */
bool memo_grow(Memo *m, const Draw *q, const Outcome *key, Err *err);
/* Where the edge of an outcome leads; NULL: there is none yet. */
TreeSlot *fork_find(const Fork *fork, const Outcome *key);
/* Puts an end at the cursor, with the pending fields; of `end` its to, cut, at, n and marks_n
 * count. */
TreeEnd *memo_end(Memo *m, const TreeEnd *end, const EventCount *happened, const int64_t *marks);

#endif
