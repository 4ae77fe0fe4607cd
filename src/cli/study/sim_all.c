/* `sconce sim --all`: every ruleset that has a day file beside it, in one table: what an hour
 * brings.  A day file, rulesets/day/NAME-day.lua, is a house file that says what counts: the event
 * peril, the track feet; where that stays 0, the rooms that were entered. */
#include "cli/study/sim_all.h"
#include "cli/study/plot.h"
#include "cli/study/spark.h"
#include "cli/study/study_rows.h"
#include "cli/term/asking.h"
#include "cli/term/json_fields.h"
#include "cli/term/terminal_style.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where columns end, six of each for its error; that of the ground is behind it, if there is any.
 * STACKED: on a narrow screen. */
enum {
    NAME = 20,
    PERIL = NAME + 10,
    SOME = PERIL + 13,
    LIGHTS = SOME + 13,
    GROUND = LIGHTS + 10,
    GROUND_ERROR = 5,
    STACKED = 12
};

static const char *const measures[] = {"feet=party.feet", "hours=clock.minutes / 60"};

typedef struct {
    double mean, error;
} Figure;

/* Of one ruleset, in an hour. */
typedef struct {
    char *name, *doing;
    double turns;                            /* that make an hour */
    Figure peril, some, lights, feet, rooms; /* some: the chance of any peril in the first hour */
} Hour;

typedef struct {
    Hour *hour;
    size_t n;
} Hours;

/* --- figures ------------------------------------------------------------------------------- */

static Figure figure(const json_t *study, const char *name, int64_t turn, const char *mean,
                     const char *error)
{
    const json_t *rows =
        field_list(json_object_get(json_object_get(study, "measures"), name), "by_turn");
    const json_t *row = json_array_get(rows, (size_t)turn - 1);
    return (Figure){study_figure(row, mean), study_figure(row, error)};
}

/* In an hour; the errors of both as if neither knew of the other. */
static Figure each_hour(const json_t *study, const char *name, int64_t turns, Figure hours)
{
    Figure f = figure(study, name, turns, "mean", "mean_se");
    double each = f.mean / hours.mean;
    return (Figure){each, hypot(f.error, each * hours.error) / hours.mean};
}

static Hour hour_of(const char *name, const json_t *study)
{
    int64_t turns = field_int(study, "turns", 1);
    Figure hours = figure(study, "hours", turns, "mean", "mean_se");
    Hour h = {.name = must_have(strdup(name)), .turns = (double)turns / hours.mean};
    const char *line = json_string_value(json_array_get(field_list(study, "plan"), 0));
    h.doing = must_have(strdup(line ? line : field_text(study, "policy")));
    int64_t first = h.turns < 1 ? 1 : h.turns > (double)turns ? turns : (int64_t)(h.turns + 0.5);
    h.some = figure(study, "peril", first, "p", "p_se");
    h.peril = each_hour(study, "peril", turns, hours);
    h.lights = each_hour(study, "light_out", turns, hours);
    h.feet = each_hour(study, "feet", turns, hours);
    h.rooms = each_hour(study, "moved", turns, hours);
    return h;
}

static void add_hour(Hours *all, const char *name, const json_t *study)
{
    all->hour = must_have(realloc(all->hour, (all->n + 1) * sizeof *all->hour));
    all->hour[all->n++] = hour_of(name, study);
}

static void free_hours(Hours *all)
{
    for (size_t i = 0; i < all->n; i++) {
        free(all->hour[i].name);
        free(all->hour[i].doing);
    }
    free(all->hour);
}

/* --- the table ----------------------------------------------------------------------------- */

static void put_figure(StyledText *t, int column, Figure f, const char *form)
{
    int digits = form[0] == '%' ? 1 : 2;
    if (f.mean <= 0) {
        spark_right(t, column - 6, "–");
        return;
    }
    spark_right(t, column - 6, "%.*f%s", digits, f.mean, form);
    styled_tint(t, FAINT);
    study_put_error(t, f.error, digits == 2 && f.error < 0.005 ? 3 : digits);
    styled_tint(t, PLAIN);
}

/* Where the ground ends, and its error. */
static int ground_end(const Hours *all)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->hour[i].feet.error > 0 || all->hour[i].rooms.error > 0)
            return GROUND + GROUND_ERROR;
    return GROUND;
}

static void put_titles(StyledText *t, const Hours *all)
{
    styled_tint(t, FAINT);
    styled_put(t, "in an hour");
    spark_right(t, PERIL - 6, "encounters");
    spark_right(t, SOME - 6, "any at all");
    spark_right(t, LIGHTS - 6, "lights burnt");
    spark_right(t, GROUND, "ground");
    spark_pad(t, ground_end(all));
    styled_put(t, "  doing");
    styled_tint(t, PLAIN);
}

