/* Odds of keep and drop: sums of some of n sorted values.
 *
 * Go over the values from one end on, the better one of the two, and keep for each number of dice
 * placed the odds of the sum of the kept ones (Liu, "Icepool: Efficient Computation of Dice Pool
 * Probabilities", AIIDE 2022).  Once the last kept die is placed, it does not matter how the rest
 * fall: with a of the n alike placed before the value t, `need` dice still to be kept, w the weight
 * of t and W that of the values after it, they fall in
 *
 *     C(n, a) * sum over e >= need:  C(n - a, e) w^e W^(n - a - e)
 *
 * ways (after a convolution by Ilmari Karonen).  It is polynomial in the number of dice. */
#include <stdlib.h>

#include "core/dice/odds_context.h"

/* --- rows of sums ---
 *
 * Usually the sums lie close together and a row is one long number: adding a die to all its sums is
 * one GMP addition at an offset.  Values far apart, as of d{1,1000000}, get a list of the sums that
 * can be reached instead. */

enum { CLOSE = 1 << 17, REACHED_MAX = 1 << 17 };

/* The layout of rows of weights for sums of `kept` values: one place for every sum that can be
 * reached. */
typedef struct {
    Lattice lattice; /* base: the lowest value */
    int64_t kept;
    int64_t *high; /* of each value given: steps above the base */
    int64_t *sum;  /* of each place, ascending; NULL: place i has sum i */
    size_t places, width;
    mp_limb_t *scratch;
} SumLayout;

/* One row of weights. */
typedef struct {
    mp_limb_t *weight; /* NULL: all 0 */
    size_t used;       /* the places from here on are 0 */
} SumRow;

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
    l->lattice.den = 1;
    if (!lattice_widen(&l->lattice, value, n) ||
        !lattice_places(&l->lattice, value, n, l->high, &l->lattice.base))
        return false;
    *highest = 0;
    for (size_t i = 0; i < n; i++)
        if (l->high[i] > *highest) *highest = l->high[i];
    return !__builtin_mul_overflow(*highest, l->kept, highest);
}

