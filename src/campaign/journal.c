/* SQLite does the hard part: one transaction a command, with a rollback journal and
 * synchronous=EXTRA, so that between two commands the folder may be copied.  Nothing here ever
 * scans all entries but the two walks that are asked to. */
#include "campaign/journal.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUSY_MS = 2000, APPLICATION_ID = 0x53636e63 /* "Scnc" */, CHECK_BYTES = 8 };

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
    STATEMENTS
} Which;

/* The columns of an entry, in the one order in which they are written, read and hashed. */
#define COLUMNS                                                                                    \
    "seq, parent, session, wall, date, turn, minutes, "                                            \
    "typed, line, draws, answers, events, rolls, status, state, chain, digest"
enum { NUMBERS = 7, TEXTS = 9, PLAIN_TEXTS = 3, CHAIN_AT = 8 };

static void columns_of(Entry *e, int64_t *number[NUMBERS], Text *text[TEXTS])
{
    int64_t *const n[NUMBERS] = {&e->seq,  &e->parent, &e->session, &e->wall,
                                 &e->date, &e->turn,   &e->minutes};
    Text *const t[TEXTS] = {&e->typed, &e->line,   &e->draws, &e->answers, &e->events,
                            &e->rolls, &e->status, &e->state, &e->chain};
    if (number) memcpy(number, n, sizeof n);
    if (text) memcpy(text, t, sizeof t);
}

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
};

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

struct Journal {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    bool read_only;
    char *path; /* for sentences */
};

/* --- sentences --------------------------------------------------------------------------- */

static bool say(const Journal *j, int code, Err *err)
{
    const char *path = j->path;
    switch (code & 0xff) {
    case SQLITE_FULL:
        return err_set(err, "the disk is full: nothing was saved");
    case SQLITE_READONLY:
        return err_set(err, "%s cannot be written: nothing was saved", path);
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return err_set(err, "%s cannot be opened or written", path);
    case SQLITE_CORRUPT:
        return err_set(err, "%s is damaged: go back to a copy of it", path);
    case SQLITE_NOTADB:
        return err_set(err, "%s is no journal", path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return err_set(err, "%s is in use by another program: try again", path);
    case SQLITE_NOMEM:
        return err_set(err, "out of memory");
    case SQLITE_TOOBIG:
        return err_set(err, "that is too much for one entry of %s", path);
    case SQLITE_IOERR:
        return err_set(err, "the disk failed while %s was %s", path,
                       j->read_only ? "read" : "read or written: nothing was saved");
    }
    return err_set(err, "%s: %s", path, j->db ? sqlite3_errmsg(j->db) : sqlite3_errstr(code));
}

static bool say_damaged(const Journal *j, const char *what, int64_t seq, Err *err)
{
    if (seq > 0)
        return err_set(err, "%s is damaged (entry %lld): go back to a copy of it", j->path,
                       (long long)seq);
    return err_set(err, "%s is damaged (%s): go back to a copy of it", j->path, what);
}

/* --- statements -------------------------------------------------------------------------- */

static sqlite3_stmt *prepare(Journal *j, Which which, Err *err)
{
    sqlite3_stmt **s = &j->statement[which];
    if (!*s) {
        int code = sqlite3_prepare_v3(j->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
        if (code != SQLITE_OK) {
            say(j, code, err);
            return NULL;
        }
    }
    sqlite3_reset(*s);
    sqlite3_clear_bindings(*s);
    return *s;
}

/* 1: a row, 0: no row, -1: failed, with a sentence. */
static int step(const Journal *j, sqlite3_stmt *s, Err *err)
{
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW) return 1;
    if (code != SQLITE_DONE) {
        say(j, code, err);
        sqlite3_reset(s);
        return -1;
    }
    sqlite3_reset(s);
    return 0;
}

static bool run(const Journal *j, sqlite3_stmt *s, Err *err)
{
    return step(j, s, err) == 0;
}

static bool execute(const Journal *j, const char *text, Err *err)
{
    int code = sqlite3_exec(j->db, text, NULL, NULL, NULL);
    return code == SQLITE_OK || say(j, code, err);
}

static void bind_text(sqlite3_stmt *s, int at, const void *text, size_t n)
{
    sqlite3_bind_text64(s, at, n ? text : "", n, SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_string(sqlite3_stmt *s, int at, const char *text)
{
    bind_text(s, at, text, strlen(text));
}

static void bind_bytes(sqlite3_stmt *s, int at, const void *bytes, size_t n)
{
    sqlite3_bind_blob64(s, at, n ? bytes : "", n, SQLITE_STATIC);
}

static void take_column(sqlite3_stmt *s, int at, Text *out)
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
    if (code != SQLITE_OK) return say(j, code, err);
    if (!settle(j, err)) return false;
    return there || make_schema(j, err);
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
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(j->statement[i]);
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
    bool ok = code == SQLITE_DONE || say(to, code, err);
    journal_close(to);
    return ok;
}

/* --- digests ----------------------------------------------------------------------------- */

static void entry_digest(Entry *e, unsigned char out[HASH_BYTES])
{
    int64_t *number[NUMBERS];
    Text *text[TEXTS];
    Hash h = hash_start();
    columns_of(e, number, text);
    for (int i = 0; i < NUMBERS; i++)
        hash_int(&h, *number[i]);
    for (int i = 0; i < TEXTS; i++)
        hash_field(&h, text_str(text[i]), text[i]->n);
    hash_end(&h, out);
}

static void meta_digest(const char *key, const void *value, size_t n, unsigned char out[HASH_BYTES])
{
    Hash h = hash_start();
    hash_field(&h, key, strlen(key));
    hash_field(&h, value, n);
    hash_end(&h, out);
}

/* --- writing ----------------------------------------------------------------------------- */

bool journal_begin(Journal *j, Err *err)
{
    if (j->read_only) return err_set(err, "%s is open to read only", j->path);
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

bool journal_set(Journal *j, const char *key, const char *value, Err *err)
{
    unsigned char digest[HASH_BYTES];
    sqlite3_stmt *s = prepare(j, SET, err);
    if (!s) return false;
    meta_digest(key, value, strlen(value), digest);
    bind_string(s, 1, key);
    bind_string(s, 2, value);
    bind_bytes(s, 3, digest, CHECK_BYTES);
    return run(j, s, err);
}

static bool set_head(Journal *j, int64_t seq, Err *err)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)seq);
    return journal_set(j, "head", text, err);
}

