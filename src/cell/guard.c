/* Resource limits and a seccomp filter (seccomp(2)); a timer whose signal handler is the watchdog.
 */
#include "cell/guard.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0 /* sanitizers map terabytes and open files: they run without the filter */
#endif

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

enum { FILTER_MAX = 80 }; /* system calls */
enum { TICK_MS = 50, GRACE_TICKS = 3 };

/* --- the process --- */

static void limit(int what, rlim_t max)
{
    struct rlimit r = {max, max};
    setrlimit((__rlimit_resource_t)what, &r);
}

#ifdef ARCH
/* System calls of every worker: memory, its socket, the clock, and a way to end. */
static const int for_worker[] = {
    SYS_read,    SYS_write,         SYS_sendto,       SYS_recvfrom,       SYS_sendmsg,
    SYS_ppoll,   SYS_brk,           SYS_mmap,         SYS_munmap,         SYS_mremap,
    SYS_madvise, SYS_clock_gettime, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigaction,
    SYS_getpid,  SYS_gettid,        SYS_tgkill,       SYS_futex,          SYS_getrandom,
    SYS_exit,    SYS_exit_group,
#ifdef SYS_poll
    SYS_poll,
#endif
};
/* More system calls of the cell: it starts workers. */
static const int for_cell[] = {
    SYS_clone,   SYS_set_robust_list, SYS_wait4,         SYS_pipe2,
    SYS_close,   SYS_prctl,           SYS_prlimit64,     SYS_getppid,
    SYS_seccomp, SYS_timer_create,    SYS_timer_settime, SYS_timer_delete,
#ifdef SYS_rseq
    SYS_rseq,
#endif
};

static size_t allow(struct sock_filter *code, size_t n, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        code[n++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
        code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    return n;
}

static bool filter(bool cell)
{
    struct sock_filter code[2 * FILTER_MAX];
    size_t n = 0;
    code[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    code[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    n = allow(code, n, for_worker, sizeof for_worker / sizeof *for_worker);
    if (cell) n = allow(code, n, for_cell, sizeof for_cell / sizeof *for_cell);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {(unsigned short)n, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static bool filter(bool cell)
{
    (void)cell;
    return false;
}
#endif

bool guard_cell(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN); /* Ctrl-C is the campaign side's to judge */
    limit(RLIMIT_CORE, 0);
    if (SANITIZED) return false;
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 16);
    return filter(true);
}

void guard_worker(int parent, int cpu_seconds, int memory_mb)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    if (cpu_seconds > 0) limit(RLIMIT_CPU, (rlim_t)cpu_seconds);
    if (SANITIZED) return;
    limit(RLIMIT_AS, (rlim_t)memory_mb << 20);
    filter(false);
}

/* --- the watchdog ---
 *
 * The handler reads and changes the interpreter's state between any two instructions.  Setting a
 * hook there is safe (Lua's own program does it on Ctrl-C); reading the place may at worst crash a
 * process that is about to be ended, after the page already says why.  A process that slept or was
 * stopped gets one signal for all the ticks that it missed. */

static void stop_rules(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    void *ud;
    lua_getallocf(L, &ud);
    Limits *lim = ud;
    limits_watch(L, lim->deadline != 0);
    if (lim->place) lim->place->late = 0; /* the error says it */
    limits_stop(L);
}

static void tick(int sig, siginfo_t *info, void *context)
{
    (void)sig;
    (void)context;
    Watchdog *w = info->si_value.sival_ptr;
    if (info->si_code != SI_TIMER || !w) return;
    if (w->seen != w->limits->beats) {
        w->seen = w->limits->beats;
        w->quiet_ticks = 0;
        return;
    }
    SharedPage *place = w->limits->place;
    if (++w->quiet_ticks == w->max_ticks) {
        if (place) place->late = 1;
        lua_sethook(w->L, stop_rules, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
    } else if (w->quiet_ticks == w->max_ticks + GRACE_TICKS) {
        limits_note_late(w->limits);
        _exit(CELL_STUCK);
    }
}

void watchdog_start(Watchdog *w, lua_State *L, Limits *limits, int64_t ms, WatchdogClock clock)
{
    *w = (Watchdog){
        .L = L, .limits = limits, .max_ticks = (int)(ms / TICK_MS) + 1, .seen = limits->beats};
    struct sigaction act = {.sa_flags = SA_SIGINFO | SA_RESTART};
    act.sa_sigaction = tick;
    sigemptyset(&act.sa_mask);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    event.sigev_value.sival_ptr = w;
    struct timespec each = {.tv_nsec = TICK_MS * 1000000L};
    struct itimerspec when = {.it_interval = each, .it_value = each};
    if (limits->place) limits->place->late = 0;
    w->on = sigaction(SIGPROF, &act, NULL) == 0 &&
            timer_create(clock == WATCHDOG_CPU ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &event,
                         &w->timer) == 0;
    if (w->on) timer_settime(w->timer, 0, &when, NULL);
}

void watchdog_stop(Watchdog *w)
{
    if (w->on) timer_delete(w->timer);
    w->on = false;
}
