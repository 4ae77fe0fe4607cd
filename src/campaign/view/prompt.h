/* The words before the cursor: the status, or the open question.
 *
 * A question shows its answers as they can be typed: the letters of a choice that are enough stand
 * in parentheses, the default stands in brackets. */
#ifndef CAMPAIGN_PROMPT_H
#define CAMPAIGN_PROMPT_H

#include "campaign/view/lines/lines.h"
#include "core/tree.h"

/* Adds a line with the status that the rules wrote.  by_hand: the game master types the dice. */
void prompt_status(StyledLines *l, const Value *status, bool by_hand);
/* Adds a line with the question, or with the dice that somebody is to roll. */
void prompt_question(StyledLines *l, const Value *ask);

#endif
