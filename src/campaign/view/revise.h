/* How one reading of the rules differs from another. */
#ifndef CAMPAIGN_REVISE_H
#define CAMPAIGN_REVISE_H

#include "campaign/rules/cell_client.h"

/* Appends a line for each thing, value, row, step or function that is new, gone or changed in
 * `now`: "light.torch.lasts: 6 turns -> 4 turns   house.lua:3"; after the first dozen, only how
 * many more. Both clients have loaded.  Returns the number of differences. */
size_t revise_tell(const CellClient *was, const CellClient *now, Text *t);
/* The key under which the journal keeps how the rules of one hash differ from those of another. */
void revise_key(const char *from, const char *to, Text *key);

#endif
