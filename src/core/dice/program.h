/* The parsed form of an expression, shared by the parser, printer, roller, ranges and odds.
 *
 * A program is an array of nodes in postfix order: operands come before their operator, so one
 * pass with a stack of values evaluates it, and draws the dice in the order that dice.h states.
 * The same array can be read as a tree: the last operand of node i is node i - 1, and the operand
 * before the subtree of node k is nodes[k].first - 1. */
#pragma once

#include <stdarg.h>

#include "core/dice/dice.h"
#include "core/ratio.h"

/* The operation of a node. */
typedef enum {
    NODE_NUMBER,
    NODE_POOL,  /* dice; operands: the computed count, then the computed sides, if any */
    NODE_GROUP, /* {a, b}; operands: the parts */
    NODE_NEGATE,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_FLOOR_DIVIDE,
    NODE_MODULO,
    NODE_POWER,
    NODE_LESS, /* comparisons: 1 or 0 */
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

/* A number, a term of dice, or an operator. */
typedef struct {
    NodeKind kind;
    bool constant; /* the subtree has no dice; its value is `number` */
    int operands;  /* how many */
    int first;     /* index of the first node of this subtree */
    int pool;      /* of a POOL or GROUP: index into the program's pools */
    Ratio number;  /* the value, if constant; else 0 */
} DiceNode;

/* The maximum number of values on the stack.  Each takes at least two bytes of the expression: one
 * for itself, and one to separate it from the next. */
enum { DICE_STACK_MAX = DICE_TEXT_MAX / 2 + 2 };

/* A condition such as >=5: the whole numbers from min to max.  Where it has no bound, min is
 * INT64_MIN or max is INT64_MAX. */
typedef struct {
    int64_t min, max;
} FaceRange;

static inline bool face_range_has(FaceRange s, int64_t n)
{
    return n >= s.min && n <= s.max;
}

static inline int64_t face_range_clamp(FaceRange s, int64_t n)
{
    return n < s.min ? s.min : n > s.max ? s.max : n;
}

/* Keep and drop modifiers, for sorted dice.  Of equal dice the one rolled later sorts lower, so
 * that kh keeps the first of them. */
typedef struct {
    int64_t keep_high, keep_low; /* kh, kl; -1: absent */
    int64_t drop_low, drop_high; /* dl, dh; 0: absent */
} Keep;

/* A count of successes less failures, as in >=8f1. */
typedef struct {
    bool on;    /* a count was written */
    bool fails; /* with f: `failure` counts, too */
    FaceRange success, failure;
} Score;

/* The share of a face in the count: 1, 0 or -1. */
static inline int64_t score_face(const Score *s, int64_t n)
{
    return face_range_has(s->success, n) - (s->fails && face_range_has(s->failure, n));
}

/* A face is rerolled once (ro), or until another comes (r). */
typedef enum { REROLL_NEVER, REROLL_ONCE, REROLL_UNTIL } Reroll;
/* An explosion adds a die to the term (MORE, !), or grows the die that exploded (GROW, !!). */
typedef enum { EXPLODE_NEVER, EXPLODE_MORE, EXPLODE_GROW } Explode;
enum { COMPUTED = -1 }; /* a count or number of sides that is rolled, as in (1d4)d6 */

/* One term of dice with its modifiers (dice.h).  Of a group only keep and score are used. */
typedef struct {
    int64_t count, sides; /* COMPUTED: it is an operand of the node */
    const int64_t *faces; /* the face on each side; NULL: 1..sides */
    const char *name;     /* of Fate dice, "F" or "F.1"; else NULL */
    Reroll reroll;
    FaceRange reroll_on;
    Explode explode;
    bool explode_highest; /* only the highest face explodes: no condition was written, or one that
                             no other face meets */
    bool penetrate;       /* each further die counts one less */
    FaceRange explode_on;
    FaceRange clamp;
    Keep keep;
    Score score;
} DicePool;

/* An expression without its repeat and label. */
typedef struct {
    const DiceNode *nodes;
    int n;
    const DicePool *pools;
} Program;

/* `4d6kh3 + 2` and nothing more, of at most SIMPLE_MAX dice: simulations roll mostly these, so
 * they are rolled without a stack or memory.  count is 0 for every other expression. */
enum { SIMPLE_MAX = 64 };
typedef struct {
    int64_t count, sides;
    int64_t add;      /* the constant, below 0 when it is subtracted */
    int64_t from, to; /* the sorted dice from..to-1 count (keep_slice) */
} SimpleRoll;

/* A parsed expression in one block of memory, with everything it points to. */
struct Dice {
    Program program;
    int64_t repeats; /* 0: no repeat */
    SimpleRoll simple;
    const char *text, *label;
};

/* Decides which of n ascending values are kept: those at from..to-1. */
void keep_slice(const Keep *k, int64_t n, int64_t *from, int64_t *to);
/* True if nothing was written about keep and drop. */
static inline bool keeps_all(const Keep *k)
{
    return k->keep_high < 0 && k->keep_low < 0 && k->drop_low == 0 && k->drop_high == 0;
}

/* The score of a value, such as the total of one part of a group: 1, 0 or -1. */
Ratio score_ratio(const Score *s, Ratio v);

/* Sets the lowest and highest face. */
void pool_extremes(const DicePool *p, int64_t sides, int64_t *lowest, int64_t *highest);

/* A term once its count and sides are known, and with them the faces that explode. */
typedef struct {
    int64_t count, sides;
    FaceRange explode_on;
} ResolvedPool;
ResolvedPool pool_resolve(const DicePool *p, int64_t count, int64_t sides);
/* The face on a side, 1..sides. */
static inline int64_t pool_face(const DicePool *p, int64_t side)
{
    return p->faces ? p->faces[side - 1] : side;
}
/* True if a die that shows this face explodes. */
static inline bool pool_explodes(const DicePool *p, const ResolvedPool *resolved, int64_t face)
{
    return p->explode != EXPLODE_NEVER && face_range_has(resolved->explode_on, face);
}
/* The last of the sides from `side` on that meet the same conditions.  Loops go from run to run,
 * since a die may have 10^9 sides. */
int64_t pool_run_end(const DicePool *p, const ResolvedPool *resolved, int64_t side);
/* True if some face ends both rerolls and explosions.  Otherwise rolling would never end. */
bool pool_can_end(const DicePool *p, const ResolvedPool *resolved);

/* Applies an operator or function of one or two operands.  Returns NULL, or a sentence that says
 * why there is no result. */
const char *node_apply(NodeKind kind, Ratio a, Ratio b, Ratio *r);

/* The range of the subtree that ends at node i; false when it has no bounds. */
bool node_range(const Program *p, int i, Ratio *min, Ratio *max);

/* The spelling of an operator or function, such as "//" or "floor". */
const char *node_word(NodeKind kind);
/* Appends the canonical spelling, without label and repeat. */
void program_print(const Program *p, Text *t);

/* Copies the expression as one line, with which error sentences begin.  If it is long, copies only
 * the part around byte `at`. */
enum { EXCERPT_MAX = 80 }; /* bytes: a line of a terminal */
void dice_excerpt(const char *text, size_t n, size_t at, char excerpt[EXCERPT_MAX]);
/* Sets an error about a whole expression, "EXPRESSION: sentence"; returns false. */
bool dice_fail(const Dice *d, Err *err, const char *format, va_list args);
