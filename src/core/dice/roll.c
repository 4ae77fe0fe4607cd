/* Rolls a program: one pass over its nodes with a stack of values.  Simple expressions such as
 * 4d6kh3+2 have a shorter way at the end of this file, since simulations roll mostly these. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/dice/program.h"
#include "core/text.h"

/* One roll under way. */
typedef struct {
    const Dice *dice;
    Rng *rng; /* draws the dice; NULL: the source does */
    DrawSide *source;
    void *from;    /* given to the source */
    Roll *roll;    /* records every die; NULL: only the total is needed */
    int64_t drawn; /* dice drawn so far, in all repeats */
    RollState state;
    Err *err;
} DiceRollContext;

/* --- errors: these set the state and return false --- */

__attribute__((format(printf, 2, 3))) static bool roll_fail(DiceRollContext *ctx,
                                                            const char *format, ...)
{
    va_list args;
    va_start(args, format);
    dice_fail(ctx->dice, ctx->err, format, args);
    va_end(args);
    ctx->state = ROLL_FAILED;
    return false;
}

static bool roll_no_memory(DiceRollContext *ctx)
{
    err_set(ctx->err, "out of memory");
    ctx->state = ROLL_FAILED;
    return false;
}

/* --- recording dice --- */

/* If ctx->roll is NULL, no dice are recorded, and the functions of this section do nothing: they
 * return 0, NULL or true. */
static size_t dice_so_far(const DiceRollContext *ctx)
{
    return ctx->roll ? ctx->roll->n : 0;
}

static Die *last_die(DiceRollContext *ctx)
{
    return ctx->roll ? &ctx->roll->dice[ctx->roll->n - 1] : NULL;
}

static bool record_die(DiceRollContext *ctx, Die die)
{
    Roll *r = ctx->roll;
    if (!r) return true;
    if (!array_room(&r->dice, &r->room, r->n + 1, sizeof die)) return roll_no_memory(ctx);
    r->dice[r->n++] = die;
    return true;
}

static void drop_dice(DiceRollContext *ctx, size_t from, size_t to)
{
    for (size_t i = from; ctx->roll && i < to; i++)
        if (!ctx->roll->dice[i].rerolled) ctx->roll->dice[i].dropped = true;
}

/* --- one die with its rerolls and explosions --- */

/* The unit that keep, drop and counts work on: one die, or a die that grew by its explosions (!!).
 * first and end are indices into the recorded dice. */
typedef struct {
    int64_t value;
    uint32_t first, end;
} RolledDie;

enum { FEW = 64 }; /* dice of a term that need no allocation: more than any table rolls at once */

/* The dice of a term.  `all` points to `few`, or to memory from malloc when they are many. */
typedef struct {
    RolledDie *all;
    size_t n, room;
    RolledDie few[FEW];
} RolledDice;

/* Appends a die to those of the term, which move off the stack when there are many. */
static bool add_rolled(DiceRollContext *ctx, RolledDice *rolled, RolledDie die)
{
    if (rolled->n == rolled->room) {
        RolledDie *more = malloc(2 * rolled->room * sizeof *more);
        if (!more) return roll_no_memory(ctx);
        memcpy(more, rolled->all, rolled->n * sizeof *more);
        if (rolled->all != rolled->few) free(rolled->all);
        rolled->all = more;
        rolled->room *= 2;
    }
    rolled->all[rolled->n++] = die;
    return true;
}

/* One draw: a side of 1..sides. */
static bool draw_side(DiceRollContext *ctx, int64_t sides, int64_t *side)
{
    if (ctx->drawn++ >= DICE_COUNT_MAX)
        return roll_fail(ctx, "one roll would have more than %d dice", DICE_COUNT_MAX);
    if (ctx->rng) {
        *side = 1 + (int64_t)rng_below(ctx->rng, (uint64_t)sides);
        return true;
    }
    *side = ctx->source(ctx->from, sides);
    if (*side > 0 && *side <= sides) return true;
    if (*side > sides)
        return roll_fail(ctx, "a d%lld cannot show %lld", (long long)sides, (long long)*side);
    ctx->state = ROLL_STOPPED;
    return false;
}

