/* An output for styled text: a stream, its width, and whether it takes colour.
 *
 * Without colour (NO_COLOR, TERM=dumb, not a terminal) the words are the same. */
#pragma once

#include "cli/term/styled_text.h"

#include <stdio.h>

enum { STYLE_WIDTH_MIN = 40, STYLE_WIDTH_USUAL = 80 }; /* columns */
/* Columns from which on some are left free (aside): a sheet of 42 leaves 58 for the log. */
enum { STYLE_BESIDE_MIN = 100 };

/* How text is written to a stream. */
typedef struct {
    FILE *to;
    bool terminal, colour;
    bool wraps; /* a terminal, or COLUMNS says how wide; programs want whole lines */
    int width;  /* columns */
    int aside;  /* columns at the right edge that text leaves free, where the terminal is wide */
    int columns, rows; /* of the whole terminal; rows 0: unknown */
} TerminalStyle;

bool style_terminal_obeys(void); /* false where TERM names none that obeys escape sequences */
/* Returns the style of a stream: whether it is a terminal, its colour and its width. */
TerminalStyle style_on(FILE *to);
void style_measure(TerminalStyle *style); /* asks the terminal for its width again */

/* Writes text and a line break, wrapped at the width (styled_fold); frees it, and ends its tint. */
void style_write(const TerminalStyle *style, StyledText *t, int indent, int hang);
/* Writes text and a line break without wrapping, and frees the text. */
void style_write_line(const TerminalStyle *style, StyledText *t);
/* Writes lines from outside, each wrapped; what is carried over is indented more than the line. */
void style_write_lines(const TerminalStyle *style, const char *text, int indent);

/* Leaves out the end of a long status, the least important things first, so that the prompt takes
 * two lines: "… | Bram hp 3/8, …>". */
void style_shorten_status(const TerminalStyle *style, StyledText *t);
/* Makes a prompt that leaves room for typing: writes all lines but the last, and returns that. */
StyledText style_prompt(const TerminalStyle *style, const StyledText *t);

/* The escape sequence that begins a tint; "" without colour. */
const char *style_escape(const TerminalStyle *style, Tint tint);
