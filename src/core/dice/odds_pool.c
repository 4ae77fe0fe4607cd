/* The odds of one term of dice: first of one die after rerolls, explosions and clamps; then of the
 * sum of all dice, of those kept, or of their count.  Groups, too. */
#include <stdlib.h>

#include "core/dice/odds_context.h"

/* --- what a face counts --- */

/* How a single face counts.  clamp, score: true if the modifier works on each face by itself. */
typedef struct {
    const DicePool *pool;
    bool clamp, score;
} Counting;

/* A die that grows is clamped and scored as a whole, not face by face.  Dice of which some are
 * dropped are scored by odds_kept, once it is known which of them are kept. */
static Counting counting_of(const DicePool *p)
{
    bool by_face = p->explode != EXPLODE_GROW;
    return (Counting){p, by_face, by_face && p->score.on && keeps_all(&p->keep)};
}

/* The value of a face after the clamp and the score of its pool. */
static int64_t counted_value(const Counting *k, int64_t face)
{
    if (k->clamp) face = face_range_clamp(k->pool->clamp, face);
    return k->score ? score_face(&k->pool->score, face) : face;
}

/* --- rerolls --- */

/* The weights of single sides after rerolls. */
typedef struct {
    uint64_t stays, again; /* the weight of a side that stays, and of one that is rerolled */
    uint64_t total;
} SideWeights;

/* With REROLL_UNTIL the other sides share the weight of those rerolled.  With REROLL_ONCE there are
 * sides^2 equal cases, of a first and a second roll.  A side that stays has those in which it comes
 * first, and those in which it comes second after one that is rerolled; a side that is rerolled has
 * only the latter. */
static SideWeights side_weights(const DicePool *p, const ResolvedPool *resolved)
{
    uint64_t sides = (uint64_t)resolved->sides, again = 0;
    if (p->reroll == REROLL_NEVER) return (SideWeights){1, 1, sides};
    for (int64_t side = 1, end; side <= resolved->sides; side = end + 1) {
        end = pool_run_end(p, resolved, side);
        if (face_range_has(p->reroll_on, pool_face(p, side))) again += (uint64_t)(end - side + 1);
    }
    if (again == 0) return (SideWeights){1, 1, sides};
    if (p->reroll == REROLL_UNTIL) return (SideWeights){1, 0, sides - again};
    return (SideWeights){sides + again, again, sides * sides};
}

static uint64_t weight_of_face(const DicePool *p, const SideWeights *s, int64_t face)
{
    return p->reroll != REROLL_NEVER && face_range_has(p->reroll_on, face) ? s->again : s->stays;
}

/* --- faces --- */

/* The last of the sides from this one on that all count the same, so that each run of sides is one
 * outcome.  A die that penetrates counts a face one lower, so that is compared, too. */
static int64_t last_side_alike(const Counting *k, const ResolvedPool *resolved, int64_t side)
{
    int64_t end = pool_run_end(k->pool, resolved, side);
    if (k->pool->faces) return side;
    bool alike = counted_value(k, side) == counted_value(k, end) &&
                 counted_value(k, side - 1) == counted_value(k, end - 1);
    return alike ? end : side;
}

/* The sides that explode, and those that do not. */
typedef enum { CALM, BURST } SideKind;

/* The odds of the sides of this kind.  Each counts its face minus `less`.  The total is the weight
 * of these sides alone. */
static Odds *odds_of_faces(OddsContext *ctx, const Counting *k, const ResolvedPool *resolved,
                           SideKind kind, int64_t less)
{
    const DicePool *p = k->pool;
    SideWeights weights = side_weights(p, resolved);
    OutcomeMap map;
    mpz_t total;
    int64_t runs = 0;
    mpz_init(total);
    bool fits = outcomes_start(ctx, &map, 1);
    for (int64_t side = 1, end; fits && side <= resolved->sides; side = end + 1) {
        int64_t face = pool_face(p, side);
        end = last_side_alike(k, resolved, side);
        fits = runs++ < ODDS_OUTCOMES_MAX ||
               odds_fail(ctx, "dice of more than %d sides are too large for these odds",
                         ODDS_OUTCOMES_MAX);
        if (!fits || pool_explodes(p, resolved, face) != (kind == BURST)) continue;
        mp_limb_t weight = weight_of_face(p, &weights, face) * (uint64_t)(end - side + 1);
        mpz_add_ui(total, total, weight);
        fits = outcomes_add(ctx, &map, ratio_of(counted_value(k, face - less)), &weight, 1);
    }
    Odds *o = outcomes_finish(ctx, &map, fits, total);
    mpz_clear(total);
    return o;
}

/* --- the faces of a die that explodes --- */

