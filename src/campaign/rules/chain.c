/* Finds and reads rule files for the cell, which may open no file and asks for them by name. */
#include "campaign/rules/chain.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

Chain *chain_new(const SearchPath *search_path)
{
    Chain *c = calloc(1, sizeof *c);
    if (c) c->search_path = search_path;
    return c;
}

static void rule_file_free(RuleFile *f)
{
    free(f->name);
    free(f->path);
    free(f->text);
}

void chain_free(Chain *c)
{
    if (!c) return;
    for (size_t i = 0; i < c->n; i++) rule_file_free(&c->file[i]);
    free(c);
}

/* --- what an editor holds ----------------------------------------------------------------- */

static void edited_file_free(EditedFile *f)
{
    free(f->path);
    free(f->real);
    free(f->text);
}

void overlay_free(Overlay *o)
{
    for (size_t i = 0; i < o->n; i++) edited_file_free(&o->file[i]);
    for (size_t i = 0; i < o->folders; i++) free(o->folder[i]);
    json_decref(o->at);
    free(o->file);
    free(o->folder);
    *o = (Overlay){0};
}

/* Returns the index of the edited file of that name (may be NULL), or o->n. */
static size_t edited_index(const Overlay *o, const char *name)
{
    const json_t *index = name ? json_object_get(o->at, name) : NULL;
    return index ? (size_t)json_integer_value(index) : o->n;
}

const EditedFile *overlay_find(const Overlay *o, const char *path)
{
    size_t i = edited_index(o, path);
    ScopedString *real = i == o->n && o->n > 0 ? realpath(path, NULL) : NULL;
    if (real) i = edited_index(o, real);
    return i < o->n ? &o->file[i] : NULL;
}

/* Enters both names of the file with index i in o->at.  False: out of memory. */
static bool index_file(Overlay *o, size_t i)
{
    const char *name[] = {o->file[i].path, o->file[i].real};
    bool ok = true;
    if (!o->at) o->at = json_object();
    for (int k = 0; k < 2 && ok; k++)
        if (name[k])
            ok = json_object_set_new_nocheck(o->at, name[k], json_integer((json_int_t)i)) == 0;
    return ok;
}

/* Removes a file; the last one takes its place, so that there is no gap.  False: out of memory. */
static bool remove_edited(Overlay *o, size_t i)
{
    json_object_del(o->at, o->file[i].path);
    if (o->file[i].real) json_object_del(o->at, o->file[i].real);
    edited_file_free(&o->file[i]);
    o->file[i] = o->file[--o->n];
    return i == o->n || index_file(o, i);
}

/* Adds a file with a copy of its text.  Takes over `real`, also on failure.  False: out of
 * memory. */
static bool add_edited(Overlay *o, const char *path, char *real, const char *text, size_t n)
{
    EditedFile f = {.path = strdup(path), .real = real, .text = malloc(n + 1), .n = n};
    if (!f.path || !f.text || !array_room(&o->file, &o->room, o->n + 1, sizeof *o->file)) {
        edited_file_free(&f);
        return false;
    }
    memcpy(f.text, text, n);
    f.text[n] = '\0';
    o->file[o->n++] = f;
    return index_file(o, o->n - 1);
}

bool overlay_edit(Overlay *o, const char *path, const char *text, size_t n)
{
    char *real = realpath(path, NULL);
    size_t edited = edited_index(o, path); /* o->n: not edited yet */
    if (edited == o->n) edited = edited_index(o, real);
    bool ok = edited == o->n || remove_edited(o, edited);
    if (ok && text) return add_edited(o, path, real, text, n); /* takes over `real` */
    free(real);
    return ok;
}

bool overlay_allow(Overlay *o, const char *folder)
{
    char *real = realpath(folder, NULL);
    if (!real) return true;
    if (!array_room(&o->folder, &o->folder_room, o->folders + 1, sizeof *o->folder)) {
        free(real);
        return false;
    }
    o->folder[o->folders++] = real;
    return true;
}

/* True if a path of realpath() is below an allowed folder, or if no folders are named. */
static bool overlay_allows(const Overlay *o, const char *real)
{
    for (size_t i = 0; i < o->folders; i++) {
        size_t n = strlen(o->folder[i]);
        bool is_root = n == 1; /* "/", which already ends in a slash */
        if (strncmp(real, o->folder[i], n) == 0 && (is_root || real[n] == '/')) return true;
    }
    return o->folders == 0;
}

bool overlay_read(const Overlay *o, const char *path, const char *real, Text *t, Err *err)
{
    if (!o) return read_composed_file(path, real, t, err);
    const EditedFile *edited = overlay_find(o, path);
    if (edited) {
        if (!check_file_length(path, edited->n, RULE_FILE_MAX, err)) return false;
        text_clear(t);
        text_addn(t, edited->text, edited->n);
        return !t->failed || err_set(err, "out of memory");
    }
    ScopedString *resolved = real ? NULL : realpath(path, NULL);
    if (!real) real = resolved;
    if (!real) return set_read_error(path, err);
    if (!overlay_allows(o, real))
        return err_set(err, "%s is outside the folder that is open in the editor", path);
    return read_real_file(path, real, RULE_FILE_MAX, t, err);
}

