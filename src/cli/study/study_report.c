/* Reports one study: names, chances at some turns, mean counts, and how each chance grows.  The
 * table fits 80 columns; a wider screen has only wider names and longer bars. */
#include "cli/study/histogram.h"
#include "cli/study/study_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_COLUMNS = 14 };                /* of a mean count with its error */
enum { GROWTH_MIN = 4, GROWTH_MAX = 24 };   /* columns for how a chance grows; fewer show nothing */
enum { FRACTION_MAX = 24 };                 /* bytes of a fraction within a sentence */
enum { QUESTIONS_MAX = 10, ROLLS_MAX = 8 }; /* named in a list; the others are counted */
enum { BARS_MAX = 12 };                     /* values of a number that are drawn or listed */

/* --- without a limit of turns ---
 *
 * Exact odds of which of two events comes first and which of several ends a play, and the fractions
 * of these. */

static const json_t *ever_of(const StudyRow *row)
{
    return row ? json_object_get(row->measure, "ever") : NULL;
}

/* Writes the chance that each race is ever won; and, if --until names several events, the chance of
 * each to be the one that comes. */
static void write_ever_chances(const TerminalStyle *out, const StudyView *s)
{
    const char *until = field_text(s->study, "until");
    bool several = strchr(until, ','), any = false;
    for (size_t i = 0; i < s->n; i++) {
        const StudyRow *row = &s->row[i];
        const json_t *ever = ever_of(row);
        StyledText t = {0};
        bool ends = several && has_word(until, row->name, strlen(row->name));
        if (!ever || !(strchr(row->name, '<') || ends)) continue;
        if (!any) fputs("\nwithout a limit of turns\n", out->to);
        any = true;
        styled_put(&t, "%s", row->title);
        column_pad(&t, s->name_columns);
        if (t.columns > s->name_columns) styled_put(&t, "  "); /* a long name */
        StudyFigure p = {field_number(ever, "p"), 0, field_number(ever, "never")};
        study_put_figure(&t, s, s->name_columns + CHANCE_COLUMNS, ROW_EVENT, p);
        if (json_object_get(ever, "mean")) { /* "41.7% in turn 3.55 on average" */
            styled_put(&t, "  in %s ", s->unit);
            study_put_inline(&t, ever, "mean");
            styled_put(&t, " on average");
        }
        style_write_line(out, &t);
    }
}

/* Writes chances without a limit of turns as fractions; 0 and 1 are left out. */
static void write_ever_fractions(const TerminalStyle *out, const StudyView *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        const StudyRow *row = &s->row[i];
        const char *fraction = field_text(ever_of(row), "fraction");
        StyledText t = {0};
        /* Without a / it is 0 or 1, which percentages say as well. */
        if (!strchr(fraction, '/') || study_plainer_name(s, 1, row->name)) continue;
        if (!any) fputs("\nas fractions, without a limit of turns\n", out->to);
        any = true;
        styled_put(&t, "%s", row->title);
        column_pad(&t, s->name_columns);
        styled_put(&t, "  %s", fraction);
        style_write(out, &t, 0, 2);
    }
}

/* --- the head ---------------------------------------------------------------------------- */

/* Adds the line of --otherwise, unless it is the whole plan. */
static void put_otherwise(StyledText *t, const json_t *study)
{
    const json_t *plan = field_list(study, "plan");
    const char *otherwise = field_text(study, "otherwise");
    bool is_plan =
        json_array_size(plan) == 1 && strcmp(name_of(json_array_get(plan, 0)), otherwise) == 0;
    if (*otherwise && !is_plan) styled_put(t, ", otherwise '%s'", otherwise);
}

/* Adds a number with commas: 12,660. */
static void put_thousands(StyledText *t, int64_t n)
{
    if (n >= 1000) {
        put_thousands(t, n / 1000);
        styled_put(t, ",%03" PRId64, n % 1000);
    } else {
        styled_put(t, "%" PRId64, n);
    }
}

