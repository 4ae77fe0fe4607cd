/* The words of the rule language, as include/sconce.lua documents them. */
#ifndef CAMPAIGN_WORDS_H
#define CAMPAIGN_WORDS_H

#include "core/text.h"

/* Appends what is said about a word.  False when it, or the file, is not to be found. */
bool words_show(Text *t, const char *word);

#endif
