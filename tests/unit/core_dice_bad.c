/* Texts that are no dice expression: each is refused with a reason, at the right place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice/dice.h"

typedef struct {
    const char *text;
    size_t at;       /* byte of the text that the error must point at */
    const char *why; /* behind the expression and a colon; NULL: any sentence will do */
} Bad;

static const Bad all[] = {
    /* nothing, or half of something */
    {"", 0, "there is nothing to roll here; dice look like 2d6+1"},
    {"   ", 0, "there is nothing to roll here; dice look like 2d6+1"},
    {"# only a comment", 0, NULL},
    {"3d", 2, "a number of sides should follow the d"},
    {"d", 1, "a number of sides should follow the d"},
    {"3d+2", 2, "a number of sides should follow the d"},
    {"d-6", 1, "a number of sides should follow the d"},
    {"(1d4)d", 6, "a number of sides should follow the d"},
    {"3d6+", 4, "a number or dice should follow the +"},
    {"3d6 -  ", 5, "a number or dice should follow the -"},
    {"3d6**", 5, "a number or dice should follow the **"},
    {"3d6+ # late", 4, "a number or dice should follow the +"},
    {"+", 1, "a number or dice should follow the +"},
    {"-", 1, "a number or dice should follow the -"},
    {"2*--", 4, "a number or dice should follow the -"},
    {"*3", 0, "a number or dice is missing before the *"},
    {"3d6 + * 2", 6, "a number or dice is missing before the *"},
    {"6x", 2, "a number or dice should follow the x"},
    {"4d6>", 4, "a number should follow the comparison"},
    {"4d6>=x", 5, "a number should follow the comparison"},
    {"3d6=>4", 4, "a number should follow the comparison"},
    {"(2d6)>=", 7, "a number should follow the comparison, as in (2d6+3)>=10"},
    {"4d6r<", 5, "a number should follow the r"},
    {"4d6!p>", 6, "a number should follow the !"},
    {"4d6!=", 5, "a number should follow the !"},
    {"4d6min", 6, "a number should follow min"},
    {"10d10>=8f", 9, "f should be followed by what fails, as in >=8f1"},
    {"1.", 2, "digits should follow the point"},
    {".", 1, "digits should follow the point"},
    {"1..5", 2, "digits should follow the point"},

    /* brackets */
    {"(3d6", 0, "this ( is never closed"},
    {"((3d6)", 0, "this ( is never closed"},
    {"2+(3d6 # )", 2, "this ( is never closed"},
    {"(", 1, "a number or dice should follow the ("},
    {"3d6)", 3, "this ) closes nothing"},
    {"3d6]", 3, "this ] closes nothing"},
    {"3d6}", 3, "this } closes nothing"},
    {"()", 1, "a number or dice is missing before the )"},
    {"(3d6+)", 5, "a number or dice is missing before the )"},
    {"(3d6}", 4, "a ) is missing here, to close the ("},
    {"{2d6)", 4, "a } is missing here, to close the {"},
    {"{2d6,1d8", 0, "this { is never closed"},
    {"{}", 1, NULL},
    {"{,2d6}", 1, NULL},
    {"{2d6,}", 5, "a number or dice is missing before the }"},
    {"{2d6 1d8}", 5, "an operator such as + is missing before this number"},
    {"4d6[fire", 3, "this [ is never closed"},
    {"[fire]", 0, "a label goes after a number or dice"},
    {"d{1,2", 1, "this { is never closed"},

    /* two things side by side */
    {"10d6 5", 5, "an operator such as + is missing before this number"},
    {"4d6 2d6", 4, "an operator such as + is missing before this number"},
    {"4d6(2)", 3, "an operator such as + is missing before the ("},
    {"2(3)", 1, "an operator such as + is missing before the ("},
    {"2d6d%", 3, "an operator such as + is missing before more dice"},
    {"2d6dF", 3, "an operator such as + is missing before more dice"},
    {"2d6 d8", 4, "this drops everything; to add dice, write + before the d"},
    {"2d6,1d8", 3,
     "put commas between the parts of a group, {2d6, 1d8}; decimals follow a point, 1.5"},
    {"1,5*2d6", 1,
     "put commas between the parts of a group, {2d6, 1d8}; decimals follow a point, 1.5"},

    /* words */
    {"foo", 0, "\"foo\" is not a word of dice notation; dice look like 2d6+1"},
    {"foo(3)", 0, "\"foo\" is not a word of dice notation; dice look like 2d6+1"},
    {"3d6 fire", 4, "\"fire\" means nothing after dice; a label goes in brackets, [fire]"},
    {"3d6k2h", 5,
     "which dice count is said before their number: kh2 keeps the highest two, kl2 the lowest"},
    {"3d6+2 fire", 6, "\"fire\" means nothing here; a label goes in brackets, [fire]"},
    {"3d6x", 3, "exploding is written ! here, as in 4d6!; times is written *"},
    {"3d6x10", 3, "exploding is written ! here, as in 4d6!; times is written *"},
    {"3d6e6", 3, "exploding is written ! here, as in 4d6!; times is written *"},
    {"2d20adv", 4, "adv and dis are rolls of their own, as in adv+5"},
    {"4d6keep3", 3, NULL},
    {"4d6sd", 3, NULL},
    {"10d10cs>=8", 5, NULL},
    {"2d6minx", 3, NULL},
    {"1e5", 1, NULL},
    {"floor 3", 6, "a ( should follow floor"},
    {"floor(1,2)", 0, "floor takes one number"},
    {"max(3)", 0, "max takes two numbers or more, as in max(2d6, 7)"},
    {"max()", 4, "a number or dice is missing before the )"},

    /* counts and sides */
    {"0d6", 0, "at least one die should be rolled"},
    {"3d0", 2, "a die has at least one side"},
    {"(1-1)d6", 0, "at least one die should be rolled"},
    {"(0-3)d6", 0, "at least one die should be rolled"},
    {"(1d4-4)d6", 0, "at least one die should be rolled, and this is never more than 0"},
    {"d(1d4-4)", 1, "a die has at least one side, and this is never more than 0"},
    {"d(2-2)", 1, "a die has at least one side"},
    {"1.5d6", 0, "only a whole number of dice can be rolled"},
    {"(1/2)d6", 0, "only a whole number of dice can be rolled"},
    {"d0.5", 1, "a die has a whole number of sides"},
    {"d(7/2)", 1, "a die has a whole number of sides"},
    {"dF.3", 2, "Fate dice are dF, dF.1 (one + and one - on six sides) or dF.2 (as dF)"},
    {"dF.", 2, "Fate dice are dF, dF.1 (one + and one - on six sides) or dF.2 (as dF)"},
    {"d{}", 2, "a face (a number) is missing before the }"},
    {"d{1,2,}", 6, "a face (a number) is missing before the }"},
    {"d{a,b}", 2, "the faces of a die are numbers, as in d{2,3,3,4}"},
    {"d{1,,2}", 4, "the faces of a die are numbers, as in d{2,3,3,4}"},
    {"d{1 2}", 4, "put commas between the faces of a die, as in d{2,3,3,4}"},

    /* limits: refused, never clamped */
    {"999999d6", 0, "at most 10000 dice can be in one roll"},
    {"10001d6", 0, "at most 10000 dice can be in one roll"},
    {"999999999999d6", 0, "at most 10000 dice can be in one roll"},
    {"5000d6+5001d6", 7, "at most 10000 dice can be in one roll"},
    {"6x2000d6", 2, "at most 10000 dice can be in one roll"},
    {"1000x11d6", 5, "at most 10000 dice can be in one roll"},
    {"d1000000001", 1, "a die has at most 1000000000 sides"},
    {"1d99999999999999999999999999999999", 2, "the number is too large (past 64 bits)"},
    {"99999999999999999999d6", 0, "the number is too large (past 64 bits)"},
    {"9223372036854775808", 0, "the number is too large (past 64 bits)"},
    {"9223372036854775807+1", 19, "the number is too large (past 64 bits)"},
    {"-9223372036854775807-2", 20, "the number is too large (past 64 bits)"},
    {"(0-9223372036854775807-1)//-1", 25, "the number is too large (past 64 bits)"},
    {"(99^99)d20", 3, "the number is too large (past 64 bits)"},
    {"99^99^99", 5, "the number is too large (past 64 bits)"},
    {"2^64", 1, "the number is too large (past 64 bits)"},
    {"0.1234567890123456789", 0, "the number has too many digits to be kept exactly"},
    {"1.5.x3d6", 3, ". means nothing here"},
    {"1001x3d6", 0, "a roll is repeated at most 1000 times"},
    {"0x10", 0, "a roll is repeated at least once"},
    {"1.5x3d6", 0, "a roll is repeated a whole number of times"},
    {"4d6>=5000000000", 5, "the number after the comparison is too large (past 1000000000)"},
    {"4d6>1000000000!!", 4, "the number after the comparison is too large (past 1000000000)"},
    {"4d6!!<-1000000000", 6, "the number after the ! is too large (past 1000000000)"},

    /* no result */
    {"1/0", 1, "nothing divides by 0"},
    {"7//0", 1, "nothing divides by 0"},
    {"10 % 0", 3, "nothing divides by 0"},
    {"1d6+3d6/(2-2)", 7, "nothing divides by 0"},
    {"0^-1", 1, "nothing divides by 0"},
    {"1d6//0.0", 3, "nothing divides by 0"},
    {"1d6%0", 3, "nothing divides by 0"},
    {"2^(1/2)", 1, "a power should be a whole number"},
    {"(1d6)^0.5", 5, "a power should be a whole number"},

    /* never ends */
    {"d1!", 2, "every face explodes, so it would never end"},
    {"d6!>=1", 2, "every face explodes, so it would never end"},
    {"4d6!!<=6", 3, "every face explodes, so it would never end"},
    {"d6!p>0", 2, "every face explodes, so it would never end"},
    {"d{3,3}!", 6, "every face explodes, so it would never end"},
    {"4dF!>=-1", 3, "every face explodes, so it would never end"},
    {"d6rr>=1", 2, "every face is rerolled, so it would never end"},
    {"d6r<7", 2, "every face is rerolled, so it would never end"},
    {"d1r", 2, "every face is rerolled, so it would never end"},
    {"d6r<6!", 5, "every face that stays explodes, so it would never end"},

    {"2d6!>=8", 3,
     "no face explodes; to count dice, write the count before the !, as in 10d10>=8!"},
    {"d{1,2}!3", 6,
     "no face explodes; to count dice, write the count before the !, as in 10d10>=8!"},

    /* modifiers that contradict each other */
    {"4d6kh3kh2", 6, "one keep is enough; to take both ends off, drop them: dl1dh1"},
    {"4d6kh1kl1", 6, "one keep is enough; to take both ends off, drop them: dl1dh1"},
    {"4d6dl1dl1", 6, "one dl is enough; for a rolled number of dice write (4d6)d8"},
    {"1d1d1d", 5, NULL},
    {"4d6!!!", 5, "the dice already explode; one ! or !! is enough"},
    {"d6!>4!", 5, "the dice already explode; one ! or !! is enough"},
    {"d6ror", 4, "one reroll is enough; write it with one condition"},
    {"d6min3min4", 6, "one min is enough"},
    {"4d6>=5>=6", 6, "one count is enough; to compare the count write (10d10>=8)>=2"},
    {"4d6>=5f1f2", 8, "one f is enough"},
    {"4d6f1", 3, "f says what fails, and follows a count, as in 10d10>=8f1"},
    {"4d6kh0", 3, "kh0 keeps no die"},
    {"4d6dl0", 3, "dl0 drops no die"},
    {"4d6kh5", 3, "only 4 dice fall here, so 5 cannot be kept"},
    {"d20kh2", 3, "only 1 die falls here, so 2 cannot be kept"},
    {"4d6dl4", 3, NULL},
    {"4d6kh3dl2dh2", 9, NULL},
    {"{2d6, 1d8}kh3", 10, "only 2 parts stand here, so 3 cannot be kept"},
    {"d6min5max2", 6, "min5 and max2 leave nothing between them"},
    {"4d6k(1d2)", 4, "dice cannot be used in the brackets after kh"},
    {"4d6k(1/2)", 4, "a whole number should follow kh"},
    {"4d6>=5.5", 5, "a whole number should follow the comparison"},

    /* in the wrong place */
    {"2d6+3>=10", 5, "to compare a total, put it in brackets: (2d6+3)>=10"},
    {"3>=2", 1, "to compare a total, put it in brackets: (2d6+3)>=10"},
    {"2d6>=10", 3,
     "this counts dice, and a d6 never shows so much; to compare the total write (2d6)>=10"},
    {"(4d6)kh3", 5, "modifiers go right after dice, as in 4d6kh3, not after a bracket"},
    {"(4d6)!", 5, "modifiers go right after dice, as in 4d6kh3, not after a bracket"},
    {"(4d6)dl1", 5, "modifiers go right after dice, as in 4d6kh3, not after a bracket"},
    {"3!", 1, "only dice explode: put the ! right after them, as in 4d6!"},
    {"{4d6}kh3", 5,
     "this group has one part: write like dice as 4d6kh3, unlike dice as {d6, d8}kh1"},
    {"{2d6, 1d8}!", 10, "only keep, drop and counts follow a group; the rest follows dice"},
    {"{2d6, 1d8}min2", 10, "only keep, drop and counts follow a group; the rest follows dice"},
    {"6x6x4d6", 3, "a repeat goes first, as in 6x4d6; times is written *, as in 4d6*10"},
    {"2+6x4d6", 3, "a repeat goes first, as in 6x4d6; times is written *, as in 4d6*10"},
    {"(2)x3d6", 3, "a repeat goes first, as in 6x4d6; times is written *, as in 4d6*10"},
    {"6#4d6", 1, "# begins a comment; a repeat is written 6x4d6"},

    /* strange signs */
    {"3d6;4", 3, "; means nothing here"},
    {"3d6&4", 3, "& means nothing here"},
    {"\"3d6\"", 0, "\" means nothing here"},
    {"2w", 1, "\"w\" means nothing here; a label goes in brackets, [w]"},
    {"2 t", 2, "\"t\" means nothing here; a label goes in brackets, [t]"},
    {"~!@", 0, "~ means nothing here"},
    {"3d6 \u00e9", 4, "this character means nothing here"},
    {"\u20263d6", 0, "this character means nothing here"},
};

