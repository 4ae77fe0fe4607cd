/* Runs a study for `sim` and `odds`: their common options, the tables, Ctrl-C, progress, and the
 * output as a report, JSON, spreadsheet or picture. */
#pragma once

#include "cli/commands/command.h"
#include "cli/study/study_view.h"

/* How answers are shown. */
typedef struct {
    bool json;              /* JSON on standard output instead of a report */
    const char *csv, *plot; /* files to write as well, or NULL */
    const json_t *rates;    /* the columns (rates.h) by which tables are compared, any number; NULL:
                             * one table is reported, or two are compared */
} StudyOutput;

typedef struct StudyOptions StudyOptions;
/* Asks the library about an open table.  trial: about a single turn only, without progress. Returns
 * JSON, which sconce_free frees; NULL with *error. */
typedef char *StudyQuestion(Sconce *s, const StudyOptions *o, bool trial, SconceError *error);

/* The options that both commands have.  Start from {0}; study_options_free frees them. */
struct StudyOptions {
    const Command *command;
    StudyQuestion *ask;
    Words tables, houses, measures, before, first; /* houses: for the first table only */
    const char *plan, *otherwise, *policy, *until, *vs, *seed;
    int64_t turns;
    bool turns_given;
    StudyOutput output;
};

/* The fields that SconceSim and SconceChances share, as initializers. */
#define STUDY_FIELDS(o)                                                                            \
    .turns = (o)->turns, .plan = (o)->plan, .otherwise = (o)->otherwise, .policy = (o)->policy,    \
    .until = (o)->until, .measures = (o)->measures.at, .measure_count = (o)->measures.n,           \
    .before = (o)->before.at, .before_count = (o)->before.n

enum { TURNS_USUAL = 24 };   /* four hours of ten-minute turns; any number would do */
enum { STUDY_OPTIONS = 13 }; /* the common options of a command line */
/* Writes STUDY_OPTIONS options, whose variables are in o. */
void study_options(StudyOptions *o, Option *options);
void study_options_free(StudyOptions *o);
/* Checks the common options.  Returns an exit status, and says why. */
int study_check(const StudyOptions *o);

/* Asks each table, then shows the answers.  Two tables are asked for a trial first, so that a
 * mistake in the second is found before the first takes long.  After Ctrl-C there may be fewer
 * answers.  Returns an exit status; *why: the kind of error that ended it. */
int study_run(StudyOptions *o, StudyAnswers *answers, SconceWhy *why);
void study_answers_free(StudyAnswers *a);

/* Help on the common options. */
#define STUDY_HELP_PLAN                                                                            \
    "  --plan \"A; B\"         what is done, a line a turn, over and over\n"                       \
    "  --otherwise LINE      what is done when nothing of the plan can be: a line that is "        \
    "refused is\n"                                                                                 \
    "                        passed over for the next; without this, the play then ends\n"         \
    "  --policy FILE         instead of a plan: a Lua file that returns a function, which looks "  \
    "at\n"                                                                                         \
    "                        the state and gives the line of each turn; see examples/policies\n"
#define STUDY_HELP_MEASURE                                                                         \
    "  --measure NAME=EXPR   also this, after each turn: --measure torches=party.torches\n"
#define STUDY_HELP_VS                                                                              \
    "  --vs TABLE            beside another table: --house counts for the first alone\n"
#define STUDY_HELP_FILES                                                                           \
    "  --csv FILE            the figures for a spreadsheet\n"                                      \
    "  --plot FILE           a picture, .svg or .png, drawn by gnuplot\n"                          \
    "  --json                for programs; include/sconce.h says what each key is"

/* --- progress on standard error, where that is a terminal --- */

typedef struct {
    bool shown;
    int64_t turns; /* of a run; 0: no limit */
    double began;  /* by progress_seconds */
} StudyProgress;
StudyProgress study_progress_begin(bool quiet, int64_t turns);
