/* `sconce sim --all`: every ruleset that has a day file beside it, in one table: what an hour brings.  A day file,
 * rulesets/day/NAME-day.lua, is a house file that says what counts: the event peril, the track feet. */
#include "cli/asking.h"
#include "cli/fields.h"
#include "cli/ink.h"
#include "cli/sim_all.h"
#include "cli/spark.h"
#include "cli/study_rows.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 21, FIGURE = 18 };

static const char *const measures[] = {"feet=party.feet", "hours=clock.minutes / 60"};

/* A figure by the end of the last turn, for each hour. */
typedef struct {
    double mean, error;
} Hourly;

static Hourly hourly(const json_t *study, const char *name, double hours)
{
    const json_t *rows = field_list(json_object_get(json_object_get(study, "measures"), name), "by_turn");
    const json_t *last = json_array_get(rows, json_array_size(rows) - 1);
    return (Hourly){study_figure(last, "mean") / hours, study_figure(last, "mean_se") / hours};
}

static void put_hourly(Strip *t, int column, Hourly h, int digits)
{
    if (h.mean <= 0) {
        spark_right(t, column - 7, "–");
        return;
    }
    spark_right(t, column - 7, "%.*f", digits, h.mean);
    if (h.error > 0) strip_put(t, " ±%.*f", digits, h.error);
}

static void write_titles(const Ink *out, const SconceSim *sim)
{
    Strip t = {0};
    strip_put(&t, "%lld turns of what each does first, %lld runs each, seed ", (long long)sim->turns, (long long)sim->runs);
    strip_clean(&t, sim->seed ? sim->seed : "1");
    ink_print(out, &t);
    strip_free(&t);
    fputc('\n', out->to);
    strip_tint(&t, FAINT);
    strip_put(&t, "in an hour");
    spark_right(&t, NAME + FIGURE - 7, "encounters");
    spark_right(&t, NAME + 2 * FIGURE - 7, "lights burnt");
    spark_right(&t, NAME + 3 * FIGURE - 7, "feet covered");
    strip_tint(&t, PLAIN);
    ink_print(out, &t);
    strip_free(&t);
}

static void write_row(const Ink *out, const char *name, const json_t *study)
{
    Strip t = {0};
    double hours = hourly(study, "hours", 1).mean;
    strip_clean(&t, name);
    put_hourly(&t, NAME + FIGURE, hourly(study, "peril", hours), 2);
    put_hourly(&t, NAME + 2 * FIGURE, hourly(study, "light_out", hours), 2);
    put_hourly(&t, NAME + 3 * FIGURE, hourly(study, "feet", hours), 0);
    ink_print(out, &t);
    strip_free(&t);
}

/* DIR/NAME.lua -> DIR/day/NAME-day.lua */
static char *day_of(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    char *day = NULL;
    if (asprintf(&day, "%.*sday/%s-day.lua", slash ? (int)(slash - path) + 1 : 0, path, name) < 0) must_have(NULL);
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

int sim_all(const SconceSim *sim, bool json)
{
    SconceError error = {0};
    char *list = sconce_rulesets(NULL, &error);
    if (!list) return command_failed(&error);
    json_t *rulesets = json_loads(list, 0, NULL), *ruleset;
    size_t i;
    int status = EXIT_FINE;
    bool any = false;
    Ink out = ink_on(stdout);
    json_array_foreach (rulesets, i, ruleset) {
        const char *name = field_text(ruleset, "name");
        char *day = day_of(field_text(ruleset, "path"), name);
        char *answer = status == EXIT_FINE && access(day, R_OK) == 0 ? play(day, sim) : NULL;
        if (access(day, R_OK) == 0 && !answer) status = EXIT_WRONG;
        json_t *study = answer ? fields_read(answer) : NULL;
        if (answer && json) printf("%s%s", any ? "," : "[", answer);
        if (answer && !json && !any) write_titles(&out, sim);
        if (answer && !json) write_row(&out, name, study);
        any = any || answer;
        json_decref(study);
        sconce_free(answer);
        free(day);
    }
    if (json && any) puts("]");
    if (!any && status == EXIT_FINE) fputs("no ruleset has a day file, rulesets/day/NAME-day.lua\n", stderr);
    json_decref(rulesets);
    sconce_free(list);
    return any ? status : EXIT_WRONG;
}
