/* The place where styled text is shown: a stream, its width, and whether it takes colour.
 *
 * Without colour (NO_COLOR, TERM=dumb, not a terminal) the words are the same. */
#ifndef CLI_TERMINAL_STYLE_H
#define CLI_TERMINAL_STYLE_H

#include "cli/term/styled_text.h"

#include <stdio.h>

enum { STYLE_WIDTH_MIN = 40, STYLE_WIDTH_USUAL = 80 }; /* columns */

/* How text is written to a stream. */
typedef struct {
    FILE *to;
    bool terminal, colour;
    bool wraps; /* a terminal, or COLUMNS says how wide; programs want whole lines */
    int width;  /* columns */
} TerminalStyle;

TerminalStyle style_on(FILE *to);
void style_measure(TerminalStyle *style); /* asks the terminal again how wide it is */

/* Writes text, wrapped at the width: its lines are set in by `indent` columns, carried-over text by
 * `hang`.  Ends with a line break. */
void style_write(const TerminalStyle *style, const StyledText *t, int indent, int hang);
/* Writes text and a line break without wrapping, for lines that other programs read. */
void style_print(const TerminalStyle *style, const StyledText *t);
/* Ready-made lines from outside: each wrapped with its own indent. */
void style_lines(const TerminalStyle *style, const char *text, int indent);

/* A prompt that leaves room for typing: one that is too long is wrapped, all of its lines but the
 * last are written, and the last is given back. */
StyledText style_prompt(const TerminalStyle *style, const StyledText *t);

/* The escape that begins a tint, "" without colour. */
const char *style_escape(const TerminalStyle *style, Tint tint);

#endif
