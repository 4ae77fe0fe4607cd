/* Odds of dice that explode.
 *
 * Let C and B be the weights of calm faces (where the die stops) and of bursts, as power series in
 * the value, and T their total; C', B' and T' those of the later dice.  One die with all its
 * explosions has the odds
 *
 *     (C + B L) / T,  where L = (C' + B' L) / T'
 *
 * are those of a later die.  Where B' only counts above 0, each coefficient of L is an exact
 * fraction that follows from those before it, so every outcome up to any edge is exact.  The means
 * follow from the same formula (Wald's identity): d6! has the mean 7/2 * 6/5 = 21/5. */
#include <math.h>
#include <stdlib.h>

#include "core/dice/odds_context.h"

/* The limbs of one series, and the explosions followed, at most.  Faces that burst with even odds
 * are below 2^-ODDS_CUT after 48; only ones that nearly always burst get so far.  A roll ends at
 * DICE_CHAIN_MAX, of which odds know nothing. */
enum { LIMBS_MAX = 1 << 19, DEPTH_MAX = 400 };

/* --- facts about faces --- */

static int64_t lowest_value(const Odds *faces)
{
    return faces->value[0].num;
}

static int64_t highest_value(const Odds *faces)
{
    return faces->value[faces->n - 1].num;
}

/* The lowest value above 0; INT64_MAX: there is none. */
static int64_t smallest_step(const Odds *faces)
{
    for (size_t i = 0; i < faces->n; i++)
        if (faces->value[i].num > 0) return faces->value[i].num;
    return INT64_MAX;
}

static double share(const Odds *faces, uint64_t total)
{
    return mpz_get_d(faces->total) / (double)total;
}

/* --- where to cut --- */

/* The generating function of the faces at e^theta. */
static double series(const Odds *faces, double theta)
{
    double sum = 0;
    for (size_t i = 0; i < faces->n; i++)
        sum += (double)*odds_weight_limbs(faces, i) * exp(theta * (double)faces->value[i].num);
    return sum;
}

/* The largest theta for which the generating function converges: B'(theta) = T'.  By bisection. */
static double pole(const ExplodingDie *c)
{
    double low = 0, high = 64;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (series(c->burst[LATER], middle) < (double)c->own)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* A total that `count` dice exceed with probability 2^-ODDS_CUT at most, by Chernoff's bound: P(sum
 * >= v) <= G(theta)^count / e^(theta v) for any theta. */
static double sum_bound(const ExplodingDie *c, int64_t count)
{
    enum { TRIES = 16 };
    double end = pole(c), best = HUGE_VAL, total = (double)c->total;
    for (int i = 1; i < TRIES; i++) {
        double theta = end * i / TRIES, rest = (double)c->own - series(c->burst[LATER], theta);
        double g = series(c->calm[FIRST], theta) / total +
                   series(c->burst[FIRST], theta) * series(c->calm[LATER], theta) / rest / total;
        double v = ((double)count * log(g) + ODDS_CUT * log(2)) / theta;
        if (rest > 0 && isfinite(v) && v < best) best = v;
    }
    return best;
}

static int64_t lowest_total(const ExplodingDie *c)
{
    int64_t calm = lowest_value(c->calm[FIRST]),
            burst = lowest_value(c->burst[FIRST]) + lowest_value(c->calm[LATER]);
    return calm < burst ? calm : burst;
}

/* Would the outcomes from..v take too much room?  The later ones have more digits. */
static bool too_long(const ExplodingDie *c, int64_t from, int64_t v)
{
    double n = (double)(v - from) + 1, step = (double)smallest_step(c->burst[LATER]);
    double limbs = (n / step + 3) * log2((double)c->total) / 64 + 1;
    return n > ODDS_OUTCOMES_MAX / 2 || n * limbs > LIMBS_MAX;
}

