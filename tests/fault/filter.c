/* filter -- makes the system calls that an attacker would make who has taken over a cell, first in
 * the cell, then in its worker, and prints those that were let through.  Each must fail with EPERM
 * in the processes that src/cell/limits/guard.c sets up.  Landlock is tried alone before that.
 *
 * Skips the calls where no filter can be set (SCONCE_UNFILTERED=1, under an emulator). */
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cell/limits/guard.h"
#include "cell/limits/limits.h"

typedef struct {
    int passed, failed, skipped;
} Counts;
static Counts counts;

/* Counts a test, and prints the complaint when it failed.  who: the process that is tried. */
static void check(const char *who, const char *complaint, bool well)
{
    if (well)
        counts.passed++;
    else
        counts.failed++, printf("%s: %s\n", who, complaint);
}

/* Checks that a system call failed with the error `why`; result: what it returned. */
static void check_refused(const char *who, const char *what, long result, int why)
{
    if (result == -1 && errno == why) {
        counts.passed++;
        return;
    }
    counts.failed++;
    printf("%s: %s was let through (%ld, errno %d)\n", who, what, result, result < 0 ? errno : 0);
}

static void skip(int n, const char *why)
{
    counts.skipped += n;
    printf("skipped: %s\n", why);
}

/* Runs a function in a child process, and adds its counts.  False if the child failed. */
static bool in_child(void (*run)(const void *), const void *data)
{
    int ends[2], status = 0;
    Counts of_child = {0};
    if (pipe2(ends, 0) != 0) return false;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        counts = (Counts){0};
        run(data);
        fflush(stdout);
        _exit(write(ends[1], &counts, sizeof counts) == sizeof counts ? 0 : 1);
    }
    bool well = pid > 0 && waitpid(pid, &status, 0) == pid && status == 0 &&
                read(ends[0], &of_child, sizeof of_child) == sizeof of_child;
    close(ends[0]);
    close(ends[1]);
    counts.passed += of_child.passed;
    counts.failed += of_child.failed;
    counts.skipped += of_child.skipped;
    return well;
}

/* --- Landlock, without the filter --- */

static void try_landlock(const void *no_data)
{
    (void)no_data;
    const char *who = "Landlock";
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = 0};
    int parent = getppid(), tcp = socket(AF_INET, SOCK_STREAM, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
    int abi = landlock_refuse_all();
    if (!abi) {
        skip(6, "no Landlock in this kernel");
        return;
    }
    check_refused(who, "reading a file", open("/etc/passwd", O_RDONLY), EACCES);
    check_refused(who, "listing a folder", open("/", O_RDONLY | O_DIRECTORY), EACCES);
    check_refused(who, "a new file", open("/tmp/sconce-out", O_WRONLY | O_CREAT, 0600), EACCES);
    check_refused(who, "a new folder", mkdirat(AT_FDCWD, "/tmp/sconce-dir", 0700), EACCES);
    if (abi >= 4 && tcp >= 0)
        check_refused(who, "a port", bind(tcp, (struct sockaddr *)&port, sizeof port), EACCES);
    else
        skip(1, "this Landlock knows no ports");
    if (abi >= 6)
        check_refused(who, "a signal", kill(parent, 0), EPERM);
    else
        skip(1, "this Landlock knows no signals");
}

/* --- the filter --- */

static const struct {
    const char *what;
    unsigned long flags;
} new_processes[] = {
    {"a process in a new user namespace", CLONE_NEWUSER | SIGCHLD},
    {"a process in a new mount namespace", CLONE_NEWNS | SIGCHLD},
    {"a process in a new pid namespace", CLONE_NEWPID | SIGCHLD},
    {"a process in a new network namespace", CLONE_NEWNET | SIGCHLD},
    {"a process in a new control group", CLONE_NEWCGROUP | SIGCHLD},
    {"a brother", CLONE_PARENT | SIGCHLD},
    {"a process that shares memory", CLONE_VM | CLONE_VFORK | SIGCHLD},
    {"a traced process", CLONE_PTRACE | SIGCHLD},
    {"a thread", CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD},
};

static void try_processes(const char *who)
{
    for (size_t i = 0; i < sizeof new_processes / sizeof *new_processes; i++)
        check_refused(who, new_processes[i].what,
                      syscall(SYS_clone, new_processes[i].flags, 0, 0, 0, 0), EPERM);
    check_refused(who, "clone3", syscall(SYS_clone3, NULL, 0), EPERM);
#ifdef SYS_fork
    check_refused(who, "fork by its old number", syscall(SYS_fork), EPERM);
    check_refused(who, "vfork", syscall(SYS_vfork), EPERM);
#endif
    check_refused(who, "unshare", syscall(SYS_unshare, CLONE_NEWUSER), EPERM);
    check_refused(who, "setns", syscall(SYS_setns, 0, 0), EPERM);
    check_refused(who, "a session of its own", syscall(SYS_setsid), EPERM);
    check_refused(who, "another process group", syscall(SYS_setpgid, 0, 0), EPERM);
}

