/* Odds of dice that explode.
 *
 * Let C and B be the weights of calm faces (where the die stops) and of bursts, as power series in
 * the value, and T their total; C', B' and T' those of the later dice.  One die with all its
 * explosions has the odds
 *
 *     (C + B L) / T,  where L = (C' + B' L) / T'
 *
 * are the odds of a later die with all that follow it.  When all later bursts count above 0, each
 * coefficient of L is an exact fraction that follows from those before it, so every outcome up to
 * any edge is exact.  The means follow from the same formula (Wald's identity): d6! has the mean
 * 7/2 * 6/5 = 21/5. */
#include <math.h>
#include <stdlib.h>

#include "core/dice/odds_context.h"

enum { LIMBS_MAX = 1 << 19 }; /* limbs of one series of totals: 4 MB */
/* The maximum number of explosions that are followed.  With a die that explodes half the time, the
 * chance of more than 48 is below 2^-ODDS_CUT; only one that explodes nearly always needs 400. */
enum { DEPTH_MAX = 400 };

/* --- facts about faces --- */

static int64_t lowest_value(const Odds *faces)
{
    return faces->value[0].num;
}

static int64_t highest_value(const Odds *faces)
{
    return faces->value[faces->n - 1].num;
}

/* The lowest value above 0; INT64_MAX when there is none. */
static int64_t smallest_step(const Odds *faces)
{
    for (size_t i = 0; i < faces->n; i++)
        if (faces->value[i].num > 0) return faces->value[i].num;
    return INT64_MAX;
}

/* The chance that a die shows one of these faces; total: the weight of all its faces. */
static double chance_of(const Odds *faces, uint64_t total)
{
    return mpz_get_d(faces->total) / (double)total;
}

/* --- where to cut --- */

/* The generating function of the faces at e^theta: the sum of weight * e^(theta * value). */
static double generating_function(const Odds *faces, double theta)
{
    double sum = 0;
    for (size_t i = 0; i < faces->n; i++)
        sum += (double)*odds_weight_limbs(faces, i) * exp(theta * (double)faces->value[i].num);
    return sum;
}

/* The theta up to which the generating function of a whole die converges, where B'(e^theta) = T'.
 * By bisection below 64, since e^64 is more than any T', a 64-bit number; 50 halvings come as near
 * as a double gets. */
static double find_pole(const ExplodingDie *die)
{
    double low = 0, high = 64;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (generating_function(die->burst[LATER], middle) < (double)die->total[LATER])
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* A total that `count` dice exceed with probability 2^-ODDS_CUT at most, by Chernoff's bound: P(sum
 * >= v) <= G(theta)^count / e^(theta v) for any theta, where G is the generating function of one
 * die with all its explosions. */
static double sum_bound(const ExplodingDie *die, int64_t count)
{
    enum { TRIES = 16 }; /* of theta; the bound is flat near its best */
    double end = find_pole(die), best = HUGE_VAL, total = (double)die->total[FIRST];
    for (int i = 1; i < TRIES; i++) {
        double theta = end * i / TRIES,
               rest = (double)die->total[LATER] - generating_function(die->burst[LATER], theta);
        double g = generating_function(die->calm[FIRST], theta) / total +
                   generating_function(die->burst[FIRST], theta) *
                       generating_function(die->calm[LATER], theta) / rest / total;
        double v = ((double)count * log(g) + ODDS_CUT * log(2)) / theta;
        if (rest > 0 && isfinite(v) && v < best) best = v;
    }
    return best;
}

/* The lowest total of one die with all its explosions, when bursts count above 0. */
static int64_t lowest_total(const ExplodingDie *die)
{
    int64_t calm = lowest_value(die->calm[FIRST]),
            burst = lowest_value(die->burst[FIRST]) + lowest_value(die->calm[LATER]);
    return calm < burst ? calm : burst;
}

/* True when the outcomes from..to would take too much room.  A total that takes more bursts to
 * reach has more digits: each multiplies the denominator. */
static bool is_too_long(const ExplodingDie *die, int64_t from, int64_t to)
{
    double n = (double)(to - from) + 1, step = (double)smallest_step(die->burst[LATER]);
    double limbs = (n / step + 3) * log2((double)die->total[FIRST]) / 64 + 1;
    return n > ODDS_OUTCOMES_MAX / 2 || n * limbs > LIMBS_MAX;
}

/* The last total of one die to compute: `matters` if it is not too far.  Else one so high that the
 * sum of `count` dice is next to impossible, even if all others have the lowest total, `from`; but
 * no further than there is room. */