/* Checks that the text of n bytes is refused at byte `at`, with the sentence (NULL: with any). */
static void check_refused(const char *text, size_t n, size_t at, const char *sentence)
{
    Err err = {.text = ""};
    size_t place = SIZE_MAX;
    char *exact = malloc(n ? n : 1); /* not ended by a NUL, so that a read past the end is seen */
    memcpy(exact, text, n);
    Dice *d = dice_parse(exact, n, &place, &err);
    if (d) fail_msg("%s was read as %s", text, dice_text(d));
    free(exact);
    if (sentence) assert_string_equal(err.text, sentence);
    assert_true(strlen(err.text) > 10);
    if (place != at) fail_msg("%s: at %zu, not %zu", err.text, place, at);
}

static void every_mistake_has_its_sentence_and_place(void **state)
{
    (void)state;
    assert_true(sizeof all / sizeof *all >= 150);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const Bad *b = &all[i];
        char sentence[1000], quoted[100];
        size_t n = strlen(b->text), from = strspn(b->text, " "), to = n;
        while (to > from && b->text[to - 1] == ' ') to--;
        snprintf(quoted, sizeof quoted, "%.*s", (int)(to - from), b->text + from);
        snprintf(sentence, sizeof sentence, "%s%s%s", quoted, *quoted ? ": " : "",
                 b->why ? b->why : "");
        check_refused(b->text, n, b->at, b->why ? sentence : NULL);
    }
}

