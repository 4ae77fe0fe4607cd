/* `sconce sim`: plays a plan many times, on one table, two, or a day of every ruleset. */
#include "cli/commands/study_run.h"
#include "cli/study/compare.h"
#include "cli/study/study_show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TURNS_USUAL = 24, RUNS_USUAL = 10000, RUNS_TRIED = 1000 };

typedef struct {
    SconceSim sim;
    Words houses, measures, before, merge;
    const char *table, *first, *vs, *csv, *plot;
    int64_t jobs;
    bool turns_given, runs_given, from_given, jobs_given, json, all;
} SimOptions;

/* --- progress ------------------------------------------------------------------------------ */

static void progress(int64_t done, int64_t all, void *data)
{
    const Progress *p = data;
    double spent = progress_seconds() - p->began;
    if (!p->shown || done == 0 || spent <= 0) return;
    double left = spent / (double)done * (double)(all - done);
    progress_line("%s %" PRId64 " of %" PRId64 " runs, %.0f turns a second, %d:%02d left ",
                  progress_bar((double)done / (double)all), done, all,
                  (double)(done * p->turns) / spent, (int)left / 60, (int)left % 60);
}

static void end_progress(const Progress *p, const json_t *study)
{
    double spent = progress_seconds() - p->began;
    int64_t runs = field_int(study, "runs", 0);
    if (!p->shown) return;
    progress_line("%s", "");
    if (study && spent > 0)
        fprintf(stderr, "%.1f s, %.0f turns a second\n", spent, (double)(runs * p->turns) / spent);
}

/* --- simulating ---------------------------------------------------------------------------- */

/* Returns the study as JSON, which the caller frees; NULL, with the reason on standard error.
 * second: of the table of --vs; tried: only a single turn, without progress. */
static char *simulate(const SimOptions *w, bool second, bool tried)
{
    const Words none = {0};
    SconceError error = {0};
    SconceSim sim = w->sim;
    Progress p = progress_begin(tried, sim.turns);
    Sconce *s =
        study_open(second ? w->vs : w->table, second ? &none : &w->houses, w->sim.seed, w->first);
    if (!s) return NULL;
    if (tried) sim.turns = 1;
    if (tried && sim.runs > RUNS_TRIED) sim.runs = RUNS_TRIED;
    sim.progress = progress;
    sim.data = &p;
    char *json = sconce_sim(s, &sim, &error);
    json_t *study = json && p.shown ? fields_read(json) : NULL;
    end_progress(&p, study);
    json_decref(study);
    if (!json) study_failed(&error, !sim.plan && !sim.policy, second ? w->vs : NULL);
    study_close(s);
    return json;
}

/* Plays a single turn of both: a mistake in one is told before the other takes long. */
static bool try_both(const SimOptions *w)
{
    bool fine = true;
    for (int second = 0; second < 2 && fine; second++) {
        char *json = simulate(w, second, true);
        fine = json != NULL;
        sconce_free(json);
    }
    return fine;
}

static int sim(const SimOptions *w)
{
    if (w->vs && !try_both(w)) return EXIT_WRONG;
    const StudyOutput to = {.json = w->json, .csv = w->csv, .plot = w->plot};
    char *json = simulate(w, false, false);
    char *other = json && w->vs && !study_interrupted() ? simulate(w, true, false) : NULL;
    bool shown = json && (other || !w->vs || study_interrupted()) && study_show(&to, json, other);
    sconce_free(json);
    sconce_free(other);
    return shown ? EXIT_FINE : EXIT_WRONG;
}

/* --- every ruleset --------------------------------------------------------------------------- */

/* Returns DIR/day/FILE of a ruleset DIR/NAME.lua; the caller frees it. */
static char *beside(const json_t *ruleset, const char *file)
{
    const char *path = field_text(ruleset, "path"), *slash = strrchr(path, '/');
    char *day = NULL;
    if (asprintf(&day, "%.*sday/%s", slash ? (int)(slash - path) + 1 : 0, path, file) < 0)
        must_have(NULL);
    return day;
}

/* A day file, DIR/day/NAME-day.lua, is a house file with a party that can go on for a day. */
static char *day_of(const json_t *ruleset)
{
    char *file = NULL;
    if (asprintf(&file, "%s-day.lua", field_text(ruleset, "name")) < 0) must_have(NULL);
    char *day = beside(ruleset, file);
    free(file);
    if (access(day, R_OK) == 0) return day;
    free(day);
    return NULL;
}

/* Reads the first columns.json beside day files: it says what is counted (compare.h). */
static json_t *read_columns(const json_t *rulesets)
{
    const json_t *ruleset;
    size_t i;
    json_array_foreach (rulesets, i, ruleset) {
        char *path = beside(ruleset, "columns.json");
        bool there = access(path, R_OK) == 0;
        json_t *columns = there ? rates_read(path) : NULL;
        free(path);
        if (there) return columns;
    }
    fputs("no ruleset has a file day/columns.json beside it, which says what is counted\n", stderr);
    return NULL;
}

