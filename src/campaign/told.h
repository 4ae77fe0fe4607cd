/* What an entry tells, piece by piece, in the order in which it happened: its events, and the rolls that no event
 * speaks of.  What is secret is left out for players; what was just told is not told again. */
#ifndef CAMPAIGN_TOLD_H
#define CAMPAIGN_TOLD_H

#include "core/text.h"
#include "core/value.h"

typedef struct {
    const Value *events, *rolls; /* lists */
    bool players;
    size_t event, roll; /* how many are past */
    const char *last;   /* the text told last */
} Teller;

typedef struct {
    const Value *event; /* NULL: a roll that stands for itself */
    const Value *roll;  /* NULL: no dice */
    bool turn;          /* a turn begins; it has no text of its own but what was declared */
} Told;

/* The next piece; false when all is told. */
bool told_next(Teller *t, Told *out);
/* As one would say it: "hazard d6 [4] fatigue: Rest at once", "fatigue d4 [3] (Bram)", "Bram: hp 3". */
void told_write(Text *t, const Told *told);
/* Adds a piece to a line of them: after ": " the first, the others after "; " or the end of a sentence. */
void told_add(Text *t, const Told *told, size_t before);

#endif
