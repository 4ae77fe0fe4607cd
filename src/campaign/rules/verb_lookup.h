/* Finds out whether a typed line begins with a verb of the ruleset, as far as the campaign side
 * must know that.
 *
 * The campaign side runs its own verbs when they are typed in full, and sends every other line to
 * the cell.  Only the cell knows what an abbreviation stands for (src/lua/play/vocabulary.lua);
 * when that is a verb of the campaign side, the cell's reply says so. */
#pragma once

#include "core/tree.h"

/* The length of the first word of a line. */
size_t word_length(const char *line);
/* True if the name is exactly the n letters at word. */
bool same_word(const char *name, const char *word, size_t n);
/* True if the name begins with the n letters at word. */
bool has_prefix(const char *name, const char *word, size_t n);

/* True if the first word of the line is exactly a verb of the ruleset or an alias of one. */
bool is_exact_ruleset_verb(const Value *book, const char *line);
/* True if the first word is a verb of the ruleset or an abbreviation of one, or a later word is, as
 * behind names of members.  Such a line may end in dice typed by the player, and it is refused when
 * the table is open for reading only. */
bool is_ruleset_line(const Value *book, const char *line);
