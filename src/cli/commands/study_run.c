#include "cli/commands/study_run.h"
#include "cli/study/plot.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

enum { BAR = 20 };

/* --- Ctrl-C ---------------------------------------------------------------------------------- */

/* Globals, since a signal handler has no other way to find the study. */
static Sconce *volatile under_way;
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    Sconce *s = under_way;
    (void)signal;
    interrupted = 1;
    if (s) sconce_stop(s);
}

bool study_interrupted(void)
{
    return interrupted != 0;
}

/* --- a table -------------------------------------------------------------------------------- */

/* Says a line on the table.  False, with the reason on standard error. */
static bool say_first(Sconce *s, const char *line)
{
    SconceError error = {0};
    SconceReply reply = sconce_say(s, line);
    if (reply.outcome == SCONCE_DONE) return true;
    json_t *answer = fields_read(reply.json);
    const char *why = field_text(answer, "error");
    if (strcmp(field_text(answer, "why"), "read_only") == 0)
        why = "a campaign that has been played is asked where it stands; what comes before is "
              "played there";
    snprintf(error.text, sizeof error.text, "--first: %s",
             *why ? why : "a question is open after it; settle that first");
    snprintf(error.file, sizeof error.file, "%s", field_text(answer, "file"));
    error.line = (int)field_int(answer, "line", 0);
    command_failed(&error);
    json_decref(answer);
    return false;
}

Sconce *study_open(const char *table, const Words *houses, const char *seed, const char *first)
{
    struct sigaction act = {.sa_handler = on_interrupt};
    SconceError error = {0};
    SconceOptions o = {.table = table,
                       .houses = houses->at,
                       .house_count = houses->n,
                       .seed = seed ? seed : "1",
                       .answers = "default",
                       .read_only = true,
                       .unplayed = true};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    Sconce *s = sconce_open(&o, &error);
    if (!s) return command_failed(&error), NULL;
    if (first && !say_first(s, first)) return sconce_close(s), NULL;
    under_way = s;
    return s;
}

void study_close(Sconce *s)
{
    under_way = NULL;
    sconce_close(s);
}

int study_misused(const Command *c, const Words *measures, const Words *before, const char *plot)
{
    if (plot && !plot_is_picture(plot))
        return command_misused(c, "--plot FILE.svg or FILE.png, not '%s'", plot);
    for (size_t i = 0; i < measures->n; i++)
        if (!strchr(measures->at[i], '='))
            return command_misused(c, "--measure wants NAME=EXPR, not '%s'", measures->at[i]);
    for (size_t i = 0; i < before->n; i++)
        if (!strchr(before->at[i], ','))
            return command_misused(c, "--before wants two events, A,B, not '%s'", before->at[i]);
    return EXIT_FINE;
}

void study_failed(SconceError *error, bool no_plan, const char *vs)
{
    if (vs && !*error->file) styled_say(stderr, "--vs %s: ", vs);
    command_failed(error);
    if (no_plan && error->why == SCONCE_UNDONE)
        fputs("--first LINES says what is done before, --plan LINES what is done each turn.\n",
              stderr);
}

/* --- progress ------------------------------------------------------------------------------ */

Progress progress_begin(bool quiet, int64_t turns)
{
    return (Progress){style_on(stderr).terminal && !quiet, turns, progress_seconds()};
}

double progress_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void progress_line(const char *format, ...)
{
    char text[200];
    StyledText t = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    styled_put(&t, "%s", text);
    styled_cut(&t, style_on(stderr).width - 1); /* a line that wraps cannot be replaced */
    fprintf(stderr, "\r%s\033[K", styled_str(&t));
    fflush(stderr);
    styled_free(&t);
}

const char *progress_bar(double share)
{
    static const char *const bars[] = {
        "                    ", "█                   ", "██                  ",
        "███                 ", "████                ", "█████               ",
        "██████              ", "███████             ", "████████            ",
        "█████████           ", "██████████          ", "███████████         ",
        "████████████        ", "█████████████       ", "██████████████      ",
        "███████████████     ", "████████████████    ", "█████████████████   ",
        "██████████████████  ", "███████████████████ ", "████████████████████"};
    int n = (int)(share * BAR + 0.5);
    return bars[n < 0 ? 0 : n > BAR ? BAR : n];
}
