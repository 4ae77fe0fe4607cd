/* Memory for one Lua state: small blocks come from pools by size and go back to them, so that what
 * a turn leaves behind is what the next one takes.  (A third of malloc's work in a simulation was
 * to join and split such blocks.)  Large ones are malloc's.  Pools only grow; the process ends with
 * the state. */
#ifndef CELL_POOL_H
#define CELL_POOL_H

#include <stdbool.h>
#include <stddef.h>

enum { POOL_GRAIN = 16, POOL_MOST = 256 };

typedef struct {
    void *free[POOL_MOST / POOL_GRAIN + 1]; /* by size; each block begins with the next */
    char *fresh;                            /* what nobody had yet */
    size_t fresh_n;
} Pool;

/* As lua_Alloc has it: p had so many bytes and wants others; NULL when there are none.  Never fails
 * to shrink. */
void *pool_realloc(Pool *pool, void *p, size_t had, size_t want);

#endif
