/* What can be typed: the answer to `?` at a terminal. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

/* book: as sconce_book gives it; procedure: the one that runs now.  At 80 columns at most 23 lines.
 */
void verbs_write(const TerminalStyle *ink, const json_t *book, const char *procedure);

#endif
