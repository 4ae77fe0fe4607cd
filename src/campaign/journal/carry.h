/* Values as JSON that reads back to the same bytes: what an exported campaign is made of.
 *
 * Interned with a point are floats, the others integers; {} is a map, [] a list or an empty table.
 * What JSON has no form for stands under an empty key: {"":["quantity",36,1,"m"]},
 * {"":["infinite",1]}, and {"":["map",["key",value],…]} for a map whose keys would not do. */
#ifndef CAMPAIGN_CARRY_H
#define CAMPAIGN_CARRY_H

#include "core/text.h"
#include "core/value.h"

struct json_t; /* Jansson's: its header and ours for writing share names */

void carry_write(Text *t, const Value *v);
/* Appends the canonical bytes.  False with a sentence. */
bool carry_read(const struct json_t *j, Text *out, Err *err);

#endif
