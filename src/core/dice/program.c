/* Operations on programs, the parsed form of dice expressions (program.h), that the parser, roller,
 * ranges and odds share: operators, keep and drop, conditions, facts about an expression that need
 * no roll, and its text. */
#include "core/dice/program.h"
#include "core/ascii.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- operators --- */

static const char TOO_LARGE[] = "the number is too large (past 64 bits)";
static const char BY_ZERO[] = "nothing divides by 0";

/* These return what node_apply does: NULL, or a sentence. */
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
    default: return "this is not an operator";
    }
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
    /* A condition that is absent ends no run: it is 0 to 0, or has no bounds. */
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

/* --- printing ---
 *
 * Writes a program in its canonical spelling, which reads back as the same program: modifiers in
 * the order they work, every 1 written out, brackets only where they matter.  Makes the excerpts
 * that begin error sentences, too. */

static void print_node(const Program *p, int i, Text *t);

static void print_int(Text *t, int64_t n)
{
    text_addf(t, "%lld", (long long)n);
}

/* Appends ">=5", "<=2" or a single number, with `sign` ("" or "=") before it. */
static void print_condition(Text *t, FaceRange s, const char *sign)
{
    if (s.min == s.max) {
        text_add(t, s.min < 0 ? "=" : sign); /* a bare -1 would read back as a subtraction */
        print_int(t, s.min);
    } else if (s.max == INT64_MAX) {
        text_add(t, ">=");
        print_int(t, s.min);
    } else {
        text_add(t, "<=");
        print_int(t, s.max);
    }
}

/* Appends the d of a term with its sides: d6, dF, d{2,3,3}. */
static void print_sides(Text *t, const DicePool *p)
{
    text_addc(t, 'd');
    if (p->name) {
        text_add(t, p->name);
    } else if (p->faces) {
        for (int64_t i = 0; i < p->sides; i++) {
            text_addc(t, i == 0 ? '{' : ',');
            print_int(t, p->faces[i]);
        }
        text_addc(t, '}');
    } else {
        print_int(t, p->sides);
    }
}

static void print_reroll(Text *t, const DicePool *p)
{
    if (p->reroll == REROLL_NEVER) return;
    text_add(t, p->reroll == REROLL_ONCE ? "ro" : "r");
    print_condition(t, p->reroll_on, "");
}

static void print_explode(Text *t, const DicePool *p)
{
    if (p->explode == EXPLODE_NEVER) return;
    text_add(t, p->explode == EXPLODE_GROW ? "!!" : "!");
    if (p->penetrate) text_addc(t, 'p');
    if (!p->explode_highest) print_condition(t, p->explode_on, "");
}

static void print_clamp(Text *t, FaceRange clamp)
{
    if (clamp.min != INT64_MIN) text_addf(t, "min%lld", (long long)clamp.min);
    if (clamp.max != INT64_MAX) text_addf(t, "max%lld", (long long)clamp.max);
}

static void print_keep(Text *t, const Keep *k)
{
    if (k->keep_high >= 0) text_addf(t, "kh%lld", (long long)k->keep_high);
    if (k->keep_low >= 0) text_addf(t, "kl%lld", (long long)k->keep_low);
    if (k->drop_low > 0) text_addf(t, "dl%lld", (long long)k->drop_low);
    if (k->drop_high > 0) text_addf(t, "dh%lld", (long long)k->drop_high);
}

static void print_score(Text *t, const Score *s)
{
    if (!s->on) return;
    print_condition(t, s->success, "=");
    if (!s->fails) return;
    text_addc(t, 'f');
    print_condition(t, s->failure, "");
}

/* Appends the modifiers.  A count right behind a bare ! would read back as its condition
 * (10d10!>=8), so then it is written first. */
static void print_modifiers(Text *t, const DicePool *p)
{
    bool bare_explode = p->explode != EXPLODE_NEVER && p->explode_highest;
    bool clamps = p->clamp.min != INT64_MIN || p->clamp.max != INT64_MAX;
    bool score_first = bare_explode && !clamps && keeps_all(&p->keep);
    if (score_first) print_score(t, &p->score);
    print_reroll(t, p);
    print_explode(t, p);
    print_clamp(t, p->clamp);
    print_keep(t, &p->keep);
    if (!score_first) print_score(t, &p->score);
}

