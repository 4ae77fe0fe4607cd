/* An open question, as the prompt it is answered at. */
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include "cli/term/styled_text.h"

#include <jansson.h>

/* `ask` as in a reply: `  (r)est / (s)ave [rest]? `, `  Light another? (y)es / (n)o [yes]: `,
 * `  hazard d6? `. */
StyledText question_prompt(const json_t *ask);

#endif
