/* sconce_sim: what is asked, made into requests; what was counted, made into the answer.
 *
 * The answer is computed from the tallies alone, in sorted order; who counted them, and in which
 * portions, is forgotten by then. */
#include "campaign/sim.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/fields.h"
#include "campaign/figures.h"
#include "campaign/json.h"

enum { NAME_MAX_BYTES = 60, LISTED_MAX = 200 };

/* --- what is asked ----------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Without blanks around it. */
static const char *trimmed(const char *s, size_t *n)
{
    while (*n > 0 && is_blank(*s)) {
        s++;
        (*n)--;
    }
    while (*n > 0 && is_blank(s[*n - 1]))
        (*n)--;
    return s;
}

/* The lines of "crawl; search" as a canonical list. */
static bool read_plan(const char *plan, Text *out, Err *err)
{
    Text lines = {0};
    size_t count = 0;
    if (!text_is_utf8(plan, strlen(plan))) return err_set(err, "the plan is not UTF-8 text");
    for (const char *p = plan; *p;) {
        size_t whole = strcspn(p, ";\n"), n = whole;
        const char *line = trimmed(p, &n);
        if (n > LINE_MAX_BYTES) {
            text_free(&lines);
            return err_set(err, "a line of the plan is longer than %d bytes", LINE_MAX_BYTES);
        }
        if (n > 0) {
            put_textn(&lines, line, n);
            count++;
        }
        p += whole + (p[whole] != '\0');
    }
    put_list(out, count);
    if (count > 0) text_addn(out, lines.s, lines.n);
    text_free(&lines);
    return count > 0 || err_set(err, "the plan is empty: give a line a turn, as \"crawl; search\"");
}

static bool takes_nothing(const char *takes)
{
    for (const char *p = takes; *p; p += strspn(p, " ")) {
        if (*p != '[') return false;
        p += strcspn(p, " ");
    }
    return true;
}

/* The first action of the ruleset that takes a turn and needs no more words. */
static const char *usual_plan(const Sconce *s)
{
    const Value *verbs = value_get(keeper_book(s->keeper), "verbs");
    for (size_t i = 0; verbs && verbs->kind == TOKEN_LIST && i < verbs->n; i++) {
        const Value *v = &verbs->items[i];
        if (!value_bool(v, "host", false) && !value_get(v, "pace_of") &&
            strcmp(value_text(v, "cost", ""), "1 turn") == 0 &&
            takes_nothing(value_text(v, "takes", "")))
            return value_text(v, "verb", "");
    }
    return NULL;
}

static bool is_name(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        if (!letter && c != '_' && c != '-' && c < 0x80 && !(i > 0 && c >= '0' && c <= '9'))
            return false;
    }
    return n > 0 && n <= NAME_MAX_BYTES;
}

/* "torches=party.torches" */
static bool read_measure(const char *text, Text *out, Err *err)
{
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : 0;
    const char *name = trimmed(text, &n);
    if (!equals || !is_name(name, n) || !equals[strspn(equals, "= \t")])
        return err_set(err, "a measure is NAME=EXPR, as torches=party.torches, and this is '%.80s'", text);
    if (!text_is_utf8(text, strlen(text))) return err_set(err, "the measure is not UTF-8 text");
    Fields f = {0};
    put_textn(field(&f, "name"), name, n);
    put_text(field(&f, "expr"), equals + 1);
    return fields_end(&f, out) || err_set(err, "out of memory");
}

/* "encounter,light_out" */
static bool read_race(const char *text, Text *out, Err *err)
{
    size_t first = strcspn(text, ","), second = strlen(text) - first;
    const char *a = trimmed(text, &first), *b = "";
    const char *comma = strchr(text, ',');
    if (comma) {
        second = strlen(comma + 1);
        b = trimmed(comma + 1, &second);
    }
    if (!comma || first == 0 || second == 0 || !text_is_utf8(text, strlen(text)))
        return err_set(err,
                       "which event before which? A,B, as encounter,light_out, and this is "
                       "'%.80s'",
                       text);
    if (first == second && memcmp(a, b, first) == 0)
        return err_set(err, "'%.80s' never comes before itself", text);
    Fields f = {0};
    put_textn(field(&f, "first"), a, first);
    put_textn(field(&f, "second"), b, second);
    return fields_end(&f, out) || err_set(err, "out of memory");
}

static bool read_all(bool (*read)(const char *, Text *, Err *), const char *const *list, size_t n,
                     Text *out, Err *err)
{
    if (n > LISTED_MAX) return err_set(err, "at most %d at once can be measured", LISTED_MAX);
    put_list(out, n);
    for (size_t i = 0; i < n; i++)
        if (!read(list[i], out, err)) return false;
    return true;
}