static Figure some_of(const Hour *h)
{
    return (Figure){h->some.mean * 100, h->some.error * 100};
}

static void put_ground(StyledText *t, int column, const Hour *h)
{
    bool measured = h->feet.mean > 0;
    Figure f = measured ? h->feet : h->rooms;
    spark_right(t, column, measured ? "%.0f ft" : "%.1f rooms", f.mean);
    styled_tint(t, FAINT);
    if (f.error > 0)
        styled_put(t,
                   measured && f.error >= 0.95 ? " ±%.0f"
                   : f.error < 0.05            ? " ±%.2f"
                                               : " ±%.1f",
                   f.error);
    styled_tint(t, PLAIN);
}

static void put_hour(StyledText *t, const Hour *h, const Hours *all)
{
    styled_clean(t, h->name);
    put_figure(t, PERIL, h->peril, "");
    put_figure(t, SOME, some_of(h), "%");
    put_figure(t, LIGHTS, h->lights, "");
    put_ground(t, GROUND, h);
    spark_pad(t, ground_end(all));
    styled_put(t, "  ");
    styled_clean(t, h->doing);
}

/* Where there is no room for columns: a figure a line, and what it is behind it. */
static void put_stacked(StyledText *t, const Figure *f, const char *form, const char *what)
{
    put_figure(t, STACKED, *f, form);
    spark_pad(t, STACKED + 1);
    styled_put(t, "%s", what);
}

static void write_stack(const TerminalStyle *out, const Hour *h)
{
    const Figure figures[] = {h->peril, some_of(h), h->lights};
    static const char *const what[] = {"encounters", "any at all", "lights burnt"};
    StyledText name = {0}, ground = {0};
    styled_clean(&name, h->name);
    styled_put(&name, ": ");
    styled_clean(&name, h->doing);
    style_write(out, &name, 0, 2);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        StyledText t = {0};
        put_stacked(&t, &figures[i], i == 1 ? "%" : "", what[i]);
        style_print(out, &t);
        styled_free(&t);
    }
    put_ground(&ground, STACKED, h);
    styled_put(&ground, " ground");
    style_print(out, &ground);
    styled_free(&name);
    styled_free(&ground);
}

/* Does a line for each fit the screen? */
static bool is_wide(const TerminalStyle *out, const Hours *all)
{
    int most = 0;
    for (size_t i = 0; i < all->n; i++) {
        StyledText t = {0};
        put_hour(&t, &all->hour[i], all);
        if (t.columns > most) most = t.columns;
        styled_free(&t);
    }
    return most <= out->width;
}

static void write_hours(const TerminalStyle *out, const Hours *all)
{
    StyledText titles = {0};
    bool wide = is_wide(out, all);
    if (wide)
        put_titles(&titles, all);
    else
        styled_tinted(&titles, FAINT, "in an hour");
    style_print(out, &titles);
    styled_free(&titles);
    for (size_t i = 0; i < all->n; i++) {
        StyledText row = {0};
        put_hour(&row, &all->hour[i], all);
        if (wide)
            style_print(out, &row);
        else
            write_stack(out, &all->hour[i]);
        styled_free(&row);
    }
}

static void write_table(const SconceSim *sim, const Hours *all)
{
    TerminalStyle out = style_on(stdout);
    StyledText t = {0}, legend = {0};
    styled_put(&t,
               "%lld turns of what each does first, by four with a torch, played %lld times; seed ",
               (long long)sim->turns, (long long)sim->runs);
    styled_clean(&t, sim->seed ? sim->seed : "1");
    style_write(&out, &t, 0, 2);
    styled_free(&t);
    fputc('\n', stdout);
    write_hours(&out, all);
    fputc('\n', stdout);
    styled_tinted(&legend, FAINT,
                  "any at all: the chance of an encounter in the first hour; ±: a standard error");
    style_write(&out, &legend, 0, 2);
    styled_free(&legend);
}

/* --- files --------------------------------------------------------------------------------- */

static int write_csv(const char *file, const Hours *all)
{
    FILE *f = fopen(file, "w");
    if (f) {
        fputs("ruleset,doing,encounters_an_hour,any_in_the_first_hour,lights_an_hour,feet_an_hour,"
              "rooms_an_hour,"
              "encounters_se,any_se,lights_se,feet_se,rooms_se\n",
              f);
        for (size_t i = 0; i < all->n; i++) {
            const Hour *h = &all->hour[i];
            study_csv_name(f, h->name);
            fputc(',', f);
            study_csv_name(f, h->doing);
            fprintf(f, ",%.6g,%.6g,%.6g,%.6g,%.6g", h->peril.mean, h->some.mean, h->lights.mean,
                    h->feet.mean, h->rooms.mean);
            fprintf(f, ",%.6g,%.6g,%.6g,%.6g,%.6g\n", h->peril.error, h->some.error,
                    h->lights.error, h->feet.error, h->rooms.error);
        }
        if (fclose(f) == 0) return EXIT_FINE;
    }
    styled_say(stderr, "%s: %s\n", file, strerror(errno));
    return EXIT_WRONG;
}

