/* Prepares a study for the screen: its measures in order, and their figures.
 * The events `said` and `turn`, which tell nothing of play, are left out unless they are asked for.
 *
 * A study is the JSON of sconce_sim or sconce_chances (sconce.h lists its keys).  A view borrows
 * it, with all names; it owns only `row`, the titles in it, and `by_name`.  study_report.c,
 * compare.c and study_plot.c show views; study_view.c writes their figures, too. */
#pragma once

#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

enum { SHOWN_TURNS_MAX = 3 }; /* turns that get a column */
enum { CHANCE_COLUMNS = 12 }; /* width of a chance with its error */
enum { ERROR_COLUMNS = 6 };   /* of these, the error behind the figure: " ±0.12" */

typedef enum {
    ROW_STATE,  /* a measure that is yes or no, of the state at the end of a turn: shown first */
    ROW_RACE,   /* A before B, A given B, A at least n times */
    ROW_EVENT,  /* an event, or a row of a chart */
    ROW_STEADY, /* an event that happens exactly once a turn in every run */
    ROW_NUMBER  /* a measure that is a number */
} RowKind;

/* A measure of a study, as a row of the report. */
typedef struct {
    const char *name;
    char *title; /* the name for people: "encounter before torch" */
    const json_t *measure, *by_turn;
    RowKind kind;
    double p, mean; /* chance and mean by the end of the last turn */
} StudyRow;

/* A study prepared for the report: its rows and its columns. */
typedef struct {
    const json_t *study;
    StudyRow *row;            /* by kind, the likeliest first */
    const StudyRow **by_name; /* the same rows, sorted for study_find */
    size_t n;
    bool exact;
    int64_t turns;
    int64_t shown_turn[SHOWN_TURNS_MAX]; /* the turns that get a column */
    int shown_count;                     /* how many they are */
    int name_columns;                    /* width of a name, with a blank behind it */
    const char *unit; /* "turn"; "line" where a line of the plan is not one turn of the game */
} StudyView;

StudyView study_view(const TerminalStyle *out, const json_t *study);
void study_view_free(StudyView *s);
/* Chooses the turns that get a column at that width: the last, and of 1, 3, 6, 12 … what fits. */
void study_choose_turns(StudyView *s, int width);
/* Returns the name of a measure for people: "A before B" for "A<B", "A or B" for "A,B", "A given B"
 * for "A|B", "A twice or more" for "A>=2".  The caller frees it. */
char *study_title(const char *name);
/* Finds the row of a measure; NULL: there is none. */
const StudyRow *study_find(const StudyView *s, const char *name);
/* Returns the figures of a row by the end of a turn, counted from 1; NULL behind the last turn. */
const json_t *study_figures_at(const StudyRow *row, int64_t turn);

/* A figure and its error.  rest: 1 - value, of a chance; exact even if value rounds to 1. */
typedef struct {
    double value, error, rest;
} StudyFigure;
/* Reads the figure KEY, its error KEY_se, and "rest".  A figure or an error that is missing is 0,
 * and a missing rest is 1 less the figure. */
StudyFigure study_figure(const json_t *figures, const char *key);
/* Returns the figure of a row by the end of a turn: the mean of a number, else a chance.  row: NULL
 * where a study does not have it, for the figure 0. */
StudyFigure study_main_figure(const StudyRow *row, RowKind kind, int64_t turn);

/* Returns a list of a measure's figures by the end of each turn; NULL: there is no such measure. */
const json_t *study_figures_by_turn(const json_t *study, const char *measure);
/* Returns the name of a house file without its folders. */
const char *study_house_name(const json_t *house);
/* Writes the name of the study's table into `name`: "saltmine" for "tables/saltmine.lua", with its
 * house files behind it, "saltmine + ours.lua". */
const char *study_table_name(const json_t *study, char *name, size_t room);
/* Returns how many turns of the game began on average; 0 where each line of the plan began one. */
double study_turns_begun(const json_t *study);

/* The answers of several tables to one question, in the order of the tables. */
typedef struct {
    char **json;     /* from the library, which frees them */
    json_t **parsed; /* NULL where only the text is shown */
    size_t n;
} StudyAnswers;

/* --- one study, or two side by side: n views --- */

/* One measure in each of two studies. */
typedef struct {
    const StudyRow *row[2]; /* NULL: that study does not have it */
    const StudyRow *any;    /* the first of them that is not NULL */
} StudyPair;
/* Returns all measures, those of the first study first; the caller frees the list. */
StudyPair *study_pairs(const StudyView *views, size_t n, size_t *count);
/* Returns the plainer name ("light_out") of an event that happens just as often as this one
 * ("light_out.torch") by each turn in each study, so that one row stands for both; NULL: none. */
const char *study_plainer_name(const StudyView *views, size_t n, const char *name);

/* A value of a number, and its share of all runs or its chance. */
typedef struct {
    double value, share;
} ValueShare;
/* Returns the distribution of a number at the end of the last turn; the caller frees it. */
ValueShare *study_distribution(const StudyView *s, const StudyRow *row, size_t *n);

/* --- study_report.c: one study --- */

void study_report(const TerminalStyle *out, const json_t *study);

/* --- parts that compare.c shows too; letter: "A  " before one of two studies, else "" --- */

/* Writes the head: table, turns, plan and runs. */
void study_write_head(const TerminalStyle *out, const json_t *study, const char *letter);
/* Writes what of the plan could not be done, which plays ended early, and dice before turn 1. */
void study_write_undone(const TerminalStyle *out, const json_t *study);
/* Says that a nameless member plays, and how to bring a party; nothing where there is one. */
void study_write_no_party(const TerminalStyle *out, const json_t *study);
/* Names the rows that are left out, since another one stands for them (study_plainer_name). */
void study_write_merged_names(const TerminalStyle *out, const StudyView *views, size_t n);
/* Explains the signs.  before: an explanation that comes first, or "". */
void study_write_legend(const TerminalStyle *out, const StudyView *s, const char *before);
/* Lists the questions that took their default, the commonest first. */
void study_write_defaults(const TerminalStyle *out, const json_t *study, const char *letter);

/* --- compare.c: two studies by all of their measures --- */

/* Writes all measures of A and B with their difference; then those that differ, by turn. */
void compare_two(const TerminalStyle *out, const json_t *a, const json_t *b);

/* --- study_plot.c: pictures --- */

/* Draws a study, and another unless NULL, into FILE.svg or FILE.png.  False: it said why not. */
bool study_plot(const TerminalStyle *out, const json_t *study, const json_t *other,
                const char *file);

/* --- figures with their errors, in columns of a table or in running text --- */

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
/* Adds a row's title, and its figures in the columns of study_put_turns. */
void study_put_row(const TerminalStyle *out, StyledText *t, const StudyView *s,
                   const StudyRow *row);
int study_digits(double mean); /* digits behind the point that are worth reading */
void study_put_number(StyledText *t, double d);

/* --- running text --- */

/* Adds a figure with two decimals, and its error: "0.50 ±0.12".  key: of the figure, as "mean". */
void study_put_inline(StyledText *t, const json_t *figures, const char *key);
/* Adds a quantile, as "p50", with its error. */
void study_put_quantile(StyledText *t, const json_t *figures, const char *name);
/* Adds "of 'crawl; search'", or "by cautious.lua". */
void study_put_plan(StyledText *t, const json_t *study);
