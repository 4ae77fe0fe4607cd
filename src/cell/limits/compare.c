/* Comparisons of long texts, which == and < of Lua make in one step.  The linker has these
 * functions take the place of memcmp and strcoll in the cell, also for Lua's library (Makefile). */
#include <stdint.h>
#include <string.h>

#include "cell/limits/limits.h"

#define EXPORTED __attribute__((visibility("default"))) /* so that Lua's library finds them */

enum { COUNTED_MIN = 1024 }; /* bytes; == of fewer takes a few steps, and is frequent */
enum { BYTES = 256, COLLATED_BYTES = 16 }; /* compared in the time of a step */

EXPORTED int limits_memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    size_t i = 0;
    if (n >= COUNTED_MIN) limits_count(n / BYTES);
    for (uint64_t u, v; i + sizeof u <= n; i += sizeof u) {
        memcpy(&u, x + i, sizeof u);
        memcpy(&v, y + i, sizeof v);
        if (u != v) break;
    }
    for (; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

/* Lua calls it for each piece between two NULs, so that an empty one counts as well. */
EXPORTED int limits_strcoll(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    limits_count(1 + i / COLLATED_BYTES);
    return (unsigned char)a[i] - (unsigned char)b[i];
}
