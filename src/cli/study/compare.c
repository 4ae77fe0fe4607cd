/* Two studies side by side, by the end of the last turn; then what differs, by turn. */
#include "cli/study/compare.h"
#include "cli/study/study_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows shown by turn at most; columns of "B - A" as a title, of a difference, and of how often,
 * exactly or with an error. */
enum { APART_MAX = 12, LETTERS = 7, DIFFERENCE = 13, OFTEN_EXACT = 8, OFTEN_PLAYED = 11 };

/* One measure in both studies; NULL: that study does not have it. */
typedef struct {
    const StudyRow *row[2], *any;
    const char *key, *error; /* of the figure that is compared */
    bool number;
} RowPair;

static RowPair pair_of(const StudyRow *a, const StudyRow *b)
{
    const StudyRow *any = a ? a : b;
    bool number = any->kind == ROW_NUMBER;
    return (RowPair){{a, b}, any, number ? "mean" : "p", number ? "mean_se" : "p_se", number};
}

static double at_turn(const RowPair *p, int which, int64_t turn, const char *key)
{
    return p->row[which] ? study_figure(study_turn(p->row[which], turn), key) : 0;
}

/* Standard error of the difference of two independent figures. */
static double error_of(const RowPair *p, int64_t turn_a, int64_t turn_b)
{
    return hypot(at_turn(p, 0, turn_a, p->error), at_turn(p, 1, turn_b, p->error));
}

static void put_figure(StyledText *t, const StudyView *s, int column, const RowPair *p, int which,
                       int64_t turn)
{
    double figure = at_turn(p, which, turn, p->key), error = at_turn(p, which, turn, p->error);
    if (p->number)
        study_put_mean(t, column, figure, error);
    else
        study_put_chance(t, s, column, figure, error);
}

/* B - A; chances in percentage points.  Bold where it is more than two standard errors. */
static void put_difference(StyledText *t, int column, const RowPair *p, int64_t turn_a,
                           int64_t turn_b)
{
    double a = at_turn(p, 0, turn_a, p->key), b = at_turn(p, 1, turn_b, p->key);
    double scale = p->number ? 1 : 100, d = (b - a) * scale,
           error = error_of(p, turn_a, turn_b) * scale;
    int digits = p->number ? study_digits(a) : 1;
    if (fabs(d) < 0.5 * pow(10, -digits)) d = 0; /* never -0.0 */
    column_pad(t, column - 14);
    styled_tint(t, fabs(d) > 2 * error && d != 0 ? STRONG : PLAIN);
    column_right(t, column - 6, "%+.*f", digits, d);
    styled_tint(t, FAINT);
    study_put_error(t, error, digits);
    styled_tint(t, PLAIN);
    column_pad(t, column);
}

/* --- by the end of the last turn ------------------------------------------------------------- */

/* Returns the columns of a name before its figures; 0: the name has a line to itself. */
static int name_columns(const TerminalStyle *out, const StudyView *s)
{
    return out->width >= s->name + 2 * CHANCE_COLUMNS + DIFFERENCE ? s->name : 0;
}

static int often_columns(const StudyView *s)
{
    return s->exact ? OFTEN_EXACT : OFTEN_PLAYED;
}

/* Is the line wide enough for the mean counts beside the chances? */
static bool shows_often(const TerminalStyle *out, const StudyView *s)
{
    return out->width >= s->name + 2 * CHANCE_COLUMNS + DIFFERENCE + 2 * often_columns(s);
}

/* The column in which the second mean count ends. */
static int often_end(const StudyView *s, int right)
{
    return right + 2 * often_columns(s) - (s->exact ? 0 : 6);
}

static void put_often(StyledText *t, const StudyView *s, int end, const RowPair *p, int which)
{
    double mean = at_turn(p, which, s->turns, "mean");
    if (s->exact)
        column_right(t, end, "%.*f", study_digits(mean), mean);
    else
        study_put_mean(t, end + 6, mean, at_turn(p, which, s->turns, "mean_se"));
}

static void write_pair(const TerminalStyle *out, const StudyView *a, const StudyView *b,
                       const RowPair *p)
{
    const StudyRow *any = p->any;
    StyledText t = {0};
    if (any->kind == ROW_EVENT && study_told_by(a, b, any->name)) return;
    int left = name_columns(out, a), right = left + 2 * CHANCE_COLUMNS + DIFFERENCE;
    if (left > 0) {
        study_put_name(&t, a, any->name);
    } else {
        styled_clean(&t, any->name);
        paragraph_end(out, &t, false, 2);
    }
    put_figure(&t, a, left + CHANCE_COLUMNS, p, 0, a->turns);
    put_figure(&t, b, left + 2 * CHANCE_COLUMNS, p, 1, b->turns);
    put_difference(&t, right, p, a->turns, b->turns);
    if (shows_often(out, a) && (any->kind == ROW_EVENT || any->kind == ROW_STEADY)) {
        put_often(&t, a, often_end(a, right) - often_columns(a), p, 0);
        put_often(&t, b, often_end(a, right), p, 1);
    }
    line_end(out, &t);
}

