/* The host: one Lua state with src/lua in it, and the one protected call through which everything
 * of the rules runs. */
#ifndef CELL_HOST_H
#define CELL_HOST_H

#include "cell/limits/guard.h"
#include "cell/limits/limits.h"
#include "cell/primitives.h"
#include "core/text.h"

/* Lives as long as the process; it must not move, since Lua's allocator has its address. */
typedef struct {
    lua_State *L;
    Limits limits;
    int odds_memory; /* megabytes for exact odds */
    int fd;          /* the socket to the campaign side */
    Guards guards;   /* what stands around the process */
    bool loading;    /* rules are being loaded: a timeout then answers with the load reply */
    int life;        /* of a worker: the pipe that its cell watches; else -1 */
} Host;

/* Starts Lua, opens the primitives and those in `more`, and loads the embedded modules.  False with
 * a sentence. */
bool host_open(Host *h, int fd, SharedPage *place, const Primitive *more, Err *err);

/* Runs one request (a message in bytes) to its reply (bytes).  There is always a reply: a failure
 * of the rules, or of memory, is one.  timeout: ms that bound the steps of work (limits.h);
 * 0: no bound. */
void host_run(Host *h, const char *request, size_t n, int64_t timeout, Text *reply);

/* A worker calls it before and after it sends its reply: one byte each time into the pipe `life`.
 * If the worker dies between the two, the cell cannot know whether the reply was sent. */
bool host_note_word(const Host *h);

#endif
