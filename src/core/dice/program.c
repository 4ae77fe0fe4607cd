/* Operations on programs, the parsed form of dice expressions (program.h), that the parser, roller,
 * ranges and odds share: operators, keep and drop, conditions, and facts about an expression that
 * need no roll. */
#include "core/dice/program.h"

#include <stdlib.h>

/* --- operators --- */

static const char TOO_LARGE[] = "the number is too large (past 64 bits)";
static const char BY_ZERO[] = "nothing divides by 0";

static const char *check_fits(bool ok)
{
    return ok ? NULL : TOO_LARGE;
}

static const char *set_whole(Ratio *r, int64_t n)
{
    *r = ratio_of(n);
    return NULL;
}

static const char *apply_division(NodeKind kind, Ratio a, Ratio b, Ratio *r)
{
    if (b.num == 0) return BY_ZERO;
    if (kind == NODE_MODULO) return check_fits(ratio_modulo(r, a, b));
    if (!ratio_divide(r, a, b)) return TOO_LARGE;
    return kind == NODE_FLOOR_DIVIDE ? set_whole(r, ratio_floor(*r)) : NULL;
}

static const char *apply_power(Ratio a, Ratio b, Ratio *r)
{
    if (b.den != 1) return "a power should be a whole number";
    if (a.num == 0 && b.num < 0) return BY_ZERO;
    return check_fits(ratio_power(r, a, b.num));
}

const char *node_apply(NodeKind kind, Ratio a, Ratio b, Ratio *r)
{
    switch (kind) {
    case NODE_NEGATE: return check_fits(ratio_subtract(r, ratio_of(0), a));
    case NODE_ADD: return check_fits(ratio_add(r, a, b));
    case NODE_SUBTRACT: return check_fits(ratio_subtract(r, a, b));
    case NODE_MULTIPLY: return check_fits(ratio_multiply(r, a, b));
    case NODE_DIVIDE:
    case NODE_FLOOR_DIVIDE:
    case NODE_MODULO: return apply_division(kind, a, b, r);
    case NODE_POWER: return apply_power(a, b, r);
    case NODE_LESS: return set_whole(r, ratio_compare(a, b) < 0);
    case NODE_AT_MOST: return set_whole(r, ratio_compare(a, b) <= 0);
    case NODE_EQUAL: return set_whole(r, ratio_compare(a, b) == 0);
    case NODE_AT_LEAST: return set_whole(r, ratio_compare(a, b) >= 0);
    case NODE_MORE: return set_whole(r, ratio_compare(a, b) > 0);
    case NODE_FLOOR: return set_whole(r, ratio_floor(a));
    case NODE_CEIL: return set_whole(r, ratio_ceil(a));
    case NODE_ROUND: return set_whole(r, ratio_round(a));
    case NODE_ABS:
        if (a.num < 0) return check_fits(ratio_subtract(r, ratio_of(0), a));
        *r = a;
        return NULL;
    case NODE_MIN: *r = ratio_compare(a, b) <= 0 ? a : b; return NULL;
    case NODE_MAX: *r = ratio_compare(a, b) >= 0 ? a : b; return NULL;
    case NODE_NUMBER:
    case NODE_POOL:
    case NODE_GROUP: break;
    }
    return "this is not an operator";
}

/* --- keep, drop and count --- */

void keep_slice(const Keep *k, int64_t n, int64_t *from, int64_t *to)
{
    int64_t start = k->drop_low, end = n - k->drop_high;
    if (k->keep_high >= 0 && n - k->keep_high > start) start = n - k->keep_high;
    if (k->keep_low >= 0 && k->keep_low < end) end = k->keep_low;
    *from = start < n ? start : n;
    *to = end > *from ? end : *from;
}

static bool ratio_in(Ratio v, FaceRange s)
{
    return ratio_compare(v, ratio_of(s.min)) >= 0 && ratio_compare(v, ratio_of(s.max)) <= 0;
}

Ratio score_ratio(const Score *s, Ratio v)
{
    return ratio_of(ratio_in(v, s->success) - (s->fails && ratio_in(v, s->failure)));
}

/* --- conditions --- */

void pool_extremes(const DicePool *p, int64_t sides, int64_t *lowest, int64_t *highest)
{
    *lowest = p->faces ? p->faces[0] : 1;
    *highest = p->faces ? p->faces[0] : sides;
    for (int64_t i = 1; p->faces && i < sides; i++) {
        if (p->faces[i] < *lowest) *lowest = p->faces[i];
        if (p->faces[i] > *highest) *highest = p->faces[i];
    }
}

ResolvedPool pool_resolve(const DicePool *p, int64_t count, int64_t sides)
{
    ResolvedPool resolved = {count, sides, p->explode_on};
    if (p->explode_highest) {
        int64_t lowest, highest;
        pool_extremes(p, sides, &lowest, &highest);
        resolved.explode_on = (FaceRange){highest, highest};
    }
    return resolved;
}

int64_t pool_run_end(const DicePool *p, const ResolvedPool *resolved, int64_t side)
{
    const FaceRange conditions[] = {p->reroll_on, p->clamp, p->score.success, p->score.failure,
                                    resolved->explode_on};
    int64_t end = resolved->sides;
    if (p->faces) return side;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        if (conditions[i].min > side && conditions[i].min - 1 < end) end = conditions[i].min - 1;
        if (conditions[i].max >= side && conditions[i].max < end) end = conditions[i].max;
    }
    return end;
}

bool pool_can_end(const DicePool *p, const ResolvedPool *resolved)
{
    for (int64_t side = 1; side <= resolved->sides; side = pool_run_end(p, resolved, side) + 1) {
        int64_t face = pool_face(p, side);
        bool again = p->reroll == REROLL_UNTIL && face_range_has(p->reroll_on, face);
        if (!again && !pool_explodes(p, resolved, face)) return true;
    }
    return false;
}

/* --- facts about an expression, without rolling it --- */

void dice_free(Dice *d)
{
    free(d);
}

const char *dice_text(const Dice *d)
{
    return d->text;
}

const char *dice_label(const Dice *d)
{
    return d->label;
}

bool dice_is_single(const Dice *d, int64_t *add)
{
    *add = d->simple.add;
    return d->simple.count == 1;
}

/* The first `count` dice of a pool are always rolled.  Rerolls and explosions may add more dice of
 * the same kind, so nothing behind such a pool is certain. */
size_t dice_first(const Dice *d, int64_t *sides, size_t room)
{
    size_t n = 0;
    int64_t times = d->repeats ? d->repeats : 1;
    for (int64_t i = 0; i < times; i++)
        for (int k = 0; k < d->program.n; k++) {
            if (d->program.nodes[k].kind != NODE_POOL) continue;
            const DicePool *p = &d->program.pools[d->program.nodes[k].pool];
            if (p->count == COMPUTED || p->sides == COMPUTED) return n;
            for (int64_t die = 0; die < p->count; die++, n++)
                if (n < room) sides[n] = p->sides;
            if (p->reroll != REROLL_NEVER || p->explode != EXPLODE_NEVER) return n;
        }
    return n;
}
