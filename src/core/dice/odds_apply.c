/* Operators and functions on odds.  Comparisons, minimum and maximum need one pass over both
 * operands; other operators go through all pairs. */

#include "core/dice/odds_context.h"

/* --- one uncertain operand --- */

typedef struct {
    NodeKind kind;
    const Ratio *left, *right; /* the operand that is constant; NULL: none */
    const Score *score;        /* apply this instead of kind */
} Map;

static const char *map_value(const Map *m, Ratio v, Ratio *result)
{
    if (m->score) {
        *result = score_ratio(m->score, v);
        return NULL;
    }
    if (m->left) return node_apply(m->kind, *m->left, v, result);
    return node_apply(m->kind, v, m->right ? *m->right : ratio_of(0), result);
}

/* Beyond the edge of a tail, does the result rise with the value (1), fall (-1) or neither (0)? */
static int slope(const Map *m, const Odds *a)
{
    int by = m->right ? (m->right->num > 0) - (m->right->num < 0) : 0;
    switch (m->kind) {
    case NODE_ADD:
    case NODE_FLOOR:
    case NODE_CEIL:
    case NODE_ROUND: return 1;
    case NODE_SUBTRACT: return m->right ? 1 : -1;
    case NODE_NEGATE: return -1;
    case NODE_MULTIPLY: return m->right ? by : (m->left->num > 0) - (m->left->num < 0);
    case NODE_DIVIDE:
    case NODE_FLOOR_DIVIDE: return by;
    case NODE_ABS:
        return a->tail == TAIL_ABOVE && a->edge.num >= 0   ? 1
               : a->tail == TAIL_BELOW && a->edge.num <= 0 ? -1
                                                           : 0;
    case NODE_POWER: return m->right && by > 0 && a->tail == TAIL_ABOVE && a->edge.num >= 0;
    default: return 0;
    }
}

static void map_tail(const Map *m, const Odds *a, Odds *o)
{
    Ratio edge = a->edge;
    int way = m->score || a->tail == TAIL_SOMEWHERE ? 0 : slope(m, a);
    if (way == 0 || map_value(m, a->edge, &edge))
        o->tail = TAIL_SOMEWHERE;
    else
        o->tail = (a->tail == TAIL_ABOVE) == (way > 0) ? TAIL_ABOVE : TAIL_BELOW;
    o->edge = edge;
    odds_trim(o, false);
}

/* Linear operators carry exact means over: by * value + more. */
static bool linear(const Map *m, mpq_t by, mpq_t more)
{
    mpq_t c;
    bool is = true;
    const Ratio *certain = m->left ? m->left : m->right;
    mpq_init(c);
    if (certain) {
        mpz_set_si(mpq_numref(c), certain->num);
        mpz_set_si(mpq_denref(c), certain->den);
    }
    mpq_set_si(by, 1, 1);
    mpq_set_si(more, 0, 1);
    if (m->kind == NODE_NEGATE) {
        mpq_neg(by, by);
    } else if (m->kind == NODE_ADD) {
        mpq_set(more, c);
    } else if (m->kind == NODE_SUBTRACT) {
        mpq_set_si(by, m->left ? -1 : 1, 1);
        mpq_set(more, c);
        if (m->right) mpq_neg(more, more);
    } else if (m->kind == NODE_MULTIPLY) {
        mpq_set(by, c);
    } else if (m->kind == NODE_DIVIDE && m->right) {
        mpq_inv(by, c);
    } else {
        is = false;
    }
    mpq_clear(c);
    return is && !m->score;
}

static void map_means(const Map *m, const Odds *a, Odds *o)
{
    mpq_t by, more, mean, square;
    mpq_inits(by, more, mean, square, NULL);
    o->closed = linear(m, by, more) && odds_means(a, mean, square);
    if (o->closed) { /* E(bx + c)^2 = b^2 E(x^2) + 2bc E(x) + c^2 */
        mpq_mul(mean, mean, by);
        mpq_mul(square, square, by);
        mpq_mul(square, square, by);
        mpq_add(o->mean, mean, more);
        mpq_add(mean, mean, o->mean);
        mpq_mul(mean, mean, more);
        mpq_add(o->square, square, mean);
    }
    mpq_clears(by, more, mean, square, NULL);
}