static Figure peril_of(const Hour *h)
{
    return h->peril;
}
static Figure lights_of(const Hour *h)
{
    return h->lights;
}
static Figure feet_of(const Hour *h)
{
    return h->feet;
}

static void plot_panel(FILE *f, const Hours *all, const char *label, Figure (*of)(const Hour *))
{
    fputs("$H << EOD\n", f);
    for (size_t i = 0; i < all->n; i++)
        fprintf(f, "%zu %.10g %.10g\n", i, of(&all->hour[i]).mean, 2 * of(&all->hour[i]).error);
    fprintf(f,
            "EOD\nset title \"%s, in an hour\"\nset yrange [0:*]\nset xrange [-0.7:%zu.7]\nset "
            "boxwidth 0.6\nset xtics (",
            label, all->n - 1);
    for (size_t i = 0; i < all->n; i++) {
        fputs(i ? ", " : "", f);
        plot_quoted(f, all->hour[i].name);
        fprintf(f, " %zu", i);
    }
    fputs(") font \",12\"\nset lmargin 9\nset rmargin 3\nplot $H using 1:2:3 with boxerrorbars fc "
          "rgb \"#808080\" title \"\"\n",
          f);
}

static int plot_all(const char *file, const Hours *all)
{
    FILE *f = plot_begin(file, 3);
    if (f) {
        plot_panel(f, all, "encounters", peril_of);
        plot_panel(f, all, "lights burnt", lights_of);
        bool measured = true;
        for (size_t i = 0; i < all->n; i++) measured = measured && all->hour[i].feet.mean > 0;
        plot_panel(f, all, measured ? "feet covered" : "feet covered (none: its book counts rooms)",
                   feet_of);
    }
    return plot_end(f, file);
}

/* --- playing ------------------------------------------------------------------------------- */

/* DIR/NAME.lua -> DIR/day/NAME-day.lua */
static char *day_of(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    char *day = NULL;
    if (asprintf(&day, "%.*sday/%s-day.lua", slash ? (int)(slash - path) + 1 : 0, path, name) < 0)
        must_have(NULL);
    return day;
}

static char *play(const char *day, const SconceSim *asked)
{
    const Words none = {0};
    SconceError error = {0};
    SconceSim sim = *asked;
    sim.measures = measures;
    sim.measure_count = sizeof measures / sizeof *measures;
    Sconce *s = asking_open(day, &none, asked->seed, NULL);
    char *json = s ? sconce_sim(s, &sim, &error) : NULL;
    if (s && !json) command_failed(&error);
    asking_close(s);
    return json;
}

/* Plays every ruleset with a day file; for programs, prints each answer as it comes. */
static int play_all(const SconceSim *sim, bool json, const json_t *rulesets, Hours *all)
{
    const json_t *ruleset;
    size_t i;
    json_array_foreach (rulesets, i, ruleset) {
        const char *name = field_text(ruleset, "name");
        char *day = day_of(field_text(ruleset, "path"), name);
        bool there = access(day, R_OK) == 0;
        char *answer = there ? play(day, sim) : NULL;
        free(day);
        if (there && !answer) return EXIT_WRONG;
        if (!answer) continue;
        json_t *study = fields_read(answer);
        if (json) printf("%s%s", all->n ? "," : "[", answer);
        add_hour(all, name, study);
        json_decref(study);
        sconce_free(answer);
    }
    if (json && all->n) puts("]");
    if (all->n) return EXIT_FINE;
    fputs("no ruleset has a day file, rulesets/day/NAME-day.lua\n", stderr);
    return EXIT_WRONG;
}

int sim_all(const SconceSim *sim, bool json, const char *csv, const char *plot)
{
    SconceError error = {0};
    char *list = sconce_rulesets(NULL, &error);
    if (!list) return command_failed(&error);
    json_t *rulesets = json_loads(list, 0, NULL);
    Hours all = {0};
    int status = play_all(sim, json, rulesets, &all);
    if (status == EXIT_FINE && !json) write_table(sim, &all);
    if (status == EXIT_FINE && csv) status = write_csv(csv, &all);
    if (status == EXIT_FINE && plot) status = plot_all(plot, &all);
    free_hours(&all);
    json_decref(rulesets);
    sconce_free(list);
    return status;
}
