/* Exact fractions.  The product of two 64-bit numbers fits 128 bits, and so does the sum of two
 * such products: compute in 128 bits, reduce to lowest terms, and check that the result fits 64
 * bits. */
#include "core/ratio.h"

#include "core/ascii.h"

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 Uwide;

static Uwide gcd_wide(Uwide a, Uwide b)
{
    while (b > UINT64_MAX) {
        Uwide rest = a % b;
        a = b;
        b = rest;
    }
    /* b and a % b fit 64 bits now, and 64-bit division is faster. */
    return b == 0 ? a : ratio_gcd((uint64_t)b, (uint64_t)(a % b));
}

/* Sets *r to num/den in lowest terms; false when den is 0 or the result passes 64 bits. */
static bool reduce(Ratio *r, Wide num, Wide den)
{
    if (den == 0) return false;
    if (den < 0) {
        num = -num;
        den = -den;
    }
    if (den > 1) {
        Wide by = (Wide)gcd_wide((Uwide)den, num < 0 ? -(Uwide)num : (Uwide)num);
        num /= by;
        den /= by;
    }
    if (num < INT64_MIN || num > INT64_MAX || den > INT64_MAX) return false;
    *r = (Ratio){(int64_t)num, (int64_t)den};
    return true;
}

NumberEnd ratio_read(Ratio *r, const char **at, const char *end)
{
    enum { DECIMALS_MAX = 18 }; /* 10^18 is the largest power of 10 that fits in 64 bits */
    int64_t n = 0, den = 1;
    if (read_digits(at, end, &n) < 0) return NUMBER_LARGE;
    if (*at < end && **at == '.') {
        ++*at;
        int decimals = read_digits(at, end, &n);
        if (decimals < 0 || decimals > DECIMALS_MAX) return NUMBER_LONG;
        if (decimals == 0) return NUMBER_NO_DECIMALS;
        while (decimals-- > 0) den *= 10;
    }
    return ratio_make(r, n, den) ? NUMBER_READ : NUMBER_LARGE;
}

bool ratio_make(Ratio *r, int64_t num, int64_t den)
{
    return reduce(r, num, den);
}

bool ratio_add(Ratio *r, Ratio a, Ratio b)
{
    if (a.den == 1 && b.den == 1) {
        int64_t sum;
        if (__builtin_add_overflow(a.num, b.num, &sum)) return false;
        *r = ratio_of(sum);
        return true;
    }
    return reduce(r, (Wide)a.num * b.den + (Wide)b.num * a.den, (Wide)a.den * b.den);
}

bool ratio_subtract(Ratio *r, Ratio a, Ratio b)
{
    return reduce(r, (Wide)a.num * b.den - (Wide)b.num * a.den, (Wide)a.den * b.den);
}

bool ratio_multiply(Ratio *r, Ratio a, Ratio b)
{
    return reduce(r, (Wide)a.num * b.num, (Wide)a.den * b.den);
}

bool ratio_divide(Ratio *r, Ratio a, Ratio b)
{
    return reduce(r, (Wide)a.num * b.den, (Wide)a.den * b.num);
}

/* num/den rounded down; den > 0. */
static Wide floor_of(Wide num, Wide den)
{
    return num / den - (num % den < 0);
}

/* Over the common denominator: (a.num b.den mod b.num a.den) / (a.den b.den). */
bool ratio_modulo(Ratio *r, Ratio a, Ratio b)
{
    if (b.num == 0) return false;
    Wide x = (Wide)a.num * b.den, y = (Wide)b.num * a.den, rest = x % y;
    if (rest != 0 && (rest < 0) != (y < 0)) rest += y;
    return reduce(r, rest, (Wide)a.den * b.den);
}

/* By repeated squaring: one step for each binary digit of n. */
bool ratio_power(Ratio *r, Ratio a, int64_t n)
{
    Ratio result = ratio_of(1);
    if (n < 0 && !ratio_divide(&a, result, a)) return false;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    while (left > 0) {
        if (left & 1 && !ratio_multiply(&result, result, a)) return false;
        left >>= 1;
        if (left > 0 && !ratio_multiply(&a, a, a)) return false;
    }
    *r = result;
    return true;
}

int ratio_compare(Ratio a, Ratio b)
{
    Wide x = (Wide)a.num * b.den, y = (Wide)b.num * a.den;
    return (x > y) - (x < y);
}

int ratio_ascending(const void *a, const void *b)
{
    return ratio_compare(*(const Ratio *)a, *(const Ratio *)b);
}

int64_t ratio_floor(Ratio a)
{
    return (int64_t)floor_of(a.num, a.den);
}

int64_t ratio_ceil(Ratio a)
{
    return (int64_t)-floor_of(-(Wide)a.num, a.den);
}

int64_t ratio_round(Ratio a)
{
    Wide twice = 2 * (Wide)(a.num < 0 ? -(Wide)a.num : a.num) + a.den;
    Wide size = twice / (2 * (Wide)a.den);
    return (int64_t)(a.num < 0 ? -size : size);
}
