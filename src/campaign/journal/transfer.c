/* sconce_export, sconce_salvage and sconce_import: a campaign travels as one file, a copy of its
 * journal with all branches, undone lines too.
 *
 * The journal holds the text of every rule that was played.  The rule files in the folder may
 * have changed since.  They are added to the copy as named values, "file house.lua", and become
 * files again in the new folder.  Another named value, "exported", is a digest of everything that
 * no other digest covers.  An ordinary journal has none of these values.  Nothing else of the
 * folder travels: what was typed (.history) and the keys of its pages are of this machine.
 * A ruleset of the program's is no file of the folder: the receiver's own one is played from then
 * on, and its differences are told (rules_warn_of_changes).  Older entries are replayed by the
 * texts in the journal.
 *
 * A file to import may be a stranger's.  It is opened read-only with the checks of journal_open.c,
 * its pages are checked, and it is copied row by row; then every entry of the copy is checked
 * before rule files are written.  No rules are run.  If a check fails, the new folder is removed.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/journal/folder.h"
#include "campaign/journal/journal.h"
#include "campaign/journal/store.h"
#include "campaign/rules/public_error.h"
#include "core/json_writer.h"

enum { RULE_FILES_MAX = 200 }; /* a campaign has a handful; a chain has at most 64 */
/* Named values that only an exported copy has: rule files, "file NAME", and the digest. */
static const char file_prefix[] = "file ", digest_key[] = "exported";

/* True if a rule file may be written under this name: it ends in .lua and cannot name another
 * folder, a hidden file or an option.  Any limit on its length would do. */
static bool is_plain_name(const char *name)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t n = strlen(name);
    return lua_stem_length(name) > 0 && n < 100 && name[0] != '.' && name[0] != '-' &&
           strspn(name, allowed) == n;
}

/* --- checking a whole journal -------------------------------------------------------------- */

/* A check of a whole journal, for export and import. */
typedef struct {
    Journal *journal;
    int64_t entries, sessions; /* how many entries it has, and sessions counted so far */
    SconceProgress *progress;  /* may be NULL */
    void *data;                /* for progress */
    Hash hash;                 /* over named values, sessions, and the redo target of each entry */
    bool ok;                   /* all entries visited so far are valid */
    Err *err;
} Check;

/* A JournalVisit: checks what the entry refers to.  Its bytes were checked by journal_visit_all. */
static bool check_entry(Entry *e, void *data)
{
    Check *c = data;
    int64_t next = journal_redo_target(c->journal, e->seq, c->err);
    int64_t chains = next < 0 ? -1 : archive_find(c->journal, text_str(&e->chain), c->err);
    hash_int(&c->hash, next);
    /* The session exists, and the redo target (0: none) comes later. */
    bool sound =
        chains > 0 && e->session >= 1 && e->session <= c->sessions && (next == 0 || next > e->seq);
    c->ok = chains >= 0 && (sound || store_damaged(c->journal, "", e->seq, c->err));
    if (c->ok && c->progress && !c->progress(e->seq, c->entries, c->data))
        c->ok = err_set(c->err, c->journal->imported ? "stopped: nothing was imported" : "stopped");
    return c->ok;
}

/* Returns the name of the rule file under a key; NULL: it holds another value. */
static const char *rule_file_name(const char *key)
{
    size_t n = strlen(file_prefix);
    return strncmp(key, file_prefix, n) == 0 ? key + n : NULL;
}

/* A visitor of named values: hashes one; checks that it is text, and the name of a rule file. */
static bool check_named_value(const char *key, const Text *value, void *data)
{
    Check *c = data;
    const char *name = rule_file_name(key);
    /* The digest is not part of what it is the digest of. */
    if (strcmp(key, digest_key) == 0) return true;
    if (name && !is_plain_name(name))
        return err_set(c->err, "a rule file cannot have that name: nothing was imported");
    hash_field(&c->hash, key, strlen(key));
    hash_field(&c->hash, text_str(value), value->n);
    return (text_is_utf8(key, strlen(key)) && text_is_utf8(text_str(value), value->n)) ||
           store_damaged(c->journal, "a named value", 0, c->err);
}

/* Counts and hashes the sessions, whose numbers must go from 1 without a gap. */
static bool check_sessions(Check *c)
{
    for (;;) {
        Session session;
        bool ok = journal_get_session(c->journal, c->sessions + 1, &session, c->err);
        hash_int(&c->hash, session.date);
        hash_field(&c->hash, text_str(&session.title), session.title.n);
        text_free(&session.title);
        if (!ok) return false;
        if (session.n == 0) break; /* behind the last one: hashed as an empty session */
        c->sessions++;
    }
    int64_t made = store_count(c->journal, "sessions", c->err);
    return made == c->sessions || (made >= 0 && store_damaged(c->journal, "", 0, c->err));
}

/* Checks that everything can be read and all references are valid.  It does not replay entries;
 * verify.c does.  Sets hex to the digest of everything that no other digest covers. */
