/* Functions of the C library that give other results on other machines: snprintf of a NaN, and pow.
 * The linker has those below take their place in the cell, also for Lua's library (Makefile). */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cell/limits/limits.h"
#include "core/double_double.h"

#define EXPORTED __attribute__((visibility("default"))) /* so that Lua's library finds them */

/* --- snprintf ---
 *
 * Writes a NaN as "nan".  The C library writes "-nan" too, and the sign depends on the processor
 * and on the order of operands.  Lua calls snprintf wherever a number becomes text, also for `..`
 * and in its library.  Each letter counts as a step, since one `..` may write 200 numbers. */

/* vsnprintf, but a NaN gets no sign. */
static int print_unsigned_nan(char *to, size_t room, const char *form, va_list values)
{
    static const char signed_nan[] = "-nan";
    int n = vsnprintf(to, room, form, values);
    if (n > 0) limits_count((uint64_t)n);
    /* Any other text, or one that was cut, stays as it is. */
    if (n != sizeof signed_nan - 1 || room < sizeof signed_nan || strcmp(to, signed_nan) != 0)
        return n;
    memmove(to, to + 1, sizeof signed_nan - 1);
    return n - 1;
}

EXPORTED int portable_snprintf(char *restrict to, size_t room, const char *restrict form, ...)
{
    va_list values;
    va_start(values, form);
    int n = print_unsigned_nan(to, room, form, values);
    va_end(values);
    return n;
}

/* Replaces __snprintf_chk, which gcc calls with -D_FORTIFY_SOURCE, as Debian builds Lua. */
EXPORTED int portable_snprintf_chk(char *restrict to, size_t room, int flag, size_t size,
                                   const char *restrict form, ...)
{
    va_list values;
    (void)flag, (void)size;
    va_start(values, form);
    int n = print_unsigned_nan(to, room, form, values);
    va_end(values);
    return n;
}

/* --- pow ---
 *
 * Lua calls it for x ^ y.  The last digit of the C library's result is wrong now and then, and for
 * which numbers depends on the processor.  This one multiplies with twice as many digits, so it is
 * nearly always right, and the same everywhere. */

enum { ROOTS_MAX = 120 }; /* after so many square roots any double is 1, to 32 digits */
enum { FAR = 1 << 20 };   /* exponents as far from 0 count as infinite: a double goes up to 1023 */

/* The number m * 2^e; m is at least 1 and below 2. */
typedef struct {
    DoubleDouble m;
    int64_t e;
} Scaled;

/* The number m * 2^e, with any m above 0. */
static Scaled scaled(DoubleDouble m, int64_t e)
{
    int shift = ilogb(m.hi);
    e += shift;
    if (e > FAR) e = FAR;
    if (e < -FAR) e = -FAR;
    return (Scaled){{ldexp(m.hi, -shift), ldexp(m.lo, -shift)}, e};
}

static Scaled times(Scaled a, Scaled b)
{
    limits_count(1);
    return scaled(dd_times(a.m, b.m), a.e + b.e);
}

/* The square root: of the upper half as a double, then one step of Newton for the rest. */
static Scaled root(Scaled a)
{
    limits_count(1);
    if (a.e & 1) a = (Scaled){{2 * a.m.hi, 2 * a.m.lo}, a.e - 1};
    double s = sqrt(a.m.hi);
    DoubleDouble left = dd_add(a.m, dd_minus(dd_product(s, s)));
    return scaled(dd_sum(s, left.hi / (2 * s)), a.e / 2);
}

/* x^y for y above 0: a product of x, x^2, x^4 … for the bits of y before the point, and of the
 * roots x^1/2, x^1/4 … for those behind it. */
static Scaled power(Scaled x, double y)
{
    Scaled square = x, result = {{1, 0}, 0};
    double whole = floor(y), part = y - whole;
    for (; whole > 0; whole = floor(whole / 2), square = times(square, square))
        if (fmod(whole, 2) == 1) result = times(result, square);
    for (int i = 0; part > 0 && i < ROOTS_MAX; i++) {
        x = root(x);
        part *= 2;
        if (part < 1) continue;
        result = times(result, x);
        part -= 1;
    }
    return result;
}

/* The special cases are those of the C standard (C17, F.10.4.4). */
EXPORTED double portable_pow(double x, double y)
{
    double size = fabs(x);
    bool odd = fabs(fmod(y, 2)) == 1, whole = odd || fmod(y, 2) == 0;
    if (x == 1 || y == 0) return 1;
    if (isnan(x) || isnan(y)) return NAN;
    if (isinf(y) && size == 1) return 1;
    bool grows = y > 0 ? size > 1 : size < 1; /* a larger |y| gives a larger result */
    if (isinf(y)) return grows ? INFINITY : 0;
    if (x < 0 && !whole && !isinf(x)) return NAN;
    double sign = odd ? copysign(1, x) : 1;
    if (size == 0 || isinf(size)) return sign * (grows ? INFINITY : 0);
    Scaled r = power(scaled((DoubleDouble){size, 0}, 0), fabs(y));
    if (y < 0) r = scaled(dd_over((DoubleDouble){1, 0}, r.m), -r.e);
    return sign * ldexp(r.m.hi, (int)r.e);
}
