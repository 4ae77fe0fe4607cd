#include "cell/study/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN = alignof(max_align_t), BLOCK = 256 * 1024 };

struct ArenaBlock {
    ArenaBlock *next;
    alignas(max_align_t) char room[];
};

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
    n = (n + GRAIN - 1) / GRAIN * GRAIN;
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
    *a = (Arena){0};
}