static int64_t last_value(const ExplodingDie *die, int64_t count, int64_t matters)
{
    int64_t from = lowest_total(die);
    if (matters != INT64_MAX && !is_too_long(die, from, matters))
        return matters > from ? matters : from;
    double v = sum_bound(die, count) - (double)(count - 1) * (double)from;
    double n = v - (double)from;
    if (!(n < ODDS_OUTCOMES_MAX)) n = ODDS_OUTCOMES_MAX;
    while (n > 1 && is_too_long(die, from, from + (int64_t)n)) n *= 0.9; /* any step below 1 does */
    return from + (n > 1 ? (int64_t)n : 1);
}

/* --- means --- */

/* Sets m[i] to the sum of weight * value^i, divided by `total`. */
static void face_moments(const Odds *faces, uint64_t total, mpq_t m[3])
{
    mpz_set(mpq_numref(m[0]), faces->total);
    mpz_set_ui(mpq_denref(m[0]), total);
    mpq_canonicalize(m[0]);
    odds_means(faces, m[1], m[2]);
    mpq_mul(m[1], m[1], m[0]);
    mpq_mul(m[2], m[2], m[0]);
}

/* Turns e and s, the mean and mean square of the dice that follow, into those of a FIRST or LATER
 * die (`which`) together with them.  With p the chance of a burst,
 *
 *     E = calm + burst + p e      S = calm^2 + burst^2 + 2 burst e + p s
 *
 * For a LATER die e = E and s = S, so it needs no e and s, and divides by 1 - p instead. */
static void means_at(const ExplodingDie *die, int which, mpq_t e, mpq_t s)
{
    mpq_t calm[3], burst[3], twice;
    mpq_inits(calm[0], calm[1], calm[2], burst[0], burst[1], burst[2], twice, NULL);
    face_moments(die->calm[which], die->total[which], calm);
    face_moments(die->burst[which], die->total[which], burst);
    mpq_add(calm[1], calm[1], burst[1]);
    mpq_add(calm[2], calm[2], burst[2]);
    if (which == LATER) mpq_div(e, calm[1], calm[0]);
    mpq_add(twice, burst[1], burst[1]);
    mpq_mul(twice, twice, e);
    mpq_add(calm[2], calm[2], twice);
    if (which == LATER) {
        mpq_div(s, calm[2], calm[0]);
    } else {
        mpq_mul(e, e, burst[0]);
        mpq_add(e, e, calm[1]);
        mpq_mul(s, s, burst[0]);
        mpq_add(s, s, calm[2]);
    }
    mpq_clears(calm[0], calm[1], calm[2], burst[0], burst[1], burst[2], twice, NULL);
}

/* Sets the means of the odds of a die: first of a LATER die, since the FIRST one needs these. */
static void exploding_means(const ExplodingDie *die, Odds *o)
{
    means_at(die, LATER, o->mean, o->square);
    means_at(die, FIRST, o->mean, o->square);
    o->means_known = true;
}

/* --- later bursts that all count above 0: a recurrence --- */

/* The weights of the totals low..low + n - 1, all times `scale`. */
typedef struct {
    mpz_t *at; /* [total - low] */
    int64_t low, n;
} Totals;

/* Makes the weights of the totals low to high, all 0.  scale: what they will be multiplied by. */
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

/* Sets t(v) = scale C(v) + sum over b: B(b) later(v - b), from the lowest v up.  C and B are the
 * weights of the calm faces and bursts of a FIRST or LATER die (`which`).  For a LATER die `later`
 * is t itself, and each t(v) is divided by the total of a later die: see L at the head of this
 * file. */
static bool totals_fill(OddsContext *ctx, Totals *t, const ExplodingDie *die, int which,
                        const Totals *later, const mpz_t scale)
{
    const Odds *calm = die->calm[which], *burst = die->burst[which];
    size_t next = 0; /* the calm face that comes next */
    for (int64_t i = 0; i < t->n; i++) {
        int64_t v = t->low + i;
        if (!odds_spend_effort(ctx, (burst->n + 1) * (limbs_of(scale) + 20))) return false;
        for (size_t k = 0; k < burst->n; k++) {
            int64_t from = v - burst->value[k].num - later->low;
            if (from >= 0 && from < later->n)
                mpz_addmul_ui(t->at[i], later->at[from], *odds_weight_limbs(burst, k));
        }
        while (next < calm->n && calm->value[next].num < v) next++;
        if (next < calm->n && calm->value[next].num == v)
            mpz_addmul_ui(t->at[i], scale, *odds_weight_limbs(calm, next));
        if (which == LATER) mpz_divexact_ui(t->at[i], t->at[i], die->total[LATER]);
    }
    return true;
}

