/* Decides who owns a verb: the ruleset, the cell (a host verb in play), or the campaign side.
 *
 * The campaign side decides this much because its own verbs run without a worker; the cell then
 * resolves the word of a line that it gets in full (src/lua/play/names.lua, in the same order).
 * Order of lookup:
 *
 *   1. an exact verb of the ruleset
 *   2. an exact verb of the host
 *   3. a prefix of a verb of the ruleset, or else of a host verb that the cell runs
 *   4. a prefix of just one host verb that the campaign side runs */
#ifndef CAMPAIGN_VERB_LOOKUP_H
#define CAMPAIGN_VERB_LOOKUP_H

#include "core/value.h"

typedef enum { VERB_UNKNOWN, VERB_OF_RULES, VERB_OF_CELL, VERB_OF_CAMPAIGN } VerbOwner;

/* Length of the first word of a line. */
size_t word_length(const char *line);
bool same_word(const char *name, const char *word, size_t n);
bool has_prefix(const char *name, const char *word, size_t n);

/* The owner of a word of n bytes.  names: the n verbs of the campaign side; *index says which, when
 * it is one. */
VerbOwner verb_owner(const Value *book, const char *const *names, size_t names_n, const char *word,
                     size_t n, size_t *index);
/* Is the first word of the line a verb of the ruleset, or the second, behind a member's name? */
bool verb_is_of_rules(const Value *book, const char *line);

#endif
