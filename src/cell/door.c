/* The functions of the door (door.h) that src/lua calls for every roll, row, test and pick.  In sim
 * and odds, those of study/lib_replay.c or lua/study/outcomes.lua take their place.
 *
 * Dice roll by core/dice/roll.c, which asks draw_face for one face after the other.  When the GM
 * must roll dice first, a function raises { stop = "asks", ask = {…} }.  This ends the run; the
 * campaign side asks the GM for the dice and runs the line again from its start. */
#include "cell/door.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "cell/primitives.h"
#include "cell/sandbox.h"
#include "core/dice/dice.h"

enum { REASON_MAX = 400 }; /* bytes of the reason of a roll, its `for`: five lines of a terminal */
enum { ASK_MAX = 200 };    /* dice that the GM is asked for at once; nobody rolls as many */
enum { DRAW_MAX = 50 };    /* bytes that one die may add to Door.draws: two numbers of 19 digits */
/* Keys of the registry: the list of rolls, the door, and the cache of dice programs. */
static const char *const ROLLS = "sconce.rolls", *const DOOR = "sconce.door",
                         *const PROGRAMS = "sconce.programs";
/* Names of metatables: of a dice program, and of the door. */
static const char *const META = "dice", *const DOOR_META = "door";

static Door *door_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

/* --- one die ---
 *
 * Each of these functions gives one die its face, and appends it to `draws`.  They return the face;
 * 0 when the source has no die: then `wrong` or `wanted` is set.  draw_face, the last of them,
 * decides which source is asked. */

static int64_t generate_face(Door *d, int64_t sides)
{
    int64_t face = (int64_t)rng_below(&d->rng, (uint64_t)sides) + 1;
    if (d->record) dice_list_print_die(&d->draws, sides, face, 0);
    return face;
}

/* The next die of a journal entry.  A face that was typed or scripted is taken as it is.  One that
 * the generator gave is rolled again, and must come out the same. */
static int64_t replay_face(Door *d, int64_t sides, const Face *f)
{
    if (f->source) {
        if (f->source == 'h') d->typed++;
        dice_list_print_die(&d->draws, sides, f->face, f->source);
        return f->face;
    }
    int64_t face = generate_face(d, sides);
    if (face == f->face) return face;
    snprintf(d->wrong, sizeof d->wrong,
             "the journal has d%lld:%lld here, and the generator gives %lld", (long long)f->sides,
             (long long)f->face, (long long)face);
    return 0;
}

/* Finds the face of the next die in hand mode, in which the GM may have typed faces of a later roll
 * first.  Searches the given faces, from `place` on, for a die with this many sides, and moves it
 * to `place`.  A bare face (sides 0) fits any die, but only where it stands.  False: none. */
static bool bring_forward(Door *d, size_t place, int64_t sides)
{
    Face *list = d->faces.list;
    for (size_t i = place; i < d->faces.n; i++) {
        bool bare = i == place && list[i].sides == 0;
        if (!bare && list[i].sides != sides) continue;
        Face found = list[i];
        memmove(list + place + 1, list + place, (i - place) * sizeof *list);
        list[place] = found;
        return true;
    }
    return false;
}

/* True if a face for the next die was given; it is then at d->used in the list. */
static bool is_given(Door *d, int64_t sides)
{
    return d->mode == DOOR_HAND ? bring_forward(d, d->used, sides) : d->used < d->faces.n;
}

/* Takes the given face at d->used, if a die with this many sides may have it.  The face 0, typed as
 * "?", asks the generator for this die. */
