/* Odds of sums of independent rolls.
 *
 * Two evenly spaced arrays of weights are two long numbers, and one GMP product adds all pairs
 * (Kronecker substitution, odds_context.h); other outcomes are added pair by pair.  The sum of n
 * equal dice often has a cheaper closed form.  With p the weights as a polynomial, f = p^n
 * satisfies p f' = n p' f, which gives each coefficient from those before it (Euler; Knuth, The Art
 * of Computer Programming 2, 4.7):
 *
 *     k p0 f(k) = sum over j of (n j - (k - j)) pj f(k - j)
 *
 * With s equal weights p = (1 - x^s) / (1 - x); multiplied by (1 - x)(1 - x^s), the same equation
 * gives three terms only:
 *
 *     k f(k) = (n + k - 1) f(k-1) + (k - s - n s) f(k-s) + (n (s - 1) - (k - s - 1)) f(k-s-1)  */
#include <stdlib.h>
#include <string.h>

#include "core/dice/odds_context.h"

/* --- lattices --- */

static int64_t gcd(int64_t a, int64_t b)
{
    uint64_t size = a < 0 ? -(uint64_t)a : (uint64_t)a;
    return (int64_t)ratio_gcd(size, b < 0 ? -(uint64_t)b : (uint64_t)b);
}

/* Sets *n to v * den; false past 64 bits. */
static bool scale_to(const Lattice *l, Ratio v, int64_t *n)
{
    return !__builtin_mul_overflow(v.num, l->den / v.den, n);
}

bool lattice_widen(Lattice *l, const Ratio *v, size_t n)
{
    int64_t first, at, distance;
    for (size_t i = 0; i < n; i++) { /* a common denominator */
        int64_t more = v[i].den / gcd(v[i].den, l->den);
        if (more != 1 && (__builtin_mul_overflow(l->den, more, &l->den) || l->den > INT32_MAX ||
                          __builtin_mul_overflow(l->step, more, &l->step)))
            return false;
    }
    if (!scale_to(l, v[0], &first)) return false;
    for (size_t i = 1; i < n; i++) { /* the largest step that divides all distances */
        if (!scale_to(l, v[i], &at) || __builtin_sub_overflow(at, first, &distance)) return false;
        if (distance == INT64_MIN) return false; /* gcd() takes its size, which does not fit */
        if (l->step != 1) l->step = gcd(distance, l->step);
    }
    return true;
}

bool lattice_places(const Lattice *l, const Ratio *v, size_t n, int64_t *place, int64_t *base)
{
    for (size_t i = 0; i < n; i++) {
        if (!scale_to(l, v[i], &place[i])) return false;
        if (i == 0 || place[i] < *base) *base = place[i];
    }
    for (size_t i = 0; i < n; i++) {
        if (__builtin_sub_overflow(place[i], *base, &place[i])) return false;
        if (l->step > 1) place[i] /= l->step;
    }
    return true;
}

/* The value of place i; false past 64 bits. */
static bool value_at(const Lattice *l, int64_t i, Ratio *v)
{
    int64_t at;
    return !__builtin_mul_overflow(i, l->step, &at) && !__builtin_add_overflow(at, l->base, &at) &&
           ratio_make(v, at, l->den);
}

Odds *lattice_odds(OddsContext *ctx, const Lattice *l, const mp_limb_t *weight, size_t n,
                   size_t width, const int64_t *index)
{
    size_t outcomes = 0;
    for (size_t i = 0; i < n; i++) outcomes += !mpn_zero_p(weight + i * width, (mp_size_t)width);
    Odds *o = odds_new(ctx, outcomes, width);
    for (size_t i = 0; o && i < n; i++) {
        Ratio v = {0, 1};
        if (mpn_zero_p(weight + i * width, (mp_size_t)width)) continue;
        if (!value_at(l, index ? index[i] : (int64_t)i, &v)) {
            odds_past_64_bits(ctx);
            odds_free(o);
            return NULL;
        }
        odds_append(o, v, weight + i * width, width);
    }
    return o;
}

/* --- two arrays as numbers --- */

/* The lattice of the sums, and the places that each operand takes on it. */
typedef struct {
    Lattice lattice;
    int64_t room_a, room_b; /* places from the lowest value of a to its highest; of b */
} SumGrid;

/* Sets *first to the lowest value of o times the lattice's den, and *room to how many places o
 * takes on the lattice.  False: it does not fit. */
static bool extent_of(const Lattice *l, const Odds *o, int64_t *first, int64_t *room)
{
    const Ratio ends[] = {o->value[0], o->value[o->n - 1]};
    int64_t place[2];
    bool fits = lattice_places(l, ends, 2, place, first);
    *room = fits ? place[1] + 1 : 0;
    return fits &&
           *room <= 4 * ODDS_OUTCOMES_MAX; /* up to three places of four may be gaps: a choice */
}

