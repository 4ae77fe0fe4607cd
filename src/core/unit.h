/* Units of measure by all their names; quantity's own helper. */
#ifndef CORE_UNIT_H
#define CORE_UNIT_H

#include "core/quantity.h"
#include "core/ratio.h"

typedef struct {
    const char *name, *plural;
    Measure measure;
    Ratio size;       /* in the base unit of its measure: metres, inches, seconds, turns */
    const char *also; /* further spellings */
} Unit;

/* A unit of the table by any of its spellings in lower case; NULL when it has none. */
const Unit *unit_find(const char *word);
/* The canonical name of what was written, "Feet" -> "ft", "zones" -> "zone"; false when it is no
 * unit: one word of letters, or "real" and a unit of time. */
bool unit_name(char name[UNIT_MAX], const char *s, size_t n);
/* The canonical name as it is written for many. */
void unit_plural(const char *unit, Text *t);

#endif
