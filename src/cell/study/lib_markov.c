/* The absorbing chain (markov.h) for src/lua/study/odds/ever.lua, which adds the states one after
 * the other, each with its edges.  In Lua, states are counted from 1, and 0 is the end of
 * a play. */
#include "cell/study/study.h"

#include <lauxlib.h>

#include "cell/study/markov.h"
#include "core/text.h"

static const char *const META = "absorbing chain";
/* Operations for all questions about a chain: about two seconds of each kind of numbers. */
static const MarkovWork ALLOWED = {.fractions = 30000000, .rounded = 60000000};

/* A userdata. */
typedef struct {
    MarkovChain chain;
    MarkovWork work; /* what is left of ALLOWED */
} MarkovBox;

static MarkovBox *box_at(lua_State *L)
{
    return luaL_checkudata(L, 1, META);
}

/* new(exact) -> a chain without states */
static int f_new(lua_State *L)
{
    MarkovBox *box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = (MarkovBox){.chain.exact = lua_toboolean(L, 1), .work = ALLOWED};
    luaL_setmetatable(L, META);
    return 1;
}

/* chain:free(): frees the states with their edges, and the labels */
static int m_free(lua_State *L)
{
    markov_free(&box_at(L)->chain);
    return 0;
}

/* Appends slots to the events of a chain: the first item of the list at `list`, and then each item
 * that is `distance` further on. */
static void add_slots(lua_State *L, MarkovChain *c, int list, int distance)
{
    luaL_checktype(L, list, LUA_TTABLE);
    lua_Integer n = (lua_Integer)lua_rawlen(L, list);
    for (lua_Integer i = 1; i <= n; i += distance) {
        array_room(&c->events, &c->events_room, c->events_n + 1, sizeof *c->events);
        lua_rawgeti(L, list, i);
        c->events[c->events_n++] = (uint32_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
}

/* chain:label({slot, times, …}, {slot, …}) -> the number of a label with the events of both lists;
 * only that they happen counts, and not how many times */
static int m_label(lua_State *L)
{
    MarkovChain *c = &box_at(L)->chain;
    size_t from = c->events_n;
    array_room(&c->labels, &c->labels_room, c->labels_n + 1, sizeof *c->labels);
    add_slots(L, c, 2, 2); /* a slot, and how many times */
    add_slots(L, c, 3, 1);
    c->labels[c->labels_n++] = (MarkovLabel){.from = from, .n = c->events_n - from};
    lua_pushinteger(L, (lua_Integer)c->labels_n);
    return 1;
}

/* chain:state(): adds a state, to which the edges belong that are added next -> its number */
static int m_state(lua_State *L)
{
    MarkovChain *c = &box_at(L)->chain;
    array_room(&c->first, &c->first_room, c->states_n + 1, sizeof *c->first);
    c->first[c->states_n++] = c->edges_n;
    lua_pushinteger(L, (lua_Integer)c->states_n);
    return 1;
}

/* chain:edge(to, turn, label, p): adds an edge.  to: a state, or 0; turn: true if a turn ends on
 * it; p: its probability */
static int m_edge(lua_State *L)
{
    MarkovChain *c = &box_at(L)->chain;
    lua_Integer to = luaL_checkinteger(L, 2), label = luaL_checkinteger(L, 4);
    luaL_argcheck(L, label >= 1 && (size_t)label <= c->labels_n, 4, "no such label");
    luaL_argcheck(L, to >= 0 && to < MARKOV_OVER, 2, "no such state");
    DoubleDouble p = probability_at(L, 5);
    mpq_srcptr q = c->exact ? probability_fraction(L, 5) : NULL;
    array_room(&c->edges, &c->edges_room, c->edges_n + 1, sizeof *c->edges);
    if ((size_t)to > c->seen) c->seen = (size_t)to;
    MarkovEdge *e = &c->edges[c->edges_n++];
    *e = (MarkovEdge){.to = to ? (uint32_t)to - 1 : MARKOV_OVER,
                      .label = (uint32_t)label - 1,
                      .turn = lua_toboolean(L, 3),
                      .p = p};
    if (q) {
        mpq_init(e->q);
        mpq_set(e->q, q);
    }
    return 0;
}

/* Sets field NAME of the table on top to a number, and NAME_error to its bound, if it has one. */
static void set_number(lua_State *L, const char *name, const MarkovNumber *x, bool exact)
{
    if (exact)
        mpq_set(probability_push_fraction(L), x->q);
    else
        probability_push(L, x->d);
    lua_setfield(L, -2, name);
    if (exact) return;
    lua_pushfstring(L, "%s_error", name);
    lua_pushnumber(L, x->error);
    lua_rawset(L, -3);
}

/* Pushes an answer as the table that m_first describes. */
static void push_answer(lua_State *L, const MarkovAnswer *a)
{
    lua_newtable(L);
    lua_pushboolean(L, a->exact);
    lua_setfield(L, -2, "exact");
    set_number(L, "ever", &a->ever, a->exact);
    set_number(L, "never", &a->never, a->exact);
    set_number(L, "mean", &a->mean, a->exact);
    set_number(L, "variance", &a->variance, a->exact);
    if (!a->has_quantiles) return;
    lua_newtable(L);
    for (size_t i = 0; i < MARKOV_QUANTILES; i++) {
        lua_pushfstring(L, "p%d", MARKOV_PERCENT[i]);
        lua_pushinteger(L, a->quantile[i]);
        lua_rawset(L, -3);
    }
    lua_setfield(L, -2, "quantiles");
}

/* chain:first(slot, before or nil, unexplored) -> the answer to a MarkovQuestion; nil: it is too
 * much work.  { exact; ever, never, mean, variance: numbers; ever_error, …: their bounds, if they
 * are no fractions; quantiles: { p5 = turn, … }, or nil when they are too far }.  If the event
 * never comes, mean and variance mean nothing. */
static int m_first(lua_State *L)
{
    MarkovBox *box = box_at(L);
    MarkovQuestion question = {(uint32_t)luaL_checkinteger(L, 2),
                               lua_isnoneornil(L, 3) ? NO_SLOT : (uint32_t)luaL_checkinteger(L, 3),
                               lua_toboolean(L, 4)};
    MarkovAnswer answer;
    markov_answer_init(&answer);
    bool is_solved = markov_solve(&box->chain, question, &box->work, &answer);
    if (is_solved) push_answer(L, &answer);
    markov_answer_free(&answer);
    return is_solved;
}

void lib_markov(lua_State *L)
{
    static const luaL_Reg lib[] = {{"new", f_new}, {NULL, NULL}};
    static const luaL_Reg methods[] = {{"__gc", m_free},   {"free", m_free}, {"label", m_label},
                                       {"state", m_state}, {"edge", m_edge}, {"first", m_first},
                                       {NULL, NULL}};
    study_class(L, META, methods);
    luaL_setfuncs(L, lib, 0);
}
