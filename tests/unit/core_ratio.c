/* Exact fractions, up to the edges of 64 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/ratio.h"
#include "core/rng.h"

#define IS(r, n, d) assert_true((r).num == (n) && (r).den == (d))

static Ratio of(int64_t num, int64_t den)
{
    Ratio r = {0, 1};
    assert_true(ratio_make(&r, num, den));
    return r;
}

static void lowest_terms(void **state)
{
    (void)state;
    IS(of(6, 4), 3, 2);
    IS(of(6, -4), -3, 2);
    IS(of(-6, -4), 3, 2);
    IS(of(0, -9), 0, 1);
    IS(of(INT64_MIN, 2), INT64_MIN / 2, 1);
    IS(of(INT64_MIN, INT64_MIN), 1, 1);
    Ratio r = {7, 1};
    assert_false(ratio_make(&r, 1, 0));
    assert_false(ratio_make(&r, 1, INT64_MIN));
    assert_false(ratio_make(&r, INT64_MIN, -1));
    IS(r, 7, 1);
}

static void four_ways(void **state)
{
    (void)state;
    Ratio r;
    assert_true(ratio_add(&r, of(1, 2), of(1, 3)));
    IS(r, 5, 6);
    assert_true(ratio_subtract(&r, of(1, 2), of(1, 3)));
    IS(r, 1, 6);
    assert_true(ratio_multiply(&r, of(2, 3), of(3, 4)));
    IS(r, 1, 2);
    assert_true(ratio_divide(&r, of(2, 3), of(-4, 3)));
    IS(r, -1, 2);
    assert_false(ratio_divide(&r, of(2, 3), of(0, 1)));
}

static void edges_are_refused(void **state)
{
    (void)state;
    Ratio r = {7, 1}, most = of(INT64_MAX, 1), least = of(INT64_MIN, 1);
    assert_false(ratio_add(&r, most, of(1, 1)));
    assert_false(ratio_add(&r, most, of(1, 2)));
    assert_false(ratio_add(&r, least, least));
    assert_false(ratio_subtract(&r, least, most));
    assert_false(ratio_multiply(&r, least, least));
    assert_false(ratio_multiply(&r, least, of(-1, 1)));
    assert_false(ratio_divide(&r, least, of(-1, 1)));
    assert_false(ratio_divide(&r, of(1, 1), least));
    IS(r, 7, 1);
    assert_true(ratio_add(&r, least, most));
    IS(r, -1, 1);
}

static void modulo_as_lua(void **state)
{
    (void)state;
    Ratio r;
    const int64_t a[] = {7, -7, 7, -7, 6, INT64_MIN}, b[] = {3, 3, -3, -3, 3, -1},
                  want[] = {1, 2, -2, -1, 0, 0};
    for (size_t i = 0; i < 6; i++) {
        assert_true(ratio_modulo(&r, ratio_of(a[i]), ratio_of(b[i])));
        IS(r, want[i], 1);
    }
    assert_true(ratio_modulo(&r, of(7, 2), of(2, 3)));
    IS(r, 1, 6);
    assert_false(ratio_modulo(&r, of(7, 2), of(0, 1)));
}

static void powers(void **state)
{
    (void)state;
    Ratio r;
    assert_true(ratio_power(&r, of(2, 3), 3));
    IS(r, 8, 27);
    assert_true(ratio_power(&r, of(2, 3), -3));
    IS(r, 27, 8);
    assert_true(ratio_power(&r, of(0, 1), 0));
    IS(r, 1, 1);
    assert_true(ratio_power(&r, of(-1, 1), INT64_MAX));
    IS(r, -1, 1);
    assert_true(ratio_power(&r, of(1, 1), INT64_MIN));
    IS(r, 1, 1);
    assert_true(ratio_power(&r, of(-2, 1), 63));
    IS(r, INT64_MIN, 1);
    assert_false(ratio_power(&r, of(2, 1), 63));
    assert_false(ratio_power(&r, of(0, 1), -1));
}

static void to_whole(void **state)
{
    (void)state;
    const int64_t num[] = {7, -7, 5, -5, 1, -1, 4, INT64_MAX, INT64_MIN},
                  den[] = {2, 2, 3, 3, 2, 2, 1, 1, 1};
    const int64_t down[] = {3, -4, 1, -2, 0, -1, 4, INT64_MAX, INT64_MIN};
    const int64_t up[] = {4, -3, 2, -1, 1, 0, 4, INT64_MAX, INT64_MIN};
    const int64_t near[] = {4, -4, 2, -2, 1, -1, 4, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < 9; i++) {
        Ratio r = of(num[i], den[i]);
        assert_true(ratio_floor(r) == down[i]);
        assert_true(ratio_ceil(r) == up[i]);
        assert_true(ratio_round(r) == near[i]);
    }
}

static void compare_without_rounding(void **state)
{
    (void)state;
    assert_int_equal(ratio_compare(of(1, 3), of(333333333333, 1000000000000)), 1);
    assert_int_equal(ratio_compare(of(INT64_MAX - 1, INT64_MAX), of(INT64_MAX - 2, INT64_MAX - 1)),
                     1);
    assert_int_equal(ratio_compare(of(INT64_MIN, 1), of(INT64_MAX, 1)), -1);
    assert_int_equal(ratio_compare(of(2, 4), of(1, 2)), 0);
}

static void taking_back_gives_the_same(void **state)
{
    (void)state;
    Rng rng = rng_seed(6);
    for (int i = 0; i < 20000; i++) {
        Ratio a = of((int64_t)rng_below(&rng, 20001) - 10000, (int64_t)rng_below(&rng, 1000) + 1);
        Ratio b = of((int64_t)rng_below(&rng, 20001) - 10000, (int64_t)rng_below(&rng, 1000) + 1),
              r, q;
        assert_true(ratio_add(&r, a, b) && ratio_subtract(&r, r, b));
        IS(r, a.num, a.den);
        if (b.num == 0) continue;
        assert_true(ratio_divide(&q, a, b) && ratio_multiply(&r, q, b));
        IS(r, a.num, a.den);
        assert_true(ratio_modulo(&r, a, b));
        assert_true(ratio_multiply(&q, ratio_of(ratio_floor(q)), b) && ratio_add(&r, r, q));
        IS(r, a.num, a.den);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowest_terms),
        cmocka_unit_test(four_ways),
        cmocka_unit_test(edges_are_refused),
        cmocka_unit_test(modulo_as_lua),
        cmocka_unit_test(powers),
        cmocka_unit_test(to_whole),
        cmocka_unit_test(compare_without_rounding),
        cmocka_unit_test(taking_back_gives_the_same),
    };
    return cmocka_run_group_tests_name("ratio", tests, NULL, NULL);
}
