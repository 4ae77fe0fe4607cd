/* agree SIM ODDS -- compares the JSON of a simulation with that of exact odds.  Every figure of
 * every measure and turn must lie within four standard errors, computed from the exact chance, and
 * a little more for rare events.  Prints the figures that do not. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int compared, wrong;

static double number(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

static void compare(const char *name, size_t turn, const char *what, double played, double exact,
                    double error)
{
    compared++;
    if (fabs(played - exact) <= error) return;
    wrong++;
    printf("%s, %s by turn %zu: played %.6g, exactly %.6g, further than %.2g apart\n", name, what,
           turn, played, exact, error);
}

static void compare_turns(const char *name, const json_t *sim, const json_t *odds, double runs)
{
    size_t i;
    json_t *row;
    json_array_foreach (sim, i, row) {
        const json_t *other = json_array_get(odds, i);
        /* slack: five runs more or less, for rare events */
        double p = number(other, "p"), mean = number(other, "mean"), slack = 5 / runs;
        if (json_object_get(row, "p"))
            compare(name, i + 1, "chance", number(row, "p"), p,
                    4 * sqrt(p * (1 - p) / runs) + slack);
        if (!json_object_get(row, "mean")) continue;
        /* An event that came in no run has a mean_se of 0: the error of its chance counts then. */
        double se = fmax(number(row, "mean_se"),
                         json_object_get(row, "quantiles") ? 0 : sqrt(p * (1 - p) / runs));
        compare(name, i + 1, "mean", number(row, "mean"), mean, 4 * se + slack);
    }
}

int main(int argc, char **argv)
{
    json_t *sim = argc == 3 ? json_load_file(argv[1], 0, NULL) : NULL,
           *odds = argc == 3 ? json_load_file(argv[2], 0, NULL) : NULL;
    json_t *played = json_object_get(sim, "measures"), *exact = json_object_get(odds, "measures"),
           *measure;
    const char *name;
    if (!played || !exact) return printf("usage: agree SIM.json ODDS.json\n"), 2;
    json_object_foreach (played, name, measure) {
        const json_t *other = json_object_get(exact, name);
        if (!other)
            wrong++, printf("%s was played, and has no odds\n", name);
        else
            compare_turns(name, json_object_get(measure, "by_turn"),
                          json_object_get(other, "by_turn"), number(sim, "runs"));
    }
    printf("%d figures of %zu measures\n", compared, json_object_size(played));
    return wrong > 0 || compared == 0;
}
