/* sconce_sim: what is asked, made into requests; what was counted, made into the answer.
 *
 * The answer is computed from the tallies alone, in sorted order; who counted them, and in which
 * portions, is forgotten by then. */
#include "campaign/study/sim.h"

#include <string.h>

#include "campaign/study/figures.h"
#include "core/json.h"

/* --- what is asked ----------------------------------------------------------------------- */

/* What is asked, as a number: only answers to the same question can be merged. */
static void digest(SimAsked *a)
{
    unsigned char bytes[HASH_BYTES];
    const Text *const parts[] = {a->of.table->state, &a->of.plan,      &a->of.measures,
                                 &a->of.before,      &a->of.otherwise, &a->of.policy};
    const char *until = a->of.until ? a->of.until : "";
    Hash h = hash_start();
    hash_field(&h, a->of.table->rules_hash, strlen(a->of.table->rules_hash));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash_field(&h, text_str(parts[i]), parts[i]->n);
    hash_field(&h, until, strlen(until));
    hash_field(&h, a->seed, strlen(a->seed));
    hash_int(&h, a->turns);
    hash_end(&h, bytes);
    hash_hex(bytes, a->question);
}

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

static bool read_question(SimAsked *a, const SconceSim *sim, Err *err)
{
    if (!check_numbers(sim, err)) return false;
    a->turns = sim->turns;
    a->seed = sim->seed ? sim->seed : "1";
    const Wish wish = {.plan = sim->plan,
                       .otherwise = sim->otherwise,
                       .policy = sim->policy,
                       .until = sim->until,
                       .measures = sim->measures,
                       .before = sim->before,
                       .measure_count = sim->measure_count,
                       .before_count = sim->before_count};
    if (strlen(a->seed) > 200 || !text_is_utf8(a->seed, strlen(a->seed)))
        return err_set(err, "a seed is a number, or a text of at most 200 bytes");
    if (!study_query_read(&a->of, &wish, err)) return false;
    digest(a);
    return true;
}

/* --- the answer -------------------------------------------------------------------------- */

/* What was asked for has its figures, also when it never happened. */
static void name_asked(const SimAsked *a, const SconceSim *sim, Tallies *tallies)
{
    if (a->of.until) tallies_get(tallies, a->of.until);
    for (size_t i = 0; i < sim->before_count; i++) {
        Text key = {0};
        study_query_race(sim->before[i], &key);
        if (key.failed || !tallies_get(tallies, text_str(&key))) tallies->failed = true;
        text_free(&key);
    }
}

/* A measure that is now a number, now yes or no, is neither. */
static bool check_sorts(const Tallies *tallies, Err *err)
{
    for (size_t i = 0; i < tallies->n; i++) {
        const char *name = tallies->tally[i].name;
        Text other = {0};
        if (name[0] != '?') continue;
        text_addf(&other, "=%s", name + 1);
        bool both = tallies_find(tallies, text_str(&other)) != NULL;
        text_free(&other);
        if (both)
            return err_set(err,
                           "the measure %s is now a number, now yes or no: make it always a "
                           "number, as (…) or 0, or always yes or no",
                           name + 1);
    }
    return true;
}

/* The plays that ended in the first turn, since nothing could be done. */
static int64_t never_began(const Tallies *tallies, const char **reason)
{
    int64_t runs = 0;
    for (size_t i = 0; i < tallies->n; i++) {
        const Tally *t = &tallies->tally[i];
        for (size_t j = 0; t->name[0] == '!' && j < t->n && t->change[j].turn == 1; j++) {
            runs += t->change[j].by;
            *reason = t->name + 1;
        }
    }
    return runs;
}

/* A plan of which nothing can ever be done is a mistake. */
static bool check_began(const SimAsked *a, const SimCounted *c, Err *err)
{
    const char *reason = "";
    if (never_began(&c->tallies, &reason) < spans_runs(&c->spans)) return true;
    Text lines = {0};
    Tree *tree = tree_decode(a->of.plan.s, a->of.plan.n, NULL);
    const Value *plan = tree ? tree_root(tree) : NULL;
    for (size_t i = 0; plan && plan->kind == TOKEN_LIST && i < plan->n; i++)
        text_addf(&lines, "%s%s", i ? "; " : "", plan->items[i].s);
    err_set(err, "'%.200s' cannot be done: %s (turn 1)", text_str(&lines), reason);
    err->kind = ERR_UNDONE;
    tree_free(tree);
    text_free(&lines);
    return false;
}

