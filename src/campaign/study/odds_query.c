/* Answers the verb `odds`: weighs all plays, exactly where they are few; where they are too many,
 * plays some thousands instead.  The plan is the one that was typed, else the last line that took a
 * turn.  odds_query_read.c reads what was typed. */
#include "campaign/study/study.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/study/odds_query_read.h"
#include "campaign/study/sim.h"

enum {
    TURNS_AHEAD = 12, /* where nobody says how many */
    LOOKED_BACK = 30, /* entries of the journal, for the last line that took a turn */
    WEIGHED = 6000,   /* plays of a turn to weigh at most; beyond them, runs are played */
    RUNS = 3000,      /* of a simulation */
    PLAYED_TURNS = 300,
    EXACT_PLAYS = 6000, /* up to here fractions are computed, too */
    EXACT_TURNS = 100,
    FRACTION_MAX = 11, /* bytes of a fraction that is shown */
    LINES_PER_TURN = 8 /* of the plan, at most */
};

static const double NEGLIGIBLE = 1e-6; /* a chance too small to show in a percentage */
static const double SLACK = 0.005;     /* turns that a sum of floats, or of runs, may be off */

/* --- the plan ---------------------------------------------------------------------------- */

/* The line that is repeated when a question has no plan. */
typedef struct {
    int64_t seq, turn; /* of the entry before */
    Text line;         /* of the last entry in which a turn passed */
} LastLine;

static bool note_line(Entry *e, void *data)
{
    LastLine *last = data;
    if (last->seq > 0 && e->turn > last->turn) {
        text_clear(&last->line);
        text_add(&last->line, text_str(&e->line));
    }
    last->seq = e->seq;
    last->turn = e->turn;
    return true;
}

/* Finds the last line that took a turn, without an "x3", which would be three turns at once. */
static void find_last_line(const StudyTable *table, Text *plan)
{
    LastLine last = {0};
    if (journal_last(table->journal, LOOKED_BACK, note_line, &last, NULL) && last.line.n > 0) {
        const char *s = text_str(&last.line), *x = strrchr(s, ' ');
        bool counted = x && x[1] == 'x' && x[2] && strspn(x + 2, "0123456789") == strlen(x + 2);
        text_addn(plan, s, counted ? (size_t)(x - s) : last.line.n);
    }
    text_free(&last.line);
}

/* --- weighing and playing ---------------------------------------------------------------- */

/* The answers are the JSON of sconce_chances and of sconce_sim; each may be NULL. */
typedef struct {
    const OddsQuery *query;
    SconceChances wanted;
    Text plan; /* the last line that took a turn, or the ruleset's first action */
    json_t *weighed, *played;
    int64_t whole; /* so many turns are weighed; those after them are played */
} OddsFigures;

static void forget_answers(OddsFigures *g)
{
    json_decref(g->weighed);
    json_decref(g->played);
    text_free(&g->plan);
    g->weighed = g->played = NULL;
}

static void tell_progress(const SconceNews *news, void *data)
{
    const StudyTable *table = data;
    if (table->watch) table->watch(news, table->watch_data);
}

static const char *plan_of(const OddsFigures *g)
{
    return g->query->plan.n ? text_str(&g->query->plan) : g->plan.n ? text_str(&g->plan) : NULL;
}

/* Reads the answer of a study.  Takes the plan from it, where it is the ruleset's first action. */
static json_t *read_study(OddsFigures *g, bool ok, Text *json, Err *err)
{
    json_t *study = ok ? json_loadb(text_str(json), json->n, 0, NULL) : NULL;
    text_free(json);
    if (ok && !study) err_set(err, "out of memory");
    const char *first = json_string_value(json_array_get(json_object_get(study, "plan"), 0));
    if (!plan_of(g) && first) text_add(&g->plan, first);
    return study;
}

static double number_in(const json_t *of, const char *key)
{
    return json_number_value(json_object_get(of, key));
}

static bool has_key(const json_t *of, const char *key)
{
    return json_object_get(of, key) != NULL;
}

/* Weighs as far as it goes. */
static json_t *weigh(OddsFigures *g, Err *err)
{
    const StudyTable *table = g->query->table;
    SconceChances *c = &g->wanted;
    Text json = {0};
    c->plays = c->turns ? WEIGHED : 5 * WEIGHED;
    c->partial = true;
    c->progress = tell_progress;
    c->data = (void *)(uintptr_t)table;
    c->plan = plan_of(g);
    bool ok = odds_study(table, c, NEGLIGIBLE, &json, err);
    json_t *study = read_study(g, ok, &json, err);
    if (!has_key(study, "stopped") || has_key(study, "too_many")) return study;
    json_decref(study);
    err_set(err, "stopped");
    return NULL;
}

