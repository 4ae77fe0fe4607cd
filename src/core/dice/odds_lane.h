/* Sums of kept values, as rows of weights: a place for every sum that can be reached. */
#ifndef CORE_ODDS_LANE_H
#define CORE_ODDS_LANE_H

#include "core/dice/odds_context.h"

/* A sum of `kept` values is (kept * base + place's sum * step) / den.  Each value is some whole
 * steps above the base: its `high`. */
typedef struct {
    int64_t den, step, base, kept;
    int64_t *high; /* of each value given */
    int64_t *sum;  /* of each place, ascending; NULL: place i has sum i */
    size_t places, width;
    mp_limb_t *scratch;
} Lanes;
bool lanes_open(OddsContext *r, Lanes *l, const Ratio *value, size_t n, int64_t kept, size_t width);
void lanes_close(Lanes *l);

/* One row; used: places from here on are 0. */
typedef struct {
    mp_limb_t *weight; /* NULL: all 0 */
    size_t used;
} Lane;
/* to += from * by, so many steps higher. */
bool lane_add(OddsContext *r, Lanes *l, Lane *to, const Lane *from, int64_t higher, const mpz_t by);
bool lane_one(OddsContext *r, Lanes *l, Lane *lane); /* 1 at sum 0 */
void lane_clear(Lane *lane);
Odds *lane_odds(OddsContext *r, const Lanes *l, const Lane *lane);

#endif
