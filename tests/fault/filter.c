/* filter -- calls the kernel as a cell does that an attacker has taken over, first as the cell,
 * then as its worker, and says what was let through.  Each call must fail with EPERM, in the
 * processes that src/cell/limits/guard.c sets up. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cell/limits/guard.h"

static int passed, failed;

static void refused(const char *who, const char *what, long result)
{
    if (result == -1 && errno == EPERM) {
        passed++;
        return;
    }
    failed++;
    printf("%s: %s was let through (%ld)\n", who, what, result);
}

static void works(const char *who, const char *what, bool well)
{
    if (well)
        passed++;
    else
        failed++, printf("%s: %s is refused\n", who, what);
}

/* Tries what neither may do. */
static void try_all(const char *who)
{
    pid_t parent = getpid(); /* for the cell: itself; a number that exists is enough */
    struct rlimit wide = {RLIM_INFINITY, RLIM_INFINITY};
    refused(who, "open", syscall(SYS_openat, AT_FDCWD, "/etc/passwd", 0));
    refused(who, "socket", syscall(SYS_socket, 1, 1, 0));
    refused(who, "execve", syscall(SYS_execve, "/bin/true", NULL, NULL));
    refused(who, "kill", syscall(SYS_kill, parent, 0));
    refused(who, "tgkill", syscall(SYS_tgkill, parent, parent, 0));
    refused(who, "ptrace", syscall(SYS_ptrace, 0, 0, 0, 0));
    refused(who, "limits of another process",
            syscall(SYS_prlimit64, parent, RLIMIT_NOFILE, NULL, &wide));
    refused(who, "a process in a new user namespace",
            syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    refused(who, "a thread",
            syscall(SYS_clone, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, 0,
                    0, 0, 0));
    refused(who, "clone3", syscall(SYS_clone3, NULL, 0));
    refused(who, "unshare", syscall(SYS_unshare, CLONE_NEWUSER));
    refused(who, "a program's name", prctl(PR_SET_NAME, "init"));
    refused(who, "mprotect", syscall(SYS_mprotect, NULL, 0, PROT_EXEC));
    refused(who, "executable memory",
            (long)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    works(who, "memory", p != MAP_FAILED);
}

int main(void)
{
    if (!guard_cell()) {
        printf("skipped: no system-call filter stands here\n0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    try_all("the cell");
    int parent = getpid(), counts[2] = {0, 0}, ends[2];
    works("the cell", "a pipe", syscall(SYS_pipe2, ends, 0) == 0);
    pid_t pid = fork();
    works("the cell", "a worker", pid >= 0);
    if (pid == 0) {
        passed = failed = 0;
        guard_worker(parent, 5, 512);
        try_all("a worker");
        refused("a worker", "another worker", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
        refused("a worker", "its own limits", syscall(SYS_prlimit64, 0, RLIMIT_AS, NULL, NULL));
        fflush(stdout);
        counts[0] = passed, counts[1] = failed;
        _exit(write(ends[1], counts, sizeof counts) == sizeof counts ? 0 : 1);
    }
    int status = 0;
    works("a worker", "an orderly end",
          waitpid(pid, &status, 0) == pid && status == 0 &&
              read(ends[0], counts, sizeof counts) == sizeof counts);
    printf("%d passed, %d failed\n", passed + counts[0], failed + counts[1]);
    return failed + counts[1] != 0;
}
