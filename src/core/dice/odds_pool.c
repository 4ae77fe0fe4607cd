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
    const DicePool *p = k->pool;
    if (k->clamp && face < p->clamp.min) face = p->clamp.min;
    if (k->clamp && face > p->clamp.max) face = p->clamp.max;
    if (!k->score) return face;
    return face_range_has(p->score.success, face) -
           (p->score.fails && face_range_has(p->score.failure, face));
}

/* --- rerolls --- */

static int64_t overlap(FaceRange s, int64_t sides)
{
    int64_t from = s.min < 1 ? 1 : s.min, to = s.max > sides ? sides : s.max;
    return to >= from ? to - from + 1 : 0;
}

typedef struct {
    uint64_t stays, again; /* the weight of a side that stays, and of one that is rerolled */
    uint64_t total;
} Settled;

/* Rerolled once, a face still comes up from the second roll, as often as any other. */
static Settled settled(const DicePool *p, const ResolvedPool *c)
{
    uint64_t sides = (uint64_t)c->sides, again = 0;
    if (p->reroll == REROLL_NEVER) return (Settled){1, 1, sides};
    if (!p->own) again = (uint64_t)overlap(p->reroll_on, c->sides);
    for (int64_t i = 0; p->own && i < c->sides; i++)
        again += face_range_has(p->reroll_on, p->own[i]);
    if (again == 0) return (Settled){1, 1, sides};
    if (p->reroll == REROLL_UNTIL) return (Settled){1, 0, sides - again};
    return (Settled){sides + again, again, sides * sides};
}

static uint64_t weight_of(const DicePool *p, const Settled *s, int64_t face)
{
    return p->reroll != REROLL_NEVER && face_range_has(p->reroll_on, face) ? s->again : s->stays;
}

/* --- weighted faces --- */

static bool add_side(OddsContext *r, WeightedFaces *s, int64_t value, uint64_t weight)
{
    if (weight == 0) return true;
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 32;
        if (room > ODDS_OUTCOMES_MAX)
            return odds_fail(r, "dice of more than %d sides are too large for these odds",
                             ODDS_OUTCOMES_MAX);
        if (!odds_spend_room(r, 2 * (room - s->room))) return false;
        int64_t *values = realloc(s->value, room * sizeof *values);
        if (values) s->value = values;
        uint64_t *weights = realloc(s->weight, room * sizeof *weights);
        if (weights) s->weight = weights;
        if (!values || !weights) return odds_no_memory(r);
        s->room = room;
    }
    s->value[s->n] = value;
    s->weight[s->n++] = weight;
    return true;
}

static void faces_free(WeightedFaces *s)
{
    free(s->value);
    free(s->weight);
    *s = (WeightedFaces){0};
}

/* The last side of a run that counts and rerolls like this one.  A die may have 10^9 sides, and
 * with a count or clamp long runs are alike. */
static int64_t run_end(const Counting *k, const ResolvedPool *c, int64_t side)
{
    const DicePool *p = k->pool;
    const FaceRange spans[] = {p->reroll_on, p->clamp, p->score.success, p->score.failure,
                               c->explode_on};
    int64_t end = c->sides;
    if (p->own) return side;
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        if (spans[i].min > side && spans[i].min - 1 < end) end = spans[i].min - 1;
        if (spans[i].max >= side && spans[i].max < end) end = spans[i].max;
    }
    return counted(k, side) == counted(k, end) && counted(k, side - 1) == counted(k, end - 1)
               ? end
               : side;
}

/* Lists the sides that explode (burst) or those that do not, each counting `less` less. */
static bool list_sides(OddsContext *r, WeightedFaces *s, const Counting *k, const ResolvedPool *c,
                       bool burst, int64_t less)
{
    const DicePool *p = k->pool;
    Settled settle = settled(p, c);
    for (int64_t side = 1, end; side <= c->sides; side = end + 1) {
        int64_t face = pool_face(p, side);
        bool explodes = p->explode != EXPLODE_NEVER && face_range_has(c->explode_on, face);
        end = run_end(k, c, side);
        if (explodes == burst &&
            !add_side(r, s, counted(k, face - less),
                      weight_of(p, &settle, face) * (uint64_t)(end - side + 1)))
            return false;
    }
    return true;
}

static void exploding_free(ExplodingDie *c)
{
    for (int i = FIRST; i <= LATER; i++) {
        faces_free(&c->calm[i]);
        faces_free(&c->burst[i]);
    }
}

