/* Writes figures of a study with their errors, in columns of a table or in running text. */
#ifndef CLI_STUDY_COLUMNS_H
#define CLI_STUDY_COLUMNS_H

#include "cli/study/study_view.h"

void column_pad(StyledText *t, int column); /* adds blanks up to that column */
/* Adds text that ends at that column. */
void column_right(StyledText *t, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes text wrapped, also where output is no terminal, and frees it. */
void write_folded(const TerminalStyle *out, StyledText *t, int indent, int hang);

/* Adds a row's title, and blanks up to the figures; writes a long title as a line of its own. */
void study_put_title(const TerminalStyle *out, StyledText *t, const StudyView *s,
                     const StudyRow *row);
/* Adds " ±0.12"; as many blanks where the error is 0. */
void study_put_error(StyledText *t, double error, int digits);
/* Adds an error likewise, but faint and in columns that end at `column`. */
void study_put_error_column(StyledText *t, int column, double error, int digits);
/* Add a figure and its error in columns that end at `column`: a mean, or a chance in percent. */
void study_put_mean(StyledText *t, int column, StudyFigure mean);
void study_put_figure(StyledText *t, const StudyView *s, int column, RowKind kind, StudyFigure f);
/* Adds a chance in percent.  An exact one is shown as 0% or 100% only when it is. */
void study_put_percent(StyledText *t, StudyFigure p, bool exact);
/* Adds the turns that have a column, behind `left` columns. */
void study_put_turns(StyledText *t, const StudyView *s, int left);
/* Adds a row's title, and its figures in those columns. */
void study_put_row(const TerminalStyle *out, StyledText *t, const StudyView *s,
                   const StudyRow *row);
int study_digits(double mean); /* digits behind the point that are worth reading */
void study_put_number(StyledText *t, double d);

/* --- running text --- */

/* Adds a figure of two digits and its error: "0.50 ±0.12".  key: as "mean". */
void study_put_inline(StyledText *t, const json_t *figures, const char *key);
/* Adds a quantile, as "p50", with its error. */
void study_put_quantile(StyledText *t, const json_t *figures, const char *name);
/* Adds "of 'crawl; search'", or "by cautious.lua". */
void study_put_plan(StyledText *t, const json_t *study);

#endif