/* Adds how many runs were played, or that the odds are exact. */
static void put_effort(StyledText *t, const json_t *study)
{
    const json_t *spans = field_list(study, "spans");
    int64_t runs = field_int(study, "runs", 1),
            from = json_integer_value(json_array_get(json_array_get(spans, 0), 0));
    if (field_true(study, "exact")) {
        styled_put(t, ", exactly");
        /* The chance of all plays that were given up since they roll on and on
         * (cell/study/path_enumerator.h).  It is at most 10^-N, since N is rounded down. */
        double remainder = field_number(study, "remainder");
        if (remainder > 0) styled_put(t, " but for 1 in 10^%d", (int)floor(-log10(remainder)));
        styled_put(t, " (");
        put_thousands(t, field_int(study, "states", 0));
        styled_put(t, " states)");
        return;
    }
    styled_put(t, ", %" PRId64 " run%s, seed %s", runs, runs == 1 ? "" : "s",
               field_text(study, "seed"));
    bool gaps = json_array_size(spans) != 1;
    if (gaps || from != 1)
        styled_put(t, ", from run %" PRId64 " on%s", from, gaps ? ", with gaps" : "");
}

void study_write_head(const TerminalStyle *out, const json_t *study, const char *letter)
{
    StyledText t = {0};
    int64_t turns = field_int(study, "turns", 1);
    double begun = study_turns_begun(study);
    styled_put(&t, "%s", letter);
    styled_tinted(&t, STRONG, "%s", field_text(study, "table"));
    json_each (house, field_list(study, "houses")) styled_put(&t, " + %s", study_house_name(house));
    styled_put(&t, ": %" PRId64 " %s%s ", turns, begun > 0 ? "line" : "turn",
               turns == 1 ? "" : "s");
    study_put_plan(&t, study);
    put_otherwise(&t, study);
    if (begun > 0) { /* how many turns of the game the lines took */
        const json_t *rows = study_figures_by_turn(study, "turn");
        styled_put(&t, ", ");
        study_put_inline(&t, json_array_get(rows, json_array_size(rows) - 1), "mean");
        styled_put(&t, " turns on average");
    }
    if (*field_text(study, "until")) {
        AutoString *until = study_title(field_text(study, "until"));
        styled_put(&t, ", until %s", until);
    }
    put_effort(&t, study);
    if (*field_text(study, "too_many") && field_int(study, "asked", 0) > 0)
        styled_put(&t, ": %" PRId64 " were asked for, and the rest is too much to weigh",
                   field_int(study, "asked", 0));
    else if (*field_text(study, "too_many"))
        styled_put(&t, ": the turns after these are too much to weigh");
    else if (field_true(study, "stopped"))
        styled_put(&t, " (stopped early)");
    style_write(out, &t, 0, *letter ? (int)strlen(letter) : 2);
}

void study_write_legend(const TerminalStyle *out, const StudyView *s, const char *before)
{
    StyledText t = {0};
    if (s->exact && !*before) return;
    styled_tinted(&t, FAINT, "%s%s%s", before, *before && !s->exact ? "; " : "",
                  s->exact ? "" : "±: a standard error");
    fputc('\n', out->to);
    style_write(out, &t, 0, 2);
}

/* --- what could not be done -------------------------------------------------------------- */

/* Adds "12.5% ±1.2 of plays"; "less than 0.0001% of plays" where no digit would be left. */
static void put_share(StyledText *t, const json_t *row)
{
    StudyFigure p = study_figure(row, "p");
    int digits = p.value < 0.001 ? 4 : 1;
    if (p.value >= 1) {
        styled_put(t, "every play");
        return;
    }
    if (p.value * 100 < 0.00005)
        styled_put(t, "less than 0.0001%%");
    else
        styled_put(t, "%.*f%%", digits, p.value * 100);
    if (p.error > 0) study_put_error(t, p.error * 100, digits);
    styled_put(t, " of plays");
}

/* Writes the share of plays that end in a state, "midturn" or "nobody", if any do. */
static void write_end_state(const TerminalStyle *out, const json_t *study, const char *key,
                            const char *sentence)
{
    const json_t *rows = field_list(json_object_get(study, key), "by_turn");
    const json_t *last = json_array_get(rows, json_array_size(rows) - 1);
    StyledText t = {0};
    if (field_number(last, "p") <= 0) return;
    styled_put(&t, "In ");
    put_share(&t, last);
    styled_put(&t, " %s", sentence);
    style_write(out, &t, 0, 2);
}

