/* A table that fits 80 columns: names, chances at some turns, how often, and how the chance grows.
 * Wider screens get wider names and longer lines of bars, nothing else. */
#include "cli/study/study_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- the head ---------------------------------------------------------------------------- */

static void put_plan(StyledText *t, const json_t *study)
{
    const json_t *plan = field_list(study, "plan"), *line;
    const char *policy = field_text(study, "policy"), *otherwise = field_text(study, "otherwise");
    size_t i;
    styled_put(t, *policy ? "by " : "of '");
    styled_clean(t, policy);
    json_array_foreach (plan, i, line) {
        styled_put(t, "%s", i ? "; " : "");
        styled_clean(t, name_of(line));
    }
    if (!*policy) styled_put(t, "'");
    bool said =
        json_array_size(plan) == 1 && strcmp(name_of(json_array_get(plan, 0)), otherwise) == 0;
    if (!*otherwise || said) return;
    styled_put(t, ", otherwise '");
    styled_clean(t, otherwise);
    styled_put(t, "'");
}

static void put_spans(StyledText *t, const json_t *study)
{
    const json_t *spans = field_list(study, "spans"), *first = json_array_get(spans, 0);
    int64_t from = json_integer_value(json_array_get(first, 0));
    if (json_array_size(spans) == 1 && from == 1) return;
    styled_put(t,
               json_array_size(spans) == 1 ? ", from run %" PRId64 " on"
                                           : ", from run %" PRId64 " on, with gaps",
               from);
}

/* A number as people write it: 12,660. */
static void put_thousands(StyledText *t, int64_t n)
{
    if (n >= 1000) {
        put_thousands(t, n / 1000);
        styled_put(t, ",%03" PRId64, n % 1000);
    } else {
        styled_put(t, "%" PRId64, n);
    }
}

static void put_effort(StyledText *t, const json_t *study)
{
    int64_t runs = field_int(study, "runs", 1), states = field_int(study, "states", 0);
    if (field_true(study, "exact")) {
        styled_put(t, ", exactly (");
        put_thousands(t, states);
        styled_put(t, " states)");
        return;
    }
    styled_put(t, ", %" PRId64 " run%s, seed ", runs, runs == 1 ? "" : "s");
    styled_clean(t, field_text(study, "seed"));
    put_spans(t, study);
}

/* ± the error of a figure that is told to two digits, where there is any. */
static void put_error(StyledText *t, const json_t *row, const char *key)
{
    double error = study_figure(row, key);
    if (error > 0) study_put_error(t, error, error < 0.005 ? 3 : 2);
}

/* How many turns of the game the lines came to. */
static void put_begun(StyledText *t, const json_t *study, double begun)
{
    const json_t *rows =
        field_list(json_object_get(json_object_get(study, "measures"), "turn"), "by_turn");
    styled_put(t, ", %.2f", begun);
    put_error(t, json_array_get(rows, json_array_size(rows) - 1), "mean_se");
    styled_put(t, " turns on average");
}

void study_write_head(const TerminalStyle *out, const json_t *study, const char *letter)
{
    StyledText t = {0};
    styled_put(&t, "%s", letter);
    int64_t turns = field_int(study, "turns", 1);
    styled_tint(&t, STRONG);
    styled_clean(&t, field_text(study, "table"));
    styled_tint(&t, PLAIN);
    double begun = study_turns_begun(study);
    styled_put(&t, ": %" PRId64 " %s%s ", turns, begun > 0 ? "line" : "turn",
               turns == 1 ? "" : "s");
    put_plan(&t, study);
    if (begun > 0) put_begun(&t, study, begun);
    if (*field_text(study, "until")) {
        styled_put(&t, ", until ");
        styled_clean(&t, field_text(study, "until"));
    }
    put_effort(&t, study);
    if (*field_text(study, "too_many") && field_int(study, "asked", 0) > 0)
        styled_put(&t, ": %" PRId64 " were asked for, and the rest is too much to weigh",
                   field_int(study, "asked", 0));
    else if (field_true(study, "stopped"))
        styled_put(&t, " (stopped early)");
    style_write(out, &t, 0, *letter ? (int)strlen(letter) : 2);
    styled_free(&t);
}

void study_write_legend(const TerminalStyle *out, const Study *s, const char *before)
{
    StyledText t = {0};
    if (s->exact && !*before) return;
    styled_tint(&t, FAINT);
    styled_put(&t, "%s", before);
    if (!s->exact) styled_put(&t, "%s±: a standard error", *before ? "; " : "");
    styled_tint(&t, PLAIN);
    fputc('\n', out->to);
    style_write(out, &t, 0, 2);
    styled_free(&t);
}

