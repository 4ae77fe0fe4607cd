/* Prints styled lines (sconce.h, "lines"): colours for their roles, a width, and the layout of a
 * turn.
 *
 * A turn takes at most six lines.  The turn itself comes first and warnings last; the lines between
 * stay in the order in which they happened.  Small neighbours share a line.  When there are still
 * more than six, the least important ones are left out, and a line says so. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

/* Standard output and standard error, with their styles. */
typedef struct {
    TerminalStyle out, err;
} Screen;

Screen screen_new(void);
/* Writes lines; errors among them go to standard error. */
void screen_write(const Screen *s, const json_t *lines);
/* Returns one line as text, with its indent. */
StyledText screen_line(const json_t *line);

#endif
