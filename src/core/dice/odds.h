/* Exact odds of an expression: every total and its weight over one denominator.
 *
 * All terms of an expression are rolled for themselves, so every part has its own odds and they
 * are put together node by node; no roll is ever simulated.  What is endless in theory (explosions)
 * is reckoned in closed form where there is one, and else cut where almost nothing is left: how
 * much was left out is told exactly.  The odds are those of ideal dice: the limits on how often one
 * die explodes or is rerolled when it is rolled do not count here.
 *
 * Sizes are bounded before anything is computed, since GMP ends the program when memory is out;
 * what is too large is refused with a sentence.  No state is kept between calls. */
#ifndef CORE_ODDS_H
#define CORE_ODDS_H

#include <gmp.h>

#include "core/dice/dice.h"
#include "core/ratio.h"

typedef struct Odds Odds;

/* NULL with a sentence: too large, or some rolls of it have no total (a division by 0).  The
 * caller's, until odds_free. */
Odds *odds_of(const Dice *d, Err *err);
void odds_free(Odds *o); /* NULL is fine */

/* The outcomes, from the least up; each can happen. */
size_t odds_count(const Odds *o);
Ratio odds_value(const Odds *o, size_t i);
/* A view of the weight, to be read only and not cleared; gone with o. */
void odds_weight(const Odds *o, size_t i, mpz_t weight);
/* What all weights and the weight left out add up to. */
mpz_srcptr odds_total(const Odds *o);

/* The weight of what was cut off, 0 when nothing was.  With an edge (TAIL_ABOVE: everything left
 * out is at least `edge`, TAIL_BELOW: at most) every outcome is exact; TAIL_SOMEWHERE: each
 * outcome is short by at most what was left out. */
typedef enum { TAIL_NONE, TAIL_ABOVE, TAIL_BELOW, TAIL_SOMEWHERE } Tail;
mpz_srcptr odds_left_out(const Odds *o);
Tail odds_tail(const Odds *o, Ratio *edge);

/* False when something was left out and there is no closed form: the figures are then those of
 * what is not left out.  The caller has mean and variance initialised. */
bool odds_moments(const Odds *o, mpq_t mean, mpq_t variance);
/* The chance of at least dc; false when what was left out could add to it. */
bool odds_at_least(const Odds *o, Ratio dc, mpq_t chance);

#endif
