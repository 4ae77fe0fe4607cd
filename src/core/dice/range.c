/* The minimum and maximum total of an expression, by interval arithmetic over its nodes.
 *
 * Every term is rolled independently, so where an operator is monotonic in both operands, the ends
 * of the operands give the ends of the result.  Elsewhere the range may be too wide, but never too
 * narrow (dice.h says where). */
#include <stdlib.h>

#include "core/dice/program.h"

/* The range of a subtree.  A missing bound is the fraction -1/0 or 1/0: it compares as an infinity
 * should, and arithmetic with it fails. */
typedef struct {
    Ratio min, max;
    bool whole; /* never a fraction */
} TotalRange;

static const Ratio no_min = {-1, 0}, no_max = {1, 0};
/* The range of a total of which nothing is known. */
static const TotalRange anything = {.min = {-1, 0}, .max = {1, 0}};

static TotalRange range_of(int64_t min, int64_t max)
{
    return (TotalRange){.min = {min, 1}, .max = {max, 1}, .whole = true};
}

static bool is_bounded(const TotalRange *r)
{
    return r->min.den != 0 && r->max.den != 0;
}

/* --- one term of dice ---
 *
 * A face is calm when the die stops there, and a burst when the die explodes and brings one die
 * more.  There may be any number of bursts. */

/* The lowest and the highest of some faces. */
typedef struct {
    bool any;
    int64_t min, max;
} FaceExtremes;

/* Makes room for one more face. */
static void widen(FaceExtremes *f, int64_t face)
{
    if (!f->any || face < f->min) f->min = face;
    if (!f->any || face > f->max) f->max = face;
    f->any = true;
}

/* The extremes of what one die of a term can show and score. */
typedef struct {
    const DicePool *pool;
    FaceExtremes calm, burst; /* as rolled, before clamps */
    FaceExtremes score;       /* what one die may score: -1, 0 or 1 */
} DieExtremes;

/* Adds the score of a die that came to this value before clamps. */
static void add_score(DieExtremes *die, int64_t value)
{
    value = face_range_clamp(die->pool->clamp, value);
    widen(&die->score, score_face(&die->pool->score, value));
}

/* Adds a face of the die.  Faces in `burst` may explode and those in `never_calm` always do; the
 * two differ when the number of sides is computed. */
static void add_face(DieExtremes *die, FaceRange burst, FaceRange never_calm, int64_t face)
{
    const DicePool *p = die->pool;
    if (p->reroll == REROLL_UNTIL && face_range_has(p->reroll_on, face)) return;
    if (p->explode != EXPLODE_NEVER && face_range_has(burst, face)) widen(&die->burst, face);
    if (p->explode == EXPLODE_NEVER || !face_range_has(never_calm, face)) widen(&die->calm, face);
    add_score(die, face);
    if (p->penetrate) add_score(die, face - 1);
}

/* Tries only the ends of runs of faces that meet the same conditions, since a die may have 10^9
 * sides; the extremes lie there. */
static DieExtremes die_extremes(const DicePool *p, int64_t sides_min, int64_t sides_max)
{
    DieExtremes die = {.pool = p};
    ResolvedPool resolved = pool_resolve(p, 0, sides_max);
    FaceRange never_calm = resolved.explode_on;
    if (p->explode_highest && sides_min < sides_max) {
        resolved.explode_on.min = sides_min; /* any of them may be the highest face */
        /* the highest face at which the die may stop */
        add_face(&die, resolved.explode_on, never_calm, sides_max - 1);
    }
    for (int64_t side = 1, end; side <= sides_max; side = end + 1) {
        end = pool_run_end(p, &resolved, side);
        add_face(&die, resolved.explode_on, never_calm, pool_face(p, side));
        add_face(&die, resolved.explode_on, never_calm, pool_face(p, end));
    }
    return die;
}

/* The range of one die that grows by its explosions (!!).  less: what penetrating takes off each
 * further die.  Bursts above `less` leave the total without a maximum, bursts below it without a
 * minimum. */
static TotalRange grown_die_range(const DieExtremes *die)
{
    const DicePool *p = die->pool;
    int64_t less = p->penetrate ? 1 : 0, max = die->calm.max;
    bool grows = die->burst.any && p->explode == EXPLODE_GROW;
    int64_t burst_then_calm = die->burst.max + die->calm.max - less;
    if (grows && burst_then_calm > max) max = burst_then_calm;
    TotalRange range =
        range_of(face_range_clamp(p->clamp, die->calm.min), face_range_clamp(p->clamp, max));
    if (grows && die->burst.min < less)
        range.min = p->clamp.min == INT64_MIN ? no_min : ratio_of(p->clamp.min);
    if (grows && die->burst.max > less)
        range.max = p->clamp.max == INT64_MAX ? no_max : ratio_of(p->clamp.max);
    return range;
}

