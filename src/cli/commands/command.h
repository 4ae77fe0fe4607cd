/* The subcommands of the program, and how one of them ends. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "sconce.h"

/* Exit status: all is well; the rules, the script or the input are wrong; the command line is. */
enum { EXIT_FINE = 0, EXIT_WRONG = 1, EXIT_MISUSED = 2 };

typedef struct {
    const char *name;
    const char *usage;                 /* what follows the name on its usage line */
    const char *summary;               /* one line for the short help */
    const char *more;                  /* what `sconce help NAME` adds */
    int (*run)(int argc, char **argv); /* argv[0] is the name; gives the exit status */
} Command;

/* One a file, in the order of the short help. */
extern const Command command_play, command_new, command_rules, command_check, command_test,
    command_roll, command_sim, command_odds, command_log, command_verify, command_export,
    command_import, command_help;

const Command *command_find(const char *name); /* NULL when there is none of that name */
void command_list(void);                       /* the short help, on standard output */

void command_explain(const Command *c); /* its usage and more, on standard output */

/* Writes what went wrong to stderr, `file:line: sentence` where a file is to blame, and gives
 * EXIT_WRONG.  Frees error->all. */
int command_failed(SconceError *error);
/* Writes a sentence and the usage line to stderr and gives EXIT_MISUSED. */
int command_misused(const Command *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
