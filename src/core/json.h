/* JSON, written: straight into a Text, one line, keys in the order asked for.
 *
 * Integers are exact, floats the shortest that read back the same, a quantity is a string
 * ("36 m"), an empty table is []. */
#ifndef CAMPAIGN_JSON_H
#define CAMPAIGN_JSON_H

#include "core/text.h"
#include "core/value.h"

void json_open(Text *t, char bracket); /* '{' or '['; a comma before it where one is due */
void json_close(Text *t, char bracket);
void json_key(Text *t, const char *key); /* with the comma before it; a value follows */

void json_string(Text *t, const char *s);
void json_stringn(Text *t, const char *s, size_t n); /* bytes that are no UTF-8 become U+FFFD */
void json_int(Text *t, int64_t i);
void json_real(Text *t, double d); /* infinity is written as null */
void json_bool(Text *t, bool b);
void json_value(Text *t, const Value *v); /* NULL is null */
/* A map whose fields named in `first` ("kind name text") come first, in that order. */
void json_led(Text *t, const Value *v, const char *first);
/* The fields alone, without brackets, but for those named in `without`. */
void json_fields(Text *t, const Value *map, const char *first, const char *without);
/* Written before it, an element of a list gets its comma. */
void json_item(Text *t);

#endif
