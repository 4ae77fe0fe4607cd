/* The library may be in a build tree, in a copy of one, or installed.  So everything is looked for
 * beside the library, then beside the running program, then under the prefix. */
#include "campaign/rules/find.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign/rules/public_error.h"
#include "campaign/rules/words.h"
#include "core/json_writer.h"
#include "core/text.h"

#ifndef SCONCE_PREFIX
#define SCONCE_PREFIX "/usr/local"
#endif

/* --- paths ------------------------------------------------------------------------------- */

char *path_join(const char *dir, const char *name)
{
    Text t = {0};
    if (strcmp(dir, ".") != 0) {
        text_add(&t, dir);
        if (t.n > 0 && t.s[t.n - 1] != '/') text_addc(&t, '/');
    }
    text_add(&t, name);
    return text_take(&t);
}

char *path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *without_slashes(const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') n--;
    return strndup(path, n);
}

size_t lua_stem_length(const char *file)
{
    size_t n = strlen(file);
    return n > 4 && strcmp(file + n - 4, ".lua") == 0 ? n - 4 : 0;
}

bool is_in_parts(const char *path)
{
    ScopedString *folder = path_folder(path);
    return folder && strcmp(path_base(folder), "parts") == 0;
}

bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool has_file(const char *folder, const char *name)
{
    struct stat st;
    ScopedString *path = path_join(folder, name);
    return path && lstat(path, &st) == 0;
}

bool check_file_length(const char *path, size_t n, size_t max, Err *err)
{
    return n <= max || err_set(err, "%s is too long: %zu KB at most", path, max / 1024);
}

/* Reads an open file to its end, unless it is longer than max bytes; path: for errors. */
static bool read_open_file(int fd, const char *path, size_t max, Text *t, Err *err)
{
    char part[8192];
    for (;;) {
        ssize_t n = read(fd, part, sizeof part);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return err_set(err, "cannot read %s: %s", path, strerror(errno));
        if (n == 0) break;
        text_addn(t, part, (size_t)n);
        if (!check_file_length(path, t->n, max, err)) return false;
        if (t->failed) return err_set(err, "out of memory");
    }
    if (!t->s) text_addn(t, "", 0);
    return true;
}

/* Sets the error that there is no such file; suggests one of the folder with a similar name. */
static bool set_no_file_error(const char *path, Err *err)
{
    const char *name = path_base(path);
    ScopedString *folder = path_folder(path);
    DIR *d = folder ? opendir(folder) : NULL;
    char near[sizeof((struct dirent){0}.d_name)] = "";
    Guess g = guess_start(name);
    bool is_lua = ends_with(name, ".lua");
    /* Nearly every file ends in .lua, so it shall not make names count as nearer (guess_start). */
    if (is_lua) g.distance -= strlen(".lua") / 3;
    for (const struct dirent *e; d && (e = readdir(d));) {
        size_t distance_before = g.distance;
        guess_compare(&g, e->d_name, strlen(e->d_name));
        /* readdir may overwrite the name. */
        if (g.distance < distance_before) snprintf(near, sizeof near, "%s", e->d_name);
    }
    if (d) closedir(d);
    if (*near) return err_set(err, "there is no file %s; did you mean '%s'?", path, near);
    return err_set(err, "there is no file %s%s", path,
                   is_lua && name == path ? "; to name a ruleset, leave out .lua" : "");
}

static bool is_link(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

static bool set_link_error(const char *path, const char *what, Err *err)
{
    return err_set(err, "%s is a link: put the %s itself there, or remove it", path, what);
}

static bool is_in_campaign(const char *folder)
{
    static const char *const marks[] = {"house.lua", "journal.db", "party.lua"};
    bool in = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) in = in || has_file(folder, marks[i]);
    return in;
}

/* O_NONBLOCK: opening a pipe returns at once. */
enum { READ_FLAGS = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };

/* Opens a path that realpath gave, folder by folder, without following links: what had none then
 * may have one now.  -1 with errno. */
static int open_real(const char *real)
{
    int at = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (const char *p = real + 1; at >= 0; p++) {
        size_t n = strcspn(p, "/");
        ScopedString *part = strndup(p, n);
        int flags = p[n] ? O_PATH | O_DIRECTORY | O_CLOEXEC : READ_FLAGS;
        int next = part ? openat(at, part, flags | O_NOFOLLOW) : -1, why = errno;
        close(at);
        errno = why;
        p += n;
        if (!*p) return next;
        at = next;
    }
    return -1;
}

