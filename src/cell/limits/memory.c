/* Replaces malloc, calloc, realloc and free in the whole cell, through the linker (ld --wrap), and
 * counts the blocks that are in use.  Also qsort: glibc's takes a block as large as the list, and
 * inside glibc malloc is not replaced. */
#include "cell/limits/limits.h"

#include <gmp.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* of Linux 5.14; musl does not name it */
#endif

/* ld --wrap gives these names.  NOLINT: reserved names */
void *__real_malloc(size_t n);
void *__real_calloc(size_t count, size_t n);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void __real_qsort(void *list, size_t n, size_t size, int (*order)(const void *, const void *));

/* A global, as malloc has no other way to find it.  when_full: does not return, see memory_limit.
 */
static struct {
    size_t used, max; /* bytes */
    void (*when_full)(void *data);
    void *data;
} memory = {.max = SIZE_MAX};

size_t memory_left(void)
{
    return memory.used < memory.max ? memory.max - memory.used : 0;
}

/* True if this many bytes more may be used.  When too many are in use already, as after a lower
 * limit was set, not even 0 more fit. */
static bool fits(size_t more)
{
    return more <= memory.max && memory.used <= memory.max - more;
}

/* The bytes of a block and of what malloc keeps before it, which is a quarter of a small block. */
static size_t block_bytes(void *p)
{
    return p ? malloc_usable_size(p) + sizeof(size_t) : 0;
}

/* Counts a new block, unless p is NULL, and returns it. */
static void *count_block(void *p)
{
    memory.used += block_bytes(p);
    return p;
}

/* Counts n bytes less; not below 0, since the C library's own blocks were not counted. */
static void uncount(size_t n)
{
    memory.used -= n < memory.used ? n : memory.used;
}

/* Returns p; calls when_full if it is NULL. */
static void *check_full(void *p)
{
    if (!p && memory.when_full) memory.when_full(memory.data);
    return p;
}

void *memory_resize(void *p, size_t n)
{
    size_t had = block_bytes(p);
    if (n > had && !fits(n - had)) return NULL;
    void *q = __real_realloc(p, n);
    if (!q && n > 0) return NULL; /* with n == 0 the block was freed */
    uncount(had);
    return count_block(q);
}

/* Maps twice as much, and gives back what lies before and behind the page.  aligned_alloc would
 * keep some of that, depending on the address, and the limit would not be the same in every run. */
void *memory_page(size_t n)
{
    char *p = MAP_FAILED;
    if (fits(n)) p = mmap(NULL, 2 * n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    size_t before = -(uintptr_t)p % n;
    if (before > 0) munmap(p, before);
    munmap(p + before + n, n - before);
    memory.used += n;
    madvise(p + before, n, n == MEMORY_PAGE ? MADV_HUGEPAGE : MADV_POPULATE_WRITE);
    return p + before;
}

void memory_free_page(void *p, size_t n)
{
    munmap(p, n);
    uncount(n);
}

void *__wrap_malloc(size_t n)
{
    return check_full(fits(n) ? count_block(__real_malloc(n)) : NULL);
}

void *__wrap_calloc(size_t count, size_t n)
{
    bool sized = n == 0 || count <= SIZE_MAX / n;
    return check_full(sized && fits(count * n) ? count_block(__real_calloc(count, n)) : NULL);
}

void *__wrap_realloc(void *p, size_t n)
{
    void *q = memory_resize(p, n);
    return n > 0 ? check_full(q) : q;
}

void __wrap_free(void *p)
{
    uncount(block_bytes(p));
    __real_free(p);
}

/* Checks that the block which glibc may take fits; it is freed before qsort returns. */
void __wrap_qsort(void *list, size_t n, size_t size, int (*order)(const void *, const void *))
{
    if (!fits(n * size)) check_full(NULL);
    __real_qsort(list, n, size, order);
}

static void *gmp_resize(void *p, size_t had, size_t n)
{
    (void)had;
    return __wrap_realloc(p, n);
}

static void gmp_free(void *p, size_t n)
{
    (void)n;
    __wrap_free(p);
}

void memory_limit(size_t bytes, void (*full)(void *data), void *data)
{
    memory.max = bytes;
    memory.when_full = full;
    memory.data = data;
    mp_set_memory_functions(__wrap_malloc, gmp_resize, gmp_free);
}
