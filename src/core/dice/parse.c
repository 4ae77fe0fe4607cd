/* The recursive-descent parser: from text to a program.
 *
 *     expression  repeat? sum comment?
 *     sum         product (+|- product)*
 *     product     signed (*|/|//|% signed)*
 *     signed      (+|-)* power
 *     power       primary (^|** signed)?             binds from the right
 *     primary     number | dice | ( sum ) compare? | { sum, ... } modifiers | function ( sum, ... )
 *     dice        count? d sides modifiers | adv modifiers | dis modifiers
 *
 * Each function reads one level and appends its nodes in postfix order.  A subtree without dice is
 * computed at once, so that its errors are reported at their place.  Expressions that contradict
 * themselves, never end or never happen are refused here, too. */
#include <stdlib.h>
#include <string.h>

#include "core/dice/parser.h"

static bool parse_sum(Parser *p);

/* --- nodes --- */

static void push_number(Parser *p, Ratio r)
{
    p->nodes[p->node_n] =
        (DiceNode){.kind = NODE_NUMBER, .constant = true, .first = p->node_n, .number = r};
    p->node_n++;
}

/* Appends a NODE_POOL or NODE_GROUP with its pool.  first: its first operand, in p->nodes. */
static void push_pool(Parser *p, NodeKind kind, const DicePool *pool, int operands, int first)
{
    p->pools[p->pool_n] = *pool;
    p->nodes[p->node_n] = (DiceNode){
        .kind = kind, .operands = operands, .first = first, .pool = p->pool_n, .number = {0, 1}};
    p->pool_n++;
    p->node_n++;
}

/* Returns why an operator fails whatever its left operand is, as a division by 0 does; NULL when it
 * may work. */
static const char *right_operand_error(NodeKind kind, const DiceNode *right)
{
    bool divides = kind == NODE_DIVIDE || kind == NODE_FLOOR_DIVIDE || kind == NODE_MODULO;
    Ratio unused;
    if (!right->constant || (!divides && kind != NODE_POWER)) return NULL;
    return node_apply(kind, ratio_of(1), right->number, &unused);
}

/* Applies an operator to the last `operands` subtrees, if all of them are constant.  Sets *constant
 * to whether they are, and *value to the result.  Returns NULL, or why there is no result.  Goes
 * from the last operand to the first, which gives the same: only min and max may have more than
 * two. */
static const char *compute_constant(const Parser *p, NodeKind kind, int operands, bool *constant,
                                    Ratio *value)
{
    const DiceNode *operand = &p->nodes[p->node_n - 1];
    const char *why = NULL;
    *constant = operand->constant;
    *value = operand->number;
    if (*constant && operands == 1) why = node_apply(kind, *value, ratio_of(0), value);
    for (int i = 1; *constant && !why && i < operands; i++) {
        operand = &p->nodes[operand->first - 1]; /* the operand before (program.h) */
        *constant = operand->constant;
        if (*constant) why = node_apply(kind, operand->number, *value, value);
    }
    return why;
}

/* Appends an operator over the subtrees from `first` on, with its value if that is constant.
 * at: offset of the operator, for errors. */
static bool push_operator(Parser *p, NodeKind kind, int operands, int first, size_t at)
{
    bool constant;
    Ratio value;
    const char *why = compute_constant(p, kind, operands, &constant, &value);
    if (!constant) why = right_operand_error(kind, &p->nodes[p->node_n - 1]);
    if (why) return parser_fail(p, at, "%s", why);
    p->nodes[p->node_n++] = (DiceNode){.kind = kind,
                                       .constant = constant,
                                       .operands = operands,
                                       .first = first,
                                       .number = constant ? value : ratio_of(0)};
    return true;
}

/* Removes the subtree from `first` on, and sets *r to its value, if it has no dice. */
static bool pop_constant(Parser *p, int first, Ratio *r)
{
    const DiceNode *last = &p->nodes[p->node_n - 1];
    if (!last->constant) return false;
    *r = last->number;
    p->node_n = first;
    return true;
}

/* --- brackets --- */

/* Counts a bracket or power that is entered; close_bracket counts it off again.  Bounds the
 * recursion of the parser. */
static bool enter_bracket(Parser *p, size_t at)
{
    if (++p->depth <= DICE_DEPTH_MAX) return true;
    return parser_fail(p, at, "brackets and powers can be nested %d deep, and these are deeper",
                       DICE_DEPTH_MAX);
}

/* Skips the closing bracket; open: offset of the bracket that it closes. */
static bool close_bracket(Parser *p, size_t open, char close)
{
    char c = parser_peek(p);
    if (c == close) {
        p->at++;
        p->depth--;
        return true;
    }
    if (parser_at_end(p)) return parser_fail(p, open, "this %c is never closed", p->text[open]);
    if (c == ')' || c == '}')
        return parser_fail(p, p->at, "a %c is missing here, to close the %c", close, p->text[open]);
    return parser_fail_here(p);
}

/* Reads a sum and its closing bracket; open: offset of the opening one, which was read. */
static bool parse_bracketed(Parser *p, size_t open, char close)
{
    return enter_bracket(p, open) && parser_expect_operand(p, open) && parse_sum(p) &&
           close_bracket(p, open, close);
}

/* --- a term of dice --- */

/* A term while it is read. */
typedef struct {
    DicePool pool;
    size_t start;                               /* offset of the term, for error messages */
    size_t reroll, explode, clamp, keep, score; /* offsets of its modifiers; 0: absent */
} Term;

