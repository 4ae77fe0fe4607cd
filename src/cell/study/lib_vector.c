/* The probability vector of a state: at 0 the probability that play is in this state, at each other
 * slot the part of it in which that slot's event has happened before.
 *
 * The entries are floats with a correction for the rounding of the sum (A. Neumaier,
 * "Rundungsfehler- analyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 1974), or
 * all are fractions (GMP).  They are in malloc's memory: vectors are many and short-lived, and
 * src/lua frees them. */
#include "cell/study/study.h"

#include <gmp.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"

static const char *const META = "probability vector";
enum { SLOTS_MAX = 100000, NEWS_MS = 100 };

/* A sum and the rounding error it lost (Neumaier's variant of Kahan summation). */
typedef struct {
    double sum, lost;
} NeumaierSum;

typedef struct {
    bool exact;
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

static DoubleDouble value(const ProbabilityVector *m, size_t i)
{
    return i < m->n ? dd_sum(m->sum[i].sum, m->sum[i].lost) : (DoubleDouble){0, 0};
}

static void grow(lua_State *L, ProbabilityVector *m, size_t n)
{
    if (n <= m->n) return;
    if (n > SLOTS_MAX) luaL_error(L, "too many different things happen to be counted");
    void *p = realloc(m->exact ? (void *)m->q : (void *)m->sum,
                      n * (m->exact ? sizeof *m->q : sizeof *m->sum));
    if (!p) luaL_error(L, "not enough memory");
    if (m->exact) {
        m->q = p;
        for (; m->n < n; m->n++) mpq_init(m->q[m->n]);
    } else {
        m->sum = p;
        memset(m->sum + m->n, 0, (n - m->n) * sizeof *m->sum);
        m->n = n;
    }
}

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
    ProbabilityVector *m = lua_newuserdatauv(L, sizeof *m, 0);
    *m = (ProbabilityVector){.exact = exact};
    luaL_setmetatable(L, META);
    return 1;
}

/* v:free(): all 0 again, and without memory */
static int m_free(lua_State *L)
{
    ProbabilityVector *m = vector_at(L, 1);
    for (size_t i = 0; m->exact && i < m->n; i++) mpq_clear(m->q[i]);
    free(m->exact ? (void *)m->q : (void *)m->sum);
    *m = (ProbabilityVector){.exact = m->exact};
    return 0;
}

/* v:add(slot, x) */
static int m_add(lua_State *L)
{
    ProbabilityVector *m = vector_at(L, 1);
    size_t i = slot(L, 2);
    grow(L, m, i + 1);
    if (m->exact) {
        mpq_srcptr x = probability_fraction(L, 3);
        mpq_add(m->q[i], m->q[i], x);
    } else {
        add(&m->sum[i], probability_at(L, 3));
    }
    return 0;
}

/* v:at(slot) -> a DoubleDouble or a fraction */
static int m_at(lua_State *L)
{
    const ProbabilityVector *m = vector_at(L, 1);
    size_t i = slot(L, 2);
    if (m->exact) {
        mpq_ptr q = probability_push_fraction(L);
        if (i < m->n) mpq_set(q, m->q[i]);
    } else {
        probability_push(L, value(m, i));
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
            if (from->sum[i].sum > 0) add(&into->sum[i], dd_times(value(from, i), p));
    }
    return 0;
}

/* An argument from Lua: p, or for exact vectors q. */
typedef struct {
    DoubleDouble p;
    mpq_srcptr q;
} Probability;

static Probability probability_arg(lua_State *L, int idx, bool exact)
{
    if (exact) return (Probability){.q = probability_fraction(L, idx)};
    return (Probability){.p = probability_at(L, idx)};
}

/* The event of slot `tested` happens with this probability.  The part of `from` in which it had not
 * happened before, times the probability, is added to into[tested] (if there is an `into`) and to
 * fresh[at]. */
static void happen(lua_State *L, ProbabilityVector *into, const ProbabilityVector *from,
                   Probability c, size_t tested, ProbabilityVector *fresh, size_t at)
{
    if (into) grow(L, into, tested + 1);
    grow(L, fresh, at + 1);
    if (!from->exact) {
        DoubleDouble new = dd_times(dd_add(value(from, 0), dd_minus(value(from, tested))), c.p);
        if (new.hi <= 0) return;
        if (into) add(&into->sum[tested], new);
        add(&fresh->sum[at], new);
        return;
    }
    mpq_t new;
    mpq_init(new);
    if (from->n > 0) mpq_set(new, from->q[0]);
    if (tested < from->n) mpq_sub(new, new, from->q[tested]);
    mpq_mul(new, new, c.q);
    if (into) mpq_add(into->q[tested], into->q[tested], new);
    mpq_add(fresh->q[at], fresh->q[at], new);
    mpq_clear(new);
}

/* happen(into or nil, from, p, tested, fresh, at): see happen above */
static int f_happen(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : vector_at(L, 1), *fresh = vector_at(L, 5);
    const ProbabilityVector *from = vector_at(L, 2);
    happen(L, into, from, probability_arg(L, 3, from->exact), slot(L, 4), fresh, slot(L, 6));
    return 0;
}

/* Adds from[0] times the probability times `times` to often[at]: expected numbers of events. */
static void add_times(lua_State *L, ProbabilityVector *often, size_t at,
                      const ProbabilityVector *from, Probability c, lua_Integer times)
{
    grow(L, often, at + 1);
    if (!from->exact) {
        add(&often->sum[at],
            dd_times(dd_times(value(from, 0), c.p), (DoubleDouble){(double)times, 0}));
        return;
    }
    mpq_t all;
    mpq_init(all);
    mpq_set_si(all, times, 1);
    mpq_mul(all, all, c.q);
    if (from->n > 0)
        mpq_mul(all, all, from->q[0]);
    else
        mpq_set_ui(all, 0, 1);
    mpq_add(often->q[at], often->q[at], all);
    mpq_clear(all);
}

/* note(into or nil, from, p, fresh, often, {slot, times, …}): each of these events happens with
 * probability p; see happen and add_times */
static int f_note(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : vector_at(L, 1), *fresh = vector_at(L, 4),
                      *often = vector_at(L, 5);
    const ProbabilityVector *from = vector_at(L, 2);
    Probability c = probability_arg(L, 3, from->exact);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 6);
    for (lua_Integer i = 1; i < n; i += 2) {
        lua_rawgeti(L, 6, i);
        lua_rawgeti(L, 6, i + 1);
        size_t at = slot(L, -2);
        lua_Integer times = lua_tointeger(L, -1);
        lua_pop(L, 2);
        happen(L, into, from, c, at, fresh, at);
        add_times(L, often, at, from, c, times);
    }
    return 0;
}

/* collect(on): turns the garbage collector on or off.  It is off for one play, which is too short
 * to need it. */
static int f_collect(lua_State *L)
{
    lua_gc(L, lua_toboolean(L, 1) ? LUA_GCRESTART : LUA_GCSTOP);
    return 0;
}

/* due() -> true at most once every NEWS_MS: then it is time to send news */
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
                                   {"note", f_note},
                                   {"collect", f_collect},
                                   {NULL, NULL}};
    static const luaL_Reg methods[] = {
        {"add", m_add}, {"at", m_at}, {"flow", m_flow}, {"free", m_free}, {NULL, NULL}};
    luaL_newmetatable(L, META);
    lua_pushcfunction(L, m_free);
    lua_setfield(L, -2, "__gc");
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    luaL_setfuncs(L, lib, 0);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, f_due, 1);
    lua_setfield(L, -2, "due");
}
