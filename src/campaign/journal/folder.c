/* Every file and the folder are synced before success is told: no power failure loses them then. */
#include "campaign/journal/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign/rules/find.h"
#include "campaign/rules/spawn.h"
#include "core/json_writer.h"

/* --- names -------------------------------------------------------------------------------- */

char *name_beside(const char *path)
{
    struct stat st;
    static atomic_uint made; /* another thread must not get the same name */
    ScopedString *folder = path_folder(path);
    while (folder) {
        Text t = {0};
        text_addf(&t, "%s/.sconce-%ld-%u.new", folder, (long)getpid(), atomic_fetch_add(&made, 1));
        char *beside = text_take(&t);
        if (!beside || lstat(beside, &st) != 0) return beside;
        free(beside); /* left behind by a program that was killed */
    }
    return NULL;
}

bool set_write_error(const char *path, Err *err)
{
    return err_set(err, "cannot write %s: %s", path, strerror(errno));
}

bool is_name_free(const char *path, Err *err)
{
    struct stat st;
    return lstat(path, &st) != 0 || err_set(err, "%s exists already: name a new file", path);
}

/* Syncs a folder and the one above it, which holds its name: the folder may be new.  A folder that
 * cannot be opened, or whose file system cannot sync folders, is skipped. */
static bool sync_folder(int at, const char *dir, Err *err)
{
    int fd = openat(at, dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return true;
    bool ok = fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
    if (!ok) set_write_error(dir, err);
    ok = ok && (strcmp(dir, "..") == 0 || sync_folder(fd, "..", err));
    close(fd);
    return ok;
}

bool take_name(const char *beside, const char *path, Err *err)
{
    ScopedString *folder = path_folder(path);
    if (!folder) return err_set(err, "out of memory");
    /* link() replaces nothing; a file system without links has no other way to tell. */
    if (link(beside, path) == 0)
        unlink(beside);
    else if (errno == EEXIST || !is_name_free(path, err))
        return is_name_free(path, err); /* sets *err */
    else if (rename(beside, path) != 0)
        return set_write_error(path, err);
    return sync_folder(AT_FDCWD, folder, err);
}

/* --- making ------------------------------------------------------------------------------- */

/* True if the folder can be read, and holds nothing. */
static bool is_empty(const char *dir)
{
    DIR *d = opendir(dir);
    bool empty = d != NULL;
    for (const struct dirent *e; d && empty && (e = readdir(d));)
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    if (d) closedir(d);
    return empty;
}

/* Makes the folder beside its final name.  mode: permissions, 0: usual.  False: f is unchanged. */
static bool make_beside(NewFolder *f, const char *plain, mode_t mode)
{
    f->beside = name_beside(plain);
    if (f->beside && mkdir(f->beside, 0777) == 0) {
        f->dir = f->beside;
        if (!mode || chmod(f->beside, mode) == 0) return true;
        rmdir(f->beside);
        f->dir = f->name;
    }
    free(f->beside);
    f->beside = NULL;
    return false;
}

/* True if a new folder may take the place of an empty one: nobody stands in that, nothing is
 * mounted there, and the new one will have the same owner. */
static bool may_be_replaced(const char *plain, const struct stat *st)
{
    struct stat here, above;
    ScopedString *folder = path_folder(plain);
    bool known = folder && stat(".", &here) == 0 && stat(folder, &above) == 0;
    bool stands_there = known && here.st_dev == st->st_dev && here.st_ino == st->st_ino;
    return known && !stands_there && S_ISDIR(st->st_mode) && st->st_dev == above.st_dev &&
           st->st_uid == geteuid() && st->st_gid == getegid();
}

bool folder_make(NewFolder *f, const char *dir, Err *err)
{
    struct stat st;
    *f = (NewFolder){.name = dir, .dir = dir};
    if (!*dir) return err_set(err, "which folder?");
    /* With a slash at its end, a path can name only a folder that exists. */
    ScopedString *plain = without_slashes(dir);
    if (!plain) return err_set(err, "out of memory");
    if (lstat(plain, &st) != 0)
        return make_beside(f, plain, 0) || err_set(err, "cannot make %s: %s", dir, strerror(errno));
    if (!is_folder(dir)) return err_set(err, "%s exists already, and is not a folder", dir);
    if (!is_empty(dir)) return err_set(err, "%s is not empty: name a new folder", dir);
    if (may_be_replaced(plain, &st)) make_beside(f, plain, st.st_mode & 07777);
    return true; /* if nothing was made beside it, the empty folder is filled */
}

/* Writes a text to a new file (fd -1: there is none), syncs and closes it.  False with errno. */
static bool write_and_close(int fd, const char *text, size_t n)
{
    bool ok = fd >= 0;
    while (ok && n > 0) {
        ssize_t done = write(fd, text, n);
        ok = done >= 0 || errno == EINTR;
        if (done < 0) continue;
        text += done;
        n -= (size_t)done;
    }
    ok = ok && fsync(fd) == 0;
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && ok) return false;
    errno = why;
    return ok;
}

