/* Answers the verb `odds`: computes exact odds, with fractions where that is quick; where there are
 * too many plays for that, simulates some thousands instead.  The plan is the one that was typed,
 * else the last usual line that took a turn, else the ruleset's first action.  odds_query_read.c
 * reads the typed question.
 *
 * Play starts from the table as it is now, and leaves it so: no entry is made, and no die of the
 * table is rolled.  A simulation draws from a seed of its own (read_question in sim.c), so that no
 * die to come is told. */
#include "campaign/study/study.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/rules/words.h"
#include "campaign/study/study_query.h"
#include "campaign/view/lines/show.h"
#include "core/ratio.h"

enum {
    TURNS_AHEAD = 12,    /* turns, where the question gives no number: two hours */
    ENTRIES_BACK = 30,   /* in which the last line that took a turn is searched for: enough to find
                            one from before a fight */
    EXACT_PLAYS = 65000, /* at most for exact odds, a second at the prompt; else it simulates */
    ENDLESS_PLAYS = 165000, /* at most without a limit of turns: enough for three members */
    RUNS = 3000,     /* of a simulation: the error of a chance is below one percentage point */
    RUN_TURNS = 300, /* of a run, if the question gives no number: enough for rare events */
    FRACTION_PLAYS = 10000, /* fractions are computed for at most so many plays, to be quick */
    FRACTION_TURNS = 100,   /* and for so many turns: those of later ones are too long to show */
    FRACTION_BYTES = 11, /* a longer fraction is not shown; "35831/46656" is still easy to read */
    LINES_PER_TURN = 8   /* at most so many lines of the plan are studied for each turn asked for */
};

static const double NEGLIGIBLE = 1e-6; /* without a limit of turns: weighing ends when plays that
                                          still wait have a chance below this */
static const double TOO_RARE = 1e-6;   /* a chance below it is written as a power: "1 in 10^7" */
static const double NO_DECIMAL = 5e-4; /* below this, one decimal of a percentage would say 0.0% */
static const double ROUNDING = 0.005;  /* error of a mean number of turns, from rounding */

/* --- the plan ---------------------------------------------------------------------------- */

/* The lines in which a turn passed, oldest first. */
typedef struct {
    int64_t seq, turn; /* of the entry visited last, after its line; seq 0: none was visited */
    Text line[ENTRIES_BACK];
    size_t n;
} LastLines;

/* Adds the entry's line if a turn passed in it, without "x3" at its end, since the plan is repeated
 * in each turn anyway; a JournalVisit. */
static bool note_line(Entry *e, void *data)
{
    LastLines *last = data;
    if (last->seq > 0 && e->turn > last->turn) {
        const char *line = text_str(&e->line), *blank = strrchr(line, ' ');
        bool repeats = blank && blank[1] == 'x' && blank[2] &&
                       strspn(blank + 2, "0123456789") == strlen(blank + 2);
        text_addn(&last->line[last->n++], line, repeats ? (size_t)(blank - line) : e->line.n);
    }
    last->seq = e->seq;
    last->turn = e->turn;
    return true;
}

/* Returns the ruleset's verb in a typed line: its first word that is one, since names of members
 * may stand before it, "Bram search"; NULL: it has none. */
static const Value *verb_of_line(const StudyTable *table, const char *line)
{
    for (const char *s = line; *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " ");
        value_each (verb, value_list(cell_client_book(table->client), "verbs"))
            if (same_word(value_text(verb, "verb", ""), s, n)) return verb;
        s += n;
    }
    return NULL;
}

/* True if the line's verb belongs to other procedures than the current one, as to a past fight. */
static bool is_of_other_procedure(const StudyTable *table, const char *line)
{
    const Value *during = value_list(verb_of_line(table, line), "during");
    return during->n > 0 && !thing_named(during, value_text(table->status, "procedure", ""));
}

/* True if the line is a single deed (not "search + listen"), and takes a turn, or as many as its
 * rule says: such a line can be repeated turn after turn. */
static bool is_plain_turn(const StudyTable *table, const char *line)
{
    if (strstr(line, " + ") || strchr(line, ';')) return false;
    const Value *verb = verb_of_line(table, line);
    return value_is(verb, "cost", "1 turn") || value_is(verb, "cost", "depends");
}

/* Removes the room of `move hall` if the party is in the hall: moving there would be refused. */
static void drop_present_room(const StudyTable *table, Text *line)
{
    ScopedText rest = {0}, ending = {0};
    text_addf(&ending, " %s", value_text(table->status, "room", ""));
    if (ending.n == 1 || !ends_with(text_str(line), text_str(&ending))) return;
    text_addn(&rest, line->s, line->n - ending.n);
    if (!verb_of_line(table, text_str(&rest))) return;
    text_free(line);
    *line = rest;
    rest = (Text){0};
}

