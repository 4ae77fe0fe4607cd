/* Reads figures, makes the rows of a study, pairs those of two, and writes figures with errors. */
#include "cli/study/study_view.h"
#include "cli/term/paths.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a name; MANY_TURNS leaves room for the title "turn 100000" behind it. */
enum { NAME_MIN = 10, NAME_MANY_TURNS = 15, NAME_MAX = 20 };

/* --- figures ----------------------------------------------------------------------------- */

const json_t *study_figures_at(const StudyRow *row, int64_t turn)
{
    return json_array_get(row->by_turn, (size_t)(turn - 1));
}

StudyFigure study_figure(const json_t *figures, const char *key)
{
    char error[20];
    snprintf(error, sizeof error, "%s_se", key);
    double value = field_number(figures, key), rest = field_number(figures, "rest");
    return (StudyFigure){value, field_number(figures, error), rest > 0 ? rest : 1 - value};
}

StudyFigure study_main_figure(const StudyRow *row, RowKind kind, int64_t turn)
{
    return study_figure(row ? study_figures_at(row, turn) : NULL,
                        kind == ROW_NUMBER ? "mean" : "p");
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(StudyRow *const *)a)->name, (*(StudyRow *const *)b)->name);
}

const StudyRow *study_find(const StudyView *s, const char *name)
{
    const StudyRow key = {.name = name}, *wanted = &key;
    const StudyRow **found = bsearch(&wanted, s->by_name, s->n, sizeof *s->by_name, by_name);
    return found ? *found : NULL;
}

const json_t *study_figures_by_turn(const json_t *study, const char *measure)
{
    return field_list(json_object_get(json_object_get(study, "measures"), measure), "by_turn");
}

const char *study_house_name(const json_t *house)
{
    const char *path = name_of(house), *base = base_of(path);
    return *base ? base : path;
}

const char *study_table_name(const json_t *study, char *name, size_t room)
{
    const char *table = field_text(study, "table"), *base = base_of(table);
    snprintf(name, room, "%s", *base ? base : table);
    char *dot = strstr(name, ".lua");
    if (dot && !dot[4]) *dot = '\0'; /* only the end of a name */
    json_each (house, field_list(study, "houses")) {
        size_t n = strlen(name);
        snprintf(name + n, room - n, " + %s", study_house_name(house));
    }
    return name;
}

/* Finds bounds of the chance that a play is over by the end of a turn (counted from 0).  They
 * differ since the ways to end may exclude one another, or come together. */
static void bound_chance_over(const json_t *study, size_t turn, double *min, double *max)
{
    const json_t *until = study_figures_by_turn(study, field_text(study, "until")),
                 *nobody = field_list(json_object_get(study, "nobody"), "by_turn"),
                 *ended = field_list(json_object_get(study, "ended"), "by_turn");
    double by_event = field_number(json_array_get(until, turn), "p"),
           by_nobody = field_number(json_array_get(nobody, turn), "p"),
           by_end = field_number(json_array_get(ended, turn), "p");
    *min = fmax(by_end, fmax(by_event, by_nobody));
    *max = by_event + by_nobody + by_end;
    json_each (stuck, field_list(study, "stuck"))
        if (field_int(stuck, "turn", 0) <= (int64_t)turn + 1) *max += field_number(stuck, "p");
}

double study_turns_begun(const json_t *study)
{
    const json_t *begun = study_figures_by_turn(study, "turn");
    size_t turns = (size_t)field_int(study, "turns", 1);
    double mean = field_number(json_array_get(begun, turns - 1), "mean");
    double max = 1, min = 1; /* bounds of the mean if each line began a turn while play lasted */
    for (size_t turn = 0; turn + 1 < turns; turn++) {
        double over_min, over_max;
        bound_chance_over(study, turn, &over_min, &over_max);
        max += 1 - over_min;
        min += fmax(1 - over_max, 0);
    }
    return mean < min - 0.005 || mean > max + 0.005 ? mean : 0; /* two decimals are shown */
}

/* Reads the "values" of exact odds: each value once, in order. */
static ValueShare *exact_values(const json_t *values, size_t *n)
{
    ValueShare *v = must_have(calloc(json_array_size(values) + 1, sizeof *v));
    json_each (row, values)
        v[row_at] = (ValueShare){field_number(row, "value"), field_number(row, "p")};
    *n = json_array_size(values);
    return v;
}

