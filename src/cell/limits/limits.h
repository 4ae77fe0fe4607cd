/* The limits of one Lua state: how much memory and work the rules may take, and where the rules are
 * when they exceed a limit.
 *
 * Rules that take too long meet these limits, one after the other:
 *   1. The count hook (limits.c) counts steps of Lua's interpreter, and work.c those that the work
 *      of C functions is worth, so that the verdict is the same on every machine.  Past steps_max
 *      it calls late: reply_late (host.c) replies for the line and ends the worker; raise_late
 *      (limits.c) raises an error, where one of many plays ends and the next one begins.
 *   2. The watchdog (guard.c) measures processor time, for C functions that take no steps, and
 *      allows a few times as much (main.c).  It raises an error, or ends the process with
 *      CELL_STUCK.
 *   3. The kernel ends a worker that used up its processor time (limit_worker in main.c).
 *   4. The campaign side ends a cell that does not reply (campaign/rules/cell_client.c).
 * And rules that take too much memory:
 *   1. limits_alloc refuses it, which raises an error in Lua; the hook collects garbage before.
 *   2. memory.c counts the blocks of Lua, C and GMP, and ends the process with CELL_NO_MEMORY.
 *   3. The kernel limits the address space (guard_memory, guard_worker). */
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/wire.h"

/* Megabytes that a process may take: a ruleset with its state takes some 5; a worker for exact odds
 * may take more, since it keeps every state at once.  SCONCE_MEMORY overrides both. */
enum { HOST_MEMORY = 96, HOST_ODDS_MEMORY = 3072 };

/* The steps that one ms of a limit stands for; the same on a slow machine.  So a line, which has
 * 2000 ms (cell_client.c), may take 40 million steps. */
enum { STEPS_PER_MS = 20000 };
/* Frames that are searched for a line of the rules: to go out to each takes longer than to the one
 * before, and rules nest tens of calls. */
enum { FRAMES_SEARCHED = 200 };

/* A time in which one file was read (compiled and run) without a break. */
typedef struct {
    char file[64]; /* "" for none */
    int64_t ms;    /* of processor time: while reading, when it began; then how long it took */
} ReadingTime;

/* --- pool.c: Lua's blocks --- */

/* Small blocks come from lists by size and return to them, so that a turn reuses the blocks of the
 * turn before: in a simulation, malloc spent a third of its time splitting and joining such blocks.
 * Larger blocks come from malloc, which gives a worker the gaps between the blocks of the rules, so
 * that each costs it a copy of a page. */
enum { BLOCK_GRAIN = 16, BLOCK_SMALL = 4096 };
/* Tiny blocks get pages of their own: what rules keep are tables and short texts above all, and one
 * of these would hold a page of longer texts that they dropped.  The first pages take all. */
enum { BLOCK_TINY = 128, PAGES_MIXED = 4 };
/* A page.  unused: bytes behind its last block; idle: these and the free blocks (pool_release). */
typedef struct {
    char *at;
    size_t unused, idle;
} PoolPage;
typedef struct {
    void *free[BLOCK_SMALL / BLOCK_GRAIN + 1]; /* by size; a free block begins with the next one */
    char *fresh[2];                            /* bytes never used: for tiny blocks, for others */
    size_t fresh_n[2];
    PoolPage *page;           /* in the order of addresses */
    size_t pages, page_bytes; /* the latter is MEMORY_PAGE or MEMORY_BRIEF */
} BlockPool;

/* Like realloc; NULL: the limit of the process is reached. */
void *pool_resize(BlockPool *pool, void *p, size_t had, size_t want);
void pool_free(BlockPool *pool, void *p, size_t n);
/* Gives pages back whose blocks are all free.  Returns how many free blocks it looked at. */
size_t pool_release(BlockPool *pool);