static int64_t last_value(const ExplodingDie *c, int64_t count, int64_t matters)
{
    int64_t from = lowest_total(c);
    if (matters != INT64_MAX && !too_long(c, from, matters)) return matters > from ? matters : from;
    double v = sum_bound(c, count) - (double)(count - 1) * (double)from;
    double n = v - (double)from;
    if (!(n < ODDS_OUTCOMES_MAX)) n = ODDS_OUTCOMES_MAX;
    while (n > 1 && too_long(c, from, from + (int64_t)n)) n *= 0.9;
    return from + (n > 1 ? (int64_t)n : 1);
}

/* --- means --- */

/* m[i] = the sum of weight * value^i over the total. */
static void moments(const Odds *faces, uint64_t total, mpq_t m[3])
{
    mpz_set(mpq_numref(m[0]), faces->total);
    mpz_set_ui(mpq_denref(m[0]), total);
    mpq_canonicalize(m[0]);
    odds_means(faces, m[1], m[2]);
    mpq_mul(m[1], m[1], m[0]);
    mpq_mul(m[2], m[2], m[0]);
}

/* With p the chance of a burst, and e and s the mean and mean square of the dice that follow,
 *
 *     E = calm + burst + p e      S = calm^2 + burst^2 + 2 burst e + p s
 *
 * For the LATER dice e = E and s = S, so divide by 1 - p instead. */
static void means_at(const ExplodingDie *c, int die, mpq_t e, mpq_t s)
{
    mpq_t calm[3], burst[3], twice;
    mpq_inits(calm[0], calm[1], calm[2], burst[0], burst[1], burst[2], twice, NULL);
    moments(c->calm[die], die == FIRST ? c->total : c->own, calm);
    moments(c->burst[die], die == FIRST ? c->total : c->own, burst);
    mpq_add(calm[1], calm[1], burst[1]);
    mpq_add(calm[2], calm[2], burst[2]);
    if (die == LATER) mpq_div(e, calm[1], calm[0]);
    mpq_add(twice, burst[1], burst[1]);
    mpq_mul(twice, twice, e);
    mpq_add(calm[2], calm[2], twice);
    if (die == LATER) {
        mpq_div(s, calm[2], calm[0]);
    } else {
        mpq_mul(e, e, burst[0]);
        mpq_add(e, e, calm[1]);
        mpq_mul(s, s, burst[0]);
        mpq_add(s, s, calm[2]);
    }
    mpq_clears(calm[0], calm[1], calm[2], burst[0], burst[1], burst[2], twice, NULL);
}

static void exploding_means(const ExplodingDie *c, Odds *o)
{
    means_at(c, LATER, o->mean, o->square);
    means_at(c, FIRST, o->mean, o->square);
    o->closed = true;
}

/* --- bursts that count 0 or more: a recurrence --- */

/* The weights of the totals low..low + n - 1, all times `scale`. */
typedef struct {
    mpz_t *at;
    int64_t low, n;
} Totals;

static bool totals_open(OddsContext *ctx, Totals *t, int64_t low, int64_t high, const mpz_t scale)
{
    *t = (Totals){.low = low, .n = high < low ? 0 : high - low + 1};
    if (!odds_spend_room(ctx, (uint64_t)t->n * (limbs_of(scale) + 4))) return false;
    t->at = malloc(((size_t)t->n + 1) * sizeof *t->at);
    for (int64_t i = 0; t->at && i < t->n; i++) mpz_init(t->at[i]);
    return t->at || odds_no_memory(ctx);
}

static void totals_close(Totals *t)
{
    for (int64_t i = 0; t->at && i < t->n; i++) mpz_clear(t->at[i]);
    free(t->at);
}

