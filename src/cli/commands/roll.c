/* `sconce roll`: rolls dice without a table: die by die, many times, or their exact odds. */
#include "cli/commands/command.h"
#include "cli/study/histogram.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Rolls that are listed one by one, for people (two screens) and for programs; more are counted. */
enum { LISTED = 100, LISTED_JSON = 10000 };

typedef struct {
    const char *expression, *seed, *csv;
    int64_t times, dc;
    bool repeated, against, odds, json;
} RollOptions;

/* --- die by die --- */

static bool reaches(const json_t *total, int64_t dc)
{
    return histogram_total(total) >= (double)dc;
}

static void put_die(StyledText *t, const json_t *die)
{
    bool ignored = field_true(die, "dropped") || field_true(die, "rerolled");
    styled_put(t, "%s", ignored ? "(" : "");
    styled_tinted(t, ignored ? FAINT : FACE, "%" PRId64, field_int(die, "face", 0));
    /* Signs behind a face say what happened to the die. */
    if (field_true(die, "rerolled")) styled_put(t, "r");
    if (field_true(die, "exploded")) styled_put(t, "!");
    if (field_true(die, "success")) styled_put(t, "*");
    if (field_true(die, "failure")) styled_put(t, "-");
    styled_put(t, "%s", ignored ? ")" : "");
}

/* Adds `[6 4 (1)]`: the n dice from number `from` on; those in parentheses do not count. */
static void put_dice(StyledText *t, const json_t *dice, size_t from, size_t n)
{
    if (n == 0) return;
    styled_put(t, "  [");
    json_each (die, dice) {
        if (die_at < from || die_at >= from + n) continue;
        if (die_at > from) styled_put(t, "%s", field_true(die, "joined") ? "+" : " ");
        put_die(t, die);
    }
    styled_put(t, "]");
}

static void put_total(StyledText *t, const json_t *value)
{
    styled_tint(t, STRONG);
    styled_put_json(t, value);
    styled_tint(t, PLAIN);
}

/* Writes a line for each part of a repeated expression, as 3x(4d6kh3). */
static void write_parts(const TerminalStyle *out, const json_t *roll)
{
    size_t from = 0;
    json_each (part, field_list(roll, "parts")) {
        size_t n = (size_t)field_int(part, "dice", 0);
        StyledText t = {0};
        put_total(&t, json_object_get(part, "total"));
        put_dice(&t, field_list(roll, "dice"), from, n);
        style_write(out, &t, 2, 4);
        from += n;
    }
}

static void write_roll(const TerminalStyle *out, const RollOptions *opts, const json_t *roll,
                       const char *label)
{
    const json_t *value = json_object_get(roll, "total"), *dice = field_list(roll, "dice");
    bool parts = field_list(roll, "parts") != NULL;
    StyledText t = {0};
    write_parts(out, roll);
    put_total(&t, value);
    if (!parts) put_dice(&t, dice, 0, json_array_size(dice));
    if (parts) styled_put(&t, "  in all");
    if (*label) styled_put(&t, "  ");
    styled_put(&t, "%s", label);
    bool won = reaches(value, opts->dc);
    if (opts->against) styled_tinted(&t, won ? GOOD : BAD, won ? "  success" : "  failure");
    style_write(out, &t, 0, 2);
}

static void write_rolls(const RollOptions *opts, const json_t *rolled)
{
    TerminalStyle out = style_on(stdout);
    int64_t won = 0;
    json_each (roll, field_list(rolled, "rolls")) {
        write_roll(&out, opts, roll, field_text(rolled, "label"));
        if (reaches(json_object_get(roll, "total"), opts->dc)) won++;
    }
    if (opts->against && opts->times > 1)
        printf("%" PRId64 " of %" PRId64 " make %" PRId64 "\n", won, opts->times, opts->dc);
}

/* --- counts and odds --- */

/* Shows the JSON of sconce_odds or sconce_rolls.  Returns an exit status. */
static int show_chances(const RollOptions *opts, const char *json)
{
    bool only_csv = opts->csv && strcmp(opts->csv, "-") == 0;
    json_auto_t *chances = opts->json && !opts->csv ? NULL : parse_json(json);
    if (opts->json && !only_csv) puts(json);
    bool ok = !opts->csv || histogram_csv(opts->csv, chances);
    if (!opts->json && !only_csv) {
        TerminalStyle out = style_on(stdout);
        histogram_write(&out, chances, opts->against ? &opts->dc : NULL);
    }
    return ok ? EXIT_FINE : EXIT_WRONG;
}

/* Shows the exact odds, or counts how often each total comes up. */
static int show_table(const RollOptions *opts)
{
    SconceError error = {0};
    const char *expression = opts->expression;
    AutoAnswer *json = !opts->odds     ? sconce_rolls(expression, opts->times, opts->seed, &error)
                       : opts->against ? sconce_odds_against(expression, opts->dc, &error)
                                       : sconce_odds(expression, &error);
    return json ? show_chances(opts, json) : command_failed(&error);
}