/* True if each deed of a plan takes no turn: then the answer counts lines, and not turns. */
static bool takes_no_turn(const StudyTable *table, const char *plan)
{
    for (const char *s = plan; *s; s += strspn(s, " +;")) {
        ScopedText deed = {0};
        size_t n = strcspn(s, "+;");
        text_addn(&deed, s, n);
        if (!value_is(verb_of_line(table, text_str(&deed)), "cost", "0 turns")) return false;
        s += n;
    }
    return *plan != '\0';
}

/* True if the i-th line was typed more than once. */
static bool is_repeated(const LastLines *last, size_t i)
{
    for (size_t k = 0; k < last->n; k++)
        if (k != i && strcmp(text_str(&last->line[k]), text_str(&last->line[i])) == 0) return true;
    return false;
}

/* Appends the plan to study when none was typed, the last line that players are likely to repeat: a
 * plain turn, or any line that was typed more than once.  Appends nothing if there is none. */
static void find_last_line(const StudyTable *table, Text *plan)
{
    LastLines last = {0};
    bool ok = journal_visit_last(table->journal, ENTRIES_BACK, note_line, &last, NULL);
    for (size_t i = last.n; ok && plan->n == 0 && i-- > 0;) {
        const char *line = text_str(&last.line[i]);
        if (is_of_other_procedure(table, line)) continue;
        if (is_plain_turn(table, line) || is_repeated(&last, i)) text_add(plan, line);
    }
    drop_present_room(table, plan);
    for (size_t i = 0; i < last.n; i++) text_free(&last.line[i]);
}

/* --- exact odds and simulation ----------------------------------------------------------- */

/* The studies that answer a question. */
typedef struct {
    const OddsQuery *query;
    SconceChances wanted;
    Text plan;           /* the last usual line, or the ruleset's first action */
    bool turnless;       /* the typed plan takes no turn, so the answer counts its lines */
    json_t *exact;       /* exact odds, the JSON of sconce_chances; or NULL */
    json_t *played;      /* a simulation, the JSON of sconce_sim; or NULL */
    int64_t exact_turns; /* the turns that `exact` covers; later ones are in `played` */
} OddsStudies;

static void free_studies(OddsStudies *studies)
{
    json_decref(studies->exact);
    json_decref(studies->played);
    text_free(&studies->plan);
    studies->exact = studies->played = NULL;
}

/* Passes progress on to the table's watch; data: the StudyTable. */
static void tell_progress(const SconceNews *news, void *data)
{
    const StudyTable *table = data;
    if (table->watch) table->watch(news, table->watch_data);
}

/* Returns the plan that was typed, else the one that was found; NULL: none, or none yet. */
static const char *plan_of(const OddsStudies *studies)
{
    if (studies->query->plan.n) return text_str(&studies->query->plan);
    return studies->plan.n ? text_str(&studies->plan) : NULL;
}