/* Names the dice rolled before the plays began, which are the same in each. */
static void write_rolled(const TerminalStyle *out, const json_t *study)
{
    const json_t *list = field_list(study, "rolled");
    size_t n = json_array_size(list);
    StyledText t = {0};
    json_each (roll, list) {
        if (roll_at == ROLLS_MAX) break;
        const char *reason = field_text(roll, "for");
        styled_put(&t,
                   roll_at ? ", " : "Rolled before the first turn, and the same in every play: ");
        styled_put(&t, "%s = %" PRId64 "%s%s", field_text(roll, "die"), field_int(roll, "total", 0),
                   *reason ? " for " : "", reason);
    }
    if (n > ROLLS_MAX) styled_put(&t, " and %zu more", n - ROLLS_MAX);
    if (n > 0) styled_put(&t, "  ('sconce odds --weigh-start' weighs %s.)", n > 1 ? "them" : "it");
    if (field_true(study, "weighed_start"))
        styled_put(&t, "What is rolled before the first turn is weighed, too.");
    if (t.columns) style_write(out, &t, 0, 2);
}

void study_write_no_party(const TerminalStyle *out, const json_t *study)
{
    StyledText t = {0};
    const char *line = field_text(study, "no_party");
    if (!*line) return;
    styled_put(&t, "Nobody is in the party, so one member without a name plays. For a party:");
    style_write(out, &t, 0, 2);
    styled_put(&t, "--first \"%s\"", line);
    style_write(out, &t, 2, 2);
}

void study_write_undone(const TerminalStyle *out, const json_t *study)
{
    write_rolled(out, study);
    write_end_state(
        out, study, "midturn",
        "the last turn is not over: it waits for another line, and its time has not passed yet.");
    write_end_state(out, study, "ended", "it is over in the end.");
    write_end_state(out, study, "nobody", "nobody is left in the end.");
    json_each (row, field_list(study, "stuck")) {
        StyledText t = {0};
        styled_put(&t, "From turn %" PRId64 " on nothing of the plan could be done in ",
                   field_int(row, "turn", 0));
        put_share(&t, row);
        styled_put(&t, ", which end there: %s", field_text(row, "reason"));
        if (!*field_text(study, "otherwise") && !*field_text(study, "policy"))
            styled_put(&t, "  (--otherwise LINE goes on.)");
        style_write(out, &t, 0, 2);
    }
    json_each (row, field_list(study, "passed")) {
        StyledText t = {0};
        styled_put(&t, "'%s' was passed over ", field_text(row, "line"));
        study_put_inline(&t, row, "mean");
        styled_put(&t, " times a play, from turn %" PRId64 " on: %s", field_int(row, "turn", 0),
                   field_text(row, "reason"));
        style_write(out, &t, 0, 2);
    }
}

static int by_mean(const void *a, const void *b)
{
    const json_t *x = *(const json_t *const *)a, *y = *(const json_t *const *)b;
    double d = field_number(y, "mean") - field_number(x, "mean");
    return d > 0 ? 1 : d < 0 ? -1 : strcmp(field_text(x, "question"), field_text(y, "question"));
}

void study_write_defaults(const TerminalStyle *out, const json_t *study, const char *letter)
{
    const json_t *list = field_list(study, "defaults");
    size_t n = json_array_size(list);
    if (n == 0) return;
    const json_t **row = must_have(calloc(n, sizeof *row));
    StyledText t = {0};
    for (size_t i = 0; i < n; i++) row[i] = json_array_get(list, i);
    qsort(row, n, sizeof *row, by_mean);
    styled_put(&t, "%s%snswered by default (times a play): ", letter, *letter ? "a" : "A");
    for (size_t i = 0; i < n && i < QUESTIONS_MAX; i++) {
        const char *answer = field_text(row[i], "answer");
        styled_put(&t, "%s%s ", i ? ", " : "", field_text(row[i], "question"));
        if (*answer) styled_put(&t, "'%s' ", answer);
        study_put_inline(&t, row[i], "mean");
    }
    if (n > QUESTIONS_MAX) styled_put(&t, " and %zu more", n - QUESTIONS_MAX);
    fputc('\n', out->to);
    write_folded(out, &t, 0, *letter ? (int)strlen(letter) : 2);
    free(row);
}

/* --- events ------------------------------------------------------------------------------ */

