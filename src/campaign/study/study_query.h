/* The question of a study: its plan, measures, races and end, checked and encoded for the cell; and
 * the parts of answers that repeat the question. */
#pragma once

#include "campaign/rules/public_error.h"
#include "campaign/study/study.h"
#include "core/tree.h"

/* The options that SconceSim and SconceChances share, as the caller gave them; each may be NULL. */
typedef struct {
    const char *plan, *otherwise, *policy, *until;
    const char *const *measures, *const *before, *const *at_least, *const *given;
    size_t measure_count, before_count, at_least_count, given_count;
} QueryOptions;
/* The QueryOptions of a SconceSim or SconceChances (`of`), without at_least and given. */
#define QUERY_OPTIONS(of)                                                                          \
    ((QueryOptions){.plan = (of)->plan,                                                            \
                    .otherwise = (of)->otherwise,                                                  \
                    .policy = (of)->policy,                                                        \
                    .until = (of)->until,                                                          \
                    .measures = (of)->measures,                                                    \
                    .before = (of)->before,                                                        \
                    .measure_count = (of)->measure_count,                                          \
                    .before_count = (of)->before_count})

/* The question that sim and odds share: the table, a plan, and what is measured. */
typedef struct {
    const StudyTable *table;
    Text plan, measures, before; /* canonical lists, as the cell takes them */
    Text at_least, given;        /* likewise; "" for none */
    Text until;                  /* events, each once and without blanks: "A,B"; "" for none */
    Text otherwise;              /* a canonical text; "" for none */
    Text policy;                 /* a canonical map { name, text }; "" for none */
    Text start;                  /* how play began, as a canonical map { party, lines }, when its
                                    rolls are weighed; "" when not */
} StudyQuery;

/* Fills a query, whose table is set, from options that must outlive it.  Free it in any case. */
bool study_query_read(StudyQuery *q, const QueryOptions *o, Err *err);
void study_query_free(StudyQuery *q);
/* Asks that the rolls with which play began, and those of lines since, are weighed, too. */
bool study_query_weigh_start(StudyQuery *q, Err *err);
/* Adds the whole question to the fields of a request. */
void study_query_write_request(const StudyQuery *q, MapWriter *f);
/* Returns the plan that is usual where none is given: the ruleset's first action that takes a turn
 * and needs no more words; NULL: it has none. */
const char *study_query_first_action(const StudyTable *table);

/* Returns the action to do where a line cannot be done: the one that the rules do by default, or
 * else the first; NULL if there is none.  It belongs to the table. */
const char *study_query_stand_in(const StudyTable *table);
/* Appends the lines of the plan as text, "crawl; search". */
void study_query_write_plan(const StudyQuery *q, Text *t);
/* Sets the error of a cell's reply with outcome "error".  place: where it happened, "turn 3", or
 * ""; more: text after the place, such as how to repeat it. */
void study_query_set_error(const StudyQuery *q, const Value *error, const char *place,
                           const char *more, Err *err);

/* --- JSON --- */

/* Opens the list of a field before its first element, so that an empty list is left out.  *open:
 * begin with false; true when the list is open. */
void study_open_list(Text *t, const char *key, bool *open);
/* Writes the first fields of an answer: "table", "houses" where there are any, "turns", "exact". */
void study_query_write_head(const StudyQuery *q, int64_t turns, bool exact, Text *t);
/* Writes the fields "no_party", "plan" or "policy", "otherwise", "until", and "rolled":[roll,…],
 * the rolls before the study on a table that was opened only for it.  Each is left out when it is
 * empty. */
void study_query_write_options(const StudyQuery *q, Text *t);

/* Appends the name of the figures of a race: "A<B" for "A, B", which study_query_read accepted. */
void study_query_race_key(const char *before, Text *key);

/* --- odds_query_read.c ---
 *
 * Reads the question typed after the verb `odds`. */

/* A question, "TIMES WHAT or OTHER before BEFORE given GIVEN with PLAN".  Words are replaced by the
 * rules' names. */
typedef struct {
    const StudyTable *table;
    Text what, other, before, given, plan; /* "": not typed */
    int64_t times;      /* "two encounters": 2, meaning at least 2; 0: not typed */
    Text state;         /* the question as an expression that is true or false at the end of a
                           turn; "": the question is about an event */
    int64_t turns;      /* "in 12"; 0: not typed */
    int64_t until_turn; /* "by 12"; 0: not typed */
    bool no;            /* "no", "neither": the odds that it does not happen */
} OddsQuery;

/* Fills a query, whose table is set.  Free it in any case. */
bool odds_query_read(OddsQuery *q, const char *typed, Err *err);
void odds_query_free(OddsQuery *q);
/* Appends the name under which studies count an event: "torch" -> "light_out.torch", "torch.Bram"
 * -> "light_out.torch.Bram", "burn" -> "hazard.burn", "encounter" as it is. */
void odds_query_event(const OddsQuery *q, const char *word, Text *t);
/* True of a light, "torch", and of the one that a member holds, "torch.Bram". */
bool odds_query_is_light(const OddsQuery *q, const char *word);
/* Adds to the error's sentence the names that `odds` takes on this table. */
void odds_query_add_names(const OddsQuery *q, Err *err);