static bool check_journal(Journal *j, SconceProgress *progress, void *data, char hex[HASH_HEX],
                          Err *err)
{
    unsigned char digest[HASH_BYTES];
    Check c = {.journal = j, .progress = progress, .data = data, .ok = true, .err = err};
    int64_t head = journal_head(j, err);
    c.hash = hash_start();
    c.entries = journal_count(j, err);
    if (head < 0 || c.entries < 0) return false;
    /* The head is 0 only before the first entry. */
    if (head > c.entries || (head == 0) != (c.entries == 0))
        return store_damaged(j, "head", 0, err);
    bool ok = journal_visit_values(j, check_named_value, &c, err) && archive_check(j, err) &&
              check_sessions(&c) && journal_visit_all(j, check_entry, &c, err) && c.ok;
    hash_end(&c.hash, digest);
    hash_hex(digest, hex);
    return ok;
}

/* --- export -------------------------------------------------------------------------------- */

/* An export in progress. */
typedef struct {
    const char *dir, *file;
    Journal *journal;
    bool salvaged; /* leave out rule files that cannot be read */
    SconceProgress *progress;
    void *data;
    Err *err;
} Export;

/* Adds a rule file of the folder to the copy, as a named value. */
static bool add_file(const Export *x, Journal *copy, const char *name)
{
    ScopedText text = {0}, key = {0};
    ScopedString *path = path_join(x->dir, name);
    text_addf(&key, "%s%s", file_prefix, name);
    bool ok = path && !key.failed ? read_utf8_file(path, &text, x->err)
                                  : err_set(x->err, "out of memory");
    if (!ok && x->salvaged) { /* a file that cannot be read is left out */
        *x->err = (Err){0};
        return true;
    }
    return ok && journal_set_text(copy, text_str(&key), text_str(&text), text.n, x->err);
}

/* A filter for scandir. */
static int is_rule_file(const struct dirent *e)
{
    return is_plain_name(e->d_name);
}

/* Adds the rule files of the folder, as they are now.  They may be newer than what was played: the
 * journal has the texts that each entry was played with. */
static bool add_files(const Export *x, Journal *copy)
{
    struct dirent **list = NULL;
    int n = scandir(x->dir, &list, is_rule_file, alphasort);
    bool ok = n >= 0 || err_set(x->err, "cannot read %s: %s", x->dir, strerror(errno));
    if (n > RULE_FILES_MAX)
        ok = err_set(x->err, "%s has more than %d rule files", x->dir, RULE_FILES_MAX);
    for (int i = 0; i < n; i++) {
        ok = ok && add_file(x, copy, list[i]->d_name);
        free(list[i]);
    }
    free(list);
    return ok;
}

/* Writes the copy of the journal, adds the rule files to it, and checks all of it. */
static bool write_export(const Export *x, const char *beside)
{
    char digest[HASH_HEX];
    Journal *copy = journal_copy(x->journal, beside, x->file, x->err);
    if (!copy) return false;
    bool ok = journal_begin_transaction(copy, x->err);
    if (ok) {
        ok = add_files(x, copy) && check_journal(copy, x->progress, x->data, digest, x->err) &&
             journal_set(copy, digest_key, digest, x->err);
        ok = journal_end_transaction(copy, ok, x->err);
    }
    journal_close(copy);
    return ok;
}

/* Writes the file, which gets its name when it is complete.  On failure no file is left. */
static bool export_file(const Export *x)
{
    ScopedText rollback = {0};
    if (strcmp(x->file, "-") == 0)
        return err_set(x->err, "a campaign is written to a file: give its name instead of '-'");
    if (!is_name_free(x->file, x->err)) return false;
    ScopedString *beside = name_beside(x->file);
    if (!beside) return err_set(x->err, "out of memory");
    if (write_export(x, beside) && take_name(beside, x->file, x->err)) return true;
    unlink(beside);
    text_addf(&rollback, "%s-journal", beside); /* left by SQLite where a write failed */
    if (!rollback.failed) unlink(rollback.s);
    return false;
}

/* Opens the campaign's journal, or an empty one in memory if it was never played.  With salvaged
 * NULL a damaged journal is refused; otherwise it is salvaged, and *salvaged filled. */
static Journal *open_campaign(const char *dir, Salvaged *salvaged, Err *err)
{
    bool played = has_file(dir, "journal.db");
    if (!played && !has_file(dir, "house.lua")) {
        if (check_may_look(dir, err)) err_set(err, "%s is not a campaign", dir);
        return NULL;
    }
    if (played && salvaged) return journal_salvage(dir, salvaged, err);
    return journal_open(played ? dir : NULL, played ? JOURNAL_READ : JOURNAL_PLAY, err);
}

/* Opens the journal (see open_campaign), writes the file, and closes the journal. */
static bool export_campaign(Export *x, Salvaged *salvaged, SconceError *error)
{
    Err err = {0};
    if (error) *error = (SconceError){0};
    x->err = &err;
    x->salvaged = salvaged != NULL;
    bool given =
        public_check_given(x->dir, "dir", &err) && public_check_given(x->file, "file", &err);
    x->journal = given ? open_campaign(x->dir, salvaged, &err) : NULL;
    bool ok = x->journal && export_file(x);
    journal_close(x->journal);
    if (!ok) public_error_set(error, &err);
    return ok;
}

