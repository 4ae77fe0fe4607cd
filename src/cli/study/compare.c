/* Compares studies A and B: all measures by the last turn, then those that differ by turn. */
#include "cli/study/study_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { APART_MAX = 12 }; /* measures that differ and are shown by turn: two screens */
/* Standard errors of the difference of two independent figures.  A figure is bold beyond 2: chance
 * alone goes so far in 5% of the cases.  A measure is said to differ beyond 3, in 0.3%, since many
 * measures are compared at all turns, and some of them would differ by 2.  ROUNDING is half of the
 * last digit that is printed (0.1%).  It is added to the 3 errors: exact figures have no error, and
 * those that look the same do not differ. */
static const double BOLD_ERRORS = 2, APART_ERRORS = 3, ROUNDING = 0.0005;
enum { LETTERS = 7, DIFFERENCE = 13 }; /* columns of the titles A, B, B - A; of the figure B - A */
enum { COUNT_EXACT = 8, COUNT_PLAYED = 11 }; /* columns of a mean count, without and with error */

enum { FIGURE_COLUMNS = 8 }; /* of B - A, without its error: "-1234.56" */

/* Adds B - A, of chances in percentage points. */
static void put_difference(StyledText *t, int column, RowKind kind, StudyFigure a, StudyFigure b)
{
    double scale = kind == ROW_NUMBER ? 1 : 100, d = (b.value - a.value) * scale,
           error = hypot(a.error, b.error) * scale;
    int digits = kind == ROW_NUMBER ? study_digits(a.value) : 1;
    if (fabs(d) < 0.5 * pow(10, -digits)) d = 0; /* never -0.0 */
    /* From here on blanks may be bold, as the figure is. */
    column_pad(t, column - ERROR_COLUMNS - FIGURE_COLUMNS);
    styled_tint(t, fabs(d) > BOLD_ERRORS * error && d != 0 ? STRONG : PLAIN);
    column_right(t, column - ERROR_COLUMNS, "%+.*f", digits, d);
    study_put_error_column(t, column, error, digits);
}

/* --- by the end of the last turn ------------------------------------------------------------- */

/* Returns the columns of a name before its figures; 0: the name has a line to itself. */
static int name_width(const TerminalStyle *out, const StudyView *s)
{
    return out->width >= s->name_columns + 2 * CHANCE_COLUMNS + DIFFERENCE ? s->name_columns : 0;
}

static int mean_count_columns(const StudyView *s)
{
    return s->exact ? COUNT_EXACT : COUNT_PLAYED;
}

/* True when the line has room for the mean counts beside the chances. */
static bool shows_mean_counts(const TerminalStyle *out, const StudyView *s)
{
    return out->width >=
           s->name_columns + 2 * CHANCE_COLUMNS + DIFFERENCE + 2 * mean_count_columns(s);
}

/* Returns the column in which the second mean count ends.  right: the one in which B - A ends. */
static int mean_count_end(const StudyView *s, int right)
{
    return right + 2 * mean_count_columns(s) - (s->exact ? 0 : ERROR_COLUMNS);
}

/* Puts the mean count of a row, right-aligned at column `end`; a simulated one with its error. */
static void put_mean_count(StyledText *t, const StudyView *s, int end, const StudyRow *row)
{
    StudyFigure mean = study_figure(row ? study_figures_at(row, s->turns) : NULL, "mean");
    if (s->exact)
        column_right(t, end, "%.*f", study_digits(mean.value), mean.value);
    else
        study_put_mean(t, end + ERROR_COLUMNS, mean);
}

/* Writes the row of a measure: A, B and B - A; for events with room, also the mean counts. */
static void write_pair(const TerminalStyle *out, const StudyView *views, const StudyPair *p)
{
    const StudyView *a = &views[0], *b = &views[1];
    const StudyRow *any = p->any;
    StudyFigure first = study_main_figure(p->row[0], any->kind, a->turns),
                second = study_main_figure(p->row[1], any->kind, b->turns);
    StyledText t = {0};
    /* The row of its plainer name stands for it. */
    if (any->kind == ROW_EVENT && study_plainer_name(views, 2, any->name)) return;
    int left = name_width(out, a), right = left + 2 * CHANCE_COLUMNS + DIFFERENCE;
    if (left > 0) {
        study_put_title(out, &t, a, any);
    } else {
        styled_put(&t, "%s", any->title);
        style_write(out, &t, 0, 2);
    }
    study_put_figure(&t, a, left + CHANCE_COLUMNS, any->kind, first);
    study_put_figure(&t, b, left + 2 * CHANCE_COLUMNS, any->kind, second);
    put_difference(&t, right, any->kind, first, second);
    if (shows_mean_counts(out, a) && (any->kind == ROW_EVENT || any->kind == ROW_STEADY)) {
        put_mean_count(&t, a, mean_count_end(a, right) - mean_count_columns(a), p->row[0]);
        put_mean_count(&t, b, mean_count_end(a, right), p->row[1]);
    }
    style_write_line(out, &t);
}

/* Writes the titles of the columns.  when: "at", "by" or "after", before the turn; only below "by"
 * stand events, which have counts. */
