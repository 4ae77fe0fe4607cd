/* Rows of weights, one for each state of a walk over faces.  Usually sums lie close and a row is
 * one long number: adding a die to all its sums is one addition of GMP at an offset.  DiceList far
 * apart (d{1,1000000}) get a list of the sums that can be reached. */
#include "core/dice/odds_lane.h"

#include <stdlib.h>

enum { CLOSE = 1 << 17, REACHED_MAX = 1 << 17 };

/* --- places --- */

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static size_t sort_out(int64_t *all, size_t n)
{
    size_t kept = 0;
    qsort(all, n, sizeof *all, by_size);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || all[i] != all[kept - 1]) all[kept++] = all[i];
    return kept;
}

/* All sums of so many: the ends of one more are the ends so far and each value on top. */
static bool reached(OddsContext *r, Lanes *l, const int64_t *high, size_t n)
{
    size_t count = 1;
    int64_t *sum = calloc(1, sizeof *sum);
    for (int64_t i = 0; sum && i < l->kept; i++) {
        if (count * n > 16 * REACHED_MAX || !reckon_effort(r, 20 * count * n)) {
            free(sum);
            return reckon_too_large(r);
        }
        int64_t *more = malloc(count * n * sizeof *more);
        for (size_t k = 0; more && k < count * n; k++) more[k] = sum[k / n] + high[k % n];
        free(sum);
        sum = more;
        if (sum) count = sort_out(sum, count * n);
    }
    if (!sum) return reckon_no_memory(r);
    l->sum = sum;
    l->places = count;
    return count <= REACHED_MAX || reckon_too_large(r);
}

static bool measure(Lanes *l, const Ratio *value, size_t n, int64_t *highest)
{
    l->den = 1;
    if (!values_denominator(value, n, &l->den) || !values_step(value, n, l->den, &l->step))
        return false;
    if (l->step == 0) l->step = 1;
    for (size_t i = 0; i < n; i++)
        if (!value_scaled(value[i], l->den, &l->high[i])) return false;
    l->base = l->high[0];
    for (size_t i = 0; i < n; i++)
        if (l->high[i] < l->base) l->base = l->high[i];
    *highest = 0;
    for (size_t i = 0; i < n; i++) {
        if (__builtin_sub_overflow(l->high[i], l->base, &l->high[i])) return false;
        l->high[i] /= l->step;
        if (l->high[i] > *highest) *highest = l->high[i];
    }
    return !__builtin_mul_overflow(*highest, l->kept, highest);
}

bool lanes_open(OddsContext *r, Lanes *l, const Ratio *value, size_t n, int64_t kept, size_t width)
{
    int64_t highest;
    *l = (Lanes){.kept = kept, .width = width, .high = malloc(n * sizeof *l->high)};
    if (!l->high) return reckon_no_memory(r);
    if (!measure(l, value, n, &highest))
        return reckon_fail(r, "its values lie too far apart for odds");
    if (highest < CLOSE)
        l->places = (size_t)highest + 1;
    else if (!reached(r, l, l->high, n))
        return false;
    l->scratch = reckon_limbs(r, (l->places + 1) * width);
    return l->scratch != NULL;
}

void lanes_close(Lanes *l)
{
    free(l->high);
    free(l->sum);
    free(l->scratch);
    *l = (Lanes){0};
}

/* --- rows --- */

void lane_clear(Lane *lane)
{
    free(lane->weight);
    *lane = (Lane){0};
}

static bool lane_make(OddsContext *r, const Lanes *l, Lane *lane)
{
    if (!lane->weight) lane->weight = reckon_limbs(r, l->places * l->width);
    return lane->weight != NULL;
}

bool lane_one(OddsContext *r, Lanes *l, Lane *lane)
{
    if (!lane_make(r, l, lane)) return false;
    lane->weight[0] = 1;
    lane->used = 1;
    return true;
}

/* to += from * by, n limbs; what passes the end is 0. */
static void add_limbs(Lanes *l, mp_limb_t *to, const mp_limb_t *from, size_t n, const mpz_t by)
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

static size_t find(const Lanes *l, int64_t sum)
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

bool lane_add(OddsContext *r, Lanes *l, Lane *to, const Lane *from, int64_t higher, const mpz_t by)
{
    if (from->used == 0 || mpz_sgn(by) == 0) return true;
    size_t n = from->used * l->width;
    if (!reckon_effort(r, reckon_product(n, mpz_size(by)) + 40) || !lane_make(r, l, to))
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
        size_t at = find(l, l->sum[i] + higher);
        add_limbs(l, to->weight + at * l->width, weight, l->width, by);
        if (at >= to->used) to->used = at + 1;
    }
    return true;
}

static bool value_at(const Lanes *l, size_t i, Ratio *v)
{
    int64_t above, at;
    return !__builtin_mul_overflow(l->sum ? l->sum[i] : (int64_t)i, l->step, &above) &&
           !__builtin_mul_overflow(l->base, l->kept, &at) &&
           !__builtin_add_overflow(at, above, &at) && ratio_make(v, at, l->den);
}

Odds *lane_odds(OddsContext *r, const Lanes *l, const Lane *lane)
{
    size_t n = 0;
    for (size_t i = 0; i < lane->used; i++)
        n += !mpn_zero_p(lane->weight + i * l->width, (mp_size_t)l->width);
    Odds *o = odds_new(r, n, l->width);
    for (size_t i = 0; o && i < lane->used; i++) {
        const mp_limb_t *weight = lane->weight + i * l->width;
        Ratio v = {0, 1};
        if (mpn_zero_p(weight, (mp_size_t)l->width)) continue;
        if (!value_at(l, i, &v)) {
            reckon_fail(r, "the number is too large (past 64 bits)");
            odds_free(o);
            return NULL;
        }
        odds_append(o, v, weight, l->width);
    }
    return o;
}
