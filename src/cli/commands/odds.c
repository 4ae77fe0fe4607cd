/* `sconce odds`: finds exact chances of a plan, by following every way in which it can go. */
#include "cli/commands/study_run.h"
#include "cli/term/json_fields.h"
#include "cli/term/progress.h"
#include "cli/term/terminal_style.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The most plays of a turn in a trial, which finds mistakes early: any small number would do. */
enum { TRIAL_PLAYS = 20000 };
/* A question that has too much to weigh is played instead: so many times that the turns of all
 * plays are PLAYED_IN_ALL, half a second for most rules, but within these bounds.  PLAYED_TURNS:
 * of a play where none were asked for. */
enum { PLAYED_IN_ALL = 9000, PLAYED_LEAST = 300, PLAYED_MOST = 3000, PLAYED_TURNS = 300 };

/* The result of playing a question many times: a simulation, or why there is none. */
typedef struct {
    char *json;        /* where nothing could be weighed; the caller frees it */
    SconceError error; /* why there is no simulation: of rules that fail in later turns */
} Played;

typedef struct {
    StudyOptions study; /* first, so that a StudyQuestion may cast its argument */
    int64_t states;
    Words words; /* of the command line, to suggest the same question for sim */
    Words at_least, given;
    bool states_given, fractions, weigh_start;
    Played *played;
} OddsOptions;

/* --- progress ------------------------------------------------------------------------------ */

static void show_progress(const SconceNews *n, void *data)
{
    const StudyProgress *p = data;
    double spent = progress_seconds() - p->began;
    double share = n->states > 0 ? (double)n->at / (double)n->states : 0;
    if (!p->shown || spent <= 0) return;
    char of[32] = "", ready[48] = "";
    if (p->turns > 0) snprintf(of, sizeof of, " of %" PRId64, p->turns);
    if (n->turn == 2) snprintf(ready, sizeof ready, "; Ctrl-C shows turn 1");
    if (n->turn > 2) snprintf(ready, sizeof ready, "; Ctrl-C shows turns 1-%" PRId64, n->turn - 1);
    /* A narrow terminal cuts the end. */
    progress_line("%s turn %" PRId64 "%s, %" PRId64 " states%s; %.0f plays a second",
                  progress_bar(share), n->turn, of, n->states, ready, (double)n->plays / spent);
}

static void end_progress(const StudyProgress *p, const char *json)
{
    double spent = progress_seconds() - p->began;
    if (!p->shown) return;
    json_auto_t *study = json ? parse_json(json) : NULL;
    progress_line("%s", "");
    if (study)
        fprintf(stderr, "%.1f s, %" PRId64 " plays of a turn\n", spent,
                field_int(study, "leaves", 0));
}

/* --- one table ----------------------------------------------------------------------------- */

/* Suggests the same question for `sconce sim`, without the options that only odds has. */
static void suggest_sim(const OddsOptions *opts)
{
    TerminalStyle style = style_on(stderr);
    StyledText t = {0};
    styled_put(&t, "Or play it many times: sconce sim");
    for (size_t i = 0; i < opts->words.n; i++) {
        const char *word = opts->words.at[i];
        size_t n = strcspn(word, "="); /* the value may stand behind it, or be the next word */
        bool has_value = has_word("--states --at-least --given", word, n);
        if (has_value && !word[n]) i++;
        if (!has_value && !has_word("--fractions --json --weigh-start", word, n))
            command_put_word(&t, word);
    }
    styled_put(&t, " --runs 100000");
    style_write_line(&style, &t);
}

/* --- too much to weigh ----------------------------------------------------------------------- */

/* True if the answer leaves out turns, and may be wrong by more than a hundredth without them. */
static bool is_cut_short(const char *json)
{
    enum { PER_HUNDRED = 100 };
    json_auto_t *study = parse_json(json);
    const json_t *left = json_object_get(study, "left");
    bool is_close = left && json_number_value(left) * PER_HUNDRED < 1;
    return json_object_get(study, "too_many") && !json_object_get(study, "explored") && !is_close;
}

static void show_played(int64_t done, int64_t all, void *data)
{
    const StudyProgress *p = data;
    if (p->shown)
        progress_line("%s too much to weigh; played %" PRId64 " of %" PRId64 " times",
                      progress_bar((double)done / (double)all), done, all);
}

