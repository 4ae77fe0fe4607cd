/* A page that gnuplot draws: black and grey, so that a print of it loses nothing. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "cli/commands/command.h"
#include "cli/term/styled_text.h"

#include <stdio.h>

/* A page of so many panels, one below the other, for FILE.svg or FILE.png; then commands of gnuplot
 * may be written to it. NULL when there is no gnuplot to be started. */
FILE *plot_begin(const char *file, size_t panels);
void plot_quoted(
    FILE *f, const char *text); /* between single quotes, where gnuplot takes nothing for its own;
                                   between double ones it would run what stands in backquotes */
/* As people say it: light_out is "light out", hazard.burn "hazard: burn", A<B "A before B", A,B "A
 * or B"; what is long is cut. */
void plot_words(StyledText *t, const char *name);
void plot_name(FILE *f, const char *before, const char *name, const char *behind);
/* Is gnuplot here?  False when said how it comes here. */
bool plot_ready(void);
/* Draws it.  How the program should end, when said why. */
int plot_end(FILE *f, const char *file);
/* Is it such a file (NULL is fine)?  0, or how the program should end. */
int plot_refuses(const Command *c, const char *file);

#endif
