/* A library for LD_PRELOAD that makes system calls fail.  FAULT says which, when and how: "malloc
 * 120" (the 120th fails), "pwrite 7 ENOSPC", "fsync 3 EIO", "pwrite 4 short", "malloc 50+" (from
 * then on, always), "pwrite 7 KILL" and "fsync 1 INT" (a signal comes, KILL, INT, TERM or HUP, and
 * the call is made). Sorts: malloc (also calloc, realloc), pwrite (also write, to files), pread,
 * fsync (also fdatasync), ftruncate, open, unlink, fork; message kills the process that sent it.
 * FAULT_COUNT names a file that receives the number of calls at exit.  FAULT_CLOCK=-3600 shifts
 * time() by this number of seconds.  failing.c links it, and says itself what fails. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The parts of FAULT: the sort, which call of it, errno, whether later calls fail too, and whether
 * a write is cut short instead. */
static char sort[16];
static long at, count; /* count: calls of the sort so far */
static int failure, on, shortly, signal_sent;

/* Makes calls fail from now on, as FAULT says; NULL: none. */
void shim_fail(const char *fault)
{
    char name[16] = "", code[16] = "", plus = 0;
    sort[0] = '\0';
    count = 0;
    if (!fault || sscanf(fault, "%15s %ld%c %15s", name, &at, &plus, code) < 2) return;
    on = plus == '+';
    failure = strcmp(code, "ENOSPC") == 0 ? ENOSPC : strcmp(code, "EMFILE") == 0 ? EMFILE : EIO;
    shortly = strcmp(code, "short") == 0;
    signal_sent = strcmp(code, "KILL") == 0   ? SIGKILL
                  : strcmp(code, "INT") == 0  ? SIGINT
                  : strcmp(code, "TERM") == 0 ? SIGTERM
                  : strcmp(code, "HUP") == 0  ? SIGHUP
                                              : 0;
    memcpy(sort, name, sizeof sort);
}

/* Returns the number of calls of the sort since shim_fail. */
long shim_calls(void)
{
    return count;
}

__attribute__((constructor)) static void begin(void)
{
    shim_fail(getenv("FAULT"));
}

__attribute__((destructor)) static void end(void)
{
    const char *file = getenv("FAULT_COUNT");
    char text[32];
    if (!file) return;
    sort[0] = '\0'; /* nothing fails from here on, nor is it counted */
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0) return;
    if (write(fd, text, (size_t)snprintf(text, sizeof text, "%ld\n", count)) < 0) _exit(9);
    close(fd);
}

/* Counts a call if it is of the sort that FAULT names; true if this one must fail. */
static int must_fail(const char *what)
{
    if (strcmp(what, sort) != 0) return 0;
    long n = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
    int hit = n == at || (on && n > at && at > 0);
    if (hit && signal_sent) kill(getpid(), signal_sent);
    return hit && !signal_sent;
}

static int is_file(int fd)
{
    struct stat st;
    return fd > 2 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}
void *malloc(size_t n)
{
    return must_fail("malloc") ? no_memory() : __libc_malloc(n);
}
void *calloc(size_t a, size_t b)
{
    return must_fail("malloc") ? no_memory() : __libc_calloc(a, b);
}
void *realloc(void *p, size_t n)
{
    return n > 0 && must_fail("malloc") ? no_memory() : __libc_realloc(p, n);
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))
typedef ssize_t (*Pwrite)(int, const void *, size_t, off_t);
typedef ssize_t (*Pread)(int, void *, size_t, off_t);

static ssize_t do_pwrite(const char *name, int fd, const void *p, size_t n, off_t where)
{
    if (!is_file(fd) || !must_fail("pwrite")) return NEXT(Pwrite, name)(fd, p, n, where);
    if (shortly) return NEXT(Pwrite, name)(fd, p, n / 2, where);
    errno = failure;
    return -1;
}
ssize_t pwrite(int fd, const void *p, size_t n, off_t where)
{
    return do_pwrite("pwrite", fd, p, n, where);
}
ssize_t pwrite64(int fd, const void *p, size_t n, off_t where)
{
    return do_pwrite("pwrite64", fd, p, n, where);
}
ssize_t write(int fd, const void *p, size_t n)
{
    typedef ssize_t (*Write)(int, const void *, size_t);
    if (!is_file(fd) || !must_fail("pwrite")) return NEXT(Write, "write")(fd, p, n);
    if (shortly) return NEXT(Write, "write")(fd, p, n / 2);
    errno = failure;
    return -1;
}
static ssize_t do_pread(const char *name, int fd, void *p, size_t n, off_t where)
{
    if (!is_file(fd) || !must_fail("pread")) return NEXT(Pread, name)(fd, p, n, where);
    errno = failure;
    return -1;
}
ssize_t pread(int fd, void *p, size_t n, off_t where)
{
    return do_pread("pread", fd, p, n, where);
}
ssize_t pread64(int fd, void *p, size_t n, off_t where)
{
    return do_pread("pread64", fd, p, n, where);
}

static int do_sync(const char *name, int fd)
{
    if (!must_fail("fsync")) return NEXT(int (*)(int), name)(fd);
    errno = failure;
    return -1;
}
int fsync(int fd)
{
    return do_sync("fsync", fd);
}
int fdatasync(int fd)
{
    return do_sync("fdatasync", fd);
}

static int cut(const char *name, int fd, off_t n)
{
    if (!must_fail("ftruncate")) return NEXT(int (*)(int, off_t), name)(fd, n);
    errno = failure;
    return -1;
}
int ftruncate(int fd, off_t n)
{
    return cut("ftruncate", fd, n);
}
int ftruncate64(int fd, off_t n)
{
    return cut("ftruncate64", fd, n);
}

pid_t fork(void)
{
    if (!must_fail("fork")) return NEXT(pid_t(*)(void), "fork")();
    errno = EAGAIN;
    return -1;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    ssize_t sent = NEXT(ssize_t(*)(int, const struct msghdr *, int), "sendmsg")(fd, message, flags);
    /* The message is sent; the process dies behind it. */
    if (must_fail("message")) tgkill(getpid(), gettid(), SIGKILL);
    return sent;
}

int unlink(const char *path)
{
    if (!must_fail("unlink")) return NEXT(int (*)(const char *), "unlink")(path);
    errno = failure;
    return -1;
}

static int do_open(const char *name, const char *path, int flags, int mode)
{
    if (!must_fail("open")) return NEXT(int (*)(const char *, int, ...), name)(path, flags, mode);
    errno = failure;
    return -1;
}
#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, flags);                                                                     \
        int mode = flags & O_CREAT ? va_arg(args, int) : 0;                                        \
        va_end(args);                                                                              \
        return do_open(#name, path, flags, mode);                                                  \
    }
OPEN(open)
OPEN(open64)

time_t time(time_t *out)
{
    struct timespec now;
    const char *off = getenv("FAULT_CLOCK");
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += off ? atol(off) : 0;
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
