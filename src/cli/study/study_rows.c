/* The rows of a study: which there are, in which order, and their figures in columns. */
#include "cli/study/study_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_LEAST = 10,
    NAME_LONG = 15,
    NAME_MOST = 20
}; /* LONG: so that turn 100000 does not touch what stands before it */

/* --- figures ----------------------------------------------------------------------------- */

const json_t *study_turn(const Row *row, int64_t turn)
{
    return json_array_get(row->by_turn, (size_t)(turn - 1));
}

double study_figure(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

/* ± a standard error, unless there is none. */
void study_put_error(StyledText *t, double error, int digits)
{
    if (error > 0 && error < 0.00995 && digits == 3)
        styled_put(t, " ±.%03.0f", fmax(error * 1e3, 1)); /* as wide as the others */
    else if (error > 0)
        styled_put(t, " ±%.*f", digits, error);
    else
        styled_put(t, "%*s", digits + 4, "");
}

/* What is exact is never shown as 0 or as certain when it is not. */
static void put_percent(StyledText *t, int column, double p, bool exact)
{
    double rare = p < 0.5 ? p : 1 - p;
    if (!exact || rare >= 0.0005 || p <= 0 || rare < 1e-15)
        spark_right(t, column, "%.1f%%", p * 100);
    else if (p < 0.5)
        spark_right(t, column, "%.2g%%", p * 100);
    else
        spark_right(t, column, rare >= 5e-6 ? "%.3f%%" : ">99.999%%", p * 100);
}

void study_put_chance(StyledText *t, const Study *s, int column, double p, double error)
{
    put_percent(t, column - 6, p, s->exact);
    styled_tint(t, FAINT);
    if (error > 0 && error < 0.00095)
        styled_put(t, " ±.%02.0f", fmax(error * 1e4, 1)); /* as wide as the others */
    else
        study_put_error(t, error * 100, error >= 0.0995 ? 0 : 1);
    styled_tint(t, PLAIN);
    spark_pad(t, column);
}

int study_digits(double mean)
{
    return fabs(mean) < 10 ? 2 : fabs(mean) < 1000 ? 1 : 0;
}

void study_put_mean(StyledText *t, int column, double mean, double error)
{
    int digits = study_digits(mean);
    spark_right(t, column - 6, "%.*f", digits, mean);
    styled_tint(t, FAINT);
    study_put_error(t, error, error < 0.005 && error > 0 ? 3 : digits < 2 && error >= 0.05 ? 1 : 2);
    styled_tint(t, PLAIN);
    spark_pad(t, column);
}

void study_put_number(StyledText *t, double d)
{
    if (d == floor(d) && fabs(d) < 1e15)
        styled_put(t, "%.0f", d);
    else
        styled_put(t, "%.3g", d);
}

void study_put_quantile(StyledText *t, const json_t *row, const char *name)
{
    double error = study_figure(json_object_get(row, "quantiles_se"), name);
    study_put_number(t, study_figure(json_object_get(row, "quantiles"), name));
    if (error >= 0.005) study_put_error(t, error, error < 0.095 ? 2 : 1);
}

/* --- rows -------------------------------------------------------------------------------- */

/* Does it come exactly once every turn, in every run? */
static bool is_steady(const json_t *by_turn)
{
    const json_t *row;
    size_t i;
    json_array_foreach (by_turn, i, row)
        if (fabs(study_figure(row, "mean") - (double)(i + 1)) > 1e-9 ||
            study_figure(row, "mean_se") > 0)
            return false;
    return true;
}

static Sort sort_of(const char *name, const json_t *by_turn)
{
    const json_t *row = json_array_get(by_turn, 0);
    if (json_object_get(row, "quantiles")) return NUMBER;
    if (!json_object_get(row, "mean") || strchr(name, '<')) return ASKED;
    return is_steady(by_turn) ? STEADY : EVENT;
}

static int by_chance(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    if (x->sort != y->sort) return (int)x->sort - (int)y->sort;
    if (x->p != y->p) return x->p > y->p ? -1 : 1;
    if (x->mean != y->mean) return x->mean > y->mean ? -1 : 1;
    return strcmp(x->name, y->name);
}

static const json_t *rows_of(const json_t *of, const char *name)
{
    return field_list(json_object_get(of, name), "by_turn");
}

/* How likely it is that the play is over by the end of that turn: between these two. */
static void over_by(const json_t *study, size_t turn, double *least, double *most)
{
    const json_t *stuck;
    size_t i;
    const json_t *until = rows_of(json_object_get(study, "measures"), field_text(study, "until"));
    double met = study_figure(json_array_get(until, turn), "p"),
           nobody = study_figure(json_array_get(rows_of(study, "nobody"), turn), "p");
    *least = fmax(met, nobody);
    *most = met + nobody;
    json_array_foreach (field_list(study, "stuck"), i, stuck)
        if (field_int(stuck, "turn", 0) <= (int64_t)turn + 1) *most += study_figure(stuck, "p");
}

double study_turns_begun(const json_t *study)
{
    const json_t *begun = rows_of(json_object_get(study, "measures"), "turn");
    size_t turns = (size_t)field_int(study, "turns", 1);
    double mean = study_figure(json_array_get(begun, turns - 1), "mean"), lines = 1, fewest = 1;
    for (size_t turn = 0; turn + 1 < turns; turn++) {
        double least, most;
        over_by(study, turn, &least, &most);
        lines += 1 - least;
        fewest += fmax(1 - most, 0);
    }
    return mean < fewest - 0.005 || mean > lines + 0.005 ? mean : 0;
}

/* 6, 12, 24, 48 … as far as the turns go, and the last turn; of many, the last ones that fit. */
void study_choose_marks(Study *s, int width)
{
    int fit = (width - s->name) / CHANCE, most = fit < 1 ? 1 : fit < MARKS ? fit : MARKS;
    static const int64_t usual[] = {1, 3, 6, 12, 24, 48, 96, 240, 480, 960, 2400, 9600, 48000};
    int64_t all[sizeof usual / sizeof *usual + 1];
    int n = 0;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i] < s->turns && (usual[i] * 4 <= s->turns * 3)) all[n++] = usual[i];
    all[n++] = s->turns;
    s->marks = n < most ? n : most;
    for (int i = 0; i < s->marks; i++) s->mark[i] = all[n - s->marks + i];
}

