/* Opens the SQLite file of a journal and checks it: one command is one transaction, with a rollback
 * journal and synchronous=EXTRA, so that the folder may be copied between two commands.
 *
 * A journal may come from a stranger, so these checks come first, in this order:
 *   1. the header, before SQLite opens the file; more of it for a file to import
 *   2. what lies beside it under the names that SQLite would open
 *   3. the schema, which must be ours to the letter; triggers and views are switched off
 * Each entry, chain and named value is checked when it is read, by its digest.  transfer.c checks a
 * whole journal; salvage.c reads what these checks let pass. */
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
    ROW_MAX = 16 << 20, /* bytes; far more than any command leaves */
    IMPORT_MAX_MB = 2000,
    APPLICATION_ID = 0x53636e63 /* "Scnc" */
};

/* --- the header ---------------------------------------------------------------------------- */

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* SQLite opens these files beside the journal when they exist; on a pipe it would wait for ever. */
static bool check_beside(const char *file, const char *tail, Err *err)
{
    struct stat st;
    Text path = {0};
    text_addf(&path, "%s%s", file, tail);
    bool ok = path.failed || lstat(path.s, &st) != 0 || S_ISREG(st.st_mode) ||
              err_set(err, "%s is no plain file: take it away", path.s);
    text_free(&path);
    return ok;
}

/* Refuses a file to import that is no exported campaign; n: bytes of its header that were read. */
static bool check_imported(const Journal *j, int fd, const unsigned char *head, ssize_t n, Err *err)
{
    static const char old[] = "{\"sconce\":\"campaign\"";
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0)
        return err_set(err, "cannot read %s: %s", j->path, strerror(errno));
    if (!S_ISREG(st.st_mode)) return err_set(err, "%s is no plain file", j->path);
    if (st.st_size >> 20 >= IMPORT_MAX_MB)
        return err_set(err, "%s is too large: %d MB at most", j->path, IMPORT_MAX_MB);
    if (n >= (ssize_t)sizeof old - 1 && memcmp(head, old, sizeof old - 1) == 0)
        return err_set(err,
                       "%s was exported by an older Sconce, as JSON Lines, which is no longer "
                       "read: export the campaign again",
                       j->path);
    bool rollback = n >= 20 && head[18] == 1 && head[19] == 1; /* no log (WAL) beside it */
    return (rollback && memcmp(head, "SQLite format 3", 16) == 0) ||
           err_set(err, "%s is no campaign that was exported: nothing was imported", j->path);
}

/* Reads the header before SQLite does, so that a foreign file stays untouched.  *there is false for
 * a missing or empty file.  Offsets: https://www.sqlite.org/fileformat.html, section 1.3. */
static bool check_header(const Journal *j, const char *file, bool *there, Err *err)
{
    unsigned char head[100];
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd < 0 ? 0 : pread(fd, head, sizeof head, 0);
    bool good = !j->imported || check_imported(j, fd, head, n, err);
    if (fd >= 0) close(fd);
    *there = n != 0;
    if (!good || !*there) return good; /* SQLite will say why it cannot be opened, or make it */
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
    return check_beside(file, "-journal", err) && check_beside(file, "-wal", err) &&
           check_beside(file, "-shm", err);
}

/* --- the schema ---------------------------------------------------------------------------- */

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

/* Is this statement one of those in a list, each ended by a semicolon? */
static bool lists(const char *statements, const char *statement)
{
    const char *at = strstr(statements, statement);
    return at && at[strlen(statement)] == ';';
}

/* Refuses foreign tables, triggers, views and indexes, which would act while ours are read and
 * written.  A newer minor format may have added some, but a file to import must have none. */
static bool check_schema(const Journal *j, Err *err)
{
    int ours = 0, foreign = 0, found = 0;
    bool newer = false;
    sqlite3_stmt *s = store_query(j,
                                  "SELECT sql, (SELECT user_version FROM pragma_user_version) "
                                  "FROM sqlite_schema WHERE sql IS NOT NULL",
                                  NULL, err);
    while ((found = store_step(j, s, err)) > 0) {
        const char *made = (const char *)sqlite3_column_text(s, 0);
        newer = sqlite3_column_int(s, 1) > JOURNAL_MAJOR * 1000 + JOURNAL_MINOR;
        if (made && lists(schema, made))
            ours++;
        else if (!made || !lists(sqlite_schema, made))
            foreign++;
    }
    if (found < 0) return false;
    return (newer && !j->imported) || (ours == SCHEMA_OBJECTS && foreign == 0) ||
           store_damaged(j, "its tables are not as they were made", 0, err);
}