/* The weights as odds out of `total`; totals above the last one are cut off. */
static Odds *totals_odds(OddsContext *ctx, const Totals *t, const mpz_t total)
{
    Odds *o = odds_new(ctx, (size_t)t->n, limbs_of(total));
    if (!o) return NULL;
    for (int64_t i = 0; i < t->n; i++) odds_append_mpz(o, ratio_of(t->low + i), t->at[i]);
    mpz_set(o->total, total);
    odds_set_tail(o, TAIL_ABOVE, ratio_of(t->low + t->n));
    return o;
}

/* The odds of one die whose later bursts all count above 0, up to last_value().  matters: no total
 * above it need be told apart. */
static Odds *odds_upwards(OddsContext *ctx, const ExplodingDie *die, int64_t count, int64_t matters)
{
    Totals later = {0}, first = {0};
    Odds *o = NULL;
    mpz_t scale, total;
    int64_t last = last_value(die, count, matters), step = smallest_step(die->burst[LATER]);
    /* The later dice may add up to `high`, behind the lowest burst of the first die. */
    int64_t low = lowest_value(die->calm[LATER]), high = last - lowest_value(die->burst[FIRST]);
    mpz_inits(scale, total, NULL);
    /* A total takes at most so many bursts.  Each multiplies the denominator by the total weight of
     * a later die. */
    int64_t bursts_max = high < low ? 0 : (high - low) / step;
    mpz_ui_pow_ui(scale, die->total[LATER], (unsigned long)bursts_max + 1);
    mpz_mul_ui(total, scale, die->total[FIRST]);
    /* First L, each total from lower ones; then C + B L (see the head of this file). */
    if (totals_open(ctx, &later, low, high, scale) &&
        totals_fill(ctx, &later, die, LATER, &later, scale) &&
        totals_open(ctx, &first, lowest_total(die), last, total) &&
        totals_fill(ctx, &first, die, FIRST, &later, scale))
        o = totals_odds(ctx, &first, total);
    totals_close(&later);
    totals_close(&first);
    mpz_clears(scale, total, NULL);
    if (o && odds_is_cut(o)) exploding_means(die, o);
    return o ? odds_reduce(ctx, o) : NULL;
}

/* --- bursts of both signs: cut at a number of explosions --- */

/* Returns a number of explosions of one die; the chance of more is below 2^-ODDS_CUT, unless
 * DEPTH_MAX limits the number. */
static int depth_of(const ExplodingDie *die)
{
    double depth = ODDS_CUT * log(2) / -log(chance_of(die->burst[LATER], die->total[LATER]));
    return depth < DEPTH_MAX ? (int)depth + 1 : DEPTH_MAX;
}

/* The odds of one die, added up over the number of explosions.  bursts: the sum of this many
 * bursts; ends: that sum plus the calm face that ends the die. */
static Odds *odds_by_depth(OddsContext *ctx, const ExplodingDie *die)
{
    int depth = depth_of(die);
    OutcomeMap map = {0};
    mpz_t scale, total;
    mpz_inits(scale, total, NULL);
    mpz_ui_pow_ui(scale, die->total[LATER], (unsigned long)depth);
    mpz_mul_ui(total, scale, die->total[FIRST]);
    Odds *bursts = odds_copy(ctx, die->burst[FIRST]);
    bool fits = bursts && outcomes_start(ctx, &map, limbs_of(total)) &&
                outcomes_add_all(ctx, &map, die->calm[FIRST], scale);
    for (int explosions = 1; fits && explosions <= depth; explosions++) {
        if (explosions > 1) {
            Odds *more = odds_sum(ctx, bursts, die->burst[LATER], TRIM_NEGLIGIBLE);
            odds_free(bursts);
            bursts = more;
        }
        Odds *ends = bursts ? odds_sum(ctx, bursts, die->calm[LATER], TRIM_NEGLIGIBLE) : NULL;
        mpz_divexact_ui(scale, scale, die->total[LATER]);
        fits = ends && outcomes_add_all(ctx, &map, ends, scale);
        odds_free(ends);
    }
    Odds *o = outcomes_finish(ctx, &map, fits, total);
    if (o) exploding_means(die, o);
    odds_free(bursts);
    mpz_clears(scale, total, NULL);
    return o;
}

