/* The verb `odds`: what is to come, from where the table stands, if things go on as they do (the
 * last line that took a turn) or as is said.  What was typed is read in odds_query_read.c. */
#include "campaign/study/odds_query.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/study/odds_query_read.h"
#include "campaign/study/procedure_odds.h"
#include "campaign/study/sim.h"

enum { TURNS_AHEAD = 12, LOOKED_BACK = 30, EXACT_PLAYS = 6000, EXACT_TURNS = 100, FRACTION = 11 };
enum { MOST_LINES = 8 }; /* of a plan, that come to a turn */
enum {
    WEIGHED = 6000,
    PLAYS = 3000,
    PLAYED_TURNS = 300
}; /* where weighing ends, and playing begins */

static const double UNSEEN = 1e-6; /* too little to show in a percentage */
static const double SLACK = 0.005; /* of turns, that sums in floats and what is played may be off */

/* --- the plan ---------------------------------------------------------------------------- */

typedef struct {
    int64_t seq, turn;
    Text line; /* of the last entry in which a turn passed */
} Habit;

static bool note_line(Entry *e, void *data)
{
    Habit *h = data;
    if (h->seq > 0 && e->turn > h->turn) {
        text_clear(&h->line);
        text_add(&h->line, text_str(&e->line));
    }
    h->seq = e->seq;
    h->turn = e->turn;
    return true;
}

/* What was last done for a turn: without "x3", which would be three turns at once. */
static void usual_line(const OddsQuery *f, Text *plan)
{
    Habit h = {0};
    if (journal_last(f->table->journal, LOOKED_BACK, note_line, &h, NULL) && h.line.n > 0) {
        const char *s = text_str(&h.line), *x = strrchr(s, ' ');
        bool counted = x && x[1] == 'x' && x[2] && strspn(x + 2, "0123456789") == strlen(x + 2);
        text_addn(plan, s, counted ? (size_t)(x - s) : h.line.n);
    }
    text_free(&h.line);
}

/* --- asking ------------------------------------------------------------------------------ */

static void tell_progress(const SconceNews *news, void *data)
{
    const StudyTable *table = data;
    if (table->watch) table->watch(news, table->watch_data);
}

static Tree *ask(const OddsQuery *f, SconceChances *c, Text *plan, Err *err)
{
    ChancesAsked q = {.of.table = f->table, .wish = c, .enough = UNSEEN};
    c->plays = c->turns ? WEIGHED : 5 * WEIGHED;
    c->partial = true;
    c->progress = tell_progress;
    c->data = (void *)(uintptr_t)f->table;
    c->plan = f->plan.n ? text_str(&f->plan) : plan->n ? text_str(plan) : NULL;
    Tree *tree = chances_ask(&q, err);
    if (tree && value_bool(tree_root(tree), "stopped", false) &&
        !value_get(tree_root(tree), "many")) {
        err_set(err, "stopped");
        tree_free(tree);
        tree = NULL;
    }
    if (!f->plan.n && plan->n == 0) { /* what the ruleset does first */
        Tree *lines = tree_decode(text_str(&q.of.plan), q.of.plan.n, NULL);
        const Value *v = lines ? tree_root(lines) : NULL;
        if (v && v->kind == TOKEN_LIST && v->n > 0) text_add(plan, v->items[0].s);
        tree_free(lines);
    }
    study_query_free(&q.of);
    return tree;
}

/* Where what was last done cannot be done again: what the ruleset does first. */
static Tree *ask_somehow(const OddsQuery *f, SconceChances *c, Text *plan, Err *err)
{
    if (!f->plan.n) usual_line(f, plan);
    c->otherwise = study_query_usual(f->table);
    if (!f->plan.n && c->otherwise && strcmp(text_str(plan), c->otherwise) == 0)
        c->otherwise = NULL;
    return ask(f, c, plan, err);
}

/* Small enough, and without rest: then again, as fractions.  Those of very many turns are too long
 * to be shown, and to be kept. */
