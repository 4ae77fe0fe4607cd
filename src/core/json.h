/* Writes JSON straight into a Text: one line, keys in the order in which they are written.
 *
 * Integers are exact, floats have the fewest digits that read back the same, a quantity is a string
 * ("36 m"), and an empty table is []. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include "core/text.h"
#include "core/value.h"

void json_open(Text *t, char bracket); /* '{' or '[', after a comma if one is due */
void json_close(Text *t, char bracket);
/* Writes a key, after a comma if one is due, and returns t: json_int(json_key(t, "turn"), 3). */
Text *json_key(Text *t, const char *key);

void json_string(Text *t, const char *s);
void json_stringn(Text *t, const char *s,
                  size_t n); /* text that is no UTF-8 has U+FFFD for its bytes above 127 */
void json_int(Text *t, int64_t i);
void json_real(Text *t, double d); /* infinity becomes null */
void json_bool(Text *t, bool b);
void json_value(Text *t, const Value *v); /* NULL becomes null */
/* A map, with the fields named in `first` (such as "kind name text") first, in that order. */
void json_led(Text *t, const Value *v, const char *first);
/* The same fields without the brackets, and without those named in `without`. */
void json_fields(Text *t, const Value *map, const char *first, const char *without);
/* Writes the comma before an element that the caller writes itself. */
void json_item(Text *t);

#endif
