/* Rolling a program: over the row of nodes with a stack.  What is only `4d6kh3 + 2` has a way of
 * its own, without stack or memory: simulations live on it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/dice/roll_context.h"

/* Every value on the stack was written in two bytes at least: itself and what follows it. */
enum { STACK_MAX = DICE_TEXT_MAX / 2 + 2 };

typedef struct {
    Ratio value;
    size_t first; /* the first die that went into it */
} Entry;

/* --- when it does not come to an end --- */

bool roll_context_fail(RollContext *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dice_fail(f->dice, f->err, format, args);
    va_end(args);
    f->state = ROLL_FAILED;
    return false;
}

bool roll_context_no_memory(RollContext *f)
{
    err_set(f->err, "out of memory");
    f->state = ROLL_FAILED;
    return false;
}

/* --- nodes --- */

static bool whole_number(RollContext *f, Ratio r, const char *what, int64_t *n)
{
    if (r.den != 1)
        return roll_context_fail(f, "the number of %s came out as %lld/%lld", what,
                                 (long long)r.num, (long long)r.den);
    *n = r.num;
    return true;
}

static bool computed_count(RollContext *f, Ratio r, int64_t *n)
{
    if (!whole_number(f, r, "dice", n)) return false;
    if (*n < 0) return roll_context_fail(f, "the number of dice came out as %lld", (long long)*n);
    return *n <= DICE_COUNT_MAX ||
           roll_context_fail(f, "more than %d dice would fall in one roll", DICE_COUNT_MAX);
}

static bool computed_sides(RollContext *f, Ratio r, int64_t *n)
{
    if (!whole_number(f, r, "sides", n)) return false;
    if (*n < 1) return roll_context_fail(f, "the number of sides came out as %lld", (long long)*n);
    return *n <= DICE_SIDES_MAX ||
           roll_context_fail(f, "a die has at most %lld sides", (long long)DICE_SIDES_MAX);
}

static bool roll_pool(RollContext *f, const Pool *p, const Entry *operands, int64_t *total)
{
    int64_t count = p->count, sides = p->sides;
    if (count == COMPUTED && !computed_count(f, (operands++)->value, &count)) return false;
    if (sides == COMPUTED && !computed_sides(f, operands->value, &sides)) return false;
    Cast c = pool_cast(p, count, sides);
    if (p->sides == COMPUTED && count > 0 && !pool_ends(p, &c))
        return roll_context_fail(f, "on a d%lld this would never end", (long long)sides);
    return pool_roll(f, p, &c, total);
}

typedef struct {
    Ratio value;
    size_t at;
} Place;

static int by_value(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    int order = ratio_compare(x->value, y->value);
    return order ? order : (x->at < y->at) - (x->at > y->at);
}

static bool meets(Ratio r, Span s)
{
    return ratio_compare(r, ratio_of(s.least)) >= 0 && ratio_compare(r, ratio_of(s.most)) <= 0;
}

static bool add_part(RollContext *f, const Score *s, Ratio part, Ratio *total)
{
    if (s->on) part = ratio_of(meets(part, s->success) - (s->fails && meets(part, s->failure)));
    const char *why = node_apply(NODE_ADD, *total, part, total);
    return !why || roll_context_fail(f, "%s", why);
}

static bool add_group(RollContext *f, const Pool *p, const Entry *parts, size_t n, Ratio *total)
{
    Place row[STACK_MAX];
    int64_t from = 0, to = (int64_t)n;
    for (size_t i = 0; i < n; i++) row[i] = (Place){parts[i].value, i};
    if (!keep_all(&p->keep)) {
        qsort(row, n, sizeof *row, by_value);
        keep_slice(&p->keep, to, &from, &to);
    }
    *total = ratio_of(0);
    for (size_t i = 0; i < n; i++) {
        size_t at = row[i].at, end = at + 1 < n ? parts[at + 1].first : roll_context_here(f);
        if ((int64_t)i < from || (int64_t)i >= to)
            roll_context_drop(f, parts[at].first, end);
        else if (!add_part(f, &p->score, row[i].value, total))
            return false;
    }
    return true;
}

static bool reckon(RollContext *f, const Node *node, const Entry *operands, Ratio *r)
{
    Ratio second = node->operands > 1 ? operands[1].value : ratio_of(0);
    const char *why = NULL;
    *r = operands[0].value;
    if (node->operands > 2)
        for (int i = 1; i < node->operands; i++) node_apply(node->kind, *r, operands[i].value, r);
    else
        why = node_apply(node->kind, *r, second, r);
    return !why || roll_context_fail(f, "%s", why);
}

static bool roll_node(RollContext *f, const Program *p, const Node *node, const Entry *operands,
                      Ratio *r)
{
    switch (node->kind) {
    case NODE_NUMBER: *r = node->number; return true;
    case NODE_POOL: *r = ratio_of(0); return roll_pool(f, &p->pools[node->pool], operands, &r->num);
    case NODE_GROUP:
        return add_group(f, &p->pools[node->pool], operands, (size_t)node->operands, r);
    case NODE_NEGATE:
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_MULTIPLY:
    case NODE_DIVIDE:
    case NODE_FLOOR_DIVIDE:
    case NODE_MODULO:
    case NODE_POWER:
    case NODE_LESS:
    case NODE_AT_MOST:
    case NODE_EQUAL:
    case NODE_AT_LEAST:
    case NODE_MORE:
    case NODE_FLOOR:
    case NODE_CEIL:
    case NODE_ROUND:
    case NODE_ABS:
    case NODE_MIN:
    case NODE_MAX: break;
    }
    return reckon(f, node, operands, r);
}

