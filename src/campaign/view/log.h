/* The journal for people and programs: the log in three formats, and the part of it that players
 * may see. */
#ifndef CAMPAIGN_LOG_H
#define CAMPAIGN_LOG_H

#include "campaign/journal/journal.h"
#include "campaign/rules/cell_client.h"
#include "campaign/view/narration.h"

/* The table whose log is written.  It owns nothing, and is valid for one call. */
typedef struct {
    Journal *journal;
    const CellClient *client; /* of the rules in force */
    const char *rules_hash;
    const Value *party; /* the names, a list */
} LogSource;

/* Appends the log, as sconce_log describes it.  False: err says why. */
bool log_write(const LogSource *source, const char *format, bool players, int session, Text *t,
               Err *err);
/* Adds the last n entries as lines, after a line that says how to see more. */
bool log_recent(const LogSource *source, int64_t n, bool players, StyledLines *l, Err *err);

/* An entry, and how it is written. */
typedef struct {
    const Entry *entry;
    const Value *events, *rolls; /* lists */
    const char *line;            /* the typed line; for players, what they did, or "" */
    bool markdown;
    bool timeless; /* leave out the clock while it is 0 */
    bool recap;    /* leave out answers, and an entry without events */
} EntryView;

/* Adds a line for each turn of an entry, or one line when no turn passed. */
void log_entry(StyledLines *l, const EntryView *v);

/* A line that was played, with its events and rolls. */
typedef struct {
    const char *line;
    const Value *members;        /* names of the party's members, a list */
    const Value *events, *rolls; /* lists, as the journal has them */
} PlayedLine;

/* Returns the players' view of a line, { line = text, events = list, rolls = list }: only events
 * and rolls that the rules declare public, or that are public at any table, and only their public
 * fields.  All three are empty when there is nothing for players.  book: of the rules in force.
 * Free it with tree_free; NULL, and err says why, when memory is out.
 *
 * Public at any table: turns with their clock and deeds, without the numbers typed with them;
 * lights lit and gone out; rooms entered; procedures entered and left; who comes and goes; that
 * there is an encounter; what rules `say`; changes of tracks of members and lights.  A secret event
 * or roll is never shown, even if it is declared public; nor is anything that Lua does at the
 * prompt. */
Tree *players_view(const Value *book, const PlayedLine *played, Err *err);

#endif