static Odds *map_odds(OddsContext *ctx, const Map *m, const Odds *a)
{
    OutcomeMap map;
    const char *why = NULL;
    bool fits = outcomes_start(ctx, &map, a->width);
    for (size_t i = 0; fits && i < a->n; i++) {
        Ratio value = {0, 1};
        why = map_value(m, a->value[i], &value);
        fits = !why || odds_fail(ctx, "some rolls have no total: %s", why);
        fits = fits && outcomes_add(ctx, &map, value, odds_weight_limbs(a, i), a->width);
    }
    Odds *o = fits ? outcomes_take(ctx, &map) : NULL;
    outcomes_free(&map);
    if (!o) return NULL;
    mpz_set(o->total, a->total);
    mpz_set(o->left, a->left);
    if (!odds_is_cut(a)) return o;
    map_means(m, a, o);
    map_tail(m, a, o);
    return o;
}

Odds *odds_unary(OddsContext *ctx, NodeKind kind, const Odds *a)
{
    return map_odds(ctx, &(Map){.kind = kind}, a);
}

Odds *odds_score(OddsContext *ctx, const Score *s, const Odds *a)
{
    return map_odds(ctx, &(Map){.kind = NODE_NUMBER, .score = s}, a);
}

/* --- comparisons --- */

typedef struct {
    mpz_t less, equal, more; /* weights of a < b, a = b, a > b */
} Balance;

/* On which side of v does the tail of a lie: -1 below, 1 above, 0 unknown? */
static int side_of_tail(const Odds *a, Ratio v)
{
    int order = ratio_compare(a->edge, v);
    return a->tail == TAIL_ABOVE && order > 0 ? 1 : a->tail == TAIL_BELOW && order < 0 ? -1 : 0;
}

static void weigh_tail(const Odds *a, const Odds *b, mpz_t more, mpz_t less)
{
    mpz_t weight, above, below;
    mpz_inits(above, below, NULL);
    for (size_t i = 0; odds_is_cut(a) && i < b->n; i++) {
        int side = side_of_tail(a, b->value[i]);
        odds_weight(b, i, weight);
        if (side > 0) mpz_add(above, above, weight);
        if (side < 0) mpz_add(below, below, weight);
    }
    mpz_addmul(more, above, a->left);
    mpz_addmul(less, below, a->left);
    mpz_clears(above, below, NULL);
}

static void weigh(const Odds *a, const Odds *b, Balance *w)
{
    mpz_t before, weight, other, all;
    size_t k = 0;
    mpz_inits(before, all, NULL);
    odds_mass(b, 0, b->n, all);
    for (size_t i = 0; i < a->n; i++) {
        odds_weight(a, i, weight);
        for (; k < b->n && ratio_compare(b->value[k], a->value[i]) < 0; k++) {
            odds_weight(b, k, other);
            mpz_add(before, before, other);
        }
        mpz_addmul(w->more, weight, before);
        mpz_addmul(w->less, weight, all);
        mpz_submul(w->less, weight, before);
        if (k == b->n || ratio_compare(b->value[k], a->value[i]) != 0) continue;
        odds_weight(b, k, other);
        mpz_addmul(w->equal, weight, other);
        mpz_submul(w->less, weight, other);
    }
    weigh_tail(a, b, w->more, w->less);
    weigh_tail(b, a, w->less, w->more);
    mpz_clears(before, all, NULL);
}

static void yes_of(NodeKind kind, const Balance *w, mpz_t yes)
{
    mpz_set_ui(yes, 0);
    if (kind == NODE_LESS || kind == NODE_AT_MOST) mpz_add(yes, yes, w->less);
    if (kind == NODE_MORE || kind == NODE_AT_LEAST) mpz_add(yes, yes, w->more);
    if (kind == NODE_AT_MOST || kind == NODE_AT_LEAST || kind == NODE_EQUAL)
        mpz_add(yes, yes, w->equal);
}

