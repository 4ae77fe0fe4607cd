/* The journal for people and programs: the log in three formats, with its summary; the part of it
 * that players may see; and the lines that open a session. */
#pragma once

#include "campaign/journal/journal.h"
#include "campaign/rules/cell_client.h"
#include "campaign/view/lines/lines.h"
#include "campaign/view/narration/narration.h"
#include "campaign/view/players.h"
#include "core/text.h"
#include "core/tree.h"

/* The table whose log is written.  It owns nothing, and is valid for one call. */
typedef struct {
    Journal *journal;
    const CellClient *client; /* of the rules in force */
    const char *rules_hash;
    const Value *party; /* the names, a list */
} LogSource;

/* Appends the log, as sconce_log describes it.  players: only what players may see, here and below.
 * session: 0 for all. */
bool log_write(const LogSource *source, const char *format, bool players, int session, Text *t,
               Err *err);
/* Whether the last entries begin with a line that says how to see more of them. */
typedef enum { LOG_WITHOUT_HINT, LOG_WITH_HINT } LogHint;
/* Adds the last n entries as lines; with the hint, many turns of one line are told as one. */
bool log_recent(const LogSource *source, int64_t n, bool players, LogHint hint, StyledLines *l,
                Err *err);
/* The first three are the formats of sconce_log, in the order of read_format.  The others are
 * elements of a JSON list: all that the log in JSON has, and its "lines"; or only "seq", "turn" and
 * "command". */
typedef enum { LOG_MARKDOWN, LOG_JSON_LINES, LOG_TEXT, LOG_ENTRIES, LOG_NAMES } LogFormat;
/* Appends the entries with these numbers as elements of a JSON list.  Entries that hold nothing for
 * players are left out for them. */
bool log_entries(const LogSource *source, const int64_t *seq, size_t n, bool players,
                 LogFormat format, Text *t, Err *err);

/* An entry, and how it is written. */
typedef struct {
    const Entry *entry;
    const Value *events, *rolls; /* lists */
    const Value *status;         /* after the entry, a map */
    const char *line;            /* the typed line; for players, what they did, or "" */
    bool markdown;
    bool timeless; /* leave out the clock while it is 0 */
    bool turnless; /* leave out the turn and its clock, as players do not see them */
    bool recap;    /* leave out answers, checks, and an entry without events */
    bool folds;    /* write many turns of one line as the screen has shown them */
} EntryView;

/* Adds a line for each turn of an entry, or one if it took none; where it folds, one for many. */
void log_add_entry(StyledLines *l, const EntryView *v);

/* --- session.c: the lines that open a session --- */

/* The facts in the opening lines.  It owns nothing. */
typedef struct {
    const Value *book, *people; /* people: a list of texts */
    const char *seed, *dice;
    const char *warnings; /* one per line */
    Journal *journal;     /* for the recap; NULL: no recap */
    const Entry *head;
    bool fresh; /* nothing was played yet: add instructions */
} Opening;

void opening_lines(StyledLines *l, const Opening *o);

/* Adds where the last session ended: a line with which session it was, then a few lines of its log
 * (RECAP_LINES in session.c): the newest, who fell, and what is worth knowing next evening, such as
 * notes and finds.  No lines when nothing happened yet.  Reads only the last entries, however long
 * the journal is. */
bool recap_lines(StyledLines *l, const Value *book, Journal *journal, const Entry *head, Err *err);