static void print_bracketed(const Program *p, int i, Text *t)
{
    text_addc(t, '(');
    print_node(p, i, t);
    text_addc(t, ')');
}

/* The node of an operand of node i: the one that has `behind` more operands behind it. */
static int operand_node(const Program *p, int i, int behind)
{
    int at = i - 1;
    while (behind-- > 0) at = p->nodes[at].first - 1;
    return at;
}

/* Appends a term of dice; a count or sides that are rolled stand in brackets. */
static void print_pool(const Program *p, int i, Text *t)
{
    const DicePool *pool = &p->pools[p->nodes[i].pool];
    bool computed_sides = pool->sides == COMPUTED;
    if (pool->count == COMPUTED)
        print_bracketed(p, operand_node(p, i, computed_sides ? 1 : 0), t);
    else
        print_int(t, pool->count);
    if (computed_sides) {
        text_addc(t, 'd');
        print_bracketed(p, operand_node(p, i, 0), t);
    } else {
        print_sides(t, pool);
    }
    print_modifiers(t, pool);
}

/* --- operators --- */

/* How tightly an operator binds, from loose to tight; an ATOM never needs brackets. */
enum { SUM, PRODUCT, SIGN, POWER, ATOM };

static const struct {
    const char *word;
    int binding;
} spelling[] = {
    [NODE_NUMBER] = {"", ATOM},
    [NODE_POOL] = {"", ATOM},
    [NODE_GROUP] = {"", ATOM},
    [NODE_NEGATE] = {"-", SIGN},
    [NODE_ADD] = {"+", SUM},
    [NODE_SUBTRACT] = {"-", SUM},
    [NODE_MULTIPLY] = {"*", PRODUCT},
    [NODE_DIVIDE] = {"/", PRODUCT},
    [NODE_FLOOR_DIVIDE] = {"//", PRODUCT},
    [NODE_MODULO] = {"%", PRODUCT},
    [NODE_POWER] = {"^", POWER},
    [NODE_LESS] = {"<", ATOM},
    [NODE_AT_MOST] = {"<=", ATOM},
    [NODE_EQUAL] = {"=", ATOM},
    [NODE_AT_LEAST] = {">=", ATOM},
    [NODE_MORE] = {">", ATOM},
    [NODE_FLOOR] = {"floor", ATOM},
    [NODE_CEIL] = {"ceil", ATOM},
    [NODE_ROUND] = {"round", ATOM},
    [NODE_ABS] = {"abs", ATOM},
    [NODE_MIN] = {"min", ATOM},
    [NODE_MAX] = {"max", ATOM},
};

const char *node_word(NodeKind kind)
{
    return spelling[kind].word;
}

/* Appends node i, in brackets unless it binds at least as tightly as `binding`. */
static void print_binding(const Program *p, int i, int binding, Text *t)
{
    if (spelling[p->nodes[i].kind].binding < binding)
        print_bracketed(p, i, t);
    else
        print_node(p, i, t);
}

/* Appends an operator between its two operands. */
static void print_binary(const Program *p, int i, Text *t)
{
    NodeKind kind = p->nodes[i].kind;
    int left = operand_node(p, i, 1), right = operand_node(p, i, 0);
    int own = spelling[kind].binding;
    int left_binding = own,
        right_binding = own + 1; /* 9-4-2 is (9-4)-2, so 9-(4-2) needs brackets */
    if (kind == NODE_POWER) {    /* 2^3^4 is 2^(3^4) */
        left_binding = own + 1;
        right_binding = own;
    }
    if (p->nodes[right].kind == NODE_NEGATE) right_binding = ATOM; /* 2*(-1d6), for readers */
    print_binding(p, left, left_binding, t);
    text_add(t, spelling[kind].word);
    print_binding(p, right, right_binding, t);
}

