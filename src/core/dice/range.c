/* The least and greatest total, node by node.  Every term is rolled for itself, so for everything
 * that grows or falls steadily the ends of the operands give the ends of the result. */
#include "core/dice/range.h"

enum { STACK_MAX = DICE_TEXT_MAX / 2 + 2 };

static const Range anything = {
    .least = {0, 1}, .most = {0, 1}, .bottomless = true, .topless = true};

static bool bounded(const Range *r)
{
    return !r->bottomless && !r->topless;
}

/* --- operators --- */

static Range negated(Range a)
{
    Range r = {.bottomless = a.topless, .topless = a.bottomless, .whole = a.whole};
    r.bottomless = r.bottomless || !ratio_subtract(&r.least, ratio_of(0), a.most);
    r.topless = r.topless || !ratio_subtract(&r.most, ratio_of(0), a.least);
    return r;
}

static Range sum(Range a, Range b)
{
    Range r = {.bottomless = a.bottomless || b.bottomless, .topless = a.topless || b.topless};
    r.whole = a.whole && b.whole;
    r.bottomless = r.bottomless || !ratio_add(&r.least, a.least, b.least);
    r.topless = r.topless || !ratio_add(&r.most, a.most, b.most);
    return r;
}

/* From the four corners; for what is steady in each operand. */
static Range corners(NodeKind kind, Range a, Range b)
{
    const Ratio as[] = {a.least, a.most}, bs[] = {b.least, b.most};
    Range r = {.whole = a.whole && b.whole};
    for (int i = 0; i < 4; i++) {
        Ratio c;
        if (node_apply(kind, as[i / 2], bs[i % 2], &c)) return anything;
        if (i == 0 || ratio_compare(c, r.least) < 0) r.least = c;
        if (i == 0 || ratio_compare(c, r.most) > 0) r.most = c;
    }
    return r;
}

static bool is_negative(const Range *r)
{
    return r->bottomless || r->least.num < 0;
}

static Range product(Range a, Range b)
{
    if (bounded(&a) && bounded(&b)) return corners(NODE_MULTIPLY, a, b);
    if (is_negative(&a) || is_negative(&b)) return anything;
    Range r = {.topless = true, .whole = a.whole && b.whole};
    return node_apply(NODE_MULTIPLY, a.least, b.least, &r.least) ? anything : r;
}

static Range quotient(NodeKind kind, Range a, Range b)
{
    if (!bounded(&b) || (b.least.num <= 0 && b.most.num >= 0)) return anything;
    if (bounded(&a)) {
        Range r = corners(kind, a, b);
        r.whole = kind == NODE_FLOOR_DIVIDE;
        return r;
    }
    if (is_negative(&a) || b.least.num < 0) return anything;
    Range r = {.topless = true, .whole = kind == NODE_FLOOR_DIVIDE};
    return node_apply(kind, a.least, b.most, &r.least) ? anything : r;
}

/* Of the same sign as b, and smaller; as a where that changes nothing. */
static Range rest(Range a, Range b)
{
    if (!bounded(&b) || (b.least.num <= 0 && b.most.num >= 0)) return anything;
    if (b.most.num < 0) return negated(rest(negated(a), negated(b)));
    bool whole = a.whole && b.whole, one = ratio_compare(b.least, b.most) == 0;
    Ratio low, high, turns_low, turns_high;
    if (one && bounded(&a) && ratio_divide(&turns_low, a.least, b.least) &&
        ratio_divide(&turns_high, a.most, b.least) &&
        ratio_floor(turns_low) == ratio_floor(turns_high) && ratio_modulo(&low, a.least, b.least) &&
        ratio_modulo(&high, a.most, b.least))
        return (Range){.least = low, .most = high, .whole = whole};
    Range r = {.least = {0, 1}, .most = b.most, .whole = whole};
    if (whole) r.most.num -= 1;
    if (!is_negative(&a) && !a.topless && ratio_compare(a.most, r.most) < 0) r.most = a.most;
    return r;
}

static Range power(Range a, Range b)
{
    if (!bounded(&a) || !bounded(&b) || !b.whole || b.least.num < 0) return anything;
    bool whole = a.whole, one = b.least.num == b.most.num;
    Range r = a.least.num >= a.least.den || one ? corners(NODE_POWER, a, b) : anything;
    if (one && b.least.num % 2 == 0 && b.least.num > 0 && a.least.num < 0 && a.most.num > 0)
        r.least = ratio_of(0);
    r.whole = whole;
    return r;
}

