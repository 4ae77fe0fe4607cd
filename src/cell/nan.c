/* Writes a NaN as "nan" on every machine.  The C library writes "-nan" too, and the sign depends on
 * the processor and on the order of operands.  Lua calls snprintf wherever a number becomes text,
 * also for `..` and inside its library, so the two functions below take the place of snprintf: the
 * dynamic linker prefers a program's own functions to those of a library. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The names are in parentheses because snprintf may be a macro. */
#define SEEN_BY_LUA __attribute__((visibility("default")))
SEEN_BY_LUA int(snprintf)(char *restrict to, size_t room, const char *restrict form, ...);
SEEN_BY_LUA int __snprintf_chk(char *restrict to, size_t room, int flag, size_t size,
                               const char *restrict form, ...);

static int print_unsigned_nan(char *to, size_t room, const char *form, va_list values)
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
    int n = print_unsigned_nan(to, room, form, values);
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
    int n = print_unsigned_nan(to, room, form, values);
    va_end(values);
    return n;
}
