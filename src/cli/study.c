/* A table that fits 80 columns: names, chances at some turns, how often, and how the chance grows.
 * Wider screens get wider names and longer lines of bars, nothing else. */
#include "cli/study.h"
#include "cli/bars.h"
#include "cli/fields.h"
#include "cli/spark.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARKS = 3, NAME_LEAST = 10, NAME_MOST = 20, CHANCE = 12, OFTEN = 13, BARS_SHOWN = 12 };

/* ASKED: yes or no, or A before B; EVENT: a kind or a row; STEADY: one that comes every turn. */
typedef enum { ASKED, EVENT, STEADY, NUMBER } Sort;

typedef struct {
    const char *name;
    const json_t *by_turn, *first;
    Sort sort;
    double p, mean; /* by the end of the last turn */
} Row;

typedef struct {
    const json_t *study;
    Row *row; /* in the order of showing */
    size_t n;
    int64_t turns, mark[MARKS]; /* turns that get a column */
    int marks, name;            /* columns of a name */
} Study;

/* --- figures ----------------------------------------------------------------------------- */

static const json_t *at_turn(const json_t *by_turn, int64_t turn)
{
    return json_array_get(by_turn, (size_t)(turn - 1));
}

static double figure(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

/* ± a standard error, unless there is none. */
static void add_error(Strip *t, double error, int digits)
{
    if (error > 0)
        strip_put(t, " ±%.*f", digits, error);
    else
        strip_put(t, "%*s", digits + 4, "");
}

static void put_chance(Strip *t, int column, double p, double error)
{
    spark_right(t, column - 6, "%.1f%%", p * 100);
    strip_tint(t, FAINT);
    add_error(t, error * 100, error >= 0.0995 ? 0 : error * 100 < 0.095 && error > 0 ? 2 : 1);
    strip_tint(t, PLAIN);
    spark_pad(t, column);
}

static int digits_of(double mean)
{
    return fabs(mean) < 10 ? 2 : fabs(mean) < 1000 ? 1 : 0;
}

static void put_mean(Strip *t, int column, double mean, double error)
{
    int digits = digits_of(mean);
    spark_right(t, column - 6, "%.*f", digits, mean);
    strip_tint(t, FAINT);
    add_error(t, error, error < 0.005 && error > 0 ? 3 : digits < 2 && error >= 0.05 ? 1 : 2);
    strip_tint(t, PLAIN);
    spark_pad(t, column);
}

/* A whole number as such, others with as much as is worth reading. */
static void put_number(Strip *t, double d)
{
    if (d == floor(d) && fabs(d) < 1e15)
        strip_put(t, "%.0f", d);
    else
        strip_put(t, "%.3g", d);
}

/* --- rows -------------------------------------------------------------------------------- */

/* Does it come exactly once every turn, in every run? */
static bool is_steady(const json_t *by_turn)
{
    const json_t *row;
    size_t i;
    json_array_foreach (by_turn, i, row)
        if (figure(row, "mean") != (double)(i + 1) || figure(row, "mean_se") > 0) return false;
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

/* 6, 12, 24, 48 … as far as the turns go, and the last turn; of many, the last ones. */
static void choose_marks(Study *s)
{
    static const int64_t usual[] = {1, 3, 6, 12, 24, 48, 96, 240, 480, 960, 2400, 9600, 48000};
    int64_t all[sizeof usual / sizeof *usual + 1];
    int n = 0;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i] < s->turns && (usual[i] * 4 <= s->turns * 3)) all[n++] = usual[i];
    all[n++] = s->turns;
    s->marks = n < MARKS ? n : MARKS;
    for (int i = 0; i < s->marks; i++)
        s->mark[i] = all[n - s->marks + i];
}

static void note_width(Study *s, const char *name)
{
    Strip t = {0};
    strip_clean(&t, name);
    if (t.columns > s->name) s->name = t.columns;
    strip_free(&t);
}

static Study study_of(const Ink *out, const json_t *study)
{
    const char *name;
    json_t *measure, *measures = json_object_get(study, "measures");
    Study s = {.study = study, .turns = field_int(study, "turns", 1), .name = NAME_LEAST};
    int most = NAME_MOST + (out->width > INK_USUAL ? (out->width - INK_USUAL) / 2 : 0);
    s.row = must_have(calloc(json_object_size(measures) + 1, sizeof *s.row));
    json_object_foreach (measures, name, measure) {
        const json_t *by_turn = field_list(measure, "by_turn");
        const json_t *last = at_turn(by_turn, s.turns);
        s.row[s.n++] = (Row){.name = name,
                             .by_turn = by_turn,
                             .first = json_object_get(measure, "first"),
                             .sort = sort_of(name, by_turn),
                             .p = figure(last, "p"),
                             .mean = figure(last, "mean")};
        note_width(&s, name);
    }
    qsort(s.row, s.n, sizeof *s.row, by_chance);
    choose_marks(&s);
    if (s.name > most) s.name = most;
    return s;
}

