#include "cli/term/progress.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { BAR_COLUMNS = 20 };

/* --- Ctrl-C ---------------------------------------------------------------------------------- */

/* Globals, since a signal handler has no other way to find the table. */
static Sconce *volatile table_at_work;
static volatile sig_atomic_t came;

static void on_interrupt(int signal)
{
    Sconce *table = table_at_work;
    (void)signal;
    came = 1;
    if (table) sconce_stop(table);
}

void interrupt_watch(void)
{
    struct sigaction act = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
}

void interrupt_watch_all(void)
{
    struct sigaction was;
    interrupt_watch();
    for (const int *s = (int[]){SIGTERM, SIGHUP, 0}; *s; s++)
        if (sigaction(*s, NULL, &was) == 0 && was.sa_handler != SIG_IGN) /* as under nohup */
            sigaction(*s, &(struct sigaction){.sa_handler = on_interrupt, .sa_flags = SA_RESTART},
                      NULL);
}

void interrupt_stops(Sconce *table)
{
    table_at_work = table;
}

bool interrupt_came(void)
{
    return came;
}

/* --- progress -------------------------------------------------------------------------------- */

double progress_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void progress_line(const char *format, ...)
{
    AutoStyled t = {0};
    va_list args;
    va_start(args, format);
    styled_vput(&t, format, args);
    va_end(args);
    styled_cut(&t, style_on(stderr).width - 1); /* a line that wraps cannot be replaced */
    fprintf(stderr, "\r%s\033[K", styled_str(&t));
    fflush(stderr);
}

const char *progress_bar(double share)
{
    static char bar[BAR_COLUMNS * sizeof "█"];
    size_t full = strlen("█"), n = 0;
    for (int i = 0; i < BAR_COLUMNS; i++) {
        const char *column = i < (int)(share * BAR_COLUMNS + 0.5) ? "█" : " ";
        n += (size_t)snprintf(bar + n, full + 1, "%s", column);
    }
    return bar;
}