/* Makes the grid of a + b; false when it is too large. */
static bool make_grid(const Odds *a, const Odds *b, SumGrid *g)
{
    int64_t first_a, first_b;
    Lattice *l = &g->lattice;
    *g = (SumGrid){.lattice = {.den = 1}};
    return lattice_widen(l, a->value, a->n) && lattice_widen(l, b->value, b->n) &&
           extent_of(l, a, &first_a, &g->room_a) && extent_of(l, b, &first_b, &g->room_b) &&
           !__builtin_add_overflow(first_a, first_b, &l->base);
}

/* Makes a row of `room` places: the weights of o at the places of their values, else 0. */
static mp_limb_t *spread_weights(OddsContext *ctx, const Odds *o, const Lattice *l, int64_t room,
                                 size_t width)
{
    mp_limb_t *row = odds_alloc(ctx, (size_t)room * width);
    size_t n = o->width < width ? o->width : width;
    for (size_t i = 0; row && i < o->n; i++) {
        const Ratio both[] = {o->value[0], o->value[i]};
        int64_t place[2] = {0}, first = 0;
        lattice_places(l, both, 2, place, &first);
        memcpy(row + (size_t)place[1] * width, odds_weight_limbs(o, i), n * sizeof *row);
    }
    return row;
}

/* The sum of evenly spaced outcomes, by one product; by a square when a and b are the same. */
static Odds *sum_evenly_spaced(OddsContext *ctx, const Odds *a, const Odds *b, const SumGrid *g,
                               size_t width)
{
    size_t na = (size_t)g->room_a * width, nb = (size_t)g->room_b * width;
    mp_limb_t *row_a = spread_weights(ctx, a, &g->lattice, g->room_a, width), *row_b = NULL,
              *product = NULL;
    Odds *o = NULL;
    if (row_a && odds_spend_effort(ctx, odds_product_effort(na, nb)))
        product = odds_alloc(ctx, na + nb);
    if (product) row_b = a == b ? row_a : spread_weights(ctx, b, &g->lattice, g->room_b, width);
    if (row_b) {
        if (a == b)
            mpn_sqr(product, row_a, (mp_size_t)na);
        else
            odds_multiply(product, row_a, na, row_b, nb);
        size_t places = (size_t)(g->room_a + g->room_b - 1);
        o = lattice_odds(ctx, &g->lattice, product, places, width, NULL);
    }
    if (row_b != row_a) free(row_b);
    free(row_a);
    free(product);
    return o;
}

/* --- pair by pair --- */

Odds *odds_pairs(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b)
{
    OutcomeMap map;
    mpz_t total;
    mpz_init(total);
    mpz_mul(total, a->total, b->total);
    bool fits = outcomes_start(ctx, &map, limbs_of(total));
    for (size_t i = 0; fits && i < a->n; i++)
        for (size_t k = 0; fits && k < b->n; k++) {
            Ratio value = {0, 1};
            const char *why = node_apply(kind, a->value[i], b->value[k], &value);
            fits = !why || odds_fail(ctx, "some rolls have no total: %s", why);
            fits = fits && outcomes_add_product(ctx, &map, value, odds_weight_limbs(a, i), a->width,
                                                odds_weight_limbs(b, k), b->width);
        }
    Odds *o = outcomes_finish(ctx, &map, fits, total);
    mpz_clear(total);
    return o;
}

/* --- the tail of a sum --- */

/* The first or last value of o, whichever is far from the tail. */
static Ratio end_far_from_tail(const Odds *o, Tail tail)
{
    return o->n == 0 ? o->edge : tail == TAIL_ABOVE ? o->value[0] : o->value[o->n - 1];
}

/* Sets the tail of o = a + b.  It begins at the nearest sum of one operand's edge and a value of
 * the other. */
static void set_tail_of_sum(Odds *o, const Odds *a, const Odds *b)
{
    const SameOdds both[] = {{a, 1}, {b, 1}};
    Ratio edge, nearest = {0, 1};
    Tail tail = odds_common_tail(both, 2, &edge);
    bool any = false;
    for (int i = 0; i < 2 && tail != TAIL_SOMEWHERE; i++) {
        if (!odds_is_cut(both[i].odds)) continue;
        if (!ratio_add(&edge, both[i].odds->edge, end_far_from_tail(both[1 - i].odds, tail)))
            tail = TAIL_SOMEWHERE;
        else if (!any || (ratio_compare(edge, nearest) < 0) == (tail == TAIL_ABOVE))
            nearest = edge;
        any = true;
    }
    odds_set_tail(o, tail, nearest);
}

/* --- the sum of two --- */

