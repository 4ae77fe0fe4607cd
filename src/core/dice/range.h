/* What totals a part of a program can reach; dice_range's own. */
#ifndef CORE_DICE_RANGE_H
#define CORE_DICE_RANGE_H

#include "core/dice/program.h"

typedef struct {
    Ratio least, most;
    bool bottomless, topless; /* then least, most mean nothing */
    bool whole;               /* never a fraction */
} Range;

static inline Range range_of(int64_t least, int64_t most)
{
    return (Range){.least = {least, 1}, .most = {most, 1}, .whole = true};
}

/* count and sides: what was computed for them, or NULL. */
Range pool_range(const Pool *p, const Range *count, const Range *sides);
Range group_range(const Pool *p, const Range *parts, size_t n);

#endif