/* --- what could not be done -------------------------------------------------------------- */

static void put_share(StyledText *t, const json_t *row)
{
    double p = study_figure(row, "p"), error = study_figure(row, "p_se");
    if (p >= 1) {
        styled_put(t, "every play");
        return;
    }
    styled_put(t, "%.*f%%", p < 0.001 ? 4 : 1, p * 100);
    if (error > 0) study_put_error(t, error * 100, p < 0.001 ? 4 : 1);
    styled_put(t, " of plays");
}

/* How plays stand at the end, when that is so in any. */
static void write_plays(const TerminalStyle *out, const json_t *study, const char *key,
                        const char *what)
{
    const json_t *rows = field_list(json_object_get(study, key), "by_turn");
    const json_t *last = json_array_get(rows, json_array_size(rows) - 1);
    StyledText t = {0};
    if (study_figure(last, "p") <= 0) return;
    styled_put(&t, "In ");
    put_share(&t, last);
    styled_put(&t, " %s", what);
    style_write(out, &t, 0, 2);
    styled_free(&t);
}

enum { QUESTIONS_TOLD = 10, ROLLS_TOLD = 8 };

static int by_mean(const void *a, const void *b)
{
    const json_t *x = *(const json_t *const *)a, *y = *(const json_t *const *)b;
    double d = study_figure(y, "mean") - study_figure(x, "mean");
    return d > 0 ? 1 : d < 0 ? -1 : strcmp(field_text(x, "question"), field_text(y, "question"));
}

void study_write_defaults(const TerminalStyle *out, const json_t *study, const char *letter)
{
    const json_t *list = field_list(study, "defaults");
    size_t n = json_array_size(list);
    const json_t **row = must_have(calloc(n + 1, sizeof *row));
    StyledText t = {0};
    for (size_t i = 0; i < n; i++) row[i] = json_array_get(list, i);
    qsort(row, n, sizeof *row, by_mean);
    for (size_t i = 0; i < n && i < QUESTIONS_TOLD; i++) {
        const char *answer = field_text(row[i], "answer");
        if (i == 0)
            styled_put(&t, "%s%snswered by default, so often a play: ", letter,
                       *letter ? "a" : "A");
        else
            styled_put(&t, ", ");
        styled_clean(&t, field_text(row[i], "question"));
        styled_put(&t, *answer ? " '" : "");
        styled_clean(&t, answer);
        styled_put(&t, *answer ? "' %.2f" : " %.2f", study_figure(row[i], "mean"));
        put_error(&t, row[i], "mean_se");
    }
    if (n > QUESTIONS_TOLD) styled_put(&t, " and %zu more", n - QUESTIONS_TOLD);
    TerminalStyle folded = *out;
    folded.wraps = true; /* it is as wide as the table, in a file, too */
    fputs(n ? "\n" : "", out->to);
    if (n) style_write(&folded, &t, 0, *letter ? (int)strlen(letter) : 2);
    styled_free(&t);
    free(row);
}

/* What fell before the plays began is no part of what is weighed. */
static void write_rolled(const TerminalStyle *out, const json_t *study)
{
    const json_t *list = field_list(study, "rolled"), *roll;
    size_t n = json_array_size(list), i;
    StyledText t = {0};
    json_array_foreach (list, i, roll) {
        if (i == ROLLS_TOLD) break;
        styled_put(&t, i ? ", " : "Rolled before the first turn, and the same in every play: ");
        styled_clean(&t, field_text(roll, "die"));
        styled_put(&t, " = %" PRId64, field_int(roll, "total", 0));
        styled_put(&t, *field_text(roll, "for") ? " for " : "");
        styled_clean(&t, field_text(roll, "for"));
    }
    if (n > ROLLS_TOLD) styled_put(&t, " and %zu more", n - ROLLS_TOLD);
    if (n) style_write(out, &t, 0, 2);
    styled_free(&t);
}

