/* How often each total comes up: a table for people, and as comma-separated values. */
#ifndef CLI_TOTALS_H
#define CLI_TOTALS_H

#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

/* odds: the object of sconce_odds or sconce_rolls.  dc: a difficulty, or NULL. */
void histogram_write(const TerminalStyle *ink, const json_t *odds, const int64_t *dc);
/* Into a file, or "-" for standard output; false, with the reason in errno. */
bool histogram_csv(const char *file, const json_t *odds);

/* A total from JSON, whole or "7/2", nearly. */
double total_of(const json_t *value);

#endif
