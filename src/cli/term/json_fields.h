/* Reads fields of the library's JSON.  A missing field, or one of another type, never crashes. */
#ifndef CLI_JSON_FIELDS_H
#define CLI_JSON_FIELDS_H

#include "cli/term/styled_text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

json_t *fields_read(const char *json); /* an object, empty when json is none; the caller's */

const char *field_text(const json_t *o, const char *key);           /* "" when not there */
int64_t field_int(const json_t *o, const char *key, int64_t other); /* other when not there */
bool field_true(const json_t *o, const char *key);
json_t *field_list(const json_t *o,
                   const char *key); /* NULL when no list; loops take that as empty */

/* The name of a thing that is either a text or an object with "name" (or "verb"). */
const char *name_of(const json_t *thing);
/* Writes a value as JSON; what sconce_misleads is escaped in it. */
void fields_write(FILE *to, const json_t *v);
/* A value as a person would write it: yes; 12; 0.5; torch.  NULL writes nothing. */
void field_put(StyledText *t, const json_t *v);

#endif
