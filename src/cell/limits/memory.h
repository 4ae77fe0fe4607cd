/* One limit for all the memory of a cell or a worker: Lua's blocks, and what C and GMP allocate for
 * dice, odds and the memo. */
#ifndef CELL_MEMORY_H
#define CELL_MEMORY_H

#include <stddef.h>

/* From here on the process may hold `bytes`, counted from what malloc gave out since it began.  A
 * request beyond that fails as any malloc can fail; GMP, which cannot fail, ends the process with
 * CELL_NO_MEMORY. */
void memory_limit(size_t bytes);

/* Bytes that the process holds. */
size_t memory_used(void);

#endif
