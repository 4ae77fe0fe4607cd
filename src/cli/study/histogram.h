/* Draws bars of block characters: in tables, as sparklines, and of the totals of dice. */
#pragma once

#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

/* A row of a bar chart. */
typedef struct {
    char label[48], figure[16], right[16]; /* text; right stands behind the bar */
    double share;                          /* length of the bar, relative to the other bars */
    Tint tint;                             /* of the bar */
} Bar;

/* Writes a table of at most 60 columns: label, figure, bar, right.  The longest bar fills its
 * column. head: the titles of label, figure and right. */
void histogram_bars(const TerminalStyle *out, const Bar *head, const Bar *bars, size_t n);

/* Adds n values from 0 to 1 as at most `columns` bars, each one column wide (a sparkline). */
void histogram_sparkline(StyledText *t, const double *values, size_t n, int columns);

/* --- totals of dice: the JSON of sconce_odds or sconce_rolls --- */

/* Writes the table of all totals; neighbours share a row where there are more than fit a screen.
 * dc: a difficulty class whose chance is written, too; NULL for none. */
void histogram_write(const TerminalStyle *out, const json_t *odds, const int64_t *dc);
/* Writes all totals as CSV into a file, "-" for standard output.  False: it said why not. */
bool histogram_csv(const char *file, const json_t *odds);
/* Returns a total, in JSON a whole number or a fraction as "7/2", as the nearest double. */
double histogram_total(const json_t *value);
