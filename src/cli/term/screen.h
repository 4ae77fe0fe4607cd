/* Prints styled lines (sconce.h, "lines"): colours for their roles, a width, and the layout of a
 * turn.
 *
 * A turn takes at most six lines.  The turn itself comes first and warnings last; the lines between
 * stay in the order in which they happened.  Small neighbours share a line.  When there are still
 * more than six, the least important ones are left out, and a line says so. */
#pragma once

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

/* --- the sheet ---
 *
 * The sheet beside the log: at the right edge of a wide terminal, near its top.
 *
 * It is there only while a line is typed.  Before anything else is written it is wiped away, so
 * that nothing of it scrolls up with the log. */

/* Start from {0}. */
typedef struct {
    int column, rows; /* first column and number of rows of the sheet; 0: it is not shown */
} Beside;

/* Keeps the right edge of the screen free, where the terminal can place text and is wide enough. */
void beside_keep_room(Screen *screen);
/* True if there is room now. */
bool beside_has_room(const Screen *screen);
/* Draws the lines of the sheet; the cursor stays where it is. */
void beside_draw(Beside *b, const Screen *screen, const json_t *lines);
/* Wipes the sheet away, and the rows above it: the line that was typed may have moved it up. */
void beside_wipe(Beside *b, const Screen *screen);
