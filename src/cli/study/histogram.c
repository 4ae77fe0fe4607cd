/* When there are more totals than lines on a screen, rows are joined: first the very unlikely
 * totals at either end, then neighbours, in steps of 2, 5, 10, 20 … */
#include "cli/study/histogram.h"
#include "cli/study/csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BAR_STEPS = 8 };      /* steps in a column: the blocks ▏ to █ */
enum { TABLE_COLUMNS = 60 }; /* widest table, in columns of the terminal */
enum { TOTALS_MAX = 40 };    /* rows of a table; more totals share rows */
enum { ENDS_MAX = 6 }; /* rows of TOTALS_MAX kept free for the rare totals at the ends; 2 do */
static const double RARE = 0.0005; /* totals at an end that are rarer together share a row */

/* --- bars -------------------------------------------------------------------------------- */

/* Widths of the columns of a bar chart. */
typedef struct {
    int label, figure, bar, right;
} BarColumns;

/* Measures the columns of the texts; the bars get the rest of the width. */
static BarColumns measure_columns(const TerminalStyle *out, const Bar *head, const Bar *bars,
                                  size_t n)
{
    BarColumns c = {(int)strlen(head->label), (int)strlen(head->figure), 0,
                    (int)strlen(head->right)};
    for (size_t i = 0; i < n; i++) {
        int label = (int)strlen(bars[i].label), figure = (int)strlen(bars[i].figure),
            right = (int)strlen(bars[i].right);
        c.label = label > c.label ? label : c.label;
        c.figure = figure > c.figure ? figure : c.figure;
        c.right = right > c.right ? right : c.right;
    }
    int width = out->width < TABLE_COLUMNS ? out->width : TABLE_COLUMNS;
    c.bar = width - c.label - c.figure - c.right - 5; /* blanks between the columns */
    if (c.bar < 5) c.bar = 5;                         /* a choice: 40 steps are still a picture */
    return c;
}

