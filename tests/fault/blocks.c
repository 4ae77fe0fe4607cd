/* blocks.c -- memory.c counts every block that the cell's C code takes: small ones with what malloc
 * adds to each, those of GMP, and what qsort takes for a while.
 *
 * Each row takes blocks until the limit says stop; malloc's own count of what is in use must then
 * be near the limit.  A row that comes above it has blocks that nobody counts.  */
#include "cell/limits/limits.h"

#include <gmp.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LIMIT = 24 << 20, /* bytes */
    NEAR = 256 << 10, /* bytes from the limit at which a row may stop: a little more than a block */
    BLOCKS_MAX = 4 << 20, /* more than fit below the limit, however small */
};

static jmp_buf out;
static void *blocks[BLOCKS_MAX]; /* static, since the limit would count memory of malloc */
static size_t taken;
static int passed, failed;

/* The limit calls this instead of giving memory. */
static void full(void *data)
{
    (void)data;
    longjmp(out, 1);
}

static size_t in_use(void)
{
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}

/* --- ways to take one more block ------------------------------------------------------------- */

static size_t size;

static void *by_malloc(void)
{
    return malloc(size);
}
static void *by_calloc(void)
{
    return calloc(size, 1);
}
static void *by_realloc(void)
{
    return realloc(malloc(size / 2), size);
}
static void *by_gmp(void)
{
    mpz_t n;
    mpz_init_set_ui(n, 7);
    mpz_mul_2exp(n, n, size);
    return mpz_limbs_write(n, 1); /* a number of GMP has one block */
}

static void count(bool fine)
{
    if (fine)
        passed++;
    else
        failed++;
}

/* Takes blocks of this size until the limit says stop, and compares with malloc's own count. */
static void row(const char *what, size_t bytes, void *(*take)(void))
{
    static size_t before, most; /* static: longjmp may spoil locals */
    before = in_use();
    size = bytes;
    taken = 0;
    memory_limit(LIMIT, full, NULL);
    if (setjmp(out) == 0)
        while (taken < BLOCKS_MAX) {
            void *block = take();
            blocks[taken++] = block;
        }
    most = in_use() - before;
    bool fine = taken < BLOCKS_MAX && most <= LIMIT + NEAR && most >= LIMIT - NEAR;
    if (!fine)
        printf("blocks of %zu bytes, %s: %zu KB in use at a limit of %d KB\n", bytes, what,
               most >> 10, LIMIT >> 10);
    count(fine);
    while (taken > 0) free(blocks[--taken]);
}

/* --- what is taken for a while ---------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

/* Sorts n bytes with `left` bytes free below the limit.  False if the limit stopped it. */
static bool sorts(size_t n, size_t left)
{
    static bool let;
    let = false;
    char *volatile all = malloc(LIMIT - left);
    if (setjmp(out) == 0) {
        qsort(all, n, 1, by_value);
        let = true;
    }
    free(all);
    return let;
}

int main(void)
{
    /* Below and above sizes to which malloc rounds up; the last is so large that it is mapped
     * alone. */
    static const size_t sizes[] = {1, 8, 24, 25, 40, 100, 500, 5000, 200000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        row("malloc", sizes[i], by_malloc);
        row("calloc", sizes[i], by_calloc);
        row("realloc", sizes[i], by_realloc);
        row("GMP", sizes[i] * 8, by_gmp);
    }
    memory_limit(LIMIT, full, NULL);
    /* qsort takes as much again as it sorts: 100 KB fit into a free MB, and 2 MB do not. */
    bool fine = sorts(100000, 1 << 20) && !sorts(2 << 20, 1 << 20);
    if (!fine) puts("qsort takes memory that is not counted");
    count(fine);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