static int64_t use_given_face(Door *d, int64_t sides)
{
    const Face *f = &d->faces.list[d->used];
    d->typed_wrong =
        d->mode == DOOR_AUTO || d->mode == DOOR_HAND; /* read only when `wrong` is set */
    if (f->sides && f->sides != sides) {
        snprintf(d->wrong, sizeof d->wrong,
                 "the next of the dice given is d%lld:%lld, and a d%lld is needed",
                 (long long)f->sides, (long long)f->face, (long long)sides);
        return 0;
    }
    if (f->face > sides) {
        snprintf(d->wrong, sizeof d->wrong, "a d%lld has no face %lld", (long long)sides,
                 (long long)f->face);
        return 0;
    }
    d->used++;
    if (d->mode == DOOR_REPLAY) return replay_face(d, sides, f);
    if (!f->face) return generate_face(d, sides);
    bool scripted = d->mode == DOOR_SCRIPT;
    if (!scripted) d->typed++;
    dice_list_print_die(&d->draws, sides, f->face, scripted ? 's' : 'h');
    return f->face;
}

/* A source of faces for dice_roll. */
static int64_t draw_face(void *from, int64_t sides)
{
    Door *d = from;
    d->typed_wrong = false;
    if (d->draws.n > DRAWS_MAX - DRAW_MAX) {
        snprintf(d->wrong, sizeof d->wrong, "more dice in one line than can be kept");
        return 0;
    }
    if (d->by_default && d->mode == DOOR_HAND) return generate_face(d, sides);
    if (is_given(d, sides)) return use_given_face(d, sides);
    switch (d->mode) {
    case DOOR_AUTO: return generate_face(d, sides);
    case DOOR_HAND: d->wanted = sides; return 0;
    case DOOR_SCRIPT:
        if (d->by_default) {
            dice_list_print_die(&d->draws, sides, 1, 's');
            return 1;
        }
        /* fall through */
    case DOOR_REPLAY:
        snprintf(d->wrong, sizeof d->wrong, "the dice %s are used up, and a d%lld is needed",
                 d->mode == DOOR_SCRIPT ? "given" : "of the journal's entry", (long long)sides);
        return 0;
    }
    return 0;
}

/* --- the cache of dice programs, by text --- */

static int f_gc(lua_State *L)
{
    Dice **dice = luaL_checkudata(L, 1, META);
    dice_free(*dice);
    *dice = NULL;
    return 0;
}

void door_check_expression(lua_State *L, int idx)
{
    if (!lua_isstring(L, idx))
        luaL_error(L, "dice: an expression such as \"2d6+1\" is needed, and this is %s",
                   sandbox_describe_type(L, idx));
}

/* Upvalue 2 of the caller is the cache: a table from the text of an expression to its program. */
const Dice *door_program(lua_State *L, int idx)
{
    lua_pushvalue(L, idx);
    if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TUSERDATA) {
        const Dice *dice = *(Dice **)lua_touserdata(L, -1);
        lua_pop(L, 1);
        return dice;
    }
    lua_pop(L, 1);
    size_t n = 0, at;
    Err err;
    door_check_expression(L, idx);
    lua_pushvalue(L, idx); /* a copy, since lua_tolstring turns a number on the stack into a text */
    const char *text = lua_tolstring(L, -1, &n);
    Dice **dice = sandbox_userdata(L, META, sizeof *dice, f_gc);
    *dice = dice_parse(text, n, &at, &err);
    if (!*dice) luaL_error(L, "dice: %s", err.text);
    lua_pushvalue(L, idx);
    lua_pushvalue(L, -2);
    lua_rawset(L, lua_upvalueindex(2));
    lua_pop(L, 2);
    return *dice;
}

/* --- asking for dice --- */

/* Pushes the name of the member who rolls, if there is just one; who: a name, or a list.  False:
 * there are several, or none. */
static bool push_only_name(lua_State *L, int who)
{
    if (lua_istable(L, who)) {
        if (lua_rawlen(L, who) != 1) return false;
        lua_rawgeti(L, who, 1);
    } else {
        lua_pushvalue(L, who);
    }
    if (lua_type(L, -1) == LUA_TSTRING) return true;
    lua_pop(L, 1);
    return false;
}

