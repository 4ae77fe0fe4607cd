/* Exact odds of a procedure: every play of a plan, weighed in one cell. */
#ifndef CAMPAIGN_PROCEDURE_ODDS_H
#define CAMPAIGN_PROCEDURE_ODDS_H

#include "campaign/study/study_table.h"

/* Weighs all plays, and adds the JSON that sconce_chances promises to `json`.  enough: without a
 * limit of turns, ends when the chance of what is waited for is below this; 0: 1e-12.  False with a
 * sentence. */
bool odds_study(const StudyTable *table, const SconceChances *wanted, double enough, Text *json,
                Err *err);

#endif
