/* An exact number and a unit, read and written as game books do.  OddsContext is in fractions; what
 * does not convert exactly is refused with both sides named. */
#include "core/quantity.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"
#include "core/unit.h"

enum { QUANTITY_TEXT_MAX = 100, DECIMALS_MAX = 18, DECIMALS_SHOWN = 6 };

/* --- reading --- */

typedef struct {
    const char *at, *end;
} Place;

static bool digit_at(const Place *p)
{
    return p->at < p->end && is_digit(*p->at);
}

static bool char_at(const Place *p, char c)
{
    return p->at < p->end && *p->at == c;
}

static void pass_blanks(Place *p)
{
    while (p->at < p->end && is_blank(*p->at)) p->at++;
}

/* Digits, appended to *n; counts them in *digits.  False past 64 bits. */
static bool read_digits(Place *p, int64_t *n, int *digits)
{
    for (*digits = 0; digit_at(p); p->at++, ++*digits)
        if (__builtin_mul_overflow(*n, 10, n) || __builtin_add_overflow(*n, *p->at - '0', n))
            return false;
    return true;
}

static bool no_number(Err *err, const char *all)
{
    return err_set(err, "%s: a quantity begins with a number, as in \"6 turns\"", all);
}

static bool too_large(Err *err, const char *all)
{
    return err_set(err, "%s: the number is too large to be kept exactly", all);
}

static bool read_decimals(Place *p, Ratio *value, const char *all, Err *err)
{
    int64_t num = value->num, den = 1;
    int digits;
    p->at++;
    if (!read_digits(p, &num, &digits) || digits > DECIMALS_MAX) return too_large(err, all);
    if (digits == 0) return err_set(err, "%s: digits should follow the point", all);
    while (digits-- > 0) den *= 10;
    return ratio_make(value, num, den);
}

static bool read_denominator(Place *p, Ratio *value, const char *all, Err *err)
{
    int64_t den = 0;
    int digits;
    p->at++;
    pass_blanks(p);
    if (!read_digits(p, &den, &digits)) return too_large(err, all);
    if (digits == 0) return err_set(err, "%s: a number should follow the /", all);
    if (den == 0) return err_set(err, "%s: nothing divides by 0", all);
    return ratio_make(value, value->num, den);
}

/* "1 1/2": the fraction behind a whole number, if there is one. */
static bool read_mixed(Place *p, Ratio *value, const char *all, Err *err)
{
    Place q = *p;
    Ratio part = {0, 1};
    int digits;
    pass_blanks(&q);
    if (!digit_at(&q)) return true;
    if (!read_digits(&q, &part.num, &digits)) return too_large(err, all);
    if (!char_at(&q, '/')) return err_set(err, "%s: one number is enough", all);
    if (!read_denominator(&q, &part, all, err)) return false;
    *p = q;
    return ratio_add(value, *value, part) || too_large(err, all);
}

static bool read_size(Place *p, Ratio *value, const char *all, Err *err)
{
    int digits;
    *value = ratio_of(0);
    if (!digit_at(p) && !char_at(p, '.')) return no_number(err, all);
    if (!read_digits(p, &value->num, &digits)) return too_large(err, all);
    if (char_at(p, '.')) return read_decimals(p, value, all, err);
    if (char_at(p, ',')) return err_set(err, "%s: decimals follow a point, not a comma", all);
    if (char_at(p, '/')) return read_denominator(p, value, all, err);
    return read_mixed(p, value, all, err);
}

/* Also the minus of printed books. */
static bool read_sign(Place *p)
{
    static const char minus[] = "\u2212";
    size_t n = sizeof minus - 1;
    bool negative = char_at(p, '-');
    if (negative || char_at(p, '+')) {
        p->at++;
    } else if ((size_t)(p->end - p->at) >= n && memcmp(p->at, minus, n) == 0) {
        negative = true;
        p->at += n;
    }
    pass_blanks(p);
    return negative;
}

