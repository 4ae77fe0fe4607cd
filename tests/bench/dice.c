/* Measures dice: rolled in C, from Lua through the door, and by a bare Lua loop without parsing;
 * then exact odds.  Rounds are interleaved and the best of each counts, so that a busy machine
 * matters little; read the ratios. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cell/primitives.h"
#include "core/dice/dice.h"
#include "core/dice/odds.h"
#include "core/rng.h"

enum { ROUNDS = 7, ROLLS = 1000000 }; /* choices: a round takes some tenths of a second */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- the same roll, three ways --- */

typedef struct {
    const char *expression;
    const char *bare; /* the same roll in bare Lua, added to sum: the body of a loop over i */
} Case;

static const Case cases[] = {
    {"1d6", "sum = sum + random(6)"},
    {"4d6kh3", "local a, b, c, d = random(6), random(6), random(6), random(6)\n"
               "local low = a if b < low then low = b end if c < low then low = c end\n"
               "if d < low then low = d end sum = sum + a + b + c + d - low"},
    {"2d20kh1+5", "local a, b = random(20), random(20) if b > a then a = b end sum = sum + a + 5"},
    {"10d6", "local s = 0 for _ = 1, 10 do s = s + random(6) end sum = sum + s"},
};
enum { CASES = sizeof cases / sizeof *cases };

static const char wrapper[] = "local random, roll = math.random, ...\nreturn function(n)\n"
                              "local sum = 0 for i = 1, n do %s end return sum end";

/* The word as src/lua gives it to rules. */
static const char dice_word[] = "local live, door = {}, { roll = roll }\n"
                                "function roll(expr, why)\n"
                                "return (door.roll(expr, why, nil, live.secret or nil)) end";

static int loop_of(lua_State *L, const char *body)
{
    lua_pushfstring(L, wrapper, body);
    if (luaL_loadstring(L, lua_tostring(L, -1)) != LUA_OK) luaL_error(L, "%s", lua_tostring(L, -1));
    lua_getglobal(L, "roll");
    lua_call(L, 1, 1);
    lua_remove(L, -2);
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

static double time_loop(lua_State *L, int loop, double *mean)
{
    double began = now();
    lua_rawgeti(L, LUA_REGISTRYINDEX, loop);
    lua_pushinteger(L, ROLLS);
    lua_call(L, 1, 1);
    double took = now() - began;
    *mean = lua_tonumber(L, -1) / ROLLS;
    lua_pop(L, 1);
    return took;
}

static double time_total(const Dice *d, Rng *rng, double *mean)
{
    int64_t sum = 0, total;
    double began = now();
    for (int i = 0; i < ROLLS; i++) {
        dice_total(d, rng, &total, NULL);
        sum += total;
    }
    double took = now() - began;
    *mean = (double)sum / ROLLS;
    return took;
}

static void bench_case(lua_State *L, const Case *c)
{
    char body[200];
    double best[3] = {1e9, 1e9, 1e9}, mean[3];
    Rng rng = rng_seed(1);
    Dice *d = dice_parse(c->expression, strlen(c->expression), NULL, NULL);
    snprintf(body, sizeof body, "sum = sum + roll(\"%s\")", c->expression);
    int bare = loop_of(L, c->bare), door = loop_of(L, body);
    for (int i = 0; i < ROUNDS; i++) {
        double took[3] = {time_loop(L, bare, &mean[0]), time_loop(L, door, &mean[1]),
                          time_total(d, &rng, &mean[2])};
        for (int k = 0; k < 3; k++)
            if (took[k] < best[k]) best[k] = took[k];
    }
    dice_free(d);
    printf("%-12s", c->expression);
    for (int k = 0; k < 3; k++) printf("  %7.1f", ROLLS / best[k] / 1e6);
    printf("  %8.2f  %6.2f\n", best[0] / best[1], best[0] / best[2]);
    if (mean[0] - mean[1] > 0.1 || mean[1] - mean[0] > 0.1) puts("  (the means differ!)");
}

/* --- exact odds --- */

static void bench_odds(const char *expression)
{
    double best = 1e9, began = now();
    Dice *d = dice_parse(expression, strlen(expression), NULL, NULL);
    do {
        double start = now();
        odds_free(odds_of(d, NULL));
        double took = now() - start;
        if (took < best) best = took;
    } while (now() - began < 0.2);
    printf("%-16s %9.4f\n", expression, best * 1e3);
    dice_free(d);
}

int main(void)
{
    static const char *const odds[] = {"4d6kh3",   "20d6kh10", "100d6",   "50d20kh25",
                                       "10d10>=8", "d6!",      "4d6!kh3", "(2d6)>=(2d6)"};
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_newtable(L);
    lib_door(L);
    lua_getfield(L, -1, "seed");
    lua_pushliteral(L, "1");
    lua_call(L, 1, 0);
    lua_getfield(L, -1, "roll");
    lua_setglobal(L, "roll");
    if (luaL_dostring(L, dice_word) != LUA_OK) return 1;
    puts("million rolls a second:          text in, total out  parsed once   ratio to bare Lua");
    puts("              bare Lua  from Lua     in C       from Lua   in C");
    for (int i = 0; i < CASES; i++) bench_case(L, &cases[i]);
    puts("\nexact odds, milliseconds");
    for (size_t i = 0; i < sizeof odds / sizeof *odds; i++) bench_odds(odds[i]);
    lua_close(L);
    return 0;
}
