/* SQLite does the hard part: one transaction a command, with a rollback journal and
 * synchronous=EXTRA, so that between two commands the folder may be copied. */
#include "campaign/journal/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUSY_MS = 2000,
    ROW_MAX = 16 << 20,
    /* bytes; no command leaves as many */ APPLICATION_ID = 0x53636e63 /* "Scnc" */
};

static const char *const sql[STATEMENTS] = {
    [ADD] = "INSERT INTO entries(" COLUMNS ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [ENTRY] = "SELECT " COLUMNS " FROM entries WHERE seq = ?1",
    [SET_NEXT] = "UPDATE entries SET next = ?2 WHERE seq = ?1",
    [GET_NEXT] = "SELECT next, (SELECT parent FROM entries AS e WHERE e.seq = entries.next) "
                 "FROM entries WHERE seq = ?1",
    [COUNT] = "SELECT seq FROM sqlite_sequence WHERE name = 'entries'",
    [GET] = "SELECT value, digest FROM meta WHERE key = ?1",
    [SET] = "INSERT INTO meta(key, value, digest) VALUES(?1,?2,?3) "
            "ON CONFLICT(key) DO UPDATE SET value = ?2, digest = ?3",
    [HAS_CHAIN] = "SELECT 1 FROM chains WHERE hash = ?1",
    [ADD_CHAIN] = "INSERT INTO chains(hash, host, heads) VALUES(?1,?2,?3)",
    [ADD_FILE] = "INSERT INTO chain_files(hash, n, name, text) VALUES(?1,?2,?3,?4)",
    [CHAIN] = "SELECT host, heads FROM chains WHERE hash = ?1",
    [CHAIN_FILES] = "SELECT name, text FROM chain_files WHERE hash = ?1 ORDER BY n",
    [ADD_SESSION] = "INSERT INTO sessions(title, date) VALUES(?2,?3)",
    [SET_SESSION] = "UPDATE sessions SET title = ?2, date = ?3 WHERE n = ?1",
    [GET_SESSION] = "SELECT n, title, date FROM sessions WHERE n = ?1",
    [LAST_SESSION] = "SELECT max(n) FROM sessions",
    [SESSION_USED] = "SELECT 1 FROM entries WHERE session = ?1 AND parent > 0 LIMIT 1",
    [ALL_KEPT] = "SELECT key FROM meta ORDER BY key",
    [ALL_CHAINS] = "SELECT hash FROM chains ORDER BY hash",
};

enum { MADE = 6 }; /* tables and indexes */
static const char schema[] =
    "CREATE TABLE meta("
    " key TEXT PRIMARY KEY, value TEXT NOT NULL, digest BLOB) WITHOUT ROWID;"
    "CREATE TABLE chains("
    " hash TEXT PRIMARY KEY, host TEXT NOT NULL, heads INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE chain_files("
    " hash TEXT NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY(hash, n)) WITHOUT ROWID;"
    "CREATE TABLE sessions("
    " n INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, date INTEGER NOT NULL);"
    "CREATE TABLE entries("
    " seq INTEGER PRIMARY KEY AUTOINCREMENT, parent INTEGER NOT NULL, next INTEGER,"
    " session INTEGER NOT NULL, wall INTEGER NOT NULL, date INTEGER NOT NULL,"
    " turn INTEGER NOT NULL, minutes INTEGER NOT NULL,"
    " typed TEXT NOT NULL, line TEXT NOT NULL, draws TEXT NOT NULL, answers BLOB NOT NULL,"
    " events BLOB NOT NULL, rolls BLOB NOT NULL, status BLOB NOT NULL, chain TEXT NOT NULL,"
    " digest BLOB NOT NULL, state BLOB NOT NULL);"
    "CREATE INDEX entries_session ON entries(session);"
    "INSERT INTO sessions(title, date) VALUES('', 0);";

/* --- sentences --------------------------------------------------------------------------- */

bool store_damaged(const Journal *j, const char *what, int64_t seq, Err *err)
{
    static const char go_on[] =
        "go back to a copy, or save what can be read: sconce export --salvage DIR FILE";
    if (seq > 0)
        return err_set(err, "%s is damaged (entry %lld): %s", j->path, (long long)seq, go_on);
    return err_set(err, "%s is damaged%s%s%s: %s", j->path, *what ? " (" : "", what,
                   *what ? ")" : "", go_on);
}

