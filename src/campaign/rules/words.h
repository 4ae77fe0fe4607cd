/* Words that people type: misspelt names, and words of the rule language. */
#ifndef CAMPAIGN_WORDS_H
#define CAMPAIGN_WORDS_H

#include <stddef.h>

#include "core/text.h"

/* --- names near a misspelt one, for "did you mean" --- */

/* How many letters must change; at most 99. */
size_t letters_apart(const char *a, const char *b);

/* The nearest name so far, the first of several; best is NULL while none is near enough. */
typedef struct {
    const char *word;
    const char *best; /* best_n letters, the caller's */
    size_t best_n, apart;
} Guess;

Guess guess_of(const char *word);
void guess_name(Guess *g, const char *name, size_t n);

/* --- the rule language --- */

/* Appends the description of a word.  False when there is none. */
bool words_show(Text *t, const char *word);

#endif
