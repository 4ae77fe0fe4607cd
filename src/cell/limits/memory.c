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

static size_t used, max = SIZE_MAX;
static void (*when_full)(void *data);
static void *full_data;

static bool fits(size_t more)
{
    return more <= max && used <= max - more;
}

/* Counts a new block; p NULL: there was none. */
static void *counted(void *p)
{
    if (p) used += malloc_usable_size(p);
    return p;
}

static void uncount(size_t n)
{
    used -= n < used ? n : used;
}

/* Gives p, or ends a process that gets no more memory. */
static void *or_end(void *p)
{
    if (!p && when_full) when_full(full_data);
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
    max = bytes;
    when_full = full;
    full_data = data;
    mp_set_memory_functions(__wrap_malloc, gmp_resize, gmp_free);
}