/* Opens a file to be read.  -1, with *err if it is a link in a campaign folder, or in a folder
 * parts/ that is one (why: see read_text_file in find.h); else with errno.  The file is opened
 * without following links, and not looked at before: it may become one in between.
 * real: as in read_real_file; may be NULL. */
static int open_to_read(const char *path, const char *real, Err *err)
{
    ScopedString *folder = path_folder(path), *above = folder ? path_folder(folder) : NULL;
    if (!above) return errno = ENOMEM, -1;
    bool in_parts = strcmp(path_base(folder), "parts") == 0;
    if (!is_in_campaign(in_parts ? above : folder))
        return real ? open_real(real) : open(path, READ_FLAGS);
    int flags = O_PATH | O_DIRECTORY | O_CLOEXEC | (in_parts ? O_NOFOLLOW : 0);
    int at = open(folder, flags), why = errno;
    int fd = at < 0 ? -1 : openat(at, path_base(path), READ_FLAGS | O_NOFOLLOW);
    if (at >= 0) why = errno, close(at);
    if (at < 0 && in_parts && is_link(folder)) set_link_error(folder, "folder", err);
    if (at >= 0 && fd < 0 && why == ELOOP) set_link_error(path, "file", err);
    errno = why;
    return fd;
}

bool set_read_error(const char *path, Err *err)
{
    if (errno == ENOENT) return set_no_file_error(path, err);
    if (errno == ENXIO) return err_set(err, "%s is not a plain file", path); /* a socket */
    return err_set(err, "cannot read %s: %s", path, strerror(errno));
}

bool check_may_look(const char *path, Err *err)
{
    struct stat st;
    bool there = stat(path, &st) == 0;
    if (there && (!S_ISDIR(st.st_mode) || access(path, X_OK) == 0)) return true;
    return errno != EACCES || set_read_error(path, err);
}

bool set_no_campaign_error(const char *folder, Err *err)
{
    return check_may_look(folder, err) &&
           err_set(
               err,
               "%s is not a campaign: it has no house.lua and no journal.db; `sconce new` makes "
               "one",
               folder);
}

bool read_real_file(const char *path, const char *real, size_t max, Text *t, Err *err)
{
    struct stat st;
    text_clear(t);
    const char *name = path_base(path); /* the cell is told this name, and takes only UTF-8 */
    if (!text_is_utf8(name, strlen(name)))
        return err_set(err, "the name of %s is not UTF-8 text; give the file another one", path);
    Err link = {0};
    int fd = open_to_read(path, real, &link);
    if (link.text[0]) return err_set(err, "%s", link.text);
    if (fd < 0) return set_read_error(path, err);
    bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (!ok)
        err_set(err, "%s is %s", path,
                S_ISDIR(st.st_mode) ? "a folder, not a file" : "not a plain file");
    else
        ok = read_open_file(fd, path, max, t, err);
    close(fd);
    return ok;
}

bool read_text_file(const char *path, size_t max, Text *t, Err *err)
{
    return read_real_file(path, NULL, max, t, err);
}

bool read_composed_file(const char *path, const char *real, Text *t, Err *err)
{
    if (!read_real_file(path, real, RULE_FILE_MAX, t, err)) return false;
    text_compose(t);
    return !t->failed || err_set(err, "out of memory");
}

bool read_utf8_file(const char *path, Text *t, Err *err)
{
    return read_composed_file(path, NULL, t, err) &&
           (text_is_utf8(text_str(t), t->n) || err_set(err, "%s is not UTF-8 text", path));
}

/* --- beside the program ------------------------------------------------------------------ */

/* The files of Sconce beside which others are looked for, in this order. */
typedef enum { OWN_LIBRARY, OWN_PROGRAM } OwnFile;

/* Returns the folder of one of these files; NULL: unknown.  The caller frees it. */
static char *own_folder(OwnFile which)
{
    Dl_info info;
    const char *name = "/proc/self/exe";
    if (which == OWN_LIBRARY) {
        if (dladdr(__extension__(void *) own_folder, &info) == 0 || !info.dli_fname) return NULL;
        if (!strchr(info.dli_fname, '/')) return NULL; /* linked into a program found by $PATH */
        name = info.dli_fname;
    }
    ScopedString *path = realpath(name, NULL);
    return path ? path_folder(path) : NULL;
}

/* Returns the path of `tail` beside the library or program, if exists() says that it is there
 * (is_file or is_folder); else NULL.  The caller frees it. */
