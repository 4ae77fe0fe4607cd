/* The words of the rule language, documented: the text of include/sconce.lua, inside the program.
 */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "cli/ink.h"

/* Writes what is said about a word: `roll`, `chart`, `rule.check_dice`.  False when it is not
 * there. */
bool words_write(const Ink *ink, const char *word);
/* Writes all words, in the order of the file. */
void words_list(const Ink *ink);

#endif
