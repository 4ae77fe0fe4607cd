/* Shows a message about a rule file in three parts: what is wrong, the author's lines with a mark
 * under the place, and what to write instead. */
#ifndef CLI_EXCERPT_H
#define CLI_EXCERPT_H

#include <jansson.h>

#include "cli/term/terminal_style.h"

/* A message.  file may be "" and line 0.  grade: "error", "warning" or "note"; the last two are
 * named before the sentence.  about: an object with "sentence", "column", "end_column" and "cure",
 * as sconce_check gives them; what it lacks is not shown, and it may be NULL. */
typedef struct {
    const char *file, *grade, *text;
    const char *title; /* of the test that failed, named first; NULL: none */
    int line;
    const json_t *about;
} Excerpt;

/* Writes `file:line: sentence`, that line and the two before it where the file can be read, and
 * `write: …`. */
void excerpt_write(const TerminalStyle *style, const Excerpt *e);
/* Writes a message that is only a sentence. */
void excerpt_message(const TerminalStyle *style, const char *file, int line, const char *grade,
                     const char *text);

#endif