static char *path_beside(OwnFile which, const char *tail, bool (*exists)(const char *path))
{
    ScopedString *own = own_folder(which);
    ScopedString *path = own ? path_join(own, tail) : NULL;
    char *real = path ? realpath(path, NULL) : NULL;
    if (real && exists(real)) return real;
    free(real);
    return NULL;
}

/* Returns the first of these paths (the list ends in NULL) at which there is a file, beside the
 * library or the program; or NULL.  The caller frees it. */
static char *find_beside(const char *const *tails)
{
    for (; *tails; tails++)
        for (OwnFile which = 0; which <= OWN_PROGRAM; which++) {
            char *path = path_beside(which, *tails, is_file);
            if (path) return path;
        }
    return NULL;
}

char *find_cell(const char *given, Err *err)
{
    static const char *const tails[] = {"sconce-cell", "../libexec/sconce/sconce-cell", NULL};
    static const char installed[] = SCONCE_PREFIX "/libexec/sconce/sconce-cell";
    if (!given) given = getenv("SCONCE_CELL");
    char *path = given ? strdup(given) : find_beside(tails);
    if (!path && !given) path = strdup(installed);
    if (path && access(path, X_OK) == 0) return path;
    if (!path)
        err_set(err, "out of memory");
    else
        err_set(err,
                "the program that runs the rules, sconce-cell, is not at %s: build it there, or "
                "set SCONCE_CELL",
                path);
    free(path);
    return NULL;
}

/* Returns the path of a file in a folder; NULL if it is not there.  The caller frees it. */
static char *file_in_folder(const char *folder, const char *file)
{
    char *path = path_join(folder, file);
    if (path && is_file(path)) return path;
    free(path);
    return NULL;
}

char *find_part(const char *name)
{
    char in_source_tree[200], installed[200]; /* the names of our parts are short */
    snprintf(in_source_tree, sizeof in_source_tree, "../%s", name);
    snprintf(installed, sizeof installed, "../share/sconce/%s", name);
    const char *const tails[] = {in_source_tree, installed, name, NULL};
    char *path = find_beside(tails);
    return path ? path : file_in_folder(SCONCE_PREFIX "/share/sconce", name);
}

/* --- the search path --------------------------------------------------------------------- */

/* Adds a folder, and takes its text.  Leaves out NULL and a folder that is there already. */
static void add_folder(SearchPath *search_path, char *folder)
{
    bool skip = !folder || search_path->n == SEARCH_FOLDERS_MAX;
    for (size_t i = 0; i < search_path->n && !skip; i++)
        skip = strcmp(search_path->folder[i], folder) == 0;
    if (skip)
        free(folder);
    else
        search_path->folder[search_path->n++] = folder;
}

bool search_path_fill(SearchPath *search_path, const char *rulesets)
{
    static const char *const beside[] = {"../rulesets", "rulesets", "../share/sconce/rulesets"};
    *search_path = (SearchPath){0};
    if (!rulesets) rulesets = getenv("SCONCE_RULESETS");
    for (const char *p = rulesets; p && *p;) {
        size_t n = strcspn(p, ":");
        if (n > 0 && search_path->n < GIVEN_FOLDERS_MAX) add_folder(search_path, strndup(p, n));
        p += n + (p[n] == ':');
    }
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        for (OwnFile which = 0; which <= OWN_PROGRAM; which++)
            add_folder(search_path, path_beside(which, beside[i], is_folder));
    add_folder(search_path, strdup(SCONCE_PREFIX "/share/sconce/rulesets"));
    return search_path->n > 0;
}

bool search_path_prepend(SearchPath *search_path, const char *folder)
{
    char *copy = strdup(folder);
    if (!copy) return false;
    if (search_path->n == SEARCH_FOLDERS_MAX)
        free(search_path->folder[--search_path->n]); /* the last: it is tried after all others */
    memmove(search_path->folder + 1, search_path->folder,
            search_path->n++ * sizeof *search_path->folder);
    search_path->folder[0] = copy;
    return true;
}

void search_path_free(SearchPath *search_path)
{
    for (size_t i = 0; i < search_path->n; i++) free(search_path->folder[i]);
    *search_path = (SearchPath){0};
}

/* --- rulesets by name -------------------------------------------------------------------- */

bool is_ruleset_name(const char *s, size_t n)
{
    return n > 0 && n <= RULE_NAME_MAX && strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_-") >= n;
}

bool check_ruleset_name(const char *name, Err *err)
{
    return is_ruleset_name(name, strlen(name)) ||
           err_set(err, "'%.60s' is not a name of a ruleset: small letters, digits, - and _ only%s",
                   name, strstr(name, ".lua") ? ", without .lua" : "");
}

