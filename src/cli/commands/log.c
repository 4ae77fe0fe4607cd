/* `sconce log`: prints the journal for people and programs. */
#include "cli/commands/command.h"
#include "cli/term/paths.h"

#include "cli/term/terminal_style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const char *format;
    bool players, follow;
    int64_t session, width;
} LogOptions;

/* Writes a log; plain text is wrapped at --width or the width of the terminal, with a hanging
 * indent; Markdown and JSON are written as they are. */
static void write_text(const LogOptions *options, const char *text)
{
    TerminalStyle out = style_on(stdout);
    if (options->width > 0) out.width = (int)options->width;
    if ((!out.wraps && options->width == 0) || strcmp(options->format, "text") != 0) {
        fputs(text, stdout);
        return;
    }
    out.wraps = true;
    while (*text) {
        size_t n = strcspn(text, "\n");
        StyledText line = {0};
        styled_put_bytes(&line, text, n);
        style_write(&out, &line, 0, 2);
        text += n + (text[n] == '\n');
    }
}

/* Returns the log, which the table owns; NULL, with the reason on standard error. */
static const char *read_log(Sconce *table, const LogOptions *options, int *status)
{
    SconceError error = {0};
    const char *text =
        sconce_log(table, options->format, options->players, (int)options->session, &error);
    *status = text ? EXIT_FINE : command_failed(&error);
    return text;
}

/* --- --follow ----------------------------------------------------------------------- */

/* Returns the length in bytes of the whole lines that both texts begin with. */
static size_t common_length(const char *a, const char *b)
{
    size_t line = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '\n') line = i + 1;
    return line;
}

/* Writes how many lines of `shown` were undone, then the new ones.  False: nobody reads them. */
static bool write_news(const LogOptions *options, const char *shown, const char *now)
{
    size_t same = common_length(shown, now);
    int undone = 0; /* lines */
    for (const char *s = shown + same; *s; s++) undone += *s == '\n';
    if (undone > 0 && strcmp(options->format, "json") == 0)
        printf("{\"taken_back\":%d}\n", undone);
    else if (undone > 0)
        printf("(%d line%s taken back)\n", undone, undone == 1 ? "" : "s");
    write_text(options, now + same);
    return fflush(stdout) == 0;
}

/* Writes what is played from now on, until nobody reads it.  first: the log written before. */
static int follow_log(Sconce *table, const LogOptions *options, const char *first)
{
    enum { WAIT_MS = 60000 }; /* then it waits once more; any number would do */
    AutoString *shown = must_have(strdup(first));
    int status = EXIT_FINE;
    bool is_read = fflush(stdout) == 0;
    while (is_read) {
        if (!sconce_wait(table, WAIT_MS)) continue;
        const char *now = read_log(table, options, &status);
        is_read = now && write_news(options, shown, now);
        free(shown);
        shown = must_have(strdup(now ? now : ""));
    }
    return status;
}

/* Opens the campaign.  To follow one that is not played yet, waits until it is. */
static Sconce *open_log(const char *folder, const LogOptions *options, SconceError *error)
{
    const struct timespec interval = {.tv_nsec =
                                          500 * 1000 * 1000}; /* half a second is hardly felt */
    SconceOptions o = {.table = folder, .read_only = true};
    Sconce *table = sconce_open(&o, error);
    while (!table && options->follow && error->why == SCONCE_UNPLAYED &&
           nanosleep(&interval, NULL) == 0)
        table = sconce_open(&o, error);
    return table;
}

static int write_log(const char *folder, const LogOptions *options)
{
    SconceError error = {0};
    Sconce *table = open_log(folder, options, &error);
    if (!table) return command_failed(&error);
    if (!path_is_folder(folder)) {
        sconce_close(table);
        return command_misused(
            &command_log, "'%s' is not a campaign folder, and only a campaign has a log", folder);
    }
    int status;
    const char *text = read_log(table, options, &status);
    if (text) write_text(options, text);
    if (text && options->follow) status = follow_log(table, options, text);
    sconce_close(table);
    return status;
}

static int log_command(int argc, char **argv)
{
    LogOptions log = {0};
    const Option options[] = {
        {"format", OPTION_TEXT, &log.format, NULL},
        {"players", OPTION_SWITCH, &log.players, NULL},
        {"width", OPTION_NUMBER, &log.width, NULL},
        {"follow", OPTION_SWITCH, &log.follow, NULL},
        {"session", OPTION_NUMBER, &log.session, NULL},
        {0},
    };
    int status;
    if (options_read(&command_log, argc, argv, options, 1, 1, &status)) {
        if (!log.format) log.format = log.follow ? "text" : "md";
        if (strcmp(log.format, "md") != 0 && strcmp(log.format, "json") != 0 &&
            strcmp(log.format, "text") != 0)
            status =
                command_misused(&command_log, "--format is md, json or text, not '%s'", log.format);
        else if (log.follow && strcmp(log.format, "md") == 0)
            status = command_misused(&command_log, "--follow is for text and json: the summary of "
                                                   "md comes last");
        else if (log.width != 0 && (log.width < 20 || log.width > 1000 /* mistyped */))
            status = command_misused(&command_log, "--width is a number of columns, at least 20");
        else if (log.session < 0 || log.session > INT32_MAX)
            status = command_misused(&command_log, "sessions are numbered from 1");
        else
            status = write_log(argv[1], &log);
    }
    return status;
}

const Command command_log = {
    "log",
    "DIR [--format md|json|text] [--players] [--session N] [--width N]\n"
    "            [--follow]",
    "what happened in a campaign",
    "The journal as Markdown (for a vault), JSON Lines (for programs) or plain text.\n"
    "  --players     only what players may see: what is public or plain at the table\n"
    "  --session N   one evening only, from 1\n"
    "  --width N     text in lines of at most so many columns\n"
    "  --follow      goes on with what is played meanwhile, for a second screen (text or json)",
    log_command,
};
