/* Whose verb a word is: the ruleset's, or one of the host's own. */
#ifndef CAMPAIGN_WHOSE_H
#define CAMPAIGN_WHOSE_H

#include "core/value.h"

size_t word_length(const char *line);

/* Does a word of n letters mean this name? */
typedef bool Match(const char *name, const char *word, size_t n);
Match same_word, has_prefix;

/* How many verbs of the book match: the ruleset's, or the host's that the worker does. */
size_t count_verbs(const Value *book, Match *match, const char *word, size_t n, bool host);
/* Is the first word of the line a verb of the ruleset, or, behind a name, the second? */
bool verbs_is_rules(const Value *book, const char *line);

#endif
