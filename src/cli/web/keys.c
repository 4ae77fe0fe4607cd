/* A code and two keys for each campaign, in a file, so that bookmarks last; drawn anew only when
 * asked to (serve --new-keys).  How long they are, and why: served_table.h.
 *
 * The file is an object: {"FOLDER":{"gm":"…","player":"…","code":"…"},…}. */
#include "cli/term/json_fields.h"
#include "cli/term/paths.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/web/served_table.h"

/* --- drawing ------------------------------------------------------------------------- */

/* Writes n random letters of an alphabet of 32. */
static bool draw_letters(char *out, size_t n)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* no l, o, 0, 1 */
    unsigned char bytes[KEY_LETTERS];
    if (getrandom(bytes, n, 0) != (ssize_t)n) return false;
    for (size_t i = 0; i < n; i++) out[i] = letters[bytes[i] % 32];
    out[n] = '\0';
    return true;
}

static bool draw_keys(TableKeys *k)
{
    return draw_letters(k->gm, KEY_LETTERS) && draw_letters(k->player, KEY_LETTERS) &&
           draw_letters(k->code, CODE_LETTERS);
}

/* --- the file ------------------------------------------------------------------------ */

/* The path of the file of keys, in $XDG_STATE_HOME or ~/.local/state, made if missing; or NULL. */
static char *make_path(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool own = state && *state == '/';
    if (!own && (!home || *home != '/')) return NULL;
    char *path = formatted("%s%s/sconce/keys.json", own ? state : home, own ? "" : "/.local/state");
    for (char *slash = path + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(path, 0700);
    }
    return path;
}

/* True if the file is still the one that was opened: another program may have put a new one in its
 * place while this one waited for the lock. */
static bool is_at(const char *path, const struct stat *opened)
{
    struct stat now;
    return lstat(path, &now) == 0 && now.st_dev == opened->st_dev && now.st_ino == opened->st_ino;
}

/* Opens and locks the file of keys; -1: it cannot be kept. */
static int open_file(const char *path)
{
    for (int tries = 0; tries < 100; tries++) { /* any number would do */
        struct stat st;
        int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
        if (fd < 0) return -1;
        /* what somebody else owns, or may read or write, keeps no secrets */
        bool own = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                   (st.st_mode & 077) == 0 && flock(fd, LOCK_EX) == 0;
        if (own && is_at(path, &st)) return fd;
        close(fd);
        if (!own) return -1;
    }
    return -1;
}

/* Copies a key of exactly n letters to `out`, which has room for n + 1; false: it is none. */
static bool read_key(const json_t *o, const char *name, size_t n, char *out)
{
    const char *text = field_text(o, name);
    if (strlen(text) != n) return false;
    memcpy(out, text, n + 1);
    return true;
}

/* Puts the keys of a folder among `all`, and writes the file anew.  On a full disk the old file
 * stays, so that the keys of other tables are not lost. */
static void write_keys(const char *path, json_t *all, const char *folder, const TableKeys *k)
{
    Draft d;
    json_object_set_new(
        all, folder,
        json_pack("{s:s, s:s, s:s}", "gm", k->gm, "player", k->player, "code", k->code));
    AutoString *text = must_have(json_dumps(all, JSON_INDENT(1)));
    if (draft_begin(&d, path, 0600)) draft_end(&d, fputs(text, d.to) >= 0);
}

/* Reads the keys of a folder from the file.  If it has none, or with `anew`, draws new ones and
 * writes them into it.  False: the system has no random numbers. */
static bool keep_keys(int fd, const char *path, const char *folder, bool anew, TableKeys *keys)
{
    json_auto_t *all = json_loadfd(fd, 0, NULL);
    if (!json_is_object(all)) {
        json_decref(all);
        all = must_have(json_object());
    }
    const json_t *o = json_object_get(all, folder);
    if (!anew && read_key(o, "gm", KEY_LETTERS, keys->gm) &&
        read_key(o, "player", KEY_LETTERS, keys->player) &&
        read_key(o, "code", CODE_LETTERS, keys->code))
        return true;
    if (!draw_keys(keys)) return false;
    write_keys(path, all, folder, keys);
    return true;
}

bool keys_find(TableKeys *keys, const char *folder, bool anew)
{
    AutoString *whole = folder ? realpath(folder, NULL) : NULL;
    AutoString *path = whole ? make_path() : NULL;
    int fd = path ? open_file(path) : -1;
    if (fd < 0) return draw_keys(keys);
    bool ok = keep_keys(fd, path, whole, anew, keys);
    close(fd);
    return ok;
}