/* The number of dice that are kept among `count`. */
static int64_t count_kept(const DicePool *p, int64_t count)
{
    int64_t from, to;
    keep_slice(&p->keep, count, &from, &to);
    return to - from;
}

/* The range of the sum of count_min to count_max dice that have the range `one` each. */
static TotalRange multiply_by_count(TotalRange one, int64_t count_min, int64_t count_max)
{
    if (one.min.den) one.min.num *= one.min.num < 0 ? count_max : count_min;
    if (one.max.den) one.max.num *= one.max.num < 0 ? count_min : count_max;
    return one;
}

/* The number of dice that kh or kl keeps; -1 without either. */
static int64_t keep_limit(const Keep *k)
{
    return k->keep_high >= 0 ? k->keep_high : k->keep_low;
}

/* The range of dice that bring more dice (!).  It has no maximum (a roll fails after DICE_CHAIN_MAX
 * explosions) unless the number of dice kept is limited, as in 4d6!kh3.  The lowest face of a burst
 * counts when the lowest dice are kept (4d6!kl1), when a die that penetrates (!p) has one taken
 * off, or when more dice are kept than are rolled. */
static TotalRange burst_range(const DieExtremes *die, int64_t count_min, int64_t count_max)
{
    const DicePool *p = die->pool;
    const Keep *k = &p->keep;
    int64_t less = p->penetrate ? 1 : 0, limit = keep_limit(k);
    bool lowest_burst_counts =
        k->keep_low >= 0 || (p->penetrate && !keeps_all(k)) || count_kept(p, count_min) < limit;
    bool highest_burst_counts = k->keep_low < 0 || k->keep_low > count_min;
    int64_t min = die->calm.min, max = die->calm.max;
    if (lowest_burst_counts && die->burst.min < min) min = die->burst.min;
    if (lowest_burst_counts) min -= less;
    if (highest_burst_counts && die->burst.max > max) max = die->burst.max;
    TotalRange one = range_of(face_range_clamp(p->clamp, min), face_range_clamp(p->clamp, max));
    if (limit >= 0) return multiply_by_count(one, count_kept(p, count_min), limit);

    /* Without a limit every first die may be kept, since the dice dropped may be later ones. */
    TotalRange range = multiply_by_count(one, count_kept(p, count_min), count_max);
    /* Each first die may burst, and each later one again (less what penetrating takes off). */
    int64_t first = face_range_clamp(p->clamp, die->burst.max),
            later_max = face_range_clamp(p->clamp, die->burst.max - less),
            later_min = face_range_clamp(p->clamp, die->burst.min - less);
    if (first > 0) range.max.num += count_max * first;
    if (later_max > 0) range.max = no_max;
    if (later_min < 0 || (p->penetrate && p->clamp.max < 1)) range.min = no_min;
    return range;
}

/* The range of a count of successes less failures.  A die that grew (!!) may have any score. */
static TotalRange score_range(const DieExtremes *die, int64_t count_min, int64_t count_max)
{
    const DicePool *p = die->pool;
    bool more = die->burst.any && p->explode == EXPLODE_MORE;
    int64_t limit = keep_limit(&p->keep);
    TotalRange one = range_of(die->score.min, die->score.max);
    if (die->burst.any && p->explode == EXPLODE_GROW) one = range_of(p->score.fails ? -1 : 0, 1);
    if (!more) return multiply_by_count(one, count_kept(p, count_min), count_kept(p, count_max));
    TotalRange range = multiply_by_count(one, count_kept(p, count_min),
                                         limit >= 0 ? limit : count_kept(p, count_max));
    /* Without a limit, any number of dice may come and be kept. */
    if (limit < 0 && one.min.num < 0) range.min = no_min;
    if (limit < 0 && one.max.num > 0) range.max = no_max;
    return range;
}

/* Sets the lowest and highest count or number of sides.  Both are `fixed`, if r is NULL; else they
 * are the range r of a computed number, as far as it lies within min..max and can be rolled. */
