/* The table of `roll --odds` and of many rolls.  More totals than a screen has lines are put
 * together: what is next to impossible at both ends, and then neighbours, by 2, 5, 10, 20 … */
#include "cli/study/totals.h"
#include "cli/study/bars.h"
#include "cli/term/value.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 40 };
static const double RARE = 0.0005;

/* One outcome, or several together. */
typedef struct {
    const json_t *first, *last; /* values */
    double p, at_least;
} Row;

typedef struct {
    Row *row;
    size_t n;
} Rows;

double total_of(const json_t *value)
{
    const char *text = json_string_value(value), *slash = text ? strchr(text, '/') : NULL;
    if (!text) return (double)json_integer_value(value);
    return slash ? strtod(text, NULL) / strtod(slash + 1, NULL) : strtod(text, NULL);
}

static double real(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

/* --- rows --- */

static Rows rows_of(const json_t *odds)
{
    const json_t *list = field_list(odds, "outcomes"), *one;
    double times = real(odds, "times"), above = real(json_object_get(odds, "left_out"), "p");
    size_t i;
    if (!list) list = field_list(odds, "counts");
    if (!json_object_get(json_object_get(odds, "left_out"), "from")) above = 0;
    Rows r = {must_have(calloc(json_array_size(list) + 1, sizeof *r.row)), 0};
    json_array_foreach (list, i, one) {
        const json_t *to = json_object_get(one, "to");
        r.row[r.n].first = json_object_get(one, "value");
        r.row[r.n].last = to ? to : r.row[r.n].first;
        r.row[r.n++].p = times > 0 ? real(one, "n") / times : real(one, "p");
    }
    for (i = r.n; i-- > 0;) r.row[i].at_least = above += r.row[i].p;
    return r;
}

static void join(Row *a, const Row *b)
{
    a->last = b->last;
    a->p += b->p;
}

/* How many rows at the low end together are rare. */
static size_t rare_below(const Rows *r)
{
    double p = 0;
    size_t n = 0;
    while (n < r->n && (p += r->row[n].p) < RARE) n++;
    return n;
}

static size_t rare_above(const Rows *r)
{
    double p = 0;
    size_t n = 0;
    while (n < r->n && (p += r->row[r->n - 1 - n].p) < RARE) n++;
    return n;
}

/* Those from..to-1 become one. */
static void join_rows(Rows *r, size_t from, size_t to)
{
    if (to - from < 2) return;
    for (size_t i = from + 1; i < to; i++) join(&r->row[from], &r->row[i]);
    memmove(r->row + from + 1, r->row + to, (r->n - to) * sizeof *r->row);
    r->n -= to - from - 1;
}

static size_t rows_by(const Rows *r, size_t from, size_t to, double step)
{
    size_t n = 0;
    for (size_t i = from; i < to; i++)
        n += i == from ||
             floor(total_of(r->row[i].first) / step) != floor(total_of(r->row[i - 1].first) / step);
    return n;
}

static double next_step(double step)
{
    double power = pow(10, floor(log10(step) + 1e-9)), digit = step / power;
    return power * (digit < 1.5 ? 2 : digit < 3 ? 5 : 10);
}

static void shorten(Rows *r)
{
    if (r->n <= ROWS_MAX) return;
    size_t low = rare_below(r), high = rare_above(r), from = low > 1 ? 1 : 0;
    if (low + high >= r->n) return;
    join_rows(r, r->n - high, r->n);
    join_rows(r, 0, low);
    size_t to = r->n - (high > 0);
    double step = 1;
    if (low < 2) from = 0;
    while (rows_by(r, from, to, step) > ROWS_MAX - 6) step = next_step(step);
    for (size_t i = from; i < to && step > 1; i++) {
        size_t end = i + 1;
        double bin = floor(total_of(r->row[i].first) / step);
        while (end < to && floor(total_of(r->row[end].first) / step) == bin) end++;
        join_rows(r, i, end);
        to -= end - i - 1;
    }
}

/* --- the table --- */

static void percent(char s[16], double p)
{
    double n = 100 * p;
    if (n > 0 && n < 0.005)
        snprintf(s, 16, "<.01");
    else if (n < 100 - 1e-7 && n > 99.995)
        snprintf(s, 16, ">99.99");
    else
        snprintf(s, 16, "%.2f", n);
}

static void label(char s[48], const Row *r)
{
    StyledText t = {0};
    value_put(&t, r->first);
    if (!json_equal(r->first, r->last)) {
        styled_put(&t, " to ");
        value_put(&t, r->last);
    }
    snprintf(s, 48, "%s", styled_str(&t));
    styled_free(&t);
}

static void write_table(const TerminalStyle *ink, const Rows *r, const int64_t *dc)
{
    static const Bar head = {"total", "%", "at least %", 0, PLAIN};
    Bar *bars = must_have(calloc(r->n + 1, sizeof *bars));
    for (size_t i = 0; i < r->n; i++) {
        label(bars[i].label, &r->row[i]);
        percent(bars[i].figure, r->row[i].p);
        percent(bars[i].right, r->row[i].at_least);
        bars[i].part = r->row[i].p;
        bars[i].tint = dc && total_of(r->row[i].first) >= (double)*dc ? GOOD : PLAIN;
    }
    bars_write(ink, &head, bars, r->n);
    free(bars);
}

static void write_head(const TerminalStyle *ink, const json_t *odds)
{
    StyledText t = {0};
    const char *fraction = field_text(odds, "mean_fraction");
    styled_tint(&t, STRONG);
    styled_clean(&t, field_text(odds, "expression"));
    styled_tint(&t, PLAIN);
    if (json_object_get(odds, "times"))
        styled_put(&t, "  %" PRId64 " times", field_int(odds, "times", 0));
    styled_put(&t, "  mean %.6g", real(odds, "mean"));
    if (strchr(fraction, '/') && strlen(fraction) <= 16) styled_put(&t, " (%s)", fraction);
    styled_put(&t, "  sd %.4g", real(odds, "sd"));
    style_write(ink, &t, 0, 2);
    styled_free(&t);
}

static void write_left_out(const TerminalStyle *ink, const json_t *odds)
{
    const json_t *left = json_object_get(odds, "left_out");
    const json_t *from = json_object_get(left, "from"), *upto = json_object_get(left, "upto");
    StyledText t = {0};
    if (!left) return;
    styled_put(&t, "left out: %.2g %%", 100 * real(left, "p"));
    if (from || upto) {
        styled_put(&t, ", totals of ");
        value_put(&t, from ? from : upto);
        styled_put(&t, from ? " or more" : " or less");
    } else {
        styled_put(&t, "; no figure above is short by more");
    }
    if (!*field_text(odds, "mean_fraction")) styled_put(&t, "; mean and sd are of the rest");
    style_write(ink, &t, 0, 2);
    styled_free(&t);
}

/* From exact odds, or from counts when the difficulty does not lie inside of one. */
static bool chance_of(const json_t *odds, const Rows *r, int64_t dc, double *p)
{
    const json_t *exact = json_object_get(odds, "at_least");
    *p = real(exact, "p");
    if (exact) return true;
    for (size_t i = 0; i < r->n; i++) {
        bool reached = total_of(r->row[i].first) >= (double)dc;
        if (!reached && total_of(r->row[i].last) >= (double)dc) return false;
        if (reached) *p += r->row[i].p;
    }
    return true;
}

static void write_chance(const TerminalStyle *ink, const json_t *odds, const Rows *r, int64_t dc)
{
    const char *fraction = field_text(json_object_get(odds, "at_least"), "fraction");
    char figure[16];
    double p;
    StyledText t = {0};
    if (!chance_of(odds, r, dc, &p)) return;
    percent(figure, p);
    styled_put(&t, "%" PRId64 " or more: ", dc);
    styled_tinted(&t, STRONG, figure);
    styled_put(&t, " %%");
    if (*fraction && strlen(fraction) <= 30) styled_put(&t, " (%s)", fraction);
    style_write(ink, &t, 0, 2);
    styled_free(&t);
}

void histogram_write(const TerminalStyle *ink, const json_t *odds, const int64_t *dc)
{
    Rows all = rows_of(odds), rows = rows_of(odds);
    write_head(ink, odds);
    shorten(&rows);
    write_table(ink, &rows, dc);
    write_left_out(ink, odds);
    if (dc) write_chance(ink, odds, &all, *dc);
    free(all.row);
    free(rows.row);
}

/* --- comma-separated --- */

static void csv_value(FILE *to, const json_t *v)
{
    if (json_is_string(v))
        fputs(json_string_value(v), to);
    else if (v)
        fprintf(to, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
}

/* value,p,fraction,at_least of odds; value,to,n,share of counts. */
static void csv_rows(FILE *to, const json_t *odds)
{
    const json_t *list = field_list(odds, "outcomes"), *one;
    bool counts = !list;
    Rows r = rows_of(odds);
    size_t i;
    if (counts) list = field_list(odds, "counts");
    fputs(counts ? "value,to,n,share\n" : "value,p,fraction,at_least\n", to);
    json_array_foreach (list, i, one) {
        csv_value(to, r.row[i].first);
        if (counts) {
            fputc(',', to);
            csv_value(to, r.row[i].last);
            fprintf(to, ",%" PRId64 ",%.12g\n", field_int(one, "n", 0), r.row[i].p);
        } else {
            fprintf(to, ",%.12g,%s,%.12g\n", r.row[i].p, field_text(one, "fraction"),
                    r.row[i].at_least);
        }
    }
    free(r.row);
}

bool histogram_csv(const char *file, const json_t *odds)
{
    bool standard = strcmp(file, "-") == 0;
    FILE *to = standard ? stdout : fopen(file, "w");
    if (!to) return false;
    csv_rows(to, odds);
    bool written = !ferror(to) && fflush(to) == 0;
    int why = errno;
    if (!standard && fclose(to) != 0 && written) {
        written = false;
        why = errno;
    }
    errno = why;
    return written;
}
