/* What the dice of one term can add up to.  DiceList fall into calm ones, at which a die comes to
 * rest, and bursting ones, which bring one die more; of bursts there may be any number. */
#include <stdlib.h>

#include "core/dice/range.h"

enum { PARTS_MAX = DICE_TEXT_MAX / 2 + 2 };

typedef struct {
    bool any;
    int64_t least, most;
} DiceList;

static void admit(DiceList *f, int64_t face)
{
    if (!f->any || face < f->least) f->least = face;
    if (!f->any || face > f->most) f->most = face;
    f->any = true;
}

/* --- the faces that matter --- */

/* Of 1..sides only those next to the edge of a condition can be the least or the most of anything.
 */
enum { EDGES_MAX = 2 + 3 * 5 * 2 };

static int edges(const Pool *p, Span burst, int64_t sides, int64_t *faces)
{
    const Span spans[] = {p->reroll_on, burst, p->clamp, p->score.success, p->score.failure};
    int n = 0;
    faces[n++] = 1;
    faces[n++] = sides;
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        for (int step = -1; step <= 1; step++) {
            const int64_t ends[] = {spans[i].least, spans[i].most};
            for (int e = 0; e < 2; e++)
                if (ends[e] > -step && ends[e] <= sides - step) faces[n++] = ends[e] + step;
        }
    return n;
}

typedef struct {
    const Pool *pool;
    DiceList calm, burst; /* as they fall */
    DiceList score;       /* what one die may count: -1, 0, 1 */
} Reach;

static int64_t clamped(const Pool *p, int64_t n)
{
    return n < p->clamp.least ? p->clamp.least : n > p->clamp.most ? p->clamp.most : n;
}

static void admit_score(Reach *r, int64_t value)
{
    const Score *s = &r->pool->score;
    value = clamped(r->pool, value);
    admit(&r->score, span_has(s->success, value) - (s->fails && span_has(s->failure, value)));
}

/* burst: what may explode; never_calm: what always does. */
static void admit_face(Reach *r, Span burst, Span never_calm, int64_t face)
{
    const Pool *p = r->pool;
    if (p->reroll == REROLL_UNTIL && span_has(p->reroll_on, face)) return;
    if (p->explode != EXPLODE_NEVER && span_has(burst, face)) admit(&r->burst, face);
    if (p->explode == EXPLODE_NEVER || !span_has(never_calm, face)) admit(&r->calm, face);
    admit_score(r, face);
    if (p->penetrate) admit_score(r, face - 1);
}

static Reach reach(const Pool *p, int64_t smallest, int64_t largest)
{
    Reach r = {.pool = p};
    Span burst = pool_cast(p, 0, largest).explode_on, never_calm = burst;
    if (p->explode_highest && smallest < largest)
        burst.least = smallest; /* each may be the highest */
    int64_t faces[EDGES_MAX];
    int n = p->own ? (int)largest : edges(p, burst, largest, faces);
    for (int i = 0; i < n; i++) admit_face(&r, burst, never_calm, p->own ? p->own[i] : faces[i]);
    return r;
}

/* --- one die --- */

/* What a die counts that may grow (!!), or stand alone. */
static Range grown(const Reach *r)
{
    const Pool *p = r->pool;
    int64_t less = p->penetrate ? 1 : 0;
    Range range = range_of(r->calm.least, r->calm.most);
    if (r->burst.any && p->explode == EXPLODE_GROW) {
        range.bottomless = r->burst.least < less;
        range.topless = r->burst.most > less;
        if (!range.topless && r->burst.most + r->calm.most - less > r->calm.most)
            range.most.num = r->burst.most + r->calm.most - less;
    }
    if (range.bottomless && p->clamp.least != INT64_MIN) {
        range.bottomless = false;
        range.least.num = p->clamp.least;
    }
    if (range.topless && p->clamp.most != INT64_MAX) {
        range.topless = false;
        range.most.num = p->clamp.most;
    }
    range.least.num = clamped(p, range.least.num);
    range.most.num = clamped(p, range.most.num);
    return range;
}

/* --- all of them --- */

static int64_t kept(const Pool *p, int64_t count)
{
    int64_t from, to;
    keep_slice(&p->keep, count, &from, &to);
    return to - from;
}

static Range times(Range one, int64_t few, int64_t many)
{
    Range r = one;
    r.least.num *= one.least.num < 0 ? many : few;
    r.most.num *= one.most.num < 0 ? few : many;
    return r;
}

/* Dice that bring dice (!): what is kept may have no limit, and may be of either kind. */
static Range burst_range(const Reach *r, int64_t few, int64_t many)
{
    const Pool *p = r->pool;
    const Keep *k = &p->keep;
    int64_t less = p->penetrate ? 1 : 0, limit = k->high >= 0 ? k->high : k->low;
    bool lowest = k->low >= 0 || (p->penetrate && !keep_all(k)) || kept(p, few) < limit;
    int64_t least = r->calm.least, most = r->calm.most;
    if (lowest && r->burst.least < least) least = r->burst.least;
    if (lowest) least -= less;
    if ((k->low < 0 || k->low > few) && r->burst.most > most) most = r->burst.most;
    Range one = range_of(clamped(p, least), clamped(p, most));
    /* Without a limit, bursts may be what is dropped, and every die of the term kept. */
    Range range = times(one, kept(p, few), limit >= 0 ? limit : many);
    if (limit >= 0) return range;
    range.bottomless = clamped(p, r->burst.least - less) < 0 || (p->penetrate && p->clamp.most < 1);
    range.topless = clamped(p, r->burst.most - less) > 0;
    if (!range.topless)
        range.most.num += clamped(p, r->burst.most) > 0 ? many * clamped(p, r->burst.most) : 0;
    return range;
}

