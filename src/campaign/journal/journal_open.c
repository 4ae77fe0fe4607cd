/* Opens, makes and copies the SQLite file of a journal.  Each command is one transaction, with a
 * rollback journal and synchronous=EXTRA: it is on disk when journal_end_transaction returns, and
 * between two commands the folder may be copied.
 *
 * A journal may come from a stranger, so it is checked in this order:
 *   1. the file, its header and the files beside it, before SQLite opens any (check_file)
 *   2. the schema, which must be exactly ours; triggers and views are switched off (check_schema)
 *   3. each entry, chain and named value, by its digest, when it is read (journal.c, store.c)
 *   4. for export and import: references between entries, sessions and chains (transfer.c) */
#include "campaign/journal/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign/journal/folder.h"
#include "campaign/rules/spawn.h"

/* --- whether a file may be opened ---
 *
 * Reads the header of an SQLite file by itself.  Offsets: https://www.sqlite.org/fileformat.html,
 * sections 1.3 (the header) and 3 (the rollback journal, with the name of a super-journal at its
 * end). */

enum { HEADER_BYTES = 100 };  /* header of an SQLite file */
enum {                        /* offsets of fields in it */
       WRITE_VERSION_AT = 18, /* a byte: 1 for a rollback journal, 2 for a write-ahead log */
       READ_VERSION_AT = 19,  /* the same */
       USER_VERSION_AT = 60,  /* JOURNAL_VERSION */
       APPLICATION_ID_AT = 68
};
static const char sqlite_magic[] = "SQLite format 3"; /* with its NUL, at the beginning */

static uint32_t read_big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Opens a plain file for reading and fills *st.  Refuses a link, through which SQLite would write
 * to another file, unless it is imported; and a pipe, which would block.  A file to be played may
 * have only one name (hard link); for reading, several do no harm.  Returns -1 with errno; a file
 * that is refused sets *err and leaves errno 0. */
static int open_plain(const char *file, const char *name, JournalMode mode, struct stat *st,
                      Err *err)
{
    int nofollow = mode == JOURNAL_IMPORT ? 0 : O_NOFOLLOW;
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | nofollow);
    const char *wrong = NULL; /* why the file is refused */
    if (fd < 0 && errno == ELOOP)
        wrong = "is a link: remove it, and put the file itself there";
    else if (fd >= 0 && (fstat(fd, st) != 0 || !S_ISREG(st->st_mode)))
        wrong = mode == JOURNAL_IMPORT ? "is not a plain file" : "is not a plain file: remove it";
    else if (fd >= 0 && mode == JOURNAL_PLAY && st->st_nlink > 1)
        wrong = "has a second name (a hard link), and playing would change both: put a copy there";
    if (!wrong) return fd;
    if (fd >= 0) close(fd);
    err_set(err, "%s %s", name, wrong);
    errno = 0;
    return -1;
}

