/* Running a study, for `sim` and `odds` alike: a table opened to be looked at, Ctrl-C, progress. */
#ifndef CLI_STUDY_RUN_H
#define CLI_STUDY_RUN_H

#include "cli/commands/command.h"

/* Opens a table read-only, and says `first` (NULL: nothing) on it.  NULL, with the reason on
 * standard error.  From here to study_close, Ctrl-C stops the study under way. */
Sconce *study_open(const char *table, const Words *houses, const char *seed, const char *first);
void study_close(Sconce *s);
bool study_interrupted(void); /* did Ctrl-C stop one? */

/* Says why there is no answer.  no_plan: the plan was the ruleset's first action; vs: the second of
 * two tables where that one failed, else NULL. */
void study_failed(SconceError *error, bool no_plan, const char *vs);

/* Checks --measure, --before and --plot (NULL: none).  Gives an exit status. */
int study_misused(const Command *c, const Words *measures, const Words *before, const char *plot);

/* --- progress on standard error, where that is a terminal --- */

typedef struct {
    bool shown;
    int64_t turns; /* of a run; 0: no limit */
    double began;  /* of progress_seconds */
} Progress;
Progress progress_begin(bool quiet, int64_t turns);
double progress_seconds(void); /* a clock that only goes forward */
/* Writes one line in place of the one before; "" clears it. */
void progress_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *progress_bar(double share); /* 20 columns */

#endif
