/* Operators and functions on odds.  Comparisons, minimum and maximum need one pass over both
 * operands; sums are left to odds_sum.c; other operators go through all pairs. */
#include "core/dice/odds_context.h"

static bool is_certain(const Odds *o)
{
    return o->n == 1 && !odds_is_cut(o) && mpz_cmp_ui(o->total, 1) == 0;
}

/* --- both operands side by side ---
 *
 * Two operands are read together, one value after the other: from the lowest up, where the higher
 * value of a pair wins, or from the highest down, where the lower one wins.  So an operand that
 * shows the value read last wins against all values that the other has passed. */

/* One operand while both are read. */
typedef struct {
    const Odds *odds;
    size_t i;      /* outcomes read so far */
    mpz_t passed;  /* their weight, without the value read last */
    mpz_t current; /* the weight of the value read last; 0 when only the other operand has it */
    mpz_t won; /* the weight of all pairs in which this operand shows the value read last and wins:
                * current times the weight that the other has passed, with its tail if that is
                * passed, too */
} MergeOperand;

/* Both operands while they are read. */
typedef struct {
    MergeOperand a, b;
    bool up;
    bool touching; /* a tail whose edge is the value itself counts as passed */
    Ratio value;   /* the value read last */
} Merge;

static void merge_open(Merge *m, const Odds *a, const Odds *b)
{
    m->a.odds = a;
    m->b.odds = b;
    mpz_inits(m->a.passed, m->a.current, m->a.won, m->b.passed, m->b.current, m->b.won, NULL);
}

static void merge_close(Merge *m)
{
    mpz_clears(m->a.passed, m->a.current, m->a.won, m->b.passed, m->b.current, m->b.won, NULL);
}

static Ratio next_value(const Merge *m, const MergeOperand *from)
{
    return from->odds->value[m->up ? from->i : from->odds->n - 1 - from->i];
}

/* Tells which operand has the next value: a (below 0), b (above 0) or both (0). */
static int next_operand(const Merge *m)
{
    if (m->a.i == m->a.odds->n) return 1;
    if (m->b.i == m->b.odds->n) return -1;
    int order = ratio_compare(next_value(m, &m->a), next_value(m, &m->b));
    return m->up ? order : -order;
}

/* The side of v on which the whole tail lies: -1 below, 1 above, 0 unknown.  touching: a tail whose
 * edge is v itself lies on its side, too. */
static int side_of_tail(const Odds *o, Ratio v, bool touching)
{
    int order = ratio_compare(o->edge, v);
    if (!odds_is_cut(o) || (order == 0 && !touching)) return 0;
    if (o->tail == TAIL_ABOVE && order >= 0) return 1;
    if (o->tail == TAIL_BELOW && order <= 0) return -1;
    return 0;
}

/* Passes the value read last; reads the next one if this operand `has` it. */
static void pass_value(const Merge *m, MergeOperand *from, bool has)
{
    mpz_t weight;
    mpz_add(from->passed, from->passed, from->current);
    mpz_set_ui(from->current, 0);
    if (!has) return;
    odds_weight(from->odds, m->up ? from->i : from->odds->n - 1 - from->i, weight);
    mpz_set(from->current, weight);
    from->i++;
}

/* Sets winner->won, once both operands have passed or read the current value. */
static void set_won(const Merge *m, MergeOperand *winner, const MergeOperand *other)
{
    mpz_mul(winner->won, winner->current, other->passed);
    if (side_of_tail(other->odds, m->value, m->touching) == (m->up ? -1 : 1))
        mpz_addmul(winner->won, winner->current, other->odds->left_out);
}

/* Reads the next value of either operand; false at the end. */
static bool merge_next(Merge *m)
{
    if (m->a.i == m->a.odds->n && m->b.i == m->b.odds->n) return false;
    int order = next_operand(m);
    m->value = next_value(m, order <= 0 ? &m->a : &m->b);
    pass_value(m, &m->a, order <= 0);
    pass_value(m, &m->b, order >= 0);
    set_won(m, &m->a, &m->b);
    set_won(m, &m->b, &m->a);
    return true;
}

