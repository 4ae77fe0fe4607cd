/* Odds while they are reckoned: what the files of odds share.
 *
 * Weights lie side by side, each `width` limbs of GMP, the lowest limb first.  All weights of one
 * Odds add up to `total` at most, so a weight always fits the width of the total; and a row of
 * evenly spaced outcomes is one long number whose product with another such row is the row of
 * their sums (Kronecker's substitution).
 *
 * Functions that give Odds give NULL when the reckoning failed; the sentence is then written. */
#ifndef CORE_ODDS_RECKON_H
#define CORE_ODDS_RECKON_H

#include "core/dice/odds.h"
#include "core/dice/program.h"

enum { ODDS_OUTCOMES_MAX = 1 << 17 };
#ifndef ODDS_EFFORT_MAX
#define ODDS_ROOM_MAX (UINT64_C(1) << 26)    /* limbs asked for, all together */
#define ODDS_EFFORT_MAX UINT64_C(1300000000) /* about a nanosecond each */
#endif
enum { ODDS_TRIFLE = 40, ODDS_CUT = 48 }; /* 1/2^this is next to nothing; where to cut */

struct Odds {
    size_t n, width;
    Ratio *value;
    mp_limb_t *weight;
    mpz_t total, left;
    Tail tail;
    Ratio edge;
    bool closed; /* something was cut, but these are known: the means of value and its square */
    mpq_t mean, square;
};

typedef struct {
    const Dice *dice;
    Err *err;
    uint64_t effort, room; /* spent so far */
} OddsContext;

/* The reckoning has failed; returns false. */
bool reckon_fail(OddsContext *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool reckon_too_large(OddsContext *r);
bool reckon_no_memory(OddsContext *r);
/* Spends effort or room; false, with the sentence, when there is no more. */
bool reckon_effort(OddsContext *r, uint64_t limbs);
bool reckon_room(OddsContext *r, uint64_t limbs);
/* What a product of so many limbs takes. */
uint64_t reckon_product(size_t a, size_t b);
/* Zeroed limbs, within room; free() gives them back. */
mp_limb_t *reckon_limbs(OddsContext *r, size_t n);

size_t limbs_of(const mpz_t n); /* at least 1 */

/* --- making them: odds.c --- */

/* Empty, with room for n outcomes; total, left are 0. */
Odds *odds_new(OddsContext *r, size_t n, size_t width);
Odds *odds_certain(OddsContext *r, Ratio value);
static inline mp_limb_t *odds_limbs(const Odds *o, size_t i)
{
    return o->weight + i * o->width;
}
/* Appends an outcome of the weight in n limbs; 0 is passed over.  Values ascend. */
void odds_append(Odds *o, Ratio value, const mp_limb_t *weight, size_t n);
void odds_append_mpz(Odds *o, Ratio value, const mpz_t weight);
static inline bool odds_is_cut(const Odds *o)
{
    return mpz_sgn(o->left) != 0;
}
/* The sum of all weights from..to-1. */
void odds_mass(const Odds *o, size_t from, size_t to, mpz_t mass);
/* left = total less all weights; and says how it lies. */
void odds_settle_left(Odds *o, Tail tail, Ratio edge);
/* Drops what lies beyond the edge: always, or if it is a trifle; else the tail is somewhere. */
void odds_trim(Odds *o, bool always);
/* Divides by what all weights have in common. */
bool odds_reduce(OddsContext *r, Odds *o);
bool odds_same(const Odds *a, const Odds *b);
/* The means of the value and its square; false when they are not known. */
bool odds_means(const Odds *o, mpq_t mean, mpq_t square);
/* What was cut becomes an outcome at the edge. */
Odds *odds_collapse(OddsContext *r, Odds *o);
Odds *odds_negate(OddsContext *r, Odds *o); /* in place */

/* --- gathering outcomes in any order: odds_tally.c --- */

typedef struct {
    Ratio *value;
    mp_limb_t *weight, *product; /* product: room for one weight and one factor */
    size_t n, room, width, factor_max;
    uint32_t *slot; /* a hash of values: 1 + place, 0 when free */
    size_t slots;
} Tally;
bool tally_start(OddsContext *r, Tally *t, size_t width);
bool tally_add(OddsContext *r, Tally *t, Ratio value, const mp_limb_t *weight, size_t n);
/* The product of two weights. */
bool tally_add_product(OddsContext *r, Tally *t, Ratio value, const mp_limb_t *a, size_t an,
                       const mp_limb_t *b, size_t bn);
/* Sorted; total is not set.  The tally is empty then. */
Odds *tally_odds(OddsContext *r, Tally *t);
void tally_free(Tally *t);

/* --- putting together; arguments stay the caller's --- */

/* a + b, and the sum of n like it (n >= 0).  trim: what lies beyond the edge of a tail is dropped
 * even if it is no trifle. */
Odds *odds_sum(OddsContext *r, const Odds *a, const Odds *b, bool trim);
/* odds_power.c: the same in closed form, or *done is false and it is worth no while. */
Odds *odds_power(OddsContext *r, const Odds *o, int64_t n, bool *done);
Odds *odds_times(OddsContext *r, const Odds *o, int64_t n, bool trim);

Odds *odds_unary(OddsContext *r, NodeKind kind, const Odds *a);
Odds *odds_binary(OddsContext *r, NodeKind kind, const Odds *a, const Odds *b);
/* What a count makes of a value, and of each: successes less failures. */
Ratio score_value(const Score *s, Ratio v);
Odds *odds_score(OddsContext *r, const Score *s, const Odds *a);

/* How values lie: all are whole numbers of 1/den (den begins as 1 or what others need), and whole
 * steps from the first (step begins as 0).  False when that passes what is sensible. */
bool values_denominator(const Ratio *v, size_t n, int64_t *den);
bool values_step(const Ratio *v, size_t n, int64_t den, int64_t *step);
bool value_scaled(Ratio v, int64_t den, int64_t *n); /* v * den; false past 64 bits */

/* So many alike, each rolled for itself. */
typedef struct {
    const Odds *odds;
    int64_t count;
} Alike;
/* The sum of those sorted values from..to-1 that are kept, or with score (else NULL) their count.
 */
Odds *odds_kept(OddsContext *r, const Alike *all, size_t n, const Keep *keep, const Score *score);

/* The dice of a term, count and sides known. */
Odds *odds_pool(OddsContext *r, const Pool *p, const Cast *c);
Odds *odds_group(OddsContext *r, const Pool *p, Odds *const *parts, size_t n);

/* DiceList and how often they come up, as a die falls and stays; values may come again. */
typedef struct {
    int64_t *value;
    uint64_t *weight;
    size_t n, room;
} Sides;
Odds *sides_odds(OddsContext *r, const Sides *s, uint64_t total);

/* Dice that explode: what one counts that comes to rest, and one that explodes; first of the first
 * die, then of those that follow. */
enum { FIRST, LATER };
typedef struct {
    Sides calm[2], burst[2];
    uint64_t total; /* of calm and burst together */
} Chain;
/* The sum of one die and all that its explosions bring.  Exact up to some edge, which leaves next
 * to nothing out of the sum of `count` like it, or lies beyond `matters` if that can be: of values
 * outside of it nobody asks how large they are. */
Odds *odds_chain(OddsContext *r, const Chain *c, int64_t count, Span matters);
/* The kept ones of several such dice and all that they bring. */
Odds *odds_chains_kept(OddsContext *r, const Chain *c, int64_t count, const Keep *keep,
                       const Score *score);

#endif