/* --- every call that there is --- */

/* clang-format off */
/* The calls that a cell or its worker may make, written down here once more, on purpose; and those
 * that would end or hang this test if they were let through. */
static const int untried[] = {
    SYS_read, SYS_write, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_ppoll, SYS_brk, SYS_munmap,
    SYS_mremap, SYS_madvise, SYS_rt_sigreturn, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_getpid,
    SYS_gettid, SYS_futex, SYS_getrandom, SYS_exit, SYS_exit_group, SYS_mmap, SYS_clone,
    SYS_clock_gettime, SYS_restart_syscall, SYS_vhangup,
#ifdef SYS_poll
    SYS_poll, SYS_fork, SYS_vfork, SYS_pause,
#endif
#ifdef __x86_64__
    335, 336, /* uretprobe, uprobe: no filter sees them; they end a process that was not traced */
#endif
};
/* The same, of the cell alone. */
static const int of_the_cell[] = {
    SYS_prlimit64, SYS_prctl, SYS_set_robust_list, SYS_wait4, SYS_pipe2, SYS_close, SYS_rseq,
    SYS_getppid, SYS_timer_create, SYS_timer_settime, SYS_timer_delete,
};
/* clang-format on */

static bool is_among(const int *numbers, size_t n, int number)
{
    for (size_t i = 0; i < n; i++)
        if (numbers[i] == number) return true;
    return false;
}

/* Tries each number, also those of the x32 ABI, which have a bit more.  The arguments mean nothing:
 * the filter refuses a call before the kernel looks at them. */
static void try_numbers(const char *who, bool worker)
{
    enum { NUMBERS = 1024, X32_BIT = 0x40000000 };
    char what[60];
    for (int i = 0; i < NUMBERS; i++) {
        bool tried =
            !is_among(untried, sizeof untried / sizeof *untried, i) &&
            (worker || !is_among(of_the_cell, sizeof of_the_cell / sizeof *of_the_cell, i));
        snprintf(what, sizeof what, "the call %d", i);
        if (tried) check_refused(who, what, syscall(i, -1, -1, -1, -1, -1, -1), EPERM);
#ifdef __x86_64__
        snprintf(what, sizeof what, "the call %d of x32", i);
        check_refused(who, what, syscall(i | X32_BIT, -1, -1, -1, -1, -1, -1), EPERM);
#endif
    }
}

#ifdef __x86_64__
/* Makes a call by the number of 32-bit programs: getpid is 20 there.  False: it was refused. */
static bool call_32_bit(void)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    return result > 0;
}

/* Asks for the time at the old fixed address of the kernel, which makes a call, too. */
static bool call_fixed_address(void)
{
    long (*volatile get_time)(long *) = (long (*)(long *))0xffffffffff600400; /* time(2) */
    return get_time(NULL) > 0;
}

/* Checks that a call, made in a child process, is refused or ends the process. */
static void check_ends(const char *complaint, bool (*call)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) _exit(call());
    check("the cell", complaint, pid > 0 && waitpid(pid, &status, 0) == pid && status != 1 << 8);
}
#endif

/* --- allowed calls, with arguments that are not --- */

/* Tries each flag of clone alone. */
static void try_flags(const char *who)
{
    char what[60];
    for (int bit = 8; bit < 32; bit++) { /* the lower 8 are the signal */
        unsigned long flag = 1UL << bit;
        if (flag == CLONE_CHILD_SETTID || flag == CLONE_CHILD_CLEARTID) continue;
        snprintf(what, sizeof what, "a process with the flag %#lx", flag);
        check_refused(who, what, syscall(SYS_clone, flag | SIGCHLD, 0, 0, 0, 0), EPERM);
    }
}

