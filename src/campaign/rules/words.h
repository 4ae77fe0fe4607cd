/* The words of the rule language, as include/sconce.lua documents them; its text is inside the
 * library. */
#ifndef CAMPAIGN_WORDS_H
#define CAMPAIGN_WORDS_H

#include "core/text.h"

/* Appends what is said about a word.  False when there is none. */
bool words_show(Text *t, const char *word);

#endif
