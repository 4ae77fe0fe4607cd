/* Lines of rule files, with their numbers. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

/* Writes one line: its number, a bar, its text. */
void source_line(const TerminalStyle *ink, int number, const char *text);
/* Writes what stands at "house.lua:12", to the end of that function; nothing when the file is not
 * among the paths (texts, or objects with "path"), or cannot be read any more. */
void source_write(const TerminalStyle *ink, const json_t *paths, const char *place);

#endif