void study_write_undone(const TerminalStyle *out, const json_t *study)
{
    const json_t *row;
    size_t i;
    write_rolled(out, study);
    write_plays(
        out, study, "midturn",
        "the last turn is not over: it waits for another line, and its time has not passed yet.");
    write_plays(out, study, "nobody", "nobody is left in the end.");
    json_array_foreach (field_list(study, "stuck"), i, row) {
        StyledText t = {0};
        styled_put(&t, "From turn %" PRId64 " on nothing of the plan could be done in ",
                   field_int(row, "turn", 0));
        put_share(&t, row);
        styled_put(&t, ", which end there: ");
        styled_clean(&t, field_text(row, "reason"));
        if (!*field_text(study, "otherwise") && !*field_text(study, "policy"))
            styled_put(&t, "  (--otherwise LINE goes on.)");
        style_write(out, &t, 0, 2);
        styled_free(&t);
    }
    json_array_foreach (field_list(study, "passed"), i, row) {
        StyledText t = {0};
        styled_put(&t, "'");
        styled_clean(&t, field_text(row, "line"));
        styled_put(&t, "' was passed over %.2f", study_figure(row, "mean"));
        put_error(&t, row, "mean_se");
        styled_put(&t, " times a play, from turn %" PRId64 " on: ", field_int(row, "turn", 0));
        styled_clean(&t, field_text(row, "reason"));
        style_write(out, &t, 0, 2);
        styled_free(&t);
    }
}

static void put_not_yet(StyledText *t, const Study *s, const Row *row)
{
    double error = study_figure(study_turn(row, s->turns), "p_se");
    double share = (1 - row->p) * 100;
    styled_put(t,
               share < 99      ? "; in %.2g%%"
               : share < 99.95 ? "; in %.1f%%"
                               : "; in >99.9%%",
               share);
    if (error > 0) styled_put(t, " ±%.2g", error * 100);
    styled_put(t, " of plays it has not come by %s %" PRId64, s->unit, s->turns);
}

/* "A,B" -> A or B */
static void put_either(StyledText *t, const char *names)
{
    for (size_t n; *names; names += n) {
        n = strcspn(names, ", ");
        styled_cleann(t, names, n);
        n += strspn(names + n, ", ");
        if (names[n]) styled_put(t, " or ");
    }
}

/* How long it takes until it comes, when that was asked for. */
static void write_until(const TerminalStyle *out, const Study *s)
{
    const Row *row = study_find(s, field_text(s->study, "until"));
    const json_t *first = row ? json_object_get(row->measure, "first") : NULL;
    StyledText t = {0};
    if (!first) return;
    fputc('\n', out->to);
    put_either(&t, row->name);
    styled_put(&t, "%s comes in %s %.2f", 1 - row->p > 1e-11 ? ", where it comes," : "", s->unit,
               study_figure(first, "mean"));
    put_error(&t, first, "mean_se");
    styled_put(&t, " on average");
    if (json_object_get(first, "mean_fraction") && row->p >= 1) {
        styled_put(&t, " (");
        styled_clean(&t, field_text(first, "mean_fraction"));
        styled_put(&t, ")");
    }
    if (json_is_number(json_object_get(first, "sd"))) { /* a single run has none */
        styled_put(&t, ", give or take %.2f", study_figure(first, "sd"));
        put_error(&t, first, "sd_se");
    }
    if (json_object_get(first, "quantiles")) {
        styled_put(&t, ": half of them by %s ", s->unit);
        study_put_quantile(&t, first, "p50");
        styled_put(&t, ", nine in ten in %ss ", s->unit);
        study_put_quantile(&t, first, "p5");
        styled_put(&t, " to ");
        study_put_quantile(&t, first, "p95");
    }
    if (1 - row->p > 1e-11) put_not_yet(&t, s, row);
    style_write(out, &t, 0, 2);
    styled_free(&t);
}

/* Of what was asked for as fractions, those by the end of the last turn. */
static void write_fractions(const TerminalStyle *out, const Study *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        const Row *row = &s->row[i];
        const char *fraction = field_text(study_turn(row, s->turns), "fraction");
        StyledText t = {0};
        if (!strchr(fraction, '/') || study_told_by(s, NULL, row->name)) continue;
        if (!any)
            fprintf(out->to, "\nas fractions, by the end of %s %" PRId64 "\n", s->unit, s->turns);
        any = true;
        study_put_name(&t, s, row->name);
        styled_put(&t, "  ");
        styled_clean(&t, fraction);
        style_write(out, &t, 0, 2);
        styled_free(&t);
    }
}

/* --- events ------------------------------------------------------------------------------ */