static Range compared(NodeKind kind, Range a, Range b)
{
    Range less = sum(a, negated(b)); /* compared with 0 */
    bool below = less.bottomless || less.least.num < 0, above = less.topless || less.most.num > 0;
    bool zero = (less.bottomless || less.least.num <= 0) && (less.topless || less.most.num >= 0);
    bool yes = kind == NODE_LESS       ? below
               : kind == NODE_AT_MOST  ? below || zero
               : kind == NODE_EQUAL    ? zero
               : kind == NODE_AT_LEAST ? above || zero
                                       : above;
    bool no = kind == NODE_LESS       ? above || zero
              : kind == NODE_AT_MOST  ? above
              : kind == NODE_EQUAL    ? above || below
              : kind == NODE_AT_LEAST ? below
                                      : below || zero;
    return range_of(no ? 0 : 1, yes ? 1 : 0);
}

static Range absolute(Range a)
{
    if (!is_negative(&a)) return a;
    Range n = negated(a), r = {.least = {0, 1}, .whole = a.whole};
    if (!is_negative(&n)) return n;
    r.topless = a.topless || n.topless;
    r.most = ratio_compare(a.most, n.most) > 0 ? a.most : n.most;
    return r;
}

static Range steady(NodeKind kind, Range a)
{
    if (!a.bottomless) node_apply(kind, a.least, ratio_of(0), &a.least);
    if (!a.topless) node_apply(kind, a.most, ratio_of(0), &a.most);
    a.whole = true;
    return a;
}

static Range lesser(Range a, Range b)
{
    Range r = {.bottomless = a.bottomless || b.bottomless, .topless = a.topless && b.topless};
    r.whole = a.whole && b.whole;
    r.least = ratio_compare(a.least, b.least) < 0 ? a.least : b.least;
    r.most = a.topless ? b.most : b.topless || ratio_compare(a.most, b.most) < 0 ? a.most : b.most;
    return r;
}

static Range applied(NodeKind kind, Range a, Range b)
{
    switch (kind) {
    case NODE_NEGATE: return negated(a);
    case NODE_ADD: return sum(a, b);
    case NODE_SUBTRACT: return sum(a, negated(b));
    case NODE_MULTIPLY: return product(a, b);
    case NODE_DIVIDE:
    case NODE_FLOOR_DIVIDE: return quotient(kind, a, b);
    case NODE_MODULO: return rest(a, b);
    case NODE_POWER: return power(a, b);
    case NODE_LESS:
    case NODE_AT_MOST:
    case NODE_EQUAL:
    case NODE_AT_LEAST:
    case NODE_MORE: return compared(kind, a, b);
    case NODE_FLOOR:
    case NODE_CEIL:
    case NODE_ROUND: return steady(kind, a);
    case NODE_ABS: return absolute(a);
    case NODE_MIN: return lesser(a, b);
    case NODE_MAX: return negated(lesser(negated(a), negated(b)));
    case NODE_NUMBER:
    case NODE_POOL:
    case NODE_GROUP: break;
    }
    return anything;
}

/* --- nodes --- */

static Range one_node(const Program *p, const Node *node, const Range *operands)
{
    const Pool *pool = &p->pools[node->pool];
    size_t n = (size_t)node->operands;
    if (node->kind == NODE_NUMBER)
        return (Range){.least = node->number, .most = node->number, .whole = node->number.den == 1};
    if (node->kind == NODE_GROUP) return group_range(pool, operands, n);
    if (node->kind == NODE_POOL) {
        const Range *count = pool->count == COMPUTED ? operands++ : NULL;
        return pool_range(pool, count, pool->sides == COMPUTED ? operands : NULL);
    }
    Range r = n > 1 ? applied(node->kind, operands[0], operands[1])
                    : applied(node->kind, operands[0], anything);
    for (size_t i = 2; i < n; i++) r = applied(node->kind, r, operands[i]);
    return r;
}

static Range range_at(const Program *p, int i)
{
    Range stack[STACK_MAX];
    size_t top = 0;
    for (int k = p->nodes[i].first; k <= i; k++) {
        top -= (size_t)p->nodes[k].operands;
        stack[top] = one_node(p, &p->nodes[k], &stack[top]);
        top++;
    }
    return stack[0];
}

bool node_range(const Program *p, int i, Ratio *least, Ratio *most)
{
    Range r = range_at(p, i);
    *least = r.least;
    *most = r.most;
    return bounded(&r);
}

bool dice_range(const Dice *d, int64_t *least, int64_t *greatest)
{
    int64_t times = d->repeats ? d->repeats : 1, low, high;
    Range r = range_at(&d->program, d->program.n - 1);
    bool one = bounded(&r) && ratio_compare(r.least, r.most) == 0 && r.least.den == 1;
    if (!bounded(&r) || !(r.whole || one)) return false;
    if (__builtin_mul_overflow(r.least.num, times, &low) ||
        __builtin_mul_overflow(r.most.num, times, &high))
        return false;
    *least = low;
    *greatest = high;
    return true;
}
