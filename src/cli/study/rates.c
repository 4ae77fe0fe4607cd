/* Works out the rates of each table, and writes them on the screen, as a spreadsheet or picture. */
#include "cli/study/rates.h"
#include "cli/study/csv.h"
#include "cli/study/plot.h"
#include "cli/study/study_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Widths of a name with a blank behind it; of a figure and its error; of both with a unit. */
enum { NAME = 17, FIGURE = 7, ERROR = 6, UNIT_FIGURE = 10, UNIT_ERROR = 5 };
enum { STACKED_END = 12 }; /* the column where figures end that stand below each other */

json_t *rates_read_columns(const char *path)
{
    json_error_t wrong;
    json_t *file = json_load_file(path, 0, &wrong);
    if (!file) clean_printf(stderr, "%s:%d: %s\n", path, wrong.line, wrong.text);
    return file;
}

/* --- figures ------------------------------------------------------------------------------- */

static StudyFigure figure_at(const json_t *study, const char *name, int64_t turn, const char *key)
{
    return study_figure(json_array_get(study_figures_by_turn(study, name), (size_t)turn - 1), key);
}

/* Returns the chance by the end of the first hour, or the count per hour.  A count per hour is a
 * ratio of two means; its error is by the delta method (Casella and Berger, Statistical
 * Inference, 5.5.4), as if the two were independent. */
static StudyFigure rate_of(const json_t *study, const json_t *column)
{
    const char *of = field_text(column, "of");
    int64_t turns = field_int(study, "turns", 1);
    StudyFigure hours = figure_at(study, "hours", turns, "mean");
    if (field_true(column, "chance")) {
        double hour = fmin(fmax((double)turns / hours.value, 1), (double)turns); /* in turns */
        return figure_at(study, of, (int64_t)(hour + 0.5), "p");
    }
    StudyFigure count = figure_at(study, of, turns, "mean");
    double rate = count.value / hours.value;
    return (StudyFigure){.value = rate,
                         .error = hypot(count.error, rate * hours.error) / hours.value};
}

/* --- names --------------------------------------------------------------------------------- */

/* Adds the ruleset's name: "delving" for the table "…/day/delving-day.lua". */
static void put_ruleset(StyledText *t, const json_t *study)
{
    char name[100];
    study_table_name(study, name, sizeof name);
    char *day = strstr(name, "-day");
    if (day && !day[4]) *day = '\0';
    styled_put(t, "%s", name);
}

/* Returns the first line of the plan, or the policy. */
static const char *plan_text(const json_t *study)
{
    const char *line = json_string_value(json_array_get(field_list(study, "plan"), 0));
    return line ? line : field_text(study, "policy");
}

/* --- the table ----------------------------------------------------------------------------- */

static const json_t *columns_of(const json_t *rates)
{
    return field_list(rates, "columns");
}

static const json_t *column_at(const json_t *rates, size_t i)
{
    return json_array_get(columns_of(rates), i);
}

static bool has_unit(const json_t *column)
{
    return *field_text(column, "unit") != '\0';
}

/* Columns of the same title share one place on the screen.  Returns the first column that has
 * another place than column i and comes after it. */
static size_t next_place(const json_t *rates, size_t i)
{
    const char *title = field_text(column_at(rates, i), "title");
    const json_t *next;
    while ((next = column_at(rates, ++i)) && field_is(next, "title", title)) continue;
    return i;
}

/* Returns the width of the place that begins with column i, with room for an error if needed. */
static int place_columns(const json_t *rates, const StudyAnswers *tables, size_t i)
{
    bool error = false;
    if (!has_unit(column_at(rates, i))) return FIGURE + ERROR;
    for (size_t j = i; j < next_place(rates, i); j++)
        for (size_t k = 0; k < tables->n; k++)
            error = error || rate_of(tables->parsed[k], column_at(rates, j)).error > 0;
    return UNIT_FIGURE + (error ? UNIT_ERROR : 0);
}

