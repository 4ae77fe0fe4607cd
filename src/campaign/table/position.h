/* The position of a table in its journal: the current entry (the head), its status and the rules'
 * clock; and how entries are added.
 *
 * The head in memory moves only after the transaction is known to be on disk. */
#pragma once

#include "campaign/journal/journal.h"
#include "campaign/rules/play_reply.h"

/* Start from {.lock = -1}; free with position_close. */
typedef struct {
    Journal *journal;
    int lock;                /* of the campaign folder; -1: none */
    Entry head;              /* seq 0 before anything happened */
    Tree *status;            /* of the head, decoded once; NULL before anything happened */
    int64_t wall_at_opening; /* the rules' wall clock when the table was opened, in seconds */
    int64_t opened_ms;       /* wire_now_ms, a clock that nobody can set, at that moment */
} Position;

void position_close(Position *p);
/* Starts the rules' wall clock where the last entry left it: a closed table's stands still. */
bool position_start_clock(Position *p, Err *err);
/* The wall clock as the rules see it, in seconds. */
int64_t position_wall(const Position *p);
/* Reads the head from the journal again: another process may have moved it. */
bool position_refresh(Position *p, Err *err);
/* Moves the head to its parent or to a child, on disk and in memory.  The state of that entry,
 * including the dice generator, becomes the current state. */
bool position_move(Position *p, int64_t to, Err *err);

/* The status object of the head, or NULL. */
const Value *position_status(const Position *p);
/* The names of the members of the party, a list. */
const Value *position_party(const Position *p);

/* True if a finished play changes the state or has any event. */
bool position_changed_by(const Position *p, const PlayReply *reply);
/* Takes over the status of a play that changed nothing: real time may have passed. */
void position_take_status(Position *p, const PlayReply *reply);

/* The fields that a new entry records besides the reply. */
typedef struct {
    const char *typed;
    int64_t wall;
    const char *rules_hash;
    const Chain *chain;
} EntrySource;

/* Adds a finished play under the head and makes it the head.  False: nothing has changed, and err
 * says why.  The disk may report an error although the entry is written: then this returns true,
 * and *doubt is set to a warning. */
bool position_commit(Position *p, const EntrySource *source, const PlayReply *reply, Err *doubt,
                     Err *err);