static bool set_next(Journal *j, int64_t parent, int64_t child, Err *err)
{
    if (parent == 0) return true;
    sqlite3_stmt *s = prepare(j, SET_NEXT, err);
    if (!s) return false;
    sqlite3_bind_int64(s, 1, parent);
    sqlite3_bind_int64(s, 2, child);
    return run(j, s, err);
}

static bool keep_files(Journal *j, const Chain *chain, const char *hash, Err *err)
{
    for (size_t i = 0; i < chain->n; i++) {
        sqlite3_stmt *s = prepare(j, ADD_FILE, err);
        if (!s) return false;
        bind_string(s, 1, hash);
        sqlite3_bind_int64(s, 2, (int64_t)i);
        bind_string(s, 3, chain->file[i].name);
        bind_text(s, 4, chain->file[i].text, chain->file[i].n);
        if (!run(j, s, err)) return false;
    }
    return true;
}

static bool keep_chain(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err)
{
    sqlite3_stmt *s = prepare(j, HAS_CHAIN, err);
    if (!s) return false;
    bind_string(s, 1, hash);
    int found = step(j, s, err);
    sqlite3_reset(s);
    if (found != 0) return found > 0;
    if (!(s = prepare(j, ADD_CHAIN, err))) return false;
    bind_string(s, 1, hash);
    bind_string(s, 2, host);
    sqlite3_bind_int64(s, 3, (int64_t)chain->heads);
    return run(j, s, err) && keep_files(j, chain, hash, err);
}

