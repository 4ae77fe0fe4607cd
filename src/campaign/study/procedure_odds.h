/* Exact odds, asked of the cell: for sconce_chances and for the verb `odds`. */
#ifndef CAMPAIGN_CHANCES_H
#define CAMPAIGN_CHANCES_H

#include "campaign/study/study_query.h"

/* Its table and its wish are set before asking; free `of` after. */
typedef struct {
    StudyQuery of;
    const SconceChances *wish;
    double enough; /* without a limit of turns, nothing more is waited for when less than that is
                      left; 0: 1e-12 */
} ChancesAsked;

/* The cell's answer (see core/wire.h, op="odds"), done.  NULL with a sentence. */
Tree *chances_ask(ChancesAsked *q, Err *err);
/* Asks and reports, as sconce_chances promises. */
char *chances_answer(const StudyTable *table, const SconceChances *chances, SconceError *error);

#endif
