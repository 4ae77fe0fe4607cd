/* Two studies side by side, by the end of the last turn. */
#include "cli/study_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_difference(Strip *t, int column, double d, double error, int digits)
{
    if (fabs(d) < 0.5 * pow(10, -digits)) d = 0; /* and no -0.0 */
    spark_pad(t, column - 14);
    strip_tint(t, fabs(d) > 2 * error && d != 0 ? STRONG : PLAIN);
    spark_right(t, column - 6, "%+.*f", digits, d);
    strip_tint(t, FAINT);
    study_put_error(t, error, digits);
    strip_tint(t, PLAIN);
    spark_pad(t, column);
}

static double figure_of(const Study *s, const Row *row, const char *key)
{
    return row ? study_figure(study_turn(row, s->turns), key) : 0;
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
    study_put_name(&t, a, any->name);
    if (number) {
        study_put_mean(&t, a->name + CHANCE, x, ex);
        study_put_mean(&t, a->name + 2 * CHANCE, y, ey);
    } else {
        study_put_chance(&t, a, a->name + CHANCE, x, ex);
        study_put_chance(&t, b, a->name + 2 * CHANCE, y, ey);
    }
    put_difference(&t, a->name + 2 * CHANCE + 15, number ? y - x : (y - x) * 100,
                   sqrt(ex * ex + ey * ey) * (number ? 1 : 100), number ? study_digits(x) : 1);
    if (any->sort == EVENT || any->sort == STEADY) {
        spark_right(&t, a->name + 2 * CHANCE + 22, "%.*f", study_digits(figure_of(a, one, "mean")),
                    figure_of(a, one, "mean"));
        spark_right(&t, a->name + 2 * CHANCE + 30, "%.*f", study_digits(figure_of(b, other, "mean")),
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
    study_write_head(out, study);
    study_write_undone(out, study);
}

void study_compare(const Ink *out, const json_t *study, const json_t *other)
{
    Study a = study_rows(out, study), b = study_rows(out, other);
    if (b.name > a.name) a.name = b.name;
    write_letter(out, "A  ", study);
    write_letter(out, "B  ", other);
    fputc('\n', out->to);
    write_pair_titles(out, &a);
    for (size_t i = 0; i < a.n; i++)
        write_pair(out, &a, &b, &a.row[i], study_find(&b, a.row[i].name));
    for (size_t i = 0; i < b.n; i++)
        if (!study_find(&a, b.row[i].name)) write_pair(out, &a, &b, NULL, &b.row[i]);
    free(a.row);
    free(b.row);
}