static void exploding_free(ExplodingDie *die)
{
    for (int i = FIRST; i <= LATER; i++) {
        odds_free(die->calm[i]);
        odds_free(die->burst[i]);
    }
}

/* Makes the four odds of a die that explodes; call exploding_free in any case. */
static bool exploding_make(OddsContext *ctx, ExplodingDie *die, const Counting *k,
                           const ResolvedPool *resolved)
{
    uint64_t total = side_weights(k->pool, resolved).total;
    *die = (ExplodingDie){.total = {total, total}};
    for (int i = FIRST; i <= LATER; i++) {
        int64_t less = k->pool->penetrate && i == LATER ? 1 : 0;
        die->calm[i] = odds_of_faces(ctx, k, resolved, CALM, less);
        die->burst[i] = die->calm[i] ? odds_of_faces(ctx, k, resolved, BURST, less) : NULL;
        if (!die->burst[i]) return false;
    }
    return true;
}

/* --- one die --- */

/* The range within which the values of a die must be told apart.  Clamps and counts treat all
 * values beyond it the same; only a die that grew (!!) has such values. */
static FaceRange values_that_matter(const DicePool *p)
{
    FaceRange s = p->clamp;
    /* Dice that bring more dice are clamped and scored one by one, before they are added up. */
    if (p->explode == EXPLODE_MORE) return (FaceRange){INT64_MIN, INT64_MAX};
    if (!p->score.on) return s;
    const FaceRange conditions[] = {p->score.success, p->score.failure};
    s = (FaceRange){INT64_MAX, INT64_MIN};
    for (int i = 0; i < (p->score.fails ? 2 : 1); i++) {
        const int64_t ends[] = {conditions[i].min, conditions[i].max};
        for (int e = 0; e < 2; e++) {
            if (ends[e] == INT64_MIN || ends[e] == INT64_MAX) continue; /* no bound */
            /* The values on either side of an end count differently. */
            if (ends[e] - 1 < s.min) s.min = ends[e] - 1;
            if (ends[e] + 1 > s.max) s.max = ends[e] + 1;
        }
    }
    return s;
}

/* Sets the exact means of o, which is `before` after a clamp: the means of `before`, corrected by
 * the outcomes that the clamp moved to the bound.  Where a tail was moved, too, they stay unknown.
 * Values are whole. */
static void set_clamped_means(const Odds *before, int64_t bound, bool min, Odds *o)
{
    bool beyond = before->tail == (min ? TAIL_ABOVE : TAIL_BELOW);
    if (!beyond || !odds_means(before, o->mean, o->square)) return;
    mpq_t mean, square;
    mpz_t weight, moved;
    mpq_inits(mean, square, NULL);
    mpz_init(moved);
    for (size_t i = 0; i < before->n; i++) {
        int64_t v = before->value[i].num;
        if (min ? v >= bound : v <= bound) continue;
        odds_weight(before, i, weight);
        mpz_mul_si(moved, weight, bound - v);
        mpz_add(mpq_numref(mean), mpq_numref(mean), moved);
        mpz_mul_si(moved, moved, bound + v); /* b^2 - v^2 = (b - v) (b + v) */
        mpz_add(mpq_numref(square), mpq_numref(square), moved);
    }
    mpz_set(mpq_denref(mean), before->total);
    mpz_set(mpq_denref(square), before->total);
    mpq_canonicalize(mean);
    mpq_canonicalize(square);
    mpq_add(o->mean, o->mean, mean);
    mpq_add(o->square, o->square, square);
    o->means_known = true;
    mpq_clears(mean, square, NULL);
    mpz_clear(moved);
}

/* The odds of max(o, bound) or min(o, bound): kind NODE_MAX applies a minimum, and NODE_MIN a
 * maximum.  Takes over o, which may be NULL. */
static Odds *clamp_odds(OddsContext *ctx, Odds *o, NodeKind kind, int64_t bound)
{
    Odds *end = o ? odds_certain(ctx, ratio_of(bound)) : NULL;
    Odds *clamp = end ? odds_binary(ctx, kind, o, end) : NULL;
    if (clamp && odds_is_cut(clamp)) set_clamped_means(o, bound, kind == NODE_MAX, clamp);
    odds_free(o);
    odds_free(end);
    return clamp;
}

/* Clamps the odds of a die that grew (!!), and scores them if all dice are kept.  A tail that lies
 * beyond `matters` (values_that_matter) becomes one outcome, which is scored like any other.  Takes
 * over o. */
