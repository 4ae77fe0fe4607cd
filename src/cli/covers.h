/* Which rules of the book have a test: the ids of RULES.md, DT-01 to TT-166. */
#ifndef CLI_COVERS_H
#define CLI_COVERS_H

#include <stdbool.h>
#include <stdio.h>

enum { COVERS_RULES = 377 };

typedef struct {
    bool shown[COVERS_RULES], by_example[COVERS_RULES];
} Covers;

/* Marks a rule as shown by a test, which may be one of the book's own examples; false when there is no
 * rule of that id. */
bool covers_mark(Covers *c, const char *id, bool example);
/* `N of 377`, how many of them by examples, then the ids without a test, by book. */
void covers_write(const Covers *c, FILE *to);

#endif
