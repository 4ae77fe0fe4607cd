/* A whole campaign as one file of JSON Lines.  Entries are read one by one, so that whoever plays
 * meanwhile is not kept waiting; what is played after the first line was written is left out. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/journal/carried.h"
#include "campaign/journal/carry.h"
#include "campaign/journal/salvage.h"
#include "campaign/journal/store.h"
#include "campaign/rules/public_error.h"
#include "core/json.h"

typedef struct {
    const char *dir, *path;
    FILE *to;
    Journal *journal; /* NULL: nothing was played */
    int64_t entries;
    Salvaged *salvaged; /* NULL: all of it, or nothing */
    Hash hash;          /* of all lines so far */
    Text line;
    Err *err;
} Export;

/* --- lines ------------------------------------------------------------------------------- */

static bool unwritten(const Export *x)
{
    return err_set(x->err, "cannot write %s: %s", x->path, strerror(errno));
}

static bool end_line(Export *x)
{
    json_close(&x->line, '}');
    text_addc(&x->line, '\n');
    if (x->line.failed) return err_set(x->err, "out of memory");
    hash_add(&x->hash, x->line.s, x->line.n);
    return fwrite(x->line.s, 1, x->line.n, x->to) == x->line.n || unwritten(x);
}

static Text *begin_line(Export *x)
{
    text_clear(&x->line);
    json_open(&x->line, '{');
    return &x->line;
}

static void put_string(Text *t, const char *key, const Text *s)
{
    json_key(t, key);
    json_stringn(t, text_str(s), s->n);
}

static void put_number(Text *t, const char *key, int64_t n)
{
    json_key(t, key);
    json_int(t, n);
}

static bool write_head(Export *x)
{
    Text *t = begin_line(x);
    json_key(t, "sconce");
    json_string(t, "campaign");
    put_number(t, "schema", CARRIED_SCHEMA);
    json_key(t, "host");
    json_string(t, SCONCE_VERSION);
    put_number(t, "entries", x->entries);
    return end_line(x);
}

static bool write_end(Export *x)
{
    unsigned char digest[HASH_BYTES];
    char hex[HASH_HEX];
    Hash so_far = x->hash;
    hash_end(&so_far, digest);
    hash_hex(digest, hex);
    Text *t = begin_line(x);
    put_number(t, "end", x->entries);
    json_key(t, "digest");
    json_string(t, hex);
    return end_line(x);
}

/* --- the files of the folder ------------------------------------------------------------- */

static bool write_file(Export *x, const char *name)
{
    Text text = {0};
    char *path = path_join(x->dir, name);
    bool ok = path ? read_text_file(path, RULE_TEXT_MAX, &text, x->err)
                   : err_set(x->err, "out of memory");
    if (ok && !text_is_utf8(text_str(&text), text.n))
        ok = err_set(x->err, "%s is not UTF-8 text", path);
    if (ok) {
        Text *t = begin_line(x);
        json_key(t, "file");
        json_string(t, name);
        put_string(t, "text", &text);
        ok = end_line(x);
    }
    free(path);
    text_free(&text);
    return ok;
}

/* What cannot be read is no reason to lose the rest. */
static bool skip_file(Export *x)
{
    if (!x->salvaged) return false;
    *x->err = (Err){0};
    return true;
}

