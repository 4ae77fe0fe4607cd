/* One Lua state with limits, and the library that rules may use: built from nothing, by a white
 * list. */
#ifndef CELL_SANDBOX_H
#define CELL_SANDBOX_H

#include <lua.h>

#include "cell/pool.h"
#include "core/text.h"
#include "core/wire.h"

enum { CHUNK_MAX = 256 * 1024 }; /* bytes of one rule file */
#define SANDBOX_LATE "the rules did not come to an end in time; is there a loop that never ends?"
#define SANDBOX_ENDLESS "rules call each other without end"
#define SANDBOX_FULL "the rules used up their memory"
#define SANDBOX_SLOW                                                                               \
    "this file takes too long to read; is there too much in it, or an expression that goes on "    \
    "and on?"

/* A time in which one file was read, without a break: compiled, or run. */
typedef struct {
    char file[64]; /* "" when none is */
    int64_t ms;    /* since when (monotonic) while it lasts, how long afterwards */
} Stretch;

/* What a state may use. */
typedef struct {
    size_t used, most;       /* bytes */
    Pool pool;               /* where they come from */
    int failures;            /* allocations refused so far; after FAILURES_MAX the process ends */
    bool deep;               /* one of them was so: see sandbox_is_deep */
    volatile unsigned beats; /* signs of life: one more play began; see cell/watchdog.h */
    unsigned hooks;          /* count hooks so far */
    int64_t deadline;        /* monotonic ms; 0: none.  Looked at by the count hook */
    lua_State *L;            /* whose these are; NULL until it is made */
    Place *place;            /* where the hook writes what runs; may be NULL */
    void (*late)(lua_State *L); /* called by the hook past the deadline; does not return */
    Stretch reading,
        longest; /* while files are read: the present stretch, and the longest so far */
} Limits;

/* A new state under limits (which must outlive it), with the safe library in its registry.  NULL
 * when there is no memory.  The host's own chunks see the full safe library as globals; rules see
 * only what the host gives them. */
lua_State *sandbox_new(Limits *limits);

/* The innermost frame that belongs to a rule file, from `level` outwards.  False when there is
 * none. */
bool sandbox_place(lua_State *L, int level, char *file, size_t room, int *line);

/* Do calls lie deeper than those of rules that come to an end?  Whatever stops them then, it is
 * that. */
bool sandbox_is_deep(lua_State *L);

/* What to say when memory has run out. */
const char *sandbox_full(const Limits *lim);

/* Writes where the rules are into the shared page, at any moment.  False when none of them runs. */
bool sandbox_note(Limits *lim);

/* The same when time has run out, and what to say: while files are read, the one that took the
 * longest is at fault. */
const char *sandbox_note_late(Limits *lim);

/* Raises what that says. */
void sandbox_stop(lua_State *L);

/* Turns the count hook (place and deadline) on or off. */
void sandbox_watch(lua_State *L, bool on);
void sandbox_beat(lua_State *L, int64_t n); /* a sign of life: the nth of many plays begins */

/* Registers what src/lua uses of this file: here(), load(), tostring … in the table on top. */
void lib_sandbox(lua_State *L);

/* Pushes s as it can be shown: UTF-8, without NUL, of at most so many bytes. */
void sandbox_clean(lua_State *L, const char *s, size_t n, size_t most);

/* Text of a value without addresses: the value's own text, or the name of its type.  Pushes it. */
const char *sandbox_tostring(lua_State *L, int idx, size_t *n);

#endif
