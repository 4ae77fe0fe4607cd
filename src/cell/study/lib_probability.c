/* Probabilities as Lua values: DoubleDoubles, or fractions (GMP) when every figure must be exact.
 * Both have +, -, * and /.  Also the exact distributions of dice, and the vectors of probabilities
 * that exact odds carry from state to state. */
#include "cell/door.h"
#include "cell/limits/limits.h"
#include "cell/primitives.h"
#include "cell/study/path_enumerator.h"
#include "cell/study/study.h"
#include "core/dice/dice.h"
#include "core/dice/odds.h"
#include "core/wire.h"

#include <gmp.h>
#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const FRACTION = "fraction", *const DOUBLE_DOUBLE = "DoubleDouble"; /* classes */
/* The work of f_of in steps (limits.h): NS_STEP nanoseconds of Odds.effort are a step; each limb
 * (64 bits) of each outcome takes LIMB_STEPS more, to be reduced and made a value of Lua. */
enum { NS_STEP = 1000000 / STEPS_PER_MS, LIMB_STEPS = 10 };
/* Limits of f_joint.  JOINT_MAX: the combinations of faces that it goes through; as many take a
 * second.  DICE_MAX: the dice of its expression.  Any number above 17 would do, as 18 dice of two
 * sides already have too many combinations. */
enum { JOINT_MAX = 200000, DICE_MAX = 40 };
enum { HOOK_EVERY = 100 }; /* instructions of Lua between two calls of count_hook */

/* --- fractions --- */

mpq_ptr probability_push_fraction(lua_State *L)
{
    mpq_ptr q = lua_newuserdatauv(L, sizeof(mpq_t), 0);
    mpq_init(q);
    luaL_setmetatable(L, FRACTION);
    return q;
}

mpq_ptr probability_fraction(lua_State *L, int idx)
{
    mpq_ptr q = luaL_testudata(L, idx, FRACTION);
    if (q) return q;
    if (!lua_isinteger(L, idx)) {
        double d = luaL_checknumber(L, idx);
        luaL_argcheck(L, isfinite(d), idx, "no fraction is infinite");
        q = probability_push_fraction(L);
        mpq_set_d(q, d);
    } else {
        q = probability_push_fraction(L);
        mpq_set_si(q, lua_tointeger(L, idx), 1);
    }
    lua_replace(L, idx);
    return q;
}

static int fraction_gc(lua_State *L)
{
    mpq_clear(luaL_checkudata(L, 1, FRACTION));
    return 0;
}

static int fraction_eq(lua_State *L)
{
    lua_pushboolean(L, mpq_equal(probability_fraction(L, 1), probability_fraction(L, 2)));
    return 1;
}

static int fraction_lt(lua_State *L)
{
    lua_pushboolean(L, mpq_cmp(probability_fraction(L, 1), probability_fraction(L, 2)) < 0);
    return 1;
}

static int fraction_le(lua_State *L)
{
    lua_pushboolean(L, mpq_cmp(probability_fraction(L, 1), probability_fraction(L, 2)) <= 0);
    return 1;
}

static int fraction_tostring(lua_State *L)
{
    mpq_srcptr q = probability_fraction(L, 1);
    luaL_Buffer b;
    size_t n = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) +
               3; /* minus, slash, 0 */
    char *s = luaL_buffinitsize(L, &b, n);
    mpq_get_str(s, 10, q);
    luaL_pushresultsize(&b, strlen(s));
    return 1;
}

/* The nearest float.  A division rounds correctly if both numbers fit into the 53 bits of floats.
 */
static double nearest_float(mpq_srcptr q)
{
    bool small = mpz_sizeinbase(mpq_numref(q), 2) <= 53 && mpz_sizeinbase(mpq_denref(q), 2) <= 53;
    return small ? mpz_get_d(mpq_numref(q)) / mpz_get_d(mpq_denref(q)) : fraction_rounded(q).hi;
}

