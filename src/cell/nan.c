/* A NaN is the text "nan" everywhere.  The C library writes its sign, too, which depends on the
 * processor and on the order of operands.  tostring() and format() of rules could be replaced; but
 * `..` and every function that takes a number for a text convert it inside of Lua, which calls
 * snprintf for that.  These two take its place there: a program's own functions come before those
 * of a library. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* In parentheses, for snprintf may be a macro. */
#define SEEN_BY_LUA __attribute__((visibility("default")))
SEEN_BY_LUA int(snprintf)(char *restrict to, size_t room, const char *restrict form, ...);
SEEN_BY_LUA int __snprintf_chk(char *restrict to, size_t room, int flag, size_t size,
                               const char *restrict form, ...);

static int print(char *to, size_t room, const char *form, va_list values)
{
    static const char signed_nan[] = "-nan";
    int n = vsnprintf(to, room, form, values);
    if (n != sizeof signed_nan - 1 || room < sizeof signed_nan || strcmp(to, signed_nan) != 0)
        return n;
    memmove(to, to + 1, sizeof signed_nan - 1);
    return n - 1;
}

int(snprintf)(char *restrict to, size_t room, const char *restrict form, ...)
{
    va_list values;
    va_start(values, form);
    int n = print(to, room, form, values);
    va_end(values);
    return n;
}

/* Called by gcc with -D_FORTIFY_SOURCE, as Debian builds Lua. */
int __snprintf_chk(char *restrict to, size_t room, int flag, size_t size, const char *restrict form,
                   ...)
{
    va_list values;
    (void)flag, (void)size;
    va_start(values, form);
    int n = print(to, room, form, values);
    va_end(values);
    return n;
}
