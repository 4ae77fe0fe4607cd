/* Dice notation: text to program, and rolling it.
 *
 * | dice        4d6  d8  d%  (1d4)d6  d(2d4)  4dF  dF.1  d{2,3,3,4,4,5}  adv  dis
 * | keep, drop  kh3 k3 kl1 dh1 dl1 d1; without a number: 1.  One keep, one dl and one dh may be
 * |             combined: each looks at all dice, sorted; a die that any of them drops is dropped
 * | explode     !  !! (one die grows)  !p (each further die counts one less)  !>=5  !3
 * | reroll      r rr (until)  ro (once)  ro<3  r1
 * | clamp       min2  max5
 * | count       >=8 >8 =6 <3 counts successes, less failures f1 f<=2
 * | groups      {2d6, 1d12}kh1
 * | arithmetic  + - * / // % ^ ** ( )  floor ceil round abs min max, in exact fractions:
 * |             nothing is rounded but by //, floor, ceil and round, as games round differently;
 * |             past 64 bits a roll fails; which operator binds closer: head of parse.c
 * | compare     (2d6+3)>=10 is 1 or 0
 * | repeat      6x4d6kh3
 * | words       [label] after a term, # comment at the end
 *
 * Modifiers work in this order, however they are written: reroll, explode, clamp, keep and drop,
 * count.  Each works on the results of those before it: the face that stays says whether the die
 * explodes; a die that grew (!!) is clamped as a whole; keep and drop compare finished dice; and
 * only dice that are kept are counted.
 *
 * Words.  A side is what the generator draws, 1..sides.  A face is the number that the side counts
 * as: the side itself, or for Fate dice and own faces the number written on it.  A draw is one call
 * of the generator or of the source.
 *
 * Order of draws, stream version 1.  It is part of the format of journals and recorded seeds: the
 * same seed must give the same dice for ever, and a person who rolls by hand must be asked for the
 * dice in the order in which the expression reads.  Terms draw from left to right as written: both
 * sides of an operator, the parts of a group, the arguments of a function; within one term the
 * computed count first, then the computed sides, then the dice.  Each die is finished before the
 * next is rolled: it is rolled, and again while its face is to be rerolled (`ro`: at most once);
 * if it then explodes, one die more is rolled and finished in the same way, rerolls and explosions
 * included.  A repeat draws the whole expression again.  Nothing else draws.  A die of n sides is
 * one draw of 1..n, also when n is 1; from a generator it is 1 + rng_below(n).  Fate dice have 3
 * sides (dF.1: 6), counting -1, 0, 1 (-1, 0, 0, 0, 0, 1); own faces are sides in the order
 * written. */
#pragma once

#include "core/rng.h"
#include "core/text.h"

/* Limits.  An expression or roll that passes one is refused, never shortened.  They bound the time
 * and memory of one roll, and they are far above any table's dice; a chain of 1,000 is next to
 * impossible for any die that ends. */
enum {
    DICE_TEXT_MAX = 1000,   /* bytes of an expression; the parser's stacks are sized by it */
    DICE_DEPTH_MAX = 50,    /* brackets within brackets; bounds the recursion of the parser */
    DICE_COUNT_MAX = 10000, /* dice in one roll: 30 us for a total, a millisecond die by die */
    DICE_CHAIN_MAX = 1000,  /* explosions or rerolls of one die; a d6! never gets so far */
    DICE_REPEAT_MAX = 1000, /* rounds of a repeat, 6x... */
};
#define DICE_SIDES_MAX INT64_C(1000000000) /* sums of DICE_COUNT_MAX dice stay within 64 bits */

typedef struct Dice Dice; /* a parsed expression; immutable, shareable between threads */

/* Parses n bytes of text; the caller frees the result with dice_free.  NULL when they are not a
 * dice expression: err->text then says what is wrong and what would be right, and *at (if not NULL)
 * is the byte offset of the error. */
Dice *dice_parse(const char *text, size_t n, size_t *at, Err *err);
void dice_free(Dice *d);
/* The canonical spelling, owned by d: DICE_TEXT_MAX bytes at most, which read back as these dice.
 */
const char *dice_text(const Dice *d);
/* The [label]s and # comment of the expression, joined by ", "; "" when there are none. */
const char *dice_label(const Dice *d);

/* Sets the minimum and maximum total; false when one is missing (an explosion has no maximum) or
 * when totals may be fractions (2d6/2).  The range is never too narrow; it may be too wide where %
 * meets dice, where the parts of a group are kept and counted, or where penetrating dice are
 * dropped. */
bool dice_range(const Dice *d, int64_t *min, int64_t *max);
/* Writes the numbers of sides of the dice that are certain to be rolled first, in order, so that a
 * person can be asked to roll them.  Writes at most `room` of them, but returns the number of all,
 * which may be larger. */
size_t dice_first(const Dice *d, int64_t *sides, size_t room);

/* One die of a roll. */
typedef struct {
    int64_t sides;
    int64_t face;           /* the number it counts as, after clamps */
    int64_t shown;          /* the side drawn, 1..sides */
    bool dropped, rerolled; /* the face does not count */
    bool exploded;          /* one die more was rolled for it */
    bool joined;            /* it grew the die before it (!!): the two count as one.  The last die
                             * that joined records what the clamp of the whole changed (in its
                             * face), success and failure */
    bool success, failure;
} Die;

/* One round of a repeat: its total num/den, and its n dice, from index `first` of Roll.dice on. */
typedef struct {
    int64_t num, den;
    size_t first, n;
} Part;

/* The result of a roll. */
typedef struct {
    int64_t num, den; /* the total, lowest terms, den >= 1 */
    Die *dice;        /* every die in the order rolled; owned by the roll, until roll_free */
    size_t n, room;
    Part *parts; /* the rounds of a repeat (6x4d6), and num/den is their sum; else none */
    size_t parts_n, parts_room;
} Roll;
void roll_free(Roll *r);
/* The natural roll, before anything is added: the sum of the sides shown by the dice that count and
 * have as many sides as the first of them, without those that explosions added.  Of d20+3+1d4 it is
 * that of the d20, of 2d6 the sum of both.  0 without dice. */
int64_t roll_natural(const Roll *r);

/* A source of dice: returns the side that a die shows, 1..sides, or 0 when it has no more dice; the
 * roll then stops. */
typedef int64_t DrawSide(void *from, int64_t sides);

typedef enum { ROLL_DONE, ROLL_STOPPED, ROLL_FAILED } RollState;
/* Rolls the dice with the source, in the order stated above.  STOPPED: the source had no more dice.
 * FAILED: err says why (too many dice, division by 0, a total past 64 bits).  r is {0} or a
 * roll to use again; the caller frees it in any case. */
RollState dice_roll(const Dice *d, DrawSide *source, void *from, Roll *r, Err *err);

/* Rolls with a generator and sets only the total; faster than dice_roll.  False, and err (may be
 * NULL) says why, where dice_roll would return ROLL_FAILED, or when the total is not a whole
 * number; the generator is then as it was before. */
bool dice_total(const Dice *d, Rng *rng, int64_t *total, Err *err);
/* True if the expression is one die plus a constant, as d20+3, and nothing more.  Then *add is the
 * constant, so that the die's face is the total less *add. */
bool dice_is_single(const Dice *d, int64_t *add);
