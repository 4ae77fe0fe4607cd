/* Values and the book as lines of text, for people. */
#ifndef CAMPAIGN_SHOW_H
#define CAMPAIGN_SHOW_H

#include "core/text.h"
#include "core/value.h"

/* On one line: texts bare, lists with commas, maps as "name value, …". */
void show_value(Text *t, const Value *v);
/* A tree, one leaf a line: "party.1.hp = 6". */
void show_tree(Text *t, const Value *v);

/* The verbs of the ruleset, with cost and aliases; then the host's. */
void show_verbs(Text *t, const Value *book);
/* What a verb, chart, setting, entry or word of the language is.  False with a sentence. */
bool show_help(Text *t, const Value *book, const char *word, Err *err);
/* A chart, whole; the row named `rolled` (may be NULL) is marked. No name: which charts there are.
 */
bool show_chart(Text *t, const Value *book, const char *name, const char *rolled, Err *err);
void show_changes(Text *t, const Value *book);
/* Which rule decided what: the events of an entry, with the place of each. */
void show_why(Text *t, const Value *events);

/* "T3 0:30" */
void show_clock(Text *t, int64_t turn, int64_t minutes);
/* Texts of the events, with `between`; secret ones only if asked for.  How many. */
size_t show_events(Text *t, const Value *events, const char *between, bool secret);

#endif
