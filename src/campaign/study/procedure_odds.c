/* Exact odds of a procedure: one cell plays every way of a plan, with its chance. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "campaign/study/study.h"
#include "campaign/study/study_query.h"
#include "campaign/study/tally.h"
#include "core/json_writer.h"
#include "core/tree.h"

enum {
    LOOP_TIMES = 20,      /* dice thrown so often in one line are taken for a loop, which is told */
    SILENT_TIMEOUTS = 2,  /* after this number without progress, the cell is given up */
    ALL_TIMEOUTS = 300,   /* that a request gets in all, with progress: ten minutes */
    NEWS_SAME_MAX = 10,   /* reports in a row that tell of nothing new */
    TURNS_USUAL = 24,     /* of a race without a limit, as sim and odds take without --turns */
    STATES_USUAL = 20000, /* CAP of src/lua/study/enumerate.lua: less does not allow less work */
    TIMES_MAX = 10        /* --states is not named where more than so many times would be needed */
};

static const double TIMES_SPARE = 1.5; /* as turns to come may be heavier than this one */

/* A request for the exact odds of a procedure. */
typedef struct {
    StudyQuery query;
    const SconceChances *wanted;
    double negligible;  /* as in odds_study */
    int64_t began;      /* when the request was sent (wire_now_ms) */
    int64_t until;      /* when it is told to stop */
    bool late;          /* it was told to stop then */
    int64_t news, same; /* the reports so far; the last of them that told of nothing new */
    SconceNews last;    /* the last report */
} OddsRequest;

/* --- the request --------------------------------------------------------------------------- */

/* Returns the turns to be played; 0: no limit. */
static int64_t max_turns(const OddsRequest *q)
{
    const SconceChances *c = q->wanted;
    return c->turns > 0 || c->until ? c->turns : TURNS_USUAL;
}

/* each: milliseconds of work after which the cell reports progress */
static void write_request(const OddsRequest *q, int64_t each, Text *out)
{
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "odds");
    put_int(map_field(&f, "timeout"), 0);
    put_int(map_field(&f, "each"), each);
    study_query_write_request(&q->query, &f);
    if (max_turns(q) > 0) put_int(map_field(&f, "turns"), max_turns(q));
    put_bool(map_field(&f, "ever"), q->wanted->turns == 0);
    if (q->wanted->states > 0) put_int(map_field(&f, "cap"), q->wanted->states);
    if (q->wanted->plays > 0) put_int(map_field(&f, "plays"), q->wanted->plays);
    if (q->negligible > 0) put_real(map_field(&f, "enough"), q->negligible);
    put_bool(map_field(&f, "partial"), q->wanted->partial);
    put_bool(map_field(&f, "fractions"), q->wanted->fractions);
    map_end(&f, out);
}

/* Stops a cell that reports more often than it may, or the same again and again: it was taken over,
 * and may never end.  One that invents a little progress each time cannot be told from slow rules;
 * both are told to stop after ALL_TIMEOUTS, which is many times what the work allowed takes. */
static bool tell_progress(const Value *news, MapWriter *reply, void *data)
{
    (void)reply;
    OddsRequest *q = data;
    const SconceChances *wanted = q->wanted;
    SconceNews n = {.turn = value_int(news, "turn", 0),
                    .at = value_int(news, "at", 0),
                    .states = value_int(news, "states", 0),
                    .plays = value_int(news, "leaves", 0)};
    if (wanted->progress) wanted->progress(&n, wanted->data);
    bool same = n.turn == q->last.turn && n.at == q->last.at && n.plays == q->last.plays;
    q->same = same ? q->same + 1 : 0;
    q->last = n;
    int64_t now = wire_now_ms();
    q->late = now >= q->until;
    bool too_often = q->news++ > (now - q->began) / NEWS_MS, stuck = q->same >= NEWS_SAME_MAX;
    return !too_often && !stuck && !q->late;
}

