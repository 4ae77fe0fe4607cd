/* Exact odds of a procedure: asks one cell, which plays every way of a plan with its chance
 * (lua/study/enumerate.lua), stops it when it is too slow, and writes its figures as JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "campaign/study/study.h"
#include "campaign/study/study_query.h"
#include "campaign/study/tally.h"
#include "core/json_writer.h"
#include "core/tree.h"

enum {
    SILENT_TIMEOUTS = 2, /* timeouts: a cell without a report for so long is given up */
    ALL_TIMEOUTS = 300,  /* timeouts that a request may take if its cell reports: ten minutes */
    NEWS_SAME_MAX = 10,  /* reports in a row without anything new; then the cell is stopped */
    TURNS_USUAL = 24     /* of a race without a limit, as sim and odds take without --turns */
};

/* Of states and plays: years of work; several times as many, with their turns, stay in 64 bits. */
static const int64_t STATES_MAX = 1000000000000;

/* A request for the exact odds of a procedure. */
typedef struct {
    StudyQuery query;
    const SconceChances *wanted;
    double negligible; /* see odds_study in study.h */
    int64_t began;     /* when the request was sent (wire_now_ms) */
    int64_t until;     /* when the cell is told to stop, as too slow (wire_now_ms) */
    bool late;         /* the cell was told to stop for that reason */
    int64_t news;      /* reports so far */
    int64_t same;      /* how many of the last reports in a row told of nothing new */
    SconceNews last;   /* the last report */
} OddsRequest;

/* --- the request --------------------------------------------------------------------------- */

/* Returns the turns to be played; 0: no limit. */
static int64_t max_turns(const OddsRequest *q)
{
    const SconceChances *c = q->wanted;
    return c->turns > 0 || c->until ? c->turns : TURNS_USUAL;
}

/* Writes the request.  each: ms of work after which the cell reports progress. */
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

/* Passes a report on; false tells the cell to stop.  A cell that reports more often than it may, or
 * the same again and again, was taken over by its rules, and may never end.  One that invents a
 * little progress each time cannot be told from slow rules; both are stopped after ALL_TIMEOUTS,
 * which is many times what the work allowed takes. */
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
    int64_t most_news = (now - q->began) / NEWS_MS;
    bool too_often = q->news++ > most_news, stuck = q->same >= NEWS_SAME_MAX;
    return !too_often && !stuck && !q->late;
}

/* Writes the first fields of the answer, up to those of what happened to the plan. */
static void write_head(Text *t, const OddsRequest *q, const Value *reply)
{
    /* Readers go through all turns, so a cell that rules took over must not invent any. */
    int64_t turns = value_int(reply, "turns", 0);
    turns = turns < 0 ? 0 : turns > TURNS_MAX ? TURNS_MAX : turns;
    study_query_write_head(&q->query, turns, true, t);
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
    const Value *many = value_get(reply, "many"); /* why it was too much for all turns */
    if (many) {
        jsonw_string(jsonw_key(t, "too_many"), value_text(many, "text", ""));
        jsonw_string(jsonw_key(t, "too_many_of"), value_text(many, "of", "states"));
    }
}

/* Writes a map of figures as a JSON object: first the keys named in `order`, in that order, then
 * the others, and quantiles last, in ascending order (p5 sorts behind p25 as a text). */
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

/* Writes a list of figures, one object for each turn or value. */
static void write_rows(Text *t, const char *key, const Value *rows, const char *order)
{
    jsonw_open(jsonw_key(t, key), '[');
    for (size_t i = 0; rows->kind == TOKEN_LIST && i < rows->n; i++)
        write_figures(t, &rows->items[i], order);
    jsonw_close(t, ']');
}

/* Writes one measure; each of its parts only if the cell has sent it. */
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

/* Returns the first turn by whose end the measure may have happened; 0: none.  A chance may be
 * missing where it was too much to work out (lua/study/odds/separation.lua). */
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

/* Writes the field `key`: all events of this kind that happened to the plan, if any did. */
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

/* Writes the object that sconce_chances describes. */
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

/* Checks the numbers asked for, and fills q->query. */
static bool read_question(OddsRequest *q, Err *err)
{
    const SconceChances *c = q->wanted;
    if (c->turns < 0 || c->turns > TURNS_MAX || (c->turns == 0 && !c->until && !c->before_count))
        return err_set(err, "how many turns? 1 to %d, or until which event?", TURNS_MAX);
    if (c->states < 0 || c->states > STATES_MAX)
        return err_set(err, "how many states? 1 to %lld", (long long)STATES_MAX);
    if (c->plays < 0 || c->plays > STATES_MAX)
        return err_set(err, "how many plays? 1 to %lld", (long long)STATES_MAX);
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
        const Value *many = value_get(reply, "many");
        err_set(err, "%s", value_text(many, "text", "too much to weigh"));
        err->kind = value_is(many, "of", "dice") ? ERR_DICE : ERR_STATES;
    } else {
        const Value *error = value_get(reply, "error");
        int64_t turn = value_int(error, "turn", 0);
        char place[40] = "";
        if (turn > 0) snprintf(place, sizeof place, "turn %" PRId64, turn);
        study_query_set_error(&q->query, error, place, "", err);
    }
}

/* Sends the request, waits for its reply, and appends the answer. */
static bool answer_request(OddsRequest *q, Text *json, Err *err)
{
    CellClient *client = q->query.table->client;
    ScopedText request = {0};
    if (!read_question(q, err)) return false;
    /* The cell reports after half a timeout, well before SILENT_TIMEOUTS. */
    write_request(q, cell_client_timeout(client, 1) / 2, &request);
    q->began = wire_now_ms();
    q->until = q->began + cell_client_timeout(client, ALL_TIMEOUTS);
    ScopedTree *tree = cell_client_follow(client, &request, SILENT_TIMEOUTS, tell_progress, q, err);
    if (!tree) return false;
    const Value *reply = tree_root(tree);
    bool done = value_is(reply, "outcome", "done");
    if (done)
        write_answer(json, q, reply);
    else if (q->late)
        err_set(err,
                "too slow: not weighed after %" PRId64 " seconds; ask for fewer turns, or let "
                "it take longer with --timeout",
                cell_client_timeout(client, ALL_TIMEOUTS) / 1000);
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