/* Weighs again with fractions, where that is quick and nothing is left to wait for.  Fractions of
 * very many turns are too long to show, and to keep. */
static json_t *weigh_exactly(OddsFigures *g, Err *err)
{
    SconceChances *c = &g->wanted;
    if (!g->query->plan.n) find_last_line(g->query->table, &g->plan);
    c->otherwise = study_query_default_line(g->query->table);
    if (!g->query->plan.n && c->otherwise && strcmp(text_str(&g->plan), c->otherwise) == 0)
        c->otherwise = NULL;
    json_t *study = weigh(g, err);
    if (!study || c->turns > EXACT_TURNS || number_in(study, "leaves") > EXACT_PLAYS ||
        number_in(study, "left") > 0)
        return study;
    c->fractions = true;
    json_t *exact = weigh(g, err);
    if (!exact) return study;
    json_decref(study);
    return exact;
}

static bool simulate(OddsFigures *g, Err *err)
{
    const SconceChances *c = &g->wanted;
    Err why = {0};
    Text json = {0};
    SconceSim sim = {.turns = c->turns ? c->turns : PLAYED_TURNS,
                     .runs = RUNS,
                     .plan = plan_of(g),
                     .otherwise = c->otherwise,
                     .measures = c->measures,
                     .measure_count = c->measure_count,
                     .before = c->before,
                     .before_count = c->before_count,
                     .until = c->until};
    bool ok = sim_study(g->query->table, &sim, &json, &why);
    g->played = read_study(g, ok, &json, &why);
    if (!g->played) return err_set(err, "%s", why.text);
    return !has_key(g->played, "stopped") || err_set(err, "stopped");
}

/* Weighs, and plays what lies beyond the turns that could be weighed. */
static bool find_out(OddsFigures *g, Err *err)
{
    g->weighed = weigh_exactly(g, err);
    bool too_many = has_key(g->weighed, "too_many");
    g->whole = !g->weighed ? 0 : too_many ? (int64_t)number_in(g->weighed, "turns") : INT64_MAX;
    if (too_many || (!g->weighed && (err->kind == ERR_STATES || err->kind == ERR_DICE)))
        return simulate(g, err);
    return g->weighed != NULL;
}

/* --- figures ----------------------------------------------------------------------------- */

/* The study that knows what holds by the end of a line; 0: of the last. */
static const json_t *study_of(const OddsFigures *g, int64_t line)
{
    return g->played && (line == 0 || line > g->whole) ? g->played : g->weighed;
}

/* Figures of a measure by the end of a line; 0: of the last.  NULL: there is no such measure. */
static const json_t *by_line(const json_t *measure, int64_t line)
{
    const json_t *rows = json_object_get(measure, "by_turn");
    size_t n = json_array_size(rows);
    return json_array_get(rows, line > 0 && (size_t)line <= n ? (size_t)line - 1 : n - 1);
}

static const json_t *measure_of(const json_t *study, const char *name)
{
    return json_object_get(json_object_get(study, "measures"), name);
}

/* By the end of a line of the plan. */
typedef struct {
    double turns_begun;     /* on average */
    double midturn, nobody; /* chance that the turn is not over; that nobody is left */
} LineEnd;

static LineEnd line_end(const OddsFigures *g, int64_t line)
{
    const json_t *study = study_of(g, line);
    return (LineEnd){number_in(by_line(measure_of(study, "turn"), line), "mean"),
                     number_in(by_line(json_object_get(study, "midturn"), line), "p"),
                     number_in(by_line(json_object_get(study, "nobody"), line), "p")};
}

/* The first thing of a kind ("stuck", "passed") that happens to the plan.  NULL: nothing does. */
static const json_t *plan_event(const OddsFigures *g, const char *kind)
{
    return json_array_get(json_object_get(g->played ? g->played : g->weighed, kind), 0);
}

/* --- lines and turns ----------------------------------------------------------------------- */

/* True if so many lines take another number of turns, for a reason other than an early end. */
static bool lines_differ(const OddsFigures *g, int64_t lines)
{
    LineEnd end = line_end(g, lines);
    if (end.turns_begun > (double)lines + SLACK) return true;
    return end.turns_begun < (double)lines - SLACK && end.nobody <= 0 && !plan_event(g, "stuck");
}

