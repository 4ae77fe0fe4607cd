/* What the process may still do once strangers' rules run in it. */
#ifndef CELL_GUARD_H
#define CELL_GUARD_H

#include <stdbool.h>

/* For the cell: no new files, few descriptors, no core dumps, and a system-call filter that leaves
 * memory, the socket, the clock and forking.  Where the system has no filters the rest still holds;
 * returns whether the filter stands. */
bool guard_cell(void);
/* For a worker, just forked from `parent`: dies with it; bounded memory (megabytes of addresses)
 * and processor time (0: unbounded); a filter without forking. */
void guard_worker(int parent, int cpu_seconds, int memory_mb);

#endif
