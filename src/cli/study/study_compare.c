/* Two studies side by side, by the end of the last turn; then what differs, by turn. */
#include "cli/study/study_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows shown by turn at most; columns of A, B, B - A; of a difference; and of how often it comes,
 * exactly or with an error. */
enum { APART = 12, LETTERS = 7, DIFFERENCE = 13, OFTEN_EXACT = 8, OFTEN_PLAYED = 11 };

static void put_difference(StyledText *t, int column, double d, double error, int digits)
{
    if (fabs(d) < 0.5 * pow(10, -digits)) d = 0; /* and no -0.0 */
    spark_pad(t, column - 14);
    styled_tint(t, fabs(d) > 2 * error && d != 0 ? STRONG : PLAIN);
    spark_right(t, column - 6, "%+.*f", digits, d);
    styled_tint(t, FAINT);
    study_put_error(t, error, digits);
    styled_tint(t, PLAIN);
    spark_pad(t, column);
}

/* The column after those figures, for a name in front of them, or, where there is no room, above.
 */
static int names_room(const TerminalStyle *out, const Study *s)
{
    return out->width >= s->name + 2 * CHANCE + DIFFERENCE ? s->name : 0;
}

static int often_columns(const Study *s)
{
    return s->exact ? OFTEN_EXACT : OFTEN_PLAYED;
}

/* Whether there is room for how often, too. */
static bool is_wide(const TerminalStyle *out, const Study *s)
{
    return out->width >= s->name + 2 * CHANCE + DIFFERENCE + 2 * often_columns(s);
}

/* Where the second number of how often ends. */
static int often_end(const Study *s, int right)
{
    return right + 2 * often_columns(s) - (s->exact ? 0 : 6);
}

static double figure_of(const Study *s, const Row *row, const char *key)
{
    return row ? study_figure(study_turn(row, s->turns), key) : 0;
}

/* In front of its figures, or on a line of its own. */
static void put_row_name(const TerminalStyle *out, StyledText *t, const Study *s, const char *name)
{
    StyledText alone = {0};
    if (names_room(out, s) > 0) {
        study_put_name(t, s, name);
        return;
    }
    styled_clean(&alone, name);
    style_write(out, &alone, 0, 2);
    styled_free(&alone);
}

static void put_often(StyledText *t, const Study *s, int end, const Row *row)
{
    double mean = figure_of(s, row, "mean");
    if (!s->exact)
        study_put_mean(t, end + 6, mean, figure_of(s, row, "mean_se"));
    else
        spark_right(t, end, "%.*f", study_digits(mean), mean);
}

static void write_pair(const TerminalStyle *out, const Study *a, const Study *b, const Row *one,
                       const Row *other)
{
    const Row *any = one ? one : other;
    StyledText t = {0};
    if (any->sort == EVENT && study_told_by(a, b, any->name)) return;
    bool number = any->sort == NUMBER;
    const char *key = number ? "mean" : "p", *se = number ? "mean_se" : "p_se";
    double x = figure_of(a, one, key), y = figure_of(b, other, key);
    double ex = figure_of(a, one, se), ey = figure_of(b, other, se);
    int left = names_room(out, a), right = left + 2 * CHANCE + DIFFERENCE;
    put_row_name(out, &t, a, any->name);
    if (number) {
        study_put_mean(&t, left + CHANCE, x, ex);
        study_put_mean(&t, left + 2 * CHANCE, y, ey);
    } else {
        study_put_chance(&t, a, left + CHANCE, x, ex);
        study_put_chance(&t, b, left + 2 * CHANCE, y, ey);
    }
    put_difference(&t, right, number ? y - x : (y - x) * 100,
                   sqrt(ex * ex + ey * ey) * (number ? 1 : 100), number ? study_digits(x) : 1);
    if (is_wide(out, a) && (any->sort == EVENT || any->sort == STEADY)) {
        put_often(&t, a, often_end(a, right) - often_columns(a), one);
        put_often(&t, b, often_end(a, right), other);
    }
    style_print(out, &t);
    styled_free(&t);
}

static void write_pair_titles(const TerminalStyle *out, const Study *s)
{
    StyledText t = {0};
    int left = names_room(out, s), right = left + 2 * CHANCE + DIFFERENCE;
    styled_tint(&t, FAINT);
    styled_put(&t, "by %s %" PRId64, s->unit, s->turns);
    if (left == 0) {
        styled_tint(&t, PLAIN);
        style_print(out, &t);
        styled_free(&t);
        styled_tint(&t, FAINT);
    }
    spark_right(&t, left + CHANCE - 6, "A");
    spark_right(&t, left + 2 * CHANCE - 6, "B");
    spark_right(&t, right - 6, "B - A");
    if (is_wide(out, s)) spark_right(&t, often_end(s, right), "how often A, B");
    styled_tint(&t, PLAIN);
    style_print(out, &t);
    styled_free(&t);
}

static void write_letter(const TerminalStyle *out, const char *letter, const json_t *study)
{
    study_write_head(out, study, letter);
    study_write_undone(out, study);
}

/* --- by turn ----------------------------------------------------------------------------- */