/* The rulesets in some folders.  Of several with the same name, it has the one found first. */
typedef struct {
    struct Ruleset {
        char *name, *path;
    } * at;
    size_t n, room;
    bool failed; /* out of memory */
} RulesetList;

/* Adds a file of a folder if its name is that of a ruleset, and new. */
static void add_ruleset(RulesetList *list, const char *folder, const char *file)
{
    size_t n = lua_stem_length(file);
    if (!is_ruleset_name(file, n)) return;
    for (size_t i = 0; i < list->n; i++)
        if (strncmp(list->at[i].name, file, n) == 0 && !list->at[i].name[n]) return;
    if (!array_room(&list->at, &list->room, list->n + 1, sizeof *list->at)) {
        list->failed = true;
        return;
    }
    struct Ruleset *r = &list->at[list->n++];
    *r = (struct Ruleset){.name = strndup(file, n), .path = path_join(folder, file)};
    list->failed = !r->name || !r->path;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct Ruleset *)a)->name, ((const struct Ruleset *)b)->name);
}

/* Adds the rulesets in a folder (may be NULL), or the parts in its folder parts/. */
static void add_rules(RulesetList *list, RulesKind kind, const char *folder)
{
    ScopedString *parts = folder && kind == RULES_PART ? path_join(folder, "parts") : NULL;
    const char *in = kind == RULES_PART ? parts : folder;
    DIR *d = in ? opendir(in) : NULL;
    for (const struct dirent *e; d && !list->failed && (e = readdir(d));)
        add_ruleset(list, in, e->d_name);
    if (d) closedir(d);
}

/* Lists the rulesets, or the parts, in `folder` (may be NULL) and on the search path, sorted by
 * name.  The caller calls list_free, even if it failed. */
static RulesetList list_rules(const SearchPath *search_path, RulesKind kind, const char *folder)
{
    RulesetList list = {0};
    add_rules(&list, kind, folder);
    for (size_t i = 0; i < search_path->n; i++) add_rules(&list, kind, search_path->folder[i]);
    if (!list.failed && list.n > 1) qsort(list.at, list.n, sizeof *list.at, by_name);
    return list;
}

static void list_free(RulesetList *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->at[i].name);
        free(list->at[i].path);
    }
    free(list->at);
}

/* Sets *err for a ruleset or part that search_path_find did not find; suggests the nearest name. */
static void set_not_found_error(const SearchPath *search_path, RulesKind kind, const char *name,
                                const char *folder, Err *err)
{
    RulesetList list = list_rules(search_path, kind, folder);
    const char *what = kind == RULES_PART ? "part" : "ruleset";
    Guess g = guess_start(name);
    for (size_t i = 0; i < list.n && !list.failed; i++)
        guess_compare(&g, list.at[i].name, strlen(list.at[i].name));
    if (g.distance == 0) /* a file of this very name */
        err_set(err, "%s.lua is there, but no plain file", name);
    else if (g.best)
        err_set(err, "no %s '%s'; did you mean '%s'?", what, name, g.best);
    else if (kind == RULES_PART)
        err_set(err, "no part '%s': %s.lua is not beside this file, nor in a folder parts", name,
                name);
    else if (is_folder(name))
        set_no_campaign_error(name, err);
    else if (has_file(".", name) && !is_file(name))
        err_set(err, "%s is not a plain file", name);
    else
        err_set(err, "no ruleset '%s'; `sconce rules` lists those there are", name);
    list_free(&list);
}

char *search_path_find(const SearchPath *search_path, RulesKind kind, const char *name,
                       const char *folder, Err *err)
{
    if (!check_ruleset_name(name, err)) return NULL;
    char file[RULE_NAME_MAX + 16], in_parts[RULE_NAME_MAX + 16], *path = NULL;
    snprintf(file, sizeof file, "%s.lua", name);
    snprintf(in_parts, sizeof in_parts, "parts/%s.lua", name);
    for (size_t i = 0; i <= search_path->n && !path; i++) {
        const char *in = i == 0 ? folder : search_path->folder[i - 1];
        if (in) path = file_in_folder(in, file);
        if (in && kind == RULES_PART && !path) path = file_in_folder(in, in_parts);
    }
    if (!path) set_not_found_error(search_path, kind, name, folder, err);
    return path;
}

