/* Dry runs: what the rules do when everything they offer is tried, at random but always alike.
 *
 * Some faults only show when a rule runs.  So a loaded chain is played for a while under many
 * seeds, with whatever verbs, names and answers its book offers.  A line that is refused is fine;
 * an error is a mistake in the rules. */
#ifndef CAMPAIGN_DRY_H
#define CAMPAIGN_DRY_H

#include "campaign/keeper.h"

/* Told of each mistake once; err->file is a path. */
typedef void DryMistake(void *data, const Err *err);

/* Plays `runs` times.  party: the text of party.lua, or NULL. */
void dry_run(Keeper *k, int runs, const Text *party, DryMistake *mistake, void *data);

#endif
