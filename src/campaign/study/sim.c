/* Reads the question of a simulation, has it played and merged, and writes the answer.
 *
 * The answer is computed only from the tallies, in sorted order: it does not depend on which cell
 * counted which runs. */
#include "campaign/study/sim.h"

#include <string.h>

#include "core/json_writer.h"
#include "core/rng.h"

/* --- the question ------------------------------------------------------------------------ */

/* Sets q->question: a hash of all that two simulations must have in common to be merged. */
static void set_question_hash(SimQuery *q)
{
    unsigned char bytes[HASH_BYTES];
    const Text *const parts[] = {q->query.table->state, &q->query.plan,      &q->query.measures,
                                 &q->query.before,      &q->query.otherwise, &q->query.policy,
                                 &q->query.until};
    Hash h = hash_start();
    hash_field(&h, q->query.table->rules_hash, strlen(q->query.table->rules_hash));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash_field(&h, text_str(parts[i]), parts[i]->n);
    hash_field(&h, q->seed, strlen(q->seed));
    hash_int(&h, q->turns);
    hash_end(&h, bytes);
    hash_hex(bytes, q->question);
}

/* Refuses numbers of turns, runs and jobs that make no simulation. */
static bool check_numbers(const SconceSim *sim, Err *err)
{
    if (sim->turns < 1 || sim->turns > TURNS_MAX)
        return err_set(err, "simulate 1 to %d turns", TURNS_MAX);
    if (sim->runs < 0 || sim->runs > RUNS_MAX || (sim->runs == 0 && sim->merge_count == 0))
        return err_set(err, "how many runs? 1 to %lld", (long long)RUNS_MAX);
    if (sim->from < 0 || sim->from > RUNS_MAX)
        return err_set(err, "runs are counted from 1 to %lld", (long long)RUNS_MAX);
    return sim->jobs >= 0 || err_set(err, "at least one job is needed");
}

/* Checks the numbers asked for, and fills q. */
static bool read_question(SimQuery *q, const SconceSim *sim, Err *err)
{
    if (!check_numbers(sim, err) ||
        !public_check_all_given(sim->merge, sim->merge_count, "merge", err))
        return false;
    q->turns = sim->turns;
    q->seed = sim->seed ? sim->seed : "1"; /* the same question has the same answer */
    if (strlen(q->seed) > SEED_MAX || !text_is_utf8(q->seed, strlen(q->seed)))
        return err_set(err, "a seed is a number, or a text of at most %d bytes", SEED_MAX);
    if (!study_query_read(&q->query, &QUERY_OPTIONS(sim), err)) return false;
    set_question_hash(q);
    return true;
}

/* --- counting ----------------------------------------------------------------------------- */

/* Adds empty tallies for the events and races of the question: they might never happen. */
static void add_tallies_of_question(const SimQuery *q, const SconceSim *sim, Tallies *tallies)
{
    if (q->query.until.n) tallies_get(tallies, text_str(&q->query.until));
    for (size_t i = 0; i < sim->before_count; i++) {
        ScopedText key = {0};
        study_query_race_key(sim->before[i], &key);
        if (key.failed || !tallies_get(tallies, text_str(&key))) tallies->failed = true;
    }
}

/* Refuses a measure that is a number in some runs, and true or false in others. */
static bool check_kinds(const Tallies *tallies, Err *err)
{
    for (size_t i = 0; i < tallies->n; i++) {
        const MeasureName *m = &tallies->tally[i].of;
        if (m->kind == MEASURE_YES_NO && tallies_find(tallies, MEASURE_NUMBER, m->name))
            return err_set(err,
                           "the measure %s is now a number, now yes or no: make it always a "
                           "number, as (…) or 0, or always yes or no",
                           m->name);
    }
    return true;
}

/* Counts the runs that ended in the first turn, since nothing of the plan could be done.  Sets
 * *reason to why (one of several), if there are any. */
static int64_t count_runs_that_never_began(const Tallies *tallies, const char **reason)
{
    int64_t runs = 0;
    for (size_t i = 0; i < tallies->n; i++) {
        const MeasureTally *t = &tallies->tally[i];
        if (t->of.kind != MEASURE_STUCK) continue;
        for (size_t j = 0; j < t->n && t->change[j].turn == 1; j++) {
            runs += t->change[j].by;
            *reason = t->of.name;
        }
    }
    return runs;
}