/* A term of `count` dice without sides and modifiers. */
static Term empty_term(int64_t count, size_t start)
{
    return (Term){
        .pool = {.count = count,
                 .clamp = {INT64_MIN, INT64_MAX},
                 .keep = {.keep_high = -1, .keep_low = -1}},
        .start = start,
    };
}

/* --- numbers of modifiers --- */

/* True if a digit or a bracket comes next. */
static bool is_operand_next(Parser *p)
{
    char c = parser_peek(p);
    return is_digit(c) || c == '(';
}

/* Reads a number or bracket, or its negative.  what: the word or sign before it, for messages. */
static bool parse_operand(Parser *p, const char *what)
{
    int first = p->node_n;
    bool negative = parser_accept(p, "-");
    char c = parser_peek(p);
    size_t at = p->at;
    Ratio r = {0, 1};
    if (c == '(') {
        p->at++;
        if (!parse_bracketed(p, at, ')')) return false;
    } else if (is_digit(c) || c == '.') {
        if (!parse_number(p, &r)) return false;
        push_number(p, r);
    } else {
        return parser_fail(p, at, "a number should follow %s", what);
    }
    return !negative || push_operator(p, NODE_NEGATE, 1, first, at);
}

/* Refuses numbers of modifiers, and faces, so large that sums of dice could pass 64 bits. */
static bool check_size(Parser *p, size_t at, const char *what, int64_t n)
{
    if (n <= DICE_SIDES_MAX && n >= -DICE_SIDES_MAX) return true;
    return parser_fail(p, at, "the number after %s is too large (past %lld)", what,
                       (long long)DICE_SIDES_MAX);
}

/* Reads a whole number, or a bracket without dice, into *n.  what: as in parse_operand. */
static bool parse_whole(Parser *p, const char *what, int64_t *n)
{
    int first = p->node_n;
    bool negative = parser_peek(p) == '-';
    size_t at = p->at;
    Ratio r;
    if (!parse_operand(p, what)) return false;
    if (negative) at++;
    while (is_blank(p->text[at])) at++; /* messages point behind the minus */
    if (!pop_constant(p, first, &r))
        return parser_fail(p, at, "dice cannot be used in the brackets after %s", what);
    if (r.den != 1) return parser_fail(p, at, "a whole number should follow %s", what);
    *n = r.num;
    return check_size(p, at, what, *n);
}

/* The numbers for which `compare` with n is true. */
static FaceRange range_of_condition(NodeKind compare, int64_t n)
{
    switch (compare) {
    case NODE_LESS: return (FaceRange){INT64_MIN, n - 1};
    case NODE_AT_MOST: return (FaceRange){INT64_MIN, n};
    case NODE_AT_LEAST: return (FaceRange){n, INT64_MAX};
    case NODE_MORE: return (FaceRange){n + 1, INT64_MAX};
    default: return (FaceRange){n, n};
    }
}

/* Reads a condition if there is one, and sets *given to whether there is: >=5, or a bare number,
 * which means equality.  what: the word or sign before it, for messages. */
static bool parse_condition(Parser *p, const char *what, FaceRange *range, bool *given)
{
    int64_t n;
    NodeKind compare = parser_accept_operator(p, NODE_LESS, NODE_MORE);
    *given = compare != NODE_NUMBER || is_operand_next(p);
    if (!*given) return true;
    size_t at = p->at;
    if (!parse_whole(p, what, &n)) return false;
    /* The canonical spelling has >=n+1 for >n, and <=n-1 for <n; it must parse again. */
    int64_t spelled = compare == NODE_MORE ? n + 1 : compare == NODE_LESS ? n - 1 : n;
    if (!check_size(p, at, what, spelled)) return false;
    *range = range_of_condition(compare, n);
    return true;
}

/* --- modifiers --- */

/* True when only the highest face explodes, so that 4d6!6 is spelled 4d6!. */
static bool explodes_on_highest_only(const DicePool *p)
{
    int64_t lowest, highest;
    if (p->sides == COMPUTED) return false;
    ResolvedPool resolved = {1, p->sides, p->explode_on};
    pool_extremes(p, p->sides, &lowest, &highest);
    for (int64_t side = 1; side <= p->sides; side = pool_run_end(p, &resolved, side) + 1)
        if (pool_face(p, side) != highest && face_range_has(p->explode_on, pool_face(p, side)))
            return false;
    return face_range_has(p->explode_on, highest);
}

/* Reads !, !!, !p or !!p and its condition. */
static bool parse_explode(Parser *p, Term *t)
{
    bool given;
    if (t->pool.explode != EXPLODE_NEVER)
        return parser_fail(p, p->at, "the dice already explode; one ! or !! is enough");
    t->explode = p->at++;
    t->pool.explode = EXPLODE_MORE;
    if (p->at < p->n && p->text[p->at] == '!') {
        t->pool.explode = EXPLODE_GROW;
        p->at++;
    }
    t->pool.penetrate = parser_accept(p, "p");
    if (!parse_condition(p, "the !", &t->pool.explode_on, &given)) return false;
    t->pool.explode_highest = !given || explodes_on_highest_only(&t->pool);
    return true;
}

/* Reads the condition of a reroll; without one, the lowest face is rerolled. */
static bool parse_reroll(Parser *p, Term *t, Reroll reroll, size_t at)
{
    bool given;
    if (t->pool.reroll != REROLL_NEVER)
        return parser_fail(p, at, "one reroll is enough; write it with one condition");
    t->reroll = at;
    t->pool.reroll = reroll;
    if (!parse_condition(p, "the r", &t->pool.reroll_on, &given)) return false;
    if (given) return true;
    int64_t lowest = 1, highest;
    if (t->pool.faces) pool_extremes(&t->pool, t->pool.sides, &lowest, &highest);
    t->pool.reroll_on = (FaceRange){lowest, lowest};
    return true;
}

