/* Shows a message about a rule file with the author's lines, and an arrow under the place. */
#ifndef CLI_EXCERPT_H
#define CLI_EXCERPT_H

#include "cli/term/terminal_style.h"

/* Writes `file:line: sentence`, then that line and the two before it, where the file can be read.
 * grade: "error", "warning" or "note"; warnings and notes are called so.  file may be "" and line
 * 0.
 */
void excerpt_message(const TerminalStyle *style, const char *file, int line, const char *grade,
                     const char *text);

/* Finds the place in the line that the message is about: its first column and the one after its
 * last, in characters counted from 1; both 1 when the line cannot be read. */
void excerpt_columns(const char *file, int line, const char *text, int *from, int *to);

#endif
