/* Odds of keep and drop: sums of some of n sorted values.
 *
 * The best or worst k of n alike: sum over the value t of the last one kept.  With a of the n
 * beyond t (all of them kept, a < k), e at t and the rest short of t,
 *
 *     sum over t, a:  C(n, a) * (sums of a values beyond t) * x^((k - a) t)
 *                     * sum over e >= k - a:  C(n - a, e) w(t)^e W(short of t)^(n - a - e)
 *
 * (after a convolution by Ilmari Karonen).  Everything else (both ends dropped, several kinds of
 * dice, counts): go over the values from one end on, and keep for each number of dice placed the
 * odds of the sum of the kept ones (Liu, "Icepool: Efficient Computation of Dice Pool
 * Probabilities", AIIDE 2022).  Both are polynomial in the number of dice. */
#include <stdlib.h>

#include "core/dice/odds_context.h"

/* --- the best or worst k of n alike --- */

/* The values are read from the kept end on; one that was read is `met`. */
typedef struct {
    const Odds *odds;
    bool top;
    int64_t n, k;
    SumLayout layout;
    SumRow *row; /* [a]: sums of a values met */
    mpz_t rest;  /* weight of the values not met yet */
    mpz_t by;
    mpz_t *own, *other; /* powers of the weight at t, and of rest */
} KeepEnd;

static size_t met(const KeepEnd *e, size_t j)
{
    return e->top ? e->odds->n - 1 - j : j;
}

static void powers(mpz_t *power, const mpz_t base, int64_t n)
{
    mpz_set_ui(power[0], 1);
    for (int64_t i = 1; i <= n; i++) mpz_mul(power[i], power[i - 1], base);
}

/* C(n, a) times the sum over e in the formula above; own and other are the powers. */
static void ways(const KeepEnd *e, int64_t a, mpz_t sum)
{
    mpz_t choose, term;
    int64_t m = e->n - a;
    mpz_inits(choose, term, NULL);
    mpz_bin_uiui(choose, (unsigned long)m, (unsigned long)(e->k - a));
    mpz_set_ui(sum, 0);
    for (int64_t i = e->k - a; i <= m; i++) {
        mpz_mul(term, e->own[i], e->other[m - i]);
        mpz_addmul(sum, term, choose);
        mpz_mul_ui(choose, choose, (unsigned long)(m - i));
        mpz_divexact_ui(choose, choose, (unsigned long)(i + 1));
    }
    mpz_bin_uiui(choose, (unsigned long)e->n, (unsigned long)a);
    mpz_mul(sum, sum, choose);
    mpz_clears(choose, term, NULL);
}

/* Adds one value to all rows: (P + w x^t)^a from the powers of P. */
static bool widen(OddsContext *ctx, KeepEnd *e, int64_t high)
{
    mpz_t choose;
    bool fits = true;
    mpz_init(choose);
    for (int64_t a = e->k - 1; fits && a > 0; a--) {
        mpz_set_ui(choose, 1);
        for (int64_t c = 1; fits && c <= a; c++) {
            mpz_mul_ui(choose, choose, (unsigned long)(a - c + 1));
            mpz_divexact_ui(choose, choose, (unsigned long)c);
            mpz_mul(e->by, choose, e->own[c]);
            fits = row_add(ctx, &e->layout, &e->row[a], &e->row[a - c], c * high, e->by);
        }
    }
    mpz_clear(choose);
    return fits;
}

/* Computes all rows anew, which is cheaper than widen() while there are few values: each power is
 * the one before times the sum of the values up to `upto`. */
static bool rebuild(OddsContext *ctx, KeepEnd *e, size_t upto)
{
    bool fits = true;
    for (int64_t a = 1; fits && a < e->k; a++) {
        SumRow *row = &e->row[a];
        row_clear(row);
        for (size_t j = 0; fits && j <= upto; j++) {
            mpz_t weight;
            odds_weight(e->odds, met(e, j), weight);
            fits = row_add(ctx, &e->layout, row, &e->row[a - 1], e->layout.high[met(e, j)], weight);
        }
    }
    return fits;
}

