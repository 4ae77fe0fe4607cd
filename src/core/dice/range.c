/* The minimum and maximum total of an expression, by interval arithmetic over its nodes.
 *
 * Every term is rolled independently, so where an operator is monotonic in both operands, the ends
 * of the operands give the ends of the result.  Elsewhere the range may be too wide, but never too
 * narrow (dice.h says where). */
#include <stdlib.h>

#include "core/dice/program.h"

typedef struct {
    Ratio min, max;
    bool no_min, no_max; /* unbounded: min or max is then meaningless */
    bool whole;          /* never a fraction */
} TotalRange;

static TotalRange range_of(int64_t min, int64_t max)
{
    return (TotalRange){.min = {min, 1}, .max = {max, 1}, .whole = true};
}

static const TotalRange anything = {.min = {0, 1}, .max = {0, 1}, .no_min = true, .no_max = true};

static bool bounded(const TotalRange *r)
{
    return !r->no_min && !r->no_max;
}

/* --- one term of dice ---
 *
 * A face is calm when the die stops there, and a burst when it explodes: it brings one die more.
 * There may be any number of bursts. */

typedef struct {
    bool any;
    int64_t min, max;
} FaceExtremes;

static void admit(FaceExtremes *f, int64_t face)
{
    if (!f->any || face < f->min) f->min = face;
    if (!f->any || face > f->max) f->max = face;
    f->any = true;
}

/* The faces that can produce an extreme: of 1..sides, only the ends and those next to the edge of a
 * condition.  A die may have 10^9 sides, so they cannot all be tried. */
enum { EDGES_MAX = 2 + 3 * 5 * 2 };

static int edges(const DicePool *p, FaceRange burst, int64_t sides, int64_t *faces)
{
    const FaceRange conditions[] = {p->reroll_on, burst, p->clamp, p->score.success,
                                    p->score.failure};
    int n = 0;
    faces[n++] = 1;
    faces[n++] = sides;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        for (int step = -1; step <= 1; step++) {
            const int64_t ends[] = {conditions[i].min, conditions[i].max};
            for (int e = 0; e < 2; e++)
                if (ends[e] > -step && ends[e] <= sides - step) faces[n++] = ends[e] + step;
        }
    return n;
}

typedef struct {
    const DicePool *pool;
    FaceExtremes calm, burst; /* as rolled, before clamps */
    FaceExtremes score;       /* what one die may score: -1, 0 or 1 */
} Reach;

static void admit_score(Reach *r, int64_t value)
{
    value = face_range_clamp(r->pool->clamp, value);
    admit(&r->score, score_face(&r->pool->score, value));
}

/* `burst` may explode; `never_calm` always does.  They differ when the number of sides is
 * computed. */
static void admit_face(Reach *r, FaceRange burst, FaceRange never_calm, int64_t face)
{
    const DicePool *p = r->pool;
    if (p->reroll == REROLL_UNTIL && face_range_has(p->reroll_on, face)) return;
    if (p->explode != EXPLODE_NEVER && face_range_has(burst, face)) admit(&r->burst, face);
    if (p->explode == EXPLODE_NEVER || !face_range_has(never_calm, face)) admit(&r->calm, face);
    admit_score(r, face);
    if (p->penetrate) admit_score(r, face - 1);
}

static Reach reach(const DicePool *p, int64_t sides_min, int64_t sides_max)
{
    Reach r = {.pool = p};
    FaceRange burst = pool_resolve(p, 0, sides_max).explode_on, never_calm = burst;
    if (p->explode_highest && sides_min < sides_max)
        burst.min = sides_min; /* any of them may be the highest face */
    int64_t faces[EDGES_MAX];
    int n = p->own ? (int)sides_max : edges(p, burst, sides_max, faces);
    for (int i = 0; i < n; i++) admit_face(&r, burst, never_calm, p->own ? p->own[i] : faces[i]);
    return r;
}

