/* Comparisons of studies: two by all of their measures, or any number by chosen rates. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/study/study_view.h"

/* Writes A and B by the end of the last turn, with their difference; then what differs, by turn. */
void compare_two(const TerminalStyle *out, const json_t *a, const json_t *b);

/* --- many tables, a line each: what an hour of play brings ---
 *
 * A file of JSON says what is counted, so that no game's words stand here:
 *   {"played":"what each does first, by four with a torch",  for the sentence above the table
 *    "hours":"clock.minutes / 60",                           expression: hours of the game so far
 *    "measures":{"feet":"party.feet"},                       other expressions that are counted
 *    "columns":[{"title":"encounters","of":"peril",          an event or a measure: so often an
 * hour "chance":true,                   instead: the chance of one by the end of the first hour
 *      "digits":2,"unit":"ft",          how its figure is written
 *      "csv":"…","csv_se":"…",          names in a spreadsheet
 *      "plot":"…","plot_none":"…",      title of its panel, and why a table may have none
 *      "legend":"…"},…]}                sentence below the table
 * Columns of one title share a place: a table shows the first of them that is not 0. */

typedef struct {
    double mean, error; /* error: standard error, 0 for none */
} RateFigure;

typedef struct {
    char *name, *doing; /* doing: the first line of the plan, or the policy */
    RateFigure *figure; /* one for each column of the file */
} RateRow;

typedef struct {
    json_t *file;
    RateRow *row;
    size_t n;
} RateTable;

/* Reads such a file.  NULL, with the reason on standard error. */
json_t *rates_read(const char *path);
/* Adds one table's study; a study must measure "hours" and the file's measures. */
void rates_add(RateTable *r, const char *name, const json_t *study);
void rates_free(RateTable *r); /* also the file */
void rates_write(const TerminalStyle *out, const RateTable *r, int64_t turns, int64_t runs,
                 const char *seed);
/* False, with the reason on standard error. */
bool rates_csv(const RateTable *r, const char *path);
bool rates_plot(const RateTable *r, const char *path);

#endif
