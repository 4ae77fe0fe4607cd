/* sconce-cell: the process that rules run in.  It loads a chain of rule files once, then forks a
 * worker for each request; the worker replies on the socket itself and ends.  It opens no file, and
 * ends when the campaign side hangs up.  The messages are listed in core/wire.h.
 *
 * The way through: main, run_in_worker, serve_request, then host_run (host.c), where Lua begins. */
#include <errno.h>
#include <fcntl.h>
#include <gmp.h>
#include <lua.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cell/host.h"
#include "cell/limits/guard.h"
#include "cell/sandbox.h"
#include "cell/study/study.h"
#include "core/value.h"
#include "sconce.h"

/* The timeout of a request without one, as a test sends; any would do. */
enum { UNSTATED_TIMEOUT_MS = 1500 };
/* The watchdog stops a play after this many times its timeout, in processor time.  The steps of a
 * timeout (limits.h) take a tenth of the timeout here.  So only work that takes no steps gets so
 * far, or rules on a machine that is forty times slower. */
enum { CLOCK_FACTOR = 4 };
/* Address space beyond the memory that memory.c counts: code and stacks take some 10 MB, and malloc
 * leaves gaps.  This is far too much on purpose: unused address space costs nothing. */
enum { SPARE_MB = 448 };

/* The fields of a request that the cell itself reads; host_run decodes the rest. */
typedef struct {
    char op[16];
    int64_t timeout; /* ms of work; 0: no limit, and no count hook */
    int64_t play_ms; /* ms of processor time that one play may take */
} Request;

static bool is_key(const char *key, size_t n, const char *name)
{
    return n == strlen(name) && memcmp(key, name, n) == 0;
}

/* Reads these fields of a message.  False when the message is not a map. */
static bool read_request(const Text *message, Request *r)
{
    Reader in = reader_of(message->s, message->n);
    Token map, t;
    const char *key = NULL, *previous = NULL;
    size_t n = 0, previous_n = 0;
    *r = (Request){.timeout = UNSTATED_TIMEOUT_MS, .play_ms = -1};
    if (!reader_next(&in, &map, NULL) || map.kind != TOKEN_MAP) return false;
    for (size_t i = 0; i < map.n; i++, previous = key, previous_n = n) {
        if (!reader_key(&in, &key, &n, previous, previous_n, NULL)) return false;
        Reader value = in;
        if (!reader_skip(&in, NULL) || !reader_next(&value, &t, NULL)) return false;
        if (t.kind == TOKEN_TEXT && t.n < sizeof r->op && is_key(key, n, "op"))
            memcpy(r->op, t.s, t.n);
        else if (t.kind == TOKEN_INT && is_key(key, n, "timeout"))
            r->timeout = t.integer;
        else if (t.kind == TOKEN_INT && is_key(key, n, "each"))
            r->play_ms = t.integer;
    }
    if (r->play_ms < 0) r->play_ms = r->timeout > 0 ? r->timeout : UNSTATED_TIMEOUT_MS;
    return true;
}

static void send_reply(int fd, MapWriter *f)
{
    Text t = {0};
    if (map_end(f, &t)) wire_send(fd, t.s, t.n, wire_now_ms() + REPLY_MS, NULL);
    text_free(&t);
}

