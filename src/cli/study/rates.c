/* Any number of tables, a line each: what an hour of play brings.  compare.h shows the file that
 * says what is counted. */
#include "cli/study/compare.h"
#include "cli/study/csv.h"
#include "cli/study/plot.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns: of a name, with a blank behind it; of a figure and its error; of one with a unit; of the
 * error of that.  STACKED: where figures end on a screen too narrow for a line for each table. */
enum { NAME = 17, FIGURE = 7, ERROR = 6, WITH_UNIT = 10, UNIT_ERROR = 5, STACKED = 12 };

json_t *rates_read(const char *path)
{
    json_error_t wrong;
    json_t *file = json_load_file(path, 0, &wrong);
    if (!file) styled_say(stderr, "%s:%d: %s\n", path, wrong.line, wrong.text);
    return file;
}

void rates_free(RateTable *r)
{
    for (size_t i = 0; i < r->n; i++) {
        free(r->row[i].name);
        free(r->row[i].doing);
        free(r->row[i].figure);
    }
    free(r->row);
    json_decref(r->file);
}

static const json_t *columns_of(const RateTable *r)
{
    return field_list(r->file, "columns");
}

/* --- figures ------------------------------------------------------------------------------- */

static RateFigure figure_at(const json_t *study, const char *name, int64_t turn, const char *key,
                            const char *error)
{
    const json_t *rows =
        field_list(json_object_get(json_object_get(study, "measures"), name), "by_turn");
    const json_t *figures = json_array_get(rows, (size_t)turn - 1);
    return (RateFigure){study_figure(figures, key), study_figure(figures, error)};
}

/* A ratio of two means; its error by the delta method (Casella and Berger, Statistical Inference,
 * 5.5.4), as if the two were independent. */
static RateFigure each_hour(RateFigure count, RateFigure hours)
{
    double rate = count.mean / hours.mean;
    return (RateFigure){rate, hypot(count.error, rate * hours.error) / hours.mean};
}

void rates_add(RateTable *r, const char *name, const json_t *study)
{
    const json_t *columns = columns_of(r), *column;
    int64_t turns = field_int(study, "turns", 1);
    RateFigure hours = figure_at(study, "hours", turns, "mean", "mean_se");
    double an_hour = (double)turns / hours.mean; /* turns that make an hour */
    int64_t first_hour = an_hour < 1               ? 1
                         : an_hour > (double)turns ? turns
                                                   : (int64_t)(an_hour + 0.5);
    const char *line = json_string_value(json_array_get(field_list(study, "plan"), 0));
    size_t i;
    RateRow row = {.name = must_have(strdup(name)),
                   .doing = must_have(strdup(line ? line : field_text(study, "policy"))),
                   .figure = must_have(calloc(json_array_size(columns) + 1, sizeof *row.figure))};
    json_array_foreach (columns, i, column) {
        const char *of = field_text(column, "of");
        row.figure[i] = field_true(column, "chance")
                            ? figure_at(study, of, first_hour, "p", "p_se")
                            : each_hour(figure_at(study, of, turns, "mean", "mean_se"), hours);
    }
    r->row = must_have(realloc(r->row, (r->n + 1) * sizeof *r->row));
    r->row[r->n++] = row;
}

/* --- the table ----------------------------------------------------------------------------- */

static bool same_title(const RateTable *r, size_t i, size_t j)
{
    const json_t *one = json_array_get(columns_of(r), i), *other = json_array_get(columns_of(r), j);
    return one && other && strcmp(field_text(one, "title"), field_text(other, "title")) == 0;
}

/* The first column after those that share the place of column i. */
static size_t next_place(const RateTable *r, size_t i)
{
    size_t next = i + 1;
    while (same_title(r, i, next)) next++;
    return next;
}

/* Width of the place that begins with column i, its error included. */
static int place_columns(const RateTable *r, size_t i)
{
    bool error = false;
    if (!*field_text(json_array_get(columns_of(r), i), "unit")) return FIGURE + ERROR;
    for (size_t j = i; j < next_place(r, i); j++)
        for (size_t k = 0; k < r->n; k++) error = error || r->row[k].figure[j].error > 0;
    return WITH_UNIT + (error ? UNIT_ERROR : 0);
}

