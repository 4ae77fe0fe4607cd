/* Growing strings, error sentences, UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/json_writer.h"
#include "core/text.h"

static void grows_and_stays_a_string(void **state)
{
    (void)state;
    Text t = {0};
    assert_string_equal(text_str(&t), "");
    for (int i = 0; i < 1000; i++) {
        text_addc(&t, 'x');
        assert_int_equal(t.s[t.n], '\0');
    }
    text_add(&t, "yz");
    text_addn(&t, "\0q", 2);
    assert_int_equal(t.n, 1004);
    assert_memory_equal(t.s + 1000, "yz\0q", 5);
    text_clear(&t);
    assert_string_equal(text_str(&t), "");
    assert_true(t.room > 1000);
    text_free(&t);
    assert_null(t.s);
}

/* A list that grows to a hundred thousand items is moved a few times, and not for every item. */
static void grows_by_doubling(void **state)
{
    Text t = {0};
    char *list = NULL;
    size_t room = 0;
    int grown = 0;
    (void)state;
    for (size_t i = 0, had = t.room; i < 100000; i++, had = t.room) {
        text_addc(&t, 'x');
        grown += t.room != had;
    }
    assert_in_range(grown, 1, 17);
    grown = 0;
    for (size_t i = 0, had = room; i < 100000; i++, had = room) {
        assert_true(array_room(&list, &room, i + 1, 1));
        grown += room != had;
    }
    assert_in_range(grown, 1, 17);
    free(list);
    text_free(&t);
}

static void formats_short_and_long(void **state)
{
    (void)state;
    Text t = {0};
    text_addf(&t, "%d-%s", 7, "a");
    assert_string_equal(t.s, "7-a");
    text_addf(&t, "%0500d", 1);
    assert_int_equal(t.n, 503);
    assert_int_equal(strlen(t.s), 503);
    text_addf(&t, "%s", "");
    assert_int_equal(t.n, 503);
    text_free(&t);
}

static void fits_exactly(void **state)
{
    (void)state;
    for (int n = 55; n < 70; n++) {
        Text t = {0};
        text_addf(&t, "%*s", n, "");
        assert_int_equal(t.n, n);
        text_addf(&t, "%*s", n, "");
        assert_int_equal(t.n, 2 * n);
        assert_true(t.room > t.n);
        text_free(&t);
    }
}

static void take_hands_over_the_string(void **state)
{
    (void)state;
    Text t = {0};
    char *s = text_take(&t);
    assert_string_equal(s, "");
    free(s);
    text_add(&t, "torch");
    s = text_take(&t);
    assert_string_equal(s, "torch");
    assert_null(t.s);
    assert_int_equal(t.n + t.room, 0);
    free(s);
}

static void failed_text_stays_as_it_was(void **state)
{
    (void)state;
    Text t = {0};
    text_add(&t, "torch");
    assert_null(text_reserve(&t, SIZE_MAX));
    assert_true(t.failed);
    text_add(&t, "es");
    text_addf(&t, "%d", 5);
    assert_string_equal(t.s, "torch");
    assert_null(text_take(&t));
    assert_false(t.failed);
    assert_null(t.s);
}

static void error_is_false_and_clears_the_place(void **state)
{
    (void)state;
    Err err = {.file = "house.lua", .line = 12};
    assert_false(err_set(&err, "%s: %d", "3d", 7));
    assert_string_equal(err.text, "3d: 7");
    assert_string_equal(err.file, "");
    assert_int_equal(err.line, 0);
    assert_false(err_set(NULL, "nothing"));
}

static void error_may_quote_itself(void **state)
{
    (void)state;
    Err err;
    err_set(&err, "no such light");
    err_set(&err, "torch: %s", err.text);
    assert_string_equal(err.text, "torch: no such light");
}

static void error_is_cut_between_characters(void **state)
{
    (void)state;
    const char *wide[] = {"a", "ä", "→", "🕯"};
    for (size_t w = 0; w < 4; w++)
        for (int pad = 0; pad < 8; pad++) {
            Text t = {0};
            for (int i = 0; i < pad; i++) text_addc(&t, '.');
            while (t.n < 1100) text_add(&t, wide[w]);
            Err err;
            err_set(&err, "%s", t.s);
            size_t n = strlen(err.text);
            assert_in_range(n, 996, 999);
            assert_true(text_is_utf8(err.text, n));
            assert_memory_equal(err.text, t.s, n);
            text_free(&t);
        }
}

static void error_of_exact_length_is_whole(void **state)
{
    (void)state;
    Text t = {0};
    while (t.n < 997) text_addc(&t, '.');
    text_add(&t, "ä");
    Err err;
    err_set(&err, "%s", t.s);
    assert_string_equal(err.text, t.s);
    text_free(&t);
}

