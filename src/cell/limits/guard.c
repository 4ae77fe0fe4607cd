/* Limits that the kernel keeps: resources, a filter of system calls (seccomp(2)) and Landlock; and
 * a watchdog, the signal handler of a timer.  guard_cell is called when a cell starts, guard_worker
 * in each worker. */
#include "cell/limits/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0 /* sanitizers map terabytes and open files, so they run without the filter */
#endif

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

enum { FILTER_MAX = 256 }; /* instructions of the filter; it has some 100 */
/* The number of threads that the user of the cell may begin after it, also in other programs,
 * before the cell can fork no more (limit_processes).  Other programs are not limited. */
enum { SPARE_PROCESSES = 1024 };
/* For which process a filter is. */
typedef enum { CELL, WORKER } ProcessKind;
enum { TICK_MS = 50 };    /* between two looks of the watchdog: soon, and still nearly free */
enum { GRACE_TICKS = 3 }; /* for the rules to reach the hook that stops them, at their next step */
/* The bytes in Lua for which the rules get one more tick.  Collecting garbage goes through all of
 * them without a beat (limits.h), and is not the rules' fault.  A busy machine collected this many
 * in a tick.  With a smaller number, rules that fill memory went on for 5 s where the kernel was
 * slow to give it. */
enum { COLLECTED = 48 << 20 };

/* --- the process --- */

/* Sets a limit of this process; what: RLIMIT_… */
static void set_limits(unsigned what, rlim_t soft, rlim_t hard)
{
    struct rlimit r = {soft, hard};
    setrlimit(what, &r);
}

static void set_limit(unsigned what, rlim_t max)
{
    set_limits(what, max, max);
}

#ifdef ARCH
/* A system call that passes the filter when argument number `arg`, from 0, is `value` in the bits
 * of `mask`; mask 0: with any arguments. */
typedef struct {
    int number, arg;
    unsigned mask, value;
} AllowedCall;
/* clang-format off */
#define ANY(number) {number, 0, 0, 0}
/* clang-format on */

/* The bits that are set only in the clocks of other processes, which would tell who these are and
 * how they work.  The clocks of the machine and of the process itself (clockid_t) are below 16. */
#define OTHER_CLOCKS (~15U)
/* The clock of the processor time of process 0, which stands for the caller.  glibc turns
 * CLOCK_PROCESS_CPUTIME_ID into it in timer_create (posix-cpu-timers.c of the kernel). */
#define OWN_PROCESSOR_CLOCK (~0U << 3 | 2)

/* The calls of a worker: memory (not executable), its socket, the clock, and a way to end.  The
 * clock is for the host; only the sandbox keeps it from the rules (sandbox.c, open_library).  The
 * kernel goes on with a poll by SYS_restart_syscall, after the machine has slept. */
static const AllowedCall for_worker[] = {
    ANY(SYS_read),
    ANY(SYS_write),
    ANY(SYS_sendto),
    ANY(SYS_recvfrom),
    ANY(SYS_sendmsg),
    ANY(SYS_ppoll),
    ANY(SYS_brk),
    ANY(SYS_munmap),
    ANY(SYS_mremap),
    ANY(SYS_madvise),
    ANY(SYS_restart_syscall),
    ANY(SYS_rt_sigreturn),
    ANY(SYS_rt_sigaction),
    ANY(SYS_rt_sigprocmask),
    ANY(SYS_getpid),
    ANY(SYS_gettid),
    ANY(SYS_futex),
    ANY(SYS_getrandom),
    ANY(SYS_exit),
    ANY(SYS_exit_group),
    {SYS_mmap, 2, PROT_EXEC, 0},
    {SYS_clock_gettime, 0, OTHER_CLOCKS, 0},
#ifdef SYS_poll
    ANY(SYS_poll),
#endif
};
/* The further calls of the cell.  It forks workers, in its own namespaces only, and a worker limits
 * itself before its own filter.  No call sends signals: a worker dies with its parent. */
static const AllowedCall for_cell[] = {
    {SYS_clone, 0, ~(unsigned)(CSIGNAL | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID), 0},
    {SYS_prlimit64, 0, ~0U, 0},
    {SYS_prctl, 0, ~0U, PR_SET_PDEATHSIG},
    {SYS_prctl, 0, ~0U, PR_SET_SECCOMP},
    ANY(SYS_set_robust_list),
    ANY(SYS_wait4),
    ANY(SYS_pipe2),
    ANY(SYS_close),
    ANY(SYS_getppid),
    {SYS_timer_create, 0, ~0U, CLOCK_PROCESS_CPUTIME_ID},
    {SYS_timer_create, 0, ~0U, OWN_PROCESSOR_CLOCK},
    ANY(SYS_timer_settime),
    ANY(SYS_timer_delete),
#if defined(SYS_fork) && !defined(__GLIBC__) /* musl forks by this, and not by clone */
    ANY(SYS_fork),
#endif
#ifdef SYS_rseq
    ANY(SYS_rseq),
#endif
};

