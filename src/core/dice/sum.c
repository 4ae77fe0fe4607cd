/* The outer half of the parser: sums, products, signs, powers, brackets, functions.  Each function
 * reads one level and appends its nodes; what has no dice in it is reckoned at once, so that its
 * mistakes are found at their place. */
#include <string.h>

#include "core/dice/parser.h"

/* --- nodes --- */

static void push_number(Parser *p, Ratio r)
{
    p->nodes[p->node_n] =
        (Node){.kind = NODE_NUMBER, .constant = true, .first = p->node_n, .number = r};
    p->node_n++;
}

/* What fails whatever falls on the left of it. */
static const char *wrong_right(NodeKind kind, const Node *right)
{
    bool divides = kind == NODE_DIVIDE || kind == NODE_FLOOR_DIVIDE || kind == NODE_MODULO;
    Ratio r;
    if (!right->constant || (!divides && kind != NODE_POWER)) return NULL;
    return node_apply(kind, ratio_of(1), right->number, &r);
}

/* An operator over the nodes from `first` on, the last `operands` values of them; reckoned now if
 * it can be. */
static bool push_operator(Parser *p, NodeKind kind, int operands, int first, size_t at)
{
    Node node = {
        .kind = kind, .operands = operands, .first = first, .constant = true, .number = {0, 1}};
    Ratio left = {0, 1}, right = {0, 1};
    for (int i = 0, k = p->node_n - 1; i < operands; i++, k = p->nodes[k].first - 1) {
        node.constant = node.constant && p->nodes[k].constant;
        if (!node.constant) break;
        if (i > 1)
            node_apply(kind, left, right, &right); /* the least or most of many */
        else if (i == 1)
            right = left;
        left = p->nodes[k].number;
    }
    const char *why = node.constant ? node_apply(kind, left, right, &node.number)
                                    : wrong_right(kind, &p->nodes[p->node_n - 1]);
    if (why) return parser_wrong(p, at, "%s", why);
    p->nodes[p->node_n++] = node;
    return true;
}

bool parser_constant(Parser *p, int first, Ratio *r)
{
    const Node *last = &p->nodes[p->node_n - 1];
    if (!last->constant) return false;
    *r = last->number;
    p->node_n = first;
    return true;
}

/* --- brackets --- */

static bool enter(Parser *p, size_t at)
{
    if (++p->depth <= DICE_DEPTH_MAX) return true;
    return parser_wrong(p, at, "brackets and powers may lie %d deep, and this is deeper",
                        DICE_DEPTH_MAX);
}

static bool close_bracket(Parser *p, size_t open, char close)
{
    char c = parser_peek(p);
    if (c == close) {
        p->at++;
        p->depth--;
        return true;
    }
    if (parser_at_end(p)) return parser_wrong(p, open, "this %c is never closed", p->text[open]);
    if (c == ')' || c == '}')
        return parser_wrong(p, p->at, "a %c should stand here, to close the %c", close,
                            p->text[open]);
    return parser_wrong_here(p);
}

bool parse_bracketed(Parser *p, size_t open, char close)
{
    return enter(p, open) && parser_follows(p, open) && parse_sum(p) &&
           close_bracket(p, open, close);
}

static bool parse_list(Parser *p, size_t open, char close, int *n)
{
    *n = 0;
    if (!enter(p, open) || !parser_follows(p, open)) return false;
    do {
        if (!parse_sum(p)) return false;
        ++*n;
    } while (parser_take(p, ","));
    return close_bracket(p, open, close);
}

/* What a closing bracket is compared with: a number, or another bracket. */
static bool parse_compared(Parser *p, Compare compare, int first, size_t at)
{
    bool negative = parser_take(p, "-");
    char c = parser_peek(p);
    int right = p->node_n;
    Ratio r = {0, 1};
    if (c == '(') {
        size_t open = p->at++;
        if (!parse_bracketed(p, open, ')')) return false;
    } else if (is_digit(c) || c == '.') {
        if (!parse_number(p, &r)) return false;
        push_number(p, r);
    } else {
        return parser_wrong(p, p->at, "a number should follow the comparison, as in (2d6+3)>=10");
    }
    if (negative && !push_operator(p, NODE_NEGATE, 1, right, at)) return false;
    return push_operator(p, (NodeKind)(NODE_LESS + (compare - COMPARE_LESS)), 2, first, at);
}

static bool is_dice_letter(Parser *p)
{
    char next = p->at + 1 < p->n ? to_lower(p->text[p->at + 1]) : '\0';
    return to_lower(parser_peek(p)) == 'd' && next != 'l' && next != 'h';
}

static bool wrong_behind_bracket(Parser *p)
{
    return parser_wrong(p, p->at,
                        "modifiers stand right behind dice, as in 4d6kh3, not behind a bracket");
}

static bool modifier_at(Parser *p)
{
    static const char *const words[] = {"kh", "kl", "dh",  "dl",  "k", "ro",
                                        "rr", "r",  "min", "max", "!"};
    size_t at = p->at;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (parser_take(p, words[i])) {
            bool alone = p->at == p->n || !is_letter(p->text[p->at]);
            p->at = at;
            if (alone) return true;
        }
    return false;
}

/* A bracket: a value, a count of dice, or one side of a comparison. */
static bool parse_bracket(Parser *p)
{
    size_t open = p->at++;
    int first = p->node_n;
    if (!parse_bracketed(p, open, ')')) return false;
    parser_peek(p);
    size_t at = p->at;
    if (is_dice_letter(p)) {
        p->at++;
        return parse_pool(p, COMPUTED, first, open);
    }
    Compare compare = parser_compare(p);
    if (compare != COMPARE_NONE) return parse_compared(p, compare, first, at) && parser_labels(p);
    return modifier_at(p) ? wrong_behind_bracket(p) : parser_labels(p);
}

