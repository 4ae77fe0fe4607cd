/* The limits of one Lua state: how much memory and work the rules may take, and where they are when
 * they exceed them.  Memory is bytes.  Work is steps of Lua's interpreter, so that a verdict is the
 * same on every machine; the watchdog (guard.h) looks at the clock for what takes no steps. */
#ifndef CELL_LIMITS_H
#define CELL_LIMITS_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/wire.h"

/* Small blocks come from lists by size and return to them, so that a turn reuses what the turn
 * before left: joining and splitting such blocks was a third of malloc's work in a simulation.
 * Larger blocks are malloc's.  The lists only grow; the process ends with its state. */
enum { BLOCK_GRAIN = 16, BLOCK_SMALL = 256 };
/* Free blocks of small sizes. */
typedef struct {
    void *free[BLOCK_SMALL / BLOCK_GRAIN + 1]; /* by size; each free block begins with the next */
    char *fresh;                               /* never used yet: fresh_n bytes */
    size_t fresh_n;
} BlockPool;

/* Megabytes that a cell or a worker may take; exact odds keep every state at once.  SCONCE_MEMORY
 * overrides both. */
enum { HOST_MEMORY = 96, HOST_ODDS_MEMORY = 3072 };

/* Steps that one ms stands for, where a limit is given in ms: a slow machine makes as many. */
enum { STEPS_PER_MS = 20000 };

/* A time in which one file was read (compiled or run) without a break. */
typedef struct {
    char file[64]; /* "" for none */
    int64_t ms;    /* of processor time: its beginning while it lasts, its length afterwards */
} ReadingTime;

/* Lua's allocator has a pointer to this, so a state's limits are found from the state.  The owner
 * is Host. */
typedef struct {
    size_t used, max; /* bytes of Lua */
    int megabytes;    /* of the whole process; two thirds of them are max */
    BlockPool pool;
    int failures;            /* allocations refused so far; after FAILURES_MAX the process ends */
    bool deep;               /* at one of them calls were too deep (limits_is_deep) */
    volatile unsigned beats; /* signs of life: one more play began (guard.h) */
    int64_t steps;           /* taken while they were limited */
    int64_t steps_max;       /* 0: none; checked by the count hook */
    lua_State *L;            /* the state; NULL until it is made */
    SharedPage *place;       /* the shared page; may be NULL */
    void (*late)(lua_State *L);   /* called by the hook past steps_max; does not return */
    ReadingTime reading, longest; /* while files are read: the present file, and the slowest */
} Limits;

/* From here on the process may take this many megabytes (as memory.h counts them), two thirds of
 * them in Lua; the rest is for C and GMP, and for what the pool keeps.  Lua that asks for more gets
 * an error; C that does ends the process with CELL_NO_MEMORY. */
void limits_memory(Limits *lim, int megabytes);

Limits *limits_of(lua_State *L);

/* An lua_Alloc whose ud is the Limits. */
void *limits_alloc(void *ud, void *p, size_t had, size_t want);

/* Allows as many steps from here on as `ms` stand for; 0: any number. */
void limits_allow(Limits *lim, int64_t ms);

/* Turns the count hook on or off: it notes the place and counts the steps. */
void limits_watch(lua_State *L, bool on);

/* Finds the innermost frame, from `level` outwards, that belongs to a rule file.  False: none. */
bool limits_find_place(lua_State *L, int level, char *file, size_t room, int *line);

/* The sentence for Lua's memory that ran out. */
void limits_full(const Limits *lim, Err *err);

/* Writes into the shared page where the rules were when time ran out (of the files being read, the
 * slowest is to blame), and returns the sentence to say. */
const char *limits_note_late(Limits *lim);

/* Raises that sentence; while files are read as { text=, file=, line= }, since the file on the
 * stack need not be the one to blame. */
void limits_stop(lua_State *L);

/* A sign of life: the nth of many plays begins. */
void limits_beat(lua_State *L, int64_t n);

/* Adds to the table on top the functions by which src/lua sets limits; a part of lib_sandbox. */
void limits_register(lua_State *L);

#endif
