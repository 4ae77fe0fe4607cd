/* Dice notation: text to program, and rolling it. */
#ifndef CORE_DICE_H
#define CORE_DICE_H

#include "core/rng.h"
#include "core/text.h"

/* Limits, stated and refused, never clamped. */
enum {
    DICE_TEXT_MAX = 1000,     /* bytes of an expression */
    DICE_DEPTH_MAX = 50,      /* brackets within brackets */
    DICE_COUNT_MAX = 10000,   /* dice in one roll, all terms, explosions and rerolls together */
    DICE_CHAIN_MAX = 1000,    /* explosions or rerolls of one die */
};
#define DICE_SIDES_MAX INT64_C(1000000000)

typedef struct Dice Dice; /* a parsed expression; immutable, shareable between threads */

/* NULL when text is no dice expression: err->text is a sentence that says what is wrong and what
 * would be right, *at (if not NULL) the byte offset of the place. */
Dice *dice_parse(const char *text, size_t n, size_t *at, Err *err);
void dice_free(Dice *d);
const char *dice_text(const Dice *d); /* the canonical spelling, owned by d */
const char *dice_label(const Dice *d); /* its [label] or # comment, or "" */

/* The least and greatest total; false when there is none (an explosion has no greatest; a
 * fraction is no whole number). */
bool dice_range(const Dice *d, int64_t *least, int64_t *greatest);
/* Is it a plain number, without dice? */
bool dice_is_constant(const Dice *d);
/* The sides of the dice that are certainly rolled first, in order (up to room of them): what to
 * ask a hand for.  Returns how many there are. */
size_t dice_first(const Dice *d, int64_t *sides, size_t room);

/* One die as it fell. */
typedef struct {
    int64_t sides;
    int64_t face;      /* as it counts (a clamped or Fate die counts other than it shows) */
    int64_t shown;     /* as it fell, 1..sides */
    bool dropped, rerolled, exploded, success, failure;
} Die;

typedef struct {
    int64_t num, den;  /* the total, lowest terms, den >= 1 */
    Die *dice;         /* every die rolled, in the order rolled; malloc'ed, give back with roll_free */
    size_t n, room;
} Roll;
void roll_free(Roll *r);

/* Where dice come from: 1..sides, or 0 when there is none to be had (the roll then stops). */
typedef int64_t DiceSource(void *from, int64_t sides);

typedef enum { ROLL_DONE, ROLL_STOPPED, ROLL_FAILED } RollState;
/* Rolls every die by the source, in the stated order: left to right, rerolls and explosions where
 * they occur.  STOPPED when the source had none; FAILED with a sentence (too many dice, division by
 * zero, a total past 64 bits).  r is {0} or a roll to use again; the caller frees it in any case. */
RollState dice_roll(const Dice *d, DiceSource *source, void *from, Roll *r, Err *err);

/* The quick way: from a generator, only the total.  False as above, or when the total is not whole. */
bool dice_total(const Dice *d, Rng *rng, int64_t *total, Err *err);

#endif
