/* The printer of styled lines (sconce.h, "lines"): colours for their roles, a width, and the layout
 * of a turn.
 *
 * After a turn at most six lines: the turn comes first and warnings last; what is between stands as
 * it happened, a cause before what it led to.  Small neighbours share a line.  When it is still
 * more than six lines, the least pressing ones are left out, and a line says so. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

/* Standard output and standard error, with their styles. */
typedef struct {
    TerminalStyle out, err;
} Screen;

Screen screen_new(void);
/* Writes lines; errors among them go to the standard error. */
void screen_write(const Screen *s, const json_t *lines);
/* One line as text, set in. */
StyledText screen_line(const json_t *line);

#endif