static bool sums_open(OddsContext *ctx, SumLayout *l, const Ratio *value, size_t n, int64_t kept,
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

static void sums_close(SumLayout *l)
{
    free(l->high);
    free(l->sum);
    free(l->scratch);
    *l = (SumLayout){0};
}

static void row_clear(SumRow *row)
{
    free(row->weight);
    *row = (SumRow){0};
}

static bool row_make(OddsContext *ctx, const SumLayout *l, SumRow *row)
{
    if (!row->weight) row->weight = odds_alloc(ctx, l->places * l->width);
    return row->weight != NULL;
}

/* Weight 1 at sum 0. */
static bool row_one(OddsContext *ctx, SumLayout *l, SumRow *row)
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

/* to += from * by, moved up by `higher` steps. */
static bool row_add(OddsContext *ctx, SumLayout *l, SumRow *to, const SumRow *from, int64_t higher,
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

static Odds *row_odds(OddsContext *ctx, const SumLayout *l, const SumRow *row)
{
    Lattice all = l->lattice;
    if (__builtin_mul_overflow(all.base, l->kept, &all.base)) {
        odds_past_64_bits(ctx);
        return NULL;
    }
    return lattice_odds(ctx, &all, row->weight, row->used, l->width, l->sum);
}

/* --- kinds of dice --- */

/* Dice with the same odds, while their values are read. */
typedef struct {
    const Odds *odds;
    int64_t count;
    size_t stride, range; /* a state has placed `state / stride % range` of them */
    size_t next;          /* outcomes read so far */
    mpz_t rest;           /* weight of the values that are not read yet */
    mpz_t *own, *other;   /* powers of the weight of the value read last, and of rest; count + 1 */
} Kind;

typedef struct {
    Kind *kind;
    size_t kinds;
    bool down;        /* the values descend */
    int64_t from, to; /* the places, in that order, that are kept */
    Ratio *value;     /* of any kind, in that order */
    size_t n;
    SumLayout layout;
    size_t states;
    SumRow *row; /* of each state below `to`: the sums of the kept dice, whichever dice they are */
    SumRow sum;  /* of all states from `to` on */
    mpz_t by;
} KeepStates;

/* --- the states --- */

static int64_t placed(const Kind *k, size_t state)
{
    return (int64_t)(state / k->stride % k->range);
}

static int64_t placed_in_all(const KeepStates *w, size_t state)
{
    int64_t sum = 0;
    for (size_t i = 0; i < w->kinds; i++) sum += placed(&w->kind[i], state);
    return sum;
}

static int64_t kept_among(const KeepStates *w, int64_t first, int64_t n)
{
    int64_t from = first > w->from ? first : w->from, to = first + n < w->to ? first + n : w->to;
    return to > from ? to - from : 0;
}

static void powers(mpz_t *power, const mpz_t base, int64_t n)
{
    mpz_set_ui(power[0], 1);
    for (int64_t i = 1; i <= n; i++) mpz_mul(power[i], power[i - 1], base);
}

/* The ways in which `need` or more dice of kind k show the value, and the rest of all dice any
 * value after it. */
static void ways_to_end(const KeepStates *w, size_t state, const Kind *k, int64_t need, mpz_t ways)
{
    mpz_t choose, term;
    int64_t left = k->count - placed(k, state);
    mpz_inits(choose, term, NULL);
    mpz_bin_uiui(choose, (unsigned long)left, (unsigned long)need);
    mpz_set_ui(ways, 0);
    for (int64_t e = need; e <= left; e++) {
        mpz_mul(term, k->own[e], k->other[left - e]);
        mpz_addmul(ways, term, choose);
        mpz_mul_ui(choose, choose, (unsigned long)(left - e));
        mpz_divexact_ui(choose, choose, (unsigned long)(e + 1));
    }
    for (size_t i = 0; i < w->kinds; i++) {
        const Kind *each = &w->kind[i];
        int64_t a = placed(each, state);
        mpz_bin_uiui(choose, (unsigned long)each->count, (unsigned long)a);
        mpz_mul(ways, ways, choose);
        if (each != k) mpz_mul(ways, ways, each->other[each->count - a]);
    }
    mpz_clears(choose, term, NULL);
}

/* Adds all cases in which a die of kind k with this value is the last one kept. */
static bool end_at(OddsContext *ctx, KeepStates *w, Kind *k, int64_t high)
{
    bool fits = true;
    for (size_t state = 0; fits && state < w->states; state++) {
        if (w->row[state].used == 0) continue;
        int64_t before = placed_in_all(w, state), need = w->to - before;
        int64_t left = k->count - placed(k, state);
        if (left < need) continue;
        if (!odds_spend_effort(ctx, (uint64_t)(left - need + 1) * (w->layout.width + 20)))
            return false;
        ways_to_end(w, state, k, need, w->by);
        fits = row_add(ctx, &w->layout, &w->sum, &w->row[state], kept_among(w, before, need) * high,
                       w->by);
    }
    return fits;
}

/* From one state: c more dice of kind k show this value, in C(a + c, c) orders with the a before.
 * Behind the last value of the kind no die is left.  high below 0: the value was cut off, so it
 * must not be kept. */
static bool place(OddsContext *ctx, KeepStates *w, size_t state, Kind *k, int64_t high)
{
    int64_t before = placed_in_all(w, state), a = placed(k, state), left = k->count - a;
    int64_t most = left < w->to - before ? left : w->to - 1 - before;
    bool last = mpz_sgn(k->rest) == 0, fits = true;
    mpz_t choose;
    mpz_init_set_ui(choose, 1);
    for (int64_t c = 1; fits && c <= most; c++) {
        int64_t kept = kept_among(w, before, c);
        if (high < 0 && kept > 0) break;
        mpz_mul_ui(choose, choose, (unsigned long)(a + c));
        mpz_divexact_ui(choose, choose, (unsigned long)c);
        if (last && c < left) continue;
        mpz_mul(w->by, choose, k->own[c]);
        fits = row_add(ctx, &w->layout, &w->row[state + (size_t)c * k->stride], &w->row[state],
                       kept ? kept * high : 0, w->by);
    }
    if (last && left > 0) row_clear(&w->row[state]);
    mpz_clear(choose);
    return fits;
}

static bool place_kind(OddsContext *ctx, KeepStates *w, Kind *k, const mpz_t weight, int64_t high)
{
    bool fits = odds_spend_effort(ctx, w->states);
    powers(k->own, weight, k->count);
    for (size_t state = w->states; fits && state-- > 0;)
        if (w->row[state].used > 0) fits = place(ctx, w, state, k, high);
    return fits;
}

/* --- reading the values --- */

/* Computes all rows anew, which is cheaper than place_kind() while few values were read.  With one
 * kind of dice, all of them kept so far, each row is the one before times the values read. */
static bool rebuild(OddsContext *ctx, KeepStates *w, const Kind *k)
{
    bool fits = true;
    for (size_t a = 1; fits && a < w->states; a++) {
        row_clear(&w->row[a]);
        for (size_t j = 0; fits && j < k->next; j++) {
            mpz_t weight;
            odds_weight(k->odds, w->down ? k->odds->n - 1 - j : j, weight);
            fits = row_add(ctx, &w->layout, &w->row[a], &w->row[a - 1], w->layout.high[j], weight);
        }
    }
    return fits;
}

static bool read_value(OddsContext *ctx, KeepStates *w, Kind *k, size_t j)
{
    mpz_t weight;
    size_t at = w->down ? k->odds->n - 1 - k->next : k->next;
    if (k->next == k->odds->n || ratio_compare(k->odds->value[at], w->value[j]) != 0) return true;
    odds_weight(k->odds, at, weight);
    k->next++;
    mpz_sub(k->rest, k->rest, weight);
    powers(k->own, weight, k->count);
    powers(k->other, k->rest, k->count);
    if (!end_at(ctx, w, k, w->layout.high[j])) return false;
    if (w->kinds == 1 && w->from == 0 && (int64_t)j < w->to / 2) return rebuild(ctx, w, k);
    return place_kind(ctx, w, k, weight, w->layout.high[j]);
}

/* A tail before the first value holds dice that are dropped; one behind the last value counts as
 * rest. */
static bool read_values(OddsContext *ctx, KeepStates *w, Tail tail)
{
    bool fits = row_one(ctx, &w->layout, &w->row[0]);
    for (size_t i = 0; fits && i < w->kinds; i++) {
        Kind *k = &w->kind[i];
        odds_mass(k->odds, 0, k->odds->n, k->rest);
        if (odds_is_cut(k->odds) && tail == (w->down ? TAIL_BELOW : TAIL_ABOVE))
            mpz_add(k->rest, k->rest, k->odds->left);
        powers(k->other, k->rest, k->count);
        if (odds_is_cut(k->odds) && tail == (w->down ? TAIL_ABOVE : TAIL_BELOW))
            fits = place_kind(ctx, w, k, k->odds->left, -1);
    }
    for (size_t j = 0; fits && j < w->n; j++)
        for (size_t i = 0; fits && i < w->kinds; i++) fits = read_value(ctx, w, &w->kind[i], j);
    return fits;
}

/* --- making room --- */

static int upward(const void *a, const void *b)
{
    return ratio_compare(*(const Ratio *)a, *(const Ratio *)b);
}

static int downward(const void *a, const void *b)
{
    return upward(b, a);
}

static bool list_values(OddsContext *ctx, KeepStates *w)
{
    size_t n = 0;
    for (size_t i = 0; i < w->kinds; i++) n += w->kind[i].odds->n;
    if (n == 0) return odds_fail(ctx, "next to all of it would be left out");
    w->value = malloc(n * sizeof *w->value);
    if (!w->value) return odds_no_memory(ctx);
    n = 0;
    for (size_t i = 0; i < w->kinds; i++)
        for (size_t k = 0; k < w->kind[i].odds->n; k++) w->value[n++] = w->kind[i].odds->value[k];
    qsort(w->value, n, sizeof *w->value, w->down ? downward : upward);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || ratio_compare(w->value[i], w->value[w->n - 1]) != 0)
            w->value[w->n++] = w->value[i];
    return true;
}

static bool kinds_open(OddsContext *ctx, KeepStates *w, const SameOdds *all, size_t width)
{
    w->states = 1;
    w->kind = calloc(w->kinds, sizeof *w->kind);
    if (!w->kind) return odds_no_memory(ctx);
    for (size_t i = 0; i < w->kinds; i++) {
        Kind *k = &w->kind[i];
        size_t n = (size_t)all[i].count + 1;
        *k = (Kind){.odds = all[i].odds, .count = all[i].count, .stride = w->states};
        k->range = (size_t)(k->count < w->to ? k->count + 1 : w->to);
        mpz_init(k->rest);
        if (__builtin_mul_overflow(w->states, k->range, &w->states) || w->states > ODDS_ROOM_MAX)
            return odds_too_large(ctx);
        if (!odds_spend_room(ctx, 2 * n * width)) return false;
        k->own = malloc(2 * n * sizeof *k->own);
        if (!k->own) return odds_no_memory(ctx);
        for (size_t p = 0; p < 2 * n; p++) mpz_init(k->own[p]);
        k->other = k->own + n;
    }
    return true;
}

/* A kept value adds itself, or its score. */
static bool layout_open(OddsContext *ctx, KeepStates *w, const Score *score, size_t width)
{
    Ratio *counts = malloc(w->n * sizeof *counts);
    if (!counts) return odds_no_memory(ctx);
    for (size_t i = 0; i < w->n; i++)
        counts[i] = score ? score_ratio(score, w->value[i]) : w->value[i];
    bool fits = sums_open(ctx, &w->layout, counts, w->n, w->to - w->from, width);
    free(counts);
    return fits;
}

static bool states_open(OddsContext *ctx, KeepStates *w, const SameOdds *all, const Score *score,
                        size_t width)
{
    if (!kinds_open(ctx, w, all, width) || !list_values(ctx, w) ||
        !layout_open(ctx, w, score, width) || !odds_spend_room(ctx, 2 * w->states))
        return false;
    w->row = calloc(w->states, sizeof *w->row);
    return w->row || odds_no_memory(ctx);
}

static void states_close(KeepStates *w)
{
    for (size_t i = 0; w->row && i < w->states; i++) row_clear(&w->row[i]);
    for (size_t i = 0; w->kind && i < w->kinds; i++) {
        Kind *k = &w->kind[i];
        for (int64_t p = 0; k->own && p < 2 * (k->count + 1); p++) mpz_clear(k->own[p]);
        if (k->stride) mpz_clear(k->rest);
        free(k->own);
    }
    row_clear(&w->sum);
    free(w->row);
    free(w->kind);
    free(w->value);
    sums_close(&w->layout);
}
/* --- tails --- */

/* With several kinds, a tail may begin below values of another kind: then it is not known who is
 * kept. */
static bool are_apart(const SameOdds *all, size_t n, Tail tail)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; odds_is_cut(all[i].odds) && k < n; k++) {
            const Odds *o = all[k].odds;
            if (o->n == 0) continue;
            if (tail == TAIL_ABOVE && ratio_compare(o->value[o->n - 1], all[i].odds->edge) > 0)
                return false;
            if (tail == TAIL_BELOW && ratio_compare(o->value[0], all[i].odds->edge) < 0)
                return false;
        }
    return true;
}

