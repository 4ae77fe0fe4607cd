/* sconce -- the program.  It only finds the subcommand; each lives in a file of its own and sees
 * the rest of the house through sconce.h. */
#include "cli/commands/command.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Command *const commands[] = {
    &command_play,   &command_new,    &command_rules, &command_check, &command_test,
    &command_roll,   &command_sim,    &command_odds,  &command_log,   &command_verify,
    &command_export, &command_import, &command_help,  NULL,
};

const Command *command_find(const char *name)
{
    for (const Command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) return *c;
    return NULL;
}

void command_list(void)
{
    puts("sconce -- a host for the procedures of dungeon exploration\n");
    for (const Command *const *c = commands; *c; c++)
        printf("  sconce %-7s  %s\n", (*c)->name, (*c)->summary);
    puts("\n'sconce help COMMAND' tells more, 'sconce help WORD' explains a word of the rules.\n"
         "\nRules are a stranger's: every command takes limits for them, or reads them from the "
         "environment.\n"
         "  --timeout N    seconds that one line may think (2; SCONCE_PATIENCE)\n"
         "  --memory N     megabytes that rules may use (64; SCONCE_MEMORY)");
}

void command_explain(const Command *c)
{
    printf("usage: sconce %s %s\n%s\n", c->name, c->usage, c->more);
}

int command_failed(SconceError *error)
{
    TerminalStyle ink = style_on(stderr);
    StyledText t = {0};
    fflush(stdout);
    styled_tint(&t, BAD);
    if (error->all && *error->all) {
        styled_clean(&t, error->all);
        while (t.n > 0 && t.s[t.n - 1] == '\n') t.s[--t.n] = '\0';
    } else {
        if (error->file[0]) {
            styled_clean(&t, error->file);
            styled_put(&t, error->line > 0 ? ":%d: " : ": ", error->line);
        }
        styled_clean(&t, error->text[0] ? error->text : "something went wrong");
    }
    styled_tint(&t, PLAIN);
    style_print(&ink, &t);
    styled_free(&t);
    sconce_free(error->all);
    error->all = NULL;
    return EXIT_WRONG;
}

int command_misused(const Command *c, const char *format, ...)
{
    va_list args;
    fflush(stdout);
    char *text = NULL;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    styled_say(stderr, "sconce %s: %s\nusage: sconce %s %s\n", c->name, n < 0 ? "" : text, c->name,
               c->usage);
    if (n >= 0) free(text);
    return EXIT_MISUSED;
}

/* Widths and line editing need UTF-8, whatever the environment forgot to say. */
static void speak_utf8(void)
{
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        command_list();
        return EXIT_FINE;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        puts("sconce " SCONCE_VERSION);
        return EXIT_FINE;
    }
    const Command *c = command_find(name);
    if (c) return c->run(argc - 1, argv + 1);
    styled_say(stderr, "sconce: there is no command '%s'; 'sconce help' lists those there are\n",
               name);
    return EXIT_MISUSED;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails */
    speak_utf8();
    int status = run(argc, argv);
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_FINE) status = EXIT_WRONG;
    return status;
}
