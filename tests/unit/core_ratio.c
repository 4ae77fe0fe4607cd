/* Exact fractions, up to the edges of 64 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/ratio.h"
#include "core/rng.h"

#define assert_ratio(r, n, d) assert_true((r).num == (n) && (r).den == (d))

static Ratio make(int64_t num, int64_t den)
{
    Ratio r = {0, 1};
    assert_true(ratio_make(&r, num, den));
    return r;
}

static void lowest_terms(void **state)
{
    (void)state;
    assert_ratio(make(6, 4), 3, 2);
    assert_ratio(make(6, -4), -3, 2);
    assert_ratio(make(-6, -4), 3, 2);
    assert_ratio(make(0, -9), 0, 1);
    assert_ratio(make(INT64_MIN, 2), INT64_MIN / 2, 1);
    assert_ratio(make(INT64_MIN, INT64_MIN), 1, 1);
    Ratio r = {7, 1};
    assert_false(ratio_make(&r, 1, 0));
    assert_false(ratio_make(&r, 1, INT64_MIN));
    assert_false(ratio_make(&r, INT64_MIN, -1));
    assert_ratio(r, 7, 1);
}

static void four_operations(void **state)
{
    (void)state;
    Ratio r;
    assert_true(ratio_add(&r, make(1, 2), make(1, 3)));
    assert_ratio(r, 5, 6);
    assert_true(ratio_subtract(&r, make(1, 2), make(1, 3)));
    assert_ratio(r, 1, 6);
    assert_true(ratio_multiply(&r, make(2, 3), make(3, 4)));
    assert_ratio(r, 1, 2);
    assert_true(ratio_divide(&r, make(2, 3), make(-4, 3)));
    assert_ratio(r, -1, 2);
    assert_false(ratio_divide(&r, make(2, 3), make(0, 1)));
}

static void overflow_is_refused(void **state)
{
    (void)state;
    Ratio r = {7, 1}, max = make(INT64_MAX, 1), min = make(INT64_MIN, 1);
    assert_false(ratio_add(&r, max, make(1, 1)));
    assert_false(ratio_add(&r, max, make(1, 2)));
    assert_false(ratio_add(&r, min, min));
    assert_false(ratio_subtract(&r, min, max));
    assert_false(ratio_multiply(&r, min, min));
    assert_false(ratio_multiply(&r, min, make(-1, 1)));
    assert_false(ratio_divide(&r, min, make(-1, 1)));
    assert_false(ratio_divide(&r, make(1, 1), min));
    assert_ratio(r, 7, 1);
    assert_true(ratio_add(&r, min, max));
    assert_ratio(r, -1, 1);
}

static void modulo_as_lua(void **state)
{
    (void)state;
    Ratio r;
    const int64_t a[] = {7, -7, 7, -7, 6, INT64_MIN}, b[] = {3, 3, -3, -3, 3, -1},
                  want[] = {1, 2, -2, -1, 0, 0};
    for (size_t i = 0; i < 6; i++) {
        assert_true(ratio_modulo(&r, ratio_of(a[i]), ratio_of(b[i])));
        assert_ratio(r, want[i], 1);
    }
    assert_true(ratio_modulo(&r, make(7, 2), make(2, 3)));
    assert_ratio(r, 1, 6);
    assert_false(ratio_modulo(&r, make(7, 2), make(0, 1)));
}

static void powers(void **state)
{
    (void)state;
    Ratio r;
    assert_true(ratio_power(&r, make(2, 3), 3));
    assert_ratio(r, 8, 27);
    assert_true(ratio_power(&r, make(2, 3), -3));
    assert_ratio(r, 27, 8);
    assert_true(ratio_power(&r, make(0, 1), 0));
    assert_ratio(r, 1, 1);
    assert_true(ratio_power(&r, make(-1, 1), INT64_MAX));
    assert_ratio(r, -1, 1);
    assert_true(ratio_power(&r, make(1, 1), INT64_MIN));
    assert_ratio(r, 1, 1);
    assert_true(ratio_power(&r, make(-2, 1), 63));
    assert_ratio(r, INT64_MIN, 1);
    assert_false(ratio_power(&r, make(2, 1), 63));
    assert_false(ratio_power(&r, make(0, 1), -1));
}

static void rounding(void **state)
{
    (void)state;
    const int64_t num[] = {7, -7, 5, -5, 1, -1, 4, INT64_MAX, INT64_MIN},
                  den[] = {2, 2, 3, 3, 2, 2, 1, 1, 1};
    const int64_t down[] = {3, -4, 1, -2, 0, -1, 4, INT64_MAX, INT64_MIN};
    const int64_t up[] = {4, -3, 2, -1, 1, 0, 4, INT64_MAX, INT64_MIN};
    const int64_t near[] = {4, -4, 2, -2, 1, -1, 4, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < 9; i++) {
        Ratio r = make(num[i], den[i]);
        assert_true(ratio_floor(r) == down[i]);
        assert_true(ratio_ceil(r) == up[i]);
        assert_true(ratio_round(r) == near[i]);
    }
}

static void compare_without_rounding(void **state)
{
    (void)state;
    assert_int_equal(ratio_compare(make(1, 3), make(333333333333, 1000000000000)), 1);
    assert_int_equal(
        ratio_compare(make(INT64_MAX - 1, INT64_MAX), make(INT64_MAX - 2, INT64_MAX - 1)), 1);
    assert_int_equal(ratio_compare(make(INT64_MIN, 1), make(INT64_MAX, 1)), -1);
    assert_int_equal(ratio_compare(make(2, 4), make(1, 2)), 0);
}

static void inverse_operations_cancel(void **state)
{
    (void)state;
    Rng rng = rng_seed(6);
    for (int i = 0; i < 20000; i++) {
        Ratio a = make((int64_t)rng_below(&rng, 20001) - 10000, (int64_t)rng_below(&rng, 1000) + 1);
        Ratio b = make((int64_t)rng_below(&rng, 20001) - 10000, (int64_t)rng_below(&rng, 1000) + 1),
              r, q;
        assert_true(ratio_add(&r, a, b) && ratio_subtract(&r, r, b));
        assert_ratio(r, a.num, a.den);
        if (b.num == 0) continue;
        assert_true(ratio_divide(&q, a, b) && ratio_multiply(&r, q, b));
        assert_ratio(r, a.num, a.den);
        assert_true(ratio_modulo(&r, a, b));
        assert_true(ratio_multiply(&q, ratio_of(ratio_floor(q)), b) && ratio_add(&r, r, q));
        assert_ratio(r, a.num, a.den);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowest_terms),
        cmocka_unit_test(four_operations),
        cmocka_unit_test(overflow_is_refused),
        cmocka_unit_test(modulo_as_lua),
        cmocka_unit_test(powers),
        cmocka_unit_test(rounding),
        cmocka_unit_test(compare_without_rounding),
        cmocka_unit_test(inverse_operations_cancel),
    };
    return cmocka_run_group_tests_name("ratio", tests, NULL, NULL);
}
