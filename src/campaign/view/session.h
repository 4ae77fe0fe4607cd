/* The lines that open a session: what is played, and where the last session ended. */
#ifndef CAMPAIGN_SESSION_H
#define CAMPAIGN_SESSION_H

#include "campaign/journal/journal.h"
#include "campaign/view/lines.h"

/* The facts in the opening lines.  It owns nothing. */
typedef struct {
    const Value *book, *people; /* people: a list of texts */
    const char *seed, *dice;
    const char *warnings; /* a line each */
    Journal *journal;     /* for the recap; NULL: no recap */
    const Entry *head;
    bool fresh; /* nothing was played yet: add instructions */
} Opening;

void opening_lines(StyledLines *l, const Opening *o);

/* Adds at most five lines on where the last session ended: which session it was, then the last
 * lines of its log.  The game master's last note is among them, even if it is older.  No lines when
 * nothing happened yet.  Reads only a few entries, however long the journal is. */
bool recap_lines(StyledLines *l, const Value *book, Journal *journal, const Entry *head, Err *err);

#endif
