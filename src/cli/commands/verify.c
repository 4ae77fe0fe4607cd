/* `sconce verify`: replays a campaign and compares every byte. */
#include "cli/commands/command.h"
#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

#include <inttypes.h>
#include <stdlib.h>

static void progress(int64_t done, int64_t all, void *data)
{
    (void)data;
    fprintf(stderr, "\r%" PRId64 " of %" PRId64, done, all);
    fflush(stderr);
}

/* Writes what the library says about the first entry that differs. */
static void tell_difference(const json_t *differs)
{
    TerminalStyle err = style_on(stderr);
    const char *text = field_text(differs, "text"), *line = field_text(differs, "command");
    StyledText t = {0};
    styled_tint(&t, BAD);
    styled_put(&t, "entry %" PRId64, field_int(differs, "seq", 0));
    if (*line) {
        styled_put(&t, " ('");
        styled_put(&t, "%s", line);
        styled_put(&t, "')");
    }
    styled_put(&t, " differs");
    if (*text) {
        styled_put(&t, ": ");
        styled_put(&t, "%s", text);
    } else {
        char *dump = must_have(json_dumps(differs, JSON_ENCODE_ANY));
        styled_put(&t, ": ");
        styled_put(&t, "%s", dump);
        free(dump);
    }
    styled_tint(&t, PLAIN);
    style_write_line(&err, &t);
}

static int judge(const char *json)
{
    json_t *found = parse_json(json);
    const json_t *differs = json_object_get(found, "differs");
    bool same = !differs || json_is_null(differs);
    int64_t entries = field_int(found, "entries", 0);
    if (same)
        printf("%" PRId64 " entr%s, all the same\n", entries, entries == 1 ? "y" : "ies");
    else
        tell_difference(differs);
    json_decref(found);
    return same ? EXIT_FINE : EXIT_WRONG;
}

static int verify(const char *folder)
{
    SconceError error = {0};
    SconceOptions o = {.table = folder, .read_only = true};
    Sconce *table = sconce_open(&o, &error);
    if (!table) return command_failed(&error);
    bool terminal = style_on(stderr).terminal;
    const char *json = sconce_verify(table, terminal ? progress : NULL, NULL, &error);
    if (terminal) fputs("\r                              \r", stderr);
    int status = json ? judge(json) : command_failed(&error);
    sconce_close(table);
    return status;
}

static int verify_command(int argc, char **argv)
{
    Words plain = {0};
    const Option options[] = {{0}};
    int status;
    if (options_read(&command_verify, argc, argv, options, &plain, 1, 1, &status))
        status = verify(plain.at[0]);
    words_free(&plain);
    return status;
}

const Command command_verify = {
    "verify",
    "DIR",
    "replays a campaign and compares every byte",
    "Replays every entry of a campaign under the rules it was played with, and compares dice,\n"
    "events and state.  Names the first entry that differs.",
    verify_command,
};