/* Reads the number after min, or after max. */
static bool parse_clamp(Parser *p, Term *t, bool is_min, size_t at)
{
    const char *word = is_min ? "min" : "max";
    int64_t *bound = is_min ? &t->pool.clamp.min : &t->pool.clamp.max;
    bool has_bound = *bound != (is_min ? INT64_MIN : INT64_MAX);
    if (has_bound) return parser_fail(p, at, "one %s is enough", word);
    t->clamp = at;
    return parse_whole(p, word, bound);
}

/* Reads the comparison that counts dice, >=8. */
static bool parse_score(Parser *p, Term *t)
{
    Score *score = &t->pool.score;
    bool given;
    if (score->on)
        return parser_fail(p, p->at,
                           "one count is enough; to compare the count write (10d10>=8)>=2");
    t->score = p->at;
    score->on = true;
    return parse_condition(p, "the comparison", &score->success, &given);
}

/* Reads the condition after f, as in >=8f1: a die that meets it takes one off the count. */
static bool parse_failures(Parser *p, Score *score, size_t at)
{
    bool given;
    if (score->fails) return parser_fail(p, at, "one f is enough");
    score->fails = true;
    if (!parse_condition(p, "f", &score->failure, &given)) return false;
    return given || parser_fail(p, p->at, "f should be followed by what fails, as in >=8f1");
}

/* Modifiers that are words. */
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

/* The first that fits is read, so "kh" stands before "k". */
static const struct {
    const char *word;
    Modifier modifier;
} modifiers[] = {
    {"kh", KEEP_HIGH}, {"kl", KEEP_LOW},  {"k", KEEP_HIGH}, {"dh", DROP_HIGH},
    {"dl", DROP_LOW},  {"d", DROP_LOW},   {"ro", ONCE},     {"rr", UNTIL},
    {"r", UNTIL},      {"min", AT_LEAST}, {"max", AT_MOST}, {"f", FAILURES},
};
enum { MODIFIERS = sizeof modifiers / sizeof *modifiers };

static Modifier accept_modifier(Parser *p)
{
    for (size_t i = 0; i < MODIFIERS; i++)
        if (parser_accept(p, modifiers[i].word)) return modifiers[i].modifier;
    return NO_MODIFIER;
}

/* True if the next word consists of modifiers only, such as "kh" in 4d6kh3. */
static bool is_word_of_modifiers(Parser *p)
{
    size_t start = p->at, end = start + parser_count_letters(p);
    while (p->at < end && accept_modifier(p) != NO_MODIFIER) continue;
    bool all = p->at == end;
    p->at = start;
    return all;
}

/* Reports a word behind dice that is no modifier, and what may have been meant. */
static bool fail_at_modifier(Parser *p)
{
    size_t n = parser_count_letters(p);
    const char *word = p->text + p->at;
    char c = to_lower(*word);
    if (c == 'x' || (c == 'e' && n <= 2)) /* x, e and ex explode in other notations */
        return parser_fail(p, p->at, "exploding is written ! here, as in 4d6!; times is written *");
    if (n >= 3 && (parser_accept(p, "adv") || parser_accept(p, "dis"))) {
        p->at -= 3;
        return parser_fail(p, p->at, "adv and dis are rolls of their own, as in adv+5");
    }
    if (n == 4 && (parser_accept(p, "drop") || parser_accept(p, "keep"))) {
        p->at -= 4;
        return parser_fail(p, p->at,
                           "a letter says which dice count: kh1 or kl1 keeps one, dl1 or "
                           "dh1 drops one, as in 4d6dl1");
    }
    if (n == 1 && (c == 'h' || c == 'l'))
        return parser_fail(p, p->at,
                           "which dice count is said before their number: kh2 keeps the highest "
                           "two, kl2 the lowest");
    return parser_fail(
        p, p->at, "\"%.*s\" means nothing after dice; a label goes in brackets, [%.*s]",
        n > QUOTED_MAX ? QUOTED_MAX : (int)n, word, n > QUOTED_MAX ? QUOTED_MAX : (int)n, word);
}

/* True when a number of sides comes next that cannot be a number of dice to drop.  A d behind dice
 * means drop, but in 4d6d% it would have to begin more dice, which is an error. */
static bool are_sides_next(Parser *p)
{
    char c = parser_peek(p);
    return c == '%' || c == '{' || c == '(' || to_lower(c) == 'f';
}

/* Reads the number after kh, dl and the like, 1 when left out. */
static bool parse_keep(Parser *p, Term *t, Modifier modifier, size_t at)
{
    Keep *k = &t->pool.keep;
    const struct {
        const char *word;
        int64_t *number;
    } row[] = {
        [KEEP_HIGH] = {"kh", &k->keep_high},
        [KEEP_LOW] = {"kl", &k->keep_low},
        [DROP_HIGH] = {"dh", &k->drop_high},
        [DROP_LOW] = {"dl", &k->drop_low},
    };
    const char *word = row[modifier].word;
    bool keeps = modifier == KEEP_HIGH || modifier == KEEP_LOW;
    int64_t n = 1;
    if (keeps && (k->keep_high >= 0 || k->keep_low >= 0))
        return parser_fail(p, at, "one keep is enough; to take both ends off, drop them: dl1dh1");
    if (!keeps && *row[modifier].number > 0)
        return parser_fail(p, at, "one %s is enough; for a rolled number of dice write (4d6)d8",
                           word);
    if (is_operand_next(p) && !parse_whole(p, word, &n)) return false;
    if (n < 1)
        return parser_fail(p, at, "%s%lld %s no die", word, (long long)n,
                           keeps ? "keeps" : "drops");
    t->keep = at;
    *row[modifier].number = n;
    return true;
}

