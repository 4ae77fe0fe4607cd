/* A timer ticks; at each tick the handler looks whether a play began since the last.  (Ticks that
 * nobody could see, in a process that slept or was stopped, count as one.)  It is a signal handler
 * that reads the interpreter's state at any moment: setting a hook there is what Lua's own program
 * does; reading the place may at worst crash a process that is about to be ended, and the page says
 * before that why. */
#include "cell/watchdog.h"

#include <lauxlib.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

enum { TICK_MS = 50, GRACE = 3 };

static void stop(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    void *ud;
    lua_getallocf(L, &ud);
    Limits *lim = ud;
    sandbox_watch(L, lim->deadline != 0);
    if (lim->place) lim->place->late = 0; /* it is told by an error */
    sandbox_stop(L);
}

static void tick(int sig, siginfo_t *info, void *context)
{
    (void)sig;
    (void)context;
    Watchdog *p = info->si_value.sival_ptr;
    if (info->si_code != SI_TIMER || !p) return;
    if (p->seen != p->limits->beats) {
        p->seen = p->limits->beats;
        p->quiet = 0;
        return;
    }
    Place *place = p->limits->place;
    if (++p->quiet == p->most) {
        if (place) place->late = 1;
        lua_sethook(p->L, stop, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
    } else if (p->quiet == p->most + GRACE) {
        sandbox_note_late(p->limits);
        _exit(CELL_STUCK);
    }
}

void watchdog_start(Watchdog *p, lua_State *L, Limits *limits, int64_t ms, PulseClock clock)
{
    *p = (Watchdog){
        .L = L, .limits = limits, .most = (int)(ms / TICK_MS) + 1, .seen = limits->beats};
    struct sigaction act = {.sa_flags = SA_SIGINFO | SA_RESTART};
    act.sa_sigaction = tick;
    sigemptyset(&act.sa_mask);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    event.sigev_value.sival_ptr = p;
    struct timespec each = {.tv_nsec = TICK_MS * 1000000L};
    struct itimerspec when = {.it_interval = each, .it_value = each};
    if (limits->place) limits->place->late = 0;
    p->on = sigaction(SIGPROF, &act, NULL) == 0 &&
            timer_create(clock == WATCHDOG_OWN ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &event,
                         &p->timer) == 0;
    if (p->on) timer_settime(p->timer, 0, &when, NULL);
}

void watchdog_stop(Watchdog *p)
{
    if (p->on) timer_delete(p->timer);
    p->on = false;
}