/* The tail of the result: one kept value at least lies beyond an edge, the others are at their
 * ends. */
static void set_kept_tail(Odds *o, const SameOdds *all, size_t n, Tail tail, int64_t kept)
{
    Ratio edge, end = {0, 1};
    int way = tail == TAIL_ABOVE ? 1 : -1;
    odds_common_tail(all, n, &edge);
    for (size_t i = 0; i < n; i++) {
        const Odds *k = all[i].odds;
        Ratio own = k->n == 0 ? k->edge : k->value[way > 0 ? 0 : k->n - 1];
        if (i == 0 || ratio_compare(own, end) * way < 0) end = own;
    }
    bool fits = (tail == TAIL_ABOVE || tail == TAIL_BELOW) &&
                ratio_multiply(&end, end, ratio_of(kept - 1)) && ratio_add(&edge, edge, end);
    odds_set_tail(o, fits ? tail : TAIL_SOMEWHERE, edge);
    odds_trim(o, false);
}

/* --- entry --- */

/* The total of all rolls.  GMP aborts the program when a number is too large for memory, so check
 * before. */
static bool set_total(OddsContext *ctx, const SameOdds *all, size_t n, mpz_t total)
{
    mpz_t power;
    uint64_t limbs = 0;
    for (size_t i = 0; i < n; i++)
        limbs += (uint64_t)limbs_of(all[i].odds->total) * (uint64_t)all[i].count;
    if (limbs >= ODDS_ROOM_MAX / 8) return odds_too_large(ctx);
    mpz_init(power);
    mpz_set_ui(total, 1);
    for (size_t i = 0; i < n; i++) {
        mpz_pow_ui(power, all[i].odds->total, (unsigned long)all[i].count);
        mpz_mul(total, total, power);
    }
    mpz_clear(power);
    return true;
}

