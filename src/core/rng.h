/* The seeded generator, as a value: xoshiro256** (Blackman and Vigna, 2018), seeded by splitmix64.
 * The stream is a contract: version 1.  One die is one rng_below; a rejected draw takes one more.
 */
#ifndef CORE_RNG_H
#define CORE_RNG_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t s[4];
} Rng;

uint64_t splitmix64(uint64_t *state);
Rng rng_seed(uint64_t seed); /* four draws of splitmix64 */
Rng rng_seed_text(
    const char *text,
    size_t n); /* all digits and below 2^64: that number; else hashed (FNV-1a 64 of the bytes) */
uint64_t rng_next(Rng *r);
/* Uniform in 0 .. n-1, for 1 <= n <= 2^64-1: Lemire's multiply and reject (arXiv 1805.10941). */
uint64_t rng_below(Rng *r, uint64_t n);
void rng_jump(Rng *r);      /* as 2^128 draws */
void rng_long_jump(Rng *r); /* as 2^192 draws */
/* The generator of run i under a seed, for simulation: the seed's stream and i hashed together, so
 * that any split of the runs gives the same dice. */
Rng rng_run(uint64_t seed, uint64_t i);

#endif