/* Measures of a file of columns as `--measure` has them; the caller frees each of them. */
static void measures_of(const json_t *columns, Words *measures)
{
    const char *name;
    json_t *expression;
    char *text = NULL;
    json_object_foreach (json_object_get(columns, "measures"), name, expression) {
        if (asprintf(&text, "%s=%s", name, name_of(expression)) < 0) must_have(NULL);
        words_add(measures, text);
    }
    if (asprintf(&text, "hours=%s", field_text(columns, "hours")) < 0) must_have(NULL);
    words_add(measures, text);
}

static char *play_day(const char *day, const SconceSim *asked, const Words *measures)
{
    const Words none = {0};
    SconceError error = {0};
    SconceSim sim = *asked;
    sim.measures = measures->at;
    sim.measure_count = measures->n;
    Sconce *s = study_open(day, &none, asked->seed, NULL);
    char *json = s ? sconce_sim(s, &sim, &error) : NULL;
    if (s && !json) command_failed(&error);
    study_close(s);
    return json;
}

/* Plays every ruleset that has a day file.  With --json, prints each answer as it comes. */
static int play_days(const SimOptions *w, const json_t *rulesets, RateTable *r)
{
    const json_t *ruleset;
    Words measures = {0};
    size_t i;
    bool ok = true;
    measures_of(r->file, &measures);
    json_array_foreach (rulesets, i, ruleset) {
        char *day = ok ? day_of(ruleset) : NULL,
             *json = day ? play_day(day, &w->sim, &measures) : NULL;
        ok = ok && (!day || json);
        free(day);
        if (!json) continue;
        json_t *study = fields_read(json);
        if (w->json) printf("%s%s", r->n ? "," : "[", json);
        rates_add(r, field_text(ruleset, "name"), study);
        json_decref(study);
        sconce_free(json);
    }
    for (i = 0; i < measures.n; i++) free((char *)(uintptr_t)measures.at[i]);
    words_free(&measures);
    if (!ok) return EXIT_WRONG;
    if (w->json && r->n) puts("]");
    if (r->n) return EXIT_FINE;
    fputs("no ruleset has a day file, rulesets/day/NAME-day.lua\n", stderr);
    return EXIT_WRONG;
}

static int sim_all(const SimOptions *w)
{
    SconceError error = {0};
    char *list = sconce_rulesets(NULL, &error);
    if (!list) return command_failed(&error);
    json_t *rulesets = json_loads(list, 0, NULL);
    RateTable r = {.file = read_columns(rulesets)};
    int status = r.file ? play_days(w, rulesets, &r) : EXIT_WRONG;
    if (status == EXIT_FINE && !w->json) {
        TerminalStyle out = style_on(stdout);
        rates_write(&out, &r, w->sim.turns, w->sim.runs, w->sim.seed ? w->sim.seed : "1");
    }
    if (status == EXIT_FINE &&
        ((w->csv && !rates_csv(&r, w->csv)) || (w->plot && !rates_plot(&r, w->plot))))
        status = EXIT_WRONG;
    rates_free(&r);
    json_decref(rulesets);
    sconce_free(list);
    return status;
}

/* --- the command ---------------------------------------------------------------------------- */

static int refuse(const SimOptions *w)
{
    const Command *c = &command_sim;
    if (w->sim.turns < 1) return command_misused(c, "--turns is at least 1");
    if (w->runs_given && w->sim.runs < 1) return command_misused(c, "--runs is at least 1");
    if (w->from_given && w->sim.from < 1)
        return command_misused(c, "--from is at least 1: that is the first run");
    if (w->jobs_given && (w->jobs < 1 || w->jobs > 64))
        return command_misused(c, "--jobs is 1 to 64");
    if (w->vs && w->merge.n)
        return command_misused(c, "--merge and --vs do not go together: merge each, then compare");
    return study_misused(c, &w->measures, &w->before, w->plot);
}

static int run_sim(SimOptions *w)
{
    if (!w->turns_given) w->sim.turns = TURNS_USUAL;
    if (!w->runs_given) w->sim.runs = w->merge.n ? 0 : RUNS_USUAL;
    int status = refuse(w);
    if (status != EXIT_FINE) return status;
    if (!study_show_possible(&(StudyOutput){.csv = w->csv, .plot = w->plot})) return EXIT_WRONG;
    w->sim.measures = w->measures.at;
    w->sim.measure_count = w->measures.n;
    w->sim.before = w->before.at;
    w->sim.before_count = w->before.n;
    w->sim.merge = w->merge.at;
    w->sim.merge_count = w->merge.n;
    w->sim.jobs = (int)w->jobs;
    return w->all ? sim_all(w) : sim(w);
}