/* Adds all cases in which the last value kept is the j-th met. */
static bool end_at(OddsContext *ctx, KeepEnd *e, size_t j, SumRow *sum)
{
    mpz_t weight, count;
    bool fits = true;
    int64_t high = e->layout.high[met(e, j)];
    odds_weight(e->odds, met(e, j), weight);
    mpz_sub(e->rest, e->rest, weight);
    powers(e->own, weight, e->n);
    powers(e->other, e->rest, e->n);
    if (!odds_spend_effort(ctx, (uint64_t)(e->n * e->k + e->n) * e->layout.width)) return false;
    mpz_init(count);
    for (int64_t a = 0; fits && a < e->k; a++) {
        if (e->row[a].used == 0) continue;
        ways(e, a, count);
        fits = row_add(ctx, &e->layout, sum, &e->row[a], (e->k - a) * high, count);
    }
    mpz_clear(count);
    if (!fits || j + 1 == e->odds->n) return fits;
    return (int64_t)j < e->k / 2 ? rebuild(ctx, e, j) : widen(ctx, e, high);
}

static bool end_open(OddsContext *ctx, KeepEnd *e, size_t width)
{
    size_t powers_n = (size_t)e->n + 1;
    mpz_inits(e->rest, e->by, NULL);
    odds_mass(e->odds, 0, e->odds->n, e->rest);
    if (odds_is_cut(e->odds) && (e->odds->tail == TAIL_ABOVE) != e->top)
        mpz_add(e->rest, e->rest, e->odds->left);
    e->row = calloc((size_t)e->k, sizeof *e->row);
    e->own = calloc(2 * powers_n, sizeof *e->own);
    if (!e->row || !e->own) return odds_no_memory(ctx);
    e->other = e->own + powers_n;
    for (size_t i = 0; i < 2 * powers_n; i++) mpz_init(e->own[i]);
    return odds_spend_room(ctx, 2 * powers_n * width) &&
           sums_open(ctx, &e->layout, e->odds->value, e->odds->n, e->k, width) &&
           row_one(ctx, &e->layout, &e->row[0]);
}

static void end_close(KeepEnd *e)
{
    for (int64_t a = 0; e->row && a < e->k; a++) row_clear(&e->row[a]);
    for (int64_t i = 0; e->own && i < 2 * (e->n + 1); i++) mpz_clear(e->own[i]);
    free(e->row);
    free(e->own);
    mpz_clears(e->rest, e->by, NULL);
    sums_close(&e->layout);
}

static Odds *kept_end(OddsContext *ctx, const Odds *o, int64_t n, int64_t k, bool top, size_t width)
{
    KeepEnd e = {.odds = o, .top = top, .n = n, .k = k};
    SumRow sum = {0};
    Odds *result = NULL;
    bool fits = end_open(ctx, &e, width);
    for (size_t j = 0; fits && j < o->n; j++) fits = end_at(ctx, &e, j, &sum);
    if (fits) result = row_odds(ctx, &e.layout, &sum);
    row_clear(&sum);
    end_close(&e);
    return result;
}

/* --- any slice of several kinds of dice --- */

typedef struct {
    const SameOdds *all;
    size_t kinds;
    bool down;             /* the values descend */
    int64_t from, to;      /* the places, in that order, that are kept */
    Ratio *value, *counts; /* in that order; counts: what a kept value adds */
    size_t n;
    SumLayout layout;
    SumRow *row;
    size_t states, *stride, *next; /* next: of each kind, the outcomes read so far */
    bool tail;                     /* the tails lie beyond the first value */
} KeepStates;

static const Odds *odds_of_kind(const KeepStates *w, size_t i)
{
    return w->all[i].odds;
}

static int64_t placed(const KeepStates *w, size_t state, size_t i)
{
    return (int64_t)(state / w->stride[i] % (size_t)(w->all[i].count + 1));
}

static int64_t placed_in_all(const KeepStates *w, size_t state)
{
    int64_t sum = 0;
    for (size_t i = 0; i < w->kinds; i++) sum += placed(w, state, i);
    return sum;
}

static int64_t kept_among(const KeepStates *w, int64_t first, int64_t n)
{
    int64_t from = first > w->from ? first : w->from, to = first + n < w->to ? first + n : w->to;
    return to > from ? to - from : 0;
}

/* From one state: c more dice of a kind show this value.  high below 0: the value was cut off, so
 * it must not be kept; last: all dice of the kind that are left must show it. */
static bool place(OddsContext *ctx, KeepStates *w, size_t state, size_t i, const mpz_t weight,
                  int64_t high, bool last)
{
    int64_t rest = w->all[i].count - placed(w, state, i), before = placed_in_all(w, state);
    mpz_t many;
    bool fits = true;
    mpz_init_set_ui(many, 1);
    for (int64_t c = 1; fits && c <= rest; c++) {
        mpz_mul_ui(many, many, (unsigned long)(rest - c + 1));
        mpz_mul(many, many, weight);
        mpz_divexact_ui(many, many, (unsigned long)c);
        int64_t kept = kept_among(w, before, c);
        if ((last && c < rest) || (high < 0 && kept > 0)) continue;
        fits = row_add(ctx, &w->layout, &w->row[state + (size_t)c * w->stride[i]], &w->row[state],
                       kept * (high < 0 ? 0 : high), many);
    }
    if (last && rest > 0) row_clear(&w->row[state]);
    mpz_clear(many);
    return fits;
}

