/* The shape of a parsed expression, for the files of core that walk it.
 *
 * A program is a row of nodes, each after everything below it: going over the row with a stack
 * rolls the dice in the stated order.  To walk it as a tree instead: the last operand of node i is
 * i - 1, the one before that is nodes[i - 1].first - 1, and so on. */
#ifndef CORE_DICE_AST_H
#define CORE_DICE_AST_H

#include <stdarg.h>

#include "core/dice/dice.h"
#include "core/ratio.h"

typedef enum {
    NODE_NUMBER,
    NODE_POOL,  /* dice; its operands are what computes the count and the sides */
    NODE_GROUP, /* {a, b}: operands are the parts */
    NODE_NEGATE,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_FLOOR_DIVIDE,
    NODE_MODULO,
    NODE_POWER,
    NODE_LESS, /* comparisons give 1 or 0 */
    NODE_AT_MOST,
    NODE_EQUAL,
    NODE_AT_LEAST,
    NODE_MORE,
    NODE_FLOOR,
    NODE_CEIL,
    NODE_ROUND,
    NODE_ABS,
    NODE_MIN,
    NODE_MAX,
} NodeKind;

typedef struct {
    NodeKind kind;
    bool constant; /* no dice below; `number` is then the value */
    int operands;
    int first; /* the first node of the subtree that ends here */
    int pool;  /* of a POOL or GROUP: index into the pools */
    Ratio number;
} Node;

/* A condition: the whole numbers from least to most.  One-sided ones reach to the end of int64_t.
 */
typedef struct {
    int64_t least, most;
} Span;

static inline bool span_has(Span s, int64_t n)
{
    return n >= s.least && n <= s.most;
}

/* What is kept of n sorted values; equal ones count as sorted with the later rolled below.  -1: not
 * said. */
typedef struct {
    int64_t high, low;           /* kh, kl */
    int64_t drop_low, drop_high; /* dl, dh: 0 when not said */
} Keep;

typedef struct {
    bool on, fails;
    Span success, failure; /* successes less failures */
} Score;

typedef enum { REROLL_NEVER, REROLL_ONCE, REROLL_UNTIL } Reroll;
typedef enum { EXPLODE_NEVER, EXPLODE_MORE, EXPLODE_GROW } Explode; /* ! and !! */
enum { COMPUTED = -1 };

/* A term of dice, or what follows a group (then only keep and score). */
typedef struct {
    int64_t count, sides; /* COMPUTED: by the operands, count first */
    const int64_t *own;   /* what each side counts; NULL: 1..sides */
    const char *name;     /* how own faces are written when by a word: "F", "F.1"; else NULL */
    Reroll reroll;
    Span reroll_on;
    Explode explode;
    bool explode_highest, penetrate; /* the condition was left out: the highest face */
    Span explode_on;
    Span clamp;
    Keep keep;
    Score score;
} Pool;

typedef struct {
    const Node *nodes;
    int n;
    const Pool *pools;
} Program;

/* `4d6kh3 + 2` and nothing else, of at most PLAIN_MAX dice: rolled without a stack.  count is 0
 * when it is not so simple. */
enum { PLAIN_MAX = 64 };
typedef struct {
    int64_t count, sides, from, to, add; /* the sorted dice from..to-1 count */
} Plain;

struct Dice {
    Program program;
    int64_t repeats; /* 0: no repeat */
    Plain plain;
    const char *text, *label;
};

/* The parts of sorted n that are kept: from..to-1. */
void keep_slice(const Keep *k, int64_t n, int64_t *from, int64_t *to);
static inline bool keep_all(const Keep *k)
{
    return k->high < 0 && k->low < 0 && k->drop_low == 0 && k->drop_high == 0;
}

/* The lowest and highest face. */
void pool_extremes(const Pool *p, int64_t sides, int64_t *lowest, int64_t *highest);

/* A pool's dice with count and sides known, and so what they explode on. */
typedef struct {
    int64_t count, sides;
    Span explode_on;
} Cast;
Cast pool_cast(const Pool *p, int64_t count, int64_t sides);
/* What a side counts, 1..sides. */
static inline int64_t pool_face(const Pool *p, int64_t side)
{
    return p->own ? p->own[side - 1] : side;
}
/* Does some face end the rerolls and the explosions? */
bool pool_ends(const Pool *p, const Cast *c);

/* Operators and functions of one or two operands.  NULL, or why there is no result. */
const char *node_apply(NodeKind kind, Ratio a, Ratio b, Ratio *r);

/* The range of the subtree that ends at node i; false when it has none. */
bool node_range(const Program *p, int i, Ratio *least, Ratio *most);

/* The canonical spelling, without label and repeat. */
void program_print(const Program *p, Text *t);

/* The expression, or the surroundings of byte `at` of it, on one line: for the start of a sentence.
 */
enum { EXCERPT_MAX = 80 };
void dice_excerpt(const char *text, size_t n, size_t at, char excerpt[EXCERPT_MAX]);
/* A sentence about a whole expression, which stands before it; false. */
bool dice_fail(const Dice *d, Err *err, const char *format, va_list args);

#endif
