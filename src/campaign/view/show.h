/* Values and events as lines of text, for people. */
#ifndef CAMPAIGN_SHOW_H
#define CAMPAIGN_SHOW_H

#include "core/text.h"
#include "core/value.h"

/* On one line: texts bare, lists with commas, maps as "name value, …". */
void show_value(Text *t, const Value *v);
/* The name of a thing: itself when it is text, else its field `name` or `verb`; "" for none. */
const char *show_name(const Value *thing);
/* The thing of that name in a list of maps; NULL when there is none. */
const Value *show_named(const Value *list, const char *name);
/* A die as people say it: "d6" for "1d6". */
const char *show_die(const char *die);
/* The pairs of a map in a map, and how many; NULL and 0 when it is missing. */
size_t show_map(const Value *map, const char *key, const Pair **first);
/* The key of a pair with a NUL behind it; what is too long is cut. */
typedef struct {
    char s[200];
} Key;
Key show_key(const Pair *p);
/* A key without its kind: "torch" for "light.torch". */
const char *show_tail(const char *key);
/* A tree, one leaf a line: "party.1.hp = 6". */
void show_tree(Text *t, const Value *v);

/* A field between two texts, when it is there and not empty. */
void show_field(Text *t, const Value *map, const char *key, const char *before, const char *after);

/* An event as a JSON object. */
void show_event_json(Text *t, const Value *event);

/* The name of what is tested; one of up to three letters is written as a stat: "CON". */
void show_stat(Text *t, const char *name);

/* "2026-11-22", for seconds since 1970. */
void show_date(Text *t, int64_t date);

/* "T3 0:30" */
void show_clock(Text *t, int64_t turn, int64_t minutes);

#endif
