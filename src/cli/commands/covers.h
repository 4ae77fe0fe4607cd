/* Which rules have a test: the ids of RULES.md, DT-01 to TT-166, and those that other specs name.
 */
#ifndef CLI_COVERS_H
#define CLI_COVERS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

enum { COVERS_BOOKS = 5, COVERS_RULES_MAX = 166 /* of a book */ };

typedef enum { COVERS_SHOWN = 1, COVERS_BY_EXAMPLE = 2 } CoversFlag;

typedef struct {
    bool named[COVERS_BOOKS];                                /* does a test name a rule of it? */
    unsigned char flags[COVERS_BOOKS][COVERS_RULES_MAX + 1]; /* by the number of a rule */
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
