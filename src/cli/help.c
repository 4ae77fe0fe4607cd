/* `sconce help`: a subcommand, or a word of the rule language. */
#include "cli/options.h"
#include "cli/strip.h"
#include "cli/words.h"

#include <stdio.h>
#include <string.h>

static int help_word(const Ink *out, const char *word)
{
    const Command *c = command_find(word);
    if (c) command_explain(c);
    if (words_write(out, word) || c) return EXIT_FINE;
    strip_say(stderr, "there is no command and no word '%s'; 'sconce help words' lists the words\n",
            word);
    return EXIT_WRONG;
}

static int help_command(int argc, char **argv)
{
    Words plain = {0};
    const Option options[] = {{0}};
    int status;
    if (options_read(&command_help, argc, argv, options, &plain, 0, 1, &status)) {
        Ink out = ink_on(stdout);
        status = EXIT_FINE;
        if (plain.n == 0)
            command_list();
        else if (strcmp(plain.at[0], "words") == 0)
            words_list(&out);
        else
            status = help_word(&out, plain.at[0]);
    }
    words_free(&plain);
    return status;
}

const Command command_help = {
    "help",
    "[COMMAND|WORD|words]",
    "explains a command, or a word of the rules",
    "Explains a command of the program, or a word of the language in which rules are written;\n"
    "'sconce help words' lists those.",
    help_command,
};
