/* Where strips are shown: a stream, its width, and whether it takes colour.
 *
 * Colour only adds: without it (NO_COLOR, TERM=dumb, not a terminal) the same words are there. */
#ifndef CLI_INK_H
#define CLI_INK_H

#include "cli/term/styled_text.h"

#include <stdio.h>

enum { INK_NARROWEST = 40, INK_USUAL = 80 };

typedef struct {
    FILE *to;
    bool terminal, colour;
    bool wraps; /* a terminal, or COLUMNS says how wide; programs want whole lines */
    int width;  /* columns */
} TerminalStyle;

TerminalStyle style_on(FILE *to);
void style_measure(TerminalStyle *ink); /* asks the terminal again how wide it is */

/* Writes a strip, wrapped at the width: its lines begin `indent` columns in, what is carried over
 * `hang` columns in.  Ends with a line break. */
void style_write(const TerminalStyle *ink, const StyledText *t, int indent, int hang);
/* The same without wrapping, for lines that other programs read. */
void style_print(const TerminalStyle *ink, const StyledText *t);
/* Ready-made lines from outside: each wrapped with its own indent. */
void style_lines(const TerminalStyle *ink, const char *text, int indent);

/* A prompt too long to leave room for typing: writes all of its lines but the last, and gives that.
 */
StyledText style_prompt(const TerminalStyle *ink, const StyledText *t);

/* How many lines style_write would make of it. */
int style_height(const TerminalStyle *ink, const StyledText *t, int indent, int hang);

/* The escape that begins a tint, "" without colour. */
const char *style_escape(const TerminalStyle *ink, Tint tint);

#endif
