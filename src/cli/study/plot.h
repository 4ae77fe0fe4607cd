/* A page that gnuplot draws: black and grey, so that a print of it loses nothing.
 *
 * Between plot_begin and plot_end commands of gnuplot are written to the stream. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "cli/term/styled_text.h"

#include <stdio.h>

bool plot_is_picture(const char *file); /* FILE.svg or FILE.png? */
/* True if gnuplot is installed; else says on standard error how to install it. */
bool plot_ready(void);
/* Starts a page of so many panels, one below the other.  NULL: gnuplot could not be started. */
FILE *plot_begin(const char *file, size_t panels);
/* Draws it (f may be NULL).  False, with the reason on standard error. */
bool plot_end(FILE *f, const char *file);

/* Writes text between single quotes, where gnuplot interprets nothing; between double quotes it
 * would run what stands in backquotes. */
void plot_quoted(FILE *f, const char *text);
/* Adds a name in words: light_out is "light out", hazard.burn "hazard: burn", A<B "A before B", A,B
 * "A or B"; cut where it is long. */
void plot_words(StyledText *t, const char *name);
/* Writes one quoted gnuplot string: before, the name in words (plot_words), after. */
void plot_name(FILE *f, const char *before, const char *name, const char *after);

#endif