/* --- the sum of a die --- */

/* Takes out the later bursts that count 0, and their weight with them: they change no total, and
 * after them the die is rolled as before. */
static void divide_out_zero(ExplodingDie *die)
{
    Odds *burst = die->burst[LATER];
    size_t i = 0;
    while (i < burst->n && burst->value[i].num != 0) i++;
    if (i == burst->n) return;
    uint64_t weight = *odds_weight_limbs(burst, i);
    die->total[LATER] -= weight;
    mpz_sub_ui(burst->total, burst->total, weight);
    for (burst->n--; i < burst->n; i++) {
        burst->value[i] = burst->value[i + 1];
        *odds_weight_limbs(burst, i) = *odds_weight_limbs(burst, i + 1);
    }
}

/* Chooses a method: the totals can be computed in order if all later bursts count above 0; if all
 * count below 0, everything is mirrored first.  With later bursts of both signs, or none, the odds
 * are added up over the number of explosions. */
Odds *exploding_odds(OddsContext *ctx, ExplodingDie *die, int64_t count, FaceRange matters)
{
    const Odds *later = die->burst[LATER];
    if (die->burst[FIRST]->n == 0) return odds_copy(ctx, die->calm[FIRST]);
    divide_out_zero(die);
    if (later->n > 0 && lowest_value(later) > 0) return odds_upwards(ctx, die, count, matters.max);
    if (later->n == 0 || highest_value(later) > 0) return odds_by_depth(ctx, die);
    for (int i = FIRST; i <= LATER; i++) {
        die->calm[i] = odds_negate(ctx, die->calm[i]);
        die->burst[i] = odds_negate(ctx, die->burst[i]);
    }
    Odds *o = odds_upwards(ctx, die, count, matters.min == INT64_MIN ? INT64_MAX : -matters.min);
    return o ? odds_negate(ctx, o) : NULL;
}

/* --- keep and drop --- */

/* The odds of the dice kept among `count` dice and all that their explosions bring, added up over
 * the number of explosions. */
typedef struct {
    const ExplodingDie *die;
    int64_t count;
    const Keep *keep;
    const Score *score;
    bool same;              /* FIRST and LATER dice have the same odds */
    int64_t explosions_max; /* more are left out */
    OutcomeMap sum;
} KeptExplosions;

/* Adds the kept sums when `bursts` of the first dice explode and bring `later` more explosions,
 * which can happen in `ways` orders.  If kept->same, `later` counts all explosions. */
static bool add_explosions(OddsContext *ctx, KeptExplosions *kept, int64_t bursts, int64_t later,
                           const mpz_t ways)
{
    const ExplodingDie *die = kept->die;
    /* If kept->same, the FIRST odds stand for those of later dice, too. */
    const SameOdds each[] = {
        {die->calm[FIRST], kept->same ? kept->count : kept->count - bursts},
        {die->burst[FIRST], kept->same ? later : bursts},
        {die->calm[LATER], kept->same ? 0 : bursts},
        {die->burst[LATER], kept->same ? 0 : later},
    };
    SameOdds all[4];
    size_t n = 0;
    mpz_t scale;
    for (int i = 0; i < 4; i++)
        if (each[i].count > 0) all[n++] = each[i];
    Odds *o = odds_kept(ctx, all, n, kept->keep, kept->score);
    /* All cases get the denominator of explosions_max explosions. */
    mpz_init_set_ui(scale, die->total[FIRST]);
    mpz_pow_ui(scale, scale,
               (unsigned long)(kept->explosions_max - later - (kept->same ? 0 : bursts)));
    mpz_mul(scale, scale, ways);
    bool fits = o && outcomes_add_all(ctx, &kept->sum, o, scale);
    odds_free(o);
    mpz_clear(scale);
    return fits;
}

/* Adds all cases: among n dice, i explode in C(n, i) ways, and j later explosions are spread over
 * these i in C(i + j - 1, j) ways.  If an extra die has the same odds as a first one (kept->same),
 * j counts all explosions, and they are spread over all n. */
