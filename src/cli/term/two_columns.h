/* Two texts side by side, old and new: each in its column, broken where it can be. */
#ifndef CLI_SIDES_H
#define CLI_SIDES_H

#include "cli/term/terminal_style.h"

/* `head` (a name, say) in a column of `room`, then both sides; when they are long, the sides stand
 * below the head, and on a narrow screen below each other. */
void two_columns_write(const TerminalStyle *ink, const StyledText *head, int room,
                       const StyledText *left, const StyledText *right);
/* Headings above both sides; nothing on a narrow screen. */
void two_columns_title(const TerminalStyle *ink, int room, const StyledText *left,
                       const StyledText *right);

#endif