/* Charges the effort of reading two operands side by side. */
static bool spend_merge(OddsContext *ctx, const Odds *a, const Odds *b)
{
    return odds_spend_effort(ctx, (a->n + b->n) * (odds_product_effort(a->width, b->width) + 20));
}

/* --- comparisons --- */

/* Adds the weights of a < b, a = b and a > b to less, equal and more.  The operands are read from
 * the lowest value up.  A tail that lies wholly above a value is never passed, so it is added here:
 * it counts as more than that value. */
static void add_orders(const Odds *a, const Odds *b, mpz_t less, mpz_t equal, mpz_t more)
{
    Merge m = {.up = true};
    merge_open(&m, a, b);
    while (merge_next(&m)) {
        mpz_add(more, more, m.a.won);
        mpz_add(less, less, m.b.won);
        mpz_addmul(equal, m.a.current, m.b.current);
        if (side_of_tail(a, m.value, /* touching */ false) > 0)
            mpz_addmul(more, m.b.current, a->left_out);
        if (side_of_tail(b, m.value, /* touching */ false) > 0)
            mpz_addmul(less, m.a.current, b->left_out);
    }
    merge_close(&m);
}

/* The odds of a comparison: 1 where it is true, else 0. */
static Odds *compare_odds(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b)
{
    mpz_t less, equal, more, yes, no, total;
    if (!spend_merge(ctx, a, b)) return NULL;
    mpz_inits(less, equal, more, yes, no, total, NULL);
    add_orders(a, b, less, equal, more);
    bool below = kind == NODE_LESS || kind == NODE_AT_MOST;
    bool above = kind == NODE_MORE || kind == NODE_AT_LEAST;
    bool same = kind == NODE_AT_MOST || kind == NODE_EQUAL || kind == NODE_AT_LEAST;
    mpz_add(below ? yes : no, below ? yes : no, less);
    mpz_add(above ? yes : no, above ? yes : no, more);
    mpz_add(same ? yes : no, same ? yes : no, equal);
    mpz_mul(total, a->total, b->total);
    Odds *o = odds_new(ctx, 2, limbs_of(total));
    if (o) {
        mpz_set(o->total, total);
        odds_append_mpz(o, ratio_of(0), no);
        odds_append_mpz(o, ratio_of(1), yes);
        odds_set_tail(o, TAIL_SOMEWHERE, ratio_of(0));
    }
    mpz_clears(less, equal, more, yes, no, total, NULL);
    return o;
}

/* --- the minimum and the maximum --- */

/* The odds of the maximum, read on the way up, or of the minimum, read on the way down.  The result
 * is the value read last when one operand shows it and the other shows a value that was passed, or
 * when both show it. */
static Odds *extreme_odds(OddsContext *ctx, const Odds *a, const Odds *b, bool want_max)
{
    const SameOdds both[] = {{a, 1}, {b, 1}};
    Tail better = want_max ? TAIL_ABOVE : TAIL_BELOW;
    Ratio edge;
    mpz_t total;
    Merge m = {.up = want_max, .touching = true};
    mpz_init(total);
    mpz_mul(total, a->total, b->total);
    Odds *o = spend_merge(ctx, a, b) ? odds_new(ctx, a->n + b->n, limbs_of(total)) : NULL;
    merge_open(&m, a, b);
    while (o && merge_next(&m)) {
        mpz_add(m.a.won, m.a.won, m.b.won);
        mpz_addmul(m.a.won, m.a.current, m.b.current);
        odds_append_mpz(o, m.value, m.a.won);
    }
    merge_close(&m);
    if (o) {
        mpz_set(o->total, total);
        if (!want_max) odds_reverse(o);
        bool same = odds_common_tail(both, 2, &edge) == better;
        odds_set_tail(o, same ? better : TAIL_SOMEWHERE, edge);
        odds_trim(o, TRIM_NEGLIGIBLE);
    }
    mpz_clear(total);
    return o;
}

/* --- pair by pair --- */

/* Tells whether the result rises (1) or falls (-1) with the operand that was cut, beyond the edge
 * of its tail; 0: neither.  left: it is the left operand. by: the sign of the other operand, which
 * is certain. */