static Tree *ask_exactly(const OddsQuery *f, SconceChances *c, Text *plan, Err *err)
{
    Tree *tree = ask_somehow(f, c, plan, err);
    if (!tree || c->turns > EXACT_TURNS || value_int(tree_root(tree), "leaves", 0) > EXACT_PLAYS)
        return tree;
    const Value *left = value_get(tree_root(tree), "left");
    if (c->until && left && (left->kind != TOKEN_REAL || left->real > 0)) return tree;
    c->fractions = true;
    Tree *exact = ask(f, c, plan, err);
    if (!exact) return tree;
    tree_free(tree);
    return exact;
}

/* As the GM would say it. */
static void tell_event(const OddsQuery *f, const char *word, Text *t)
{
    if (odds_query_is_light(f, word))
        text_addf(t, f->no && word == text_str(&f->what) ? "%s goes out" : "the %s goes out", word);
    else
        text_add(t, word);
}

/* --- figures ----------------------------------------------------------------------------- */

/* Weighed or, when there are too many states for that, played. */
typedef struct {
    Tree *weighed;
    json_t *played;
    int64_t whole; /* so many turns are weighed, those after them played */
    bool no;       /* what is told is that it does not come */
} Figures;

static void figures_free(Figures *g)
{
    tree_free(g->weighed);
    json_decref(g->played);
}

static json_t *play(const OddsQuery *f, const SconceChances *c, const Text *plan, Err *err)
{
    SconceError error = {0};
    SconceSim sim = {.turns = c->turns ? c->turns : PLAYED_TURNS,
                     .runs = PLAYS,
                     .plan = f->plan.n ? text_str(&f->plan)
                             : plan->n ? text_str(plan)
                                       : NULL,
                     .otherwise = c->otherwise,
                     .measures = c->measures,
                     .measure_count = c->measure_count,
                     .before = c->before,
                     .before_count = c->before_count,
                     .until = c->until};
    char *json = sim_answer(f->table, &sim, &error);
    json_t *study = json ? json_loads(json, JSON_ALLOW_NUL, NULL) : NULL;
    if (study && json_object_get(study, "stopped")) {
        json_decref(study);
        study = NULL;
        err_set(err, "stopped");
    } else if (!study) {
        err_set(err, "%s", error.text[0] ? error.text : "out of memory");
    }
    sconce_free(error.all);
    sconce_free(json);
    return study;
}

/* What is asked for may lie beyond the turns that could be weighed; c->turns is then played. */
static bool find_out(const OddsQuery *f, SconceChances *c, Text *plan, Figures *g, Err *err)
{
    g->weighed = ask_exactly(f, c, plan, err);
    const Value *reply = g->weighed ? tree_root(g->weighed) : NULL;
    bool many = reply && value_get(reply, "many");
    g->whole = !reply ? 0 : many ? value_int(reply, "turns", 0) : INT64_MAX;
    if (many || (!reply && (err->kind == ERR_STATES || err->kind == ERR_DICE)))
        g->played = play(f, c, plan, err);
    return many ? g->played != NULL : g->weighed || g->played;
}

static const Value *weighed_row(const Value *reply, const char *name, int64_t turn)
{
    const Value *rows = value_get(value_get(value_get(reply, "measures"), name), "by_turn");
    if (!rows || rows->kind != TOKEN_LIST || rows->n == 0) return NULL;
    return &rows->items[turn > 0 && (size_t)turn <= rows->n ? (size_t)turn - 1 : rows->n - 1];
}

static const json_t *played_row(const json_t *study, const char *name, int64_t turn)
{
    const json_t *rows =
        json_object_get(json_object_get(json_object_get(study, "measures"), name), "by_turn");
    size_t n = json_array_size(rows);
    return json_array_get(rows, turn > 0 && (size_t)turn <= n ? (size_t)turn - 1 : n - 1);
}

/* The first of the plan's own events of that sort ('~' or '!', see asked.h): its reason, how likely
 * it is, and from which turn on.  NULL when there is none. */
