/* Every file is written completely and synced, so that a folder that was reported is on disk. */
#include "campaign/journal/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign/rules/find.h"
#include "core/json_writer.h"

static bool is_empty(const char *dir)
{
    DIR *d = opendir(dir);
    bool empty = d != NULL;
    for (const struct dirent *e; d && empty && (e = readdir(d));)
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    if (d) closedir(d);
    return empty;
}

bool folder_make(NewFolder *f, const char *dir, Err *err)
{
    *f = (NewFolder){.dir = dir};
    if (!*dir) return err_set(err, "which folder?");
    if (mkdir(dir, 0777) == 0) return f->made = true;
    if (errno != EEXIST) return err_set(err, "cannot make %s: %s", dir, strerror(errno));
    if (!is_folder(dir)) return err_set(err, "%s is there already, and is no folder", dir);
    return is_empty(dir) || err_set(err, "%s is not empty: give a new folder", dir);
}

static bool write_all(int fd, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, text, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        text += done;
        n -= (size_t)done;
    }
    return fsync(fd) == 0;
}

bool folder_write(NewFolder *f, const char *name, const char *text, size_t n, Err *err)
{
    char *path = path_join(f->dir, name);
    if (!path) return err_set(err, "out of memory");
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) text_addn(&f->written, name, strlen(name) + 1);
    bool ok = fd >= 0 && write_all(fd, text, n);
    int e = errno;
    if (fd >= 0 && close(fd) != 0 && ok) ok = false, e = errno;
    if (!ok) err_set(err, "cannot write %s: %s", path, strerror(e));
    free(path);
    return ok && (!f->written.failed || err_set(err, "out of memory"));
}

/* Syncs a folder and those above it.  One that cannot be opened or synced is no failure. */
static bool sync_folder(int at, const char *dir, Err *err)
{
    int fd = openat(at, dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return true;
    bool ok = fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
    if (!ok) err_set(err, "cannot write %s: %s", dir, strerror(errno));
    ok = ok && (strcmp(dir, "..") == 0 || sync_folder(fd, "..", err));
    close(fd);
    return ok;
}

static void remove_file(const char *dir, const char *name)
{
    char *path = path_join(dir, name);
    if (path) unlink(path);
    free(path);
}

bool folder_finish(NewFolder *f, bool ok, Err *err)
{
    static const char *const others[] = {"journal.db", "journal.db-journal", ".lock"};
    ok = ok && sync_folder(AT_FDCWD, f->dir, err);
    const Text *w = &f->written;
    for (size_t i = 0; !ok && i < w->n; i += strlen(w->s + i) + 1) remove_file(f->dir, w->s + i);
    for (size_t i = 0; !ok && i < sizeof others / sizeof *others; i++)
        remove_file(f->dir, others[i]);
    if (!ok && f->made) rmdir(f->dir);
    text_free(&f->written);
    return ok;
}

bool folder_editor(NewFolder *f, Err *err)
{
    char *face = find_part("include/sconce.lua");
    if (!face) face = find_part("sconce.lua");
    if (!face) return true;
    Text t = {0};
    text_add(&t, "{\n"
                 "  \"runtime.version\": \"Lua 5.4\",\n"
                 "  \"runtime.builtin\": { \"io\": \"disable\", \"os\": \"disable\", \"debug\": "
                 "\"disable\",\n"
                 "                       \"package\": \"disable\", \"coroutine\": \"disable\" },\n"
                 "  \"workspace.library\": [");
    jsonw_string(&t, face);
    text_add(&t, "],\n"
                 "  \"workspace.checkThirdParty\": false,\n"
                 "  \"diagnostics.disable\": [\"undefined-global\", \"lowercase-global\", "
                 "\"duplicate-set-field\"]\n"
                 "}\n");
    free(face);
    bool ok = !t.failed ? folder_write(f, ".luarc.json", text_str(&t), t.n, err)
                        : err_set(err, "out of memory");
    text_free(&t);
    return ok;
}