void search_path_read(const SearchPath *search_path, const char *folder, Text *out)
{
    static const RulesKind kinds[] = {RULES_RULESET, RULES_PART};
    for (size_t k = 0; k < 2; k++) {
        RulesetList list = list_rules(search_path, kinds[k], folder);
        for (size_t i = 0; i < list.n && !list.failed; i++) {
            ScopedText text = {0};
            if (read_text_file(list.at[i].path, RULE_FILE_MAX, &text, NULL))
                text_addn(out, text_str(&text), text.n);
        }
        list_free(&list);
    }
}

bool search_path_has(const SearchPath *search_path, const char *folder)
{
    for (size_t i = 0; i < search_path->n; i++) {
        ScopedString *parts = path_join(search_path->folder[i], "parts");
        bool same =
            strcmp(search_path->folder[i], folder) == 0 || (parts && strcmp(parts, folder) == 0);
        if (same) return true;
    }
    return false;
}

bool search_path_check_link(const SearchPath *search_path, const char *path, const char *folder,
                            char **real, Err *err)
{
    *real = NULL;
    ScopedString *own = path_folder(path), *parts = path_join(folder, "parts");
    if (!own || !parts) return err_set(err, "out of memory");
    if (strcmp(own, folder) != 0 && strcmp(own, parts) != 0) return true; /* found elsewhere */
    if (search_path_has(search_path, folder)) return true;
    /* A part may be a link to a file in the folder above parts/. */
    ScopedString *above = strcmp(path_base(folder), "parts") == 0 ? path_folder(folder) : NULL;
    ScopedString *inside = realpath(above ? above : folder, NULL);
    *real = inside ? realpath(path, NULL) : NULL;
    if (!*real) return set_read_error(path, err);
    size_t n = strcmp(inside, "/") == 0 ? 0 : strlen(inside);
    if (strncmp(*real, inside, n) == 0 && (*real)[n] == '/') return true;
    return is_link(own) ? set_link_error(own, "folder", err) : set_link_error(path, "file", err);
}

/* Appends the description of a ruleset from its first line, "-- delving.lua -- a die at the end of
 * every turn": the part after the name. */
static void add_description(const char *text, Text *out)
{
    const char *p = text + strspn(text, " \t\r\n");
    if (strncmp(p, "--", 2) != 0) return;
    const char *end = p + strcspn(p, "\r\n"), *dashes = strstr(p + 2, " -- ");
    p = dashes && dashes < end ? dashes + 4 : p + 2;
    p += strspn(p, " ");
    text_addn(out, p, (size_t)(end - p));
}

/* Appends the comment that a file begins with, without its dashes. */
static void add_head_comment(const char *text, Text *out)
{
    for (const char *p = text; strncmp(p, "--", 2) == 0; p += strspn(p, "\r\n")) {
        p += strncmp(p, "-- ", 3) == 0 ? 3 : 2;
        size_t n = strcspn(p, "\r\n");
        text_addn(out, p, n);
        text_addc(out, '\n');
        p += n;
    }
}

/* Writes a ruleset or part, with its name, path, description and the comment at its head. */
static void write_ruleset(Text *t, const struct Ruleset *r)
{
    ScopedText text = {0}, line = {0}, about = {0};
    if (read_text_file(r->path, RULE_FILE_MAX, &text, NULL)) {
        add_description(text_str(&text), &line);
        add_head_comment(text_str(&text), &about);
    }
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "name"), r->name);
    jsonw_string(jsonw_key(t, "path"), r->path);
    jsonw_string(jsonw_key(t, "line"), text_str(&line));
    jsonw_string(jsonw_key(t, "about"), text_str(&about));
    jsonw_close(t, '}');
}

/* Returns the list of all rulesets, or parts, on the search path: see sconce_rulesets. */
static char *rules_as_json(RulesKind kind, const char *rulesets, SconceError *error)
{
    Err err = {0};
    SearchPath search_path;
    Text t = {0};
    bool ok = search_path_fill(&search_path, rulesets);
    RulesetList list = list_rules(&search_path, kind, NULL);
    ok = ok && !list.failed;
    jsonw_open(&t, '[');
    for (size_t i = 0; i < list.n && ok; i++) write_ruleset(&t, &list.at[i]);
    jsonw_close(&t, ']');
    list_free(&list);
    search_path_free(&search_path);
    return public_answer(ok || err_set(&err, "out of memory"), &t, &err, error);
}

char *sconce_rulesets(const char *rulesets, SconceError *error)
{
    return rules_as_json(RULES_RULESET, rulesets, error);
}

char *sconce_parts(const char *rulesets, SconceError *error)
{
    return rules_as_json(RULES_PART, rulesets, error);
}