/* Reads one modifier that is a word, such as kh3. */
static bool parse_word_modifier(Parser *p, Term *t)
{
    size_t at = p->at;
    if (!is_word_of_modifiers(p)) return fail_at_modifier(p);
    Modifier modifier = accept_modifier(p);
    bool bare_d = p->at == at + 1 && to_lower(p->text[at]) == 'd';
    if (bare_d && are_sides_next(p))
        return parser_fail(p, at, "an operator such as + is missing before more dice");
    switch (modifier) {
    case KEEP_HIGH:
    case KEEP_LOW:
    case DROP_HIGH:
    case DROP_LOW: return parse_keep(p, t, modifier, at);
    case ONCE: return parse_reroll(p, t, REROLL_ONCE, at);
    case UNTIL: return parse_reroll(p, t, REROLL_UNTIL, at);
    case AT_LEAST: return parse_clamp(p, t, /* is_min */ true, at);
    case AT_MOST: return parse_clamp(p, t, /* is_min */ false, at);
    case FAILURES:
        if (!t->pool.score.on)
            return parser_fail(p, at, "f says what fails, and follows a count, as in 10d10>=8f1");
        return parse_failures(p, &t->pool.score, at);
    case NO_MODIFIER: break;
    }
    return fail_at_modifier(p);
}

/* Reads all modifiers and labels that follow dice or a group. */
static bool parse_modifiers(Parser *p, Term *t)
{
    for (;;) {
        if (!parser_read_labels(p)) return false;
        char c = parser_peek(p);
        bool read = true;
        if (c == '!')
            read = parse_explode(p, t);
        else if (c == '<' || c == '=' || c == '>')
            read = parse_score(p, t);
        else if (is_letter(c))
            read = parse_word_modifier(p, t);
        else
            return true;
        if (!read) return false;
    }
}

/* --- sides --- */

/* Reads what follows dF: nothing, .1 or .2. */
static bool parse_fate(Parser *p, DicePool *pool)
{
    static const int64_t fate_faces[] = {-1, 0, 1}, fate_1_faces[] = {-1, 0, 0, 0, 0, 1};
    char variant = '2';
    if (p->at < p->n && p->text[p->at] == '.') {
        variant = p->at + 1 < p->n ? p->text[p->at + 1] : '\0';
        if (variant != '1' && variant != '2')
            return parser_fail(
                p, p->at, "Fate dice are dF, dF.1 (one + and one - on six sides) or dF.2 (as dF)");
        p->at += 2;
    }
    bool six_sided = variant == '1';
    pool->name = six_sided ? "F.1" : "F";
    pool->faces = six_sided ? fate_1_faces : fate_faces;
    pool->sides = six_sided ? 6 : 3;
    return true;
}

/* Reads the faces of d{2,3,3,4}. */
static bool parse_faces(Parser *p, DicePool *pool)
{
    size_t open = p->at++;
    pool->faces = p->faces + p->face_n;
    pool->sides = 0;
    do {
        char c = parser_peek(p);
        if (c == '}') return parser_fail(p, p->at, "a face (a number) is missing before the }");
        if (!is_digit(c) && c != '-' && c != '(') {
            if (p->at == p->n) return parser_fail(p, open, "this { is never closed");
            return parser_fail(p, p->at, "the faces of a die are numbers, as in d{2,3,3,4}");
        }
        if (!parse_whole(p, "a sign or comma", &p->faces[p->face_n])) return false;
        p->face_n++;
        pool->sides++;
    } while (parser_accept(p, ","));
    if (parser_accept(p, "}")) return true;
    if (p->at == p->n) return parser_fail(p, open, "this { is never closed");
    return parser_fail(p, p->at, "put commas between the faces of a die, as in d{2,3,3,4}");
}

/* Sets *sides to the number that was read; refuses a number of sides that no die has. */
static bool check_sides(Parser *p, Ratio r, size_t at, int64_t *sides)
{
    if (r.den != 1) return parser_fail(p, at, "a die has a whole number of sides");
    if (r.num < 1) return parser_fail(p, at, "a die has at least one side");
    if (r.num > DICE_SIDES_MAX)
        return parser_fail(p, at, "a die has at most %lld sides", (long long)DICE_SIDES_MAX);
    *sides = r.num;
    return true;
}

/* True when the value read last can never be more than 0. */
static bool is_never_positive(Parser *p)
{
    Program program = {p->nodes, p->node_n, p->pools};
    Ratio min, max;
    return node_range(&program, p->node_n - 1, &min, &max) && max.num <= 0;
}

/* Reads d(2*3), and d(2d4), whose sides are rolled.  at: offset of the bracket. */
static bool parse_sides_in_brackets(Parser *p, size_t at, int64_t *sides)
{
    int first = p->node_n;
    Ratio r;
    p->at++;
    if (!parse_bracketed(p, at, ')')) return false;
    if (pop_constant(p, first, &r)) return check_sides(p, r, at, sides);
    if (is_never_positive(p))
        return parser_fail(p, at, "a die has at least one side, and this is never more than 0");
    *sides = COMPUTED;
    return true;
}

/* Reads what follows the d of dice: a number, %, F, a bracket or faces. */
static bool parse_sides(Parser *p, DicePool *pool)
{
    size_t behind_d = p->at;
    char c = to_lower(parser_peek(p)); /* skips blanks */
    size_t at = p->at;
    Ratio r = {0, 1};
    if (is_digit(c) || c == '.') return parse_number(p, &r) && check_sides(p, r, at, &pool->sides);
    if (parser_accept(p, "%")) return check_sides(p, ratio_of(100), at, &pool->sides);
    if (parser_accept(p, "f")) return parse_fate(p, pool);
    if (c == '(') return parse_sides_in_brackets(p, at, &pool->sides);
    if (c == '{') return parse_faces(p, pool);
    return parser_fail(p, c == '\0' ? behind_d : at, "a number of sides should follow the d");
}

