/* What simulations and exact odds are asked alike: a plan, measures, races, an end. */
#ifndef CAMPAIGN_ASKED_H
#define CAMPAIGN_ASKED_H

#include "campaign/campaign.h"

/* As the caller of sconce.h wishes it. */
typedef struct {
    const char *plan, *until; /* NULL: the ruleset's first action; no end */
    const char *const *measures, *const *before;
    size_t measure_count, before_count;
} Wish;

typedef struct {
    Sconce *s;
    const char *until;           /* NULL for none */
    Text plan, measures, before; /* canonical lists, as the cell takes them */
} Asked;

/* Fills a (its s is set) from the wish, which must outlive it.  False with a sentence. */
bool asked_read(Asked *a, const Wish *w, Err *err);
void asked_free(Asked *a);
void asked_write_plan(const Asked *a, Text *t); /* as a list in JSON */
/* "A, B" -> "A<B", the name of its figures; good only after asked_read. */
void asked_race(const char *before, Text *key);
const char *asked_trimmed(const char *s, size_t *n); /* without blanks around it */

#endif