/* The range of one die, with all that it grows by (!!). */
static TotalRange grown(const Reach *r)
{
    const DicePool *p = r->pool;
    int64_t less = p->penetrate ? 1 : 0;
    TotalRange range = range_of(r->calm.min, r->calm.max);
    if (r->burst.any && p->explode == EXPLODE_GROW) {
        range.no_min = r->burst.min < less;
        range.no_max = r->burst.max > less;
        if (!range.no_max && r->burst.max + r->calm.max - less > r->calm.max)
            range.max.num = r->burst.max + r->calm.max - less;
    }
    if (range.no_min && p->clamp.min != INT64_MIN) {
        range.no_min = false;
        range.min.num = p->clamp.min;
    }
    if (range.no_max && p->clamp.max != INT64_MAX) {
        range.no_max = false;
        range.max.num = p->clamp.max;
    }
    range.min.num = face_range_clamp(p->clamp, range.min.num);
    range.max.num = face_range_clamp(p->clamp, range.max.num);
    return range;
}

static int64_t kept(const DicePool *p, int64_t count)
{
    int64_t from, to;
    keep_slice(&p->keep, count, &from, &to);
    return to - from;
}

static TotalRange times(TotalRange one, int64_t count_min, int64_t count_max)
{
    TotalRange r = one;
    r.min.num *= one.min.num < 0 ? count_max : count_min;
    r.max.num *= one.max.num < 0 ? count_min : count_max;
    return r;
}

/* The range of dice that bring more dice (!).  Without a limit on the dice kept, it has no
 * maximum. */
static TotalRange burst_range(const Reach *r, int64_t count_min, int64_t count_max)
{
    const DicePool *p = r->pool;
    const Keep *k = &p->keep;
    int64_t less = p->penetrate ? 1 : 0, limit = k->high >= 0 ? k->high : k->low;
    bool lowest = k->low >= 0 || (p->penetrate && !keep_all(k)) || kept(p, count_min) < limit;
    int64_t min = r->calm.min, max = r->calm.max;
    if (lowest && r->burst.min < min) min = r->burst.min;
    if (lowest) min -= less;
    if ((k->low < 0 || k->low > count_min) && r->burst.max > max) max = r->burst.max;
    TotalRange one = range_of(face_range_clamp(p->clamp, min), face_range_clamp(p->clamp, max));
    /* Without a limit the bursts may be the dice dropped, while every other die of the term is
     * kept. */
    TotalRange range = times(one, kept(p, count_min), limit >= 0 ? limit : count_max);
    if (limit >= 0) return range;
    range.no_min =
        face_range_clamp(p->clamp, r->burst.min - less) < 0 || (p->penetrate && p->clamp.max < 1);
    range.no_max = face_range_clamp(p->clamp, r->burst.max - less) > 0;
    if (!range.no_max)
        range.max.num += face_range_clamp(p->clamp, r->burst.max) > 0
                             ? count_max * face_range_clamp(p->clamp, r->burst.max)
                             : 0;
    return range;
}

static TotalRange score_range(const Reach *r, int64_t count_min, int64_t count_max)
{
    const DicePool *p = r->pool;
    bool more = r->burst.any && p->explode == EXPLODE_MORE;
    int64_t limit = p->keep.high >= 0 ? p->keep.high : p->keep.low;
    TotalRange one = range_of(r->score.min, r->score.max);
    if (r->burst.any && p->explode == EXPLODE_GROW) one = range_of(p->score.fails ? -1 : 0, 1);
    if (!more) return times(one, kept(p, count_min), kept(p, count_max));
    TotalRange range = times(one, kept(p, count_min), limit >= 0 ? limit : kept(p, count_max));
    range.no_min = limit < 0 && one.min.num < 0;
    range.no_max = limit < 0 && one.max.num > 0;
    return range;
}

/* Limits a computed count or number of sides to whole numbers that can be rolled. */
static void limits(const TotalRange *r, int64_t fixed, int64_t min, int64_t max, int64_t *low,
                   int64_t *high)
{
    *low = *high = fixed;
    if (!r) return;
    *low = r->no_min || ratio_compare(r->min, ratio_of(min)) < 0 ? min : ratio_ceil(r->min);
    *high = r->no_max || ratio_compare(r->max, ratio_of(max)) > 0 ? max : ratio_floor(r->max);
    if (*low > *high) *low = *high;
}

