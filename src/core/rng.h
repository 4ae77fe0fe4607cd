/* The seeded generator: xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47, 2021), seeded by splitmix64 (Steele, Lea and Flood, OOPSLA 2014).  It
 * is a plain value: copy it to save its state.
 *
 * The stream is a contract, DICE_STREAM: journals and published seeds depend on it.  The same seed
 * gives the same numbers on every machine.  One die is one call of rng_below. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { DICE_STREAM = 1 }; /* the version of that contract */

typedef struct {
    uint64_t s[4];
} Rng;

/* One step of splitmix64: advances the state and returns a hash of it. */
uint64_t splitmix64(uint64_t *state);
/* FNV-1a, 64 bits (Fowler, Noll, Vo: http://www.isthe.com/chongo/tech/comp/fnv): hashes n bytes,
 * going on from h; begin with FNV_BASIS. */
#define FNV_BASIS UINT64_C(0xCBF29CE484222325)
uint64_t fnv1a(uint64_t h, const void *bytes, size_t n);
/* Fills the state with four steps of splitmix64, as the authors of xoshiro advise. */
Rng rng_seed(uint64_t seed);
enum { SEED_MAX = 200 }; /* bytes of a seed as text, as sconce.h promises */
/* A seed from text: digits below 2^64 are that number, any other text its FNV-1a hash. */
Rng rng_seed_text(const char *text, size_t n);
uint64_t rng_next(Rng *r); /* the next 64 random bits */
/* A number in 0 .. n-1, each equally likely; n >= 1.  Now and then it rejects a result of rng_next
 * and calls it again. */
uint64_t rng_below(Rng *r, uint64_t n);
/* The generator of run i of a simulation.  It depends only on the seed and i, so a run has the same
 * dice however the runs are divided among processes. */
Rng rng_run(uint64_t seed, uint64_t i);
