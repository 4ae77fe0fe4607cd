/* Starts and ends the process of a cell: posix_spawn, a socket pair, a shared page.  The campaign
 * side never forks, since the embedding program may have threads. */
#ifndef CAMPAIGN_SPAWN_H
#define CAMPAIGN_SPAWN_H

#include <sys/types.h>

#include "core/text.h"
#include "core/wire.h"

typedef struct {
    pid_t pid;        /* 0: none, or a clone, which is no child of ours */
    int handle;       /* its pidfd, or -1 where the kernel has none */
    int socket;       /* -1: no cell runs */
    SharedPage *page; /* where the rules are; the cell writes it */
} CellProcess;

/* Starts the program at path.  False with a sentence; no cell runs then. */
bool cell_start(CellProcess *cell, const char *path, Err *err);
typedef enum { CLONE_MADE, CLONE_NO_ROOM, CLONE_LOST } CloneEnd;
/* Another like `of`, which is asked for nothing else and has loaded its rules: in a moment, for
 * none are read again.  What it learns in simulations it shares with others of the same memory (-1:
 * with nobody).  It lives as long as `of` at most. NO_ROOM, LOST: none runs; LOST: of does not
 * answer, and is to be ended. */
CloneEnd cell_clone(CellProcess *cell, const CellProcess *of, int memory);
/* A descriptor of memory that several cells may share; the caller closes it.  -1: the system gives
 * none. */
int cell_shared_memory(void);

typedef struct {
    bool known; /* false: the program ignores SIGCHLD, or reaped the child itself */
    int signal; /* 0: it ended by itself */
    int status;
} CellEnd;

/* Kills it if it lives still, reaps it, closes everything; a clone ends by itself when its socket
 * is closed. */
CellEnd cell_end(CellProcess *cell);

#endif