/* The line that ends nearest to the end of a turn. */
static int64_t nearest_line(const OddsFigures *g, int64_t turn, int64_t lines)
{
    int64_t best = lines;
    double min = HUGE_VAL;
    for (int64_t line = 1; line <= lines; line++) {
        LineEnd end = line_end(g, line);
        double off = fabs(end.turns_begun - (double)turn) + end.midturn;
        if (off > min) continue;
        min = off;
        best = line;
    }
    return best;
}

/* Studies as many lines as turns were asked for.  Where lines are not turns, studies again with as
 * many lines as make that many turns.  *line: the line whose figures answer. */
static bool study_turns(OddsFigures *g, int64_t *line, Err *err)
{
    int64_t turns = g->query->turns;
    SconceChances *c = &g->wanted;
    *line = turns;
    if (!find_out(g, err)) return false;
    if (!lines_differ(g, turns)) return true;
    double begun = line_end(g, turns).turns_begun;
    if (begun < (double)turns) {
        int64_t max = LINES_PER_TURN * turns;
        double lines = begun > 0 ? ceil((double)(turns * turns) / begun) + 1 : (double)max;
        c->turns = lines < (double)max ? (int64_t)lines : max;
        c->fractions = false;
        forget_answers(g);
        if (!find_out(g, err)) return false;
    }
    *line = nearest_line(g, turns, c->turns);
    return true;
}

/* --- sentences ----------------------------------------------------------------------------- */

static void put_percent(Text *t, double p)
{
    text_addf(t, p > 0 && p < 0.0005 ? "%.2g%%" : "%.1f%%", p * 100);
}

/* "31031/46656"; no: what is missing from it to 1. */
static void put_fraction(Text *t, const char *fraction, bool no)
{
    char *end = NULL;
    int64_t above = strtoll(fraction, &end, 10),
            below = *end == '/' ? strtoll(end + 1, NULL, 10) : 0;
    if (below > 0 && strlen(fraction) <= FRACTION_MAX)
        text_addf(t, " (%" PRId64 "/%" PRId64 ")", no ? below - above : above, below);
}

/* The chance by the end of a line; 0: of the last. */
static void put_chance(Text *t, const OddsFigures *g, const char *name, int64_t line)
{
    bool no = g->query->no;
    const json_t *study = study_of(g, line), *figures = by_line(measure_of(study, name), line);
    const char *fraction = json_string_value(json_object_get(figures, "fraction"));
    double p = number_in(figures, "p");
    put_percent(t, no ? 1 - p : p);
    if (study == g->played) text_addf(t, " ±%.1f", 100 * number_in(figures, "p_se"));
    if (fraction) put_fraction(t, fraction, no);
}

/* An event as the GM would say it. */
static void put_event(Text *t, const OddsQuery *q, const char *word)
{
    if (odds_query_is_light(q, word))
        text_addf(t, q->no && word == text_str(&q->what) ? "%s goes out" : "the %s goes out", word);
    else
        text_add(t, word);
}

/* By which turn, where the lines come to exactly that; else in how many lines. */
static void put_when(Text *t, const OddsFigures *g, int64_t line)
{
    LineEnd end = line_end(g, line);
    int64_t turns = g->query->turns;
    bool exact = fabs(end.turns_begun - (double)turns) <= SLACK && end.midturn <= SLACK;
    if (exact || !lines_differ(g, line))
        text_addf(t, " by T%" PRId64, g->query->table->turn + turns);
    else
        text_addf(t, " in %" PRId64 " line%s, %.2f turns on average", line, line == 1 ? "" : "s",
                  end.turns_begun);
}

/* "12.0% in the next turn, 30.1% within 3, …" */
static void put_steps(Text *t, const OddsFigures *g, const char *name)
{
    static const int64_t steps[] = {1, 3, 6, TURNS_AHEAD};
    bool lines = lines_differ(g, TURNS_AHEAD);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (i > 0) text_add(t, ", ");
        put_chance(t, g, name, steps[i]);
        if (steps[i] == 1)
            text_add(t, lines ? " in the next line" : " in the next turn");
        else
            text_addf(t, " within %" PRId64, steps[i]);
    }
    text_add(t, lines ? " lines" : " turns");
    if (lines)
        text_addf(t, ", which are %.2f turns on average", line_end(g, TURNS_AHEAD).turns_begun);
}