static Odds *compared(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b)
{
    Balance w;
    mpz_t yes, no;
    Odds *o = NULL;
    mpz_inits(w.less, w.equal, w.more, yes, no, NULL);
    if (odds_spend_effort(ctx, (a->n + b->n) * (odds_product_effort(a->width, b->width) + 20))) {
        weigh(a, b, &w);
        yes_of(kind, &w, yes);
        mpz_add(no, w.less, w.equal);
        mpz_add(no, no, w.more);
        mpz_sub(no, no, yes);
        mpz_mul(w.equal, a->total, b->total);
        o = odds_new(ctx, 2, limbs_of(w.equal));
    }
    if (o) {
        mpz_set(o->total, w.equal);
        odds_append_mpz(o, ratio_of(0), no);
        odds_append_mpz(o, ratio_of(1), yes);
        odds_set_tail(o, TAIL_SOMEWHERE, ratio_of(0));
    }
    mpz_clears(w.less, w.equal, w.more, yes, no, NULL);
    return o;
}

/* --- the minimum and the maximum --- */

/* One operand, read from its losing end on: for a maximum upwards, for a minimum downwards. */
typedef struct {
    const Odds *odds;
    bool up;
    size_t i;
    mpz_t passed; /* the weight of the values read so far */
} Runner;

static size_t runner_at(const Runner *u)
{
    return u->up ? u->i : u->odds->n - 1 - u->i;
}

/* Below 0: a has the next value; above 0: b has it; 0: both have. */
static int next_of(const Runner *a, const Runner *b)
{
    if (a->i == a->odds->n) return 1;
    if (b->i == b->odds->n) return -1;
    int order = ratio_compare(a->odds->value[runner_at(a)], b->odds->value[runner_at(b)]);
    return a->up ? order : -order;
}

/* The weight of everything that surely loses against v, the tail included. */
static void losing_weight(const Runner *u, Ratio v, mpz_t weight)
{
    const Odds *o = u->odds;
    int order = ratio_compare(o->edge, v);
    mpz_set(weight, u->passed);
    if (odds_is_cut(o) && o->tail == (u->up ? TAIL_BELOW : TAIL_ABOVE) &&
        (u->up ? order <= 0 : order >= 0))
        mpz_add(weight, weight, o->left);
}

/* Adds the pairs in which `u` has v and the other loses or has come to v already. */
static void win(Runner *u, const Runner *other, Ratio v, mpz_t weight)
{
    mpz_t own, losing;
    mpz_init(losing);
    losing_weight(other, v, losing);
    odds_weight(u->odds, runner_at(u), own);
    mpz_addmul(weight, own, losing);
    mpz_add(u->passed, u->passed, own);
    u->i++;
    mpz_clear(losing);
}

static void tail_of_extreme(Odds *o, const Odds *a, const Odds *b, bool want_max)
{
    Tail kind = want_max ? TAIL_ABOVE : TAIL_BELOW;
    const Odds *both[] = {a, b};
    Tail tail = kind;
    Ratio edge = {0, 1};
    bool any = false;
    for (int i = 0; i < 2; i++) {
        if (!odds_is_cut(both[i])) continue;
        if (both[i]->tail != kind) tail = TAIL_SOMEWHERE;
        int order = ratio_compare(both[i]->edge, edge);
        if (!any || (want_max ? order < 0 : order > 0)) edge = both[i]->edge;
        any = true;
    }
    odds_set_tail(o, tail, edge);
    odds_trim(o, false);
}

