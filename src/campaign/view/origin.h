/* Where a thing of the rules was made, and what each file made of it: the answer to `why WORD` and
 * to `sconce rules TABLE WORD`. */
#ifndef CAMPAIGN_ORIGIN_H
#define CAMPAIGN_ORIGIN_H

#include "campaign/rules/chain.h"
#include "campaign/view/lines.h"
#include "core/value.h"

/* word: light.torch, torch, light.torch.lasts, hazard.free, another word for a verb, or a kind,
 * which means all things of it.  chain: the texts of functions.  False when there is no such thing.
 */
bool origin_lines(StyledLines *l, const Value *book, const Chain *chain, const char *word);
/* Finds the name nearest to a misspelt one among those that origin_lines knows; "" when none is
 * near.
 */
void origin_nearest(const Value *book, const char *word, Text *nearest);

#endif