static bool exploding_make(OddsContext *r, ExplodingDie *chain, const Counting *k,
                           const ResolvedPool *c)
{
    bool fits = true;
    *chain = (ExplodingDie){.total = settled(k->pool, c).total};
    for (int i = FIRST; fits && i <= LATER; i++) {
        int64_t less = k->pool->penetrate ? i : 0;
        fits = list_sides(r, &chain->calm[i], k, c, false, less) &&
               list_sides(r, &chain->burst[i], k, c, true, less);
    }
    return fits;
}

/* --- one die --- */

/* The values that a grown die need be told apart within: clamps and counts see no more. */
static FaceRange that_matters(const DicePool *p)
{
    FaceRange s = p->clamp;
    if (!p->score.on) return s;
    const FaceRange spans[] = {p->score.success, p->score.failure};
    s = (FaceRange){INT64_MAX, INT64_MIN};
    for (int i = 0; i < (p->score.fails ? 2 : 1); i++) {
        const int64_t ends[] = {spans[i].min, spans[i].max};
        for (int e = 0; e < 2; e++) {
            if (ends[e] == INT64_MIN || ends[e] == INT64_MAX) continue;
            if (ends[e] - 1 < s.min) s.min = ends[e] - 1;
            if (ends[e] + 1 > s.max) s.max = ends[e] + 1;
        }
    }
    return s;
}

/* The exact means of clamped odds: those before the clamp, corrected by the finitely many outcomes
 * that moved. */
static void means_clamped(const Odds *before, int64_t bound, bool min, Odds *o)
{
    Ratio b = ratio_of(bound);
    bool beyond = before->tail == (min ? TAIL_ABOVE : TAIL_BELOW);
    if (!beyond || !odds_means(before, o->mean, o->square)) return;
    mpz_t weight;
    mpq_t value, moved;
    mpq_inits(value, moved, NULL);
    for (size_t i = 0; i < before->n; i++) {
        int order = ratio_compare(before->value[i], b);
        if (min ? order >= 0 : order <= 0) continue;
        odds_weight(before, i, weight);
        for (int power = 1; power <= 2; power++) {
            int64_t v = before->value[i].num;
            mpz_set_si(mpq_numref(value), bound);
            mpz_set_si(mpq_numref(moved), v);
            if (power == 2) mpz_mul_si(mpq_numref(value), mpq_numref(value), bound);
            if (power == 2) mpz_mul_si(mpq_numref(moved), mpq_numref(moved), v);
            mpz_sub(mpq_numref(value), mpq_numref(value), mpq_numref(moved));
            mpz_mul(mpq_numref(value), mpq_numref(value), weight);
            mpz_set(mpq_denref(value), before->total);
            mpq_canonicalize(value);
            mpq_ptr mean = power == 1 ? o->mean : o->square;
            mpq_add(mean, mean, value);
            mpz_set_ui(mpq_denref(value), 1);
        }
    }
    o->closed = true;
    mpq_clears(value, moved, NULL);
}

static Odds *clamped(OddsContext *r, Odds *o, NodeKind kind, int64_t bound)
{
    Odds *end = o ? odds_certain(r, ratio_of(bound)) : NULL;
    Odds *clamp = end ? odds_binary(r, kind, o, end) : NULL;
    if (clamp && odds_is_cut(clamp)) means_clamped(o, bound, kind == NODE_MAX, clamp);
    odds_free(o);
    odds_free(end);
    return clamp;
}

/* The odds of a die that grows by its explosions (!!). */
static Odds *grown(OddsContext *r, const DicePool *p, const ResolvedPool *c)
{
    Counting k = {.pool = p};
    ExplodingDie chain;
    Odds *o = NULL;
    FaceRange matters = that_matters(p);
    if (exploding_make(r, &chain, &k, c)) o = exploding_odds(r, &chain, c->count, matters);
    exploding_free(&chain);
    if (p->clamp.min != INT64_MIN) o = clamped(r, o, NODE_MAX, p->clamp.min);
    if (p->clamp.max != INT64_MAX) o = clamped(r, o, NODE_MIN, p->clamp.max);
    bool alike = o && p->score.on &&
                 ((o->tail == TAIL_ABOVE && ratio_compare(o->edge, ratio_of(matters.max)) >= 0) ||
                  (o->tail == TAIL_BELOW && ratio_compare(o->edge, ratio_of(matters.min)) <= 0));
    return alike ? odds_collapse(r, o) : o;
}