/* --- reading ----------------------------------------------------------------------------- */

/* Returns the current stamp of a file; if it is missing, a stamp that no file has. */
static Stamp stamp_of(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return (Stamp){.size = -1};
    return (Stamp){.changed = st.st_ctim, .size = st.st_size, .inode = st.st_ino};
}

static bool same_stamp(Stamp a, Stamp b)
{
    return a.changed.tv_sec == b.changed.tv_sec && a.changed.tv_nsec == b.changed.tv_nsec &&
           a.size == b.size && a.inode == b.inode;
}

/* The number of the first line that is not UTF-8. */
static int first_invalid_line(const char *text, size_t n)
{
    int line = 1;
    for (const char *end; (end = memchr(text, '\n', n)); line++) {
        size_t length = (size_t)(end - text) + 1;
        if (!text_is_utf8(text, length)) break;
        text += length;
        n -= length;
    }
    return line;
}

/* Refuses a text that is not UTF-8, and names its first line that is not. */
static bool check_utf8(const char *path, const char *text, size_t n, Err *err)
{
    if (text_is_utf8(text, n)) return true;
    err_set(err, "this line is not UTF-8 text: save the file as UTF-8");
    if (err) {
        snprintf(err->file, sizeof err->file, "%s", path);
        err->line = first_invalid_line(text, n);
    }
    return false;
}

const RuleFile *chain_file(const Chain *c, const char *name)
{
    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->file[i].name, name) == 0) return &c->file[i];
    return NULL;
}

/* Makes a short name that no file of the chain has: house.lua, house~2.lua.  Free it. */
static char *unused_name(const Chain *c, const char *base)
{
    Text t = {0};
    text_add(&t, base);
    for (int i = 2; !t.failed && chain_file(c, text_str(&t)); i++) {
        size_t stem = lua_stem_length(base);
        if (stem == 0) stem = strlen(base);
        text_clear(&t);
        text_addf(&t, "%.*s~%d%s", (int)stem, base, i, base + stem);
    }
    return text_take(&t);
}

/* Adds a file.  The chain takes its name, path and text, and frees them on failure. */
static RuleFile *append_file(Chain *c, ChainPlace place, RuleFile f, Err *err)
{
    bool full = c->n == CHAIN_FILES_MAX;
    if (full || !f.name || !f.text) {
        if (full)
            err_set(err, "a chain has at most %d files", CHAIN_FILES_MAX);
        else
            err_set(err, "out of memory");
        rule_file_free(&f);
        return NULL;
    }
    c->file[c->n] = f;
    if (place == CHAIN_HEAD) c->heads++;
    return &c->file[c->n++];
}

/* Reads a file and adds it.  The chain takes the path (NULL: memory was out), and frees it on
 * failure.  real: as in read_real_file; may be NULL. */
static RuleFile *append_read_file(Chain *c, ChainPlace place, char *path, const char *real,
                                  Err *err)
{
    if (!path) {
        err_set(err, "out of memory");
        return NULL;
    }
    ScopedText text = {0};
    Stamp stamp = stamp_of(path); /* before reading, so that a change in between is noticed later */
    if (!overlay_read(c->overlay, path, real, &text, err) ||
        !check_utf8(path, text_str(&text), text.n, err)) {
        free(path);
        return NULL;
    }
    RuleFile f = {
        .name = unused_name(c, path_base(path)), .path = path, .n = text.n, .stamp = stamp};
    f.edited = c->overlay && overlay_find(c->overlay, path);
    f.text = text_take(&text);
    return append_file(c, place, f, err);
}

/* True if this file is in the chain already, perhaps under another path. */
static bool has_file_on_disk(const Chain *c, const char *path)
{
    Stamp now = stamp_of(path);
    for (size_t i = 0; i < c->n; i++)
        if (c->file[i].path && same_stamp(now, c->file[i].stamp) &&
            strcmp(path_base(path), path_base(c->file[i].path)) == 0)
            return true;
    return false;
}

bool chain_add(Chain *c, const char *path_or_name, Err *err)
{
    bool is_path = strchr(path_or_name, '/') || lua_stem_length(path_or_name) > 0;
    if (strstr(path_or_name, ".spec.lua"))
        return err_set(err, "%s is a spec; `sconce test` runs it", path_or_name);
    char *found = is_path ? strdup(path_or_name)
                          : search_path_find(c->search_path, RULES_RULESET, path_or_name, ".", err);
    if (!found && !is_path) return false; /* search_path_find has set *err */
    if (found && has_file_on_disk(c, found)) {
        free(found);
        return true;
    }
    return append_read_file(c, CHAIN_HEAD, found, NULL, err) != NULL;
}