static const char *undone(const Figures *g, char sort, double *p, int64_t *turn)
{
    const json_t *row =
        json_array_get(json_object_get(g->played, sort == '!' ? "stuck" : "passed"), 0);
    const Value *measures =
        g->weighed && !g->played ? value_get(tree_root(g->weighed), "measures") : NULL;
    *p = json_number_value(json_object_get(row, "p"));
    *turn = json_integer_value(json_object_get(row, "turn"));
    for (size_t i = 0; measures && measures->kind == TOKEN_MAP && i < measures->n; i++) {
        const Value *rows = value_get(measures->pairs[i].value, "by_turn");
        if (measures->pairs[i].key[0] != sort || !rows || rows->kind != TOKEN_LIST) continue;
        for (size_t n = rows->n; n-- > 0;) {
            const Value *share = value_get(&rows->items[n], "p");
            if (!share || share->kind != TOKEN_REAL || share->real <= 0) break;
            if (n + 1 == rows->n) *p = share->real;
            *turn = (int64_t)n + 1;
        }
        return measures->pairs[i].key + 1;
    }
    return row ? json_string_value(json_object_get(row, "reason")) : NULL;
}

static double number(const Value *v)
{
    return !v ? 0 : v->kind == TOKEN_INT ? (double)v->integer : v->kind == TOKEN_REAL ? v->real : 0;
}

/* --- lines and turns ------------------------------------------------------------------------ */

/* How many turns have begun by the end of that line of the plan, on average. */
static double turns_begun(const Figures *g, int64_t line)
{
    if (g->played && line > g->whole)
        return json_number_value(json_object_get(played_row(g->played, "turn", line), "mean"));
    return number(value_get(weighed_row(tree_root(g->weighed), "turn", line), "mean"));
}

/* In how many plays a turn is not over then ("midturn"), or nobody is left ("nobody"). */
static double share_of(const Figures *g, const char *how, int64_t line)
{
    char key[16];
    snprintf(key, sizeof key, "&%s", how);
    if (!g->played || line <= g->whole)
        return number(value_get(weighed_row(tree_root(g->weighed), key, line), "p"));
    const json_t *rows = json_object_get(json_object_get(g->played, how), "by_turn");
    return json_number_value(json_object_get(json_array_get(rows, (size_t)line - 1), "p"));
}

/* Are so many lines not as many turns?  Plays that ended before have fewer. */
static bool is_apart(const Figures *g, int64_t lines)
{
    double begun = turns_begun(g, lines), p;
    int64_t from;
    if (begun > (double)lines + SLACK) return true;
    return begun < (double)lines - SLACK && share_of(g, "nobody", lines) <= 0 &&
           !undone(g, '!', &p, &from);
}

/* The line that ends nearest to that turn, rather at a turn's end than within one. */
static int64_t nearest_line(const Figures *g, int64_t turn, int64_t lines)
{
    int64_t best = lines;
    double least = HUGE_VAL;
    for (int64_t line = 1; line <= lines; line++) {
        double off = fabs(turns_begun(g, line) - (double)turn) + share_of(g, "midturn", line);
        if (off > least) continue;
        least = off;
        best = line;
    }
    return best;
}

/* So many turns are asked for; where lines are not turns, as many lines as come to that. */
static bool find_line(const OddsQuery *f, SconceChances *c, Text *plan, Figures *g, int64_t *line,
                      Err *err)
{
    *line = f->turns;
    if (!find_out(f, c, plan, g, err)) return false;
    if (!is_apart(g, f->turns)) return true;
    double begun = turns_begun(g, f->turns);
    if (begun < (double)f->turns) {
        int64_t most = MOST_LINES * f->turns;
        double lines = begun > 0 ? ceil((double)(f->turns * f->turns) / begun) + 1 : (double)most;
        c->turns = lines < (double)most ? (int64_t)lines : most;
        c->fractions = false;
        figures_free(g);
        *g = (Figures){.no = f->no};
        text_clear(plan);
        if (!find_out(f, c, plan, g, err)) return false;
    }
    *line = nearest_line(g, f->turns, c->turns);
    return true;
}

static void tell_percent(Text *t, double p)
{
    text_addf(t, p > 0 && p < 0.0005 ? "%.2g%%" : "%.1f%%", p * 100);
}