/* t(v) = (scale C(v) + sum over b: B(b) later(v - b)) / own; later may be t itself. */
static bool totals_fill(OddsContext *ctx, Totals *t, const Odds *calm, const Odds *burst,
                        const Totals *later, const mpz_t scale, uint64_t own)
{
    size_t next = 0;
    for (int64_t i = 0; i < t->n; i++) {
        if (!odds_spend_effort(ctx, (burst->n + 1) * (limbs_of(scale) + 20))) return false;
        for (size_t k = 0; k < burst->n; k++) {
            int64_t from = t->low + i - burst->value[k].num - later->low;
            if (from >= 0 && from < later->n)
                mpz_addmul_ui(t->at[i], later->at[from], *odds_weight_limbs(burst, k));
        }
        while (next < calm->n && calm->value[next].num < t->low + i) next++;
        if (next < calm->n && calm->value[next].num == t->low + i)
            mpz_addmul_ui(t->at[i], scale, *odds_weight_limbs(calm, next));
        if (own > 1) mpz_divexact_ui(t->at[i], t->at[i], own);
    }
    return true;
}

static Odds *totals_odds(OddsContext *ctx, const Totals *t, const mpz_t total)
{
    Odds *o = odds_new(ctx, (size_t)t->n, limbs_of(total));
    if (!o) return NULL;
    for (int64_t i = 0; i < t->n; i++) odds_append_mpz(o, ratio_of(t->low + i), t->at[i]);
    mpz_set(o->total, total);
    odds_set_tail(o, TAIL_ABOVE, ratio_of(t->low + t->n));
    return o;
}

static Odds *odds_upwards(OddsContext *ctx, const ExplodingDie *c, int64_t count, int64_t matters)
{
    Totals later = {0}, first = {0};
    Odds *o = NULL;
    mpz_t scale, total;
    int64_t last = last_value(c, count, matters), step = smallest_step(c->burst[LATER]);
    int64_t low = lowest_value(c->calm[LATER]), high = last - lowest_value(c->burst[FIRST]);
    mpz_inits(scale, total, NULL);
    /* A total takes so many steps at most, and each brings a factor into its denominator. */
    mpz_ui_pow_ui(scale, c->own, (unsigned long)(high < low ? 0 : (high - low) / step) + 1);
    mpz_mul_ui(total, scale, c->total);
    if (totals_open(ctx, &later, low, high, scale) &&
        totals_fill(ctx, &later, c->calm[LATER], c->burst[LATER], &later, scale, c->own) &&
        totals_open(ctx, &first, lowest_total(c), last, total) &&
        totals_fill(ctx, &first, c->calm[FIRST], c->burst[FIRST], &later, scale, 1))
        o = totals_odds(ctx, &first, total);
    totals_close(&later);
    totals_close(&first);
    mpz_clears(scale, total, NULL);
    if (o && odds_is_cut(o)) exploding_means(c, o);
    if (!o || odds_reduce(ctx, o)) return o;
    odds_free(o);
    return NULL;
}

/* --- other bursts: cut at a number of explosions, if there is no limit to it --- */

static int depth_of(const ExplodingDie *c)
{
    double depth = ODDS_CUT * log(2) / -log(share(c->burst[LATER], c->own));
    return depth < DEPTH_MAX ? (int)depth + 1 : DEPTH_MAX;
}

static Odds *odds_by_depth(OddsContext *ctx, const ExplodingDie *c)
{
    int depth = depth_of(c);
    OutcomeMap map = {0};
    mpz_t scale, total;
    mpz_inits(scale, total, NULL);
    mpz_ui_pow_ui(scale, c->own, (unsigned long)depth);
    mpz_mul_ui(total, scale, c->total);
    Odds *bursts = odds_times(ctx, c->burst[FIRST], 1, false);
    bool fits = bursts && outcomes_start(ctx, &map, limbs_of(total)) &&
                outcomes_add_all(ctx, &map, c->calm[FIRST], scale);
    for (int i = 0; fits && i < depth; i++) {
        Odds *more = i > 0 ? odds_sum(ctx, bursts, c->burst[LATER], false) : bursts;
        if (i > 0) odds_free(bursts);
        bursts = more;
        Odds *ends = bursts ? odds_sum(ctx, bursts, c->calm[LATER], false) : NULL;
        mpz_divexact_ui(scale, scale, c->own);
        fits = ends && outcomes_add_all(ctx, &map, ends, scale);
        odds_free(ends);
    }
    Odds *o = outcomes_odds(ctx, &map, fits, total);
    if (o) exploding_means(c, o);
    odds_free(bursts);
    mpz_clears(scale, total, NULL);
    return o;
}

