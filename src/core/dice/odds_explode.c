/* Odds of dice that explode.
 *
 * Let C and B be the weights of calm faces (where the die stops) and of bursts, as power series in
 * the value; C' and B' those of the later dice; T their sum.  One die with all its explosions has
 * the odds
 *
 *     C / T  +  B C' / (T (T - B'))
 *
 * Every coefficient of 1 / (T - B') is an exact fraction that follows from those before it, so
 * every outcome up to any edge is exact.  Bursts that count 0 are divided out.  The means follow
 * from the same formula (Wald's identity): d6! has the mean 7/2 * 6/5 = 21/5. */
#include <math.h>
#include <stdlib.h>

#include "core/dice/odds_context.h"

/* The limbs of one series, and the explosions followed, at most. */
enum { LIMBS_MAX = 1 << 19, DEPTH_MAX = 400 };

/* --- facts about weighted faces --- */

static uint64_t mass(const WeightedFaces *s)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s->n; i++) sum += s->weight[i];
    return sum;
}

static int64_t lowest_value(const WeightedFaces *s)
{
    int64_t v = INT64_MAX;
    for (size_t i = 0; i < s->n; i++)
        if (s->value[i] < v) v = s->value[i];
    return v;
}

static int64_t highest_value(const WeightedFaces *s)
{
    int64_t v = INT64_MIN;
    for (size_t i = 0; i < s->n; i++)
        if (s->value[i] > v) v = s->value[i];
    return v;
}

static void negate_faces(WeightedFaces *s)
{
    for (size_t i = 0; i < s->n; i++) s->value[i] = -s->value[i];
}

static void negate_die(const ExplodingDie *c)
{
    for (int i = FIRST; i <= LATER; i++) {
        WeightedFaces calm = c->calm[i], burst = c->burst[i];
        negate_faces(&calm);
        negate_faces(&burst);
    }
}

/* --- where to cut --- */

static double series(const WeightedFaces *s, double theta)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += (double)s->weight[i] * exp(theta * (double)s->value[i]);
    return sum;
}

/* The largest theta for which the generating function converges: B'(theta) = T.  By bisection. */
static double pole(const ExplodingDie *c)
{
    double low = 0, high = 64;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (series(&c->burst[LATER], middle) < (double)c->total)
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
        double theta = end * i / TRIES, rest = total - series(&c->burst[LATER], theta);
        double g = series(&c->calm[FIRST], theta) / total +
                   series(&c->burst[FIRST], theta) * series(&c->calm[LATER], theta) / rest / total;
        double v = ((double)count * log(g) + ODDS_CUT * log(2)) / theta;
        if (rest > 0 && isfinite(v) && v < best) best = v;
    }
    return best;
}

static int64_t lowest_total(const ExplodingDie *c)
{
    int64_t calm = lowest_value(&c->calm[FIRST]),
            burst = lowest_value(&c->burst[FIRST]) + lowest_value(&c->calm[LATER]);
    return calm < burst ? calm : burst;
}

static int64_t smallest_step(const WeightedFaces *s)
{
    int64_t step = INT64_MAX;
    for (size_t i = 0; i < s->n; i++)
        if (s->value[i] > 0 && s->value[i] < step) step = s->value[i];
    return step;
}