bool store_say(const Journal *j, int code, Err *err)
{
    const char *path = j->path;
    switch (code & 0xff) {
    case SQLITE_FULL: return err_set(err, "the disk is full: nothing was saved");
    case SQLITE_READONLY: return err_set(err, "%s cannot be written: nothing was saved", path);
    case SQLITE_PERM:
    case SQLITE_CANTOPEN: return err_set(err, "%s cannot be opened or written", path);
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* a table is not as we made it */
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_SCHEMA:
    case SQLITE_TOOBIG: /* nor is a row */ return store_damaged(j, "", 0, err);
    case SQLITE_NOTADB: return err_set(err, "%s is no journal", path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return err_set(err, "%s is in use by another program: try again", path);
    case SQLITE_NOMEM: return err_set(err, "out of memory");
    case SQLITE_IOERR:
        return err_set(err, "the disk failed while %s was %s", path,
                       j->read_only ? "read" : "read or written: nothing was saved");
    }
    return err_set(err, "%s: %s", path, j->db ? sqlite3_errmsg(j->db) : sqlite3_errstr(code));
}

/* --- statements -------------------------------------------------------------------------- */

sqlite3_stmt *store_prepare(Journal *j, Which which, Err *err)
{
    sqlite3_stmt **s = &j->statement[which];
    if (!*s) {
        int code = sqlite3_prepare_v3(j->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
        if (code != SQLITE_OK) {
            store_say(j, code, err);
            return NULL;
        }
    }
    sqlite3_reset(*s);
    sqlite3_clear_bindings(*s);
    return *s;
}

int store_step(const Journal *j, sqlite3_stmt *s, Err *err)
{
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW) return 1;
    if (code != SQLITE_DONE) {
        store_say(j, code, err);
        sqlite3_reset(s);
        return -1;
    }
    sqlite3_reset(s);
    return 0;
}

bool store_run(const Journal *j, sqlite3_stmt *s, Err *err)
{
    return store_step(j, s, err) == 0;
}

static bool execute(const Journal *j, const char *text, Err *err)
{
    int code = sqlite3_exec(j->db, text, NULL, NULL, NULL);
    return code == SQLITE_OK || store_say(j, code, err);
}

void store_text(sqlite3_stmt *s, int at, const void *text, size_t n)
{
    sqlite3_bind_text64(s, at, n ? text : "", n, SQLITE_STATIC, SQLITE_UTF8);
}

void store_string(sqlite3_stmt *s, int at, const char *text)
{
    store_text(s, at, text, strlen(text));
}

void store_bytes(sqlite3_stmt *s, int at, const void *bytes, size_t n)
{
    sqlite3_bind_blob64(s, at, n ? bytes : "", n, SQLITE_STATIC);
}

void store_take(sqlite3_stmt *s, int at, Text *out)
{
    const void *bytes = sqlite3_column_blob(s, at);
    int n = sqlite3_column_bytes(s, at);
    text_addn(out, n > 0 ? bytes : "", n > 0 ? (size_t)n : 0);
}

/* --- opening ----------------------------------------------------------------------------- */

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* What SQLite would open beside the journal must be a plain file: on a pipe it would wait for ever.
 */
static bool check_beside(const Journal *j, const char *tail, Err *err)
{
    struct stat st;
    Text path = {0};
    text_addf(&path, "%s%s", j->path, tail);
    bool ok = path.failed || lstat(path.s, &st) != 0 || S_ISREG(st.st_mode) ||
              err_set(err, "%s is no plain file: take it away", path.s);
    text_free(&path);
    return ok;
}

/* Looks into the header before SQLite does, so that a file that is not ours stays untouched. */
static bool check_header(const Journal *j, bool *there, Err *err)
{
    unsigned char head[100];
    *there = false;
    int fd = open(j->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return true; /* SQLite will say why, or make it */
    ssize_t n = pread(fd, head, sizeof head, 0);
    close(fd);
    if (n == 0) return true;
    if (n != (ssize_t)sizeof head || memcmp(head, "SQLite format 3", 16) != 0)
        return err_set(err, "%s is no journal", j->path);
    if (big_endian(head + 68) != APPLICATION_ID)
        return err_set(err, "%s is no journal of Sconce", j->path);
    if (!check_beside(j, "-journal", err) || !check_beside(j, "-wal", err) ||
        !check_beside(j, "-shm", err))
        return false;
    uint32_t version = big_endian(head + 60);
    if (version / 1000 > JOURNAL_MAJOR)
        return err_set(err,
                       "%s was written by a newer Sconce (format %u.%u; this one knows %d): it was "
                       "left as it is",
                       j->path, version / 1000, version % 1000, JOURNAL_MAJOR);
    *there = true;
    return true;
}

static bool settle(const Journal *j, Err *err)
{
    sqlite3_extended_result_codes(j->db, 1);
    sqlite3_busy_timeout(j->db, BUSY_MS);
    sqlite3_limit(j->db, SQLITE_LIMIT_LENGTH, ROW_MAX);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (j->read_only) return execute(j, "PRAGMA query_only=ON", err);
    return execute(
        j,
        "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA; PRAGMA cell_size_check=ON;"
        "PRAGMA temp_store=MEMORY",
        err);
}

/* Somebody else's tables, triggers and indexes would do what they like while ours are read and
 * written.  A newer minor format may have more in them. */
static bool check_schema(Journal *j, Err *err)
{
    sqlite3_stmt *s = NULL;
    size_t known = 0, others = 0;
    static const char query[] = "SELECT sql, (SELECT user_version FROM pragma_user_version) FROM "
                                "sqlite_schema WHERE name NOT LIKE 'sqlite_%'";
    int code = sqlite3_prepare_v2(j->db, query, -1, &s, NULL), newer = 0, found = 0;
    if (code != SQLITE_OK) return store_say(j, code, err);
    while ((found = store_step(j, s, err)) > 0) {
        const char *made = (const char *)sqlite3_column_text(s, 0),
                   *at = made ? strstr(schema, made) : NULL;
        newer = sqlite3_column_int(s, 1) > JOURNAL_MAJOR * 1000 + JOURNAL_MINOR;
        if (at && at[strlen(made)] == ';')
            known++;
        else
            others++;
    }
    sqlite3_finalize(s);
    if (found < 0) return false;
    return newer || (known == MADE && others == 0) ||
           store_damaged(j, "its tables are not as they were made", 0, err);
}

static bool make_schema(Journal *j, Err *err)
{
    char head[200];
    snprintf(head, sizeof head, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             JOURNAL_MAJOR * 1000 + JOURNAL_MINOR);
    if (!journal_begin(j, err)) return false;
    if (execute(j, head, err) && execute(j, schema, err) && journal_set(j, "head", "0", err) &&
        journal_commit(j, err))
        return true;
    journal_rollback(j);
    return false;
}

static bool open_file(Journal *j, bool memory, Err *err)
{
    bool there = false;
    if (!memory && !check_header(j, &there, err)) return false;
    if (j->read_only && !there)
        return err_set(err, "nothing was played here yet: there is no %s", j->path);
    int flags = j->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code =
        sqlite3_open_v2(memory ? ":memory:" : j->path, &j->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) return store_say(j, code, err);
    if (!j->read_only && sqlite3_db_readonly(j->db, "main") == 1)
        return err_set(
            err, "%s cannot be written, so nothing played there would be kept; open it read-only",
            j->path);
    if (!settle(j, err)) return false;
    return there ? check_schema(j, err) : make_schema(j, err);
}

static Journal *journal_at(char *path, bool memory, JournalMode mode, Err *err)
{
    Journal *j = calloc(1, sizeof *j);
    if (!j || !path) {
        free(j);
        free(path);
        err_set(err, "out of memory");
        return NULL;
    }
    j->path = path;
    j->read_only = mode == JOURNAL_READ;
    if (open_file(j, memory, err)) return j;
    journal_close(j);
    return NULL;
}

Journal *journal_open(const char *folder, JournalMode mode, Err *err)
{
    if (!folder) return journal_at(strdup("the journal"), true, mode, err);
    return journal_at(path_join(folder, "journal.db"), false, mode, err);
}

void journal_close(Journal *j)
{
    if (!j) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(j->statement[i]);
    sqlite3_close_v2(j->db);
    free(j->path);
    free(j);
}

bool journal_copy(Journal *j, const char *folder, Err *err)
{
    Journal *to = journal_open(folder, JOURNAL_PLAY, err);
    if (!to) return false;
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", j->db, "main");
    int code = backup ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(to->db);
    if (backup) sqlite3_backup_finish(backup);
    bool ok = code == SQLITE_DONE || store_say(to, code, err);
    journal_close(to);
    return ok;
}

/* --- transactions ------------------------------------------------------------------------ */

bool journal_only_read(const char *what, Err *err)
{
    err_set(err, "%s is open to read only: this would change it", what);
    if (err) err->kind = ERR_READ_ONLY;
    return false;
}

bool journal_begin(Journal *j, Err *err)
{
    if (j->read_only) return journal_only_read(j->path, err);
    return execute(j, "BEGIN IMMEDIATE", err);
}

bool journal_commit(Journal *j, Err *err)
{
    if (execute(j, "COMMIT", err)) return true;
    journal_rollback(j);
    return false;
}

void journal_rollback(Journal *j)
{
    if (!sqlite3_get_autocommit(j->db)) sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
}
