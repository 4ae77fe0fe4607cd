/* One play of a command in the cell: writes the request, and checks the reply.
 *
 * Rules may have taken over the cell that runs them, so that the shape and size of everything in a
 * reply are checked before use. */
#pragma once

#include "campaign/rules/chain.h"
#include "core/tree.h"

/* Everything that a command depends on.  A text that is NULL is left out of the request. */
typedef struct {
    const char *line;
    const Text *state;   /* canonical bytes; NULL for "start", or to go on after the play before */
    int64_t wall;        /* seconds of the rules' wall clock */
    const char *dice;    /* who rolls: auto, hand, script or replay */
    const char *faces;   /* the dice that were not rolled by the cell, "d6:4 d20:12" */
    const Text *answers; /* to questions, one canonical list */
    bool use_defaults;   /* answer questions by their defaults instead of asking */
    const char *seed;    /* "start" only */
    const Text *party;   /* text of party.lua; NULL: none */
    int64_t timeout;     /* ms; 0: left out */
    bool look;           /* run no line: look at the table (lua/table/view.lua) */
    bool ours;           /* the rules in force made the state: nothing is missing or orphaned */
} PlayRequest;

/* Appends the request; op: "play", or NULL for one item of op="plays". */
void play_request_write(const PlayRequest *p, const char *op, Text *out);

/* How a line ended: finished, at a question, refused, or with a mistake in the rules. */
typedef enum { PLAY_DONE, PLAY_ASKS, PLAY_REFUSED, PLAY_ERROR } PlayOutcome;

/* The parts of a reply, for as long as its tree lives.  A missing list is empty, not NULL. */
typedef struct {
    PlayOutcome outcome;
    const char *line;
    const Value *events, *rolls, *answers, *warnings, *status;
    const Value *state;   /* NULL: unchanged */
    const Value *ask;     /* the question, of PLAY_ASKS only */
    const Value *orphans; /* texts: things in the state that the rules no longer have */
    const Value *settled; /* answers that hold for good: maps with id and value */
    const Value *sheet;   /* what `party` and the like show, as data */
    const Value *lines;   /* the same as styled lines */
    const Value *data;    /* what `state` or `= EXPR` shows */
    const char *draws;    /* the dice drawn, "d6:4 d20:12h": core/dice/dice_list.h */
    const char *misfit;   /* of PLAY_ASKS: why the answer that was given does not fit, or "" */
    const char *text;     /* the data as lines for people */
    const char *verb; /* of PLAY_REFUSED: the campaign side's verb that the line begins with, or "";
                         of PLAY_ASKS: the verb that was typed instead of an answer, or "" */
    int64_t turn, minutes; /* of the game, after the line */
} PlayReply;

/* Reads a reply.  Fails when it has not the shape of one, or is too large for a journal. */
bool play_reply_read(const Value *reply, PlayReply *out, Err *err);
/* Sets the text and place of *err from the field error= of a reply.  chain may be NULL: the place
 * is then the file's short name instead of its path. */
void play_reply_error(const Value *reply, const Chain *chain, Err *err);

/* Writes the fields of an open JSON object: "name", "sentence"; where they are known "column",
 * "end_column", "cure" and "edit".  about: a map of the cell, as lua/author/messages.lua makes it;
 * NULL or anything else: the message is only its text.  Rules may have made the map, so an edit is
 * left out when it is not one line of plain text. */
void message_write(Text *t, const Value *about, const char *text);
