/* Dice notation: what the parser accepts, how it is printed, its range, and the dice it needs
 * first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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

/* --- spelling --- */

static const char *const spellings[][2] = {
    {"4d6", "4d6"},
    {"d6", "1d6"},
    {"D6", "1d6"},
    {" 4 D 6 KH 3 + 2 ", "4d6kh3+2"},
    {"d%", "1d100"},
    {"d66", "1d66"},
    {"2d%%7", "2d100%7"},
    {"4dF", "4dF"},
    {"4df.2", "4dF"},
    {"df.1", "1dF.1"},
    {"adv", "2d20kh1"},
    {"DIS+5", "2d20kl1+5"},
    {"advantage", "2d20kh1"},
    {"disadvantage", "2d20kl1"},
    {"advmin10", "2d20min10kh1"},
    {"d{2,3,3,4,4,5}", "1d{2,3,3,4,4,5}"},
    {"2d{ -1, 0 ,1 }", "2d{-1,0,1}"},
    {"(2+2)d(3*2)", "4d6"},
    {"(1d4)d6", "(1d4)d6"},
    {"d(2d4)", "1d(2d4)"},
    {"(1d4+1)d(2d4)kh2", "(1d4+1)d(2d4)kh2"},
    {"(4d6)d8", "(4d6)d8"},
    {"((2d6)>=7)d6", "((2d6)>=7)d6"},

    {"4d6k3", "4d6kh3"},
    {"4d6k", "4d6kh1"},
    {"2d20kh+5", "2d20kh1+5"},
    {"2d20kh-1", "2d20kh1-1"},
    {"2d20kl", "2d20kl1"},
    {"4d6d1", "4d6dl1"},
    {"4d6d", "4d6dl1"},
    {"4d6dl", "4d6dl1"},
    {"4d6dh2", "4d6dh2"},
    {"3d20dh1dl1", "3d20dl1dh1"},
    {"5d6dl1kh3", "5d6kh3dl1"},
    {"4d6kh(1+2)", "4d6kh3"},

    {"4d6!", "4d6!"},
    {"4d6!6", "4d6!"},
    {"4d6!>=6", "4d6!"},
    {"4d6!>5", "4d6!"},
    {"4d6!=3", "4d6!3"},
    {"4d6!3", "4d6!3"},
    {"4d6!>4", "4d6!>=5"},
    {"4d6!<3", "4d6!<=2"},
    {"4d6!!", "4d6!!"},
    {"4d6!p", "4d6!p"},
    {"4d6!!p>4", "4d6!!p>=5"},
    {"d{1,2,2}!2", "1d{1,2,2}!"},
    {"4d6!-1", "4d6!-1"},
    {"4dF!=-1", "4dF!=-1"},
    {"8d4kh4!!", "8d4!!kh4"},

    {"4d6r", "4d6r1"},
    {"4d6rr", "4d6r1"},
    {"4d6r<3", "4d6r<=2"},
    {"4d6ro<3", "4d6ro<=2"},
    {"4d6ro1", "4d6ro1"},
    {"4dFr", "4dFr=-1"},
    {"d{3,4,5}r", "1d{3,4,5}r3"},
    {"4d6min2", "4d6min2"},
    {"4d6max5min2", "4d6min2max5"},
    {"4dFmin-1", "4dFmin-1"},

    {"10d10>=8", "10d10>=8"},
    {"10d10>8", "10d10>=9"},
    {"10d10=6", "10d10=6"},
    {"10d10==6", "10d10=6"},
    {"10d10<3", "10d10<=2"},
    {"10d10>=8f1", "10d10>=8f1"},
    {"10d10>=8f<=2", "10d10>=8f<=2"},
    {"10d10>=8+2", "10d10>=8+2"},
    {"10d10>=(4*2)", "10d10>=8"},
    {"10d10>=8!", "10d10>=8!"},
    {"10d10!10>=8", "10d10>=8!"},
    {"10d10!9>=8", "10d10!9>=8"},
    {"10d10!>=8", "10d10!>=8"},
    {"10d10!kh3>=8", "10d10!kh3>=8"},
    {"4dF>=-1", "4dF>=-1"},
    {"1d20>=25", "1d20>=25"},
    {"10d10>=8kh5!r1min2", "10d10r1!min2kh5>=8"},

    {"{2d6,1d12}kh1", "{2d6, 1d12}kh1"},
    {"{2d6,1d12}", "{2d6, 1d12}"},
    {"{2d6+3}", "{2d6+3}"},
    {"{2d6,1d8,1d10}>=8f<2", "{2d6, 1d8, 1d10}>=8f<=1"},
    {"{{1d4,1d6}kh1,1d8}kl1", "{{1d4, 1d6}kh1, 1d8}kl1"},

    {"1+2*3", "1+2*3"},
    {"(1+2)*3", "(1+2)*3"},
    {"1-(2-3)", "1-(2-3)"},
    {"(1-2)-3", "1-2-3"},
    {"8/(4/2)", "8/(4/2)"},
    {"2**3", "2^3"},
    {"2^3^2", "2^3^2"},
    {"(2^3)^2", "(2^3)^2"},
    {"-2^2", "-2^2"},
    {"(-2)^2", "(-2)^2"},
    {"2^-1", "2^(-1)"},
    {"--5", "5"},
    {"+5", "5"},
    {"1--5", "1-(-5)"},
    {"2*-3", "2*(-3)"},
    {"-2*3", "-2*3"},
    {"-(2+3)", "-(2+3)"},
    {"7//2%2", "7//2%2"},
    {"1.50*2d6", "1.5*2d6"},
    {".5", "0.5"},
    {"0.123456789012345678", "0.123456789012345678"},
    {"floor(7/2)", "floor(7/2)"},
    {"MAX( 2d6,7 )", "max(2d6, 7)"},
    {"round(abs(ceil(1.5)))", "round(abs(ceil(1.5)))"},
    {"(2d6+3)>=10", "(2d6+3)>=10"},
    {"(2d6)<(1d12)", "(2d6)<(1d12)"},
    {"(2d6)>=-3", "(2d6)>=(-3)"},
    {"(2d6)>=10*2", "(2d6)>=10*2"},
    {"((2d6)>=7)^2", "(2d6)>=7^2"},
    {"6x4d6kh3", "6x4d6kh3"},
    {"6 X 4d6", "6x4d6"},
    {"1x4d6", "1x4d6"},
    {"2d6\u22121", "2d6-1"},
    {"2d6\u20131", "2d6-1"},
    {"3d6\u00d710\u00f72", "3d6*10/2"},
    {"4d6\tkh3\n", "4d6kh3"},
};

