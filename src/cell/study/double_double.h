/* A number as the sum of two floats, the second what the first lacks: 32 digits, where a float
 * has 16.  Chances are multiplied and added up so, that a mean which is a whole number comes out as
 * one. */
#ifndef CELL_TWIN_H
#define CELL_TWIN_H

typedef struct {
    double most, rest;
} Twin;

/* Exactly a + b. */
static inline Twin twin_sum(double a, double b)
{
    double s = a + b, of_b = s - a;
    return (Twin){s, (a - (s - of_b)) + (b - of_b)};
}

/* The upper half of the digits of a float. */
static inline double twin_upper(double a)
{
    double c = 134217729.0 * a; /* 2^27 + 1 */
    return c - (c - a);
}

/* Exactly a * b, but for numbers so small or large that none of a chance is. */
static inline Twin twin_product(double a, double b)
{
    double p = a * b, a1 = twin_upper(a), a2 = a - a1, b1 = twin_upper(b), b2 = b - b1;
    return (Twin){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline Twin twin_add(Twin a, Twin b)
{
    Twin s = twin_sum(a.most, b.most);
    return twin_sum(s.most, s.rest + a.rest + b.rest);
}

static inline Twin twin_minus(Twin a)
{
    return (Twin){-a.most, -a.rest};
}

static inline Twin twin_times(Twin a, Twin b)
{
    Twin p = twin_product(a.most, b.most);
    return twin_sum(p.most, p.rest + (a.most * b.rest + a.rest * b.most));
}

static inline Twin twin_over(Twin a, Twin b)
{
    double q = a.most / b.most;
    Twin left = twin_add(a, twin_minus(twin_times((Twin){q, 0}, b)));
    return twin_sum(q, left.most / b.most);
}

#endif
