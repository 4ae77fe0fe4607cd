/* Completion with Tab, from the rules and the state of the table. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/term/line.h"

/* A Completer; data is the Sconce. */
void complete_at_table(const char *before, Offers *offers, void *data);

#endif
