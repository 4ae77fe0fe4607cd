/* Curves of how chances grow, and bars of how numbers are distributed; of a single turn, bars
 * alone.
 *
 * Curves differ by shade, dashes and marks.  Of events that always come together one is drawn, by
 * the plainer name; those with the same chances share a curve, and its entry in the key.  Flat
 * curves (certain from the first turn on, or never) are left out.  Beside another table, what
 * differs most comes first. */
#include "cli/study/study_plot.h"
#include "cli/study/plot.h"
#include "cli/study/study_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CURVES = 6,
    PAIRED = 3,
    BARS = 12,
    ALIKE = 8,
    KEY_COLUMNS = 28,
    KEY_LINES = 13,
    SPREADS = 2,
    MANY_TICKS = 20
};

/* One measure of one table, or of both; NULL: that study does not have it. */
typedef struct {
    const char *name;
    RowKind kind;
    const StudyRow *mine, *theirs;
    double gap, p;           /* largest difference of the two; the larger chance in the end */
    const char *with[ALIKE]; /* names of others with the same chances */
    size_t alike;            /* how many others; may be more than are in `with` */
} Curve;

typedef struct {
    const json_t *study, *other; /* other: NULL, when there is none */
    StudyView a, b;
    int64_t turns;
    const char *until; /* drawn as the chance that it has not come yet; "" for none */
    Curve curve[BARS];
    const StudyRow *number[SPREADS];
    size_t curves, numbers;
} Picture;

/* --- what is drawn ------------------------------------------------------------------------- */

static double chance_at(const StudyRow *row, size_t turn, const char *key)
{
    return row ? study_figure(json_array_get(row->by_turn, turn), key) : 0;
}

/* Are two rows equal, to the eye or within three standard errors? */
static bool same_line(const StudyRow *x, const StudyRow *y, int64_t turns)
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

static bool same_curve(const Picture *p, const Curve *x, const Curve *y)
{
    return !is_survival(p, x) && !is_survival(p, y) && same_line(x->mine, y->mine, p->turns) &&
           same_line(x->theirs, y->theirs, p->turns);
}

/* Does the event never happen, or surely in the first turn? */
static bool is_flat(const StudyRow *row)
{
    return !row || row->p <= 0 || chance_at(row, 0, "p") >= 1 - 1e-9;
}

static bool worth_drawing(const Curve *c)
{
    return (!is_flat(c->mine) || !is_flat(c->theirs)) && strcmp(c->name, "said") != 0;
}

static Curve curve_of(const Picture *p, const StudyRow *mine, const StudyRow *theirs)
{
    const StudyRow *any = mine ? mine : theirs;
    Curve c = {.name = any->name,
               .kind = any->kind == ROW_ASKED ? ROW_ASKED : ROW_EVENT,
               .mine = mine,
               .theirs = theirs};
    c.p = fmax(mine ? mine->p : 0, theirs ? theirs->p : 0);
    for (size_t i = 0; p->other && i < (size_t)p->turns; i++)
        c.gap = fmax(c.gap, fabs(chance_at(mine, i, "p") - chance_at(theirs, i, "p")));
    return c;
}