static int show_rolls(const RollOptions *opts)
{
    SconceError error = {0};
    if (opts->csv || opts->times > (opts->json ? LISTED_JSON : LISTED)) return show_table(opts);
    AutoAnswer *json = sconce_roll(opts->expression, opts->times, opts->seed, &error);
    if (!json) return command_failed(&error);
    if (opts->json) {
        puts(json);
    } else {
        json_auto_t *rolled = parse_json(json);
        write_rolls(opts, rolled);
    }
    return EXIT_FINE;
}

/* --- the command --- */

/* Joins the words of an expression without quotes, as 2d6 + 3.  The caller frees it. */
static char *join_words(char **words)
{
    char *text = NULL;
    size_t n = 0;
    FILE *to = must_have(open_memstream(&text, &n));
    for (char **word = words; *word; word++) fprintf(to, "%s%s", word > words ? " " : "", *word);
    fclose(to);
    return must_have(text);
}

static int run_roll(const RollOptions *opts)
{
    if (opts->times < 1) return command_misused(&command_roll, "--times is at least 1");
    if (opts->odds && opts->repeated)
        return command_misused(&command_roll, "--odds is exact, so it takes no --times");
    return opts->odds ? show_table(opts) : show_rolls(opts);
}

static int roll_command(int argc, char **argv)
{
    RollOptions opts = {.times = 1};
    const Option options[] = {
        {"times", OPTION_NUMBER, &opts.times, &opts.repeated},
        {"seed", OPTION_TEXT, &opts.seed, NULL},
        {"odds", OPTION_SWITCH, &opts.odds, NULL},
        {"dc", OPTION_NUMBER, &opts.dc, &opts.against},
        {"csv", OPTION_FILE, &opts.csv, NULL},
        {"json", OPTION_SWITCH, &opts.json, NULL},
        {0},
    };
    int status;
    if (options_read(&command_roll, argc, argv, options, 1, argc, &status)) {
        AutoString *expression = join_words(argv + 1);
        opts.expression = expression;
        status = run_roll(&opts);
    }
    return status;
}

const Command command_roll = {
    "roll",
    "EXPR [--times N] [--seed N] [--odds] [--dc N] [--csv FILE] [--json]",
    "rolls dice: sconce roll 4d6kh3",
    "Rolls an expression and shows the total and every die; dice in parentheses do not count.\n"
    "Behind a face: ! it exploded, + the die grew by the next, r it was rerolled, * it is a\n"
    "success, - a failure.\n"
    "  --times N   so often; more than 100 rolls are counted\n"
    "  --seed N    the seed (text or number)\n"
    "  --dc N      against a difficulty\n"
    "  --odds      its exact odds instead: mean, standard deviation, each total, at least each\n"
    "  --csv FILE  the odds, or how often each total came up, comma-separated; - is the output\n"
    "  --json      for programs; more than 10000 rolls are counted\n"
    "\n"
    "The notation.  Quote it for the shell; what begins with - stands behind --: roll -- -d40.\n"
    "  dice        4d6  d8  d% (a d100)  (1d4)d6  d(2d4)  d{2,3,3,4} (own faces)\n"
    "              4dF (fate dice)  dF.1  adv (2d20kh1)  dis (2d20kl1)\n"
    "  keep        4d6kh3 the best three (also k3), 2d20kl1 the lowest\n"
    "  drop        4d6dl1 without the lowest (also d1), 4d6dh1 without the best\n"
    "  explode     d6! rolls on after a 6; d6!>=5, d6!5 after others; d6!! one die that grows;\n"
    "              d6!p each further die counts one less\n"
    "  reroll      2d6r1 until it is no 1, 2d6ro1 once; 2d6r<3\n"
    "  clamp       d6min2 counts a 1 as 2; d6max5\n"
    "  count       5d6>=5 how many reach 5 (also > = < <=); 5d6>=5f1 less the ones\n"
    "  groups      {2d6, 1d12}kh1 the better part; {d6, d8, d10}>=5\n"
    "  arithmetic  2d6+3  10*d6  d20/2 (a fraction)  d20//2 (rounded down)  % ^ ( )\n"
    "              floor ceil round abs min(d6, d8) max(d6, d8)\n"
    "  compare     (2d6+3)>=10 is 1 or 0\n"
    "  repeat      6x4d6kh3\n"
    "  words       2d6 [fire] + 1d6 [cold]   # a comment at the end\n"
    "However they are written, modifiers work in this order: reroll, explode, clamp, keep and\n"
    "drop, count.",
    roll_command,
};
