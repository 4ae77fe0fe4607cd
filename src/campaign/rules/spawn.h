/* Starts and ends the process of a cell: posix_spawn, a socket pair, a shared page.  The campaign
 * side never forks, since the embedding program may have threads. */
#ifndef CAMPAIGN_SPAWN_H
#define CAMPAIGN_SPAWN_H

#include <sys/types.h>

#include "core/text.h"
#include "core/wire.h"

/* A running cell as its parent sees it: process, socket of messages, shared page. */
typedef struct {
    pid_t pid;        /* 0: none */
    int pidfd;        /* -1 if the kernel has none */
    int socket;       /* -1: no cell runs */
    SharedPage *page; /* the cell writes there which line the rules are at */
} CellProcess;

/* Starts the program at path.  False with a sentence; no cell runs then. */
bool cell_start(CellProcess *cell, const char *path, Err *err);

/* How a cell ended. */
typedef struct {
    bool known; /* false: the program ignores SIGCHLD, or reaped the child itself */
    int signal; /* 0: it ended by itself */
    int status;
} CellEnd;

/* Kills it if it lives still, reaps it, closes everything. */
CellEnd cell_end(CellProcess *cell);
/* Closes a cell that waits for a request: lets it end by itself for a moment, then does the rest as
 * cell_end. */
void cell_close(CellProcess *cell);

#endif