/* Adds by one product or pair by pair, whichever is cheaper: the product also has to spread and
 * gather its places. */
static Odds *sum_weights(OddsContext *ctx, const Odds *a, const Odds *b, size_t width)
{
    SumGrid g;
    if (a->n == 0 || b->n == 0) return odds_new(ctx, 0, width);
    if (!make_grid(a, b, &g)) return odds_pairs(ctx, NODE_ADD, a, b);
    /* Pair by pair: about 2 steps for two limbs, to multiply and to add; and 80 a pair, as
     * outcomes_add charges for finding its sum in the hash table. */
    uint64_t by_pairs = (uint64_t)a->n * b->n * (2 * a->width * b->width + 80);
    /* About 4 steps a limb, to spread the weights of both and to gather those of the sum. */
    uint64_t spreading = (uint64_t)(g.room_a + g.room_b) * width * 4;
    uint64_t by_product =
        odds_product_effort((size_t)g.room_a * width, (size_t)g.room_b * width) + spreading;
    return by_product <= by_pairs ? sum_evenly_spaced(ctx, a, b, &g, width)
                                  : odds_pairs(ctx, NODE_ADD, a, b);
}

Odds *odds_sum(OddsContext *ctx, const Odds *a, const Odds *b, Trim trim)
{
    mpz_t total;
    mpz_init(total);
    mpz_mul(total, a->total, b->total);
    Odds *o = sum_weights(ctx, a, b, limbs_of(total));
    if (o) mpz_set(o->total, total);
    mpz_clear(total);
    if (!o || (!odds_is_cut(a) && !odds_is_cut(b))) return o;
    set_tail_of_sum(o, a, b);
    odds_set_means(o, NODE_ADD, a, b);
    odds_trim(o, trim);
    return odds_reduce(ctx, o);
}

/* --- the sum of n equal dice, in closed form --- */

enum { POWER_MIN = 4 };           /* dice: with fewer, doubling is faster */
#define SMALL INT64_C(2147483647) /* two such numbers multiply within 64 bits */

/* The weights of one die as a polynomial, and its n-th power: the weights of the sum. */
typedef struct {
    const Odds *odds; /* of one die */
    Lattice lattice;  /* of the sum */
    int64_t n;        /* dice */
    int64_t *at;      /* the place of each outcome of the die, in steps above the lowest */
    int64_t last;     /* the highest sum, in steps */
    bool equal;       /* all weights are the same, without gaps: they count as 1 each */
    size_t width;
    mp_limb_t *f; /* the coefficients of the power, `width` limbs each */
    mpz_t total;  /* their sum */
} Power;

static mp_limb_t *limbs_at(const Power *p, int64_t k)
{
    return p->f + (size_t)k * p->width;
}

/* sum += by * f(k); f(k) is 0 for k below 0. */
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

/* Sets *sum, which is 0, to f(k) of a die with equal weights. */
static void coefficient_of_equal(const Power *p, int64_t k, mpz_t sum)
{
    int64_t n = p->n, s = (int64_t)p->odds->n;
    add_term(p, sum, k - 1, n + k - 1);
    add_term(p, sum, k - s, k - s - n * s);
    add_term(p, sum, k - s - 1, n * (s - 1) - (k - s - 1));
    mpz_divexact_ui(sum, sum, (unsigned long)k);
}

/* Sets *sum, which is 0, to f(k) of any die. */
static void coefficient_of_any(const Power *p, int64_t k, mpz_t sum)
{
    for (size_t i = 1; i < p->odds->n && p->at[i] <= k; i++) {
        int64_t j = p->at[i], by = p->n * j - (k - j);
        add_term(p, sum, k - j, by * (int64_t)*odds_weight_limbs(p->odds, i));
    }
    mpz_divexact_ui(sum, sum, (unsigned long)(k * (int64_t)*odds_weight_limbs(p->odds, 0)));
}

static void store_coefficient(const Power *p, int64_t k, const mpz_t f)
{
    for (size_t i = 0; i < mpz_size(f); i++) limbs_at(p, k)[i] = mpz_getlimbn(f, (mp_size_t)i);
}

/* Computes all coefficients, from the lowest up: f(0) is p0^n, and the others follow from it. */
static void power_fill(Power *p)
{
    mpz_t sum;
    unsigned long p0 = p->equal ? 1 : (unsigned long)*odds_weight_limbs(p->odds, 0);
    mpz_init(sum);
    mpz_ui_pow_ui(sum, p0, (unsigned long)p->n);
    store_coefficient(p, 0, sum);
    for (int64_t k = 1; k <= p->last; k++) {
        mpz_set_ui(sum, 0);
        if (p->equal)
            coefficient_of_equal(p, k, sum);
        else
            coefficient_of_any(p, k, sum);
        store_coefficient(p, k, sum);
    }
    mpz_clear(sum);
}