static void bytes_that_are_not_utf8(void **state)
{
    (void)state;
    check_refused("3d6\xff", 4, 3, "byte 4 is not UTF-8 text");
    check_refused("3d6\xc3", 4, 3, "byte 4 is not UTF-8 text");
    check_refused("\x80", 1, 0, "byte 1 is not UTF-8 text");
    check_refused("3d6\0", 4, 3, "3d6?: the byte 0x00 means nothing here");
    check_refused("3d6\x01", 4, 3, "3d6?: the byte 0x01 means nothing here");
    check_refused("\x7f", 1, 0, "?: the byte 0x7f means nothing here");
}

static void too_long(void **state)
{
    (void)state;
    char text[DICE_TEXT_MAX + 1];
    memset(text, ' ', sizeof text);
    memcpy(text, "3d6", 3);
    Dice *d = dice_parse(text, DICE_TEXT_MAX, NULL, NULL);
    assert_non_null(d);
    assert_string_equal(dice_text(d), "3d6");
    dice_free(d);
    check_refused(text, sizeof text, DICE_TEXT_MAX, NULL);
}

static void canonical_spelling_too_long(void **state)
{
    (void)state;
    Text t = {0};
    for (int i = 0; i < 200; i++) text_add(&t, i ? "+adv" : "adv");
    Err err;
    size_t at;
    assert_null(dice_parse(t.s, t.n, &at, &err));
    assert_non_null(strstr(err.text, ": written out in full, this has more than 1000 bytes"));
    assert_int_equal(at, 0);
    text_free(&t);
}