/* --- contradictions --- */

/* Refuses a term of no dice, and one with which the expression, in all its rounds, has more dice
 * than one roll may have. */
static bool check_count(Parser *p, const Term *t)
{
    const DicePool *pool = &t->pool;
    if (pool->count == COMPUTED) return true;
    if (pool->count < 1) return parser_fail(p, t->start, "at least one die should be rolled");
    int64_t rounds = p->repeats ? p->repeats : 1;
    if (pool->count > DICE_COUNT_MAX || p->dice + pool->count > DICE_COUNT_MAX / rounds)
        return parser_fail(p, t->start, "at most %d dice can be in one roll", DICE_COUNT_MAX);
    p->dice += pool->count;
    return true;
}

/* Refuses to keep more than the n dice or parts that there are, or to drop all of them.  what: the
 * dice or parts with a verb, for messages: "dice fall". */
static bool check_keep(Parser *p, const Keep *k, int64_t n, const char *what, size_t at)
{
    int64_t from, to;
    if (k->keep_high > n || k->keep_low > n)
        return parser_fail(p, at, "only %lld %s here, so %lld cannot be kept", (long long)n, what,
                           (long long)(k->keep_high > n ? k->keep_high : k->keep_low));
    keep_slice(k, n, &from, &to);
    return from < to ||
           parser_fail(p, at, "this drops everything; to add dice, write + before the d");
}

/* Refuses dice that always explode or are always rerolled. */
static bool check_ends(Parser *p, const Term *t)
{
    const DicePool *pool = &t->pool;
    if (pool->sides == COMPUTED) return true;
    ResolvedPool resolved = pool_resolve(pool, 1, pool->sides);
    if (pool_can_end(pool, &resolved)) return true;
    if (pool->explode == EXPLODE_NEVER)
        return parser_fail(p, t->reroll, "every face is rerolled, so it would never end");
    return parser_fail(p, t->explode, "every face %sexplodes, so it would never end",
                       pool->reroll == REROLL_UNTIL ? "that stays " : "");
}

/* Refuses 2d6!>=8, which explodes on 8 or more: no d6 shows that, so the author meant to count. */
static bool check_explode(Parser *p, const Term *t)
{
    const DicePool *pool = &t->pool;
    if (pool->explode == EXPLODE_NEVER || pool->sides == COMPUTED || pool->explode_highest)
        return true;
    ResolvedPool resolved = pool_resolve(pool, 1, pool->sides);
    for (int64_t side = 1; side <= resolved.sides; side = pool_run_end(pool, &resolved, side) + 1)
        if (pool_explodes(pool, &resolved, pool_face(pool, side))) return true;
    return parser_fail(
        p, t->explode,
        "no face explodes; to count dice, write the count before the !, as in 10d10>=8!");
}

/* Refuses 2d6>=10, which counts dice that show 10: the author meant to compare the total. */
static bool check_score(Parser *p, const Term *t)
{
    const DicePool *pool = &t->pool;
    const Score *score = &pool->score;
    bool simple = !pool->faces && pool->sides != COMPUTED && pool->count > 1 &&
                  pool->explode == EXPLODE_NEVER;
    if (!simple || score->success.min <= pool->sides || score->success.min <= pool->clamp.min)
        return true;
    return parser_fail(
        p, t->score,
        "this counts dice, and a d%lld never shows so much; to compare the total write "
        "(%lldd%lld)>=%lld",
        (long long)pool->sides, (long long)pool->count, (long long)pool->sides,
        (long long)score->success.min);
}

/* Refuses a term that contradicts itself.  How many dice can be kept is not checked where
 * explosions (!)  bring more dice. */
static bool check_pool(Parser *p, const Term *t)
{
    const DicePool *pool = &t->pool;
    if (!check_count(p, t) || !check_ends(p, t) || !check_explode(p, t)) return false;
    if (pool->clamp.min > pool->clamp.max)
        return parser_fail(p, t->clamp, "min%lld and max%lld leave nothing between them",
                           (long long)pool->clamp.min, (long long)pool->clamp.max);
    bool fixed = pool->count != COMPUTED && pool->explode != EXPLODE_MORE;
    if (fixed && !check_keep(p, &pool->keep, pool->count,
                             pool->count == 1 ? "die falls" : "dice fall", t->keep))
        return false;
    return !pool->score.on || check_score(p, t);
}

/* --- complete terms --- */

/* Sets *count to the value of the bracket before the d if that has no dice; else *count stays
 * COMPUTED.  at: offset of the bracket. */
static bool resolve_count(Parser *p, int first, size_t at, int64_t *count)
{
    Ratio r;
    if (pop_constant(p, first, &r)) {
        if (r.den != 1) return parser_fail(p, at, "only a whole number of dice can be rolled");
        *count = r.num < 1 ? 0 : r.num; /* check_count refuses 0; -1 would mean COMPUTED */
        return true;
    }
    if (is_never_positive(p))
        return parser_fail(p, at,
                           "at least one die should be rolled, and this is never more than 0");
    return true;
}

/* Reads sides and modifiers behind the d.  count may be COMPUTED by the nodes from `first` on;
 * `start` is the offset at which the term began. */
