/* What the house files change, file by file, old and new side by side. */
#ifndef CLI_CHANGES_H
#define CLI_CHANGES_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

/* book: as sconce_book gives it. */
void changes_write(const TerminalStyle *ink, const json_t *book);
/* "Delving: delving + darker + house": the ruleset, then what lies on it, in the order read. */
void chain_write(const TerminalStyle *ink, const json_t *book);

#endif
