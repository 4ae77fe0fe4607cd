/* A file is written as a draft beside it, which takes its name when it is whole. */
#include "cli/term/paths.h"
#include "cli/term/styled_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool path_ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), end = strlen(ending);
    return n > end && strcmp(path + n - end, ending) == 0;
}

bool folder_has(const char *folder, const char *name)
{
    AutoString *path = formatted("%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

bool path_leads_out(const char *folder, const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0 || !S_ISLNK(st.st_mode)) return false;
    AutoString *inside = realpath(folder, NULL), *real = realpath(path, NULL);
    if (!real || !inside) return false; /* reading it fails, and says why */
    size_t n = strcmp(inside, "/") == 0 ? 0 : strlen(inside);
    return strncmp(real, inside, n) != 0 || real[n] != '/';
}

/* --- drafts -------------------------------------------------------------------------------- */

/* True if the file must be written in place, and cannot be replaced.  st: what is there; NULL if
 * nothing can be seen there, which may be a link to a file that does not exist yet. */
static bool is_written_in_place(const char *path, const struct stat *st)
{
    struct stat link;
    if (!st) return lstat(path, &link) == 0;
    return !S_ISREG(st->st_mode) || st->st_nlink > 1 || st->st_uid != geteuid();
}

/* Makes a new file in the folder of `path`, and sets d->beside to its name.  -1 with errno. */
static int open_beside(const char *path, unsigned mode, Draft *d)
{
    int fd = -1, folder_n = (int)(base_of(path) - path);
    /* A number may be in use, or left behind by a program that was killed. */
    for (int n = 0; fd < 0 && n < 100; n++) {
        char *beside = formatted("%.*s.sconce-%ld-%d.new", folder_n, path, (long)getpid(), n);
        fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        int why = errno;
        if (fd >= 0)
            d->beside = beside;
        else
            free(beside);
        errno = why;
        if (fd < 0 && why != EEXIST) break;
    }
    return fd;
}

static void draft_free(Draft *d)
{
    free(d->path);
    free(d->beside);
    *d = (Draft){0};
}

bool draft_begin(Draft *d, const char *file, unsigned mode)
{
    struct stat st;
    bool there = stat(file, &st) == 0, in_place = is_written_in_place(file, there ? &st : NULL);
    int fd = -1;
    bool links = there && !in_place; /* an open pipe has no name that they lead to */
    *d = (Draft){.path = links ? realpath(file, NULL) : must_have(strdup(file))};
    /* A file that nobody may write is not replaced, either. */
    bool allowed = d->path && (!there || access(file, W_OK) == 0);
    if (allowed && !in_place) fd = open_beside(d->path, there ? st.st_mode & 0777 : mode, d);
    if (fd >= 0 && there) fchmod(fd, st.st_mode & 0777); /* the umask is not for old files */
    /* A file may be writable in a folder where none can be made. */
    if (allowed && fd < 0 && (in_place || there)) {
        /* Opening a pipe that nobody reads would else wait for ever. */
        fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, mode);
        if (fd >= 0) fcntl(fd, F_SETFL, 0); /* takes O_NONBLOCK off again */
    }
    int why = errno;
    if (fd >= 0)
        d->to = must_have(fdopen(fd, "w"));
    else
        draft_free(d);
    errno = why;
    return fd >= 0;
}

const char *draft_name(const Draft *d)
{
    return d->beside ? d->beside : d->path;
}

/* Waits until the folder of a file is on disk, too.  Not every folder can be opened, or synced. */
static void sync_folder_of(const char *path)
{
    int n = (int)(base_of(path) - path);
    AutoString *folder = formatted("%.*s", n > 0 ? n : 1, n > 0 ? path : ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

bool draft_end(Draft *d, bool ok)
{
    int why = errno;
    bool written =
        fflush(d->to) == 0 && !ferror(d->to) && (!d->beside || !ok || fsync(fileno(d->to)) == 0);
    if (ok && !written) why = errno;
    if (fclose(d->to) != 0 && ok && written) written = false, why = errno;
    ok = ok && written;
    if (ok && d->beside && rename(d->beside, d->path) != 0) ok = false, why = errno;
    if (ok && d->beside) sync_folder_of(d->path);
    if (!ok && d->beside) unlink(d->beside);
    draft_free(d);
    errno = why;
    return ok;
}

int draft_try(const char *file)
{
    struct stat is;
    Draft d;
    if (stat(file, &is) == 0)
        return S_ISDIR(is.st_mode) ? EISDIR : access(file, W_OK) == 0 ? 0 : errno;
    if (is_written_in_place(file, NULL)) return 0;
    if (!draft_begin(&d, file, 0600)) return errno;
    draft_end(&d, false);
    return 0;
}
