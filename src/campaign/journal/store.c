/* The SQLite file: one transaction a command, a rollback journal and synchronous=EXTRA, so that the
 * folder may be copied between two commands.
 *
 * A journal may come from a stranger.  The header is read before SQLite opens the file, the schema
 * must be ours to the letter, and triggers and views are switched off. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign/journal/store.h"

enum {
    BUSY_MS = 2000,
    ROW_MAX = 16 << 20,          /* bytes; far more than any command leaves */
    APPLICATION_ID = 0x53636e63, /* "Scnc" */
    KEPT_DIGEST_BYTES = 8        /* of a SHA-256, beside a named value */
};

static const char *const sql[STATEMENTS] = {
    [ADD] = "INSERT INTO entries(" COLUMNS ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [ENTRY] = "SELECT " COLUMNS " FROM entries WHERE seq = ?1",
    [SET_NEXT] = "UPDATE entries SET next = ?2 WHERE seq = ?1",
    [GET_NEXT] = "SELECT next, (SELECT parent FROM entries AS e WHERE e.seq = entries.next) "
                 "FROM entries WHERE seq = ?1",
    [COUNT] = "SELECT seq FROM sqlite_sequence WHERE name = ?1",
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
    [UNSET] = "DELETE FROM meta WHERE key = ?1",
    [ALL_KEPT] = "SELECT key FROM meta ORDER BY key",
    [ALL_CHAINS] = "SELECT hash FROM chains ORDER BY hash",
};

enum { SCHEMA_OBJECTS = 6 }; /* tables and indexes */
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

/* Tables that SQLite makes itself, the last two for ANALYZE. */
static const char sqlite_schema[] = "CREATE TABLE sqlite_sequence(name,seq);"
                                    "CREATE TABLE sqlite_stat1(tbl,idx,stat);"
                                    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample);";

/* --- sentences --------------------------------------------------------------------------- */

