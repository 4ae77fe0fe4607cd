/* Defence in depth: the wall is the process, and this keeps what is behind it small.  System calls,
 * memory, processor time; and a watchdog that also stops rules inside a C function which never
 * returns. */
#ifndef CELL_GUARD_H
#define CELL_GUARD_H

#include <stdbool.h>
#include <time.h>

#include "cell/limits/limits.h"

enum { DESCRIPTORS_MAX = 16 };

/* The guards around a cell, tried after it was set up.  Elsewhere only limits of memory, files and
 * processor time hold. */
typedef struct {
    bool filter;      /* system calls are refused */
    int landlock;     /* all files are refused by Landlock of this version (ABI); 0: they are not */
    bool sealed_page; /* the cell cannot cut off the shared page */
    bool sanitized;   /* a build with the sanitizers, which need files: it has neither */
} Guards;

/* For the cell: no new files, few descriptors, no core dumps, a bound on processes; no file system;
 * and a system-call filter that leaves memory, the socket, the clock and forking.  page: descriptor
 * of the shared page. */
Guards guard_cell(int page);
/* Does a filter refuse system calls of this process, right now? */
bool guard_filter_stands(void);
/* For the cell: limits its address space, and that of workers to come (MB). */
void guard_memory(int mb, int worker_mb);
/* For a worker, just forked from `parent`: it dies with its parent, its address space (MB) and
 * processor time (0: unbounded) are limited, and it can start no process.  False: the filter of the
 * cell stands, and that of the worker cannot be set. */
bool guard_worker(int parent, int cpu_seconds, int memory_mb);

/* Stops rules that go too long without a beat (limits_beat). */
typedef struct {
    lua_State *L;
    Limits *limits;
    timer_t timer;
    bool on;
    int max_ticks;   /* ticks without a beat, after which the rules are stopped */
    int quiet_ticks; /* ticks since the last beat */
    unsigned seen;   /* limits->beats at the last tick */
} Watchdog;

/* Starts a timer: after `ms` of processor time without a beat (limits_beat) an error stops the
 * rules at their line; if they do not even come to that, the process ends with CELL_STUCK, and the
 * shared page shows the place.  A fork does not inherit it.  *w must stay where it is until
 * watchdog_stop. */
void watchdog_start(Watchdog *w, lua_State *L, Limits *limits, int64_t ms);
void watchdog_stop(Watchdog *w);

#endif
