/* Statements, errors and transactions of the SQLite file, named values, and the texts of rule
 * chains, each stored once under its hash. */
#include <string.h>

#include "campaign/journal/store.h"

/* Bytes of SHA-256 that are kept beside a named value.  They show damage; they do not show who
 * wrote the value, since a forger can compute them, too. */
enum { VALUE_DIGEST_BYTES = 8 };

/* --- errors ------------------------------------------------------------------------------ */

bool store_damaged(const Journal *j, const char *part, int64_t seq, Err *err)
{
    const char *cure =
        j->imported
            ? "nothing was imported"
            : "go back to a copy, or save what can be read: sconce export --salvage DIR FILE";
    ScopedText name = {0}; /* a part may have the name that a stranger gave it */
    if (seq > 0)
        text_addf(&name, " (entry %lld)", (long long)seq);
    else if (*part)
        text_addf(&name, " (%s)", part);
    text_make_printable(&name, 0, false);
    return err_set(err, "%s is damaged%s: %s", j->path, text_str(&name), cure);
}

bool store_error(const Journal *j, int code, Err *err)
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
    case SQLITE_TOOBIG: /* a row above ROW_MAX of journal_open.c */
        return store_damaged(j, "", 0, err);
    case SQLITE_NOTADB: return err_set(err, "%s is not a journal", path);
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

/* Returns a prepared statement of this text that nobody is reading; prepares one if there is none.
 * SQLite keeps the list of them. */
static sqlite3_stmt *find_statement(const Journal *j, const char *sql, Err *err)
{
    sqlite3_stmt *s = NULL;
    while ((s = sqlite3_next_stmt(j->db, s)))
        if (!sqlite3_stmt_busy(s) && strcmp(sqlite3_sql(s), sql) == 0) return s;
    int code = sqlite3_prepare_v3(j->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL);
    if (code == SQLITE_OK) return s;
    store_error(j, code, err);
    return NULL;
}

sqlite3_stmt *store_query(const Journal *j, const char *sql, const Param *params, Err *err)
{
    sqlite3_stmt *s = find_statement(j, sql, err);
    int n = s ? sqlite3_bind_parameter_count(s) : 0;
    for (int i = 0; i < n; i++) {
        const Param *p = &params[i];
        sqlite3_uint64 bytes = (sqlite3_uint64)p->n;
        const char *at = p->n > 0 ? p->bytes : "";
        switch (p->kind) {
        case SQLITE_INTEGER: sqlite3_bind_int64(s, i + 1, p->n); break;
        case SQLITE_TEXT:
            sqlite3_bind_text64(s, i + 1, at, bytes, SQLITE_STATIC, SQLITE_UTF8);
            break;
        default: sqlite3_bind_blob64(s, i + 1, at, bytes, SQLITE_STATIC);
        }
    }
    return s;
}

int store_step(const Journal *j, sqlite3_stmt *s, Err *err)
{
    int code = s ? sqlite3_step(s) : SQLITE_ERROR;
    if (code == SQLITE_ROW) return 1;
    if (s && code != SQLITE_DONE) store_error(j, code, err);
    sqlite3_reset(s);
    return code == SQLITE_DONE ? 0 : -1;
}

bool store_run(const Journal *j, const char *sql, const Param *params, Err *err)
{
    return store_step(j, store_query(j, sql, params, err), err) == 0;
}

int64_t store_number(const Journal *j, const char *sql, const Param *params, Err *err)
{
    sqlite3_stmt *s = store_query(j, sql, params, err);
    int found = store_step(j, s, err);
    int64_t n = found > 0 ? sqlite3_column_int64(s, 0) : found;
    sqlite3_reset(s);
    if (found <= 0 || (n >= 0 && n < INT64_MAX)) return n;
    store_damaged(j, "", 0, err);
    return -1;
}

bool store_execute(const Journal *j, const char *text, Err *err)
{
    int code = sqlite3_exec(j->db, text, NULL, NULL, NULL);
    return code == SQLITE_OK || store_error(j, code, err);
}

void store_column(sqlite3_stmt *s, int at, Text *out)
{
    const void *bytes = sqlite3_column_blob(s, at);
    int n = sqlite3_column_bytes(s, at);
    text_addn(out, n > 0 ? bytes : "", n > 0 ? (size_t)n : 0);
}

bool store_first_column(const Journal *j, const char *sql, Text *out, Err *err)
{
    int found;
    sqlite3_stmt *s = store_query(j, sql, NULL, err);
    while ((found = store_step(j, s, err)) > 0) {
        store_column(s, 0, out);
        text_addc(out, '\0');
    }
    return found == 0 && (!out->failed || err_set(err, "out of memory"));
}

