/* An exported campaign becomes a folder again.  The file may be a stranger's: every line is checked
 * before anything of it is believed, and a folder that is not whole is taken back. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/journal/carried.h"
#include "campaign/journal/carry.h"
#include "campaign/journal/folder.h"
#include "campaign/journal/store.h"
#include "campaign/rules/public_error.h"

enum { CARRIED_LINE_MAX = 64 << 20 };

typedef struct {
    const char *dir, *path;
    FILE *from;
    Journal *journal;
    int64_t line, entries, sessions, all; /* all: as the head says */
    Hash hash;
    bool ended;
    char *written[CARRIED_FILES_MAX]; /* files of the folder */
    size_t files;
    Err *err;
} Import;

/* --- what is wrong with a line ------------------------------------------------------------ */

static bool wrong(Import *m, const char *what)
{
    err_set(m->err, "%s: nothing was imported", what);
    snprintf(m->err->file, sizeof m->err->file, "%s", m->path);
    m->err->line = (int)m->line;
    return false;
}

static bool take_number(Import *m, const json_t *j, const char *key, int64_t least, int64_t *out)
{
    const json_t *v = json_object_get(j, key);
    char what[80];
    *out = json_integer_value(v);
    if (json_is_integer(v) && *out >= least) return true;
    snprintf(what, sizeof what, "'%s' should be a number here", key);
    return wrong(m, what);
}

static bool take_text(Import *m, const json_t *j, const char *key, const char **out, size_t *n)
{
    const json_t *v = json_object_get(j, key);
    char what[80];
    *out = json_string_value(v);
    *n = json_string_length(v);
    if (*out) return true;
    snprintf(what, sizeof what, "'%s' should be a text here", key);
    return wrong(m, what);
}

/* The same, for what becomes a C string. */
static bool take_string(Import *m, const json_t *j, const char *key, const char **out)
{
    size_t n;
    return take_text(m, j, key, out, &n) &&
           (strlen(*out) == n || wrong(m, "a text holds a byte that cannot be"));
}

/* --- the sorts of lines ------------------------------------------------------------------- */

static bool read_file(Import *m, const json_t *j)
{
    const char *name, *text;
    size_t n;
    if (!take_string(m, j, "file", &name) || !take_text(m, j, "text", &text, &n)) return false;
    if (!carried_name(name)) return wrong(m, "a rule file cannot have that name");
    if (n > RULE_TEXT_MAX || m->files == CARRIED_FILES_MAX) return wrong(m, "that is too much");
    char *path = path_join(m->dir, name);
    if (!path) return wrong(m, "out of memory");
    if (access(path, F_OK) == 0) {
        free(path);
        return wrong(m, "a file comes twice");
    }
    m->written[m->files++] = path;
    return folder_write(m->dir, name, text, n, m->err);
}

static bool read_kept(Import *m, const json_t *j)
{
    const char *key, *value;
    return take_string(m, j, "kept", &key) && take_string(m, j, "value", &value) &&
           journal_set(m->journal, key, value, m->err);
}

static bool add_rule_file(Import *m, Chain *c, const json_t *file, int64_t heads)
{
    const char *name, *text;
    size_t n;
    return take_string(m, file, "name", &name) && take_text(m, file, "text", &text, &n) &&
           chain_add_text(c, name, text, n, (int64_t)c->n < heads, m->err);
}

static bool read_chain(Import *m, const json_t *j, Chain *c)
{
    const char *hash, *host;
    const json_t *files = json_object_get(j, "files"), *file;
    char is[HASH_HEX];
    int64_t heads;
    size_t i;
    if (!take_string(m, j, "rules", &hash) || !take_string(m, j, "host", &host) ||
        !take_number(m, j, "heads", 1, &heads))
        return false;
    if (json_array_size(files) == 0 || json_array_size(files) > CHAIN_FILES_MAX)
        return wrong(m, "these rules have no files, or too many");
    json_array_foreach (files, i, file)
        if (!add_rule_file(m, c, file, heads)) return false;
    c->sealed = true;
    chain_hash(c, host, is);
    if (strcmp(is, hash) != 0) return wrong(m, "these rules are not what was exported");
    return archive_keep(m->journal, c, host, hash, m->err);
}