/* Draws one die, and again while its face is to be rerolled; sets *face to the face that stays.
 * joined: the die grows the die before it (!!). */
static bool draw_until_stays(DiceRollContext *ctx, const DicePool *p, const ResolvedPool *resolved,
                             bool joined, int64_t *face)
{
    for (int rerolls = 0;; rerolls++) {
        int64_t side = 1;
        if (!draw_side(ctx, resolved->sides, &side)) return false;
        *face = pool_face(p, side);
        bool reroll = p->reroll != REROLL_NEVER && face_range_has(p->reroll_on, *face) &&
                      (p->reroll == REROLL_UNTIL || rerolls == 0);
        if (reroll && rerolls == DICE_CHAIN_MAX)
            return roll_fail(ctx, "a die was rerolled %d times, and still has to be",
                             DICE_CHAIN_MAX);
        Die die = {.sides = resolved->sides,
                   .face = *face,
                   .shown = side,
                   .rerolled = reroll,
                   .joined = joined};
        if (!record_die(ctx, die)) return false;
        if (!reroll) return true;
    }
}

/* Clamps a finished die and adds it to the term's dice.  What the clamp changes is recorded on the
 * last die that it is made of. */
static bool finish_die(DiceRollContext *ctx, const DicePool *p, RolledDice *rolled, RolledDie die)
{
    int64_t value = face_range_clamp(p->clamp, die.value);
    Die *last = last_die(ctx);
    if (last) last->face += value - die.value;
    die.value = value;
    die.end = (uint32_t)dice_so_far(ctx);
    return add_rolled(ctx, rolled, die);
}

/* Rolls one die and every die that its explosions bring, and adds them to the term's dice: with !!
 * as one die (`whole`), else one by one. */
static bool roll_die(DiceRollContext *ctx, const DicePool *p, const ResolvedPool *resolved,
                     RolledDice *rolled)
{
    RolledDie whole = {0, (uint32_t)dice_so_far(ctx), 0};
    for (int explosions = 0;; explosions++) {
        int64_t face;
        bool grows = p->explode == EXPLODE_GROW, is_later = explosions > 0;
        if (!draw_until_stays(ctx, p, resolved, grows && is_later, &face)) return false;
        bool explodes = pool_explodes(p, resolved, face);
        if (explodes && explosions == DICE_CHAIN_MAX)
            return roll_fail(ctx, "a die exploded %d times, and still does", DICE_CHAIN_MAX);
        int64_t less = p->penetrate && is_later ? 1 : 0;
        Die *die = last_die(ctx);
        if (die) {
            die->face -= less;
            die->exploded = explodes;
        }
        whole.value += face - less;
        if (!grows || !explodes) {
            if (!finish_die(ctx, p, rolled, whole)) return false;
            whole = (RolledDie){0, (uint32_t)dice_so_far(ctx), 0};
        }
        if (!explodes) return true;
    }
}

/* --- keep, drop and count the dice of a term --- */

/* Sorts upwards; of equal dice the one rolled later is the lower, so that the first is kept. */
static int by_value(const void *a, const void *b)
{
    const RolledDie *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return (x->first < y->first) - (x->first > y->first);
}

/* Sorts the dice by value; a handful by insertion, which is faster than qsort. */
static void sort_dice(RolledDie *all, size_t n)
{
    if (n > FEW) {
        qsort(all, n, sizeof *all, by_value);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        RolledDie die = all[i];
        size_t k = i;
        for (; k > 0 && by_value(&all[k - 1], &die) > 0; k--) all[k] = all[k - 1];
        all[k] = die;
    }
}