/* Draws a bar to an eighth of a column; a share above 0 always shows.  Returns the columns used. */
static int put_bar(StyledText *t, int columns, double share)
{
    static const char *const blocks[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = (int)(share * columns * BAR_STEPS + 0.5), used = 0;
    if (eighths == 0 && share > 0) eighths = 1;
    for (; eighths >= BAR_STEPS; eighths -= BAR_STEPS, used++) styled_put(t, "█");
    styled_put(t, "%s", blocks[eighths]);
    return used + (eighths > 0);
}

/* Writes a bar with its texts.  share: of the whole width for bars. */
static void write_bar(const TerminalStyle *out, const BarColumns *c, const Bar *b, double share)
{
    StyledText t = {0};
    styled_put(&t, " %*s %*s ", c->label, b->label, c->figure, b->figure);
    styled_tint(&t, b->tint);
    int used = put_bar(&t, c->bar, share);
    styled_tint(&t, PLAIN);
    styled_put(&t, "%*s %*s", c->bar - used, "", c->right, b->right);
    style_write_line(out, &t);
}

void histogram_bars(const TerminalStyle *out, const Bar *head, const Bar *bars, size_t n)
{
    BarColumns c = measure_columns(out, head, bars, n);
    double max = 0;
    for (size_t i = 0; i < n; i++) max = fmax(max, bars[i].share);
    write_bar(out, &c, head, 0);
    for (size_t i = 0; i < n; i++) write_bar(out, &c, &bars[i], max > 0 ? bars[i].share / max : 0);
}

void histogram_sparkline(StyledText *t, const double *values, size_t n, int columns)
{
    static const char *const heights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    size_t bars = columns < 1 ? 1 : (size_t)columns;
    if (bars > n) bars = n;
    for (size_t i = 0; i < bars; i++) {
        double value = values[(i + 1) * n / bars - 1]; /* the last of those that share the bar */
        int height = (int)(fmin(fmax(value, 0), 1) * BAR_STEPS + 0.5);
        styled_put(t, "%s", heights[height == 0 && value > 0 ? 1 : height]);
    }
}

/* --- totals, one in a row or several together ---------------------------------------------- */

/* A row of the table of totals. */
typedef struct {
    const json_t *first, *last; /* values; the same where the row is one total */
    double p, at_least;         /* chance of these values; of `first` or more */
} TotalRow;

typedef struct {
    TotalRow *row;
    size_t n;
} TotalRows;

double histogram_total(const json_t *value)
{
    const char *text = json_string_value(value), *slash = text ? strchr(text, '/') : NULL;
    if (!text) return (double)json_integer_value(value);
    return slash ? strtod(text, NULL) / strtod(slash + 1, NULL) : strtod(text, NULL);
}

/* Returns all totals; the caller frees .row. */
static TotalRows read_totals(const json_t *odds)
{
    const json_t *list = field_list(odds, "outcomes"),
                 *left_out = json_object_get(odds, "left_out");
    double times = field_number(odds, "times"),
           above = json_object_get(left_out, "from") ? field_number(left_out, "p") : 0;
    if (!list) list = field_list(odds, "counts"); /* of dice that were rolled so many times */
    TotalRows r = {must_have(calloc(json_array_size(list) + 1, sizeof *r.row)), 0};
    json_each (one, list) {
        const json_t *to = json_object_get(one, "to");
        r.row[r.n].first = json_object_get(one, "value");
        r.row[r.n].last = to ? to : r.row[r.n].first;
        r.row[r.n++].p = times > 0 ? field_number(one, "n") / times : field_number(one, "p");
    }
    /* above: at first the chance of totals that were left out beyond the highest one. */
    for (size_t i = r.n; i-- > 0;) {
        above += r.row[i].p;
        r.row[i].at_least = above;
    }
    return r;
}

/* Counts the rows at one end that are rare together. */
static size_t count_rare(const TotalRows *r, bool at_top)
{
    double p = 0;
    size_t n = 0;
    for (; n < r->n; n++) {
        p += r->row[at_top ? r->n - 1 - n : n].p;
        if (p >= RARE) break;
    }
    return n;
}

/* Joins the rows from..to - 1 into one. */
static void join_rows(TotalRows *r, size_t from, size_t to)
{
    if (to - from < 2) return;
    r->row[from].last = r->row[to - 1].last;
    for (size_t i = from + 1; i < to; i++) r->row[from].p += r->row[i].p;
    memmove(r->row + from + 1, r->row + to, (r->n - to) * sizeof *r->row);
    r->n -= to - from - 1;
}

/* Returns the number of the step that row i belongs to. */
static double step_index(const TotalRows *r, size_t i, double step)
{
    return floor(histogram_total(r->row[i].first) / step);
}

/* Counts the rows that are left when totals within one step share a row. */
static size_t count_steps(const TotalRows *r, size_t from, size_t to, double step)
{
    size_t n = 0;
    for (size_t i = from; i < to; i++)
        if (i == from || step_index(r, i, step) != step_index(r, i - 1, step)) n++;
    return n;
}

/* Returns the step after this one: 1, 2, 5, 10, 20 … */
static double next_step(double step)
{
    double power = pow(10, floor(log10(step) + 1e-9)), digit = step / power; /* 1e-9: rounding */
    return power * (digit < 1.5 ? 2 : digit < 3 ? 5 : 10);
}

/* Joins the rows from..to - 1 whose totals lie within one step. */
static void join_steps(TotalRows *r, size_t from, size_t to, double step)
{
    for (size_t i = from; i < to; i++) {
        size_t end = i + 1;
        while (end < to && step_index(r, end, step) == step_index(r, i, step)) end++;
        join_rows(r, i, end);
        to -= end - i - 1;
    }
}

/* Joins rows until there are at most TOTALS_MAX. */
static void shorten_table(TotalRows *r)
{
    if (r->n <= TOTALS_MAX) return;
    size_t low = count_rare(r, /* at_top */ false), high = count_rare(r, /* at_top */ true);
    if (low + high >= r->n) return; /* all of them together are rare: there is no middle */
    join_rows(r, r->n - high, r->n);
    join_rows(r, 0, low);
    size_t from = low > 1, to = r->n - (high > 0); /* the middle, without the joined rows */
    double step = 1;
    while (count_steps(r, from, to, step) > TOTALS_MAX - ENDS_MAX) step = next_step(step);
    if (step > 1) join_steps(r, from, to, step);
}

/* --- the table of totals ------------------------------------------------------------------- */

/* Writes a chance in percent with two decimals, never as 0 or 100 if it is neither. */
static void format_percent(char s[16], double p)
{
    double percent = 100 * p;
    if (percent > 0 && percent < 0.005) /* would read 0.00 */
        snprintf(s, 16, "<.01");
    else if (percent < 100 - 1e-7 && percent > 99.995) /* 1e-7: what rounding does to 100 */
        snprintf(s, 16, ">99.99");
    else
        snprintf(s, 16, "%.2f", percent);
}

/* Writes the values of a row: "7", or "7 to 9". */
static void format_label(char s[48], const TotalRow *r)
{
    AutoStyled t = {0};
    styled_put_json(&t, r->first);
    if (!json_equal(r->first, r->last)) {
        styled_put(&t, " to ");
        styled_put_json(&t, r->last);
    }
    snprintf(s, 48, "%s", styled_str(&t));
}

/* Writes each total with its chance, and the chance of as much or more, which checks ask for. */
static void write_totals(const TerminalStyle *out, const TotalRows *r, const int64_t *dc)
{
    static const Bar head = {"total", "%", "at least %", 0, PLAIN};
    Bar *bars = must_have(calloc(r->n + 1, sizeof *bars));
    for (size_t i = 0; i < r->n; i++) {
        format_label(bars[i].label, &r->row[i]);
        format_percent(bars[i].figure, r->row[i].p);
        format_percent(bars[i].right, r->row[i].at_least);
        bars[i].share = r->row[i].p;
        bars[i].tint = dc && histogram_total(r->row[i].first) >= (double)*dc ? GOOD : PLAIN;
    }
    histogram_bars(out, &head, bars, r->n);
    free(bars);
}

static void write_head(const TerminalStyle *out, const json_t *odds)
{
    StyledText t = {0};
    const char *fraction = field_text(odds, "mean_fraction");
    styled_tinted(&t, STRONG, "%s", field_text(odds, "expression"));
    if (json_object_get(odds, "times"))
        styled_put(&t, "  %" PRId64 " times", field_int(odds, "times", 0));
    styled_put(&t, "  mean %.6g", field_number(odds, "mean"));
    if (strchr(fraction, '/') && strlen(fraction) <= 16) styled_put(&t, " (%s)", fraction);
    styled_put(&t, "  sd %.4g", field_number(odds, "sd"));
    style_write(out, &t, 0, 2);
}

/* Says how likely the totals are that the table leaves out, and where they lie. */
static void write_left_out(const TerminalStyle *out, const json_t *odds)
{
    const json_t *left = json_object_get(odds, "left_out");
    const json_t *from = json_object_get(left, "from"), *upto = json_object_get(left, "upto");
    StyledText t = {0};
    if (!left) return;
    styled_put(&t, "left out: %.2g %%", 100 * field_number(left, "p"));
    if (from || upto) {
        styled_put(&t, ", totals of ");
        styled_put_json(&t, from ? from : upto);
        styled_put(&t, from ? " or more" : " or less");
    } else {
        styled_put(&t, "; no figure above is short by more");
    }
    if (!*field_text(odds, "mean_fraction")) styled_put(&t, "; mean and sd are of the rest");
    style_write(out, &t, 0, 2);
}

/* Finds the chance of dc or more: exact where the JSON has it, else the sum of the rows.  False
 * when dc lies within a row of several totals. */
static bool find_chance(const json_t *odds, const TotalRows *r, int64_t dc, double *p)
{
    const json_t *exact = json_object_get(odds, "at_least");
    *p = field_number(exact, "p");
    if (exact) return true;
    for (size_t i = 0; i < r->n; i++) {
        bool reached = histogram_total(r->row[i].first) >= (double)dc;
        if (!reached && histogram_total(r->row[i].last) >= (double)dc) return false;
        if (reached) *p += r->row[i].p;
    }
    return true;
}

/* Writes the chance p of dc or more. */
static void write_chance(const TerminalStyle *out, const json_t *odds, int64_t dc, double p)
{
    const char *fraction = field_text(json_object_get(odds, "at_least"), "fraction");
    char figure[16];
    StyledText t = {0};
    format_percent(figure, p);
    styled_put(&t, "%" PRId64 " or more: ", dc);
    styled_tinted(&t, STRONG, "%s", figure);
    styled_put(&t, " %%");
    if (*fraction && strlen(fraction) <= 30) styled_put(&t, " (%s)", fraction);
    style_write(out, &t, 0, 2);
}

void histogram_write(const TerminalStyle *out, const json_t *odds, const int64_t *dc)
{
    TotalRows r = read_totals(odds);
    double p = 0;
    bool known = dc && find_chance(odds, &r, *dc, &p); /* before shorten_table joins rows */
    write_head(out, odds);
    shorten_table(&r);
    write_totals(out, &r, dc);
    write_left_out(out, odds);
    if (known) write_chance(out, odds, *dc, p);
    free(r.row);
}

/* --- comma-separated values ------------------------------------------------------------------ */

static void csv_value(FILE *to, const json_t *v)
{
    if (json_is_string(v))
        fputs(json_string_value(v), to);
    else if (v)
        fprintf(to, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
}

/* Writes a line for each total: how often it came, if the dice were rolled; else its chance. */
static void csv_totals(FILE *to, const json_t *odds)
{
    const json_t *list = field_list(odds, "outcomes");
    bool counted = !list;
    TotalRows r = read_totals(odds);
    if (counted) list = field_list(odds, "counts");
    fputs(counted ? "value,to,n,share\n" : "value,p,fraction,at_least\n", to);
    json_each (one, list) {
        const TotalRow *row = &r.row[one_at];
        csv_value(to, row->first);
        if (counted) {
            fputc(',', to);
            csv_value(to, row->last);
            fprintf(to, ",%" PRId64 ",%.12g\n", field_int(one, "n", 0), row->p);
        } else {
            fprintf(to, ",%.12g,%s,%.12g\n", row->p, field_text(one, "fraction"), row->at_least);
        }
    }
    free(r.row);
}

bool histogram_csv(const char *file, const json_t *odds)
{
    Draft d;
    if (strcmp(file, "-") == 0) {
        csv_totals(stdout, odds);
        return true;
    }
    if (!csv_begin(&d, file)) return false;
    csv_totals(d.to, odds);
    return csv_end(&d, file);
}
