/* Draws curves of how chances grow, or bars for a single turn, and bars of how numbers are
 * distributed.
 *
 * Curves differ by shade, dashes and marks.  Of events that always happen together, one is drawn,
 * by the plainer name.  Events with the same chances share a curve and its entry in the key. Curves
 * that are flat (certain from the first turn on, or never) are left out.  Of two tables, the events
 * that differ most come first. */
#include "cli/study/plot.h"
#include "cli/study/study_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Drawn at most: as many curves as shades, dashes and marks still tell apart, of two tables two for
 * each event; as many bars as have room for their names; distributions in plots of their own. */
enum { CURVES = 6, PAIRED_CURVES = 3, BARS = 12, DISTRIBUTIONS = 2 };
/* The key beside a picture of 400 pixels: names below one curve, their columns, lines in all. */
enum { ALIKE = 8, KEY_COLUMNS = 28, KEY_LINES = 13 };
enum { UNIT_TICKS = 20 }; /* the widest range of values that has a tick for each whole number */

/* The curve of an event, in one study or two. */
typedef struct {
    StudyPair pair;
    const char *name;
    double gap, p; /* largest difference of the studies; the larger chance in the end */
    const char *alike_name[ALIKE]; /* other events with the same chances */
    size_t alike;                  /* number of those events; may be more than ALIKE */
} Curve;

/* A page of plots. */
typedef struct {
    StudyView view[2];
    size_t n; /* studies: 1 or 2 */
    int64_t turns;
    const char *until; /* event drawn as the chance that it has not happened yet; "" for none */
    Curve curve[BARS];
    const StudyRow *number[DISTRIBUTIONS];
    size_t curves, numbers;
} Picture;

/* --- what is drawn ------------------------------------------------------------------------- */

static double chance_at(const StudyRow *row, size_t turn, const char *key)
{
    return row ? field_number(json_array_get(row->by_turn, turn), key) : 0;
}

/* True when the lines of two rows are less than a pixel or three standard errors apart. */
static bool look_same(const StudyRow *x, const StudyRow *y, int64_t turns)
{
    for (size_t i = 0; i < (size_t)turns; i++)
        if (fabs(chance_at(x, i, "p") - chance_at(y, i, "p")) > 0.002 + 3 * chance_at(x, i, "p_se"))
            return false;
    return true;
}

static bool is_survival(const Picture *p, const Curve *c)
{
    return strcmp(c->name, p->until) == 0;
}

/* True when two curves would cover each other in the picture. */
static bool same_curve(const Picture *p, const Curve *x, const Curve *y)
{
    /* A survival curve falls where others rise. */
    bool same = !is_survival(p, x) && !is_survival(p, y);
    for (size_t k = 0; k < p->n; k++)
        same = same && look_same(x->pair.row[k], y->pair.row[k], p->turns);
    return same;
}

/* True when the event never happens, or is certain in the first turn. */
static bool is_flat(const StudyRow *row)
{
    return !row || row->p <= 0 || chance_at(row, 0, "p") >= 1 - 1e-9;
}

/* The curve of a measure, with what by_interest sorts by: its chance and the gap of two studies. */
static Curve curve_of(const Picture *p, const StudyPair *pair)
{
    const StudyRow *a = pair->row[0], *b = pair->row[1];
    Curve c = {.pair = *pair, .name = pair->any->name, .p = fmax(a ? a->p : 0, b ? b->p : 0)};
    for (size_t i = 0; p->n > 1 && i < (size_t)p->turns; i++)
        c.gap = fmax(c.gap, fabs(chance_at(a, i, "p") - chance_at(b, i, "p")));
    return c;
}

/* For qsort: states and races, which the user asked for, come first; then the greatest gap between
 * two studies, events before rows of charts, and the likeliest.  Gaps count in whole percents,
 * which is what the eye sees, and are rounded: with a tolerance three curves might go in a circle.
 */
