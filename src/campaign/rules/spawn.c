/* The child, a cell, gets /dev/null as its standard streams, its end of the socket pair and the
 * shared page, and no other descriptor.
 *
 * The embedding program may ignore SIGCHLD or reap children itself, and then the cell's process
 * number may be reused.  So the cell is signalled and awaited through a pidfd. */
#include "campaign/rules/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The lowest number that move_fd_up gives a descriptor.  describe_files gives those of the cell the
 * numbers 0 to CELL_PAGE, and must not overwrite one that it still has to copy. */
enum { FD_MIN = 10 };
/* A cell inherits at most so many variables; ten are in use.  Any more are left out. */
enum { ENVIRONMENT_MAX = 32 };
enum { CLOSE_MS = 200 }; /* a cell may take so long to end before it is killed; hardly felt */

int move_fd_up(int fd)
{
    if (fd < 0) return -1;
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, FD_MIN), why = errno;
    close(fd);
    /* EINVAL: the limit of descriptors is below FD_MIN; strerror would say something else. */
    if (moved < 0) errno = why == EINVAL ? EMFILE : why;
    return moved;
}

static void close_fd(int fd)
{
    if (fd >= 0) close(fd);
}

/* Collects the environment variables that the cell may see.  memory: "SCONCE_MEMORY=96" or NULL. */
static void filter_environment(char *list[ENVIRONMENT_MAX + 1], char *memory)
{
    static const char *const passing[] = {
        "ASAN_OPTIONS=", "UBSAN_OPTIONS=", "LSAN_OPTIONS=", "TSAN_OPTIONS=", "SCONCE_"};
    size_t n = 0;
    if (memory) list[n++] = memory; /* before the user's: getenv takes the first of two */
    for (char **e = environ; e && *e && n < ENVIRONMENT_MAX; e++) {
        bool passes = false;
        for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
            passes = passes || strncmp(*e, passing[i], strlen(passing[i])) == 0;
        if (passes) list[n++] = *e;
    }
    list[n] = NULL;
}

/* Has the cell close its files from `first` on. */
static int close_from(posix_spawn_file_actions_t *files, int first)
{
#ifdef __GLIBC__
    return posix_spawn_file_actions_addclosefrom_np(files, first);
#else /* musl closes one by one, and passes over those that are not open */
    int r = 0;
    for (int file = first, all = (int)sysconf(_SC_OPEN_MAX); !r && file < all; file++)
        r = posix_spawn_file_actions_addclose(files, file);
    return r;
#endif
}

/* Says which descriptors the cell gets.  0, and the caller destroys *files; or an error number. */
static int describe_files(posix_spawn_file_actions_t *files, int socket, int page)
{
    int r = posix_spawn_file_actions_init(files);
    if (r) return r;
    r = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
    if (!r) r = posix_spawn_file_actions_addopen(files, 1, "/dev/null", O_WRONLY, 0);
    if (!r && !getenv("SCONCE_CELL_STDERR"))
        r = posix_spawn_file_actions_addopen(files, 2, "/dev/null", O_WRONLY, 0);
    if (!r) r = posix_spawn_file_actions_adddup2(files, socket, CELL_SOCKET);
    if (!r) r = posix_spawn_file_actions_adddup2(files, page, CELL_PAGE);
    if (!r) r = close_from(files, CELL_PAGE + 1);
    if (r) posix_spawn_file_actions_destroy(files);
    return r;
}

/* Gives the cell default signal handling, and its own process group, so that Ctrl-C at the terminal
 * reaches only this program.  Returns as describe_files. */
static int describe_process(posix_spawnattr_t *attr)
{
    sigset_t none, all;
    int r = posix_spawnattr_init(attr);
    if (r) return r;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    r = posix_spawnattr_setsigmask(attr, &none);
    if (!r) r = posix_spawnattr_setsigdefault(attr, &all);
    if (!r) r = posix_spawnattr_setpgroup(attr, 0);
    if (!r)
        r = posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                               POSIX_SPAWN_SETPGROUP);
    if (r) posix_spawnattr_destroy(attr);
    return r;
}