static void try_options(const char *who, bool worker)
{
    static const int more[] = {0x53564d41 /* PR_SET_VMA */, 0x59616d61 /* PR_SET_PTRACER */, -1};
    char what[60];
    for (int option = 0; option < 100; option++) {
        if (!worker && (option == PR_SET_PDEATHSIG || option == PR_SET_SECCOMP)) continue;
        snprintf(what, sizeof what, "the option %d of prctl", option);
        check_refused(who, what, syscall(SYS_prctl, option, -1, -1, -1, -1), EPERM);
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        check_refused(who, "a large option of prctl", syscall(SYS_prctl, more[i], 0, 0, 0, 0),
                      EPERM);
}

/* The clock of the processor time of another process (posix-cpu-timers.c of the kernel). */
static clockid_t clock_of(pid_t pid)
{
    return (clockid_t)(~(unsigned)pid << 3 | 2);
}

/* parent, page, pair: a process that is not the caller, the shared page, and a socket. */
typedef struct {
    int parent, page, pair;
} Given;

static void try_arguments(const char *who, const Given *g)
{
    const unsigned long wide[] = {PROT_EXEC, PROT_EXEC | PROT_READ, 1UL << 32 | PROT_EXEC, ~0UL};
    struct sockaddr_un journal = {.sun_family = AF_UNIX, .sun_path = "/run/systemd/journal/socket"};
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    struct timespec t;
    int timer;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        check_refused(who, "executable memory",
                      syscall(SYS_mmap, NULL, 4096, wide[i], MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                      EPERM);
    check_refused(who, "the page, executable",
                  syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, g->page, 0),
                  EPERM);
    check_refused(who, "the clock of another process",
                  syscall(SYS_clock_gettime, clock_of(g->parent), &t), EPERM);
    check_refused(who, "a timer by the clock of another",
                  syscall(SYS_timer_create, clock_of(g->parent), &event, &timer), EPERM);
    check_refused(who, "a timer that wakes the machine",
                  syscall(SYS_timer_create, CLOCK_BOOTTIME_ALARM, &event, &timer), EPERM);
    check_refused(who, "limits of another process",
                  syscall(SYS_prlimit64, g->parent, RLIMIT_NOFILE, NULL, NULL), EPERM);
    check(who, "it sends to another socket",
          syscall(SYS_sendto, g->pair, "x", 1, 0, &journal, sizeof journal) == -1);
    check(who, "it has no clock", clock_gettime(CLOCK_MONOTONIC, &t) == 0);
    check(who, "it does not know how long it ran",
          clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0);
}

/* --- a cell that is stopped --- */

/* Makes a process that stops the caller and lets it go on, once something comes through the pipe.
 * Returns the end of the pipe to write to. */
static int make_stopper(void)
{
    int ends[2], pid = getpid();
    char byte;
    struct timespec moment = {.tv_nsec = 50000000};
    if (pipe2(ends, 0) != 0) return -1;
    if (fork() == 0) {
        close(ends[1]);
        if (read(ends[0], &byte, 1) == 1) {
            nanosleep(&moment, NULL); /* until it waits */
            kill(pid, SIGSTOP);
            nanosleep(&moment, NULL);
            kill(pid, SIGCONT);
        }
        _exit(0);
    }
    close(ends[0]);
    return ends[1];
}

/* A call that was interrupted so, as when the machine sleeps, goes on by a call of its own. */
static void try_to_go_on(int stopper)
{
    check("the cell", "the process that stops it is not there", write(stopper, "x", 1) == 1);
    check("the cell", "it does not wait on, once it was stopped", poll(NULL, 0, 500) == 0);
}

/* Tries what neither the cell nor a worker may do. */
static void try_all(const char *who)
{
    pid_t self = getpid(); /* any process that exists will do */
    struct rlimit wide = {RLIM_INFINITY, RLIM_INFINITY};
    check_refused(who, "open", syscall(SYS_openat, AT_FDCWD, "/etc/passwd", 0), EPERM);
    check_refused(who, "socket", syscall(SYS_socket, 1, 1, 0), EPERM);
    check_refused(who, "execve", syscall(SYS_execve, "/bin/true", NULL, NULL), EPERM);
    check_refused(who, "kill", syscall(SYS_kill, self, 0), EPERM);
    check_refused(who, "tgkill", syscall(SYS_tgkill, self, self, 0), EPERM);
    check_refused(who, "ptrace", syscall(SYS_ptrace, 0, 0, 0, 0), EPERM);
    check_refused(who, "limits of another process",
                  syscall(SYS_prlimit64, self, RLIMIT_NOFILE, NULL, &wide), EPERM);
    check_refused(who, "more descriptors", syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &wide, NULL),
                  EPERM);
    check_refused(who, "larger files", syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, &wide, NULL), EPERM);
    check_refused(who, "core dumps", syscall(SYS_prlimit64, 0, RLIMIT_CORE, &wide, NULL), EPERM);
    check_refused(who, "capabilities", syscall(SYS_capset, NULL, NULL), EPERM);
    check_refused(who, "a program's name", prctl(PR_SET_NAME, "init"), EPERM);
    check_refused(who, "mprotect", syscall(SYS_mprotect, NULL, 0, PROT_EXEC), EPERM);
    check_refused(who, "executable memory",
                  (long)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                  EPERM);
    try_processes(who);
    void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(who, "no memory", p != MAP_FAILED);
}

