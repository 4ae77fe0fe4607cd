/* Double-double arithmetic: a number is the unevaluated sum of two floats, which gives 32 digits
 * instead of 16.  Powers use it, and probabilities, so that a mean that should be a whole number is
 * printed as one.
 *
 * T. J. Dekker, "A floating-point technique for extending the available precision", Numerische
 * Mathematik 18 (1971); D. E. Knuth, The Art of Computer Programming 2, 4.2.2 (two-sum).  Needs
 * -ffp-contract=off: a compiler that joins a product and a sum into one rounding loses the error of
 * the product, which is computed here. */
#pragma once

/* The number hi + lo. */
typedef struct {
    double hi, lo; /* lo is at most half a unit in the last place of hi */
} DoubleDouble;

/* a + b exactly (Knuth's two-sum).  of_b: the part of s that came from b. */
static inline DoubleDouble dd_sum(double a, double b)
{
    double s = a + b, of_b = s - a;
    return (DoubleDouble){s, (a - (s - of_b)) + (b - of_b)};
}

/* The upper half of the digits of a (Veltkamp's splitting). */
static inline double dd_upper(double a)
{
    double c = 134217729.0 * a; /* 2^27 + 1 */
    return c - (c - a);
}

/* a * b exactly (Dekker's product), unless it underflows or overflows.  Neither matters: powers
 * are scaled first (Scaled in cell/portable.c), and no figure shows a chance so small. */
static inline DoubleDouble dd_product(double a, double b)
{
    double p = a * b, a1 = dd_upper(a), a2 = a - a1, b1 = dd_upper(b), b2 = b - b1;
    return (DoubleDouble){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline DoubleDouble dd_add(DoubleDouble a, DoubleDouble b)
{
    DoubleDouble s = dd_sum(a.hi, b.hi);
    return dd_sum(s.hi, s.lo + a.lo + b.lo);
}

static inline DoubleDouble dd_minus(DoubleDouble a)
{
    return (DoubleDouble){-a.hi, -a.lo};
}

static inline DoubleDouble dd_times(DoubleDouble a, DoubleDouble b)
{
    DoubleDouble p = dd_product(a.hi, b.hi);
    return dd_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline DoubleDouble dd_over(DoubleDouble a, DoubleDouble b)
{
    double q = a.hi / b.hi;
    DoubleDouble left = dd_add(a, dd_minus(dd_times((DoubleDouble){q, 0}, b)));
    return dd_sum(q, left.hi / b.hi);
}
