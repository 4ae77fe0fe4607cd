/* Words that people type: names near a misspelt one, and what words of the rule language mean. */
#pragma once

#include <stddef.h>

#include "core/text.h"

bool begins_with(const char *s, const char *with);
bool ends_with(const char *s, const char *with); /* true only if something stands before it */

const char *line_after(const char *s); /* the start of the next line, or the end of the text */
/* Returns the text (n bytes long) without blanks and tabs around it, and sets *n to its length. */
const char *without_blanks(const char *s, size_t *n);

/* Puts a text that people wrote into composed form (NFC): keyboards and programs write an accent
 * either into its letter or as a character behind it, and a name is the same name both ways.
 * Leaves bytes that are not UTF-8, which the caller refuses. */
void text_compose(Text *t);

/* --- the name nearest to a misspelt one, for "did you mean" --- */

/* The nearest of the names compared with a word so far; of equally near ones, the first.  A name is
 * near if at most n / 3 + 1 of the word's n letters must change (text_distance). */
typedef struct {
    const char *word;
    const char *best; /* NULL: none was near; points into the name that the caller gave */
    size_t best_n;    /* bytes of best; 0: none */
    size_t distance;  /* letters that must change */
} Guess;

Guess guess_start(const char *word);
void guess_compare(Guess *g, const char *name, size_t n);

/* --- the rule language --- */

/* Appends the descriptions of a word of the rule language (roll), and of every field of that name
 * (keeps); word "action.keeps": only of that field of `action`.  If there are none, appends the
 * description of the kind of message of that name.  False if there is nothing. */
bool words_describe(Text *t, const char *word);
