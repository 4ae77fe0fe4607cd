/* What lines came to, remembered: nodes, and from each a tree for every line.  Several cells may
 * share it (arena.h): then what one has learned the others know.
 *
 * A node is a state, without its parts.  Parts are what the rules look at one by one (a member's
 * hit points): each has a number, and its value is a number too.  A tree has a fork wherever
 * something is drawn or a part is looked at, with a way for each value that has come up, and at the
 * end what happened, which parts changed, and the next node.  So a turn that looks at one part is
 * the same turn whatever the others are.  A tree grows at its cursor, while the rules run; ways and
 * ends are added, and nothing is changed or moved, so that others may walk there meanwhile. */
#ifndef CELL_MEMO_H
#define CELL_MEMO_H

#include "cell/study/event_counter.h"
#include "cell/study/interned.h"
#include "core/dice/dice.h"

/* The rows of a chart by their totals: place[total - first] for so many, 0 where there is none. */
typedef struct {
    int64_t first, n;
    int64_t place[];
} Spread;

typedef enum {
    DRAW_TOTAL,
    DRAW_FACES,
    DRAW_ROW,
    DRAW_TEST,
    DRAW_WEIGHTED,
    DRAW_BEHIND,
    DRAW_PART,
    DRAW_CHOICE
} DrawKind;

/* What is drawn at a fork. */
typedef struct {
    DrawKind kind;
    const Dice *dice;        /* as it is asked: of the door's programs */
    size_t program;          /* as it is remembered: the number of its text */
    const Spread *spread;    /* ROW */
    int64_t least, greatest; /* ROW: what is less or more counts as these */
    int64_t add;             /* ROW, TEST */
    bool exact;              /* TEST: that is what is added, and not add_real */
    double add_real, dc;     /* TEST: dc is what is to be reached */
    size_t nth; /* BEHIND: which draw of this line, from 1; PART: its number, which memo_part gives;
                   CHOICE: its weights (weigh.h) */
    int64_t *sums; /* WEIGHTED: weights added up */
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

typedef struct Way {
    Key key;
    Child child;
    struct Way *next;
} Way;

/* Of many ways: by hash. */
typedef struct {
    size_t room;
    Way *at[];
} WayIndex;

struct Fork {
    Question q;
    Way *first, *last;
    size_t n;
    WayIndex *index; /* NULL: there are few */
};

typedef struct {
    size_t nth;
    int64_t value;
} Kept;

struct End {
    Node *to;
    bool cut; /* the line goes on from there */
    int64_t at;
    Kept *parts; /* that the line changed */
    int64_t *marks;
    size_t parts_n, marks_n, n;
    EventCount happened[];
};

typedef struct Line {
    int64_t at;
    Child child;
    struct Line *next;
} Line;

struct Node {
    bool described, anybody; /* is anybody there to do anything? */
    size_t kind;             /* see memo_forget */
    Line *lines;
    size_t n;
    char state[];
};

/* What is numbered, each by itself: tracks that are parts, their values, and which of them were
 * found to change; events that are counted, values of measures; kinds of nodes, texts of dice, and
 * spreads. */
typedef enum {
    NUMBER_PART,
    NUMBER_VALUE,
    NUMBER_CHANGING,
    NUMBER_SLOT,
    NUMBER_MARK,
    NUMBER_KIND,
    NUMBER_DICE,
    NUMBER_SPREAD,
    NUMBERS
} NumberOf;

/* What all see who share it. */
typedef struct {
    Interned numbers[NUMBERS];
    Node **nodes; /* by hash of the state */
    size_t nodes_n, nodes_room;
} Store;

typedef struct {
    Arena arena, names; /* of all that is remembered; of what is numbered, and not forgotten */
    Store own, *shared;
    size_t settled,
        lines;      /* bytes, when memo_settle last looked; and how often it was called since */
    bool left;      /* what was shared is a copy of our own by now */
    size_t kind;    /* of nodes, now */
    int64_t *parts; /* as the line began */
    size_t parts_n;
    Kept *kept; /* parts as they will be */
    size_t kept_n, kept_room;
    Child *root, *cursor; /* of the line; where the tree grows next, or NULL: it does not */
    bool parted;          /* something was drawn on the line, or others went another way */
    bool plain;           /* nothing is to be remembered */
} Memo;

/* A memo of 0 is nobody else's.  From now on it is that of all who share the region.  false: no
 * memory. */
bool memo_share(Memo *m, Region *region);
/* A line begins.  When hardly anything is learned any more, by anybody, we go on with a copy of our
 * own. */
void memo_settle(Memo *m);
void memo_free(Memo *m);
/* Forgets all nodes, and not what was numbered; all parts are 0.  In a region nothing is forgotten;
 * but nodes of one kind are none of another.  false: no memory. */
bool memo_forget(Memo *m, const char *kind, size_t n);
/* May more be remembered than so many bytes? */
bool memo_has_room(const Memo *m, size_t most);

/* numbers.h */
size_t memo_number(Memo *m, NumberOf of, const char *s, size_t n);
const InternedString *memo_numbered(const Memo *m, NumberOf of, size_t number);
size_t memo_given(const Memo *m, NumberOf of);

/* The node of a state, found or made (fresh: the caller then describes it).  NULL: no memory. */
Node *memo_node(Memo *m, const char *state, size_t n, bool *fresh);
void memo_describe(Node *node, bool anybody);
/* The tree of a line from a node; NULL: no memory. */
Child *memo_line(Memo *m, Node *node, int64_t at);

/* What part nth is as the line begins; the rules look at it.  false, with a sentence: see
 * memo_fork. */
bool memo_part(Memo *m, size_t nth, int64_t *value, Err *err);
/* The same, and nobody has looked. */
int64_t memo_part_now(const Memo *m, size_t nth);
/* The line changes a part, or leaves it as it is: done when the line is over. */
bool memo_keep(Memo *m, size_t nth, int64_t value);
/* false: no memory */
bool memo_change(Memo *m, const Kept *parts, size_t n);

/* On from the cursor: at the fork there, which asks the same, or a new one, by the way of that key,
 * known or new.  Nothing to do where the tree does not grow; and it grows no more where another has
 * ended the line meanwhile.  q->sums and key->faces are copied.  false, with a sentence: no memory,
 * or another question was asked there before. */
bool memo_grow(Memo *m, const Question *q, const Key *key, Err *err);
/* What lies behind. */
static inline Fork *memo_fork(const Child *c)
{
    return arena_see(&c->fork);
}
static inline End *memo_ending(const Child *c)
{
    return arena_see(&c->end);
}
/* Where a way leads; NULL: nobody went there. */
Child *memo_find(const Fork *fork, const Key *key);
/* The line ends at the cursor, for good or because it is cut: what happened, and the marks there.
 * NULL: no memory. */
End *memo_end(Memo *m, const End *end, const EventCount *happened, const int64_t *marks);

#endif