bool folder_write(NewFolder *f, const char *name, const char *text, size_t n, Err *err)
{
    ScopedString *path = path_join(f->dir, name);
    if (!path) return err_set(err, "out of memory");
    int fd = move_fd_up(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd >= 0) text_addn(&f->written, name, strlen(name) + 1);
    if (!write_and_close(fd, text, n))
        return err_set(err, "cannot write %s/%s: %s", f->name, name, strerror(errno));
    return !f->written.failed || err_set(err, "out of memory");
}

static void remove_file(const char *dir, const char *name)
{
    ScopedString *path = path_join(dir, name);
    if (path) unlink(path);
}

/* Gives the folder its final name, in place of an empty one that was made meanwhile. */
static bool name_folder(NewFolder *f, Err *err)
{
    ScopedString *plain = without_slashes(f->name);
    if (!plain) return err_set(err, "out of memory");
    if (rename(f->beside, plain) == 0) {
        f->dir = f->name;
        return sync_folder(AT_FDCWD, plain, err);
    }
    if (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR)
        return err_set(err, "%s exists already: name a new folder", f->name);
    return err_set(err, "cannot make %s: %s", f->name, strerror(errno));
}

bool folder_finish(NewFolder *f, bool ok, Err *err)
{
    /* Not in f->written: SQLite makes the first two, folder_lock the third. */
    static const char *const others[] = {"journal.db", "journal.db-journal", ".lock"};
    ok = ok && sync_folder(AT_FDCWD, f->dir, err) && (!f->beside || name_folder(f, err));
    if (!ok) {
        const Text *names = &f->written;
        for (size_t i = 0; i < names->n; i += strlen(names->s + i) + 1)
            remove_file(f->dir, names->s + i);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) remove_file(f->dir, others[i]);
        if (f->beside) rmdir(f->dir);
    }
    free(f->beside);
    text_free(&f->written);
    return ok;
}

/* Writes a new file beside the one that it is to replace.  mode: its permissions. */
static bool write_beside(const char *path, mode_t mode, const char *text, size_t n, Err *err)
{
    unlink(path); /* left behind by a program that was killed */
    int fd =
        move_fd_up(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode & 0777));
    if (fd >= 0 && fchmod(fd, mode & 0777) != 0) {
        int why = errno;
        close(fd);
        fd = -1;
        errno = why;
    }
    if (fd < 0 && errno == EEXIST) return err_set(err, "%s is in the way: remove it", path);
    return write_and_close(fd, text, n) || set_write_error(path, err);
}

bool folder_replace(const char *dir, const char *name, const char *text, size_t n, Err *err)
{
    struct stat st;
    ScopedText beside = {0};
    ScopedString *path = path_join(dir, name);
    text_addf(&beside, "%s/.%s.new", dir, name);
    if (!path || beside.failed) return err_set(err, "out of memory");
    if (lstat(path, &st) != 0) return set_write_error(path, err);
    if (!S_ISREG(st.st_mode))
        return err_set(err, "%s is not a plain file: write the line there yourself", path);
    if (!(st.st_mode & 0222))
        return err_set(err, "%s is read-only: make it writable, or write the line there yourself",
                       path);
    if (write_beside(beside.s, st.st_mode, text, n, err) &&
        (rename(beside.s, path) == 0 || set_write_error(path, err)))
        return sync_folder(AT_FDCWD, dir, err);
    unlink(beside.s);
    return false;
}

bool folder_write_luarc(NewFolder *f, Err *err)
{
    ScopedString *words = find_part("include/sconce.lua");
    if (!words) words = find_part("sconce.lua");
    if (!words) return true;
    ScopedText t = {0};
    text_add(&t, "{\n"
                 "  \"runtime.version\": \"Lua 5.4\",\n"
                 "  \"runtime.builtin\": { \"io\": \"disable\", \"os\": \"disable\", \"debug\": "
                 "\"disable\",\n"
                 "                       \"package\": \"disable\", \"coroutine\": \"disable\" },\n"
                 "  \"workspace.library\": [");
    jsonw_string(&t, words);
    text_add(&t, "],\n"
                 "  \"workspace.checkThirdParty\": false,\n"
                 "  \"diagnostics.disable\": [\"undefined-global\", \"lowercase-global\", "
                 "\"duplicate-set-field\"]\n"
                 "}\n");
    return !t.failed ? folder_write(f, ".luarc.json", text_str(&t), t.n, err)
                     : err_set(err, "out of memory");
}