/* float(x) -> the float nearest to a fraction, a DoubleDouble or a number */
static int f_float(lua_State *L)
{
    mpq_srcptr q = luaL_testudata(L, 1, FRACTION);
    lua_pushnumber(L, q ? nearest_float(q) : probability_at(L, 1).hi);
    return 1;
}

/* fraction(number), fraction("n/d") -> a fraction; nil for another text */
static int f_fraction(lua_State *L)
{
    lua_settop(L, 1);
    if (lua_type(L, 1) != LUA_TSTRING) {
        probability_fraction(L, 1);
        return 1;
    }
    mpq_ptr q = probability_push_fraction(L);
    if (mpq_set_str(q, lua_tostring(L, 1), 10) != 0 || mpz_sgn(mpq_denref(q)) <= 0) return 0;
    mpq_canonicalize(q);
    return 1;
}

/* --- DoubleDoubles --- */

void probability_push(lua_State *L, DoubleDouble x)
{
    *(DoubleDouble *)lua_newuserdatauv(L, sizeof x, 0) = x;
    luaL_setmetatable(L, DOUBLE_DOUBLE);
}

DoubleDouble probability_at(lua_State *L, int idx)
{
    const DoubleDouble *x = luaL_testudata(L, idx, DOUBLE_DOUBLE);
    if (x) return *x;
    mpq_srcptr q = luaL_testudata(L, idx, FRACTION);
    return q ? fraction_rounded(q) : (DoubleDouble){luaL_checknumber(L, idx), 0};
}

/* --- arithmetic --- */

static DoubleDouble less(DoubleDouble a, DoubleDouble b)
{
    return dd_add(a, dd_minus(b));
}

static const struct {
    const char *name;
    void (*of_fractions)(mpq_ptr, mpq_srcptr, mpq_srcptr);
    DoubleDouble (*rounded)(DoubleDouble, DoubleDouble);
} operations[] = {{"__add", mpq_add, dd_add},
                  {"__sub", mpq_sub, less},
                  {"__mul", mpq_mul, dd_times},
                  {"__div", mpq_div, dd_over}};

/* The metamethods of both classes.  Upvalue 1: the index of the operation. */
static int combine_fractions(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(1));
    mpq_srcptr a = probability_fraction(L, 1), b = probability_fraction(L, 2);
    if (operations[i].of_fractions == mpq_div && mpq_sgn(b) == 0)
        return luaL_error(L, "a fraction divided by 0");
    operations[i].of_fractions(probability_push_fraction(L), a, b);
    return 1;
}

static int combine_rounded(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(1));
    probability_push(L, operations[i].rounded(probability_at(L, 1), probability_at(L, 2)));
    return 1;
}

/* Makes a class whose values are combined by this function. */
static void make_class(lua_State *L, const char *name, lua_CFunction combine)
{
    luaL_newmetatable(L, name);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        lua_pushinteger(L, (lua_Integer)i);
        lua_pushcclosure(L, combine, 1);
        lua_setfield(L, -2, operations[i].name);
    }
}

/* --- dice without exact odds --- */

/* Key of the registry: true once probability_beyond has raised an error, until f_beyond asks. */
static const char *const BEYOND = "sconce.beyond";

int probability_beyond(lua_State *L, const char *format, const char *what)
{
    lua_pushboolean(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, BEYOND);
    return luaL_error(L, format, what);
}

/* beyond() -> true if probability_beyond has raised an error since the last call */
static int f_beyond(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, BEYOND);
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, BEYOND);
    return 1;
}

/* --- distributions of dice --- */

/* Pushes the fraction weight/total. */
static void push_weight(lua_State *L, mpz_srcptr weight, mpz_srcptr total)
{
    mpq_ptr q = probability_push_fraction(L);
    mpz_set(mpq_numref(q), weight);
    mpz_set(mpq_denref(q), total);
    mpq_canonicalize(q);
}

