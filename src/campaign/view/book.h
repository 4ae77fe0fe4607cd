/* The book of the rules as plain text: the "text" of replies to ?, help, chart, changes and why.
 * For
 * ?, changes and why a person reads the styled lines of verbs.c, changes.c and origin.c instead. */
#ifndef CAMPAIGN_BOOK_H
#define CAMPAIGN_BOOK_H

#include "core/text.h"
#include "core/value.h"

/* The verbs of the ruleset, with cost and aliases; then the host's. */
void book_verbs(Text *t, const Value *book);
/* Explains a verb, chart, setting, entry or word of the language.  False with a sentence. */
bool book_help(Text *t, const Value *book, const char *word, Err *err);
/* A chart, whole; the row named `rolled` (may be NULL) is marked. No name: which charts there are.
 */
bool book_chart(Text *t, const Value *book, const char *name, const char *rolled, Err *err);
/* Lists the changes of the house files, file by file. */
void book_changes(Text *t, const Value *book);
/* Where a thing or a value comes from (light.torch, torch, light.torch.lasts, rule.burn), old
 * values first.  False with a sentence. */
bool book_why(Text *t, const Value *book, const char *word, Err *err);

#endif