static Odds *single(OddsContext *r, const DicePool *p, const ResolvedPool *c, bool score)
{
    Counting k = {p, true, score};
    WeightedFaces s = {0};
    Odds *o = NULL;
    if (list_sides(r, &s, &k, c, false, 0)) o = faces_odds(r, &s, settled(p, c).total);
    faces_free(&s);
    return o;
}

/* --- all dice of the term --- */

static Odds *each(OddsContext *r, const DicePool *p, const ResolvedPool *c, Odds *die)
{
    Odds *o = NULL;
    const Score *score = p->score.on ? &p->score : NULL;
    if (!die) return NULL;
    if (keep_all(&p->keep)) {
        Odds *count = score && p->explode == EXPLODE_GROW ? odds_score(r, score, die) : NULL;
        bool missing = score && p->explode == EXPLODE_GROW && !count;
        if (!missing) o = odds_times(r, count ? count : die, c->count, true);
        odds_free(count);
    } else {
        o = odds_kept(r, &(SameOdds){die, c->count}, 1, &p->keep, score);
    }
    odds_free(die);
    return o;
}

static Odds *bursting(OddsContext *r, const DicePool *p, const ResolvedPool *c)
{
    bool all = keep_all(&p->keep);
    Counting k = {p, true, p->score.on && all};
    ExplodingDie chain;
    Odds *o = NULL;
    static const FaceRange everything = {INT64_MIN, INT64_MAX};
    if (exploding_make(r, &chain, &k, c)) {
        if (!all) {
            o = exploding_odds_kept(r, &chain, c->count, &p->keep, p->score.on ? &p->score : NULL);
        } else {
            Odds *one = exploding_odds(r, &chain, c->count, everything);
            o = one ? odds_times(r, one, c->count, true) : NULL;
            odds_free(one);
        }
    }
    exploding_free(&chain);
    return o;
}

Odds *odds_pool(OddsContext *r, const DicePool *p, const ResolvedPool *c)
{
    if (c->count == 0) return odds_certain(r, ratio_of(0));
    switch (p->explode) {
    case EXPLODE_MORE: return bursting(r, p, c);
    case EXPLODE_GROW: return each(r, p, c, grown(r, p, c));
    case EXPLODE_NEVER: break;
    }
    return each(r, p, c, single(r, p, c, p->score.on && keep_all(&p->keep)));
}

/* --- groups --- */

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

/* Combines and gives up both. */
static Odds *fold_in(OddsContext *r, NodeKind kind, Odds *sum, Odds *part)
{
    Odds *o = sum && part ? odds_binary(r, kind, sum, part) : NULL;
    odds_free(sum);
    odds_free(part);
    return o;
}

static Odds *copy(OddsContext *r, const Odds *o)
{
    return odds_times(r, o, 1, false);
}

/* All parts added, or their minimum or maximum. */
static Odds *fold(OddsContext *r, NodeKind kind, Odds *const *parts, size_t n, const Score *score)
{
    Odds *sum = NULL;
    for (size_t i = 0; i < n; i++) {
        Odds *part = score ? odds_score(r, score, parts[i]) : copy(r, parts[i]);
        sum = i == 0 ? part : fold_in(r, kind, sum, part);
        if (!sum) return NULL;
    }
    return sum;
}

static bool one_end(const Keep *k, size_t n, NodeKind *kind)
{
    int64_t from, to;
    keep_slice(k, (int64_t)n, &from, &to);
    *kind = to == (int64_t)n ? NODE_MAX : NODE_MIN;
    return to - from == 1 && (from == 0 || to == (int64_t)n);
}

Odds *odds_group(OddsContext *r, const DicePool *p, Odds *const *parts, size_t n)
{
    const Score *score = p->score.on ? &p->score : NULL;
    NodeKind kind;
    if (keep_all(&p->keep)) return fold(r, NODE_ADD, parts, n, score);
    if (!score && one_end(&p->keep, n, &kind)) return fold(r, kind, parts, n, NULL);
    SameOdds *all = calloc(n, sizeof *all);
    if (!all) {
        odds_no_memory(r);
        return NULL;
    }
    size_t kinds = sort_into_kinds(parts, n, all);
    Odds *o = odds_kept(r, all, kinds, &p->keep, score);
    free(all);
    return o;
}