static int by_interest(const void *x, const void *y)
{
    const Curve *a = x, *b = y;
    long gap = lround(a->gap * 100), other_gap = lround(b->gap * 100);
    bool asked = a->pair.any->kind <= ROW_RACE, row = strchr(a->name, '.'),
         other_row = strchr(b->name, '.');
    if (asked != (b->pair.any->kind <= ROW_RACE)) return asked ? -1 : 1;
    if (gap != other_gap) return gap > other_gap ? -1 : 1;
    if (row != other_row) return row ? 1 : -1;
    if (a->p != b->p) return a->p > b->p ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Adds a curve, or its name to one that looks the same; equal bars can be told apart. */
static void add_curve(Picture *p, const Curve *c, size_t max)
{
    if ((is_flat(c->pair.row[0]) && is_flat(c->pair.row[1])) ||
        study_plainer_name(p->view, p->n, c->name))
        return;
    for (size_t i = 0; i < p->curves && p->turns > 1; i++) {
        Curve *to = &p->curve[i];
        if (!same_curve(p, to, c)) continue;
        if (to->alike < ALIKE) to->alike_name[to->alike] = c->pair.any->title;
        to->alike++;
        return;
    }
    if (p->curves < max) p->curve[p->curves++] = *c;
}

/* Chooses what is drawn. */
static void choose_curves(Picture *p)
{
    size_t n = 0, count;
    StudyPair *pairs = study_pairs(p->view, p->n, &count);
    Curve *all = must_have(calloc(count + 1, sizeof *all));
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].any->kind != ROW_NUMBER)
            all[n++] = curve_of(p, &pairs[i]);
        else if (pairs[i].row[0] && p->numbers < DISTRIBUTIONS)
            p->number[p->numbers++] = pairs[i].row[0];
    }
    qsort(all, n, sizeof *all, by_interest);
    size_t max = p->turns == 1 ? BARS : p->n > 1 ? PAIRED_CURVES : CURVES;
    for (int first = 1; first >= 0; first--) /* the event of --until, then all others */
        for (size_t i = 0; i < n; i++)
            if (is_survival(p, &all[i]) == first) add_curve(p, &all[i], max);
    free(all);
    free(pairs);
}

/* --- the commands for gnuplot -------------------------------------------------------------- */

/* Writes the data block of curve `nth` of study k: $A0, $A1 … of the first, $B0 … of the second. */
static void write_line(FILE *f, const Picture *p, size_t k, size_t nth)
{
    fprintf(f, "$%c%zu << EOD\n", (char)('A' + k), nth);
    for (size_t i = 0; i < (size_t)p->turns; i++) {
        double chance = chance_at(p->curve[nth].pair.row[k], i, "p") * 100;
        fprintf(f, "%zu %.10g\n", i + 1, is_survival(p, &p->curve[nth]) ? 100 - chance : chance);
    }
    fputs("EOD\n", f);
}

/* Writes the data block of a single turn's bars, $A or $B. */
static void write_bars(FILE *f, const Picture *p, size_t k)
{
    fprintf(f, "$%c << EOD\n", (char)('A' + k));
    for (size_t i = 0; i < p->curves; i++)
        fprintf(f, "%zu %.10g\n", i, chance_at(p->curve[i].pair.row[k], 0, "p") * 100);
    fputs("EOD\n", f);
}

/* The least and greatest value of a number, and the smallest step between two values. */
typedef struct {
    double low, high, step;
} ValueRange;

/* Writes the data block of a distribution, in percent, and widens the range to hold it. */
static void write_distribution(FILE *f, size_t k, const StudyView *s, const StudyRow *row,
                               ValueRange *range)
{
    size_t n;
    ValueShare *v = study_distribution(s, row, &n);
    double last = NAN; /* no difference from it is smaller than range->step */
    fprintf(f, "$%c << EOD\n", (char)('A' + k));
    for (size_t i = 0; i < n; i++) {
        if (v[i].share <= 1e-9) continue;
        fprintf(f, "%.10g %.10g\n", v[i].value, v[i].share * 100);
        range->low = fmin(range->low, v[i].value);
        range->high = fmax(range->high, v[i].value);
        if (v[i].value - last < range->step) range->step = v[i].value - last;
        last = v[i].value;
    }
    fputs("EOD\n", f);
    free(v);
}

