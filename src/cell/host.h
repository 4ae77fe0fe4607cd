/* The host: one Lua state with the modules of src/lua, which runs requests.  main.c opens it and
 * hands it each request; tests open it without a process around it. */
#pragma once

#include "cell/limits/guard.h"
#include "cell/limits/limits.h"
#include "cell/primitives.h"
#include "core/text.h"

/* The time to send a reply.  Only a dead campaign side takes longer to receive one. */
enum { REPLY_MS = 1000 };

/* One for each process.  It must not move, since Lua's allocator has the address of its limits. */
typedef struct {
    lua_State *L;
    Limits limits;
    int odds_memory; /* megabytes for exact odds */
    int fd;          /* the socket to the campaign side */
    Guards guards;   /* around the process */
    bool loading;    /* rules are being loaded: a timeout then answers with the load reply */
    int life;        /* in a worker, the pipe that its cell watches; else -1 */
} Host;

/* Starts Lua, opens the primitives and those in `more`, and runs the module "main".  fd: the
 * socket; place: the shared page, or NULL; both must outlive the host.  False: err says why. */
bool host_open(Host *h, int fd, SharedPage *place, const Primitive *more, Err *err);

/* Runs one request and writes its reply, both in the bytes of a message.  There is always a reply;
 * it says so when the rules failed or memory ran out.  timeout: ms that bound the steps of work
 * (limits.h); 0: no bound. */
void host_run(Host *h, const char *request, size_t n, int64_t timeout, Text *reply);

/* Writes one byte into the pipe `life`.  A worker does so before and after it sends its reply, so
 * that the cell can tell whether a worker that died had replied (run_in_worker in main.c). */
bool host_mark_reply(const Host *h);
