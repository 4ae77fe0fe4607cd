/* The pulse of a worker: so much time may pass between two beats, whatever runs meanwhile,
 * also inside a function of the C library that never looks up. */
#ifndef CELL_PULSE_H
#define CELL_PULSE_H

#include <time.h>

#include "cell/sandbox.h"

typedef struct {
    lua_State *L;
    Limits *limits;
    timer_t timer;
    bool on;
    int most;  /* ticks without a beat, after which the rules are stopped */
    int quiet; /* so many there were */
    unsigned seen;
} Watchdog;

/* One play has to end while somebody waits; of many, each may have so much of the processor. */
typedef enum { WATCHDOG_WALL, WATCHDOG_OWN } PulseClock;

/* Begins to listen: after `ms` without a beat the rules are stopped by an error at their line; do
 * they not even come to that, the process ends (CELL_STUCK), with the place in the shared page. Not
 * inherited by fork.  *p must stay where it is. */
void watchdog_start(Watchdog *p, lua_State *L, Limits *limits, int64_t ms, PulseClock clock);
void watchdog_stop(Watchdog *p);

#endif