/* --- named values -------------------------------------------------------------------------- */

/* The digest of a named value and its key: a value cannot be moved to another key. */
static void named_value_digest(const char *key, const void *value, size_t n,
                               unsigned char out[HASH_BYTES])
{
    Hash h = hash_start();
    hash_field(&h, key, strlen(key));
    hash_field(&h, value, n);
    hash_end(&h, out);
}

bool journal_set_text(Journal *j, const char *key, const char *value, size_t n, Err *err)
{
    unsigned char digest[HASH_BYTES];
    named_value_digest(key, value, n, digest);
    return store_run(
        j,
        "INSERT INTO meta(key, value, digest) VALUES(?1,?2,?3) "
        "ON CONFLICT(key) DO UPDATE SET value = ?2, digest = ?3",
        (Param[]){param_string(key), param_text(value, n), param_blob(digest, VALUE_DIGEST_BYTES)},
        err);
}

bool journal_set(Journal *j, const char *key, const char *value, Err *err)
{
    return journal_set_text(j, key, value, strlen(value), err);
}

bool journal_unset(Journal *j, const char *key, Err *err)
{
    return store_run(j, "DELETE FROM meta WHERE key = ?1", (Param[]){param_string(key)}, err);
}

bool journal_get(Journal *j, const char *key, Text *out, Err *err)
{
    unsigned char digest[HASH_BYTES];
    text_clear(out);
    sqlite3_stmt *s = store_query(j, "SELECT value, digest FROM meta WHERE key = ?1",
                                  (Param[]){param_string(key)}, err);
    int found = store_step(j, s, err);
    if (found <= 0) return found == 0;
    store_column(s, 0, out);
    named_value_digest(key, text_str(out), out->n, digest);
    bool same = sqlite3_column_bytes(s, 1) == VALUE_DIGEST_BYTES &&
                memcmp(sqlite3_column_blob(s, 1), digest, VALUE_DIGEST_BYTES) == 0;
    bool sound = same && text_is_utf8(text_str(out), out->n); /* a stranger's digest may be right */
    sqlite3_reset(s);
    return !out->failed && (sound || store_damaged(j, key, 0, err));
}

/* Reads all keys before the first visit, so that visitors may change values. */
bool journal_visit_values(Journal *j, bool (*visit)(const char *key, const Text *value, void *data),
                          void *data, Err *err)
{
    ScopedText keys = {0}, value = {0};
    bool ok = store_first_column(j, "SELECT key FROM meta ORDER BY key", &keys, err);
    for (size_t i = 0; ok && i < keys.n; i += strlen(keys.s + i) + 1)
        ok = journal_get(j, keys.s + i, &value, err) && visit(keys.s + i, &value, data);
    return ok;
}

/* --- transactions ------------------------------------------------------------------------ */

bool journal_read_only_error(const char *what, Err *err)
{
    err_set(err, "%s is open for reading only: this would change it", what);
    if (err) err->kind = ERR_READ_ONLY;
    return false;
}

/* Checks that no other program has written since this one opened the file: the head in memory might
 * be another.  (The lock of the folder keeps only other Sconces out.)  After a failure of its own
 * this program does not know the version, since SQLite counts what it reads again as a change. */
static bool check_version(Journal *j, Err *err)
{
    const char *sql = "SELECT data_version + 4294967296 FROM pragma_data_version"; /* may be < 0 */
    int64_t version = store_number(j, sql, NULL, err);
    if (version < 0) return false;
    if (j->version == 0) j->version = version;
    j->changed = j->changed || version != j->version;
    return !j->changed || err_set(err,
                                  "%s was changed by another program: nothing was saved; end this "
                                  "one and open the table again",
                                  j->path);
}

bool journal_begin_transaction(Journal *j, Err *err)
{
    if (j->read_only) return journal_read_only_error(j->path, err);
    if (!store_execute(j, "BEGIN IMMEDIATE", err)) {
        j->version = 0;
        return false;
    }
    return check_version(j, err) || journal_end_transaction(j, false, err);
}