static Odds *kept_odds(OddsContext *ctx, const SameOdds *all, KeepStates *w, const Score *score,
                       Tail tail, const mpz_t total)
{
    Odds *o = NULL;
    mpz_init(w->by);
    if (states_open(ctx, w, all, score, limbs_of(total)) && read_values(ctx, w, tail))
        o = row_odds(ctx, &w->layout, &w->sum);
    states_close(w);
    mpz_clear(w->by);
    if (o) {
        mpz_set(o->total, total);
        set_kept_tail(o, all, w->kinds, score ? TAIL_SOMEWHERE : tail, w->to - w->from);
    }
    if (!o || !odds_is_cut(o) || odds_reduce(ctx, o)) return o;
    odds_free(o);
    return NULL;
}

Odds *odds_kept(OddsContext *ctx, const SameOdds *all, size_t n, const Keep *keep,
                const Score *score)
{
    KeepStates w = {.kinds = n};
    int64_t in_all = 0, from, to;
    mpz_t total;
    Odds *o = NULL;
    for (size_t i = 0; i < n; i++) in_all += all[i].count;
    keep_slice(keep, in_all, &from, &to);
    if (from == to) return odds_certain(ctx, ratio_of(0));
    Ratio edge;
    Tail tail = odds_common_tail(all, n, &edge);
    if (n > 1 && tail != TAIL_NONE && !are_apart(all, n, tail)) tail = TAIL_SOMEWHERE;
    w.down = in_all - from < to;
    w.from = w.down ? in_all - to : from;
    w.to = w.down ? in_all - from : to;
    mpz_init(total);
    if (set_total(ctx, all, n, total)) o = kept_odds(ctx, all, &w, score, tail, total);
    mpz_clear(total);
    return o;
}