/* Would the outcomes from..v take too much room?  The later ones have more digits. */
static bool too_long(const ExplodingDie *c, int64_t from, int64_t v)
{
    double n = (double)(v - from) + 1, step = (double)smallest_step(&c->burst[LATER]);
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

/* --- the series --- */

/* The coefficients of scale / (T - B') up to x^n.  own is T less the weight of bursts that count 0;
 * scale = own^(steps + 1) makes all coefficients whole. */
typedef struct {
    mpz_t *at, own, scale;
    int64_t n; /* n + 1 of them */
} Series;

static void series_free(Series *s)
{
    for (int64_t i = 0; s->at && i <= s->n; i++) mpz_clear(s->at[i]);
    free(s->at);
    mpz_clears(s->own, s->scale, NULL);
}

static bool series_fill(OddsContext *ctx, Series *s, const WeightedFaces *burst)
{
    for (int64_t v = 1; v <= s->n; v++) {
        if (!odds_spend_effort(ctx, (burst->n + 1) * (limbs_of(s->scale) + 20))) return false;
        for (size_t i = 0; i < burst->n; i++) {
            int64_t step = burst->value[i];
            if (step > 0 && step <= v) mpz_addmul_ui(s->at[v], s->at[v - step], burst->weight[i]);
        }
        if (mpz_sgn(s->at[v])) mpz_divexact(s->at[v], s->at[v], s->own);
    }
    return true;
}

static bool series_make(OddsContext *ctx, Series *s, const ExplodingDie *c, int64_t n)
{
    const WeightedFaces *burst = &c->burst[LATER];
    uint64_t idle = 0;
    int64_t step = smallest_step(burst);
    for (size_t i = 0; i < burst->n; i++)
        if (burst->value[i] == 0) idle += burst->weight[i];
    s->n = step == INT64_MAX || n < 0 ? 0 : n;
    mpz_init_set_ui(s->own, c->total - idle);
    mpz_init(s->scale);
    mpz_pow_ui(s->scale, s->own, (unsigned long)(s->n / step));
    s->at = malloc((size_t)(s->n + 1) * sizeof *s->at);
    if (!s->at) return odds_no_memory(ctx);
    for (int64_t i = 0; i <= s->n; i++) mpz_init(s->at[i]);
    mpz_set(s->at[0], s->scale);
    mpz_mul(s->scale, s->scale, s->own);
    return odds_spend_room(ctx, (uint64_t)(s->n + 1) * (limbs_of(s->scale) + 4)) &&
           series_fill(ctx, s, burst);
}

/* --- means --- */

static void moment(const WeightedFaces *s, uint64_t total, int power, mpq_t m)
{
    mpz_t term;
    mpz_init(term);
    mpq_set_ui(m, 0, 1);
    for (size_t i = 0; i < s->n; i++) {
        mpz_set_ui(term, s->weight[i]);
        for (int k = 0; k < power; k++) mpz_mul_si(term, term, s->value[i]);
        mpz_add(mpq_numref(m), mpq_numref(m), term);
    }
    mpz_set_ui(mpq_denref(m), total);
    mpq_canonicalize(m);
    mpz_clear(term);
}

/* E = calm + burst + p e and S = calm2 + burst2 + 2 burst e + p s, where p is the chance of a burst
 * and e, s the mean and mean square of the dice that follow.  For the LATER dice e = E and s = S,
 * so solve by dividing by 1 - p. */
static void means_at(const ExplodingDie *c, int die, mpq_t e, mpq_t s)
{
    mpq_t p, stops, calm, burst, twice;
    mpq_inits(p, stops, calm, burst, twice, NULL);
    moment(&c->burst[die], c->total, 0, p);
    moment(&c->burst[die], c->total, 1, burst);
    moment(&c->calm[die], c->total, 1, calm);
    mpq_set_ui(stops, 1, 1);
    mpq_sub(stops, stops, p);
    mpq_add(calm, calm, burst);
    if (die == LATER) mpq_div(e, calm, stops);
    mpq_add(twice, burst, burst);
    mpq_mul(twice, twice, e);
    if (die == FIRST) {
        mpq_mul(e, e, p);
        mpq_add(e, e, calm);
        mpq_mul(s, s, p);
        mpq_add(twice, twice, s);
    }
    moment(&c->calm[die], c->total, 2, calm);
    moment(&c->burst[die], c->total, 2, burst);
    mpq_add(s, calm, burst);
    mpq_add(s, s, twice);
    if (die == LATER) mpq_div(s, s, stops);
    mpq_clears(p, stops, calm, burst, twice, NULL);
}

static void exploding_means(const ExplodingDie *c, Odds *o)
{
    means_at(c, LATER, o->mean, o->square);
    means_at(c, FIRST, o->mean, o->square);
    o->closed = true;
}

/* --- bursts that count 0 or more: a power series --- */

static Odds *series_odds(OddsContext *ctx, const Series *s)
{
    Odds *o = odds_new(ctx, (size_t)s->n + 1, limbs_of(s->scale));
    for (int64_t v = 0; o && v <= s->n; v++) odds_append_mpz(o, ratio_of(v), s->at[v]);
    if (o) mpz_set(o->total, s->scale);
    return o;
}

/* Adds B C' N up to `last`.  All sums are over the same total, so no weight passes its width. */
static bool add_bursts(OddsContext *ctx, OutcomeMap *map, const ExplodingDie *c, const Series *s,
                       int64_t last)
{
    Odds *burst = faces_odds(ctx, &c->burst[FIRST], c->total);
    Odds *calm = burst ? faces_odds(ctx, &c->calm[LATER], c->total) : NULL;
    Odds *ends = calm ? odds_sum(ctx, burst, calm, false) : NULL;
    Odds *more = ends ? series_odds(ctx, s) : NULL;
    Odds *sum = more ? odds_sum(ctx, ends, more, false) : NULL;
    bool fits = sum != NULL;
    for (size_t i = 0; fits && i < sum->n && sum->value[i].num <= last; i++)
        fits = outcomes_add(ctx, map, sum->value[i], odds_weight_limbs(sum, i), sum->width);
    odds_free(burst);
    odds_free(calm);
    odds_free(ends);
    odds_free(more);
    odds_free(sum);
    return fits;
}

static Odds *odds_upwards(OddsContext *ctx, const ExplodingDie *c, int64_t count, int64_t matters)
{
    Series s = {0};
    OutcomeMap map = {0};
    Odds *o = NULL;
    mpz_t term;
    bool endless = smallest_step(&c->burst[LATER]) != INT64_MAX;
    int64_t last = endless ? last_value(c, count, matters) : INT64_MAX;
    int64_t first = lowest_value(&c->burst[FIRST]) + lowest_value(&c->calm[LATER]);
    mpz_init(term);
    bool fits = series_make(ctx, &s, c, endless ? last - first : 0);
    mpz_mul_ui(term, s.scale, c->total);
    fits = fits && outcomes_start(ctx, &map, limbs_of(term));
    const WeightedFaces *calm = &c->calm[FIRST];
    for (size_t i = 0; fits && i < calm->n; i++) {
        if (calm->value[i] > last) continue;
        mpz_mul_ui(term, s.scale, calm->weight[i]);
        fits =
            outcomes_add(ctx, &map, ratio_of(calm->value[i]), mpz_limbs_read(term), mpz_size(term));
    }
    if (fits && add_bursts(ctx, &map, c, &s, last)) o = outcomes_take(ctx, &map);
    outcomes_free(&map);
    if (o) {
        mpz_mul_ui(o->total, s.scale, c->total);
        odds_set_tail(o, TAIL_ABOVE, ratio_of(endless ? last + 1 : 0));
        if (odds_is_cut(o)) exploding_means(c, o);
    }
    series_free(&s);
    mpz_clear(term);
    if (o && !odds_reduce(ctx, o)) {
        odds_free(o);
        o = NULL;
    }
    return o;
}

/* --- bursts of either sign: cut at a number of explosions --- */

/* Adds the outcomes after i explosions; bursts: their sums, over T^(i + 1). */
static bool add_depth(OddsContext *ctx, OutcomeMap *map, const Odds *bursts, const Odds *calm,
                      const mpz_t scale)
{
    Odds *sum = odds_sum(ctx, bursts, calm, false);
    bool fits = sum && outcomes_add_all(ctx, map, sum, scale);
    odds_free(sum);
    return fits;
}

static int depth_of(const ExplodingDie *c)
{
    double p = (double)mass(&c->burst[LATER]) / (double)c->total;
    double depth = ODDS_CUT * log(2) / -log(p);
    return depth < DEPTH_MAX ? (int)depth + 1 : DEPTH_MAX;
}

static Odds *odds_both_ways(OddsContext *ctx, const ExplodingDie *c)
{
    int depth = depth_of(c);
    OutcomeMap map = {0};
    mpz_t scale, total;
    mpz_init_set_ui(total, c->total);
    mpz_init(scale);
    mpz_pow_ui(total, total, (unsigned long)depth + 1);
    Odds *bursts = faces_odds(ctx, &c->burst[FIRST], c->total), *o = NULL;
    Odds *more = faces_odds(ctx, &c->burst[LATER], c->total);
    Odds *calm = faces_odds(ctx, &c->calm[LATER], c->total), *none = odds_certain(ctx, ratio_of(0));
    Odds *first = faces_odds(ctx, &c->calm[FIRST], c->total);
    bool fits =
        bursts && more && calm && none && first && outcomes_start(ctx, &map, limbs_of(total));
    mpz_divexact_ui(scale, total, c->total);
    fits = fits && add_depth(ctx, &map, none, first, scale);
    for (int i = 0; fits && i < depth; i++) {
        mpz_divexact_ui(scale, scale, c->total);
        fits = add_depth(ctx, &map, bursts, calm, scale);
        Odds *next = fits && i + 1 < depth ? odds_sum(ctx, bursts, more, false) : NULL;
        fits = fits && (next || i + 1 == depth);
        odds_free(bursts);
        bursts = next;
    }
    if (fits) o = outcomes_take(ctx, &map);
    outcomes_free(&map);
    if (o) {
        mpz_set(o->total, total);
        odds_set_tail(o, TAIL_SOMEWHERE, ratio_of(0));
        exploding_means(c, o);
    }
    odds_free(bursts);
    odds_free(more);
    odds_free(calm);
    odds_free(none);
    odds_free(first);
    mpz_clears(scale, total, NULL);
    return o;
}

Odds *exploding_odds(OddsContext *ctx, const ExplodingDie *c, int64_t count, FaceRange matters)
{
    if (c->burst[FIRST].n == 0) return faces_odds(ctx, &c->calm[FIRST], c->total);
    if (c->burst[LATER].n == 0 || lowest_value(&c->burst[LATER]) >= 0)
        return odds_upwards(ctx, c, count, matters.max);
    if (highest_value(&c->burst[LATER]) > 0) return odds_both_ways(ctx, c);
    negate_die(c);
    Odds *o = odds_upwards(ctx, c, count, matters.min == INT64_MIN ? INT64_MAX : -matters.min);
    negate_die(c);
    return o ? odds_negate(ctx, o) : NULL;
}

/* --- keep and drop --- */

typedef struct {
    const ExplodingDie *die;
    int64_t count;
    const Keep *keep;
    const Score *score;
    Odds *kind[4]; /* calm and burst of the FIRST, then of the LATER dice */
    bool same;     /* FIRST and LATER dice are the same */
    int64_t more;  /* explosions looked at, at most */
    OutcomeMap sum;
    mpz_t total;
} KeptExplosions;

static bool same_sides(const WeightedFaces *a, const WeightedFaces *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->value[i] == b->value[i] && a->weight[i] == b->weight[i];
    return same;
}

/* Adds the kept sums when `bursts` of the first dice explode (same: any of them) and bring `later`
 * more explosions, which can happen in `ways` orders. */
static bool add_explosions(OddsContext *ctx, KeptExplosions *b, int64_t bursts, int64_t later,
                           const mpz_t ways)
{
    const int64_t counts[] = {b->same ? b->count : b->count - bursts, b->same ? later : bursts,
                              b->same ? 0 : bursts, b->same ? 0 : later};
    SameOdds all[4];
    size_t n = 0;
    mpz_t scale;
    for (int i = 0; i < 4; i++) {
        if (counts[i] > 0 && !b->kind[i]) return true; /* impossible */
        if (counts[i] > 0) all[n++] = (SameOdds){b->kind[i], counts[i]};
    }
    Odds *kept = odds_kept(ctx, all, n, b->keep, b->score);
    mpz_init_set_ui(scale, b->die->total);
    mpz_pow_ui(scale, scale, (unsigned long)(b->more - later - (b->same ? 0 : bursts)));
    mpz_mul(scale, scale, ways);
    bool fits = kept && outcomes_add_all(ctx, &b->sum, kept, scale);
    odds_free(kept);
    mpz_clear(scale);
    return fits;
}

/* j explosions spread over n dice in C(n + j - 1, j) ways. */
static bool add_same_dice(OddsContext *ctx, KeptExplosions *b)
{
    mpz_t ways;
    bool fits = true;
    mpz_init(ways);
    for (int64_t j = 0; fits && j <= b->more; j++) {
        mpz_bin_uiui(ways, (unsigned long)(b->count + j - 1), (unsigned long)j);
        fits = add_explosions(ctx, b, 0, j, ways);
    }
    mpz_clear(ways);
    return fits;
}

static bool add_penetrating(OddsContext *ctx, KeptExplosions *b)
{
    mpz_t ways, choose;
    bool fits = true;
    mpz_inits(ways, choose, NULL);
    for (int64_t i = 0; fits && i <= b->count; i++)
        for (int64_t j = 0; fits && i + j <= b->more && (i > 0 || j == 0); j++) {
            mpz_bin_uiui(choose, (unsigned long)b->count, (unsigned long)i);
            mpz_bin_uiui(ways, (unsigned long)(i > 0 ? i + j - 1 : 0), (unsigned long)j);
            mpz_mul(ways, ways, choose);
            fits = add_explosions(ctx, b, i, j, ways);
        }
    mpz_clears(ways, choose, NULL);
    return fits;
}

/* A number of explosions that is exceeded with next to no probability: the tail of a negative
 * binomial distribution. */
static int64_t explosions(const ExplodingDie *c, int64_t count)
{
    double p = (double)mass(&c->burst[FIRST]) / (double)c->total;
    double q = (double)mass(&c->burst[LATER]) / (double)c->total;
    if (q > p) p = q;
    double term = pow(1 - p, (double)count), sum = term;
    int64_t j = 0;
    while (sum < 1 - 0x1p-48 && j < DEPTH_MAX) {
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
    const WeightedFaces *burst = &b->die->burst[FIRST];
    *value = highest_value(burst);
    return b->same && k->high >= 0 && k->drop_low == 0 && k->drop_high == 0 &&
           lowest_value(burst) == *value && highest_value(&b->die->calm[FIRST]) <= *value;
}

/* When the lowest are kept and every burst lies above every calm face, explosions never matter. */
static bool only_calm(const KeptExplosions *b)
{
    const Keep *k = b->keep;
    return b->same && k->low >= 0 && k->low <= b->count && k->drop_low == 0 && k->drop_high == 0 &&
           lowest_value(&b->die->burst[FIRST]) >= highest_value(&b->die->calm[FIRST]);
}

static Odds *kept_explosions_odds(OddsContext *ctx, KeptExplosions *b)
{
    int64_t top;
    bool known = known_beyond(b, &top);
    b->more = known ? b->keep->high - 1 : explosions(b->die, b->count);
    if (!odds_spend_room(ctx, (uint64_t)(b->count + b->more))) return NULL;
    mpz_set_ui(b->total, b->die->total);
    mpz_pow_ui(b->total, b->total, (unsigned long)(b->count + b->more));
    Odds *o = NULL;
    if (!outcomes_start(ctx, &b->sum, limbs_of(b->total))) return NULL;
    if (b->same ? add_same_dice(ctx, b) : add_penetrating(ctx, b)) o = outcomes_take(ctx, &b->sum);
    if (!o) return NULL;
    mpz_set(o->total, b->total);
    odds_set_tail(o, TAIL_SOMEWHERE, ratio_of(0));
    if (!known || !odds_is_cut(o)) return o;
    o->tail = TAIL_ABOVE;
    o->edge = b->score ? score_ratio(b->score, ratio_of(top)) : ratio_of(top);
    o->edge.num *= b->keep->high;
    return o;
}

Odds *exploding_odds_kept(OddsContext *ctx, const ExplodingDie *c, int64_t count, const Keep *keep,
                          const Score *score)
{
    KeptExplosions b = {.die = c, .count = count, .keep = keep, .score = score};
    const WeightedFaces *sides[] = {&c->calm[FIRST], &c->burst[FIRST], &c->calm[LATER],
                                    &c->burst[LATER]};
    Odds *o = NULL;
    bool fits = true;
    mpz_init(b.total);
    b.same = same_sides(sides[0], sides[2]) && same_sides(sides[1], sides[3]);
    for (int i = 0; fits && i < 4; i++) {
        if (sides[i]->n == 0) continue;
        b.kind[i] = faces_odds(ctx, sides[i], mass(sides[i]));
        fits = b.kind[i] != NULL;
    }
    if (fits && (sides[1]->n == 0 || only_calm(&b)))
        o = odds_kept(ctx, &(SameOdds){b.kind[0], count}, 1, keep, score);
    else if (fits)
        o = odds_collapse(ctx, kept_explosions_odds(ctx, &b));
    outcomes_free(&b.sum);
    for (int i = 0; i < 4; i++) odds_free(b.kind[i]);
    mpz_clear(b.total);
    return o && odds_is_cut(o) && !odds_reduce(ctx, o) ? odds_free(o), NULL : o;
}
