/* The odds of an expression: one pass over its nodes with a stack of odds, as roll.c has one of
 * values.  A term whose count or sides are rolled is a mix of cases. */
#include "core/dice/odds_context.h"

#include <stdlib.h>

/* --- computed counts and sides --- */

/* One case of a term whose count or sides are rolled: its odds with one count and number of sides.
 */
typedef struct {
    Odds *odds;
    mpz_t weight; /* of this count and these sides; scale_cases turns it into the factor for the
                   * weights of `odds` in the mix */
} PoolCase;

/* Sets *n to a computed count or number of sides (`what`), which must be whole, from min to max. */
static bool resolve_computed(OddsContext *ctx, Ratio v, const char *what, int64_t min, int64_t max,
                             int64_t *n)
{
    if (v.den != 1)
        return odds_fail(ctx, "the number of %s may come out as %lld/%lld", what, (long long)v.num,
                         (long long)v.den);
    if (v.num < min || v.num > max)
        return odds_fail(ctx, "the number of %s may come out as %lld", what, (long long)v.num);
    *n = v.num;
    return true;
}

/* The odds of a term whose count and sides are known. */
static Odds *resolved_odds(OddsContext *ctx, const DicePool *p, int64_t count, int64_t sides)
{
    ResolvedPool resolved = pool_resolve(p, count, sides);
    if (count > 0 && !pool_can_end(p, &resolved)) {
        odds_fail(ctx, "on a d%lld this would never end", (long long)sides);
        return NULL;
    }
    return odds_pool(ctx, p, &resolved);
}

/* Makes the case of the i-th count and the k-th number of sides.  counts, sides: their odds; NULL
 * when the term has a fixed number. */
static bool make_case(OddsContext *ctx, PoolCase *c, const DicePool *p, const Odds *counts,
                      size_t i, const Odds *sides, size_t k)
{
    int64_t count = p->count, side = p->sides;
    mpz_t weight;
    if (counts && !resolve_computed(ctx, counts->value[i], "dice", 0, DICE_COUNT_MAX, &count))
        return false;
    if (sides && !resolve_computed(ctx, sides->value[k], "sides", 1, DICE_SIDES_MAX, &side))
        return false;
    if (counts) {
        odds_weight(counts, i, weight);
        mpz_mul(c->weight, c->weight, weight);
    }
    if (sides) {
        odds_weight(sides, k, weight);
        mpz_mul(c->weight, c->weight, weight);
    }
    c->odds = resolved_odds(ctx, p, count, side);
    return c->odds != NULL;
}

/* Scales the cases to one denominator, the LCM of their totals, and multiplies `total` by it. */
static bool scale_cases(OddsContext *ctx, PoolCase *cases, size_t n, mpz_t total)
{
    mpz_t common, by;
    bool fits = true;
    mpz_init_set_ui(common, 1);
    mpz_init(by);
    for (size_t i = 0; fits && i < n; i++) {
        size_t limbs = limbs_of(cases[i].odds->total);
        /* mpz_lcm needs a gcd, which is charged as four products. */
        fits = odds_spend_effort(ctx, odds_product_effort(limbs_of(common), limbs) * 4);
        if (fits) mpz_lcm(common, common, cases[i].odds->total);
        fits = fits && odds_spend_room(ctx, limbs_of(common));
    }
    for (size_t i = 0; fits && i < n; i++) {
        mpz_divexact(by, common, cases[i].odds->total);
        mpz_mul(cases[i].weight, cases[i].weight, by);
    }
    mpz_mul(total, total, common);
    mpz_clears(common, by, NULL);
    return fits;
}

/* Sets the means of the mix: those of the cases, each times its share of the total. */
static void mix_means(const PoolCase *cases, size_t n, Odds *o)
{
    mpq_t mean, square, share;
    mpq_inits(mean, square, share, NULL);
    for (size_t i = 0; o->means_known && i < n; i++) {
        o->means_known = odds_means(cases[i].odds, mean, square);
        mpz_mul(mpq_numref(share), cases[i].weight, cases[i].odds->total);
        mpz_set(mpq_denref(share), o->total);
        mpq_canonicalize(share);
        mpq_mul(mean, mean, share);
        mpq_mul(square, square, share);
        mpq_add(o->mean, o->mean, mean);
        mpq_add(o->square, o->square, square);
    }
    mpq_clears(mean, square, share, NULL);
}

