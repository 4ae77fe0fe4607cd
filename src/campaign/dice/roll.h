/* Dice without a table: what rolling, counting and odds share. */
#ifndef CAMPAIGN_DICE_ROLL_H
#define CAMPAIGN_DICE_ROLL_H

#include "core/dice/dice.h"
#include "core/ratio.h"
#include "sconce.h"

/* The dice of an expression; NULL with a sentence, the expression, and a caret under the place. */
Dice *roll_read(const char *expression, Err *err);
/* The generator of a seed, or of the system's when it is NULL. */
bool roll_seeded(const char *seed, Rng *rng, Err *err);
/* A DiceSource; `from` is an Rng. */
int64_t roll_from_rng(void *rng, int64_t sides);
/* A total: whole, or a string "7/2". */
void roll_number(Text *t, Ratio total);
/* A mean or a chance, to 12 digits. */
void roll_figure(Text *t, double d);

enum { ROLL_OUTPUT_MAX = 256 << 20 }; /* bytes of JSON */

#endif