static void spelt_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        Dice *d = parse(spellings[i][0]);
        assert_string_equal(dice_text(d), spellings[i][1]);
        Dice *again = parse(dice_text(d));
        assert_string_equal(dice_text(again), spellings[i][1]);
        dice_free(again);
        dice_free(d);
    }
}

static void check_label(const char *text, const char *spelling, const char *label)
{
    Dice *d = parse(text);
    assert_string_equal(dice_text(d), spelling);
    assert_string_equal(dice_label(d), label);
    dice_free(d);
}

static void labels(void **state)
{
    (void)state;
    check_label("4d6", "4d6", "");
    check_label("4d6[fire]", "4d6", "fire");
    check_label("4d6 [ fire ] kh3 + 2[Str]", "4d6kh3+2", "fire, Str");
    check_label("4d6 # sneak attack ", "4d6", "sneak attack");
    check_label("2d6[fire]+1d4[cold]#from behind", "2d6+1d4", "fire, cold, from behind");
    check_label("(1d6)[a]+{1d4,2}[b]+max(1,2)[c]", "1d6+{1d4, 2}+max(1, 2)", "a, b, c");
    check_label("4d6[]", "4d6", "");
    check_label("4d6#", "4d6", "");
    check_label("5 # five", "5", "five");
    check_label("2d6[\u00e9clair]", "2d6", "\u00e9clair");
}

/* --- range --- */

typedef struct {
    const char *text;
    int64_t min, max;
} Range;

static const Range ranges[] = {
    {"5", 5, 5},
    {"4d6", 4, 24},
    {"d%", 1, 100},
    {"4dF", -4, 4},
    {"4dF.1", -4, 4},
    {"2d{2,3,9}", 4, 18},
    {"2d6+3", 5, 15},
    {"2d6-1d4", -2, 11},
    {"4d6kh3", 3, 18},
    {"4d6dl1", 3, 18},
    {"4d6kl1", 1, 6},
    {"3d20dl1dh1", 1, 20},
    {"5d6kh3dl3", 2, 12},
    {"6x4d6kh3", 18, 108},
    {"4d6min2", 8, 24},
    {"4d6max3", 4, 12},
    {"4d6min2max5kh3", 6, 15},
    {"4d6r1", 8, 24},
    {"4d6r<3", 12, 24},
    {"4d6r>=3", 4, 8},
    {"4d6ro1", 4, 24},
    {"d{1,5,9}r5", 1, 9},
    {"d{1,5,9}r9", 1, 5},
    {"10d10>=8", 0, 10},
    {"10d10>=8f1", -10, 10},
    {"10d10>=8f1kh3", -3, 3},
    {"10d10min2>=8f1", 0, 10},
    {"10d10min9>=8", 10, 10},
    {"10d10>=1", 10, 10},
    {"1d20>=25", 0, 0},
    {"10d10r<8>=8", 10, 10},
    {"4dF>=0", 0, 4},
    {"4dF>=0f=-1", -4, 4},
    {"4d6!kh3", 3, 18},
    {"4d6!!max9", 4, 36},
    {"4d6!3kl2", 2, 12},
    {"10d10!kh3>=8", 0, 3},
    {"(1d4)d6", 1, 24},
    {"(1d4-1)d6", 0, 18},
    {"d(2d4)", 1, 8},
    {"(1d4)d6kh2", 1, 12},
    {"(1d4)dF", -4, 4},
    {"{2d6, 1d12}kh1", 2, 12},
    {"{2d6, 1d12}kl1", 1, 12},
    {"{2d6, 1d4, 10}kh2", 12, 22},
    {"{4d6!, 10}kl1", 4, 10},
    {"{2d6, 1d8}>=8", 0, 2},
    {"{2d6, 9}>=8", 1, 2},
    {"{2d6, 9}>=8f9", -1, 1},
    {"-2d6", -12, -2},
    {"2d6*3", 6, 36},
    {"(1d6-3)*(1d6-3)", -6, 9},
    {"2d6//2", 1, 6},
    {"(1d6-4)//2", -2, 1},
    {"20//(1d4)", 5, 20},
    {"floor(2d6/5)", 0, 2},
    {"ceil(1d6/4)", 1, 2},
    {"round(1d6/4)", 0, 2},
    {"1d6%4", 0, 3},
    {"1d3%4", 1, 3},
    {"(1d3+8)%4", 1, 3},
    {"1d6%-4", -3, 0},
    {"(1d4)^2", 1, 16},
    {"(1d4-3)^2", 0, 4},
    {"(1d4-3)^3", -8, 1},
    {"2^(1d4)", 2, 16},
    {"abs(1d6-4)", 0, 3},
    {"abs(1d6)", 1, 6},
    {"abs(-1d6)", 1, 6},
    {"min(2d6, 7)", 2, 7},
    {"max(2d6, 7, 1d20)", 7, 20},
    {"min(4d6!, 10)", 4, 10},
    {"(4d6!)>=10", 0, 1},
    {"(2d6)>=2", 1, 1},
    {"(2d6)>12", 0, 0},
    {"(2d6)=7", 0, 1},
    {"(2d6)<(1d12)", 0, 1},
    {"(4d6!)>=4", 1, 1},
    {"adv+5", 6, 25},
    {"7//2", 3, 3},
    {"1.5*2", 3, 3},
    {"{-1d6!!, 3, 4}dl1", 7, 7}, /* the part without a minimum is dropped */
};

