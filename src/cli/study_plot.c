/* A picture of a study, drawn by gnuplot: how chances grow, and how numbers of one's own spread.
 *
 * All in black and grey, told apart by dashes and marks, so that a printed page loses nothing.  Of events that
 * always go together one is drawn; what is certain from the first turn on, or never comes, is not. */
#include "cli/study_plot.h"
#include "cli/strip.h"
#include "cli/study_rows.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CURVES = 6, PAIRED = 3, SPREADS = 2 };

typedef struct {
    const Row *curve[CURVES], *number[SPREADS];
    size_t curves, numbers;
} Drawn;

/* --- what is drawn ------------------------------------------------------------------------- */

static double chance_at(const Row *row, size_t turn)
{
    return study_figure(json_array_get(row->by_turn, turn), "p");
}

/* As far as the eye, or what was played, can tell. */
static bool same_curve(const Row *a, const Row *b)
{
    for (size_t i = 0; i < json_array_size(a->by_turn); i++) {
        double off = chance_at(a, i) - chance_at(b, i);
        double error = study_figure(json_array_get(a->by_turn, i), "p_se");
        if (fabs(off) > 0.002 + 3 * error) return false;
    }
    return true;
}

static bool worth_drawing(Drawn *d, const Row *row)
{
    size_t turns = json_array_size(row->by_turn);
    if (turns == 0 || chance_at(row, 0) >= 1 || row->p <= 0) return false;
    for (size_t i = 0; i < d->curves; i++) {
        if (!same_curve(d->curve[i], row)) continue;
        if (strchr(d->curve[i]->name, '.') && !strchr(row->name, '.')) d->curve[i] = row; /* the plainer name */
        return false;
    }
    return true;
}

static bool differs(const Row *row, const Study *other)
{
    const Row *theirs = other ? study_find(other, row->name) : NULL;
    return other && (!theirs || !same_curve(row, theirs));
}

/* What was asked for first, then events, the likeliest first; beside another study, first those that differ. */
static Drawn choose(const Study *s, const Study *other, size_t most)
{
    static const struct {
        Sort sort;
        bool differs;
    } order[] = {{ASKED, true}, {ASKED, false}, {EVENT, true}, {EVENT, false}};
    Drawn d = {0};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = 0; i < s->n && d.curves < most; i++) {
            const Row *row = &s->row[i];
            if (row->sort == order[k].sort && differs(row, other) == order[k].differs && worth_drawing(&d, row))
                d.curve[d.curves++] = row;
        }
    for (size_t i = 0; i < s->n && d.numbers < SPREADS; i++)
        if (s->row[i].sort == NUMBER) d.number[d.numbers++] = &s->row[i];
    return d;
}

/* "tables/saltmine.lua" -> "saltmine" */
static const char *table_of(const json_t *study, char *name, size_t room)
{
    const char *table = field_text(study, "table"), *slash = strrchr(table, '/');
    snprintf(name, room, "%s", slash && slash[1] ? slash + 1 : table);
    char *dot = strstr(name, ".lua");
    if (dot && !dot[4]) *dot = '\0';
    return name;
}

/* --- the script ------------------------------------------------------------------------------ */

/* A text for gnuplot, which between single quotes takes nothing for its own; between double ones it would run what
 * stands in backquotes. */
static void put_quoted(FILE *f, const char *s)
{
    fputc('\'', f);
    for (; *s; s++) {
        if (*s == '\'') fputc('\'', f);
        if ((unsigned char)*s >= ' ') fputc(*s, f);
    }
    fputc('\'', f);
}

/* A file of this name, even where it looks like a command. */
static void put_output(FILE *f, const char *file)
{
    char *plain = NULL;
    if (asprintf(&plain, "%s%s", *file == '/' ? "" : "./", file) < 0) must_have(NULL);
    fputs("set output ", f);
    put_quoted(f, plain);
    free(plain);
}

