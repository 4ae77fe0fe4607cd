/* The dice of one term as they fall: rerolls and explosions while they roll, clamps as each comes
 * to rest, then keep, drop and count over all of them. */
#include <stdlib.h>
#include <string.h>

#include "core/dice/roll_context.h"

/* What counts as one die: a die, or one grown by its explosions (!!). */
typedef struct {
    int64_t value;
    uint32_t first, end; /* its dice in the roll */
} Chain;

enum { FEW = 64 };

typedef struct {
    Chain *all;
    size_t n, room;
    Chain few[FEW]; /* no memory is asked for a handful */
} Hand;

static bool manual_dice_add(RollContext *f, Hand *h, Chain c)
{
    if (h->n == h->room) {
        Chain *more = malloc(2 * h->room * sizeof *more);
        if (!more) return roll_context_no_memory(f);
        memcpy(more, h->all, h->n * sizeof *more);
        if (h->all != h->few) free(h->all);
        h->all = more;
        h->room *= 2;
    }
    h->all[h->n++] = c;
    return true;
}

/* --- rolling --- */

static bool draw(RollContext *f, int64_t sides, int64_t *side)
{
    if (f->fallen++ >= DICE_COUNT_MAX)
        return roll_context_fail(f, "more than %d dice would fall in one roll", DICE_COUNT_MAX);
    if (f->rng) {
        *side = 1 + (int64_t)rng_below(f->rng, (uint64_t)sides);
        return true;
    }
    *side = f->source(f->from, sides);
    if (*side > 0 && *side <= sides) return true;
    if (*side > sides)
        return roll_context_fail(f, "a d%lld cannot show %lld", (long long)sides, (long long)*side);
    f->state = ROLL_STOPPED;
    return false;
}

static bool write_down(RollContext *f, Die die)
{
    Roll *r = f->roll;
    if (!r) return true;
    if (r->n == r->room) {
        size_t room = r->room ? 2 * r->room : 8;
        Die *dice = realloc(r->dice, room * sizeof *dice);
        if (!dice) return roll_context_no_memory(f);
        r->dice = dice;
        r->room = room;
    }
    r->dice[r->n++] = die;
    return true;
}

/* One die, rolled until its face stands. */
static bool settle(RollContext *f, const Pool *p, const Cast *c, bool joined, int64_t *face)
{
    for (int again = 0;; again++) {
        int64_t side = 1;
        if (!draw(f, c->sides, &side)) return false;
        *face = pool_face(p, side);
        bool reroll = p->reroll != REROLL_NEVER && span_has(p->reroll_on, *face) &&
                      (p->reroll == REROLL_UNTIL || again == 0);
        if (reroll && again == DICE_CHAIN_MAX)
            return roll_context_fail(f, "a die was rerolled %d times, and still has to be",
                                     DICE_CHAIN_MAX);
        Die die = {
            .sides = c->sides, .face = *face, .shown = side, .rerolled = reroll, .joined = joined};
        if (!write_down(f, die)) return false;
        if (!reroll) return true;
    }
}

static Die *last_die(RollContext *f)
{
    return f->roll ? &f->roll->dice[f->roll->n - 1] : NULL;
}

/* A die, or a grown one, has come to rest. */
static bool rest(RollContext *f, const Pool *p, Hand *h, Chain c)
{
    int64_t value = c.value < p->clamp.least ? p->clamp.least : c.value;
    if (value > p->clamp.most) value = p->clamp.most;
    Die *die = last_die(f);
    if (die) die->face += value - c.value;
    c.value = value;
    c.end = (uint32_t)roll_context_here(f);
    return manual_dice_add(f, h, c);
}

/* One die and all that its explosions bring. */
static bool roll_die(RollContext *f, const Pool *p, const Cast *c, Hand *h)
{
    Chain chain = {0, (uint32_t)roll_context_here(f), 0};
    for (int more = 0;; more++) {
        int64_t face;
        bool grows = p->explode == EXPLODE_GROW, further = more > 0;
        if (!settle(f, p, c, grows && further, &face)) return false;
        bool explodes = p->explode != EXPLODE_NEVER && span_has(c->explode_on, face);
        if (explodes && more == DICE_CHAIN_MAX)
            return roll_context_fail(f, "a die exploded %d times, and still does", DICE_CHAIN_MAX);
        int64_t less = p->penetrate && further ? 1 : 0;
        Die *die = last_die(f);
        if (die) {
            die->face -= less;
            die->exploded = explodes;
        }
        chain.value += face - less;
        if (!grows || !explodes) {
            if (!rest(f, p, h, chain)) return false;
            chain = (Chain){0, (uint32_t)roll_context_here(f), 0};
        }
        if (!explodes) return true;
    }
}

/* --- keep, drop, count --- */

/* Of equal dice the later rolled lies below, so that the first of them is kept. */
static int by_value(const void *a, const void *b)
{
    const Chain *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return (x->first < y->first) - (x->first > y->first);
}

static void sort(Chain *all, size_t n)
{
    if (n > FEW) {
        qsort(all, n, sizeof *all, by_value);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        Chain c = all[i];
        size_t k = i;
        for (; k > 0 && by_value(&all[k - 1], &c) > 0; k--) all[k] = all[k - 1];
        all[k] = c;
    }
}

void roll_context_drop(RollContext *f, size_t from, size_t to)
{
    for (size_t i = from; f->roll && i < to; i++)
        if (!f->roll->dice[i].rerolled) f->roll->dice[i].dropped = true;
}

static int64_t count_one(RollContext *f, const Score *s, const Chain *c)
{
    bool success = span_has(s->success, c->value);
    bool failure = s->fails && span_has(s->failure, c->value);
    if (f->roll) {
        f->roll->dice[c->end - 1].success = success;
        f->roll->dice[c->end - 1].failure = failure;
    }
    return success - failure;
}

static int64_t add_up(RollContext *f, const Pool *p, Hand *h)
{
    int64_t from = 0, to = (int64_t)h->n, total = 0;
    if (!keep_all(&p->keep)) {
        sort(h->all, h->n);
        keep_slice(&p->keep, to, &from, &to);
    }
    for (int64_t i = 0; i < (int64_t)h->n; i++) {
        const Chain *c = &h->all[i];
        if (i < from || i >= to)
            roll_context_drop(f, c->first, c->end);
        else
            total += p->score.on ? count_one(f, &p->score, c) : c->value;
    }
    return total;
}

bool pool_roll(RollContext *f, const Pool *p, const Cast *c, int64_t *total)
{
    Hand h;
    h.all = h.few;
    h.n = 0;
    h.room = FEW;
    bool fell = true;
    for (int64_t i = 0; fell && i < c->count; i++) fell = roll_die(f, p, c, &h);
    if (fell) *total = add_up(f, p, &h);
    if (h.all != h.few) free(h.all);
    return fell;
}
