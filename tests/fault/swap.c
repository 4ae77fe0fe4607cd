/* A library for LD_PRELOAD that exchanges two names, such as a rule file and a link, between two
 * looks at the disk, as a program would that writes to the folder at that very moment.
 * SWAP="t/house.lua link done": which, and a file that is made when it is done; SWAP_AT=3: before
 * the third call that names a rule file or parts/ by a path which begins in the current folder;
 * SWAP_BACK=1: and back before the next one. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void exchange(void)
{
    char a[200], b[200], done[200];
    const char *names = getenv("SWAP");
    if (!names || sscanf(names, "%199s %199s %199s", a, b, done) != 3) return;
    renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
    fclose(fopen(done, "w"));
}

/* Exchanges the names if the time has come. */
static void look(const char *path)
{
    static int calls;
    const char *at = getenv("SWAP_AT");
    if (!at || *path == '/' || !(strstr(path, ".lua") || strstr(path, "parts"))) return;
    int left = atoi(at) - ++calls;
    if (left == 0 || (left == -1 && *getenv("SWAP_BACK"))) exchange();
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int stat(const char *path, struct stat *st)
{
    REAL(stat);
    look(path);
    return real(path, st);
}

int lstat(const char *path, struct stat *st)
{
    REAL(lstat);
    look(path);
    return real(path, st);
}

char *realpath(const char *path, char *resolved)
{
    REAL(realpath);
    look(path);
    return real(path, resolved);
}

int open(const char *path, int flags, ...)
{
    REAL(open);
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    look(path);
    return real(path, flags, mode);
}

int openat(int at, const char *path, int flags, ...)
{
    REAL(openat);
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    look(path);
    return real(at, path, flags, mode);
}
