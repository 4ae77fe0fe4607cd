/* Rolling: the order of the draws, how each die is recorded, and exact distributions from every
 * combination of faces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice/dice.h"

static Dice *parse(const char *text)
{
    Err err = {.text = ""};
    Dice *d = dice_parse(text, strlen(text), NULL, &err);
    if (!d) fail_msg("%s", err.text);
    return d;
}

/* --- a scripted source --- */

/* The dice to come, "6:3 6:4": the sides, which must be those asked for, and the face. */
typedef struct {
    const char *at;
} Script;

static int64_t next_face(void *from, int64_t sides)
{
    Script *s = from;
    char *end;
    if (!*s->at) return 0;
    long long want = strtoll(s->at, &end, 10);
    if (want != sides) fail_msg("a d%lld is rolled where %s stands", (long long)sides, s->at);
    assert_int_equal(*end, ':');
    int64_t face = strtoll(end + 1, &end, 10);
    s->at = end + (*end == ' ');
    return face;
}

/* Writes every die with its marks: (dropped) ~rerolled exploded! &joined success* failure- */
static void describe_dice(const Roll *r, Text *t)
{
    for (size_t i = 0; i < r->n; i++) {
        const Die *d = &r->dice[i];
        text_addf(t, "%s%s%s%s%lld%s%s%s%s", i ? " " : "", d->dropped ? "(" : "",
                  d->rerolled ? "~" : "", d->joined ? "&" : "", (long long)d->face,
                  d->exploded ? "!" : "", d->success ? "*" : "", d->failure ? "-" : "",
                  d->dropped ? ")" : "");
    }
}

/* Rolls with scripted faces, all of which must be used.  total: the total, "more" when the faces
 * run out, or the error; dice: as describe_dice() writes them. */
static void check_roll(const char *text, const char *script, const char *total, const char *dice)
{
    Dice *d = parse(text);
    Roll r = {0};
    Err err = {.text = ""};
    Script s = {script};
    Text t = {0};
    RollState state = dice_roll(d, next_face, &s, &r, &err);
    if (state == ROLL_STOPPED)
        text_add(&t, "more");
    else if (state == ROLL_FAILED)
        text_add(&t, err.text);
    else if (r.den == 1)
        text_addf(&t, "%lld", (long long)r.num);
    else
        text_addf(&t, "%lld/%lld", (long long)r.num, (long long)r.den);
    if (strcmp(t.s, total) != 0) fail_msg("%s with %s is %s, not %s", text, script, t.s, total);
    assert_string_equal(s.at, "");
    text_clear(&t);
    describe_dice(&r, &t);
    if (strcmp(text_str(&t), dice) != 0)
        fail_msg("%s with %s fell as %s, not %s", text, script, t.s, dice);
    text_free(&t);
    roll_free(&r);
    dice_free(d);
}

/* --- the natural roll --- */

static void check_natural(const char *text, const char *script, int64_t natural)
{
    Dice *d = parse(text);
    Roll r = {0};
    Err err = {.text = ""};
    Script s = {script};
    assert_int_equal(dice_roll(d, next_face, &s, &r, &err), ROLL_DONE);
    assert_int_equal(roll_natural(&r), natural);
    roll_free(&r);
    dice_free(d);
}

static void the_natural_roll_is_of_the_first_kind_of_dice(void **state)
{
    (void)state;
    check_natural("d20+3", "20:12", 12);
    check_natural("2d6+1", "6:2 6:5", 7);
    check_natural("d20+1d4", "20:12 4:3", 12);
    check_natural("1d6+1d6", "6:2 6:5", 7);
    check_natural("2d20kh1", "20:9 20:17", 17);
    check_natural("2d6r1", "6:1 6:4 6:5", 9);
    check_natural("1d6!", "6:6 6:3", 6);
    check_natural("7", "", 0);
}

/* --- modifiers --- */

static void keep_and_drop(void **state)
{
    (void)state;
    check_roll("4d6kh3", "6:3 6:6 6:1 6:4", "13", "3 6 (1) 4");
    check_roll("4d6kl2", "6:3 6:6 6:1 6:4", "4", "3 (6) 1 (4)");
    check_roll("4d6dl1", "6:3 6:6 6:1 6:4", "13", "3 6 (1) 4");
    check_roll("4d6dh1", "6:3 6:6 6:1 6:4", "8", "3 (6) 1 4");
    check_roll("2d20kh1+5", "20:11 20:7", "16", "11 (7)");
    check_roll("5d6kh3dl1", "6:1 6:2 6:3 6:4 6:5", "12", "(1) (2) 3 4 5");
    check_roll("5d6kh4dh1", "6:1 6:2 6:3 6:4 6:5", "9", "(1) 2 3 4 (5)");
}