/* Parses the answer of a study, and keeps the plan that it chose where none was given. */
static json_t *read_study(OddsStudies *studies, const Text *json, Err *err)
{
    json_t *study = json_loadb(text_str(json), json->n, 0, NULL);
    if (!study) err_set(err, "out of memory");
    const char *first = json_string_value(json_array_get(json_object_get(study, "plan"), 0));
    if (!plan_of(studies) && first) text_add(&studies->plan, first);
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

/* Computes exact odds for as many turns as possible. */
static json_t *compute_odds(OddsStudies *studies, Err *err)
{
    const StudyTable *table = studies->query->table;
    SconceChances *c = &studies->wanted;
    ScopedText json = {0};
    c->plays = c->turns ? EXACT_PLAYS : ENDLESS_PLAYS;
    c->partial = true;
    c->progress = tell_progress;
    c->data = (void *)(uintptr_t)table;
    c->plan = plan_of(studies);
    if (!odds_study(table, c, NEGLIGIBLE, &json, err)) return NULL;
    json_t *study = read_study(studies, &json, err);
    /* A study that was too much work is "stopped", too, but has figures for the first turns. */
    if (!has_key(study, "stopped") || has_key(study, "too_many")) return study;
    json_decref(study);
    err_set(err, "stopped");
    return NULL;
}

/* Chooses the plan when none was typed, and what is done where its lines cannot be done: the
 * ruleset's first action, unless that is the plan already. */
static void choose_plan(OddsStudies *studies)
{
    SconceChances *c = &studies->wanted;
    if (!studies->query->plan.n) find_last_line(studies->query->table, &studies->plan);
    /* turnless: the action might take a turn, while the answer counts lines that take none. */
    c->otherwise = studies->turnless ? NULL : study_query_stand_in(studies->query->table);
    if (!studies->query->plan.n && c->otherwise &&
        strcmp(text_str(&studies->plan), c->otherwise) == 0)
        c->otherwise = NULL;
}

/* True if it is worth computing the study again with fractions: that is quick, they may be short
 * enough to show, and the chances have none left out of plays that still wait or were given up. */
static bool can_have_fractions(const OddsStudies *studies, const json_t *study)
{
    bool quick = number_in(study, "leaves") <= FRACTION_PLAYS;
    bool may_be_short = studies->wanted.turns <= FRACTION_TURNS;
    /* explored: equations over all states have counted the plays that wait, too. */
    bool some_wait = number_in(study, "left") > 0 && !has_key(study, "explored");
    return quick && may_be_short && !some_wait && !has_key(study, "remainder");
}

/* Computes exact odds, and then again with fractions where there can be some. */
static json_t *compute_with_fractions(OddsStudies *studies, Err *err)
{
    choose_plan(studies);
    json_t *study = compute_odds(studies, err);
    if (!study || !can_have_fractions(studies, study)) return study;
    studies->wanted.fractions = true;
    json_t *exact = compute_odds(studies, err);
    if (!exact) return study;
    json_decref(study);
    return exact;
}

/* Simulates, and sets studies->played. */
static bool simulate(OddsStudies *studies, Err *err)
{
    const SconceChances *c = &studies->wanted;
    Err why = {0};
    ScopedText json = {0};
    SconceSim sim = {.turns = c->turns ? c->turns : RUN_TURNS,
                     .runs = RUNS,
                     .plan = plan_of(studies),
                     .otherwise = c->otherwise,
                     .measures = c->measures,
                     .measure_count = c->measure_count,
                     .before = c->before,
                     .before_count = c->before_count,
                     .until = c->until};
    if (sim_study(studies->query->table, &sim, &json, &why))
        studies->played = read_study(studies, &json, &why);
    if (!studies->played) return err_set(err, "%s", why.text);
    return !has_key(studies->played, "stopped") || err_set(err, "stopped");
}

/* Computes exact odds, and simulates too where there are too many plays.  Sets all results. */
static bool compute_or_simulate(OddsStudies *studies, Err *err)
{
    studies->exact = compute_with_fractions(studies, err);
    /* "too_many": why later turns are not in it; those up to "turns" are */
    bool too_many = has_key(studies->exact, "too_many");
    studies->exact_turns = studies->exact ? INT64_MAX : 0;
    if (too_many) studies->exact_turns = (int64_t)number_in(studies->exact, "turns");
    bool only_exact = studies->query->times > 0 || studies->query->given.n > 0;
    if (only_exact) { /* sim counts neither "twice" nor "A given B" */
        if (too_many)
            err_set(err, "%s", json_string_value(json_object_get(studies->exact, "too_many")));
        return studies->exact && !too_many;
    }
    if (too_many || (!studies->exact && (err->kind == ERR_STATES || err->kind == ERR_DICE)))
        return simulate(studies, err);
    return studies->exact != NULL;
}

/* --- figures ----------------------------------------------------------------------------- */

/* In all functions below, `line` is the number of a line of the plan, counted from 1 as the plan is
 * repeated; 0 is the last line. */

/* Returns the study that covers a line. */
static const json_t *study_of(const OddsStudies *studies, int64_t line)
{
    return studies->played && (line == 0 || line > studies->exact_turns) ? studies->played
                                                                         : studies->exact;
}

/* Returns the figures of a measure (may be NULL) by the end of a line, or else of the last. */
static const json_t *by_line(const json_t *measure, int64_t line)
{
    const json_t *rows = json_object_get(measure, "by_turn");
    size_t n = json_array_size(rows);
    bool has_row = line > 0 && (size_t)line <= n;
    return json_array_get(rows, has_row ? (size_t)line - 1 : n - 1);
}

static const json_t *measure_of(const json_t *study, const char *name)
{
    return json_object_get(json_object_get(study, "measures"), name);
}

/* How plays stand at the end of a line of the plan. */
typedef struct {
    double turns_begun; /* on average */
    double midturn;     /* chance that the turn is not over */
    double over;        /* chance that nobody is left, or that an event has ended play */
} LineEnd;

static LineEnd line_end(const OddsStudies *studies, int64_t line)
{
    const json_t *study = study_of(studies, line);
    return (LineEnd){number_in(by_line(measure_of(study, "turn"), line), "mean"),
                     number_in(by_line(json_object_get(study, "midturn"), line), "p"),
                     number_in(by_line(json_object_get(study, "nobody"), line), "p") +
                         number_in(by_line(json_object_get(study, "ended"), line), "p")};
}

/* Returns the first reason, with its figures, why lines of the plan could not be done, or NULL.
 * kind: "passed", where they were skipped, or "stuck", where play ended by that. */
static const json_t *plan_event(const OddsStudies *studies, const char *kind)
{
    return json_array_get(json_object_get(studies->played ? studies->played : studies->exact, kind),
                          0);
}

/* --- lines and turns ----------------------------------------------------------------------- */

/* True if so many lines of the plan take more turns or fewer, and not only because plays ended
 * early.  Then the answer counts lines.  study_turns_begun in cli/study/study_view.c decides the
 * same for the tables of sim and odds, from the figures of one study alone. */
static bool lines_are_not_turns(const OddsStudies *studies, int64_t lines)
{
    LineEnd end = line_end(studies, lines);
    if (end.turns_begun > (double)lines + ROUNDING) return true;
    return end.turns_begun < (double)lines - ROUNDING && end.over <= 0 &&
           !plan_event(studies, "stuck");
}

/* Returns the line of the plan that ends nearest to the end of a turn. */
static int64_t nearest_line(const OddsStudies *studies, int64_t turn, int64_t lines)
{
    int64_t best = lines;
    double min = HUGE_VAL;
    for (int64_t line = 1; line <= lines; line++) {
        LineEnd end = line_end(studies, line);
        double distance = fabs(end.turns_begun - (double)turn) + end.midturn;
        if (distance >= min) continue;
        min = distance;
        best = line;
    }
    return best;
}

/* Studies as many lines as turns were asked for.  Where lines are not turns, studies again with as
 * many lines as make that many turns.  Sets *line to the line whose figures answer. */
static bool study_turns(OddsStudies *studies, int64_t *line, Err *err)
{
    int64_t turns = studies->query->turns;
    SconceChances *c = &studies->wanted;
    *line = turns;
    if (!compute_or_simulate(studies, err)) return false;
    if (studies->turnless || !lines_are_not_turns(studies, turns)) return true;
    double begun = line_end(studies, turns).turns_begun;
    if (begun < (double)turns) {
        int64_t max = LINES_PER_TURN * turns;
        /* `turns` lines made `begun` turns, so a turn takes turns / begun lines; one line more. */
        double lines = begun > 0 ? ceil((double)(turns * turns) / begun) + 1 : (double)max;
        c->turns = lines < (double)max ? (int64_t)lines : max;
        c->fractions = false;
        free_studies(studies);
        if (!compute_or_simulate(studies, err)) return false;
    }
    *line = nearest_line(studies, turns, c->turns);
    return true;
}

/* --- sentences ----------------------------------------------------------------------------- */

/* Writes "1 in 3×10^16". */
static void write_one_in(Text *t, double p)
{
    char number[40];
    snprintf(number, sizeof number, "%.0e", 1 / p); /* "3e+16" */
    const char *power = strchr(number, 'e') + 1;
    text_add(t, "1 in ");
    if (number[0] != '1') text_addf(t, "%c×", number[0]);
    text_addf(t, "10^%d", atoi(power));
}

/* Writes how many turns a play takes on the average, behind `before`. */
static void write_average(Text *t, const char *before, double turns)
{
    text_add(t, before);
    text_add_real(t, 'f', 2, turns);
    text_add(t, " turns on average");
}

/* Writes a chance p as a percentage, with more digits where "0.0%" or "100.0%" would claim what is
 * not certain.  rest: 1 - p, exact also where p itself was rounded to 1. */
static void write_percent(Text *t, double p, double rest)
{
    if (p > 0 && p < TOO_RARE) {
        write_one_in(t, p);
    } else if (rest > 0 && rest < TOO_RARE) {
        text_add(t, "all but ");
        write_one_in(t, rest);
    } else if (p > 0 && p < NO_DECIMAL) {
        text_add_real(t, 'g', 2, p * 100);
        text_addc(t, '%');
    } else {
        text_add_real(t, 'f', rest > 0 && rest < NO_DECIMAL ? 4 : 1, p * 100);
        text_addc(t, '%');
    }
}

/* Reads "31031/46656" or "1".  False when the text is NULL, or not short enough to be shown. */
static bool read_fraction(const char *text, Ratio *r)
{
    char *end = NULL;
    if (!text || strlen(text) > FRACTION_BYTES) return false;
    int64_t num = strtoll(text, &end, 10);
    return ratio_make(r, num, *end == '/' ? strtoll(end + 1, NULL, 10) : 1);
}

/* Writes the chance that the measure `name` came by the end of a line or, if the question is "no
 * …", that it did not: a percentage, with its fraction or the error of a simulation. */
static void write_chance(Text *t, const OddsStudies *studies, const char *name, int64_t line)
{
    bool no = studies->query->no;
    const json_t *study = study_of(studies, line), *measure = measure_of(study, name),
                 *ever = line == 0 ? json_object_get(measure, "ever") : NULL,
                 *figures = ever ? ever : by_line(measure, line);
    const char *fraction = json_string_value(json_object_get(figures, "fraction"));
    Ratio r;
    double p = number_in(figures, "p"),
           rest = has_key(figures, "rest") ? number_in(figures, "rest") : 1 - p;
    if (study == studies->played && (p <= 0 || p >= 1)) {
        bool in_all = (p >= 1) != no; /* RUNS plays agree, which does not prove 0% or 100% */
        text_add(t, in_all ? ">99.9%" : "<0.1%");
        return;
    }
    if (study == studies->exact && (no ? rest : p) <= 0) { /* proved: all plays were weighed */
        text_add(t, "never");
        return;
    }
    write_percent(t, no ? rest : p, no ? p : rest);
    if (study == studies->played) {
        text_add(t, " ±");
        text_add_real(t, 'f', 1, 100 * number_in(figures, "p_se"));
    }
    if (fraction && strchr(fraction, '/') && read_fraction(fraction, &r))
        text_addf(t, " (%" PRId64 "/%" PRId64 ")", no ? r.den - r.num : r.num, r.den);
}

/* Writes an event as the game master would say it.  word: the event as the query has it, such as
 * "torch", which becomes "the torch goes out". */
static void write_event(Text *t, const OddsQuery *q, const char *word)
{
    const char *holder = strchr(word, '.');
    if (holder && strcmp(holder, ".0") == 0) /* "hp.0": a member has no points left */
        text_addf(t, "somebody at 0 %.*s", (int)(holder - word), word);
    else if (holder && odds_query_is_light(q, word))
        text_addf(t, "%s's %.*s goes out", holder + 1, (int)(holder - word), word);
    else if (odds_query_is_light(q, word)) /* behind "no" there is no "the" */
        text_addf(t, q->no && word == text_str(&q->what) ? "%s goes out" : "the %s goes out", word);
    else
        text_add(t, word);
}

/* True if the question is about the state at the end of a turn, and not about an event by then.
 * "dark before encounter" is about events: that it becomes dark. */
static bool asks_for_state(const OddsQuery *q)
{
    return q->state.n > 0 && q->before.n == 0;
}

/* Writes " by T12", of a state " at the end of T12"; or, where lines are not turns, " in 9 lines,
 * 12.20 turns on average", " after 9 lines, …". */
static void write_when(Text *t, const OddsStudies *studies, int64_t line)
{
    LineEnd end = line_end(studies, line);
    int64_t turns = studies->query->turns;
    bool exact = fabs(end.turns_begun - (double)turns) <= ROUNDING && end.midturn <= ROUNDING;
    if (studies->turnless)
        text_addf(t, " %s %" PRId64 " line%s no turn",
                  asks_for_state(studies->query) ? "after" : "in", line,
                  line == 1 ? " that takes" : "s that take");
    else if (exact || !lines_are_not_turns(studies, line))
        text_addf(t, " %s T%" PRId64, asks_for_state(studies->query) ? "at the end of" : "by",
                  studies->query->table->turn + turns);
    else {
        text_addf(t, " %s %" PRId64 " line%s", asks_for_state(studies->query) ? "after" : "in",
                  line, line == 1 ? "" : "s");
        write_average(t, ", ", end.turns_begun);
    }
}

/* Writes the chances for several numbers of turns, for a question that names none: "12.0% in the
 * next turn, 30.1% within 3, …"; of a state "12.0% after the next turn, 9.5% after 3, …".  An event
 * that never comes has only the last one. */
static void write_steps(Text *t, const OddsStudies *studies, const char *name)
{
    static const int64_t steps[] = {1, 3, 6, TURNS_AHEAD}; /* ten minutes, half an hour, one, two */
    bool lines = studies->turnless || lines_are_not_turns(studies, TURNS_AHEAD),
         state = asks_for_state(studies->query);
    const json_t *last = by_line(measure_of(study_of(studies, TURNS_AHEAD), name), TURNS_AHEAD);
    bool is_never = !state && study_of(studies, TURNS_AHEAD) == studies->exact &&
                    (studies->query->no ? number_in(last, "p") >= 1 : number_in(last, "p") <= 0);
    size_t n = sizeof steps / sizeof *steps;
    size_t first = is_never ? n - 1 : 0;
    for (size_t i = first; i < n; i++) {
        if (i > first) text_add(t, ", ");
        write_chance(t, studies, name, steps[i]);
        if (steps[i] == 1)
            text_addf(t, " %s the next %s", state ? "after" : "in", lines ? "line" : "turn");
        else
            text_addf(t, " %s %" PRId64, state ? "after" : "within", steps[i]);
    }
    text_add(t, lines ? " lines" : " turns");
    if (studies->turnless)
        text_add(t, " that take no turn");
    else if (lines)
        write_average(t, ", which are ", line_end(studies, TURNS_AHEAD).turns_begun);
}

/* Writes the plan; from which turn on it cannot be done, in how many plays and why; and whether it
 * was simulated.  steps: the sentence has chances for several turns (write_steps), so the first may
 * be exact odds and the later ones simulated. */
static void write_plan(Text *t, const OddsStudies *studies, bool steps)
{
    const json_t *stuck = plan_event(studies, "stuck");
    text_addf(t, ", if you go on with '%s'", plan_of(studies) ? plan_of(studies) : "");
    if (studies->wanted.otherwise && plan_event(studies, "passed"))
        text_addf(t, ", or '%s' where that cannot be done", studies->wanted.otherwise);
    if (stuck) {
        int64_t from = (int64_t)number_in(stuck, "turn");
        text_addf(t, "\nfrom %s%" PRId64 " on that cannot be done in ",
                  studies->turnless ? "line " : "T",
                  studies->turnless ? from : studies->query->table->turn + from);
        write_percent(t, number_in(stuck, "p"), 1 - number_in(stuck, "p"));
        text_addf(t, " of plays: %s", json_string_value(json_object_get(stuck, "reason")));
    }
    if (studies->played && studies->exact_turns > 0 && steps)
        text_addf(t,
                  "\nweighed for %" PRId64 " %s%s; after that there are too many ways to weigh "
                  "them all, so they were played %d times",
                  studies->exact_turns, lines_are_not_turns(studies, TURNS_AHEAD) ? "line" : "turn",
                  studies->exact_turns > 1 ? "s" : "", RUNS);
    else if (studies->played)
        text_addf(t, "\nplayed %d times, since there are too many ways to weigh them all", RUNS);
}

/* Removes names of options that nobody typed (`before`, the measure "it") from a sentence. */
static void drop_option_names(Err *err)
{
    static const char *const prefixes[] = {"before: ", "the measure it: "};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (begins_with(err->text, prefixes[i]))
            memmove(err->text, err->text + n, strlen(err->text + n) + 1);
    }
}