/* Adds the reason of the roll to the table on top: for, who, secret; see ask_for.  Also `others`,
 * the names of those who roll next in the same loop of the rules, so that their dice may be typed
 * ahead; only to a roll of one die, since each further face is then that of the next roller. */
static void add_reason(lua_State *L, int why, size_t dice)
{
    if (!why || lua_type(L, why) != LUA_TSTRING) return;
    lua_pushvalue(L, why);
    lua_setfield(L, -2, "for");
    int who = lua_type(L, why + 1);
    if (who == LUA_TSTRING || who == LUA_TTABLE) {
        lua_pushvalue(L, why + 1);
        lua_setfield(L, -2, "who");
    }
    if (dice == 1 && push_only_name(L, why + 1)) {
        if (push_loop_rest(L, lua_tostring(L, -1))) lua_setfield(L, -3, "others");
        lua_pop(L, 1);
    }
    if (lua_toboolean(L, why + 2)) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "secret");
    }
}

/* Raises { stop="asks", ask={ id="die", die=, sides={…}, for=, who=, secret=, cards=, others= } }.
 * die: the expression, as text; sides: of the n dice that are asked for.  why: stack index of the
 * reason (`for`), or 0; behind it are who rolls (a name, a list of names, or nil), and whether the
 * roll is secret.  cards: stack index of the names that the faces stand for, or 0.  The field
 * others: see add_reason. */
static int ask_for(lua_State *L, const char *die, const int64_t *sides, size_t n, int why,
                   int cards)
{
    lua_createtable(L, 0, 2);
    set_text(L, "stop", "asks");
    lua_createtable(L, 0, 4);
    set_text(L, "id", "die");
    set_text(L, "die", die);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, sides[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "sides");
    add_reason(L, why, n);
    if (cards) {
        lua_pushvalue(L, cards);
        lua_setfield(L, -2, "cards");
    }
    lua_setfield(L, -2, "ask");
    return lua_error(L);
}

static bool is_by_hand(const Door *d)
{
    return d->mode == DOOR_HAND && !d->by_default;
}

/* Asks the GM for those of the next n dice that were not given yet. */
static void ask_missing(lua_State *L, Door *d, const char *die, const int64_t *sides, size_t n,
                        int why)
{
    size_t given = 0;
    if (n > ASK_MAX)
        luaL_error(L, "dice: more than %d dice at once are too many for a hand", ASK_MAX);
    while (given < n && bring_forward(d, d->used + given, sides[given])) given++;
    if (given < n) ask_for(L, die, sides + given, n - given, why, 0);
}

/* Asks the GM, in hand mode, for all dice that this expression rolls at first. */
static void ask_first_dice(lua_State *L, Door *d, const Dice *dice, int why)
{
    if (!is_by_hand(d)) return;
    int64_t sides[ASK_MAX];
    ask_missing(L, d, dice_text(dice), sides, dice_first(dice, sides, ASK_MAX), why);
}

/* Raises a refusal of the line, with the sentence on top of the stack. */
static int refuse(lua_State *L)
{
    lua_createtable(L, 0, 2);
    lua_insert(L, -2);
    lua_setfield(L, -2, "text");
    set_text(L, "stop", "refused");
    return lua_error(L);
}

/* Handles a roll that stopped because the source had no die: asks the GM for one more die, for a
 * reroll or an explosion, or raises the sentence in d->wrong. */
static int raise_stop(lua_State *L, Door *d, const Dice *dice, int why)
{
    if (!d->wrong[0]) return ask_for(L, dice_text(dice), &d->wanted, 1, why, 0);
    bool named = lua_type(L, why) == LUA_TSTRING;
    lua_pushfstring(L, "%s%s%s", d->wrong, named ? " for " : "", named ? lua_tostring(L, why) : "");
    d->wrong[0] = 0;
    return d->typed_wrong ? refuse(L) : luaL_error(L, "dice: %s", lua_tostring(L, -1));
}

