/* Shows studies in the forms that the command line asks for: report, JSON, spreadsheet, picture. */
#ifndef CLI_STUDY_SHOW_H
#define CLI_STUDY_SHOW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The answers of several tables to one question, in the order of the tables. */
typedef struct {
    char **json; /* from the library, which frees them */
    json_t **parsed;
    size_t n;
} StudyAnswers;

/* How the answers of studies are shown. */
typedef struct {
    bool json;              /* JSON on standard output instead of a report */
    const char *csv, *plot; /* files to write as well, or NULL */
    const json_t *rates;    /* compare tables by this (rates.h); NULL: report one, compare two */
} StudyOutput;

/* True when the files can be written and pictures be drawn; to be asked before a long study. False,
 * with the reason on standard error.  Leaves files as they are. */
bool study_show_possible(const StudyOutput *to);
/* Shows the answers.  False, with the reason on standard error. */
bool study_show(const StudyOutput *to, const StudyAnswers *answers);

#endif
