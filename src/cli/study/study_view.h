/* A study read for showing: its measures in order, and their figures; and the forms it is shown in.
 *
 * A study is the JSON of sconce_sim or sconce_chances (sconce.h lists its keys).  A view borrows
 * it, and the names in it; only `row` and `by_name` are the view's own. */
#ifndef CLI_STUDY_VIEW_H
#define CLI_STUDY_VIEW_H

#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

/* Turns that get a column at most; columns of a chance with its error. */
enum { MARKS_MAX = 3, CHANCE_COLUMNS = 12 };

typedef enum {
    ROW_ASKED,  /* yes or no, or A before B: shown first */
    ROW_EVENT,  /* an event's kind, or a row of a chart */
    ROW_STEADY, /* an event that comes exactly once a turn in every run */
    ROW_NUMBER  /* a measure that is a number */
} RowKind;

/* A measure of a study, as a row of the report. */
typedef struct {
    const char *name;
    const json_t *measure, *by_turn;
    RowKind kind;
    double p, mean; /* by the end of the last turn */
} StudyRow;

/* A study prepared for the report: its rows and its columns. */
typedef struct {
    const json_t *study;
    StudyRow *row; /* by kind, the likeliest first */
    const StudyRow **by_name;
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
/* The figure shown of a row by the end of a turn: the mean of a number, else a chance.  row:
 * NULL where a study does not have it. */
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

/* --- study_report.c: one study --- */

void study_report(const TerminalStyle *out, const json_t *study);

/* --- parts that a comparison shows, too; letter: "A  " before one of two studies, else "" --- */

/* Writes the head: table, turns, plan and runs, in a line or two. */
void study_write_head(const TerminalStyle *out, const json_t *study, const char *letter);
/* Lines of the plan that could not be done, plays that ended early, dice rolled before. */
void study_write_undone(const TerminalStyle *out, const json_t *study);
/* Rows that are not shown, since another one stands for them (study_plainer_name). */
void study_write_together(const TerminalStyle *out, const StudyView *views, size_t n);
/* Meaning of the signs; before: what else there is to say of them, or "". */
void study_write_legend(const TerminalStyle *out, const StudyView *s, const char *before);
/* Questions that took their default, the commonest first. */
void study_write_defaults(const TerminalStyle *out, const json_t *study, const char *letter);

/* --- compare.c: two studies by all of their measures --- */

/* Writes A and B by the end of the last turn, with their difference; then what differs, by turn. */
void compare_two(const TerminalStyle *out, const json_t *a, const json_t *b);

/* --- study_plot.c: pictures --- */

/* Draws a study, beside another one where that is not NULL, into FILE.svg or FILE.png.  False, with
 * the reason on standard error. */
bool study_plot(const TerminalStyle *out, const json_t *study, const json_t *other,
                const char *file);

#endif