/* --- rolling --- */

/* Sets for, who and secret of the table on top; their values are on the stack from `why` on.  A
 * text is cleaned, as it will be shown. */
static void record_reason(lua_State *L, int why)
{
    static const char *const names[] = {"for", "who", "secret"};
    for (int i = 0; i < 3; i++) {
        size_t n;
        if (lua_isnoneornil(L, why + i)) continue;
        if (lua_type(L, why + i) == LUA_TSTRING) {
            const char *text = lua_tolstring(L, why + i, &n);
            sandbox_clean(L, text, n, REASON_MAX, /* lines */ false);
        } else {
            lua_pushvalue(L, why + i);
        }
        lua_setfield(L, -2, names[i]);
    }
}

/* Appends { die=, faces=, total=, typed=, for=, who=, secret= } to the list of rolls, and pushes
 * its index.  why: see record_reason.  typed: the GM typed a face of it.  A total that is not whole
 * is a text, "7/2". */
static void record_roll(lua_State *L, const Dice *dice, const Roll *r, bool typed, int why)
{
    lua_getfield(L, LUA_REGISTRYINDEX, ROLLS);
    lua_createtable(L, 0, 6);
    set_text(L, "die", dice_text(dice));
    lua_createtable(L, (int)r->n, 0);
    for (size_t i = 0; i < r->n; i++) {
        lua_pushinteger(L, r->dice[i].shown);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "faces");
    if (r->den == 1)
        lua_pushinteger(L, r->num);
    else
        lua_pushfstring(L, "%I/%I", (LUAI_UACINT)r->num, (LUAI_UACINT)r->den);
    lua_setfield(L, -2, "total");
    if (typed) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "typed");
    }
    record_reason(L, why);
    lua_Integer n = (lua_Integer)lua_rawlen(L, -2) + 1;
    lua_rawseti(L, -2, n);
    lua_pop(L, 1);
    lua_pushinteger(L, n);
}

/* The result of a roll.  Its total is num/den. */
typedef struct {
    int64_t num, den;
    int64_t natural; /* as of roll_natural */
} RollTotal;

/* Whether `roll` pushes the list of faces, too. */
typedef enum { WITHOUT_FACES, WITH_FACES } RollFaces;

/* Rolls.  Pushes the list of faces, if these are asked for; then the index in the list of rolls, or
 * nil when rolls are not recorded.  why: stack index of the reason, as for record_roll. */
