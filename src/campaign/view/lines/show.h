/* Values and events as text for people.  Functions show_… append to a text; whatever is missing, or
 * of an unexpected kind, adds nothing, since all values come from the cell. */
#pragma once

#include "core/text.h"
#include "core/tree.h"

/* --- things of the rules --- */

/* Returns the thing itself when it is a text, else its field `name` or `verb`, or "". */
const char *thing_name(const Value *thing);
/* Finds the thing of that name in a list; NULL: none. */
const Value *thing_named(const Value *list, const char *name);
/* Returns a key without its kind: "torch" for "light.torch". */
const char *name_without_kind(const char *key);
/* True if the word is this key, or the key without its kind. */
bool names_key(const char *word, const char *key);
/* Returns a die as people say it: "d6" for "1d6". */
const char *short_die(const char *die);

/* --- text --- */

/* Adds a value on one line: texts without quotes, lists with commas, maps as "name value, …". */
void show_value(Text *t, const Value *v);
/* Adds a tree, one leaf a line: "party.1.hp = 6". */
void show_tree(Text *t, const Value *v);
/* Adds a field between two texts; nothing when it is missing or empty. */
void show_field(Text *t, const Value *map, const char *key, const char *before, const char *after);
/* Adds the field "events" of a JSON object. */
void show_events_json(Text *t, const Value *events);
/* Adds a name as its words: "the gates", of the_gates. */
void show_words(Text *t, const char *name);
/* True if a text of n bytes ends in a full stop, or another mark that ends a sentence. */
bool ends_sentence(const char *text, size_t n);
/* Adds the name of a stat or skill: in capitals if it has up to three letters, "CON".  Of
 * might|nerve, two that are added up: "might and nerve". */
void show_stat(Text *t, const char *name);
/* Adds a date, "2026-11-22", from seconds since 1970. */
void show_date(Text *t, int64_t date);
/* Adds turn and clock, "T3 0:30"; only the turn when minutes are below 0. */
void show_clock(Text *t, int64_t turn, int64_t minutes);
/* Adds only " 0:30", and seconds unless they are 0; nothing when minutes are below 0. */
void show_time(Text *t, int64_t minutes, int64_t seconds);