static bool is_limited(int what, rlim_t max)
{
    struct rlimit r;
    return getrlimit((__rlimit_resource_t)what, &r) == 0 && r.rlim_cur <= max && r.rlim_max <= max;
}

static void try_worker(const void *given)
{
    const Given *g = given;
    check("a worker", "its guard does not stand",
          guard_worker(g->parent, 5, 512)); /* 5 s and 512 MB: any limits would do */
    try_all("a worker");
    try_numbers("a worker", true);
    try_options("a worker", true);
    try_arguments("a worker", g);
    check_refused("a worker", "another worker", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0), EPERM);
    check_refused("a worker", "its own limits", syscall(SYS_prlimit64, 0, RLIMIT_AS, NULL, NULL),
                  EPERM);
}

/* The timer of the watchdog, as the C library asks for it: by a clock of its own making. */
static bool has_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    return timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0;
}

/* Works without a beat for a while, longer than rules may, and less than what ends the process;
 * used: bytes in Lua.  Returns whether the watchdog had the rules stopped. */
static bool is_stopped(size_t used)
{
    enum { ALLOWED_MS = 100, BUSY_MS = 220 };
    Limits limits = {.used = used};
    Watchdog w;
    lua_State *L = luaL_newstate();
    clock_t end = clock() + BUSY_MS * (CLOCKS_PER_SEC / 1000);
    watchdog_start(&w, L, &limits, ALLOWED_MS);
    while (clock() < end && !lua_gethook(L)) continue;
    watchdog_stop(&w);
    bool stopped = lua_gethook(L) != NULL;
    lua_close(L);
    return stopped;
}

/* Collecting garbage takes long where much is in use, and is not what the rules do. */
static void try_watchdog(void)
{
    check("the watchdog", "it lets rules go on without a beat", is_stopped(0));
    check("the watchdog", "it stops rules while much is collected", !is_stopped((size_t)1 << 30));
}

static void try_cell(void)
{
    int page = memfd_create("page", MFD_ALLOW_SEALING), stopper = make_stopper(), pair[2];
    check("the cell", "it has no socket", socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    Given of_cell = {getppid(), page, pair[0]}, of_worker = {getpid(), page, pair[0]};
    check("the page", "cannot be sealed",
          fcntl(page, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0);
    Guards g = guard_cell(page);
    check("the page", "is not seen to be sealed", g.sealed_page);
    if (!g.filter && (g.sanitized || getenv("SCONCE_UNFILTERED"))) {
        skip(5000, "no system-call filter stands here"); /* about as many as follow */
        return;
    }
    check("the cell", "its filter does not stand", g.filter);
    if (!g.filter) return; /* without a filter the calls below would be carried out */
    check("the cell", "it may dump its core", is_limited(RLIMIT_CORE, 0));
    check("the cell", "it may write files", is_limited(RLIMIT_FSIZE, 0));
    check("the cell", "it may open many files", is_limited(RLIMIT_NOFILE, DESCRIPTORS_MAX));
    /* 1 << 20: any limit will do; without one it would be RLIM_INFINITY. */
    check("the cell", "it may start any number of processes", is_limited(RLIMIT_NPROC, 1 << 20));
    try_all("the cell");
    try_numbers("the cell", false);
    try_flags("the cell");
    try_options("the cell", false);
    try_arguments("the cell", &of_cell);
    check("the cell", "its watchdog gets no timer", has_timer());
    try_to_go_on(stopper);
#ifdef __x86_64__
    check_ends("a 32-bit call was let through", call_32_bit);
    check_ends("a call at the fixed address was let through", call_fixed_address);
#endif
    check_refused("the cell", "cutting off the page", ftruncate(page, 0), EPERM);
    check("the cell", "it gets no worker, or that did not end well",
          in_child(try_worker, &of_worker));
}

int main(void)
{
    check("Landlock", "the process did not end well", in_child(try_landlock, NULL));
    try_watchdog();
    try_cell();
    printf("%d passed, %d failed", counts.passed, counts.failed);
    printf(counts.skipped ? ", %d skipped\n" : "\n", counts.skipped);
    return counts.failed != 0;
}
