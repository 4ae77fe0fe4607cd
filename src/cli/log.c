/* `sconce log`: the journal for people and programs. */
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *format;
    bool players;
    int64_t session;
} LogWish;

static int write_log(const char *folder, const LogWish *wish)
{
    SconceError error = {0};
    SconceOptions o = {.table = folder, .read_only = true};
    Sconce *table = sconce_open(&o, &error);
    if (!table) return command_failed(&error);
    const char *text = sconce_log(table, wish->format, wish->players, (int)wish->session, &error);
    int status = text ? EXIT_FINE : command_failed(&error);
    if (text) fputs(text, stdout);
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
    LogWish wish = {.format = "md"};
    const Option options[] = {
        {"format", OPTION_TEXT, &wish.format, NULL},
        {"players", OPTION_SWITCH, &wish.players, NULL},
        {"session", OPTION_NUMBER, &wish.session, NULL},
        {0},
    };
    int status;
    if (options_read(&command_log, argc, argv, options, &plain, 1, 1, &status)) {
        if (!is_format(wish.format))
            status = command_misused(&command_log, "--format is md, json or text, not '%s'",
                                     wish.format);
        else if (wish.session < 0 || wish.session > INT32_MAX)
            status = command_misused(&command_log, "sessions are counted from 1");
        else
            status = write_log(plain.at[0], &wish);
    }
    words_free(&plain);
    return status;
}

const Command command_log = {
    "log",
    "DIR [--format md|json|text] [--players] [--session N]",
    "what happened in a campaign",
    "The journal as Markdown (for a vault), JSON Lines (for programs) or plain text.\n"
    "  --players     without what is secret\n"
    "  --session N   one evening only, from 1",
    log_command,
};
