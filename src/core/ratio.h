/* Exact fractions of 64-bit numbers, for dice and quantities. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The fraction num/den. */
typedef struct {
    int64_t num, den; /* lowest terms, den >= 1 */
} Ratio;

static inline Ratio ratio_of(int64_t whole)
{
    return (Ratio){whole, 1};
}

/* The greatest common divisor; of a and 0 it is a. */
static inline uint64_t ratio_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The outcome of reading a number. */
typedef enum {
    NUMBER_READ,
    NUMBER_LARGE,      /* past 64 bits */
    NUMBER_LONG,       /* too many digits to be kept exactly */
    NUMBER_NO_DECIMALS /* no digit behind the point */
} NumberEnd;
/* Reads an unsigned number, "12", "1.25" or ".5", exactly, and moves *at behind it.  If no number
 * is there, sets *r to 0 and leaves *at. */
NumberEnd ratio_read(Ratio *r, const char **at, const char *end);

/* Sets *r to num/den in lowest terms; false when den is 0 or the result passes 64 bits. */
bool ratio_make(Ratio *r, int64_t num, int64_t den);

/* r = a op b.  False, with *r unchanged, when the result passes 64 bits or, for the last two, b is
 * 0. */
bool ratio_add(Ratio *r, Ratio a, Ratio b);
bool ratio_subtract(Ratio *r, Ratio a, Ratio b);
bool ratio_multiply(Ratio *r, Ratio a, Ratio b);
bool ratio_divide(Ratio *r, Ratio a, Ratio b);
bool ratio_modulo(Ratio *r, Ratio a, Ratio b); /* a - b * floor(a / b), as in Lua */
/* r = a to the power n, which may be negative.  0 to the power 0 is 1.  False for 0 to a negative
 * power, and past 64 bits. */
bool ratio_power(Ratio *r, Ratio a, int64_t n);

int ratio_compare(Ratio a, Ratio b); /* -1, 0, 1 */
/* Compares for qsort two Ratios, or structs that begin with one. */
int ratio_ascending(const void *a, const void *b);
int64_t ratio_floor(Ratio a);
int64_t ratio_ceil(Ratio a);
int64_t ratio_round(Ratio a); /* the nearest; halves away from zero */
