/* Helpers that roll.c, roll_counts.c and roll_odds.c share: dice that are rolled outside a
 * campaign.
 */
#ifndef CAMPAIGN_DICE_ROLL_H
#define CAMPAIGN_DICE_ROLL_H

#include "core/dice/dice.h"
#include "core/ratio.h"
#include "sconce.h"

/* Parses an expression.  Returns NULL and sets *err, which shows the expression with a caret under
 * the mistake. */
Dice *roll_parse(const char *expression, Err *err);
/* Starts the generator from a seed, or from the system's random numbers if seed is NULL. */
bool roll_seed_rng(const char *seed, Rng *rng, Err *err);
/* A DiceSource (core/dice/dice.h): draws a face from an Rng. */
int64_t roll_from_rng(void *rng, int64_t sides);
/* Writes a total as a JSON number, or as a string "7/2" if it is not whole. */
void roll_write_total(Text *t, Ratio total);
/* Writes a mean, deviation or probability with 12 digits. */
void roll_write_real(Text *t, double d);

enum { ROLL_OUTPUT_MAX = 256 << 20 }; /* bytes of JSON */

#endif