static void put_with_unit(StyledText *t, int column, const json_t *how, RateFigure f)
{
    int digits = (int)field_int(how, "digits", 2);
    column_right(t, column, "%.*f %s", digits, f.mean, field_text(how, "unit"));
    styled_tint(t, FAINT);
    if (f.error > 0)
        styled_put(t, " ±%.*f",
                   digits == 0 && f.error >= 0.95 ? 0
                   : f.error < 0.05               ? 2
                                                  : 1,
                   f.error);
    styled_tint(t, PLAIN);
}

static void put_plain(StyledText *t, int column, const json_t *how, RateFigure f)
{
    bool chance = field_true(how, "chance");
    double scale = chance ? 100 : 1;
    int digits = (int)field_int(how, "digits", chance ? 1 : 2);
    if (f.mean <= 0) {
        column_right(t, column, "–");
        return;
    }
    column_right(t, column, "%.*f%s", digits, f.mean * scale, chance ? "%" : "");
    styled_tint(t, FAINT);
    study_put_error(t, f.error * scale, digits == 2 && f.error < 0.005 ? 3 : digits);
    styled_tint(t, PLAIN);
}

/* Writes what a table has in the place that begins with column i, ending at that column. */
static void put_place(StyledText *t, int column, const RateTable *r, const RateRow *row, size_t i)
{
    size_t last = next_place(r, i) - 1;
    while (i < last && row->figure[i].mean <= 0) i++;
    const json_t *how = json_array_get(columns_of(r), i);
    if (*field_text(how, "unit"))
        put_with_unit(t, column, how, row->figure[i]);
    else
        put_plain(t, column, how, row->figure[i]);
}

/* The line of a table; of NULL, the titles. */
static void put_line(StyledText *t, const RateTable *r, const RateRow *row)
{
    size_t n = json_array_size(columns_of(r));
    int column = NAME;
    styled_clean(t, row ? row->name : "in an hour");
    for (size_t i = 0; i < n; i = next_place(r, i)) {
        const json_t *how = json_array_get(columns_of(r), i);
        int end = column + (*field_text(how, "unit") ? WITH_UNIT : FIGURE);
        if (row)
            put_place(t, end, r, row, i);
        else
            column_right(t, end, "%s", field_text(how, "title"));
        column += place_columns(r, i);
        if (next_place(r, i) >= n) column_pad(t, column);
    }
    styled_put(t, "  ");
    styled_clean(t, row ? row->doing : "doing");
}

/* Where there is no room for columns: a line for each figure, its title behind it. */
static void write_stack(const TerminalStyle *out, const RateTable *r, const RateRow *row)
{
    StyledText name = {0};
    styled_clean(&name, row->name);
    styled_put(&name, ": ");
    styled_clean(&name, row->doing);
    paragraph_end(out, &name, false, 2);
    for (size_t i = 0; i < json_array_size(columns_of(r)); i = next_place(r, i)) {
        const json_t *how = json_array_get(columns_of(r), i);
        bool unit = *field_text(how, "unit");
        StyledText t = {0};
        put_place(&t, unit ? STACKED : STACKED - ERROR, r, row, i);
        if (unit)
            styled_put(&t, " ");
        else
            column_pad(&t, STACKED + 1);
        styled_clean(&t, field_text(how, "title"));
        line_end(out, &t);
    }
}

static bool fits(const TerminalStyle *out, const RateTable *r)
{
    bool fit = true;
    for (size_t i = 0; i < r->n; i++) {
        StyledText t = {0};
        put_line(&t, r, &r->row[i]);
        fit = fit && t.columns <= out->width;
        styled_free(&t);
    }
    return fit;
}