static void write_titles(const TerminalStyle *out, const StudyView *s)
{
    StyledText t = {0};
    int left = name_columns(out, s), right = left + 2 * CHANCE_COLUMNS + DIFFERENCE;
    styled_tint(&t, FAINT);
    styled_put(&t, "by %s %" PRId64, s->unit, s->turns);
    if (left == 0) {
        styled_tint(&t, PLAIN);
        line_end(out, &t);
        styled_tint(&t, FAINT);
    }
    column_right(&t, left + CHANCE_COLUMNS - 6, "A");
    column_right(&t, left + 2 * CHANCE_COLUMNS - 6, "B");
    column_right(&t, right - 6, "B - A");
    if (shows_often(out, s)) column_right(&t, often_end(s, right), "how often A, B");
    styled_tint(&t, PLAIN);
    line_end(out, &t);
}

/* --- by turn --------------------------------------------------------------------------------- */

/* Does the measure differ by more than three standard errors (0.3% by chance)? */
static bool are_apart(const StudyView *s, const RowPair *p)
{
    for (int i = 0; i < s->marks; i++) {
        double d = at_turn(p, 1, s->mark[i], p->key) - at_turn(p, 0, s->mark[i], p->key);
        if (fabs(d) > 0.0005 + 3 * error_of(p, s->mark[i], s->mark[i])) return true;
    }
    return false;
}

static void write_turn_titles(const TerminalStyle *out, const StudyView *s)
{
    StyledText t = {0};
    fputc('\n', out->to);
    styled_tint(&t, FAINT);
    styled_put(&t, "what differs, by");
    for (int i = 0; i < s->marks; i++)
        column_right(&t, s->name + LETTERS + (i + 1) * CHANCE_COLUMNS, "%s %" PRId64, s->unit,
                     s->mark[i]);
    styled_tint(&t, PLAIN);
    line_end(out, &t);
}

/* Three lines: A, B and the difference. */
static void write_pair_by_turn(const TerminalStyle *out, const StudyView *s, const RowPair *p)
{
    static const char *const titles[] = {"A", "B", "B - A"};
    for (int line = 0; line < 3; line++) {
        StyledText t = {0};
        study_put_name(&t, s, line == 0 ? p->any->name : "");
        styled_tint(&t, FAINT);
        column_right(&t, s->name + LETTERS - 2, "%s", titles[line]);
        styled_tint(&t, PLAIN);
        for (int i = 0; i < s->marks; i++) {
            int column = s->name + LETTERS + (i + 1) * CHANCE_COLUMNS;
            if (line == 2)
                put_difference(&t, column, p, s->mark[i], s->mark[i]);
            else
                put_figure(&t, s, column, p, line, s->mark[i]);
        }
        line_end(out, &t);
    }
}

/* All measures of both, those of A first. */
static size_t pairs_of(const StudyView *a, const StudyView *b, RowPair *pair)
{
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++)
        pair[n++] = pair_of(&a->row[i], study_find(b, a->row[i].name));
    for (size_t i = 0; i < b->n; i++)
        if (!study_find(a, b->row[i].name)) pair[n++] = pair_of(NULL, &b->row[i]);
    return n;
}

void compare_two(const TerminalStyle *out, const json_t *one, const json_t *other)
{
    StudyView a = study_view(out, one), b = study_view(out, other);
    RowPair *pair = must_have(calloc(a.n + b.n + 1, sizeof *pair));
    size_t n = pairs_of(&a, &b, pair);
    int apart = 0;
    if (b.name > a.name) a.name = b.name;
    if (strcmp(a.unit, b.unit) != 0) a.unit = b.unit = "line";
    study_choose_marks(&a, out->width - LETTERS);
    study_write_head(out, one, "A  ");
    study_write_undone(out, one);
    study_write_head(out, other, "B  ");
    study_write_undone(out, other);
    fputc('\n', out->to);
    write_titles(out, &a);
    for (size_t i = 0; i < n; i++) write_pair(out, &a, &b, &pair[i]);
    study_write_together(out, &a, &b);
    study_write_legend(out, &a, "B - A: of chances in percentage points");
    for (size_t i = 0; i < n && a.turns > 1 && apart < APART_MAX; i++) {
        const char *name = pair[i].any->name;
        if (!are_apart(&a, &pair[i]) || strcmp(name, "said") == 0 || study_told_by(&a, &b, name))
            continue; /* the event of a text says nothing about play */
        if (apart++ == 0) write_turn_titles(out, &a);
        write_pair_by_turn(out, &a, &pair[i]);
    }
    study_write_defaults(out, one, "A  ");
    study_write_defaults(out, other, "B  ");
    study_view_free(&a);
    study_view_free(&b);
    free(pair);
}