/* Refuses the plan if no line of it could be done in any run. */
static bool check_began(const SimQuery *q, const SimCounts *c, Err *err)
{
    const char *reason = "";
    if (count_runs_that_never_began(&c->tallies, &reason) < spans_runs(&c->spans)) return true;
    ScopedText lines = {0};
    study_query_write_plan(&q->query, &lines);
    err_set(err, "'%.200s' cannot be done: %s (turn 1)", text_str(&lines), reason);
    err->kind = ERR_UNDONE;
    return false;
}

/* Reads the question, merges earlier simulations, plays further runs, and compacts the tallies. */
static bool count_runs(SimQuery *q, const SconceSim *sim, SimCounts *c, Err *err)
{
    if (!read_question(q, sim, err)) return false;
    for (size_t i = 0; i < sim->merge_count; i++)
        if (!sim_merge(q, sim->merge[i], c, err)) return false;
    int64_t all = spans_runs(&c->spans) + sim->runs, from = sim->from;
    if (from == 0) { /* not given: the runs go on behind all merged ones */
        const RunSpan *last = c->spans.n > 0 ? &c->spans.span[c->spans.n - 1] : NULL;
        from = last ? last->from + last->runs : 1;
    }
    if (sim->runs > 0 && !sim_play(q, sim, from, c, err)) return false;
    if (c->spans.failed) return err_set(err, "out of memory");
    c->stopped = spans_runs(&c->spans) < all;
    if (spans_runs(&c->spans) == 0)
        return err_set(err, c->stopped ? "stopped" : "nothing was played");
    add_tallies_of_question(q, sim, &c->tallies);
    tallies_compact(&c->tallies);
    if (!check_kinds(&c->tallies, err) || !check_began(q, c, err)) return false;
    return !c->tallies.failed || err_set(err, "out of memory");
}

/* --- the answer -------------------------------------------------------------------------- */

/* Writes which runs were counted: [[from, runs], …]. */
static void write_spans(Text *t, const RunSpans *spans)
{
    jsonw_open(t, '[');
    for (size_t i = 0; i < spans->n; i++) {
        jsonw_open(t, '[');
        jsonw_int(t, spans->span[i].from);
        jsonw_int(t, spans->span[i].runs);
        jsonw_close(t, ']');
    }
    jsonw_close(t, ']');
}

/* Writes the object that sconce_sim describes.  False: out of memory. */
static bool write_answer(Text *t, const SimQuery *q, const SimCounts *c)
{
    const CountedRuns counted = {
        .tallies = &c->tallies, .turns = q->turns, .runs = spans_runs(&c->spans)};
    jsonw_open(t, '{');
    study_query_write_head(&q->query, q->turns, false, t);
    jsonw_int(jsonw_key(t, "runs"), counted.runs);
    jsonw_string(jsonw_key(t, "seed"), q->seed);
    study_query_write_options(&q->query, t);
    jsonw_key(t, "spans");
    write_spans(t, &c->spans);
    if (c->stopped) jsonw_bool(jsonw_key(t, "stopped"), true);
    bool ok = figures_write_plan(t, "passed", MEASURE_PASSED, &counted) &&
              figures_write_plan(t, "stuck", MEASURE_STUCK, &counted) &&
              figures_write_plan(t, "defaults", MEASURE_DEFAULT, &counted) &&
              figures_write_standing(t, &counted);
    jsonw_key(t, "measures");
    ok = ok && figures_write_measures(t, &counted);
    jsonw_string(jsonw_key(t, "question"), q->question);
    jsonw_key(t, "tallies");
    figures_write_tallies(t, &c->tallies);
    jsonw_close(t, '}');
    return ok && !t->failed;
}

bool sim_study(const StudyTable *table, const SconceSim *sim, Text *json, Err *err)
{
    SimQuery q = {.query.table = table};
    SimCounts c = {0};
    bool ok = count_runs(&q, sim, &c, err) &&
              (write_answer(json, &q, &c) || err_set(err, "out of memory"));
    study_query_free(&q.query);
    tallies_free(&c.tallies);
    spans_free(&c.spans);
    return ok;
}
