/* One limit for all the memory of a process: Lua's blocks, and what C and GMP allocate for dice,
 * odds and the memo. */
#ifndef CELL_MEMORY_H
#define CELL_MEMORY_H

#include <stddef.h>

/* Limits the blocks that malloc gave out since the process began to `bytes` in all.  When C or GMP
 * asks for more, full(data) is called, and must not return. */
void memory_limit(size_t bytes, void (*full)(void *data), void *data);

/* Like realloc, for Lua, which can raise an error: returns NULL when the limit is reached. */
void *memory_resize(void *p, size_t n);

#endif
