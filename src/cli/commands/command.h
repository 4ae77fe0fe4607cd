/* A subcommand of the program: what it is, how it reads its command line, and how it ends.
 *
 * `--name value` and `--name=value`, in any order with the plain words; `--` ends the options;
 * `-h` and `--help` print the usage line. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/term/styled_text.h"
#include "sconce.h"

/* Exit status: all is well; the rules, the script or the input are wrong; the command line is. */
enum { EXIT_FINE = 0, EXIT_WRONG = 1, EXIT_MISUSED = 2 };

/* A subcommand of the program. */
typedef struct {
    const char *name;
    const char *usage;                 /* what follows the name on its usage line */
    const char *summary;               /* one line for the short help */
    const char *more;                  /* what `sconce help NAME` adds */
    int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status */
} Command;

/* One a file, in the order of the short help. */
extern const Command command_play, command_new, command_rules, command_check, command_test,
    command_roll, command_sim, command_odds, command_log, command_verify, command_export,
    command_import, command_about, command_help;

/* Prints its usage and more on standard output. */
void command_explain(const Command *c);

/* Writes what went wrong to stderr, `file:line: sentence` where a file is to blame, and
 * returns EXIT_WRONG.  Frees error->all. */
int command_failed(SconceError *error);
/* Writes a sentence and the usage line to stderr and returns EXIT_MISUSED. */
int command_misused(const Command *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a blank and a word as a shell reads it, quoted where it must be. */
void command_put_word(StyledText *t, const char *word);

bool path_is_folder(const char *path);
bool path_ends_in(const char *name, const char *ending); /* and is longer? */

/* Words of a command line, in order; the words themselves are argv's. */
typedef struct {
    const char **at;
    size_t n;
} Words;
void words_add(Words *w, const char *word);
void words_free(Words *w);

/* The type of the variable that an option's value is read into. */
typedef enum {
    OPTION_SWITCH, /* into a bool */
    OPTION_TEXT,   /* into a const char * */
    OPTION_NUMBER, /* into an int64_t */
    OPTION_LIST    /* into a Words; may be said again */
} OptionSort;

/* An option of a subcommand, and where its value goes. */
typedef struct {
    const char *name; /* without the dashes */
    OptionSort sort;
    void *into;
    bool *given; /* set when the option was said, or NULL */
} Option;

/* Fills what `options` (ended by one without a name) points to, and `plain` with the other words,
 * of which there must be at least `min` and at most `max`.  True: go on.  False: the answer
 * (usage, or a complaint) was written, and *status is how the program should end. */
bool options_read(const Command *c, int argc, char **argv, const Option *options, Words *plain,
                  size_t min, size_t max, int *status);

#endif