static bool parse_pool(Parser *p, int64_t count, int first, size_t start)
{
    Term t = empty_term(count, start);
    if (count == COMPUTED && !resolve_count(p, first, start, &t.pool.count)) return false;
    if (!parse_sides(p, &t.pool) || !parse_modifiers(p, &t) || !check_pool(p, &t)) return false;
    push_pool(p, NODE_POOL, &t.pool, (t.pool.count == COMPUTED) + (t.pool.sides == COMPUTED),
              first);
    return true;
}

/* Reads the modifiers behind adv (high) or dis: the higher or lower of two d20. */
static bool parse_advantage(Parser *p, bool high, size_t start)
{
    Term t = empty_term(2, start);
    t.pool.sides = 20;
    if (high)
        t.pool.keep.keep_high = 1;
    else
        t.pool.keep.keep_low = 1;
    if (!parse_modifiers(p, &t) || !check_pool(p, &t)) return false;
    push_pool(p, NODE_POOL, &t.pool, 0, p->node_n);
    return true;
}

/* Reads "sum, sum, ..." up to the closing bracket, and sets *n to how many there are. */
static bool parse_list(Parser *p, size_t open, char close, int *n)
{
    *n = 0;
    if (!enter_bracket(p, open) || !parser_expect_operand(p, open)) return false;
    do {
        if (!parse_sum(p)) return false;
        ++*n;
    } while (parser_accept(p, ","));
    return close_bracket(p, open, close);
}

/* True when a d comes next that begins sides, as in (2)d6, and not dl or dh. */
static bool is_dice_next(Parser *p)
{
    char next = p->at + 1 < p->n ? to_lower(p->text[p->at + 1]) : '\0';
    return to_lower(parser_peek(p)) == 'd' && next != 'l' && next != 'h';
}

/* True when a modifier comes next and no other word.  A d alone would begin more dice, and an f
 * needs a count. */
static bool is_modifier_next(Parser *p)
{
    char c = to_lower(parser_peek(p));
    size_t at = p->at;
    bool any = parser_accept(p, "!") || accept_modifier(p) != NO_MODIFIER;
    bool bare_d_or_f = p->at == at + 1 && (c == 'd' || c == 'f');
    bool is_whole_word = p->at == p->n || !is_letter(p->text[p->at]);
    p->at = at;
    return any && is_whole_word && !bare_d_or_f;
}

/* Reads a bracket: a value, the count of dice before a d, or the left side of a comparison. */
static bool parse_bracket(Parser *p)
{
    size_t open = p->at++;
    int first = p->node_n;
    if (!parse_bracketed(p, open, ')')) return false;
    parser_peek(p);
    size_t at = p->at;
    if (is_dice_next(p)) {
        p->at++;
        return parse_pool(p, COMPUTED, first, open);
    }
    NodeKind compare = parser_accept_operator(p, NODE_LESS, NODE_MORE);
    if (compare != NODE_NUMBER)
        return parse_operand(p, "the comparison, as in (2d6+3)>=10") &&
               push_operator(p, compare, 2, first, at) && parser_read_labels(p);
    if (is_modifier_next(p))
        return parser_fail(p, p->at,
                           "modifiers go right after dice, as in 4d6kh3, not after a bracket");
    return parser_read_labels(p);
}

/* Reads a group, {2d6, 1d12}kh1. */
static bool parse_group(Parser *p)
{
    size_t open = p->at++;
    int first = p->node_n, parts;
    Term t = empty_term(0, open);
    if (!parse_list(p, open, '}', &parts) || !parse_modifiers(p, &t)) return false;
    size_t misplaced = t.reroll ? t.reroll : t.explode ? t.explode : t.clamp;
    if (misplaced)
        return parser_fail(p, misplaced,
                           "only keep, drop and counts follow a group; the rest follows dice");
    if (parts == 1 && !keeps_all(&t.pool.keep))
        return parser_fail(
            p, t.keep,
            "this group has one part: write like dice as 4d6kh3, unlike dice as {d6, d8}kh1");
    if (!check_keep(p, &t.pool.keep, parts, "parts stand", t.keep)) return false;
    push_pool(p, NODE_GROUP, &t.pool, parts, first);
    return true;
}

/* --- words --- */

/* Reads what follows the name of a function: its numbers in brackets. */
static bool parse_call(Parser *p, NodeKind kind, size_t start)
{
    int first = p->node_n, n;
    const char *word = node_word(kind);
    if (parser_peek(p) != '(') return parser_fail(p, p->at, "a ( should follow %s", word);
    size_t open = p->at++;
    if (!parse_list(p, open, ')', &n)) return false;
    bool several = kind == NODE_MIN || kind == NODE_MAX;
    if (several && n < 2)
        return parser_fail(p, start, "%s takes two numbers or more, as in %s(2d6, 7)", word, word);
    if (!several && n != 1) return parser_fail(p, start, "%s takes one number", word);
    return push_operator(p, kind, n, first, start) && parser_read_labels(p);
}

/* Reads a function, adv or dis, or dice without a count, d6. */
static bool parse_word(Parser *p)
{
    static const struct {
        const char *word;
        bool high;
    } advantages[] = {{"advantage", true}, {"adv", true}, {"disadvantage", false}, {"dis", false}};
    size_t start = p->at, n = parser_count_letters(p);
    for (NodeKind kind = NODE_FLOOR; kind <= NODE_MAX; kind++)
        if (n == strlen(node_word(kind)) && parser_accept(p, node_word(kind)))
            return parse_call(p, kind, start);
    for (size_t i = 0; i < sizeof advantages / sizeof *advantages; i++) {
        bool accepted = parser_accept(p, advantages[i].word);
        bool is_whole_word = parser_count_letters(p) == 0 || is_modifier_next(p);
        if (accepted && is_whole_word) return parse_advantage(p, advantages[i].high, start);
        p->at = start;
    }
    bool is_die = to_lower(p->text[start]) == 'd';
    if (is_die && (n == 1 || to_lower(p->text[start + 1]) == 'f')) { /* d6, dF */
        p->at++;
        return parse_pool(p, 1, p->node_n, start);
    }
    return parser_fail(p, start, "\"%.*s\" is not a word of dice notation; dice look like 2d6+1",
                       n > QUOTED_MAX ? QUOTED_MAX : (int)n, p->text + start);
}

