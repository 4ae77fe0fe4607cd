/* The probability vector of a state.  Entry 0 is the probability that play is in this state; entry
 * s is the probability that play is in this state and the event of slot s has happened before.
 *
 * The entries are sums with a correction for their rounding (A. Neumaier, "Rundungsfehleranalyse
 * einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 1974), or all are fractions (GMP).
 * They are allocated with malloc and freed by src/lua, since vectors are many and short-lived. */
#include "cell/study/study.h"

#include <gmp.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"

static const char *const META = "probability vector";
enum { SLOTS_MAX = 100000 };

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

static void add(NeumaierSum *s, DoubleDouble x)
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

/* Makes room for n entries; the new ones are 0. */
static void grow(lua_State *L, ProbabilityVector *v, size_t n)
{
    if (n <= v->n) return;
    if (n > SLOTS_MAX) luaL_error(L, "too many different things happen to be counted");
    void *p = realloc(v->exact ? (void *)v->q : (void *)v->sum,
                      n * (v->exact ? sizeof *v->q : sizeof *v->sum));
    study_check_memory(L, p != NULL);
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
static size_t slot(lua_State *L, int idx)
{
    lua_Integer i = luaL_checkinteger(L, idx);
    luaL_argcheck(L, i >= 0 && i < SLOTS_MAX, idx, "no such slot");
    return (size_t)i;
}

/* --- for src/lua --- */

/* new(exact) -> a vector, all 0 */
static int f_new(lua_State *L)
{
    bool exact = lua_toboolean(L, 1);
    ProbabilityVector *v = lua_newuserdatauv(L, sizeof *v, 0);
    *v = (ProbabilityVector){.exact = exact};
    luaL_setmetatable(L, META);
    return 1;
}

/* v:free(): frees the entries; all are 0 again */
static int m_free(lua_State *L)
{
    ProbabilityVector *v = vector_at(L, 1);
    for (size_t i = 0; v->exact && i < v->n; i++) mpq_clear(v->q[i]);
    free(v->exact ? (void *)v->q : (void *)v->sum);
    *v = (ProbabilityVector){.exact = v->exact};
    return 0;
}

/* v:add(slot, x): adds x to an entry */
static int m_add(lua_State *L)
{
    ProbabilityVector *v = vector_at(L, 1);
    size_t i = slot(L, 2);
    grow(L, v, i + 1);
    if (v->exact) {
        mpq_srcptr x = probability_fraction(L, 3);
        mpq_add(v->q[i], v->q[i], x);
    } else {
        add(&v->sum[i], probability_at(L, 3));
    }
    return 0;
}

/* v:at(slot) -> a DoubleDouble or a fraction */
static int m_at(lua_State *L)
{
    const ProbabilityVector *v = vector_at(L, 1);
    size_t i = slot(L, 2);
    if (v->exact) {
        mpq_ptr q = probability_push_fraction(L);
        if (i < v->n) mpq_set(q, v->q[i]);
    } else {
        probability_push(L, entry(v, i));
    }
    return 1;
}

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

/* into:flow(from, p): adds `from` times p */
static int m_flow(lua_State *L)
{
    ProbabilityVector *into = vector_at(L, 1);
    const ProbabilityVector *from = vector_at(L, 2);
    grow(L, into, from->n);
    if (into->exact) {
        flow_exact(into, from, probability_fraction(L, 3));
    } else {
        DoubleDouble p = probability_at(L, 3);
        for (size_t i = 0; i < from->n; i++)
            if (from->sum[i].sum > 0) add(&into->sum[i], dd_times(entry(from, i), p));
    }
    return 0;
}

/* An argument from Lua: in q for exact vectors, else in dd. */
typedef struct {
    DoubleDouble dd;
    mpq_srcptr q;
} Probability;

static Probability probability_arg(lua_State *L, int idx, bool exact)
{
    if (exact) return (Probability){.q = probability_fraction(L, idx)};
    return (Probability){.dd = probability_at(L, idx)};
}

/* From the state `from`, the event of slot `tested` happens with probability p, in all plays that
 * entry `base` counts (0: all).  Adds p times the probability that it had not happened before to
 * into[tested], if there is an `into`, and to first[at]. */
static void happen(lua_State *L, ProbabilityVector *into, const ProbabilityVector *from,
                   Probability p, size_t base, size_t tested, ProbabilityVector *first, size_t at)
{
    if (into) grow(L, into, tested + 1);
    grow(L, first, at + 1);
    if (!from->exact) {
        DoubleDouble new = dd_times(dd_add(entry(from, base), dd_minus(entry(from, tested))), p.dd);
        if (new.hi <= 0) return;
        if (into) add(&into->sum[tested], new);
        add(&first->sum[at], new);
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

/* happen(into or nil, from, p, tested, first, at, base or 0): see happen above */
static int f_happen(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : vector_at(L, 1), *first = vector_at(L, 5);
    const ProbabilityVector *from = vector_at(L, 2);
    size_t base = lua_isnoneornil(L, 7) ? 0 : slot(L, 7);
    happen(L, into, from, probability_arg(L, 3, from->exact), base, slot(L, 4), first, slot(L, 6));
    return 0;
}

/* Adds from[0] times p times `times` to often[at], the expected number of events. */
static void add_times(lua_State *L, ProbabilityVector *often, size_t at,
                      const ProbabilityVector *from, Probability p, lua_Integer times)
{
    grow(L, often, at + 1);
    if (!from->exact) {
        add(&often->sum[at],
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

/* add_events(into or nil, from, p, first, often, {slot, times, …}): each of these events happens
 * with probability p; see happen and add_times */
static int f_add_events(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : vector_at(L, 1), *first = vector_at(L, 4),
                      *often = vector_at(L, 5);
    const ProbabilityVector *from = vector_at(L, 2);
    Probability p = probability_arg(L, 3, from->exact);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 6);
    for (lua_Integer i = 1; i < n; i += 2) {
        lua_rawgeti(L, 6, i);
        lua_rawgeti(L, 6, i + 1);
        size_t at = slot(L, -2);
        lua_Integer times = lua_tointeger(L, -1);
        lua_pop(L, 2);
        happen(L, into, from, p, 0, at, first, at);
        add_times(L, often, at, from, p, times);
    }
    return 0;
}

/* collect(on): turns the garbage collector on or off; a single play is too short to need it */
static int f_collect(lua_State *L)
{
    lua_gc(L, lua_toboolean(L, 1) ? LUA_GCRESTART : LUA_GCSTOP);
    return 0;
}

/* due() -> true at most once every NEWS_MS: then src/lua reports its progress */
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
    static const luaL_Reg lib[] = {{"new", f_new},
                                   {"happen", f_happen},
                                   {"add_events", f_add_events},
                                   {"collect", f_collect},
                                   {NULL, NULL}};
    static const luaL_Reg methods[] = {{"add", m_add},   {"at", m_at},     {"flow", m_flow},
                                       {"free", m_free}, {"__gc", m_free}, {NULL, NULL}};
    study_class(L, META, methods);
    luaL_setfuncs(L, lib, 0);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, f_due, 1);
    lua_setfield(L, -2, "due");
}
