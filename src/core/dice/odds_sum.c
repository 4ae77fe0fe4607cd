/* Sums of what is rolled for itself.  Where outcomes are evenly spaced two rows of weights are two
 * long numbers, and one product of GMP adds all pairs (Kronecker's substitution; no weight passes
 * its limbs, since none passes the total); else pair by pair. */
#include <stdlib.h>
#include <string.h>

#include "core/dice/odds_context.h"

/* --- how the outcomes lie --- */

/* Values are (base + i * step) / den. */
typedef struct {
    int64_t den, step, base, room_a, room_b;
} Grid;

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

bool values_denominator(const Ratio *v, size_t n, int64_t *den)
{
    for (size_t i = 0; i < n; i++) {
        int64_t more = v[i].den / common(v[i].den, *den);
        if (more != 1 && (__builtin_mul_overflow(*den, more, den) || *den > INT32_MAX))
            return false;
    }
    return true;
}

bool value_scaled(Ratio v, int64_t den, int64_t *n)
{
    return !__builtin_mul_overflow(v.num, den / v.den, n);
}

bool values_step(const Ratio *v, size_t n, int64_t den, int64_t *step)
{
    int64_t first, at, reach;
    if (!value_scaled(v[0], den, &first)) return false;
    for (size_t i = 1; i < n; i++) {
        if (!value_scaled(v[i], den, &at) || __builtin_sub_overflow(at, first, &reach) ||
            reach == INT64_MIN)
            return false;
        if (*step != 1) *step = common(reach, *step);
    }
    return true;
}

/* Where the outcomes begin, and how far they reach. */
static bool reach_of(const Odds *o, int64_t den, int64_t *first, int64_t *reach)
{
    int64_t last;
    return value_scaled(o->value[0], den, first) && value_scaled(o->value[o->n - 1], den, &last) &&
           !__builtin_sub_overflow(last, *first, reach);
}

static bool grid_of(const Odds *a, const Odds *b, Grid *g)
{
    int64_t first_a, first_b, reach_a, reach_b;
    *g = (Grid){.den = 1};
    if (!values_denominator(a->value, a->n, &g->den) ||
        !values_denominator(b->value, b->n, &g->den) ||
        !values_step(a->value, a->n, g->den, &g->step) ||
        !values_step(b->value, b->n, g->den, &g->step) ||
        !reach_of(a, g->den, &first_a, &reach_a) || !reach_of(b, g->den, &first_b, &reach_b) ||
        __builtin_add_overflow(first_a, first_b, &g->base))
        return false;
    if (g->step == 0) g->step = 1;
    g->room_a = reach_a / g->step + 1;
    g->room_b = reach_b / g->step + 1;
    return g->room_a <= 4 * ODDS_OUTCOMES_MAX && g->room_b <= 4 * ODDS_OUTCOMES_MAX;
}

/* --- evenly spaced --- */

static mp_limb_t *spread(OddsContext *r, const Odds *o, const Grid *g, int64_t room, size_t width)
{
    mp_limb_t *row = reckon_limbs(r, (size_t)room * width);
    int64_t first = 0, at = 0;
    if (!row) return NULL;
    value_scaled(o->value[0], g->den, &first);
    for (size_t i = 0; i < o->n; i++) {
        value_scaled(o->value[i], g->den, &at);
        size_t n = o->width < width ? o->width : width;
        memcpy(row + (size_t)((at - first) / g->step) * width, odds_limbs(o, i), n * sizeof *row);
    }
    return row;
}

static Odds *gather(OddsContext *r, const mp_limb_t *row, const Grid *g, size_t width)
{
    size_t room = (size_t)(g->room_a + g->room_b - 1), n = 0;
    for (size_t i = 0; i < room; i++) n += !mpn_zero_p(row + i * width, (mp_size_t)width);
    Odds *o = odds_new(r, n, width);
    for (size_t i = 0; o && i < room; i++) {
        Ratio value = {0, 1};
        int64_t at = 0;
        if (mpn_zero_p(row + i * width, (mp_size_t)width)) continue;
        if (__builtin_mul_overflow((int64_t)i, g->step, &at) ||
            __builtin_add_overflow(at, g->base, &at) || !ratio_make(&value, at, g->den)) {
            reckon_fail(r, "the number is too large (past 64 bits)");
            odds_free(o);
            return NULL;
        }
        odds_append(o, value, row + i * width, width);
    }
    return o;
}

static Odds *sum_even(OddsContext *r, const Odds *a, const Odds *b, const Grid *g, size_t width)
{
    size_t na = (size_t)g->room_a * width, nb = (size_t)g->room_b * width;
    mp_limb_t *x = spread(r, a, g, g->room_a, width), *y = NULL, *product = NULL;
    Odds *o = NULL;
    if (x && reckon_effort(r, reckon_product(na, nb))) product = reckon_limbs(r, na + nb);
    if (product && a != b) y = spread(r, b, g, g->room_b, width);
    if (product && a == b)
        mpn_sqr(product, x, (mp_size_t)na);
    else if (y && na >= nb)
        mpn_mul(product, x, (mp_size_t)na, y, (mp_size_t)nb);
    else if (y)
        mpn_mul(product, y, (mp_size_t)nb, x, (mp_size_t)na);
    if (product && (a == b || y)) o = gather(r, product, g, width);
    free(x);
    free(y);
    free(product);
    return o;
}