/* Makes n cases without odds, of weight 1. */
static PoolCase *cases_new(OddsContext *ctx, size_t n)
{
    PoolCase *cases = calloc(n + 1, sizeof *cases);
    if (!cases) odds_no_memory(ctx);
    for (size_t i = 0; cases && i < n; i++) mpz_init_set_ui(cases[i].weight, 1);
    return cases;
}

static void cases_free(PoolCase *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        odds_free(cases[i].odds);
        mpz_clear(cases[i].weight);
    }
    free(cases);
}

/* The odds of a term whose count, sides or both are rolled.  counts, sides: the odds of the rolled
 * number; NULL for a fixed one. */
static Odds *mixed_odds(OddsContext *ctx, const DicePool *p, const Odds *counts, const Odds *sides)
{
    size_t sides_n = sides ? sides->n : 1, n = (counts ? counts->n : 1) * sides_n;
    OutcomeMap map = {0};
    mpz_t total;
    if (!odds_spend_room(ctx, n)) return NULL;
    PoolCase *cases = cases_new(ctx, n);
    if (!cases) return NULL;
    bool fits = true;
    mpz_init_set_ui(total, 1);
    if (counts) mpz_mul(total, total, counts->total);
    if (sides) mpz_mul(total, total, sides->total);
    for (size_t i = 0; fits && i < n; i++)
        fits = make_case(ctx, &cases[i], p, counts, i / sides_n, sides, i % sides_n);
    fits = fits && scale_cases(ctx, cases, n, total) && outcomes_start(ctx, &map, limbs_of(total));
    for (size_t i = 0; fits && i < n; i++)
        fits = outcomes_add_all(ctx, &map, cases[i].odds, cases[i].weight);
    Odds *o = outcomes_finish(ctx, &map, fits, total);
    if (o && odds_is_cut(o)) { /* of odds that are not cut, odds_means computes the means */
        o->means_known = !(counts && odds_is_cut(counts)) && !(sides && odds_is_cut(sides));
        mix_means(cases, n, o);
    }
    cases_free(cases, n);
    mpz_clear(total);
    return o;
}

/* --- nodes --- */

static Odds *odds_of_pool_node(OddsContext *ctx, const DicePool *p, Odds *const *operands)
{
    const Odds *count = p->count == COMPUTED ? *operands++ : NULL;
    const Odds *sides = p->sides == COMPUTED ? *operands : NULL;
    if (!count && !sides) return resolved_odds(ctx, p, p->count, p->sides);
    return mixed_odds(ctx, p, count, sides);
}

/* The odds of an operator with one operand, two, or more (min, max), taken from the left. */
static Odds *odds_of_operator(OddsContext *ctx, const DiceNode *node, Odds *const *operands)
{
    if (node->operands == 1) return odds_unary(ctx, node->kind, operands[0]);
    Odds *o = odds_binary(ctx, node->kind, operands[0], operands[1]);
    for (int i = 2; o && i < node->operands; i++) {
        Odds *more = odds_binary(ctx, node->kind, o, operands[i]);
        odds_free(o);
        o = more;
    }
    return o;
}

static Odds *odds_of_node(OddsContext *ctx, const Program *p, const DiceNode *node,
                          Odds *const *operands)
{
    if (node->constant) return odds_certain(ctx, node->number);
    if (node->kind == NODE_POOL) return odds_of_pool_node(ctx, &p->pools[node->pool], operands);
    if (node->kind == NODE_GROUP)
        return odds_group(ctx, &p->pools[node->pool], operands, (size_t)node->operands);
    return odds_of_operator(ctx, node, operands);
}

/* The odds of one round, without the repeat. */
static Odds *odds_of_program(OddsContext *ctx, const Program *p)
{
    Odds *stack[DICE_STACK_MAX];
    size_t top = 0;
    for (int i = 0; i < p->n; i++) {
        size_t n = (size_t)p->nodes[i].operands;
        Odds *o = odds_of_node(ctx, p, &p->nodes[i], &stack[top - n]);
        for (; n > 0; n--) odds_free(stack[--top]);
        if (!o) {
            while (top > 0) odds_free(stack[--top]);
            return NULL;
        }
        stack[top++] = o;
    }
    return stack[0];
}

Odds *odds_of(const Dice *d, Err *err)
{
    OddsContext ctx = {.dice = d, .err = err};
    Odds *o = odds_of_program(&ctx, &d->program);
    if (o && d->repeats > 0) {
        Odds *sum = odds_times(&ctx, o, d->repeats, TRIM_NEGLIGIBLE);
        odds_free(o);
        o = sum;
    }
    if (o) o->effort = ctx.effort;
    return o;
}
