/* A subcommand of the program: its help, its command line, and its exit status.
 *
 * A command line holds plain words and options, `--name value` or `--name=value`, in any order;
 * `--` ends the options; `-h` and `--help` print the help. */
#pragma once

#include "cli/term/styled_text.h"
#include "sconce.h"

/* Exit status: success; the rules, the script or the input are wrong; the command line is wrong.
 * main.c also ends by SIGPIPE, when nobody reads the output any more. */
enum { EXIT_FINE = 0, EXIT_WRONG = 1, EXIT_MISUSED = 2 };

/* A subcommand of the program. */
typedef struct {
    const char *name;
    const char *usage;                 /* the words behind the name on its usage line */
    const char *summary;               /* one line for the list of commands */
    const char *more;                  /* the text of `sconce help NAME` below the usage line */
    int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status */
} Command;

/* All subcommands, each in a file of that name; import stands in export.c, help in main.c. */
extern const Command command_play, command_new, command_rules, command_check, command_test,
    command_roll, command_sim, command_odds, command_log, command_verify, command_export,
    command_import, command_lsp, command_serve, command_about, command_help;

/* Prints the help of a command. */
void command_explain(const Command *c);

/* Writes an error to stderr, as `file:line: sentence`; frees error->all.  Returns EXIT_WRONG. */
int command_failed(SconceError *error);
/* Writes a sentence and the usage line to standard error.  Returns EXIT_MISUSED. */
int command_misused(const Command *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says that a word is missing, with an example.  word: the usage line from that word on, such as
 * "DIR [--ruleset NAME]".  Returns EXIT_MISUSED. */
int command_lacks(const Command *c, const char *word);

/* --- programs.c: `sconce play --json`, for programs --- */

/* Answers each line of standard input with a JSON object.  SIGINT stops the line that runs. */
void programs_play(Sconce *table);
/* Shows the comment at the head of a part: what the part gives and wants, and what a house file may
 * change.  False: there is no part of that name. */
bool rules_show_part(const char *name);

/* Writes why a table did not open, as an object; "all" has every mistake in the rules. */
void programs_write_error(const SconceError *error);

/* Adds a blank and a word, quoted for a shell where needed. */
void command_put_word(StyledText *t, const char *word);

/* Says why a file of this name is refused, such as one of several lines; NULL: it is not. */
const char *path_refusal(const char *name);

/* The values of an option that may be repeated, in order.  The list borrows the words. */
typedef struct {
    const char **at;
    size_t n;
} Words;
void words_add(Words *w, const char *word);
void words_free(Words *w);

/* The type of the variable that an option's value is read into. */
typedef enum {
    OPTION_SWITCH,  /* into a bool */
    OPTION_TEXT,    /* into a const char * */
    OPTION_FILE,    /* the same; the name of a file, refused as by path_refusal */
    OPTION_NUMBER,  /* into an int64_t */
    OPTION_LIMIT,   /* of rules: command.c has these */
    OPTION_ADDRESS, /* into a const char *: ADDRESS:PORT, which may be left out: *into stays then */
    OPTION_LIST,    /* into a Words; may be repeated */
    OPTION_FILES    /* the same; names of files, refused as by path_refusal */
} OptionType;

/* An option of a subcommand, and where its value goes. */
typedef struct {
    const char *name; /* without the dashes */
    OptionType type;
    void *into;  /* the variable */
    bool *given; /* set to true when the option is there; or NULL */
} Option;

/* Reads a command line.  Sets the variables of `options`, a list that ends with an option without a
 * name, or NULL.  Moves the plain words, from `min` to `max` of them, to argv[1] and on, with NULL
 * behind the last.  False: help or a complaint was written, and *status is the exit status. */
bool options_read(const Command *c, int argc, char **argv, const Option *options, int min, int max,
                  int *status);