/* Parses the expression at 1; the caller frees the result. */
static Dice *parse_argument(lua_State *L)
{
    size_t n, at;
    Err err;
    door_check_expression(L, 1);
    const char *text = luaL_tolstring(L, 1, &n);
    Dice *d = dice_parse(text, n, &at, &err);
    lua_pop(L, 1);
    if (!d) luaL_error(L, "dice: %s", err.text);
    return d;
}

/* Pushes the list of the totals, and the list of their probabilities. */
static void push_outcomes(lua_State *L, const Odds *o)
{
    size_t n = o->n;
    int totals = lua_gettop(L) + 1, probabilities = totals + 1;
    lua_createtable(L, (int)n, 0);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        mpz_t weight;
        odds_weight(o, i, weight);
        Ratio value = o->value[i];
        push_ratio(L, value.num, value.den);
        lua_rawseti(L, totals, (lua_Integer)i + 1);
        push_weight(L, weight, o->total);
        lua_rawseti(L, probabilities, (lua_Integer)i + 1);
    }
}

/* of(expr, cut) -> list of totals, list of their probabilities as fractions.  cut: for dice that
 * explode without end, the third result is the probability of all totals that are not listed;
 * without it such dice are refused. */
static int f_of(lua_State *L)
{
    Err err;
    Dice *d = parse_argument(L);
    Odds *o = odds_of(d, &err);
    dice_free(d);
    if (!o) return luaL_error(L, "%s", err.text);
    bool complete = mpz_sgn(o->left_out) == 0;
    if (!complete && !lua_toboolean(L, 2)) {
        odds_free(o);
        return probability_beyond(
            L,
            "dice: %s explodes without end: its odds are not exact, and sim can play it; a loop "
            "that ends for certain, as until face < 6 or n > 20, can be weighed",
            lua_tostring(L, 1));
    }
    limits_count(o->effort / NS_STEP + o->n * mpz_size(o->total) * LIMB_STEPS);
    push_outcomes(L, o);
    if (!complete) push_weight(L, o->left_out, o->total);
    odds_free(o);
    return complete ? 2 : 3;
}

/* A source of faces for dice_roll that goes through every combination of the first dice of an
 * expression, like an odometer. */
typedef struct {
    int64_t sides[DICE_MAX], face[DICE_MAX]; /* for each die: its sides; the face it shows now */
    size_t n, at;                            /* how many dice; the number of the next one, from 0 */
} Odometer;

/* A source of faces for dice_roll: the next face of the combination; 0: it has no more. */
static int64_t next_face(void *from, int64_t sides)
{
    Odometer *o = from;
    (void)sides;
    return o->at < o->n ? o->face[o->at++] : 0;
}

/* Moves on to the next combination; false after the last one. */
static bool next_combination(Odometer *o)
{
    for (size_t i = o->n; i-- > 0;) {
        if (o->face[i] < o->sides[i]) {
            o->face[i]++;
            return true;
        }
        o->face[i] = 1;
    }
    return false;
}