/* "31031/46656", or of it what is missing to 1. */
static void tell_fraction(Text *t, const char *fraction, bool no)
{
    char *end = NULL;
    int64_t above = strtoll(fraction, &end, 10),
            below = *end == '/' ? strtoll(end + 1, NULL, 10) : 0;
    if (below > 0 && strlen(fraction) <= FRACTION)
        text_addf(t, " (%" PRId64 "/%" PRId64 ")", no ? below - above : above, below);
}

/* The chance by the end of that turn; 0: of the last. */
static void tell_chance(Text *t, const Figures *g, const char *name, int64_t turn)
{
    if (g->played && (turn == 0 || turn > g->whole)) {
        const json_t *row = played_row(g->played, name, turn);
        double share = json_number_value(json_object_get(row, "p"));
        tell_percent(t, g->no ? 1 - share : share);
        text_addf(t, " ±%.1f", 100 * json_number_value(json_object_get(row, "p_se")));
        return;
    }
    const Value *row = weighed_row(tree_root(g->weighed), name, turn), *p = value_get(row, "p");
    double chance = number(p);
    tell_percent(t, g->no ? 1 - chance : chance);
    tell_fraction(t, value_text(row, "fraction", ""), g->no);
}

/* --- telling ----------------------------------------------------------------------------- */

static void tell_plan(const OddsQuery *f, const SconceChances *c, const Figures *g,
                      const Text *plan, bool steps, Text *t)
{
    double p;
    int64_t turn;
    text_addf(t, ", if you go on with '%s'", f->plan.n ? text_str(&f->plan) : text_str(plan));
    if (c->otherwise && undone(g, '~', &p, &turn))
        text_addf(t, ", or '%s' where that cannot be done", c->otherwise);
    const char *reason = undone(g, '!', &p, &turn);
    if (reason) {
        text_addf(t, "\nfrom T%" PRId64 " on nothing of that can be done in ",
                  f->table->turn + turn);
        tell_percent(t, p);
        text_addf(t, " of plays: %s", reason);
    }
    if (g->played && g->whole > 0 && steps)
        text_addf(t,
                  "\nweighed for %" PRId64 " %s%s; after that there are too many ways to weigh "
                  "them all, so they were played %d times",
                  g->whole, is_apart(g, TURNS_AHEAD) ? "line" : "turn", g->whole > 1 ? "s" : "",
                  PLAYS);
    else if (g->played)
        text_addf(t,
                  "\nplayed %d times, since there are too many ways to weigh "
                  "them all",
                  PLAYS);
}

/* A name that can never be counted is refused by whoever knows the rules: as a race.  So is a state
 * that says nothing. */
static void drop_prefix(const OddsQuery *f, Err *err)
{
    static const char *const prefixes[] = {"before: ", "the measure it: "};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (strncmp(err->text, prefixes[i], n) == 0)
            memmove(err->text, err->text + n, strlen(err->text + n) + 1);
    }
    if (f->state.n > 0) {
        Err why = *err;
        err_set(err, "'%s': %s", text_str(&f->what), why.text);
    }
    if (strncmp(err->text, "there is no event", 17) == 0 && !strstr(err->text, "did you mean"))
        odds_query_known(f, err);
}

/* By which turn, where the lines come to just that; else in how many lines. */
static void tell_when(const OddsQuery *f, const Figures *g, int64_t line, Text *t)
{
    double begun = turns_begun(g, line);
    bool just = fabs(begun - (double)f->turns) <= SLACK && share_of(g, "midturn", line) <= SLACK;
    if (just || !is_apart(g, line))
        text_addf(t, " by T%" PRId64, f->table->turn + f->turns);
    else
        text_addf(t, " in %" PRId64 " line%s, %.2f turns on average", line, line == 1 ? "" : "s",
                  begun);
}

