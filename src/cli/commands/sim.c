/* `sconce sim`: plays a plan many times, on one table, on two, or on every ruleset (--all). */
#include "cli/commands/study_run.h"
#include "cli/study/rates.h"
#include "cli/term/paths.h"
#include "cli/term/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* RUNS_USUAL: the error of a chance is at most half a percentage point.  TRIAL_RUNS: a trial finds
 * mistakes before a long comparison. */
enum { RUNS_USUAL = 10000, TRIAL_RUNS = 1000, JOBS_MAX = 64 /* as in sim_run.c */ };

typedef struct {
    StudyOptions study; /* first, so that a StudyQuestion may cast its argument */
    int64_t runs, from, jobs;
    Words merge; /* files of earlier answers */
    bool runs_given, from_given, jobs_given, all;
} SimOptions;

/* --- progress ------------------------------------------------------------------------------ */

static void show_progress(int64_t done, int64_t all, void *data)
{
    const StudyProgress *p = data;
    double spent = progress_seconds() - p->began;
    if (!p->shown || done == 0 || spent <= 0) return;
    double left = spent / (double)done * (double)(all - done);
    progress_line("%s %" PRId64 " of %" PRId64 " runs, %.0f turns a second, %d:%02d left ",
                  progress_bar((double)done / (double)all), done, all,
                  (double)(done * p->turns) / spent, (int)left / 60, (int)left % 60);
}

static void end_progress(const StudyProgress *p, const json_t *study)
{
    double spent = progress_seconds() - p->began;
    int64_t runs = field_int(study, "runs", 0);
    if (!p->shown) return;
    progress_line("%s", "");
    if (study && spent > 0)
        fprintf(stderr, "%.1f s, %.0f turns a second\n", spent, (double)(runs * p->turns) / spent);
}

/* --- simulating ---------------------------------------------------------------------------- */

/* Simulates; a StudyQuestion (study_run.h). */
static char *ask_sim(Sconce *s, const StudyOptions *o, bool trial, SconceError *error)
{
    const SimOptions *opts = (const SimOptions *)o;
    StudyProgress p = study_progress_begin(trial || opts->all, o->turns);
    SconceSim sim = {STUDY_FIELDS(o),
                     .seed = o->seed,
                     .runs = opts->runs,
                     .from = opts->from,
                     .jobs = (int)opts->jobs,
                     .merge = opts->merge.at,
                     .merge_count = opts->merge.n,
                     .progress = show_progress,
                     .data = &p};
    if (trial) sim.turns = 1;
    if (trial && sim.runs > TRIAL_RUNS) sim.runs = TRIAL_RUNS;
    char *json = sconce_sim(s, &sim, error);
    json_auto_t *study = json && p.shown ? parse_json(json) : NULL;
    end_progress(&p, study);
    return json;
}

static int run_sim(SimOptions *opts)
{
    StudyAnswers answers = {0};
    SconceWhy why;
    int status = study_run(&opts->study, &answers, &why);
    study_answers_free(&answers);
    return status;
}

/* --- every ruleset --------------------------------------------------------------------------- */

/* Returns the path of the file NAME + ENDING in "day" beside a ruleset, to be freed; or NULL. */
static char *find_day_file(const json_t *ruleset, const char *name, const char *ending)
{
    const char *path = field_text(ruleset, "path");
    int folder_n = (int)(base_of(path) - path);
    char *file = formatted("%.*sday/%s%s", folder_n, path, name, ending);
    if (access(file, R_OK) == 0) return file;
    free(file);
    return NULL;
}

/* Reads the first file day/columns.json of a ruleset, which says what is counted (rates.h). */
static json_t *read_columns(const json_t *rulesets)
{
    json_each (ruleset, rulesets) {
        AutoString *path = find_day_file(ruleset, "columns", ".json");
        if (path) return rates_read_columns(path);
    }
    fputs("no ruleset has a file day/columns.json beside it, which says what is counted\n", stderr);
    return NULL;
}

/* Adds the measures of columns.json in the form of --measure; the caller frees each. */
static void add_measures(const json_t *columns, Words *measures)
{
    const char *name;
    json_t *expression;
    json_object_foreach (json_object_get(columns, "measures"), name, expression)
        words_add(measures, formatted("%s=%s", name, name_of(expression)));
    words_add(measures, formatted("hours=%s", field_text(columns, "hours")));
}

