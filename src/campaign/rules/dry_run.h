/* Dry runs: what the rules do when everything they offer is tried, at random but always alike.
 *
 * Some faults only show when a rule runs.  So the cell plays a loaded chain for a while, with
 * whatever verbs, dice and answers its rules offer.  A line that is refused is fine; an error is a
 * mistake in the rules. */
#ifndef CAMPAIGN_DRY_H
#define CAMPAIGN_DRY_H

#include "campaign/rules/cell_client.h"

/* Narration of each mistake once; err->file is a path.  tried: { seed=, dice=, lines={…}, asks=bool
 * }, the shortest lines that lead to it; NULL when the rules ended their interpreter, or nothing
 * needs to be tried. grade: "error" or "warning". */
typedef void DryMistake(void *data, const Err *err, const char *grade, const Value *tried);

/* Plays `most` lines.  party: the text of party.lua, or NULL. */
void dry_run(CellClient *k, int most, const Text *party, DryMistake *mistake, void *data);

#endif
