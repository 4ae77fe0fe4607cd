/* One limit for all the memory of a cell or a worker: Lua's blocks, and what C and GMP allocate for
 * dice, odds and the memo. */
#ifndef CELL_MEMORY_H
#define CELL_MEMORY_H

#include <stddef.h>

/* Limits what the process may hold to `bytes`, counted from what malloc gave out since it began.
 * When C or GMP asks for more, full(data) is called, and must not return. */
void memory_limit(size_t bytes, void (*full)(void *data), void *data);

/* Like realloc (p NULL: malloc), for Lua, which can do with less: NULL when there is no room. */
void *memory_resize(void *p, size_t n);

#endif
