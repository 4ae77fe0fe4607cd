/* Reads the question typed after the verb `odds`. */
#ifndef CAMPAIGN_ODDS_QUERY_READ_H
#define CAMPAIGN_ODDS_QUERY_READ_H

#include "campaign/study/study.h"

/* A question, "TIMES WHAT or OTHER before BEFORE given GIVEN with PLAN".  Words are replaced by the
 * rules' names. */
typedef struct {
    const StudyTable *table;
    Text what, other, before, given, plan; /* "": not typed */
    int64_t times;                         /* "two encounters", at least; 0: not typed */
    Text state;         /* the question as an expression that is true or false at the end of a
                           turn; "": the question is about an event */
    int64_t turns;      /* "in 12"; 0: not typed */
    int64_t until_turn; /* "by 12"; 0: not typed */
    bool no;            /* "no", "neither": the odds that it does not happen */
} OddsQuery;

/* Fills a query, whose table is set.  False: err says why; free it in any case. */
bool odds_query_read(OddsQuery *q, const char *typed, Err *err);
void odds_query_free(OddsQuery *q);
/* Adds the name under which studies count an event: "torch" -> "light_out.torch", "torch.Bram" ->
 * "light_out.torch.Bram", "burn" -> "hazard.burn", "encounter" as it is. */
void odds_query_event(const OddsQuery *q, const char *word, Text *t);
/* True of a light, "torch", and of the one that a member holds, "torch.Bram". */
bool odds_query_is_light(const OddsQuery *q, const char *word);
/* Adds to the error's sentence the names that `odds` takes on this table. */
void odds_query_add_names(const OddsQuery *q, Err *err);

#endif