/* Returns the share of a kept die in a count; notes success and failure on its last record. */
static int64_t count_die(DiceRollContext *ctx, const Score *s, const RolledDie *die)
{
    if (ctx->roll) {
        Die *last = &ctx->roll->dice[die->end - 1];
        last->success = face_range_has(s->success, die->value);
        last->failure = s->fails && face_range_has(s->failure, die->value);
    }
    return score_face(s, die->value);
}

/* The sum of the dice kept, or their count; marks the others as dropped. */
static int64_t total_of_dice(DiceRollContext *ctx, const DicePool *p, RolledDice *rolled)
{
    int64_t n = (int64_t)rolled->n, from = 0, to = n, total = 0;
    if (!keeps_all(&p->keep)) {
        sort_dice(rolled->all, rolled->n);
        keep_slice(&p->keep, n, &from, &to);
    }
    for (int64_t i = 0; i < n; i++) {
        const RolledDie *die = &rolled->all[i];
        if (i < from || i >= to)
            drop_dice(ctx, die->first, die->end);
        else
            total += p->score.on ? count_die(ctx, &p->score, die) : die->value;
    }
    return total;
}

/* Rolls a term whose count and sides are known. */
static bool roll_resolved(DiceRollContext *ctx, const DicePool *p, const ResolvedPool *resolved,
                          int64_t *total)
{
    RolledDice rolled;
    rolled.all = rolled.few; /* the few themselves stay uninitialised, to save time */
    rolled.n = 0;
    rolled.room = FEW;
    bool done = true;
    for (int64_t i = 0; done && i < resolved->count; i++)
        done = roll_die(ctx, p, resolved, &rolled);
    if (done) *total = total_of_dice(ctx, p, &rolled);
    if (rolled.all != rolled.few) free(rolled.all);
    return done;
}

/* --- nodes --- */

/* A value on the stack, and the index of the first die that went into it. */
typedef struct {
    Ratio value;
    size_t first;
} StackEntry;

/* Sets *n to a computed count or number of sides (`what`), which must be whole, min or more. */
static bool resolve_computed(DiceRollContext *ctx, Ratio r, const char *what, int64_t min,
                             int64_t *n)
{
    if (r.den != 1)
        return roll_fail(ctx, "the number of %s came out as %lld/%lld", what, (long long)r.num,
                         (long long)r.den);
    if (r.num < min)
        return roll_fail(ctx, "the number of %s came out as %lld", what, (long long)r.num);
    *n = r.num;
    return true;
}

/* Rolls a term; operands: its computed count and sides, if any. */
static bool roll_pool(DiceRollContext *ctx, const DicePool *p, const StackEntry *operands,
                      int64_t *total)
{
    int64_t count = p->count, sides = p->sides;
    const StackEntry *count_operand = operands;
    const StackEntry *sides_operand = p->count == COMPUTED ? operands + 1 : operands;
    if (p->count == COMPUTED && !resolve_computed(ctx, count_operand->value, "dice", 0, &count))
        return false;
    if (count > DICE_COUNT_MAX)
        return roll_fail(ctx, "one roll would have more than %d dice", DICE_COUNT_MAX);
    if (p->sides == COMPUTED && !resolve_computed(ctx, sides_operand->value, "sides", 1, &sides))
        return false;
    if (sides > DICE_SIDES_MAX)
        return roll_fail(ctx, "a die has at most %lld sides", (long long)DICE_SIDES_MAX);
    ResolvedPool resolved = pool_resolve(p, count, sides);
    if (p->sides == COMPUTED && count > 0 && !pool_can_end(p, &resolved))
        return roll_fail(ctx, "on a d%lld this would never end", (long long)sides);
    return roll_resolved(ctx, p, &resolved, total);
}

/* A part of a group while the parts are sorted. */
typedef struct {
    Ratio value;
    size_t at; /* its place as written, from 0 */
} RankedPart;

/* Sorts upwards; of equal parts the one written later is the lower, so that the first is kept. */
static int by_part_value(const void *a, const void *b)
{
    const RankedPart *x = a, *y = b;
    int order = ratio_compare(x->value, y->value);
    return order ? order : (x->at < y->at) - (x->at > y->at);
}

