/* The sum of n like it in closed form.  With p the weights as a polynomial, f = p^n satisfies
 * p f' = n p' f, which gives each coefficient from those before it (Euler; see Knuth, The Art of
 * Computer Programming 2, 4.7):
 *
 *     k p0 f(k) = sum over j of (n j - (k - j)) pj f(k - j)
 *
 * Of equal weights, p = (1 - x^s) / (1 - x), the same with (1 - x)(1 - x^s) has three terms only:
 *
 *     k f(k) = (n + k - 1) f(k-1) + (k - s - n s) f(k-s) + (n (s - 1) - (k - s - 1)) f(k-s-1)  */
#include <stdlib.h>

#include "core/dice/odds_context.h"

enum { FEW = 4 };
#define SMALL INT64_C(2147483647) /* two such numbers multiply within 64 bits */

/* Outcome j of the die lies `at[j]` steps above the least. */
typedef struct {
    const Odds *odds;
    int64_t n, den, step, base, *at;
    int64_t last; /* of the sum, in steps */
    bool equal;   /* all weights are the same, without gaps */
    size_t width;
    mp_limb_t *f;
    mpz_t total;
} Power;

static mp_limb_t *limbs_at(const Power *p, int64_t k)
{
    return p->f + (size_t)k * p->width;
}

/* sum += by * f(k); nothing lies below 0. */
static void add_term(const Power *p, mpz_t sum, int64_t k, int64_t by)
{
    mpz_t f;
    if (k < 0 || by == 0) return;
    mpz_srcptr view = mpz_roinit_n(f, limbs_at(p, k), (mp_size_t)p->width);
    if (by > 0)
        mpz_addmul_ui(sum, view, (unsigned long)by);
    else
        mpz_submul_ui(sum, view, (unsigned long)-by);
}

static void terms_of_equal(const Power *p, int64_t k, mpz_t sum)
{
    int64_t n = p->n, s = (int64_t)p->odds->n;
    add_term(p, sum, k - 1, n + k - 1);
    add_term(p, sum, k - s, k - s - n * s);
    add_term(p, sum, k - s - 1, n * (s - 1) - (k - s - 1));
    mpz_divexact_ui(sum, sum, (unsigned long)k);
}

static void terms_of_any(const Power *p, int64_t k, mpz_t sum)
{
    for (size_t i = 1; i < p->odds->n && p->at[i] <= k; i++) {
        int64_t j = p->at[i], by = p->n * j - (k - j);
        add_term(p, sum, k - j, by * (int64_t)*odds_limbs(p->odds, i));
    }
    mpz_divexact_ui(sum, sum, (unsigned long)(k * (int64_t)*odds_limbs(p->odds, 0)));
}

static void fill(Power *p)
{
    mpz_t sum;
    mpz_init(sum);
    mpz_ui_pow_ui(sum, p->equal ? 1 : (unsigned long)*odds_limbs(p->odds, 0), (unsigned long)p->n);
    for (int64_t k = 0; k <= p->last; k++) {
        if (k > 0) mpz_set_ui(sum, 0);
        if (k > 0 && p->equal)
            terms_of_equal(p, k, sum);
        else if (k > 0)
            terms_of_any(p, k, sum);
        for (size_t i = 0; i < mpz_size(sum); i++)
            limbs_at(p, k)[i] = mpz_getlimbn(sum, (mp_size_t)i);
    }
    mpz_clear(sum);
}

/* --- is it worth while --- */

static bool even(Power *p)
{
    const Odds *o = p->odds;
    p->den = 1;
    if (!values_denominator(o->value, o->n, &p->den) ||
        !values_step(o->value, o->n, p->den, &p->step) ||
        !value_scaled(o->value[0], p->den, &p->base))
        return false;
    if (p->step == 0) p->step = 1;
    p->equal = true;
    for (size_t i = 0; i < o->n; i++) {
        if (!value_scaled(o->value[i], p->den, &p->at[i])) return false;
        p->at[i] = (p->at[i] - p->base) / p->step;
        if (*odds_limbs(o, i) > SMALL || p->at[i] > SMALL / p->n) return false;
        p->equal = p->equal && *odds_limbs(o, i) == *odds_limbs(o, 0) && p->at[i] == (int64_t)i;
    }
    return true;
}

static uint64_t own_effort(const Power *p)
{
    return ((uint64_t)p->last + 1) * ((p->equal ? 3 : p->odds->n) + 1) * (p->width + 20);
}

/* Doubling would take this for its last step. */
static uint64_t effort_by_doubling(const Power *p)
{
    size_t half = ((size_t)p->last / 2 + 1) * p->width;
    return 2 * reckon_product(half, half) + 2000;
}

static bool fits_well(Power *p)
{
    const Odds *o = p->odds;
    if (p->n < FEW || o->n < 2 || odds_is_cut(o) || o->width != 1 || !even(p)) return false;
    p->last = p->at[o->n - 1] * p->n;
    if (p->equal)
        mpz_set_ui(p->total, o->n);
    else
        mpz_set(p->total, o->total);
    if (mpz_sizeinbase(p->total, 2) * (uint64_t)p->n / 64 > ODDS_ROOM_MAX / 8) return false;
    mpz_pow_ui(p->total, p->total, (unsigned long)p->n);
    p->width = limbs_of(p->total);
    int64_t factor = p->equal ? 1 : (int64_t)*odds_limbs(o, 0), top;
    if (p->last > ODDS_OUTCOMES_MAX || __builtin_mul_overflow(p->last, factor, &top)) return false;
    return own_effort(p) < effort_by_doubling(p);
}

static Odds *outcomes(OddsContext *r, const Power *p)
{
    Odds *o = odds_new(r, (size_t)p->last + 1, p->width);
    for (int64_t k = 0; o && k <= p->last; k++) {
        Ratio v = {0, 1};
        int64_t at, base;
        if (__builtin_mul_overflow(k, p->step, &at) ||
            __builtin_mul_overflow(p->base, p->n, &base) || __builtin_add_overflow(at, base, &at) ||
            !ratio_make(&v, at, p->den)) {
            reckon_fail(r, "the number is too large (past 64 bits)");
            odds_free(o);
            return NULL;
        }
        odds_append(o, v, limbs_at(p, k), p->width);
    }
    if (o) mpz_set(o->total, p->total);
    return o;
}

Odds *odds_power(OddsContext *r, const Odds *o, int64_t n, bool *done)
{
    Power p = {.odds = o, .n = n, .at = malloc((o->n ? o->n : 1) * sizeof *p.at)};
    Odds *power = NULL;
    mpz_init(p.total);
    *done = p.at && fits_well(&p);
    if (*done && reckon_effort(r, own_effort(&p))) {
        p.f = reckon_limbs(r, ((size_t)p.last + 1) * p.width);
        if (p.f) {
            fill(&p);
            power = outcomes(r, &p);
        }
    }
    mpz_clear(p.total);
    free(p.at);
    free(p.f);
    return power;
}
