/* Starts and ends the process of a cell: posix_spawn, a socket pair, a shared page.  The campaign
 * side never calls fork itself, since the embedding program may have threads. */
#pragma once

#include <sys/types.h>

#include "core/text.h"
#include "core/wire.h"

/* Moves a descriptor above those of standard input and output.  When the program has closed these,
 * a new descriptor gets their numbers, and what the program prints would go into our file.  Closes
 * fd and returns the new one; -1 with errno, also for -1. */
int move_fd_up(int fd);

/* A running cell as its parent sees it: process, socket of messages, shared page. */
typedef struct {
    pid_t pid;        /* 0: none */
    int pidfd;        /* -1 if the kernel has none */
    int socket;       /* -1: no cell runs */
    int tie[2];       /* a pipe that ends the cell with this program; -1: none */
    SharedPage *page; /* memory shared with the cell, which writes the current rule line there */
} CellProcess;
#define NO_CELL ((CellProcess){.pidfd = -1, .socket = -1, .tie = {-1, -1}})

/* Starts the program at path.  memory_mb: what each process of rules may take; 0: $SCONCE_MEMORY,
 * or the default.  On failure returns false, sets *err, and no cell runs. */
bool cell_start(CellProcess *cell, const char *path, int memory_mb, Err *err);

/* How a cell ended. */
typedef struct {
    bool known; /* false: the program ignores SIGCHLD, or reaped the child itself */
    int signal; /* 0: it ended by itself */
    int status;
} CellEnd;

/* Kills the cell if it still runs, reaps it, and closes everything. */
CellEnd cell_kill(CellProcess *cell);
/* Ends a cell that waits for a request: closes its socket, and after a moment does as cell_kill. */
void cell_close(CellProcess *cell);