static bool insert(Journal *j, Entry *e, Err *err)
{
    unsigned char digest[HASH_BYTES];
    int64_t *number[NUMBERS];
    Text *text[TEXTS];
    sqlite3_stmt *s = prepare(j, ADD, err);
    int64_t made = s ? journal_count(j, err) : -1;
    if (made < 0) return false;
    e->seq = made + 1;
    entry_digest(e, digest);
    columns_of(e, number, text);
    for (int i = 0; i < NUMBERS; i++)
        sqlite3_bind_int64(s, i + 1, *number[i]);
    for (int i = 0; i < TEXTS; i++) {
        bool plain = i < PLAIN_TEXTS || i == CHAIN_AT;
        (plain ? bind_text : bind_bytes)(s, NUMBERS + i + 1, text[i]->s, text[i]->n);
    }
    bind_bytes(s, NUMBERS + TEXTS + 1, digest, sizeof digest);
    return run(j, s, err);
}

static int64_t last_session(Journal *j, Err *err)
{
    sqlite3_stmt *s = prepare(j, LAST_SESSION, err);
    if (!s || step(j, s, err) <= 0) return 0;
    int64_t n = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return n;
}

bool journal_add(Journal *j, Entry *e, const char *host, const Chain *chain, Err *err)
{
    e->session = last_session(j, err);
    return e->session > 0 && keep_chain(j, chain, host, text_str(&e->chain), err) &&
           insert(j, e, err) && set_next(j, e->parent, e->seq, err) && set_head(j, e->seq, err);
}

bool journal_move(Journal *j, int64_t from, int64_t to, Err *err)
{
    if (to < from && !set_next(j, to, from, err)) return false;
    return set_head(j, to, err);
}

static int session_used(Journal *j, int64_t n, Err *err)
{
    sqlite3_stmt *s = prepare(j, SESSION_USED, err);
    if (!s) return -1;
    sqlite3_bind_int64(s, 1, n);
    int used = step(j, s, err);
    sqlite3_reset(s);
    return used;
}

int64_t journal_session(Journal *j, const char *title, int64_t date, Err *err)
{
    int64_t n = last_session(j, err);
    int used = n > 0 ? session_used(j, n, err) : -1;
    if (used < 0) return 0;
    sqlite3_stmt *s = prepare(j, used ? ADD_SESSION : SET_SESSION, err);
    if (!s) return 0;
    if (!used) sqlite3_bind_int64(s, 1, n);
    bind_string(s, 2, title);
    sqlite3_bind_int64(s, 3, date);
    if (!run(j, s, err)) return 0;
    return used ? sqlite3_last_insert_rowid(j->db) : n;
}

/* --- reading ----------------------------------------------------------------------------- */

void entry_free(Entry *e)
{
    Text *text[TEXTS];
    columns_of(e, NULL, text);
    for (int i = 0; i < TEXTS; i++)
        text_free(text[i]);
    *e = (Entry){0};
}

/* A row of COLUMNS, checked against its digest. */
static bool take_entry(const Journal *j, sqlite3_stmt *s, Entry *e, Err *err)
{
    unsigned char digest[HASH_BYTES];
    int64_t *number[NUMBERS];
    Text *text[TEXTS];
    bool failed = false;
    columns_of(e, number, text);
    for (int i = 0; i < NUMBERS; i++)
        *number[i] = sqlite3_column_int64(s, i);
    for (int i = 0; i < TEXTS; i++) {
        take_column(s, NUMBERS + i, text[i]);
        failed = failed || text[i]->failed;
    }
    if (failed) return err_set(err, "out of memory");
    entry_digest(e, digest);
    const void *kept = sqlite3_column_blob(s, NUMBERS + TEXTS);
    if (sqlite3_column_bytes(s, NUMBERS + TEXTS) != HASH_BYTES ||
        memcmp(kept, digest, HASH_BYTES) != 0)
        return say_damaged(j, "", e->seq, err);
    return true;
}