static bool place_kind(OddsContext *ctx, KeepStates *w, size_t i, const mpz_t weight, int64_t high,
                       bool last)
{
    bool fits = odds_spend_effort(ctx, w->states);
    for (size_t state = w->states; fits && state-- > 0;)
        if (w->row[state].used > 0) fits = place(ctx, w, state, i, weight, high, last);
    return fits;
}

/* Is this value the next outcome of the kind? */
static bool comes(const KeepStates *w, size_t i, Ratio v, size_t *at)
{
    const Odds *o = odds_of_kind(w, i);
    if (w->next[i] >= o->n) return false;
    *at = w->down ? o->n - 1 - w->next[i] : w->next[i];
    return ratio_compare(o->value[*at], v) == 0;
}

static bool run_states(OddsContext *ctx, KeepStates *w)
{
    bool fits = row_one(ctx, &w->layout, &w->row[0]);
    for (size_t i = 0; fits && w->tail && i < w->kinds; i++)
        if (odds_is_cut(odds_of_kind(w, i)))
            fits = place_kind(ctx, w, i, odds_of_kind(w, i)->left, -1, false);
    for (size_t j = 0; fits && j < w->n; j++)
        for (size_t i = 0, at; fits && i < w->kinds; i++) {
            mpz_t weight;
            if (!comes(w, i, w->value[j], &at)) continue;
            odds_weight(odds_of_kind(w, i), at, weight);
            w->next[i]++;
            fits = place_kind(ctx, w, i, weight, w->layout.high[j],
                              w->next[i] == odds_of_kind(w, i)->n);
        }
    return fits;
}

static int upward(const void *a, const void *b)
{
    return ratio_compare(*(const Ratio *)a, *(const Ratio *)b);
}

static int downward(const void *a, const void *b)
{
    return upward(b, a);
}

static bool list_values(OddsContext *ctx, KeepStates *w, const Score *score)
{
    size_t n = 0;
    for (size_t i = 0; i < w->kinds; i++) n += odds_of_kind(w, i)->n;
    w->value = malloc((n ? n : 1) * sizeof *w->value);
    w->counts = malloc((n ? n : 1) * sizeof *w->counts);
    if (!w->value || !w->counts) return odds_no_memory(ctx);
    n = 0;
    for (size_t i = 0; i < w->kinds; i++)
        for (size_t k = 0; k < odds_of_kind(w, i)->n; k++)
            w->value[n++] = odds_of_kind(w, i)->value[k];
    qsort(w->value, n, sizeof *w->value, w->down ? downward : upward);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || ratio_compare(w->value[i], w->value[w->n - 1]) != 0)
            w->value[w->n++] = w->value[i];
    for (size_t i = 0; i < w->n; i++)
        w->counts[i] = score ? score_ratio(score, w->value[i]) : w->value[i];
    return w->n > 0 || odds_fail(ctx, "next to all of it would be left out");
}

static bool states_open(OddsContext *ctx, KeepStates *w, const Score *score, size_t width)
{
    w->stride = calloc(2 * w->kinds, sizeof *w->stride);
    if (!w->stride) return odds_no_memory(ctx);
    w->next = w->stride + w->kinds;
    w->states = 1;
    for (size_t i = 0; i < w->kinds; i++) {
        w->stride[i] = w->states;
        if (__builtin_mul_overflow(w->states, (size_t)w->all[i].count + 1, &w->states) ||
            w->states > ODDS_ROOM_MAX)
            return odds_too_large(ctx);
    }
    if (!odds_spend_room(ctx, 2 * w->states)) return false;
    w->row = calloc(w->states, sizeof *w->row);
    if (!w->row) return odds_no_memory(ctx);
    return list_values(ctx, w, score) &&
           sums_open(ctx, &w->layout, w->counts, w->n, w->to - w->from, width);
}

static void states_close(KeepStates *w)
{
    for (size_t i = 0; w->row && i < w->states; i++) row_clear(&w->row[i]);
    free(w->row);
    free(w->stride);
    free(w->value);
    free(w->counts);
    sums_close(&w->layout);
}

