/* The lock is flock() on the open file.  The file is never deleted, and a file left behind locks
 * nobody out.  Its text, the program and its process number, is only for people. */
#include "campaign/journal/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool refuse_held(int fd, const char *folder, Err *err)
{
    char holder[80];
    ssize_t n = pread(fd, holder, sizeof holder - 1, 0);
    holder[n > 0 ? n : 0] = '\0';
    holder[strcspn(holder, "\n")] = '\0';
    for (char *p = holder; *p; p++)
        if ((unsigned char)*p < ' ' || (unsigned char)*p >= 0x7f) *p = '?';
    if (holder[0] == '\0') snprintf(holder, sizeof holder, "another program");
    return err_set(err, "%s is being played by %s; end that first, or open it read-only", folder,
                   holder);
}

static bool refuse_open(const char *folder, Err *err)
{
    if (errno == EACCES || errno == EROFS || errno == EPERM)
        return err_set(
            err, "%s cannot be written, so nothing played there would be kept; open it read-only",
            folder);
    if (errno == EISDIR || errno == ELOOP || errno == ENXIO)
        return err_set(err, "%s/.lock is no plain file: take it away", folder);
    return err_set(err, "%s cannot be locked: %s", folder, strerror(errno));
}

static void sign(int fd)
{
    char text[80];
    int n = snprintf(text, sizeof text, "%s (process %ld)\n", program_invocation_short_name,
                     (long)getpid());
    if (n > (int)sizeof text - 1) n = (int)sizeof text - 1;
    /* Failing to write it, on a full disk, does no harm. */
    if (ftruncate(fd, 0) == 0 && pwrite(fd, text, (size_t)n, 0) < 0) return;
}

int lock_take(const char *folder, Err *err)
{
    Text path = {0};
    text_addf(&path, "%s/.lock", folder);
    if (path.failed) {
        text_free(&path);
        err_set(err, "out of memory");
        return -1;
    }
    int fd = open(text_str(&path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    text_free(&path);
    if (fd < 0) {
        refuse_open(folder, err);
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            refuse_held(fd, folder, err);
        else
            refuse_open(folder, err);
        close(fd);
        return -1;
    }
    sign(fd);
    return fd;
}

void lock_free(int fd)
{
    if (fd >= 0) close(fd);
}