/* Writes the title: the tables, the turns, the plan, and how many plays. */
static void put_title(FILE *f, const Picture *p)
{
    const json_t *study = p->view[0].study;
    AutoStyled t = {0};
    char name[100];
    for (size_t k = 0; k < p->n; k++)
        styled_put(&t, "%s%s", k ? " beside " : "",
                   study_table_name(p->view[k].study, name, sizeof name));
    styled_put(&t, ": %" PRId64 " %s%s", p->turns, p->view[0].unit, p->turns == 1 ? "" : "s");
    if (p->n == 1) {
        styled_put(&t, " ");
        study_put_plan(&t, study);
    }
    styled_cut(&t, 80);
    if (p->view[0].exact)
        styled_put(&t, ", weighed exactly");
    else
        styled_put(&t, ", %" PRId64 " plays", field_int(study, "runs", 0));
    fputs("set title ", f);
    plot_quoted(f, styled_str(&t));
    fputc('\n', f);
}

/* Writes the command for curve i of study k, with its entry in the key. */
static void plot_line(FILE *f, const Picture *p, size_t i, size_t k)
{
    static const char *const grey[] = {"#000000", "#707070", "#404040",
                                       "#909090", "#202020", "#606060"};
    static const int mark[2][CURVES] = {{7, 5, 9, 11, 13, 15}, {6, 4, 8, 10, 12, 14}};
    /* If two studies are drawn, the second is dashed; else every other curve. */
    const char *dashes = k ? "(6,4)" : p->n > 1 || i % 2 == 0 ? "1" : "(8,4)";
    const Curve *c = &p->curve[i];
    char name[100], after[110] = "";
    fprintf(f,
            "$%c%zu using 1:2 with linespoints lw 2 lc rgb \"%s\" dt %s pt %d ps 0.8 pointinterval "
            "%d title ",
            (char)('A' + k), i, grey[i], dashes, mark[k][i], (int)(p->turns / 8) + 1); /* 8 marks */
    study_table_name(p->view[k].study, name, sizeof name);
    if (p->n > 1) snprintf(after, sizeof after, ", %s", name);
    plot_name(f, is_survival(p, c) ? "not yet: " : "", c->pair.any->title, after);
}

/* Writes a line of text in the key, and empties it. */
static void put_key_line(FILE *f, StyledText *line)
{
    fputs(", keyentry with lines lc rgb \"#ffffff\" title ", f);
    plot_quoted(f, styled_str(line));
    styled_free(line);
}

/* Names the events that share a curve in a line of the key below it, and in at most *more further
 * lines, which it takes off *more. */
static void put_alike_names(FILE *f, const Curve *c, int *more)
{
    StyledText line = {0};
    size_t named = 0;
    for (; named < c->alike && named < ALIKE; named++) {
        AutoStyled name = {0};
        plot_put_words(&name, c->alike_name[named]);
        bool full = line.columns > 0 && line.columns + name.columns > KEY_COLUMNS;
        if (full && (*more)-- <= 0) break;
        if (full) put_key_line(f, &line);
        styled_join(&line, &name);
        if (named + 1 < c->alike) styled_put(&line, ", ");
    }
    if (c->alike > named) styled_put(&line, "and %zu more", c->alike - named);
    if (c->alike > 0) put_key_line(f, &line);
}

/* Draws the curves.  Of two tables, each is drawn twice, the second dashed and with the hollow mark
 * that gnuplot has for each full one.  The axis of turns has a label every 1, 2, 3, 6 … turns:
 * the first of these steps with which a dozen are enough. */
static void plot_curves(FILE *f, const Picture *p)
{
    static const int steps[] = {1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 1200, 2400, 12000};
    size_t step = 0;
    int more =
        KEY_LINES; /* left in the key when each curve has a line, or two if events share it */
    for (size_t i = 0; i < p->curves; i++) more -= (int)p->n + (p->curve[i].alike > 0);
    while (step + 1 < sizeof steps / sizeof *steps && p->turns / steps[step] > 12) step++;
    for (size_t i = 0; i < p->curves; i++)
        for (size_t k = 0; k < p->n; k++) write_line(f, p, k, i);
    fprintf(f,
            "set xlabel \"%s\"\nset ylabel \"chance, in %%\"\nset yrange [0:100]\n"
            "set xrange [1:%" PRId64 "]\nset xtics 0,%d\nplot ",
            p->view[0].unit, p->turns, steps[step]);
    for (size_t i = 0; i < p->curves; i++) {
        for (size_t k = 0; k < p->n; k++) {
            fputs(i + k > 0 ? ", " : "", f);
            plot_line(f, p, i, k);
        }
        put_alike_names(f, &p->curve[i], &more);
    }
    fputc('\n', f);
}

