/* The odds of one term of dice: first of one die after rerolls, explosions and clamps; then of the
 * sum of all dice, of those kept, or of their count.  Rerolling until a face stays divides that
 * face's weight out: the other faces share it. */
#include <stdlib.h>

#include "core/dice/odds_context.h"

/* --- what a face counts --- */

/* How a face counts towards the total, as far as one die alone tells. */
typedef struct {
    const DicePool *pool;
    bool clamp, score;
} Counting;

static int64_t counted(const Counting *k, int64_t face)
{
    if (k->clamp) face = face_range_clamp(k->pool->clamp, face);
    return k->score ? score_face(&k->pool->score, face) : face;
}

/* --- rerolls --- */

typedef struct {
    uint64_t stays, again; /* the weight of a side that stays, and of one that is rerolled */
    uint64_t total;
} SideWeights;

/* Rerolled once, a face still comes up from the second roll, as often as any other. */
static SideWeights side_weights(const DicePool *p, const ResolvedPool *c)
{
    uint64_t sides = (uint64_t)c->sides, again = 0;
    if (p->reroll == REROLL_NEVER) return (SideWeights){1, 1, sides};
    for (int64_t side = 1, end; side <= c->sides; side = end + 1) {
        end = pool_run_end(p, c, side);
        if (face_range_has(p->reroll_on, pool_face(p, side))) again += (uint64_t)(end - side + 1);
    }
    if (again == 0) return (SideWeights){1, 1, sides};
    if (p->reroll == REROLL_UNTIL) return (SideWeights){1, 0, sides - again};
    return (SideWeights){sides + again, again, sides * sides};
}

static uint64_t weight_of(const DicePool *p, const SideWeights *s, int64_t face)
{
    return p->reroll != REROLL_NEVER && face_range_has(p->reroll_on, face) ? s->again : s->stays;
}

/* --- faces --- */

/* The last of the sides from this one on that all count the same, so that each run of sides is one
 * outcome. */
static int64_t last_alike(const Counting *k, const ResolvedPool *c, int64_t side)
{
    int64_t end = pool_run_end(k->pool, c, side);
    if (k->pool->own) return side;
    return counted(k, side) == counted(k, end) && counted(k, side - 1) == counted(k, end - 1)
               ? end
               : side;
}

/* The odds of the sides that explode (burst) or of those that do not, each counting `less`
 * less; their total is their own weight. */
static Odds *faces_odds(OddsContext *ctx, const Counting *k, const ResolvedPool *c, bool burst,
                        int64_t less)
{
    const DicePool *p = k->pool;
    SideWeights weights = side_weights(p, c);
    OutcomeMap map;
    mpz_t total;
    int64_t runs = 0;
    mpz_init(total);
    bool fits = outcomes_start(ctx, &map, 1);
    for (int64_t side = 1, end; fits && side <= c->sides; side = end + 1) {
        int64_t face = pool_face(p, side);
        end = last_alike(k, c, side);
        if (pool_explodes(p, c, face) != burst) continue;
        mp_limb_t weight = weight_of(p, &weights, face) * (uint64_t)(end - side + 1);
        mpz_add_ui(total, total, weight);
        fits = runs++ < ODDS_OUTCOMES_MAX
                   ? outcomes_add(ctx, &map, ratio_of(counted(k, face - less)), &weight, 1)
                   : odds_fail(ctx, "dice of more than %d sides are too large for these odds",
                               ODDS_OUTCOMES_MAX);
    }
    Odds *o = outcomes_odds(ctx, &map, fits, total);
    mpz_clear(total);
    return o;
}

static void exploding_free(ExplodingDie *c)
{
    for (int i = FIRST; i <= LATER; i++) {
        odds_free(c->calm[i]);
        odds_free(c->burst[i]);
    }
}

static bool exploding_make(OddsContext *ctx, ExplodingDie *die, const Counting *k,
                           const ResolvedPool *c)
{
    uint64_t total = side_weights(k->pool, c).total;
    *die = (ExplodingDie){.total = total, .own = total};
    for (int i = FIRST; i <= LATER; i++) {
        int64_t less = k->pool->penetrate ? i : 0;
        die->calm[i] = faces_odds(ctx, k, c, false, less);
        die->burst[i] = die->calm[i] ? faces_odds(ctx, k, c, true, less) : NULL;
        if (!die->burst[i]) return false;
    }
    return true;
}

/* --- one die --- */

/* The values that a grown die need be told apart within: clamps and counts see no more.
 */
static FaceRange values_that_matter(const DicePool *p)
{
    FaceRange s = p->clamp;
    if (!p->score.on) return s;
    const FaceRange conditions[] = {p->score.success, p->score.failure};
    s = (FaceRange){INT64_MAX, INT64_MIN};
    for (int i = 0; i < (p->score.fails ? 2 : 1); i++) {
        const int64_t ends[] = {conditions[i].min, conditions[i].max};
        for (int e = 0; e < 2; e++) {
            if (ends[e] == INT64_MIN || ends[e] == INT64_MAX) continue;
            if (ends[e] - 1 < s.min) s.min = ends[e] - 1;
            if (ends[e] + 1 > s.max) s.max = ends[e] + 1;
        }
    }
    return s;
}

/* The exact means of clamped odds: those before the clamp, corrected by the finitely many outcomes
 * that moved.  Values are whole. */
static void means_clamped(const Odds *before, int64_t bound, bool min, Odds *o)
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
    o->closed = true;
    mpq_clears(mean, square, NULL);
    mpz_clear(moved);
}