static void drops_share_one_sort_order(void **state)
{
    (void)state;
    check_roll("3d20dl1dh1", "20:20 20:20 20:20", "20", "(20) 20 (20)");
    check_roll("3d20dl1dh1", "20:5 20:9 20:7", "7", "(5) (9) 7");
}

static void the_first_of_equal_dice_is_kept(void **state)
{
    (void)state;
    check_roll("2d20kh1", "20:9 20:9", "9", "9 (9)");
    check_roll("3d6dl1", "6:2 6:5 6:2", "7", "2 5 (2)");
}

static void explosions(void **state)
{
    (void)state;
    check_roll("2d6!", "6:6 6:2 6:3", "11", "6! 2 3");
    check_roll("2d6!", "6:6 6:6 6:1 6:6 6:5", "24", "6! 6! 1 6! 5");
    check_roll("2d6!3", "6:3 6:3 6:6 6:1", "13", "3! 3! 6 1");
    check_roll("1d6!>4", "6:5 6:6 6:4", "15", "5! 6! 4");
    check_roll("4d6!kh3", "6:6 6:5 6:1 6:2 6:3", "14", "6! 5 (1) (2) 3");
    check_roll("d{1,2,2}!", "3:2 3:3 3:1", "5", "2! 2! 1");
    check_roll("2dF!", "3:3 3:1 3:2", "0", "1! -1 0");
}

static void compound_explosions_grow_one_die(void **state)
{
    (void)state;
    check_roll("2d6!!", "6:6 6:6 6:1 6:3", "16", "6! &6! &1 3");
    check_roll("3d4!!kh2", "4:4 4:1 4:3 4:2", "8", "4! &1 3 (2)");
    check_roll("3d4!!kl1", "4:4 4:1 4:3 4:2", "2", "(4!) (&1) (3) 2");
    check_roll("2d6!!max8", "6:6 6:6 6:1 6:3", "11", "6! &6! &-4 3");
    check_roll("2d6>=8!!", "6:6 6:2 6:3", "1", "6! &2* 3");
}

static void penetration_counts_one_less(void **state)
{
    (void)state;
    check_roll("1d6!p", "6:6 6:6 6:3", "13", "6! 5! 2");
    check_roll("2d6!p", "6:6 6:1 6:2", "8", "6! 0 2");
    check_roll("1d6!!p", "6:6 6:6 6:3", "13", "6! &5! &2");
    check_roll("1d6!p>4", "6:5 6:5 6:1", "9", "5! 4! 0");
}

static void rerolls(void **state)
{
    (void)state;
    check_roll("2d6r1", "6:1 6:1 6:4 6:2", "6", "~1 ~1 4 2");
    check_roll("2d6ro<3", "6:1 6:2 6:3", "5", "~1 2 3");
    check_roll("2d6rr<3kh1", "6:2 6:3 6:5", "5", "~2 (3) 5");
    check_roll("1d6r1!", "6:1 6:6 6:1 6:6 6:3", "15", "~1 6! ~1 6! 3");
    check_roll("1d6ro1!", "6:1 6:1", "1", "~1 1");
    check_roll("2d6r6!!5", "6:5 6:6 6:1 6:2", "8", "5! ~&6 &1 2");
}

static void clamps(void **state)
{
    (void)state;
    check_roll("3d6min2max5", "6:1 6:6 6:3", "10", "2 5 3");
    check_roll("advmin10", "20:4 20:7", "10", "10 (10)");
    check_roll("2d6max3!", "6:6 6:2 6:5", "8", "3! 2 3");
}

static void counts(void **state)
{
    (void)state;
    check_roll("4d10>=8", "10:8 10:7 10:10 10:1", "2", "8* 7 10* 1");
    check_roll("4d10>=8f1", "10:8 10:7 10:1 10:1", "-1", "8* 7 1- 1-");
    check_roll("3d6=6+2", "6:6 6:6 6:1", "4", "6* 6* 1");
    check_roll("3d6<3", "6:1 6:2 6:3", "2", "1* 2* 3");
    check_roll("3d10!>=10", "10:10 10:4 10:3 10:2", "19", "10! 4 3 2");
    check_roll("3d10>=8!", "10:10 10:9 10:3 10:2", "2", "10!* 9* 3 2");
    check_roll("4d10kh2>=8", "10:8 10:9 10:10 10:1", "2", "(8) 9* 10* (1)");
    check_roll("2d10min8>=8", "10:1 10:2", "2", "8* 8*");
}