/* --- pair by pair --- */

static Odds *sum_pairs(OddsContext *r, const Odds *a, const Odds *b, size_t width)
{
    Tally t;
    bool fits = tally_start(r, &t, width);
    for (size_t i = 0; fits && i < a->n; i++)
        for (size_t k = 0; fits && k < b->n; k++) {
            Ratio value;
            fits = ratio_add(&value, a->value[i], b->value[k]) ||
                   reckon_fail(r, "the number is too large (past 64 bits)");
            fits = fits && tally_add_product(r, &t, value, odds_limbs(a, i), a->width,
                                             odds_limbs(b, k), b->width);
        }
    if (fits) return tally_odds(r, &t);
    tally_free(&t);
    return NULL;
}

/* --- what was cut --- */

static bool may_lie(const Odds *o, Tail tail)
{
    return !odds_is_cut(o) || o->tail == tail;
}

/* The end of all that is in it, away from the tail. */
static Ratio end_of(const Odds *o, Tail tail)
{
    return o->n == 0 ? o->edge : tail == TAIL_ABOVE ? o->value[0] : o->value[o->n - 1];
}

static void tail_of_sum(Odds *o, const Odds *a, const Odds *b)
{
    const Odds *both[] = {a, b};
    Tail tail = may_lie(a, TAIL_ABOVE) && may_lie(b, TAIL_ABOVE)   ? TAIL_ABOVE
                : may_lie(a, TAIL_BELOW) && may_lie(b, TAIL_BELOW) ? TAIL_BELOW
                                                                   : TAIL_SOMEWHERE;
    Ratio edge = {0, 1};
    bool any = false;
    for (int i = 0; i < 2 && tail != TAIL_SOMEWHERE; i++) {
        Ratio e;
        if (!odds_is_cut(both[i])) continue;
        if (!ratio_add(&e, both[i]->edge, end_of(both[1 - i], tail)))
            tail = TAIL_SOMEWHERE;
        else if (!any || (ratio_compare(e, edge) < 0) == (tail == TAIL_ABOVE))
            edge = e;
        any = true;
    }
    odds_settle_left(o, tail, edge);
}

/* Of what is rolled for itself means add up, and so do variances. */
static void means_of_sum(Odds *o, const Odds *a, const Odds *b)
{
    mpq_t m[2], s[2];
    mpq_inits(m[0], m[1], s[0], s[1], NULL);
    bool known_a = odds_means(a, m[0], s[0]), known_b = odds_means(b, m[1], s[1]);
    o->closed = known_a && known_b;
    mpq_add(o->mean, m[0], m[1]);
    mpq_add(o->square, s[0], s[1]);
    mpq_mul(m[0], m[0], m[1]);
    mpq_add(o->square, o->square, m[0]);
    mpq_add(o->square, o->square, m[0]);
    mpq_clears(m[0], m[1], s[0], s[1], NULL);
}

/* --- sums --- */

Odds *odds_sum(OddsContext *r, const Odds *a, const Odds *b, bool trim)
{
    mpz_t total;
    Odds *o;
    Grid g;
    mpz_init(total);
    mpz_mul(total, a->total, b->total);
    size_t width = limbs_of(total);
    if (a->n == 0 || b->n == 0) {
        o = odds_new(r, 0, width);
    } else {
        bool even = grid_of(a, b, &g);
        uint64_t pairs = (uint64_t)a->n * b->n * (a->width * b->width + 40);
        even = even && reckon_product((size_t)g.room_a * width, (size_t)g.room_b * width) +
                               (uint64_t)(g.room_a + g.room_b) * width * 4 <=
                           2 * pairs;
        o = even ? sum_even(r, a, b, &g, width) : sum_pairs(r, a, b, width);
    }
    if (o) {
        mpz_set(o->total, total);
        bool cut = odds_is_cut(a) || odds_is_cut(b);
        if (cut) {
            tail_of_sum(o, a, b);
            means_of_sum(o, a, b);
            odds_trim(o, trim);
        }
        if (cut && !odds_reduce(r, o)) {
            odds_free(o);
            o = NULL;
        }
    }
    mpz_clear(total);
    return o;
}

/* sum = sum + more, which may be sum itself. */
static Odds *and_more(OddsContext *r, Odds *sum, const Odds *more, bool trim)
{
    Odds *both = odds_sum(r, sum, more, trim);
    odds_free(sum);
    return both;
}

/* In closed form, or by the digits of n from the highest: double, and add one where the digit is
 * set. */
Odds *odds_times(OddsContext *r, const Odds *o, int64_t n, bool trim)
{
    bool done;
    Odds *power = odds_power(r, o, n, &done);
    if (done) return power;
    Odds *sum = odds_certain(r, ratio_of(0));
    int bit = n > 0 ? 63 - __builtin_clzll((unsigned long long)n) : 0;
    if (sum && n > 0) sum = and_more(r, sum, o, trim);
    while (sum && bit-- > 0) {
        sum = and_more(r, sum, sum, trim);
        if (sum && n >> bit & 1) sum = and_more(r, sum, o, trim);
    }
    return sum;
}