/* A name in its column, cut where it is too long. */
static void put_name(Strip *t, const Study *s, const char *name)
{
    Strip clean = {0};
    strip_clean(&clean, name);
    size_t n = 0;
    int used = 0;
    while (n < clean.n) {
        int columns;
        size_t step = strip_step(clean.s + n, clean.n - n, &columns);
        if (used + columns > s->name - (clean.columns > s->name)) break;
        used += columns;
        n += step;
    }
    strip_put(t, "%.*s%s", (int)n, strip_str(&clean), n < clean.n ? "…" : "");
    spark_pad(t, s->name);
    strip_free(&clean);
}

/* --- the head ---------------------------------------------------------------------------- */

static void put_plan(Strip *t, const json_t *study)
{
    const json_t *plan = field_list(study, "plan"), *line;
    size_t i;
    json_array_foreach (plan, i, line) {
        strip_put(t, "%s", i ? "; " : "");
        strip_clean(t, name_of(line));
    }
}

static void put_spans(Strip *t, const json_t *study)
{
    const json_t *spans = field_list(study, "spans"), *first = json_array_get(spans, 0);
    int64_t from = json_integer_value(json_array_get(first, 0));
    if (json_array_size(spans) == 1 && from == 1) return;
    strip_put(t,
              json_array_size(spans) == 1 ? ", from run %" PRId64 " on"
                                          : ", from run %" PRId64 " on, with gaps",
              from);
}

static void write_head(const Ink *out, const json_t *study)
{
    Strip t = {0};
    int64_t turns = field_int(study, "turns", 1), runs = field_int(study, "runs", 1);
    strip_tint(&t, STRONG);
    strip_clean(&t, field_text(study, "table"));
    strip_tint(&t, PLAIN);
    strip_put(&t, ": %" PRId64 " turn%s of '", turns, turns == 1 ? "" : "s");
    put_plan(&t, study);
    strip_put(&t, "'");
    if (*field_text(study, "until")) {
        strip_put(&t, ", until ");
        strip_clean(&t, field_text(study, "until"));
    }
    strip_put(&t, ", %" PRId64 " run%s, seed ", runs, runs == 1 ? "" : "s");
    strip_clean(&t, field_text(study, "seed"));
    put_spans(&t, study);
    if (field_true(study, "stopped")) strip_put(&t, " (stopped early)");
    ink_write(out, &t, 0, 2);
    strip_free(&t);
}

/* --- events ------------------------------------------------------------------------------ */

static int spark_room(const Ink *out, const Study *s)
{
    int room = out->width - (s->name + s->marks * CHANCE + OFTEN) - 1;
    int64_t most = s->turns < 24 ? s->turns : 24;
    return room < 4 ? 0 : room < most ? room : (int)most;
}

static void write_titles(const Ink *out, const Study *s)
{
    Strip t = {0};
    strip_tint(&t, FAINT);
    strip_put(&t, "by the end of");
    for (int i = 0; i < s->marks; i++)
        spark_right(&t, s->name + (i + 1) * CHANCE, "turn %" PRId64, s->mark[i]);
    spark_right(&t, s->name + s->marks * CHANCE + OFTEN, "how often");
    if (s->turns > 1 && spark_room(out, s) >= 7) strip_put(&t, " by turn");
    strip_tint(&t, PLAIN);
    ink_print(out, &t);
    strip_free(&t);
}

static void put_growth(Strip *t, const Row *row, int columns)
{
    size_t n = json_array_size(row->by_turn), i;
    double *p = must_have(calloc(n + 1, sizeof *p));
    const json_t *turn;
    json_array_foreach (row->by_turn, i, turn)
        p[i] = figure(turn, "p");
    strip_put(t, " ");
    strip_tint(t, FACE);
    spark_line(t, p, n, columns);
    strip_tint(t, PLAIN);
    free(p);
}

