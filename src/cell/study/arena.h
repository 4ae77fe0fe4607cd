/* Room that is taken bit by bit and given back all at once.  It is ours alone; or it lies in a
 * region, which several cells map at the same address, so that what one of them makes there can be
 * pointed to, and read, by all.
 *
 * Who makes something in a region holds its lock, and lets others see it when it is whole
 * (arena_show): who only reads needs no lock, and a cell that dies while it holds the lock leaves
 * nothing half made in sight. */
#ifndef CELL_ARENA_H
#define CELL_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Region Region;
typedef struct Block Block;

typedef struct {
    Region *region; /* NULL: ours alone */
    Block *blocks;
    char *at; /* the next that is free in the newest block, and so many bytes */
    size_t left, bytes;
} Arena;

/* Maps a descriptor that other cells have too, made by the campaign side (wire.h).  NULL: it cannot
 * be shared here. */
Region *region_map(int fd);
/* What all begin with: so many bytes, of the first who asks 0.  NULL: no memory. */
void *region_root(Region *region, size_t n);
/* From now on it is a copy of our own, at the same place: all in it can be pointed to as before,
 * and nobody else sees what we make, nor we what they make.  What several processors read, each
 * reads slower than what it has alone.  false: it is shared still. */
bool region_leave(Region *region);

/* n bytes, all 0, aligned for anything; NULL: no memory.  In a region: under the lock. */
void *arena_take(Arena *a, size_t n);
/* All that was taken is gone; not in a region. */
void arena_forget(Arena *a);
/* So much was taken, by whomever. */
size_t arena_bytes(const Arena *a);

/* Nothing to do where it is ours alone. */
void arena_lock(const Arena *a);
void arena_unlock(const Arena *a);

/* A pointer that others read, set when what it points to is whole; and read. */
#define arena_show(where, what) __atomic_store_n(where, what, __ATOMIC_RELEASE)
#define arena_see(where) __atomic_load_n(where, __ATOMIC_ACQUIRE)

#endif
