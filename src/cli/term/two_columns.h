/* Comparisons: two texts side by side, old and new, each broken within its column. */
#ifndef CLI_TWO_COLUMNS_H
#define CLI_TWO_COLUMNS_H

#include "cli/term/terminal_style.h"

/* `head` (a name, say) in a column of `room`, then both sides; when they are long, the sides stand
 * below the head, and on a narrow screen below each other.  Without a head they are headings, which
 * a narrow screen has not. */
void two_columns_write(const TerminalStyle *style, const StyledText *head, int room,
                       const StyledText *left, const StyledText *right);

#endif
