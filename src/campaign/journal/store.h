/* The SQLite file under the journal: opening it, its statements, its failures as sentences.  For
 * the files that make up the journal, and nobody else. */
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
    HAS_CHAIN,
    ADD_CHAIN,
    ADD_FILE,
    CHAIN,
    CHAIN_FILES,
    ADD_SESSION,
    SET_SESSION,
    GET_SESSION,
    LAST_SESSION,
    SESSION_USED,
    ALL_KEPT,
    ALL_CHAINS,
    STATEMENTS
} Which;

/* The columns of an entry, in the one order in which they are written, read and hashed. */
#define COLUMNS                                                                                    \
    "seq, parent, session, wall, date, turn, minutes, "                                            \
    "typed, line, draws, answers, events, rolls, status, state, chain, digest"
enum { NUMBERS = 7, TEXTS = 9, PLAIN_TEXTS = 3, CHAIN_AT = 8 };

struct Journal {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    bool read_only;
    char *path; /* for sentences */
};

/* What SQLite's code means, as a sentence; false. */
bool store_say(const Journal *j, int code, Err *err);
/* The file is not as we wrote it: an entry (seq > 0), or what; false. */
bool store_damaged(const Journal *j, const char *what, int64_t seq, Err *err);

/* The statement, reset and without bindings; NULL with a sentence. */
sqlite3_stmt *store_prepare(Journal *j, Which which, Err *err);
/* 1: a row, 0: no row, -1: failed, with a sentence.  After a row, the caller resets. */
int store_step(const Journal *j, sqlite3_stmt *s, Err *err);
/* A statement that gives no row. */
bool store_run(const Journal *j, sqlite3_stmt *s, Err *err);

/* Bindings: the caller keeps the bytes until the statement has run. */
void store_text(sqlite3_stmt *s, int at, const void *text, size_t n);
void store_string(sqlite3_stmt *s, int at, const char *text);
void store_bytes(sqlite3_stmt *s, int at, const void *bytes, size_t n);
/* Appends a column to out. */
void store_take(sqlite3_stmt *s, int at, Text *out);

/* The parts of an entry in the order of COLUMNS; either may be NULL. */
void store_columns(Entry *e, int64_t *number[NUMBERS], Text *text[TEXTS]);
void store_digest(Entry *e, unsigned char out[HASH_BYTES]);
/* A new row, under its own number. */
bool store_insert(Journal *j, Entry *e, Err *err);
/* A row of COLUMNS, checked against its digest. */
bool store_entry(const Journal *j, sqlite3_stmt *s, Entry *e, Err *err);

/* --- archive.c: the texts of rule chains, each kept once --- */
bool archive_keep(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err);

#endif
