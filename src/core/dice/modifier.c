/* What stands behind dice: explosions, rerolls, clamps, keep and drop, counts, labels, in any
 * order, each kind once. */
#include "core/dice/parser.h"

/* --- numbers of modifiers --- */

static bool number_at(Parser *p)
{
    char c = parser_peek(p);
    return is_digit(c) || c == '(';
}

/* A whole number, or a bracket without dice; `what` is what stands before it. */
bool parse_whole(Parser *p, const char *what, int64_t *n)
{
    int first = p->node_n;
    bool negative = parser_take(p, "-");
    char c = parser_peek(p);
    size_t at = p->at;
    Ratio r = {0, 1};
    if (c == '(') {
        p->at++;
        if (!parse_bracketed(p, at, ')')) return false;
        if (!parser_constant(p, first, &r))
            return parser_wrong(p, at, "no dice can stand in the brackets behind %s", what);
    } else if (!is_digit(c) && c != '.') {
        return parser_wrong(p, at, "a number should follow %s", what);
    } else if (!parse_number(p, &r)) {
        return false;
    }
    if (r.den != 1) return parser_wrong(p, at, "a whole number should follow %s", what);
    if (r.num > DICE_SIDES_MAX || r.num < -DICE_SIDES_MAX)
        return parser_wrong(p, at, "the number behind %s is too large (past %lld)", what,
                            (long long)DICE_SIDES_MAX);
    *n = negative ? -r.num : r.num;
    return true;
}

static Span span_of(Compare compare, int64_t n)
{
    switch (compare) {
    case COMPARE_LESS: return (Span){INT64_MIN, n - 1};
    case COMPARE_AT_MOST: return (Span){INT64_MIN, n};
    case COMPARE_AT_LEAST: return (Span){n, INT64_MAX};
    case COMPARE_MORE: return (Span){n + 1, INT64_MAX};
    case COMPARE_NONE:
    case COMPARE_EQUAL: break;
    }
    return (Span){n, n};
}

/* A condition, or a bare number for equality; *given: was there one at all? */
static bool parse_span(Parser *p, const char *what, Span *s, bool *given)
{
    int64_t n;
    Compare compare = parser_compare(p);
    *given = compare != COMPARE_NONE || number_at(p);
    if (!*given) return true;
    if (!parse_whole(p, what, &n)) return false;
    *s = span_of(compare, n);
    return true;
}

/* --- modifiers --- */

/* Does it explode on its highest face and no other?  Then it may as well be said so. */
static bool only_highest(const Pool *p)
{
    int64_t lowest, highest;
    if (p->sides == COMPUTED) return false;
    pool_extremes(p, p->sides, &lowest, &highest);
    if (!span_has(p->explode_on, highest)) return false;
    if (!p->own) return p->explode_on.least == highest;
    for (int64_t i = 0; i < p->sides; i++)
        if (p->own[i] != highest && span_has(p->explode_on, p->own[i])) return false;
    return true;
}

static bool parse_explode(Parser *p, Pool *pool, Spots *spots)
{
    bool given;
    if (pool->explode != EXPLODE_NEVER)
        return parser_wrong(p, p->at, "the dice already explode; one ! or !! is enough");
    spots->explode = p->at++;
    pool->explode = EXPLODE_MORE;
    if (p->at < p->n && p->text[p->at] == '!') {
        pool->explode = EXPLODE_GROW;
        p->at++;
    }
    pool->penetrate = parser_take(p, "p");
    if (!parse_span(p, "the !", &pool->explode_on, &given)) return false;
    pool->explode_highest = !given || only_highest(pool);
    return true;
}

static bool parse_reroll(Parser *p, Pool *pool, Reroll how, Spots *spots, size_t at)
{
    bool given;
    int64_t highest;
    if (pool->reroll != REROLL_NEVER)
        return parser_wrong(p, at, "one reroll is enough; write it with one condition");
    spots->reroll = at;
    pool->reroll = how;
    if (!parse_span(p, "the r", &pool->reroll_on, &given)) return false;
    if (given) return true;
    pool_extremes(pool, pool->own ? pool->sides : 1, &pool->reroll_on.least, &highest);
    pool->reroll_on.most = pool->reroll_on.least;
    return true;
}

static bool parse_clamp(Parser *p, int64_t *bound, int64_t unset, Spots *spots, size_t at,
                        const char *word)
{
    if (*bound != unset) return parser_wrong(p, at, "one %s is enough", word);
    spots->clamp = at;
    return parse_whole(p, word, bound);
}

static bool parse_keep(Parser *p, int64_t *keep, Keep *all, Spots *spots, size_t at,
                       const char *word)
{
    int64_t n = 1;
    if (all->high >= 0 || all->low >= 0)
        return parser_wrong(p, at, "one keep is enough; to take both ends off, drop them: dl1dh1");
    if (number_at(p) && !parse_whole(p, word, &n)) return false;
    if (n < 1) return parser_wrong(p, at, "%s%lld keeps no die", word, (long long)n);
    spots->keep = at;
    *keep = n;
    return true;
}

static bool parse_drop(Parser *p, int64_t *drop, Spots *spots, size_t at, const char *word)
{
    int64_t n = 1;
    if (*drop > 0)
        return parser_wrong(p, at, "one %s is enough; for a rolled number of dice write (4d6)d8",
                            word);
    if (number_at(p) && !parse_whole(p, word, &n)) return false;
    if (n < 1) return parser_wrong(p, at, "%s%lld drops no die", word, (long long)n);
    spots->keep = at;
    *drop = n;
    return true;
}

