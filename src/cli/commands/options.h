/* Reading a command line: the same habits for every subcommand.
 *
 * `--name value` and `--name=value`, in any order with the plain words; `--` ends the options;
 * `-h` and `--help` print the usage line. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/commands/command.h"

/* Words of a command line, in order; the words themselves are argv's. */
typedef struct {
    const char **at;
    size_t n;
} Words;
void words_add(Words *w, const char *word);
void words_free(Words *w);

typedef enum {
    OPTION_SWITCH, /* into a bool */
    OPTION_TEXT,   /* into a const char * */
    OPTION_NUMBER, /* into an int64_t */
    OPTION_LIST    /* into a Words; may be said again */
} OptionSort;

typedef struct {
    const char *name; /* without the dashes */
    OptionSort sort;
    void *into;
    bool *given; /* set when the option was said, or NULL */
} Option;

/* Fills what `options` (ended by one without a name) points to, and `plain` with the other words,
 * of which there must be at least `least` and at most `most`.  True: go on.  False: the answer
 * (usage, or a complaint) was written, and *status is how the program should end. */
bool options_read(const Command *c, int argc, char **argv, const Option *options, Words *plain,
                  size_t least, size_t most, int *status);

#endif