static Range score_range(const Reach *r, int64_t few, int64_t many)
{
    const Pool *p = r->pool;
    bool more = r->burst.any && p->explode == EXPLODE_MORE;
    int64_t limit = p->keep.high >= 0 ? p->keep.high : p->keep.low;
    Range one = range_of(r->score.least, r->score.most);
    if (r->burst.any && p->explode == EXPLODE_GROW) one = range_of(p->score.fails ? -1 : 0, 1);
    if (!more) return times(one, kept(p, few), kept(p, many));
    Range range = times(one, kept(p, few), limit >= 0 ? limit : kept(p, many));
    range.bottomless = limit < 0 && one.least.num < 0;
    range.topless = limit < 0 && one.most.num > 0;
    return range;
}

/* The whole numbers of a computed count or number of sides that can be rolled. */
static void limits(const Range *r, int64_t fixed, int64_t least, int64_t most, int64_t *low,
                   int64_t *high)
{
    *low = *high = fixed;
    if (!r) return;
    *low = r->bottomless || ratio_compare(r->least, ratio_of(least)) < 0 ? least
                                                                         : ratio_ceil(r->least);
    *high = r->topless || ratio_compare(r->most, ratio_of(most)) > 0 ? most : ratio_floor(r->most);
    if (*low > *high) *low = *high;
}

Range pool_range(const Pool *p, const Range *count, const Range *sides)
{
    int64_t few, many, smallest, largest;
    limits(count, p->count, 0, DICE_COUNT_MAX, &few, &many);
    limits(sides, p->sides, 1, DICE_SIDES_MAX, &smallest, &largest);
    Reach r = reach(p, smallest, largest);
    if (!r.calm.any) return (Range){.bottomless = true, .topless = true}; /* it fails in any case */
    if (p->score.on) return score_range(&r, few, many);
    if (r.burst.any && p->explode == EXPLODE_MORE) return burst_range(&r, few, many);
    return times(grown(&r), kept(p, few), kept(p, many));
}

/* --- groups --- */

/* Without end is above everything; then it is the same for the least and for the most. */
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

/* A sum of sorted places only grows when one of the parts does: so all at their ends give the ends.
 */
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

static bool may_meet(const Range *r, Span s)
{
    return (r->bottomless || ratio_compare(r->least, ratio_of(s.most)) <= 0) &&
           (r->topless || ratio_compare(r->most, ratio_of(s.least)) >= 0);
}

static bool must_meet(const Range *r, Span s)
{
    return !r->bottomless && !r->topless && ratio_compare(r->least, ratio_of(s.least)) >= 0 &&
           ratio_compare(r->most, ratio_of(s.most)) <= 0;
}

static int64_t least_score(const Score *s, const Range *r)
{
    return must_meet(r, s->success) - (s->fails && may_meet(r, s->failure));
}

static int64_t most_score(const Score *s, const Range *r)
{
    return may_meet(r, s->success) - (s->fails && must_meet(r, s->failure));
}

/* Which parts are kept is not known, so: the worst of all that may be, and the best. */
static Range group_score(const Pool *p, const Range *parts, size_t n)
{
    static const Keep none = {.high = -1, .low = -1};
    Bound worst[PARTS_MAX], best[PARTS_MAX];
    int64_t from, to;
    Range r = {.whole = true};
    keep_slice(&p->keep, (int64_t)n, &from, &to);
    Keep lowest = none, highest = none;
    lowest.low = highest.high = to - from;
    for (size_t i = 0; i < n; i++) {
        worst[i] = (Bound){ratio_of(least_score(&p->score, &parts[i])), false};
        best[i] = (Bound){ratio_of(most_score(&p->score, &parts[i])), false};
    }
    sum_kept(&lowest, worst, n, &r.least);
    sum_kept(&highest, best, n, &r.most);
    return r;
}

Range group_range(const Pool *p, const Range *parts, size_t n)
{
    Bound row[PARTS_MAX];
    Range r = {.whole = true};
    if (p->score.on) return group_score(p, parts, n);
    for (size_t i = 0; i < n; i++) {
        r.bottomless = r.bottomless || parts[i].bottomless;
        r.whole = r.whole && parts[i].whole;
        row[i] = (Bound){parts[i].least, false};
    }
    r.bottomless = r.bottomless || !sum_kept(&p->keep, row, n, &r.least);
    for (size_t i = 0; i < n; i++) row[i] = (Bound){parts[i].most, parts[i].topless};
    r.topless = !sum_kept(&p->keep, row, n, &r.most);
    return r;
}
