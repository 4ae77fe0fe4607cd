/* Figures of compacted tallies: chances, means and quantiles, each with its standard error.
 *
 * Every figure is computed from a whole histogram in ascending order, so that the same tallies give
 * the same bytes, however the runs were spread over cells. */
#ifndef CAMPAIGN_FIGURES_H
#define CAMPAIGN_FIGURES_H

#include "campaign/study/tally.h"

/* Counts of a study, and their size. */
typedef struct {
    const Tallies *tallies; /* compacted */
    int64_t turns, runs;
} CountedRuns;

/* --- JSON; false when memory is out --- */

/* The field "measures". */
bool figures_write_measures(Text *t, const CountedRuns *c);
/* Writes the plan's events of one kind as a list in the field `key`; nothing when there are none.
 */
bool figures_write_plan(Text *t, const char *key, MeasureKind kind, const CountedRuns *c);
/* Writes how runs stand after each turn: a field "midturn" or "nobody" if that ever occurs. */
bool figures_write_standing(Text *t, const CountedRuns *c);
/* The field "tallies", as merging reads it. */
void figures_write_tallies(Text *t, const Tallies *tallies);

#endif
