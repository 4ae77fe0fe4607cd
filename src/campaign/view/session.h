/* The lines that open an evening of play. */
#ifndef CAMPAIGN_SESSION_H
#define CAMPAIGN_SESSION_H

#include "campaign/journal/journal.h"
#include "campaign/view/lines.h"

/* Nothing is owned. */
typedef struct {
    const Value *book, *people; /* people: a list of texts */
    const char *seed, *dice;
    const char *warnings; /* a line each */
    Journal *journal;     /* for the recap; NULL: none */
    const Entry *head;
    bool fresh; /* nothing was played: says how to begin */
} Opening;

void opening_lines(StyledLines *l, const Opening *o);

/* Where the session of the head ended, in five lines: which one, then the last that happened; a
 * note of the game master's that these do not reach comes before them.  No lines when nothing
 * happened yet.  It looks at a few entries only, however long the journal is. */
bool recap_lines(StyledLines *l, Journal *journal, const Entry *head, Err *err);

#endif
