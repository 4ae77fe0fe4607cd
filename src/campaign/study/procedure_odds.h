/* Exact odds of a procedure: every play of a plan, weighed in one cell. */
#ifndef CAMPAIGN_PROCEDURE_ODDS_H
#define CAMPAIGN_PROCEDURE_ODDS_H

#include "campaign/study/measure_name.h"
#include "campaign/study/study_query.h"

/* query.table and wanted are set before asking; free query after, in any case. */
typedef struct {
    StudyQuery query;
    const SconceChances *wanted;
    double enough; /* without a limit of turns: end when the chance of what is waited for is below
                      this; 0: 1e-12 */
} OddsRequest;

/* Returns the cell's answer (core/wire.h, op="odds").  NULL with a sentence. */
Tree *odds_ask(OddsRequest *q, Err *err);
/* Its figures of a measure by the end of a turn; beyond the last turn, or of turn 0, those of the
 * last.  NULL: there is no such measure. */
const Value *odds_figures(const Value *reply, MeasureKind kind, const char *name, int64_t turn);
/* The same as JSON, as sconce_chances promises. */
char *odds_answer(const StudyTable *table, const SconceChances *wanted, SconceError *error);

#endif