static void groups(void **state)
{
    (void)state;
    check_roll("{2d6, 1d12}kh1", "6:3 6:5 12:7", "8", "3 5 (7)");
    check_roll("{2d6, 1d12}kl1", "6:3 6:5 12:7", "7", "(3) (5) 7");
    check_roll("{2d6, 1d12, 5}dl1dh1", "6:3 6:5 12:7", "7", "(3) (5) 7");
    check_roll("{1d6, 1d6}kh1", "6:4 6:4", "4", "4 (4)");
    check_roll("{3d6kh2, 1d4}kh1", "6:1 6:2 6:3 4:4", "5", "(1) 2 3 (4)");
    check_roll("{2d6, 1d8, 1d10}>=8", "6:4 6:4 8:7 10:9", "2", "4 4 7 9");
    check_roll("{1d6/2, 1d6}kh1", "6:5 6:2", "5/2", "5 (2)");
    check_roll("{{1d4, 1d6}kh1, 1d8}kl1", "4:2 6:5 8:6", "5", "(2) 5 (6)");
    check_roll("{1d6, 2}+1", "6:4", "7", "4");
}

static void computed_counts_and_sides(void **state)
{
    (void)state;
    check_roll("(1d4)d6", "4:2 6:3 6:5", "8", "2 3 5");
    check_roll("d(2d4)", "4:3 4:4 7:6", "6", "3 4 6");
    check_roll("(1d4)d(1d6)kh1", "4:3 6:2 2:1 2:2 2:1", "2", "3 2 (1) 2 (1)");
    check_roll("(1d4-1)d6", "4:1", "0", "1");
    check_roll("d(1d4)!", "4:3 3:3 3:1", "4", "3 3! 1");
    check_roll("((2d6)>=7)d6", "6:3 6:4 6:5", "5", "3 4 5");
}

static void fate_and_own_faces(void **state)
{
    (void)state;
    check_roll("4dF", "3:1 3:2 3:3 3:3", "1", "-1 0 1 1");
    check_roll("6dF.1", "6:1 6:2 6:3 6:4 6:5 6:6", "0", "-1 0 0 0 0 1");
    check_roll("2d{2,3,3,4,4,5}", "6:6 6:1", "7", "5 2");
}

static void arithmetic(void **state)
{
    (void)state;
    check_roll("7/2", "", "7/2", "");
    check_roll("1d6/4", "6:6", "3/2", "6");
    check_roll("7//2*2", "", "6", "");
    check_roll("-7//2", "", "-4", "");
    check_roll("-7%3", "", "2", "");
    check_roll("7%-3", "", "-2", "");
    check_roll("7.5%2", "", "3/2", "");
    check_roll("2^3^2", "", "512", "");
    check_roll("-2^2", "", "-4", "");
    check_roll("2^-2", "", "1/4", "");
    check_roll("0^0", "", "1", "");
    check_roll("1/3+1/6", "", "1/2", "");
    check_roll("0.1+0.2", "", "3/10", "");
    check_roll("round(5/2)+round(-5/2)+floor(-1/2)+ceil(-1/2)", "", "-1", "");
    check_roll("abs(1d6-4)", "6:1", "3", "1");
    check_roll("max(1d6, 1d8, 3)+min(2, 1)", "6:2 8:1", "4", "2 1");
    check_roll("2d6*1.5", "6:3 6:4", "21/2", "3 4");
    check_roll("9007199254740993+0", "", "9007199254740993", "");
    check_roll("(0-9223372036854775807-1)%-1", "", "0", "");
}

static void comparisons(void **state)
{
    (void)state;
    check_roll("(2d6+3)>=10", "6:3 6:4", "1", "3 4");
    check_roll("(2d6+3)>=10", "6:3 6:3", "0", "3 3");
    check_roll("(2d6)>(1d12)", "6:3 6:4 12:7", "0", "3 4 7");
    check_roll("(1d6/2)=1.5", "6:3", "1", "3");
    check_roll("(1d6)<4+10", "6:3", "11", "3");
    check_roll("(1d6-4)>=-1", "6:3", "1", "3");
}

