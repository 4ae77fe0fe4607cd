/* `sconce export` and `sconce import`: write a campaign as one file, and read it back. */
#include "cli/commands/command.h"
#include "cli/term/json_fields.h"
#include "cli/term/progress.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <inttypes.h>

/* Work that may take long. */
typedef struct {
    const char *name; /* shown before the progress; NULL: no terminal, so none is shown */
    double began;     /* by progress_seconds */
    Sconce *replayed; /* the table that show_replay stops; NULL: nothing is replayed */
} LongWork;

/* Begins work that Ctrl-C may stop, or whoever ends the program. */
static LongWork begin_work(const char *name)
{
    interrupt_watch_all();
    return (LongWork){.name = style_on(stderr).terminal ? name : NULL, .began = progress_seconds()};
}

/* Shows progress.  False: Ctrl-C was typed. */
static bool show_progress(int64_t done, int64_t all, void *data)
{
    const LongWork *work = data;
    if (work->name && progress_seconds() - work->began > PROGRESS_AFTER)
        progress_line("%s: %" PRId64 " of %" PRId64 " entries; Ctrl-C stops", work->name, done,
                      all);
    return !interrupt_came();
}

/* Shows the progress of a replay.  Stops it, if Ctrl-C came before interrupt_stops. */
static void show_replay(int64_t done, int64_t all, void *data)
{
    const LongWork *work = data;
    if (!show_progress(done, all, data)) sconce_stop(work->replayed);
}

static void end_work(const LongWork *work)
{
    if (work->name) progress_line("%s", "");
}

/* --- export ------------------------------------------------------------------------------ */

static int export_to(const char *folder, const char *file)
{
    SconceError error = {0};
    LongWork work = begin_work("writing");
    bool ok = sconce_export(folder, file, show_progress, &work, &error);
    end_work(&work);
    if (!ok) return command_failed(&error);
    clean_printf(stdout,
                 "%s is written to %s; 'sconce import %s DIR' turns it into a folder again\n",
                 folder, file, file);
    return EXIT_FINE;
}

static int salvage_to(const char *folder, const char *file)
{
    SconceError error = {0};
    LongWork work = begin_work("saving what can be read");
    AutoAnswer *json = sconce_salvage(folder, file, show_progress, &work, &error);
    end_work(&work);
    if (!json) return command_failed(&error);
    json_auto_t *found = parse_json(json);
    const char *lost = field_text(found, "lost"), *besides = field_text(found, "lost_besides");
    printf("%" PRId64 " of %" PRId64 " entries were saved; ", field_int(found, "saved", 0),
           field_int(found, "entries", 0));
    clean_printf(stdout, "%s%s%s%s\n", *lost || *besides ? "lost: " : "none is lost", lost,
                 *lost && *besides ? ", and " : "", besides);
    clean_printf(stdout,
                 "play goes on from what was entry %" PRId64
                 ": 'sconce import %s DIR' turns it into a folder\n",
                 field_int(found, "last", 0), file);
    return EXIT_FINE;
}

static int export_command(int argc, char **argv)
{
    bool salvage = false;
    const Option options[] = {{"salvage", OPTION_SWITCH, &salvage, NULL}, {0}};
    int status;
    if (options_read(&command_export, argc, argv, options, 2, 2, &status))
        status = salvage ? salvage_to(argv[1], argv[2]) : export_to(argv[1], argv[2]);
    return status;
}

const Command command_export = {
    "export",
    "DIR FILE [--salvage]",
    "a whole campaign as one file",
    "Writes a campaign, its rules, journal and all that was undone, into one new file, for a\n"
    "copy or another machine: 'sconce import' reads it.\n"
    "  --salvage      of a damaged journal, what can still be read",
    export_command,
};

/* --- import ------------------------------------------------------------------------------ */

/* Writes whether the imported campaign replays to the same bytes.  Returns an exit status. */
static int write_result(const char *folder, const json_t *found)
{
    const json_t *differs = json_object_get(found, "differs");
    int64_t n = field_int(found, "entries", 0);
    if (differs && !json_is_null(differs)) {
        clean_printf(stderr,
                     "%s is imported, but entry %" PRId64
                     " does not replay to the same result here: see "
                     "'sconce verify %s'\n",
                     folder, field_int(differs, "seq", 0), folder);
        return EXIT_WRONG;
    }
    clean_printf(stdout, "%s is imported: %" PRId64 " entr%s, %s\nGo on with: sconce play %s\n",
                 folder, n, n == 1 ? "y" : "ies",
                 field_int(found, "changed", 0) > 0 ? "none damaged" : "all the same", folder);
    return EXIT_FINE;
}

/* Replays the imported campaign, to see that it plays here as there.  Ctrl-C stops only that. */
static int replay(const char *folder)
{
    SconceError error = {0};
    SconceOptions o = {.table = folder, .read_only = true, .unplayed = true};
    LongWork work = begin_work("playing it again");
    Sconce *table = sconce_open(&o, &error);
    if (!table) {
        clean_printf(stderr, "%s is imported, but its rules do not load:\n", folder);
        return command_failed(&error);
    }
    work.replayed = table;
    interrupt_stops(table);
    const char *json = interrupt_came() ? NULL : sconce_verify(table, show_replay, &work, &error);
    interrupt_stops(NULL);
    end_work(&work);
    json_auto_t *found = json ? parse_json(json) : NULL;
    int status = found              ? write_result(folder, found)
                 : interrupt_came() ? EXIT_WRONG
                                    : command_failed(&error);
    if (!found && interrupt_came())
        clean_printf(stderr,
                     "%s is imported, but its replay was stopped; 'sconce verify %s' replays it\n",
                     folder, folder);
    sconce_close(table);
    return status;
}

static int import_command(int argc, char **argv)
{
    SconceError error = {0};
    int status;
    if (!options_read(&command_import, argc, argv, NULL, 2, 2, &status)) return status;
    LongWork work = begin_work("reading");
    bool ok = sconce_import(argv[1], argv[2], show_progress, &work, &error);
    end_work(&work);
    return ok ? replay(argv[2]) : command_failed(&error);
}

const Command command_import = {
    "import",
    "FILE DIR",
    "a folder of an exported campaign",
    "Makes a new folder of a file that 'sconce export' wrote, replays it, and says whether every\n"
    "entry gives the same bytes here.",
    import_command,
};
