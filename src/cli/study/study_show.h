/* What came of a study, as the command line asks to have it. */
#ifndef CLI_STUDY_SHOW_H
#define CLI_STUDY_SHOW_H

#include <stdbool.h>

typedef struct {
    bool json;              /* to standard output as JSON, instead of as a table */
    const char *csv, *plot; /* files to write as well, or NULL */
} StudyOutput;

/* Before a study that may take long: can it be shown so?  0, or how the program should end, when
 * said why. */
int study_show_refuses(const StudyOutput *to);
/* Shows a study's JSON, beside another one when that is not NULL.  How the program should end. */
int study_show(const StudyOutput *to, const char *json, const char *other);

#endif