/* Replies that the worker died.  place: the shared page, or NULL; status: from waitpid. */
static void reply_died(int fd, const SharedPage *place, int status)
{
    MapWriter f = {0};
    put_text(map_field(&f, "outcome"), "died");
    put_int(map_field(&f, "nth"), place ? place->nth : 0);
    put_int(map_field(&f, "signal"), WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    put_int(map_field(&f, "status"), WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    send_reply(fd, &f);
}

static const char *filter_word(const Guards *g)
{
    return g->filter ? "on" : g->sanitized ? "sanitized" : "missing";
}

static void reply_hello(const Host *h)
{
    MapWriter f = {0};
    put_text(map_field(&f, "filter"), filter_word(&h->guards));
    put_text(map_field(&f, "version"), SCONCE_VERSION);
    put_int(map_field(&f, "wire"), WIRE_VERSION);
    send_reply(h->fd, &f);
}

/* --- one request, in a worker --- */

/* Tries to start a process; a worker should fail. */
static bool can_fork(void)
{
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    return pid > 0;
}

/* Replies which limits hold, as tried in this worker; for `sconce about`. */
static void reply_guards(const Host *h, const Request *r)
{
    MapWriter f = {0};
    Guards g = h->guards;
    g.filter = g.filter && guard_is_filtered();
    put_text(map_field(&f, "filter"), filter_word(&g));
    put_int(map_field(&f, "landlock"), g.landlock);
    put_bool(map_field(&f, "sealed_page"), g.sealed_page);
    put_bool(map_field(&f, "fixed_seed"), tables_are_fixed());
    put_bool(map_field(&f, "fixed_borders"), tables_are_fixed());
    put_bool(map_field(&f, "forks"), can_fork());
    put_int(map_field(&f, "memory"), h->limits.megabytes);
    put_int(map_field(&f, "odds_memory"), h->odds_memory);
    put_int(map_field(&f, "steps"), r->timeout * STEPS_PER_MS);
    put_text(map_field(&f, "lua"), LUA_RELEASE);
    put_text(map_field(&f, "gmp"), gmp_version);
    send_reply(h->fd, &f);
}

/* A study or a dry run collects garbage when the heap has grown to this percentage of what the last
 * collection left.  Lua's usual 200 would be slower, as each collection goes through the whole
 * ruleset, which never changes: a plain turn of a simulation takes 8 % less time than with 400.
 * More would take more memory; a simulation of the largest ruleset has 75 MB. */
enum { GC_PAUSE = 800 };

/* ms of processor time after which the watchdog stops a play.  Without a timeout, as in a
 * simulation, no steps are counted, since that would slow it down: then `play_ms` itself is the
 * limit. */
static int64_t clock_limit(const Request *r)
{
    return r->timeout > 0 ? CLOCK_FACTOR * r->play_ms : r->play_ms;
}

/* Seconds of processor time after which the kernel ends a worker; 0: never.  That is a last resort:
 * it comes after the watchdog, which can say at what line the rules were. */
static int cpu_seconds(const Request *r, bool dry)
{
    if (dry) return 8 + (int)(r->play_ms / 60); /* its dozen or more lines may take play_ms each */
    if (r->timeout == 0) return 0;              /* the watchdog looks at each play */
    return 5 + (int)((CLOCK_FACTOR + 1) * r->timeout / 1000);
}

/* Puts the first collection off until the heap has grown to GC_PAUSE percent, as Lua does after
 * each collection.  The worker shares its pages with the cell, and each page that a collection
 * marks is copied. */
static void put_off_collecting(lua_State *L)
{
    int kilobytes = lua_gc(L, LUA_GCCOUNT);
    lua_gc(L, LUA_GCSTEP, -kilobytes * (GC_PAUSE / 100 - 1)); /* below 0: that much later */
}

/* Sets the limits of a worker for this kind of request. */
static void limit_worker(Host *h, const Request *r, int parent)
{
    bool odds = strcmp(r->op, "odds") == 0, dry = strcmp(r->op, "dry") == 0;
    if (odds) limits_memory(&h->limits, h->odds_memory);
    int memory_mb = SPARE_MB + h->limits.megabytes;
    if (!guard_worker(parent, cpu_seconds(r, dry), memory_mb)) _exit(CELL_NO_WORKER);
    if (r->timeout && !dry) {
        lua_gc(h->L, LUA_GCSTOP); /* a play is so short that collecting would only slow it down */
        /* An empty pool: in a page that is shared with the cell, a new block would cost a copy. */
        h->limits.pool = (BlockPool){.page_bytes = MEMORY_BRIEF};
    } else {
        lua_gc(h->L, LUA_GCINC, GC_PAUSE, 0, 0);
        put_off_collecting(h->L);
    }
}

/* Runs the request in the worker, replies and ends.  life: the worker's end of the pipe. */
static _Noreturn void serve_request(Host *h, const Text *message, const Request *r, int parent,
                                    int life)
{
    Text reply = {0};
    Watchdog watchdog;
    watchdog_start(&watchdog, h->L, &h->limits, clock_limit(r));
    limit_worker(h, r, parent);
    h->life = life;
    if (strcmp(r->op, "guards") == 0) {
        host_mark_reply(h);
        reply_guards(h, r);
        _exit(host_mark_reply(h) ? 0 : 1);
    }
    host_run(h, message->s, message->n, r->timeout, &reply);
    if (reply.n > WIRE_MAX) _exit(CELL_LONG); /* wire_receive refuses it as well */
    bool sent = host_mark_reply(h) &&
                wire_send(h->fd, reply.s, reply.n, wire_now_ms() + 10 * REPLY_MS /* up to 64 MB */,
                          NULL) == WIRE_OK;
    _exit(sent && host_mark_reply(h) ? 0 : 1);
}

/* Waits until the worker has ended, and returns its status.  When the campaign side hangs up, the
 * cell ends, and the worker with it. */
static int wait_worker(Host *h, pid_t pid, int life)
{
    struct pollfd fds[2] = {{.fd = life, .events = POLLIN}, {.fd = h->fd, .events = POLLRDHUP}};
    for (;;) {
        if (poll(fds, 2, -1) < 0 && errno == EINTR) continue;
        bool hung_up = fds[1].revents & (POLLHUP | POLLRDHUP | POLLERR);
        if (hung_up) _exit(0); /* the worker dies with its parent (guard_worker) */
        if (!fds[0].revents) continue;
        int status = 0;
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
        return status;
    }
}

/* Runs a request in a worker, and replies in its place when it dies without a reply. */
static void run_in_worker(Host *h, const Text *message, const Request *r)
{
    int life[2], parent = getpid();
    if (pipe2(life, O_CLOEXEC) != 0) _exit(1);
    if (h->limits.place) h->limits.place->line = 0; /* no rules have run yet */
    pid_t pid = fork();
    if (pid == 0) {
        close(life[0]);
        serve_request(h, message, r, parent, life[1]);
    }
    close(life[1]);
    if (pid < 0) {
        reply_died(h->fd, h->limits.place, CELL_NO_WORKER << 8); /* as waitpid gives it */
    } else {
        char marks[2]; /* see host_mark_reply */
        int status = wait_worker(h, pid, life[0]);
        ssize_t n = read(life[0], marks, sizeof marks);
        /* reply_late marks once, sends, and ends with CELL_LATE. */
        bool replied = n == 2 || (WIFEXITED(status) && WEXITSTATUS(status) == CELL_LATE);
        if (!replied && n == 1)
            _exit(1); /* it may have replied, and a second reply would be wrong */
        if (!replied) reply_died(h->fd, h->limits.place, status);
    }
    close(life[0]);
}

/* --- requests to the cell itself --- */

/* Reads rules, or a spec file, in the cell itself, so that every worker has them. */
static void read_in_cell(Host *h, const Text *message, const Request *r)
{
    Text reply = {0};
    Watchdog watchdog;
    watchdog_start(&watchdog, h->L, &h->limits, clock_limit(r));
    h->loading = true;
    lua_gc(h->L, LUA_GCSTOP); /* nearly all that is made stays */
    host_run(h, message->s, message->n, r->timeout, &reply);
    watchdog_stop(&watchdog);
    h->loading = false;
    h->limits.reading = h->limits.longest = (ReadingTime){0};
    if (reply.n > WIRE_MAX) _exit(CELL_LONG);
    if (wire_send(h->fd, reply.s, reply.n, -1, NULL) != WIRE_OK) _exit(1);
    text_free(&reply);
    lua_gc(h->L, LUA_GCRESTART);
}

static const Primitive study_primitives[] = {
    {"replay", lib_replay},
    {"paths", lib_paths},
    {"probability", lib_probability},
    {"probability_vector", lib_vector},
    {"absorbing_chain", lib_markov},
    {"frames", lib_frames},
    {NULL, NULL},
};

int main(void)
{
    Host h;
    Err err;
    Text message = {0};
    void *page = mmap(NULL, sizeof(SharedPage), PROT_READ | PROT_WRITE, MAP_SHARED, CELL_PAGE, 0);
    Guards guards = guard_cell(CELL_PAGE);
    if (!host_open(&h, CELL_SOCKET, page == MAP_FAILED ? NULL : page, study_primitives, &err)) {
        fprintf(stderr, "sconce-cell: %s\n", err.text);
        return h.limits.failures ? CELL_NO_MEMORY : 1;
    }
    h.guards = guards;
    guard_memory(SPARE_MB + h.limits.megabytes, SPARE_MB + h.odds_memory);
    while (wire_receive(h.fd, &message, -1, NULL) == WIRE_OK) {
        Request r = {0};
        if (!read_request(&message, &r)) _exit(1); /* not a map, so not from the campaign side */
        if (strcmp(r.op, "load") == 0 || strcmp(r.op, "prepare") == 0)
            read_in_cell(&h, &message, &r);
        else if (strcmp(r.op, "hello") == 0)
            reply_hello(&h);
        else if (strcmp(r.op, "go") == 0 || strcmp(r.op, "stop") == 0)
            continue; /* meant for a worker that died before it read this */
        else
            run_in_worker(&h, &message, &r);
    }
    _exit(0);
}
