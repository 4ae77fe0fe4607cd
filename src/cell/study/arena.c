#include "cell/study/arena.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/wire.h"

enum { GRAIN = 16, BLOCK = 256 * 1024 };

struct ArenaBlock {
    ArenaBlock *next;
    _Alignas(GRAIN) char room[];
};

typedef enum {
    REGION_NEW,
    REGION_OPENING, /* one cell makes the lock */
    REGION_OPEN,
    REGION_LEFT /* a private copy */
} RegionState;

struct Region {
    int state; /* RegionState; the rest is valid from OPEN on */
    pthread_mutex_t lock;
    void *root;
    size_t used;
    _Alignas(GRAIN) char room[];
};

/* --- regions --- */

/* The address of every region: between those that programs and libraries get on x86-64 and aarch64
 * Linux. */
static void *const PLACE = (void *)UINT64_C(0x200000000000);
enum { SPINS_MAX = 100000000 }; /* of waiting for another cell to make the lock */

static bool make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attr;
    if (pthread_mutexattr_init(&attr) != 0) return false;
    bool made = pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0 &&
                pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST) == 0 &&
                pthread_mutex_init(lock, &attr) == 0;
    pthread_mutexattr_destroy(&attr);
    return made;
}

/* The first cell makes the lock (robust: it survives the death of its holder,
 * pthread_mutex_lock(3)). The others wait for it a moment, and else go without sharing. */
static bool open_region(Region *region)
{
    int state = REGION_NEW;
    if (__atomic_compare_exchange_n(&region->state, &state, REGION_OPENING, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        if (!make_lock(&region->lock)) return false;
        __atomic_store_n(&region->state, REGION_OPEN, __ATOMIC_RELEASE);
        return true;
    }
    for (int i = 0; i < SPINS_MAX && state == REGION_OPENING; i++)
        state = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);
    return state == REGION_OPEN;
}

Region *region_map(int fd)
{
    void *map = mmap(PLACE, CELL_SHARED_BYTES, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0);
    if (map == MAP_FAILED) return NULL;
    if (map == PLACE && open_region(map)) return map;
    munmap(map, CELL_SHARED_BYTES);
    return NULL;
}

static void *take_from(Region *region, size_t n)
{
    if (n > CELL_SHARED_BYTES - sizeof *region - region->used) return NULL;
    void *p = region->room + region->used;
    region->used += n;
    return p;
}

static size_t round_up(size_t n)
{
    return (n + GRAIN - 1) / GRAIN * GRAIN;
}

void *region_root(Region *region, size_t n)
{
    const Arena a = {.region = region};
    arena_lock(&a);
    if (!region->root) region->root = take_from(region, round_up(n));
    arena_unlock(&a);
    return region->root;
}

/* The copy is complete before it replaces the mapping, so a failure leaves the region shared. */
bool region_leave(Region *region)
{
    const Arena a = {.region = region};
    Region *own = mmap(NULL, CELL_SHARED_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (own == MAP_FAILED) return false;
    arena_lock(&a);
    memcpy(own, region, sizeof *region + region->used);
    arena_unlock(&a);
    own->state = REGION_LEFT;
    if (mremap(own, CELL_SHARED_BYTES, CELL_SHARED_BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, region) ==
        region)
        return true;
    munmap(own, CELL_SHARED_BYTES);
    return false;
}

/* --- arenas --- */

static bool is_open(const Region *region)
{
    return region && region->state == REGION_OPEN;
}

void arena_lock(const Arena *a)
{
    if (is_open(a->region) && pthread_mutex_lock(&a->region->lock) == EOWNERDEAD)
        pthread_mutex_consistent(&a->region->lock);
}

void arena_unlock(const Arena *a)
{
    if (is_open(a->region)) pthread_mutex_unlock(&a->region->lock);
}

static bool open_block(Arena *a, size_t n)
{
    size_t size = n > BLOCK ? n : BLOCK;
    ArenaBlock *b = calloc(1, sizeof *b + size);
    if (!b) return false;
    b->next = a->blocks;
    a->blocks = b;
    a->at = b->room;
    a->left = size;
    return true;
}

void *arena_take(Arena *a, size_t n)
{
    if (n > SIZE_MAX / 2) return NULL;
    n = round_up(n);
    if (a->region) return take_from(a->region, n);
    if (n > a->left && !open_block(a, n)) return NULL;
    void *p = a->at;
    a->at += n;
    a->left -= n;
    a->bytes += n;
    return p;
}

void arena_forget(Arena *a)
{
    for (ArenaBlock *b = a->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    *a = (Arena){.region = a->region};
}

size_t arena_bytes(const Arena *a)
{
    return a->region ? __atomic_load_n(&a->region->used, __ATOMIC_RELAXED) : a->bytes;
}

bool array_room(void *list, size_t *room, size_t n, size_t size)
{
    if (n <= *room) return true;
    size_t more = *room ? *room * 2 : 32;
    if (more < n) more = n;
    void *p = realloc(*(void **)list, more * size);
    if (!p) return false;
    memset((char *)p + *room * size, 0, (more - *room) * size);
    *(void **)list = p;
    *room = more;
    return true;
}
