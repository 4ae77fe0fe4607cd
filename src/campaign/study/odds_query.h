/* The verb `odds`: exact odds from where the table stands, in the GM's words. */
#ifndef CAMPAIGN_FORETELL_H
#define CAMPAIGN_FORETELL_H

#include "campaign/study/study_table.h"

/* "encounter before torch" -> "before the torch goes out: encounter 42.1% (91/216), if …" in t.
 * False with a sentence.  The table stays as it is. */
bool foretell(const StudyTable *table, const char *typed, Text *t, Err *err);

#endif