static bool add_to_total(DiceRollContext *ctx, Ratio *total, Ratio more)
{
    const char *why = node_apply(NODE_ADD, *total, more, total);
    return !why || roll_fail(ctx, "%s", why);
}

/* Adds up the kept ones of n parts, or their scores; marks the dice of the others as dropped. */
static bool roll_group(DiceRollContext *ctx, const DicePool *p, const StackEntry *parts, size_t n,
                       Ratio *total)
{
    RankedPart row[DICE_STACK_MAX];
    int64_t from = 0, to = (int64_t)n;
    for (size_t i = 0; i < n; i++) row[i] = (RankedPart){parts[i].value, i};
    if (!keeps_all(&p->keep)) {
        qsort(row, n, sizeof *row, by_part_value);
        keep_slice(&p->keep, to, &from, &to);
    }
    *total = ratio_of(0);
    for (size_t i = 0; i < n; i++) {
        /* The dice of a part end where those of the next one begin. */
        size_t at = row[i].at, end = at + 1 < n ? parts[at + 1].first : dice_so_far(ctx);
        Ratio value = p->score.on ? score_ratio(&p->score, row[i].value) : row[i].value;
        if ((int64_t)i < from || (int64_t)i >= to)
            drop_dice(ctx, parts[at].first, end);
        else if (!add_to_total(ctx, total, value))
            return false;
    }
    return true;
}

/* Applies an operator to its operands, from the left. */
static bool roll_operator(DiceRollContext *ctx, const DiceNode *node, const StackEntry *operands,
                          Ratio *r)
{
    const char *why = NULL;
    *r = operands[0].value;
    if (node->operands == 1) why = node_apply(node->kind, *r, ratio_of(0), r);
    for (int i = 1; !why && i < node->operands; i++)
        why = node_apply(node->kind, *r, operands[i].value, r);
    return !why || roll_fail(ctx, "%s", why);
}

/* Sets *r to the value of a node with these operands. */
static bool roll_node(DiceRollContext *ctx, const DiceNode *node, const StackEntry *operands,
                      Ratio *r)
{
    const DicePool *pools = ctx->dice->program.pools;
    if (node->kind == NODE_NUMBER) {
        *r = node->number;
        return true;
    }
    if (node->kind == NODE_POOL) {
        *r = ratio_of(0);
        return roll_pool(ctx, &pools[node->pool], operands, &r->num);
    }
    if (node->kind == NODE_GROUP)
        return roll_group(ctx, &pools[node->pool], operands, (size_t)node->operands, r);
    return roll_operator(ctx, node, operands, r);
}

/* Evaluates the program once; the operands of each node are the last values on the stack. */
static bool roll_once(DiceRollContext *ctx, Ratio *total)
{
    const Program *p = &ctx->dice->program;
    StackEntry stack[DICE_STACK_MAX];
    size_t top = 0;
    for (int i = 0; i < p->n; i++) {
        const DiceNode *node = &p->nodes[i];
        size_t n = (size_t)node->operands;
        assert(top >= n && top - n < DICE_STACK_MAX);
        StackEntry result = {.first = n > 0 ? stack[top - n].first : dice_so_far(ctx)};
        if (!roll_node(ctx, node, &stack[top - n], &result.value)) return false;
        top -= n;
        stack[top++] = result;
    }
    *total = stack[0].value;
    return true;
}

/* --- the whole expression --- */

/* Records one round of a repeat, whose dice begin at `first`. */
static bool add_repeat(DiceRollContext *ctx, Ratio one, size_t first)
{
    Roll *r = ctx->roll;
    if (!r || ctx->dice->repeats == 0) return true;
    if (!array_room(&r->parts, &r->parts_room, r->parts_n + 1, sizeof *r->parts))
        return roll_no_memory(ctx);
    r->parts[r->parts_n++] = (Part){one.num, one.den, first, r->n - first};
    return true;
}