/* Adds a rate, which ends at `column`, and its error.  how: the column of columns.json. */
static void put_rate(StyledText *t, int column, const json_t *how, StudyFigure rate)
{
    bool chance = field_true(how, "chance"), unit = has_unit(how);
    double scale = chance ? 100 : 1, error = rate.error * scale;
    int digits = (int)field_int(how, "digits", chance ? 1 : 2), error_digits = digits;
    if (unit && digits == 0 && error >= 0.95)
        error_digits = 0;
    else if (unit)
        error_digits = error < 0.05 ? 2 : 1; /* never ±0.0 */
    else if (digits == 2 && error < 0.005)
        error_digits = 3; /* never ±0.00 */
    if (rate.value <= 0) {
        column_right(t, column, "–");
        return;
    }
    const char *sign = chance ? "%" : unit ? " " : "";
    column_right(t, column, "%.*f%s%s", digits, rate.value * scale, sign, field_text(how, "unit"));
    if (error > 0) study_put_error_column(t, 0, error, error_digits);
}

/* Adds a table's figure in the place that begins with column i: the first in the place that is not
 * 0. The figure ends at `column` of the screen. */
static void put_place(StyledText *t, int column, const json_t *rates, const json_t *study, size_t i)
{
    size_t last = next_place(rates, i) - 1;
    while (i < last && rate_of(study, column_at(rates, i)).value <= 0) i++;
    const json_t *how = column_at(rates, i);
    put_rate(t, column, how, rate_of(study, how));
}

/* Adds the line of a table, or of titles when study is NULL. */
static void put_line(StyledText *t, const json_t *rates, const StudyAnswers *tables,
                     const json_t *study)
{
    size_t n = json_array_size(columns_of(rates));
    int column = NAME;
    if (study)
        put_ruleset(t, study);
    else
        styled_put(t, "in an hour");
    for (size_t i = 0; i < n; i = next_place(rates, i)) {
        const json_t *how = column_at(rates, i);
        int end = column + (has_unit(how) ? UNIT_FIGURE : FIGURE);
        if (study)
            put_place(t, end, rates, study, i);
        else
            column_right(t, end, "%s", field_text(how, "title"));
        column += place_columns(rates, tables, i);
    }
    column_pad(t, column);
    styled_put(t, "  %s", study ? plan_text(study) : "doing");
}

/* Writes a table on a narrow screen: a line for each figure, with its title behind it. */
static void write_stack(const TerminalStyle *out, const json_t *rates, const json_t *study)
{
    StyledText name = {0};
    put_ruleset(&name, study);
    styled_put(&name, ": %s", plan_text(study));
    style_write(out, &name, 0, 2);
    for (size_t i = 0; i < json_array_size(columns_of(rates)); i = next_place(rates, i)) {
        const json_t *how = column_at(rates, i);
        StyledText t = {0};
        /* Without a unit the error stands behind the figure, and ends at STACKED_END. */
        put_place(&t, has_unit(how) ? STACKED_END : STACKED_END - ERROR, rates, study, i);
        column_pad(&t, STACKED_END);
        styled_put(&t, " %s", field_text(how, "title"));
        style_write_line(out, &t);
    }
}

static void write_head(const TerminalStyle *out, const json_t *rates, const json_t *study)
{
    StyledText t = {0};
    styled_put(&t, "%" PRId64 " turns of %s, played %" PRId64 " times; seed %s",
               field_int(study, "turns", 1), field_text(rates, "played"),
               field_int(study, "runs", 0), field_text(study, "seed"));
    style_write(out, &t, 0, 2);
}

static void write_legend(const TerminalStyle *out, const json_t *rates)
{
    StyledText t = {0};
    styled_tint(&t, FAINT);
    json_each (column, columns_of(rates)) {
        const char *legend = field_text(column, "legend");
        if (*legend) styled_put(&t, "%s; ", legend);
    }
    styled_put(&t, "±: a standard error");
    style_write(out, &t, 0, 2);
}

/* Writes the titles and a line for each table.  False, and writes nothing, when one is too wide. */
static bool write_lines(const TerminalStyle *out, const json_t *rates, const StudyAnswers *tables)
{
    StyledText *line = must_have(calloc(tables->n + 1, sizeof *line));
    bool fits = true;
    styled_tint(&line[0], FAINT);
    put_line(&line[0], rates, tables, NULL);
    styled_tint(&line[0], PLAIN);
    for (size_t i = 0; i < tables->n; i++) {
        put_line(&line[i + 1], rates, tables, tables->parsed[i]);
        fits = fits && line[i + 1].columns <= out->width;
    }
    for (size_t i = 0; i <= tables->n; i++) {
        if (fits) style_write_line(out, &line[i]);
        styled_free(&line[i]);
    }
    free(line);
    return fits;
}

