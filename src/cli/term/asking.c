/* Looking at a table without touching it, and breaking that off. */
#include "cli/term/asking.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

enum { BAR = 20 };

/* --- breaking it off ----------------------------------------------------------------------- */

/* The one thing a signal handler must find. */
static Sconce *volatile asked;
static volatile sig_atomic_t broken;

static void on_interrupt(int signal)
{
    Sconce *s = asked;
    (void)signal;
    broken = 1;
    if (s) sconce_stop(s);
}

bool asking_broken(void)
{
    return broken != 0;
}

/* --- a table -------------------------------------------------------------------------------- */

/* False: it was refused, and why was said. */
static bool begin(Sconce *s, const char *line)
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

Sconce *asking_open(const char *table, const Words *houses, const char *seed, const char *first)
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
    if (first && !begin(s, first)) return sconce_close(s), NULL;
    asked = s;
    return s;
}

void asking_close(Sconce *s)
{
    asked = NULL;
    sconce_close(s);
}

int asking_refuses(const Command *c, const Words *measures, const Words *before)
{
    for (size_t i = 0; i < measures->n; i++)
        if (!strchr(measures->at[i], '='))
            return command_misused(c, "--measure wants NAME=EXPR, not '%s'", measures->at[i]);
    for (size_t i = 0; i < before->n; i++)
        if (!strchr(before->at[i], ','))
            return command_misused(c, "--before wants two events, A,B, not '%s'", before->at[i]);
    return EXIT_FINE;
}

/* --- how far it is -------------------------------------------------------------------------- */

void asking_failed(SconceError *error, bool usual, const char *vs)
{
    if (vs && !*error->file) styled_say(stderr, "--vs %s: ", vs);
    command_failed(error);
    if (usual && error->why == SCONCE_UNDONE)
        fputs("--first LINES says what is done before, --plan LINES what is done each turn.\n",
              stderr);
}

double asking_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void asking_progress(const char *format, ...)
{
    char text[200];
    StyledText t = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    styled_put(&t, "%s", text);
    styled_cut(&t, style_on(stderr).width - 1); /* what wraps cannot be written over */
    fprintf(stderr, "\r%s\033[K", styled_str(&t));
    fflush(stderr);
    styled_free(&t);
}

const char *asking_bar(double part)
{
    static const char *const bars[] = {
        "                    ", "█                   ", "██                  ",
        "███                 ", "████                ", "█████               ",
        "██████              ", "███████             ", "████████            ",
        "█████████           ", "██████████          ", "███████████         ",
        "████████████        ", "█████████████       ", "██████████████      ",
        "███████████████     ", "████████████████    ", "█████████████████   ",
        "██████████████████  ", "███████████████████ ", "████████████████████"};
    int n = (int)(part * BAR + 0.5);
    return bars[n < 0 ? 0 : n > BAR ? BAR : n];
}