typedef struct {
    const Row *row[2]; /* NULL: it never comes there */
    const char *name, *key, *error;
    bool number;
} Pair;

static Pair pair_of(const Row *one, const Row *other)
{
    const Row *any = one ? one : other;
    bool number = any->sort == NUMBER;
    return (Pair){
        {one, other}, any->name, number ? "mean" : "p", number ? "mean_se" : "p_se", number};
}

static double at_turn(const Pair *p, int which, int64_t turn, const char *key)
{
    return p->row[which] ? study_figure(study_turn(p->row[which], turn), key) : 0;
}

static double doubt(const Pair *p, int64_t turn)
{
    return hypot(at_turn(p, 0, turn, p->error), at_turn(p, 1, turn, p->error));
}

/* More than the dice explain. */
static bool are_apart(const Study *s, const Pair *p)
{
    for (int i = 0; i < s->marks; i++) {
        double d = at_turn(p, 1, s->mark[i], p->key) - at_turn(p, 0, s->mark[i], p->key);
        if (fabs(d) > 0.0005 + 3 * doubt(p, s->mark[i])) return true;
    }
    return false;
}

/* That something was said tells nothing. */
static bool is_told_otherwise(const Study *a, const Study *b, const char *name)
{
    return strcmp(name, "said") == 0 || study_told_by(a, b, name);
}

static void write_side(const TerminalStyle *out, const Study *s, const Pair *p, int which)
{
    StyledText t = {0};
    study_put_name(&t, s, which == 0 ? p->name : "");
    styled_tint(&t, FAINT);
    spark_right(&t, s->name + LETTERS - 2, which == 0 ? "A" : which == 1 ? "B" : "B - A");
    styled_tint(&t, PLAIN);
    for (int i = 0; i < s->marks; i++) {
        int column = s->name + LETTERS + (i + 1) * CHANCE;
        double a = at_turn(p, 0, s->mark[i], p->key), b = at_turn(p, 1, s->mark[i], p->key),
               error = doubt(p, s->mark[i]);
        if (which == 2)
            put_difference(&t, column, p->number ? b - a : (b - a) * 100,
                           p->number ? error : error * 100, p->number ? study_digits(a) : 1);
        else if (p->number)
            study_put_mean(&t, column, which ? b : a, at_turn(p, which, s->mark[i], p->error));
        else
            study_put_chance(&t, s, column, which ? b : a, at_turn(p, which, s->mark[i], p->error));
    }
    style_print(out, &t);
    styled_free(&t);
}

static void write_turns(const TerminalStyle *out, const Study *s)
{
    StyledText t = {0};
    fputc('\n', out->to);
    styled_tint(&t, FAINT);
    styled_put(&t, "what differs, by");
    for (int i = 0; i < s->marks; i++)
        spark_right(&t, s->name + LETTERS + (i + 1) * CHANCE, "%s %" PRId64, s->unit, s->mark[i]);
    styled_tint(&t, PLAIN);
    style_print(out, &t);
    styled_free(&t);
}

/* Of a and b, what is apart; at most APART of them, said already is how many. */
static int write_apart(const TerminalStyle *out, const Study *a, const Study *b, const Row *one,
                       const Row *other, int said)
{
    Pair p = pair_of(one, other);
    if (said >= APART || !are_apart(a, &p) || is_told_otherwise(a, b, p.name)) return said;
    if (said == 0) write_turns(out, a);
    for (int which = 0; which < 3; which++) write_side(out, a, &p, which);
    return said + 1;
}

static void write_by_turn(const TerminalStyle *out, const Study *a, const Study *b)
{
    int said = 0;
    if (a->turns < 2) return;
    for (size_t i = 0; i < a->n; i++)
        said = write_apart(out, a, b, &a->row[i], study_find(b, a->row[i].name), said);
    for (size_t i = 0; i < b->n; i++)
        if (!study_find(a, b->row[i].name)) said = write_apart(out, a, b, NULL, &b->row[i], said);
}

void study_compare(const TerminalStyle *out, const json_t *study, const json_t *other)
{
    Study a = study_rows(out, study), b = study_rows(out, other);
    if (b.name > a.name) a.name = b.name;
    if (strcmp(a.unit, b.unit) != 0) a.unit = b.unit = "line";
    study_choose_marks(&a, out->width - LETTERS);
    write_letter(out, "A  ", study);
    write_letter(out, "B  ", other);
    fputc('\n', out->to);
    write_pair_titles(out, &a);
    for (size_t i = 0; i < a.n; i++)
        write_pair(out, &a, &b, &a.row[i], study_find(&b, a.row[i].name));
    for (size_t i = 0; i < b.n; i++)
        if (!study_find(&a, b.row[i].name)) write_pair(out, &a, &b, NULL, &b.row[i]);
    study_write_together(out, &a, &b);
    study_write_legend(out, &a, "B - A: of chances in percentage points");
    write_by_turn(out, &a, &b);
    study_write_defaults(out, study, "A  ");
    study_write_defaults(out, other, "B  ");
    free(a.row);
    free(b.row);
}