static bool read_rules(Import *m, const json_t *j)
{
    Chain *c = chain_new(NULL);
    bool ok = c ? read_chain(m, j, c) : wrong(m, "out of memory");
    chain_free(c);
    return ok;
}

static bool read_session(Import *m, const json_t *j)
{
    int64_t n, date;
    const char *title;
    if (!take_number(m, j, "session", 1, &n) || !take_string(m, j, "title", &title) ||
        !take_number(m, j, "date", 0, &date))
        return false;
    if (n != m->sessions + 1) return wrong(m, "the sessions are not in order");
    m->sessions++;
    return journal_put_session(m->journal, n, title, date, m->err);
}

static bool take_bytes(Import *m, const json_t *j, const char *key, Text *out)
{
    const json_t *v = json_object_get(j, key);
    if (json_is_null(v)) return true;
    Err err = {0};
    if (!carry_read(v, out, &err)) return wrong(m, err.text);
    Tree *tree = tree_decode(text_str(out), out->n, &err);
    tree_free(tree);
    return tree || wrong(m, err.text);
}

static bool take_entry(Import *m, const json_t *j, Entry *e)
{
    int64_t *number[NUMBERS];
    Text *text[TEXTS];
    store_columns(e, number, text);
    for (int i = 0; i < NUMBERS; i++)
        if (!take_number(m, j, carried_number[i], INT64_MIN, number[i])) return false;
    for (int i = 0; i < TEXTS; i++) {
        const char *s;
        if (!carried_plain(i)) {
            if (!take_bytes(m, j, carried_text[i], text[i])) return false;
            continue;
        }
        if (!take_string(m, j, carried_text[i], &s)) return false;
        text_add(text[i], s);
        if (text[i]->failed) return wrong(m, "out of memory");
    }
    return true;
}

static bool check_entry(Import *m, const json_t *j, Entry *e, int64_t *next)
{
    unsigned char digest[HASH_BYTES];
    char is[HASH_HEX];
    const char *was;
    if (!take_entry(m, j, e) || !take_number(m, j, "next", 0, next) ||
        !take_string(m, j, "digest", &was))
        return false;
    store_digest(e, digest);
    hash_hex(digest, is);
    if (strcmp(is, was) != 0) return wrong(m, "this entry is not what was exported");
    if (e->seq != m->entries + 1 || e->parent < 0 || e->parent >= e->seq ||
        (e->parent == 0) != (e->seq == 1) || e->session < 1 || e->session > m->sessions ||
        (*next != 0 && (*next <= e->seq || *next > m->all)))
        return wrong(m, "this entry does not follow from those before it");
    if (!journal_has_chain(m->journal, text_str(&e->chain), m->err))
        return m->err->text[0] ? false : wrong(m, "the rules of this entry are missing");
    return true;
}

static bool read_entry(Import *m, const json_t *j)
{
    Entry e = {0};
    int64_t next;
    bool ok = check_entry(m, j, &e, &next) && journal_put(m->journal, &e, next, m->err);
    entry_free(&e);
    m->entries++;
    return ok;
}

static bool read_end(Import *m, const json_t *j, const Hash *before)
{
    unsigned char digest[HASH_BYTES];
    char is[HASH_HEX];
    const char *was;
    int64_t all, head;
    Hash h = *before;
    if (!take_number(m, j, "end", 0, &all) || !take_string(m, j, "digest", &was)) return false;
    hash_end(&h, digest);
    hash_hex(digest, is);
    if (strcmp(is, was) != 0 || all != m->entries || m->entries != m->all)
        return wrong(m, "the file is not whole, or was changed");
    if ((head = journal_head(m->journal, m->err)) < 0) return false;
    if (head > m->entries || (head == 0) != (m->entries == 0))
        return wrong(m, "the entry that should be now is missing");
    m->ended = true;
    return true;
}

static bool read_head(Import *m, const json_t *j)
{
    const char *what = json_string_value(json_object_get(j, "sconce"));
    char text[120];
    int64_t schema;
    if (!what || strcmp(what, "campaign") != 0)
        return wrong(m, "this is no campaign that was exported");
    if (!take_number(m, j, "schema", 1, &schema)) return false;
    snprintf(text, sizeof text, "written by a newer Sconce (schema %lld; this one knows %d)",
             (long long)schema, CARRIED_SCHEMA);
    if (schema > CARRIED_SCHEMA) return wrong(m, text);
    return take_number(m, j, "entries", 0, &m->all);
}