static bool same_measure_twice(const SconceSim *sim, Err *err)
{
    for (size_t i = 0; i < sim->measure_count; i++)
        for (size_t j = 0; j < i; j++) {
            size_t n = strcspn(sim->measures[i], "=");
            if (strcspn(sim->measures[j], "=") == n &&
                memcmp(sim->measures[i], sim->measures[j], n) == 0)
                return !err_set(err, "two measures are called %.*s", (int)n, sim->measures[i]);
        }
    return false;
}

/* What is asked, as a number: only answers to the same question can be merged. */
static void digest(SimAsked *a)
{
    unsigned char bytes[HASH_BYTES];
    const Sconce *s = a->s;
    const Text *const parts[] = {&s->now.state, &a->plan, &a->measures, &a->before};
    const char *until = a->until ? a->until : "";
    Hash h = hash_start();
    hash_field(&h, s->hash, strlen(s->hash));
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
    a->until = sim->until;
    const char *plan = sim->plan ? sim->plan : usual_plan(a->s);
    if (!plan) return err_set(err, "which plan? a line a turn, as \"crawl; search\"");
    if (strlen(a->seed) > 200 || !text_is_utf8(a->seed, strlen(a->seed)))
        return err_set(err, "a seed is a number, or a text of at most 200 bytes");
    if (a->until && !text_is_utf8(a->until, strlen(a->until)))
        return err_set(err, "the event to end with is not UTF-8 text");
    if (same_measure_twice(sim, err) || !read_plan(plan, &a->plan, err) ||
        !read_all(read_measure, sim->measures, sim->measure_count, &a->measures, err) ||
        !read_all(read_race, sim->before, sim->before_count, &a->before, err))
        return false;
    if (a->plan.failed || a->measures.failed || a->before.failed)
        return err_set(err, "out of memory");
    digest(a);
    return true;
}

/* --- the answer -------------------------------------------------------------------------- */

/* What was asked for has its figures, also when it never happened. */
static void name_asked(const SimAsked *a, const SconceSim *sim, Tallies *tallies)
{
    if (a->until) tallies_get(tallies, a->until);
    for (size_t i = 0; i < sim->before_count; i++) {
        Text key = {0};
        const char *text = sim->before[i], *comma = strchr(text, ',');
        size_t first = (size_t)(comma - text), second = strlen(comma + 1);
        const char *one = trimmed(text, &first), *other = trimmed(comma + 1, &second);
        text_addn(&key, one, first);
        text_addc(&key, '<');
        text_addn(&key, other, second);
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
                           "the measure %s is now a number, now yes or no: make it always the same",
                           name + 1);
    }
    return true;
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

static void write_list(Text *t, const Text *list)
{
    Tree *tree = tree_decode(list->s, list->n, NULL);
    json_value(t, tree ? tree_root(tree) : NULL);
    tree_free(tree);
}

static void write_asked(Text *t, const SimAsked *a, const Spans *spans)
{
    json_key(t, "table");
    json_string(t, a->s->table);
    json_key(t, "turns");
    json_int(t, a->turns);
    json_key(t, "exact");
    json_bool(t, false);
    json_key(t, "runs");
    json_int(t, spans_runs(spans));
    json_key(t, "seed");
    json_string(t, a->seed);
    json_key(t, "plan");
    write_list(t, &a->plan);
    if (a->until) {
        json_key(t, "until");
        json_string(t, a->until);
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
    json_key(t, "measures");
    bool ok = figures_write(t, &c->tallies, a->turns, spans_runs(&c->spans));
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
    if (!check_sorts(&c->tallies, err)) return false;
    if (c->tallies.failed || !write_answer(out, a, c, stopped))
        return err_set(err, "out of memory");
    return true;
}

char *sconce_sim(Sconce *s, const SconceSim *sim, SconceError *error)
{
    Err err = {0};
    Text out = {0};
    SimAsked a = {.s = s};
    SimCounted c = {0};
    __atomic_store_n(&s->stop, 0, __ATOMIC_RELAXED);
    bool ok = simulate(&a, sim, &c, &out, &err);
    text_free(&a.plan);
    text_free(&a.measures);
    text_free(&a.before);
    counted_free(&c);
    if (ok) return text_take(&out);
    text_free(&out);
    if (error) *error = (SconceError){0};
    campaign_error(error, &err);
    return NULL;
}