/* The plan, what of it cannot be done, and whether it was weighed or played. */
static void put_plan(Text *t, const OddsFigures *g, bool steps)
{
    const json_t *stuck = plan_event(g, "stuck");
    text_addf(t, ", if you go on with '%s'", plan_of(g) ? plan_of(g) : "");
    if (g->wanted.otherwise && plan_event(g, "passed"))
        text_addf(t, ", or '%s' where that cannot be done", g->wanted.otherwise);
    if (stuck) {
        text_addf(t, "\nfrom T%" PRId64 " on nothing of that can be done in ",
                  g->query->table->turn + (int64_t)number_in(stuck, "turn"));
        put_percent(t, number_in(stuck, "p"));
        text_addf(t, " of plays: %s", json_string_value(json_object_get(stuck, "reason")));
    }
    if (g->played && g->whole > 0 && steps)
        text_addf(t,
                  "\nweighed for %" PRId64 " %s%s; after that there are too many ways to weigh "
                  "them all, so they were played %d times",
                  g->whole, lines_differ(g, TURNS_AHEAD) ? "line" : "turn", g->whole > 1 ? "s" : "",
                  RUNS);
    else if (g->played)
        text_addf(t, "\nplayed %d times, since there are too many ways to weigh them all", RUNS);
}

/* Drops what the rules' sentence says about options that nobody typed: names and states were asked
 * about as a race, or as a measure.  Lists what may be asked, where a name is unknown. */
static void mend_error(const OddsQuery *q, Err *err)
{
    static const char *const prefixes[] = {"before: ", "the measure it: "};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (strncmp(err->text, prefixes[i], n) == 0)
            memmove(err->text, err->text + n, strlen(err->text + n) + 1);
    }
    if (q->state.n > 0) {
        Err why = *err;
        err_set(err, "'%s': %s", text_str(&q->what), why.text);
    }
    if (strncmp(err->text, "there is no event", 17) == 0 && !strstr(err->text, "did you mean"))
        odds_query_add_names(q, err);
}

static void put_answer(Text *t, const OddsFigures *g, const char *name, int64_t line)
{
    const OddsQuery *q = g->query;
    bool race = q->before.n > 0, steps = !race && !q->turns;
    if (race) {
        text_add(t, "before ");
        put_event(t, q, text_str(&q->before));
        text_add(t, ": ");
    }
    if (q->no) text_add(t, q->state.n > 0 && !race ? "not " : "no ");
    put_event(t, q, text_str(&q->what));
    text_add(t, race ? " " : ": ");
    if (steps)
        put_steps(t, g, name);
    else
        put_chance(t, g, name, line);
    if (q->turns) put_when(t, g, line);
    put_plan(t, g, steps);
}

/* Asks about a race, a state at the end of a turn (the measure "it"), or an event.  An event is
 * asked about as a race, too: then the rules refuse a name that can never be counted. */
static bool answer(const OddsQuery *q, Text *t, Err *err)
{
    Text what = {0}, name = {0}, pair = {0}, measure = {0};
    bool race = q->before.n > 0, state = q->state.n > 0 && !race;
    odds_query_event(q, text_str(&q->what), &what);
    text_addf(&pair, "%s,", text_str(&what));
    if (race)
        odds_query_event(q, text_str(&q->before), &pair);
    else
        text_add(&pair, strcmp(text_str(&what), "turn") == 0 ? "note" : "turn");
    if (race)
        study_query_race(text_str(&pair), &name);
    else
        text_add(&name, state ? "it" : text_str(&what));
    text_addf(&measure, "it=%s", text_str(&q->state));
    const char *pairs[] = {text_str(&pair)}, *measures[] = {text_str(&measure)};
    OddsFigures g = {.query = q,
                     .wanted = {.turns = q->turns || race ? q->turns : TURNS_AHEAD,
                                .until = race && !q->turns ? pairs[0] : NULL,
                                .measures = measures,
                                .measure_count = state,
                                .before = pairs,
                                .before_count = !state}};
    int64_t line = 0;
    bool ok = q->turns ? study_turns(&g, &line, err) : find_out(&g, err);
    if (ok)
        put_answer(t, &g, text_str(&name), line);
    else
        mend_error(q, err);
    forget_answers(&g);
    Text *const texts[] = {&what, &name, &pair, &measure};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_free(texts[i]);
    return ok;
}

bool odds_query(const StudyTable *table, const char *typed, Text *t, Err *err)
{
    OddsQuery q = {.table = table};
    bool ok = odds_query_read(&q, typed, err);
    if (ok && q.until_turn) {
        q.turns = q.until_turn - table->turn;
        if (q.turns < 1)
            ok = err_set(err,
                         "turn %" PRId64 " has passed; odds %s in %" PRId64
                         " looks so many turns ahead",
                         q.until_turn, text_str(&q.what), q.until_turn);
    }
    ok = ok && answer(&q, t, err);
    odds_query_free(&q);
    return ok;
}
