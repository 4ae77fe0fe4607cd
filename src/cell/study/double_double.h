/* A number as the sum of two floats, the second what the first lacks: 32 digits, where a float
 * has 16.  Chances are multiplied and added up so, that a mean which is a whole number comes out as
 * one. */
#ifndef CELL_TWIN_H
#define CELL_TWIN_H

typedef struct {
    double most, rest;
} DoubleDouble;

/* Exactly a + b. */
static inline DoubleDouble dd_sum(double a, double b)
{
    double s = a + b, of_b = s - a;
    return (DoubleDouble){s, (a - (s - of_b)) + (b - of_b)};
}

/* The upper half of the digits of a float. */
static inline double dd_upper(double a)
{
    double c = 134217729.0 * a; /* 2^27 + 1 */
    return c - (c - a);
}

/* Exactly a * b, but for numbers so small or large that none of a chance is. */
static inline DoubleDouble dd_product(double a, double b)
{
    double p = a * b, a1 = dd_upper(a), a2 = a - a1, b1 = dd_upper(b), b2 = b - b1;
    return (DoubleDouble){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline DoubleDouble dd_add(DoubleDouble a, DoubleDouble b)
{
    DoubleDouble s = dd_sum(a.most, b.most);
    return dd_sum(s.most, s.rest + a.rest + b.rest);
}

static inline DoubleDouble dd_minus(DoubleDouble a)
{
    return (DoubleDouble){-a.most, -a.rest};
}

static inline DoubleDouble dd_times(DoubleDouble a, DoubleDouble b)
{
    DoubleDouble p = dd_product(a.most, b.most);
    return dd_sum(p.most, p.rest + (a.most * b.rest + a.rest * b.most));
}

static inline DoubleDouble dd_over(DoubleDouble a, DoubleDouble b)
{
    double q = a.most / b.most;
    DoubleDouble left = dd_add(a, dd_minus(dd_times((DoubleDouble){q, 0}, b)));
    return dd_sum(q, left.most / b.most);
}

#endif