/* --- the lock -------------------------------------------------------------------------------
 *
 * Only one program plays in a folder, since it keeps the head in memory: two would go on from the
 * same head without knowing of each other.
 *
 * The lock is flock() on the open file.  The file is never deleted; one that is left behind locks
 * nobody out.  Its text, "sconce (process 123)", names the holder in error messages, and tells
 * whether the holder still runs. */

enum { HOLDER_BYTES = 80 }; /* room for that text, which is shorter */

/* Reads the text of a lock file, its first line; "" if there is none. */
static void read_holder(int fd, char holder[HOLDER_BYTES])
{
    ssize_t n = pread(fd, holder, HOLDER_BYTES - 1, 0);
    holder[n > 0 ? n : 0] = '\0';
    holder[strcspn(holder, "\n")] = '\0';
}

/* Says who plays in the folder.  The lock file may be a stranger's: control bytes become "?". */
static bool set_held_error(int fd, const char *folder, Err *err)
{
    char holder[HOLDER_BYTES];
    read_holder(fd, holder);
    for (char *p = holder; *p; p++)
        if ((unsigned char)*p < ' ' || (unsigned char)*p >= 0x7f) *p = '?';
    if (holder[0] == '\0') snprintf(holder, sizeof holder, "another program");
    return err_set(err, "%s is being played by %s; end that first, or open it read-only", folder,
                   holder);
}

/* Sets the error of a lock file that cannot be opened or locked, from errno. */
static bool set_open_error(const char *folder, Err *err)
{
    if (errno == EACCES || errno == EROFS || errno == EPERM)
        return err_set(
            err, "%s cannot be written, so nothing played there would be kept; open it read-only",
            folder);
    if (errno == EISDIR || errno == ELOOP || errno == ENXIO)
        return err_set(err, "%s/.lock is not a plain file, or has a second name: remove it",
                       folder);
    return err_set(err, "%s cannot be locked: %s", folder, strerror(errno));
}

/* Writes into the lock file who holds it: this process. */
static void write_holder(int fd)
{
    char text[HOLDER_BYTES];
    int n = snprintf(text, sizeof text, "%s (process %ld)\n", program_invocation_short_name,
                     (long)getpid());
    if (n > (int)sizeof text - 1) n = (int)sizeof text - 1;
    /* A failure, such as a full disk, does no harm; the compiler insists on a look at it. */
    if (ftruncate(fd, 0) == 0 && pwrite(fd, text, (size_t)n, 0) < 0) return;
}

/* True if the process that the lock file names still runs, or if it names none. */
static bool is_holder_alive(int fd)
{
    char holder[HOLDER_BYTES];
    read_holder(fd, holder);
    const char *number = strstr(holder, "(process ");
    long pid = number ? strtol(number + strlen("(process "), NULL, 10) : 0;
    return pid <= 0 || kill((pid_t)pid, 0) == 0 || errno != ESRCH;
}

/* Takes the lock.  Returns false with errno.  A program that is killed while it starts its cell
 * leaves a child that holds the lock, too, until it closes the descriptors that it inherited.  So
 * when the holder is dead, this waits for the child. */
static bool lock_file(int fd)
{
    /* The child needs next to no time, but a busy machine may let it wait. */
    enum { STEP_MS = 10, WAIT_MS = 5000 };
    for (int ms = 0; flock(fd, LOCK_EX | LOCK_NB) != 0; ms += STEP_MS) {
        int why = errno;
        bool retry = why == EWOULDBLOCK && ms < WAIT_MS && !is_holder_alive(fd);
        errno = why;
        if (!retry) return false;
        usleep(STEP_MS * 1000);
    }
    return true;
}

int folder_lock(const char *folder, Err *err)
{
    struct stat st;
    ScopedString *path = path_join(folder, ".lock");
    if (!path) {
        err_set(err, "out of memory");
        return -1;
    }
    int fd = move_fd_up(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
    if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_nlink > 1)) {
        close(fd); /* a link: writing the holder would write to another file */
        fd = -1;
        errno = ELOOP;
    }
    if (fd < 0) {
        set_open_error(folder, err);
        return -1;
    }
    if (!lock_file(fd)) {
        if (errno == EWOULDBLOCK)
            set_held_error(fd, folder, err);
        else
            set_open_error(folder, err);
        close(fd);
        return -1;
    }
    write_holder(fd);
    return fd;
}

void folder_unlock(int fd)
{
    if (fd >= 0) close(fd);
}