bool journal_entry(Journal *j, int64_t seq, Entry *out, Err *err)
{
    *out = (Entry){0};
    sqlite3_stmt *s = prepare(j, ENTRY, err);
    if (!s) return false;
    sqlite3_bind_int64(s, 1, seq);
    int found = step(j, s, err);
    bool ok = found > 0 && take_entry(j, s, out, err);
    if (found == 0) say_damaged(j, "", seq, err);
    sqlite3_reset(s);
    if (!ok) entry_free(out);
    return ok;
}

bool journal_get(Journal *j, const char *key, Text *out, Err *err)
{
    unsigned char digest[HASH_BYTES];
    text_clear(out);
    sqlite3_stmt *s = prepare(j, GET, err);
    if (!s) return false;
    bind_string(s, 1, key);
    int found = step(j, s, err);
    if (found <= 0) return found == 0;
    take_column(s, 0, out);
    meta_digest(key, text_str(out), out->n, digest);
    bool same = sqlite3_column_bytes(s, 1) == CHECK_BYTES &&
                memcmp(sqlite3_column_blob(s, 1), digest, CHECK_BYTES) == 0;
    sqlite3_reset(s);
    return !out->failed && (same || say_damaged(j, key, 0, err));
}

int64_t journal_head(Journal *j, Err *err)
{
    Text t = {0};
    int64_t seq = -1;
    if (journal_get(j, "head", &t, err)) {
        char *end;
        seq = strtoll(text_str(&t), &end, 10);
        if (t.n == 0 || *end || seq < 0) {
            say_damaged(j, "head", 0, err);
            seq = -1;
        }
    }
    text_free(&t);
    return seq;
}

int64_t journal_child(Journal *j, int64_t seq, Err *err)
{
    sqlite3_stmt *s = prepare(j, GET_NEXT, err);
    if (!s) return -1;
    sqlite3_bind_int64(s, 1, seq);
    int found = step(j, s, err);
    if (found <= 0) return found;
    int64_t next = sqlite3_column_int64(s, 0), parent = sqlite3_column_int64(s, 1);
    sqlite3_reset(s);
    if (next != 0 && parent != seq) {
        say_damaged(j, "", seq, err);
        return -1;
    }
    return next;
}

int64_t journal_count(Journal *j, Err *err)
{
    sqlite3_stmt *s = prepare(j, COUNT, err);
    if (!s) return -1;
    int found = step(j, s, err);
    if (found <= 0) return found;
    int64_t n = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return n;
}

static bool take_files(Journal *j, const char *hash, Chain *c, int64_t heads, Err *err)
{
    sqlite3_stmt *s = prepare(j, CHAIN_FILES, err);
    if (!s) return false;
    bind_string(s, 1, hash);
    int found;
    bool ok = true;
    while (ok && (found = step(j, s, err)) != 0) {
        const char *name = found > 0 ? (const char *)sqlite3_column_text(s, 0) : NULL;
        const char *text = name ? (const char *)sqlite3_column_text(s, 1) : NULL;
        ok = text && chain_add_text(c, name, text, (size_t)sqlite3_column_bytes(s, 1),
                                    (int64_t)c->n < heads, err);
        if (found > 0 && !text) err_set(err, "out of memory");
    }
    sqlite3_reset(s);
    c->sealed = true;
    return ok;
}

bool journal_chain_host(Journal *j, const char *hash, Text *out, Err *err)
{
    text_clear(out);
    sqlite3_stmt *s = prepare(j, CHAIN, err);
    if (!s) return false;
    bind_string(s, 1, hash);
    int found = step(j, s, err);
    if (found > 0) take_column(s, 0, out);
    sqlite3_reset(s);
    return found > 0 || (found == 0 && say_damaged(j, "rules", 0, err));
}

static bool take_chain(Journal *j, const char *hash, Chain *c, Err *err)
{
    char is[HASH_HEX];
    Text host = {0};
    sqlite3_stmt *s = prepare(j, CHAIN, err);
    if (!s) return false;
    bind_string(s, 1, hash);
    int found = step(j, s, err);
    if (found <= 0) return found == 0 && say_damaged(j, "rules", 0, err);
    take_column(s, 0, &host);
    int64_t heads = sqlite3_column_int64(s, 1);
    sqlite3_reset(s);
    bool ok = take_files(j, hash, c, heads, err);
    chain_hash(c, text_str(&host), is);
    text_free(&host);
    return ok && (strcmp(is, hash) == 0 || say_damaged(j, "rules", 0, err));
}