static bool parse_group(Parser *p)
{
    size_t open = p->at++;
    int first = p->node_n, n;
    return parse_list(p, open, '}', &n) && parse_group_end(p, n, first, open);
}

/* --- words --- */

typedef struct {
    const char *word;
    NodeKind kind;
} Function;

static bool parse_call(Parser *p, const Function *f, size_t start)
{
    int first = p->node_n, n;
    if (parser_peek(p) != '(') return parser_wrong(p, p->at, "a ( should follow %s", f->word);
    size_t open = p->at++;
    if (!parse_list(p, open, ')', &n)) return false;
    bool several = f->kind == NODE_MIN || f->kind == NODE_MAX;
    if (several && n < 2)
        return parser_wrong(p, start, "%s takes two numbers or more, as in %s(2d6, 7)", f->word,
                            f->word);
    if (!several && n != 1) return parser_wrong(p, start, "%s takes one number", f->word);
    return push_operator(p, f->kind, n, first, start) && parser_labels(p);
}

static bool parse_word(Parser *p)
{
    static const Function functions[] = {{"floor", NODE_FLOOR}, {"ceil", NODE_CEIL},
                                         {"round", NODE_ROUND}, {"abs", NODE_ABS},
                                         {"min", NODE_MIN},     {"max", NODE_MAX}};
    static const char *const adv[] = {"advantage", "adv", "disadvantage", "dis"};
    size_t start = p->at, n = parser_letters(p);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (n == strlen(functions[i].word) && parser_take(p, functions[i].word))
            return parse_call(p, &functions[i], start);
    for (size_t i = 0; i < sizeof adv / sizeof *adv; i++) {
        if (parser_take(p, adv[i]) && (parser_letters(p) == 0 || modifier_at(p)))
            return parse_advantage(p, *adv[i] == 'a', start);
        p->at = start;
    }
    if (to_lower(p->text[start]) == 'd' && (n == 1 || to_lower(p->text[start + 1]) == 'f')) {
        p->at++;
        return parse_pool(p, 1, p->node_n, start);
    }
    return parser_wrong(p, start, "\"%.*s\" is no word of dice; dice look like 2d6+1",
                        n > 40 ? 40 : (int)n, p->text + start);
}

/* --- numbers, and dice that begin with one --- */

static bool parse_plain_number(Parser *p)
{
    size_t start = p->at;
    Ratio r = {0, 1};
    if (!parse_number(p, &r)) return false;
    if (to_lower(parser_peek(p)) == 'd') {
        p->at++;
        if (r.den != 1) return parser_wrong(p, start, "only a whole number of dice can be rolled");
        return parse_pool(p, r.num, p->node_n, start);
    }
    push_number(p, r);
    return parser_labels(p);
}

static bool parse_primary(Parser *p)
{
    char c = parser_peek(p);
    if (is_digit(c) || c == '.') return parse_plain_number(p);
    if (c == '(') return parse_bracket(p);
    if (c == '{') return parse_group(p);
    if (is_letter(c)) return parse_word(p);
    return parser_wrong_here(p);
}

/* --- operators --- */

/* Also as printed books write it. */
static bool take_minus(Parser *p)
{
    return parser_take(p, "-") || parser_take(p, "\u2212") || parser_take(p, "\u2013");
}

static bool parse_signed(Parser *p);

static bool parse_power(Parser *p)
{
    int first = p->node_n;
    if (!parse_primary(p)) return false;
    parser_peek(p);
    size_t at = p->at;
    if (!parser_take(p, "**") && !parser_take(p, "^")) return true;
    if (!parser_follows(p, at) || !enter(p, at) || !parse_signed(p)) return false;
    p->depth--;
    return push_operator(p, NODE_POWER, 2, first, at);
}

static bool parse_signed(Parser *p)
{
    int first = p->node_n;
    bool negative = false;
    parser_peek(p);
    size_t at = p->at, last = at;
    for (;; last = p->at) {
        if (take_minus(p))
            negative = !negative;
        else if (!parser_take(p, "+"))
            break;
        if (!parser_follows(p, last)) return false;
    }
    return parse_power(p) && (!negative || push_operator(p, NODE_NEGATE, 1, first, at));
}

static bool take_product(Parser *p, NodeKind *kind)
{
    if (parser_take(p, "**")) return false;
    if (parser_take(p, "*") || parser_take(p, "\u00d7"))
        *kind = NODE_MULTIPLY;
    else if (parser_take(p, "//"))
        *kind = NODE_FLOOR_DIVIDE;
    else if (parser_take(p, "/") || parser_take(p, "\u00f7"))
        *kind = NODE_DIVIDE;
    else if (parser_take(p, "%"))
        *kind = NODE_MODULO;
    else
        return false;
    return true;
}

static bool parse_product(Parser *p)
{
    int first = p->node_n;
    NodeKind kind = NODE_MULTIPLY;
    if (!parse_signed(p)) return false;
    for (;;) {
        parser_peek(p);
        size_t at = p->at;
        if (!take_product(p, &kind)) return true;
        if (!parser_follows(p, at) || !parse_signed(p) || !push_operator(p, kind, 2, first, at))
            return false;
    }
}

bool parse_sum(Parser *p)
{
    int first = p->node_n;
    if (!parse_product(p)) return false;
    for (;;) {
        parser_peek(p);
        size_t at = p->at;
        bool minus = take_minus(p);
        if (!minus && !parser_take(p, "+")) return true;
        if (!parser_follows(p, at) || !parse_product(p) ||
            !push_operator(p, minus ? NODE_SUBTRACT : NODE_ADD, 2, first, at))
            return false;
    }
}
