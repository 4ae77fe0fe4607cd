/* The journal as text: the log in three formats, and where a session stands. */
#ifndef CAMPAIGN_LOG_H
#define CAMPAIGN_LOG_H

#include "campaign/journal/journal.h"
#include "campaign/rules/cell_client.h"

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
/* The last n entries as lines of plain text, and how to see those before. */
bool log_recent(const LogSource *source, int64_t n, bool players, Text *t, Err *err);
/* Where the session of the head ended: a line about it, then the last that happened.  Writes
 * nothing when nothing happened yet. */
bool recap_write(Journal *journal, const Entry *head, Text *t, Err *err);
/* Number of members of the party after an entry. */
size_t log_members(const Entry *e);

#endif
