/* Reads fields of the library's JSON.  A missing field, or one of another type, never crashes. */
#pragma once

#include "cli/term/styled_text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Text of the library that is released when its block ends: `AutoAnswer *json = sconce_roll(…)`. */
#define AutoAnswer __attribute__((cleanup(auto_answer_free))) char
void auto_answer_free(char **s);

/* Reads JSON; the caller frees it with json_decref.  Text that is not JSON is an empty object. */
json_t *parse_json(const char *json);
/* A text of any bytes as JSON; if it is not UTF-8, each byte that is no ASCII becomes '?'. */
json_t *json_of_bytes(const char *text);
/* Prints a value as a line of JSON; characters that mislead (sconce_misleads) are escaped. */
void print_json(const json_t *v);

const char *field_text(const json_t *o, const char *key);              /* "" when missing */
bool field_is(const json_t *o, const char *key, const char *text);     /* a missing one is "" */
bool field_is_text(const json_t *o, const char *key);                  /* true when missing, too */
int64_t field_int(const json_t *o, const char *key, int64_t fallback); /* fallback: when missing */
double field_number(const json_t *o, const char *key);                 /* 0 when missing */
bool field_true(const json_t *o, const char *key);
json_t *field_list(const json_t *o,
                   const char *key); /* NULL when missing; loops take it as empty */
/* Appends a value unless the list has an equal one. */
void json_append_once(json_t *list, json_t *value);

/* Loops over the items of a list: json_each (row, field_list(chart, "rows")) …  The inner loop runs
 * once for each item, number item##_at; when its body breaks, item##_on stays 0 and ends the outer
 * loop, too. */
#define json_each(item, list)                                                                      \
    for (size_t item##_at = 0, item##_on = 1; item##_on && item##_at < json_array_size(list);      \
         item##_at++)                                                                              \
        for (json_t *item = (item##_on = 0, json_array_get(list, item##_at)); item;                \
             item = NULL, item##_on = 1)

/* The name of a thing that is either a text or an object with "name" (or "verb"). */
const char *name_of(const json_t *thing);
/* Adds a value as a person would write it: yes; 12; 0.5; torch.  NULL adds nothing. */
void styled_put_json(StyledText *t, const json_t *v);
