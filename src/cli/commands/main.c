/* sconce: the program.  Finds the subcommand and runs it.  Subcommands see the library only through
 * sconce.h.  `help` is here, since it lists them all. */
#include "cli/commands/command.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- the subcommands --- */

static const Command *const commands[] = {
    &command_play, &command_new,    &command_rules,  &command_check,
    &command_test, &command_roll,   &command_sim,    &command_odds,
    &command_log,  &command_verify, &command_export, &command_import,
    &command_lsp,  &command_serve,  &command_about,  &command_help,
    NULL,
};

static const Command *find_command(const char *name)
{
    for (const Command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) return *c;
    return NULL;
}

static const char *near_command(const char *name)
{
    const char *names[sizeof commands / sizeof *commands + 2] = {"--help", "--version"};
    size_t n = 2;
    for (const Command *const *c = commands; *c; c++) names[n++] = (*c)->name;
    return sconce_nearest(name, names, n);
}

static void list_commands(void)
{
    puts("sconce -- a host for the procedures of dungeon exploration\n");
    for (const Command *const *c = commands; *c; c++)
        printf("  sconce %-7s  %s\n", (*c)->name, (*c)->summary);
    puts("\n'sconce help COMMAND' tells more, 'sconce help WORD' explains a word of the rules.\n"
         "\nRules are a stranger's: every command takes limits for them, or reads them from the "
         "environment.\n"
         "  --timeout N    seconds of work that one line may take (2; SCONCE_PATIENCE);\n"
         "                 exact odds end after 300 times as long\n"
         "  --memory N     megabytes that each process of rules may take (96; odds 3072; "
         "SCONCE_MEMORY)");
}

/* --- help --- */

/* Explains a word of the rules; lines without indent are heads.  False: there is no such word. */
static bool explain_word(const TerminalStyle *out, const char *word)
{
    AutoAnswer *text = sconce_word(word);
    for (const char *s = text ? text : ""; *s;) {
        size_t n = strcspn(s, "\n"), in = s[0] == ' ' ? 2 : 0;
        StyledText t = {0};
        if (!in && n > 0) styled_tint(&t, STRONG);
        styled_put_bytes(&t, s + in, n - in);
        if (!in && n > 0) styled_tint(&t, PLAIN);
        style_write(out, &t, (int)in, 4);
        s += n + (s[n] == '\n');
    }
    return text != NULL;
}

enum { WORDS_MAX = 500 }; /* words that a misspelt one is compared with */

/* The word nearest to a misspelt one, with the same first letter; or NULL.  The caller frees it. */
static char *near_word(const char *word)
{
    char *names = must_have(sconce_word(NULL)), *rest = NULL;
    const char *list[WORDS_MAX];
    size_t n = 0;
    for (char *one = strtok_r(names, " ,\n", &rest); one && n < WORDS_MAX;
         one = strtok_r(NULL, " ,\n", &rest))
        list[n++] = one;
    const char *near = sconce_nearest(word, list, n);
    char *copy = near && *near == *word ? must_have(strdup(near)) : NULL;
    sconce_free(names);
    return copy;
}

static int explain(const TerminalStyle *out, const char *word)
{
    const Command *c = find_command(word);
    AutoAnswer *text = sconce_word(word);
    if (c) command_explain(c);
    if (c && text) puts("\nIn rules:\n");
    if (explain_word(out, word) || c || rules_show_part(word)) return EXIT_FINE;
    AutoString *near = near_word(word);
    clean_printf(stderr, "there is no command, word or field '%s'; %s%s%s\n", word,
                 near ? "did you mean '" : "'sconce help words' lists the words", near ? near : "",
                 near ? "'?" : "");
    return EXIT_WRONG;
}

static int help_command(int argc, char **argv)
{
    int status;
    if (options_read(&command_help, argc, argv, NULL, 0, 1, &status)) {
        TerminalStyle out = style_on(stdout);
        status = EXIT_FINE;
        if (!argv[1])
            list_commands();
        else if (strcmp(argv[1], "words") == 0) {
            AutoAnswer *names = must_have(sconce_word(NULL));
            style_write_lines(&out, names, 2);
        } else
            status = explain(&out, argv[1]);
    }
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

/* --- the program --- */

/* Takes the places of standard files that were closed, so that no file of a campaign gets them: its
 * text would be read as what is typed, and what is shown would be written into it.  Reading from
 * such a place, or writing there, fails as if it were still closed. */
static void fill_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(EXIT_WRONG);
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        list_commands();
        return EXIT_FINE;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        puts("sconce " SCONCE_VERSION);
        return EXIT_FINE;
    }
    const Command *c = find_command(name);
    if (c) return c->run(argc - 1, argv + 1);
    /* "sconce delving play": the words are in the wrong order. */
    bool turned = argc > 2 && find_command(argv[2]);
    const char *near = turned ? argv[2] : near_command(name);
    clean_printf(stderr, "sconce: there is no command '%s'; %s%s%s%s%s\n", name,
                 near ? "did you mean '" : "'sconce help' lists them all", near ? near : "",
                 turned ? " " : "", turned ? name : "", near ? "'?" : "");
    return EXIT_MISUSED;
}

/* Ends as other programs do whose output was not all written: by SIGPIPE and in silence if its
 * reader has gone, as after `| head -1`; else, as on a full disk, with a sentence.  Returns the
 * exit status. */
static int end_unwritten(void (*usual)(int))
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool gone = poll(&out, 1, 0) == 1 && out.revents & POLLERR;
    signal(SIGPIPE, usual); /* ignored, if whoever started this program wants it so */
    if (gone) raise(SIGPIPE);
    clean_printf(stderr, "sconce: the output could not be written to its end\n");
    return EXIT_WRONG;
}

int main(int argc, char **argv)
{
    fill_standard_files();
    /* Writing to a cell or reader that has gone then only fails, so that the table is closed. */
    void (*usual)(int) = signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* beyond a limit on the size of files, writes then fail, and the
                                 program goes on */
    /* Widths and line editing need a UTF-8 locale.  The one of no country comes first: with other
     * letters (in Turkish, I is no capital i), play would differ. */
    if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "");
    int status = run(argc, argv);
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_FINE)
        status = end_unwritten(usual);
    return status;
}
