/* A row of masses: slot 0 is the whole mass, the others the part of it in which something has
 * happened.  They are twins, summed with what rounding lost (Neumaier), or all are fractions (GMP).
 * Memory is malloc's: rows are many and short-lived, and given back by hand. */
#include "cell/study/study.h"

#include <gmp.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"

static const char *const META = "masses";
enum { SLOTS_MAX = 100000, NEWS_MS = 100 };

typedef struct {
    double sum, lost;
} Sum;

typedef struct {
    bool exact;
    size_t n;
    union {
        Sum *sum;
        mpq_t *q;
    };
} ProbabilityVector;

static ProbabilityVector *masses_at(lua_State *L, int idx)
{
    return luaL_checkudata(L, idx, META);
}

/* --- one slot ------------------------------------------------------------------------------- */

static void add(Sum *s, DoubleDouble x)
{
    DoubleDouble t = dd_sum(s->sum, x.most);
    s->lost += t.rest + x.rest;
    s->sum = t.most;
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

/* --- for src/lua --------------------------------------------------------------------------------
 */

/* new(exact) -> masses, all 0 */
static int f_new(lua_State *L)
{
    bool exact = lua_toboolean(L, 1);
    ProbabilityVector *m = lua_newuserdatauv(L, sizeof *m, 0);
    *m = (ProbabilityVector){.exact = exact};
    luaL_setmetatable(L, META);
    return 1;
}

/* free(masses): all 0 again, and without memory */
static int m_free(lua_State *L)
{
    ProbabilityVector *m = masses_at(L, 1);
    for (size_t i = 0; m->exact && i < m->n; i++) mpq_clear(m->q[i]);
    free(m->exact ? (void *)m->q : (void *)m->sum);
    *m = (ProbabilityVector){.exact = m->exact};
    return 0;
}

/* add(masses, slot, x): x is a fraction where all are */
static int m_add(lua_State *L)
{
    ProbabilityVector *m = masses_at(L, 1);
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

/* at(masses, slot) -> twin or fraction */
static int m_at(lua_State *L)
{
    const ProbabilityVector *m = masses_at(L, 1);
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

/* flow(into, from, p): every slot of `from` times p is added */
static int m_flow(lua_State *L)
{
    ProbabilityVector *into = masses_at(L, 1);
    const ProbabilityVector *from = masses_at(L, 2);
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

/* A chance from Lua: a twin, or the fraction. */
typedef struct {
    DoubleDouble p;
    mpq_srcptr q;
} Chance;

static Chance chance_at(lua_State *L, int idx, bool exact)
{
    if (exact) return (Chance){.q = probability_fraction(L, idx)};
    return (Chance){.p = probability_at(L, idx)};
}

/* Of `from`, what had not seen `tested` sees it now, with this chance: that much is added to
 * `into`, if there is one, at `tested`, and to `fresh`, at slot. */
static void happen(lua_State *L, ProbabilityVector *into, const ProbabilityVector *from, Chance c,
                   size_t tested, ProbabilityVector *fresh, size_t at)
{
    if (into) grow(L, into, tested + 1);
    grow(L, fresh, at + 1);
    if (!from->exact) {
        DoubleDouble new = dd_times(dd_add(value(from, 0), dd_minus(value(from, tested))), c.p);
        if (new.most <= 0) return;
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

/* happen(into or nil, from, p, tested, fresh, slot): see there */
static int f_happen(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : masses_at(L, 1), *fresh = masses_at(L, 5);
    const ProbabilityVector *from = masses_at(L, 2);
    happen(L, into, from, chance_at(L, 3, from->exact), slot(L, 4), fresh, slot(L, 6));
    return 0;
}

/* Adds so many times what is at 0 of `from`, times the chance. */
static void add_times(lua_State *L, ProbabilityVector *often, size_t at,
                      const ProbabilityVector *from, Chance c, lua_Integer times)
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

/* note(into or nil, from, p, fresh, often, list): slot, how often, …: each happens, with chance p
 */
static int f_note(lua_State *L)
{
    ProbabilityVector *into = lua_isnil(L, 1) ? NULL : masses_at(L, 1), *fresh = masses_at(L, 4),
                      *often = masses_at(L, 5);
    const ProbabilityVector *from = masses_at(L, 2);
    Chance c = chance_at(L, 3, from->exact);
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

/* collect(on): plays are too short to clear up after them; many in a row are not. */
static int f_collect(lua_State *L)
{
    lua_gc(L, lua_toboolean(L, 1) ? LUA_GCRESTART : LUA_GCSTOP);
    return 0;
}

/* due() -> has it been a while since it last said so?  Then there is news to tell. */
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
