/* Names near a misspelt one, for "did you mean". */
#ifndef CAMPAIGN_NEAR_H
#define CAMPAIGN_NEAR_H

#include <stddef.h>

/* How many letters must change, at most 99. */
size_t letters_apart(const char *a, const char *b);

/* The nearest name so far, the first of several; best is NULL while none is near enough. */
typedef struct {
    const char *word;
    const char *best; /* best_n letters, the caller's */
    size_t best_n, apart;
} Guess;

Guess guess_of(const char *word);
void guess_name(Guess *g, const char *name, size_t n);

#endif