/* Rewrites "'search' is something to do, and no event" (no_event in lua/study/query.lua). */
static void explain_verb(const OddsQuery *q, Err *err)
{
    const char *verb = err->text + 1, *end = strstr(err->text, "' is something to do");
    if (!end || err->text[0] != '\'') return;
    const char *what = text_str(&q->what);
    int n = (int)(end - verb);
    bool is_what = strlen(what) == (size_t)n && strncmp(what, verb, (size_t)n) == 0;
    err_set(err, "'%.*s' is something you do, and odds tell what happens then: odds %s with %.*s",
            n, verb, is_what ? "encounter" : what, n, verb);
}

/* Rewrites the sentence of a failed study (study_query.c, lua/study/query.lua) for the typed
 * question, and lists the known names when a name is unknown. */
static void explain_error(const OddsQuery *q, Err *err)
{
    drop_option_names(err);
    const char *state = text_str(&q->state), *name = state + strlen("named(\"");
    if (begins_with(state, "named(\"") && strstr(err->text, "(nil)"))
        err_set(err, "nobody is called '%.*s'", (int)strcspn(name, "\""), name);
    else if (*state)
        err_set(err, "'%s': %s", text_str(&q->what), err->text);
    if (begins_with(err->text, "which plan?")) /* of study_query.c */
        err_set(err, "which plan? Say what is done in each turn: 'odds %s in 3 with …'",
                text_str(&q->what));
    explain_verb(q, err);
    if (err->kind == ERR_UNDONE && !q->plan.n)
        err_set(err, "%s. Say what is done instead: 'odds %s with …'", err->text,
                text_str(&q->what));
    /* no_such_event in lua/study/query.lua; common.hint there */
    if (begins_with(err->text, "there is no event") && !strstr(err->text, "did you mean"))
        odds_query_add_names(q, err);
}