/* Returns how many times a question of so many turns is played. */
static int64_t times_to_play(int64_t turns)
{
    int64_t times = PLAYED_IN_ALL / turns;
    if (times < PLAYED_LEAST) return PLAYED_LEAST;
    return times > PLAYED_MOST ? PLAYED_MOST : times;
}

/* Plays the question many times, in one cell, since each learns the rules anew.  NULL if sim cannot
 * count what is asked for, or would roll only once what the question wants weighed. */
static char *simulate(Sconce *s, const OddsOptions *opts)
{
    const StudyOptions *o = &opts->study;
    SconceError *error = &opts->played->error;
    StudyProgress p = study_progress_begin(false, o->turns);
    SconceSim sim = {STUDY_FIELDS(o), .seed = o->seed, .jobs = 1, .progress = show_played,
                     .data = &p};
    if (opts->weigh_start || opts->at_least.n || opts->given.n) {
        snprintf(error->text, sizeof error->text,
                 "sim has no --weigh-start, --at-least or --given");
        return NULL;
    }
    if (!sim.turns) sim.turns = PLAYED_TURNS;
    sim.runs = times_to_play(sim.turns);
    char *json = sconce_sim(s, &sim, error);
    if (p.shown) progress_line("%s", "");
    return json;
}

/* Returns the answer with what was simulated beside it, as "simulated"; frees both. */
static char *join_played(char *json, char *played)
{
    if (!played) return json;
    char *joined = formatted("%.*s,\"simulated\":%s}", (int)strlen(json) - 1, json, played);
    sconce_free(json);
    sconce_free(played);
    return joined;
}

/* Asks for exact odds; a StudyQuestion (study_run.h). */
static char *ask_odds(Sconce *s, const StudyOptions *o, bool trial, SconceError *error)
{
    const OddsOptions *opts = (const OddsOptions *)o;
    StudyProgress p = study_progress_begin(trial, o->turns);
    SconceChances c = {STUDY_FIELDS(o),
                       .fractions = opts->fractions,
                       .weigh_start = opts->weigh_start,
                       .states = opts->states,
                       .at_least = opts->at_least.at,
                       .at_least_count = opts->at_least.n,
                       .given = opts->given.at,
                       .given_count = opts->given.n,
                       .partial = !o->vs, /* two tables are compared by the end of the same turn */
                       .progress = show_progress,
                       .data = &p};
    if (trial) {
        c.turns = 1;
        c.plays = TRIAL_PLAYS;
    }
    char *json = sconce_chances(s, &c, error);
    end_progress(&p, json);
    if (trial || o->vs) return json;
    if (json && is_cut_short(json)) return join_played(json, simulate(s, opts));
    if (!json && (error->why == SCONCE_STATES || error->why == SCONCE_DICE))
        opts->played->json = simulate(s, opts);
    return json;
}

/* Shows what was simulated (NULL: nothing), or why nothing was. */
static void report_played(const OddsOptions *opts, const json_t *played)
{
    TerminalStyle out = style_on(stdout);
    if (*opts->played->error.text) {
        fputs("Nothing was simulated: ", stderr);
        command_failed(&opts->played->error);
    }
    if (!played || opts->study.output.json) return;
    fputs("\nPlayed many times instead; not exact, each figure has its error:\n", out.to);
    study_report(&out, played);
}

/* Says why the study ends before the last turn asked for, and what to do instead.  Returns an exit
 * status.  "explored": whether and when the event ever comes was solved without a limit of turns,
 * so the question is answered, however few turns are shown. */
static int report_end(const OddsOptions *opts, const char *json)
{
    json_auto_t *study = parse_json(json);
    const char *why = field_text(study, "too_many");
    TerminalStyle style = style_on(stderr);
    fflush(stdout);
    if (!*why) return EXIT_FINE;
    fputc('\n', stderr);
    style_write_lines(&style, why, 0);
    if (json_object_get(study, "explored")) return EXIT_FINE;
    suggest_sim(opts);
    report_played(opts, json_object_get(study, "simulated"));
    return EXIT_WRONG;
}