static Odds *kept_any(OddsContext *ctx, KeepStates *w, const Score *score, size_t width)
{
    Odds *o = NULL;
    if (states_open(ctx, w, score, width) && run_states(ctx, w))
        o = row_odds(ctx, &w->layout, &w->row[w->states - 1]);
    states_close(w);
    return o;
}

/* --- tails --- */

/* On which side the tails of all kinds lie, if on the same. */
static Tail tail_of(const SameOdds *all, size_t n)
{
    Tail tail = TAIL_NONE;
    for (size_t i = 0; i < n; i++) {
        if (!odds_is_cut(all[i].odds)) continue;
        if (tail != TAIL_NONE && tail != all[i].odds->tail) return TAIL_SOMEWHERE;
        tail = all[i].odds->tail;
    }
    return tail;
}

/* With several kinds, a tail may begin below values of another kind: then it is not known who is
 * kept. */
static bool apart(const SameOdds *all, size_t n, Tail tail)
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
    Ratio edge = {0, 1}, end = {0, 1};
    bool any_edge = false, any_end = false;
    int way = tail == TAIL_ABOVE ? 1 : -1;
    for (size_t i = 0; i < n; i++) {
        const Odds *k = all[i].odds;
        if (odds_is_cut(k) && (!any_edge || ratio_compare(k->edge, edge) * way < 0)) edge = k->edge;
        any_edge = any_edge || odds_is_cut(k);
        Ratio own = k->n == 0 ? k->edge : k->value[way > 0 ? 0 : k->n - 1];
        if (!any_end || ratio_compare(own, end) * way < 0) end = own;
        any_end = true;
    }
    bool fits = (tail == TAIL_ABOVE || tail == TAIL_BELOW) &&
                ratio_multiply(&end, end, ratio_of(kept - 1)) && ratio_add(&edge, edge, end);
    odds_set_tail(o, fits ? tail : TAIL_SOMEWHERE, edge);
    odds_trim(o, false);
}

/* --- entry --- */

static void total_of(const SameOdds *all, size_t n, mpz_t total)
{
    mpz_t power;
    mpz_init(power);
    mpz_set_ui(total, 1);
    for (size_t i = 0; i < n; i++) {
        mpz_pow_ui(power, all[i].odds->total, (unsigned long)all[i].count);
        mpz_mul(total, total, power);
    }
    mpz_clear(power);
}

/* GMP aborts the program when a number is too large for memory, so check before. */
static bool total_fits(OddsContext *ctx, const SameOdds *all, size_t n)
{
    uint64_t limbs = 0;
    for (size_t i = 0; i < n; i++)
        limbs += (uint64_t)limbs_of(all[i].odds->total) * (uint64_t)all[i].count;
    return limbs < ODDS_ROOM_MAX / 8 || odds_too_large(ctx);
}

Odds *odds_kept(OddsContext *ctx, const SameOdds *all, size_t n, const Keep *keep,
                const Score *score)
{
    KeepStates w = {.all = all, .kinds = n};
    int64_t in_all = 0, from, to;
    mpz_t total;
    Odds *o = NULL;
    for (size_t i = 0; i < n; i++) in_all += all[i].count;
    keep_slice(keep, in_all, &from, &to);
    if (from == to) return odds_certain(ctx, ratio_of(0));
    if (!total_fits(ctx, all, n)) return NULL;
    Tail tail = tail_of(all, n);
    if (n > 1 && tail != TAIL_NONE && !apart(all, n, tail)) tail = TAIL_SOMEWHERE;
    mpz_init(total);
    total_of(all, n, total);
    size_t width = limbs_of(total);
    bool one_end = n == 1 && !score && all[0].odds->n > 0 && (from == 0 || to == in_all);
    if (one_end) {
        o = kept_end(ctx, all[0].odds, in_all, to - from, to == in_all, width);
    } else {
        w.down = tail != TAIL_BELOW;
        w.from = w.down ? in_all - to : from;
        w.to = w.down ? in_all - from : to;
        w.tail = tail == TAIL_ABOVE || tail == TAIL_BELOW;
        o = kept_any(ctx, &w, score, width);
    }
    if (o) {
        mpz_set(o->total, total);
        set_kept_tail(o, all, n, score ? TAIL_SOMEWHERE : tail, to - from);
    }
    mpz_clear(total);
    if (o && odds_is_cut(o) && !odds_reduce(ctx, o)) {
        odds_free(o);
        o = NULL;
    }
    return o;
}