static int by_interest(const void *x, const void *y)
{
    const Curve *a = x, *b = y;
    bool row = strchr(a->name, '.'), other_row = strchr(b->name, '.');
    if (a->kind != b->kind) return (int)a->kind - (int)b->kind;
    if (fabs(a->gap - b->gap) > 0.01) return a->gap > b->gap ? -1 : 1;
    if (row != other_row) return row ? 1 : -1;
    if (a->p != b->p) return a->p > b->p ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void add_name(Curve *to, const char *name)
{
    if (to->alike < ALIKE) to->with[to->alike] = name;
    to->alike++;
}

/* Adds a curve, or its name to one that looks the same.  Bars are never shared: equal ones can be
 * told apart. */
static void add_curve(Picture *p, const Curve *c, size_t max)
{
    if (!worth_drawing(c) || study_told_by(&p->a, p->other ? &p->b : NULL, c->name)) return;
    for (size_t i = 0; i < p->curves && p->turns > 1; i++) {
        if (!same_curve(p, &p->curve[i], c)) continue;
        add_name(&p->curve[i], c->name);
        return;
    }
    if (p->curves < max) p->curve[p->curves++] = *c;
}

static void choose(Picture *p)
{
    size_t n = 0;
    Curve *all = must_have(calloc(p->a.n + p->b.n + 1, sizeof *all));
    for (size_t i = 0; i < p->a.n; i++) {
        const StudyRow *row = &p->a.row[i];
        if (row->kind != ROW_NUMBER)
            all[n++] = curve_of(p, row, p->other ? study_find(&p->b, row->name) : NULL);
        else if (p->numbers < SPREADS)
            p->number[p->numbers++] = row;
    }
    for (size_t i = 0; i < p->b.n; i++)
        if (p->b.row[i].kind != ROW_NUMBER && !study_find(&p->a, p->b.row[i].name))
            all[n++] = curve_of(p, NULL, &p->b.row[i]);
    qsort(all, n, sizeof *all, by_interest);
    size_t max = p->turns == 1 ? BARS : p->other ? PAIRED : CURVES;
    for (int first = 1; first >= 0; first--) /* the event of --until, then all others */
        for (size_t i = 0; i < n; i++)
            if ((strcmp(all[i].name, p->until) == 0) == first) add_curve(p, &all[i], max);
    free(all);
}

/* --- the script ------------------------------------------------------------------------------ */

static void write_line(FILE *f, const Picture *p, char block, size_t nth, const StudyRow *row)
{
    fprintf(f, "$%c%zu << EOD\n", block, nth);
    for (size_t i = 0; i < (size_t)p->turns; i++) {
        double chance = chance_at(row, i, "p") * 100;
        fprintf(f, "%zu %.10g\n", i + 1, is_survival(p, &p->curve[nth]) ? 100 - chance : chance);
    }
    fputs("EOD\n", f);
}

/* Data of the bars of a single turn. */
static void write_bars(FILE *f, const Picture *p, char block, bool theirs)
{
    fprintf(f, "$%c << EOD\n", block);
    for (size_t i = 0; i < p->curves; i++)
        fprintf(f, "%zu %.10g\n", i,
                chance_at(theirs ? p->curve[i].theirs : p->curve[i].mine, 0, "p") * 100);
    fputs("EOD\n", f);
}

/* Bounds of the values of a number in the end, and the smallest step between two. */
typedef struct {
    double low, high, step;
} Spread;

/* Data of a distribution, in percent. */
static void write_spread(FILE *f, char block, size_t nth, const StudyView *s, const StudyRow *row,
                         Spread *to)
{
    size_t n;
    ValueShare *c = study_distribution(s, row, &n);
    double last = NAN;
    fprintf(f, "$%c%zu << EOD\n", block, nth);
    for (size_t i = 0; i < n; i++) {
        if (c[i].share <= 1e-9) continue;
        fprintf(f, "%.10g %.10g\n", c[i].value, c[i].share * 100);
        to->low = fmin(to->low, c[i].value);
        to->high = fmax(to->high, c[i].value);
        if (c[i].value - last < to->step) to->step = c[i].value - last;
        last = c[i].value;
    }
    fputs("EOD\n", f);
    free(c);
}

static void put_title(FILE *f, const Picture *p)
{
    StyledText t = {0};
    char name[100];
    styled_clean(&t, study_table_name(p->study, name, sizeof name));
    if (p->other) styled_put(&t, " beside ");
    if (p->other) styled_clean(&t, study_table_name(p->other, name, sizeof name));
    styled_put(&t, ": %" PRId64 " %s%s", p->turns, p->a.unit, p->turns == 1 ? "" : "s");
    if (!p->other) {
        styled_put(&t, " ");
        study_put_plan(&t, p->study);
    }
    styled_cut(&t, 80);
    if (p->a.exact)
        styled_put(&t, ", weighed exactly");
    else
        styled_put(&t, ", %" PRId64 " plays", field_int(p->study, "runs", 0));
    fputs("set title ", f);
    plot_quoted(f, styled_str(&t));
    fputc('\n', f);
    styled_free(&t);
}

static void put_label(FILE *f, const Picture *p, const Curve *c, const json_t *table)
{
    char name[100], behind[110] = "";
    if (p->other)
        snprintf(behind, sizeof behind, ", %s", study_table_name(table, name, sizeof name));
    plot_name(f, is_survival(p, c) ? "not yet: " : "", c->name, behind);
}

static void plot_line(FILE *f, const Picture *p, size_t i, bool theirs)
{
    static const char *const grey[] = {"#000000", "#707070", "#404040",
                                       "#909090", "#202020", "#606060"};
    static const int solid[] = {7, 5, 9, 11, 13, 15}, hollow[] = {6, 4, 8, 10, 12, 14};
    const char *dashes = theirs ? "(6,4)" : p->other || i % 2 == 0 ? "1" : "(8,4)";
    fprintf(f,
            "$%c%zu using 1:2 with linespoints lw 2 lc rgb \"%s\" dt %s pt %d ps 0.8 pointinterval "
            "%d title ",
            theirs ? 'B' : 'A', i, grey[i], dashes, theirs ? hollow[i] : solid[i],
            (int)(p->turns / 8) + 1);
    put_label(f, p, &p->curve[i], theirs ? p->other : p->study);
}

static void put_entry(FILE *f, StyledText *line)
{
    fputs(", keyentry with lines lc rgb \"#ffffff\" title ", f);
    plot_quoted(f, styled_str(line));
    styled_free(line);
    *line = (StyledText){0};
}

/* Names the others that share a curve in a line of the key below it, and in at most *more lines
 * after that. */
static void put_alike(FILE *f, const Curve *c, int *more)
{
    StyledText line = {0};
    size_t named = 0;
    for (; named < c->alike && named < ALIKE; named++) {
        StyledText name = {0};
        plot_words(&name, c->with[named]);
        bool full = line.columns > 0 && line.columns + name.columns > KEY_COLUMNS;
        bool fits = !full || (*more)-- > 0;
        if (full && fits) put_entry(f, &line);
        if (fits) styled_join(&line, &name);
        if (fits && named + 1 < c->alike) styled_put(&line, ", ");
        styled_free(&name);
        if (!fits) break;
    }
    if (c->alike > named) styled_put(&line, "and %zu more", c->alike - named);
    if (c->alike > 0) put_entry(f, &line);
}

/* Returns the lines left in the key when each curve has one, and a second if others share it. */
static int key_room(const Picture *p)
{
    int room = KEY_LINES;
    for (size_t i = 0; i < p->curves; i++) room -= (p->other ? 2 : 1) + (p->curve[i].alike > 0);
    return room;
}

/* Two tables: each curve twice, the second dashed and with hollow marks. */
static void plot_curves(FILE *f, const Picture *p)
{
    static const int steps[] = {1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 1200, 2400, 12000};
    size_t step = 0;
    int more = key_room(p);
    while (step + 1 < sizeof steps / sizeof *steps && p->turns / steps[step] > 12) step++;
    for (size_t i = 0; i < p->curves; i++) {
        write_line(f, p, 'A', i, p->curve[i].mine);
        if (p->other) write_line(f, p, 'B', i, p->curve[i].theirs);
    }
    fprintf(f,
            "set xlabel \"by the end of %s\"\nset ylabel \"chance, in %%\"\nset yrange [0:100]\n"
            "set xrange [1:%" PRId64 "]\nset xtics 0,%d\nplot ",
            p->a.unit, p->turns, steps[step]);
    for (size_t i = 0; i < p->curves; i++) {
        fputs(i ? ", " : "", f);
        plot_line(f, p, i, false);
        if (p->other) fputs(", ", f);
        if (p->other) plot_line(f, p, i, true);
        put_alike(f, &p->curve[i], &more);
    }
    fputc('\n', f);
}

static void put_boxes(FILE *f, const Picture *p, double step, const char *mine, const char *theirs)
{
    char table[100];
    bool beside = *theirs;
    fprintf(f,
            "set boxwidth %.10g\nplot %s using ($1-%.10g):2 with boxes fc rgb \"#404040\" title ",
            step * (beside ? 0.4 : 0.8), mine, beside ? step * 0.2 : 0);
    plot_quoted(f, p->other ? study_table_name(p->study, table, sizeof table) : "");
    if (beside) {
        fprintf(f, ", %s using ($1+%.10g):2 with boxes fc rgb \"#c0c0c0\" title ", theirs,
                step * 0.2);
        plot_quoted(f, study_table_name(p->other, table, sizeof table));
    }
    fputc('\n', f);
}

static void plot_bars(FILE *f, const Picture *p)
{
    write_bars(f, p, 'A', false);
    if (p->other) write_bars(f, p, 'B', true);
    fprintf(f,
            "set xlabel \"\"\nset ylabel \"chance, in %%\"\nset yrange [0:100]\nset xrange "
            "[-0.7:%zu.7]\nset xtics rotate by -20 (",
            p->curves - 1);
    for (size_t i = 0; i < p->curves; i++) {
        fputs(i ? ", " : "", f);
        plot_name(f, "", p->curve[i].name, "");
        fprintf(f, " %zu", i);
    }
    fputs(")\n", f);
    put_boxes(f, p, 1, "$A", p->other ? "$B" : "");
    fputs("set xtics norotate\n", f);
}

static void plot_spread(FILE *f, const Picture *p, size_t nth)
{
    const StudyRow *row = p->number[nth], *theirs = p->other ? study_find(&p->b, row->name) : NULL;
    char mine[24], other[24] = "", when[60];
    Spread s = {INFINITY, -INFINITY, 1};
    write_spread(f, 'N', nth, &p->a, row, &s);
    if (theirs) write_spread(f, 'M', nth, &p->b, theirs, &s);
    snprintf(when, sizeof when, ", at the end of %s %" PRId64, p->a.unit, p->turns);
    fputs("set title \"\"\nset xlabel ", f);
    plot_name(f, "", row->name, when);
    fprintf(
        f, "\nset ylabel \"%s, in %%\"\nset yrange [0:*]\nset xrange [%.10g:%.10g]\nset xtics %s\n",
        p->a.exact ? "chance" : "of all plays", s.low - s.step, s.high + s.step,
        s.high - s.low > MANY_TICKS ? "autofreq" : "1");
    snprintf(mine, sizeof mine, "$N%zu", nth);
    if (theirs) snprintf(other, sizeof other, "$M%zu", nth);
    put_boxes(f, p, s.step, mine, other);
}

static Picture picture_of(const TerminalStyle *out, const json_t *study, const json_t *other)
{
    Picture p = {.study = study,
                 .other = other,
                 .turns = field_int(study, "turns", 1),
                 .until = field_text(study, "until")};
    p.a = study_view(out, study);
    if (other) p.b = study_view(out, other);
    if (other && strcmp(p.a.unit, p.b.unit) != 0) p.a.unit = "line";
    choose(&p);
    return p;
}

bool study_plot(const TerminalStyle *out, const json_t *study, const json_t *other,
                const char *file)
{
    Picture p = picture_of(out, study, other);
    FILE *f = plot_begin(file, (p.curves > 0) + p.numbers);
    if (f) {
        put_title(f, &p);
        if (p.curves > 0 && p.turns > 1)
            plot_curves(f, &p);
        else if (p.curves > 0)
            plot_bars(f, &p);
        for (size_t i = 0; i < p.numbers; i++) plot_spread(f, &p, i);
    }
    study_view_free(&p.a);
    study_view_free(&p.b);
    return plot_end(f, file);
}