static void make_nested(Text *t, int depth, const char *open, const char *close)
{
    text_clear(t);
    for (int i = 0; i < depth; i++) text_add(t, open);
    text_add(t, "1d6");
    for (int i = 0; i < depth; i++) text_add(t, close);
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"(", ")"},    {"{", "}"}, {"d(", ")"},
                                           {"abs(", ")"}, {"2^", ""}, {"-(", ")"}};
    Text t = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        make_nested(&t, DICE_DEPTH_MAX, pairs[i][0], pairs[i][1]);
        Dice *d = dice_parse(t.s, t.n, NULL, NULL);
        assert_non_null(d);
        dice_free(d);
        Err err;
        size_t at;
        make_nested(&t, DICE_DEPTH_MAX + 1, pairs[i][0], pairs[i][1]);
        assert_null(dice_parse(t.s, t.n, &at, &err));
        assert_non_null(
            strstr(err.text, "brackets and powers can be nested 50 deep, and these are deeper"));
        assert_in_range(at, DICE_DEPTH_MAX, t.n);
        make_nested(&t, 300, pairs[i][0], "");
        assert_null(dice_parse(t.s, t.n, &at, &err));
    }
    text_clear(&t);
    for (int i = 0; i < 990; i++) text_addc(&t, '-'); /* a row of signs is no nesting */
    text_add(&t, "1");
    Dice *d = dice_parse(t.s, t.n, NULL, NULL);
    assert_string_equal(dice_text(d), "1");
    dice_free(d);
    text_free(&t);
}