static int slope(NodeKind kind, const Odds *cut, bool left, int by)
{
    switch (kind) {
    case NODE_ADD:
    case NODE_FLOOR:
    case NODE_CEIL:
    case NODE_ROUND: return 1;
    case NODE_SUBTRACT: return left ? 1 : -1;
    case NODE_NEGATE: return -1;
    case NODE_MULTIPLY: return by;
    case NODE_DIVIDE:
    case NODE_FLOOR_DIVIDE: return left ? by : 0;
    case NODE_ABS:
        if (cut->tail == TAIL_ABOVE && cut->edge.num >= 0) return 1;
        if (cut->tail == TAIL_BELOW && cut->edge.num <= 0) return -1;
        return 0;
    case NODE_POWER: return left && by > 0 && cut->tail == TAIL_ABOVE && cut->edge.num >= 0;
    default: return 0;
    }
}

/* Sets the tail of o = a `kind` b if only one of these was cut and the other is certain. */
static void set_tail(Odds *o, NodeKind kind, const Odds *a, const Odds *b)
{
    bool left = odds_is_cut(a);
    const Odds *cut = left ? a : b, *other = left ? b : a;
    if (cut->tail == TAIL_SOMEWHERE || !is_certain(other)) return;
    Ratio by = other->value[0], edge;
    int way = slope(kind, cut, left, (by.num > 0) - (by.num < 0));
    /* Without a result of node_apply there is no edge. */
    if (way == 0 || node_apply(kind, left ? cut->edge : by, left ? by : cut->edge, &edge)) return;
    o->tail = (cut->tail == TAIL_ABOVE) == (way > 0) ? TAIL_ABOVE : TAIL_BELOW;
    o->edge = edge;
    odds_trim(o, TRIM_NEGLIGIBLE);
}

/* Applies an operator to all pairs of outcomes.  Cut odds also get exact means and a new tail. */
static Odds *apply_to_pairs(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b)
{
    Odds *o = odds_pairs(ctx, kind, a, b);
    if (!o || !odds_is_cut(o)) return o;
    odds_set_means(o, kind, a, b);
    set_tail(o, kind, a, b);
    return o;
}

Odds *odds_score(OddsContext *ctx, const Score *s, const Odds *a)
{
    OutcomeMap map;
    bool fits = outcomes_start(ctx, &map, a->width);
    for (size_t i = 0; fits && i < a->n; i++)
        fits =
            outcomes_add(ctx, &map, score_ratio(s, a->value[i]), odds_weight_limbs(a, i), a->width);
    return outcomes_finish(ctx, &map, fits, a->total);
}

Odds *odds_unary(OddsContext *ctx, NodeKind kind, const Odds *a)
{
    Odds *ignored = odds_certain(ctx, ratio_of(0)); /* a right operand: node_apply ignores it */
    Odds *o = ignored ? apply_to_pairs(ctx, kind, a, ignored) : NULL;
    odds_free(ignored);
    return o;
}

static Odds *subtract_odds(OddsContext *ctx, const Odds *a, const Odds *b)
{
    Odds *negated = odds_unary(ctx, NODE_NEGATE, b);
    Odds *o = negated ? odds_sum(ctx, a, negated, TRIM_NEGLIGIBLE) : NULL;
    odds_free(negated);
    return o;
}

static bool is_certainly_zero(const Odds *o)
{
    return is_certain(o) && o->value[0].num == 0;
}

Odds *odds_binary(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b)
{
    bool has_constant = is_certain(a) || is_certain(b);
    if (kind >= NODE_LESS && kind <= NODE_MORE) return compare_odds(ctx, kind, a, b);
    if (kind == NODE_MIN || kind == NODE_MAX) return extreme_odds(ctx, a, b, kind == NODE_MAX);
    if (kind == NODE_MULTIPLY && (is_certainly_zero(a) || is_certainly_zero(b)))
        return odds_certain(ctx, ratio_of(0)); /* also where the other was cut */
    /* With a constant there are few pairs, and set_tail finds the tail. */
    if (kind == NODE_ADD && !has_constant) return odds_sum(ctx, a, b, TRIM_NEGLIGIBLE);
    if (kind == NODE_SUBTRACT && !has_constant) return subtract_odds(ctx, a, b);
    return apply_to_pairs(ctx, kind, a, b);
}
