/* Output of a study in the forms that the command line asks for: report, JSON, spreadsheet,
 * picture.
 */
#ifndef CLI_STUDY_SHOW_H
#define CLI_STUDY_SHOW_H

#include <stdbool.h>

typedef struct {
    bool json;              /* JSON on standard output instead of a report */
    const char *csv, *plot; /* files to write as well, or NULL */
} StudyOutput;

/* Before a study that may take long: can the files be written, and pictures be drawn?  False, with
 * the reason on standard error.  Leaves files as they are. */
bool study_show_possible(const StudyOutput *to);
/* Shows the JSON of a study, beside another one's where that is not NULL.  False, with the reason
 * on standard error. */
bool study_show(const StudyOutput *to, const char *json, const char *other);

#endif
