/* `sconce odds`: exact chances of a plan, by weighing every play there can be. */
#include "cli/commands/study_run.h"
#include "cli/study/study_show.h"
#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_USUAL = 24, PLAYS_TRIED = 20000 };

typedef struct {
    SconceChances chances;
    Words houses, measures, before;
    const char *table, *first, *vs, *csv, *plot;
    char **words; /* of the command line, to suggest the same question for sim */
    int count;
    bool turns_given, states_given, json;
} OddsOptions;

/* --- progress ------------------------------------------------------------------------------ */

static void progress(const SconceNews *n, void *data)
{
    const Progress *p = data;
    double spent = progress_seconds() - p->began;
    double share = n->states > 0 ? (double)n->at / (double)n->states : 0;
    if (!p->shown || spent <= 0) return;
    progress_line("%s turn %" PRId64, progress_bar(share), n->turn);
    if (p->turns > 0) fprintf(stderr, " of %" PRId64, p->turns);
    fprintf(stderr, ", %" PRId64 " states, %.0f plays a second", n->states,
            (double)n->plays / spent);
    if (n->turn > 1) fprintf(stderr, "; Ctrl-C: the first %" PRId64, n->turn - 1);
    fputs("\033[K", stderr);
    fflush(stderr);
}

static void end_progress(const Progress *p, const char *json)
{
    double spent = progress_seconds() - p->began;
    json_t *study = json && p->shown ? fields_read(json) : NULL;
    if (!p->shown) return;
    progress_line("%s", "");
    if (study)
        fprintf(stderr, "%.1f s, %" PRId64 " plays of a turn\n", spent,
                field_int(study, "leaves", 0));
    json_decref(study);
}

/* --- one table ----------------------------------------------------------------------------- */

static bool in(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, list[i]) == 0) return true;
    return false;
}

static void put_word(StyledText *t, const char *word)
{
    bool plain = *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./=,") == strlen(word);
    styled_put(t, plain ? " " : " '");
    for (size_t n; *word; word += n + (word[n] != '\0')) {
        n = plain ? strlen(word) : strcspn(word, "'");
        styled_cleann(t, word, n);
        if (word[n]) styled_put(t, "'\\''");
    }
    styled_put(t, plain ? "" : "'");
}

/* Suggests the same question for `sconce sim`, which always has an answer; and more states, where
 * states are too many. */
static void offer_sim(const OddsOptions *w, bool states)
{
    static const char *const alone[] = {"--fractions", "--json"}, *const paired[] = {"--states"};
    TerminalStyle ink = style_on(stderr);
    StyledText t = {0};
    styled_put(&t, "Or play it often: sconce sim");
    for (int i = 1; i < w->count; i++) {
        if (in(w->words[i], paired, 1))
            i++;
        else if (!in(w->words[i], alone, 2) && strncmp(w->words[i], "--states=", 9) != 0)
            put_word(&t, w->words[i]);
    }
    styled_put(&t, " --runs 100000");
    if (states && w->chances.states < 200000) styled_put(&t, "\nOr wait for it: --states 200000");
    style_print(&ink, &t);
    styled_free(&t);
}

static bool is_too_many(const SconceError *error)
{
    return error->why == SCONCE_STATES || error->why == SCONCE_DICE;
}

/* Weighs a single turn: a mistake in one of two tables is told before the other takes long. */
static bool try_turn(const OddsOptions *w, const char *table, const Words *houses)
{
    SconceError error = {0};
    SconceChances c = w->chances;
    Sconce *s = study_open(table, houses, NULL, w->first);
    if (!s) return false;
    c.turns = 1;
    c.plays = PLAYS_TRIED;
    char *json = sconce_chances(s, &c, &error);
    bool fine = json || is_too_many(&error);
    if (!fine) study_failed(&error, !c.plan && !c.policy, table == w->vs ? w->vs : NULL);
    sconce_free(json);
    study_close(s);
    return fine;
}

/* Returns the study as JSON, which the caller frees; NULL, with the reason on standard error. */
static char *weigh(const OddsOptions *w, const char *table, const Words *houses)
{
    SconceError error = {0};
    SconceChances c = w->chances;
    Progress p = progress_begin(false, c.turns);
    Sconce *s = study_open(table, houses, NULL, w->first);
    if (!s) return NULL;
    c.partial = !w->vs; /* two tables are compared by the end of the same turn */
    c.progress = progress;
    c.data = &p;
    char *json = sconce_chances(s, &c, &error);
    end_progress(&p, json);
    bool many = !json && is_too_many(&error);
    if (!json) study_failed(&error, !c.plan && !c.policy, table == w->vs ? w->vs : NULL);
    if (many) offer_sim(w, error.why == SCONCE_STATES);
    study_close(s);
    return json;
}

/* Says why the study ends before the last turn asked for, and what to do instead. */
static int tell_rest(const OddsOptions *w, const char *json)
{
    json_t *study = fields_read(json);
    const char *why = field_text(study, "too_many");
    bool whole = !*why;
    TerminalStyle ink = style_on(stderr);
    fflush(stdout);
    if (!whole) {
        fputc('\n', stderr);
        style_lines(&ink, why, 0);
        offer_sim(w, strcmp(field_text(study, "too_many_of"), "states") == 0);
    }
    json_decref(study);
    return whole ? EXIT_FINE : EXIT_WRONG;
}

