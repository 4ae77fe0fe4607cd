/* The lines that open an evening of play. */
#ifndef CAMPAIGN_SESSION_H
#define CAMPAIGN_SESSION_H

#include "campaign/journal/journal.h"
#include "campaign/view/lines.h"

/* The facts that the opening lines tell.  It owns nothing. */
typedef struct {
    const Value *book, *people; /* people: a list of texts */
    const char *seed, *dice;
    const char *warnings; /* a line each */
    Journal *journal;     /* for the recap; NULL: none */
    const Entry *head;
    bool fresh; /* nothing was played: says how to begin */
} Opening;

void opening_lines(StyledLines *l, const Opening *o);

/* Adds at most five lines on where the last session ended: which one it was, then what happened
 * last, and before that the game master's last note if it is older.  No lines when nothing happened
 * yet.  Reads only a few entries, however long the journal is. */
bool recap_lines(StyledLines *l, Journal *journal, const Entry *head, Err *err);

#endif