static RollTotal roll(lua_State *L, Door *d, const Dice *dice, int why, RollFaces faces)
{
    Roll r = {0};
    Err err;
    size_t typed = d->typed;
    ask_first_dice(L, d, dice, why);
    RollState state = dice_roll(dice, draw_face, d, &r, &err);
    if (state != ROLL_DONE) {
        roll_free(&r);
        if (state == ROLL_STOPPED) raise_stop(L, d, dice, why);
        luaL_error(L, "dice: %s", err.text);
    }
    RollTotal total = {.num = r.num, .den = r.den, .natural = roll_natural(&r)};
    luaL_checkstack(L, 8, NULL);
    if (faces == WITH_FACES) {
        lua_createtable(L, (int)r.n, 0);
        for (size_t i = 0; i < r.n; i++) {
            lua_pushinteger(L, r.dice[i].face);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
    }
    if (d->record)
        record_roll(L, dice, &r, d->typed > typed, why);
    else
        lua_pushnil(L);
    roll_free(&r);
    return total;
}

/* True if only the total of a roll matters, and the generator rolls it: dice_total is faster. */
static bool needs_total_only(const Door *d)
{
    return d->mode == DOOR_AUTO && !d->record && d->used >= d->faces.n;
}

/* The functions below return nth, the index in the list of rolls, or nil when rolls are not
 * recorded.  why, who and secret are optional, and recorded with the roll. */

/* roll(expr, why, who, secret) -> total, nth */
static int f_roll(lua_State *L)
{
    enum { WHY = 2, SECRET = 4 }; /* the stack */
    Door *d = door_of(L);
    const Dice *dice = door_program(L, 1);
    if (needs_total_only(d)) {
        int64_t total;
        if (dice_total(dice, &d->rng, &total, NULL)) {
            lua_pushinteger(L, total);
            return 1;
        } /* the total is not whole, or the roll fails: `roll` says how */
    }
    lua_settop(L, SECRET);
    RollTotal rolled = roll(L, d, dice, WHY, WITHOUT_FACES);
    push_ratio(L, rolled.num, rolled.den);
    lua_insert(L, -2);
    return 2;
}

/* faces(expr, why, who, secret) -> list, total, nth */
static int f_faces(lua_State *L)
{
    enum { WHY = 2, SECRET = 4 }; /* the stack */
    Door *d = door_of(L);
    const Dice *dice = door_program(L, 1);
    lua_settop(L, SECRET);
    RollTotal rolled = roll(L, d, dice, WHY, WITH_FACES);
    push_ratio(L, rolled.num, rolled.den);
    lua_insert(L, -2);
    return 3;
}

/* row(expr, index, min, max, add, why, who, secret) -> index[total], total, nth, natural.  index:
 * the row of each total.  A total below min or above max takes the row of min or max. */
static int f_row(lua_State *L)
{
    enum { INDEX = 2, WHY = 6, SECRET = 8 }; /* the stack */
    Door *d = door_of(L);
    const Dice *dice = door_program(L, 1);
    lua_Integer min = luaL_checkinteger(L, 3), max = luaL_checkinteger(L, 4),
                add = luaL_optinteger(L, 5, 0);
    int64_t total;
    RollTotal rolled = {.den = 1};
    lua_settop(L, SECRET);
    int64_t added;
    if (needs_total_only(d) && dice_is_single(dice, &added) &&
        dice_total(dice, &d->rng, &rolled.num, NULL)) {
        rolled.natural = rolled.num - added;
        lua_pushnil(L);
    } else {
        rolled = roll(L, d, dice, WHY, WITHOUT_FACES);
    }
    if (rolled.den != 1) return luaL_error(L, "dice: the total is not a whole number");
    if (__builtin_add_overflow(rolled.num, add, &total))
        return luaL_error(L, "dice: the total is too large");
    lua_Integer at = total < min ? min : total > max ? max : total;
    lua_rawgeti(L, INDEX, at);
    lua_insert(L, -2); /* below nth */
    lua_pushinteger(L, total);
    lua_insert(L, -2);
    lua_pushinteger(L, rolled.natural);
    return 4;
}

/* test(expr, add, dc, why, who, secret) -> success, total, natural, nth.  total: the roll and
 * `add`; success: it reaches dc */
static int f_test(lua_State *L)
{
    enum { WHY = 4, SECRET = 6 }; /* the stack */
    Door *d = door_of(L);
    const Dice *dice = door_program(L, 1);
    lua_Number add = luaL_checknumber(L, 2), dc = luaL_checknumber(L, 3);
    bool exact = lua_isinteger(L, 2);
    lua_settop(L, SECRET);
    RollTotal rolled = roll(L, d, dice, WHY, WITHOUT_FACES);
    int64_t total = 0;
    if (exact && rolled.den == 1) {
        if (__builtin_add_overflow(rolled.num, lua_tointeger(L, 2), &total))
            return luaL_error(L, "dice: the total is too large");
        lua_pushboolean(L, (lua_Number)total >= dc);
        lua_pushinteger(L, total);
    } else {
        lua_Number sum = (lua_Number)rolled.num / (lua_Number)rolled.den + add;
        lua_pushboolean(L, sum >= dc);
        lua_pushnumber(L, sum);
    }
    lua_pushinteger(L, rolled.natural);
    lua_pushvalue(L, -4); /* nth */
    return 4;
}

void door_pick_expression(lua_State *L)
{
    lua_Integer n = luaL_checkinteger(L, 1);
    luaL_argcheck(L, n >= 1, 1, "there is nothing to pick from");
    lua_pushfstring(L, "1d%I", (LUAI_UACINT)n);
    lua_replace(L, 1);
}

/* Reads a bare number that was typed with the line as a name, if any of the names is a number: 17
 * then means the card called 17, and not the 17th card that is left.  f: the number; it is replaced
 * by the place of that name among the names. */
static void read_face_as_name(lua_State *L, Face *f, int names)
{
    bool any_number = false;
    for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, names); i <= n; i++) {
        int is_number;
        lua_rawgeti(L, names, i);
        lua_Integer name = lua_tointegerx(L, -1, &is_number);
        lua_pop(L, 1);
        if (is_number) any_number = true;
        if (is_number && name == f->face) {
            *f = (Face){.face = i};
            return;
        }
    }
    if (any_number) luaL_error(L, "there is no card %I left here", (LUAI_UACINT)f->face);
}