static void left_to_right(void **state)
{
    (void)state;
    check_roll("1d4+1d6*1d8-1d10", "4:1 6:2 8:3 10:4", "3", "1 2 3 4");
    check_roll("1d4^(1d6)", "4:2 6:3", "8", "2 3");
    check_roll("max(1d4, 1d6)+{1d8, 1d10}kh1", "4:1 6:2 8:3 10:4", "6", "1 2 (3) 4");
    check_roll("1d4!+1d6", "4:4 4:1 6:2", "7", "4! 1 2");
}

static void repeats_add_up_and_stand_apart(void **state)
{
    (void)state;
    check_roll("3x2d6kh1+1", "6:1 6:2 6:3 6:4 6:5 6:6", "15", "(1) 2 (3) 4 (5) 6");
    Dice *d = parse("3x2d6");
    Roll r = {0};
    Script s = {"6:1 6:2 6:3 6:4 6:5 6:6"};
    assert_int_equal(dice_roll(d, next_face, &s, &r, NULL), ROLL_DONE);
    assert_int_equal(r.parts_n, 3);
    const int64_t want[] = {3, 7, 11};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(r.parts[i].num, want[i]);
        assert_int_equal(r.parts[i].den, 1);
        assert_int_equal(r.parts[i].first, 2 * i);
        assert_int_equal(r.parts[i].n, 2);
    }
    assert_int_equal(r.num, 21);
    dice_free(d);
    d = parse("2d6");
    s = (Script){"6:1 6:2"};
    assert_int_equal(dice_roll(d, next_face, &s, &r, NULL), ROLL_DONE); /* r may be used again */
    assert_int_equal(r.parts_n, 0);
    assert_int_equal(r.n, 2);
    assert_int_equal(r.num, 3);
    dice_free(d);
    roll_free(&r);
}

static void side_shown_is_recorded(void **state)
{
    (void)state;
    Dice *d = parse("1d6min4+1dF+d{7,9}");
    Roll r = {0};
    Script s = {"6:2 3:1 2:2"};
    assert_int_equal(dice_roll(d, next_face, &s, &r, NULL), ROLL_DONE);
    const int64_t shown[] = {2, 1, 2}, face[] = {4, -1, 9}, sides[] = {6, 3, 2};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(r.dice[i].shown, shown[i]);
        assert_int_equal(r.dice[i].face, face[i]);
        assert_int_equal(r.dice[i].sides, sides[i]);
    }
    roll_free(&r);
    dice_free(d);
}

/* --- rolls that stop or fail --- */

static void stops_when_the_dice_run_out(void **state)
{
    (void)state;
    check_roll("4d6", "6:1 6:2", "more", "1 2");
    check_roll("2d6!", "6:6", "more", "6!");
    check_roll("1d6", "", "more", "");
}

static void fails_with_a_sentence(void **state)
{
    (void)state;
    check_roll("1/(1d6-3)", "6:3", "1/(1d6-3): nothing divides by 0", "3");
    check_roll("(1d4-2)d6", "4:1", "(1d4-2)d6: the number of dice came out as -1", "1");
    check_roll("(1d4/2)d6", "4:1", "(1d4/2)d6: the number of dice came out as 1/2", "1");
    check_roll("d(1d4-2)", "4:2", "1d(1d4-2): the number of sides came out as 0", "2");
    check_roll("d(1d4/3)", "4:2", "1d(1d4/3): the number of sides came out as 2/3", "2");
    check_roll("d(1d4)!", "4:1", "1d(1d4)!: on a d1 this would never end", "1");
    check_roll("(1d4*10000)d6", "4:2", "(1d4*10000)d6: one roll would have more than 10000 dice",
               "2");
    check_roll("d(1d4*1000000000)", "4:2", "1d(1d4*1000000000): a die has at most 1000000000 sides",
               "2");
    check_roll("1d6*9223372036854775807", "6:2",
               "1d6*9223372036854775807: the number is too large (past 64 bits)", "2");
    check_roll("2^(1d6/2)", "6:3", "2^(1d6/2): a power should be a whole number", "3");
    check_roll("1d6+1", "6:7", "1d6+1: a d6 cannot show 7", "");
}

static int64_t same_face(void *from, int64_t sides)
{
    (void)sides;
    return *(int64_t *)from;
}

static void check_fails_when_all_show(const char *text, int64_t face, const char *why)
{
    Dice *d = parse(text);
    Roll r = {0};
    Err err = {.text = ""};
    assert_int_equal(dice_roll(d, same_face, &face, &r, &err), ROLL_FAILED);
    assert_string_equal(err.text, why);
    roll_free(&r);
    dice_free(d);
}

