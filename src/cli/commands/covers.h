/* Which rules have a test: the ids of RULES.md, DT-01 to TT-166, and those that other specs name.
 */
#ifndef CLI_COVERS_H
#define CLI_COVERS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

enum { COVERS_RULES = 377 };

typedef struct {
    bool shown[COVERS_RULES], by_example[COVERS_RULES], named[COVERS_RULES];
    json_t *own; /* ids of other books, as specs name them: id -> shown */
} Covers;

/* A test names a rule, which a test that passes shows, perhaps as one of the book's own examples;
 * false when that book has no rule of that id. */
bool covers_mark(Covers *c, const char *id, bool passed, bool example);
/* `N of 377`, how many of them by examples, then the ids without a test; of the books that were
 * named. */
void covers_write(const Covers *c, FILE *to);
void covers_free(Covers *c);

#endif