/* Starts the program with these two descriptors.  Returns an error number, or 0 and its *pid. */
static int spawn(pid_t *pid, const char *path, int memory_mb, int socket, int page)
{
    char memory[40];
    char *env[ENVIRONMENT_MAX + 1];
    char name[] = "sconce-cell", *args[] = {name, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    int e = describe_files(&files, socket, page);
    if (e) return e;
    e = describe_process(&attr);
    if (!e) {
        snprintf(memory, sizeof memory, "SCONCE_MEMORY=%d", memory_mb);
        filter_environment(env, memory_mb > 0 ? memory : NULL);
        e = posix_spawn(pid, path, &files, &attr, args, env);
        posix_spawnattr_destroy(&attr);
    }
    posix_spawn_file_actions_destroy(&files);
    return e;
}

/* Makes the shared page, maps it here, and returns its descriptor, or -1.  The page is sealed: if a
 * cell could shorten it, reading it would kill this program. */
static int make_page(SharedPage **page)
{
    int fd = move_fd_up(memfd_create("sconce-place", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (fd < 0) return -1;
    bool sealed = ftruncate(fd, sizeof **page) == 0 &&
                  fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
    void *map =
        sealed ? mmap(NULL, sizeof **page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (map != MAP_FAILED) {
        *page = map;
        return fd;
    }
    close(fd);
    return -1;
}

/* The descriptors that the cell gets. */
typedef struct {
    int socket, page;
} Ends;

/* Makes the socket pair and the page: our ends go into *cell.  Returns false with errno. */
static bool make_ends(CellProcess *cell, Ends *theirs)
{
    int pair[2];
    *cell = NO_CELL;
    *theirs = (Ends){-1, make_page(&cell->page)};
    if (theirs->page < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    cell->socket = move_fd_up(pair[0]);
    theirs->socket = move_fd_up(pair[1]);
    return cell->socket >= 0 && theirs->socket >= 0;
}

static void close_ends(Ends theirs)
{
    close_fd(theirs.socket);
    close_fd(theirs.page);
}

/* Ties the processes of the cell to this program.  When it ends, even by SIGKILL, the kernel closes
 * the two ends of a pipe one after the other.  The closing of the first is an event at the second,
 * for which the kernel sends the signal set there: SIGKILL, to the whole group of the cell.  The
 * cell has neither end, so it cannot untie itself.  Without the pipe a cell ends when its socket
 * closes, unless the rules have taken it over. */
static void tie_to_program(CellProcess *cell)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    for (int i = 0; i < 2; i++) {
        int fd = cell->tie[i] = move_fd_up(ends[i]);
        if (fd < 0 || fcntl(fd, F_SETOWN, -cell->pid) != 0) continue;
        fcntl(fd, F_SETSIG, SIGKILL);
        fcntl(fd, F_SETFL, O_ASYNC);
    }
}

bool cell_start(CellProcess *cell, const char *path, int memory_mb, Err *err)
{
    Ends theirs;
    if (!make_ends(cell, &theirs)) {
        err_set(err, "no room to start the rules: %s", strerror(errno));
        if (err) err->kind = ERR_ROOM;
        close_ends(theirs);
        cell_kill(cell);
        return false;
    }
    int e = spawn(&cell->pid, path, memory_mb, theirs.socket, theirs.page);
    close_ends(theirs);
    if (e) {
        cell->pid = 0;
        cell_kill(cell);
        err_set(err, "cannot start %s: %s", path, strerror(e));
        if (err && e == EAGAIN) err->kind = ERR_ROOM;
        return false;
    }
    cell->pidfd = (int)syscall(SYS_pidfd_open, cell->pid, 0);
    tie_to_program(cell);
    return true;
}

#ifndef PIDFD_SIGNAL_PROCESS_GROUP
#define PIDFD_SIGNAL_PROCESS_GROUP 4 /* since Linux 6.9 */
#endif

static bool signal_cell(const CellProcess *cell, int sig, unsigned flags)
{
    return syscall(SYS_pidfd_send_signal, cell->pidfd, sig, NULL, flags) == 0;
}

/* Kills the cell and all processes that it started: its filter lets none leave the group.  Without
 * a pidfd for groups, kill() is safe only while the cell is not reaped, so that its number is not
 * reused; signal 0 through the pidfd checks that. */
static void kill_group(const CellProcess *cell)
{
    bool known = cell->pidfd >= 0;
    if (known && signal_cell(cell, SIGKILL, PIDFD_SIGNAL_PROCESS_GROUP)) return;
    if (!known || signal_cell(cell, 0, 0)) kill(-cell->pid, SIGKILL);
}

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

/* Reaps a killed cell.  .known is false if the embedding program already did (ECHILD). */
static CellEnd reap(const CellProcess *cell)
{
    siginfo_t info = {0};
    int e;
    do
        e = cell->pidfd >= 0 ? waitid((idtype_t)P_PIDFD, (id_t)cell->pidfd, &info, WEXITED)
                             : waitid(P_PID, (id_t)cell->pid, &info, WEXITED);
    while (e != 0 && errno == EINTR);
    if (e != 0) return (CellEnd){0};
    if (info.si_code == CLD_EXITED) return (CellEnd){.known = true, .status = info.si_status};
    return (CellEnd){.known = true, .signal = info.si_status};
}

CellEnd cell_kill(CellProcess *cell)
{
    CellEnd end = {0};
    if (cell->pid > 0) {
        kill_group(cell);
        end = reap(cell);
        close_fd(cell->pidfd);
    }
    if (cell->socket >= 0)
        shutdown(cell->socket, SHUT_RDWR); /* a fork of the embedding program may hold it open */
    close_fd(cell->socket);
    close_fd(cell->tie[0]);
    close_fd(cell->tie[1]);
    if (cell->page) munmap(cell->page, sizeof *cell->page);
    *cell = NO_CELL;
    return end;
}

/* Waits before killing, because only the cell can reap its worker. */
void cell_close(CellProcess *cell)
{
    struct pollfd end = {.fd = cell->pidfd, .events = POLLIN};
    if (cell->socket >= 0) shutdown(cell->socket, SHUT_RDWR);
    if (cell->pidfd >= 0) poll(&end, 1, CLOSE_MS);
    cell_kill(cell);
}
