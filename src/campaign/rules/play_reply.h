/* One play of a command in the cell: the request, and its reply, checked.
 *
 * The rules may have taken over the cell that runs them, so that nothing in a reply is believed
 * before its shape and size were checked. */
#ifndef CAMPAIGN_PLAY_REPLY_H
#define CAMPAIGN_PLAY_REPLY_H

#include "campaign/rules/chain.h"
#include "core/value.h"

/* Everything a command depends on.  Texts may be NULL where the wire leaves them out. */
typedef struct {
    const char *line;
    const Text *state; /* canonical bytes; NULL for "start", or to go on from the play before */
    int64_t wall;
    const char *dice;    /* auto, hand, script, replay */
    const char *faces;   /* dice from outside */
    const Text *answers; /* one canonical list */
    bool use_defaults;   /* of questions, instead of asking */
    const char *seed;    /* "start" only */
    const Text *party;   /* text of party.lua; NULL: none */
    int64_t timeout;     /* ms; 0: left out */
} PlayRequest;

/* Appends the request; op: "play", or NULL for one of op="plays". */
void play_request_write(const PlayRequest *p, const char *op, Text *out);

/* How a line ended: finished, at a question, refused, or with a mistake in the rules. */
typedef enum { PLAY_DONE, PLAY_ASKS, PLAY_REFUSED, PLAY_ERROR } PlayOutcome;

/* Parts of a reply; they live as long as its tree.  Lists are never NULL: an empty one stands in.
 */
typedef struct {
    PlayOutcome outcome;
    const char *line;
    const Value *events, *rolls, *answers, *warnings, *status;
    const Value *state;   /* NULL: unchanged */
    const Value *ask;     /* asks only */
    const Value *orphans; /* texts: things in the state that the rules no longer have */
    const Value *data;
    const char *draws, *misfit, *text;
    const char *verb; /* refused: the verb of the campaign side that the line begins with, or "" */
    int64_t turn, minutes;
} PlayReply;

/* Reads a reply.  False with a sentence when it does not have the shape of one, or is too large for
 * a journal. */
bool play_reply_read(const Value *reply, PlayReply *out, Err *err);
/* Fills err from the field error= of a reply: sentence, path, line.  chain may be NULL: the path is
 * then the file's short name. */
void play_reply_error(const Value *reply, const Chain *chain, Err *err);

#endif