static bool parse_score(Parser *p, Score *s, Spots *spots)
{
    bool given;
    if (s->on)
        return parser_wrong(p, p->at,
                            "one count is enough; to compare the count write (10d10>=8)>=2");
    spots->score = p->at;
    s->on = true;
    return parse_span(p, "the comparison", &s->success, &given);
}

static bool parse_failures(Parser *p, Score *s, size_t at)
{
    bool given;
    if (s->fails) return parser_wrong(p, at, "one f is enough");
    s->fails = true;
    if (!parse_span(p, "f", &s->failure, &given)) return false;
    return given || parser_wrong(p, p->at, "f should be followed by what fails, as in >=8f1");
}

typedef enum {
    KEEP_HIGH,
    KEEP_LOW,
    DROP_HIGH,
    DROP_LOW,
    ONCE,
    UNTIL,
    AT_LEAST,
    AT_MOST,
    FAILURES,
    NO_MODIFIER
} Modifier;

static const struct {
    const char *word;
    Modifier modifier;
} modifiers[] = {
    {"kh", KEEP_HIGH}, {"kl", KEEP_LOW},  {"k", KEEP_HIGH}, {"dh", DROP_HIGH},
    {"dl", DROP_LOW},  {"d", DROP_LOW},   {"ro", ONCE},     {"rr", UNTIL},
    {"r", UNTIL},      {"min", AT_LEAST}, {"max", AT_MOST}, {"f", FAILURES},
};
enum { MODIFIERS = sizeof modifiers / sizeof *modifiers };

static Modifier take_modifier(Parser *p)
{
    for (size_t i = 0; i < MODIFIERS; i++)
        if (parser_take(p, modifiers[i].word)) return modifiers[i].modifier;
    return NO_MODIFIER;
}

/* Is the whole word at the place made of modifiers? */
static bool all_modifiers(Parser *p)
{
    size_t start = p->at, end = start + parser_letters(p);
    while (p->at < end && take_modifier(p) != NO_MODIFIER) continue;
    bool all = p->at == end;
    p->at = start;
    return all;
}

static bool wrong_modifier(Parser *p)
{
    size_t n = parser_letters(p);
    const char *word = p->text + p->at;
    char c = to_lower(*word);
    if (c == 'x' || (c == 'e' && n <= 2))
        return parser_wrong(p, p->at,
                            "exploding is written ! here, as in 4d6!; times is written *");
    if (n >= 3 && (parser_take(p, "adv") || parser_take(p, "dis"))) {
        p->at -= 3;
        return parser_wrong(p, p->at, "adv and dis are rolls of their own, as in adv+5");
    }
    return parser_wrong(p, p->at,
                        "\"%.*s\" means nothing behind dice; a label goes in brackets, [%.*s]",
                        n > 40 ? 40 : (int)n, word, n > 40 ? 40 : (int)n, word);
}

/* d behind dice drops; it cannot be the d of more dice. */
static bool sides_follow(Parser *p)
{
    char c = parser_peek(p);
    return c == '%' || c == '{' || c == '(' || to_lower(c) == 'f';
}

static bool parse_word_modifier(Parser *p, Pool *pool, Spots *spots)
{
    size_t at = p->at;
    if (!all_modifiers(p)) return wrong_modifier(p);
    Modifier modifier = take_modifier(p);
    bool bare_d = p->at == at + 1 && to_lower(p->text[at]) == 'd';
    if (bare_d && sides_follow(p))
        return parser_wrong(p, at, "an operator such as + should stand before more dice");
    switch (modifier) {
    case KEEP_HIGH: return parse_keep(p, &pool->keep.high, &pool->keep, spots, at, "kh");
    case KEEP_LOW: return parse_keep(p, &pool->keep.low, &pool->keep, spots, at, "kl");
    case DROP_HIGH: return parse_drop(p, &pool->keep.drop_high, spots, at, "dh");
    case DROP_LOW: return parse_drop(p, &pool->keep.drop_low, spots, at, "dl");
    case ONCE: return parse_reroll(p, pool, REROLL_ONCE, spots, at);
    case UNTIL: return parse_reroll(p, pool, REROLL_UNTIL, spots, at);
    case AT_LEAST: return parse_clamp(p, &pool->clamp.least, INT64_MIN, spots, at, "min");
    case AT_MOST: return parse_clamp(p, &pool->clamp.most, INT64_MAX, spots, at, "max");
    case FAILURES:
        if (!pool->score.on)
            return parser_wrong(p, at, "f says what fails, behind a count, as in 10d10>=8f1");
        return parse_failures(p, &pool->score, at);
    case NO_MODIFIER: break;
    }
    return wrong_modifier(p);
}

bool parse_modifiers(Parser *p, Pool *pool, Spots *spots)
{
    for (;;) {
        if (!parser_labels(p)) return false;
        char c = parser_peek(p);
        bool read = true;
        if (c == '!')
            read = parse_explode(p, pool, spots);
        else if (c == '<' || c == '=' || c == '>')
            read = parse_score(p, &pool->score, spots);
        else if (is_letter(c))
            read = parse_word_modifier(p, pool, spots);
        else
            return true;
        if (!read) return false;
    }
}