static Odds *extreme(OddsContext *ctx, const Odds *a, const Odds *b, bool want_max)
{
    mpz_t total, weight;
    mpz_inits(total, weight, NULL);
    mpz_mul(total, a->total, b->total);
    bool fits =
        odds_spend_effort(ctx, (a->n + b->n) * (odds_product_effort(a->width, b->width) + 20));
    Odds *o = fits ? odds_new(ctx, a->n + b->n, limbs_of(total)) : NULL;
    if (o) {
        Runner u = {.odds = a, .up = want_max}, v = {.odds = b, .up = want_max};
        mpz_set(o->total, total);
        mpz_inits(u.passed, v.passed, NULL);
        while (u.i < a->n || v.i < b->n) {
            int order = next_of(&u, &v);
            Ratio value = order <= 0 ? a->value[runner_at(&u)] : b->value[runner_at(&v)];
            mpz_set_ui(weight, 0);
            if (order <= 0) win(&u, &v, value, weight);
            if (order >= 0) win(&v, &u, value, weight);
            odds_append_mpz(o, value, weight);
        }
        mpz_clears(u.passed, v.passed, NULL);
        if (!want_max) odds_reverse(o);
        tail_of_extreme(o, a, b, want_max);
    }
    mpz_clears(total, weight, NULL);
    return o;
}

/* --- pair by pair --- */

static void means_of_product(Odds *o, const Odds *a, const Odds *b)
{
    mpq_t m, s;
    mpq_inits(m, s, NULL);
    o->closed = odds_means(a, o->mean, o->square) && odds_means(b, m, s);
    mpq_mul(o->mean, o->mean, m);
    mpq_mul(o->square, o->square, s);
    mpq_clears(m, s, NULL);
}

static Odds *pairs(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b)
{
    OutcomeMap map;
    mpz_t total;
    Odds *o = NULL;
    mpz_init(total);
    mpz_mul(total, a->total, b->total);
    bool fits = outcomes_start(ctx, &map, limbs_of(total));
    for (size_t i = 0; fits && i < a->n; i++)
        for (size_t k = 0; fits && k < b->n; k++) {
            Ratio value = {0, 1};
            const char *why = node_apply(kind, a->value[i], b->value[k], &value);
            fits = !why || odds_fail(ctx, "some rolls have no total: %s", why);
            fits = fits && outcomes_add_product(ctx, &map, value, odds_weight_limbs(a, i), a->width,
                                                odds_weight_limbs(b, k), b->width);
        }
    if (fits) o = outcomes_take(ctx, &map);
    outcomes_free(&map);
    if (o) {
        mpz_set(o->total, total);
        odds_set_tail(o, TAIL_SOMEWHERE, ratio_of(0));
        if (odds_is_cut(o) && kind == NODE_MULTIPLY) means_of_product(o, a, b);
    }
    mpz_clear(total);
    return o;
}

/* --- two operands --- */

static bool certain(const Odds *o)
{
    return o->n == 1 && !odds_is_cut(o) && mpz_cmp_ui(o->total, 1) == 0;
}

static bool certain_zero(const Odds *o)
{
    return certain(o) && o->value[0].num == 0;
}

static Odds *difference(OddsContext *ctx, const Odds *a, const Odds *b)
{
    Odds *less = odds_unary(ctx, NODE_NEGATE, b), *o = less ? odds_sum(ctx, a, less, false) : NULL;
    odds_free(less);
    return o;
}

Odds *odds_binary(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b)
{
    if (kind >= NODE_LESS && kind <= NODE_MORE) return compared(ctx, kind, a, b);
    if (kind == NODE_MIN || kind == NODE_MAX) return extreme(ctx, a, b, kind == NODE_MAX);
    if (kind == NODE_MULTIPLY && (certain_zero(a) || certain_zero(b)))
        return odds_certain(ctx, ratio_of(0));
    if (certain(b)) return map_odds(ctx, &(Map){.kind = kind, .right = &b->value[0]}, a);
    if (certain(a)) return map_odds(ctx, &(Map){.kind = kind, .left = &a->value[0]}, b);
    if (kind == NODE_ADD) return odds_sum(ctx, a, b, false);
    if (kind == NODE_SUBTRACT) return difference(ctx, a, b);
    return pairs(ctx, kind, a, b);
}