/* --- the sentence for too many states or dice ------------------------------------------------ */

#define TWO_WAYS "if dice(\"1d6\") >= 4 is two ways where local n = dice(\"1d6\") is six"

static void write_split(Text *t, const Value *split)
{
    text_addf(t, "\n  %s has %" PRId64 " values; without it %" PRId64 " states would be %" PRId64,
              value_text(split, "where", "?"), value_int(split, "values", 0),
              value_int(split, "of", 0), value_int(split, "states", 0));
}

static void write_dice(Text *t, const Value *dice)
{
    int64_t times = value_int(dice, "times", 1);
    text_addf(t, "\n  %s: %" PRId64 " ways", value_text(dice, "what", "?"),
              value_int(dice, "ways", 0));
    if (times > 1) text_addf(t, ", and that %" PRId64 " times", times);
}

static void write_each(Text *t, const Value *list, void (*say)(Text *, const Value *))
{
    for (size_t i = 0; i < list->n; i++) say(t, &list->items[i]);
}

/* True if there are too many ways because of dice, and not because of states. */
static bool has_too_many_dice(const Value *many)
{
    return value_list(many, "dice")->n > 0;
}

/* True if one line throws dice again and again. */
static bool is_loop(const Value *many)
{
    const Value *dice = value_list(many, "dice");
    int64_t times = 0;
    for (size_t i = 0; i < dice->n; i++) times += value_int(&dice->items[i], "times", 1);
    return times >= LOOP_TIMES;
}

static void write_too_many_dice(const Value *many, Text *t)
{
    text_addf(t,
              "in turn %" PRId64 " a single state of the table can go on in more than %" PRId64
              " ways, too many to weigh them all.  It is the dice that make them:",
              value_int(many, "turn", 0), value_int(many, "ways", 0));
    write_each(t, value_list(many, "dice"), write_dice);
    if (is_loop(many)) {
        text_add(t,
                 "\nIt looks like a loop that goes on in several ways each time.  Compare each "
                 "roll where it is made, as until dice(\"1d6\") == 6 or "
                 "repeat n = dice(\"1d6\") until n == 6: then it goes on in one way, and is "
                 "followed until less than 1 in 10^12 is left.  A loop that adds rolls up needs a "
                 "lower limit.");
        return;
    }
    text_add(t, "\nA check counts as two ways, a chart as one for each row, dice(\"5d6\") as one "
                "for each total; "
                "faces, pool, r.total and c.margin tell more apart.  Ask for no more than the rule "
                "needs: " TWO_WAYS
                ", and dice(\"5d6=1\") counts the ones of a pool.  Or throw fewer dice.");
}

/* Writes how to keep tracks of numbers small that have no maximum, if they make many of the states.
 */
static void write_maxima(Text *t, const Value *splits)
{
    bool any = false;
    value_each (split, splits) {
        const char *track = value_text(split, "number", NULL);
        if (!track) continue;
        text_addf(t, "%strack.%s.max = …",
                  any ? "; " : "Where more makes no difference, give a number a maximum: ", track);
        any = true;
    }
    if (any) text_add(t, ".  ");
}

static double real_of(const Value *map, const char *key)
{
    const Value *v = value_get(map, key);
    return v && v->kind == TOKEN_REAL ? v->real : 0;
}

/* Says what is known when it takes too long to wait for an event. */
static void write_still_waiting(const Value *many, Text *t)
{
    double low = 100 * real_of(many, "low"), left = 100 * real_of(many, "left");
    if (value_get(many, "known")) {
        text_addf(t,
                  "after turn %" PRId64 " it is still to come in %.3g%% of plays, in %" PRId64
                  " states, and more turns are too much to weigh: the table ends there.  Whether "
                  "and when it comes at all is exact.",
                  value_int(many, "turn", 0), left, value_int(many, "from", 0));
        return;
    }
    text_addf(t,
              "after turn %" PRId64 " it is still to come in %.3g%% of plays, in %" PRId64
              " states, and waiting for it would take too long.  Certain so far: it comes in "
              "%.3g%% to %.3g%% of plays, and the turn in which it comes has a mean without a "
              "bound.  --turns N asks for so many turns.",
              value_int(many, "turn", 0), left, value_int(many, "from", 0), low,
              fmin(100, low + left));
}