static void write_block(FILE *f, const char *name, size_t nth, const Row *row)
{
    fprintf(f, "$%s%zu << EOD\n", name, nth);
    for (size_t i = 0; i < json_array_size(row->by_turn); i++) {
        const json_t *turn = json_array_get(row->by_turn, i);
        fprintf(f, "%" PRId64 " %.10g %.10g\n", field_int(turn, "turn", 0),
                study_figure(turn, "p") * 100, study_figure(turn, "p_se") * 100);
    }
    fputs("EOD\n", f);
}

/* What the values of a number come to in the end, in percent. */
static void write_spread(FILE *f, const char *name, size_t nth, const Study *s, const Row *row)
{
    size_t n;
    Count *c = study_counts(s, row, &n);
    fprintf(f, "$%s%zu << EOD\n", name, nth);
    for (size_t i = 0; i < n; i++)
        if (c[i].part > 1e-9) fprintf(f, "%.10g %.10g\n", c[i].value, c[i].part * 100);
    fputs("EOD\n", f);
    free(c);
}

static void write_head(FILE *f, const char *file, size_t panels)
{
    const char *dot = strrchr(file, '.');
    bool png = dot && strcmp(dot, ".png") == 0;
    fprintf(f, "set terminal %s size 900,%zu noenhanced font \"Helvetica,14\"%s\n", png ? "pngcairo" : "svg",
            panels * 420 + 30, png ? "" : " background \"white\"");
    put_output(f, file);
    fputs("\nset encoding utf8\nset border 3 lc rgb \"#404040\"\nset tics nomirror out\n"
          "set grid ytics lc rgb \"#d0d0d0\" lt 1\nset key outside right center reverse Left samplen 4 spacing 1.3\n"
          "set style fill solid 0.9 border -1\n", f);
    if (panels > 1) fprintf(f, "set multiplot layout %zu,1\n", panels);
}

static void put_title(FILE *f, const json_t *study, const json_t *other)
{
    fputs("set title ", f);
    char *title = NULL, one[100], two[100];
    bool exact = field_true(study, "exact");
    int64_t runs = field_int(study, "runs", 0);
    char how[60] = "weighed exactly";
    if (!exact) snprintf(how, sizeof how, "%" PRId64 " plays", runs);
    if (asprintf(&title, "%s%s%s, %" PRId64 " turns, %s", table_of(study, one, sizeof one),
                 other ? " beside " : "", other ? table_of(other, two, sizeof two) : "", field_int(study, "turns", 0), how) < 0)
        must_have(NULL);
    put_quoted(f, title);
    fputc('\n', f);
    free(title);
}

/* Two tables: each curve twice, the second dashed and with hollow marks. */
static void plot_curves(FILE *f, const Drawn *d, const json_t *study, const json_t *other, const Drawn *theirs)
{
    static const char *const grey[] = {"#000000", "#707070", "#404040", "#909090", "#202020", "#606060"};
    static const int solid[] = {7, 5, 9, 11, 13, 15}, hollow[] = {6, 4, 8, 10, 12, 14};
    int64_t turns = field_int(study, "turns", 1);
    fprintf(f, "set xlabel \"by the end of turn\"\nset ylabel \"chance, in %%\"\n"
               "set yrange [0:100]\nset xrange [%s:%" PRId64 "]\nplot ", turns > 1 ? "1" : "0.5", turns);
    int each = (int)(turns / 8) + 1;
    for (size_t i = 0; i < d->curves; i++) {
        char name[300], table[100];
        snprintf(name, sizeof name, "%.150s%s%s", d->curve[i]->name, other ? ": " : "",
                 other ? table_of(study, table, sizeof table) : "");
        fprintf(f, "%s$A%zu using 1:2 with linespoints lw 2 lc rgb \"%s\" dt %s pt %d ps 0.8 pointinterval %d title ",
                i ? ", " : "", i, grey[i], other || i % 2 == 0 ? "1" : "(8,4)", solid[i], each);
        put_quoted(f, name);
        if (!other || !theirs->curve[i]) continue;
        snprintf(name, sizeof name, "%.150s: %s", theirs->curve[i]->name, table_of(other, table, sizeof table));
        fprintf(f, ", $B%zu using 1:2 with linespoints lw 2 lc rgb \"%s\" dt (6,4) pt %d ps 0.8 pointinterval %d title ", i,
                grey[i], hollow[i], each);
        put_quoted(f, name);
    }
    fputc('\n', f);
}