static int run_odds(OddsOptions *opts)
{
    StudyAnswers answers = {0};
    SconceWhy why;
    Played played = {0};
    opts->played = &played;
    int status = study_run(&opts->study, &answers, &why);
    if (status == EXIT_FINE) {
        status = report_end(opts, answers.json[0]);
    } else if (why == SCONCE_STATES || why == SCONCE_DICE) {
        json_auto_t *study = played.json ? parse_json(played.json) : NULL;
        suggest_sim(opts);
        report_played(opts, study);
    }
    sconce_free(played.json);
    study_answers_free(&answers);
    return status;
}

/* --- the command ---------------------------------------------------------------------------- */

static int odds_command(int argc, char **argv)
{
    OddsOptions opts = {.study = {.command = &command_odds, .ask = ask_odds}};
    StudyOptions *o = &opts.study;
    int status;
    Option options[STUDY_OPTIONS + 6] = {
        {"fractions", OPTION_SWITCH, &opts.fractions, NULL},
        {"weigh-start", OPTION_SWITCH, &opts.weigh_start, NULL},
        {"states", OPTION_NUMBER, &opts.states, &opts.states_given},
        {"at-least", OPTION_LIST, &opts.at_least, NULL},
        {"given", OPTION_LIST, &opts.given, NULL},
    };
    study_options(o, options + 5); /* behind the five above; the last one stays empty */
    for (int i = 1; i < argc; i++) words_add(&opts.words, argv[i]); /* options_read moves them */
    if (options_read(&command_odds, argc, argv, options, 1, 1, &status)) {
        if (!o->turns_given && !o->until && o->before.n == 0) o->turns = TURNS_USUAL;
        words_add(&o->tables, argv[1]);
        if (o->vs) words_add(&o->tables, o->vs);
        status = opts.states_given && opts.states < 1
                     ? command_misused(&command_odds, "--states is at least 1")
                     : study_check(o);
        if (status == EXIT_FINE) status = run_odds(&opts);
    }
    study_options_free(o);
    words_free(&opts.words);
    words_free(&opts.at_least);
    words_free(&opts.given);
    return status;
}

const Command command_odds = {
    "odds",
    "TABLE [--turns N] [--plan \"crawl; search\"] [--otherwise LINE]\n"
    "            [--policy FILE] [--first LINE] [--measure NAME=EXPR]…\n"
    "            [--before A,B]… [--at-least EVENT,N]… [--given A,B]…\n"
    "            [--until EVENT[,EVENT]…] [--weigh-start] [--fractions]\n"
    "            [--states N] [--json] [--csv FILE] [--plot FILE.svg|.png]\n"
    "            [--vs TABLE] [--house FILE]…",
    "the same questions, answered exactly",
    "Plays a plan in every way it can go, from where the table stands (a campaign is only looked\n"
    "at), and weighs each: the chances are exact.  Questions are settled by their defaults.\n"
    "A line that rolls until something comes can go on forever.  After many rolls, a way that\n"
    "it goes is given up once it is less likely than 1 in 10^15; the report says how likely all\n"
    "of these are together (\"exactly but for 1 in 10^13\").\n"
    "  --turns N             so many turns (24), a line of the plan each\n" STUDY_HELP_PLAN
    "  --first LINE          said once, before: --first \"light torch\"; what falls there, or as\n"
    "                        play begins, is the same in every play; the report says "
    "so\n" STUDY_HELP_MEASURE
    "  --weigh-start         weighs that, too, as the hit points that begin with 1d6\n"
    "  --before A,B          how likely event A comes before the first B; without\n"
    "                        --turns, within 24 turns, and without a limit\n"
    "  --at-least EVENT,N    how likely the event comes N times or more\n"
    "  --given A,B           how likely A has come by each turn in plays in which B has\n"
    "  --until EVENT         a play is over with the turn in which that, or one of several,\n"
    "                        happens; without --turns there is no limit: where the states are\n"
    "                        finitely many, it says whether and when that ever comes, exactly\n"
    "  --fractions           as fractions, too; slower\n"
    "  --states N            give up when a turn can end in more ways than that (20000), or when\n"
    "                        ten plays of a turn for each of them are not enough in all, or\n"
    "                        clearly will not be; then the turns before are shown, what makes so\n"
    "                        many, and what comes of playing it many times, with its errors\n"
    "                        (status 1; in --json as \"simulated\")\n" STUDY_HELP_VS
        STUDY_HELP_FILES,
    odds_command,
};
