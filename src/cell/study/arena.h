/* An arena: memory that is taken bit by bit and given back all at once. */
#ifndef CELL_ARENA_H
#define CELL_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

/* All 0 is an empty arena; arena_forget ends it. */
typedef struct {
    ArenaBlock *blocks;
    char *at;           /* the next free byte of the newest block */
    size_t left, bytes; /* free in that block; taken in all */
} Arena;

/* n bytes, all 0, aligned for anything; NULL: no memory. */
void *arena_take(Arena *a, size_t n);
/* Gives everything back. */
void arena_forget(Arena *a);

#endif
