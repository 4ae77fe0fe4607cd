/* Tells the ruleset's verbs from those of the host, as far as the campaign side must know.
 *
 * It runs its own verbs when they are typed in full, and sends every other line to the cell.  Only
 * the cell finds out what an abbreviation stands for (src/lua/play/names.lua); when that is a verb
 * of the campaign side, its reply says which. */
#ifndef CAMPAIGN_VERB_LOOKUP_H
#define CAMPAIGN_VERB_LOOKUP_H

#include "core/value.h"

/* Length of the first word of a line. */
size_t word_length(const char *line);
bool same_word(const char *name, const char *word, size_t n);
bool has_prefix(const char *name, const char *word, size_t n);

/* Is the first word of the line, letter for letter, a verb of the ruleset, or another name of one?
 */
bool is_exact_ruleset_verb(const Value *book, const char *line);
/* Is the first word a verb of the ruleset or its beginning, or the second, behind a member's name?
 * Such a line may end in dice, and a table that is open to read only refuses it. */
bool is_ruleset_line(const Value *book, const char *line);

#endif
