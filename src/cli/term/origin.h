/* One thing of the rules: what it is, where each value was made, and what it was before. */
#ifndef CLI_ORIGIN_H
#define CLI_ORIGIN_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

/* Writes all that is called `word`: light.torch, torch, light.torch.lasts, chart.hazard.free,
 * setting.grace, rule.burn, search.  book: as sconce_book gives it; paths: a list of the chain's
 * files, for the text of functions, or NULL.  False when there is none; then *near is a name that
 * is like it, or empty. */
bool origin_write(const TerminalStyle *ink, const json_t *book, const json_t *paths,
                  const char *word, StyledText *near);

#endif
