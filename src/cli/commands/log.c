/* `sconce log`: the journal for people and programs. */
#include "cli/commands/command.h"

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

/* Writes text, wrapped at --width or the width of the terminal, with a hanging indent. */
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

static const char *read_log(Sconce *table, const LogOptions *options, int *status)
{
    SconceError error = {0};
    const char *text =
        sconce_log(table, options->format, options->players, (int)options->session, &error);
    *status = text ? EXIT_FINE : command_failed(&error);
    return text;
}

/* --- a second screen ----------------------------------------------------------------------- */

/* Length in bytes of the whole lines that two texts have in common at their beginning. */
static size_t common_length(const char *a, const char *b)
{
    size_t line = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '\n') line = i + 1;
    return line;
}

static int lines_in(const char *s)
{
    int n = 0;
    for (; *s; s++) n += *s == '\n';
    return n;
}

/* Writes the lines that are new since `shown`, and how many of those were undone. */
static bool write_news(const LogOptions *options, const char *shown, const char *now)
{
    size_t same = common_length(shown, now);
    int back = lines_in(shown + same);
    if (back > 0 && strcmp(options->format, "json") == 0)
        printf("{\"taken_back\":%d}\n", back);
    else if (back > 0)
        printf("(%d line%s taken back)\n", back, back == 1 ? "" : "s");
    write_text(options, now + same);
    return fflush(stdout) == 0;
}

static const struct timespec between_looks = {.tv_nsec = 500000000};

/* Looks now and then whether anything was played, until nobody reads any more. */
static int follow(Sconce *table, const LogOptions *options, const char *first)
{
    char *shown = must_have(strdup(first)), *head = NULL;
    int status = EXIT_FINE;
    bool on = fflush(stdout) == 0;
    while (on && nanosleep(&between_looks, NULL) == 0) {
        const char *reply = sconce_say(table, "").json;
        if (head && strcmp(head, reply) == 0) continue;
        free(head);
        head = must_have(strdup(reply));
        const char *now = read_log(table, options, &status);
        on = now && write_news(options, shown, now);
        free(shown);
        shown = must_have(strdup(now ? now : ""));
    }
    free(shown);
    free(head);
    return status;
}

/* Opens the campaign; to follow it, waits until something is played there. */
static Sconce *open_log(const char *folder, const LogOptions *options, SconceError *error)
{
    SconceOptions o = {.table = folder, .read_only = true};
    Sconce *table = sconce_open(&o, error);
    while (!table && options->follow && error->why == SCONCE_UNPLAYED &&
           nanosleep(&between_looks, NULL) == 0)
        table = sconce_open(&o, error);
    return table;
}

static int write_log(const char *folder, const LogOptions *options)
{
    SconceError error = {0};
    Sconce *table = open_log(folder, options, &error);
    if (!table) return command_failed(&error);
    int status;
    const char *text = read_log(table, options, &status);
    if (text) write_text(options, text);
    if (text && options->follow) status = follow(table, options, text);
    sconce_close(table);
    return status;
}

static bool is_format(const char *s)
{
    return strcmp(s, "md") == 0 || strcmp(s, "json") == 0 || strcmp(s, "text") == 0;
}

static int log_command(int argc, char **argv)
{
    Words plain = {0};
    LogOptions w = {0};
    const Option options[] = {
        {"format", OPTION_TEXT, &w.format, NULL},     {"players", OPTION_SWITCH, &w.players, NULL},
        {"width", OPTION_NUMBER, &w.width, NULL},     {"follow", OPTION_SWITCH, &w.follow, NULL},
        {"session", OPTION_NUMBER, &w.session, NULL}, {0},
    };
    int status;
    if (options_read(&command_log, argc, argv, options, &plain, 1, 1, &status)) {
        if (!w.format) w.format = w.follow ? "text" : "md";
        if (!is_format(w.format))
            status =
                command_misused(&command_log, "--format is md, json or text, not '%s'", w.format);
        else if (w.follow && strcmp(w.format, "md") == 0)
            status = command_misused(&command_log, "--follow is for text and json: the summary of "
                                                   "md comes last");
        else if (w.width != 0 && (w.width < 20 || w.width > 1000))
            status = command_misused(&command_log, "--width is a number of columns from 20 on");
        else if (w.session < 0 || w.session > INT32_MAX)
            status = command_misused(&command_log, "sessions are counted from 1");
        else
            status = write_log(plain.at[0], &w);
    }
    words_free(&plain);
    return status;
}

const Command command_log = {
    "log",
    "DIR [--format md|json|text] [--players] [--session N] [--width N]\n"
    "           [--follow]",
    "what happened in a campaign",
    "The journal as Markdown (for a vault), JSON Lines (for programs) or plain text.\n"
    "  --players     only what players may see: what is public or plain at the table\n"
    "  --session N   one evening only, from 1\n"
    "  --width N     text in lines of at most so many columns\n"
    "  --follow      goes on with what is played meanwhile, for a second screen (text or json)",
    log_command,
};