/* --- the file ----------------------------------------------------------------------------- */

static bool read_sort(Import *m, const json_t *j, const Hash *before)
{
    static const struct {
        const char *key;
        bool (*read)(Import *m, const json_t *j);
    } sorts[] = {{"entry", read_entry}, {"file", read_file},       {"kept", read_kept},
                 {"rules", read_rules}, {"session", read_session}, {NULL, NULL}};
    if (m->line == 1) return read_head(m, j);
    if (m->ended) return wrong(m, "there is more after the end");
    if (json_object_get(j, "end")) return read_end(m, j, before);
    for (int i = 0; sorts[i].key; i++)
        if (json_object_get(j, sorts[i].key)) return sorts[i].read(m, j);
    return wrong(m, "a line of a sort that is not known");
}

static bool read_line(Import *m, const char *text, size_t n)
{
    Hash before = m->hash;
    m->line++;
    hash_add(&m->hash, text, n);
    json_t *j = json_loadb(text, n, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
    bool ok = json_is_object(j) ? read_sort(m, j, &before)
              : m->line == 1    ? wrong(m, "this is no campaign that was exported")
                                : wrong(m, "this line is broken off, or no JSON");
    json_decref(j);
    return ok;
}

/* The next line, whole; false at the end, or (failed) when it is longer than any. */
static bool next_line(Import *m, Text *t)
{
    int c = 0;
    text_clear(t);
    while (c != '\n' && t->n <= CARRIED_LINE_MAX && (c = getc_unlocked(m->from)) != EOF)
        text_addc(t, (char)c);
    return t->n > 0;
}

static bool read_lines(Import *m, SconceProgress *progress, void *data)
{
    Text t = {0};
    bool ok = true;
    while (ok && next_line(m, &t)) {
        ok = !t.failed && t.n <= CARRIED_LINE_MAX ? read_line(m, t.s, t.n)
                                                  : (m->line++, wrong(m, "that is too much"));
        if (ok && progress && !progress(m->entries, m->all, data))
            ok = err_set(m->err, "stopped: nothing was imported");
    }
    if (ok && ferror(m->from)) ok = err_set(m->err, "cannot read %s: %s", m->path, strerror(errno));
    text_free(&t);
    if (ok && m->line == 0) return wrong(m, "the file is empty");
    return ok && (m->ended || wrong(m, "the file ends too early"));
}

static bool import_journal(Import *m, SconceProgress *progress, void *data)
{
    m->journal = journal_open(m->dir, JOURNAL_PLAY, m->err);
    bool ok = m->journal && journal_begin(m->journal, m->err) && read_lines(m, progress, data) &&
              journal_commit(m->journal, m->err);
    if (m->journal && !ok) journal_rollback(m->journal);
    journal_close(m->journal);
    return ok;
}

static void take_back(Import *m, bool made)
{
    for (size_t i = 0; i < m->files; i++) unlink(m->written[i]);
    folder_unmake(m->dir, made);
}

/* A pipe that nobody writes to is empty; nobody waits for it. */
static FILE *open_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fcntl(fd, F_SETFL, 0) != 0) return NULL;
    return fdopen(fd, "r");
}

static bool import(Import *m, SconceProgress *progress, void *data)
{
    bool made = false;
    m->from = strcmp(m->path, "-") == 0 ? stdin : open_file(m->path);
    if (!m->from) return err_set(m->err, "cannot read %s: %s", m->path, strerror(errno));
    bool ok = folder_make(m->dir, &made, m->err);
    if (ok && !(import_journal(m, progress, data) && folder_editor(m->dir, m->err) &&
                folder_settle(m->dir, m->err))) {
        take_back(m, made);
        ok = false;
    }
    if (m->from != stdin) fclose(m->from);
    for (size_t i = 0; i < m->files; i++) free(m->written[i]);
    return ok;
}

bool sconce_import(const char *file, const char *dir, SconceProgress *progress, void *data,
                   SconceError *error)
{
    Err err = {0};
    Import m = {.dir = dir, .path = file, .hash = hash_start(), .err = &err};
    if (error) *error = (SconceError){0};
    bool ok = import(&m, progress, data);
    if (!ok) public_error_set(error, &err);
    return ok;
}