static void note_width(Study *s, const char *name)
{
    StyledText t = {0};
    styled_clean(&t, name);
    if (t.columns >= s->name) s->name = t.columns + 1; /* and a blank */
    styled_free(&t);
}

Study study_rows(const TerminalStyle *out, const json_t *study)
{
    const char *name;
    json_t *measure, *measures = json_object_get(study, "measures");
    Study s = {.study = study,
               .exact = field_true(study, "exact"),
               .turns = field_int(study, "turns", 1),
               .unit = study_turns_begun(study) > 0 ? "line" : "turn",
               .name = NAME_LEAST};
    if (s.turns >= 1000) s.name = NAME_LONG;
    int most = NAME_MOST + (out->width > INK_USUAL ? (out->width - INK_USUAL) / 2 : 0);
    s.row = must_have(calloc(json_object_size(measures) + 1, sizeof *s.row));
    json_object_foreach (measures, name, measure) {
        const json_t *by_turn = field_list(measure, "by_turn");
        const json_t *last = json_array_get(by_turn, (size_t)(s.turns - 1));
        s.row[s.n++] = (Row){.name = name,
                             .measure = measure,
                             .by_turn = by_turn,
                             .sort = sort_of(name, by_turn),
                             .p = study_figure(last, "p"),
                             .mean = study_figure(last, "mean")};
        note_width(&s, name);
    }
    qsort(s.row, s.n, sizeof *s.row, by_chance);
    if (s.name > most) s.name = most;
    study_choose_marks(&s, out->width);
    return s;
}

/* --- what goes together ------------------------------------------------------------------ */

/* Is all the same that was counted, or weighed?  What is not there never came. */
static bool same_figures(const Study *s, const Row *x, const Row *y)
{
    const json_t *tallies = json_object_get(s->study, "tallies"), *a, *b;
    size_t i;
    if (!x || !y) return (!x || x->mean <= 0) && (!y || y->mean <= 0);
    if (tallies)
        return json_equal(json_object_get(tallies, x->name), json_object_get(tallies, y->name));
    json_array_foreach (x->by_turn, i, a) {
        b = json_array_get(y->by_turn, i);
        if (study_figure(a, "p") != study_figure(b, "p") ||
            study_figure(a, "mean") != study_figure(b, "mean"))
            return false;
    }
    return true;
}

static bool is_event(const Row *row)
{
    return row && (row->sort == EVENT || row->sort == STEADY);
}

static bool tells(const Study *s, const Study *other, const char *plain, const char *name)
{
    const Row *here = study_find(s, plain), *there = other ? study_find(other, plain) : NULL;
    return (is_event(here) || is_event(there)) && same_figures(s, study_find(s, name), here) &&
           (!other || same_figures(other, study_find(other, name), there));
}

const char *study_told_by(const Study *s, const Study *other, const char *name)
{
    const char *dot = strchr(name, '.'), *told = NULL;
    if (!dot || strchr(name, '<') || strcmp(field_text(s->study, "until"), name) == 0) return NULL;
    char *kind = must_have(strndup(name, (size_t)(dot - name)));
    const char *const plain[] = {kind, dot + 1};
    for (size_t i = 0; i < 2 && !told; i++) {
        if (!tells(s, other, plain[i], name)) continue;
        const Row *row = study_find(s, plain[i]);
        told = row ? row->name : study_find(other, plain[i])->name;
    }
    free(kind);
    return told;
}

/* A name in its column, cut where it is too long. */
void study_put_name(StyledText *t, const Study *s, const char *name)
{
    StyledText clean = {0};
    styled_clean(&clean, name);
    size_t n = 0;
    int used = 0;
    while (n < clean.n) {
        int columns;
        size_t step = styled_step(clean.s + n, clean.n - n, &columns);
        if (used + columns > s->name - 1 - (clean.columns >= s->name)) break;
        used += columns;
        n += step;
    }
    styled_put(t, "%.*s%s", (int)n, styled_str(&clean), n < clean.n ? "…" : "");
    spark_pad(t, s->name);
    styled_free(&clean);
}

const Row *study_find(const Study *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->row[i].name, name) == 0) return &s->row[i];
    return NULL;
}
