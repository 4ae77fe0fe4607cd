/* Replay of a whole journal: every entry again, under its own rules, compared byte for byte. */
#ifndef CAMPAIGN_VERIFY_H
#define CAMPAIGN_VERIFY_H

#include "campaign/journal/journal.h"
#include "campaign/rules/table_sources.h"

/* Called with the entries done and their number. */
typedef void VerifyProgress(int64_t done, int64_t all, void *data);

/* Writes the report that sconce_verify promises.  `progress` may be NULL; *stop breaks it off.
 * False with a sentence when the journal cannot be read, or after a stop. */
bool journal_verify(Journal *journal, const TableSources *sources, const int *stop,
                    VerifyProgress *progress, void *data, Text *report, Err *err);

#endif
