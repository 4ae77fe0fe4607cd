/* Lua mixes a number into every hash of a text: the seed, taken from addresses and the time.  By it
 * the order of a table's slots, and with it the border that #t finds in a table with holes, differ
 * from run to run.  The stock library has no way to set it, and its place is private.  So the place
 * is looked for: two states are begun in the same memory at two depths of the C stack and given up
 * before they hash anything.  They differ by the seed, and by a pointer into the stack. */
#include "cell/sandbox.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef HASH_SEED /* tests build a cell with another one, and compare what both say */
#define HASH_SEED 0x5c09ce
#endif
enum { ROOM = 16384, NEAR = 1 << 20 };
static const uint32_t SEED = HASH_SEED;

/* --- the place of the seed --- */

typedef struct {
    alignas(max_align_t) unsigned char room[ROOM];
    unsigned char seen[2][ROOM]; /* the room of each state as it asks for memory a second time */
    size_t n;                    /* bytes of the first block, the state itself */
    int state, asked;
} Probe;

static void *refuse_second(void *ud, void *p, size_t had, size_t want)
{
    Probe *probe = ud;
    (void)p, (void)had;
    if (++probe->asked == 1 && want <= ROOM) {
        probe->n = want;
        return memset(probe->room, 0, ROOM);
    }
    memcpy(probe->seen[probe->state], probe->room, ROOM);
    return NULL;
}

static void begin_state(Probe *probe, size_t deeper)
{
    volatile unsigned char frame[deeper];
    frame[0] = 0;
    probe->asked = frame[0];
    lua_newstate(refuse_second, probe);
    frame[deeper - 1] = 0; /* so that the frame is still there during the call */
}

static bool points_into_stack(const unsigned char *at)
{
    uintptr_t value, here = (uintptr_t)&value;
    memcpy(&value, at, sizeof value);
    return value - here + NEAR < 2 * NEAR;
}

/* Offset of the seed in the first block of a state; 0 when it is not found. */
static size_t find_seed(void)
{
    static Probe probe;
    size_t found = 0;
    for (probe.state = 0; probe.state < 2; probe.state++)
        begin_state(&probe, 64 + 1024 * (size_t)probe.state);
    for (size_t at = 0; at + sizeof(uintptr_t) <= probe.n; at += sizeof SEED) {
        size_t whole = at - at % sizeof(uintptr_t);
        if (memcmp(probe.seen[0] + at, probe.seen[1] + at, sizeof SEED) == 0 ||
            points_into_stack(probe.seen[0] + whole))
            continue;
        if (found) return 0;
        found = at;
    }
    return found;
}

/* --- a state with our seed --- */

typedef struct {
    lua_Alloc alloc;
    void *ud;
    size_t at; /* where the seed is; 0 once it is set */
    unsigned char *block;
} NewState;

/* Sets the seed at the second allocation, the stack's: the state is filled in by then, and nothing
 * is hashed yet. */
static void *set_seed(void *ud, void *p, size_t had, size_t want)
{
    NewState *new = ud;
    if (new->block &&new->at) {
        memcpy(new->block + new->at, &SEED, sizeof SEED);
        new->at = 0;
    }
    void *q = new->alloc(new->ud, p, had, want);
    if (!new->block) new->block = q;
    return q;
}

lua_State *seed_new_state(lua_Alloc alloc, void *ud)
{
    NewState new = {.alloc = alloc, .ud = ud, .at = find_seed()};
    lua_State *L = lua_newstate(set_seed, &new);
    if (L) lua_setallocf(L, alloc, ud);
    return L;
}

bool seed_is_fixed(void)
{
    return find_seed() != 0;
}
