/* What tallies say: chances, means, quantiles, each with its standard error. */
#ifndef CAMPAIGN_FIGURES_H
#define CAMPAIGN_FIGURES_H

#include "campaign/study/tally.h"

/* Writes the "measures" object of settled tallies, and nothing else depends on how they came about.
 * False when memory is out. */
bool figures_write(Text *t, const Tallies *tallies, int64_t turns, int64_t runs);
/* What the plan's own events of one sort came to ('~', '!' or '*', see asked.h), as the field
 * `key`, if there are any. */
bool figures_of_plan(Text *t, const char *key, char sort, const Tallies *tallies, int64_t turns,
                     int64_t runs);
/* How plays stand after each turn, a field each ('&', see asked.h), where it ever comes to that. */
bool figures_of_plays(Text *t, const Tallies *tallies, int64_t turns, int64_t runs);
/* The "tallies" object, as they are. */
void figures_raw(Text *t, const Tallies *tallies);

#endif
