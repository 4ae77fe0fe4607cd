/* The library may sit in a build tree, in a copy of it, or in a prefix.  So everything is looked
 * for beside the library first, then beside the running program, then in the prefix. */
#include "campaign/rules/find.h"
#include "campaign/rules/words.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    char *path = path_join(folder, name);
    bool has = path && is_file(path);
    free(path);
    return has;
}

static bool read_open_file(int fd, const char *path, size_t max, Text *t, Err *err)
{
    char part[8192];
    for (;;) {
        ssize_t n = read(fd, part, sizeof part);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return err_set(err, "cannot read %s: %s", path, strerror(errno));
        if (n == 0) break;
        text_addn(t, part, (size_t)n);
        if (t->n > max) return err_set(err, "%s is too long: %zu KB at most", path, max / 1024);
        if (t->failed) return err_set(err, "out of memory");
    }
    if (!t->s) text_addn(t, "", 0);
    return true;
}

bool read_text_file(const char *path, size_t max, Text *t, Err *err)
{
    struct stat st;
    text_clear(t);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return err_set(err, "cannot read %s: %s", path, strerror(errno));
    bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (!ok)
        err_set(err, "%s is %s", path,
                S_ISDIR(st.st_mode) ? "a folder, not a file" : "no plain file");
    else
        ok = read_open_file(fd, path, max, t, err);
    close(fd);
    return ok;
}

/* --- beside the program ------------------------------------------------------------------ */

/* The folder of the library, or of the running program; NULL when it is not known. */
static char *own_folder(bool program)
{
    Dl_info info;
    const char *name = "/proc/self/exe";
    if (!program) {
        if (dladdr(__extension__(void *) own_folder, &info) == 0 || !info.dli_fname) return NULL;
        if (!strchr(info.dli_fname, '/')) return NULL; /* the program itself, found by PATH */
        name = info.dli_fname;
    }
    char *path = realpath(name, NULL);
    char *folder = path ? path_folder(path) : NULL;
    free(path);
    return folder;
}

/* The path of tail beside the library or program, if it exists and is a folder or file as asked. */
static char *beside(bool program, const char *tail, bool folder)
{
    char *own = own_folder(program);
    char *path = own ? path_join(own, tail) : NULL;
    char *real = path ? realpath(path, NULL) : NULL;
    free(own);
    free(path);
    if (real && (folder ? is_folder(real) : is_file(real))) return real;
    free(real);
    return NULL;
}

static char *beside_any(const char *const *tails, bool folder)
{
    for (; *tails; tails++)
        for (int program = 0; program < 2; program++) {
            char *path = beside(program == 1, *tails, folder);
            if (path) return path;
        }
    return NULL;
}

