/* The SQLite file under a journal: its statements, its errors, and the stored chains of rules. Only
 * the files of this folder include this header. */
#pragma once

#include <sqlite3.h>
#include <string.h>

#include "campaign/journal/journal.h"

/* The columns of an entry, in the order in which they are written, read and hashed: the numbers and
 * texts of Entry, and the digest.  The first 3 texts and the chain are plain text; the others are
 * canonical bytes (core/value.h). */
#define ENTRY_COLUMNS                                                                              \
    "seq, parent, session, wall, date, turn, minutes, "                                            \
    "typed, line, draws, answers, events, rolls, status, state, chain, digest"
enum { PLAIN_TEXTS = 3, CHAIN_TEXT = 8 };

struct Journal {
    sqlite3 *db; /* holds the prepared statements, too */
    bool read_only;
    bool imported; /* a stranger's file, or the copy of one */
    char *path;    /* for errors; a copy has the path of its original */
    /* SQLite's data_version, the same as long as no other program writes; 0: not known. */
    int64_t version;
    bool changed; /* another program has written */
};

/* Sets *err for an SQLite result code.  Returns false. */
bool store_error(const Journal *j, int code, Err *err);
/* Sets *err for a damaged file.  The sentence names the entry if seq > 0, otherwise the part of the
 * file, or neither if part is "".  Returns false. */
bool store_damaged(const Journal *j, const char *part, int64_t seq, Err *err);

/* One parameter of a statement.  The bytes belong to the caller and must live until it has run. */
typedef struct {
    int kind;  /* SQLITE_INTEGER, SQLITE_TEXT, SQLITE_BLOB */
    int64_t n; /* the number, or how many bytes */
    const void *bytes;
} Param;

static inline Param param_int(int64_t n)
{
    return (Param){SQLITE_INTEGER, n, NULL};
}
static inline Param param_text(const char *text, size_t n)
{
    return (Param){SQLITE_TEXT, (int64_t)n, text};
}
static inline Param param_string(const char *text)
{
    return param_text(text, strlen(text));
}
static inline Param param_blob(const void *bytes, size_t n)
{
    return (Param){SQLITE_BLOB, (int64_t)n, bytes};
}

/* Prepares a statement, or reuses one, and binds a parameter to each ?.  The journal owns it. */
sqlite3_stmt *store_query(const Journal *j, const char *sql, const Param *params, Err *err);
/* Reads the next row.  Returns 1 for a row, 0 after the last one, -1 on failure or if s is NULL.
 * The caller reads to the end or calls sqlite3_reset. */
int store_step(const Journal *j, sqlite3_stmt *s, Err *err);
/* Runs a statement that gives no row. */
bool store_run(const Journal *j, const char *sql, const Param *params, Err *err);
/* Returns the first column of the first row; 0 without a row.  A number outside 0 … INT64_MAX - 1
 * counts as damage, so that callers may add 1 to what they get. */
int64_t store_number(const Journal *j, const char *sql, const Param *params, Err *err);
/* Runs any number of statements that give no rows. */
bool store_execute(const Journal *j, const char *text, Err *err);
/* Appends column `at` of the current row to *out. */
void store_column(sqlite3_stmt *s, int at, Text *out);
/* Appends the first column of every row, each followed by a NUL. */
bool store_first_column(const Journal *j, const char *sql, Text *out, Err *err);

/* --- journal.c --- */
/* Makes an entry the head; 0: none. */
bool store_set_head(Journal *j, int64_t seq, Err *err);
/* The number of rows ever made in "entries" or "sessions". */
int64_t store_count(const Journal *j, const char *table, Err *err);

/* --- the archive of rule chains --- */
/* Stores the texts of a chain and the version of the host under their hash, once. */
bool archive_add(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err);
/* Returns 1 if a chain is stored under this hash, 0 if none is, -1 on failure. */
int64_t archive_find(const Journal *j, const char *hash, Err *err);
/* Checks that the texts of every chain are there, and have its hash. */
bool archive_check(Journal *j, Err *err);

enum { APPLICATION_ID = 0x53636e63 }; /* "Scnc", in the header of the file */
/* The largest file that is imported, salvaged, or copied to be read: some 700,000 lines of play. */
enum { JOURNAL_FILE_MB_MAX = 2000 };