void rates_write(const TerminalStyle *out, const RateTable *r, int64_t turns, int64_t runs,
                 const char *seed)
{
    bool wide = fits(out, r);
    const json_t *column;
    size_t i;
    StyledText head = {0}, titles = {0}, legend = {0};
    styled_put(&head, "%" PRId64 " turns of ", turns);
    styled_clean(&head, field_text(r->file, "played"));
    styled_put(&head, ", played %" PRId64 " times; seed ", runs);
    styled_clean(&head, seed);
    paragraph_end(out, &head, false, 2);
    fputc('\n', out->to);
    styled_tint(&titles, FAINT);
    if (wide)
        put_line(&titles, r, NULL);
    else
        styled_put(&titles, "in an hour");
    styled_tint(&titles, PLAIN);
    line_end(out, &titles);
    for (i = 0; i < r->n; i++) {
        StyledText t = {0};
        if (wide) {
            put_line(&t, r, &r->row[i]);
            line_end(out, &t);
        } else {
            write_stack(out, r, &r->row[i]);
        }
    }
    fputc('\n', out->to);
    styled_tint(&legend, FAINT);
    json_array_foreach (columns_of(r), i, column) {
        styled_clean(&legend, field_text(column, "legend"));
        if (*field_text(column, "legend")) styled_put(&legend, "; ");
    }
    styled_put(&legend, "±: a standard error");
    styled_tint(&legend, PLAIN);
    paragraph_end(out, &legend, false, 2);
}

/* --- files --------------------------------------------------------------------------------- */

bool rates_csv(const RateTable *r, const char *path)
{
    FILE *f = fopen(path, "w");
    const json_t *columns = columns_of(r), *column;
    size_t i, n = json_array_size(columns);
    if (f) {
        fputs("ruleset,doing", f);
        for (int error = 0; error < 2; error++)
            json_array_foreach (columns, i, column) {
                fputc(',', f);
                csv_name(f, field_text(column, error ? "csv_se" : "csv"));
            }
        fputc('\n', f);
        for (i = 0; i < r->n; i++) {
            csv_name(f, r->row[i].name);
            fputc(',', f);
            csv_name(f, r->row[i].doing);
            for (size_t j = 0; j < n; j++) fprintf(f, ",%.6g", r->row[i].figure[j].mean);
            for (size_t j = 0; j < n; j++) fprintf(f, ",%.6g", r->row[i].figure[j].error);
            fputc('\n', f);
        }
        if (fclose(f) == 0) return true;
    }
    styled_say(stderr, "%s: %s\n", path, strerror(errno));
    return false;
}

/* A bar for each table; the lines on it are two standard errors up and down. */
static void plot_panel(FILE *f, const RateTable *r, size_t nth)
{
    const json_t *column = json_array_get(columns_of(r), nth);
    bool all = true;
    fputs("$H << EOD\n", f);
    for (size_t i = 0; i < r->n; i++) {
        RateFigure figure = r->row[i].figure[nth];
        fprintf(f, "%zu %.10g %.10g\n", i, figure.mean, 2 * figure.error);
        all = all && figure.mean > 0;
    }
    StyledText title = {0};
    styled_clean(&title, field_text(column, "plot"));
    if (!all && *field_text(column, "plot_none")) {
        styled_put(&title, " (");
        styled_clean(&title, field_text(column, "plot_none"));
        styled_put(&title, ")");
    }
    styled_put(&title, ", in an hour");
    fputs("EOD\nset title ", f);
    plot_quoted(f, styled_str(&title));
    styled_free(&title);
    fprintf(f, "\nset yrange [0:*]\nset xrange [-0.7:%zu.7]\nset boxwidth 0.6\nset xtics (",
            r->n - 1);
    for (size_t i = 0; i < r->n; i++) {
        fputs(i ? ", " : "", f);
        plot_quoted(f, r->row[i].name);
        fprintf(f, " %zu", i);
    }
    fputs(") font \",12\"\nset lmargin 9\nset rmargin 3\nplot $H using 1:2:3 with boxerrorbars fc "
          "rgb \"#808080\" title \"\"\n",
          f);
}

bool rates_plot(const RateTable *r, const char *path)
{
    const json_t *column;
    size_t i, panels = 0;
    json_array_foreach (columns_of(r), i, column) panels += *field_text(column, "plot") != '\0';
    FILE *f = plot_begin(path, panels);
    if (f)
        json_array_foreach (columns_of(r), i, column)
            if (*field_text(column, "plot")) plot_panel(f, r, i);
    return plot_end(f, path);
}
