/* Internals shared by the files that compute odds (odds*.c).  odds.c goes over the nodes of an
 * expression; odds_pool.c finds the odds of one term of dice, with odds_explode.c, odds_kept.c and
 * odds_sum.c; odds_apply.c applies operators; odds_outcomes.c has what all of them need.
 *
 * A weight is a natural number of `width` GMP limbs, lowest limb first; the weights of one Odds
 * stand side by side in one array.  They add up to its `total` at most, so the width of the total
 * is room enough for each.  An array of evenly spaced outcomes is therefore one long number, and
 * the product of two such numbers is the array of their sums (Kronecker substitution; see von zur
 * Gathen and Gerhard, Modern Computer Algebra, 8.4).
 *
 * Functions that return Odds return NULL, and functions that return bool false, after setting
 * ctx->err.  Arguments stay the caller's; results are the caller's, until odds_free. */
#pragma once

#include "core/dice/odds.h"
#include "core/dice/program.h"

enum { ODDS_OUTCOMES_MAX = 1 << 17 }; /* more rows than anybody reads; d100000 fits */
/* The limits on one call of odds_of, so that it takes about a second and half a GiB at worst;
 * fuzzing sets smaller ones.  They are charged step by step, so an expression may be refused after
 * a second of work. */
#ifndef ODDS_EFFORT_MAX
#define ODDS_ROOM_MAX (UINT64_C(1) << 26)    /* limbs allocated in all */
#define ODDS_EFFORT_MAX UINT64_C(1300000000) /* steps of about a nanosecond */
#endif
/* ODDS_CUT: explosions without end are cut where less than 2^-ODDS_CUT of the total is left.
 * ODDS_NEGLIGIBLE: when cut odds are added, the sums beyond the edge weigh too little, since some
 * ways to reach them were cut off.  If all of them together weigh less than 2^-ODDS_NEGLIGIBLE of
 * the total, which no figure shows, they are dropped; the outcomes that are left are then exact.
 * Each die that is added makes the sums beyond the edge some 20 times heavier: a cut of 48 allows
 * four d6!, one of 41 only two. */
enum { ODDS_NEGLIGIBLE = 40, ODDS_CUT = 48 };

/* One call of odds_of: its errors, and the effort and room spent so far. */
typedef struct {
    const Dice *dice;
    Err *err;
    uint64_t effort, room;
} OddsContext;

/* --- limits and errors: odds_outcomes.c --- */