static void ranges_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        int64_t min = 99, max = 99;
        Dice *d = parse(ranges[i].text);
        if (!dice_range(d, &min, &max)) fail_msg("%s has no range", ranges[i].text);
        if (min != ranges[i].min || max != ranges[i].max)
            fail_msg("%s: %d..%d", ranges[i].text, (int)min, (int)max);
        dice_free(d);
    }
}

static void expressions_without_range(void **state)
{
    (void)state;
    static const char *const all[] = {
        "4d6!",  "4d6!!",     "4d6!p",    "4d6!dl1",       "10d10>=8!",  "1d6/2",        "7/2",
        "2d6/2", "2d6*0.5",   "2d6*4d6!", "1/(1d6-3)",     "0.5*1d6",    "{4d6!, 1}kh1", "4dF!=-1",
        "-4d6!", "abs(4d6!)", "(4d6!)^2", "(1d6)^(1d6-2)", "10%(1d6-3)", "max(4d6!, 3)"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int64_t min, max;
        Dice *d = parse(all[i]);
        if (dice_range(d, &min, &max)) fail_msg("%s: %d..%d", all[i], (int)min, (int)max);
        dice_free(d);
    }
}

/* --- the dice to ask a person for --- */

static void check_first(const char *text, size_t n, const int64_t *want)
{
    int64_t sides[16] = {0};
    Dice *d = parse(text);
    if (dice_first(d, sides, 16) != n) fail_msg("%s: %zu dice", text, dice_first(d, sides, 16));
    for (size_t i = 0; i < n && i < 16; i++) assert_int_equal(sides[i], want[i]);
    dice_free(d);
}

static void first_dice(void **state)
{
    (void)state;
    check_first("5", 0, NULL);
    check_first("2d6+1d8", 3, (int64_t[]){6, 6, 8});
    check_first("{2d6, 1d12}kh1", 3, (int64_t[]){6, 6, 12});
    check_first("2d6!+1d8", 2, (int64_t[]){6, 6});
    check_first("1d8+2d6r1+1d4", 3, (int64_t[]){8, 6, 6});
    check_first("(1d4)d6+1d8", 1, (int64_t[]){4});
    check_first("(1d4)d(2d10)", 3, (int64_t[]){4, 10, 10});
    check_first("3x1d6+1d4", 6, (int64_t[]){6, 4, 6, 4, 6, 4});
    check_first("3x1d6!", 1, (int64_t[]){6});
    check_first("2dF+dF.1+d{7,8}", 4, (int64_t[]){3, 3, 6, 2});
    check_first("20d6", 20, (int64_t[]){6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6});
}

static void first_dice_with_little_room(void **state)
{
    (void)state;
    int64_t sides[2] = {0, 99};
    Dice *d = parse("3d6");
    assert_int_equal(dice_first(d, sides, 1), 3);
    assert_int_equal(sides[0], 6);
    assert_int_equal(sides[1], 99);
    assert_int_equal(dice_first(d, NULL, 0), 3);
    dice_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelt_back),       cmocka_unit_test(labels),
        cmocka_unit_test(ranges_are_exact), cmocka_unit_test(expressions_without_range),
        cmocka_unit_test(first_dice),       cmocka_unit_test(first_dice_with_little_room),
    };
    return cmocka_run_group_tests_name("dice", tests, NULL, NULL);
}