/* Appends a comparison, (2d6+3)>=10.  The left side has brackets, since 2d6>=10 counts dice. */
static void print_compare(const Program *p, int i, Text *t)
{
    int right = operand_node(p, i, 0);
    print_bracketed(p, operand_node(p, i, 1), t);
    text_add(t, spelling[p->nodes[i].kind].word);
    if (p->nodes[right].kind == NODE_NUMBER)
        print_node(p, right, t);
    else
        print_bracketed(p, right, t);
}

/* Appends all operands of node i between brackets. */
static void print_list(const Program *p, int i, char open, char close, Text *t)
{
    int n = p->nodes[i].operands;
    text_addc(t, open);
    for (int k = n - 1; k >= 0; k--) {
        print_node(p, operand_node(p, i, k), t);
        if (k > 0) text_add(t, ", ");
    }
    text_addc(t, close);
}

static void print_group(const Program *p, int i, Text *t)
{
    const DicePool *pool = &p->pools[p->nodes[i].pool];
    print_list(p, i, '{', '}', t);
    print_keep(t, &pool->keep);
    print_score(t, &pool->score);
}

/* A number of an expression was typed with at most 18 decimals (ratio_read), so the loop ends and
 * stays within 64 bits. */
static void print_number(Text *t, Ratio r)
{
    uint64_t den = (uint64_t)r.den, rest = (uint64_t)(r.num % r.den);
    print_int(t, r.num / r.den);
    if (rest > 0) text_addc(t, '.');
    for (; rest > 0; rest = rest * 10 % den) text_addc(t, (char)('0' + rest * 10 / den));
}

/* Appends the subtree that ends at node i. */
static void print_node(const Program *p, int i, Text *t)
{
    const DiceNode *node = &p->nodes[i];
    switch (node->kind) {
    case NODE_NUMBER: print_number(t, node->number); break;
    case NODE_POOL: print_pool(p, i, t); break;
    case NODE_GROUP: print_group(p, i, t); break;
    case NODE_NEGATE:
        text_addc(t, '-');
        print_binding(p, operand_node(p, i, 0), POWER, t);
        break;
    default:
        if (node->kind < NODE_LESS) {
            print_binary(p, i, t);
        } else if (node->kind <= NODE_MORE) {
            print_compare(p, i, t);
        } else {
            text_add(t, spelling[node->kind].word);
            print_list(p, i, '(', ')', t);
        }
    }
}

void program_print(const Program *p, Text *t)
{
    print_node(p, p->n - 1, t);
}

/* --- excerpts for error sentences --- */

/* True for the bytes of a UTF-8 character behind its first. */
static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

void dice_excerpt(const char *text, size_t n, size_t at, char excerpt[EXCERPT_MAX])
{
    static const char dots[] = "\u2026";
    enum { DOTS = sizeof dots - 1, WINDOW = EXCERPT_MAX - 2 * DOTS - 1 };
    size_t from = 0,
           to = n; /* the bytes that are copied: all, or a window with `at` in its middle */
    if (n > WINDOW) {
        from = at > WINDOW / 2 ? at - WINDOW / 2 : 0;
        if (from > n - WINDOW) from = n - WINDOW;
        to = from + WINDOW;
        while (from < to && is_continuation(text[from])) from++;
        while (to > from && to < n && is_continuation(text[to])) to--;
    }
    char *end = stpcpy(excerpt, from > 0 ? dots : "");
    bool cut = to < n;
    while (from < to && is_blank(text[from])) from++;
    while (from < to && is_blank(text[to - 1])) to--;
    for (size_t i = from; i < to; i++) {
        bool control = (unsigned char)text[i] < ' ' || text[i] == 127;
        *end++ = is_blank(text[i]) ? ' ' : control ? '?' : text[i];
    }
    strcpy(end, cut ? dots : "");
}

bool dice_fail(const Dice *d, Err *err, const char *format, va_list args)
{
    char excerpt[EXCERPT_MAX], why[300];
    vsnprintf(why, sizeof why, format, args);
    dice_excerpt(d->text, strlen(d->text), 0, excerpt);
    return err_set(err, "%s: %s", excerpt, why);
}