static int spark_room(const TerminalStyle *out, const Study *s)
{
    int room = out->width - (s->name + s->marks * CHANCE + OFTEN) -
               1; /* below -1: not even for how often */
    int64_t most = s->turns < 24 ? s->turns : 24;
    return room < -1 ? room : room < 4 ? 0 : room < most ? room : (int)most;
}

static void write_titles(const TerminalStyle *out, const Study *s)
{
    StyledText t = {0};
    styled_tint(&t, FAINT);
    styled_put(&t, "by the end of");
    for (int i = 0; i < s->marks; i++)
        spark_right(&t, s->name + (i + 1) * CHANCE, "%s %" PRId64, s->unit, s->mark[i]);
    if (spark_room(out, s) >= 0) spark_right(&t, s->name + s->marks * CHANCE + OFTEN, "how often");
    if (s->turns > 1 && spark_room(out, s) >= 7) styled_put(&t, " by %s", s->unit);
    styled_tint(&t, PLAIN);
    style_print(out, &t);
    styled_free(&t);
}

static void put_growth(StyledText *t, const Row *row, int columns)
{
    size_t n = json_array_size(row->by_turn), i;
    double *p = must_have(calloc(n + 1, sizeof *p));
    const json_t *turn;
    json_array_foreach (row->by_turn, i, turn) p[i] = study_figure(turn, "p");
    styled_put(t, " ");
    styled_tint(t, FACE);
    spark_line(t, p, n, columns);
    styled_tint(t, PLAIN);
    free(p);
}

static void write_chances(const TerminalStyle *out, const Study *s, const Row *row)
{
    StyledText t = {0};
    int column = s->name;
    study_put_name(&t, s, row->name);
    for (int i = 0; i < s->marks; i++) {
        const json_t *turn = study_turn(row, s->mark[i]);
        study_put_chance(&t, s, column += CHANCE, study_figure(turn, "p"),
                         study_figure(turn, "p_se"));
    }
    int room = spark_room(out, s);
    if (room >= 0 && row->sort == EVENT)
        study_put_mean(&t, column + OFTEN, row->mean,
                       study_figure(study_turn(row, s->turns), "mean_se"));
    if (room >= 0) spark_pad(&t, column + OFTEN);
    if (room > 0 && s->turns > 1) put_growth(&t, row, room);
    style_print(out, &t);
    styled_free(&t);
}

/* Rows of one sort, with the titles when they are the first to be shown. */
static bool write_rows(const TerminalStyle *out, const Study *s, Sort sort, bool titled)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].sort != sort || (sort == EVENT && study_told_by(s, NULL, s->row[i].name)))
            continue;
        if (!any) fputc('\n', out->to);
        if (!any && !titled) write_titles(out, s);
        any = true;
        write_chances(out, s, &s->row[i]);
    }
    return any;
}

static void write_steady(const TerminalStyle *out, const Study *s)
{
    StyledText t = {0};
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].sort != STEADY) continue;
        styled_put(&t, t.n ? ", " : "every turn: ");
        styled_clean(&t, s->row[i].name);
    }
    if (t.n) style_write(out, &t, 0, 2);
    styled_free(&t);
}

void study_write_together(const TerminalStyle *out, const Study *s, const Study *other)
{
    StyledText t = {0};
    const Study *const both[] = {s, other};
    for (size_t which = 0; which < 2 && both[which]; which++) {
        for (size_t i = 0; i < both[which]->n; i++) {
            const Row *row = &both[which]->row[i];
            const char *plain = row->sort == EVENT && !(which && study_find(s, row->name))
                                    ? study_told_by(s, other, row->name)
                                    : NULL;
            if (!plain) continue;
            styled_put(&t, t.n ? ", " : "always together: ");
            styled_clean(&t, plain);
            styled_put(&t, " and ");
            styled_clean(&t, row->name);
        }
    }
    TerminalStyle folded = *out;
    folded.wraps = true;
    if (t.n) style_write(&folded, &t, 0, 2);
    styled_free(&t);
}

void study_write(const TerminalStyle *out, const json_t *study)
{
    Study s = study_rows(out, study);
    study_write_head(out, study, "");
    study_write_undone(out, study);
    bool titled = write_rows(out, &s, ASKED, false);
    write_rows(out, &s, EVENT, titled);
    write_steady(out, &s);
    study_write_together(out, &s, NULL);
    study_write_numbers(out, &s);
    write_until(out, &s);
    write_fractions(out, &s);
    study_write_defaults(out, study, "");
    study_write_legend(out, &s, "");
    free(s.row);
}
