/* Figures of a study, with their errors, in columns of a table; and in running text. */
#ifndef CLI_STUDY_COLUMNS_H
#define CLI_STUDY_COLUMNS_H

#include "cli/study/study_view.h"

void column_pad(StyledText *t, int column); /* blanks up to that column */
/* Text that ends at that column. */
void column_right(StyledText *t, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Write the text as one line, or wrapped (also where output is no terminal: `fold`) with what is
 * carried over indented; and free it. */
void line_end(const TerminalStyle *out, StyledText *t);
void paragraph_end(const TerminalStyle *out, StyledText *t, bool fold, int indent);

void study_put_name(StyledText *t, const StudyView *s, const char *name); /* cut if too long */
/* " ±0.12"; as many blanks where the error is 0. */
void study_put_error(StyledText *t, double error, int digits);
/* Puts an error like study_put_error, but faint and in columns that end at `column`. */
void study_put_error_column(StyledText *t, int column, double error, int digits);
/* Figure and error in columns that end at `column`: a mean, or a chance in percent. */
void study_put_mean(StyledText *t, int column, StudyFigure mean);
void study_put_figure(StyledText *t, const StudyView *s, int column, RowKind kind, StudyFigure f);
/* The turns that have a column, behind `left` columns; a row's figures there, behind its name. */
void study_put_marks(StyledText *t, const StudyView *s, int left);
void study_put_row(StyledText *t, const StudyView *s, const StudyRow *row);
int study_digits(double mean); /* digits behind the point that are worth reading */
void study_put_number(StyledText *t, double d);

/* --- running text --- */

/* " ±0.12"; nothing where the error is 0. */
void study_put_error_of(StyledText *t, double error);
/* A quantile, "p50", with its error. */
void study_put_quantile(StyledText *t, const json_t *figures, const char *name);
/* "of 'crawl; search'", or "by cautious.lua". */
void study_put_plan(StyledText *t, const json_t *study);

#endif
