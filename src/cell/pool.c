#include "cell/pool.h"

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define POOLED 0 /* the sanitizer sees each block by itself */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POOLED 0
#endif
#endif
#ifndef POOLED
#define POOLED 1
#endif

enum { CHUNK = 64 * 1024 };

static bool is_small(size_t n)
{
    return POOLED && n <= POOL_MOST;
}

static size_t size_class(size_t n)
{
    return (n + POOL_GRAIN - 1) / POOL_GRAIN;
}

static void give(Pool *pool, void *p, size_t n)
{
    if (!p) return;
    if (!is_small(n)) {
        free(p);
        return;
    }
    void **list = &pool->free[size_class(n)];
    memcpy(p, list, sizeof *list);
    *list = p;
}

static void *take(Pool *pool, size_t n)
{
    if (!is_small(n)) return malloc(n);
    void **list = &pool->free[size_class(n)], *p = *list;
    if (p) {
        memcpy(list, p, sizeof *list);
        return p;
    }
    size_t size = size_class(n) * POOL_GRAIN;
    if (pool->fresh_n < size) {
        char *chunk = malloc(CHUNK);
        if (!chunk) return NULL;
        pool->fresh = chunk;
        pool->fresh_n = CHUNK;
    }
    p = pool->fresh;
    pool->fresh += size;
    pool->fresh_n -= size;
    return p;
}

void *pool_realloc(Pool *pool, void *p, size_t had, size_t want)
{
    if (want == 0) {
        give(pool, p, had);
        return NULL;
    }
    if (p && is_small(had) && is_small(want) && size_class(had) == size_class(want)) return p;
    if (p && !is_small(had) && !is_small(want)) return realloc(p, want);
    void *q = take(pool, want);
    if (!q)
        return p && want <= had ? p
                                : NULL; /* it stays where it is, and is larger than anybody knows */
    if (p) memcpy(q, p, had < want ? had : want);
    give(pool, p, had);
    return q;
}
