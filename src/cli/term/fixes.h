/* Changes to the user's files that put mistakes right: shows them, asks, and writes. */
#ifndef CLI_FIXES_H
#define CLI_FIXES_H

#include <jansson.h>
#include <stdbool.h>

#include "cli/term/terminal_style.h"

/* Changes that were collected, and the files as they were then.  Start from {0}. */
typedef struct {
    json_t *edits; /* a list of { file, line, column, end_column, was, text } */
    json_t *files; /* by name, the contents as read when the first change was collected */
} Fixes;

/* Adds a change to a file: an "edit" of sconce_check.  Does nothing when the file does not hold
 * what the edit replaces, or when it cannot be read. */
void fixes_add(Fixes *f, const char *file, const json_t *edit);
void fixes_free(Fixes *f);

/* Shows all changes; at a terminal asks whether to write them, and elsewhere writes.  A file that
 * has changed since, or is no plain file, is left as it is, which is told.  Every other byte stays.
 * Returns true when a file was written. */
bool fixes_apply(const TerminalStyle *style, const Fixes *f);

#endif
