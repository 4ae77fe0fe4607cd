/* Makes tables the same in every run: the order of their slots, by the hash seed, and the length of
 * lists with gaps.  (The order of `pairs` is fixed in sandbox.c.)
 *
 * Lua mixes a seed, made from addresses and the time, into the hash of every text.  Here every Lua
 * state gets the same seed.
 *
 * Lua has no function to set the seed, and its place in the state is private.  find_seed finds it:
 * it begins two states in the same memory, at two depths of the C stack, and gives them up before
 * they hash anything.  They differ only by the seed and by a pointer into the stack. */
#include "cell/sandbox.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef HASH_SEED /* any would do; tests build a cell with another, and compare their replies */
#define HASH_SEED 0x5c09ce
#endif
enum { ROOM = 16384 };   /* bytes for the block of a state, which takes some 1,500 */
enum { NEAR = 1 << 20 }; /* addresses less than so many bytes apart are on the same C stack */
static const uint32_t SEED = HASH_SEED;

/* --- the place of the seed --- */

/* Two states in the same room, one after the other. */
typedef struct {
    alignas(max_align_t) unsigned char room[ROOM];
    unsigned char copies[2][ROOM]; /* the room of each state when it allocates a second time */
    size_t n;                      /* bytes of the first block, the state itself */
    int state, allocations;        /* which of the two; its allocations so far */
} Probe;

/* A lua_Alloc: gives the room, and at the second allocation copies it and refuses. */
static void *refuse_second(void *ud, void *p, size_t had, size_t want)
{
    Probe *probe = ud;
    (void)p, (void)had;
    if (++probe->allocations == 1 && want <= ROOM) {
        probe->n = want;
        return memset(probe->room, 0, ROOM);
    }
    memcpy(probe->copies[probe->state], probe->room, ROOM);
    return NULL;
}

/* Begins a Lua state, which refuse_second gives up, with `extra` more bytes in use on the
 * C stack. */
static void begin_state(Probe *probe, size_t extra)
{
    volatile unsigned char frame[extra];
    frame[0] = 0;
    probe->allocations = frame[0];
    lua_newstate(refuse_second, probe);
    frame[extra - 1] = 0; /* so that the compiler keeps the frame during the call */
}

/* True if the pointer stored at this place points into the C stack. */
static bool points_into_stack(const unsigned char *at)
{
    uintptr_t value, here = (uintptr_t)&value;
    memcpy(&value, at, sizeof value);
    return (value > here ? value - here : here - value) < NEAR;
}

/* The offset of the seed in the first block of a state; 0 when no place, or more than one, differs
 * between two states. */
static size_t find_seed(void)
{
    static Probe probe;
    size_t found = 0;
    for (probe.state = 0; probe.state < 2; probe.state++)
        begin_state(&probe, 64 + 1024 * (size_t)probe.state); /* at two depths of the C stack */
    for (size_t at = 0; at + sizeof(uintptr_t) <= probe.n; at += sizeof SEED) {
        size_t pointer = at - at % sizeof(uintptr_t); /* these bytes may be half of one */
        if (memcmp(probe.copies[0] + at, probe.copies[1] + at, sizeof SEED) == 0 ||
            points_into_stack(probe.copies[0] + pointer))
            continue;
        if (found) return 0;
        found = at;
    }
    return found;
}

/* --- a state with a fixed seed --- */

/* A state whose seed is to be set; alloc and ud are its real allocator. */
typedef struct {
    lua_Alloc alloc;
    void *ud;
    unsigned char *first; /* its first block, the state itself */
    size_t seed_at;       /* in that block; 0 once it is set */
} NewState;

/* A lua_Alloc that sets the seed when Lua asks for its second block.  Then the first one, the
 * state, is filled in, and nothing is hashed yet. */
static void *set_seed(void *ud, void *p, size_t had, size_t want)
{
    NewState *state = ud;
    if (state->first && state->seed_at) {
        memcpy(state->first + state->seed_at, &SEED, sizeof SEED);
        state->seed_at = 0;
    }
    void *block = state->alloc(state->ud, p, had, want);
    if (!state->first) state->first = block;
    return block;
}

lua_State *seed_new_state(lua_Alloc alloc, void *ud)
{
    NewState state = {.alloc = alloc, .ud = ud, .seed_at = find_seed()};
    lua_State *L = lua_newstate(set_seed, &state);
    if (L) lua_setallocf(L, alloc, ud);
    return L;
}

bool seed_is_fixed(void)
{
    return find_seed() != 0;
}

/* --- the length of a list ---
 *
 * In a list with gaps, Lua's own function gives the end of some run of items.  Which run depends on
 * how the slots were used: with objects as keys, on their addresses.  The linker (ld --wrap) has
 * the function below take its place, which looks only at which items there are.  A list without
 * gaps has the same length by both. */

enum { FAR_BITS = 62 }; /* of an index: 2^62 is past every item */

bool border_is_fixed(void)
{
    return luaH_getint != NULL;
}

static bool has_item(void *table, lua_Unsigned i)
{
    return slot_type(luaH_getint(table, (lua_Integer)i)) != LUA_TNIL;
}

/* Looks at items 1, 2, 4, 8 … to the first that is missing.  Then it halves the stretch between the
 * last item found and the first missing one, until they are neighbours. */
lua_Unsigned __wrap_luaH_getn(void *table); /* NOLINT: reserved name */
lua_Unsigned __wrap_luaH_getn(void *table)
{
    lua_Unsigned there = 0, missing = 1;
    while (missing < (lua_Unsigned)1 << FAR_BITS && has_item(table, missing)) {
        there = missing;
        missing *= 2;
    }
    while (missing - there > 1) {
        lua_Unsigned middle = there + (missing - there) / 2;
        if (has_item(table, middle))
            there = middle;
        else
            missing = middle;
    }
    return there;
}
