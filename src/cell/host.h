/* The host: one Lua state, the fixed half of the host in it (src/lua), and the one protected call
 * through which everything of the rules runs. */
#ifndef CELL_HOST_H
#define CELL_HOST_H

#include "cell/door.h"
#include "cell/sandbox.h"
#include "cell/seal.h"
#include "cell/study/arena.h"

enum {
    HOST_MEMORY = 64 << 20
}; /* bytes Lua may use, the host and the rules together; SCONCE_MEMORY says otherwise */

typedef struct {
    lua_State *L;
    Limits limits;
    Door door;
    Seal seal;
    int fd;         /* to the campaign side */
    Region *shared; /* with the other cells of a simulation; or NULL, as at first */
    bool loading;   /* what a reply looks like when time runs out */
    int life;       /* of a worker: the pipe that its cell watches; else -1 */
} Host;

/* Starts Lua and loads the embedded modules.  False with a sentence. */
bool host_open(Host *h, int fd, Place *place, Err *err);

/* Runs one request (a message in bytes) to its reply (bytes).  The reply is always there: a failure
 * of the rules, or of memory, is one.  patience: ms it may take, 0 for ever. */
void host_run(Host *h, const char *request, size_t n, int64_t patience, Text *reply);

/* Tells the cell of a worker that its last word begins, or is out: whoever ends between the two may
 * have said it. */
bool host_note_word(const Host *h);

#endif
