/* The author's own lines, with an arrow under what a message is about. */
#ifndef CLI_EXCERPT_H
#define CLI_EXCERPT_H

#include "cli/term/terminal_style.h"

/* A message about a line of a file: `file:line: sentence`, and with `lines` that line and the two
 * before it, where the file can be read.  grade: "error", "warning" or "note"; only the latter two
 * are named.  file may be "" and line 0. */
void excerpt_message(const TerminalStyle *style, const char *file, int line, const char *grade,
                     const char *text, bool lines);

/* Where in the line the message points: columns in characters from 1, the first and the one behind
 * the last; both 1 when the line cannot be read. */
void excerpt_columns(const char *file, int line, const char *text, int *from, int *to);

#endif
