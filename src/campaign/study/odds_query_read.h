/* What is typed behind the verb `odds`, in the GM's words. */
#ifndef CAMPAIGN_FORETELL_READ_H
#define CAMPAIGN_FORETELL_READ_H

#include "campaign/study/study_table.h"

typedef struct {
    const StudyTable *table;
    Text what, before, plan; /* as the rules call them; "" when it was not said */
    Text state; /* an expression that is true or false at the end of a turn; "": what may happen is
                   asked */
    int64_t turns;      /* from now on; 0: not said */
    int64_t until_turn; /* by 12; 0: not said */
    bool no;            /* that it does not come */
} OddsQuery;

/* Fills f (its table is set).  False with a sentence; free it after, in any case. */
bool odds_query_read(OddsQuery *f, const char *typed, Err *err);
void odds_query_free(OddsQuery *f);
/* "torch" -> "light_out.torch", "burn" -> "hazard.burn", "encounter" as it is. */
void odds_query_event(const OddsQuery *f, const char *word, Text *t);
bool odds_query_is_light(const OddsQuery *f, const char *word);
/* Adds to the sentence what may be asked here. */
void odds_query_known(const OddsQuery *f, Err *err);

#endif