static void write_chances(const Ink *out, const Study *s, const Row *row)
{
    Strip t = {0};
    int column = s->name;
    put_name(&t, s, row->name);
    for (int i = 0; i < s->marks; i++) {
        const json_t *turn = at_turn(row->by_turn, s->mark[i]);
        put_chance(&t, column += CHANCE, figure(turn, "p"), figure(turn, "p_se"));
    }
    column += OFTEN;
    if (row->sort == EVENT)
        put_mean(&t, column, row->mean, figure(at_turn(row->by_turn, s->turns), "mean_se"));
    spark_pad(&t, column);
    if (s->turns > 1 && spark_room(out, s)) put_growth(&t, row, spark_room(out, s));
    ink_print(out, &t);
    strip_free(&t);
}

/* Rows of one sort, with the titles when they are the first to be shown. */
static bool write_rows(const Ink *out, const Study *s, Sort sort, bool titled)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].sort != sort) continue;
        if (!any) fputc('\n', out->to);
        if (!any && !titled) write_titles(out, s);
        any = true;
        write_chances(out, s, &s->row[i]);
    }
    return any;
}

static void write_steady(const Ink *out, const Study *s)
{
    Strip t = {0};
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].sort != STEADY) continue;
        strip_put(&t, t.n ? ", " : "every turn: ");
        strip_clean(&t, s->row[i].name);
    }
    if (t.n) ink_write(out, &t, 0, 2);
    strip_free(&t);
}

/* --- numbers ----------------------------------------------------------------------------- */

typedef struct {
    double value;
    int64_t runs;
} Count;

static int by_value(const void *a, const void *b)
{
    const Count *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* How many runs ended with each value; the caller frees it. */
static Count *counts_of(const json_t *study, const char *name, size_t *n)
{
    char *key = NULL;
    if (asprintf(&key, "=%s", name) < 0) must_have(NULL);
    const json_t *tally = field_list(json_object_get(study, "tallies"), key);
    size_t all = json_array_size(tally) / 3;
    Count *c = must_have(calloc(all + 1, sizeof *c));
    free(key);
    for (size_t i = 0; i < all; i++)
        c[i] = (Count){json_number_value(json_array_get(tally, i * 3 + 1)),
                       json_integer_value(json_array_get(tally, i * 3 + 2))};
    qsort(c, all, sizeof *c, by_value);
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (*n > 0 && c[*n - 1].value == c[i].value)
            c[*n - 1].runs += c[i].runs;
        else
            c[(*n)++] = c[i];
    return c;
}

static void write_bars(const Ink *out, const Study *s, const char *name)
{
    size_t n, shown = 0;
    Count *c = counts_of(s->study, name, &n);
    Bar head = {.label = "in the end", .figure = "%"}, bar[BARS_SHOWN] = {0};
    double runs = (double)field_int(s->study, "runs", 1);
    for (size_t i = 0; i < n; i++) {
        Strip value = {0};
        double part = (double)c[i].runs / runs;
        if (c[i].runs > 0 && shown++ < BARS_SHOWN) {
            Bar *b = &bar[shown - 1];
            put_number(&value, c[i].value);
            snprintf(b->label, sizeof b->label, "%s", strip_str(&value));
            snprintf(b->figure, sizeof b->figure, "%.1f", part * 100);
            b->part = part;
            b->tint = FACE;
        }
        strip_free(&value);
    }
    if (shown > 1 && shown <= BARS_SHOWN) bars_write(out, &head, bar, shown);
    free(c);
}

static void put_range(Strip *t, const json_t *quantiles, const char *low, const char *high)
{
    put_number(t, figure(quantiles, low));
    strip_put(t, " … ");
    put_number(t, figure(quantiles, high));
}

static void write_number(const Ink *out, const Study *s, const Row *row)
{
    Strip t = {0}, spread = {0};
    const json_t *last = at_turn(row->by_turn, s->turns), *q = json_object_get(last, "quantiles");
    put_name(&t, s, row->name);
    for (int i = 0; i < s->marks; i++) {
        const json_t *turn = at_turn(row->by_turn, s->mark[i]);
        put_mean(&t, s->name + (i + 1) * CHANCE, figure(turn, "mean"), figure(turn, "mean_se"));
    }
    ink_print(out, &t);
    strip_put(&spread, "median ");
    put_number(&spread, figure(q, "p50"));
    strip_put(&spread, ", half of all runs within ");
    put_range(&spread, q, "p25", "p75");
    strip_put(&spread, ", nine in ten within ");
    put_range(&spread, q, "p5", "p95");
    ink_write(out, &spread, 2, 4);
    write_bars(out, s, row->name);
    strip_free(&t);
    strip_free(&spread);
}

static void write_numbers(const Ink *out, const Study *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].sort != NUMBER) continue;
        Strip t = {0};
        fputc('\n', out->to);
        strip_tint(&t, FAINT);
        strip_put(&t, "mean after");
        for (int m = 0; m < s->marks; m++)
            spark_right(&t, s->name + (m + 1) * CHANCE, "turn %" PRId64, s->mark[m]);
        strip_tint(&t, PLAIN);
        if (!any) ink_print(out, &t);
        any = true;
        strip_free(&t);
        write_number(out, s, &s->row[i]);
    }
}