static void chains_are_limited(void **state)
{
    (void)state;
    check_fails_when_all_show("1d6!", 6, "1d6!: a die exploded 1000 times, and still does");
    check_fails_when_all_show("1d6!!", 6, "1d6!!: a die exploded 1000 times, and still does");
    check_fails_when_all_show("1d6r1", 1,
                              "1d6r1: a die was rerolled 1000 times, and still has to be");
    check_fails_when_all_show("10000d6ro1", 1,
                              "10000d6ro1: one roll would have more than 10000 dice");
}

static void limits_are_exact(void **state)
{
    (void)state;
    int64_t face = 6;
    Roll r = {0};
    Dice *d = parse("10000d6kh9999");
    assert_int_equal(dice_roll(d, same_face, &face, &r, NULL), ROLL_DONE);
    assert_int_equal(r.num, 59994);
    assert_int_equal(r.n, 10000);
    dice_free(d);
    d = parse("1000x10d6");
    assert_int_equal(dice_roll(d, same_face, &face, &r, NULL), ROLL_DONE);
    assert_int_equal(r.parts_n, 1000);
    dice_free(d);
    roll_free(&r);
}

/* --- from a generator --- */

static int64_t draw_from_rng(void *from, int64_t sides)
{
    return 1 + (int64_t)rng_below(from, (uint64_t)sides);
}

static void stream_version_1(void **state)
{
    (void)state;
    static const int d6[] = {1, 3, 5, 6, 6, 5, 5, 6, 5, 4, 5, 2, 5, 2, 5, 6, 4, 6, 5, 5};
    Dice *d = parse("20d6");
    Rng rng = rng_seed(42);
    Roll r = {0};
    assert_int_equal(dice_roll(d, draw_from_rng, &rng, &r, NULL), ROLL_DONE);
    for (size_t i = 0; i < 20; i++) assert_int_equal(r.dice[i].face, d6[i]);
    roll_free(&r);
    dice_free(d);
}

static void dice_total_agrees_with_dice_roll(void **state)
{
    (void)state;
    static const char *const all[] = {
        "1d6",      "4d6kh3",     "2d20kh1+5", "3d20dl1dh1-2",       "20d6kh10",
        "20d6kl7",  "64d6dl3dh4", "64d64kh60", "20d65kh10",          "64d1000000000kl5",
        "65d6kh3",  "100d6",      "9d1",       "64d6kh1+2147483647", "2d6+2147483648",
        "5d6kh4dh2"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Dice *d = parse(all[i]);
        Rng a = rng_seed(i), b = a;
        Roll r = {0};
        for (int k = 0; k < 200; k++) {
            int64_t total;
            assert_int_equal(dice_roll(d, draw_from_rng, &a, &r, NULL), ROLL_DONE);
            assert_true(dice_total(d, &b, &total, NULL));
            if (total != r.num) fail_msg("%s: %d and %d", all[i], (int)total, (int)r.num);
            assert_memory_equal(&a, &b, sizeof a);
        }
        roll_free(&r);
        dice_free(d);
    }
}

static void failed_total_leaves_the_generator(void **state)
{
    (void)state;
    static const char *const all[] = {"1d6/7", "1/(0*1d6)", "d(1d1)!", "10000d6ro>=1"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Dice *d = parse(all[i]);
        Rng rng = rng_seed(3), before = rng;
        int64_t total = 77;
        Err err = {.text = ""};
        assert_false(dice_total(d, &rng, &total, &err));
        assert_true(strlen(err.text) > 10);
        assert_int_equal(total, 77);
        assert_memory_equal(&rng, &before, sizeof rng);
        dice_free(d);
    }
    Dice *d = parse("7/2");
    Rng rng = rng_seed(3);
    int64_t total;
    Err err;
    assert_false(dice_total(d, &rng, &total, &err));
    assert_string_equal(err.text, "7/2: the total came out as 7/2, and a whole number is needed");
    dice_free(d);
}

/* --- every combination of faces --- */

/* A source that runs through all combinations of faces: the faces are the digits of n. */
typedef struct {
    int64_t n;
    int64_t sides;
} Odometer;

static int64_t next_digit(void *from, int64_t sides)
{
    Odometer *o = from;
    assert_int_equal(sides, o->sides);
    int64_t face = 1 + o->n % o->sides;
    o->n /= o->sides;
    return face;
}

