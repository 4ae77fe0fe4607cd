/* The SQLite file under a journal: opening it, its statements, its failures as sentences, and the
 * named values in it.  Only the files of this room include this header. */
#ifndef CAMPAIGN_STORE_H
#define CAMPAIGN_STORE_H

#include <sqlite3.h>

#include "campaign/journal/journal.h"

typedef enum {
    ADD,
    ENTRY,
    SET_NEXT,
    GET_NEXT,
    COUNT,
    GET,
    SET,
    UNSET,
    ALL_KEPT,
    HAS_CHAIN,
    ADD_CHAIN,
    ADD_FILE,
    CHAIN,
    CHAIN_FILES,
    ALL_CHAINS,
    ADD_SESSION,
    SET_SESSION,
    GET_SESSION,
    LAST_SESSION,
    SESSION_USED,
    STATEMENTS
} StatementId;

/* The columns of an entry, in the one order in which they are written, read and hashed: seven
 * numbers, nine texts (of which the first three and the chain are text, the others canonical
 * bytes), and the digest. */
#define COLUMNS                                                                                    \
    "seq, parent, session, wall, date, turn, minutes, "                                            \
    "typed, line, draws, answers, events, rolls, status, state, chain, digest"
enum { NUMBERS = 7, TEXTS = 9, PLAIN_TEXTS = 3, CHAIN_AT = 8 };

struct Journal {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS]; /* prepared when first used */
    bool read_only;
    bool imported; /* a stranger's file, or the copy of one */
    char *path;    /* for sentences */
};

/* Sets the sentence for an SQLite result code; false. */
bool store_say(const Journal *j, int code, Err *err);
/* Sets the sentence for a damaged file, naming the entry (seq > 0) or the part; false. */
bool store_damaged(const Journal *j, const char *part, int64_t seq, Err *err);

/* Runs SQL that gives no rows.  False with a sentence. */
bool store_execute(const Journal *j, const char *text, Err *err);
/* The statement, reset and without bindings; NULL with a sentence. */
sqlite3_stmt *store_prepare(Journal *j, StatementId id, Err *err);
/* 1: a row, 0: no row, -1: failed, with a sentence.  After a row, the caller resets. */
int store_step(const Journal *j, sqlite3_stmt *s, Err *err);
/* Runs a prepared statement that gives no row. */
bool store_run(const Journal *j, sqlite3_stmt *s, Err *err);

/* Bindings: the caller keeps the bytes until the statement has run. */
void store_text(sqlite3_stmt *s, int at, const void *text, size_t n);
void store_string(sqlite3_stmt *s, int at, const char *text);
void store_bytes(sqlite3_stmt *s, int at, const void *bytes, size_t n);
/* Appends a column to out. */
void store_take(sqlite3_stmt *s, int at, Text *out);
/* Appends the first column of every row of a statement, each followed by a NUL. */
bool store_take_all(Journal *j, StatementId id, Text *out, Err *err);

/* --- journal.c --- */
/* Reads a row of COLUMNS into *e and checks its digest. */
bool store_entry(const Journal *j, sqlite3_stmt *s, Entry *e, Err *err);
/* How many rows were ever made in "entries" or "sessions"; -1 with a sentence. */
int64_t store_count(Journal *j, const char *table, Err *err);

/* --- archive.c --- */
/* Keeps the texts of a chain and the version of the host under their hash, unless they are kept. */
bool archive_keep(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err);
/* 1: a chain is kept under this hash, 0: none is, -1 with a sentence. */
int archive_find(Journal *j, const char *hash, Err *err);

#endif
