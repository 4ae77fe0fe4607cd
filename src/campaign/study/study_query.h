/* What simulations and exact odds are asked alike: a plan, measures, races, an end. */
#ifndef CAMPAIGN_ASKED_H
#define CAMPAIGN_ASKED_H

#include "campaign/rules/public_error.h"
#include "campaign/study/study_table.h"
#include "core/value.h"

/* As the caller of sconce.h wishes it. */
typedef struct {
    const char *plan, *otherwise, *policy, *until; /* NULL: the ruleset's first action; nothing */
    const char *const *measures, *const *before;
    size_t measure_count, before_count;
} Wish;

typedef struct {
    const StudyTable *table;
    const char *until;           /* NULL for none */
    Text plan, measures, before; /* canonical lists, as the cell takes them */
    Text ends;                   /* what until says, without blanks, and each name once: "A,B" */
    Text otherwise;              /* a canonical text, or "" for none */
    Text policy;                 /* { name, text }, or "" for none */
} StudyQuery;

/* Fills a (its table is set) from the wish, which must outlive it.  False with a sentence. */
bool study_query_read(StudyQuery *a, const Wish *w, Err *err);
void study_query_free(StudyQuery *a);
/* The fields "plan", "otherwise" and "policy" of JSON. */
void study_query_write_plan(const StudyQuery *a, Text *t);
/* "rolled":[roll,…], what fell as a table began that was opened for this alone, and in lines said
 * before; not there where none did. */
void study_query_write_rolled(const StudyQuery *a, Text *t);
/* The first action of the ruleset that takes a turn and needs no more words, or NULL. */
const char *study_query_usual(const StudyTable *table);
/* All of it, as fields of a request. */
void study_query_request(const StudyQuery *a, Fields *f);
/* What is no event of the rules: a line passed over ("~line<tab>reason"), a play at its end
 * ("!reason"), a question that took its default ("*question<tab>answer"), how a play stands
 * ("&midturn", "&nobody"; the key of its figures follows the &). */
bool study_query_is_plan(const char *name);
/* The head of such an event's object: {"line":…,"reason":… or {"reason":… or
 * {"question":…,"answer":… */
void study_query_write_event(Text *t, const char *name);
/* "A, B" -> "A<B", the name of its figures; good only after study_query_read. */
void study_query_race(const char *before, Text *key);
const char *study_query_trimmed(const char *s, size_t *n); /* without blanks around it */

#endif
