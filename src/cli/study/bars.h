/* Tables with bars: a label, a figure, a bar, and one more figure at the right edge. */
#ifndef CLI_BARS_H
#define CLI_BARS_H

#include "cli/term/terminal_style.h"

enum { BARS_WIDTH = 60 }; /* columns, if there are so many */

typedef struct {
    char label[48], figure[16], right[16];
    double part; /* how long its bar is, beside the others */
    Tint tint;   /* of the bar */
} Bar;

/* head: what stands above label, figure and right. */
void bars_write(const TerminalStyle *ink, const Bar *head, const Bar *bars, size_t n);

#endif