static bool race(const OddsQuery *f, Text *t, Err *err)
{
    Text a = {0}, b = {0}, pair = {0}, both = {0}, plan = {0};
    odds_query_event(f, text_str(&f->what), &a);
    odds_query_event(f, text_str(&f->before), &b);
    text_addf(&pair, "%s,%s", text_str(&a), text_str(&b));
    study_query_race(text_str(&pair), &both);
    const char *pairs[] = {text_str(&pair)};
    SconceChances c = {
        .turns = f->turns,
        .before = pairs,
        .before_count = 1,
        .until =
            f->turns ? NULL : text_str(&pair)}; /* so that lines of a few turns tell how many */
    Figures g = {.no = f->no};
    int64_t line = 0;
    bool ok = f->turns ? find_line(f, &c, &plan, &g, &line, err) : find_out(f, &c, &plan, &g, err);
    if (ok) {
        text_add(t, "before ");
        tell_event(f, text_str(&f->before), t);
        text_add(t, f->no ? ": no " : ": ");
        tell_event(f, text_str(&f->what), t);
        text_addc(t, ' ');
        tell_chance(t, &g, text_str(&both), line);
        if (f->turns) tell_when(f, &g, line, t);
        tell_plan(f, &c, &g, &plan, false, t);
    } else {
        drop_prefix(f, err);
    }
    figures_free(&g);
    text_free(&a);
    text_free(&b);
    text_free(&pair);
    text_free(&both);
    text_free(&plan);
    return ok;
}

static void tell_steps(const Figures *g, const char *name, Text *t)
{
    static const int64_t steps[] = {1, 3, 6, TURNS_AHEAD};
    bool apart = is_apart(g, TURNS_AHEAD);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (i > 0) text_add(t, ", ");
        tell_chance(t, g, name, steps[i]);
        if (steps[i] == 1)
            text_add(t, apart ? " in the next line" : " in the next turn");
        else
            text_addf(t, " within %" PRId64, steps[i]);
    }
    text_add(t, apart ? " lines" : " turns");
    if (apart) text_addf(t, ", which are %.2f turns on average", turns_begun(g, TURNS_AHEAD));
}

/* The state at the end of a turn, or what has happened by then. */
static bool by_turn(const OddsQuery *f, Text *t, Err *err)
{
    Text name = {0}, plan = {0}, pair = {0}, measure = {0};
    bool state = f->state.n > 0;
    text_addf(&measure, "it=%s", text_str(&f->state));
    const char *measures[] = {text_str(&measure)};
    if (state)
        text_add(&name, "it");
    else
        odds_query_event(f, text_str(&f->what), &name);
    text_addf(&pair, "%s,%s", text_str(&name),
              strcmp(text_str(&name), "turn") == 0 ? "note" : "turn");
    const char *pairs[] = {text_str(&pair)};
    SconceChances c = {.turns = f->turns ? f->turns : TURNS_AHEAD,
                       .measures = measures,
                       .measure_count = state,
                       .before = pairs,
                       .before_count = !state};
    Figures g = {.no = f->no};
    int64_t line = 0;
    bool ok = f->turns ? find_line(f, &c, &plan, &g, &line, err) : find_out(f, &c, &plan, &g, err);
    if (ok) {
        text_add(t, !f->no ? "" : state ? "not " : "no ");
        tell_event(f, text_str(&f->what), t);
        text_add(t, ": ");
        if (f->turns) {
            tell_chance(t, &g, text_str(&name), line);
            tell_when(f, &g, line, t);
        } else {
            tell_steps(&g, text_str(&name), t);
        }
        tell_plan(f, &c, &g, &plan, f->turns == 0, t);
    } else {
        drop_prefix(f, err);
    }
    figures_free(&g);
    text_free(&name);
    text_free(&plan);
    text_free(&pair);
    text_free(&measure);
    return ok;
}

static bool odds_query_all(OddsQuery *f, const char *typed, Text *t, Err *err)
{
    if (!odds_query_read(f, typed, err)) return false;
    if (f->until_turn) {
        f->turns = f->until_turn - f->table->turn;
        if (f->turns < 1)
            return err_set(err,
                           "turn %" PRId64 " has passed; odds %s in %" PRId64
                           " looks so many turns ahead",
                           f->until_turn, text_str(&f->what), f->until_turn);
    }
    return f->before.n ? race(f, t, err) : by_turn(f, t, err);
}

bool foretell(const StudyTable *table, const char *typed, Text *t, Err *err)
{
    OddsQuery f = {.table = table};
    bool ok = odds_query_all(&f, typed, t, err);
    odds_query_free(&f);
    return ok;
}
