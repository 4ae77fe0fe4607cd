/* Dice notation: text to program, and rolling it.
 *
 *   dice        4d6  d8  d%  (1d4)d6  d(2d4)  4dF  dF.1  d{2,3,3,4,4,5}  adv  dis
 *   keep, drop  kh3 k3 kl1 dh1 dl1 d1; alone: 1.  One keep, one dl and one dh go together: all of
 *               them look at one sorted row of dice, and what any of them drops is dropped
 *   explode     !  !! (one die grows)  !p (each further die counts one less)  !>=5  !3
 *   reroll      r rr (until)  ro (once)  ro<3  r1
 *   clamp       min2  max5
 *   count       >=8 >8 =6 <3, less the failures f1 f<=2
 *   groups      {2d6, 1d12}kh1
 *   arithmetic  + - * / // % ^ ** ( ) floor ceil round abs min max, in exact fractions
 *   compare     (2d6+3)>=10 is 1 or 0
 *   repeat      6x4d6kh3
 *   words       [label] after a term, # comment at the end
 *
 * Modifiers work in this order, however they are written: reroll, explode, clamp, keep and drop,
 * count.
 *
 * Order of draws, stream version 1.  Terms draw from left to right as written: both sides of an
 * operator, a group's parts, a function's arguments; of one term the computed count first, then
 * the computed sides, then the dice.  Each die is settled before the next is rolled: it is rolled;
 * as long as its face is to be rerolled it is rolled again (`ro`: at most once); and if it then
 * explodes, one die more is rolled and settled in the same way, rerolls and explosions included.
 * A repeat draws the whole expression again.  Nothing else draws.  A die of n sides is one draw of
 * 1..n, also when n is 1; from a generator it is 1 + rng_below(n).  Fate dice are of 3 sides (dF.1:
 * of 6), counting -1, 0, 1 (-1, 0, 0, 0, 0, 1); own faces are sides in the order written. */
#ifndef CORE_DICE_H
#define CORE_DICE_H

#include "core/rng.h"
#include "core/text.h"

/* Limits, stated and refused, never clamped. */
enum {
    DICE_TEXT_MAX = 1000,   /* bytes of an expression */
    DICE_DEPTH_MAX = 50,    /* brackets within brackets */
    DICE_COUNT_MAX = 10000, /* dice in one roll, all terms, explosions and rerolls together */
    DICE_CHAIN_MAX = 1000,  /* explosions or rerolls of one die */
    DICE_REPEAT_MAX = 1000, /* 6x... */
};
#define DICE_SIDES_MAX INT64_C(1000000000)

typedef struct Dice Dice; /* a parsed expression; immutable, shareable between threads */

/* NULL when text is no dice expression: err->text is a sentence that says what is wrong and what
 * would be right, *at (if not NULL) the byte offset of the place. */
Dice *dice_parse(const char *text, size_t n, size_t *at, Err *err);
void dice_free(Dice *d);
/* The canonical spelling, owned by d: it reads back as the same dice, in at most DICE_TEXT_MAX
 * bytes. */
const char *dice_text(const Dice *d);
/* Its [label]s and # comment, with ", " between several, or "". */
const char *dice_label(const Dice *d);

/* The least and greatest total; false when there is none (an explosion has no greatest; 2d6/2 may
 * be no whole number).  Never too narrow; it may be too wide where % meets
 * dice, the parts of a group are kept and counted, or penetrating dice are dropped. */
bool dice_range(const Dice *d, int64_t *min, int64_t *greatest);
/* Is it a plain number, without dice? */
bool dice_is_constant(const Dice *d);
/* The sides of the dice that are certainly rolled first, in order (up to room of them): what to
 * ask a hand for.  Returns how many there are. */
size_t dice_first(const Dice *d, int64_t *sides, size_t room);

/* One die as it fell. */
typedef struct {
    int64_t sides;
    int64_t face;           /* as it counts (a clamped or Fate die counts other than it shows) */
    int64_t shown;          /* as it fell, 1..sides */
    bool dropped, rerolled; /* the face does not count */
    bool exploded;          /* one more was rolled for it */
    bool joined;            /* it grew the die before it (!!): they count together, and what is
                             * said of the whole (clamped, success, failure) is said of the last */
    bool success, failure;
} Die;

/* The total of one repeat, and its dice. */
typedef struct {
    int64_t num, den;
    size_t first, n;
} Part;

typedef struct {
    int64_t num, den; /* the total, lowest terms, den >= 1 */
    Die *dice;        /* every die rolled, in the order rolled; the roll's, until roll_free */
    size_t n, room;
    Part *parts; /* of a repeat (6x4d6): one for each time, num/den is their sum; else none */
    size_t parts_n, parts_room;
} Roll;
void roll_free(Roll *r);
/* The first die that counts, as it fell; 0 without dice. */
int64_t roll_natural(const Roll *r);

/* Where dice come from: 1..sides, or 0 when there is none to be had (the roll then stops). */
typedef int64_t DiceSource(void *from, int64_t sides);

typedef enum { ROLL_DONE, ROLL_STOPPED, ROLL_FAILED } RollState;
/* Rolls every die by the source, in the stated order: left to right, rerolls and explosions where
 * they occur.  STOPPED when the source had none; FAILED with a sentence (too many dice, division by
 * zero, a total past 64 bits).  r is {0} or a roll to use again; the caller frees it in any case.
 */
RollState dice_roll(const Dice *d, DiceSource *source, void *from, Roll *r, Err *err);

/* The quick way: from a generator, only the total.  False as above, or when the total is not whole;
 * the generator is then as it was. */
bool dice_total(const Dice *d, Rng *rng, int64_t *total, Err *err);
/* Is it a single die with nothing to it but what is added?  Then total - *add is its face. */
bool dice_is_single(const Dice *d, int64_t *add);

#endif