static bool read_unit(Place *p, char unit[UNIT_MAX], const char *all, Err *err)
{
    pass_blanks(p);
    if (p->at == p->end)
        return err_set(err, "%s: a unit should follow the number, as in \"%s m\" or \"%s turns\"",
                       all, all, all);
    size_t n = (size_t)(p->end - p->at);
    if (unit_name(unit, p->at, n)) return true;
    return err_set(err,
                   "%s: \"%.*s\" is no unit; a unit is one word, as in \"6 turns\", or real time, "
                   "as in \"60 real minutes\"",
                   all, (int)n, p->at);
}

bool quantity_parse(Quantity *q, const char *s, size_t n, Err *err)
{
    Place p = {s, s + n};
    pass_blanks(&p);
    while (p.end > p.at && is_blank(p.end[-1])) p.end--;
    n = (size_t)(p.end - p.at);
    if (n > QUANTITY_TEXT_MAX)
        return err_set(err, "this is too long for a quantity such as \"36 m\"");
    if (!text_is_utf8(p.at, n) || memchr(p.at, '\0', n))
        return err_set(err, "this is no text; a quantity is a number and a unit, as in \"36 m\"");
    char all[QUANTITY_TEXT_MAX + 1];
    memcpy(all, p.at, n);
    all[n] = '\0';
    if (n == 0)
        return err_set(err, "nothing is here; a quantity is a number and a unit, as in \"36 m\"");

    Ratio value;
    Quantity read;
    bool negative = read_sign(&p);
    if (!read_size(&p, &value, all, err) || !read_unit(&p, read.unit, all, err)) return false;
    read.num = negative ? -value.num : value.num;
    read.den = value.den;
    *q = read;
    return true;
}

/* --- writing --- */

/* How many decimals show 1/den exactly; -1 when too many or never. */
static int decimals(int64_t den)
{
    int n = 0;
    for (int64_t power = 1; n <= DECIMALS_SHOWN; n++, power *= 10)
        if (power % den == 0) return n;
    return -1;
}

static void print_number(Ratio r, int places, Text *t)
{
    uint64_t size = r.num < 0 ? -(uint64_t)r.num : (uint64_t)r.num, den = (uint64_t)r.den;
    uint64_t whole = size / den, rest = size % den;
    if (r.num < 0) text_addc(t, '-');
    if (rest == 0 || places > 0 || whole > 0) text_addf(t, "%llu", (unsigned long long)whole);
    if (rest == 0) return;
    if (places > 0) {
        for (int i = 0; i < places; i++) rest *= 10;
        text_addf(t, ".%0*llu", places, (unsigned long long)(rest / den));
    } else {
        text_addf(t, whole > 0 ? " %llu/%llu" : "%llu/%llu", (unsigned long long)rest,
                  (unsigned long long)den);
    }
}

void quantity_print(const Quantity *q, Text *t)
{
    Ratio r = {q->num, q->den};
    int places = decimals(q->den);
    bool part = places < 0 && q->num < q->den && q->num > -q->den; /* "1/3 mile" */
    bool one = (q->num == 1 || q->num == -1) && q->den == 1;
    print_number(r, places, t);
    text_addc(t, ' ');
    if (one || part)
        text_add(t, q->unit);
    else
        unit_plural(q->unit, t);
}

/* --- reckoning --- */

static bool differ(const Quantity *a, const Quantity *b, Err *err)
{
    Text t = {0};
    quantity_print(a, &t);
    text_add(&t, " and ");
    if (b->den > 0)
        quantity_print(b, &t);
    else
        text_add(&t, b->unit);
    if (t.failed)
        err_set(err, "out of memory");
    else
        err_set(err, "%s are not the same measure", text_str(&t));
    text_free(&t);
    return false;
}

static bool past_64_bits(const Quantity *q, Err *err)
{
    return err_set(err, "the number of %s is too large to be kept exactly", q->unit);
}

/* What one of a's unit is in b's; false when they do not convert. */
static bool rate(const char *a, const char *b, Ratio *r)
{
    if (strcmp(a, b) == 0) {
        *r = ratio_of(1);
        return true;
    }
    const Unit *from = unit_find(a), *to = unit_find(b);
    return from && to && from->measure == to->measure && ratio_divide(r, from->size, to->size);
}

/* q's number in b's unit. */
static bool number_in(const Quantity *q, const Quantity *b, Ratio *r, Err *err)
{
    if (!rate(q->unit, b->unit, r)) return differ(b, q, err);
    return ratio_multiply(r, (Ratio){q->num, q->den}, *r) || past_64_bits(b, err);
}