/* Adds a roll to the list on top: { face, …, total= }. */
static void add_faces(lua_State *L, const Roll *r)
{
    lua_createtable(L, (int)r->n, 0);
    for (size_t i = 0; i < r->n; i++) {
        lua_pushinteger(L, r->dice[i].face);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_pushinteger(L, r->num);
    lua_setfield(L, -2, "total");
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* Counts a roll in the table on top: { [natural face] = { [total] = how many } }. */
static void count_roll(lua_State *L, const Roll *r)
{
    int64_t natural = roll_natural(r);
    int counts = lua_gettop(L), of_natural = counts + 1;
    if (lua_rawgeti(L, counts, natural) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, of_natural);
        lua_rawseti(L, counts, natural);
    }
    lua_rawgeti(L, of_natural, r->num);
    lua_Integer count = lua_tointeger(L, -1) + 1;
    lua_pushinteger(L, count);
    lua_rawseti(L, of_natural, r->num);
    lua_settop(L, counts);
}

/* Sets the odometer to the first combination of the dice.  Returns how many there are; more than
 * JOINT_MAX if there are too many dice. */
static double odometer_begin(Odometer *o, const Dice *d)
{
    double combinations = 1;
    o->n = dice_first(d, o->sides, DICE_MAX);
    if (o->n > DICE_MAX) return JOINT_MAX + 1.0;
    for (size_t i = 0; i < o->n; i++) {
        o->face[i] = 1;
        combinations *= (double)o->sides[i];
    }
    return combinations;
}

/* Rolls every combination of the odometer and adds each to the table on top: with `faces` to a
 * list, else counted.  False: one of them has no total in whole numbers, or rolls more dice. */
static bool add_rolls(lua_State *L, const Dice *d, Odometer *o, bool faces)
{
    Err err = {0};
    Roll r = {0};
    bool ok;
    do {
        o->at = 0;
        ok = dice_roll(d, next_face, o, &r, &err) == ROLL_DONE && r.den == 1;
        if (ok && faces)
            add_faces(L, &r);
        else if (ok)
            count_roll(L, &r);
    } while (ok && next_combination(o));
    roll_free(&r);
    return ok;
}

/* joint(expr, faces) -> { [natural face] = { [total] = how many combinations } }, and the number of
 * all combinations.  With `faces` the first result is a list of all: { face, …, total= } */
static int f_joint(lua_State *L)
{
    bool faces = lua_toboolean(L, 2);
    Dice *d = parse_argument(L);
    Odometer o = {0};
    double combinations = odometer_begin(&o, d);
    if (combinations > JOINT_MAX) {
        dice_free(d);
        return probability_beyond(
            L,
            "dice: %s falls in too many ways to tell every face apart; ask for less "
            "of it, or use sim",
            lua_tostring(L, 1));
    }
    lua_newtable(L);
    bool ok = add_rolls(L, d, &o, faces);
    dice_free(d);
    if (!ok)
        return probability_beyond(L, "dice: %s cannot be told apart by faces; use sim",
                                  lua_tostring(L, 1));
    lua_pushinteger(L, (lua_Integer)combinations);
    return 2;
}

void lib_probability(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"of", f_of},       {"joint", f_joint},   {"fraction", f_fraction},
        {"float", f_float}, {"beyond", f_beyond}, {NULL, NULL}};
    static const luaL_Reg meta[] = {{"__gc", fraction_gc},
                                    {"__eq", fraction_eq},
                                    {"__lt", fraction_lt},
                                    {"__le", fraction_le},
                                    {"__tostring", fraction_tostring},
                                    {NULL, NULL}};
    make_class(L, FRACTION, combine_fractions);
    luaL_setfuncs(L, meta, 0);
    make_class(L, DOUBLE_DOUBLE, combine_rounded);
    lua_pop(L, 2);
    luaL_setfuncs(L, lib, 0);
}

/* --- probability vectors ---
 *
 * The probability vector of a state.  Entry 0 is the probability that play is in this state; entry
 * s is the probability that play is in this state and the event of slot s has happened before.
 *
 * The entries are fractions (GMP), or sums with a correction for their rounding (A. Neumaier,
 * "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 1974).  They
 * are allocated with malloc, and src/lua frees them: there are so many, and they live so briefly,
 * that waiting for the collector would take too much memory. */

static const char *const META = "probability vector";
enum { SLOTS_MAX = 100000 }; /* entries of a vector: one for each event or value that is counted */

/* A sum and the rounding error it lost (Neumaier's variant of Kahan summation). */
typedef struct {
    double sum, lost;
} NeumaierSum;

/* A userdata.  Entries from n on are 0. */
typedef struct {
    bool exact; /* fractions: q is used, else sum */
    size_t n;
    union {
        NeumaierSum *sum;
        mpq_t *q;
    };
} ProbabilityVector;

static ProbabilityVector *vector_at(lua_State *L, int idx)
{
    return luaL_checkudata(L, idx, META);
}

/* --- one entry --- */

