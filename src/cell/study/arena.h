/* An arena: memory that is taken bit by bit and given back all at once.  It belongs to one process;
 * or it lies in a region, a piece of memory that several cells map at the same address, so that
 * they can follow each other's pointers.
 *
 * In a region a cell holds the lock while it makes something, and publishes it with arena_show when
 * it is complete.  So readers need no lock, and a cell that dies while it holds the lock leaves
 * nothing half made in sight. */
#ifndef CELL_ARENA_H
#define CELL_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Region Region;
typedef struct ArenaBlock ArenaBlock;

typedef struct {
    Region *region; /* NULL: memory of this process */
    ArenaBlock *blocks;
    char *at;           /* the next free byte of the newest block */
    size_t left, bytes; /* free in that block; taken in all */
} Arena;

/* Maps the memory of a descriptor that the campaign side made (CELL_SHARED_BYTES, wire.h).  NULL:
 * it cannot be shared on this machine.  It stays mapped as long as the process. */
Region *region_map(int fd);
/* The object from which everything in the region is reached: n bytes, made all 0 by the first who
 * asks.  NULL: no memory. */
void *region_root(Region *region, size_t n);
/* Replaces the mapping with a private copy at the same address: pointers stay valid, and cells no
 * longer see each other's additions.  False: it is shared still. */
bool region_leave(Region *region);

/* n bytes, all 0, aligned for anything; NULL: no memory.  In a region: under the lock. */
void *arena_take(Arena *a, size_t n);
/* Gives everything back; not for a region. */
void arena_forget(Arena *a);
/* Bytes taken, in a region by all cells together. */
size_t arena_bytes(const Arena *a);

/* Nothing happens outside a region. */
void arena_lock(const Arena *a);
void arena_unlock(const Arena *a);

/* For arrays in malloc's memory: makes room for n elements of a size in the array that *list points
 * to, *room its present number; new elements are 0.  False: no memory, and nothing changed. */
bool array_room(void *list, size_t *room, size_t n, size_t size);

/* Publishes a value (release), after what it points to is complete; and reads it (acquire). */
#define arena_show(where, what) __atomic_store_n(where, what, __ATOMIC_RELEASE)
#define arena_see(where) __atomic_load_n(where, __ATOMIC_ACQUIRE)

#endif