/* --- the sum of a die --- */

/* Later bursts that count 0 change no total: takes them out and shares their weight among the
 * other faces. */
static void divide_out_zero(ExplodingDie *c)
{
    Odds *burst = c->burst[LATER];
    size_t i = 0;
    while (i < burst->n && burst->value[i].num != 0) i++;
    if (i == burst->n) return;
    uint64_t weight = *odds_weight_limbs(burst, i);
    c->own -= weight;
    mpz_sub_ui(burst->total, burst->total, weight);
    for (burst->n--; i < burst->n; i++) {
        burst->value[i] = burst->value[i + 1];
        *odds_weight_limbs(burst, i) = *odds_weight_limbs(burst, i + 1);
    }
}

Odds *exploding_odds(OddsContext *ctx, ExplodingDie *c, int64_t count, FaceRange matters)
{
    const Odds *later = c->burst[LATER];
    if (c->burst[FIRST]->n == 0) return odds_times(ctx, c->calm[FIRST], 1, false);
    divide_out_zero(c);
    if (later->n > 0 && lowest_value(later) > 0) return odds_upwards(ctx, c, count, matters.max);
    if (later->n == 0 || highest_value(later) > 0) return odds_by_depth(ctx, c);
    for (int i = FIRST; i <= LATER; i++) {
        c->calm[i] = odds_negate(ctx, c->calm[i]);
        c->burst[i] = odds_negate(ctx, c->burst[i]);
    }
    Odds *o = odds_upwards(ctx, c, count, matters.min == INT64_MIN ? INT64_MAX : -matters.min);
    return o ? odds_negate(ctx, o) : NULL;
}

/* --- keep and drop --- */

typedef struct {
    const ExplodingDie *die;
    int64_t count;
    const Keep *keep;
    const Score *score;
    bool same;    /* FIRST and LATER dice are the same */
    int64_t more; /* explosions looked at, at most */
    OutcomeMap sum;
} KeptExplosions;

/* Adds the kept sums when `bursts` of the first dice explode (same: any of them) and bring `later`
 * more explosions, which can happen in `ways` orders. */
static bool add_explosions(OddsContext *ctx, KeptExplosions *b, int64_t bursts, int64_t later,
                           const mpz_t ways)
{
    const ExplodingDie *die = b->die;
    const SameOdds each[] = {
        {die->calm[FIRST], b->same ? b->count : b->count - bursts},
        {die->burst[FIRST], b->same ? later : bursts},
        {die->calm[LATER], b->same ? 0 : bursts},
        {die->burst[LATER], b->same ? 0 : later},
    };
    SameOdds all[4];
    size_t n = 0;
    mpz_t scale;
    for (int i = 0; i < 4; i++)
        if (each[i].count > 0) all[n++] = each[i];
    Odds *kept = odds_kept(ctx, all, n, b->keep, b->score);
    mpz_init_set_ui(scale, die->total);
    mpz_pow_ui(scale, scale, (unsigned long)(b->more - later - (b->same ? 0 : bursts)));
    mpz_mul(scale, scale, ways);
    bool fits = kept && outcomes_add_all(ctx, &b->sum, kept, scale);
    odds_free(kept);
    mpz_clear(scale);
    return fits;
}

/* Among n dice, i explode in C(n, i) ways, and j explosions are spread over i dice in C(i + j - 1,
 * j) ways.  Where all dice are the same, each explosion is one of the j. */
