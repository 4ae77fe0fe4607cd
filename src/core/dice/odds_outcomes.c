/* Odds as arrays of outcomes: limits and errors, making, reading, tails, negating, means, and the
 * hash table that collects outcomes in any order. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/dice/odds_context.h"

/* --- limits and errors --- */

bool odds_fail(OddsContext *ctx, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dice_fail(ctx->dice, ctx->err, format, args);
    va_end(args);
    return false;
}

bool odds_too_large(OddsContext *ctx)
{
    return odds_fail(ctx, "its exact odds are too large to compute; roll it many times for an "
                          "estimate (--times)");
}

bool odds_no_memory(OddsContext *ctx)
{
    return err_set(ctx->err, "out of memory");
}

bool odds_past_64_bits(OddsContext *ctx)
{
    return odds_fail(ctx, "the number is too large (past 64 bits)");
}

bool odds_spend_effort(OddsContext *ctx, uint64_t steps)
{
    if (steps > ODDS_EFFORT_MAX - ctx->effort) return odds_too_large(ctx);
    ctx->effort += steps;
    return true;
}

bool odds_spend_room(OddsContext *ctx, uint64_t limbs)
{
    if (limbs > ODDS_ROOM_MAX - ctx->room) return odds_too_large(ctx);
    ctx->room += limbs;
    return true;
}

/* Estimated from measurements.  GMP multiplies numbers of up to 64 limbs limb by limb; above that a
 * limb costs more (Toom-Cook, Schönhage-Strassen), by 16 steps with each doubling. */
uint64_t odds_product_effort(size_t a, size_t b)
{
    uint64_t more = a > b ? a : b, less = a > b ? b : a, each = less;
    if (less > 64) {
        each = 64;
        for (uint64_t size = 64; size < less; size *= 2) each += 16;
    }
    return more * each;
}

