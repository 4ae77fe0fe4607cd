/* The question of a study: plan, measures, races and end, checked and encoded for the cell. */
#ifndef CAMPAIGN_STUDY_QUERY_H
#define CAMPAIGN_STUDY_QUERY_H

#include "campaign/rules/public_error.h"
#include "campaign/study/study.h"
#include "core/value.h"

/* The options that SconceSim and SconceChances share, as the caller gave them; each may be NULL. */
typedef struct {
    const char *plan, *otherwise, *policy, *until;
    const char *const *measures, *const *before;
    size_t measure_count, before_count;
} QueryOptions;
/* The options of a SconceSim or a SconceChances. */
#define QUERY_OPTIONS(of)                                                                          \
    ((QueryOptions){.plan = (of)->plan,                                                            \
                    .otherwise = (of)->otherwise,                                                  \
                    .policy = (of)->policy,                                                        \
                    .until = (of)->until,                                                          \
                    .measures = (of)->measures,                                                    \
                    .before = (of)->before,                                                        \
                    .measure_count = (of)->measure_count,                                          \
                    .before_count = (of)->before_count})

/* The part that queries of sim and odds share: the table, a plan, and what is measured. */
typedef struct {
    const StudyTable *table;
    Text plan, measures, before; /* canonical lists, as the cell takes them */
    Text until;                  /* events, without blanks, and each once: "A,B"; "" for none */
    Text otherwise;              /* a canonical text, or "" for none */
    Text policy;                 /* a canonical map { name, text }, or "" for none */
} StudyQuery;

/* Fills a query, whose table is set, from options that must outlive it.  False with a sentence;
 * free it in any case. */
bool study_query_read(StudyQuery *q, const QueryOptions *o, Err *err);
void study_query_free(StudyQuery *q);
/* Adds all of it to the fields of a request. */
void study_query_request(const StudyQuery *q, MapWriter *f);
/* The first action of the ruleset that takes a turn and needs no more words; NULL: none. */
const char *study_query_default_line(const StudyTable *table);
/* Adds the lines of the plan as text, "crawl; search". */
void study_query_put_plan(const StudyQuery *q, Text *t);
/* Sets the error of a reply of the cell with outcome "error".  place: where it happened, "turn 3",
 * or ""; more: what follows that and the line, such as how to repeat it. */
void study_query_failed(const StudyQuery *q, const Value *error, const char *place,
                        const char *more, Err *err);

/* --- JSON --- */

/* Opens the list of a field before its first element; *open says whether it did, and begins false.
 */
void study_open_list(Text *t, const char *key, bool *open);
/* The fields "table", "turns" and "exact", with which an answer begins. */
void study_query_write_begin(const StudyQuery *q, int64_t turns, bool exact, Text *t);
/* The fields "plan" or "policy", "otherwise", "until", and "rolled":[roll,…]: dice rolled before
 * the study, on a table that was opened for it alone.  Each is left out where there is none. */
void study_query_write(const StudyQuery *q, Text *t);

/* "A, B" -> "A<B", the name of its figures; for text that study_query_read accepted. */
void study_query_race(const char *before, Text *key);
const char *study_query_trim(const char *s, size_t *n); /* without blanks and tabs around it */

#endif