/* Draws bars of the data block $A and, of two studies, $B. */
static void put_boxes(FILE *f, const Picture *p, double step, size_t n)
{
    char table[100];
    fprintf(f, "set boxwidth %.10g\nplot ", step * (n > 1 ? 0.4 : 0.8));
    for (size_t k = 0; k < n; k++) {
        double shift = n == 1 ? 0 : k ? 0.2 : -0.2;
        fprintf(f, "%s$%c using ($1%+.10g):2 with boxes fc rgb \"%s\" title ", k ? ", " : "",
                (char)('A' + k), step * shift, k ? "#c0c0c0" : "#404040");
        study_table_name(p->view[k].study, table, sizeof table);
        plot_quoted(f, p->n > 1 ? table : "");
    }
    fputc('\n', f);
}

/* Draws the chances of a single turn as bars. */
static void plot_bars(FILE *f, const Picture *p)
{
    for (size_t k = 0; k < p->n; k++) write_bars(f, p, k);
    fprintf(f,
            "set xlabel \"\"\nset ylabel \"chance, in %%\"\nset yrange [0:100]\nset xrange "
            "[-0.7:%zu.7]\nset xtics rotate by -20 (",
            p->curves - 1);
    for (size_t i = 0; i < p->curves; i++) {
        fputs(i ? ", " : "", f);
        plot_name(f, "", p->curve[i].pair.any->title, "");
        fprintf(f, " %zu", i);
    }
    fputs(")\n", f);
    put_boxes(f, p, 1, p->n);
    fputs("set xtics norotate\n", f);
}

/* Draws how a number is distributed in the end, in each study that has it. */
static void plot_distribution(FILE *f, const Picture *p, const StudyRow *number)
{
    const StudyView *first = &p->view[0];
    char when[60];
    ValueRange range = {INFINITY, -INFINITY, 1};
    size_t n = 0;
    for (size_t k = 0; k < p->n; k++) {
        const StudyRow *row = k ? study_find(&p->view[k], number->name) : number;
        if (row) write_distribution(f, n++, &p->view[k], row, &range);
    }
    snprintf(when, sizeof when, ", at the end of %s %" PRId64, first->unit, p->turns);
    fputs("set title \"\"\nset xlabel ", f);
    plot_name(f, "", number->name, when);
    fprintf(
        f, "\nset ylabel \"%s, in %%\"\nset yrange [0:*]\nset xrange [%.10g:%.10g]\nset xtics %s\n",
        first->exact ? "chance" : "of all plays", range.low - range.step, range.high + range.step,
        range.high - range.low > UNIT_TICKS ? "autofreq" : "1");
    put_boxes(f, p, range.step, n);
}

bool study_plot(const TerminalStyle *out, const json_t *study, const json_t *other,
                const char *file)
{
    Picture p = {.view = {study_view(out, study)},
                 .n = other ? 2 : 1,
                 .turns = field_int(study, "turns", 1),
                 .until = field_text(study, "until")};
    if (other) p.view[1] = study_view(out, other);
    if (other && strcmp(p.view[0].unit, p.view[1].unit) != 0) p.view[0].unit = "line";
    choose_curves(&p);
    Draft d;
    FILE *f = plot_begin(&d, file, (p.curves > 0) + p.numbers);
    if (f) {
        put_title(f, &p);
        if (p.curves > 0 && p.turns > 1) plot_curves(f, &p);
        if (p.curves > 0 && p.turns == 1) plot_bars(f, &p);
        for (size_t i = 0; i < p.numbers; i++) plot_distribution(f, &p, p.number[i]);
    }
    study_view_free(&p.view[0]);
    study_view_free(&p.view[1]);
    return plot_end(f, &d, file);
}