static void utf8_well_formed(void **state)
{
    (void)state;
    const char *good[] = {"",
                          "torch",
                          "Ysolde's 12345678 längste",
                          "\x7f",
                          "ä",
                          "\u0800",
                          "\xed\x9f\xbf",
                          "\uffff",
                          "\U00010000",
                          "\U0010ffff",
                          "aaaaaaa\u00e9aaaaaaaa"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(good[i], strlen(good[i])));
    assert_true(text_is_utf8("a\0b", 3));
}

static void utf8_ill_formed(void **state)
{
    (void)state;
    const char *bad[] = {
        "\x80",     "\xbf",         "\xc0\x80",         "\xc1\xbf",         "\xc3",
        "\xc3(",    "\xe0\x80\x80", "\xe0\x9f\xbf",     "\xed\xa0\x80",     "\xed\xbf\xbf",
        "\xe2\x82", "\xe2\x82(",    "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
        "\xff",     "\xfe",         "\xf0\x9f\x95",     "12345678\x80",     "1234567\xc3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i], strlen(bad[i])));
}

/* Misleading characters, as hostile texts have them, and characters that people write. */
static void misleading_characters_are_spelled_out(void **state)
{
    (void)state;
    const unsigned bad[] = {0,       0x1B,   0x7F,   0x85,    0xAD,   0x34F,  0x61C,  0x200B,
                            0x200D,  0x200F, 0x2028, 0x202E,  0x2066, 0x2069, 0x3164, 0xFEFF,
                            0xE0041, 0x2800, 0xFE00, 0x16FE4, 0x1680, 0x13430};
    const unsigned good[] = {' ',     '~',    0xE9,  0x2014, 0x2694, 0xFE0F,
                             0x1F56F, 0x4E00, 0x5D0, 0x600,  0x3000};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_true(text_misleads(bad[i]));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_false(text_misleads(good[i]));
    Text t = {0};
    text_add(&t, "\x1b[2J\u202eevil\u3164 caf\u00e9\xff\n");
    text_make_printable(&t, 0, false);
    assert_string_equal(t.s, "^[[2J<202E>evil<3164> caf\u00e9<FF> ");
    text_clear(&t);
    text_add(&t, "![x](http://a) [[b]] `c` <d> &lt; %%e%% $f$ \\g d6 [5] **h** 5% & i");
    text_make_printable(&t, 0, true);
    assert_string_equal(t.s, "\\![x\\](http://a) \\[[b\\]] \\`c\\` \\<d> \\&lt; \\%%e\\%% \\$f\\$ "
                             "\\g d6 [5] **h** 5% & i");
    text_clear(&t);
    jsonw_string(&t, "\x1b\u202e\U000E0041\u00e9\xff\"");
    assert_string_equal(t.s, "\"\\u001b\\u202e\\udb40\\udc41\u00e9\ufffd\\\"\"");
    text_free(&t);
}

static size_t distance(const char *a, const char *b, size_t max)
{
    return text_distance(a, strlen(a), b, strlen(b), max);
}

static void names_are_so_far_apart(void **state)
{
    (void)state;
    assert_int_equal(distance("torch", "torch", 2), 0);
    assert_int_equal(distance("torhc", "torch", 2), 1); /* two neighbours change places */
    assert_int_equal(distance("serch", "search", 2), 1);
    assert_int_equal(distance("", "abc", 3), 3);
    assert_int_equal(distance("kitten", "sitting", 3), 3);
    assert_int_equal(distance("kitten", "sitting", 2), 3); /* more than max: max + 1 */
    assert_int_equal(distance("a", "abcdef", 2), 3);
    char name[TEXT_DISTANCE_MAX + 1] = {0};
    assert_int_equal(text_distance(name, TEXT_DISTANCE_MAX, name, TEXT_DISTANCE_MAX, 1), 0);
    assert_int_equal(text_distance(name, sizeof name, name, sizeof name, 1), 2);
}

static void clocks_of_any_time(void **state)
{
    (void)state;
    ScopedText t = {0};
    text_add_clock(&t, INT64_MIN);
    text_addc(&t, ' ');
    text_add_clock(&t, -90);
    text_addc(&t, ' ');
    text_add_clock(&t, 90000);
    assert_string_equal(text_str(&t), "-day 106751991167301 15:30:08 -0:01:30 day 2 1:00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_of_any_time),
        cmocka_unit_test(grows_and_stays_a_string),
        cmocka_unit_test(grows_by_doubling),
        cmocka_unit_test(formats_short_and_long),
        cmocka_unit_test(fits_exactly),
        cmocka_unit_test(take_hands_over_the_string),
        cmocka_unit_test(failed_text_stays_as_it_was),
        cmocka_unit_test(error_is_false_and_clears_the_place),
        cmocka_unit_test(error_may_quote_itself),
        cmocka_unit_test(error_is_cut_between_characters),
        cmocka_unit_test(error_of_exact_length_is_whole),
        cmocka_unit_test(utf8_well_formed),
        cmocka_unit_test(utf8_ill_formed),
        cmocka_unit_test(misleading_characters_are_spelled_out),
        cmocka_unit_test(names_are_so_far_apart),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
