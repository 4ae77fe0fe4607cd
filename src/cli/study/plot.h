/* Draws a page with gnuplot, in black and grey, so that it prints well.
 *
 * Between plot_begin and plot_end the caller writes gnuplot commands to the stream. */
#pragma once

#include "cli/term/paths.h"
#include "cli/term/styled_text.h"

#include <stdio.h>

bool plot_is_picture(const char *file); /* true for FILE.svg and FILE.png */
/* True if gnuplot is installed; else says on standard error how to install it. */
bool plot_ready(void);
/* Starts a page of panels, one below the other.  NULL: the file or gnuplot cannot be opened. */
FILE *plot_begin(Draft *d, const char *file, size_t panels);
/* Draws the page.  f: from plot_begin, also if that is NULL.  False, with the reason on standard
 * error; then the old picture stays, or none. */
bool plot_end(FILE *f, Draft *d, const char *file);

/* Writes a string in single quotes: in double ones, gnuplot runs commands in backquotes. */
void plot_quoted(FILE *f, const char *text);
/* Adds a name in words: light_out is "light out", hazard.burn "hazard: burn", A<B "A before B", A,B
 * "A or B"; cut where it is long. */
void plot_put_words(StyledText *t, const char *name);
/* Writes one quoted gnuplot string: before, the name in words (plot_put_words), after. */
void plot_name(FILE *f, const char *before, const char *name, const char *after);