/* Plays every ruleset with a day file, DIR/day/NAME-day.lua: house rules and a party for a day. */
static int play_days(SimOptions *opts, const json_t *rulesets)
{
    Words *tables = &opts->study.tables, *measures = &opts->study.measures;
    int status = EXIT_WRONG;
    json_each (ruleset, rulesets) {
        char *day = find_day_file(ruleset, field_text(ruleset, "name"), "-day.lua");
        if (day) words_add(tables, day);
    }
    add_measures(opts->study.output.rates, measures);
    if (tables->n)
        status = run_sim(opts);
    else
        fputs("no ruleset has a day file, rulesets/day/NAME-day.lua\n", stderr);
    for (size_t i = 0; i < tables->n; i++) free((char *)(uintptr_t)tables->at[i]);
    for (size_t i = 0; i < measures->n; i++) free((char *)(uintptr_t)measures->at[i]);
    return status;
}

static int sim_all(SimOptions *opts)
{
    SconceError error = {0};
    AutoAnswer *list = sconce_rulesets(NULL, &error);
    if (!list) return command_failed(&error);
    json_auto_t *rulesets = json_loads(list, 0, NULL), *rates = read_columns(rulesets);
    opts->study.output.rates = rates;
    return rates ? play_days(opts, rulesets) : EXIT_WRONG;
}

/* --- the command ---------------------------------------------------------------------------- */

/* Checks the options.  Returns an exit status, and says why. */
static int check_options(const SimOptions *opts, char **words)
{
    const Command *c = &command_sim;
    const StudyOptions *o = &opts->study;
    if (opts->all && words[0])
        return command_misused(c, "--all plays every ruleset, and '%s' is one table", words[0]);
    if (opts->all &&
        (o->houses.n || o->vs || opts->merge.n || o->first.n || o->measures.n || o->before.n))
        return command_misused(c, "--all plays each ruleset's own day file: no --house, --vs, "
                                  "--merge, --first, --measure or --before");
    if (!opts->all && !words[0]) return command_lacks(c, "TABLE");
    if (words[0] && words[1] && !opts->merge.n) /* with --merge they are further files */
        return command_misused(c, "there is no place for '%s' here; leave it out", words[1]);
    if (opts->runs_given && opts->runs < 1) return command_misused(c, "--runs is at least 1");
    if (opts->from_given && opts->from < 1)
        return command_misused(c, "--from is at least 1: that is the first run");
    if (opts->jobs_given && (opts->jobs < 1 || opts->jobs > JOBS_MAX))
        return command_misused(c, "--jobs is 1 to %d", JOBS_MAX);
    if (o->vs && opts->merge.n)
        return command_misused(c, "--merge and --vs do not go together: merge each, then compare");
    return study_check(o);
}

static int check_and_run(SimOptions *opts, char **words)
{
    StudyOptions *o = &opts->study;
    int status = check_options(opts, words);
    if (status != EXIT_FINE) return status;
    if (!o->turns_given) o->turns = TURNS_USUAL;
    if (!opts->runs_given) opts->runs = opts->merge.n ? 0 : RUNS_USUAL; /* 0: only merge */
    if (opts->all) return sim_all(opts);
    words_add(&o->tables, words[0]);
    if (o->vs) words_add(&o->tables, o->vs);
    for (char **file = words + 1; *file; file++) words_add(&opts->merge, *file); /* --merge A B … */
    return run_sim(opts);
}

static int sim_command(int argc, char **argv)
{
    SimOptions opts = {.study = {.command = &command_sim, .ask = ask_sim}};
    int status;
    Option options[STUDY_OPTIONS + 7] = {
        {"runs", OPTION_NUMBER, &opts.runs, &opts.runs_given},
        {"jobs", OPTION_NUMBER, &opts.jobs, &opts.jobs_given},
        {"seed", OPTION_TEXT, &opts.study.seed, NULL},
        {"from", OPTION_NUMBER, &opts.from, &opts.from_given},
        {"merge", OPTION_FILES, &opts.merge, NULL},
        {"all", OPTION_SWITCH, &opts.all, NULL},
    };
    study_options(&opts.study, options + 6); /* behind the six above; the last one stays empty */
    if (options_read(&command_sim, argc, argv, options, 0, argc, &status))
        status = check_and_run(&opts, argv + 1);
    study_options_free(&opts.study);
    words_free(&opts.merge);
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
    "  --runs N              so many runs (10000)\n" STUDY_HELP_PLAN
    "  --first LINE          said once, before all runs: --first \"light torch\"; what falls\n"
    "                        there, or as play begins, is the same in every run; the report says\n"
    "                        so\n" STUDY_HELP_MEASURE
    "  --before A,B          how often event A comes before the first B\n"
    "  --until EVENT         a run is over with the turn in which that, or one of several, "
    "happens\n"
    "  --jobs N              so many at once (as many as there are processors)\n"
    "  --seed N, --from I    the seed (1), and the number of the first run: runs that went wrong\n"
    "                        can be repeated, and long studies split\n"
    "  --merge FILE…         adds what `--json` wrote for other runs of the same\n" STUDY_HELP_VS
    "  --all                 every ruleset, side by side: what an hour brings\n" STUDY_HELP_FILES,
    sim_command,
};
