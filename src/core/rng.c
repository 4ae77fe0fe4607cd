/* xoshiro256**, the ways to seed it, and unbiased numbers below a bound.  Every function here is
 * part of stream version 1 (rng.h): changing a result breaks every journal. */
#include "core/rng.h"

#include <assert.h>
#include <stdbool.h>

uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

Rng rng_seed(uint64_t seed)
{
    Rng r;
    for (int i = 0; i < 4; i++) r.s[i] = splitmix64(&seed);
    return r;
}

uint64_t fnv1a(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *s = bytes;
    for (size_t i = 0; i < n; i++) h = (h ^ s[i]) * UINT64_C(0x100000001B3);
    return h;
}

/* True when the text is nothing but digits and below 2^64; sets *number. */
static bool read_number(const char *s, size_t n, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9') return false;
        if (__builtin_mul_overflow(*number, 10, number)) return false;
        if (__builtin_add_overflow(*number, (unsigned)(s[i] - '0'), number)) return false;
    }
    return n > 0;
}

Rng rng_seed_text(const char *text, size_t n)
{
    uint64_t number;
    return rng_seed(read_number(text, n, &number) ? number : fnv1a(FNV_BASIS, text, n));
}

static uint64_t rotate_left(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

uint64_t rng_next(Rng *r)
{
    uint64_t *s = r->s;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

__extension__ typedef unsigned __int128 Wide;

/* Lemire's method ("Fast Random Integer Generation in an Interval", ACM TOMACS 29, 2019, algorithm
 * 5; arXiv 1805.10941).  The high half of draw * n is in 0 .. n-1, but some values come from
 * floor(2^64 / n) draws and others from one more.  Draws whose product has a low half below
 * 2^64 mod n are rejected; then each value comes from exactly floor(2^64 / n).  In 64-bit
 * arithmetic -n is 2^64 - n, so -n % n is 2^64 mod n.  That division is done only if the low half
 * is below n: for dice, next to never. */
uint64_t rng_below(Rng *r, uint64_t n)
{
    assert(n > 0);
    Wide product = (Wide)rng_next(r) * n;
    if ((uint64_t)product < n) {
        uint64_t reject = -n % n;
        while ((uint64_t)product < reject) product = (Wide)rng_next(r) * n;
    }
    return (uint64_t)(product >> 64);
}

/* Runs of one seed have different seeds: adding i and splitmix64 are both one-to-one. */
Rng rng_run(uint64_t seed, uint64_t i)
{
    uint64_t run = splitmix64(&seed) + i;
    return rng_seed(splitmix64(&run));
}