/* True if the measure's chance by the last line is above 0. */
static bool may_come(const OddsStudies *studies, const char *name)
{
    return number_in(by_line(measure_of(study_of(studies, 0), name), 0), "p") > 0;
}

/* Refuses a plan of which no line takes a turn, and in which the event never comes.  event: what is
 * asked about; name: the measure that answers. */
static bool check_takes_turns(const OddsStudies *studies, const char *event, const char *name,
                              Err *err)
{
    LineEnd end = line_end(studies, 0);
    bool comes = may_come(studies, event) || may_come(studies, name);
    bool turns_pass = end.turns_begun > ROUNDING || end.midturn > ROUNDING;
    bool breaks_off = end.over > 0 || plan_event(studies, "stuck");
    if (asks_for_state(studies->query) || comes || turns_pass || breaks_off || !plan_of(studies))
        return true;
    const char *usual = study_query_first_action(studies->query->table);
    return err_set(err, "'%s' takes no turn, so nothing can happen; try: odds %s in 3 with %s",
                   plan_of(studies), text_str(&studies->query->what),
                   usual ? usual : "a verb that takes one");
}

/* Writes the answer, a sentence.  name: the measure whose chance by the end of `line` answers. */
static void write_answer(Text *t, const OddsStudies *studies, const char *name, int64_t line)
{
    const OddsQuery *q = studies->query;
    bool race = q->before.n > 0, steps = !race && !q->turns;
    if (q->no) text_add(t, q->other.n > 0 ? "neither " : asks_for_state(q) ? "not " : "no ");
    write_event(t, q, text_str(&q->what));
    if (q->times == 2) text_add(t, " twice or more");
    if (q->times > 2) text_addf(t, " %" PRId64 " times or more", q->times);
    if (q->given.n > 0) {
        text_add(t, " given ");
        write_event(t, q, text_str(&q->given));
    }
    if (race) {
        text_add(t, " before ");
        write_event(t, q, text_str(&q->before));
    }
    if (q->other.n > 0) {
        text_add(t, q->no ? " nor " : " or ");
        write_event(t, q, text_str(&q->other));
    }
    text_add(t, ": ");
    if (steps)
        write_steps(t, studies, name);
    else
        write_chance(t, studies, name, line);
    if (q->turns) write_when(t, studies, line);
    write_plan(t, studies, steps);
}