void rates_write(const TerminalStyle *out, const json_t *rates, const StudyAnswers *tables)
{
    write_head(out, rates, tables->parsed[0]);
    fputc('\n', out->to);
    if (!write_lines(out, rates, tables)) {
        StyledText title = {0};
        styled_tinted(&title, FAINT, "in an hour");
        style_write_line(out, &title);
        for (size_t i = 0; i < tables->n; i++) write_stack(out, rates, tables->parsed[i]);
    }
    fputc('\n', out->to);
    write_legend(out, rates);
}

/* --- files --------------------------------------------------------------------------------- */

bool rates_csv(const json_t *rates, const StudyAnswers *tables, const char *file)
{
    Draft d;
    if (!csv_begin(&d, file)) return false;
    FILE *f = d.to;
    fputs("ruleset,doing", f);
    for (int error = 0; error < 2; error++)
        json_each (column, columns_of(rates)) {
            fputc(',', f);
            csv_name(f, field_text(column, error ? "csv_se" : "csv"));
        }
    fputc('\n', f);
    for (size_t k = 0; k < tables->n; k++) {
        const json_t *study = tables->parsed[k];
        AutoStyled name = {0};
        put_ruleset(&name, study);
        csv_name(f, styled_str(&name));
        fputc(',', f);
        csv_name(f, plan_text(study));
        json_each (column, columns_of(rates)) fprintf(f, ",%.6g", rate_of(study, column).value);
        json_each (column, columns_of(rates)) fprintf(f, ",%.6g", rate_of(study, column).error);
        fputc('\n', f);
    }
    return csv_end(&d, file);
}

/* Writes a panel's title.  all: false if some table has the figure 0; then plot_none says why. */
static void plot_title(FILE *f, const json_t *column, bool all)
{
    AutoStyled title = {0};
    const char *none = field_text(column, "plot_none");
    styled_put(&title, "%s", field_text(column, "plot"));
    if (!all && *none) styled_put(&title, " (%s)", none);
    styled_put(&title, ", in an hour");
    fputs("set title ", f);
    plot_quoted(f, styled_str(&title));
}

/* Draws a bar for each table, with error lines of two standard errors up and down. */
static void plot_panel(FILE *f, const StudyAnswers *tables, const json_t *column)
{
    bool all = true;
    fputs("$H << EOD\n", f);
    for (size_t i = 0; i < tables->n; i++) {
        StudyFigure figure = rate_of(tables->parsed[i], column);
        fprintf(f, "%zu %.10g %.10g\n", i, figure.value, 2 * figure.error);
        all = all && figure.value > 0;
    }
    fputs("EOD\n", f);
    plot_title(f, column, all);
    fprintf(f, "\nset yrange [0:*]\nset xrange [-0.7:%zu.7]\nset boxwidth 0.6\nset xtics (",
            tables->n - 1);
    for (size_t i = 0; i < tables->n; i++) {
        AutoStyled name = {0};
        put_ruleset(&name, tables->parsed[i]);
        fputs(i ? ", " : "", f);
        plot_quoted(f, styled_str(&name));
        fprintf(f, " %zu", i);
    }
    fputs(") font \",12\"\nset lmargin 9\nset rmargin 3\nplot $H using 1:2:3 with boxerrorbars fc "
          "rgb \"#808080\" title \"\"\n",
          f);
}

bool rates_plot(const json_t *rates, const StudyAnswers *tables, const char *file)
{
    size_t panels = 0;
    json_each (column, columns_of(rates)) panels += *field_text(column, "plot") != '\0';
    Draft d;
    FILE *f = plot_begin(&d, file, panels);
    if (f)
        json_each (column, columns_of(rates))
            if (*field_text(column, "plot")) plot_panel(f, tables, column);
    return plot_end(f, &d, file);
}