/* Few enough that all can stand below the axis. */
static bool few_values(const Row *row, const json_t *study)
{
    const json_t *last = json_array_get(row->by_turn, (size_t)field_int(study, "turns", 1) - 1);
    const json_t *q = json_object_get(last, "quantiles");
    return study_figure(q, "p95") - study_figure(q, "p5") < 15;
}

static void plot_spread(FILE *f, const Drawn *d, size_t nth, const json_t *study, const json_t *other, bool theirs)
{
    fputs("set title \"\"\nset xlabel ", f);
    char *label = NULL, table[100];
    if (asprintf(&label, "%s, in the end", d->number[nth]->name) < 0) must_have(NULL);
    put_quoted(f, label);
    free(label);
    fprintf(f, "\nset ylabel \"%s, in %%\"\nset yrange [0:*]\nset xrange [*:*]\nset boxwidth %s\nset offsets graph 0.05, graph 0.05, 0, 0\n",
            field_true(study, "exact") ? "chance" : "of all plays", other ? "0.4" : "0.8");
    fputs(few_values(d->number[nth], study) ? "set xtics 1\n" : "set xtics autofreq\n", f);
    fprintf(f, "plot $N%zu using ($1%s):2 with boxes fc rgb \"#404040\" title ", nth, other ? "-0.2" : "");
    put_quoted(f, other ? table_of(study, table, sizeof table) : "");
    if (theirs) {
        fprintf(f, ", $M%zu using ($1+0.2):2 with boxes fc rgb \"#c0c0c0\" title ", nth);
        put_quoted(f, table_of(other, table, sizeof table));
    }
    fputc('\n', f);
}

static void write_script(FILE *f, const Ink *out, const json_t *study, const json_t *other, const char *file)
{
    Study a = study_rows(out, study), b = {0};
    if (other) b = study_rows(out, other);
    Drawn mine = choose(&a, other ? &b : NULL, other ? PAIRED : CURVES), theirs = {0};
    for (size_t i = 0; i < mine.curves; i++) {
        write_block(f, "A", i, mine.curve[i]);
        theirs.curve[i] = other ? study_find(&b, mine.curve[i]->name) : NULL;
        if (theirs.curve[i]) write_block(f, "B", i, theirs.curve[i]);
    }
    for (size_t i = 0; i < mine.numbers; i++) {
        write_spread(f, "N", i, &a, mine.number[i]);
        theirs.number[i] = other ? study_find(&b, mine.number[i]->name) : NULL;
        if (theirs.number[i]) write_spread(f, "M", i, &b, theirs.number[i]);
    }
    write_head(f, file, (mine.curves > 0) + mine.numbers);
    put_title(f, study, other);
    if (mine.curves > 0) plot_curves(f, &mine, study, other, &theirs);
    for (size_t i = 0; i < mine.numbers; i++)
        plot_spread(f, &mine, i, study, other, theirs.number[i] != NULL);
    free(a.row);
    free(b.row);
}

/* --- gnuplot ----------------------------------------------------------------------------------- */

int study_plot(const Ink *out, const json_t *study, const json_t *other, const char *file)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    FILE *f = popen("exec gnuplot 2>/dev/null", "w");
    if (f) write_script(f, out, study, other, file);
    int status = f ? pclose(f) : -1;
    sigaction(SIGPIPE, &before, NULL);
    if (status == 0) return EXIT_FINE;
    if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        fputs("--plot draws with gnuplot, which is not here; on Debian: apt install gnuplot-nox. --csv FILE has the figures\n", stderr);
    else
        strip_say(stderr, "%s: gnuplot could not draw it; can the file be written?\n", file);
    return EXIT_WRONG;
}

int study_plot_refuses(const Command *c, const char *file)
{
    const char *dot = file ? strrchr(file, '.') : NULL;
    if (!file || (dot && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0))) return EXIT_FINE;
    return command_misused(c, "--plot FILE.svg or FILE.png, not '%s'", file);
}