static bool roll_once(RollContext *f, Ratio *total)
{
    const Program *p = &f->dice->program;
    Entry stack[STACK_MAX];
    size_t top = 0;
    for (int i = 0; i < p->n; i++) {
        const Node *node = &p->nodes[i];
        size_t n = (size_t)node->operands, here = roll_context_here(f);
        assert(top >= n && top - n < STACK_MAX);
        Entry result = {.first = n > 0 ? stack[top - n].first : here};
        if (!roll_node(f, p, node, &stack[top - n], &result.value)) return false;
        top -= n;
        stack[top++] = result;
    }
    *total = stack[0].value;
    return true;
}

/* --- the whole --- */

static bool add_repeat(RollContext *f, Ratio one, size_t first)
{
    Roll *r = f->roll;
    if (!r || f->dice->repeats == 0) return true;
    if (r->parts_n == r->parts_room) {
        size_t room = r->parts_room ? 2 * r->parts_room : 8;
        Part *parts = realloc(r->parts, room * sizeof *parts);
        if (!parts) return roll_context_no_memory(f);
        r->parts = parts;
        r->parts_room = room;
    }
    r->parts[r->parts_n++] = (Part){one.num, one.den, first, r->n - first};
    return true;
}

static bool roll_all(RollContext *f, Ratio *total)
{
    int64_t times = f->dice->repeats ? f->dice->repeats : 1;
    *total = ratio_of(0);
    for (int64_t i = 0; i < times; i++) {
        Ratio one;
        size_t first = roll_context_here(f);
        if (!roll_once(f, &one) || !add_repeat(f, one, first)) return false;
        const char *why = node_apply(NODE_ADD, *total, one, total);
        if (why) return roll_context_fail(f, "%s", why);
    }
    return true;
}

RollState dice_roll(const Dice *d, DiceSource *source, void *from, Roll *r, Err *err)
{
    RollContext f = {.dice = d, .source = source, .from = from, .roll = r, .err = err};
    Ratio total = ratio_of(0);
    r->n = r->parts_n = 0;
    if (!roll_all(&f, &total)) total = ratio_of(0);
    r->num = total.num;
    r->den = total.den;
    return f.state;
}

int64_t roll_natural(const Roll *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (!r->dice[i].dropped && !r->dice[i].rerolled) return r->dice[i].shown;
    return 0;
}

void roll_free(Roll *r)
{
    free(r->dice);
    free(r->parts);
    *r = (Roll){0};
}

/* --- the quick way --- */

/* At most one die is dropped at each end: the sum less the least and the greatest. */
static int64_t sum_but_ends(const Plain *p, Rng *rng)
{
    uint64_t sides = (uint64_t)p->sides, sum = 0, least = UINT64_MAX, most = 0;
    for (int64_t i = 0; i < p->count; i++) {
        uint64_t face = 1 + rng_below(rng, sides);
        sum += face;
        least = face < least ? face : least;
        most = face > most ? face : most;
    }
    if (p->from > 0) sum -= least;
    if (p->to < p->count) sum -= most;
    return (int64_t)sum;
}

/* Few sides: how often each face fell, then from the lowest up. */
static int64_t sum_by_face(const Plain *p, Rng *rng)
{
    uint64_t sides = (uint64_t)p->sides;
    int64_t fell[PLAIN_MAX] = {0}, sum = 0, at = 0;
    for (int64_t i = 0; i < p->count; i++) fell[rng_below(rng, sides)]++;
    for (int64_t face = 0; face < p->sides; face++) {
        int64_t end = at + fell[face], from = at < p->from ? p->from : at,
                to = end > p->to ? p->to : end;
        if (to > from) sum += (to - from) * (face + 1);
        at = end;
    }
    return sum;
}

static int64_t sum_sorted(const Plain *p, Rng *rng)
{
    int64_t row[PLAIN_MAX], sum = 0;
    for (int64_t i = 0; i < p->count; i++) {
        int64_t face = 1 + (int64_t)rng_below(rng, (uint64_t)p->sides), k = i;
        for (; k > 0 && row[k - 1] > face; k--) row[k] = row[k - 1];
        row[k] = face;
    }
    for (int64_t i = p->from; i < p->to; i++) sum += row[i];
    return sum;
}

static int64_t plain_total(const Plain *p, Rng *rng)
{
    int64_t sum;
    if (p->from <= 1 && p->count - p->to <= 1)
        sum = sum_but_ends(p, rng);
    else if (p->sides <= PLAIN_MAX)
        sum = sum_by_face(p, rng);
    else
        sum = sum_sorted(p, rng);
    return sum + p->add;
}

bool dice_total(const Dice *d, Rng *rng, int64_t *total, Err *err)
{
    if (d->plain.count > 0) {
        *total = plain_total(&d->plain, rng);
        return true;
    }
    Rng before = *rng;
    RollContext f = {.dice = d, .rng = rng, .err = err};
    Ratio sum;
    bool fell = roll_all(&f, &sum);
    if (fell && sum.den != 1)
        fell =
            roll_context_fail(&f, "the total came out as %lld/%lld, and a whole number is needed",
                              (long long)sum.num, (long long)sum.den);
    if (fell)
        *total = sum.num;
    else
        *rng = before;
    return fell;
}

bool dice_is_single(const Dice *d, int64_t *add)
{
    *add = d->plain.add;
    return d->plain.count == 1;
}
