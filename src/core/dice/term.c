/* One term of dice: its count, its sides, its modifiers.  What contradicts itself, can never end or
 * can never happen is refused here, where its place is known. */
#include "core/dice/parser.h"

static const int64_t own_fate[] = {-1, 0, 1};
static const int64_t own_fate_1[] = {-1, 0, 0, 0, 0, 1};

static Pool empty_pool(void)
{
    return (Pool){.clamp = {INT64_MIN, INT64_MAX}, .keep = {.high = -1, .low = -1}};
}

static Spots no_spots(size_t start)
{
    return (Spots){start, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
}

/* --- sides --- */

static bool parse_fate(Parser *p, Pool *pool)
{
    bool classic = true;
    pool->name = "F";
    pool->own = own_fate;
    pool->sides = 3;
    if (p->at < p->n && p->text[p->at] == '.') {
        char variant = p->at + 1 < p->n ? p->text[p->at + 1] : '\0';
        classic = variant == '2';
        if (!classic && variant != '1')
            return parser_wrong(
                p, p->at, "Fate dice are dF, dF.1 (one + and one - on six sides) or dF.2 (as dF)");
        p->at += 2;
    }
    if (!classic) {
        pool->name = "F.1";
        pool->own = own_fate_1;
        pool->sides = 6;
    }
    return true;
}

static bool parse_faces(Parser *p, Pool *pool)
{
    size_t open = p->at++;
    pool->own = p->faces + p->face_n;
    pool->sides = 0;
    do {
        char c = parser_peek(p);
        if (c == '}')
            return parser_wrong(p, p->at, "a face, which is a number, should stand before the }");
        if (!is_digit(c) && c != '-' && c != '(') {
            if (p->at == p->n) return parser_wrong(p, open, "this { is never closed");
            return parser_wrong(p, p->at, "the faces of a die are numbers, as in d{2,3,3,4}");
        }
        if (!parse_whole(p, "a sign or comma", &p->faces[p->face_n])) return false;
        p->face_n++;
        pool->sides++;
    } while (parser_take(p, ","));
    if (parser_take(p, "}")) return true;
    if (p->at == p->n) return parser_wrong(p, open, "this { is never closed");
    return parser_wrong(p, p->at, "commas stand between the faces of a die, as in d{2,3,3,4}");
}

static bool check_sides(Parser *p, Ratio r, size_t at, int64_t *sides)
{
    if (r.den != 1) return parser_wrong(p, at, "a die has a whole number of sides");
    if (r.num < 1) return parser_wrong(p, at, "a die has at least one side");
    if (r.num > DICE_SIDES_MAX)
        return parser_wrong(p, at, "a die has at most %lld sides", (long long)DICE_SIDES_MAX);
    *sides = r.num;
    return true;
}

static bool never_above(Parser *p, int64_t limit)
{
    Program program = {p->nodes, p->node_n, p->pools};
    Ratio least, most;
    return node_range(&program, p->node_n - 1, &least, &most) &&
           ratio_compare(most, ratio_of(limit)) <= 0;
}

static bool parse_computed_sides(Parser *p, size_t at, int64_t *sides)
{
    int first = p->node_n;
    Ratio r;
    p->at++;
    if (!parse_bracketed(p, at, ')')) return false;
    if (parser_constant(p, first, &r)) return check_sides(p, r, at, sides);
    if (never_above(p, 0))
        return parser_wrong(p, at, "a die has at least one side, and this is never more than 0");
    *sides = COMPUTED;
    return true;
}

static bool parse_sides(Parser *p, Pool *pool)
{
    size_t behind = p->at;
    char c = to_lower(parser_peek(p));
    size_t at = p->at;
    Ratio r = {0, 1};
    if (is_digit(c) || c == '.') return parse_number(p, &r) && check_sides(p, r, at, &pool->sides);
    if (parser_take(p, "%")) return check_sides(p, ratio_of(100), at, &pool->sides);
    if (parser_take(p, "f")) return parse_fate(p, pool);
    if (c == '(') return parse_computed_sides(p, at, &pool->sides);
    if (c == '{') return parse_faces(p, pool);
    return parser_wrong(p, c == '\0' ? behind : at, "a number of sides should follow the d");
}

/* --- what cannot be --- */

static bool check_count(Parser *p, const Pool *pool, const Spots *spots)
{
    if (pool->count == COMPUTED) return true;
    if (pool->count < 1) return parser_wrong(p, spots->count, "at least one die should be rolled");
    if (pool->count > DICE_COUNT_MAX ||
        p->dice + pool->count > DICE_COUNT_MAX / (p->repeats ? p->repeats : 1))
        return parser_wrong(p, spots->count, "at most %d dice fall in one roll", DICE_COUNT_MAX);
    p->dice += pool->count;
    return true;
}

static bool check_keep(Parser *p, const Keep *k, int64_t n, const char *what, size_t at)
{
    int64_t from, to;
    if (k->high > n || k->low > n)
        return parser_wrong(p, at, "only %lld %s here, so %lld cannot be kept", (long long)n, what,
                            (long long)(k->high > n ? k->high : k->low));
    keep_slice(k, n, &from, &to);
    return from < to ||
           parser_wrong(p, at, "this drops everything; to add dice, write + before the d");
}

static bool check_ends(Parser *p, const Pool *pool, const Spots *spots)
{
    if (pool->sides == COMPUTED) return true;
    Cast cast = pool_cast(pool, 1, pool->sides);
    if (pool_ends(pool, &cast)) return true;
    if (pool->explode == EXPLODE_NEVER)
        return parser_wrong(p, spots->reroll, "every face is rerolled, so it would never end");
    return parser_wrong(p, spots->explode, "every face %sexplodes, so it would never end",
                        pool->reroll == REROLL_UNTIL ? "that stays " : "");
}

/* `2d6!>=8` explodes on 8 or more, and no d6 shows that: a count was meant. */
static bool check_explode(Parser *p, const Pool *pool, const Spots *spots)
{
    if (pool->explode == EXPLODE_NEVER || pool->sides == COMPUTED) return true;
    int64_t sides = pool->own ? pool->sides : 0;
    bool some = !pool->own && pool->explode_on.least <= pool->sides && pool->explode_on.most >= 1;
    for (int64_t i = 0; i < sides; i++) some = some || span_has(pool->explode_on, pool->own[i]);
    return some || pool->explode_highest ||
           parser_wrong(
               p, spots->explode,
               "no face explodes; to count dice, write the count before the !, as in 10d10>=8!");
}

/* `2d6>=10` counts dice, and no d6 shows a 10: the total was meant. */
static bool check_score(Parser *p, const Pool *pool, const Spots *spots)
{
    const Score *s = &pool->score;
    bool simple =
        !pool->own && pool->sides != COMPUTED && pool->count > 1 && pool->explode == EXPLODE_NEVER;
    if (!simple || s->success.least <= pool->sides || s->success.least <= pool->clamp.least)
        return true;
    return parser_wrong(p, spots->score,
                        "this counts dice, and no d%lld shows so much; to compare the total write "
                        "(%lldd%lld)>=%lld",
                        (long long)pool->sides, (long long)pool->count, (long long)pool->sides,
                        (long long)s->success.least);
}

static bool check_pool(Parser *p, const Pool *pool, const Spots *spots)
{
    if (!check_count(p, pool, spots) || !check_ends(p, pool, spots) ||
        !check_explode(p, pool, spots))
        return false;
    if (pool->clamp.least > pool->clamp.most)
        return parser_wrong(p, spots->clamp, "min%lld and max%lld leave nothing between them",
                            (long long)pool->clamp.least, (long long)pool->clamp.most);
    bool fixed = pool->count != COMPUTED && pool->explode != EXPLODE_MORE;
    if (fixed && !check_keep(p, &pool->keep, pool->count,
                             pool->count == 1 ? "die falls" : "dice fall", spots->keep))
        return false;
    return !pool->score.on || check_score(p, pool, spots);
}

/* --- the term --- */

static bool push_pool(Parser *p, NodeKind kind, const Pool *pool, int operands, int first)
{
    p->pools[p->pool_n] = *pool;
    p->nodes[p->node_n] = (Node){
        .kind = kind, .operands = operands, .first = first, .pool = p->pool_n, .number = {0, 1}};
    p->pool_n++;
    p->node_n++;
    return true;
}

static bool count_of_bracket(Parser *p, int first, size_t at, int64_t *count)
{
    Ratio r;
    if (parser_constant(p, first, &r)) {
        if (r.den != 1) return parser_wrong(p, at, "only a whole number of dice can be rolled");
        *count = r.num < 1 ? 0 : r.num;
        return true;
    }
    if (never_above(p, 0))
        return parser_wrong(p, at,
                            "at least one die should be rolled, and this is never more than 0");
    return true;
}

bool parse_pool(Parser *p, int64_t count, int first, size_t start)
{
    Pool pool = empty_pool();
    Spots spots = no_spots(start);
    if (count == COMPUTED && !count_of_bracket(p, first, start, &count)) return false;
    pool.count = count;
    if (!parse_sides(p, &pool) || !parse_modifiers(p, &pool, &spots) ||
        !check_pool(p, &pool, &spots))
        return false;
    return push_pool(p, NODE_POOL, &pool, (pool.count == COMPUTED) + (pool.sides == COMPUTED),
                     first);
}

bool parse_advantage(Parser *p, bool best, size_t start)
{
    Pool pool = empty_pool();
    Spots spots = no_spots(start);
    pool.count = 2;
    pool.sides = 20;
    if (best)
        pool.keep.high = 1;
    else
        pool.keep.low = 1;
    if (!parse_modifiers(p, &pool, &spots) || !check_pool(p, &pool, &spots)) return false;
    return push_pool(p, NODE_POOL, &pool, 0, p->node_n);
}

bool parse_group_end(Parser *p, int parts, int first, size_t start)
{
    Pool pool = empty_pool();
    Spots spots = no_spots(start);
    if (!parse_modifiers(p, &pool, &spots)) return false;
    size_t alien = spots.reroll != SIZE_MAX    ? spots.reroll
                   : spots.explode != SIZE_MAX ? spots.explode
                                               : spots.clamp;
    if (alien != SIZE_MAX)
        return parser_wrong(p, alien,
                            "only keep, drop and counts follow a group; the rest follows dice");
    if (parts == 1 && !keep_all(&pool.keep))
        return parser_wrong(p, spots.keep,
                            "this group has one part; write its dice without braces, as in 4d6kh3");
    if (!check_keep(p, &pool.keep, parts, "parts stand", spots.keep)) return false;
    return push_pool(p, NODE_GROUP, &pool, parts, first);
}