/* Adds the measure "either" to a study: A or B has come.  Its chance is the sum of two races, of
 * which one excludes the other: A before B, and B before A (`pairs`: "A,B" and "B,A"). */
static void add_either(json_t *study, const char *const pairs[2])
{
    json_t *rows[2], *sums = json_array();
    for (int i = 0; i < 2; i++) {
        ScopedText key = {0};
        study_query_race_key(pairs[i], &key);
        rows[i] = json_object_get(measure_of(study, text_str(&key)), "by_turn");
    }
    for (size_t i = 0; i < json_array_size(rows[0]); i++) {
        json_t *a = json_array_get(rows[0], i), *b = json_array_get(rows[1], i);
        Ratio x, y;
        char sum[FRACTION_BYTES * 4] = ""; /* as a fraction, if both are short enough */
        if (read_fraction(json_string_value(json_object_get(a, "fraction")), &x) &&
            read_fraction(json_string_value(json_object_get(b, "fraction")), &y) &&
            ratio_add(&x, x, y))
            snprintf(sum, sizeof sum, "%" PRId64 "/%" PRId64, x.num, x.den);
        double p = number_in(a, "p") + number_in(b, "p");
        if (p > 1) p = 1; /* by rounding */
        /* p_se is shown only of a simulation, which has RUNS plays. */
        json_array_append_new(sums, json_pack("{s:f,s:f,s:s}", "p", p, "p_se",
                                              sqrt(p * (1 - p) / RUNS), "fraction", sum));
    }
    json_object_set_new(json_object_get(study, "measures"), "either",
                        json_pack("{s:o}", "by_turn", sums));
}