static void limit_computed(const TotalRange *r, int64_t fixed, int64_t min, int64_t max,
                           int64_t *low, int64_t *high)
{
    *low = *high = fixed;
    if (!r) return;
    *low = ratio_compare(r->min, ratio_of(min)) < 0 ? min : ratio_ceil(r->min);
    *high = ratio_compare(r->max, ratio_of(max)) > 0 ? max : ratio_floor(r->max);
    if (*low > *high) *low = *high; /* no number can be rolled: every roll fails */
}

/* The range of a term of dice.  count, sides: the ranges of computed ones; NULL for fixed ones. */
static TotalRange pool_range(const DicePool *p, const TotalRange *count, const TotalRange *sides)
{
    int64_t count_min, count_max, sides_min, sides_max;
    limit_computed(count, p->count, 0, DICE_COUNT_MAX, &count_min, &count_max);
    limit_computed(sides, p->sides, 1, DICE_SIDES_MAX, &sides_min, &sides_max);
    DieExtremes die = die_extremes(p, sides_min, sides_max);
    if (!die.calm.any) return anything; /* every roll of it fails */
    if (p->score.on) return score_range(&die, count_min, count_max);
    if (die.burst.any && p->explode == EXPLODE_MORE) return burst_range(&die, count_min, count_max);
    return multiply_by_count(grown_die_range(&die), count_kept(p, count_min),
                             count_kept(p, count_max));
}

/* --- groups --- */

/* The sum of the values in `row` that are kept.  Given the minimum of each part this is the minimum
 * of the kept sum, and given the maximum of each part its maximum, since the kept sum never falls
 * when a part rises.  Returns `none` when there is no bound. */
static Ratio sum_of_kept(const Keep *k, Ratio *row, size_t n, Ratio none)
{
    int64_t from, to;
    Ratio sum = ratio_of(0);
    keep_slice(k, (int64_t)n, &from, &to);
    qsort(row, n, sizeof *row, ratio_ascending);
    for (int64_t i = from; i < to; i++)
        if (!ratio_add(&sum, sum, row[i])) return none;
    return sum;
}

/* may_meet: some value within r meets the condition; must_meet: every value does. */
static bool may_meet(const TotalRange *r, FaceRange s)
{
    return ratio_compare(r->min, ratio_of(s.max)) <= 0 &&
           ratio_compare(r->max, ratio_of(s.min)) >= 0;
}

static bool must_meet(const TotalRange *r, FaceRange s)
{
    return ratio_compare(r->min, ratio_of(s.min)) >= 0 &&
           ratio_compare(r->max, ratio_of(s.max)) <= 0;
}

/* The lowest and highest score of a part. */
static TotalRange part_score_range(const Score *s, const TotalRange *r)
{
    return range_of(must_meet(r, s->success) - (s->fails && may_meet(r, s->failure)),
                    may_meet(r, s->success) - (s->fails && must_meet(r, s->failure)));
}

/* The range of a group of n parts. */
static TotalRange group_range(const DicePool *p, const TotalRange *parts, size_t n)
{
    Ratio lows[DICE_STACK_MAX], highs[DICE_STACK_MAX];
    TotalRange r = {.whole = true};
    Keep lowest = p->keep, highest = p->keep;
    int64_t from, to;
    if (p->score.on) { /* it is not known which parts are kept: take the worst and the best */
        keep_slice(&p->keep, (int64_t)n, &from, &to);
        lowest = (Keep){.keep_high = -1, .keep_low = to - from};
        highest = (Keep){.keep_high = to - from, .keep_low = -1};
    }
    for (size_t i = 0; i < n; i++) {
        TotalRange part = p->score.on ? part_score_range(&p->score, &parts[i]) : parts[i];
        lows[i] = part.min;
        highs[i] = part.max;
        r.whole = r.whole && part.whole;
    }
    r.min = sum_of_kept(&lowest, lows, n, no_min);
    r.max = sum_of_kept(&highest, highs, n, no_max);
    return r;
}

/* --- operators --- */

static TotalRange sum_range(TotalRange a, TotalRange b)
{
    TotalRange r = {no_min, no_max, a.whole && b.whole};
    ratio_add(&r.min, a.min, b.min);
    ratio_add(&r.max, a.max, b.max);
    return r;
}

static TotalRange negated_range(TotalRange a)
{
    TotalRange r = {no_min, no_max, a.whole};
    ratio_subtract(&r.min, ratio_of(0), a.max);
    ratio_subtract(&r.max, ratio_of(0), a.min);
    return r;
}

