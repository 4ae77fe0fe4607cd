/* `sconce roll`: dice, without a table. */
#include "cli/fields.h"
#include "cli/ink.h"
#include "cli/options.h"
#include "cli/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *expression, *seed;
    int64_t times, dc;
    bool against, odds, json;
} RollWish;

/* A total is whole, or a fraction written "7/2". */
static bool reaches(const json_t *total, int64_t dc)
{
    const char *fraction = json_string_value(total),
               *slash = fraction ? strchr(fraction, '/') : NULL;
    if (!slash) return json_integer_value(total) >= dc;
    return strtold(fraction, NULL) >= (long double)dc * strtold(slash + 1, NULL);
}

/* `[6 4 (1)]`: every die; those in parentheses do not count. */
static void faces(Strip *t, const json_t *dice)
{
    const json_t *die;
    size_t i;
    strip_put(t, "  [");
    json_array_foreach (dice, i, die) {
        bool out = field_true(die, "dropped") || field_true(die, "rerolled");
        strip_put(t, "%s%s", i ? " " : "", out ? "(" : "");
        strip_tint(t, out ? FAINT : FACE);
        strip_put(t, "%" PRId64, field_int(die, "face", 0));
        strip_tint(t, PLAIN);
        strip_put(t, "%s", out ? ")" : "");
    }
    strip_put(t, "]");
}

static void verdict(Strip *t, bool won)
{
    strip_put(t, "  ");
    strip_tinted(t, won ? GOOD : BAD, won ? "success" : "failure");
}

static void write_rolls(const RollWish *w, const json_t *rolled)
{
    Ink out = ink_on(stdout);
    const json_t *rolls = field_list(rolled, "rolls"), *roll;
    int64_t won = 0;
    size_t i;
    json_array_foreach (rolls, i, roll) {
        Strip t = {0};
        const json_t *value = json_object_get(roll, "total");
        strip_tint(&t, STRONG);
        value_put(&t, value);
        strip_tint(&t, PLAIN);
        if (json_array_size(field_list(roll, "dice")) > 0) faces(&t, field_list(roll, "dice"));
        if (w->against) verdict(&t, reaches(value, w->dc));
        won += reaches(value, w->dc);
        ink_write(&out, &t, 0, 2);
        strip_free(&t);
    }
    if (w->against && w->times > 1)
        printf("%" PRId64 " of %" PRId64 " make %" PRId64 "\n", won, w->times, w->dc);
}

static int roll(const RollWish *w)
{
    SconceError error = {0};
    char *json = sconce_roll(w->expression, w->times, w->seed, &error);
    if (!json) return command_failed(&error);
    if (w->json) {
        puts(json);
    } else {
        json_t *rolled = fields_read(json);
        write_rolls(w, rolled);
        json_decref(rolled);
    }
    sconce_free(json);
    return EXIT_FINE;
}

/* Exact odds of the expression belong here, when the library gives them. */
static int odds(const RollWish *w)
{
    fprintf(stderr, "odds of %s: not yet\n", w->expression);
    return EXIT_WRONG;
}

/* `2d6 + 3` without quotes is one expression too. */
static char *joined(const Words *words)
{
    Strip t = {0};
    for (size_t i = 0; i < words->n; i++)
        strip_put(&t, "%s%s", i ? " " : "", words->at[i]);
    return must_have(t.s);
}

static int roll_command(int argc, char **argv)
{
    Words plain = {0};
    RollWish w = {.times = 1};
    const Option options[] = {
        {"times", OPTION_NUMBER, &w.times, NULL}, {"seed", OPTION_TEXT, &w.seed, NULL},
        {"odds", OPTION_SWITCH, &w.odds, NULL},   {"dc", OPTION_NUMBER, &w.dc, &w.against},
        {"json", OPTION_SWITCH, &w.json, NULL},   {0},
    };
    int status;
    if (options_read(&command_roll, argc, argv, options, &plain, 1, (size_t)argc, &status)) {
        char *expression = joined(&plain);
        w.expression = expression;
        if (w.times < 1)
            status = command_misused(&command_roll, "--times is at least 1");
        else
            status = w.odds ? odds(&w) : roll(&w);
        free(expression);
    }
    words_free(&plain);
    return status;
}

const Command command_roll = {
    "roll",
    "EXPR [--times N] [--seed N] [--odds] [--dc N] [--json]",
    "rolls dice: sconce roll 4d6kh3",
    "Rolls an expression and shows the total and every die; dice in parentheses do not count.\n"
    "  --times N   so often\n"
    "  --seed N    the seed (text or number)\n"
    "  --dc N      against a difficulty\n"
    "  --odds      its exact odds instead\n"
    "  --json      for programs",
    roll_command,
};