/* Places the outcomes on a lattice; false when the numbers are not small (SMALL). */
static bool power_measure(Power *p)
{
    const Odds *o = p->odds;
    Lattice *l = &p->lattice;
    l->den = 1;
    if (!lattice_widen(l, o->value, o->n) || !lattice_places(l, o->value, o->n, p->at, &l->base))
        return false;
    p->equal = true;
    for (size_t i = 0; i < o->n; i++) {
        mp_limb_t weight = *odds_weight_limbs(o, i);
        if (weight > SMALL || p->at[i] > SMALL / p->n) return false;
        p->equal = p->equal && weight == *odds_weight_limbs(o, 0) && p->at[i] == (int64_t)i;
    }
    return true;
}

static uint64_t power_effort(const Power *p)
{
    return ((uint64_t)p->last + 1) * ((p->equal ? 3 : p->odds->n) + 1) * (p->width + 20);
}

/* The last step of doubling costs more than all steps before it together, so it counts twice.  The
 * 2000, two microseconds, decide only for sums that are quick either way. */
static uint64_t doubling_effort(const Power *p)
{
    size_t half = ((size_t)p->last / 2 + 1) * p->width;
    return 2 * odds_product_effort(half, half) + 2000;
}

/* Prepares the closed form; false if it is impossible, or no cheaper than doubling. */
static bool power_prepare(Power *p)
{
    const Odds *o = p->odds;
    /* The closed form multiplies by weights of one limb, and knows no tail. */
    if (p->n < POWER_MIN || o->n < 2 || odds_is_cut(o) || o->width != 1 || !power_measure(p))
        return false;
    p->last = p->at[o->n - 1] * p->n;
    if (p->equal)
        mpz_set_ui(p->total, o->n);
    else
        mpz_set(p->total, o->total);
    if (mpz_sizeinbase(p->total, 2) * (uint64_t)p->n / 64 > ODDS_ROOM_MAX / 8)
        return false; /* 64 MB for one weight: GMP aborts the program when memory is out */
    mpz_pow_ui(p->total, p->total, (unsigned long)p->n);
    p->width = limbs_of(p->total);
    if (p->last > ODDS_OUTCOMES_MAX) return false;
    int64_t p0 = p->equal ? 1 : (int64_t)*odds_weight_limbs(o, 0), divisor;
    if (__builtin_mul_overflow(p->last, p0, &divisor)) return false; /* k p0, see the head */
    return power_effort(p) < doubling_effort(p);
}

/* The odds of the sum, once the closed form is prepared. */
static Odds *power_odds(OddsContext *ctx, Power *p)
{
    if (!odds_spend_effort(ctx, power_effort(p))) return NULL;
    if (__builtin_mul_overflow(p->lattice.base, p->n, &p->lattice.base)) {
        odds_past_64_bits(ctx);
        return NULL;
    }
    p->f = odds_alloc(ctx, ((size_t)p->last + 1) * p->width);
    if (!p->f) return NULL;
    power_fill(p);
    Odds *o = lattice_odds(ctx, &p->lattice, p->f, (size_t)p->last + 1, p->width, NULL);
    if (o) mpz_set(o->total, p->total);
    return o;
}

/* --- the sum of n equal dice --- */

/* Returns sum + more; frees sum, which may be `more` itself. */
static Odds *add_and_free(OddsContext *ctx, Odds *sum, const Odds *more, Trim trim)
{
    Odds *both = odds_sum(ctx, sum, more, trim);
    odds_free(sum);
    return both;
}

/* Goes over the binary digits of n from the highest: doubles, and adds one where the digit is 1. */
static Odds *times_by_doubling(OddsContext *ctx, const Odds *o, int64_t n, Trim trim)
{
    Odds *sum = odds_certain(ctx, ratio_of(0));
    int bit = n > 0 ? 63 - __builtin_clzll((unsigned long long)n) : 0;
    if (sum && n > 0) sum = add_and_free(ctx, sum, o, trim);
    while (sum && bit-- > 0) {
        sum = add_and_free(ctx, sum, sum, trim);
        if (sum && n >> bit & 1) sum = add_and_free(ctx, sum, o, trim);
    }
    return sum;
}

Odds *odds_times(OddsContext *ctx, const Odds *o, int64_t n, Trim trim)
{
    Power p = {.odds = o, .n = n, .at = malloc((o->n ? o->n : 1) * sizeof *p.at)};
    mpz_init(p.total);
    bool closed = p.at && power_prepare(&p);
    Odds *sum = closed ? power_odds(ctx, &p) : times_by_doubling(ctx, o, n, trim);
    mpz_clear(p.total);
    free(p.at);
    free(p.f);
    return sum;
}
