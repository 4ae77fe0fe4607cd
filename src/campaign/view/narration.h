/* What an entry tells, piece by piece, in the order in which it happened: its events, and the rolls
 * that no event speaks of.  What is secret is left out for players; what was just told is not told
 * again. */
#ifndef CAMPAIGN_TOLD_H
#define CAMPAIGN_TOLD_H

#include "campaign/journal/journal.h"
#include "core/text.h"
#include "core/value.h"

typedef struct {
    const Value *events, *rolls; /* lists */
    bool players;
    size_t party; /* how many they are: what befalls three or more, and all, befalls everybody */
    size_t event, roll; /* how many are past */
    const char *last;   /* the text told last */
} Narrator;

typedef struct {
    const Value *event; /* NULL: a roll that stands for itself */
    const Value *roll;  /* NULL: no dice */
    size_t alike;       /* this event and so many behind it are one: the same befalls several */
    bool everybody;     /* … and these are all */
    bool turn;          /* a turn begins; it has no text of its own but what was declared */
} Narration;

/* How many the party is after an entry. */
size_t narration_party(const Entry *e);
/* The next piece; false when all is told. */
bool narration_next(Narrator *t, Narration *out);
/* "fight ": where the turn that begins is one of a procedure within another. */
void narration_procedure(Text *t, const Narration *told);
/* Is it in the line that was typed already: a deed, the text of a note? */
bool narration_is_line(const Narration *told, const char *line);
/* As one would say it: "hazard d6 [4] fatigue: Rest at once", "fatigue d4 [3] (Bram)", "Bram: hp
 * 3". */
void narration_write(Text *t, const Narration *told);
/* Adds a piece to a line of them: after ": " the first, the others after "; " or the end of a
 * sentence. */
void narration_add(Text *t, const Narration *told, size_t before);

#endif