bool sconce_export(const char *dir, const char *file, SconceProgress *progress, void *data,
                   SconceError *error)
{
    Export x = {.dir = dir, .file = file, .progress = progress, .data = data};
    return export_campaign(&x, NULL, error);
}

char *sconce_salvage(const char *dir, const char *file, SconceProgress *progress, void *data,
                     SconceError *error)
{
    Text t = {0};
    Salvaged found = {0};
    Export x = {.dir = dir, .file = file, .progress = progress, .data = data};
    bool ok = export_campaign(&x, &found, error);
    if (ok) {
        jsonw_open(&t, '{');
        jsonw_int(jsonw_key(&t, "entries"), found.made);
        jsonw_int(jsonw_key(&t, "saved"), found.saved);
        jsonw_int(jsonw_key(&t, "last"), found.last);
        jsonw_string(jsonw_key(&t, "lost"), text_str(&found.lost));
        jsonw_string(jsonw_key(&t, "lost_besides"), text_str(&found.lost_besides));
        jsonw_close(&t, '}');
    }
    text_free(&found.lost);
    text_free(&found.lost_besides);
    return ok ? text_take(&t) : NULL;
}

/* --- import -------------------------------------------------------------------------------- */

/* An import in progress. */
typedef struct {
    const char *file;
    NewFolder folder;
    Journal *journal; /* the copy in the new folder */
    int files;        /* rule files written so far */
    Err *err;
} Import;

/* Checks all pages: in a forged file tables may share some, and the copy would be huge. */
static bool check_pages(const Journal *j, Err *err)
{
    ScopedText said = {0};
    return store_first_column(j, "PRAGMA quick_check(1)", &said, err) &&
           (strcmp(text_str(&said), "ok") == 0 || store_damaged(j, "", 0, err));
}

/* Writes the named value as a file of the folder if it is a rule file, and removes the value. */
static bool restore_rule_file(const char *key, const Text *value, void *data)
{
    Import *m = data;
    const char *name = rule_file_name(key); /* check_named_value accepted it */
    if (!name) return true;
    if (value->n > RULE_FILE_MAX || m->files++ == RULE_FILES_MAX)
        return err_set(m->err, "%s holds too many rule files, or too long ones", m->file);
    return folder_write(&m->folder, name, text_str(value), value->n, m->err) &&
           journal_unset(m->journal, key, m->err);
}

/* Checks that the new folder's journal has everything that was exported, unchanged. */
static bool check_copy(Journal *copy, const char *file, SconceProgress *progress, void *data,
                       Err *err)
{
    char digest[HASH_HEX];
    ScopedText exported = {0};
    bool ok = journal_get(copy, digest_key, &exported, err);
    if (ok && exported.n == 0)
        ok = err_set(err, "%s is not an exported campaign: nothing was imported", file);
    return ok && check_journal(copy, progress, data, digest, err) &&
           (strcmp(text_str(&exported), digest) == 0 || store_damaged(copy, "", 0, err));
}

/* Copies the journal into the new folder, checks the copy, and writes the rule files beside it. */
static bool fill_folder(Import *m, const Journal *from, SconceProgress *progress, void *data)
{
    ScopedString *path = path_join(m->folder.dir, "journal.db"),
                 *name = path_join(m->folder.name, "journal.db");
    Err *err = m->err;
    if (!path || !name) return err_set(err, "out of memory");
    Journal *j = m->journal = check_pages(from, err) ? journal_copy(from, path, name, err) : NULL;
    bool ok = j && journal_begin_transaction(j, err);
    if (ok) {
        ok = check_copy(j, m->file, progress, data, err) && journal_unset(j, digest_key, err) &&
             journal_visit_values(j, restore_rule_file, m, err);
        ok = journal_end_transaction(j, ok, err);
    }
    ok = ok && folder_write_luarc(&m->folder, err);
    journal_close(j);
    return ok;
}

bool sconce_import(const char *file, const char *dir, SconceProgress *progress, void *data,
                   SconceError *error)
{
    Err err = {0};
    Import m = {.file = file, .err = &err};
    Journal *from = NULL;
    if (error) *error = (SconceError){0};
    bool given = public_check_given(file, "file", &err) && public_check_given(dir, "dir", &err);
    if (given && strcmp(file, "-") == 0)
        err_set(&err, "a campaign is read from a file: give its name instead of '-'");
    else if (given)
        from = journal_open_file(file, file, JOURNAL_IMPORT, &err);
    bool ok = from && folder_make(&m.folder, dir, &err) &&
              folder_finish(&m.folder, fill_folder(&m, from, progress, data), &err);
    journal_close(from);
    if (!ok) public_error_set(error, &err);
    return ok;
}