static int sim_command(int argc, char **argv)
{
    Words plain = {0};
    SimOptions w = {0};
    int status;
    const Option options[] = {
        {"turns", OPTION_NUMBER, &w.sim.turns, &w.turns_given},
        {"runs", OPTION_NUMBER, &w.sim.runs, &w.runs_given},
        {"plan", OPTION_TEXT, &w.sim.plan, NULL},
        {"otherwise", OPTION_TEXT, &w.sim.otherwise, NULL},
        {"policy", OPTION_TEXT, &w.sim.policy, NULL},
        {"first", OPTION_TEXT, &w.first, NULL},
        {"measure", OPTION_LIST, &w.measures, NULL},
        {"before", OPTION_LIST, &w.before, NULL},
        {"until", OPTION_TEXT, &w.sim.until, NULL},
        {"jobs", OPTION_NUMBER, &w.jobs, &w.jobs_given},
        {"seed", OPTION_TEXT, &w.sim.seed, NULL},
        {"from", OPTION_NUMBER, &w.sim.from, &w.from_given},
        {"merge", OPTION_LIST, &w.merge, NULL},
        {"house", OPTION_LIST, &w.houses, NULL},
        {"vs", OPTION_TEXT, &w.vs, NULL},
        {"csv", OPTION_TEXT, &w.csv, NULL},
        {"json", OPTION_SWITCH, &w.json, NULL},
        {"all", OPTION_SWITCH, &w.all, NULL},
        {"plot", OPTION_TEXT, &w.plot, NULL},
        {0},
    };
    if (options_read(&command_sim, argc, argv, options, &plain, 0, (size_t)argc, &status)) {
        w.table = plain.n ? plain.at[0] : NULL;
        for (size_t i = 1; i < plain.n && w.merge.n; i++) /* --merge a.json b.json … */
            words_add(&w.merge, plain.at[i]);
        if (w.all && plain.n)
            status = command_misused(
                &command_sim, "--all plays every ruleset, and '%s' is one table", plain.at[0]);
        else if (w.all &&
                 (w.houses.n || w.vs || w.merge.n || w.first || w.measures.n || w.before.n))
            status = command_misused(&command_sim,
                                     "--all plays each ruleset's own day file: no --house, --vs, "
                                     "--merge, --first, --measure or --before");
        else if (!w.all && !plain.n)
            status = command_misused(&command_sim, "TABLE is missing");
        else if (plain.n > 1 && !w.merge.n)
            status = command_misused(&command_sim, "'%s' is one word too many", plain.at[1]);
        else
            status = run_sim(&w);
    }
    Words *const lists[] = {&plain, &w.houses, &w.measures, &w.before, &w.merge};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) words_free(lists[i]);
    return status;
}

const Command command_sim = {
    "sim",
    "TABLE|--all [--turns N] [--runs N] [--plan \"crawl; search\"]\n"
    "            [--otherwise LINE] [--policy FILE] [--first LINE]\n"
    "            [--measure NAME=EXPR]… [--before A,B]… [--until EVENT[,EVENT]…]\n"
    "            [--jobs N] [--seed N] [--from I] [--merge FILE…] [--json]\n"
    "            [--csv FILE] [--plot FILE.svg|.png] [--vs TABLE] [--house FILE]…",
    "plays a plan thousands of times: how likely is what?",
    "Plays a plan over and over, from where the table stands (a campaign is only looked at), and\n"
    "counts what happens.  Questions are settled by their defaults.\n"
    "  --turns N             so many turns a run (24), a line of the plan each\n"
    "  --runs N              so many runs (10000)\n"
    "  --plan \"A; B\"         what is done, a line a turn, over and over\n"
    "  --otherwise LINE      what is done when nothing of the plan can be: a line that is refused "
    "is\n"
    "                        passed over for the next; without this, the play then ends\n"
    "  --policy FILE         instead of a plan: a Lua file that returns a function, which looks "
    "at\n"
    "                        the state and gives the line of each turn; see examples/policies\n"
    "  --first LINE          said once, before all runs: --first \"light torch\"; what falls "
    "there, or\n"
    "                        as play begins, is the same in every run, and the report says so\n"
    "  --measure NAME=EXPR   also this, after each turn: --measure torches=party.torches\n"
    "  --before A,B          how often event A comes before the first B\n"
    "  --until EVENT         a run is over with the turn in which that, or one of several, "
    "happens\n"
    "  --jobs N              so many at once (as many as there are processors)\n"
    "  --seed N, --from I    the seed (1), and the number of the first run: runs that went wrong\n"
    "                        can be repeated, and long studies split\n"
    "  --merge FILE…         adds what `--json` wrote for other runs of the same\n"
    "  --vs TABLE            beside another table: --house counts for the first alone\n"
    "  --all                 every ruleset, side by side: what an hour brings\n"
    "  --csv FILE            the figures for a spreadsheet\n"
    "  --plot FILE           a picture, .svg or .png, drawn by gnuplot\n"
    "  --json                for programs; include/sconce.h says what each key is",
    sim_command,
};