static bool add_all_explosions(OddsContext *ctx, KeptExplosions *b)
{
    mpz_t ways, choose;
    bool fits = true;
    mpz_inits(ways, choose, NULL);
    for (int64_t i = b->same ? b->count : 0; fits && i <= b->count; i++) {
        int64_t most = b->same ? b->more : i > 0 ? b->more - i : 0;
        for (int64_t j = 0; fits && j <= most; j++) {
            mpz_bin_uiui(choose, (unsigned long)b->count, (unsigned long)i);
            mpz_bin_uiui(ways, (unsigned long)(i > 0 ? i + j - 1 : 0), (unsigned long)j);
            mpz_mul(ways, ways, choose);
            fits = add_explosions(ctx, b, i, j, ways);
        }
    }
    mpz_clears(ways, choose, NULL);
    return fits;
}

/* A number of explosions that is exceeded with next to no probability: the tail of a negative
 * binomial distribution. */
static int64_t max_explosions(const ExplodingDie *c, int64_t count)
{
    double p = share(c->burst[FIRST], c->total);
    double term = pow(1 - p, (double)count), sum = term;
    int64_t j = 0;
    while (sum < 1 - ldexp(1, -ODDS_CUT) && j < DEPTH_MAX) {
        term *= p * (double)(count + j) / (double)(j + 1);
        sum += term;
        j++;
    }
    return j;
}

/* When the highest are kept and all explosions show the one highest face: with as many explosions
 * as dice are kept, the total is known. */
static bool known_beyond(const KeptExplosions *b, int64_t *value)
{
    const Keep *k = b->keep;
    const Odds *burst = b->die->burst[FIRST];
    *value = highest_value(burst);
    return b->same && k->high >= 0 && k->drop_low == 0 && k->drop_high == 0 && burst->n == 1 &&
           highest_value(b->die->calm[FIRST]) <= *value;
}

/* When the lowest are kept and every burst lies above every calm face, explosions never matter. */
static bool only_calm(const KeptExplosions *b)
{
    const Keep *k = b->keep;
    return b->same && k->low >= 0 && k->low <= b->count && k->drop_low == 0 && k->drop_high == 0 &&
           lowest_value(b->die->burst[FIRST]) >= highest_value(b->die->calm[FIRST]);
}

static Odds *kept_explosions_odds(OddsContext *ctx, KeptExplosions *b)
{
    int64_t top;
    mpz_t total;
    bool known = known_beyond(b, &top);
    b->more = known ? b->keep->high - 1 : max_explosions(b->die, b->count);
    if (!odds_spend_room(ctx, (uint64_t)(b->count + b->more))) return NULL;
    mpz_init_set_ui(total, b->die->total);
    mpz_pow_ui(total, total, (unsigned long)(b->count + b->more));
    bool fits = outcomes_start(ctx, &b->sum, limbs_of(total)) && add_all_explosions(ctx, b);
    Odds *o = outcomes_odds(ctx, &b->sum, fits, total);
    mpz_clear(total);
    if (!o || !known || !odds_is_cut(o)) return o;
    o->tail = TAIL_ABOVE;
    o->edge = b->score ? score_ratio(b->score, ratio_of(top)) : ratio_of(top);
    o->edge.num *= b->keep->high;
    return o;
}

Odds *exploding_odds_kept(OddsContext *ctx, const ExplodingDie *c, int64_t count, const Keep *keep,
                          const Score *score)
{
    KeptExplosions b = {.die = c, .count = count, .keep = keep, .score = score};
    b.same =
        odds_same(c->calm[FIRST], c->calm[LATER]) && odds_same(c->burst[FIRST], c->burst[LATER]);
    if (c->burst[FIRST]->n == 0 || only_calm(&b))
        return odds_kept(ctx, &(SameOdds){c->calm[FIRST], count}, 1, keep, score);
    Odds *o = odds_collapse(ctx, kept_explosions_odds(ctx, &b));
    if (!o || !odds_is_cut(o) || odds_reduce(ctx, o)) return o;
    odds_free(o);
    return NULL;
}
