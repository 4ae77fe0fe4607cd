/* `sconce verify`: replays a campaign and compares every byte. */
#include "cli/commands/command.h"
#include "cli/term/json_fields.h"
#include "cli/term/progress.h"
#include "cli/term/terminal_style.h"

#include <inttypes.h>
#include <string.h>

static void show_progress(int64_t done, int64_t all, void *data)
{
    (void)data;
    progress_line("%" PRId64 " of %" PRId64, done, all);
}

/* Writes which entry is the first that differs, and how. */
static void write_difference(const json_t *differs)
{
    TerminalStyle err = style_on(stderr);
    const char *line = field_text(differs, "command"), *what = field_text(differs, "what");
    const char *at = field_text(differs, "at"), *now = field_text(differs, "now");
    StyledText t = {0};
    styled_tint(&t, BAD);
    styled_put(&t, "entry %" PRId64, field_int(differs, "seq", 0));
    if (*line) styled_put(&t, " ('%s')", line);
    if (strcmp(what, "outcome") == 0 || strcmp(what, "rules") == 0)
        styled_put(&t, " cannot be replayed: %s", now);
    else if (json_object_get(differs, "now"))
        styled_put(&t, " differs in its %s: '%s' was kept, and the replay gives '%s'", what,
                   field_text(differs, "kept"), now);
    else
        styled_put(&t, " differs in its %s%s%s", what, *at ? ", at " : "", at);
    style_write_line(&err, &t);
}

/* Writes the result.  Returns an exit status. */
static int write_result(const char *json)
{
    json_auto_t *found = parse_json(json);
    const json_t *differs = json_object_get(found, "differs");
    bool same = !differs || json_is_null(differs);
    int64_t entries = field_int(found, "entries", 0), changed = field_int(found, "changed", 0);
    if (!same)
        write_difference(differs);
    else
        printf("%" PRId64 " entr%s, %s\n", entries, entries == 1 ? "y" : "ies",
               changed > 0 ? "none damaged" : "all the same");
    const json_t *first = json_object_get(found, "first_changed");
    if (same && changed > 0)
        clean_printf(
            stdout,
            "%" PRId64 " of them %s differently in this version of Sconce, from entry %" PRId64
            " on ('%s', kept by %s).\nNothing is damaged: what was kept stays as it was.\n",
            changed, changed == 1 ? "goes" : "go", field_int(first, "seq", 0),
            field_text(first, "command"), field_text(first, "version"));
    return same ? EXIT_FINE : EXIT_WRONG;
}

static int verify(const char *folder)
{
    SconceError error = {0};
    SconceOptions o = {.table = folder, .read_only = true};
    Sconce *table = sconce_open(&o, &error);
    if (!table) return command_failed(&error);
    bool terminal = style_on(stderr).terminal;
    const char *json = sconce_verify(table, terminal ? show_progress : NULL, NULL, &error);
    if (terminal) progress_line("%s", "");
    int status = json ? write_result(json) : command_failed(&error);
    sconce_close(table);
    return status;
}

static int verify_command(int argc, char **argv)
{
    int status;
    if (options_read(&command_verify, argc, argv, NULL, 1, 1, &status)) status = verify(argv[1]);
    return status;
}

const Command command_verify = {
    "verify",
    "DIR",
    "replays a campaign and compares every byte",
    "Replays every entry of a campaign under the rules it was played with, and compares dice,\n"
    "events and state.  Names the first entry that differs.  Entries that another version of "
    "Sconce\n"
    "kept may go differently in this one: they are counted.",
    verify_command,
};
