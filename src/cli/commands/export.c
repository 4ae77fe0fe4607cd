/* `sconce export` and `sconce import`: a campaign as one file, and back. */
#include "cli/commands/study_run.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"

#include <inttypes.h>
#include <signal.h>

enum { SOON_MS = 300 }; /* what takes longer says so */

/* Progress of an export, told when it takes long. */
typedef struct {
    const char *doing; /* NULL: not on a terminal */
    double began;
} News;

static volatile sig_atomic_t broken;

static void on_interrupt(int signal)
{
    (void)signal;
    broken = 1;
}

static News news_of(const char *doing)
{
    struct sigaction act = {.sa_handler = on_interrupt};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    return (News){.doing = style_on(stderr).terminal ? doing : NULL, .began = progress_seconds()};
}

static bool tell(int64_t done, int64_t all, void *data)
{
    const News *n = data;
    if (n->doing && (progress_seconds() - n->began) * 1000 > SOON_MS)
        progress_line("%s: %" PRId64 " of %" PRId64 " entries; Ctrl-C stops", n->doing, done, all);
    return !broken;
}

static void tell_verify(int64_t done, int64_t all, void *data)
{
    tell(done, all, data);
}

static void tell_end(const News *n)
{
    if (n->doing) progress_line("%s", "");
}

/* --- export ------------------------------------------------------------------------------ */

static int export_to(const char *folder, const char *file)
{
    SconceError error = {0};
    News news = news_of("writing");
    bool ok = sconce_export(folder, file, tell, &news, &error);
    tell_end(&news);
    if (!ok) return command_failed(&error);
    clean_printf(stdout, "%s is written to %s; 'sconce import %s DIR' makes a folder of it again\n",
                 folder, file, file);
    return EXIT_FINE;
}

static int salvage_to(const char *folder, const char *file)
{
    SconceError error = {0};
    News news = news_of("saving what can be read");
    char *json = sconce_salvage(folder, file, tell, &news, &error);
    tell_end(&news);
    if (!json) return command_failed(&error);
    json_t *found = parse_json(json);
    const char *lost = field_text(found, "lost");
    printf("%" PRId64 " of %" PRId64 " entries were saved; ", field_int(found, "saved", 0),
           field_int(found, "entries", 0));
    if (*lost)
        clean_printf(stdout, "lost: %s\n", lost);
    else
        fputs("none is lost\n", stdout);
    clean_printf(stdout,
                 "play goes on from what was entry %" PRId64
                 ": 'sconce import %s DIR' makes a folder of it\n",
                 field_int(found, "last", 0), file);
    json_decref(found);
    sconce_free(json);
    return EXIT_FINE;
}

static int export_command(int argc, char **argv)
{
    Words plain = {0};
    bool salvage = false;
    const Option options[] = {{"salvage", OPTION_SWITCH, &salvage, NULL}, {0}};
    int status;
    if (options_read(&command_export, argc, argv, options, &plain, 2, 2, &status))
        status = (salvage ? salvage_to : export_to)(plain.at[0], plain.at[1]);
    words_free(&plain);
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

static int judge(const char *folder, const json_t *found)
{
    const json_t *differs = json_object_get(found, "differs");
    int64_t n = field_int(found, "entries", 0);
    if (differs && !json_is_null(differs)) {
        clean_printf(stderr,
                     "%s is imported, but entry %" PRId64
                     " does not replay to the same bytes here: see "
                     "'sconce verify %s'\n",
                     folder, field_int(differs, "seq", 0), folder);
        return EXIT_WRONG;
    }
    clean_printf(stdout,
                 "%s is imported: %" PRId64 " entr%s, all the same\n"
                 "Go on with: sconce play %s\n",
                 folder, n, n == 1 ? "y" : "ies", folder);
    return EXIT_FINE;
}

/* Replays the imported campaign, to see that it plays here as it did there. */
static int verify(const char *folder)
{
    SconceError error = {0};
    SconceOptions o = {.table = folder, .read_only = true, .unplayed = true};
    News news = news_of("playing it again");
    Sconce *table = sconce_open(&o, &error);
    if (!table) {
        clean_printf(stderr, "%s is imported, but its rules do not load:\n", folder);
        return command_failed(&error);
    }
    const char *json = sconce_verify(table, tell_verify, &news, &error);
    tell_end(&news);
    json_t *found = json ? parse_json(json) : NULL;
    int status = found ? judge(folder, found) : command_failed(&error);
    json_decref(found);
    sconce_close(table);
    return status;
}

static int import_from(const char *file, const char *folder)
{
    SconceError error = {0};
    News news = news_of("reading");
    bool ok = sconce_import(file, folder, tell, &news, &error);
    tell_end(&news);
    return ok ? verify(folder) : command_failed(&error);
}

static int import_command(int argc, char **argv)
{
    Words plain = {0};
    const Option options[] = {{0}};
    int status;
    if (options_read(&command_import, argc, argv, options, &plain, 2, 2, &status))
        status = import_from(plain.at[0], plain.at[1]);
    words_free(&plain);
    return status;
}

const Command command_import = {
    "import",
    "FILE DIR",
    "a folder of an exported campaign",
    "Makes a new folder of a file that 'sconce export' wrote, replays it, and says whether every\n"
    "entry gives the same bytes here.",
    import_command,
};
