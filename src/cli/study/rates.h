/* Compares any number of tables by what happens in an hour of play (`sim --all`), a line for each.
 *
 * A JSON file says what is counted, so that the program knows no game:
 *   {"played":"what each does first, by four with a torch",  for the sentence above the table
 *    "hours":"clock.minutes / 60",                           expression: hours of the game so far
 *    "measures":{"feet":"party.feet"},                       other expressions that are counted
 *    "columns":[{"title":"encounters","of":"peril",          how often an hour this event happens,
 *                                                            or how much this measure grows
 *      "chance":true,                   instead: the chance of one by the end of the first hour
 *      "digits":2,"unit":"ft",          how its figure is written
 *      "csv":"…","csv_se":"…",          names in a spreadsheet
 *      "plot":"…","plot_none":"…",      title of its panel, and why a table may have none
 *      "legend":"…"},…]}                sentence below the table
 * Columns of one title share a place: a table shows the first of them that is not 0.  A study must
 * measure "hours" and the file's measures. */
#pragma once

#include "cli/study/study_view.h"

/* Reads a file of columns; the caller frees it.  NULL, with the reason on standard error. */
json_t *rates_read_columns(const char *path);
/* Writes the comparison as a table. */
void rates_write(const TerminalStyle *out, const json_t *rates, const StudyAnswers *tables);
/* Write the comparison to a file, as figures or a picture.  False: they said why not. */
bool rates_csv(const json_t *rates, const StudyAnswers *tables, const char *file);
bool rates_plot(const json_t *rates, const StudyAnswers *tables, const char *file);
