/* The verb `odds`: the odds of what is asked in the GM's words, from where the table stands. */
#ifndef CAMPAIGN_ODDS_QUERY_H
#define CAMPAIGN_ODDS_QUERY_H

#include "campaign/study/study_table.h"

/* "encounter before torch" -> "before the torch goes out: encounter 42.1% (91/216), if …", added to
 * t.  False with a sentence. */
bool odds_query(const StudyTable *table, const char *typed, Text *t, Err *err);

#endif