/* A question in the form that the options of SconceSim and SconceChances have. */
typedef struct {
    Text event;   /* A: the event that is asked about */
    Text measure; /* the name of the measure whose figures answer */
    Text pair;    /* for the options before and given: two events, "A,B"; for at_least: "A,2" */
    Text swapped; /* for the option before, when the question is "A or B": "B,A" */
    Text state;   /* for the option measures: "it=…" */
} QuestionNames;

/* Puts a question into this form.  The texts of *n must be empty. */
static void name_question(const OddsQuery *q, QuestionNames *n)
{
    odds_query_event(q, text_str(&q->what), &n->event);
    const char *event = text_str(&n->event);
    text_addf(&n->pair, "%s,", event);
    size_t second = n->pair.n; /* where B begins */
    if (q->given.n > 0) {
        odds_query_event(q, text_str(&q->given), &n->pair);
        text_addf(&n->measure, "%s|%s", event, text_str(&n->pair) + second);
    } else if (q->times > 0) {
        text_addf(&n->pair, "%" PRId64, q->times);
        text_addf(&n->measure, "%s>=%" PRId64, event, q->times);
    } else if (q->other.n > 0) {
        odds_query_event(q, text_str(&q->other), &n->pair);
        text_addf(&n->swapped, "%s,%s", text_str(&n->pair) + second, event);
        text_add(&n->measure, "either");
    } else if (q->before.n > 0) {
        odds_query_event(q, text_str(&q->before), &n->pair);
        study_query_race_key(text_str(&n->pair), &n->measure);
    } else {
        /* The cell refuses a race of an unknown event.  So that a misspelt one is refused here,
         * too, the event is also studied as a race, against one that every ruleset has. */
        text_add(&n->pair, strcmp(event, "turn") == 0 ? "note" : "turn");
        text_add(&n->measure, asks_for_state(q) ? "it" : event);
    }
    text_addf(&n->state, "it=%s", text_str(&q->state));
}

