/* The limits of one Lua state: how much memory and work the rules may take, and where the rules are
 * when they exceed a limit.
 *
 * Rules that take too long meet these limits, one after the other:
 *   1. The count hook (limits.c) counts steps: instructions of Lua's interpreter.  The work of C
 *      functions counts as steps, too (work.c, compare.c, sandbox.c).  So the verdict is the same
 *      on every machine.  Past steps_max the hook calls `late`: for a line that is reply_late
 *      (host.c), which replies and ends the worker; for one of many plays raise_late (limits.c),
 *      which raises an error, so that the next play begins.
 *   2. The watchdog (guard.c) measures processor time, for C functions that take no steps, and
 *      allows a few times as much (main.c).  It raises an error, or ends the process with
 *      CELL_STUCK.
 *   3. The kernel ends a worker that used up its processor time (limit_worker in main.c).
 *   4. The campaign side ends a cell that does not reply (campaign/rules/cell_client.c).
 * Rules that take too much memory meet these:
 *   1. limits_alloc refuses it, which raises an error in Lua; the hook collects garbage before.
 *   2. memory.c counts the blocks of Lua, C and GMP, and ends the process with CELL_NO_MEMORY.  So
 *      in the cell malloc, calloc, realloc and array_room always give what they are asked for.
 *   3. The kernel limits the address space (guard_memory, guard_worker). */
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/wire.h"

/* Megabytes that a process may take.  A ruleset with its state takes some 5.  A worker for exact
 * odds may take more, since it keeps every state at once.  SCONCE_MEMORY overrides both. */
enum { HOST_MEMORY = 96, HOST_ODDS_MEMORY = 3072 };

/* The steps that one ms of a timeout stands for, on every machine.  So a line, which has 2000 ms
 * (cell_client.c), may take 40 million steps; those of a plain loop take 0.2 s here. */
enum { STEPS_PER_MS = 20000 };
/* Frames that are searched for a line of the rules.  Lua begins each search at the innermost frame,
 * so the work grows with the square of the depth; rules nest tens of calls. */
enum { FRAMES_SEARCHED = 200 };

/* The reading (compiling and running) of one file, without a break. */
typedef struct {
    char file[64]; /* "" for none */
    int64_t ms;    /* processor time: when it began (Limits.reading), or how long it took (longest)
                    */
} ReadingTime;

/* --- pool.c: Lua's blocks --- */

/* Blocks of up to BLOCK_SMALL bytes, rounded up to BLOCK_GRAIN, lie in pages of the pool, and a
 * free one waits in a list for its size.  There are two reasons.  A turn reuses the blocks of the
 * turn before: in a simulation, malloc spent a third of its time splitting and joining such blocks.
 * And in a worker, malloc would fill gaps between the blocks of the rules, each of which costs a
 * copy of a page that the worker shares with its cell.  Larger blocks come from malloc. */
enum { BLOCK_GRAIN = 16, BLOCK_SMALL = 4096 };
/* Blocks of up to BLOCK_TINY bytes get pages of their own.  Rules keep mostly tables and short
 * texts, and each would keep its page from being given back after all longer texts on it were
 * dropped.  A pool of up to PAGES_MIXED pages mixes them, as that takes fewer pages. */
enum { BLOCK_TINY = 128, PAGES_MIXED = 4 };
typedef enum { FRESH_TINY, FRESH_OTHER } FreshKind;
/* A page. */
typedef struct {
    char *at;
    size_t unused; /* bytes at its end that no block was made of */
    size_t idle;   /* only in pool_release: the bytes of `unused` and of its free blocks */
} PoolPage;
/* The pool.  At first all is 0 but page_bytes. */
typedef struct {
    /* A list of free blocks for each size; each block begins with a pointer to the next. */
    void *free[BLOCK_SMALL / BLOCK_GRAIN + 1];
    char *fresh[2];           /* by FreshKind: where the next new block is made … */
    size_t fresh_n[2];        /* … and the bytes that are left there */
    PoolPage *page;           /* `pages` of them, in the order of their addresses */
    size_t pages, page_bytes; /* page_bytes is MEMORY_PAGE or MEMORY_BRIEF */
} BlockPool;

/* Like realloc, with `had` for the bytes of p and `want` for the new ones.  NULL: the limit of the
 * process is reached. */
void *pool_resize(BlockPool *pool, void *p, size_t had, size_t want);
void pool_free(BlockPool *pool, void *p, size_t n);
/* Gives pages back whose blocks are all free.  Returns how many free blocks it looked at. */
size_t pool_release(BlockPool *pool);

