/* Limits around the process that rules run in, for rules that break out of Lua: system calls,
 * files, memory and processor time.  Also a watchdog, which stops rules that take too long, even in
 * a C function that never returns.  `sconce about` tells which of them hold. */
#pragma once

#include <stdbool.h>
#include <time.h>

#include "cell/limits/limits.h"

/* Open files; eight are used: the standard ones, socket, page, pipes. */
enum { DESCRIPTORS_MAX = 16 };

/* The guards around a cell, each tried after it was set up.  Where the kernel has neither filter
 * nor Landlock, only the limits of memory, file size and processor time hold. */
typedef struct {
    bool filter;      /* most system calls are refused */
    int landlock;     /* the version (ABI) of Landlock that refuses all files; 0: none does */
    bool sealed_page; /* the cell cannot truncate the shared page */
    bool sanitized;   /* a build with the sanitizers, which need files: no filter, no Landlock */
} Guards;

/* Sets the guards around this process, a cell, and returns those that hold: no file system, no
 * bytes written to files, few descriptors, no core dumps, a maximum of processes, and only the
 * system calls for memory, the socket, the clock and forking.  page: the descriptor of the shared
 * page. */
Guards guard_cell(int page);
/* True if a filter refuses system calls of this process, as a trial shows. */
bool guard_is_filtered(void);
/* Limits the address space of this cell (MB), and how much a worker may give itself. */
void guard_memory(int mb, int worker_mb);
/* Sets the guards of this worker, just forked from the process `parent`: it dies with its parent,
 * its address space (MB) and processor time (0: unbounded) are limited, and it starts no process.
 * False: the cell is filtered but its worker cannot be, so the worker must not run rules. */
bool guard_worker(int parent, int cpu_seconds, int memory_mb);

/* Stops rules that run too long without a sign of life (limits_beat). */
typedef struct {
    lua_State *L;
    Limits *limits;
    timer_t timer;
    bool on;
    int max_ticks;   /* ticks without a beat after which the rules are stopped; and see COLLECTED */
    int quiet_ticks; /* ticks since the last beat */
    int late_ticks;  /* ticks since the rules were told to stop */
    unsigned seen;   /* limits->beats at the last tick */
} Watchdog;

/* Starts a timer.  After `ms` of processor time without a beat, an error stops the rules at their
 * next line.  Rules inside a C function do not get to a next line: then the process ends with
 * CELL_STUCK, and the shared page shows the place.  A fork does not inherit the timer.  *w must not
 * move until watchdog_stop. */
void watchdog_start(Watchdog *w, lua_State *L, Limits *limits, int64_t ms);
void watchdog_stop(Watchdog *w);

/* Forbids this process and its children to open files, to use TCP, and to send signals to other
 * processes, as far as the kernel's version of Landlock knows these.  Open files stay open.  Needs
 * PR_SET_NO_NEW_PRIVS.  Tries to open a folder afterwards: returns the version (its ABI) if that
 * fails as it should, else 0. */
int landlock_refuse_all(void);
