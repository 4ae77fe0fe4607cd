/* The odds of an expression: one pass over its nodes with a stack, as it is rolled. */
#include "core/dice/odds_context.h"

#include <stdlib.h>

/* --- computed counts and sides --- */

/* A pool whose count or sides are rolled themselves: the odds for every combination. */
typedef struct {
    const DicePool *pool;
    const Odds *count, *sides; /* NULL: fixed */
    Odds **each;               /* counts x kinds */
    size_t counts, kinds;
    mpz_t common; /* the common multiple of their totals */
} PoolMix;

static bool whole_number(OddsContext *ctx, Ratio v, const char *what, int64_t min, int64_t max,
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

static Odds *resolved_odds(OddsContext *ctx, const DicePool *p, int64_t count, int64_t sides)
{
    ResolvedPool c = pool_resolve(p, count, sides);
    if (count > 0 && !pool_ends(p, &c)) {
        odds_fail(ctx, "on a d%lld this would never end", (long long)sides);
        return NULL;
    }
    return odds_pool(ctx, p, &c);
}

static bool mix_each(OddsContext *ctx, PoolMix *m, size_t i, size_t k)
{
    int64_t count = m->pool->count, sides = m->pool->sides;
    if (m->count && !whole_number(ctx, m->count->value[i], "dice", 0, DICE_COUNT_MAX, &count))
        return false;
    if (m->sides && !whole_number(ctx, m->sides->value[k], "sides", 1, DICE_SIDES_MAX, &sides))
        return false;
    Odds *o = resolved_odds(ctx, m->pool, count, sides);
    m->each[i * m->kinds + k] = o;
    if (!o ||
        !odds_spend_effort(ctx, odds_product_effort(limbs_of(m->common), limbs_of(o->total)) * 4))
        return false;
    mpz_lcm(m->common, m->common, o->total);
    return odds_spend_room(ctx, limbs_of(m->common));
}

static void weight_at(const Odds *o, size_t i, mpz_t by)
{
    mpz_t weight;
    if (!o) return;
    odds_weight(o, i, weight);
    mpz_mul(by, by, weight);
}

/* by = the weight of this count and these sides over the common total */
static void weight_of(const PoolMix *m, size_t i, size_t k, mpz_t by)
{
    mpz_divexact(by, m->common, m->each[i * m->kinds + k]->total);
    weight_at(m->count, i, by);
    weight_at(m->sides, k, by);
}

static void mix_means(const PoolMix *m, Odds *o)
{
    mpq_t mean, square, part;
    mpz_t by;
    mpq_inits(mean, square, part, NULL);
    mpz_init(by);
    o->closed = !(m->count && odds_is_cut(m->count)) && !(m->sides && odds_is_cut(m->sides));
    for (size_t i = 0; o->closed && i < m->counts * m->kinds; i++) {
        const Odds *each = m->each[i];
        o->closed = odds_means(each, mean, square);
        weight_of(m, i / m->kinds, i % m->kinds, by);
        mpz_mul(mpq_numref(part), by, each->total);
        mpz_set(mpq_denref(part), o->total);
        mpq_canonicalize(part);
        mpq_mul(mean, mean, part);
        mpq_mul(square, square, part);
        mpq_add(o->mean, o->mean, mean);
        mpq_add(o->square, o->square, square);
    }
    mpq_clears(mean, square, part, NULL);
    mpz_clear(by);
}

static Odds *mix_all(OddsContext *ctx, const PoolMix *m)
{
    mpz_t total, by;
    OutcomeMap map;
    mpz_inits(total, by, NULL);
    mpz_set(total, m->common);
    if (m->count) mpz_mul(total, total, m->count->total);
    if (m->sides) mpz_mul(total, total, m->sides->total);
    bool fits = outcomes_start(ctx, &map, limbs_of(total));
    for (size_t i = 0; fits && i < m->counts * m->kinds; i++) {
        weight_of(m, i / m->kinds, i % m->kinds, by);
        fits = outcomes_add_all(ctx, &map, m->each[i], by);
    }
    Odds *o = outcomes_odds(ctx, &map, fits, total);
    if (o && odds_is_cut(o)) mix_means(m, o);
    mpz_clears(total, by, NULL);
    return o;
}

static Odds *mixed(OddsContext *ctx, const DicePool *p, const Odds *count, const Odds *sides)
{
    PoolMix m = {.pool = p, .count = count, .sides = sides, .counts = 1, .kinds = 1};
    Odds *o = NULL;
    if (count) m.counts = count->n;
    if (sides) m.kinds = sides->n;
    size_t n = m.counts * m.kinds;
    mpz_init_set_ui(m.common, 1);
    bool fits = odds_spend_room(ctx, n);
    if (fits) m.each = calloc(n + 1, sizeof(Odds *));
    if (fits && !m.each) fits = odds_no_memory(ctx);
    for (size_t i = 0; fits && i < n; i++) fits = mix_each(ctx, &m, i / m.kinds, i % m.kinds);
    if (fits) o = mix_all(ctx, &m);
    for (size_t i = 0; m.each && i < n; i++) odds_free(m.each[i]);
    free(m.each);
    mpz_clear(m.common);
    return o;
}

/* --- nodes --- */

static Odds *pool_node(OddsContext *ctx, const DicePool *p, Odds *const *operands)
{
    const Odds *count = p->count == COMPUTED ? *operands++ : NULL;
    const Odds *sides = p->sides == COMPUTED ? *operands : NULL;
    if (!count && !sides) return resolved_odds(ctx, p, p->count, p->sides);
    return mixed(ctx, p, count, sides);
}

static Odds *operator_node(OddsContext *ctx, const DiceNode *node, Odds *const *operands)
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

static Odds *one_node(OddsContext *ctx, const Program *p, const DiceNode *node,
                      Odds *const *operands)
{
    if (node->constant) return odds_certain(ctx, node->number);
    if (node->kind == NODE_POOL) return pool_node(ctx, &p->pools[node->pool], operands);
    if (node->kind == NODE_GROUP)
        return odds_group(ctx, &p->pools[node->pool], operands, (size_t)node->operands);
    return operator_node(ctx, node, operands);
}

static Odds *once(OddsContext *ctx, const Program *p)
{
    Odds *stack[DICE_STACK_MAX];
    size_t top = 0;
    for (int i = 0; i < p->n; i++) {
        size_t n = (size_t)p->nodes[i].operands;
        Odds *o = one_node(ctx, p, &p->nodes[i], &stack[top - n]);
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
    Odds *o = once(&ctx, &d->program);
    if (!o || d->repeats == 0) return o;
    Odds *sum = odds_times(&ctx, o, d->repeats, false);
    odds_free(o);
    return sum;
}
