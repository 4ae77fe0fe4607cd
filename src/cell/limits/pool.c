/* The blocks of Lua.  Small ones lie in pages, and go back to lists by size; a page whose blocks
 * are all free goes back to the system, so that garbage of one size leaves room for other sizes. */
#include "cell/limits/limits.h"

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define POOLED 0 /* so that the sanitizer watches each block */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POOLED 0
#endif
#endif
#ifndef POOLED
#define POOLED 1
#endif

static bool is_small(size_t n)
{
    return POOLED && n <= BLOCK_SMALL;
}

static size_t size_class(size_t n)
{
    return (n + BLOCK_GRAIN - 1) / BLOCK_GRAIN;
}

/* Returns the page of a block; NULL: it is of the parent process. */
static PoolPage *page_of(const BlockPool *pool, const void *p)
{
    size_t low = 0, high = pool->pages, bytes = pool->page_bytes;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)p - (uintptr_t)pool->page[middle].at < bytes) return &pool->page[middle];
        if ((uintptr_t)pool->page[middle].at < (uintptr_t)p)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Makes blocks from a new page from here on.  The rest of the page before stays unused: as a block
 * of its own size, it would soon be held by a short text, and hold its page. */
static bool begin_page(BlockPool *pool, size_t kind)
{
    enum { ROOM = 64 }; /* pages that the list grows by; any number would do */
    size_t i = pool->pages;
    if (i % ROOM == 0) {
        PoolPage *list = memory_resize(pool->page, (i + ROOM) * sizeof *list);
        if (!list) return false;
        pool->page = list;
    }
    char *at = memory_page(pool->page_bytes);
    if (!at) return false;
    if (pool->fresh_n[kind] > 0) page_of(pool, pool->fresh[kind])->unused = pool->fresh_n[kind];
    for (; i > 0 && (uintptr_t)pool->page[i - 1].at > (uintptr_t)at; i--)
        pool->page[i] = pool->page[i - 1];
    pool->page[i] = (PoolPage){.at = at};
    pool->pages++;
    pool->fresh[kind] = at;
    pool->fresh_n[kind] = pool->page_bytes;
    return true;
}

/* Adds up the bytes of the free blocks in each page; drop: instead takes those from the lists whose
 * page is all free.  Returns the number of blocks. */
static size_t sweep(BlockPool *pool, bool drop)
{
    size_t blocks = 0;
    for (size_t n = 0; n <= BLOCK_SMALL / BLOCK_GRAIN; n++) {
        void *p = pool->free[n], *last = &pool->free[n], *next;
        for (; p; p = next, blocks++) {
            PoolPage *page = page_of(pool, p);
            memcpy(&next, p, sizeof next);
            if (page && !drop) page->idle += n * BLOCK_GRAIN;
            if (page && drop && page->idle == pool->page_bytes) continue;
            memcpy(last, &p, sizeof p);
            last = p;
        }
        memcpy(last, &p, sizeof p);
    }
    return blocks;
}

size_t pool_release(BlockPool *pool)
{
    size_t kept = 0, pages = pool->pages;
    for (size_t i = 0; i < pages; i++) pool->page[i].idle = pool->page[i].unused;
    size_t blocks = sweep(pool, false);
    sweep(pool, true);
    for (size_t i = 0; i < pages; i++)
        if (pool->page[i].idle == pool->page_bytes)
            memory_free_page(pool->page[i].at, pool->page_bytes);
        else
            pool->page[kept++] = pool->page[i];
    pool->pages = kept;
    return blocks;
}

void pool_free(BlockPool *pool, void *p, size_t n)
{
    if (!is_small(n)) free(p);
    if (!p || !is_small(n)) return;
    void **list = &pool->free[size_class(n)];
    memcpy(p, list, sizeof *list);
    *list = p;
}

static void *pool_take(BlockPool *pool, size_t n)
{
    if (!is_small(n)) return memory_resize(NULL, n);
    void **list = &pool->free[size_class(n)], *p = *list;
    if (p) {
        memcpy(list, p, sizeof *list);
        __builtin_prefetch(*list, 1); /* the next block, which is likely to be cold */
        return p;
    }
    size_t kind = n > BLOCK_TINY && pool->pages >= PAGES_MIXED;
    size_t size = size_class(n) * BLOCK_GRAIN;
    if (pool->fresh_n[kind] < size && !begin_page(pool, kind)) return NULL;
    p = pool->fresh[kind];
    pool->fresh[kind] += size;
    pool->fresh_n[kind] -= size;
    return p;
}

/* Like realloc.  Lua requires that shrinking never fails, so a block that cannot move stays as it
 * is, larger than Lua knows. */
void *pool_resize(BlockPool *pool, void *p, size_t had, size_t want)
{
    if (p && is_small(had) && is_small(want) && size_class(had) == size_class(want)) return p;
    if (p && !is_small(had) && !is_small(want)) return memory_resize(p, want);
    void *q = pool_take(pool, want);
    if (!q) return p && want <= had ? p : NULL;
    if (p) memcpy(q, p, had < want ? had : want);
    pool_free(pool, p, had);
    return q;
}