/* The extremes of an operator that is monotonic in each operand lie at the four corners. */
static TotalRange corner_range(NodeKind kind, TotalRange a, TotalRange b)
{
    const Ratio as[] = {a.min, a.max}, bs[] = {b.min, b.max};
    TotalRange r = {no_max, no_min, a.whole && b.whole}; /* empty: each corner widens it */
    for (int i = 0; i < 4; i++) {
        Ratio c;
        if (node_apply(kind, as[i / 2], bs[i % 2], &c)) return anything;
        if (ratio_compare(c, r.min) < 0) r.min = c;
        if (ratio_compare(c, r.max) > 0) r.max = c;
    }
    return r;
}

static bool is_negative(const TotalRange *r)
{
    return r->min.num < 0;
}

static TotalRange product_range(TotalRange a, TotalRange b)
{
    if (is_bounded(&a) && is_bounded(&b)) return corner_range(NODE_MULTIPLY, a, b);
    if (is_negative(&a) || is_negative(&b)) return anything;
    TotalRange r = {.max = no_max, .whole = a.whole && b.whole};
    return node_apply(NODE_MULTIPLY, a.min, b.min, &r.min) != NULL ? anything : r;
}

static bool may_be_zero(const TotalRange *r)
{
    return r->min.num <= 0 && r->max.num >= 0;
}

/* The range of a divided by b.  If a has no maximum, the quotient has none. */
static TotalRange quotient_range(NodeKind kind, TotalRange a, TotalRange b)
{
    if (!is_bounded(&b) || may_be_zero(&b)) return anything;
    if (!is_bounded(&a) && (is_negative(&a) || b.min.num < 0)) return anything;
    TotalRange r = {.max = no_max};
    if (is_bounded(&a))
        r = corner_range(kind, a, b);
    else if (node_apply(kind, a.min, b.max, &r.min) != NULL) /* it has no result */
        return anything;
    r.whole = kind == NODE_FLOOR_DIVIDE;
    return r;
}

/* The range of a % b, which lies between 0 and b; it is a itself where a lies there already. */
static TotalRange remainder_range(TotalRange a, TotalRange b)
{
    if (!is_bounded(&b) || may_be_zero(&b)) return anything;
    if (b.max.num < 0) return negated_range(remainder_range(negated_range(a), negated_range(b)));
    bool whole = a.whole && b.whole, b_is_one = ratio_compare(b.min, b.max) == 0;
    Ratio low, high, first, last; /* first, last: the quotients of the ends of a by b */
    /* All of a lies between two multiples of b: the remainder is a less the lower of them. */
    if (b_is_one && is_bounded(&a) && ratio_divide(&first, a.min, b.min) &&
        ratio_divide(&last, a.max, b.min) && ratio_floor(first) == ratio_floor(last) &&
        ratio_modulo(&low, a.min, b.min) && ratio_modulo(&high, a.max, b.min))
        return (TotalRange){low, high, whole};
    TotalRange r = {ratio_of(0), b.max, whole};
    if (whole) r.max.num -= 1;
    if (!is_negative(&a) && ratio_compare(a.max, r.max) < 0) r.max = a.max;
    return r;
}

/* The range of a ^ b.  A power is monotonic where a is 1 or more, or where b is one number; but an
 * even power falls and rises again where a goes from below 0 to above it. */
static TotalRange power_range(TotalRange a, TotalRange b)
{
    if (!is_bounded(&a) || !is_bounded(&b) || !b.whole || is_negative(&b)) return anything;
    bool a_at_least_1 = a.min.num >= a.min.den, b_is_one = b.min.num == b.max.num;
    TotalRange r = a_at_least_1 || b_is_one ? corner_range(NODE_POWER, a, b) : anything;
    bool even = b_is_one && b.min.num % 2 == 0 && b.min.num > 0;
    if (even && a.min.num < 0 && a.max.num > 0) r.min = ratio_of(0);
    r.whole = a.whole;
    return r;
}

/* The range of a comparison.  a < b is a - b < 0, so each possible sign of a - b is tried. */
static TotalRange comparison_range(NodeKind kind, TotalRange a, TotalRange b)
{
    TotalRange less = sum_range(a, negated_range(b)), r = range_of(1, 0); /* r is empty at first */
    const bool possible[] = {is_negative(&less), may_be_zero(&less), less.max.num > 0};
    for (int i = 0; i < 3; i++) {
        Ratio truth;
        if (!possible[i]) continue;
        node_apply(kind, ratio_of(i - 1), ratio_of(0), &truth);
        if (truth.num < r.min.num) r.min = truth;
        if (truth.num > r.max.num) r.max = truth;
    }
    return r;
}

