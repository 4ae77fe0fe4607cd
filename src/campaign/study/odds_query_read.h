/* Reading what is typed behind the verb `odds`, in the GM's words. */
#ifndef CAMPAIGN_ODDS_QUERY_READ_H
#define CAMPAIGN_ODDS_QUERY_READ_H

#include "campaign/study/study.h"

/* A question of the verb `odds`, read from a line. */
typedef struct {
    const StudyTable *table;
    Text what, before, plan; /* as the rules call them; "" when it was not said */
    Text state;              /* an expression that is true or false at the end of a turn; "": the
                                question is about an event */
    int64_t turns;           /* from now on; 0: not said */
    int64_t until_turn;      /* "by 12"; 0: not said */
    bool no;                 /* the odds that it does not come */
} OddsQuery;

/* Fills a query, whose table is set.  False with a sentence; free it in any case. */
bool odds_query_read(OddsQuery *q, const char *typed, Err *err);
void odds_query_free(OddsQuery *q);
/* Adds the name of an event: "torch" -> "light_out.torch", "burn" -> "hazard.burn", "encounter" as
 * it is. */
void odds_query_event(const OddsQuery *q, const char *word, Text *t);
bool odds_query_is_light(const OddsQuery *q, const char *word);
/* Adds to the sentence what may be asked about on this table. */
void odds_query_add_names(const OddsQuery *q, Err *err);

#endif