/* Returns the column where mean counts end. */
static int count_end(const StudyView *s)
{
    return s->name_columns + s->shown_count * CHANCE_COLUMNS + COUNT_COLUMNS;
}

static bool counts_fit(const TerminalStyle *out, const StudyView *s)
{
    return count_end(s) <= out->width;
}

/* Returns the columns for the growth of a chance, behind the mean count; 0: too few are left. */
static int growth_columns(const TerminalStyle *out, const StudyView *s)
{
    int room = out->width - count_end(s) - 1;
    int64_t max = s->turns < GROWTH_MAX ? s->turns : GROWTH_MAX;
    return room < GROWTH_MIN ? 0 : room < max ? room : (int)max;
}

/* Writes the titles of the columns, above rows of this kind. */
static void write_titles(const TerminalStyle *out, const StudyView *s, RowKind kind)
{
    StyledText t = {0};
    bool is_state = kind == ROW_STATE;
    styled_tint(&t, FAINT);
    styled_put(&t, is_state ? "at the end of" : "by the end of");
    study_put_turns(&t, s, s->name_columns);
    if (counts_fit(out, s)) column_right(&t, count_end(s), is_state ? "" : "times a play");
    if (s->turns > 1 && growth_columns(out, s) >= 7 /* "by turn" */)
        styled_put(&t, " by %s", s->unit);
    style_write_line(out, &t);
}

/* Adds small bars that show how a chance grows. */
static void put_growth(StyledText *t, const StudyRow *row, int columns)
{
    size_t n = json_array_size(row->by_turn);
    double *p = must_have(calloc(n + 1, sizeof *p));
    json_each (turn, row->by_turn) p[turn_at] = field_number(turn, "p");
    styled_put(t, " ");
    styled_tint(t, FACE);
    histogram_sparkline(t, p, n, columns);
    styled_tint(t, PLAIN);
    free(p);
}

/* Writes a row: its chances, its mean count, and how the chance grows. */
static void write_chances(const TerminalStyle *out, const StudyView *s, const StudyRow *row)
{
    StyledText t = {0};
    int growth = growth_columns(out, s);
    study_put_row(out, &t, s, row);
    if (counts_fit(out, s)) {
        if (row->kind == ROW_EVENT)
            study_put_mean(&t, count_end(s), study_figure(study_figures_at(row, s->turns), "mean"));
        column_pad(&t, count_end(s));
    }
    if (growth > 0 && s->turns > 1) put_growth(&t, row, growth);
    style_write_line(out, &t);
}

/* Writes the rows of one kind, with titles unless `titled`.  False: there are none. */
static bool write_rows(const TerminalStyle *out, const StudyView *s, RowKind kind, bool titled)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        const StudyRow *row = &s->row[i];
        if (row->kind != kind || (kind == ROW_EVENT && study_plainer_name(s, 1, row->name)))
            continue;
        if (!any) fputc('\n', out->to);
        if (!any && !titled) write_titles(out, s, kind);
        any = true;
        write_chances(out, s, row);
    }
    return any;
}

static void write_steady(const TerminalStyle *out, const StudyView *s)
{
    StyledText t = {0};
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].kind != ROW_STEADY) continue;
        styled_put(&t, "%s%s", t.n ? ", " : "every turn: ", s->row[i].name);
    }
    if (t.n) style_write(out, &t, 0, 2);
}

void study_write_merged_names(const TerminalStyle *out, const StudyView *views, size_t n)
{
    StyledText t = {0};
    size_t count;
    StudyPair *pair = study_pairs(views, n, &count);
    for (size_t i = 0; i < count; i++) {
        const StudyRow *row = pair[i].any;
        const char *plain = row->kind == ROW_EVENT ? study_plainer_name(views, n, row->name) : NULL;
        if (!plain) continue;
        styled_put(&t, "%s%s and %s", t.n ? ", " : "always together: ", plain, row->title);
    }
    if (t.n) write_folded(out, &t, 0, 2);
    free(pair);
}

/* --- numbers ------------------------------------------------------------------------------- */