static void write_spans(Text *t, const Spans *spans)
{
    json_open(t, '[');
    for (size_t i = 0; i < spans->n; i++) {
        json_open(t, '[');
        json_int(t, spans->span[i].from);
        json_int(t, spans->span[i].runs);
        json_close(t, ']');
    }
    json_close(t, ']');
}

static void write_asked(Text *t, const SimAsked *a, const Spans *spans)
{
    json_key(t, "table");
    json_string(t, a->of.table->name);
    json_key(t, "turns");
    json_int(t, a->turns);
    json_key(t, "exact");
    json_bool(t, false);
    json_key(t, "runs");
    json_int(t, spans_runs(spans));
    json_key(t, "seed");
    json_string(t, a->seed);
    study_query_write_plan(&a->of, t);
    study_query_write_rolled(&a->of, t);
    if (a->of.until) {
        json_key(t, "until");
        json_string(t, a->of.until);
    }
    json_key(t, "spans");
    write_spans(t, spans);
}

static bool write_answer(Text *t, const SimAsked *a, const SimCounted *c, bool stopped)
{
    json_open(t, '{');
    write_asked(t, a, &c->spans);
    if (stopped) {
        json_key(t, "stopped");
        json_bool(t, true);
    }
    figures_of_plan(t, "passed", '~', &c->tallies, a->turns, spans_runs(&c->spans));
    figures_of_plan(t, "stuck", '!', &c->tallies, a->turns, spans_runs(&c->spans));
    figures_of_plan(t, "defaults", '*', &c->tallies, a->turns, spans_runs(&c->spans));
    bool ok = figures_of_plays(t, &c->tallies, a->turns, spans_runs(&c->spans));
    json_key(t, "measures");
    ok = figures_write(t, &c->tallies, a->turns, spans_runs(&c->spans)) && ok;
    json_key(t, "question");
    json_string(t, a->question);
    json_key(t, "tallies");
    figures_raw(t, &c->tallies);
    json_close(t, '}');
    return ok && !t->failed;
}

/* --- the whole --------------------------------------------------------------------------- */

/* Where none is given, those after all that were merged. */
static int64_t first_run(const SconceSim *sim, const Spans *spans)
{
    if (sim->from > 0) return sim->from;
    const Span *last = spans->n > 0 ? &spans->span[spans->n - 1] : NULL;
    return last ? last->from + last->runs : 1;
}

static bool simulate(SimAsked *a, const SconceSim *sim, SimCounted *c, Text *out, Err *err)
{
    if (!read_question(a, sim, err)) return false;
    for (size_t i = 0; i < sim->merge_count; i++)
        if (!sim_merge(a, sim->merge[i], c, err)) return false;
    int64_t all = spans_runs(&c->spans) + sim->runs;
    if (sim->runs > 0 && !sim_play(a, sim, first_run(sim, &c->spans), c, err)) return false;
    if (c->spans.failed) return err_set(err, "out of memory");
    bool stopped = spans_runs(&c->spans) < all;
    if (spans_runs(&c->spans) == 0) return err_set(err, stopped ? "stopped" : "nothing was played");
    name_asked(a, sim, &c->tallies);
    tallies_settle(&c->tallies);
    if (!check_sorts(&c->tallies, err) || !check_began(a, c, err)) return false;
    if (c->tallies.failed || !write_answer(out, a, c, stopped))
        return err_set(err, "out of memory");
    return true;
}

char *sim_answer(const StudyTable *table, const SconceSim *sim, SconceError *error)
{
    Err err = {0};
    Text out = {0};
    SimAsked a = {.of.table = table};
    SimCounted c = {0};
    bool ok = simulate(&a, sim, &c, &out, &err);
    study_query_free(&a.of);
    counted_free(&c);
    return public_answer(ok, &out, &err, error);
}
