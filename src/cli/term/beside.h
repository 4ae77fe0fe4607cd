/* The sheet beside the log: at the right edge of a wide terminal, near its top.
 *
 * It is there only while a line is typed.  Before anything else is written it is wiped away, so
 * that nothing of it scrolls up with the log. */
#ifndef CLI_BESIDE_H
#define CLI_BESIDE_H

#include "cli/term/screen.h"

/* Start from {0}. */
typedef struct {
    int column, rows; /* where it stands, and how many rows it has; 0: it is not there */
} Beside;

/* Keeps the right edge of the screen free, where the terminal can place text and is wide enough. */
void beside_keep_room(Screen *screen);
/* True if there is room now. */
bool beside_has_room(const Screen *screen);
/* Draws lines there; the cursor stays where it is. */
void beside_draw(Beside *b, const Screen *screen, const json_t *lines);
/* Wipes them away, and what is above, as they have moved up with the line that was typed. */
void beside_wipe(Beside *b, const Screen *screen);

#endif
