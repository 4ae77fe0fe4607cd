/* Rows of weights over evenly spaced values, and rows of sums for keep and drop.
 *
 * Usually the sums lie close together and a row is one long number: adding a die to all its sums
 * is one GMP addition at an offset.  Values far apart, as of d{1,1000000}, get a list of the sums
 * that can be reached instead. */
#include "core/dice/odds_context.h"

#include <stdlib.h>

enum { CLOSE = 1 << 17, REACHED_MAX = 1 << 17 };

/* --- lattices --- */

static int64_t gcd(int64_t a, int64_t b)
{
    uint64_t size = a < 0 ? -(uint64_t)a : (uint64_t)a;
    return (int64_t)ratio_gcd(size, b < 0 ? -(uint64_t)b : (uint64_t)b);
}

bool lattice_den(Lattice *l, const Ratio *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int64_t more = v[i].den / gcd(v[i].den, l->den);
        if (more != 1 && (__builtin_mul_overflow(l->den, more, &l->den) || l->den > INT32_MAX))
            return false;
    }
    return true;
}

bool lattice_scaled(const Lattice *l, Ratio v, int64_t *n)
{
    return !__builtin_mul_overflow(v.num, l->den / v.den, n);
}

bool lattice_step(Lattice *l, const Ratio *v, size_t n)
{
    int64_t first, at, reach;
    if (!lattice_scaled(l, v[0], &first)) return false;
    for (size_t i = 1; i < n; i++) {
        if (!lattice_scaled(l, v[i], &at) || __builtin_sub_overflow(at, first, &reach) ||
            reach == INT64_MIN)
            return false;
        if (l->step != 1) l->step = gcd(reach, l->step);
    }
    return true;
}

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

/* --- the layout of rows of sums --- */

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts and removes duplicates; returns how many are left. */
static size_t sort_unique(int64_t *all, size_t n)
{
    size_t kept = 0;
    qsort(all, n, sizeof *all, by_size);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || all[i] != all[kept - 1]) all[kept++] = all[i];
    return kept;
}

/* Lists every sum of `kept` values, adding one value at a time. */
static bool list_sums(OddsContext *ctx, SumLayout *l, const int64_t *high, size_t n)
{
    size_t count = 1;
    int64_t *sum = calloc(1, sizeof *sum);
    for (int64_t i = 0; sum && i < l->kept; i++) {
        if (count * n > 16 * REACHED_MAX || !odds_spend_effort(ctx, 20 * count * n)) {
            free(sum);
            return odds_too_large(ctx);
        }
        int64_t *more = malloc(count * n * sizeof *more);
        for (size_t k = 0; more && k < count * n; k++) more[k] = sum[k / n] + high[k % n];
        free(sum);
        sum = more;
        if (sum) count = sort_unique(sum, count * n);
    }
    if (!sum) return odds_no_memory(ctx);
    l->sum = sum;
    l->places = count;
    return count <= REACHED_MAX || odds_too_large(ctx);
}

static bool measure(SumLayout *l, const Ratio *value, size_t n, int64_t *highest)
{
    Lattice *t = &l->lattice;
    t->den = 1;
    if (!lattice_den(t, value, n) || !lattice_step(t, value, n)) return false;
    if (t->step == 0) t->step = 1;
    for (size_t i = 0; i < n; i++) {
        if (!lattice_scaled(t, value[i], &l->high[i])) return false;
        if (i == 0 || l->high[i] < t->base) t->base = l->high[i];
    }
    *highest = 0;
    for (size_t i = 0; i < n; i++) {
        if (__builtin_sub_overflow(l->high[i], t->base, &l->high[i])) return false;
        l->high[i] /= t->step;
        if (l->high[i] > *highest) *highest = l->high[i];
    }
    return !__builtin_mul_overflow(*highest, l->kept, highest);
}

bool sums_open(OddsContext *ctx, SumLayout *l, const Ratio *value, size_t n, int64_t kept,
               size_t width)
{
    int64_t highest;
    *l = (SumLayout){.kept = kept, .width = width, .high = malloc(n * sizeof *l->high)};
    if (!l->high) return odds_no_memory(ctx);
    if (!measure(l, value, n, &highest))
        return odds_fail(ctx, "its values lie too far apart for odds");
    if (highest < CLOSE)
        l->places = (size_t)highest + 1;
    else if (!list_sums(ctx, l, l->high, n))
        return false;
    l->scratch = odds_alloc(ctx, (l->places + 1) * width);
    return l->scratch != NULL;
}

void sums_close(SumLayout *l)
{
    free(l->high);
    free(l->sum);
    free(l->scratch);
    *l = (SumLayout){0};
}

/* --- rows of sums --- */

void row_clear(SumRow *row)
{
    free(row->weight);
    *row = (SumRow){0};
}

static bool row_make(OddsContext *ctx, const SumLayout *l, SumRow *row)
{
    if (!row->weight) row->weight = odds_alloc(ctx, l->places * l->width);
    return row->weight != NULL;
}

bool row_one(OddsContext *ctx, SumLayout *l, SumRow *row)
{
    if (!row_make(ctx, l, row)) return false;
    row->weight[0] = 1;
    row->used = 1;
    return true;
}

/* to += from * by, n limbs.  No carry leaves them, since no weight passes its width. */
static void add_limbs(SumLayout *l, mp_limb_t *to, const mp_limb_t *from, size_t n, const mpz_t by)
{
    mp_size_t size = (mp_size_t)n, factor = (mp_size_t)mpz_size(by);
    const mp_limb_t *limbs = mpz_limbs_read(by);
    if (factor == 1 && limbs[0] == 1) {
        mpn_add_n(to, to, from, size);
    } else if (factor == 1) {
        mpn_addmul_1(to, from, size, limbs[0]);
    } else {
        if (size >= factor)
            mpn_mul(l->scratch, from, size, limbs, factor);
        else
            mpn_mul(l->scratch, limbs, factor, from, size);
        mpn_add_n(to, to, l->scratch, size);
    }
}

/* The place of a sum in the list of sums. */
static size_t place_of(const SumLayout *l, int64_t sum)
{
    size_t low = 0, high = l->places;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (l->sum[middle] < sum)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool row_add(OddsContext *ctx, SumLayout *l, SumRow *to, const SumRow *from, int64_t higher,
             const mpz_t by)
{
    if (from->used == 0 || mpz_sgn(by) == 0) return true;
    size_t n = from->used * l->width;
    if (!odds_spend_effort(ctx, odds_product_effort(n, mpz_size(by)) + 40) || !row_make(ctx, l, to))
        return false;
    if (!l->sum) {
        size_t end = from->used + (size_t)higher;
        add_limbs(l, to->weight + (size_t)higher * l->width, from->weight, n, by);
        if (end > to->used) to->used = end;
        return true;
    }
    for (size_t i = 0; i < from->used; i++) {
        const mp_limb_t *weight = from->weight + i * l->width;
        if (mpn_zero_p(weight, (mp_size_t)l->width)) continue;
        size_t at = place_of(l, l->sum[i] + higher);
        add_limbs(l, to->weight + at * l->width, weight, l->width, by);
        if (at >= to->used) to->used = at + 1;
    }
    return true;
}

Odds *row_odds(OddsContext *ctx, const SumLayout *l, const SumRow *row)
{
    Lattice all = l->lattice;
    if (__builtin_mul_overflow(all.base, l->kept, &all.base)) {
        odds_past_64_bits(ctx);
        return NULL;
    }
    return lattice_odds(ctx, &all, row->weight, row->used, l->width, l->sum);
}