/* pick(n, why, who, secret, names) -> 1..n, nth.  names: those of the n things, if the GM picks one
 * by its name, such as a card; else nil. */
static int f_pick(lua_State *L)
{
    enum { WHY = 2, NAMES = 5 }; /* the stack */
    Door *d = door_of(L);
    int64_t n = luaL_checkinteger(L, 1);
    bool named = lua_istable(L, NAMES);
    Face *next = d->used < d->faces.n ? &d->faces.list[d->used] : NULL;
    bool is_number = next && next->sides == 0 && next->face; /* not "d4:2", and not "?" */
    if (named && is_number && d->mode != DOOR_SCRIPT)        /* a spec has `cards` for names */
        read_face_as_name(L, next, NAMES);
    door_pick_expression(L);
    if (is_by_hand(d) && d->used >= d->faces.n && named)
        return ask_for(L, lua_tostring(L, 1), &n, 1, WHY, NAMES);
    return f_roll(L);
}

/* want(list of exprs, why, who, secret): in hand mode, asks the GM at once for all dice that these
 * expressions roll at first.  `ask.die` is the first expression. */
static int f_want(lua_State *L)
{
    Door *d = door_of(L);
    if (!is_by_hand(d)) return 0;
    int64_t sides[ASK_MAX];
    size_t n = 0;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 4);
    for (lua_Integer i = 1, all = (lua_Integer)lua_rawlen(L, 1); i <= all; i++) {
        lua_rawgeti(L, 1, i);
        n += dice_first(door_program(L, lua_gettop(L)), sides + n, ASK_MAX - n);
        if (n > ASK_MAX) break; /* ask_missing refuses as many */
        lua_pop(L, 1);
    }
    if (n == 0) return 0;
    lua_rawgeti(L, 1, 1);
    ask_missing(L, d, dice_text(door_program(L, lua_gettop(L))), sides, n, 2);
    return 0;
}

/* --- opening, and the record --- */

/* Sets the generator to the state on top, a list of four integers.  False for anything else, and
 * for zeros alone, with which it would draw zeros for ever. */
static bool set_rng(lua_State *L, Rng *rng)
{
    bool fits = lua_istable(L, -1), any = false;
    for (int i = 0; i < 4 && fits; i++) {
        fits = lua_rawgeti(L, -1, i + 1) == LUA_TNUMBER && lua_isinteger(L, -1);
        rng->s[i] = (uint64_t)lua_tointeger(L, -1);
        any = any || rng->s[i];
        lua_pop(L, 1);
    }
    return fits && any;
}

/* open{ mode=, faces="d6:3 …", rng={a,b,c,d} or nil, record= } -> whether rng is nil or the state
 * of a generator: begins a line; see Door */
