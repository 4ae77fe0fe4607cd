/* Defence in depth.  The wall is the process; this makes what is behind it small. */
#include "cell/guard.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
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

enum { FILTER_MAX = 80 };

static void limit(int what, rlim_t most)
{
    struct rlimit r = {most, most};
    setrlimit((__rlimit_resource_t)what, &r);
}

#ifdef ARCH
/* What every worker needs: its memory, its socket, the clock, and a way to end. */
static const int for_worker[] = {
    SYS_read,         SYS_write,   SYS_sendto,        SYS_recvfrom,     SYS_sendmsg,
    SYS_recvmsg,      SYS_ppoll,   SYS_brk,           SYS_mmap,         SYS_munmap,
    SYS_mremap,       SYS_madvise, SYS_clock_gettime, SYS_rt_sigreturn, SYS_rt_sigprocmask,
    SYS_rt_sigaction, SYS_getpid,  SYS_gettid,        SYS_tgkill,       SYS_futex,
    SYS_getrandom,    SYS_exit,    SYS_exit_group,
#ifdef SYS_poll
    SYS_poll,
#endif
};
/* What the cell needs besides: workers. */
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