static TotalRange pool_range(const DicePool *p, const TotalRange *count, const TotalRange *sides)
{
    int64_t count_min, count_max, sides_min, sides_max;
    limits(count, p->count, 0, DICE_COUNT_MAX, &count_min, &count_max);
    limits(sides, p->sides, 1, DICE_SIDES_MAX, &sides_min, &sides_max);
    Reach r = reach(p, sides_min, sides_max);
    if (!r.calm.any)
        return (TotalRange){.no_min = true, .no_max = true}; /* every roll of it fails */
    if (p->score.on) return score_range(&r, count_min, count_max);
    if (r.burst.any && p->explode == EXPLODE_MORE) return burst_range(&r, count_min, count_max);
    return times(grown(&r), kept(p, count_min), kept(p, count_max));
}

/* --- groups --- */

/* A bound of a part; endless sorts above everything, for minima and maxima alike. */
typedef struct {
    Ratio value;
    bool endless;
} Bound;

static int by_value(const void *a, const void *b)
{
    const Bound *x = a, *y = b;
    if (x->endless != y->endless) return x->endless ? 1 : -1;
    return x->endless ? 0 : ratio_compare(x->value, y->value);
}

/* The sum of the kept parts is monotonic in every part, so all minima give its minimum and all
 * maxima its maximum. */
static bool sum_kept(const Keep *k, Bound *row, size_t n, Ratio *sum)
{
    int64_t from, to;
    keep_slice(k, (int64_t)n, &from, &to);
    qsort(row, n, sizeof *row, by_value);
    *sum = ratio_of(0);
    for (int64_t i = from; i < to; i++)
        if (row[i].endless || !ratio_add(sum, *sum, row[i].value)) return false;
    return true;
}

static bool may_meet(const TotalRange *r, FaceRange s)
{
    return (r->no_min || ratio_compare(r->min, ratio_of(s.max)) <= 0) &&
           (r->no_max || ratio_compare(r->max, ratio_of(s.min)) >= 0);
}

static bool must_meet(const TotalRange *r, FaceRange s)
{
    return !r->no_min && !r->no_max && ratio_compare(r->min, ratio_of(s.min)) >= 0 &&
           ratio_compare(r->max, ratio_of(s.max)) <= 0;
}

static int64_t min_score(const Score *s, const TotalRange *r)
{
    return must_meet(r, s->success) - (s->fails && may_meet(r, s->failure));
}

static int64_t max_score(const Score *s, const TotalRange *r)
{
    return may_meet(r, s->success) - (s->fails && must_meet(r, s->failure));
}

/* It is not known which parts are kept, so take the worst and the best scores of any. */
static TotalRange group_score(const DicePool *p, const TotalRange *parts, size_t n)
{
    static const Keep none = {.high = -1, .low = -1};
    Bound worst[DICE_STACK_MAX], best[DICE_STACK_MAX];
    int64_t from, to;
    TotalRange r = {.whole = true};
    keep_slice(&p->keep, (int64_t)n, &from, &to);
    Keep lowest = none, highest = none;
    lowest.low = highest.high = to - from;
    for (size_t i = 0; i < n; i++) {
        worst[i] = (Bound){ratio_of(min_score(&p->score, &parts[i])), false};
        best[i] = (Bound){ratio_of(max_score(&p->score, &parts[i])), false};
    }
    sum_kept(&lowest, worst, n, &r.min);
    sum_kept(&highest, best, n, &r.max);
    return r;
}

static TotalRange group_range(const DicePool *p, const TotalRange *parts, size_t n)
{
    Bound row[DICE_STACK_MAX];
    TotalRange r = {.whole = true};
    if (p->score.on) return group_score(p, parts, n);
    for (size_t i = 0; i < n; i++) {
        r.no_min = r.no_min || parts[i].no_min;
        r.whole = r.whole && parts[i].whole;
        row[i] = (Bound){parts[i].min, false};
    }
    r.no_min = r.no_min || !sum_kept(&p->keep, row, n, &r.min);
    for (size_t i = 0; i < n; i++) row[i] = (Bound){parts[i].max, parts[i].no_max};
    r.no_max = !sum_kept(&p->keep, row, n, &r.max);
    return r;
}

/* --- operators --- */

static TotalRange negated(TotalRange a)
{
    TotalRange r = {.no_min = a.no_max, .no_max = a.no_min, .whole = a.whole};
    r.no_min = r.no_min || !ratio_subtract(&r.min, ratio_of(0), a.max);
    r.no_max = r.no_max || !ratio_subtract(&r.max, ratio_of(0), a.min);
    return r;
}

