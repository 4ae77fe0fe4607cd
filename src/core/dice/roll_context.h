/* One roll while it falls: where dice come from, and what is written down. */
#ifndef CORE_DICE_FALL_H
#define CORE_DICE_FALL_H

#include "core/dice/program.h"

typedef struct {
    const Dice *dice;
    Rng *rng;           /* the source when not NULL */
    DiceSource *source; /* else this one */
    void *from;
    Roll *roll;     /* every die is written down here; NULL: only the total matters */
    int64_t fallen; /* dice so far, all repeats together */
    RollState state;
    Err *err;
} RollContext;

/* The roll has failed: returns false, like the functions below when it stops or fails. */
bool roll_context_fail(RollContext *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool roll_context_no_memory(RollContext *f);

/* The dice written down so far. */
static inline size_t roll_context_here(const RollContext *f)
{
    return f->roll ? f->roll->n : 0;
}
/* The dice from..to-1 do not count. */
void roll_context_drop(RollContext *f, size_t from, size_t to);

/* Rolls the dice of a pool. */
bool pool_roll(RollContext *f, const Pool *p, const Cast *c, int64_t *total);

#endif
