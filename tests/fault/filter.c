/* filter -- makes the system calls that an attacker would make who has taken over a cell, first in
 * the cell, then in its worker, and prints those that were let through.  Each must fail with EPERM
 * in the processes that src/cell/limits/guard.c sets up.  Landlock is tried alone before that.
 *
 * Skips the calls where no filter can be set (SCONCE_UNFILTERED=1, under an emulator). */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
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
#include <sys/wait.h>
#include <unistd.h>

#include "cell/limits/guard.h"

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

static void try_worker(const void *parent)
{
    check("a worker", "its guard does not stand",
          guard_worker(*(const int *)parent, 5, 512)); /* 5 s and 512 MB: any limits would do */
    try_all("a worker");
    check_refused("a worker", "another worker", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0), EPERM);
    check_refused("a worker", "its own limits", syscall(SYS_prlimit64, 0, RLIMIT_AS, NULL, NULL),
                  EPERM);
}

static void try_cell(void)
{
    int parent = getpid(), page = memfd_create("page", MFD_ALLOW_SEALING);
    check("the page", "cannot be sealed",
          fcntl(page, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0);
    Guards g = guard_cell(page);
    check("the page", "is not seen to be sealed", g.sealed_page);
    if (!g.filter && (g.sanitized || getenv("SCONCE_UNFILTERED"))) {
        skip(60, "no system-call filter stands here"); /* about as many as follow */
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
    check_refused("the cell", "cutting off the page", ftruncate(page, 0), EPERM);
    check("the cell", "it gets no worker, or that did not end well", in_child(try_worker, &parent));
}

int main(void)
{
    check("Landlock", "the process did not end well", in_child(try_landlock, NULL));
    try_cell();
    printf("%d passed, %d failed", counts.passed, counts.failed);
    printf(counts.skipped ? ", %d skipped\n" : "\n", counts.skipped);
    return counts.failed != 0;
}
