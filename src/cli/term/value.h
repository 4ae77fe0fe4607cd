/* A JSON value, as a person would write it: yes; 12; torch; a, b, c. */
#ifndef CLI_VALUE_H
#define CLI_VALUE_H

#include "cli/term/styled_text.h"

#include <jansson.h>

void value_put(StyledText *t, const json_t *v); /* NULL writes nothing */

#endif