static bool add_all_explosions(OddsContext *ctx, KeptExplosions *kept)
{
    mpz_t ways, choose;
    bool fits = true;
    mpz_inits(ways, choose, NULL);
    for (int64_t i = kept->same ? kept->count : 0; fits && i <= kept->count; i++) {
        int64_t later_max = kept->same ? kept->explosions_max : kept->explosions_max - i;
        if (i == 0) later_max = 0; /* nothing exploded that could bring more */
        for (int64_t j = 0; fits && j <= later_max; j++) {
            mpz_bin_uiui(choose, (unsigned long)kept->count, (unsigned long)i);
            mpz_bin_uiui(ways, (unsigned long)(i > 0 ? i + j - 1 : 0), (unsigned long)j);
            mpz_mul(ways, ways, choose);
            fits = add_explosions(ctx, kept, i, j, ways);
        }
    }
    mpz_clears(ways, choose, NULL);
    return fits;
}

/* Returns a number of explosions of `count` dice; the chance of more, the tail of a negative
 * binomial distribution, is below 2^-ODDS_CUT, unless DEPTH_MAX limits the number. */
static int64_t max_explosions(const ExplodingDie *die, int64_t count)
{
    double p = chance_of(die->burst[FIRST], die->total[FIRST]);
    double term = pow(1 - p, (double)count), sum = term;
    int64_t j = 0;
    while (sum < 1 - ldexp(1, -ODDS_CUT) && j < DEPTH_MAX) {
        term *= p * (double)(count + j) / (double)(j + 1);
        sum += term;
        j++;
    }
    return j;
}

/* True when the total is known once as many dice explode as are kept: the highest are kept, and
 * only the one highest face explodes.  Sets *value to the highest face that explodes. */
static bool is_known_beyond(const KeptExplosions *kept, int64_t *value)
{
    const Keep *k = kept->keep;
    const Odds *burst = kept->die->burst[FIRST];
    *value = highest_value(burst);
    return kept->same && k->keep_high >= 0 && k->drop_low == 0 && k->drop_high == 0 &&
           burst->n == 1 && highest_value(kept->die->calm[FIRST]) <= *value;
}

/* True when explosions never matter: the lowest are kept, and no burst lies below a calm face. */
static bool keeps_only_calm(const KeptExplosions *kept)
{
    const Keep *k = kept->keep;
    return kept->same && k->keep_low >= 0 && k->keep_low <= kept->count && k->drop_low == 0 &&
           k->drop_high == 0 &&
           lowest_value(kept->die->burst[FIRST]) >= highest_value(kept->die->calm[FIRST]);
}

/* The odds of the dice kept, added up over all numbers of explosions up to a maximum.  Where the
 * total is known beyond that (is_known_beyond), the tail lies at that total. */
static Odds *kept_explosions_odds(OddsContext *ctx, KeptExplosions *kept)
{
    int64_t top;
    mpz_t total;
    bool known = is_known_beyond(kept, &top);
    kept->explosions_max =
        known ? kept->keep->keep_high - 1 : max_explosions(kept->die, kept->count);
    if (!odds_spend_room(ctx, (uint64_t)(kept->count + kept->explosions_max))) return NULL;
    mpz_init_set_ui(total, kept->die->total[FIRST]);
    mpz_pow_ui(total, total, (unsigned long)(kept->count + kept->explosions_max));
    bool fits = outcomes_start(ctx, &kept->sum, limbs_of(total)) && add_all_explosions(ctx, kept);
    Odds *o = outcomes_finish(ctx, &kept->sum, fits, total);
    mpz_clear(total);
    if (!o || !known || !odds_is_cut(o)) return o;
    o->tail = TAIL_ABOVE;
    o->edge = kept->score ? score_ratio(kept->score, ratio_of(top)) : ratio_of(top);
    o->edge.num *= kept->keep->keep_high; /* all kept dice show `top` */
    return o;
}

Odds *exploding_odds_kept(OddsContext *ctx, const ExplodingDie *die, int64_t count,
                          const Keep *keep, const Score *score)
{
    KeptExplosions kept = {.die = die, .count = count, .keep = keep, .score = score};
    kept.same = odds_equal(die->calm[FIRST], die->calm[LATER]) &&
                odds_equal(die->burst[FIRST], die->burst[LATER]);
    if (die->burst[FIRST]->n == 0 || keeps_only_calm(&kept))
        return odds_kept(ctx, &(SameOdds){die->calm[FIRST], count}, 1, keep, score);
    /* A tail with an edge lies there wholly (is_known_beyond), so it is an outcome. */
    Odds *o = odds_collapse(ctx, kept_explosions_odds(ctx, &kept));
    return o && odds_is_cut(o) ? odds_reduce(ctx, o) : o;
}
