/* The linker sends every malloc, calloc, realloc and free of the cell here (ld --wrap). */
#include "cell/limits/memory.h"

#include <gmp.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>

/* The names that ld --wrap asks for.  NOLINT: reserved names */
void *__real_malloc(size_t n);
void *__real_calloc(size_t count, size_t n);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t count, size_t n);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

/* A global, since malloc takes no pointer of ours. */
static struct {
    size_t used, max;
    void (*when_full)(void *data);
    void *data;
} memory = {.max = SIZE_MAX};

static bool fits(size_t more)
{
    return more <= memory.max && memory.used <= memory.max - more;
}

/* Counts a new block; p NULL: there was none. */
static void *counted(void *p)
{
    if (p) memory.used += malloc_usable_size(p);
    return p;
}

static void uncount(size_t n)
{
    memory.used -= n < memory.used ? n : memory.used;
}

/* Returns p, or ends a process that gets no more memory. */
static void *or_end(void *p)
{
    if (!p && memory.when_full) memory.when_full(memory.data);
    return p;
}

void *memory_resize(void *p, size_t n)
{
    size_t had = p ? malloc_usable_size(p) : 0;
    if (n > had && !fits(n - had)) return NULL;
    void *q = __real_realloc(p, n);
    if (!q && n > 0) return NULL;
    uncount(had);
    return counted(q);
}

void *__wrap_malloc(size_t n)
{
    return or_end(fits(n) ? counted(__real_malloc(n)) : NULL);
}

void *__wrap_calloc(size_t count, size_t n)
{
    bool sized = n == 0 || count <= SIZE_MAX / n;
    return or_end(sized && fits(count * n) ? counted(__real_calloc(count, n)) : NULL);
}

void *__wrap_realloc(void *p, size_t n)
{
    void *q = memory_resize(p, n);
    return n > 0 ? or_end(q) : q;
}

void __wrap_free(void *p)
{
    if (p) uncount(malloc_usable_size(p));
    __real_free(p);
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
