/* The journal for people and programs: the log in three formats, and what of it players may see. */
#ifndef CAMPAIGN_LOG_H
#define CAMPAIGN_LOG_H

#include "campaign/journal/journal.h"
#include "campaign/rules/cell_client.h"
#include "campaign/view/narration.h"

/* The table whose journal is written; borrowed for one call. */
typedef struct {
    Journal *journal;
    const CellClient *client; /* of the rules in force */
    const char *rules_hash;
    const Value *party; /* the names, a list */
} LogSource;

/* The log as sconce_log promises it.  False with a sentence. */
bool log_write(const LogSource *source, const char *format, bool players, int session, Text *t,
               Err *err);
/* The last n entries as lines, and how to see those before. */
bool log_recent(const LogSource *source, int64_t n, bool players, StyledLines *l, Err *err);

/* An entry and how it is written. */
typedef struct {
    const Entry *entry;
    const Value *events, *rolls; /* lists */
    const char *line;            /* what was typed; for players, what they did, or "" */
    bool markdown;
    bool timeless; /* the clock is left out while it stands at 0 */
    bool recap;    /* answers are left out, and so is an entry that did nothing */
} EntryView;

/* Adds a line for each turn of an entry; one for an entry that took none. */
void log_entry(StyledLines *l, const EntryView *v);

/* A line that was played, and what came of it. */
typedef struct {
    const char *line;
    const Value *members;        /* their names, a list */
    const Value *events, *rolls; /* lists, as the journal has them */
} PlayedLine;

/* The players' view of it: { line = text, events = list, rolls = list }, the same as the journal
 * has but only what was declared public or is plainly public, and of each only the fields that say
 * it. All are empty where there is nothing for players.  book: of the rules in force.  The result
 * is the caller's, until tree_free; NULL with a sentence when memory is out.
 *
 * Plainly public: turns with their clock and deeds, without the numbers typed with them; lights lit
 * and gone out, rooms entered, procedures entered and left, who comes and goes, that there is an
 * encounter; what rules `say`; changes of tracks of members and lights.  What is secret stays out,
 * declared or not, and so does all that Lua does at the prompt. */
Tree *players_see(const Value *book, const PlayedLine *played, Err *err);

#endif
