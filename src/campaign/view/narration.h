/* Narration of a command: its events and rolls, in the order in which they happened.
 *
 * A Narrator walks over them and returns one Narration at a time: an event with its dice, several
 * that differ only in whom they concern, or a roll that no event mentions.  It passes over what the
 * one before has said.  Each can be written as a styled line for the game master's screen, or as a
 * clause of a line in the log. */
#ifndef CAMPAIGN_NARRATION_H
#define CAMPAIGN_NARRATION_H

#include "campaign/view/lines.h"
#include "core/value.h"

/* The reader.  The log has everything with a text.  The screen leaves out what its reader has just
 * typed or answered, and puts checks of the same kind together. */
typedef enum { FOR_LOG, FOR_SCREEN } Audience;

/* The answers that the screen shows: none; those that were taken by default; all. */
typedef enum { ANSWERS_NONE, ANSWERS_DEFAULTED, ANSWERS_ALL } AnswersShown;

/* Start with the lists and the number of those that were shown before, the rest zero. */
typedef struct {
    const Value *events, *rolls; /* lists */
    Audience audience;
    AnswersShown answers;
    size_t members;     /* of the party: an event for all of three or more is one for everybody */
    size_t event, roll; /* how many were narrated */
    const char *last;   /* the text narrated last */
    bool *mentioned;    /* of each roll: does an event mention it? */
} Narrator;

typedef struct {
    const Value *event; /* NULL: a roll that stands for itself */
    const Value *roll;  /* NULL: no dice */
    const Value *rolls; /* the list that several events point into */
    size_t alike;       /* this event and so many behind it differ only in whom they concern */
    bool everybody;     /* … and these are all of the party */
    bool turn;          /* a turn begins */
} Narration;

/* Number of members in a status; 0 for none. */
size_t narration_members(const Value *status);
/* Finds the next part.  False when there is no more; call it until then, for it frees what it
 * holds.
 */
bool narration_next(Narrator *n, Narration *part);

/* Writes all that the narrator finds, a line for the screen each. */
void narration_lines(StyledLines *l, Narrator *n);

/* Adds a clause to a line of the log: "hazard d6 [4] fatigue: Rest at once", "Bram: hp 3".  before:
 * the number of clauses in the line; the first follows ": ", others "; " or the end of a sentence.
 */
void narration_clause(StyledLines *l, const Narration *part, size_t before);
/* Adds "fight " where the turn that begins is one of a procedure within another. */
void narration_procedure(Text *t, const Narration *part);
/* Does the typed line say it already?  True of a deed, and of the text of a note. */
bool narration_is_line(const Narration *part, const char *line);

#endif