/* Adds x to an entry that is not a fraction. */
static void add_to_sum(NeumaierSum *s, DoubleDouble x)
{
    DoubleDouble t = dd_sum(s->sum, x.hi);
    s->lost += t.lo + x.lo;
    s->sum = t.hi;
}

/* Entry i of a vector that is not exact. */
static DoubleDouble entry(const ProbabilityVector *v, size_t i)
{
    return i < v->n ? dd_sum(v->sum[i].sum, v->sum[i].lost) : (DoubleDouble){0, 0};
}

/* Makes room for n entries; the new ones are 0.  Raises an error when these are too many. */
static void make_room(lua_State *L, ProbabilityVector *v, size_t n)
{
    if (n <= v->n) return;
    if (n > SLOTS_MAX) luaL_error(L, "too many different things happen to be counted");
    void *p = realloc(v->exact ? (void *)v->q : (void *)v->sum,
                      n * (v->exact ? sizeof *v->q : sizeof *v->sum));
    if (v->exact) {
        v->q = p;
        for (; v->n < n; v->n++) mpq_init(v->q[v->n]);
    } else {
        v->sum = p;
        memset(v->sum + v->n, 0, (n - v->n) * sizeof *v->sum);
        v->n = n;
    }
}

/* The slot at idx; 0 is allowed. */
static size_t slot_at(lua_State *L, int idx)
{
    lua_Integer i = luaL_checkinteger(L, idx);
    luaL_argcheck(L, i >= 0 && i < SLOTS_MAX, idx, "no such slot");
    return (size_t)i;
}

/* --- for src/lua --- */

void probability_push_vector(lua_State *L, bool exact)
{
    ProbabilityVector *v = lua_newuserdatauv(L, sizeof *v, 0);
    *v = (ProbabilityVector){.exact = exact};
    luaL_setmetatable(L, META);
}

/* new(exact) -> a vector, all 0 */
static int f_new(lua_State *L)
{
    probability_push_vector(L, lua_toboolean(L, 1));
    return 1;
}

void probability_free_vector(lua_State *L, int vector)
{
    ProbabilityVector *v = vector_at(L, vector);
    for (size_t i = 0; v->exact && i < v->n; i++) mpq_clear(v->q[i]);
    free(v->exact ? (void *)v->q : (void *)v->sum);
    *v = (ProbabilityVector){.exact = v->exact};
}

/* v:free(): frees the entries; every slot is 0 again */
static int m_free(lua_State *L)
{
    probability_free_vector(L, 1);
    return 0;
}

/* v:add(slot, x): adds x to an entry */
static int m_add(lua_State *L)
{
    ProbabilityVector *v = vector_at(L, 1);
    size_t i = slot_at(L, 2);
    make_room(L, v, i + 1);
    if (v->exact) {
        mpq_srcptr x = probability_fraction(L, 3);
        mpq_add(v->q[i], v->q[i], x);
    } else {
        add_to_sum(&v->sum[i], probability_at(L, 3));
    }
    return 0;
}

/* v:at(slot) -> a DoubleDouble or a fraction */
static int m_at(lua_State *L)
{
    const ProbabilityVector *v = vector_at(L, 1);
    size_t i = slot_at(L, 2);
    if (v->exact) {
        mpq_ptr q = probability_push_fraction(L);
        if (i < v->n) mpq_set(q, v->q[i]);
    } else {
        probability_push(L, entry(v, i));
    }
    return 1;
}

/* Adds `from` times p to a vector that has room for it; all are fractions. */
static void flow_exact(ProbabilityVector *into, const ProbabilityVector *from, mpq_srcptr p)
{
    mpq_t part;
    mpq_init(part);
    for (size_t i = 0; i < from->n; i++) {
        if (mpq_sgn(from->q[i]) == 0) continue;
        mpq_mul(part, from->q[i], p);
        mpq_add(into->q[i], into->q[i], part);
    }
    mpq_clear(part);
}

