/* Narration of a command: its events and rolls, in the order in which they happened.
 *
 * A Narrator returns them one Narration at a time: an event with its dice, several events that
 * differ only in the member they concern, or a roll that no event mentions.  It skips an event
 * whose text the one before has said already.  Each can be written as a styled line for the game
 * master's screen, or as a clause of a line in the log. */
#pragma once

#include "campaign/view/lines/lines.h"
#include "core/tree.h"

/* The reader.  The log has every event with a text.  The screen leaves out what its reader has just
 * typed or answered, and puts checks of the same kind on one line. */
typedef enum { FOR_LOG, FOR_SCREEN } Audience;

/* The answers to questions that the screen shows: none, only defaults, or all. */
typedef enum { ANSWERS_NONE, ANSWERS_DEFAULTED, ANSWERS_ALL } AnswersShown;

/* A narration in progress.  The caller sets the lists, the options from `audience` to `answer`, and
 * in event and roll how many were shown before; the rest begins as 0. */
typedef struct {
    const Value *events, *rolls; /* lists */
    Audience audience;
    AnswersShown answers;
    size_t members;     /* in the party: the same event for all of three or more is "everyone" */
    bool reasons;       /* also rolls that are quiet: a question showed what came of them */
    const char *prompt; /* the status shown below, whose counts are not told again; or NULL */
    const Value *confirmed; /* the question of several parts that has just been answered; or NULL */
    const char *answer;     /* what was typed at it: only the parts that were changed */
    size_t event, roll;     /* indices of the next event and roll */
    const char *last;       /* the text narrated last */
    bool *mentioned;        /* by roll: true if an event mentions it */
} Narrator;

/* One thing that happened. */
typedef struct {
    const Value *event; /* NULL: a roll that no event mentions */
    const Value *roll;  /* NULL: no dice */
    const Value *rolls; /* the list in which the events' "roll" is an index */
    size_t alike;       /* number of events, from `event` on, that differ only in the member */
    bool everybody;     /* the events are about every member of the party */
    const Value *since; /* the first of several changes told as one; NULL: `event` alone */
    bool turn;          /* a turn begins */
} Narration;

/* Returns the number of members in a status, or 0. */
size_t narration_members(const Value *status);
/* Finds the next part.  Call it until it returns false: that frees the narrator's memory. */
bool narration_next(Narrator *n, Narration *part);

/* True if a list of events has so many turns that narration_lines tells them as one. */
bool narration_has_many_turns(const Value *events);
/* Adds all parts that the narrator finds, each as a line for the screen; many turns as one. */
void narration_lines(StyledLines *l, Narrator *n);

/* Adds a part as a sentence with its dice: "Bram's DEX d20 [17]: 17 + 2 = 19 against 16, so …" */
void narration_reason(StyledLines *l, const Narration *part);
/* Adds a part to a list of n, which has room for all events and rolls of the narrator.  Changes of
 * several members are added one by one: the caller joins them with others.  Returns the new n. */
size_t narration_add(Narration *list, size_t n, Narration part);
/* Adds the parts of a list to a line of the log, as clauses: "hazard d6 [4] fatigue: Rest at once",
 * "Bram: hp 3".  The first follows ": ", others "; " or the end of a sentence. */
void narration_clauses(StyledLines *l, const Narration *part, size_t n, size_t members);
/* Appends the number of the turn that begins: "T3"; "camp T3" or "fight round 3", when it is of a
 * procedure `camp` or `fight` within another. */
void narration_turn(Text *t, const Narration *part, int64_t turn);
/* True if the part is what was typed, and need not be said again: a deed, the text of a note. */
bool narration_is_line(const Narration *part, const char *line);
