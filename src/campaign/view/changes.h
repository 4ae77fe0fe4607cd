/* The changes that house files make, file by file, old and new side by side. */
#ifndef CAMPAIGN_CHANGES_H
#define CAMPAIGN_CHANGES_H

#include "campaign/view/lines.h"
#include "core/value.h"

void changes_lines(StyledLines *l, const Value *book);
/* Adds "Delving: delving + darker + house": the ruleset, then the files on top, in the order read.
 */
void changes_chain(StyledLines *l, const Value *book);

#endif