/* These four set ctx->err and return false. */
bool odds_fail(OddsContext *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool odds_too_large(OddsContext *ctx);
bool odds_no_memory(OddsContext *ctx);
bool odds_past_64_bits(OddsContext *ctx);
/* These two charge what is about to be spent; false past the limit.  Besides the limbs, an
 * operation of GMP is charged with 20 to 80 steps, for its calls, carries and reading of memory. */
bool odds_spend_effort(OddsContext *ctx, uint64_t steps);
bool odds_spend_room(OddsContext *ctx, uint64_t limbs);
/* The effort of multiplying numbers of a and b limbs. */
uint64_t odds_product_effort(size_t a, size_t b);
/* Multiplies a and b, of an and bn limbs, into an + bn limbs. */
void odds_multiply(mp_limb_t *product, const mp_limb_t *a, size_t an, const mp_limb_t *b,
                   size_t bn);
/* Zeroed limbs, charged to the limit on memory; the caller frees them with free(). */
mp_limb_t *odds_alloc(OddsContext *ctx, size_t n);

size_t limbs_of(const mpz_t n); /* at least 1 */

/* --- arrays of outcomes: odds_outcomes.c --- */

/* Makes odds without outcomes, with room for n; total and left_out are 0.  NULL: err says why. */
Odds *odds_new(OddsContext *ctx, size_t n, size_t width);
/* Makes odds of one outcome, with weight 1 of 1. */
Odds *odds_certain(OddsContext *ctx, Ratio value);
static inline mp_limb_t *odds_weight_limbs(const Odds *o, size_t i)
{
    return o->weight + i * o->width;
}
/* Appends an outcome with the weight in n limbs, unless that weight is 0.  Values must ascend. */
void odds_append(Odds *o, Ratio value, const mp_limb_t *weight, size_t n);
void odds_append_mpz(Odds *o, Ratio value, const mpz_t weight);
static inline bool odds_is_cut(const Odds *o)
{
    return mpz_sgn(o->left_out) != 0;
}
/* The sum of the weights from..to-1. */
void odds_mass(const Odds *o, size_t from, size_t to, mpz_t mass);
/* Sets left_out to the total less all weights, and by tail and edge where that lies. */
void odds_set_tail(Odds *o, Tail tail, Ratio edge);
/* `count` independent rolls with the same odds. */
typedef struct {
    const Odds *odds;
    int64_t count;
} SameOdds;
/* Returns the side on which the tails of all these odds lie, and sets *edge to the nearest of their
 * edges.  TAIL_SOMEWHERE: they lie on both sides, and the edge means nothing.  TAIL_NONE: nothing
 * was cut. */
Tail odds_common_tail(const SameOdds *all, size_t n, Ratio *edge);
/* Which outcomes beyond the edge of a tail are dropped: those whose weight is negligible
 * (ODDS_NEGLIGIBLE), or all. */
typedef enum { TRIM_NEGLIGIBLE, TRIM_ALL } Trim;
/* Drops outcomes beyond the edge.  When some are left there, the tail becomes TAIL_SOMEWHERE. */
void odds_trim(Odds *o, Trim trim);
/* True when neither was cut and all outcomes are the same. */
bool odds_equal(const Odds *a, const Odds *b);
/* Sets the means of the value and of its square; false when they are not known. */
bool odds_means(const Odds *o, mpq_t mean, mpq_t square);
/* Sets the means of o, the cut odds of a `kind` b.  They are known if those of a and b are, and the
 * operator is +, -, *, a division by one number or a minus sign. */
void odds_set_means(Odds *o, NodeKind kind, const Odds *a, const Odds *b);
void odds_reverse(Odds *o); /* reverses the order of the outcomes */
/* These three take over o and return it, or another in its place. */
Odds *odds_reduce(OddsContext *ctx, Odds *o);   /* divides all weights by their common divisor */
Odds *odds_negate(OddsContext *ctx, Odds *o);   /* negates all values */
Odds *odds_collapse(OddsContext *ctx, Odds *o); /* a tail with an edge becomes an outcome there */

/* A hash table that collects outcomes in any order, adding up weights of equal values. */
typedef struct {
    Ratio *value;      /* n of them, in the order in which they came; there is room for `room` */
    mp_limb_t *weight; /* of each value, `width` limbs */
    size_t n, room, width;
    uint32_t *slot;     /* 1 + index of a value; 0: free */
    size_t slots;       /* how many; a power of 2 */
    mp_limb_t *product; /* scratch for outcomes_add_product, of product_room limbs */
    size_t product_room;
} OutcomeMap;
bool outcomes_start(OddsContext *ctx, OutcomeMap *map, size_t width);
bool outcomes_add(OddsContext *ctx, OutcomeMap *map, Ratio value, const mp_limb_t *weight,
                  size_t n);
/* Adds an outcome whose weight is the product of a and b, of an and bn limbs. */
bool outcomes_add_product(OddsContext *ctx, OutcomeMap *map, Ratio value, const mp_limb_t *a,
                          size_t an, const mp_limb_t *b, size_t bn);
/* Adds all outcomes of o, each weight times `by`. */
bool outcomes_add_all(OddsContext *ctx, OutcomeMap *map, const Odds *o, const mpz_t by);
/* The outcomes, sorted; where they weigh less than the total, the tail is TAIL_SOMEWHERE.  fits:
 * false if collecting them failed; then returns NULL.  Frees the map in any case. */
Odds *outcomes_finish(OddsContext *ctx, OutcomeMap *map, bool fits, const mpz_t total);

/* --- evenly spaced values: odds_sum.c --- */

/* The values (base + i * step) / den. */
typedef struct {
    int64_t den, step, base;
} Lattice;
/* Widens a lattice, which begins with den 1 and step 0, so that the n values, too, are whole steps
 * apart.  False when the numbers become too large for a lattice. */
bool lattice_widen(Lattice *l, const Ratio *v, size_t n);
/* Sets the place of each value, in steps above the lowest, and *base to the lowest times den. */
bool lattice_places(const Lattice *l, const Ratio *v, size_t n, int64_t *place, int64_t *base);
/* The outcomes that n weights in a row stand for; weights of 0 are skipped.  index: the place i of
 * each weight; NULL: 0, 1, 2, ... */
Odds *lattice_odds(OddsContext *ctx, const Lattice *l, const mp_limb_t *weight, size_t n,
                   size_t width, const int64_t *index);

/* --- sums: odds_sum.c --- */

/* Applies an operator to every pair of outcomes.  If a or b was cut, the tail of the result is
 * TAIL_SOMEWHERE. */
Odds *odds_pairs(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b);

/* a + b. */
Odds *odds_sum(OddsContext *ctx, const Odds *a, const Odds *b, Trim trim);
/* The sum of n rolls of o, n >= 0. */
Odds *odds_times(OddsContext *ctx, const Odds *o, int64_t n, Trim trim);
static inline Odds *odds_copy(OddsContext *ctx, const Odds *o)
{
    return odds_times(ctx, o, 1, TRIM_NEGLIGIBLE);
}

/* --- operators: odds_apply.c --- */

Odds *odds_unary(OddsContext *ctx, NodeKind kind, const Odds *a);
Odds *odds_binary(OddsContext *ctx, NodeKind kind, const Odds *a, const Odds *b);
/* The odds of the score: each value of a counts as 1 (success), -1 (failure) or 0. */
Odds *odds_score(OddsContext *ctx, const Score *s, const Odds *a);

/* --- keep and drop: odds_kept.c --- */

/* The sum of the dice that are kept when all dice of the n kinds in `all` are sorted; with a score
 * (else NULL), the count of successes less failures among those kept. */
Odds *odds_kept(OddsContext *ctx, const SameOdds *all, size_t n, const Keep *keep,
                const Score *score);

/* --- explosions: odds_explode.c --- */

/* A die that explodes.  A calm face is one at which the die stops; a burst is one that brings one
 * die more.  The FIRST die may differ from the LATER ones, which explosions bring (penetrating
 * dice). */
enum { FIRST, LATER };
typedef struct {
    Odds *calm[2], *burst[2]; /* the total of each is the weight of its outcomes, and fits a limb */
    uint64_t total[2];        /* the weight of calm faces and bursts together */
} ExplodingDie;
/* The sum of one die and all dice that its explosions bring, exact up to an edge.  Values outside
 * of `matters` need not be told apart, so the edge lies just beyond it if there is room; otherwise
 * so far out that the sum of `count` such dice leaves next to nothing out.  Changes the die. */
Odds *exploding_odds(OddsContext *ctx, ExplodingDie *die, int64_t count, FaceRange matters);
/* The odds of the sum of the dice kept, or of their score, among `count` such dice and all that
 * they bring. */
Odds *exploding_odds_kept(OddsContext *ctx, const ExplodingDie *die, int64_t count,
                          const Keep *keep, const Score *score);

/* --- terms: odds_pool.c --- */

/* The odds of one term of dice, and of a group. */
Odds *odds_pool(OddsContext *ctx, const DicePool *p, const ResolvedPool *resolved);
Odds *odds_group(OddsContext *ctx, const DicePool *p, Odds *const *parts, size_t n);
