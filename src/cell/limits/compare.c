/* Operators of Lua that take one step and may take long: == and < of long texts, and %.  The
 * linker has these functions take the place of memcmp, strcoll and fmod in the cell, also for Lua's
 * library (Makefile). */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "cell/limits/limits.h"

#define EXPORTED __attribute__((visibility("default"))) /* so that Lua's library finds them */

/* The bytes that == and < compare in the time of one step. */
enum { BYTES = 256, COLLATED_BYTES = 16 };

/* Compares eight bytes at once up to the first eight that differ, then byte by byte. */
EXPORTED int limits_memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    size_t i = 0;
    if (n >= BYTES) limits_count(n / BYTES);
    for (uint64_t u, v; i + sizeof u <= n; i += sizeof u) {
        memcpy(&u, x + i, sizeof u);
        memcpy(&v, y + i, sizeof v);
        if (u != v) break;
    }
    for (; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

/* Each call counts a step at least: Lua makes one for each piece of a text between NULs, and a text
 * may be nothing but NULs. */
EXPORTED int limits_strcoll(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    limits_count(1 + i / COLLATED_BYTES);
    return (unsigned char)a[i] - (unsigned char)b[i];
}

/* Counts the work of x % y, for which the C library divides bit by bit.  There are as many bits as
 * the exponents of x and y are apart: some two thousand when x is huge and y is tiny. */
double __real_fmod(double x, double y); /* NOLINT: reserved names, as ld --wrap has them */
double __wrap_fmod(double x, double y); /* NOLINT */
double __wrap_fmod(double x, double y)
{
    enum { BITS = 16 };     /* bits that take as long as a step */
    int of_x = 0, of_y = 0; /* exponents */
    frexp(x, &of_x);
    frexp(y, &of_y);
    if (of_x - of_y >= BITS) limits_count((uint64_t)(of_x - of_y) / BITS);
    return __real_fmod(x, y);
}