bool store_damaged(const Journal *j, const char *part, int64_t seq, Err *err)
{
    const char *cure =
        j->imported
            ? "nothing was imported"
            : "go back to a copy, or save what can be read: sconce export --salvage DIR FILE";
    if (seq > 0)
        return err_set(err, "%s is damaged (entry %lld): %s", j->path, (long long)seq, cure);
    return err_set(err, "%s is damaged%s%s%s: %s", j->path, *part ? " (" : "", part,
                   *part ? ")" : "", cure);
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
    case SQLITE_ERROR: /* a table has another shape */
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_SCHEMA:
    case SQLITE_TOOBIG: /* ROW_MAX */ return store_damaged(j, "", 0, err);
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

sqlite3_stmt *store_prepare(Journal *j, StatementId id, Err *err)
{
    sqlite3_stmt **s = &j->statement[id];
    if (!*s) {
        int code = sqlite3_prepare_v3(j->db, sql[id], -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
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

bool store_execute(const Journal *j, const char *text, Err *err)
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

bool store_take_all(Journal *j, StatementId id, Text *out, Err *err)
{
    int found;
    sqlite3_stmt *s = store_prepare(j, id, err);
    if (!s) return false;
    while ((found = store_step(j, s, err)) > 0) {
        store_take(s, 0, out);
        text_addc(out, '\0');
    }
    return found == 0 && (!out->failed || err_set(err, "out of memory"));
}

/* --- named values -------------------------------------------------------------------------- */

static void kept_digest(const char *key, const void *value, size_t n, unsigned char out[HASH_BYTES])
{
    Hash h = hash_start();
    hash_field(&h, key, strlen(key));
    hash_field(&h, value, n);
    hash_end(&h, out);
}

bool journal_set_text(Journal *j, const char *key, const char *value, size_t n, Err *err)
{
    unsigned char digest[HASH_BYTES];
    sqlite3_stmt *s = store_prepare(j, SET, err);
    if (!s) return false;
    kept_digest(key, value, n, digest);
    store_string(s, 1, key);
    store_text(s, 2, value, n);
    store_bytes(s, 3, digest, KEPT_DIGEST_BYTES);
    return store_run(j, s, err);
}

bool journal_set(Journal *j, const char *key, const char *value, Err *err)
{
    return journal_set_text(j, key, value, strlen(value), err);
}

bool journal_unset(Journal *j, const char *key, Err *err)
{
    sqlite3_stmt *s = store_prepare(j, UNSET, err);
    if (!s) return false;
    store_string(s, 1, key);
    return store_run(j, s, err);
}

bool journal_get(Journal *j, const char *key, Text *out, Err *err)
{
    unsigned char digest[HASH_BYTES];
    text_clear(out);
    sqlite3_stmt *s = store_prepare(j, GET, err);
    if (!s) return false;
    store_string(s, 1, key);
    int found = store_step(j, s, err);
    if (found <= 0) return found == 0;
    store_take(s, 0, out);
    kept_digest(key, text_str(out), out->n, digest);
    bool same = sqlite3_column_bytes(s, 1) == KEPT_DIGEST_BYTES &&
                memcmp(sqlite3_column_blob(s, 1), digest, KEPT_DIGEST_BYTES) == 0;
    sqlite3_reset(s);
    return !out->failed && (same || store_damaged(j, key, 0, err));
}

/* The keys are read before the first visit, so that visitors may use the journal. */
bool journal_kept(Journal *j, bool (*visit)(const char *key, const Text *value, void *data),
                  void *data, Err *err)
{
    Text keys = {0}, value = {0};
    bool ok = store_take_all(j, ALL_KEPT, &keys, err);
    for (size_t i = 0; ok && i < keys.n; i += strlen(keys.s + i) + 1)
        ok = journal_get(j, keys.s + i, &value, err) && visit(keys.s + i, &value, data);
    text_free(&keys);
    text_free(&value);
    return ok;
}

/* --- opening ----------------------------------------------------------------------------- */

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* SQLite opens these files beside the journal when they exist; on a pipe it would wait for ever. */
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

/* Reads the header before SQLite does, so that a foreign file stays untouched.  *there is false for
 * a missing or empty file.  Offsets: https://www.sqlite.org/fileformat.html, section 1.3. */
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

static bool set_limits(const Journal *j, Err *err)
{
    sqlite3_extended_result_codes(j->db, 1);
    sqlite3_busy_timeout(j->db, BUSY_MS);
    sqlite3_limit(j->db, SQLITE_LIMIT_LENGTH, ROW_MAX);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(j->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (j->read_only) return store_execute(j, "PRAGMA query_only=ON", err);
    return store_execute(
        j,
        "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA; PRAGMA cell_size_check=ON;"
        "PRAGMA temp_store=MEMORY",
        err);
}

/* Is this statement one of those in a list, each ended by a semicolon? */
static bool lists(const char *statements, const char *statement)
{
    const char *at = strstr(statements, statement);
    return at && at[strlen(statement)] == ';';
}

/* Refuses foreign tables, triggers, views and indexes, which would act while ours are read and
 * written.  A newer minor format may have added some, but a file to import must have none. */
static bool check_schema(Journal *j, Err *err)
{
    sqlite3_stmt *s = NULL;
    int ours = 0, foreign = 0, found = 0;
    bool newer = false;
    static const char query[] = "SELECT sql, (SELECT user_version FROM pragma_user_version) FROM "
                                "sqlite_schema WHERE sql IS NOT NULL";
    int code = sqlite3_prepare_v2(j->db, query, -1, &s, NULL);
    if (code != SQLITE_OK) return store_say(j, code, err);
    while ((found = store_step(j, s, err)) > 0) {
        const char *made = (const char *)sqlite3_column_text(s, 0);
        newer = sqlite3_column_int(s, 1) > JOURNAL_MAJOR * 1000 + JOURNAL_MINOR;
        if (made && lists(schema, made))
            ours++;
        else if (!made || !lists(sqlite_schema, made))
            foreign++;
    }
    sqlite3_finalize(s);
    if (found < 0) return false;
    return (newer && !j->imported) || (ours == SCHEMA_OBJECTS && foreign == 0) ||
           store_damaged(j, "its tables are not as they were made", 0, err);
}

static bool make_schema(Journal *j, Err *err)
{
    char head[200];
    snprintf(head, sizeof head, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             JOURNAL_MAJOR * 1000 + JOURNAL_MINOR);
    if (!journal_begin(j, err)) return false;
    if (store_execute(j, head, err) && store_execute(j, schema, err) &&
        journal_set(j, "head", "0", err) && journal_commit(j, err))
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
    if (!set_limits(j, err)) return false;
    return there ? check_schema(j, err) : make_schema(j, err);
}

/* Takes path. */
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
    j->read_only = mode != JOURNAL_PLAY;
    j->imported = mode == JOURNAL_IMPORT;
    if (open_file(j, memory, err)) return j;
    journal_close(j);
    return NULL;
}

Journal *journal_open(const char *folder, JournalMode mode, Err *err)
{
    if (!folder) return journal_at(strdup("the journal"), true, mode, err);
    return journal_at(path_join(folder, "journal.db"), false, mode, err);
}

Journal *journal_open_file(const char *path, JournalMode mode, Err *err)
{
    return journal_at(strdup(path), false, mode, err);
}

void journal_close(Journal *j)
{
    if (!j) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(j->statement[i]);
    sqlite3_close_v2(j->db);
    free(j->path);
    free(j);
}

/* A path that SQLite takes for a file in any case: ":memory:" would be none. */
static bool vacuum_into(const Journal *j, const char *path, Err *err)
{
    sqlite3_stmt *s = NULL;
    Text to = {0};
    text_addf(&to, "%s%s", *path == '/' ? "" : "./", path);
    int code = to.failed ? SQLITE_NOMEM : sqlite3_prepare_v2(j->db, "VACUUM INTO ?1", -1, &s, NULL);
    if (code == SQLITE_OK) {
        store_string(s, 1, text_str(&to));
        sqlite3_step(s);
        code = sqlite3_finalize(s);
    }
    text_free(&to);
    if ((code & 0xff) == SQLITE_IOERR)
        return err_set(err, "the disk failed while %s was copied to %s", j->path, path);
    return code == SQLITE_OK || store_say(j, code, err);
}

bool journal_copy(Journal *j, const char *path, Err *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST)
        return err_set(err, "%s is there already: give a new file", path);
    if (fd < 0) return err_set(err, "cannot write %s: %s", path, strerror(errno));
    /* query_only would also forbid to write the copy; j->db is opened read-only besides. */
    bool ok = (!j->read_only || store_execute(j, "PRAGMA query_only=OFF", err)) &&
              vacuum_into(j, path, err);
    if (ok && fsync(fd) != 0) ok = err_set(err, "cannot write %s: %s", path, strerror(errno));
    close(fd);
    if (!ok) unlink(path);
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
    return store_execute(j, "BEGIN IMMEDIATE", err);
}

bool journal_commit(Journal *j, Err *err)
{
    if (store_execute(j, "COMMIT", err)) return true;
    journal_rollback(j);
    return false;
}

void journal_rollback(Journal *j)
{
    if (!sqlite3_get_autocommit(j->db)) sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
}