/* Writes a bar for each value in the last turn, if they are few. */
static void write_distribution(const TerminalStyle *out, const StudyView *s, const StudyRow *row)
{
    size_t n, shown = 0; /* shown: values that occur, also those beyond BARS_MAX */
    ValueShare *v = study_distribution(s, row, &n);
    double runs = (double)field_int(s->study, "runs", 1);
    Bar head = {.label = "in the end", .figure = "%"}, bar[BARS_MAX] = {0};
    for (size_t i = 0; i < n; i++) {
        AutoStyled value = {0};
        double share = v[i].share;
        if (share <= 1e-9 /* rounding */ || shown++ >= BARS_MAX) continue;
        Bar *b = &bar[shown - 1];
        study_put_number(&value, v[i].value);
        snprintf(b->label, sizeof b->label, "%s", styled_str(&value));
        snprintf(b->figure, sizeof b->figure, "%.1f", share * 100);
        if (!s->exact) /* the binomial standard error, as for any chance */
            snprintf(b->right, sizeof b->right, "±%.1f", sqrt(share * (1 - share) / runs) * 100);
        b->share = share;
        b->tint = FACE;
    }
    if (shown > 1 && shown <= BARS_MAX) histogram_bars(out, &head, bar, shown);
    free(v);
}

static void put_range(StyledText *t, const json_t *figures, const char *low, const char *high)
{
    study_put_quantile(t, figures, low);
    styled_put(t, " … ");
    study_put_quantile(t, figures, high);
}

/* Writes a number: its means, its quantiles, and its distribution. */
static void write_number(const TerminalStyle *out, const StudyView *s, const StudyRow *row)
{
    StyledText t = {0}, spread = {0};
    const json_t *last = study_figures_at(row, s->turns);
    study_put_row(out, &t, s, row);
    style_write_line(out, &t);
    styled_put(&spread, "median ");
    study_put_quantile(&spread, last, "p50");
    styled_put(&spread, s->exact ? ", half of all " : ", half of all runs ");
    put_range(&spread, last, "p25", "p75");
    styled_put(&spread, ", nine in ten ");
    put_range(&spread, last, "p5", "p95");
    styled_put(&spread, ", 95%% at most ");
    study_put_quantile(&spread, last, "p95");
    write_folded(out, &spread, 2, 4); /* as wide as the table */
    write_distribution(out, s, row);
}

static void write_numbers(const TerminalStyle *out, const StudyView *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        if (s->row[i].kind != ROW_NUMBER) continue;
        fputc('\n', out->to);
        if (!any) {
            StyledText t = {0};
            styled_tint(&t, FAINT);
            styled_put(&t, "mean after");
            study_put_turns(&t, s, s->name_columns);
            style_write_line(out, &t);
        }
        any = true;
        write_number(out, s, &s->row[i]);
    }
}

/* --- until, and fractions ------------------------------------------------------------------ */

/* Adds " comes in these 6 turns (66.5%)", of the event of --until. */
static void put_share_by_end(StyledText *t, const StudyView *s, const StudyRow *row)
{
    StudyFigure p = study_main_figure(row, row->kind, s->turns);
    if (s->turns == 1)
        styled_put(t, " comes in this %s (", s->unit);
    else
        styled_put(t, " comes in these %" PRId64 " %ss (", s->turns, s->unit);
    study_put_percent(t, p, s->exact);
    if (p.error > 0) study_put_error(t, p.error * 100, 1);
    styled_put(t, ")");
}

/* Writes when the event of --until happens: "If dark comes in these 6 turns (66.5%), it comes in
 * turn 3.15 on average, give or take 1.5: half of them by turn 3, nine in ten in turns 1 to 6." */