static Odds *finish_grown(OddsContext *ctx, const DicePool *p, Odds *o, FaceRange matters)
{
    if (p->clamp.min != INT64_MIN) o = clamp_odds(ctx, o, NODE_MAX, p->clamp.min);
    if (p->clamp.max != INT64_MAX) o = clamp_odds(ctx, o, NODE_MIN, p->clamp.max);
    if (!o || !p->score.on) return o;
    bool tail_is_alike =
        (o->tail == TAIL_ABOVE && ratio_compare(o->edge, ratio_of(matters.max)) >= 0) ||
        (o->tail == TAIL_BELOW && ratio_compare(o->edge, ratio_of(matters.min)) <= 0);
    if (tail_is_alike) o = odds_collapse(ctx, o);
    if (!o || !keeps_all(&p->keep)) return o;
    Odds *scored = odds_score(ctx, &p->score, o);
    odds_free(o);
    return scored;
}

/* The odds of one die with all its explosions.  kept: with dice that bring more dice (!), the odds
 * of the dice kept among all dice of the term instead. */
static Odds *odds_of_die(OddsContext *ctx, const DicePool *p, const ResolvedPool *resolved,
                         bool kept)
{
    Counting k = counting_of(p);
    if (p->explode == EXPLODE_NEVER) return odds_of_faces(ctx, &k, resolved, CALM, 0);
    FaceRange matters = values_that_matter(p);
    ExplodingDie die;
    Odds *o = NULL;
    if (exploding_make(ctx, &die, &k, resolved))
        o = kept ? exploding_odds_kept(ctx, &die, resolved->count, &p->keep,
                                       p->score.on ? &p->score : NULL)
                 : exploding_odds(ctx, &die, resolved->count, matters);
    exploding_free(&die);
    return p->explode == EXPLODE_GROW ? finish_grown(ctx, p, o, matters) : o;
}

/* --- all dice of the term --- */

Odds *odds_pool(OddsContext *ctx, const DicePool *p, const ResolvedPool *resolved)
{
    bool all = keeps_all(&p->keep);
    if (resolved->count == 0) return odds_certain(ctx, ratio_of(0));
    bool bring_kept = p->explode == EXPLODE_MORE && !all;
    Odds *die = odds_of_die(ctx, p, resolved, bring_kept), *o = NULL;
    if (bring_kept) return die;
    if (die && all) /* the odds of the die are those of its score already (odds_of_die) */
        o = odds_times(ctx, die, resolved->count, TRIM_ALL);
    else if (die)
        o = odds_kept(ctx, &(SameOdds){die, resolved->count}, 1, &p->keep,
                      p->score.on ? &p->score : NULL);
    odds_free(die);
    return o;
}

/* --- groups --- */

/* Counts in `all` how many parts have the same odds; returns how many kinds there are. */
static size_t count_kinds(Odds *const *parts, size_t n, SameOdds *all)
{
    size_t kinds = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < kinds && !odds_equal(all[k].odds, parts[i])) k++;
        if (k == kinds) all[kinds++] = (SameOdds){parts[i], 0};
        all[k].count++;
    }
    return kinds;
}

/* The odds of the sum, minimum or maximum of all parts, or of their scores if there is a score. */
static Odds *combine_parts(OddsContext *ctx, NodeKind kind, Odds *const *parts, size_t n,
                           const Score *score)
{
    Odds *all = NULL;
    for (size_t i = 0; i < n; i++) {
        Odds *scored = score ? odds_score(ctx, score, parts[i]) : NULL;
        const Odds *part = score ? scored : parts[i];
        Odds *more = NULL;
        if (part && i == 0) more = odds_copy(ctx, part);
        if (part && i > 0) more = odds_binary(ctx, kind, all, part);
        odds_free(scored);
        odds_free(all);
        all = more;
        if (!all) return NULL;
    }
    return all;
}

/* True when only the highest is kept (*kind is NODE_MAX), or only the lowest (NODE_MIN). */
static bool keeps_one_at_end(const Keep *k, size_t n, NodeKind *kind)
{
    int64_t from, to;
    keep_slice(k, (int64_t)n, &from, &to);
    *kind = to == (int64_t)n ? NODE_MAX : NODE_MIN;
    return to - from == 1 && (from == 0 || to == (int64_t)n);
}

Odds *odds_group(OddsContext *ctx, const DicePool *p, Odds *const *parts, size_t n)
{
    const Score *score = p->score.on ? &p->score : NULL;
    NodeKind kind;
    if (keeps_all(&p->keep)) return combine_parts(ctx, NODE_ADD, parts, n, score);
    /* With a score the highest part need not have the highest score. */
    if (!score && keeps_one_at_end(&p->keep, n, &kind))
        return combine_parts(ctx, kind, parts, n, NULL);
    SameOdds *all = calloc(n, sizeof *all);
    if (!all) {
        odds_no_memory(ctx);
        return NULL;
    }
    size_t kinds = count_kinds(parts, n, all);
    Odds *o = odds_kept(ctx, all, kinds, &p->keep, score);
    free(all);
    return o;
}