static void check_distribution(const char *text, int64_t sides, int64_t ways, int64_t lowest,
                               const int64_t *want, size_t n)
{
    int64_t count[64] = {0};
    Dice *d = parse(text);
    Roll r = {0};
    for (int64_t i = 0; i < ways; i++) {
        Odometer o = {i, sides};
        assert_int_equal(dice_roll(d, next_digit, &o, &r, NULL), ROLL_DONE);
        assert_int_equal(r.den, 1);
        assert_in_range(r.num - lowest, 0, n - 1);
        count[r.num - lowest]++;
    }
    for (size_t i = 0; i < n; i++)
        if (count[i] != want[i])
            fail_msg("%s: %d ways to %d", text, (int)count[i], (int)(lowest + (int64_t)i));
    roll_free(&r);
    dice_free(d);
}

static void exact_distributions(void **state)
{
    (void)state;
    static const int64_t kh3[] = {1,   4,   10,  21,  38,  62, 91, 122,
                                  148, 167, 172, 160, 131, 94, 54, 21};
    check_distribution("4d6kh3", 6, 1296, 3, kh3, 16);
    check_distribution("4d6dl1", 6, 1296, 3, kh3, 16);
    check_distribution("4d6k3", 6, 1296, 3, kh3, 16);
    check_distribution("2d6", 6, 36, 2, (int64_t[]){1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1}, 11);
    check_distribution("2d6kl1", 6, 36, 1, (int64_t[]){11, 9, 7, 5, 3, 1}, 6);
    check_distribution("3d6dl1dh1", 6, 216, 1, (int64_t[]){16, 40, 52, 52, 40, 16}, 6);
    check_distribution("3d6>=5f1", 6, 216, -3, (int64_t[]){1, 9, 33, 63, 66, 36, 8}, 7);
    check_distribution("4dF", 3, 81, -4, (int64_t[]){1, 4, 10, 16, 19, 16, 10, 4, 1}, 9);
    check_distribution("1d6ro<3", 6, 36, 1, (int64_t[]){2, 2, 8, 8, 8, 8}, 6);
    check_distribution("(2d6)>=9", 6, 36, 0, (int64_t[]){26, 10}, 2);
    check_distribution("{1d6, 1d6}kh1", 6, 36, 1, (int64_t[]){1, 3, 5, 7, 9, 11}, 6);
    check_distribution("2d6min3max4", 6, 36, 6, (int64_t[]){9, 18, 9}, 3);
}

/* The middle of three d20, over all combinations, has the mean 10.5. */
static void middle_of_three(void **state)
{
    (void)state;
    int64_t sum = 0;
    Dice *d = parse("3d20dl1dh1");
    Roll r = {0};
    for (int64_t i = 0; i < 8000; i++) {
        Odometer o = {i, 20};
        assert_int_equal(dice_roll(d, next_digit, &o, &r, NULL), ROLL_DONE);
        assert_in_range(r.num, 1, 20);
        sum += r.num;
    }
    assert_int_equal(sum, 84000);
    roll_free(&r);
    dice_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_natural_roll_is_of_the_first_kind_of_dice),
        cmocka_unit_test(keep_and_drop),
        cmocka_unit_test(drops_share_one_sort_order),
        cmocka_unit_test(the_first_of_equal_dice_is_kept),
        cmocka_unit_test(explosions),
        cmocka_unit_test(compound_explosions_grow_one_die),
        cmocka_unit_test(penetration_counts_one_less),
        cmocka_unit_test(rerolls),
        cmocka_unit_test(clamps),
        cmocka_unit_test(counts),
        cmocka_unit_test(groups),
        cmocka_unit_test(computed_counts_and_sides),
        cmocka_unit_test(fate_and_own_faces),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(left_to_right),
        cmocka_unit_test(repeats_add_up_and_stand_apart),
        cmocka_unit_test(side_shown_is_recorded),
        cmocka_unit_test(stops_when_the_dice_run_out),
        cmocka_unit_test(fails_with_a_sentence),
        cmocka_unit_test(chains_are_limited),
        cmocka_unit_test(limits_are_exact),
        cmocka_unit_test(stream_version_1),
        cmocka_unit_test(dice_total_agrees_with_dice_roll),
        cmocka_unit_test(failed_total_leaves_the_generator),
        cmocka_unit_test(exact_distributions),
        cmocka_unit_test(middle_of_three),
    };
    return cmocka_run_group_tests_name("dice, rolled", tests, NULL, NULL);
}
