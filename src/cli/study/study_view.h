/* A study read for showing: its measures in order, and their figures in columns of a table.
 *
 * A study is the JSON of sconce_sim or sconce_chances (sconce.h lists its keys).  A view borrows
 * it, and the names in it; only `row` is the view's own. */
#ifndef CLI_STUDY_VIEW_H
#define CLI_STUDY_VIEW_H

#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

/* Turns that get a column at most; columns of a chance with its error, and of how often. */
enum { MARKS_MAX = 3, CHANCE_COLUMNS = 12, OFTEN_COLUMNS = 13 };

typedef enum {
    ROW_ASKED,  /* yes or no, or A before B: shown first */
    ROW_EVENT,  /* an event's kind, or a row of a chart */
    ROW_STEADY, /* an event that comes exactly once a turn in every run */
    ROW_NUMBER  /* a measure that is a number */
} RowKind;

typedef struct {
    const char *name;
    const json_t *measure, *by_turn;
    RowKind kind;
    double p, mean; /* by the end of the last turn */
} StudyRow;

typedef struct {
    const json_t *study;
    StudyRow *row; /* by kind, the likeliest first */
    size_t n;
    bool exact;
    int64_t turns, mark[MARKS_MAX]; /* mark: turns that get a column */
    int marks, name;                /* name: columns of a name, with a blank behind it */
    const char *unit; /* "turn"; or "line" of the plan, where lines and turns of the game differ */
} StudyView;

StudyView study_view(const TerminalStyle *out, const json_t *study);
void study_view_free(StudyView *s);
/* Chooses the turns that get a column on a screen of that width: the last ones that fit. */
void study_choose_marks(StudyView *s, int width);
const StudyRow *study_find(const StudyView *s, const char *name); /* NULL: no such measure */
/* The row's figures by the end of a turn, counted from 1; NULL beyond the last. */
const json_t *study_turn(const StudyRow *row, int64_t turn);
double study_number(const json_t *figures, const char *key); /* 0 where it is missing */
/* A figure and its standard error, "p" and "p_se"; zeros where they are missing. */
typedef struct {
    double value, error;
} StudyFigure;
StudyFigure study_figure(const json_t *figures, const char *key);
/* What is shown of a row by the end of a turn: the mean of a number, else a chance.  row: NULL
 * where it never comes. */
StudyFigure study_figure_by(const StudyRow *row, RowKind kind, int64_t turn);
/* A measure's figures by the end of each turn; NULL: there is no such measure. */
const json_t *study_turns_of(const json_t *study, const char *measure);
/* "tables/saltmine.lua" -> "saltmine", put into `name`. */
const char *study_table_name(const json_t *study, char *name, size_t room);
/* How many turns of the game began on average, where that is not one for each line; else 0. */
double study_turns_begun(const json_t *study);
/* --- one study, or two side by side: views of n studies --- */

/* One measure in each of two studies; NULL: that study does not have it. */
typedef struct {
    const StudyRow *row[2], *any;
} StudyPair;
/* All measures, those of the first study before others; free it. */
StudyPair *study_pairs(const StudyView *views, size_t n, size_t *count);
/* The plainer name ("light_out") of what comes just as often as this ("light_out.torch") by each
 * turn, in each of the studies, so that one row stands for both.  NULL: none does. */
const char *study_plainer_name(const StudyView *views, size_t n, const char *name);

/* Distribution of a number at the end of the last turn. */
typedef struct {
    double value, share; /* share: of all runs, or the chance */
} ValueShare;
ValueShare *study_distribution(const StudyView *s, const StudyRow *row, size_t *n); /* free it */

/* --- columns --- */

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
/* The same, faint, in columns that end at `column`. */
void study_put_error_column(StyledText *t, int column, double error, int digits);
/* " ±0.12" of a figure in running text; nothing where it is 0. */
void study_put_error_of(StyledText *t, double error);
/* Figure and error in columns that end at `column`: a mean, or a chance in percent. */
void study_put_mean(StyledText *t, int column, StudyFigure mean);
void study_put_figure(StyledText *t, const StudyView *s, int column, RowKind kind, StudyFigure f);
/* The turns that have a column, behind `left` columns; a row's figures there, behind its name. */
void study_put_marks(StyledText *t, const StudyView *s, int left);
void study_put_row(StyledText *t, const StudyView *s, const StudyRow *row);
int study_digits(double mean); /* digits behind the point that are worth reading */
void study_put_number(StyledText *t, double d);
/* A quantile, "p50", with its error. */
void study_put_quantile(StyledText *t, const json_t *figures, const char *name);
/* "of 'crawl; search'", or "by cautious.lua". */
void study_put_plan(StyledText *t, const json_t *study);

#endif