static void long_expression_is_quoted_around_the_place(void **state)
{
    (void)state;
    Text t = {0};
    for (int i = 0; i < 50; i++) text_add(&t, "1d6 + ");
    text_add(&t, "4q + \u2192");
    for (int i = 0; i < 50; i++) text_add(&t, " + 1d8");
    Err err;
    size_t at;
    assert_null(dice_parse(t.s, t.n, &at, &err));
    assert_int_equal(at, 301);
    assert_string_equal(
        err.text,
        "\u2026d6 + 1d6 + 1d6 + 1d6 + 1d6 + 1d6 + 4q + \u2192 + 1d8 + 1d8 + 1d8 + 1d8 + 1d8\u2026: "
        "\"q\" means nothing here; a label goes in brackets, [q]");
    text_free(&t);
}

static void place_and_error_may_be_null(void **state)
{
    (void)state;
    assert_null(dice_parse("3d", 2, NULL, NULL));
    dice_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_has_its_sentence_and_place),
        cmocka_unit_test(bytes_that_are_not_utf8),
        cmocka_unit_test(too_long),
        cmocka_unit_test(canonical_spelling_too_long),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(long_expression_is_quoted_around_the_place),
        cmocka_unit_test(place_and_error_may_be_null),
    };
    return cmocka_run_group_tests_name("dice, refused", tests, NULL, NULL);
}