static void write_until(const TerminalStyle *out, const StudyView *s)
{
    const StudyRow *row = study_find(s, field_text(s->study, "until"));
    const json_t *first = row ? json_object_get(row->measure, "first") : NULL;
    StyledText t = {0};
    if (!first) return;
    const json_t *ever = json_object_get(row->measure, "ever");
    bool always = ever ? field_number(ever, "never") <= 0
                       : study_main_figure(row, row->kind, s->turns).rest <= 1e-11; /* rounding */
    fputc('\n', out->to);
    if (!always) styled_put(&t, "If ");
    styled_put(&t, "%s", row->title);
    if (!always && ever)
        styled_put(&t, " ever comes (%.3g%%)", field_number(ever, "p") * 100);
    else if (!always)
        put_share_by_end(&t, s, row);
    styled_put(&t, "%s comes in %s ", always ? "" : ", it", s->unit);
    study_put_inline(&t, first, "mean");
    styled_put(&t, " on average");
    const char *fraction = field_text(first, "mean_fraction");
    if (*fraction && strlen(fraction) <= FRACTION_MAX && (!ever || always))
        styled_put(&t, " (%s)", fraction);
    if (json_is_number(json_object_get(first, "sd"))) { /* null for a single run */
        styled_put(&t, ", give or take ");
        study_put_inline(&t, first, "sd");
    }
    if (json_object_get(first, "quantiles")) {
        styled_put(&t, ": half of them by %s ", s->unit);
        study_put_quantile(&t, first, "p50");
        styled_put(&t, ", nine in ten in %ss ", s->unit);
        study_put_quantile(&t, first, "p5");
        styled_put(&t, " to ");
        study_put_quantile(&t, first, "p95");
    }
    styled_put(&t, ".");
    style_write(out, &t, 0, 2);
}

/* Adds the distribution of a number in the last turn, if it has few values: " (0: 1/3, 1: 2/3)". */
static void put_value_fractions(StyledText *t, const StudyRow *row)
{
    const json_t *values = field_list(row->measure, "values");
    size_t n = json_array_size(values);
    if (n < 2 || n > BARS_MAX) return;
    json_each (value, values) {
        styled_put(t, value_at ? ", " : " (");
        study_put_number(t, field_number(value, "value"));
        styled_put(t, ": %s", field_text(value, "fraction"));
    }
    styled_put(t, ")");
}

/* Writes a measure by the end of the last turn as a fraction. */
static void write_fraction(const TerminalStyle *out, const StudyView *s, const StudyRow *row)
{
    StyledText t = {0};
    const json_t *last = study_figures_at(row, s->turns);
    const char *p = field_text(last, "fraction"), *mean = field_text(last, "mean_fraction");
    styled_put(&t, "%s", row->title);
    column_pad(&t, s->name_columns);
    styled_put(&t, "  %s", row->kind == ROW_NUMBER ? mean : p);
    if (row->kind == ROW_EVENT)
        styled_put(&t, strcmp(mean, "1") == 0 ? "; once a play" : "; %s times a play", mean);
    if (row->kind == ROW_NUMBER) put_value_fractions(&t, row);
    write_folded(out, &t, 0, 2);
}

/* Writes the rows of the kinds from `first` to `last` as fractions, below a title. */
static void write_fractions(const TerminalStyle *out, const StudyView *s, RowKind first,
                            RowKind last, const char *when)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        const StudyRow *row = &s->row[i];
        const json_t *figures = study_figures_at(row, s->turns);
        if (row->kind < first || row->kind > last || study_plainer_name(s, 1, row->name) ||
            !(strchr(field_text(figures, "fraction"), '/') ||
              strchr(field_text(figures, "mean_fraction"), '/')))
            continue;
        if (!any) fprintf(out->to, "\nas fractions, %s %s %" PRId64 "\n", when, s->unit, s->turns);
        any = true;
        write_fraction(out, s, row);
    }
}

void study_report(const TerminalStyle *out, const json_t *study)
{
    StudyView s = study_view(out, study);
    study_write_head(out, study, "");
    study_write_undone(out, study);
    write_rows(out, &s, ROW_STATE, /* titled */ false);
    bool titled = write_rows(out, &s, ROW_RACE, /* titled */ false);
    write_rows(out, &s, ROW_EVENT, titled);
    write_steady(out, &s);
    study_write_merged_names(out, &s, 1);
    write_numbers(out, &s);
    write_until(out, &s);
    write_ever_chances(out, &s);
    write_ever_fractions(out, &s);
    write_fractions(out, &s, ROW_STATE, ROW_STATE, "at the end of");
    /* Of an event of --until that is weighed without a limit, write_ever_fractions has these. */
    if (!ever_of(study_find(&s, field_text(study, "until"))))
        write_fractions(out, &s, ROW_RACE, ROW_EVENT, "by the end of");
    write_fractions(out, &s, ROW_NUMBER, ROW_NUMBER, "mean after");
    study_write_defaults(out, study, "");
    study_write_legend(out, &s, "");
    study_view_free(&s);
}
