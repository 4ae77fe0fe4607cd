/* Writes JSON straight into a Text: one line, keys in the order in which they are written.  The
 * prefix is jsonw_ because json_ belongs to Jansson, with which JSON is read.
 *
 * Integers are exact, floats have the fewest digits that read back the same, a quantity is a string
 * ("36 m"), and an empty table is []. */
#pragma once

#include "core/text.h"
#include "core/tree.h"

void jsonw_open(Text *t, char bracket); /* '{' or '[', after a comma if one is due */
void jsonw_close(Text *t, char bracket);
/* Writes a key, after a comma if one is due, and returns t: jsonw_int(jsonw_key(t, "turn"), 3). */
Text *jsonw_key(Text *t, const char *key);
/* Writes the comma before an element, if one is due; the caller writes the element. */
void jsonw_comma(Text *t);

void jsonw_string(Text *t, const char *s);
/* Writes n bytes as a string.  Characters that could mislead (text_misleads) are escaped; a byte
 * that belongs to no UTF-8 character becomes U+FFFD. */
void jsonw_stringn(Text *t, const char *s, size_t n);
void jsonw_int(Text *t, int64_t i);
void jsonw_real(Text *t, double d); /* infinity and NaN become null */
void jsonw_bool(Text *t, bool b);
void jsonw_value(Text *t, const Value *v); /* NULL becomes null */
/* Writes a map that begins with the fields in `first` (such as "kind name text"), in this order. */
void jsonw_ordered_map(Text *t, const Value *v, const char *first);
/* Writes a map's fields like jsonw_ordered_map, without brackets and the fields in `without`. */
void jsonw_fields(Text *t, const Value *map, const char *first, const char *without);