static TotalRange absolute_range(TotalRange a)
{
    TotalRange n = negated_range(a);
    if (!is_negative(&a)) return a;
    if (!is_negative(&n)) return n;
    return (TotalRange){ratio_of(0), ratio_compare(a.max, n.max) > 0 ? a.max : n.max, a.whole};
}

/* The range of an operator that never falls when an operand rises, and works for all operands.
 * Minimum and maximum compare, which works for missing bounds, too; floor, ceil and round leave a
 * missing bound as it is. */
static TotalRange rising_range(NodeKind kind, TotalRange a, TotalRange b, bool whole)
{
    TotalRange r = {a.min, a.max, whole};
    bool rounds = kind != NODE_MIN && kind != NODE_MAX;
    if (!rounds || a.min.den) node_apply(kind, a.min, b.min, &r.min);
    if (!rounds || a.max.den) node_apply(kind, a.max, b.max, &r.max);
    return r;
}

/* The range of an operator, from those of its operands; b is ignored if there is only one. */
static TotalRange operator_range(NodeKind kind, TotalRange a, TotalRange b)
{
    switch (kind) {
    case NODE_NEGATE: return negated_range(a);
    case NODE_ADD: return sum_range(a, b);
    case NODE_SUBTRACT: return sum_range(a, negated_range(b));
    case NODE_MULTIPLY: return product_range(a, b);
    case NODE_DIVIDE:
    case NODE_FLOOR_DIVIDE: return quotient_range(kind, a, b);
    case NODE_MODULO: return remainder_range(a, b);
    case NODE_POWER: return power_range(a, b);
    case NODE_FLOOR:
    case NODE_CEIL:
    case NODE_ROUND: return rising_range(kind, a, b, /* whole */ true);
    case NODE_ABS: return absolute_range(a);
    case NODE_MIN:
    case NODE_MAX: return rising_range(kind, a, b, a.whole && b.whole);
    default: return comparison_range(kind, a, b);
    }
}

/* --- nodes --- */

/* The range of a node, from those of its operands. */
static TotalRange range_of_node(const Program *p, const DiceNode *node, const TotalRange *operands)
{
    const DicePool *pool = &p->pools[node->pool];
    size_t n = (size_t)node->operands;
    if (node->kind == NODE_NUMBER)
        return (TotalRange){node->number, node->number, node->number.den == 1};
    if (node->kind == NODE_GROUP) return group_range(pool, operands, n);
    if (node->kind == NODE_POOL) {
        const TotalRange *count = pool->count == COMPUTED ? operands++ : NULL;
        return pool_range(pool, count, pool->sides == COMPUTED ? operands : NULL);
    }
    TotalRange r = operator_range(node->kind, operands[0], n > 1 ? operands[1] : anything);
    for (size_t i = 2; i < n; i++) r = operator_range(node->kind, r, operands[i]);
    return r;
}

/* The range of the subtree that ends at node i, by one pass with a stack, as in roll_once. */
static TotalRange range_of_subtree(const Program *p, int i)
{
    TotalRange stack[DICE_STACK_MAX];
    size_t top = 0;
    for (int k = p->nodes[i].first; k <= i; k++) {
        top -= (size_t)p->nodes[k].operands;
        stack[top] = range_of_node(p, &p->nodes[k], &stack[top]);
        top++;
    }
    return stack[0];
}

bool node_range(const Program *p, int i, Ratio *min, Ratio *max)
{
    TotalRange r = range_of_subtree(p, i);
    *min = r.min;
    *max = r.max;
    return is_bounded(&r);
}

bool dice_range(const Dice *d, int64_t *min, int64_t *max)
{
    int64_t times = d->repeats ? d->repeats : 1, low, high;
    TotalRange r = range_of_subtree(&d->program, d->program.n - 1);
    if (!is_bounded(&r)) return false;
    bool one_whole_total = ratio_compare(r.min, r.max) == 0 && r.min.den == 1;
    if (!r.whole && !one_whole_total) return false;
    if (__builtin_mul_overflow(r.min.num, times, &low) ||
        __builtin_mul_overflow(r.max.num, times, &high))
        return false;
    *min = low;
    *max = high;
    return true;
}
