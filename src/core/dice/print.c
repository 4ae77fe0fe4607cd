/* Writes a program in its canonical spelling, which reads back as the same program: modifiers in
 * the order they work, every 1 written out, brackets only where they matter.  Makes the excerpts
 * that begin error sentences, too. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/ascii.h"
#include "core/dice/program.h"

static void print_node(const Program *p, int i, Text *t);

/* --- dice --- */

static void print_int(Text *t, int64_t n)
{
    text_addf(t, "%lld", (long long)n);
}

/* Appends ">=5", "<=2" or a single number, with `sign` ("" or "=") before it. */
static void print_condition(Text *t, FaceRange s, const char *sign)
{
    if (s.min == s.max) {
        text_add(t, s.min < 0 ? "=" : sign);
        print_int(t, s.min);
    } else if (s.max == INT64_MAX) {
        text_add(t, ">=");
        print_int(t, s.min);
    } else {
        text_add(t, "<=");
        print_int(t, s.max);
    }
}

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

/* Appends the modifiers.  A count right behind a bare ! would read back as its condition, so then
 * it is written first. */
static void print_modifiers(Text *t, const DicePool *p)
{
    bool between = p->clamp.min != INT64_MIN || p->clamp.max != INT64_MAX || !keeps_all(&p->keep);
    bool before = p->explode != EXPLODE_NEVER && p->explode_highest && !between;
    if (before) print_score(t, &p->score);
    print_reroll(t, p);
    print_explode(t, p);
    print_clamp(t, p->clamp);
    print_keep(t, &p->keep);
    if (!before) print_score(t, &p->score);
}

static void print_bracketed(const Program *p, int i, Text *t)
{
    text_addc(t, '(');
    print_node(p, i, t);
    text_addc(t, ')');
}

/* The node of the operand that has `behind` operands behind it. */
static int operand_node(const Program *p, int i, int behind)
{
    int at = i - 1;
    while (behind-- > 0) at = p->nodes[at].first - 1;
    return at;
}

static void print_pool(const Program *p, int i, Text *t)
{
    const DicePool *pool = &p->pools[p->nodes[i].pool];
    if (pool->count == COMPUTED)
        print_bracketed(p, operand_node(p, i, pool->sides == COMPUTED), t);
    else
        print_int(t, pool->count);
    if (pool->sides == COMPUTED) {
        text_addc(t, 'd');
        print_bracketed(p, i - 1, t);
    } else {
        print_sides(t, pool);
    }
    print_modifiers(t, pool);
}

/* --- operators --- */

/* How tightly an operator binds, from loose to tight; an ATOM needs no brackets. */
enum { SUM = 1, PRODUCT, SIGN, POWER, ATOM };

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

static void print_within(const Program *p, int i, int binding, Text *t)
{
    if (spelling[p->nodes[i].kind].binding < binding)
        print_bracketed(p, i, t);
    else
        print_node(p, i, t);
}

/* Appends an operator with its operands, in brackets where needed: operators group from the left,
 * but powers from the right, and a sign never follows an operator directly. */
static void print_binary(const Program *p, int i, Text *t)
{
    NodeKind kind = p->nodes[i].kind;
    int own = spelling[kind].binding, right = kind == NODE_POWER ? own : own + 1;
    if (right == SIGN) right = POWER;
    if (own == SUM && p->nodes[i - 1].kind == NODE_NEGATE) right = POWER;
    print_within(p, operand_node(p, i, 1), kind == NODE_POWER ? ATOM : own, t);
    text_add(t, spelling[kind].word);
    print_within(p, i - 1, right, t);
}

static void print_compare(const Program *p, int i, Text *t)
{
    print_bracketed(p, operand_node(p, i, 1), t);
    text_add(t, spelling[p->nodes[i].kind].word);
    if (p->nodes[i - 1].kind == NODE_NUMBER)
        print_node(p, i - 1, t);
    else
        print_bracketed(p, i - 1, t);
}

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

/* Numbers are written with at most 18 decimals, so the loop ends and stays within 64 bits. */
static void print_number(Text *t, Ratio r)
{
    uint64_t den = (uint64_t)r.den, rest = (uint64_t)(r.num % r.den);
    print_int(t, r.num / r.den);
    if (rest > 0) text_addc(t, '.');
    for (; rest > 0; rest = rest * 10 % den) text_addc(t, (char)('0' + rest * 10 / den));
}

static void print_node(const Program *p, int i, Text *t)
{
    const DiceNode *node = &p->nodes[i];
    switch (node->kind) {
    case NODE_NUMBER: print_number(t, node->number); break;
    case NODE_POOL: print_pool(p, i, t); break;
    case NODE_GROUP: print_group(p, i, t); break;
    case NODE_NEGATE:
        text_addc(t, '-');
        print_within(p, i - 1, POWER, t);
        break;
    case NODE_LESS:
    case NODE_AT_MOST:
    case NODE_EQUAL:
    case NODE_AT_LEAST:
    case NODE_MORE: print_compare(p, i, t); break;
    case NODE_FLOOR:
    case NODE_CEIL:
    case NODE_ROUND:
    case NODE_ABS:
    case NODE_MIN:
    case NODE_MAX:
        text_add(t, spelling[node->kind].word);
        print_list(p, i, '(', ')', t);
        break;
    default: print_binary(p, i, t); break;
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
    size_t from = 0, to = n;
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