static void write_titles(const TerminalStyle *out, const StudyView *s, const char *when)
{
    StyledText t = {0};
    int left = name_width(out, s), right = left + 2 * CHANCE_COLUMNS + DIFFERENCE;
    styled_tint(&t, FAINT);
    styled_put(&t, "%s %s %" PRId64, when, s->unit, s->turns);
    if (left == 0) {
        style_write_line(out, &t);
        styled_tint(&t, FAINT);
    }
    column_right(&t, left + CHANCE_COLUMNS - ERROR_COLUMNS, "A");
    column_right(&t, left + 2 * CHANCE_COLUMNS - ERROR_COLUMNS, "B");
    column_right(&t, right - ERROR_COLUMNS, "B - A");
    if (shows_mean_counts(out, s) && strcmp(when, "by") == 0)
        column_right(&t, mean_count_end(s, right), "times a play A, B");
    style_write_line(out, &t);
}

/* Writes the measures of the kinds from `first` to `last`, below titles. */
static void write_kinds(const TerminalStyle *out, const StudyView *views, const StudyPair *pair,
                        size_t n, RowKind first, RowKind last, const char *when)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        RowKind kind = pair[i].any->kind;
        if (kind < first || kind > last) continue;
        if (!any) {
            fputc('\n', out->to);
            write_titles(out, views, when);
        }
        any = true;
        write_pair(out, views, &pair[i]);
    }
}

/* --- by turn --------------------------------------------------------------------------------- */

/* True when a measure differs in one of the turns shown. */
static bool are_apart(const StudyView *s, const StudyPair *p)
{
    for (int i = 0; i < s->shown_count; i++) {
        StudyFigure a = study_main_figure(p->row[0], p->any->kind, s->shown_turn[i]),
                    b = study_main_figure(p->row[1], p->any->kind, s->shown_turn[i]);
        double error = hypot(a.error, b.error);
        if (fabs(b.value - a.value) > ROUNDING + APART_ERRORS * error) return true;
    }
    return false;
}

/* Writes three lines: A, B and the difference. */
static void write_pair_by_turn(const TerminalStyle *out, const StudyView *s, const StudyPair *p)
{
    static const char *const titles[] = {"A", "B", "B - A"};
    RowKind kind = p->any->kind;
    for (int line = 0; line < 3; line++) {
        StyledText t = {0};
        if (line == 0) study_put_title(out, &t, s, p->any);
        styled_tint(&t, FAINT);
        column_right(&t, s->name_columns + LETTERS - 2, "%s", titles[line]);
        styled_tint(&t, PLAIN);
        for (int i = 0; i < s->shown_count; i++) {
            int column = s->name_columns + LETTERS + (i + 1) * CHANCE_COLUMNS;
            StudyFigure a = study_main_figure(p->row[0], kind, s->shown_turn[i]),
                        b = study_main_figure(p->row[1], kind, s->shown_turn[i]);
            if (line == 2)
                put_difference(&t, column, kind, a, b);
            else
                study_put_figure(&t, s, column, kind, line ? b : a);
        }
        style_write_line(out, &t);
    }
}

/* Writes the measures that differ, by turn, up to APART_MAX of them. */
static void write_by_turn(const TerminalStyle *out, const StudyView *views, const StudyPair *pair,
                          size_t n)
{
    const StudyView *a = &views[0];
    int apart = 0;
    for (size_t i = 0; i < n && apart < APART_MAX; i++) {
        const char *name = pair[i].any->name;
        if (!are_apart(a, &pair[i]) || study_plainer_name(views, 2, name)) continue;
        if (apart++ == 0) {
            StyledText t = {0};
            fputc('\n', out->to);
            styled_tint(&t, FAINT);
            styled_put(&t, "what differs after");
            study_put_turns(&t, a, a->name_columns + LETTERS);
            style_write_line(out, &t);
        }
        write_pair_by_turn(out, a, &pair[i]);
    }
}

void compare_two(const TerminalStyle *out, const json_t *one, const json_t *other)
{
    StudyView view[] = {study_view(out, one), study_view(out, other)};
    StudyView *a = &view[0], *b = &view[1];
    size_t n;
    StudyPair *pair = study_pairs(view, 2, &n);
    /* Both are laid out as A is. */
    if (b->name_columns > a->name_columns) a->name_columns = b->name_columns;
    if (strcmp(a->unit, b->unit) != 0) a->unit = b->unit = "line";
    study_choose_turns(a, out->width - LETTERS);
    study_write_head(out, one, "A  ");
    study_write_undone(out, one);
    study_write_head(out, other, "B  ");
    study_write_undone(out, other);
    study_write_no_party(out, *field_text(one, "no_party") ? one : other);
    write_kinds(out, view, pair, n, ROW_STATE, ROW_STATE, "at");
    write_kinds(out, view, pair, n, ROW_RACE, ROW_STEADY, "by");
    write_kinds(out, view, pair, n, ROW_NUMBER, ROW_NUMBER, "after");
    study_write_merged_names(out, view, 2);
    StyledText row = {0};
    styled_tinted(&row, FAINT, "a row: the chance that it has come by then");
    fputc('\n', out->to);
    style_write(out, &row, 0, 2);
    study_write_legend(out, a, "B - A: of chances in percentage points");
    if (a->turns > 1) write_by_turn(out, view, pair, n);
    study_write_defaults(out, one, "A  ");
    study_write_defaults(out, other, "B  ");
    study_view_free(a);
    study_view_free(b);
    free(pair);
}
