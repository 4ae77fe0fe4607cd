/* Tokens of an expression, and the sentences that say what is wrong with it. */
#include <stdio.h>
#include <string.h>

#include "core/dice/parser.h"

/* --- errors --- */

bool parser_fail(Parser *p, size_t at, const char *format, ...)
{
    char why[600], excerpt[EXCERPT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    dice_excerpt(p->text, p->n, at, excerpt);
    err_set(p->err, "%s%s%s", excerpt, *excerpt ? ": " : "", why);
    if (p->where) *p->where = at;
    return false;
}

bool parser_at_end(Parser *p)
{
    return parser_peek(p) == '\0' && (p->at == p->n || p->text[p->at] == '#');
}

/* Reports that a word of n letters makes no sense here. */
static bool fail_at_word(Parser *p, size_t n)
{
    int len = n > QUOTED_MAX ? QUOTED_MAX : (int)n;
    const char *word = p->text + p->at;
    if (to_lower(*word) == 'x')
        return parser_fail(p, p->at,
                           "a repeat goes first, as in 6x4d6; times is written *, as in 4d6*10");
    bool is_foreign = n == 1 && (to_lower(*word) == 'w' || to_lower(*word) == 't');
    if (is_foreign && p->at + 1 < p->n && is_digit(word[1])) /* 2W6 is German, 2T6 Swedish */
        return parser_fail(p, p->at, "a die is written with a d, as in 2d6");
    return parser_fail(p, p->at, "\"%.*s\" means nothing here; a label goes in brackets, [%.*s]",
                       len, word, len, word);
}

/* Reports that the sign c makes no sense here, and what it is for. */
static bool fail_at_sign(Parser *p, char c)
{
    switch (c) {
    case ')':
    case '}':
        if (p->depth > 0)
            return parser_fail(p, p->at, "a number or dice is missing before the %c", c);
        return parser_fail(p, p->at, "this %c closes nothing", c);
    case ']': return parser_fail(p, p->at, "this %c closes nothing", c);
    case '[': return parser_fail(p, p->at, "a label goes after a number or dice");
    case ',':
        return parser_fail(
            p, p->at,
            "put commas between the parts of a group, {2d6, 1d8}; decimals follow a point, 1.5");
    case '<':
    case '=':
    case '>': return parser_fail(p, p->at, "to compare a total, put it in brackets: (2d6+3)>=10");
    case '(':
    case '{': return parser_fail(p, p->at, "an operator such as + is missing before the %c", c);
    case '!':
        return parser_fail(p, p->at, "only dice explode: put the ! right after them, as in 4d6!");
    case '*':
    case '/':
    case '%':
    case '^': return parser_fail(p, p->at, "a number or dice is missing before the %c", c);
    default: return parser_fail(p, p->at, "%c means nothing here", c);
    }
}

bool parser_fail_here(Parser *p)
{
    char c = parser_peek(p);
    size_t n = parser_count_letters(p);
    if (n > 0) return fail_at_word(p, n);
    if (parser_at_end(p)) return parser_fail(p, p->at, "a number or dice should follow");
    if (is_digit(c))
        return parser_fail(p, p->at, "an operator such as + is missing before this number");
    if (c > ' ' && c < 127) return fail_at_sign(p, c);
    if ((unsigned char)c >= 128) return parser_fail(p, p->at, "this character means nothing here");
    return parser_fail(p, p->at, "the byte 0x%02x means nothing here", (unsigned char)c);
}

bool parser_expect_operand(Parser *p, size_t at)
{
    size_t end = p->at;
    if (!parser_at_end(p)) return true;
    return parser_fail(p, end, "a number or dice should follow the %.*s", (int)(end - at),
                       p->text + at);
}

/* --- tokens --- */

char parser_peek(Parser *p)
{
    while (p->at < p->n && is_blank(p->text[p->at])) p->at++;
    return p->at < p->n && p->text[p->at] != '#' ? p->text[p->at] : '\0';
}

bool parser_accept(Parser *p, const char *s)
{
    parser_peek(p);
    size_t n = strlen(s);
    if (p->n - p->at < n) return false;
    for (size_t i = 0; i < n; i++)
        if (to_lower(p->text[p->at + i]) != s[i]) return false;
    p->at += n;
    return true;
}

size_t parser_count_letters(const Parser *p)
{
    size_t n = 0;
    while (p->at + n < p->n && is_letter(p->text[p->at + n])) n++;
    return n;
}

void parser_add_label(Parser *p, const char *s, size_t n)
{
    while (n > 0 && is_blank(*s)) s++, n--;
    while (n > 0 && is_blank(s[n - 1])) n--;
    if (n == 0) return;
    if (p->label.n > 0) text_add(&p->label, ", ");
    text_addn(&p->label, s, n);
}

bool parser_read_labels(Parser *p)
{
    while (parser_peek(p) == '[') {
        const char *open = p->text + p->at, *close = memchr(open, ']', p->n - p->at);
        if (!close) return parser_fail(p, p->at, "this [ is never closed");
        parser_add_label(p, open + 1, (size_t)(close - open) - 1);
        p->at += (size_t)(close - open) + 1;
    }
    return true;
}

bool parse_number(Parser *p, Ratio *r)
{
    parser_peek(p);
    size_t start = p->at;
    const char *at = p->text + start;
    NumberEnd end = ratio_read(r, &at, p->text + p->n);
    p->at = (size_t)(at - p->text);
    switch (end) {
    case NUMBER_READ: return true;
    case NUMBER_LARGE: return parser_fail(p, start, "the number is too large (past 64 bits)");
    case NUMBER_LONG:
        return parser_fail(p, start, "the number has too many digits to be kept exactly");
    case NUMBER_NO_DECIMALS: break;
    }
    return parser_fail(p, p->at, "digits should follow the point");
}

NodeKind parser_accept_operator(Parser *p, NodeKind from, NodeKind to)
{
    /* "**" stands before "*", and so on: the first sign that fits is the operator.  Printed books
     * use the minus sign U+2212 or the en dash. */
    static const struct {
        const char *sign;
        NodeKind kind;
    } operators[] = {
        {"+", NODE_ADD},           {"-", NODE_SUBTRACT},      {"\u2212", NODE_SUBTRACT},
        {"\u2013", NODE_SUBTRACT}, {"**", NODE_POWER},        {"^", NODE_POWER},
        {"*", NODE_MULTIPLY},      {"\u00d7", NODE_MULTIPLY}, {"//", NODE_FLOOR_DIVIDE},
        {"/", NODE_DIVIDE},        {"\u00f7", NODE_DIVIDE},   {"%", NODE_MODULO},
        {">=", NODE_AT_LEAST},     {"<=", NODE_AT_MOST},      {">", NODE_MORE},
        {"<", NODE_LESS},          {"==", NODE_EQUAL},        {"=", NODE_EQUAL},
    };
    parser_peek(p);
    size_t at = p->at;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!parser_accept(p, operators[i].sign)) continue;
        if (operators[i].kind >= from && operators[i].kind <= to) return operators[i].kind;
        p->at = at;
        break;
    }
    return NODE_NUMBER;
}
