/* The verbs that can be typed: the answer to `?`.
 *
 * It fits on one screen: a line for each verb of the ruleset where they fit, else only their names
 * by what they cost.  Verbs of procedures that do not run now, and the host's, come by name. `help
 * WORD` explains one. */
#ifndef CAMPAIGN_VIEW_VERBS_H
#define CAMPAIGN_VIEW_VERBS_H

#include "campaign/view/lines.h"
#include "core/value.h"

/* procedure: the one that runs now.  At 80 columns at most 23 lines. */
void verbs_lines(StyledLines *l, const Value *book, const char *procedure);

#endif