static int is_rules(const struct dirent *e)
{
    return carried_name(e->d_name);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool write_files(Export *x)
{
    struct dirent **list = NULL;
    int n = scandir(x->dir, &list, is_rules, by_name);
    bool ok = n >= 0 || err_set(x->err, "cannot read %s: %s", x->dir, strerror(errno));
    for (int i = 0; i < n; i++) {
        ok = ok && (write_file(x, list[i]->d_name) || skip_file(x));
        free(list[i]);
    }
    free(list);
    return ok;
}

/* --- the journal ------------------------------------------------------------------------- */

static bool visit_kept(const char *key, const Text *value, void *data)
{
    Export *x = data;
    Text *t = begin_line(x);
    json_key(t, "kept");
    json_string(t, key);
    put_string(t, "value", value);
    return end_line(x);
}

static bool put_chain(Export *x, const char *hash, const Chain *c, const Text *host)
{
    Text *t = begin_line(x);
    json_key(t, "rules");
    json_string(t, hash);
    put_string(t, "host", host);
    put_number(t, "heads", (int64_t)c->heads);
    json_key(t, "files");
    json_open(t, '[');
    for (size_t i = 0; i < c->n; i++) {
        json_open(t, '{');
        json_key(t, "name");
        json_string(t, c->file[i].name);
        json_key(t, "text");
        json_stringn(t, c->file[i].text, c->file[i].n);
        json_close(t, '}');
    }
    json_close(t, ']');
    return end_line(x);
}

static bool visit_chain(const char *hash, void *data)
{
    Export *x = data;
    Text host = {0};
    Chain *c = journal_chain(x->journal, hash, x->err);
    bool ok =
        c && journal_chain_host(x->journal, hash, &host, x->err) && put_chain(x, hash, c, &host);
    chain_free(c);
    text_free(&host);
    return ok;
}

static bool write_sessions(Export *x)
{
    bool more = true, ok = true;
    for (int64_t n = 1; ok && more; n++) {
        Session session;
        ok = journal_get_session(x->journal, n, &session, x->err);
        more = session.n == n;
        if (ok && more) {
            Text *t = begin_line(x);
            put_number(t, "session", n);
            put_string(t, "title", &session.title);
            put_number(t, "date", session.date);
            ok = end_line(x);
        }
        text_free(&session.title);
    }
    return ok;
}

static bool put_bytes(Text *t, const char *key, const Text *bytes, Err *err)
{
    json_key(t, key);
    if (bytes->n == 0) {
        text_add(t, "null");
        return true;
    }
    Tree *tree = tree_decode(text_str(bytes), bytes->n, err);
    if (tree) carry_write(t, tree_root(tree));
    tree_free(tree);
    return tree != NULL;
}

static bool put_entry(Export *x, Entry *e, int64_t next)
{
    unsigned char digest[HASH_BYTES];
    char hex[HASH_HEX];
    int64_t *number[NUMBERS];
    Text *text[TEXTS], *t = begin_line(x);
    bool ok = true;
    store_columns(e, number, text);
    for (int i = 0; i < NUMBERS; i++) put_number(t, carried_number[i], *number[i]);
    put_number(t, "next", next <= x->entries ? next : 0);
    for (int i = 0; i < TEXTS && ok; i++)
        if (carried_plain(i))
            put_string(t, carried_text[i], text[i]);
        else
            ok = put_bytes(t, carried_text[i], text[i], x->err);
    store_digest(e, digest);
    hash_hex(digest, hex);
    json_key(t, "digest");
    json_string(t, hex);
    return ok && end_line(x);
}

static bool write_entry(Export *x, int64_t seq)
{
    Entry e;
    int64_t next = journal_child(x->journal, seq, x->err);
    if (next < 0 || !journal_entry(x->journal, seq, &e, x->err)) return false;
    bool ok = put_entry(x, &e, next);
    entry_free(&e);
    return ok;
}

static bool write_entries(Export *x, SconceProgress *progress, void *data)
{
    for (int64_t seq = 1; seq <= x->entries; seq++) {
        if (!write_entry(x, seq)) return false;
        if (progress && !progress(seq, x->entries, data)) return err_set(x->err, "stopped");
    }
    return true;
}

static bool write_all(Export *x, SconceProgress *progress, void *data)
{
    if (!write_head(x) || !write_files(x)) return false;
    if (x->journal && (!journal_kept(x->journal, visit_kept, x, x->err) ||
                       !journal_chains(x->journal, visit_chain, x, x->err) || !write_sessions(x) ||
                       !write_entries(x, progress, data)))
        return false;
    return write_end(x) && (fflush(x->to) == 0 || unwritten(x));
}

/* --- the file ---------------------------------------------------------------------------- */

static bool open_campaign(Export *x)
{
    char *journal = path_join(x->dir, "journal.db"), *house = path_join(x->dir, "house.lua");
    bool played = journal && is_file(journal), there = played || (house && is_file(house));
    free(journal);
    free(house);
    if (!there) return err_set(x->err, "%s is no campaign", x->dir);
    if (!played) return true;
    if (x->salvaged) {
        x->journal = journal_salvage(x->dir, x->salvaged, x->err);
        x->entries = x->salvaged->saved;
        return x->journal != NULL;
    }
    x->journal = journal_open(x->dir, JOURNAL_READ, x->err);
    x->entries = x->journal ? journal_count(x->journal, x->err) : -1;
    return x->entries >= 0;
}

static bool open_file(Export *x)
{
    int fd = open(x->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    x->to = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (x->to) return true;
    if (fd >= 0) close(fd);
    if (errno == EEXIST) return err_set(x->err, "%s is there already: give a new file", x->path);
    return unwritten(x);
}

static bool export_file(Export *x, SconceProgress *progress, void *data)
{
    if (strcmp(x->path, "-") == 0) {
        x->to = stdout;
        return write_all(x, progress, data);
    }
    if (!open_file(x)) return false;
    bool ok = write_all(x, progress, data);
    if (ok && fsync(fileno(x->to)) != 0) ok = unwritten(x);
    if (fclose(x->to) != 0 && ok) ok = unwritten(x);
    if (!ok) unlink(x->path);
    return ok;
}

static bool export(Export *x, SconceProgress *progress, void *data, SconceError *error)
{
    Err err = {0};
    if (error) *error = (SconceError){0};
    x->err = &err;
    x->hash = hash_start();
    bool ok = open_campaign(x) && export_file(x, progress, data);
    journal_close(x->journal);
    text_free(&x->line);
    if (!ok) public_error_set(error, &err);
    return ok;
}

bool sconce_export(const char *dir, const char *file, SconceProgress *progress, void *data,
                   SconceError *error)
{
    Export x = {.dir = dir, .path = file};
    return export(&x, progress, data, error);
}

char *sconce_salvage(const char *dir, const char *file, SconceProgress *progress, void *data,
                     SconceError *error)
{
    Text t = {0};
    Salvaged found = {0};
    Export x = {.dir = dir, .path = file, .salvaged = &found};
    bool ok = export(&x, progress, data, error);
    if (ok) {
        json_open(&t, '{');
        put_number(&t, "entries", found.made);
        put_number(&t, "saved", found.saved);
        put_number(&t, "last", found.last);
        put_string(&t, "lost", &found.lost);
        json_close(&t, '}');
    }
    text_free(&found.lost);
    return ok ? text_take(&t) : NULL;
}