/* Belongs to Host.  Lua's allocator has a pointer to it, by which limits_of finds it. */
typedef struct {
    size_t used, max; /* bytes in Lua */
    size_t tidy_at;   /* so many used bytes, and the hook collects garbage */
    int megabytes;    /* of the whole process; max is two thirds of them */
    BlockPool pool;
    int failures;               /* allocations refused so far; after too many the process ends */
    bool deep;                  /* at one of them, calls were nested as without end */
    volatile unsigned beats;    /* plays that began, as signs of life for the watchdog (guard.h) */
    int64_t steps;              /* taken while the hook was on */
    unsigned hooks;             /* calls of the count hook since it was turned on */
    bool charging;              /* a C function adds its work to them (limits_charge) */
    int64_t steps_max;          /* 0: none; checked by the count hook */
    lua_State *L;               /* the state; NULL until it is made */
    SharedPage *place;          /* may be NULL */
    void (*late)(lua_State *L); /* called by the hook past steps_max; does not return */
    ReadingTime reading, longest; /* the file being read, and the slowest so far */
} Limits;

/* Limits the process to this many megabytes (as memory.c counts them) from here on, two thirds of
 * them in Lua; the rest is for C and GMP, and for what the pool keeps.  When Lua asks for more, it
 * gets an error; when C does, the process ends with CELL_NO_MEMORY. */
void limits_memory(Limits *lim, int megabytes);

Limits *limits_of(lua_State *L);

/* An lua_Alloc whose ud is the Limits. */
void *limits_alloc(void *ud, void *p, size_t had, size_t want);

/* Allows the steps that `ms` stand for from here on; 0: any number. */
void limits_allow(Limits *lim, int64_t ms);

/* Counts work of a C function as steps, while the hook is on. */
void limits_charge(lua_State *L, int64_t steps);

/* Counts work of C code that has no lua_State at hand, for the state whose hook is on.  Only the
 * next call of the hook stops it. */
void limits_count(uint64_t steps);

/* --- compare.c: fmod, memcmp and strcoll in the cell; these two where nothing is sanitized --- */

int limits_memcmp(const void *a, const void *b, size_t n); /* counts long texts */
/* Counts long texts, too.  Compares like strcmp, since the cell sets no locale. */
int limits_strcoll(const char *a, const char *b);

/* --- the hook --- */

/* Turns the count hook on or off, which notes the place and counts the steps. */
void limits_watch(lua_State *L, bool on);

/* Finds the innermost frame, from `level` outwards, that belongs to a rule file; where calls are
 * nested without end, the place that was noted last.  False: none. */
bool limits_find_place(lua_State *L, int level, char *file, size_t room, int *line);

/* Sets the sentence for rules that ran out of memory. */
void limits_full(const Limits *lim, Err *err);

/* Writes into the shared page where the rules were when time ran out, and returns the sentence for
 * it.  While files are read, the slowest one is to blame. */
const char *limits_note_late(Limits *lim);

/* Raises the sentence of limits_note_late; while files are read it raises { text=, file=, line= },
 * since the file on the stack need not be the one to blame. */
void limits_stop(lua_State *L);

/* Notes that the nth of many plays begins, as a sign of life for the watchdog. */
void limits_beat(lua_State *L, int64_t n);

/* Adds the functions by which src/lua sets limits to the table on top; called by lib_sandbox. */
void limits_register(lua_State *L);

/* --- memory.c: one limit for Lua's blocks, and what C and GMP allocate --- */

/* Limits the blocks that malloc gave out since the process began to `bytes` in all.  When C or GMP
 * asks for more, full(data) is called, and must not return. */
void memory_limit(size_t bytes, void (*full)(void *data), void *data);
size_t memory_left(void);

/* Like realloc, for Lua, which can raise an error: returns NULL when the limit is reached. */
void *memory_resize(void *p, size_t n);

/* Memory for many small blocks, of n bytes: MEMORY_PAGE is one page where the system has such large
 * ones, as rules that lie on few pages are found faster; MEMORY_BRIEF, for a worker that plays one
 * line, is made of small pages, as clearing a large one takes longer than most lines.  NULL when
 * the limit is reached. */
enum { MEMORY_PAGE = 2 << 20, MEMORY_BRIEF = 1 << 17 };
void *memory_page(size_t n);
void memory_free_page(void *p, size_t n);

/* --- work.c: functions of Lua's library whose work is counted --- */

/* A function to call in place of lib.name, with the stock function as its upvalue; NULL: it takes
 * little time. */
lua_CFunction work_charged(const char *lib, const char *name);

/* Charges the arguments of a call, and those from `from` on by their digits, since a long text may
 * be read as a number. */
void work_charge_arguments(lua_State *L, int from);

/* Charges the operators in the metatable of texts, which is on top: "10" + 1. */
void work_charge_operators(lua_State *L);
