#include "campaign/journal/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

/* False with errno.  A missing source is copied as a missing file. */
static bool copy_file(const char *from, const char *to)
{
    int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (in < 0) return errno == ENOENT;
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ssize_t n = out < 0 ? -1 : 1;
    while (n > 0 || (n < 0 && out >= 0 && errno == EINTR)) n = sendfile(out, in, NULL, 1 << 30);
    int why = errno;
    close(in);
    if (out >= 0) close(out);
    errno = why;
    return n == 0;
}

char *temporary_copy(const char *file, const char *tail, Err *err)
{
    const char *folder = getenv("TMPDIR");
    Text copy = {0}, from = {0}, to = {0};
    text_addf(&copy, "%s/sconce-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!copy.failed && mkdtemp(copy.s)) {
        text_add(&copy, "/copy");
        text_addf(&from, "%s%s", file, tail);
        text_addf(&to, "%s%s", text_str(&copy), tail);
        bool room = !copy.failed && !from.failed && !to.failed;
        if (room && copy_file(file, copy.s) && copy_file(from.s, to.s)) {
            text_free(&from);
            text_free(&to);
            return text_take(&copy);
        }
    }
    err_set(err, "%s cannot be copied to be read: %s", file, strerror(errno));
    text_free(&from);
    text_free(&to);
    temporary_drop(text_take(&copy), tail);
    return NULL;
}

void temporary_drop(char *copy, const char *tail)
{
    Text beside = {0};
    if (!copy) return;
    text_addf(&beside, "%s%s", copy, tail);
    unlink(copy);
    if (!beside.failed) unlink(beside.s);
    text_free(&beside);
    char *slash = strrchr(copy, '/');
    if (slash) *slash = '\0';
    rmdir(copy);
    free(copy);
}
