/* The command under way: at a question it waits here, and in the journal of a campaign folder.
 *
 * A line is done when its last question is answered, and not before; but the table may be closed
 * there, or cut off. The journal therefore remembers the line and its inputs, and `resume` runs it
 * again from its start with these. */
#ifndef CAMPAIGN_PENDING_COMMAND_H
#define CAMPAIGN_PENDING_COMMAND_H

#include "campaign/rules/play_reply.h"
#include "campaign/table/dice_source.h"
#include "campaign/table/position.h"

enum { INPUTS_MAX = 400 }; /* answers and dice of one command */

/* One answer to a question. */
typedef struct {
    bool is_dice; /* faces, "d6:3 d20:?"; else the answer as typed */
    Text text;
} PendingInput;

/* Start from {0}. */
typedef struct {
    Text typed;           /* the line as typed */
    Text line;            /* the same without dice at its end */
    Text early_faces;     /* dice that came before any question: on the line, or offered again after
                             undo */
    bool faces_from_undo; /* early_faces are those of an undone entry */
    bool recorded;        /* the journal remembers this command */
    int64_t wall;         /* the rules' clock when the line was typed, in seconds */
    PendingInput input[INPUTS_MAX];
    size_t n;
    Tree *reply_tree; /* the reply that asked last; NULL before the first question */
    PlayReply reply;  /* its parts; reply.ask is the open question, NULL when none is open */
} PendingCommand;

/* Takes back the last input. */
void pending_pop(PendingCommand *c);
/* Frees everything and starts afresh; what the journal remembers stays. */
void pending_clear(PendingCommand *c);

/* Odds and simulations begin at the end of a line: false with a sentence while one waits. */
bool pending_is_over(const PendingCommand *c, Err *err);

/* --- inputs, as the cell takes them --- */
/* Appends the faces from outside, in the order in which dice will ask for them; those of a strict
 * list come behind them. */
void pending_faces(const PendingCommand *c, Text *out);
/* Appends the list of answers. */
void pending_answers(const PendingCommand *c, Text *out);

/* --- dice of undone lines --- */
/* Offers the hand-typed dice of an undone entry again, when its line is typed again. */
void pending_offer_undone(PendingCommand *c, const Position *position, const DiceSource *dice);
/* Drops offered dice that the events shown so far have not used: they did not fit. */
void pending_drop_unused_faces(PendingCommand *c);
/* After an entry: the undone entry behind it is offered next, as long as the same lines are typed.
 */
void pending_follow_undone(const PendingCommand *c, const Position *position, DiceSource *dice);

/* --- in the journal --- */
/* Makes the journal remember the command, or forget it. */
void pending_record(PendingCommand *c, Position *position, const char *rules_hash, DiceMode dice);
void pending_forget(PendingCommand *c, Position *position);
/* Appends the line that the journal remembers (line may be NULL).  False when there is none that
 * belongs to the head. */
bool pending_recorded_line(const PendingCommand *c, Position *position, Text *line);
/* Takes that line, its inputs and who rolls from the journal.  False with a sentence. */
bool pending_restore(PendingCommand *c, Position *position, const char *rules_hash, DiceMode *dice,
                     Text *line, Err *err);

#endif