char *find_cell(const char *given, Err *err)
{
    static const char *const tails[] = {"sconce-cell", "../libexec/sconce/sconce-cell", NULL};
    static const char installed[] = SCONCE_PREFIX "/libexec/sconce/sconce-cell";
    if (!given) given = getenv("SCONCE_CELL");
    char *path = given ? strdup(given) : beside_any(tails, false);
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

char *find_part(const char *name)
{
    char up[200], share[200];
    snprintf(up, sizeof up, "../%s", name);
    snprintf(share, sizeof share, "../share/sconce/%s", name);
    const char *const tails[] = {up, share, name, NULL};
    char *path = beside_any(tails, false);
    if (path) return path;
    path = path_join(SCONCE_PREFIX "/share/sconce", name);
    if (path && is_file(path)) return path;
    free(path);
    return NULL;
}

/* --- the search path --------------------------------------------------------------------- */

/* Adds a folder, which it takes; NULL and repeated folders are left out. */
static void add_folder(SearchPath *search_path, char *folder)
{
    bool seen =
        !folder || search_path->n == sizeof search_path->folder / sizeof *search_path->folder;
    for (size_t i = 0; i < search_path->n && !seen; i++)
        seen = strcmp(search_path->folder[i], folder) == 0;
    if (seen)
        free(folder);
    else
        search_path->folder[search_path->n++] = folder;
}

bool search_path_fill(SearchPath *search_path, const char *campaign, const char *rulesets)
{
    static const char *const beside_program[] = {"../rulesets", "rulesets",
                                                 "../share/sconce/rulesets"};
    *search_path = (SearchPath){0};
    if (campaign) add_folder(search_path, strdup(campaign));
    if (!rulesets) rulesets = getenv("SCONCE_RULESETS");
    for (const char *p = rulesets; p && *p;) {
        size_t n = strcspn(p, ":");
        if (n > 0 && search_path->n < 6) add_folder(search_path, strndup(p, n));
        p += n + (p[n] == ':');
    }
    for (size_t i = 0; i < 3; i++) {
        add_folder(search_path, beside(false, beside_program[i], true));
        add_folder(search_path, beside(true, beside_program[i], true));
    }
    add_folder(search_path, strdup(SCONCE_PREFIX "/share/sconce/rulesets"));
    return search_path->n > 0;
}

bool search_path_first(SearchPath *search_path, const char *folder)
{
    char *copy = strdup(folder);
    size_t room = sizeof search_path->folder / sizeof *search_path->folder;
    if (!copy) return false;
    if (search_path->n == room) free(search_path->folder[--search_path->n]);
    memmove(search_path->folder + 1, search_path->folder,
            search_path->n++ * sizeof *search_path->folder);
    search_path->folder[0] = copy;
    return true;
}

bool search_path_copy(SearchPath *to, const SearchPath *from)
{
    *to = (SearchPath){0};
    for (size_t i = 0; i < from->n; i++) add_folder(to, strdup(from->folder[i]));
    return to->n == from->n;
}

void search_path_free(SearchPath *search_path)
{
    for (size_t i = 0; i < search_path->n; i++) free(search_path->folder[i]);
    *search_path = (SearchPath){0};
}

bool is_ruleset_name(const char *s, size_t n)
{
    if (n == 0 || n > RULE_NAME_MAX) return false;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-'))
            return false;
    }
    return true;
}

static char *in_folder(const char *folder, const char *name)
{
    char file[RULE_NAME_MAX + 8];
    snprintf(file, sizeof file, "%s.lua", name);
    char *path = path_join(folder, file);
    if (path && is_file(path)) return path;
    free(path);
    return NULL;
}

typedef struct {
    const char *wanted;
    char best[RULE_NAME_MAX + 1];
    size_t apart;
} Nearest;

static void consider(Nearest *nearest, const char *file)
{
    size_t n = strlen(file);
    if (n <= 4 || strcmp(file + n - 4, ".lua") != 0 || !is_ruleset_name(file, n - 4)) return;
    char name[RULE_NAME_MAX + 1];
    memcpy(name, file, n - 4);
    name[n - 4] = '\0';
    size_t apart = letters_apart(nearest->wanted, name);
    if (apart > nearest->apart || (apart == nearest->apart && strcmp(name, nearest->best) >= 0))
        return;
    nearest->apart = apart;
    memcpy(nearest->best, name, n - 3);
}

static void consider_folder(Nearest *nearest, const char *folder)
{
    DIR *dir = folder ? opendir(folder) : NULL;
    if (!dir) return;
    for (const struct dirent *e; (e = readdir(dir));) consider(nearest, e->d_name);
    closedir(dir);
}

static void say_not_found(const SearchPath *search_path, const char *name,
                          const char *beside_folder, Err *err)
{
    size_t far = strlen(name) / 3 + 1;
    Nearest nearest = {.wanted = name, .apart = far + 1};
    consider_folder(&nearest, beside_folder);
    for (size_t i = 0; i < search_path->n; i++) consider_folder(&nearest, search_path->folder[i]);
    if (nearest.apart == 0)
        err_set(err, "%s.lua is there, but no plain file", name);
    else if (nearest.apart <= far)
        err_set(err, "no ruleset '%s'; did you mean '%s'?", name, nearest.best);
    else
        err_set(err, "no ruleset '%s'; `sconce rules` lists those there are", name);
}

char *search_path_find(const SearchPath *search_path, const char *name, const char *beside_folder,
                       Err *err)
{
    if (!is_ruleset_name(name, strlen(name))) {
        err_set(err, "'%.60s' is no name of a ruleset: small letters, digits, - and _ only%s", name,
                strstr(name, ".lua") ? ", without .lua" : "");
        return NULL;
    }
    char *path = beside_folder ? in_folder(beside_folder, name) : NULL;
    for (size_t i = 0; i < search_path->n && !path; i++)
        path = in_folder(search_path->folder[i], name);
    if (!path) say_not_found(search_path, name, beside_folder, err);
    return path;
}