void study_write(const Ink *out, const json_t *study)
{
    Study s = study_of(out, study);
    write_head(out, study);
    bool titled = write_rows(out, &s, ASKED, false);
    write_rows(out, &s, EVENT, titled);
    write_steady(out, &s);
    write_numbers(out, &s);
    free(s.row);
}

/* --- two of them ------------------------------------------------------------------------- */

static const Row *find_row(const Study *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->row[i].name, name) == 0) return &s->row[i];
    return NULL;
}

static void put_difference(Strip *t, int column, double d, double error, int digits)
{
    spark_pad(t, column - 14);
    strip_tint(t, fabs(d) > 2 * error && d != 0 ? STRONG : PLAIN);
    spark_right(t, column - 6, "%+.*f", digits, d);
    strip_tint(t, FAINT);
    add_error(t, error, digits);
    strip_tint(t, PLAIN);
    spark_pad(t, column);
}

static double figure_of(const Study *s, const Row *row, const char *key)
{
    return row ? figure(at_turn(row->by_turn, s->turns), key) : 0;
}

static void write_pair(const Ink *out, const Study *a, const Study *b, const Row *one,
                       const Row *other)
{
    const Row *any = one ? one : other;
    Strip t = {0};
    bool number = any->sort == NUMBER;
    const char *key = number ? "mean" : "p", *se = number ? "mean_se" : "p_se";
    double x = figure_of(a, one, key), y = figure_of(b, other, key);
    double ex = figure_of(a, one, se), ey = figure_of(b, other, se);
    void (*put)(Strip *, int, double, double) = number ? put_mean : put_chance;
    put_name(&t, a, any->name);
    put(&t, a->name + CHANCE, x, ex);
    put(&t, a->name + 2 * CHANCE, y, ey);
    put_difference(&t, a->name + 2 * CHANCE + 15, number ? y - x : (y - x) * 100,
                   sqrt(ex * ex + ey * ey) * (number ? 1 : 100), number ? digits_of(x) : 1);
    if (any->sort == EVENT || any->sort == STEADY) {
        spark_right(&t, a->name + 2 * CHANCE + 22, "%.*f", digits_of(figure_of(a, one, "mean")),
                    figure_of(a, one, "mean"));
        spark_right(&t, a->name + 2 * CHANCE + 30, "%.*f", digits_of(figure_of(b, other, "mean")),
                    figure_of(b, other, "mean"));
    }
    ink_print(out, &t);
    strip_free(&t);
}

static void write_pair_titles(const Ink *out, const Study *s)
{
    Strip t = {0};
    strip_tint(&t, FAINT);
    strip_put(&t, "by turn %" PRId64, s->turns);
    spark_right(&t, s->name + CHANCE, "A");
    spark_right(&t, s->name + 2 * CHANCE, "B");
    spark_right(&t, s->name + 2 * CHANCE + 15, "B - A");
    spark_right(&t, s->name + 2 * CHANCE + 30, "how often A, B");
    strip_tint(&t, PLAIN);
    ink_print(out, &t);
    strip_free(&t);
}

static void write_letter(const Ink *out, const char *letter, const json_t *study)
{
    fputs(letter, out->to);
    write_head(out, study);
}

void study_compare(const Ink *out, const json_t *study, const json_t *other)
{
    Study a = study_of(out, study), b = study_of(out, other);
    if (b.name > a.name) a.name = b.name;
    write_letter(out, "A  ", study);
    write_letter(out, "B  ", other);
    fputc('\n', out->to);
    write_pair_titles(out, &a);
    for (size_t i = 0; i < a.n; i++)
        write_pair(out, &a, &b, &a.row[i], find_row(&b, a.row[i].name));
    for (size_t i = 0; i < b.n; i++)
        if (!find_row(&a, b.row[i].name)) write_pair(out, &a, &b, NULL, &b.row[i]);
    free(a.row);
    free(b.row);
}