/* Rolls all rounds of the expression, one if it has no repeat, and adds up their totals. */
static bool roll_all(DiceRollContext *ctx, Ratio *total)
{
    int64_t times = ctx->dice->repeats ? ctx->dice->repeats : 1;
    *total = ratio_of(0);
    for (int64_t i = 0; i < times; i++) {
        Ratio one;
        size_t first = dice_so_far(ctx);
        if (!roll_once(ctx, &one) || !add_repeat(ctx, one, first) || !add_to_total(ctx, total, one))
            return false;
    }
    return true;
}

RollState dice_roll(const Dice *d, DrawSide *source, void *from, Roll *r, Err *err)
{
    DiceRollContext ctx = {.dice = d, .source = source, .from = from, .roll = r, .err = err};
    Ratio total = ratio_of(0);
    r->n = r->parts_n = 0;
    if (!roll_all(&ctx, &total)) total = ratio_of(0);
    r->num = total.num;
    r->den = total.den;
    return ctx.state;
}

int64_t roll_natural(const Roll *r)
{
    int64_t sum = 0, sides = 0;
    for (size_t i = 0; i < r->n; i++) {
        const Die *die = &r->dice[i];
        bool added = i > 0 && die[-1].exploded;
        if (die->dropped || die->rerolled || added) continue;
        if (sides == 0) sides = die->sides;
        if (die->sides == sides) sum += die->shown;
    }
    return sum;
}

void roll_free(Roll *r)
{
    free(r->dice);
    free(r->parts);
    *r = (Roll){0};
}

/* --- simple expressions ---
 *
 * These draw the same dice as roll_all and come to the same total, but record nothing and need no
 * stack.  The sorted faces from..to-1 count; keep_slice chose them when the expression was read. */

/* The sum where at most one face at either end does not count, without sorting. */
static int64_t sum_without_ends(const SimpleRoll *p, Rng *rng)
{
    uint64_t sides = (uint64_t)p->sides, sum = 0, min = UINT64_MAX, max = 0;
    for (int64_t i = 0; i < p->count; i++) {
        uint64_t face = 1 + rng_below(rng, sides);
        sum += face;
        if (face < min) min = face;
        if (face > max) max = face;
    }
    if (p->from > 0) sum -= min;
    if (p->to < p->count) sum -= max;
    return (int64_t)sum;
}

/* The sum where more faces do not count: sorts them by insertion. */
static int64_t sum_sorted(const SimpleRoll *p, Rng *rng)
{
    int64_t sorted[SIMPLE_MAX], sum = 0;
    for (int64_t i = 0; i < p->count; i++) {
        int64_t face = 1 + (int64_t)rng_below(rng, (uint64_t)p->sides), at = i;
        for (; at > 0 && sorted[at - 1] > face; at--) sorted[at] = sorted[at - 1];
        sorted[at] = face;
    }
    for (int64_t i = p->from; i < p->to; i++) sum += sorted[i];
    return sum;
}

static int64_t simple_total(const SimpleRoll *p, Rng *rng)
{
    bool only_ends = p->from <= 1 && p->count - p->to <= 1;
    return (only_ends ? sum_without_ends(p, rng) : sum_sorted(p, rng)) + p->add;
}

bool dice_total(const Dice *d, Rng *rng, int64_t *total, Err *err)
{
    if (d->simple.count > 0) {
        *total = simple_total(&d->simple, rng);
        return true;
    }
    Rng before = *rng;
    DiceRollContext ctx = {.dice = d, .rng = rng, .err = err};
    Ratio sum;
    bool rolled = roll_all(&ctx, &sum);
    if (rolled && sum.den != 1)
        rolled = roll_fail(&ctx, "the total came out as %lld/%lld, and a whole number is needed",
                           (long long)sum.num, (long long)sum.den);
    if (rolled)
        *total = sum.num;
    else
        *rng = before; /* a roll that failed has drawn nothing */
    return rolled;
}
