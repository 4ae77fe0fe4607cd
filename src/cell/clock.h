/* In-fiction time: whole seconds, countdowns that fall due in a stated order, and how a clock reads. */
#ifndef CELL_CLOCK_H
#define CELL_CLOCK_H

#include <lua.h>

#include "core/text.h"

/* Of n countdowns (seconds left, in the order made; negative: stands still) the one that falls due
 * first within a stretch: the least, and among equals the one made first.  -1 when none does. */
long clock_first(const int64_t *left, size_t n, int64_t stretch);

typedef struct {
    int64_t day; /* from 1 */
    int hour, minute, second;
} ClockParts;
ClockParts clock_parts(int64_t seconds);

/* Registers first, spend, parts, read in the table on top. */
void lib_clock(lua_State *L);

#endif
