/* Numbers with units, as printed in game books. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/quantity.h"

static Quantity parse(const char *s)
{
    Quantity q = {0, 0, ""};
    Err err = {.text = ""};
    if (!quantity_parse(&q, s, strlen(s), &err)) fail_msg("%s", err.text);
    return q;
}

static void check_print(const Quantity *q, const char *want)
{
    Text t = {0};
    quantity_print(q, &t);
    assert_string_equal(text_str(&t), want);
    text_free(&t);
}

typedef struct {
    const char *text;
    int64_t num, den;         /* the number that is read, as a fraction */
    const char *unit, *print; /* how it is printed again */
} QuantityCase;

static void reads_and_writes(void **state)
{
    (void)state;
    static const QuantityCase all[] = {
        {"36 m", 36, 1, "m", "36 m"},
        {"1.5 km", 3, 2, "km", "1.5 km"},
        {" 1.50   KM ", 3, 2, "km", "1.5 km"},
        {"36m", 36, 1, "m", "36 m"},
        {"8 hours", 8, 1, "hour", "8 hours"},
        {"1 hours", 1, 1, "hour", "1 hour"},
        {"8 hrs", 8, 1, "hour", "8 hours"},
        {"6 turns", 6, 1, "turn", "6 turns"},
        {"-1 turn", -1, 1, "turn", "-1 turn"},
        {"0 zones", 0, 1, "zone", "0 zones"},
        {"-3/4 mile", -3, 4, "mile", "-0.75 miles"},
        {"1/3 mile", 1, 3, "mile", "1/3 mile"},
        {"-1/3 mile", -1, 3, "mile", "-1/3 mile"},
        {"10/3 miles", 10, 3, "mile", "3 1/3 miles"},
        {"3 1/3 miles", 10, 3, "mile", "3 1/3 miles"},
        {"-3 1/3 miles", -10, 3, "mile", "-3 1/3 miles"},
        {"22.5 yards", 45, 2, "yd", "22.5 yd"},
        {"30 feet", 30, 1, "ft", "30 ft"},
        {"1 foot", 1, 1, "ft", "1 ft"},
        {"+.5 day", 1, 2, "day", "0.5 days"},
        {"60 real minutes", 60, 1, "real minute", "60 real minutes"},
        {"1 Real  Min", 1, 1, "real minute", "1 real minute"},
        {"2 watches", 2, 1, "watch", "2 watches"},
        {"3 torches", 3, 1, "torch", "3 torches"},
        {"2 houses", 2, 1, "house", "2 houses"},
        {"1 supply", 1, 1, "supply", "1 supply"},
        {"2 supplies", 2, 1, "supply", "2 supplies"},
        {"2 days", 2, 1, "day", "2 days"},
        {"50 GP", 50, 1, "gp", "50 gp"},
        {"10 lbs", 10, 1, "lb", "10 lb"},
        {"3 glasses", 3, 1, "glass", "3 glasses"},
        {"1 bus", 1, 1, "bus", "1 bus"},
        {"5 metres", 5, 1, "m", "5 m"},
        {"2 inches", 2, 1, "inch", "2 inches"},
        {"\u22125 m", -5, 1, "m", "-5 m"},
        {"2 Meilen-Steine", 2, 1, "meilen-steine", "2 meilen-steines"},
        {"9223372036854775807 m", INT64_MAX, 1, "m", "9223372036854775807 m"},
        {"0.000001 km", 1, 1000000, "km", "0.000001 km"},
        {"0.0000001 km", 1, 10000000, "km", "1/10000000 km"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Quantity q = parse(all[i].text), again;
        assert_true(q.num == all[i].num && q.den == all[i].den);
        assert_string_equal(q.unit, all[i].unit);
        check_print(&q, all[i].print);
        again = parse(all[i].print);
        assert_true(again.num == q.num && again.den == q.den);
        if (!strchr(all[i].unit, '-')) assert_string_equal(again.unit, q.unit);
    }
}

static void errors_have_sentences(void **state)
{
    (void)state;
    static const char *const all[][2] = {
        {"", "nothing is here; a quantity is a number and a unit, as in \"36 m\""},
        {"turn", "turn: a quantity begins with a number, as in \"6 turns\""},
        {"36", "36: a unit should follow the number, as in \"36 m\" or \"36 turns\""},
        {"1,5 km", "1,5 km: decimals follow a point, not a comma"},
        {"1. km", "1. km: digits should follow the point"},
        {"1/ km", "1/ km: a number should follow the /"},
        {"1/0 km", "1/0 km: nothing divides by 0"},
        {"1 2 km", "1 2 km: one number is enough"},
        {"3 big rooms",
         "3 big rooms: \"big rooms\" is not a unit; a unit is one word, as in \"6 turns\", or real "
         "time, as in \"60 real minutes\""},
        {"3 real rooms", "3 real rooms: \"real rooms\" is not a unit; a unit is one word, as in "
                         "\"6 turns\", or real "
                         "time, as in \"60 real minutes\""},
        {"3 d6",
         "3 d6: \"d6\" is not a unit; a unit is one word, as in \"6 turns\", or real time, as "
         "in \"60 real "
         "minutes\""},
        {"9223372036854775808 m",
         "9223372036854775808 m: the number is too large to be kept exactly"},
        {"0.0000000000000000001 m",
         "0.0000000000000000001 m: the number is too large to be kept exactly"},
        {"9223372036854775807 1/2 m",
         "9223372036854775807 1/2 m: the number is too large to be kept exactly"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Quantity q = {7, 1, "m"};
        Err err = {.text = ""};
        assert_false(quantity_parse(&q, all[i][0], strlen(all[i][0]), &err));
        assert_string_equal(err.text, all[i][1]);
        assert_int_equal(q.num, 7);
    }
}

static void refuses_text_that_is_too_long_or_broken(void **state)
{
    (void)state;
    Quantity q;
    Err err;
    char longer[102];
    memset(longer, '1', sizeof longer);
    assert_false(quantity_parse(&q, longer, sizeof longer, &err));
    assert_string_equal(err.text, "this is too long for a quantity such as \"36 m\"");
    assert_false(quantity_parse(&q, "3 \xff", 3, &err));
    assert_false(quantity_parse(&q, "3 m\0", 4, &err));
    assert_false(quantity_parse(&q, "3 mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", 34, &err));
}

static void measures(void **state)
{
    (void)state;
    assert_int_equal(unit_measure("km"), MEASURE_METRIC);
    assert_int_equal(unit_measure("feet"), MEASURE_IMPERIAL);
    assert_int_equal(unit_measure("week"), MEASURE_TIME);
    assert_int_equal(unit_measure("real minute"), MEASURE_REAL);
    assert_int_equal(unit_measure("turns"), MEASURE_TURNS);
    assert_int_equal(unit_measure("zone"), MEASURE_OTHER);
    assert_int_equal(unit_measure(""), MEASURE_OTHER);
}

static void check_convert(const char *from, const char *unit, const char *want)
{
    Quantity q = parse(from);
    Err err = {.text = ""};
    if (!quantity_convert(&q, unit, &err)) fail_msg("%s", err.text);
    check_print(&q, want);
}

static void converts_exactly(void **state)
{
    (void)state;
    check_convert("1.5 km", "m", "1500 m");
    check_convert("1 cm", "km", "0.00001 km");
    check_convert("1 mile", "yards", "1760 yd");
    check_convert("10 ft", "yd", "3 1/3 yd");
    check_convert("8 hours", "minutes", "480 minutes");
    check_convert("1 week", "s", "604800 seconds");
    check_convert("90 real minutes", "real hour", "1.5 real hours");
    check_convert("3 zones", "zones", "3 zones");
}

static void refuses_other_measures(void **state)
{
    (void)state;
    Quantity q = parse("36 m");
    Err err;
    assert_false(quantity_convert(&q, "ft", &err));
    assert_string_equal(err.text, "36 m and ft are not the same measure");
    assert_false(quantity_convert(&q, "big rooms", &err));
    assert_string_equal(err.text, "\"big rooms\" is not a unit");
    q = parse("60 real minutes");
    assert_false(quantity_convert(&q, "minutes", &err));
    assert_string_equal(err.text, "60 real minutes and minute are not the same measure");
    q = parse("6 turns");
    assert_false(quantity_convert(&q, "minutes", NULL));
    check_print(&q, "6 turns");
    q = parse("9223372036854775807 km");
    assert_false(quantity_convert(&q, "m", &err));
    assert_string_equal(err.text, "the number of m is too large to be kept exactly");
}

static void results_have_the_unit_of_the_first(void **state)
{
    (void)state;
    Quantity a = parse("1.5 km"), b = parse("250 m");
    assert_true(quantity_add(&a, &b, NULL));
    check_print(&a, "1.75 km");
    assert_true(quantity_subtract(&a, &b, NULL));
    assert_true(quantity_subtract(&a, &b, NULL));
    check_print(&a, "1.25 km");
    assert_true(quantity_scale(&a, 2, 3, NULL));
    check_print(&a, "5/6 km");
    assert_true(quantity_scale(&a, -3, -1, NULL));
    check_print(&a, "2.5 km");
    Err err;
    assert_false(quantity_scale(&a, 1, 0, &err));
    assert_string_equal(err.text, "nothing divides by 0");
}

static void errors_name_both_quantities(void **state)
{
    (void)state;
    Quantity a = parse("36 m"), b = parse("30 ft");
    Err err;
    assert_false(quantity_add(&a, &b, &err));
    assert_string_equal(err.text, "36 m and 30 ft are not the same measure");
    a = parse("2 zones"), b = parse("1 room");
    assert_false(quantity_subtract(&a, &b, &err));
    assert_string_equal(err.text, "2 zones and 1 room are not the same measure");
}

static void compares(void **state)
{
    (void)state;
    Quantity a = parse("1 mile"), b = parse("5280 ft"), c = parse("1 yd"), d = parse("1 turn");
    int order = 9;
    assert_true(quantity_compare(&a, &b, &order, NULL) && order == 0);
    assert_true(quantity_compare(&a, &c, &order, NULL) && order == 1);
    assert_true(quantity_compare(&c, &a, &order, NULL) && order == -1);
    assert_false(quantity_compare(&c, &d, &order, NULL));
}

static void ratios(void **state)
{
    (void)state;
    Quantity a = parse("1 hour"), b = parse("25 minutes"), zero = parse("0 minutes");
    int64_t num, den;
    Err err;
    assert_true(quantity_ratio(&a, &b, &num, &den, NULL));
    assert_true(num == 12 && den == 5);
    assert_false(quantity_ratio(&a, &zero, &num, &den, &err));
    assert_string_equal(err.text, "nothing divides by 0");
}

static void sums_past_64_bits_are_refused(void **state)
{
    (void)state;
    Quantity a = parse("9223372036854775807 m"), b = parse("1 m");
    Err err;
    assert_false(quantity_add(&a, &b, &err));
    assert_string_equal(err.text, "the number of m is too large to be kept exactly");
    assert_false(quantity_scale(&a, 2, 1, &err));
    check_print(&a, "9223372036854775807 m");
}

static void floats_become_fractions(void **state)
{
    (void)state;
    static const struct {
        double d;
        int64_t num, den;
    } all[] = {{0, 0, 1},
               {-0.0, 0, 1},
               {0.5, 1, 2},
               {-0.75, -3, 4},
               {0.1, 1, 10},
               {1.0 / 3, 1, 3},
               {-2.0 / 7, -2, 7},
               {22.5, 45, 2},
               {1e15, 1000000000000000, 1},
               {0.000000001, 1, 1000000000},
               {1609.344, 201168, 125},
               {1.0 / 5280, 1, 5280},
               {123456.789, 123456789, 1000}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int64_t num = 7, den = 7;
        assert_true(double_to_fraction(all[i].d, &num, &den));
        assert_true(num == all[i].num && den == all[i].den);
    }
}

static void floats_without_a_fraction(void **state)
{
    (void)state;
    const double all[] = {
        NAN,   INFINITY, -INFINITY,          0.1 + 0.2,   1.4142135623730951, 3.141592653589793,
        1e300, 1e-300,   9007199254740992.0, 5000000000.5};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int64_t num, den;
        assert_false(double_to_fraction(all[i], &num, &den));
    }
}

static void every_small_fraction_is_found(void **state)
{
    (void)state;
    for (int64_t den = 1; den <= 300; den++)
        for (int64_t num = -300; num <= 300; num++) {
            int64_t n, d;
            assert_true(double_to_fraction((double)num / (double)den, &n, &d));
            assert_true(n * den == num * d && d <= den);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(errors_have_sentences),
        cmocka_unit_test(refuses_text_that_is_too_long_or_broken),
        cmocka_unit_test(measures),
        cmocka_unit_test(converts_exactly),
        cmocka_unit_test(refuses_other_measures),
        cmocka_unit_test(results_have_the_unit_of_the_first),
        cmocka_unit_test(errors_name_both_quantities),
        cmocka_unit_test(compares),
        cmocka_unit_test(ratios),
        cmocka_unit_test(sums_past_64_bits_are_refused),
        cmocka_unit_test(floats_become_fractions),
        cmocka_unit_test(floats_without_a_fraction),
        cmocka_unit_test(every_small_fraction_is_found),
    };
    return cmocka_run_group_tests_name("quantity", tests, NULL, NULL);
}
