/* Interned of one's own in a study: means by turn, how they spread, and bars of the last turn. */
#include "cli/study/bars.h"
#include "cli/study/study_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BARS_SHOWN = 12 };

static int by_value(const void *a, const void *b)
{
    const Count *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* As odds tell it: each value once, in order. */
static Count *parts_of(const json_t *values, size_t *n)
{
    const json_t *row;
    size_t i;
    Count *c = must_have(calloc(json_array_size(values) + 1, sizeof *c));
    json_array_foreach (values, i, row)
        c[i] = (Count){study_figure(row, "value"), study_figure(row, "p")};
    *n = json_array_size(values);
    return c;
}

/* How many runs ended with each value, from the changes of all turns. */
static Count *counts_of(const json_t *study, const char *name, size_t *n)
{
    char *key = NULL;
    if (asprintf(&key, "=%s", name) < 0) must_have(NULL);
    const json_t *tally = field_list(json_object_get(study, "tallies"), key);
    size_t all = json_array_size(tally) / 3;
    Count *c = must_have(calloc(all + 1, sizeof *c));
    double runs = (double)field_int(study, "runs", 1);
    free(key);
    for (size_t i = 0; i < all; i++)
        c[i] = (Count){json_number_value(json_array_get(tally, i * 3 + 1)),
                       json_number_value(json_array_get(tally, i * 3 + 2)) / runs};
    qsort(c, all, sizeof *c, by_value);
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (*n > 0 && c[*n - 1].value == c[i].value)
            c[*n - 1].part += c[i].part;
        else
            c[(*n)++] = c[i];
    return c;
}

Count *study_counts(const Study *s, const Row *row, size_t *n)
{
    const json_t *values = field_list(row->measure, "values");
    return values ? parts_of(values, n) : counts_of(s->study, row->name, n);
}

static void write_bars(const TerminalStyle *out, const Study *s, const Row *row)
{
    size_t n, shown = 0;
    Count *c = study_counts(s, row, &n);
    double runs = (double)field_int(s->study, "runs", 1);
    Bar head = {.label = "in the end", .figure = "%"}, bar[BARS_SHOWN] = {0};
    for (size_t i = 0; i < n; i++) {
        StyledText value = {0};
        if (c[i].part > 1e-9 && shown++ < BARS_SHOWN) {
            Bar *b = &bar[shown - 1];
            study_put_number(&value, c[i].value);
            snprintf(b->label, sizeof b->label, "%s", styled_str(&value));
            snprintf(b->figure, sizeof b->figure, "%.1f", c[i].part * 100);
            if (!s->exact)
                snprintf(b->right, sizeof b->right, "±%.1f",
                         sqrt(c[i].part * (1 - c[i].part) / runs) * 100);
            b->part = c[i].part;
            b->tint = FACE;
        }
        styled_free(&value);
    }
    if (shown > 1 && shown <= BARS_SHOWN) bars_write(out, &head, bar, shown);
    free(c);
}

static void put_range(StyledText *t, const json_t *row, const char *low, const char *high)
{
    study_put_quantile(t, row, low);
    styled_put(t, " … ");
    study_put_quantile(t, row, high);
}

static void write_number(const TerminalStyle *out, const Study *s, const Row *row)
{
    StyledText t = {0}, spread = {0};
    const json_t *last = study_turn(row, s->turns);
    study_put_name(&t, s, row->name);
    for (int i = 0; i < s->marks; i++) {
        const json_t *turn = study_turn(row, s->mark[i]);
        study_put_mean(&t, s->name + (i + 1) * CHANCE, study_figure(turn, "mean"),
                       study_figure(turn, "mean_se"));
    }
    style_print(out, &t);
    styled_put(&spread, "median ");
    study_put_quantile(&spread, last, "p50");
    styled_put(&spread, s->exact ? ", half of all " : ", half of all runs ");
    put_range(&spread, last, "p25", "p75");
    styled_put(&spread, ", nine in ten ");
    put_range(&spread, last, "p5", "p95");
    styled_put(&spread, ", 95%% at most ");
    study_put_quantile(&spread, last, "p95");
    TerminalStyle folded = *out;
    folded.wraps = true; /* it is as wide as the table, in a file, too */
    style_write(&folded, &spread, 2, 4);
    write_bars(out, s, row);
    styled_free(&t);
    styled_free(&spread);
}

void study_write_numbers(const TerminalStyle *out, const Study *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].sort != NUMBER) continue;
        StyledText t = {0};
        fputc('\n', out->to);
        styled_tint(&t, FAINT);
        styled_put(&t, "mean after");
        for (int m = 0; m < s->marks; m++)
            spark_right(&t, s->name + (m + 1) * CHANCE, "%s %" PRId64, s->unit, s->mark[m]);
        styled_tint(&t, PLAIN);
        if (!any) style_print(out, &t);
        any = true;
        styled_free(&t);
        write_number(out, s, &s->row[i]);
    }
}