/* Adds `from` times p to a vector. */
static void flow(lua_State *L, ProbabilityVector *into, const ProbabilityVector *from,
                 Probability p)
{
    make_room(L, into, from->n);
    if (into->exact) {
        flow_exact(into, from, p.q);
        return;
    }
    for (size_t i = 0; i < from->n; i++)
        if (from->sum[i].sum > 0) add_to_sum(&into->sum[i], dd_times(entry(from, i), p.dd));
}

/* Reads the probability at 3 of the stack: as a fraction if the vectors are exact. */
static Probability third_argument(lua_State *L, bool exact)
{
    if (exact) return (Probability){.q = probability_fraction(L, 3)};
    return (Probability){.dd = probability_at(L, 3)};
}

/* into:flow(from, p): adds `from` times p */
static int m_flow(lua_State *L)
{
    ProbabilityVector *into = vector_at(L, 1);
    const ProbabilityVector *from = vector_at(L, 2);
    flow(L, into, from, third_argument(L, from->exact));
    return 0;
}

/* The part of an entry below which a difference counts as none.  Entries that should be equal
 * differ by 10^-32 of their size for each sum that was rounded; without this, an event that cannot
 * come would have a chance. */
static const double ROUNDING = 1e-29;

/* Adds the first time of an event.  From the state `from`, the event of slot `tested` happens with
 * probability p in those plays that entry `base` counts (0: in all).  In those in which it had not
 * happened before, it happens now for the first time: their probability is added to first[at] and
 * to into[tested], where `into` is the vector of the state that follows; NULL: the play is over. */
static void add_first_time(lua_State *L, ProbabilityVector *into, const ProbabilityVector *from,
                           Probability p, size_t base, size_t tested, ProbabilityVector *first,
                           size_t at)
{
    if (into) make_room(L, into, tested + 1);
    make_room(L, first, at + 1);
    if (!from->exact) {
        DoubleDouble all = entry(from, base), left = dd_add(all, dd_minus(entry(from, tested)));
        DoubleDouble new = dd_times(left, p.dd);
        if (left.hi <= all.hi * ROUNDING) return;
        if (into) add_to_sum(&into->sum[tested], new);
        add_to_sum(&first->sum[at], new);
        return;
    }
    mpq_t new;
    mpq_init(new);
    if (base < from->n) mpq_set(new, from->q[base]);
    if (tested < from->n) mpq_sub(new, new, from->q[tested]);
    mpq_mul(new, new, p.q);
    if (into) mpq_add(into->q[tested], into->q[tested], new);
    mpq_add(first->q[at], first->q[at], new);
    mpq_clear(new);
}

/* happen(into or nil, from, p, tested, first, at, base or nil): see add_first_time */
static int f_happen(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : vector_at(L, 1), *first = vector_at(L, 5);
    const ProbabilityVector *from = vector_at(L, 2);
    size_t base = lua_isnoneornil(L, 7) ? 0 : slot_at(L, 7);
    add_first_time(L, into, from, third_argument(L, from->exact), base, slot_at(L, 4), first,
                   slot_at(L, 6));
    return 0;
}

/* Adds the expected number of times that an event happens, from[0] * p * times, to often[at]: from
 * the state `from` it happens `times` times with probability p. */
static void add_times(lua_State *L, ProbabilityVector *often, size_t at,
                      const ProbabilityVector *from, Probability p, lua_Integer times)
{
    make_room(L, often, at + 1);
    if (!from->exact) {
        add_to_sum(&often->sum[at],
                   dd_times(dd_times(entry(from, 0), p.dd), (DoubleDouble){(double)times, 0}));
        return;
    }
    mpq_t all;
    mpq_init(all);
    mpq_set_si(all, times, 1);
    mpq_mul(all, all, p.q);
    if (from->n > 0)
        mpq_mul(all, all, from->q[0]);
    else
        mpq_set_ui(all, 0, 1);
    mpq_add(often->q[at], often->q[at], all);
    mpq_clear(all);
}

/* Adds the events of the list at idx, { slot, times, … }: each happens so many times with
 * probability p; see `happen` and add_times. */
