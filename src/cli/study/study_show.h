/* Output of studies in the forms that the command line asks for: report, JSON, spreadsheet,
 * picture. */
#ifndef CLI_STUDY_SHOW_H
#define CLI_STUDY_SHOW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The answers of one study on each of several tables, in their order. */
typedef struct {
    char **json;     /* as the library gave them */
    json_t **parsed; /* the same, read */
    size_t n;
} StudyAnswers;

/* How the answers of studies are shown. */
typedef struct {
    bool json;              /* JSON on standard output instead of a report */
    const char *csv, *plot; /* files to write as well, or NULL */
    const json_t *rates; /* the file of rates.h to compare tables by; NULL: one table is reported,
                            two are compared by all measures */
} StudyOutput;

/* Before a study that may take long: can the files be written, and pictures be drawn?  False, with
 * the reason on standard error.  Leaves files as they are. */
bool study_show_possible(const StudyOutput *to);
/* False, with the reason on standard error. */
bool study_show(const StudyOutput *to, const StudyAnswers *answers);

#endif
