/* Defence in depth: the wall is the process, and this keeps what is behind it small.  System calls,
 * memory, processor time; and a watchdog that also stops rules inside a C function which never
 * returns. */
#ifndef CELL_GUARD_H
#define CELL_GUARD_H

#include <stdbool.h>
#include <time.h>

#include "cell/limits/limits.h"

/* For the cell: no new files, few descriptors, no core dumps, and a system-call filter that leaves
 * memory, the socket, the clock and forking.  Without support for filters the rest still holds;
 * returns whether the filter stands. */
bool guard_cell(void);
/* For the cell: limits its address space, and that of workers to come (MB). */
void guard_memory(int mb, int worker_mb);
/* For a worker, just forked from `parent`: it dies with its parent, its address space (MB) and
 * processor time (0: unbounded) are limited, and the filter forbids forking. */
void guard_worker(int parent, int cpu_seconds, int memory_mb);

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
