/* The blocks of Lua (why, and which are small: limits.h).  Small ones are cut from pages; a free
 * one is in the list of its size, and begins with a pointer to the next.  A page whose blocks are
 * all free goes back to the system, so that garbage of one size leaves room for others. */
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

/* Returns the index of the list in the pool whose blocks hold n bytes. */
static size_t size_class(size_t n)
{
    return (n + BLOCK_GRAIN - 1) / BLOCK_GRAIN;
}

/* Returns the page of a small block, by binary search; NULL: the cell made the block, before this
 * worker was forked and began a pool of its own. */
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

/* Begins a new page, from which blocks of this kind are cut from here on.  The rest of the page
 * before stays unused: as one free block, it would soon hold a short text, which would keep the
 * whole page.  False: the limit is reached. */
static bool begin_page(BlockPool *pool, FreshKind kind)
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
    /* The list is sorted by address, for page_of. */
    for (; i > 0 && (uintptr_t)pool->page[i - 1].at > (uintptr_t)at; i--)
        pool->page[i] = pool->page[i - 1];
    pool->page[i] = (PoolPage){.at = at};
    pool->pages++;
    pool->fresh[kind] = at;
    pool->fresh_n[kind] = pool->page_bytes;
    return true;
}

/* Adds the bytes of each free block to `idle` of its page.  Returns the number of free blocks. */
static size_t add_up_free(BlockPool *pool)
{
    size_t blocks = 0;
    for (size_t n = 0; n <= BLOCK_SMALL / BLOCK_GRAIN; n++)
        for (void *p = pool->free[n], *next; p; p = next, blocks++) {
            PoolPage *page = page_of(pool, p);
            if (page) page->idle += n * BLOCK_GRAIN;
            memcpy(&next, p, sizeof next);
        }
    return blocks;
}

static bool is_all_free(const BlockPool *pool, const PoolPage *page)
{
    return page->idle == pool->page_bytes;
}

/* Takes the blocks of pages that are all free out of the lists, and links the others again. */
static void drop_free(BlockPool *pool)
{
    for (size_t n = 0; n <= BLOCK_SMALL / BLOCK_GRAIN; n++) {
        void *p = pool->free[n], *last = &pool->free[n], *next;
        for (; p; p = next) {
            const PoolPage *page = page_of(pool, p);
            memcpy(&next, p, sizeof next);
            if (page && is_all_free(pool, page)) continue;
            memcpy(last, &p, sizeof p);
            last = p;
        }
        memcpy(last, &p, sizeof p);
    }
}

size_t pool_release(BlockPool *pool)
{
    size_t kept = 0, pages = pool->pages;
    for (size_t i = 0; i < pages; i++) pool->page[i].idle = pool->page[i].unused;
    size_t blocks = add_up_free(pool);
    drop_free(pool);
    for (size_t i = 0; i < pages; i++)
        if (is_all_free(pool, &pool->page[i]))
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

/* Returns a block of n bytes: a free one of this size, or one that is cut from a page; a large one
 * from malloc.  NULL: the limit is reached. */
static void *pool_take(BlockPool *pool, size_t n)
{
    if (!is_small(n)) return memory_resize(NULL, n);
    void **list = &pool->free[size_class(n)], *p = *list;
    if (p) {
        memcpy(list, p, sizeof *list);
        __builtin_prefetch(*list, 1); /* the next free block, which is hardly in the cache */
        return p;
    }
    FreshKind kind = n > BLOCK_TINY && pool->pages >= PAGES_MIXED ? FRESH_OTHER : FRESH_TINY;
    size_t size = size_class(n) * BLOCK_GRAIN;
    if (pool->fresh_n[kind] < size && !begin_page(pool, kind)) return NULL;
    p = pool->fresh[kind];
    pool->fresh[kind] += size;
    pool->fresh_n[kind] -= size;
    return p;
}

/* Lua requires that shrinking never fails: a block that cannot move stays, larger than needed. */
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
