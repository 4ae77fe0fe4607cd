/* How figures are written.  Which columns a table has is decided in study_report.c and compare.c,
 * and by study_choose_turns in study_view.c, which chooses the turns that get a column. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "cli/study/study_view.h"

void column_pad(StyledText *t, int column)
{
    if (column > t->columns) styled_put(t, "%*s", column - t->columns, "");
}

void column_right(StyledText *t, int column, const char *format, ...)
{
    AutoStyled text = {0};
    va_list args;
    va_start(args, format);
    styled_vput(&text, format, args);
    va_end(args);
    column_pad(t, column - text.columns);
    styled_join(t, &text);
}

void write_folded(const TerminalStyle *out, StyledText *t, int indent, int hang)
{
    TerminalStyle folded = *out;
    folded.wraps = true;
    style_write(&folded, t, indent, hang);
}

void study_put_title(const TerminalStyle *out, StyledText *t, const StudyView *s,
                     const StudyRow *row)
{
    styled_put(t, "%s", row->title);
    if (t->columns >= s->name_columns) style_write(out, t, 0, 2);
    column_pad(t, s->name_columns);
}

void study_put_error(StyledText *t, double error, int digits)
{
    if (error > 0 && error < 0.00995 && digits == 3)      /* else three digits would read ±.010 */
        styled_put(t, " ±.%03.0f", fmax(error * 1e3, 1)); /* as wide as ±0.01 */
    else if (error > 0)
        styled_put(t, " ±%.*f", digits, error);
    else
        styled_put(t, "%*s", digits + 4, "");
}

void study_put_error_column(StyledText *t, int column, double error, int digits)
{
    styled_tint(t, FAINT);
    study_put_error(t, error, digits);
    styled_tint(t, PLAIN);
    column_pad(t, column);
}

/* Adds " ±0.12"; nothing where the error is 0. */
static void study_put_error_inline(StyledText *t, double error)
{
    if (error > 0) study_put_error(t, error, error < 0.005 ? 3 : 2);
}

void study_put_inline(StyledText *t, const json_t *figures, const char *key)
{
    StudyFigure f = study_figure(figures, key);
    styled_put(t, "%.2f", f.value);
    study_put_error_inline(t, f.error);
}

void study_put_percent(StyledText *t, StudyFigure p, bool exact)
{
    double rare = fmin(p.value, p.rest);
    if (!exact || rare >= 0.0005 || rare <= 0)
        styled_put(t, "%.1f%%", p.value * 100);
    else if (p.value < 0.5)
        styled_put(t, "%.2g%%", p.value * 100);
    else
        styled_put(t, rare >= 5e-6 ? "%.3f%%" : ">99.999%%", p.value * 100);
}

static void put_chance(StyledText *t, const StudyView *s, int column, StudyFigure p)
{
    StyledText percent = {0};
    study_put_percent(&percent, p, s->exact);
    column_right(t, column - 6, "%s", styled_str(&percent));
    styled_free(&percent);
    if (p.error <= 0 || p.error >= 0.00095) { /* in percent, 0.095 is 0.1 and 9.95 is 10 */
        study_put_error_column(t, column, p.error * 100, p.error >= 0.0995 ? 0 : 1);
        return;
    }
    styled_tinted(t, FAINT, " ±.%02.0f", fmax(p.error * 1e4, 1)); /* as wide as ±0.1 */
    column_pad(t, column);
}

int study_digits(double mean)
{
    return fabs(mean) < 10 ? 2 : fabs(mean) < 1000 ? 1 : 0;
}

void study_put_mean(StyledText *t, int column, StudyFigure mean)
{
    int digits = study_digits(mean.value);
    column_right(t, column - 6, "%.*f", digits, mean.value);
    study_put_error_column(t, column, mean.error,
                           mean.error < 0.005 && mean.error > 0 ? 3
                           : digits < 2 && mean.error >= 0.05   ? 1
                                                                : 2);
}

void study_put_figure(StyledText *t, const StudyView *s, int column, RowKind kind, StudyFigure f)
{
    if (kind == ROW_NUMBER)
        study_put_mean(t, column, f);
    else
        put_chance(t, s, column, f);
}

void study_put_turns(StyledText *t, const StudyView *s, int left)
{
    for (int i = 0; i < s->shown_count; i++)
        column_right(t, left + (i + 1) * CHANCE_COLUMNS, "%s %" PRId64, s->unit, s->shown_turn[i]);
}

void study_put_row(const TerminalStyle *out, StyledText *t, const StudyView *s, const StudyRow *row)
{
    study_put_title(out, t, s, row);
    for (int i = 0; i < s->shown_count; i++)
        study_put_figure(t, s, s->name_columns + (i + 1) * CHANCE_COLUMNS, row->kind,
                         study_main_figure(row, row->kind, s->shown_turn[i]));
}

void study_put_number(StyledText *t, double d)
{
    styled_put(t, d == floor(d) && fabs(d) < 1e15 ? "%.0f" : "%.3g", d);
}

void study_put_quantile(StyledText *t, const json_t *figures, const char *name)
{
    double error = study_number(json_object_get(figures, "quantiles_se"), name);
    study_put_number(t, study_number(json_object_get(figures, "quantiles"), name));
    if (error >= 0.005) study_put_error(t, error, error < 0.095 ? 2 : 1);
}

void study_put_plan(StyledText *t, const json_t *study)
{
    const json_t *line;
    const char *policy = field_text(study, "policy");
    size_t i;
    if (*policy) {
        styled_put(t, "by %s", policy);
        return;
    }
    styled_put(t, "of '");
    json_array_foreach (field_list(study, "plan"), i, line)
        styled_put(t, "%s%s", i ? "; " : "", name_of(line));
    styled_put(t, "'");
}