static int f_open(lua_State *L)
{
    static const char *const modes[] = {"auto", "hand", "script", "replay", NULL};
    Door *d = door_of(L);
    Err err;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_getfield(L, 1, "mode");
    d->mode = (DoorMode)luaL_checkoption(L, -1, "auto", modes);
    lua_getfield(L, 1, "record");
    d->record = lua_toboolean(L, -1);
    lua_getfield(L, 1, "faces");
    dice_list_free(&d->faces);
    d->used = 0;
    d->wrong[0] = 0;
    d->by_default = false;
    text_clear(&d->draws);
    if (!dice_list_parse(&d->faces, luaL_optstring(L, -1, ""), &err))
        return luaL_error(L, "%s", err.text);
    lua_pushboolean(L, lua_getfield(L, 1, "rng") == LUA_TNIL || set_rng(L, &d->rng));
    lua_newtable(L);
    lua_setfield(L, LUA_REGISTRYINDEX, ROLLS);
    return 1;
}

/* seed(text): sets the generator */
static int f_seed(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    door_of(L)->rng = rng_seed_text(text, n);
    return 0;
}

/* rng() -> {a,b,c,d}, the state of the generator */
static int f_rng(lua_State *L)
{
    lua_createtable(L, 4, 0);
    for (int i = 0; i < 4; i++) {
        lua_pushinteger(L, (lua_Integer)door_of(L)->rng.s[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* by_default(on): the dice from here on are rolled for the default answer of a question, see
 * Door.by_default */
static int f_by_default(lua_State *L)
{
    door_of(L)->by_default = lua_toboolean(L, 1);
    return 0;
}

/* draws() -> the dice rolled so far as the journal writes them, how many given faces were used, how
 * many were given */
static int f_draws(lua_State *L)
{
    Door *d = door_of(L);
    lua_pushstring(L, text_str(&d->draws));
    lua_pushinteger(L, (lua_Integer)d->used);
    lua_pushinteger(L, (lua_Integer)d->faces.n);
    return 3;
}

/* rolls() -> the list of rolls, see record_roll */
static int f_rolls(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, ROLLS);
    return 1;
}

/* range(expr) -> min, max (both false when unbounded) | nil, sentence */
static int f_range(lua_State *L)
{
    size_t n, at;
    Err err;
    int64_t min, max;
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    const char *text = lua_tolstring(L, 1, &n);
    Dice *dice = text ? dice_parse(text, n, &at, &err) : NULL;
    if (!dice) {
        lua_pushnil(L);
        lua_pushstring(L, text ? err.text : "dice are written as text, \"1d6\"");
        return 2;
    }
    bool bounded = dice_range(dice, &min, &max);
    dice_free(dice);
    if (bounded) {
        lua_pushinteger(L, min);
        lua_pushinteger(L, max);
    } else {
        lua_pushboolean(L, false);
        lua_pushboolean(L, false);
    }
    return 2;
}

static int f_close(lua_State *L)
{
    Door *d = luaL_checkudata(L, 1, DOOR_META);
    dice_list_free(&d->faces);
    text_free(&d->draws);
    return 0;
}

void door_share(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, DOOR);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, PROGRAMS);
}

void lib_door(lua_State *L)
{
    static const luaL_Reg lib[] = {{"open", f_open},
                                   {"seed", f_seed},
                                   {"rng", f_rng},
                                   {"roll", f_roll},
                                   {"row", f_row},
                                   {"test", f_test},
                                   {"pick", f_pick},
                                   {"faces", f_faces},
                                   {"want", f_want},
                                   {"draws", f_draws},
                                   {"rolls", f_rolls},
                                   {"range", f_range},
                                   {"by_default", f_by_default},
                                   {NULL, NULL}};
    sandbox_userdata(L, DOOR_META, sizeof(Door), f_close);
    lua_setfield(L, LUA_REGISTRYINDEX, DOOR);
    door_share(L);
    luaL_setfuncs(L, lib, 2);
}