static TotalRange sum(TotalRange a, TotalRange b)
{
    TotalRange r = {.no_min = a.no_min || b.no_min, .no_max = a.no_max || b.no_max};
    r.whole = a.whole && b.whole;
    r.no_min = r.no_min || !ratio_add(&r.min, a.min, b.min);
    r.no_max = r.no_max || !ratio_add(&r.max, a.max, b.max);
    return r;
}

/* The extremes of an operator that is monotonic in each operand lie at the four corners. */
static TotalRange corners(NodeKind kind, TotalRange a, TotalRange b)
{
    const Ratio as[] = {a.min, a.max}, bs[] = {b.min, b.max};
    TotalRange r = {.whole = a.whole && b.whole};
    for (int i = 0; i < 4; i++) {
        Ratio c;
        if (node_apply(kind, as[i / 2], bs[i % 2], &c)) return anything;
        if (i == 0 || ratio_compare(c, r.min) < 0) r.min = c;
        if (i == 0 || ratio_compare(c, r.max) > 0) r.max = c;
    }
    return r;
}

static bool is_negative(const TotalRange *r)
{
    return r->no_min || r->min.num < 0;
}

static TotalRange product(TotalRange a, TotalRange b)
{
    if (bounded(&a) && bounded(&b)) return corners(NODE_MULTIPLY, a, b);
    if (is_negative(&a) || is_negative(&b)) return anything;
    TotalRange r = {.no_max = true, .whole = a.whole && b.whole};
    return node_apply(NODE_MULTIPLY, a.min, b.min, &r.min) ? anything : r;
}

static TotalRange quotient(NodeKind kind, TotalRange a, TotalRange b)
{
    if (!bounded(&b) || (b.min.num <= 0 && b.max.num >= 0)) return anything;
    if (bounded(&a)) {
        TotalRange r = corners(kind, a, b);
        r.whole = kind == NODE_FLOOR_DIVIDE;
        return r;
    }
    if (is_negative(&a) || b.min.num < 0) return anything;
    TotalRange r = {.no_max = true, .whole = kind == NODE_FLOOR_DIVIDE};
    return node_apply(kind, a.min, b.max, &r.min) ? anything : r;
}

/* The remainder has the sign of b and is smaller; it is a itself where a lies within b already. */
static TotalRange remainder_of(TotalRange a, TotalRange b)
{
    if (!bounded(&b) || (b.min.num <= 0 && b.max.num >= 0)) return anything;
    if (b.max.num < 0) return negated(remainder_of(negated(a), negated(b)));
    bool whole = a.whole && b.whole, one = ratio_compare(b.min, b.max) == 0;
    Ratio low, high, turns_low, turns_high;
    if (one && bounded(&a) && ratio_divide(&turns_low, a.min, b.min) &&
        ratio_divide(&turns_high, a.max, b.min) &&
        ratio_floor(turns_low) == ratio_floor(turns_high) && ratio_modulo(&low, a.min, b.min) &&
        ratio_modulo(&high, a.max, b.min))
        return (TotalRange){.min = low, .max = high, .whole = whole};
    TotalRange r = {.min = {0, 1}, .max = b.max, .whole = whole};
    if (whole) r.max.num -= 1;
    if (!is_negative(&a) && !a.no_max && ratio_compare(a.max, r.max) < 0) r.max = a.max;
    return r;
}

static TotalRange power(TotalRange a, TotalRange b)
{
    if (!bounded(&a) || !bounded(&b) || !b.whole || b.min.num < 0) return anything;
    bool whole = a.whole, one = b.min.num == b.max.num;
    TotalRange r = a.min.num >= a.min.den || one ? corners(NODE_POWER, a, b) : anything;
    if (one && b.min.num % 2 == 0 && b.min.num > 0 && a.min.num < 0 && a.max.num > 0)
        r.min = ratio_of(0);
    r.whole = whole;
    return r;
}

