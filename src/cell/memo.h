/* What lines came to, remembered: nodes, and from each a tree for every line.
 *
 * A node is a state, without its parts.  Parts are what the rules look at one by one (a member's hit points): each has a
 * number, and its value is a number too.  A tree has a fork wherever something is drawn or a part is looked at, with a
 * way for each value that has come up, and at the end what happened, which parts changed, and the next node.  So a turn
 * that looks at one part is the same turn whatever the others are.  A tree grows at its cursor, while the rules run. */
#ifndef CELL_MEMO_H
#define CELL_MEMO_H

#include "cell/census.h"
#include "core/dice.h"

/* The rows of a chart by their totals: place[total - first] for so many, 0 where there is none. */
typedef struct Spread {
    const void *of; /* whose: to find it again */
    int64_t first;
    size_t n;
    int64_t *place;
    struct Spread *next;
} Spread;

typedef enum { DRAW_TOTAL, DRAW_FACES, DRAW_ROW, DRAW_TEST, DRAW_WEIGHTED, DRAW_BEHIND, DRAW_PART, DRAW_CHOICE } DrawKind;

/* What is drawn at a fork. */
typedef struct {
    DrawKind kind;
    const Dice *dice;     /* of the door's programs */
    const Spread *spread; /* ROW */
    int64_t least, greatest; /* ROW: what is less or more counts as these */
    int64_t add;          /* ROW, TEST */
    bool exact;           /* TEST: that is what is added, and not add_real */
    double add_real, dc;  /* TEST: dc is what is to be reached */
    size_t nth;           /* BEHIND: which draw of this line, from 1; PART: its number, which memo_part gives; CHOICE: its weights (weigh.h) */
    int64_t *sums;        /* WEIGHTED: weights added up */
    size_t sums_n;
} Question;

typedef struct Node Node;
typedef struct Fork Fork;
typedef struct End End;

typedef struct {
    Fork *fork; /* one of these, or neither */
    End *end;
} Child;

/* What came up at a fork, as far as the rules get to see it. */
typedef struct {
    int64_t n[3];
    int64_t *faces; /* of a fork of FACES, else NULL */
    size_t faces_n;
} Key;

typedef struct {
    Key key;
    Child child;
} Way;

struct Fork {
    Question q;
    Way *ways;
    size_t n, room;
    uint32_t *index; /* of many ways: their places + 1 by hash; 0: free */
    size_t index_room;
    Fork *next;
};

typedef struct {
    size_t nth;
    int64_t value;
} Kept;

struct End {
    Node *to;
    bool cut; /* the line goes on from there */
    int64_t at;
    End *next;
    Kept *parts; /* that the line changed */
    int64_t *marks;
    size_t parts_n, marks_n, n;
    Heard happened[];
};

typedef struct Line {
    int64_t at;
    Child child;
    struct Line *next;
} Line;

struct Node {
    bool anybody; /* is anybody there to do anything? */
    Line *lines;
    Node *next;
    size_t n;
    char state[];
};

typedef struct {
    Fork *forks; /* all there are, to free them */
    End *ends;
    Node *node_list;
    Node **nodes; /* by hash of the state */
    size_t nodes_n, nodes_room;
    size_t bytes; /* all that is remembered */
    int64_t *parts; /* as the line began */
    size_t parts_n;
    Kept *kept; /* parts as they will be */
    size_t kept_n, kept_room;
    Child *root, *cursor; /* of the line; where the tree grows next, or NULL: it does not */
    bool parted;          /* something was drawn on the line, or others went another way */
} Memo;

void memo_free(Memo *m);
/* Forgets all nodes; all parts are 0. */
void memo_forget(Memo *m);

/* The node of a state, found or made (fresh: the caller then says whether anybody is there).  NULL: no memory. */
Node *memo_node(Memo *m, const char *state, size_t n, bool *fresh);
/* The tree of a line from a node; NULL: no memory. */
Child *memo_line(Memo *m, Node *node, int64_t at);

/* What part nth is as the line begins; the rules look at it.  false, with a sentence: see memo_fork. */
bool memo_part(Memo *m, size_t nth, int64_t *value, Err *err);
/* The same, and nobody has looked. */
int64_t memo_part_now(const Memo *m, size_t nth);
/* The line changes a part, or leaves it as it is: done when the line is over. */
bool memo_keep(Memo *m, size_t nth, int64_t value);
void memo_change(Memo *m, const Kept *parts, size_t n);

/* The fork at the cursor, which asks the same, or a new one; NULL with a sentence.  q->sums is copied. */
Fork *memo_fork(Memo *m, const Question *q, Err *err);
/* Where a way leads; NULL: nobody went there. */
Child *memo_find(const Fork *fork, const Key *key);
/* The same, and a new one if nobody went there; NULL: no memory.  key->faces is copied. */
Child *memo_take(Memo *m, Fork *fork, const Key *key);
/* The line ends at the cursor, for good or because it is cut: what happened, and the marks there.  NULL: no memory. */
End *memo_end(Memo *m, const End *end, const Heard *happened, const int64_t *marks);

/* A copy of n things of a size, which counts as remembered; NULL: no memory. */
void *memo_copy(Memo *m, const void *list, size_t n, size_t size);

#endif
