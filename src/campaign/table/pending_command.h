/* The command that runs, or waits for the answer to a question.
 *
 * A line is done when its last question is answered.  The table may be closed, or its process die,
 * before that.  So the journal of a campaign folder remembers the line and its inputs, and `resume`
 * runs the line again from its start with these inputs. */
#pragma once

#include "campaign/rules/play_reply.h"
#include "campaign/table/dice_source.h"
#include "campaign/table/position.h"

enum { INPUTS_MAX = 400 }; /* answers and dice of one command, each typed by hand */

/* One input of a command: an answer to a question, or dice. */
typedef struct {
    bool is_dice;
    Text text; /* dice: their faces, "d6:3 d20:?"; else the answer as typed */
} PendingInput;

/* Start from {0}. */
typedef struct {
    Text typed;           /* the line as typed */
    Text line;            /* the same without dice at its end */
    Text early_faces;     /* dice given before any question: typed at the end of the line, or those
                             that were typed for an undone entry */
    bool faces_from_undo; /* early_faces are those of an undone entry */
    bool recorded;        /* the journal remembers this command */
    int64_t wall;         /* the rules' clock when the line was typed, in seconds */
    PendingInput input[INPUTS_MAX];
    size_t n;
    Tree *reply_tree; /* the reply with the last question; NULL before the first question */
    PlayReply reply;  /* parts of reply_tree; reply.ask: the open question, or NULL */
} PendingCommand;

/* Takes back the last input. */
void pending_pop(PendingCommand *c);
/* Frees everything and sets it to {0}; the journal's record of the command stays. */
void pending_clear(PendingCommand *c);

/* Refuses odds and simulations while a command waits, since they start from the end of a line. */
bool pending_check_none(const PendingCommand *c, Err *err);
/* True if a command that is typed at this question takes it as it stands, and is then done. */
bool pending_takes_command(const Value *ask);

/* --- inputs, as the cell takes them --- */
/* Appends the faces given so far, in the order in which dice are drawn. */
void pending_write_faces(const PendingCommand *c, Text *out);
/* Appends the list of answers. */
void pending_write_answers(const PendingCommand *c, Text *out);

/* --- dice of undone lines: typed by hand, and used again when the same line is typed again --- */
/* Takes the dice of the undone entry, if the command is its line. */
void pending_take_undone_faces(PendingCommand *c, const Position *position, const DiceSource *dice);
/* Drops the early faces that the events shown so far have not used: they did not fit. */
void pending_drop_unused_faces(PendingCommand *c);
/* Called when the command has become an entry.  If it was the line of the undone entry, the dice of
 * the entry that was undone just before that one are used next; otherwise none. */
void pending_follow_undone(const PendingCommand *c, const Position *position, DiceSource *dice);

enum { TOKEN_LETTERS = 16 }; /* 64 bits: they tell questions apart */
/* Writes the token of the open question: a digest of the entry before it, the line, its inputs so
 * far and the question.  The same question, asked again after a refused answer or in another
 * process, has the same token. */
void pending_token(const PendingCommand *c, const Position *position, char out[TOKEN_LETTERS + 1]);
/* The token by which players answer an open die: a digest of what they see anyway.  From the other
 * one they could learn the line and the game master's answers, by trying which give that digest. */
void pending_players_token(const PendingCommand *c, const Position *position,
                           char out[TOKEN_LETTERS + 1]);

/* --- in the journal --- */
/* Records the command in the journal. */
void pending_record(PendingCommand *c, Position *position, const char *rules_hash, DiceMode dice);
/* Removes the record. */
void pending_forget(PendingCommand *c, Position *position);
/* Appends the line of the record (line may be NULL).  False: there is none of the head. */
bool pending_recorded_line(const PendingCommand *c, Position *position, Text *line);
/* Takes the line, its inputs and the mode of the dice from the record. */
bool pending_restore(PendingCommand *c, Position *position, const char *rules_hash, DiceMode *dice,
                     Text *line, Err *err);
