/* What can be said of an expression without rolling it. */
#include "core/dice/program.h"

const char *dice_text(const Dice *d)
{
    return d->text;
}

const char *dice_label(const Dice *d)
{
    return d->label;
}

bool dice_is_constant(const Dice *d)
{
    for (int i = 0; i < d->program.n; i++)
        if (d->program.nodes[i].kind == NODE_POOL) return false;
    return true;
}

/* Every further draw of a pool is of the same die, so the first `count` are certain in any case;
 * but not what comes after, when there may be more of them. */
static bool certain(const Pool *p)
{
    return p->count != COMPUTED && p->sides != COMPUTED;
}

static bool ends_there(const Pool *p)
{
    return p->reroll == REROLL_NEVER && p->explode == EXPLODE_NEVER;
}

size_t dice_first(const Dice *d, int64_t *sides, size_t room)
{
    size_t n = 0;
    int64_t times = d->repeats ? d->repeats : 1;
    for (int64_t i = 0; i < times; i++)
        for (int k = 0; k < d->program.n; k++) {
            if (d->program.nodes[k].kind != NODE_POOL) continue;
            const Pool *p = &d->program.pools[d->program.nodes[k].pool];
            if (!certain(p)) return n;
            for (int64_t die = 0; die < p->count; die++, n++)
                if (n < room) sides[n] = p->sides;
            if (!ends_there(p)) return n;
        }
    return n;
}
