/* Adds the counts of earlier simulations, from their JSON; checks that no run is counted twice. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/study/sim.h"
#include "core/text.h"

enum { FILE_BYTES_MAX = 1 << 30 }; /* of one file, which is read into memory whole */

/* --- spans ------------------------------------------------------------------------------- */

void spans_free(RunSpans *s)
{
    free(s->span);
    *s = (RunSpans){0};
}

int64_t spans_runs(const RunSpans *s)
{
    int64_t runs = 0;
    for (size_t i = 0; i < s->n; i++) runs += s->span[i].runs;
    return runs;
}

/* Returns the number of the run after the span. */
static int64_t end_of_span(RunSpan s)
{
    return s.from + s.runs;
}

/* Joins span i with the next one, if that begins where it ends. */
static void join_with_next(RunSpans *s, size_t i)
{
    if (i + 1 >= s->n || end_of_span(s->span[i]) != s->span[i + 1].from) return;
    s->span[i].runs += s->span[i + 1].runs;
    memmove(&s->span[i + 1], &s->span[i + 2], (s->n - i - 2) * sizeof *s->span);
    s->n--;
}

bool spans_overlap(const RunSpans *s, RunSpan other)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->span[i].from < end_of_span(other) && other.from < end_of_span(s->span[i]))
            return true;
    return false;
}

bool spans_add(RunSpans *s, RunSpan span)
{
    size_t i = 0;
    if (!array_room(&s->span, &s->room, s->n + 1, sizeof *s->span)) {
        s->failed = true;
        return false;
    }
    while (i < s->n && s->span[i].from < span.from) i++;
    if (s->n > i) memmove(&s->span[i + 1], &s->span[i], (s->n - i) * sizeof *s->span);
    s->span[i] = span;
    s->n++;
    join_with_next(s, i);
    if (i > 0) join_with_next(s, i - 1);
    return true;
}

/* --- a file ------------------------------------------------------------------------------ */

static bool refuse_file(Err *err)
{
    return err_set(err, "this is not an answer of `sconce sim --json`");
}

/* Adds the ranges of runs in [[from, runs], …]; refuses runs that are counted already. */
static bool read_spans(const json_t *list, RunSpans *spans, Err *err)
{
    const json_t *pair;
    size_t i;
    if (!json_is_array(list)) return refuse_file(err);
    json_array_foreach (list, i, pair) {
        RunSpan s = {.from = json_integer_value(json_array_get(pair, 0)),
                     .runs = json_integer_value(json_array_get(pair, 1))};
        if (s.from < 1 || s.runs < 1 || s.from > RUNS_MAX || s.runs > RUNS_MAX)
            return refuse_file(err);
        if (spans_overlap(spans, s))
            return err_set(err, "some of its runs are counted already, from %lld on",
                           (long long)s.from);
        if (!spans_add(spans, s)) return err_set(err, "out of memory");
    }
    return true;
}

/* Adds the flat list of turn, value, change.  False: it is not such a list. */
static bool read_tally(const json_t *list, int64_t turns, MeasureTally *tally, Tallies *tallies)
{
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n % 3 != 0) return false;
    for (size_t i = 0; i < n; i += 3) {
        const json_t *value = json_array_get(list, i + 1);
        TallyChange c = {.turn = json_integer_value(json_array_get(list, i)),
                         .value = json_number_value(value),
                         .by = json_integer_value(json_array_get(list, i + 2))};
        if (c.turn < 1 || c.turn > turns || !json_is_number(value) || !isfinite(c.value) ||
            c.by < -RUNS_MAX || c.by > RUNS_MAX)
            return false;
        tallies_add_change(tallies, tally, c);
    }
    return true;
}

/* Adds the tallies of a file, an object of such lists by their keys. */
static bool read_tallies(const json_t *object, int64_t turns, Tallies *tallies, Err *err)
{
    const char *name;
    json_t *list;
    if (!json_is_object(object)) return refuse_file(err);
    json_object_foreach ((json_t *)(uintptr_t)object, name, list) {
        MeasureTally *tally = tallies_get(tallies, name);
        if (tally && !read_tally(list, turns, tally, tallies)) return refuse_file(err);
    }
    return !tallies->failed || err_set(err, "out of memory");
}

/* Refuses the answer to another question, and says what is different as far as the file tells. */
static bool check_question(const SimQuery *q, const json_t *o, Err *err)
{
    const char *question = json_string_value(json_object_get(o, "question"));
    const char *seed = json_string_value(json_object_get(o, "seed"));
    int64_t turns = json_integer_value(json_object_get(o, "turns"));
    if (!question || !seed) return refuse_file(err);
    if (strcmp(question, q->question) == 0) return true;
    if (turns != q->turns)
        return err_set(err, "it counts %lld turns, and here are %lld", (long long)turns,
                       (long long)q->turns);
    if (strcmp(seed, q->seed) != 0)
        return err_set(err, "its seed is %.80s, and here it is %.80s", seed, q->seed);
    return err_set(err, "it answers another question: rules, state, plan, measures and until must "
                        "be the same to merge");
}

bool sim_merge(const SimQuery *q, const char *file, SimCounts *counts, Err *err)
{
    ScopedText text = {0};
    if (!read_text_file(file, FILE_BYTES_MAX, &text, err)) return false;
    json_auto_t *o = json_loadb(text_str(&text), text.n, 0, NULL);
    bool ok = check_question(q, o, err) &&
              read_spans(json_object_get(o, "spans"), &counts->spans, err) &&
              read_tallies(json_object_get(o, "tallies"), q->turns, &counts->tallies, err);
    if (!ok && err) snprintf(err->file, sizeof err->file, "%s", file);
    return ok;
}
