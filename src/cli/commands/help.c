/* `sconce help`: a subcommand, or a word of the rule language. */
#include "cli/commands/options.h"
#include "cli/term/terminal_style.h"

#include <stdio.h>
#include <string.h>

/* Its lines, as the library gives them; those that are not set in are heads. */
static bool write_word(const TerminalStyle *out, const char *word)
{
    char *text = sconce_word(word);
    for (const char *s = text ? text : ""; *s;) {
        size_t n = strcspn(s, "\n"), in = s[0] == ' ' ? 2 : 0;
        StyledText t = {0};
        if (!in && n > 0) styled_tint(&t, STRONG);
        styled_cleann(&t, s + in, n - in);
        if (!in && n > 0) styled_tint(&t, PLAIN);
        style_write(out, &t, (int)in, 4);
        styled_free(&t);
        s += n + (s[n] == '\n');
    }
    sconce_free(text);
    return text != NULL;
}

static void list_words(const TerminalStyle *out)
{
    char *names = must_have(sconce_word(NULL));
    StyledText t = {0};
    styled_clean(&t, names);
    style_write(out, &t, 2, 2);
    styled_free(&t);
    sconce_free(names);
}

static int help_word(const TerminalStyle *out, const char *word)
{
    const Command *c = command_find(word);
    if (c) command_explain(c);
    if (write_word(out, word) || c) return EXIT_FINE;
    styled_say(stderr,
               "there is no command and no word '%s'; 'sconce help words' lists the words\n", word);
    return EXIT_WRONG;
}

static int help_command(int argc, char **argv)
{
    Words plain = {0};
    const Option options[] = {{0}};
    int status;
    if (options_read(&command_help, argc, argv, options, &plain, 0, 1, &status)) {
        TerminalStyle out = style_on(stdout);
        status = EXIT_FINE;
        if (plain.n == 0)
            command_list();
        else if (strcmp(plain.at[0], "words") == 0)
            list_words(&out);
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
