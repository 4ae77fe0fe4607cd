/* The SQLite file under a journal: its statements, its failures as sentences, and the
 * named values in it.  Only the files of this room include this header. */
#ifndef CAMPAIGN_STORE_H
#define CAMPAIGN_STORE_H

#include <sqlite3.h>
#include <string.h>

#include "campaign/journal/journal.h"

/* The columns of an entry, in the one order in which they are written, read and hashed: seven
 * numbers, nine texts (of which the first three and the chain are text, the others canonical
 * bytes), and the digest. */
#define COLUMNS                                                                                    \
    "seq, parent, session, wall, date, turn, minutes, "                                            \
    "typed, line, draws, answers, events, rolls, status, state, chain, digest"
enum { NUMBERS = 7, TEXTS = 9, PLAIN_TEXTS = 3, CHAIN_AT = 8 };

struct Journal {
    sqlite3 *db; /* holds the prepared statements, too */
    bool read_only;
    bool imported; /* a stranger's file, or the copy of one */
    char *path;    /* for sentences; of a copy, that of the original */
};

/* Sets the sentence for an SQLite result code; false. */
bool store_say(const Journal *j, int code, Err *err);
/* Sets the sentence for a damaged file, naming the entry (seq > 0) or the part; false. */
bool store_damaged(const Journal *j, const char *part, int64_t seq, Err *err);

/* One parameter of a statement.  The caller keeps the bytes until the statement has run. */
typedef struct {
    int kind;  /* SQLITE_INTEGER, SQLITE_TEXT, SQLITE_BLOB */
    int64_t n; /* the number, or how many bytes */
    const void *bytes;
} Param;

static inline Param of_int(int64_t n)
{
    return (Param){SQLITE_INTEGER, n, NULL};
}
static inline Param of_text(const char *text, size_t n)
{
    return (Param){SQLITE_TEXT, (int64_t)n, text};
}
static inline Param of_string(const char *text)
{
    return of_text(text, strlen(text));
}
static inline Param of_blob(const void *bytes, size_t n)
{
    return (Param){SQLITE_BLOB, (int64_t)n, bytes};
}

/* The statement with these parameters, one for each ? in it; prepared once, and reset when all its
 * rows were read.  NULL with a sentence. */
sqlite3_stmt *store_query(const Journal *j, const char *sql, const Param *params, Err *err);
/* 1: a row, 0: no row, -1: failed, with a sentence; or s is NULL.  After a row, the caller goes on
 * to the end or resets. */
int store_step(const Journal *j, sqlite3_stmt *s, Err *err);
/* Runs a statement that gives no row. */
bool store_run(const Journal *j, const char *sql, const Param *params, Err *err);
/* The first column of the first row, a number from 0 up to which 1 can be added; 0 without a row,
 * -1 with a sentence. */
int64_t store_number(const Journal *j, const char *sql, const Param *params, Err *err);
/* Runs any number of statements that give no rows. */
bool store_execute(const Journal *j, const char *text, Err *err);
/* Appends a column to out. */
void store_take(sqlite3_stmt *s, int at, Text *out);
/* Appends the first column of every row, each followed by a NUL. */
bool store_take_all(const Journal *j, const char *sql, Text *out, Err *err);

/* --- journal.c --- */
/* Reads a row of COLUMNS into *e, and checks its digest and that its bytes are sound. */
bool store_entry(const Journal *j, sqlite3_stmt *s, Entry *e, Err *err);
/* How many rows were ever made in "entries" or "sessions"; -1 with a sentence. */
int64_t store_count(const Journal *j, const char *table, Err *err);

/* --- the archive of rule chains --- */
/* Keeps the texts of a chain and the version of the host under their hash, unless they are kept. */
bool archive_add(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err);
/* 1: a chain is kept under this hash, 0: none is, -1 with a sentence. */
int64_t archive_find(const Journal *j, const char *hash, Err *err);

#endif
