/* Values and events as text for people.  Functions show_… append to a text; whatever is missing, or
 * of an unexpected kind, adds nothing, since all values come from the cell. */
#ifndef CAMPAIGN_SHOW_H
#define CAMPAIGN_SHOW_H

#include "core/text.h"
#include "core/value.h"

/* --- things of the rules --- */

/* Returns the thing itself when it is a text, else its field `name` or `verb`, or "". */
const char *thing_name(const Value *thing);
/* Finds the thing of that name in a list; NULL: none. */
const Value *thing_named(const Value *list, const char *name);
/* Returns a key without its kind: "torch" for "light.torch". */
const char *name_without_kind(const char *key);
/* Returns a die as people say it: "d6" for "1d6". */
const char *short_die(const char *die);

/* Finds a map in the field `key` of a map.  Returns the number of its pairs, and sets *first to
 * them; 0 and NULL when it is missing. */
size_t map_pairs(const Value *map, const char *key, const Pair **first);
/* The key of a pair with a NUL behind it, cut when it is too long. */
typedef struct {
    char s[200];
} PairKey;
PairKey pair_key(const Pair *p);

/* --- text --- */

/* On one line: texts without quotes, lists with commas, maps as "name value, …". */
void show_value(Text *t, const Value *v);
/* A tree, one leaf a line: "party.1.hp = 6". */
void show_tree(Text *t, const Value *v);
/* A field between two texts; nothing when it is missing or empty. */
void show_field(Text *t, const Value *map, const char *key, const char *before, const char *after);
/* The field "events" of a JSON object. */
void show_events_json(Text *t, const Value *events);
/* The name of a stat or skill; one of up to three letters in capitals: "CON". */
void show_stat(Text *t, const char *name);
/* "2026-11-22", for seconds since 1970. */
void show_date(Text *t, int64_t date);
/* "T3 0:30"; minutes below 0: "T3". */
void show_clock(Text *t, int64_t turn, int64_t minutes);

#endif