/* --- numbers, and dice that begin with one --- */

/* Reads a number, or dice that begin with one, 4d6. */
static bool parse_plain_number(Parser *p)
{
    size_t start = p->at;
    Ratio r = {0, 1};
    if (!parse_number(p, &r)) return false;
    if (to_lower(parser_peek(p)) == 'd') {
        p->at++;
        if (r.den != 1) return parser_fail(p, start, "only a whole number of dice can be rolled");
        return parse_pool(p, r.num, p->node_n, start);
    }
    push_number(p, r);
    return parser_read_labels(p);
}

/* The functions from here to parse_sum read one level of the grammar at the head of this file. */
static bool parse_primary(Parser *p)
{
    char c = parser_peek(p);
    if (is_digit(c) || c == '.') return parse_plain_number(p);
    if (c == '(') return parse_bracket(p);
    if (c == '{') return parse_group(p);
    if (is_letter(c)) return parse_word(p);
    return parser_fail_here(p);
}

/* --- operators --- */

static bool parse_signed(Parser *p);

/* Reads a power, which binds from the right: 2^3^2 is 2^(3^2). */
static bool parse_power(Parser *p)
{
    int first = p->node_n;
    if (!parse_primary(p)) return false;
    parser_peek(p);
    size_t at = p->at;
    if (parser_accept_operator(p, NODE_POWER, NODE_POWER) == NODE_NUMBER) return true;
    /* 2^2^2^2 recurses as brackets do, so each power counts as one. */
    if (!parser_expect_operand(p, at) || !enter_bracket(p, at) || !parse_signed(p)) return false;
    p->depth--; /* as close_bracket does */
    return push_operator(p, NODE_POWER, 2, first, at);
}

/* Reads the signs before a power; an odd number of minus signs negates it. */
static bool parse_signed(Parser *p)
{
    int first = p->node_n;
    bool negative = false;
    parser_peek(p);
    size_t at = p->at, last = at; /* where the first sign is, and the current one */
    for (;; last = p->at) {
        NodeKind sign = parser_accept_operator(p, NODE_ADD, NODE_SUBTRACT);
        if (sign == NODE_NUMBER) break;
        if (sign == NODE_SUBTRACT) negative = !negative;
        if (!parser_expect_operand(p, last)) return false;
    }
    return parse_power(p) && (!negative || push_operator(p, NODE_NEGATE, 1, first, at));
}

/* Reads operands, each by parse_operand_of_level, with the operators from..to between them, which
 * group from the left. */
static bool parse_level(Parser *p, NodeKind from, NodeKind to,
                        bool parse_operand_of_level(Parser *))
{
    int first = p->node_n;
    if (!parse_operand_of_level(p)) return false;
    for (;;) {
        parser_peek(p);
        size_t at = p->at;
        NodeKind kind = parser_accept_operator(p, from, to);
        if (kind == NODE_NUMBER) return true;
        if (!parser_expect_operand(p, at) || !parse_operand_of_level(p) ||
            !push_operator(p, kind, 2, first, at))
            return false;
    }
}

static bool parse_product(Parser *p)
{
    return parse_level(p, NODE_MULTIPLY, NODE_MODULO, parse_signed);
}

static bool parse_sum(Parser *p)
{
    return parse_level(p, NODE_ADD, NODE_SUBTRACT, parse_product);
}

/* True when a number and an x come next. */
static bool is_repeat_next(Parser *p)
{
    parser_peek(p);
    size_t at = p->at, end = at;
    while (end < p->n && (is_digit(p->text[end]) || p->text[end] == '.')) end++;
    p->at = end;
    bool repeats = end > at && parser_accept(p, "x");
    p->at = at;
    return repeats;
}

/* Reads the repeat at the start, 6x, if there is one. */
static bool parse_repeat(Parser *p)
{
    Ratio r = {0, 1};
    if (!is_repeat_next(p)) return true;
    size_t at = p->at;
    if (!parse_number(p, &r)) return false;
    if (!parser_accept(p, "x")) return parser_fail_here(p);
    if (!parser_expect_operand(p, p->at - 1)) return false;
    if (r.den != 1) return parser_fail(p, at, "a roll is repeated a whole number of times");
    if (r.num < 1) return parser_fail(p, at, "a roll is repeated at least once");
    if (r.num > DICE_REPEAT_MAX)
        return parser_fail(p, at, "a roll is repeated at most %d times", DICE_REPEAT_MAX);
    p->repeats = r.num;
    return true;
}

/* Reads the comment at the end.  Refuses 6#4d6, a repeat in other programs; here it would be the
 * number 6 and a comment. */
static bool parse_comment(Parser *p)
{
    if (p->at == p->n || p->text[p->at] != '#') return true;
    bool lone = p->node_n == 1 && p->nodes[0].kind == NODE_NUMBER;
    if (lone && p->at + 1 < p->n &&
        (is_digit(p->text[p->at + 1]) || to_lower(p->text[p->at + 1]) == 'd'))
        return parser_fail(p, p->at, "# begins a comment; a repeat is written 6x4d6");
    parser_add_label(p, p->text + p->at + 1, p->n - p->at - 1);
    p->at = p->n;
    return true;
}

