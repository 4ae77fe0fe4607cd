/* What the files that show a study share: its rows, and how figures are put into columns. */
#ifndef CLI_STUDY_ROWS_H
#define CLI_STUDY_ROWS_H

#include "cli/study/spark.h"
#include "cli/study/study.h"
#include "cli/term/json_fields.h"

enum { MARKS = 3, CHANCE = 12, OFTEN = 13 };

/* ASKED: yes or no, or A before B; EVENT: a kind or a row; STEADY: one that comes every turn. */
typedef enum { ASKED, EVENT, STEADY, NUMBER } Sort;

typedef struct {
    const char *name;
    const json_t *measure, *by_turn;
    Sort sort;
    double p, mean; /* by the end of the last turn */
} Row;

typedef struct {
    const json_t *study;
    Row *row; /* in the order of showing */
    size_t n;
    bool exact;
    int64_t turns, mark[MARKS]; /* turns that get a column */
    int marks, name;            /* columns of a name */
    const char *unit; /* what a column is the end of: a "turn", or a "line" of the plan when that is
                         not the same */
} Study;

/* Free its row. */
Study study_rows(const TerminalStyle *out, const json_t *study);
void study_choose_marks(Study *s,
                        int width); /* turns that get a column on a screen of that width */
const json_t *study_turn(const Row *row, int64_t turn); /* its figures by the end of that turn */
double study_figure(const json_t *row, const char *key);
int study_digits(double mean); /* how many behind the point are worth reading */

void study_put_name(StyledText *t, const Study *s, const char *name); /* cut where it is too long */
void study_put_error(StyledText *t, double error, int digits);        /* ±, unless there is none */
void study_put_chance(StyledText *t, const Study *s, int column, double p, double error);
void study_put_mean(StyledText *t, int column, double mean, double error);
void study_put_number(
    StyledText *t, double d); /* a whole number as such, others with as much as is worth reading */
void study_put_quantile(StyledText *t, const json_t *row,
                        const char *name); /* "p50", and its error, where there is any */

/* How many turns of the game began, on average, when that is not one for each line that was played;
 * else 0. */
double study_turns_begun(const json_t *study);

/* What was played, in a line or two. */
void study_write_head(const TerminalStyle *out, const json_t *study,
                      const char *letter); /* "A  ", "" for one alone */
/* What signs mean; before: what else there is to say of them, "" for nothing. */
void study_write_legend(const TerminalStyle *out, const Study *s, const char *before);
/* Lines of the plan that could not be done, and plays that ended so; nothing when there were none.
 */
void study_write_undone(const TerminalStyle *out, const json_t *study);
/* What is shown once, since one tells of both: see study_told_by. */
void study_write_together(const TerminalStyle *out, const Study *s, const Study *other);
/* What a GM would have been asked, and was not: the commonest first. */
void study_write_defaults(const TerminalStyle *out, const json_t *study, const char *letter);
/* Looks for a row by its name; NULL when there is none. */
const Row *study_find(const Study *s, const char *name);
/* "light_out.torch" beside "light_out", "hazard.encounter" beside "encounter": the plainer name of
 * what came just as often by each turn, in this study and in the other one (NULL: of none), and so
 * tells of both; NULL when there is none. */
const char *study_told_by(const Study *s, const Study *other, const char *name);
/* How often each value of a number comes in the end, in order. */
typedef struct {
    double value, part; /* of all runs, or of all that can come */
} Count;
Count *study_counts(const Study *s, const Row *row, size_t *n); /* yours to free */
/* Measures that are numbers. */
void study_write_numbers(const TerminalStyle *out, const Study *s);

#endif