/* Says what ended the weighing: too many states after a turn, or too much work. */
static void write_limit(const Value *many, Text *t)
{
    int64_t turn = value_int(many, "turn", 0), within = value_int(many, "within", 0);
    if (value_bool(many, "crowded", false)) {
        text_addf(t,
                  "after turn %" PRId64 " the table can stand in more than %" PRId64
                  " ways, too many to weigh them all.",
                  turn, value_int(many, "cap", 0));
        return;
    }
    text_addf(t,
              "turn %" PRId64 " begins in %" PRId64 " states that go on in about %" PRId64
              " ways each",
              turn, value_int(many, "from", 0), value_int(many, "ways", 0));
    if (within > 0)
        text_addf(t, ", and comes to more than %" PRId64 " others before it is over", within);
    text_add(t, ": too much to weigh.");
}

/* Names --states N where it may help: the estimate of what is needed is not far above the limit. */
static void write_states_option(const Value *many, Text *t)
{
    double times = real_of(many, "times");
    bool crowded = value_bool(many, "crowded", false);
    if (!crowded && times > TIMES_MAX)
        text_addf(t, "  It would take more than %d times the work that is allowed.", TIMES_MAX);
    else if (!crowded)
        text_addf(t, "  It would take about %.2g times the work that is allowed.",
                  fmax(times, 1.1));
    if (times > TIMES_MAX) return;
    int64_t cap = value_int(many, "cap", 0), step = 10;
    if (!crowded && cap < STATES_USUAL) cap = STATES_USUAL;
    double wanted = TIMES_SPARE * fmax(times, 1) * (double)cap;
    while ((double)step * 10 < wanted) step *= 10;
    text_addf(t, "  --states %" PRId64 " allows more, and takes longer.",
              (int64_t)ceil(wanted / (double)step) * step);
}

static void write_too_many(const OddsRequest *q, const Value *many, Text *t)
{
    const Value *splits = value_list(many, "splits");
    if (has_too_many_dice(many)) {
        write_too_many_dice(many, t);
        return;
    }
    if (value_get(many, "left")) {
        write_still_waiting(many, t);
    } else {
        write_limit(many, t);
        if (q->wanted->plays == 0) write_states_option(many, t);
    }
    if (value_get(many, "known")) return; /* nothing is missing but the table of turns */
    if (splits->n) text_add(t, "  What makes most of the states:");
    write_each(t, splits, write_split);
    text_add(t, splits->n ? "\n" : "  ");
    write_maxima(t, splits);
    text_add(t,
             "A house file can take out what does not matter here, with question.NAME.always = … "
             "or a chart of one row.  Fewer turns or members help, too; so do rules that ask "
             "for no more than they need: " TWO_WAYS ".");
}