/* Instructions of the filter: load a field of seccomp_data, mask it, skip n instructions unless it
 * is `value`, and answer. */
#define LOAD(field) (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(field))
#define MASKED(mask) (struct sock_filter) BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask)
#define SKIP_UNLESS(value, n) (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n)
#define ANSWER(what) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, what)
enum {
    NUMBER = offsetof(struct seccomp_data, nr),
    ARCHITECTURE = offsetof(struct seccomp_data, arch)
};

/* The offset of the low half of an argument, which has 64 bits.  The filter loads 32, and looks
 * only at ints and low bits. */
static size_t low_half_offset(int arg)
{
    size_t at = offsetof(struct seccomp_data, args) + 8 * (size_t)arg;
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? at : at + 4;
}

/* Appends code that allows these calls to the n instructions of the filter; returns the new n. */
static size_t allow(struct sock_filter *code, size_t n, const AllowedCall *calls, size_t count)
{
    for (const AllowedCall *c = calls; c < calls + count; c++) {
        code[n++] = SKIP_UNLESS((unsigned)c->number, c->mask ? 5 : 1); /* to the next call */
        if (c->mask) {
            code[n++] = LOAD(low_half_offset(c->arg));
            code[n++] = MASKED(c->mask);
            code[n++] = SKIP_UNLESS(c->value, 1);
            code[n++] = ANSWER(SECCOMP_RET_ALLOW);
            code[n++] = LOAD(NUMBER); /* again, for the next call */
        } else {
            code[n++] = ANSWER(SECCOMP_RET_ALLOW);
        }
    }
    return n;
}

/* Sets the filter of the cell or of a worker.  A call that it does not allow fails with EPERM.  A
 * call of another architecture ends the process, since its numbers mean other calls. */
static bool set_filter(ProcessKind kind)
{
    struct sock_filter code[FILTER_MAX];
    size_t n = 0;
    code[n++] = LOAD(ARCHITECTURE);
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
    code[n++] = ANSWER(SECCOMP_RET_KILL_PROCESS);
    code[n++] = LOAD(NUMBER);
    n = allow(code, n, for_worker, sizeof for_worker / sizeof *for_worker);
    if (kind == CELL) n = allow(code, n, for_cell, sizeof for_cell / sizeof *for_cell);
    code[n++] = ANSWER(SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {(unsigned short)n, code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
static bool set_filter(ProcessKind kind)
{
    (void)kind;
    return false;
}
#endif

/* Tries to make a socket, which works without the filter. */
bool guard_is_filtered(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) close(fd);
    return fd < 0 && errno == EPERM;
}

/* Returns how many threads exist on this machine now, of all users; 0 if it is not known. */
static rlim_t count_threads(void)
{
    unsigned long n = 0;
    FILE *f = fopen("/proc/loadavg", "re"); /* "0.20 0.18 0.12 1/80 11206" */
    if (f && fscanf(f, "%*s %*s %*s %*u/%lu", &n) != 1) n = 0;
    if (f) fclose(f);
    return n;
}

/* Limits the processes.  The kernel counts those of the user, not of the cell, and of root none.
 * So this only slows a fork bomb; cell_kill (campaign/rules/spawn.c) ends it. */
static void limit_processes(void)
{
    rlim_t n = count_threads();
    if (n > 0) set_limit(RLIMIT_NPROC, n + SPARE_PROCESSES);
}

/* Gives up all capabilities, with which root could raise its limits again. */
static void drop_capabilities(void)
{
    struct __user_cap_header_struct mine = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    syscall(SYS_capset, &mine, none);
}

/* The order matters: the filter comes last, since it refuses the calls that the other guards need.
 * And without privileges, the kernel takes it and Landlock only after PR_SET_NO_NEW_PRIVS. */
Guards guard_cell(int page)
{
    Guards g = {.sanitized = SANITIZED};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN); /* the campaign side handles Ctrl-C */
    set_limit(RLIMIT_CORE, 0);
    int seals = fcntl(page, F_GET_SEALS);
    g.sealed_page = seals >= 0 && (seals & F_SEAL_SHRINK);
    if (SANITIZED) return g;
    limit_processes();
    set_limit(RLIMIT_FSIZE, 0);
    set_limit(RLIMIT_NOFILE, DESCRIPTORS_MAX);
    drop_capabilities();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return g;
    g.landlock = landlock_refuse_all();
    g.filter = set_filter(CELL) && guard_is_filtered();
    return g;
}

/* The hard limit is that of a worker for exact odds: a worker sets its own limit, and could not
 * raise a lower one. */
void guard_memory(int mb, int worker_mb)
{
    if (!SANITIZED) set_limits(RLIMIT_AS, (rlim_t)mb << 20, (rlim_t)worker_mb << 20);
}

bool guard_worker(int parent, int cpu_seconds, int memory_mb)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0); /* the cell ended before the signal was asked for */
    if (cpu_seconds > 0) set_limits(RLIMIT_CPU, (rlim_t)cpu_seconds, (rlim_t)cpu_seconds + 1);
    if (SANITIZED) return true;
    set_limit(RLIMIT_NPROC, 0);
    set_limit(RLIMIT_AS, (rlim_t)memory_mb << 20);
    bool filtered = guard_is_filtered();
    return set_filter(WORKER) || !filtered; /* the kernel may have no filters at all */
}