bool journal_has_moved(const Journal *j)
{
    int moved = 0;
    return sqlite3_file_control(j->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
           moved;
}

bool journal_end_transaction(Journal *j, bool ok, Err *err)
{
    if (ok && store_execute(j, "COMMIT", err)) return true;
    if (!sqlite3_get_autocommit(j->db)) sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
    j->version = 0;
    return false;
}

bool journal_set_now(Journal *j, const char *key, const char *value, Err *err)
{
    return journal_begin_transaction(j, err) &&
           journal_end_transaction(j, journal_set(j, key, value, err), err);
}

/* --- the archive ---------------------------------------------------------------------------- */

int64_t archive_find(const Journal *j, const char *hash, Err *err)
{
    return store_number(j, "SELECT 1 FROM chains WHERE hash = ?1", (Param[]){param_string(hash)},
                        err);
}

bool archive_add(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err)
{
    int64_t found = archive_find(j, hash, err);
    if (found != 0) return found > 0;
    bool ok = store_run(
        j, "INSERT INTO chains(hash, host, heads) VALUES(?1,?2,?3)",
        (Param[]){param_string(hash), param_string(host), param_int((int64_t)chain->heads)}, err);
    for (size_t i = 0; ok && i < chain->n; i++)
        ok = store_run(j, "INSERT INTO chain_files(hash, n, name, text) VALUES(?1,?2,?3,?4)",
                       (Param[]){param_string(hash), param_int((int64_t)i),
                                 param_string(chain->file[i].name),
                                 param_text(chain->file[i].text, chain->file[i].n)},
                       err);
    return ok;
}

/* True if the row is file n of the chain with this hash.  In a damaged file a search may also find
 * rows of other chains, or in a wrong order: SQLite trusts that rows are sorted. */
static bool is_row_of(sqlite3_stmt *s, const char *hash, size_t n)
{
    const char *own = (const char *)sqlite3_column_text(s, 2);
    return own && strcmp(own, hash) == 0 && sqlite3_column_int64(s, 3) == (int64_t)n;
}

/* Adds the stored files to the chain *c, the first `heads` of them as its heads, and seals it. */
static bool read_chain_files(Journal *j, const char *hash, Chain *c, int64_t heads, Err *err)
{
    sqlite3_stmt *s =
        store_query(j, "SELECT name, text, hash, n FROM chain_files WHERE hash = ?1 ORDER BY n",
                    (Param[]){param_string(hash)}, err);
    int found;
    bool ok = true;
    while (ok && (found = store_step(j, s, err)) != 0) {
        const char *name = found > 0 ? (const char *)sqlite3_column_text(s, 0) : NULL;
        const char *text = name ? (const char *)sqlite3_column_text(s, 1) : NULL;
        ChainPlace place = (int64_t)c->n < heads ? CHAIN_HEAD : CHAIN_BELOW;
        ok = text && is_row_of(s, hash, c->n) && text_is_utf8(name, strlen(name)) &&
             chain_add_text(c, place, name, text, (size_t)sqlite3_column_bytes(s, 1), err);
        /* No column is NULL in the file: SQLite had no memory for the text. */
        if (found > 0 && !text) err_set(err, "out of memory");
    }
    sqlite3_reset(s);
    c->sealed = true;
    return ok;
}

/* Reads the host's version and the files of a chain, which together must have this hash. */
static bool read_chain(Journal *j, const char *hash, Chain *c, Text *host, Err *err)
{
    char computed[HASH_HEX] = ""; /* equals no hash, if the chain is missing or unreadable */
    sqlite3_stmt *s = store_query(j, "SELECT host, heads FROM chains WHERE hash = ?1",
                                  (Param[]){param_string(hash)}, err);
    int found = store_step(j, s, err);
    if (found < 0) return false;
    int64_t heads = found ? sqlite3_column_int64(s, 1) : 0;
    if (found) store_column(s, 0, host);
    sqlite3_reset(s);
    if (found && read_chain_files(j, hash, c, heads, err) && c->heads > 0)
        chain_hash(c, text_str(host), computed);
    return strcmp(computed, hash) == 0 || store_damaged(j, "rules", 0, err);
}

Chain *journal_chain(Journal *j, const char *hash, Text *host, Err *err)
{
    ScopedText own = {0};
    Chain *c = chain_new(NULL);
    bool ok = c ? read_chain(j, hash, c, host ? host : &own, err) : err_set(err, "out of memory");
    if (ok) return c;
    chain_free(c);
    return NULL;
}

bool archive_check(Journal *j, Err *err)
{
    ScopedText hashes = {0};
    bool ok = store_first_column(j, "SELECT hash FROM chains ORDER BY hash", &hashes, err);
    for (size_t i = 0; ok && i < hashes.n; i += strlen(hashes.s + i) + 1) {
        ScopedChain *chain = journal_chain(j, hashes.s + i, NULL, err);
        ok = chain != NULL;
    }
    return ok;
}