/* Refuses a text that is too long or not UTF-8. */
static bool check_text(Parser *p)
{
    if (p->n > DICE_TEXT_MAX)
        return parser_fail(p, DICE_TEXT_MAX, "an expression has at most %d bytes", DICE_TEXT_MAX);
    for (size_t at = 0, len; at < p->n; at += len) {
        unsigned code;
        len = text_code(p->text + at, p->n - at, &code);
        if (len > 0) continue;
        size_t n = p->n;
        p->n = 0; /* do not quote broken text */
        parser_fail(p, at, "byte %zu is not UTF-8 text", at + 1);
        p->n = n;
        return false;
    }
    return true;
}

static bool parse_all(Parser *p)
{
    if (!check_text(p)) return false;
    if (parser_at_end(p))
        return parser_fail(p, 0, "there is nothing to roll here; dice look like 2d6+1");
    if (!parse_repeat(p) || !parse_sum(p)) return false;
    if (!parser_at_end(p)) return parser_fail_here(p);
    return parse_comment(p);
}

/* Recognises 4d6kh3+2 and the like (see SimpleRoll); for any other program the count is 0. */
static SimpleRoll simple_roll_of(const Program *p, int64_t repeats)
{
    static const SimpleRoll none = {0};
    const DiceNode *first = &p->nodes[0];
    bool has_constant = p->n == 3 && p->nodes[1].kind == NODE_NUMBER &&
                        p->nodes[1].number.den == 1 &&
                        (p->nodes[2].kind == NODE_ADD || p->nodes[2].kind == NODE_SUBTRACT);
    if (repeats || first->kind != NODE_POOL || (p->n != 1 && !has_constant)) return none;
    const DicePool *pool = &p->pools[first->pool];
    if (pool->count == COMPUTED || pool->count > SIMPLE_MAX || pool->sides == COMPUTED ||
        pool->faces)
        return none;
    if (pool->reroll != REROLL_NEVER || pool->explode != EXPLODE_NEVER || pool->score.on)
        return none;
    if (pool->clamp.min != INT64_MIN || pool->clamp.max != INT64_MAX) return none;
    int64_t add = has_constant ? p->nodes[1].number.num : 0;
    if (add > INT32_MAX) return none; /* so that no sum can pass 64 bits */
    if (has_constant && p->nodes[2].kind == NODE_SUBTRACT) add = -add;
    SimpleRoll simple = {.count = pool->count, .sides = pool->sides, .add = add};
    keep_slice(&pool->keep, pool->count, &simple.from, &simple.to);
    return simple;
}

/* Copies the program, its spelling and label into one block of memory. */
static Dice *pack_dice(const Parser *p, const char *text, size_t text_n)
{
    size_t nodes = (size_t)p->node_n * sizeof(DiceNode),
           pools = (size_t)p->pool_n * sizeof(DicePool);
    size_t faces = (size_t)p->face_n * sizeof(int64_t);
    Dice *d = malloc(sizeof *d + nodes + pools + faces + text_n + 1 + p->label.n + 1);
    if (!d) return NULL;
    DiceNode *node = (DiceNode *)(d + 1);
    DicePool *pool = (DicePool *)(node + p->node_n);
    int64_t *face = (int64_t *)(pool + p->pool_n);
    char *spelling = (char *)(face + p->face_n), *label = spelling + text_n + 1;
    memcpy(node, p->nodes, nodes);
    memcpy(pool, p->pools, pools);
    memcpy(face, p->faces, faces);
    memcpy(spelling, text, text_n + 1);
    memcpy(label, text_str(&p->label), p->label.n + 1);
    /* Own faces were copied, too; those of Fate dice, which have a name, are static. */
    for (int i = 0; i < p->pool_n; i++)
        if (pool[i].faces && !pool[i].name) pool[i].faces = face + (pool[i].faces - p->faces);
    *d = (Dice){.program = {node, p->node_n, pool},
                .repeats = p->repeats,
                .text = spelling,
                .label = label};
    d->simple = simple_roll_of(&d->program, d->repeats);
    return d;
}

/* Makes the result: spells the program, and packs both into one block. */
static Dice *make_dice(Parser *p)
{
    Program program = {p->nodes, p->node_n, p->pools};
    ScopedText spelling = {0};
    Dice *d = NULL;
    if (p->repeats) text_addf(&spelling, "%lldx", (long long)p->repeats);
    program_print(&program, &spelling);
    if (spelling.n > DICE_TEXT_MAX)
        parser_fail(p, 0, "written out in full, this has more than %d bytes", DICE_TEXT_MAX);
    else if (spelling.failed || p->label.failed ||
             !(d = pack_dice(p, text_str(&spelling), spelling.n)))
        err_set(p->err, "out of memory");
    return d;
}

Dice *dice_parse(const char *text, size_t n, size_t *at, Err *err)
{
    Parser p = {.text = text, .n = n, .where = at, .err = err};
    size_t room = (n < DICE_TEXT_MAX ? n : DICE_TEXT_MAX) + 1;
    if (at) *at = 0;
    p.nodes = malloc(room * (sizeof *p.nodes + sizeof *p.pools + sizeof *p.faces));
    if (!p.nodes) {
        err_set(err, "out of memory");
        return NULL;
    }
    p.pools = (DicePool *)(p.nodes + room);
    p.faces = (int64_t *)(p.pools + room);
    Dice *d = parse_all(&p) ? make_dice(&p) : NULL;
    free(p.nodes);
    text_free(&p.label);
    return d;
}
