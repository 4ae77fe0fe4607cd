/* Starting the cell, and ending it: posix_spawn, a socket pair, a shared page, memory
 * that several share; never a fork. */
#ifndef CAMPAIGN_SPAWN_H
#define CAMPAIGN_SPAWN_H

#include <sys/types.h>

#include "core/text.h"
#include "core/wire.h"

typedef struct {
    pid_t pid;  /* 0: none runs */
    int handle; /* its pidfd, or -1 where the kernel has none */
    int socket;
    Place *page; /* where the rules are, written by the cell */
} Cell;

/* Starts the program at path; shared: what cell_memory gave, or -1.  False with a sentence; *cell is {0} then. */
bool cell_start(Cell *cell, const char *path, int shared, Err *err);
/* A descriptor of memory that several cells may share; the caller closes it.  -1: the system gives none. */
int cell_memory(void);

typedef struct {
    bool known; /* the end was seen by us, not by somebody who ignores or reaps children */
    int signal; /* 0: it ended by itself */
    int status;
} CellEnd;

/* Kills it if it lives still, reaps it, closes everything. */
CellEnd cell_end(Cell *cell);

#endif