bool chain_add_text(Chain *c, ChainPlace place, const char *name, const char *text, size_t n,
                    Err *err)
{
    if (!check_utf8(name, text, n, err)) return false;
    RuleFile f = {.name = strdup(name), .text = malloc(n + 1), .n = n};
    if (f.text) {
        if (n > 0) memcpy(f.text, text, n);
        f.text[n] = '\0';
    }
    return append_file(c, place, f, err) != NULL;
}

Chain *chain_copy(const Chain *c)
{
    Chain *copy = chain_new(c->search_path);
    bool ok = copy != NULL;
    for (size_t i = 0; i < c->n && ok; i++) {
        const RuleFile *f = &c->file[i];
        ChainPlace place = i < c->heads ? CHAIN_HEAD : CHAIN_BELOW;
        ok = chain_add_text(copy, place, f->name, f->text, f->n, NULL);
        if (ok && f->path) ok = (copy->file[i].path = strdup(f->path)) != NULL;
    }
    if (ok) {
        copy->sealed = true;
        return copy;
    }
    chain_free(copy);
    return NULL;
}

/* Returns the path of a file in the folder if the editor holds it: it need not be on disk yet.
 * NULL: the editor does not.  The caller frees it. */
static char *find_edited(const Chain *c, const char *folder, const char *file)
{
    char *path = c->overlay ? path_join(folder, file) : NULL;
    if (path && overlay_find(c->overlay, path)) return path;
    free(path);
    return NULL;
}

const RuleFile *chain_read(Chain *c, RulesKind kind, const char *name, const char *from, Err *err)
{
    char file[RULE_NAME_MAX + 8];
    if (!check_ruleset_name(name, err)) return NULL;
    snprintf(file, sizeof file, "%s.lua", name);
    const RuleFile *asker = chain_file(c, from), *known = chain_file(c, file);
    if (known && known == asker) {
        err_set(err, "%s reads itself", from);
        return NULL;
    }
    if (known) return known;
    if (c->sealed) {
        err_set(err, "'%s' is not among the rules kept", name);
        return NULL;
    }
    ScopedString *beside = asker && asker->path ? path_folder(asker->path) : NULL;
    char *path = beside ? find_edited(c, beside, file) : NULL;
    bool is_edited = path != NULL;
    if (!path) path = search_path_find(c->search_path, kind, name, beside, err);
    if (!path) c->lacks_file = true;
    ScopedString *real = NULL;
    if (path && beside && !is_edited &&
        !search_path_check_link(c->search_path, path, beside, &real, err)) {
        free(path);
        return NULL;
    }
    return path ? append_read_file(c, CHAIN_BELOW, path, real, err) : NULL;
}

bool chain_heads_are_parts(const Chain *c)
{
    const char *path = c->heads > 0 ? c->file[c->heads - 1].path : NULL;
    return path && is_in_parts(path);
}

/* --- identity and changes on disk ---------------------------------------------------------- */

void chain_hash(const Chain *c, const char *host, char hex[HASH_HEX])
{
    unsigned char bytes[HASH_BYTES];
    Hash h = hash_start();
    hash_field(&h, host, strlen(host));
    hash_int(&h, (int64_t)c->heads);
    for (size_t i = 0; i < c->n; i++) {
        hash_field(&h, c->file[i].name, strlen(c->file[i].name));
        hash_field(&h, c->file[i].text, c->file[i].n);
    }
    hash_end(&h, bytes);
    hash_hex(bytes, hex);
}

const RuleFile *chain_changed(Chain *c)
{
    for (size_t i = 0; i < c->n; i++) {
        RuleFile *f = &c->file[i];
        if (!f->path || f->edited) continue;
        ScopedText text = {0};
        Stamp now = stamp_of(f->path);
        if (same_stamp(now, f->stamp)) continue;
        if (!overlay_read(c->overlay, f->path, NULL, &text, NULL) || text.n != f->n ||
            memcmp(text_str(&text), f->text, f->n) != 0)
            return f;
        f->stamp = now; /* so that the file is not read again */
    }
    return NULL;
}

/* --- places of errors ---------------------------------------------------------------------- */

const char *chain_path(const Chain *c, const char *name)
{
    const RuleFile *f = c ? chain_file(c, name) : NULL;
    return f && f->path ? f->path : name;
}

void chain_set_place(const Chain *c, const Value *at, Err *err)
{
    int64_t line = value_int(at, "line", 0);
    snprintf(err->file, sizeof err->file, "%s", chain_path(c, value_text(at, "file", "")));
    /* A file has no more lines than bytes. */
    err->line = line > 0 && line <= RULE_FILE_MAX ? (int)line : 0;
}

void chain_set_default_place(const Chain *c, Err *err)
{
    if (err->file[0] || !c || c->heads == 0) return;
    snprintf(err->file, sizeof err->file, "%s", chain_path(c, c->file[c->heads - 1].name));
}

void put_rule_file(Text *t, const char *name, const char *text, size_t n)
{
    MapWriter f = {0};
    put_text(map_field(&f, "name"), name);
    put_textn(map_field(&f, "text"), text, n);
    map_end(&f, t);
}