static Odds *clamped(OddsContext *ctx, Odds *o, NodeKind kind, int64_t bound)
{
    Odds *end = o ? odds_certain(ctx, ratio_of(bound)) : NULL;
    Odds *clamp = end ? odds_binary(ctx, kind, o, end) : NULL;
    if (clamp && odds_is_cut(clamp)) means_clamped(o, bound, kind == NODE_MAX, clamp);
    odds_free(o);
    odds_free(end);
    return clamp;
}

/* The odds of a die that grows by its explosions (!!). */
static Odds *odds_of_growing(OddsContext *ctx, const DicePool *p, const ResolvedPool *c)
{
    Counting k = {.pool = p};
    ExplodingDie chain;
    Odds *o = NULL;
    FaceRange matters = values_that_matter(p);
    if (exploding_make(ctx, &chain, &k, c)) o = exploding_odds(ctx, &chain, c->count, matters);
    exploding_free(&chain);
    if (p->clamp.min != INT64_MIN) o = clamped(ctx, o, NODE_MAX, p->clamp.min);
    if (p->clamp.max != INT64_MAX) o = clamped(ctx, o, NODE_MIN, p->clamp.max);
    bool same = o && p->score.on &&
                ((o->tail == TAIL_ABOVE && ratio_compare(o->edge, ratio_of(matters.max)) >= 0) ||
                 (o->tail == TAIL_BELOW && ratio_compare(o->edge, ratio_of(matters.min)) <= 0));
    return same ? odds_collapse(ctx, o) : o;
}

/* --- all dice of the term --- */

/* The odds of all dice of the term from those of one die, which it frees. */
static Odds *odds_of_dice(OddsContext *ctx, const DicePool *p, const ResolvedPool *c, Odds *die)
{
    Odds *o = NULL;
    const Score *score = p->score.on ? &p->score : NULL;
    if (die && keep_all(&p->keep) && score && p->explode == EXPLODE_GROW) {
        Odds *scored = odds_score(ctx, score, die);
        odds_free(die);
        die = scored;
    }
    if (die && keep_all(&p->keep))
        o = odds_times(ctx, die, c->count, true);
    else if (die)
        o = odds_kept(ctx, &(SameOdds){die, c->count}, 1, &p->keep, score);
    odds_free(die);
    return o;
}

/* The odds of dice that bring more dice (!). */
static Odds *odds_of_exploding(OddsContext *ctx, const DicePool *p, const ResolvedPool *c)
{
    bool all = keep_all(&p->keep);
    Counting k = {p, true, p->score.on && all};
    ExplodingDie chain;
    Odds *o = NULL;
    static const FaceRange everything = {INT64_MIN, INT64_MAX};
    if (exploding_make(ctx, &chain, &k, c)) {
        if (!all) {
            o = exploding_odds_kept(ctx, &chain, c->count, &p->keep,
                                    p->score.on ? &p->score : NULL);
        } else {
            Odds *one = exploding_odds(ctx, &chain, c->count, everything);
            o = one ? odds_times(ctx, one, c->count, true) : NULL;
            odds_free(one);
        }
    }
    exploding_free(&chain);
    return o;
}

Odds *odds_pool(OddsContext *ctx, const DicePool *p, const ResolvedPool *c)
{
    if (c->count == 0) return odds_certain(ctx, ratio_of(0));
    switch (p->explode) {
    case EXPLODE_MORE: return odds_of_exploding(ctx, p, c);
    case EXPLODE_GROW: return odds_of_dice(ctx, p, c, odds_of_growing(ctx, p, c));
    case EXPLODE_NEVER: break;
    }
    Counting k = {p, true, p->score.on && keep_all(&p->keep)};
    return odds_of_dice(ctx, p, c, faces_odds(ctx, &k, c, false, 0));
}

/* --- groups --- */

/* Puts parts with the same odds together; returns how many kinds there are. */
static size_t sort_into_kinds(Odds *const *parts, size_t n, SameOdds *all)
{
    size_t kinds = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < kinds && !odds_same(all[k].odds, parts[i])) k++;
        if (k == kinds) all[kinds++] = (SameOdds){parts[i], 0};
        all[k].count++;
    }
    return kinds;
}

/* All parts added, or their minimum or maximum; of their scores if there is a score. */
static Odds *combine_parts(OddsContext *ctx, NodeKind kind, Odds *const *parts, size_t n,
                           const Score *score)
{
    Odds *all = NULL;
    for (size_t i = 0; i < n; i++) {
        Odds *scored = score ? odds_score(ctx, score, parts[i]) : NULL;
        const Odds *part = score ? scored : parts[i];
        Odds *more = !part    ? NULL
                     : i == 0 ? odds_times(ctx, part, 1, false)
                              : odds_binary(ctx, kind, all, part);
        odds_free(scored);
        odds_free(all);
        all = more;
        if (!all) return NULL;
    }
    return all;
}

/* Is only the highest kept (*kind is NODE_MAX), or only the lowest (NODE_MIN)? */
static bool keeps_one_end(const Keep *k, size_t n, NodeKind *kind)
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
    if (keep_all(&p->keep)) return combine_parts(ctx, NODE_ADD, parts, n, score);
    if (!score && keeps_one_end(&p->keep, n, &kind))
        return combine_parts(ctx, kind, parts, n, NULL);
    SameOdds *all = calloc(n, sizeof *all);
    if (!all) {
        odds_no_memory(ctx);
        return NULL;
    }
    size_t kinds = sort_into_kinds(parts, n, all);
    Odds *o = odds_kept(ctx, all, kinds, &p->keep, score);
    free(all);
    return o;
}
