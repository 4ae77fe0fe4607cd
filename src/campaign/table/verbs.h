/* Verbs of the host that need no worker: they read the book or the journal, or move the head. */
#ifndef CAMPAIGN_VERBS_H
#define CAMPAIGN_VERBS_H

#include "campaign/table/table.h"

/* Runs the line when its first word is one of these verbs, in full, and fills *reply; else false.
 */
bool verbs_run(Sconce *s, const char *line, SconceReply *reply);
/* The same for a line whose first word is short for this verb. */
bool verbs_run_as(Sconce *s, const char *verb, const char *line, SconceReply *reply);
/* The same at an open question, for verbs that only show something: chart, help, why … */
bool verbs_run_at_question(Sconce *s, const char *line, SconceReply *reply);

#endif