/* --- the watchdog ---
 *
 * The signal handler may interrupt Lua anywhere.  Setting a hook there is safe: Lua's own program
 * does it on Ctrl-C.  Reading the place of the rules is not safe, but can at worst crash a process
 * that is about to end, and the shared page says already that it was late.  A process that slept or
 * was stopped gets one signal for all the ticks that it missed. */

/* The hook that stops the rules at their next instruction. */
static void stop_rules(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    Limits *lim = limits_of(L);
    limits_watch(L, lim->steps_max != 0); /* the count hook again, in place of this one */
    if (lim->place) lim->place->late = 0; /* from here on, the error tells that it is late */
    limits_stop(L);
}

/* The signal handler: counts ticks without a beat.  When these are too many, it has the rules
 * stopped by a hook; if they do not get there within GRACE_TICKS, as in an endless C function, it
 * ends the process. */
static void on_tick(int sig, siginfo_t *info, void *context)
{
    (void)sig;
    (void)context;
    Watchdog *w = info->si_value.sival_ptr;
    if (info->si_code != SI_TIMER || !w) return; /* not from the timer */
    if (w->seen != w->limits->beats) {
        w->seen = w->limits->beats;
        w->quiet_ticks = w->late_ticks = 0;
        return;
    }
    SharedPage *place = w->limits->place;
    int of_collecting = (int)(w->limits->used / COLLECTED);
    if (++w->quiet_ticks < w->max_ticks + of_collecting) return;
    if (w->late_ticks++ == 0) {
        static const char said[] = "cell: stopped by the clock\n";
        (void)!write(STDERR_FILENO, said, sizeof said - 1); /* for tests: see SCONCE_CELL_STDERR */
        if (place) place->late = 1;
        lua_sethook(w->L, stop_rules, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
    } else if (w->late_ticks > GRACE_TICKS) {
        limits_note_late(w->limits);
        _exit(CELL_STUCK);
    }
}

void watchdog_start(Watchdog *w, lua_State *L, Limits *limits, int64_t ms)
{
    *w = (Watchdog){
        .L = L, .limits = limits, .max_ticks = (int)(ms / TICK_MS) + 1, .seen = limits->beats};
    struct sigaction act = {.sa_flags = SA_SIGINFO | SA_RESTART};
    act.sa_sigaction = on_tick;
    sigemptyset(&act.sa_mask);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    event.sigev_value.sival_ptr = w;
    struct timespec each = {.tv_nsec = TICK_MS * 1000000L};
    struct itimerspec when = {.it_interval = each, .it_value = each};
    if (limits->place) limits->place->late = 0;
    w->on = sigaction(SIGPROF, &act, NULL) == 0 &&
            timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &w->timer) == 0;
    if (w->on) timer_settime(w->timer, 0, &when, NULL);
}

void watchdog_stop(Watchdog *w)
{
    if (w->on) timer_delete(w->timer);
    w->on = false;
}

/* --- Landlock ---
 *
 * A Landlock ruleset (landlock(7)) that handles everything the kernel knows, and allows nothing.
 * The numbers are written out here because a kernel may know more than the installed headers. */

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif
enum { ASK_VERSION = 1 }; /* a flag: return the ABI, make no ruleset */

/* struct landlock_ruleset_attr: a bit for each action that is refused. */
typedef struct {
    uint64_t files, ports, scopes;
} Handled;

/* Everything that this version of Landlock can refuse. */
static Handled all_of(long abi)
{
    Handled h = {.files = (1 << 13) - 1};  /* all actions of the first version */
    if (abi >= 2) h.files |= 1 << 13;      /* move a file to another folder */
    if (abi >= 3) h.files |= 1 << 14;      /* truncate */
    if (abi >= 5) h.files |= 1 << 15;      /* ioctl on devices */
    if (abi >= 4) h.ports = (1 << 2) - 1;  /* TCP: bind and connect */
    if (abi >= 6) h.scopes = (1 << 2) - 1; /* abstract sockets and signals of other processes */
    return h;
}

/* The bytes of Handled that an ABI knows; the kernel accepts no more. */
static size_t known_size(long abi)
{
    return sizeof(uint64_t) * (abi >= 6 ? 3 : abi >= 4 ? 2 : 1);
}

int landlock_refuse_all(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    if (abi < 1) return 0;
    Handled handled = all_of(abi);
    long rules = syscall(SYS_landlock_create_ruleset, &handled, known_size(abi), 0);
    if (rules < 0) return 0;
    syscall(SYS_landlock_restrict_self, rules, 0);
    close((int)rules);
    int fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && errno == EACCES) return (int)abi;
    if (fd >= 0) close(fd);
    return 0;
}