/* SQLite's magic number begins a rollback journal, and ends one that names a super-journal. */
static const unsigned char rollback_magic[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

/* True if a rollback journal ends with the name of a super-journal.  SQLite would delete the file
 * of that name.  Sconce writes no such journal. */
static bool names_super_journal(int fd, off_t size)
{
    unsigned char end[sizeof rollback_magic];
    return size >= (off_t)sizeof end &&
           pread(fd, end, sizeof end, size - (off_t)sizeof end) == (ssize_t)sizeof end &&
           memcmp(end, rollback_magic, sizeof end) == 0;
}

/* True if a rollback journal says that the file had more bytes than it has: SQLite would make it
 * that large, up to terabytes.  No commit of Sconce makes a file smaller. */
static bool enlarges(int fd, const char *file)
{
    enum { PAGES_AT = 16, PAGE_SIZE_AT = 24, ROLLBACK_HEADER_BYTES = 28 };
    unsigned char head[ROLLBACK_HEADER_BYTES];
    struct stat st = {0};
    if (pread(fd, head, sizeof head, 0) != (ssize_t)sizeof head || stat(file, &st) != 0 ||
        memcmp(head, rollback_magic, sizeof rollback_magic) != 0)
        return false; /* SQLite does not play it */
    uint64_t pages = read_big_endian(head + PAGES_AT);
    return pages * read_big_endian(head + PAGE_SIZE_AT) > (uint64_t)st.st_size;
}

/* The name that SQLite gives to the rollback journal of FILE: FILE-journal. */
static const char rollback_tail[] = "-journal";

/* Checks the file named FILE+tail, if there is one.  FILE-journal is allowed when it is a plain
 * rollback journal; FILE-wal and FILE-shm are refused, since Sconce uses no write-ahead log. */
static bool check_companion(const char *file, const char *tail, JournalMode mode, Err *err)
{
    ScopedText path = {0};
    struct stat st;
    bool is_rollback = strcmp(tail, rollback_tail) == 0;
    text_addf(&path, "%s%s", file, tail);
    int fd = path.failed ? -1 : open_plain(path.s, path.s, mode, &st, err);
    bool ok = fd >= 0 || errno != 0; /* missing; or SQLite will say why it cannot be read */
    if (fd >= 0 && (!is_rollback || names_super_journal(fd, st.st_size)))
        ok = err_set(err, "%s does not belong to Sconce%s: remove it", path.s,
                     is_rollback ? ", for it names another file to delete" : "");
    else if (fd >= 0 && enlarges(fd, file))
        ok = err_set(err,
                     "%s is not of this journal, or the end of the journal is missing: remove it, "
                     "or go back to a copy of both",
                     path.s);
    if (fd >= 0) close(fd);
    return ok;
}

/* Refuses a file of this size that is not an exported campaign.  n: bytes of its header. */
static bool check_imported(const char *name, off_t size, const unsigned char *head, ssize_t n,
                           Err *err)
{
    static const char json_lines[] = "{\"sconce\":\"campaign\"";
    size_t json_n = sizeof json_lines - 1;
    if (size >> 20 >= JOURNAL_FILE_MB_MAX)
        return err_set(err, "%s is too large: %d MB at most", name, JOURNAL_FILE_MB_MAX);
    if (n >= (ssize_t)json_n && memcmp(head, json_lines, json_n) == 0)
        return err_set(err,
                       "%s was exported by an older Sconce, as JSON Lines, which is no longer "
                       "read: export the campaign again",
                       name);
    if (n > 2 && head[0] == 0x1f && head[1] == 0x8b) /* gzip */
        return err_set(err, "%s is compressed: unpack it first, as with gunzip", name);
    return (n == HEADER_BYTES && memcmp(head, sqlite_magic, sizeof sqlite_magic) == 0) ||
           err_set(err, "%s is not an exported campaign: nothing was imported", name);
}

/* Refuses a file that is no journal, or a journal of a newer major version. */
static bool check_header(const char *name, const unsigned char *head, Err *err)
{
    if (memcmp(head, sqlite_magic, sizeof sqlite_magic) != 0)
        return err_set(err, "%s is not a journal", name);
    if (read_big_endian(head + APPLICATION_ID_AT) != APPLICATION_ID)
        return err_set(err, "%s is not a Sconce journal", name);
    uint32_t version = read_big_endian(head + USER_VERSION_AT); /* 1000 times major, plus minor */
    if (version / 1000 > JOURNAL_MAJOR) {
        err_set(err,
                "%s was written by a newer Sconce (format %u.%u; this one knows %d): it was left "
                "as it is",
                name, version / 1000, version % 1000, JOURNAL_MAJOR);
        if (err) err->kind = ERR_NEWER;
        return false;
    }
    bool rollback = head[WRITE_VERSION_AT] == 1 && head[READ_VERSION_AT] == 1;
    return rollback || err_set(err, "%s is not a Sconce journal: it keeps a log beside it", name);
}

/* Checks the file of a journal, and the files that SQLite looks for beside it, before SQLite opens
 * any of them: they may come from a stranger.  Refuses a file, called `name` in *err, that is not a
 * Sconce journal or has a newer format.  Sets *there to whether the file has any bytes; a missing
 * or empty one is left for the caller to judge. */
static bool check_file(const char *file, const char *name, JournalMode mode, bool *there, Err *err)
{
    unsigned char head[HEADER_BYTES];
    struct stat st = {0};
    int fd = open_plain(file, name, mode, &st, err);
    *there = false;
    if (fd < 0 && errno == 0) return false;
    if (mode == JOURNAL_IMPORT && fd < 0)
        return err_set(err, "cannot read %s: %s", name, strerror(errno));
    ssize_t n = fd < 0 ? 0 : pread(fd, head, sizeof head, 0);
    if (fd >= 0) close(fd);
    *there = n != 0;
    if (mode == JOURNAL_IMPORT) {
        if (!check_imported(name, st.st_size, head, n, err)) return false;
        /* The user chose this file, so it may be a link.  Nobody chose the files beside it. */
        mode = JOURNAL_READ;
    }
    if (!*there) /* SQLite makes the file, or says why it cannot be opened */
        return check_companion(file, rollback_tail, mode, err);
    if (n != (ssize_t)sizeof head) return err_set(err, "%s is not a journal", name);
    return check_header(name, head, err) && check_companion(file, rollback_tail, mode, err) &&
           check_companion(file, "-wal", mode, err) && check_companion(file, "-shm", mode, err);
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

/* Tables that SQLite itself makes, the last two for ANALYZE. */
static const char sqlite_schema[] = "CREATE TABLE sqlite_sequence(name,seq);"
                                    "CREATE TABLE sqlite_stat1(tbl,idx,stat);"
                                    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample);";

/* True if `statement` is one of `statements`, each of which ends in a semicolon. */
static bool is_listed(const char *statements, const char *statement)
{
    const char *at = strstr(statements, statement);
    return at && at[strlen(statement)] == ';';
}

/* Refuses tables, triggers, views and indexes that are not ours, since they could act while ours
 * are read and written: an index may compute something that takes hours.  A newer minor format may
 * have added tables, which are never touched; but not in a file to import, where a stranger could
 * claim to have a newer format. */
static bool check_schema(const Journal *j, Err *err)
{
    static const char table[] = "CREATE TABLE ";
    int ours = 0, foreign = 0, found = 0;
    sqlite3_stmt *s = store_query(j,
                                  "SELECT sql, (SELECT user_version FROM pragma_user_version) "
                                  "FROM sqlite_schema WHERE sql IS NOT NULL",
                                  NULL, err);
    while ((found = store_step(j, s, err)) > 0) {
        const char *statement = (const char *)sqlite3_column_text(s, 0);
        /* Only the minor version can be newer: check_file refused a newer major one. */
        bool newer = sqlite3_column_int(s, 1) > JOURNAL_VERSION && !j->imported;
        if (statement && is_listed(schema, statement))
            ours++;
        else if (!statement || (!is_listed(sqlite_schema, statement) &&
                                !(newer && strncmp(statement, table, sizeof table - 1) == 0)))
            foreign++;
    }
    if (found < 0) return false;
    return (ours == SCHEMA_OBJECTS && foreign == 0) ||
           store_damaged(j, "its tables have been changed", 0, err);
}

/* Makes the tables of a new journal, and marks the file as one of Sconce. */
static bool make_schema(Journal *j, Err *err)
{
    char marks[200];
    snprintf(marks, sizeof marks, "PRAGMA application_id=%d; PRAGMA user_version=%d",
             APPLICATION_ID, JOURNAL_VERSION);
    if (!journal_begin_transaction(j, err)) return false;
    bool ok = store_execute(j, marks, err) && store_execute(j, schema, err) &&
              store_set_head(j, 0, err); /* no entry yet */
    return journal_end_transaction(j, ok, err);
}

/* --- the database -------------------------------------------------------------------------- */

/* A line waits so long for another program's lock, as of a backup, before it is refused. */
enum { BUSY_MS = 2000 };
enum { ROW_MAX = 16 << 20 }; /* bytes; far more than any command stores */

/* Sets what SQLite may do with the file.  The four calls of sqlite3_db_config keep the schema of a
 * stranger's file from running anything.
 *
 * synchronous=EXTRA makes a commit wait for the disk, and for the folder, too: with FULL, a
 * rollback journal that was deleted could be back after a power failure, and undo a line that was
 * told as done.  When the power fails during a commit, SQLite rolls it back as the file is next
 * opened.  cell_size_check finds damaged pages sooner; temp_store keeps sorting off the disk. */
static bool configure(const Journal *j, Err *err)
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

/* Returns the path for SQLite, to which ":memory:" and "" mean no file.  The caller frees it. */
static char *sqlite_path(const char *file)
{
    Text t = {0};
    text_addf(&t, "%s%s", *file == '/' ? "" : "./", file);
    return text_take(&t);
}

/* Opens the file in SQLite; NULL: in memory.  No mutex: one thread at a time uses a Sconce. */
static bool open_database(Journal *j, const char *file, Err *err)
{
    int flags = j->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    ScopedString *path = file ? sqlite_path(file) : strdup(":memory:");
    int code =
        path ? sqlite3_open_v2(path, &j->db, flags | SQLITE_OPEN_NOMUTEX, NULL) : SQLITE_NOMEM;
    if (code != SQLITE_OK) return store_error(j, code, err);
    if (!j->read_only && sqlite3_db_readonly(j->db, "main") == 1)
        return err_set(
            err, "%s cannot be written, so nothing played there would be kept; open it read-only",
            j->path);
    return configure(j, err);
}

/* --- reading a copy -------------------------------------------------------------------------
 *
 * A program that died during a commit leaves a rollback journal.  To read the file, SQLite must
 * play that back, which writes.  For reading only, a copy is opened instead. */

/* Copies what is left to read of one file into another.  False with errno. */
static bool copy_contents(int from, int to)
{
    ssize_t n;
    do n = sendfile(to, from, NULL, 1 << 30);
    while (n > 0 || (n < 0 && errno == EINTR));
    return n == 0;
}

/* Copies a file; a missing one is no error and is not made.  Returns false with errno, also when
 * the file is too large: a stranger's sparse file could fill the disk. */
static bool copy_file(const char *from, const char *to)
{
    struct stat st;
    int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (in < 0) return errno == ENOENT;
    if (fstat(in, &st) != 0 || st.st_size >> 20 >= JOURNAL_FILE_MB_MAX) {
        close(in);
        errno = EFBIG;
        return false;
    }
    int out = move_fd_up(open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    bool ok = out >= 0 && copy_contents(in, out);
    int why = errno;
    close(in);
    if (out >= 0) close(out);
    errno = why;
    return ok;
}

/* Removes what copy_to_temporary made (an open file stays readable), and frees the path. */
static void remove_copy(char *copy)
{
    ScopedText beside = {0};
    if (!copy) return;
    text_addf(&beside, "%s%s", copy, rollback_tail);
    unlink(copy);
    if (!beside.failed) unlink(beside.s);
    char *slash = strrchr(copy, '/');
    if (slash) *slash = '\0';
    rmdir(copy);
    free(copy);
}

/* Copies FILE and its rollback journal (which may be missing) into a new folder under $TMPDIR that
 * only the user can read.  Returns the path of the copy of FILE, for remove_copy.  Returns NULL and
 * sets *err on failure; then no copy is left. */
static char *copy_to_temporary(const char *file, Err *err)
{
    const char *folder = getenv("TMPDIR");
    Text copy = {0};
    ScopedText from = {0}, to = {0};
    text_addf(&copy, "%s/sconce-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!copy.failed && mkdtemp(copy.s)) {
        text_add(&copy, "/copy");
        text_addf(&from, "%s%s", file, rollback_tail);
        text_addf(&to, "%s%s", text_str(&copy), rollback_tail);
        bool complete = !copy.failed && !from.failed && !to.failed;
        if (complete && copy_file(file, copy.s) && copy_file(from.s, to.s)) return text_take(&copy);
    }
    err_set(err, "%s cannot be copied to be read: %s", file, strerror(errno));
    remove_copy(text_take(&copy));
    return NULL;
}

/* True if SQLite must write before it can read, as to play a rollback journal back. */
static bool needs_playback(const Journal *j)
{
    int code = sqlite3_exec(j->db, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL) & 0xff;
    return code == SQLITE_READONLY || code == SQLITE_CANTOPEN;
}

/* Opens a copy of the file in place of the file.  SQLite plays the rollback journal back at the
 * first transaction, which the copy allows; afterwards it is read only. */
static bool open_copy(Journal *j, const char *file, Err *err)
{
    char *copy = copy_to_temporary(file, err);
    if (!copy) return false;
    sqlite3_close_v2(j->db);
    j->db = NULL;
    j->read_only = false;
    bool ok = open_database(j, copy, err) && store_execute(j, "BEGIN IMMEDIATE; COMMIT", err);
    j->read_only = true;
    ok = ok && store_execute(j, "PRAGMA query_only=ON", err);
    remove_copy(copy); /* the open file stays until it is closed */
    return ok;
}

/* --- opening and closing ------------------------------------------------------------------- */

/* Sets *err (ERR_UNPLAYED) for a missing or empty file.  A power failure while a journal is made
 * leaves an empty one; but an empty one may also be a journal that the disk lost. */
static void set_unplayed_error(const char *file, const char *name, Err *err)
{
    if (access(file, F_OK) == 0)
        err_set(
            err,
            "%s is empty: nothing was played yet; if it was, all of it is lost here, so go back "
            "to a copy of the folder",
            name);
    else
        err_set(err, "nothing was played here yet: there is no %s", name);
    if (err) err->kind = ERR_UNPLAYED;
}

Journal *journal_open_file(const char *file, const char *name, JournalMode mode, Err *err)
{
    bool there = false;
    Journal *j = calloc(1, sizeof *j);
    if (!j || !(j->path = strdup(name))) {
        free(j);
        err_set(err, "out of memory");
        return NULL;
    }
    j->read_only = mode != JOURNAL_PLAY;
    j->imported = mode == JOURNAL_IMPORT;
    bool ok = !file || check_file(file, name, mode, &there, err);
    if (ok && j->read_only && !there) {
        set_unplayed_error(file, name, err);
        ok = false;
    }
    ok = ok && open_database(j, file, err);
    if (ok && there)
        ok = (!j->read_only || !needs_playback(j) || open_copy(j, file, err)) &&
             check_schema(j, err);
    else
        ok = ok && make_schema(j, err);
    if (ok) return j;
    journal_close(j);
    return NULL;
}

Journal *journal_open(const char *folder, JournalMode mode, Err *err)
{
    if (!folder) return journal_open_file(NULL, "the journal", mode, err);
    ScopedString *path = path_join(folder, "journal.db");
    Journal *j = path ? journal_open_file(path, path, mode, err) : NULL;
    if (!path) err_set(err, "out of memory");
    return j;
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

/* Writes a compacted copy to an empty file, which errors call `name`.  The copy is of a single
 * moment, even while the table is played, since VACUUM INTO reads in one transaction. */
static bool vacuum_into(const Journal *j, const char *file, const char *name, Err *err)
{
    ScopedString *path = sqlite_path(file);
    sqlite3_stmt *s =
        path ? store_query(j, "VACUUM INTO ?1", (Param[]){param_string(path)}, err) : NULL;
    int code = s ? sqlite3_step(s) : SQLITE_NOMEM;
    sqlite3_reset(s);
    if ((code & 0xff) == SQLITE_IOERR)
        return err_set(err, "the disk failed while %s was copied to %s", j->path, name);
    return code == SQLITE_DONE || store_error(j, code, err);
}

Journal *journal_copy(const Journal *j, const char *path, const char *name, Err *err)
{
    Journal *copy = NULL;
    bool in_memory = !*sqlite3_db_filename(j->db, "main");
    /* The file is made here, and not by SQLite, so that one which exists is never written to. */
    int fd = move_fd_up(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd < 0 && errno == EEXIST)
        err_set(err, "%s exists already: name a new file", name);
    else if (fd < 0)
        set_write_error(name, err);
    if (fd < 0) return NULL;
    /* query_only would also forbid writing the copy; the original is opened read-only anyway. */
    bool ok = (!j->read_only || store_execute(j, "PRAGMA query_only=OFF", err)) &&
              vacuum_into(j, path, name, err);
    if (ok && fsync(fd) != 0) ok = set_write_error(name, err);
    close(fd);
    if (ok) copy = journal_open_file(path, in_memory ? name : j->path, JOURNAL_PLAY, err);
    if (copy) copy->imported = j->imported;
    if (!copy) unlink(path);
    return copy;
}