static void add_events(lua_State *L, ProbabilityVector *into, const ProbabilityVector *from,
                       Probability p, ProbabilityVector *first, ProbabilityVector *often, int idx)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, idx);
    for (lua_Integer i = 1; i < n; i += 2) {
        lua_rawgeti(L, idx, i);
        lua_rawgeti(L, idx, i + 1);
        size_t at = slot_at(L, -2);
        lua_Integer times = lua_tointeger(L, -1);
        lua_pop(L, 2);
        add_first_time(L, into, from, p, 0, at, first, at);
        add_times(L, often, at, from, p, times);
    }
}

/* add_events(into or nil, from, p, first, often, {slot, times, …}): see above */
static int f_add_events(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : vector_at(L, 1);
    const ProbabilityVector *from = vector_at(L, 2);
    add_events(L, into, from, third_argument(L, from->exact), vector_at(L, 4), vector_at(L, 5), 6);
    return 0;
}

void probability_flow(lua_State *L, int from, int into, Probability p, int first, int often,
                      int events)
{
    const ProbabilityVector *v = vector_at(L, from);
    ProbabilityVector *to = lua_touserdata(L, into);
    flow(L, to, v, p);
    if (lua_rawlen(L, events) > 0)
        add_events(L, to, v, p, vector_at(L, first), vector_at(L, often), events);
}

double probability_first(lua_State *L, int vector)
{
    const ProbabilityVector *v = vector_at(L, vector);
    return !v->exact ? entry(v, 0).hi : v->n > 0 ? nearest_float(v->q[0]) : 0;
}

/* collect(on): turns the garbage collector on or off; a single play is too short to need it */
static int f_collect(lua_State *L)
{
    lua_gc(L, lua_toboolean(L, 1) ? LUA_GCRESTART : LUA_GCSTOP);
    return 0;
}

/* The hook of f_weigh; Lua calls it after every HOOK_EVERY steps. */
static void count_hook(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    limits_of(L)->steps += HOOK_EVERY;
}

/* weigh(true) -> steps, limit: counts the steps of Lua from 0 on, without a limit.  The results are
 * the steps counted so far and their limit, which the caller gives back at the end.  weigh(false,
 * steps, limit) -> n: ends the counting; n steps were counted.  Exact odds have no other hook
 * (limits_watch): they may run as long as their plays allow, or until the watchdog ends them. */
static int f_weigh(lua_State *L)
{
    Limits *lim = limits_of(L);
    bool on = lua_toboolean(L, 1);
    int64_t steps = luaL_optinteger(L, 2, 0), limit = luaL_optinteger(L, 3, INT64_MAX);
    lua_sethook(L, on ? count_hook : NULL, on ? LUA_MASKCOUNT : 0, HOOK_EVERY);
    lua_pushinteger(L, lim->steps);
    lua_pushinteger(L, lim->steps_max);
    lim->steps = steps;
    lim->steps_max = limit;
    return 2;
}

/* due() -> true if NEWS_MS have passed since it last returned true; src/lua then reports its
 * progress.  Upvalue 1: when that was */
static int f_due(lua_State *L)
{
    lua_Integer now = wire_now_ms(), last = lua_tointeger(L, lua_upvalueindex(1));
    bool due = now - last >= NEWS_MS;
    if (due) {
        lua_pushinteger(L, now);
        lua_replace(L, lua_upvalueindex(1));
    }
    lua_pushboolean(L, due);
    return 1;
}

void lib_vector(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"new", f_new},         {"happen", f_happen}, {"add_events", f_add_events},
        {"collect", f_collect}, {"weigh", f_weigh},   {NULL, NULL}};
    static const luaL_Reg methods[] = {{"add", m_add},   {"at", m_at},     {"flow", m_flow},
                                       {"free", m_free}, {"__gc", m_free}, {NULL, NULL}};
    study_class(L, META, methods);
    luaL_setfuncs(L, lib, 0);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, f_due, 1);
    lua_setfield(L, -2, "due");
}