static void set_number(Quantity *q, Ratio r)
{
    q->num = r.num;
    q->den = r.den;
}

bool quantity_convert(Quantity *q, const char *unit, Err *err)
{
    Quantity to = {0, 0, ""}; /* a unit without a number */
    Ratio r;
    if (!unit_name(to.unit, unit, strlen(unit))) return err_set(err, "\"%s\" is no unit", unit);
    if (!rate(q->unit, to.unit, &r)) return differ(q, &to, err);
    if (!number_in(q, &to, &r, err)) return false;
    set_number(&to, r);
    *q = to;
    return true;
}

bool quantity_add(Quantity *a, const Quantity *b, Err *err)
{
    Ratio r;
    if (!number_in(b, a, &r, err)) return false;
    if (!ratio_add(&r, (Ratio){a->num, a->den}, r)) return past_64_bits(a, err);
    set_number(a, r);
    return true;
}

bool quantity_subtract(Quantity *a, const Quantity *b, Err *err)
{
    Ratio r;
    if (!number_in(b, a, &r, err)) return false;
    if (!ratio_subtract(&r, (Ratio){a->num, a->den}, r)) return past_64_bits(a, err);
    set_number(a, r);
    return true;
}

bool quantity_scale(Quantity *a, int64_t num, int64_t den, Err *err)
{
    Ratio by;
    if (den == 0) return err_set(err, "nothing divides by 0");
    if (!ratio_make(&by, num, den) || !ratio_multiply(&by, (Ratio){a->num, a->den}, by))
        return past_64_bits(a, err);
    set_number(a, by);
    return true;
}

bool quantity_compare(const Quantity *a, const Quantity *b, int *order, Err *err)
{
    Ratio r;
    if (!number_in(b, a, &r, err)) return false;
    *order = ratio_compare((Ratio){a->num, a->den}, r);
    return true;
}

bool quantity_ratio(const Quantity *a, const Quantity *b, int64_t *num, int64_t *den, Err *err)
{
    Ratio r;
    if (!number_in(b, a, &r, err)) return false;
    if (r.num == 0) return err_set(err, "nothing divides by 0");
    if (!ratio_divide(&r, (Ratio){a->num, a->den}, r)) return past_64_bits(a, err);
    *num = r.num;
    *den = r.den;
    return true;
}

/* --- floats --- */

enum { DEN_MAX = 10000, PLACES_MAX = 9 };
static const double NUM_MAX = 2147483647.0;

static bool as_decimal(double d, int64_t *num, int64_t *den)
{
    int64_t power = 1;
    for (int i = 0; i <= PLACES_MAX; i++, power *= 10) {
        double scaled = nearbyint(d * (double)power);
        if (fabs(scaled) > NUM_MAX) return false;
        if (scaled / (double)power == d) {
            Ratio r;
            bool made = ratio_make(&r, (int64_t)scaled, power);
            *num = r.num;
            *den = r.den;
            return made;
        }
    }
    return false;
}

/* By continued fractions: the simplest fraction that rounds to d. */
static bool as_fraction(double d, int64_t *num, int64_t *den)
{
    double rest = fabs(d), size = rest;
    int64_t n0 = 0, n1 = 1, d0 = 1, d1 = 0;
    while (rest < NUM_MAX) {
        int64_t whole = (int64_t)rest, n2 = whole * n1 + n0, d2 = whole * d1 + d0;
        if (n2 > (int64_t)NUM_MAX || d2 > DEN_MAX) return false;
        if ((double)n2 / (double)d2 == size) {
            *num = d < 0 ? -n2 : n2;
            *den = d2;
            return true;
        }
        n0 = n1, n1 = n2, d0 = d1, d1 = d2;
        if (rest == (double)whole) return false;
        rest = 1 / (rest - (double)whole);
    }
    return false;
}

bool fraction_of(double d, int64_t *num, int64_t *den)
{
    if (!isfinite(d)) return false;
    if (d == nearbyint(d) && fabs(d) < 9007199254740992.0) {
        *num = (int64_t)d;
        *den = 1;
        return true;
    }
    return as_decimal(d, num, den) || as_fraction(d, num, den);
}