static void write_head(Text *t, const OddsRequest *q, const Value *reply)
{
    study_query_write_head(&q->query, value_int(reply, "turns", 0), true, t);
    static const char *const counts[] = {"states", "widest", "leaves"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        jsonw_int(jsonw_key(t, counts[i]), value_int(reply, counts[i], 0));
    study_query_write_options(&q->query, t);
    if (q->query.until.n) jsonw_value(jsonw_key(t, "left"), value_get(reply, "left"));
    const Value *remainder = value_get(reply, "remainder");
    if (remainder) {
        jsonw_value(jsonw_key(t, "remainder"), value_get(remainder, "p"));
        if (value_get(remainder, "fraction"))
            jsonw_value(jsonw_key(t, "remainder_fraction"), value_get(remainder, "fraction"));
    }
    if (value_get(reply, "explored"))
        jsonw_int(jsonw_key(t, "explored"), value_int(reply, "explored", 0));
    if (value_bool(reply, "stopped", false)) {
        jsonw_bool(jsonw_key(t, "stopped"), true);
        if (max_turns(q) > 0) jsonw_int(jsonw_key(t, "asked"), max_turns(q));
    }
    if (value_get(reply, "many")) {
        ScopedText many = {0};
        write_too_many(q, value_get(reply, "many"), &many);
        jsonw_string(jsonw_key(t, "too_many"), text_str(&many));
        jsonw_string(jsonw_key(t, "too_many_of"),
                     has_too_many_dice(value_get(reply, "many")) ? "dice" : "states");
    }
}

/* Writes a map of figures as a JSON object: first the keys named in `order`, in that order, then
 * the others, and quantiles last, in ascending order. */
static void write_figures(Text *t, const Value *row, const char *order)
{
    const Value *quantiles = value_get(row, "quantiles");
    jsonw_open(t, '{');
    jsonw_fields(t, row, order, "quantiles");
    if (quantiles) {
        jsonw_key(t, "quantiles");
        jsonw_ordered_map(t, quantiles, "p5");
    }
    jsonw_close(t, '}');
}

static void write_rows(Text *t, const char *key, const Value *rows, const char *order)
{
    jsonw_open(jsonw_key(t, key), '[');
    for (size_t i = 0; rows->kind == TOKEN_LIST && i < rows->n; i++)
        write_figures(t, &rows->items[i], order);
    jsonw_close(t, ']');
}

static void write_measure(Text *t, const Value *measure)
{
    const Value *rows = value_get(measure, "by_turn"), *first = value_get(measure, "first"),
                *values = value_get(measure, "values"), *ever = value_get(measure, "ever");
    jsonw_open(t, '{');
    if (rows)
        write_rows(t, "by_turn", rows, "turn p fraction low high high_fraction mean mean_fraction");
    if (first) {
        jsonw_key(t, "first");
        write_figures(t, first, "p fraction mean mean_fraction sd");
    }
    if (ever) {
        jsonw_key(t, "ever");
        write_figures(t, ever, "p fraction never never_fraction mean mean_fraction sd");
    }
    if (values) write_rows(t, "values", values, "value p fraction low high high_fraction");
    jsonw_close(t, '}');
}

/* Returns the first turn by which it may have happened; 0: none.  A chance may be missing where it
 * was too much to work out (src/lua/study/odds/separation.lua). */
static int64_t first_turn(const Value *measure)
{
    const Value *rows = value_list(measure, "by_turn");
    for (size_t i = 0; i < rows->n; i++) {
        const Value *p = value_get(&rows->items[i], "p");
        if (!p) p = value_get(&rows->items[i], "mean");
        if (p && p->kind == TOKEN_REAL && p->real > 0) return (int64_t)i + 1;
    }
    return 0;
}

/* Writes an object: what happened to the plan, its first turn, and its figures by the last turn. */
static void write_plan_event(Text *t, const MeasureName *m, const Value *measure)
{
    const Value *rows = value_get(measure, "by_turn");
    int64_t turn = first_turn(measure);
    measure_open_object(t, m);
    if (turn > 0) {
        jsonw_int(jsonw_key(t, "turn"), turn);
        jsonw_fields(t, &rows->items[rows->n - 1],
                     "p fraction low high high_fraction mean mean_fraction", "turn");
    }
    jsonw_close(t, '}');
}

/* Writes the field `key` with all of this kind that happened to the plan; nothing for none. */
static void write_plan_events(Text *t, const char *key, MeasureKind kind, const Value *measures)
{
    bool any = false;
    pair_each (measure, measures) {
        MeasureName m = measure_name(measure->key);
        if (m.kind != kind) continue;
        study_open_list(t, key, &any);
        write_plan_event(t, &m, measure->value);
    }
    if (any) jsonw_close(t, ']');
}

static void write_answer(Text *t, const OddsRequest *q, const Value *reply)
{
    const Value *measures = value_get(reply, "measures");
    jsonw_open(t, '{');
    write_head(t, q, reply);
    write_plan_events(t, "passed", MEASURE_PASSED, measures);
    write_plan_events(t, "stuck", MEASURE_STUCK, measures);
    write_plan_events(t, "defaults", MEASURE_DEFAULT, measures);
    pair_each (measure, measures) {
        MeasureName m = measure_name(measure->key);
        if (m.kind != MEASURE_STANDING || first_turn(measure->value) == 0) continue;
        jsonw_key(t, m.name);
        write_measure(t, measure->value);
    }
    jsonw_open(jsonw_key(t, "measures"), '{');
    pair_each (measure, measures) {
        if (measure_is_of_play(measure_name(measure->key).kind)) continue;
        jsonw_key(t, measure->key);
        write_measure(t, measure->value);
    }
    jsonw_close(t, '}');
    jsonw_close(t, '}');
}

/* --- asking and answering ---------------------------------------------------------------- */

static bool read_question(OddsRequest *q, Err *err)
{
    const SconceChances *c = q->wanted;
    if (c->turns < 0 || c->turns > TURNS_MAX || (c->turns == 0 && !c->until && !c->before_count))
        return err_set(err, "how many turns? 1 to %d, or until which event?", TURNS_MAX);
    if (c->states < 0) return err_set(err, "at least one state is needed");
    QueryOptions options = QUERY_OPTIONS(c);
    options.at_least = c->at_least;
    options.at_least_count = c->at_least_count;
    options.given = c->given;
    options.given_count = c->given_count;
    return study_query_read(&q->query, &options, err) &&
           (!c->weigh_start || study_query_weigh_start(&q->query, err));
}

/* Sets the error of a reply that has no answer. */
static void set_reply_error(const OddsRequest *q, const Value *reply, Err *err)
{
    const char *outcome = value_text(reply, "outcome", "");
    if (strcmp(outcome, "states") == 0) {
        ScopedText t = {0};
        write_too_many(q, value_get(reply, "many"), &t);
        err_set(err, "%s", text_str(&t));
        err->kind = has_too_many_dice(value_get(reply, "many")) ? ERR_DICE : ERR_STATES;
    } else {
        const Value *error = value_get(reply, "error");
        int64_t turn = value_int(error, "turn", 0);
        char place[40] = "";
        if (turn > 0) snprintf(place, sizeof place, "turn %" PRId64, turn);
        study_query_set_error(&q->query, error, place, "", err);
    }
}

static bool answer_request(OddsRequest *q, Text *json, Err *err)
{
    CellClient *k = q->query.table->client;
    ScopedText request = {0};
    if (!read_question(q, err)) return false;
    write_request(q, cell_client_timeout(k, 1) / 2, &request); /* not taken for silent */
    q->began = wire_now_ms();
    q->until = q->began + cell_client_timeout(k, ALL_TIMEOUTS);
    ScopedTree *tree = cell_client_follow(k, &request, SILENT_TIMEOUTS, tell_progress, q, err);
    if (!tree) return false;
    const Value *reply = tree_root(tree);
    bool done = strcmp(value_text(reply, "outcome", ""), "done") == 0;
    if (done)
        write_answer(json, q, reply);
    else if (q->late)
        err_set(err,
                "too slow: not weighed after %" PRId64 " seconds; ask for fewer turns, or let "
                "it take longer with --timeout",
                cell_client_timeout(k, ALL_TIMEOUTS) / 1000);
    else
        set_reply_error(q, reply, err);
    return done;
}

bool odds_study(const StudyTable *table, const SconceChances *wanted, double negligible, Text *json,
                Err *err)
{
    OddsRequest q = {.query.table = table, .wanted = wanted, .negligible = negligible};
    bool ok = answer_request(&q, json, err);
    study_query_free(&q.query);
    return ok;
}
