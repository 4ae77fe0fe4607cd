/* Exact odds of an expression: every total with its weight over one denominator.
 *
 * All terms of an expression are rolled independently, so every subtree has odds of its own and
 * they are combined node by node; nothing is simulated.  Explosions, which never end in theory, are
 * computed in closed form where there is one; otherwise the odds are cut where almost nothing is
 * left, and the weight left out is known exactly.  The odds are those of ideal dice: the limits on
 * how often one die explodes or is rerolled (dice.h) do not apply.
 *
 * GMP aborts the program when memory runs out, so sizes are checked before anything is computed;
 * what is too large is refused.  No state is kept between calls. */
#pragma once

#include <gmp.h>

#include "core/dice/dice.h"
#include "core/ratio.h"

/* The tail: the weight that was cut off.  TAIL_ABOVE: all of it lies at `edge` or above,
 * TAIL_BELOW: at `edge` or below; the weight of every outcome listed is then exact. TAIL_SOMEWHERE:
 * the weight of each outcome may be too low, by up to the weight left out. */
typedef enum { TAIL_NONE, TAIL_ABOVE, TAIL_BELOW, TAIL_SOMEWHERE } Tail;

/* The outcomes of an expression, or of a part of it, with their weights.  Odds are "cut" if less
 * likely outcomes were left out (ODDS_CUT in odds_context.h).  Only the files that compute odds
 * change them. */
typedef struct {
    uint64_t effort;   /* the work of odds_of, in steps of about a nanosecond; counted, so the same
                          on every machine */
    size_t n;          /* outcomes */
    size_t width;      /* limbs of each weight */
    Ratio *value;      /* of each outcome; ascending */
    mp_limb_t *weight; /* of each outcome, above 0; read it by odds_weight */
    mpz_t total;       /* the denominator: all weights and left_out add up to it */
    mpz_t left_out;    /* the weight that was cut off; 0 when nothing was */
    Tail tail;         /* where left_out lies; TAIL_NONE: nothing was cut */
    Ratio edge;        /* where the tail begins, if it is ABOVE or BELOW */
    bool means_known;  /* of cut odds: the next two are set, from a closed form */
    mpq_t mean;        /* the mean of the value */
    mpq_t square;      /* the mean of its square */
} Odds;

/* The odds of an expression; the caller frees them with odds_free.  NULL, and err says why, when
 * they are too large or some rolls have no total (division by 0). */
Odds *odds_of(const Dice *d, Err *err);
void odds_free(Odds *o); /* NULL is fine */

/* Makes `weight` a read-only view of the i-th weight, valid as long as o; do not clear it. */
void odds_weight(const Odds *o, size_t i, mpz_t weight);

/* Sets mean and variance; the caller has initialised both.  False when something was left out and
 * there is no closed form: mean and variance are then those of the outcomes listed. */
bool odds_moments(const Odds *o, mpq_t mean, mpq_t variance);
/* Sets the chance of a total of dc or more; false when the weight left out could add to it. */
bool odds_at_least(const Odds *o, Ratio dc, mpq_t chance);
