/* Words that people type: misspelt names, and words of the rule language. */
#ifndef CAMPAIGN_WORDS_H
#define CAMPAIGN_WORDS_H

#include <stddef.h>

#include "core/text.h"

/* --- names near a misspelt one, for "did you mean" --- */

/* The most similar of the names compared with a word so far, the first of several; best is NULL
 * while each differs in more than a third of the word's letters, and one. */
typedef struct {
    const char *word;
    const char *best;     /* best_n letters, inside the name that the caller gave */
    size_t best_n, apart; /* letters in which it differs */
} Guess;

Guess guess_start(const char *word);
void guess_compare(Guess *g, const char *name, size_t n);

/* --- the rule language --- */

/* Appends the description of a word.  False when there is none. */
bool words_describe(Text *t, const char *word);

#endif
