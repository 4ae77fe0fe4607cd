/* The journal for people and programs: the log in three formats. */
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
    Audience audience;
    size_t line_n; /* number of bytes of the typed line that are shown */
    bool markdown;
    bool timeless; /* the clock is left out while it stands at 0 */
    bool recap;    /* answers are left out, and so is an entry that did nothing */
} EntryView;

/* Adds a line for each turn of an entry; one for an entry that took none. */
void log_entry(StyledLines *l, const EntryView *v);

#endif
