/* The words before the cursor: how things stand, or the open question.
 *
 * A question shows what can be typed as it can be typed: the letters of a choice that are enough
 * stand in parentheses, the default stands in brackets. */
#ifndef CAMPAIGN_PROMPT_H
#define CAMPAIGN_PROMPT_H

#include "campaign/view/lines.h"
#include "core/value.h"

/* Adds a line: the status, as rules gave it; by_hand: dice are typed. */
void prompt_status(StyledLines *l, const Value *status, bool by_hand);
/* Adds a line: the question, or the die that somebody is to roll. */
void prompt_question(StyledLines *l, const Value *ask);

#endif