static bool make_schema(Journal *j, Err *err)
{
    char head[200];
    snprintf(head, sizeof head, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             JOURNAL_MAJOR * 1000 + JOURNAL_MINOR);
    return journal_begin(j, err) &&
           journal_end(j,
                       store_execute(j, head, err) && store_execute(j, schema, err) &&
                           journal_set(j, "head", "0", err),
                       err);
}

/* --- opening and closing ------------------------------------------------------------------- */

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

/* The path for SQLite, which would take ":memory:" or "" for something else than a file. */
static char *sqlite_path(const char *file)
{
    Text t = {0};
    text_addf(&t, "%s%s", *file == '/' ? "" : "./", file);
    return text_take(&t);
}

static bool open_database(Journal *j, const char *file, Err *err)
{
    int flags = j->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    char *path = file ? sqlite_path(file) : strdup(":memory:");
    int code =
        path ? sqlite3_open_v2(path, &j->db, flags | SQLITE_OPEN_NOMUTEX, NULL) : SQLITE_NOMEM;
    free(path);
    if (code != SQLITE_OK) return store_say(j, code, err);
    if (!j->read_only && sqlite3_db_readonly(j->db, "main") == 1)
        return err_set(
            err, "%s cannot be written, so nothing played there would be kept; open it read-only",
            j->path);
    return set_limits(j, err);
}

/* Opens a file, or (NULL) memory, that sentences call by this name. */
static Journal *open_as(const char *file, const char *name, JournalMode mode, Err *err)
{
    bool there = false, ok = false;
    Journal *j = calloc(1, sizeof *j);
    if (!j || !(j->path = strdup(name))) {
        free(j);
        err_set(err, "out of memory");
        return NULL;
    }
    j->read_only = mode != JOURNAL_PLAY;
    j->imported = mode == JOURNAL_IMPORT;
    if (!file || check_header(j, file, &there, err)) {
        if (j->read_only && !there)
            err_set(err, "nothing was played here yet: there is no %s", name);
        else
            ok =
                open_database(j, file, err) && (there ? check_schema(j, err) : make_schema(j, err));
    }
    if (ok) return j;
    journal_close(j);
    return NULL;
}

Journal *journal_open(const char *folder, JournalMode mode, Err *err)
{
    if (!folder) return open_as(NULL, "the journal", mode, err);
    char *path = path_join(folder, "journal.db");
    Journal *j = path ? open_as(path, path, mode, err) : NULL;
    if (!path) err_set(err, "out of memory");
    free(path);
    return j;
}

Journal *journal_open_file(const char *path, JournalMode mode, Err *err)
{
    return open_as(path, path, mode, err);
}

void journal_close(Journal *j)
{
    if (!j) return;
    for (sqlite3_stmt *s; j->db && (s = sqlite3_next_stmt(j->db, NULL));) sqlite3_finalize(s);
    sqlite3_close_v2(j->db);
    free(j->path);
    free(j);
}

/* --- copying ------------------------------------------------------------------------------- */

static bool vacuum_into(const Journal *j, const char *file, Err *err)
{
    char *path = sqlite_path(file);
    sqlite3_stmt *s =
        path ? store_query(j, "VACUUM INTO ?1", (Param[]){of_string(path)}, err) : NULL;
    int code = s ? sqlite3_step(s) : SQLITE_NOMEM;
    sqlite3_reset(s);
    free(path);
    if ((code & 0xff) == SQLITE_IOERR)
        return err_set(err, "the disk failed while %s was copied to %s", j->path, file);
    return code == SQLITE_DONE || store_say(j, code, err);
}

Journal *journal_copy(const Journal *j, const char *path, Err *err)
{
    Journal *copy = NULL;
    bool in_memory = !*sqlite3_db_filename(j->db, "main");
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST)
        err_set(err, "%s is there already: give a new file", path);
    else if (fd < 0)
        err_set(err, "cannot write %s: %s", path, strerror(errno));
    if (fd < 0) return NULL;
    /* query_only would also forbid to write the copy; j->db is opened read-only besides. */
    bool ok = (!j->read_only || store_execute(j, "PRAGMA query_only=OFF", err)) &&
              vacuum_into(j, path, err);
    if (ok && fsync(fd) != 0) ok = err_set(err, "cannot write %s: %s", path, strerror(errno));
    close(fd);
    if (ok) copy = open_as(path, in_memory ? path : j->path, JOURNAL_PLAY, err);
    if (copy) copy->imported = j->imported;
    if (!copy) unlink(path);
    return copy;
}