static int by_value(const void *a, const void *b)
{
    const ValueShare *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Adds up a tally, a flat list of turn, value, change, to how many runs ended with each value. */
static ValueShare *counted_values(const json_t *study, const char *name, size_t *n)
{
    AutoString *key = formatted("=%s", name);
    const json_t *tally = field_list(json_object_get(study, "tallies"), key);
    size_t changes = json_array_size(tally) / 3;
    ValueShare *v = must_have(calloc(changes + 1, sizeof *v));
    double runs = (double)field_int(study, "runs", 1);
    for (size_t i = 0; i < changes; i++)
        v[i] = (ValueShare){json_number_value(json_array_get(tally, i * 3 + 1)),
                            json_number_value(json_array_get(tally, i * 3 + 2)) / runs};
    qsort(v, changes, sizeof *v, by_value);
    *n = 0;
    for (size_t i = 0; i < changes; i++)
        if (*n > 0 && v[*n - 1].value == v[i].value)
            v[*n - 1].share += v[i].share;
        else
            v[(*n)++] = v[i];
    return v;
}

ValueShare *study_distribution(const StudyView *s, const StudyRow *row, size_t *n)
{
    const json_t *values = field_list(row->measure, "values");
    return values ? exact_values(values, n) : counted_values(s->study, row->name, n);
}

/* --- rows -------------------------------------------------------------------------------- */

/* True for an event that happened exactly once in each turn of every run. */
static bool is_steady(const json_t *by_turn)
{
    json_each (row, by_turn)
        if (fabs(field_number(row, "mean") - (double)(row_at + 1)) > 1e-9 ||
            field_number(row, "mean_se") > 0)
            return false;
    return true;
}

/* Tells the kind of a measure: a race by its name, the others by what their figures have. */
static RowKind kind_of(const char *name, const json_t *by_turn)
{
    const json_t *row = json_array_get(by_turn, 0);
    if (json_object_get(row, "quantiles")) return ROW_NUMBER;
    if (strpbrk(name, "<|>")) return ROW_RACE;
    if (!json_object_get(row, "mean")) return ROW_STATE;
    return is_steady(by_turn) ? ROW_STEADY : ROW_EVENT;
}

static int by_kind_and_chance(const void *a, const void *b)
{
    const StudyRow *x = a, *y = b;
    if (x->kind != y->kind) return (int)x->kind - (int)y->kind;
    if (x->p != y->p) return x->p > y->p ? -1 : 1;
    if (x->mean != y->mean) return x->mean > y->mean ? -1 : 1;
    return strcmp(x->name, y->name);
}

void study_choose_turns(StudyView *s, int width)
{
    static const int64_t usual[] = {1, 3, 6, 12, 24, 48, 96, 240, 480, 960, 2400, 9600, 48000};
    enum { USUAL = sizeof usual / sizeof *usual };
    int max = (width - s->name_columns) / CHANCE_COLUMNS;
    if (max < 1) max = 1;
    if (max > SHOWN_TURNS_MAX) max = SHOWN_TURNS_MAX;
    int64_t all[USUAL + 1];
    int n = 0;
    /* Past three quarters of the last turn, figures would hardly differ from those of the last. */
    for (size_t i = 0; i < USUAL; i++)
        if (usual[i] < s->turns && usual[i] * 4 <= s->turns * 3) all[n++] = usual[i];
    all[n++] = s->turns;
    s->shown_count = n < max ? n : max;
    for (int i = 0; i < s->shown_count; i++) s->shown_turn[i] = all[n - s->shown_count + i];
}

char *study_title(const char *name)
{
    AutoStyled t = {0};
    for (size_t n; *name; name += n) {
        n = strcspn(name, "<,|>");
        if (n > 2 && strncmp(name + n - 2, ".0", 2) == 0) /* a member has no points left */
            styled_put(&t, "somebody at 0 %.*s", (int)n - 2, name);
        else
            styled_put_bytes(&t, name, n);
        if (strncmp(name + n, ">=", 2) == 0) {
            bool twice = strcmp(name + n, ">=2") == 0;
            styled_put(&t, twice ? " twice or more" : " %s times or more", name + n + 2);
            break;
        }
        if (name[n] == '|') {
            styled_put(&t, " given %s", name + n + 1);
            break;
        }
        if (!name[n]) break;
        styled_put(&t, name[n] == '<' ? " before " : " or ");
        n++;
    }
    return must_have(strdup(styled_str(&t)));
}

StudyView study_view(const TerminalStyle *out, const json_t *study)
{
    const char *name;
    json_t *measure, *measures = json_object_get(study, "measures");
    StudyView s = {.study = study,
                   .exact = field_true(study, "exact"),
                   .turns = field_int(study, "turns", 1),
                   .unit = study_turns_begun(study) > 0 ? "line" : "turn"};
    s.name_columns = s.turns >= 1000 ? NAME_MANY_TURNS : NAME_MIN;
    /* Names get half of the columns beyond the usual ones. */
    int max =
        NAME_MAX + (out->width > STYLE_WIDTH_USUAL ? (out->width - STYLE_WIDTH_USUAL) / 2 : 0);
    s.row = must_have(calloc(json_object_size(measures) + 1, sizeof *s.row));
    json_object_foreach (measures, name, measure) {
        const json_t *by_turn = field_list(measure, "by_turn");
        const json_t *last = json_array_get(by_turn, (size_t)(s.turns - 1));
        RowKind kind = kind_of(name, by_turn);
        /* The events of each line and each turn, unless the study waits for one of them. */
        bool of_play = strcmp(name, "said") == 0 || strcmp(name, "turn") == 0,
             is_event = kind == ROW_EVENT || kind == ROW_STEADY;
        if (of_play && is_event && !field_is(study, "until", name)) continue;
        s.row[s.n++] = (StudyRow){.name = name,
                                  .title = study_title(name),
                                  .measure = measure,
                                  .by_turn = by_turn,
                                  .kind = kind,
                                  .p = field_number(last, "p"),
                                  .mean = field_number(last, "mean")};
        AutoStyled title = {0};
        styled_put(&title, "%s", s.row[s.n - 1].title);
        /* A longer one has a line to itself. */
        if (title.columns >= s.name_columns && title.columns < max)
            s.name_columns = title.columns + 1;
    }
    qsort(s.row, s.n, sizeof *s.row, by_kind_and_chance);
    s.by_name = must_have(calloc(s.n + 1, sizeof *s.by_name));
    for (size_t i = 0; i < s.n; i++) s.by_name[i] = &s.row[i];
    qsort(s.by_name, s.n, sizeof *s.by_name, by_name);
    study_choose_turns(&s, out->width);
    return s;
}

void study_view_free(StudyView *s)
{
    for (size_t i = 0; i < s->n; i++) free(s->row[i].title);
    free(s->row);
    free(s->by_name);
    *s = (StudyView){0};
}

/* --- rows that say the same ---------------------------------------------------------------- */

/* True when all figures of two rows are equal; a missing row has only zeros. */
static bool have_same_figures(const StudyView *s, const StudyRow *x, const StudyRow *y)
{
    const json_t *tallies = json_object_get(s->study, "tallies");
    if (!x || !y) return (!x || x->mean <= 0) && (!y || y->mean <= 0);
    if (tallies) /* of a simulation: they have all that was counted */
        return json_equal(json_object_get(tallies, x->name), json_object_get(tallies, y->name));
    json_each (a, x->by_turn) {
        const json_t *b = json_array_get(y->by_turn, a_at);
        if (field_number(a, "p") != field_number(b, "p") ||
            field_number(a, "mean") != field_number(b, "mean"))
            return false;
    }
    return true;
}

/* Returns the row `plain` if it is an event, in each study just as frequent as `name`; or NULL. */
static const StudyRow *find_same_event(const StudyView *views, size_t n, const char *plain,
                                       const char *name)
{
    const StudyRow *found = NULL;
    bool is_event = false;
    for (size_t i = 0; i < n; i++) {
        const StudyRow *row = study_find(&views[i], plain);
        if (!have_same_figures(&views[i], study_find(&views[i], name), row)) return NULL;
        if (!found) found = row;
        is_event = is_event || (row && (row->kind == ROW_EVENT || row->kind == ROW_STEADY));
    }
    return is_event ? found : NULL;
}

const char *study_plainer_name(const StudyView *views, size_t n, const char *name)
{
    const char *dot = strchr(name, '.');
    if (!dot || strpbrk(name, "<|>") || field_is(views->study, "until", name)) return NULL;
    /* For "hazard.burn": the event "hazard", else the event "burn". */
    AutoString *kind = must_have(strndup(name, (size_t)(dot - name)));
    const StudyRow *row = find_same_event(views, n, kind, name);
    if (!row) row = find_same_event(views, n, dot + 1, name);
    return row ? row->name : NULL;
}

StudyPair *study_pairs(const StudyView *views, size_t n, size_t *count)
{
    const StudyView *a = &views[0], *b = n > 1 ? &views[1] : NULL;
    StudyPair *pair = must_have(calloc(a->n + (b ? b->n : 0) + 1, sizeof *pair));
    *count = 0;
    for (size_t i = 0; i < a->n; i++) {
        const StudyRow *row = &a->row[i];
        pair[(*count)++] = (StudyPair){{row, b ? study_find(b, row->name) : NULL}, row};
    }
    for (size_t i = 0; b && i < b->n; i++)
        if (!study_find(a, b->row[i].name))
            pair[(*count)++] = (StudyPair){{NULL, &b->row[i]}, &b->row[i]};
    return pair;
}

/* --- how figures are written ---
 *
 * The columns of a table are decided in study_report.c and compare.c, and by study_choose_turns,
 * which chooses the turns that get a column. */

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

void study_put_inline(StyledText *t, const json_t *figures, const char *key)
{
    StudyFigure f = study_figure(figures, key);
    styled_put(t, "%.2f", f.value);
    if (f.error > 0) study_put_error(t, f.error, f.error < 0.005 ? 3 : 2); /* never ±0.00 */
}

/* One decimal.  An exact chance that would read 0.0% or 100.0% gets two digits or three decimals; a
 * simulated one has its error beside it, which is larger. */
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

/* Adds a chance in percent with its error, which end at `column`. */
static void put_chance(StyledText *t, const StudyView *s, int column, StudyFigure p)
{
    StyledText percent = {0};
    study_put_percent(&percent, p, s->exact);
    column_right(t, column - ERROR_COLUMNS, "%s", styled_str(&percent));
    styled_free(&percent);
    /* None, or 0.1% or more when rounded; from 10% on without a decimal. */
    if (p.error <= 0 || p.error >= 0.00095) {
        study_put_error_column(t, column, p.error * 100, p.error >= 0.0995 ? 0 : 1);
        return;
    }
    styled_tinted(t, FAINT, " ±.%02.0f", fmax(p.error * 1e4, 1)); /* as wide as ±0.1 */
    column_pad(t, column);
}

int study_digits(double mean)
{
    return fabs(mean) < 10 ? 2 : fabs(mean) < 1000 ? 1 : 0; /* three or four digits in all */
}

void study_put_mean(StyledText *t, int column, StudyFigure mean)
{
    int digits = study_digits(mean.value), error_digits = 2;
    if (digits < 2 && mean.error >= 0.05) error_digits = 1;
    if (mean.error < 0.005 && mean.error > 0) error_digits = 3; /* never ±0.00 */
    column_right(t, column - ERROR_COLUMNS, "%.*f", digits, mean.value);
    study_put_error_column(t, column, mean.error, error_digits);
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
    styled_put(t, d == floor(d) && fabs(d) < 1e15 ? "%.0f" : "%.3g", d); /* 1e15: still exact */
}

void study_put_quantile(StyledText *t, const json_t *figures, const char *name)
{
    double error = field_number(json_object_get(figures, "quantiles_se"), name);
    study_put_number(t, field_number(json_object_get(figures, "quantiles"), name));
    if (error >= 0.005) study_put_error(t, error, error < 0.095 ? 2 : 1);
}

void study_put_plan(StyledText *t, const json_t *study)
{
    const char *policy = field_text(study, "policy");
    if (*policy) {
        styled_put(t, "by %s", policy);
        return;
    }
    styled_put(t, "of '");
    json_each (line, field_list(study, "plan"))
        styled_put(t, "%s%s", line_at ? "; " : "", name_of(line));
    styled_put(t, "'");
}