static int odds(OddsOptions *w)
{
    const Words none = {0};
    const StudyOutput to = {.json = w->json, .csv = w->csv, .plot = w->plot};
    w->chances.measures = w->measures.at;
    w->chances.measure_count = w->measures.n;
    w->chances.before = w->before.at;
    w->chances.before_count = w->before.n;
    if (w->vs && (!try_turn(w, w->table, &w->houses) || !try_turn(w, w->vs, &none)))
        return EXIT_WRONG;
    char *json = weigh(w, w->table, &w->houses);
    char *other = json && w->vs && !study_interrupted() ? weigh(w, w->vs, &none) : NULL;
    bool shown = json && (other || !w->vs || study_interrupted());
    int status = shown && study_show(&to, json, other) ? EXIT_FINE : EXIT_WRONG;
    if (shown && status == EXIT_FINE) status = tell_rest(w, json);
    sconce_free(json);
    sconce_free(other);
    return status;
}

/* --- the command ---------------------------------------------------------------------------- */

static int refuse(const OddsOptions *w)
{
    const Command *c = &command_odds;
    if (w->turns_given && w->chances.turns < 1) return command_misused(c, "--turns is at least 1");
    if (w->states_given && w->chances.states < 1)
        return command_misused(c, "--states is at least 1");
    return study_misused(c, &w->measures, &w->before, w->plot);
}

static int odds_command(int argc, char **argv)
{
    Words plain = {0};
    OddsOptions w = {.words = argv, .count = argc};
    int status;
    const Option options[] = {
        {"turns", OPTION_NUMBER, &w.chances.turns, &w.turns_given},
        {"plan", OPTION_TEXT, &w.chances.plan, NULL},
        {"otherwise", OPTION_TEXT, &w.chances.otherwise, NULL},
        {"policy", OPTION_TEXT, &w.chances.policy, NULL},
        {"first", OPTION_TEXT, &w.first, NULL},
        {"measure", OPTION_LIST, &w.measures, NULL},
        {"before", OPTION_LIST, &w.before, NULL},
        {"until", OPTION_TEXT, &w.chances.until, NULL},
        {"fractions", OPTION_SWITCH, &w.chances.fractions, NULL},
        {"states", OPTION_NUMBER, &w.chances.states, &w.states_given},
        {"house", OPTION_LIST, &w.houses, NULL},
        {"vs", OPTION_TEXT, &w.vs, NULL},
        {"csv", OPTION_TEXT, &w.csv, NULL},
        {"plot", OPTION_TEXT, &w.plot, NULL},
        {"json", OPTION_SWITCH, &w.json, NULL},
        {0},
    };
    if (options_read(&command_odds, argc, argv, options, &plain, 1, 1, &status)) {
        w.table = plain.at[0];
        if (!w.turns_given && !w.chances.until) w.chances.turns = TURNS_USUAL;
        status = refuse(&w);
        if (status == EXIT_FINE &&
            !study_show_possible(&(StudyOutput){.csv = w.csv, .plot = w.plot}))
            status = EXIT_WRONG;
        if (status == EXIT_FINE) status = odds(&w);
    }
    Words *const lists[] = {&plain, &w.houses, &w.measures, &w.before};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) words_free(lists[i]);
    return status;
}

const Command command_odds = {
    "odds",
    "TABLE [--turns N] [--plan \"crawl; search\"] [--otherwise LINE]\n"
    "            [--policy FILE] [--first LINE] [--measure NAME=EXPR]…\n"
    "            [--before A,B]… [--until EVENT[,EVENT]…] [--fractions]\n"
    "            [--states N] [--json] [--csv FILE] [--plot FILE.svg|.png]\n"
    "            [--vs TABLE] [--house FILE]…",
    "the same questions, answered exactly",
    "Plays a plan in every way it can go, from where the table stands (a campaign is only looked\n"
    "at), and weighs each: the chances are exact.  Questions are settled by their defaults.\n"
    "  --turns N             so many turns (24), a line of the plan each\n"
    "  --plan \"A; B\"         what is done, a line a turn, over and over\n"
    "  --otherwise LINE      what is done when nothing of the plan can be: a line that is refused "
    "is\n"
    "                        passed over for the next; without this, the play then ends\n"
    "  --policy FILE         instead of a plan: a Lua file that returns a function, which looks "
    "at\n"
    "                        the state and gives the line of each turn; see examples/policies\n"
    "  --first LINE          said once, before: --first \"light torch\"; what falls there, or as "
    "play\n"
    "                        begins, is the same in every play, and the report says so\n"
    "  --measure NAME=EXPR   also this, after each turn: --measure torches=party.torches\n"
    "  --before A,B          how likely event A comes before the first B\n"
    "  --until EVENT         a play is over with the turn in which that, or one of several, "
    "happens;\n"
    "                        without --turns it goes on while there is anything to wait for\n"
    "  --fractions           as fractions, too; slower\n"
    "  --states N            give up when a turn can end in more ways than that (20000), or when\n"
    "                        ten plays of a turn for each of them are not enough in all; then the\n"
    "                        turns before are shown, and it says what makes so many (status 1)\n"
    "  --vs TABLE            beside another table: --house counts for the first alone\n"
    "  --csv FILE            the figures for a spreadsheet\n"
    "  --plot FILE           a picture, .svg or .png, drawn by gnuplot\n"
    "  --json                for programs; include/sconce.h says what each key is",
    odds_command,
};