/* Studies the question, and appends the answer.  False: err says why there is none. */
static bool answer(const OddsQuery *q, Text *t, Err *err)
{
    QuestionNames names = {0};
    name_question(q, &names);
    bool race = q->before.n > 0, state = asks_for_state(q);
    bool counts_or_given = q->given.n > 0 || q->times > 0;
    size_t races = q->other.n > 0 ? 2 : state || counts_or_given ? 0 : 1; /* see name_question */
    const char *pairs[] = {text_str(&names.pair), text_str(&names.swapped)},
               *measures[] = {text_str(&names.state)}, *name = text_str(&names.measure);
    OddsStudies studies = {
        .query = q,
        .turnless = takes_no_turn(q->table, text_str(&q->plan)),
        .wanted = {.turns = q->turns || race ? q->turns : TURNS_AHEAD,
                   /* Without a number of turns a race ends when either event comes. */
                   .until = race && !q->turns ? pairs[0] : NULL,
                   .measures = measures,
                   .measure_count = state,
                   .before = pairs,
                   .before_count = races,
                   .given = pairs,
                   .given_count = q->given.n > 0,
                   .at_least = pairs,
                   .at_least_count = q->times > 0}};
    int64_t line = 0;
    bool ok = q->turns ? study_turns(&studies, &line, err) : compute_or_simulate(&studies, err);
    ok = ok && check_takes_turns(&studies, text_str(&names.event), name, err);
    if (ok && q->other.n > 0) {
        if (studies.exact) add_either(studies.exact, pairs);
        if (studies.played) add_either(studies.played, pairs);
    }
    if (ok)
        write_answer(t, &studies, name, line);
    else
        explain_error(q, err);
    free_studies(&studies);
    Text *const texts[] = {&names.event, &names.measure, &names.pair, &names.swapped, &names.state};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_free(texts[i]);
    return ok;
}

bool odds_query(const StudyTable *table, const char *typed, Text *t, Err *err)
{
    OddsQuery q = {.table = table};
    const char *now = value_text(table->status, "procedure", "");
    /* An event that ends play, such as "won", becomes the procedure, though it is none. */
    bool ok = thing_named(value_list(cell_client_book(table->client), "procedures"), now) ||
              err_set(err, "it is over: %s", now);
    ok = ok && odds_query_read(&q, typed, err);
    if (ok && q.until_turn) {
        q.turns = q.until_turn - table->turn;
        if (q.turns < 1)
            ok = err_set(err,
                         "turn %" PRId64 " has passed; to look ahead from here, write: odds %s in "
                         "%" PRId64,
                         q.until_turn, text_str(&q.what), q.until_turn);
    }
    ok = ok && answer(&q, t, err);
    odds_query_free(&q);
    return ok;
}
