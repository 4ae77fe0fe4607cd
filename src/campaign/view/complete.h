/* Words that may stand at the cursor of a line, from the rules and the state of the table. */
#ifndef CAMPAIGN_COMPLETE_H
#define CAMPAIGN_COMPLETE_H

#include "core/text.h"
#include "core/tree.h"

/* book: of the rules in force.  status: of the table.  ask: the open question, or NULL.  before:
 * the text before the cursor.  Appends {"from":n,"offers":["…",…]}. */
void complete_write(Text *t, const Value *book, const Value *status, const Value *ask,
                    const char *before);

#endif