void odds_multiply(mp_limb_t *product, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn)
{
    if (an >= bn) /* the first factor must not be the shorter one */
        mpn_mul(product, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(product, b, (mp_size_t)bn, a, (mp_size_t)an);
}

mp_limb_t *odds_alloc(OddsContext *ctx, size_t n)
{
    if (!odds_spend_room(ctx, n)) return NULL;
    mp_limb_t *limbs = calloc(n ? n : 1, sizeof *limbs);
    if (!limbs) odds_no_memory(ctx);
    return limbs;
}

size_t limbs_of(const mpz_t n)
{
    size_t size = mpz_size(n);
    return size ? size : 1;
}

/* --- making odds --- */

Odds *odds_new(OddsContext *ctx, size_t n, size_t width)
{
    if (n > ODDS_OUTCOMES_MAX) {
        odds_fail(ctx, "more than %d different totals are too many for odds", ODDS_OUTCOMES_MAX);
        return NULL;
    }
    if (!odds_spend_room(ctx, (uint64_t)n * (width + 2))) return NULL; /* a Ratio is two limbs */
    Odds *o = calloc(1, sizeof *o);
    if (o) {
        o->value = malloc((n ? n : 1) * sizeof *o->value);
        o->weight = malloc((n ? n : 1) * width * sizeof *o->weight);
        o->width = width;
        o->edge = ratio_of(0);
        mpz_inits(o->total, o->left_out, NULL);
        mpq_inits(o->mean, o->square, NULL);
    }
    if (o && o->value && o->weight) return o;
    odds_free(o);
    odds_no_memory(ctx);
    return NULL;
}

void odds_free(Odds *o)
{
    if (!o) return;
    free(o->value);
    free(o->weight);
    mpz_clears(o->total, o->left_out, NULL);
    mpq_clears(o->mean, o->square, NULL);
    free(o);
}

Odds *odds_certain(OddsContext *ctx, Ratio value)
{
    static const mp_limb_t one = 1;
    Odds *o = odds_new(ctx, 1, 1);
    if (!o) return NULL;
    odds_append(o, value, &one, 1);
    mpz_set_ui(o->total, 1);
    return o;
}

void odds_append(Odds *o, Ratio value, const mp_limb_t *weight, size_t n)
{
    while (n > 0 && weight[n - 1] == 0) n--;
    if (n == 0) return;
    mp_limb_t *to = odds_weight_limbs(o, o->n);
    for (size_t i = 0; i < o->width; i++) to[i] = i < n ? weight[i] : 0;
    o->value[o->n++] = value;
}

void odds_append_mpz(Odds *o, Ratio value, const mpz_t weight)
{
    odds_append(o, value, mpz_limbs_read(weight), mpz_size(weight));
}

/* --- reading odds --- */

void odds_weight(const Odds *o, size_t i, mpz_t weight)
{
    /* Makes `weight` a view of the limbs; its result is `weight`, too. */
    (void)mpz_roinit_n(weight, odds_weight_limbs(o, i), (mp_size_t)o->width);
}

void odds_mass(const Odds *o, size_t from, size_t to, mpz_t mass)
{
    mpz_t weight;
    mpz_set_ui(mass, 0);
    for (size_t i = from; i < to; i++) {
        odds_weight(o, i, weight);
        mpz_add(mass, mass, weight);
    }
}

bool odds_equal(const Odds *a, const Odds *b)
{
    if (a->n != b->n || a->width != b->width || odds_is_cut(a) || odds_is_cut(b) ||
        mpz_cmp(a->total, b->total) != 0)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (ratio_compare(a->value[i], b->value[i]) != 0) return false;
    return memcmp(a->weight, b->weight, a->n * a->width * sizeof *a->weight) == 0;
}

/* --- tails and reducing --- */

void odds_set_tail(Odds *o, Tail tail, Ratio edge)
{
    odds_mass(o, 0, o->n, o->left_out);
    mpz_sub(o->left_out, o->total, o->left_out);
    o->tail = odds_is_cut(o) ? tail : TAIL_NONE;
    o->edge = edge;
}

Tail odds_common_tail(const SameOdds *all, size_t n, Ratio *edge)
{
    Tail tail = TAIL_NONE;
    *edge = ratio_of(0);
    for (size_t i = 0; i < n; i++) {
        const Odds *o = all[i].odds;
        if (!odds_is_cut(o)) continue;
        int order = ratio_compare(o->edge, *edge);
        bool is_nearer = o->tail == TAIL_ABOVE ? order < 0 : order > 0;
        if (tail == TAIL_NONE || is_nearer) *edge = o->edge;
        tail = tail == TAIL_NONE || tail == o->tail ? o->tail : TAIL_SOMEWHERE;
    }
    return tail;
}

/* Sets *from and *to: the outcomes from..to-1 lie before the edge. */
static void find_before_edge(const Odds *o, size_t *from, size_t *to)
{
    *from = 0;
    *to = o->n;
    if (o->tail == TAIL_ABOVE)
        while (*to > 0 && ratio_compare(o->value[*to - 1], o->edge) >= 0) --*to;
    if (o->tail == TAIL_BELOW)
        while (*from < o->n && ratio_compare(o->value[*from], o->edge) <= 0) ++*from;
}

void odds_trim(Odds *o, Trim trim)
{
    size_t from, to;
    mpz_t beyond, scaled;
    if (!odds_is_cut(o)) return;
    find_before_edge(o, &from, &to);
    if (from == 0 && to == o->n) return;
    mpz_inits(beyond, scaled, NULL);
    odds_mass(o, 0, from, beyond);
    odds_mass(o, to, o->n, scaled);
    mpz_add(beyond, beyond, scaled);
    mpz_mul_2exp(scaled, beyond, ODDS_NEGLIGIBLE);
    bool negligible = mpz_cmp(scaled, o->total) <= 0;
    if (trim == TRIM_ALL || negligible) {
        memmove(o->value, o->value + from, (to - from) * sizeof *o->value);
        memmove(o->weight, odds_weight_limbs(o, from), (to - from) * o->width * sizeof *o->weight);
        o->n = to - from;
        mpz_add(o->left_out, o->left_out, beyond);
    } else {
        o->tail = TAIL_SOMEWHERE;
    }
    mpz_clears(beyond, scaled, NULL);
}

/* Sets *common to the greatest common divisor of the total and all weights. */
static void find_common_divisor(const Odds *o, mpz_t common)
{
    mpz_t weight;
    mpz_gcd(common, o->total, o->left_out);
    for (size_t i = 0; i < o->n && mpz_cmp_ui(common, 1) > 0; i++) {
        odds_weight(o, i, weight);
        mpz_gcd(common, common, weight);
    }
}

/* Divides the total and all weights; these shrink with the total, and are packed closer. */
static void divide_weights(Odds *o, const mpz_t by)
{
    mpz_t weight, less;
    mpz_init(less);
    mpz_divexact(o->total, o->total, by);
    mpz_divexact(o->left_out, o->left_out, by);
    size_t width = limbs_of(o->total);
    for (size_t i = 0; i < o->n; i++) {
        odds_weight(o, i, weight);
        mpz_divexact(less, weight, by);
        mp_limb_t *to = o->weight + i * width;
        for (size_t k = 0; k < width; k++) to[k] = mpz_getlimbn(less, (mp_size_t)k);
    }
    o->width = width;
    mpz_clear(less);
}

Odds *odds_reduce(OddsContext *ctx, Odds *o)
{
    mpz_t common;
    if (!odds_spend_effort(ctx, o->n * (odds_product_effort(o->width, o->width) / 2 + 60))) {
        odds_free(o);
        return NULL;
    }
    mpz_init(common);
    find_common_divisor(o, common);
    if (mpz_cmp_ui(common, 1) > 0) divide_weights(o, common);
    mpz_clear(common);
    return o;
}

/* --- negating --- */

void odds_reverse(Odds *o)
{
    for (size_t i = 0, k = o->n; i + 1 < k; i++) {
        Ratio value = o->value[i];
        o->value[i] = o->value[--k];
        o->value[k] = value;
        mp_limb_t *a = odds_weight_limbs(o, i), *b = odds_weight_limbs(o, k);
        for (size_t n = 0; n < o->width; n++) {
            mp_limb_t limb = a[n];
            a[n] = b[n];
            b[n] = limb;
        }
    }
}

static bool negate_value(OddsContext *ctx, Ratio *v)
{
    return ratio_subtract(v, ratio_of(0), *v) || odds_past_64_bits(ctx);
}

Odds *odds_negate(OddsContext *ctx, Odds *o)
{
    bool fits = negate_value(ctx, &o->edge);
    for (size_t i = 0; fits && i < o->n; i++) fits = negate_value(ctx, &o->value[i]);
    if (!fits) {
        odds_free(o);
        return NULL;
    }
    odds_reverse(o);
    if (o->tail == TAIL_ABOVE)
        o->tail = TAIL_BELOW;
    else if (o->tail == TAIL_BELOW)
        o->tail = TAIL_ABOVE;
    mpq_neg(o->mean, o->mean);
    return o;
}

/* --- means --- */

/* q += weight * value^power for the i-th outcome; the caller divides by the total. */
static void add_weighted(mpq_t q, const Odds *o, size_t i, int power)
{
    mpz_t weight;
    mpq_t term;
    odds_weight(o, i, weight);
    mpq_init(term);
    mpq_set_z(term, weight);
    for (int k = 0; k < power; k++) {
        mpz_mul_si(mpq_numref(term), mpq_numref(term), o->value[i].num);
        mpz_mul_si(mpq_denref(term), mpq_denref(term), o->value[i].den);
    }
    if (mpz_cmp_ui(mpq_denref(term), 1) != 0) mpq_canonicalize(term);
    if (mpz_cmp_ui(mpq_denref(term), 1) == 0 && mpz_cmp_ui(mpq_denref(q), 1) == 0)
        mpz_add(mpq_numref(q), mpq_numref(q), mpq_numref(term)); /* faster than mpq_add */
    else
        mpq_add(q, q, term);
    mpq_clear(term);
}

bool odds_means(const Odds *o, mpq_t mean, mpq_t square)
{
    mpq_t mass;
    if (odds_is_cut(o) && o->means_known) {
        mpq_set(mean, o->mean);
        mpq_set(square, o->square);
        return true;
    }
    mpq_set_ui(mean, 0, 1);
    mpq_set_ui(square, 0, 1);
    for (size_t i = 0; i < o->n; i++) {
        add_weighted(mean, o, i, 1);
        add_weighted(square, o, i, 2);
    }
    mpq_init(mass);
    mpz_sub(mpq_numref(mass), o->total, o->left_out);
    if (mpq_sgn(mass) != 0) {
        mpq_div(mean, mean, mass);
        mpq_div(square, square, mass);
    }
    mpq_clear(mass);
    return !odds_is_cut(o);
}

void odds_set_means(Odds *o, NodeKind kind, const Odds *a, const Odds *b)
{
    mpq_t m, s, twice;
    bool divides = kind == NODE_DIVIDE && b->n == 1 && !odds_is_cut(b) && b->value[0].num != 0;
    mpq_inits(m, s, twice, NULL);
    bool known = odds_means(a, o->mean, o->square);
    o->means_known = odds_means(b, m, s) && known;
    if (kind == NODE_SUBTRACT) mpq_neg(m, m);
    if (kind == NODE_ADD || kind == NODE_SUBTRACT) { /* E(a + b)^2 = E a^2 + 2 E a E b + E b^2 */
        mpq_mul(twice, o->mean, m);
        mpq_add(twice, twice, twice);
        mpq_add(o->mean, o->mean, m);
        mpq_add(o->square, o->square, s);
        mpq_add(o->square, o->square, twice);
    } else if (kind == NODE_MULTIPLY) { /* a and b are independent */
        mpq_mul(o->mean, o->mean, m);
        mpq_mul(o->square, o->square, s);
    } else if (divides) {
        mpq_div(o->mean, o->mean, m);
        mpq_div(o->square, o->square, s);
    } else if (kind == NODE_NEGATE) {
        mpq_neg(o->mean, o->mean);
    } else {
        o->means_known = false;
    }
    mpq_clears(m, s, twice, NULL);
}

bool odds_moments(const Odds *o, mpq_t mean, mpq_t variance)
{
    mpq_t squared;
    bool known = odds_means(o, mean, variance);
    mpq_init(squared);
    mpq_mul(squared, mean, mean);
    mpq_sub(variance, variance, squared);
    mpq_clear(squared);
    return known;
}

bool odds_at_least(const Odds *o, Ratio dc, mpq_t chance)
{
    size_t from = 0;
    bool tail_fails = o->tail == TAIL_BELOW && ratio_compare(o->edge, dc) < 0;
    bool tail_counts = o->tail == TAIL_ABOVE && ratio_compare(o->edge, dc) >= 0;
    while (from < o->n && ratio_compare(o->value[from], dc) < 0) from++;
    odds_mass(o, from, o->n, mpq_numref(chance));
    if (tail_counts) mpz_add(mpq_numref(chance), mpq_numref(chance), o->left_out);
    mpz_set(mpq_denref(chance), o->total);
    mpq_canonicalize(chance);
    return !odds_is_cut(o) || tail_fails || tail_counts;
}

/* --- collecting outcomes in any order --- */

enum { ROOM_FIRST = 64 };     /* outcomes; any small number would do */
enum { SLOTS_PER_VALUE = 4 }; /* so that most values find their slot at once */

static void outcomes_free(OutcomeMap *map)
{
    free(map->value);
    free(map->weight);
    free(map->product);
    free(map->slot);
    *map = (OutcomeMap){0};
}

/* The slot of a value, or the free slot where it belongs, by linear probing.  The hash is mixed
 * with the constants of splitmix64 (core/rng.c); any that mix well would do. */
static size_t find_slot(const OutcomeMap *map, Ratio v)
{
    uint64_t h = (uint64_t)v.num * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)v.den;
    h = (h ^ h >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t i = (size_t)(h >> 20) & (map->slots - 1);
    while (map->slot[i] &&
           (map->value[map->slot[i] - 1].num != v.num || map->value[map->slot[i] - 1].den != v.den))
        i = (i + 1) & (map->slots - 1);
    return i;
}

/* Makes room for `room` outcomes and fills the slots again. */
static bool outcomes_grow(OddsContext *ctx, OutcomeMap *map, size_t room)
{
    if (room > ODDS_OUTCOMES_MAX)
        return odds_fail(ctx, "more than %d different totals are too many for odds",
                         ODDS_OUTCOMES_MAX);
    /* A Ratio takes two limbs, and the slots of a value two more. */
    if (!odds_spend_room(ctx, (room - map->room) * (map->width + 4))) return false;
    Ratio *value = realloc(map->value, room * sizeof *value);
    if (value) map->value = value;
    mp_limb_t *weight = realloc(map->weight, room * map->width * sizeof *weight);
    if (weight) map->weight = weight;
    uint32_t *slot = calloc(SLOTS_PER_VALUE * room, sizeof *slot);
    if (slot) {
        free(map->slot);
        map->slot = slot;
        map->slots = SLOTS_PER_VALUE * room;
    }
    if (!value || !weight || !slot) return odds_no_memory(ctx);
    map->room = room;
    for (size_t i = 0; i < map->n; i++)
        map->slot[find_slot(map, map->value[i])] = (uint32_t)(i + 1);
    return true;
}

bool outcomes_start(OddsContext *ctx, OutcomeMap *map, size_t width)
{
    *map = (OutcomeMap){.width = width};
    return outcomes_grow(ctx, map, ROOM_FIRST);
}

/* The weight of a value, for the caller to add to.  A new value has the weight 0. */
static mp_limb_t *weight_for_value(OddsContext *ctx, OutcomeMap *map, Ratio v)
{
    size_t i = find_slot(map, v);
    if (map->slot[i]) return map->weight + (map->slot[i] - 1) * map->width;
    if (map->n == map->room) {
        if (!outcomes_grow(ctx, map, 2 * map->room)) return NULL;
        i = find_slot(map, v);
    }
    map->value[map->n] = v;
    mp_limb_t *weight = map->weight + map->n * map->width;
    memset(weight, 0, map->width * sizeof *weight);
    map->slot[i] = (uint32_t)++map->n;
    return weight;
}

bool outcomes_add(OddsContext *ctx, OutcomeMap *map, Ratio value, const mp_limb_t *weight, size_t n)
{
    while (n > 0 && weight[n - 1] == 0) n--;
    if (n == 0) return true;
    if (!odds_spend_effort(ctx, map->width + 80)) return false;
    mp_limb_t *to = weight_for_value(ctx, map, value);
    if (!to) return false;
    mpn_add(to, to, (mp_size_t)map->width, weight, (mp_size_t)n);
    return true;
}

bool outcomes_add_product(OddsContext *ctx, OutcomeMap *map, Ratio value, const mp_limb_t *a,
                          size_t an, const mp_limb_t *b, size_t bn)
{
    if (an + bn > map->product_room) {
        free(map->product);
        map->product_room = 0;
        map->product = odds_alloc(ctx, an + bn);
        if (!map->product) return false;
        map->product_room = an + bn;
    }
    if (!odds_spend_effort(ctx, odds_product_effort(an, bn))) return false;
    odds_multiply(map->product, a, an, b, bn);
    return outcomes_add(ctx, map, value, map->product, an + bn);
}

bool outcomes_add_all(OddsContext *ctx, OutcomeMap *map, const Odds *o, const mpz_t by)
{
    bool fits = true;
    for (size_t i = 0; fits && i < o->n; i++)
        fits = outcomes_add_product(ctx, map, o->value[i], odds_weight_limbs(o, i), o->width,
                                    mpz_limbs_read(by), mpz_size(by));
    return fits;
}

/* An outcome of a map while all of them are sorted. */
typedef struct {
    Ratio value; /* first, so that ratio_ascending compares outcomes */
    size_t at;   /* its index in the map */
} RankedOutcome;

Odds *outcomes_finish(OddsContext *ctx, OutcomeMap *map, bool fits, const mpz_t total)
{
    RankedOutcome *row = fits ? malloc((map->n ? map->n : 1) * sizeof *row) : NULL;
    Odds *o = row ? odds_new(ctx, map->n, map->width) : NULL;
    if (fits && !row) odds_no_memory(ctx);
    for (size_t i = 0; o && i < map->n; i++) row[i] = (RankedOutcome){map->value[i], i};
    if (o) qsort(row, map->n, sizeof *row, ratio_ascending);
    for (size_t i = 0; o && i < map->n; i++)
        odds_append(o, row[i].value, map->weight + row[i].at * map->width, map->width);
    if (o) {
        mpz_set(o->total, total);
        odds_set_tail(o, TAIL_SOMEWHERE, ratio_of(0));
    }
    free(row);
    outcomes_free(map);
    return o;
}

Odds *odds_collapse(OddsContext *ctx, Odds *o)
{
    OutcomeMap map;
    if (!o || !odds_is_cut(o) || o->tail == TAIL_SOMEWHERE) return o;
    bool fits = outcomes_start(ctx, &map, limbs_of(o->total));
    for (size_t i = 0; fits && i < o->n; i++)
        fits = outcomes_add(ctx, &map, o->value[i], odds_weight_limbs(o, i), o->width);
    fits = fits &&
           outcomes_add(ctx, &map, o->edge, mpz_limbs_read(o->left_out), mpz_size(o->left_out));
    Odds *whole = outcomes_finish(ctx, &map, fits, o->total);
    odds_free(o);
    return whole;
}
