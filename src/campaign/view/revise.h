/* What one reading of the rules has that another has not. */
#ifndef CAMPAIGN_REVISE_H
#define CAMPAIGN_REVISE_H

#include "campaign/rules/cell_client.h"

/* Appends a line for each thing, value, row, step or function that is new, gone or other in `now`:
 * "light.torch.lasts: 6 turns -> 4 turns   house.lua:3"; of very many, how many more there are.
 * Both have loaded.  How many differ. */
size_t revise_tell(const CellClient *was, const CellClient *now, Text *t);
/* The key under which the journal keeps how the rules of one hash differ from those of another. */
void revise_key(const char *from, const char *to, Text *key);

#endif