/* Belongs to Host.  Lua's allocator has a pointer to it, by which limits_of finds it. */
typedef struct {
    size_t used, max; /* bytes in Lua: now, and at most */
    size_t tidy_at;   /* the hook collects garbage when `used` is more than this */
    int megabytes;    /* of the whole process; max is two thirds of them */
    BlockPool pool;
    int failures;               /* allocations refused so far; after too many the process ends */
    bool deep;                  /* when one was refused, calls were nested as if without end */
    volatile unsigned beats;    /* plays that began, as signs of life for the watchdog (guard.h) */
    int64_t steps;              /* steps taken while the hook was on */
    unsigned hooks;             /* calls of the count hook since it was turned on */
    bool charging;              /* a C function is adding its work to the steps (limits_charge) */
    bool counts_itself;         /* instructions are counted here, and not by Lua (limits_watch) */
    int64_t steps_max;          /* 0: steps are not counted; else `late` is called past them */
    lua_State *L;               /* the state; NULL until it is made */
    SharedPage *place;          /* may be NULL */
    void (*late)(lua_State *L); /* called past steps_max; does not return */
    ReadingTime reading, longest; /* the file being read; the one that took longest so far */
    struct {
        char file[80];
        int line; /* 0: none was done */
    } effect;     /* the row, action, track or timer of which an effect was done last */
} Limits;

/* Limits the process to this many megabytes (as memory.c counts them) from here on.  Two thirds of
 * them are for Lua; the rest is for C and GMP, and for free blocks of the pool.  When Lua asks for
 * more, it gets an error; when C does, the process ends with CELL_NO_MEMORY. */
void limits_memory(Limits *lim, int megabytes);

Limits *limits_of(lua_State *L);

/* An lua_Alloc whose ud is the Limits. */
void *limits_alloc(void *ud, void *p, size_t had, size_t want);

/* Allows the steps that `ms` stand for from here on; 0: any number, and they are not counted. */
void limits_allow(Limits *lim, int64_t ms);

/* Counts work of a C function as steps, while the hook is on, and stops the rules if these were too
 * many: call it only where an error may be raised. */
void limits_charge(lua_State *L, int64_t steps);

/* The same for C code that has no lua_State at hand: the steps are those of the state whose hook is
 * on.  Only the next call of the hook stops the rules. */
void limits_count(uint64_t steps);

/* --- compare.c: memcmp and strcoll in the cell, except in a build with the sanitizers --- */

int limits_memcmp(const void *a, const void *b, size_t n); /* counts the work on long texts */
/* Counts the work on long texts, too.  Compares like strcmp, since the cell sets no locale. */
int limits_strcoll(const char *a, const char *b);

/* --- the hook --- */

/* Turns the count hook on or off.  It notes the place and counts the steps. */
void limits_watch(lua_State *L, bool on);

/* Finds the innermost frame, from *level outwards, that belongs to a rule file: sets *level, and in
 * *ar what lua_getinfo tells by "Slut".  False: there is none within FRAMES_SEARCHED. */
bool limits_find_frame(lua_State *L, int *level, lua_Debug *ar);
/* Finds the line of that frame.  If there is none and calls are nested without end, gives the place
 * of the effect that was done last, or else the place that was noted last.  file gets up to `room`
 * bytes.  False: no place. */
bool limits_find_place(lua_State *L, int level, char *file, size_t room, int *line);

/* Sets the sentence for rules that ran out of memory. */
void limits_full(const Limits *lim, Err *err);

/* Writes into the shared page where the rules were when time ran out, and returns the sentence that
 * tells of it.  While files are read, the slowest one is to blame. */
const char *limits_note_late(Limits *lim);

/* Pushes { text=, file=, line= }, with the place of the shared page if it has one. */
void limits_push_error(lua_State *L, const char *text);

/* Raises the sentence of limits_note_late; while files are read it raises { text=, file=, line= },
 * since the file on the stack need not be the one to blame. */
void limits_stop(lua_State *L);

/* Notes that the nth of many plays begins, as a sign of life for the watchdog. */
void limits_beat(lua_State *L, int64_t n);

/* Adds the functions by which src/lua sets limits to the table on top; called by lib_sandbox. */
void limits_register(lua_State *L);

/* --- memory.c: one limit for Lua's blocks, and what C and GMP allocate --- */

/* Limits all blocks that are in use, also those from before this call, to `bytes`.  When C or GMP
 * asks for more, full(data) is called, and must not return. */
void memory_limit(size_t bytes, void (*full)(void *data), void *data);
size_t memory_left(void); /* bytes below that limit */

/* Like realloc, for Lua, which can raise an error: returns NULL when the limit is reached. */
void *memory_resize(void *p, size_t n);

/* The bytes of a page of the pool.  MEMORY_PAGE is one large page of the processor, where the
 * system has them, since rules on few pages are found faster.  MEMORY_BRIEF is for a worker that
 * plays one line.  It consists of small pages, since clearing a large one takes longer than most
 * lines. */
enum { MEMORY_PAGE = 2 << 20, MEMORY_BRIEF = 1 << 17 };
/* A page of n bytes, at an address that is a multiple of n.  NULL: the limit is reached. */
void *memory_page(size_t n);
void memory_free_page(void *p, size_t n);

/* --- work.c: functions of Lua's library whose work is counted --- */

/* A function to call in place of lib.name, with the stock function as its upvalue; NULL: lib.name
 * takes little time, and may be called itself. */
lua_CFunction work_charged(const char *lib, const char *name);

/* Charges a call for the number of its arguments, and for the bytes of those from `from` on, since
 * a long text may be read as a number. */
void work_charge_arguments(lua_State *L, int from);

/* Makes the operators in the metatable of texts, which is on top, charge their work: "10" + 1. */
void work_charge_operators(lua_State *L);