static TotalRange compared(NodeKind kind, TotalRange a, TotalRange b)
{
    TotalRange less = sum(a, negated(b)); /* a < b is a - b < 0 */
    bool below = less.no_min || less.min.num < 0, above = less.no_max || less.max.num > 0;
    bool zero = (less.no_min || less.min.num <= 0) && (less.no_max || less.max.num >= 0);
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

static TotalRange absolute(TotalRange a)
{
    if (!is_negative(&a)) return a;
    TotalRange n = negated(a), r = {.min = {0, 1}, .whole = a.whole};
    if (!is_negative(&n)) return n;
    r.no_max = a.no_max || n.no_max;
    r.max = ratio_compare(a.max, n.max) > 0 ? a.max : n.max;
    return r;
}

static TotalRange rounded(NodeKind kind, TotalRange a)
{
    if (!a.no_min) node_apply(kind, a.min, ratio_of(0), &a.min);
    if (!a.no_max) node_apply(kind, a.max, ratio_of(0), &a.max);
    a.whole = true;
    return a;
}

static TotalRange smaller_of(TotalRange a, TotalRange b)
{
    TotalRange r = {.no_min = a.no_min || b.no_min, .no_max = a.no_max && b.no_max};
    r.whole = a.whole && b.whole;
    r.min = ratio_compare(a.min, b.min) < 0 ? a.min : b.min;
    r.max = a.no_max ? b.max : b.no_max || ratio_compare(a.max, b.max) < 0 ? a.max : b.max;
    return r;
}

static TotalRange applied(NodeKind kind, TotalRange a, TotalRange b)
{
    switch (kind) {
    case NODE_NEGATE: return negated(a);
    case NODE_ADD: return sum(a, b);
    case NODE_SUBTRACT: return sum(a, negated(b));
    case NODE_MULTIPLY: return product(a, b);
    case NODE_DIVIDE:
    case NODE_FLOOR_DIVIDE: return quotient(kind, a, b);
    case NODE_MODULO: return remainder_of(a, b);
    case NODE_POWER: return power(a, b);
    case NODE_LESS:
    case NODE_AT_MOST:
    case NODE_EQUAL:
    case NODE_AT_LEAST:
    case NODE_MORE: return compared(kind, a, b);
    case NODE_FLOOR:
    case NODE_CEIL:
    case NODE_ROUND: return rounded(kind, a);
    case NODE_ABS: return absolute(a);
    case NODE_MIN: return smaller_of(a, b);
    case NODE_MAX: return negated(smaller_of(negated(a), negated(b)));
    case NODE_NUMBER:
    case NODE_POOL:
    case NODE_GROUP: break;
    }
    return anything;
}

/* --- nodes --- */

static TotalRange one_node(const Program *p, const DiceNode *node, const TotalRange *operands)
{
    const DicePool *pool = &p->pools[node->pool];
    size_t n = (size_t)node->operands;
    if (node->kind == NODE_NUMBER)
        return (TotalRange){
            .min = node->number, .max = node->number, .whole = node->number.den == 1};
    if (node->kind == NODE_GROUP) return group_range(pool, operands, n);
    if (node->kind == NODE_POOL) {
        const TotalRange *count = pool->count == COMPUTED ? operands++ : NULL;
        return pool_range(pool, count, pool->sides == COMPUTED ? operands : NULL);
    }
    TotalRange r = n > 1 ? applied(node->kind, operands[0], operands[1])
                         : applied(node->kind, operands[0], anything);
    for (size_t i = 2; i < n; i++) r = applied(node->kind, r, operands[i]);
    return r;
}

static TotalRange range_at(const Program *p, int i)
{
    TotalRange stack[DICE_STACK_MAX];
    size_t top = 0;
    for (int k = p->nodes[i].first; k <= i; k++) {
        top -= (size_t)p->nodes[k].operands;
        stack[top] = one_node(p, &p->nodes[k], &stack[top]);
        top++;
    }
    return stack[0];
}

bool node_range(const Program *p, int i, Ratio *min, Ratio *max)
{
    TotalRange r = range_at(p, i);
    *min = r.min;
    *max = r.max;
    return bounded(&r);
}

bool dice_range(const Dice *d, int64_t *min, int64_t *max)
{
    int64_t times = d->repeats ? d->repeats : 1, low, high;
    TotalRange r = range_at(&d->program, d->program.n - 1);
    bool one = bounded(&r) && ratio_compare(r.min, r.max) == 0 && r.min.den == 1;
    if (!bounded(&r) || !(r.whole || one)) return false;
    if (__builtin_mul_overflow(r.min.num, times, &low) ||
        __builtin_mul_overflow(r.max.num, times, &high))
        return false;
    *min = low;
    *max = high;
    return true;
}
