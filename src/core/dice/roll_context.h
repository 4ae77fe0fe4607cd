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
} Fall;

/* The roll has failed: returns false, like the functions below when it stops or fails. */
bool fall_fail(Fall *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool fall_no_memory(Fall *f);

/* The dice written down so far. */
static inline size_t fall_here(const Fall *f)
{
    return f->roll ? f->roll->n : 0;
}
/* The dice from..to-1 do not count. */
void fall_drop(Fall *f, size_t from, size_t to);

/* Rolls the dice of a pool. */
bool pool_roll(Fall *f, const Pool *p, const Cast *c, int64_t *total);

#endif