Chain *journal_chain(Journal *j, const char *hash, Err *err)
{
    Chain *c = chain_new(NULL);
    if (c && take_chain(j, hash, c, err)) return c;
    if (!c) err_set(err, "out of memory");
    chain_free(c);
    return NULL;
}

bool journal_get_session(Journal *j, int64_t n, Session *out, Err *err)
{
    *out = (Session){0};
    sqlite3_stmt *s = prepare(j, GET_SESSION, err);
    if (!s) return false;
    sqlite3_bind_int64(s, 1, n);
    int found = step(j, s, err);
    if (found <= 0) return found == 0;
    out->n = sqlite3_column_int64(s, 0);
    take_column(s, 1, &out->title);
    out->date = sqlite3_column_int64(s, 2);
    sqlite3_reset(s);
    return !out->title.failed;
}

/* --- walks ------------------------------------------------------------------------------- */

static const char way[] =
    "WITH RECURSIVE way(at, up) AS (SELECT seq, parent FROM entries WHERE seq = ?1 UNION ALL "
    "SELECT e.seq, e.parent FROM entries e JOIN way ON e.seq = way.up AND e.seq < way.at LIMIT ?2) "
    "SELECT at FROM way ORDER BY at";

typedef struct {
    int64_t *seq;
    size_t n, room;
} Way;

static bool take_seq(Way *w, int64_t seq)
{
    if (w->n == w->room) {
        size_t room = w->room ? 2 * w->room : 256;
        int64_t *grown = realloc(w->seq, room * sizeof *grown);
        if (!grown) return false;
        w->seq = grown;
        w->room = room;
    }
    w->seq[w->n++] = seq;
    return true;
}

/* The numbers of the entries, in the order made; few bytes each, so that the sort costs little. */
static bool find_way(Journal *j, int64_t limit, Way *w, Err *err)
{
    sqlite3_stmt *s = NULL;
    int64_t head = journal_head(j, err);
    if (head < 0) return false;
    int code = sqlite3_prepare_v2(j->db, way, -1, &s, NULL);
    if (code != SQLITE_OK) return say(j, code, err);
    sqlite3_bind_int64(s, 1, head);
    sqlite3_bind_int64(s, 2, limit);
    int found;
    bool room = true;
    while (room && (found = step(j, s, err)) > 0)
        room = take_seq(w, sqlite3_column_int64(s, 0));
    sqlite3_finalize(s);
    if (!room) return err_set(err, "out of memory");
    return found == 0;
}

bool journal_last(Journal *j, int64_t n, JournalVisit *visit, void *data, Err *err)
{
    Way w = {0};
    bool ok = find_way(j, n, &w, err), on = true;
    for (size_t i = 0; i < w.n && ok && on; i++) {
        Entry e = {0};
        ok = journal_entry(j, w.seq[i], &e, err);
        on = ok && visit(&e, data);
        entry_free(&e);
    }
    free(w.seq);
    return ok;
}

bool journal_path(Journal *j, JournalVisit *visit, void *data, Err *err)
{
    return journal_last(j, -1, visit, data, err);
}

bool journal_all(Journal *j, JournalVisit *visit, void *data, Err *err)
{
    sqlite3_stmt *s = NULL;
    int code =
        sqlite3_prepare_v2(j->db, "SELECT " COLUMNS " FROM entries ORDER BY seq", -1, &s, NULL);
    if (code != SQLITE_OK) return say(j, code, err);
    int found = 0;
    bool ok = true, on = true;
    while (ok && on && (found = step(j, s, err)) > 0) {
        Entry e = {0};
        ok = take_entry(j, s, &e, err);
        on = ok && visit(&e, data);
        entry_free(&e);
    }
    sqlite3_finalize(s);
    return ok && found >= 0;
}
