/* Compares the generator with published test vectors, and checks the draw below n. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"

static bool is_same(Rng a, Rng b)
{
    return memcmp(a.s, b.s, sizeof a.s) == 0;
}

/* The test vectors of morinim/xoshiro256ss, test.cc. */
static void stream_of_1_2_3_4(void **state)
{
    (void)state;
    static const uint64_t want[] = {11520,
                                    0,
                                    1509978240,
                                    UINT64_C(1215971899390074240),
                                    UINT64_C(1216172134540287360),
                                    UINT64_C(607988272756665600),
                                    UINT64_C(16172922978634559625),
                                    UINT64_C(8476171486693032832),
                                    UINT64_C(10595114339597558777),
                                    UINT64_C(2904607092377533576)};
    Rng r = {{1, 2, 3, 4}};
    for (size_t i = 0; i < 10; i++) assert_true(rng_next(&r) == want[i]);
}

/* Skips many draws: multiplies the state by a polynomial over GF(2), the bits of leap. */
static void jump_by(Rng *r, const uint64_t leap[4])
{
    Rng sum = {0};
    for (int i = 0; i < 256; i++) {
        if (leap[i / 64] >> (i % 64) & 1)
            for (int k = 0; k < 4; k++) sum.s[k] ^= r->s[k];
        rng_next(r);
    }
    *r = sum;
}

/* The test vector of php/php-src, ext/random/tests/02_engine/xoshiro256starstar_value.phpt: 10000
 * draws, then the jumps over 2^128 and 2^192 draws, with the polynomials that the authors of the
 * generator publish (prng.di.unimi.it). */
static void php_seed_jump_and_long_jump(void **state)
{
    (void)state;
    Rng r = rng_seed(1234);
    for (int i = 0; i < 10000; i++) rng_next(&r);
    static const uint64_t jump[] = {UINT64_C(0x180EC6D33CFD0ABA), UINT64_C(0xD5A61266F0C9392C),
                                    UINT64_C(0xA9582618E03FC9AA), UINT64_C(0x39ABDC4529B1661C)};
    static const uint64_t long_jump[] = {UINT64_C(0x76E15D3EFEFDCBBF), UINT64_C(0xC5004E441C522FB3),
                                         UINT64_C(0x77710069854EE241),
                                         UINT64_C(0x39109BB02ACBE635)};
    jump_by(&r, jump);
    jump_by(&r, long_jump);
    static const unsigned char want[] = {0x1f, 0x19, 0x7e, 0x9c, 0xa7, 0x96, 0x91, 0x23};
    uint64_t x = rng_next(&r);
    for (int i = 0; i < 8; i++) assert_int_equal(x >> (8 * i) & 0xFF, want[i]);
}

static void splitmix_of_1234567(void **state)
{
    (void)state;
    static const uint64_t want[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                    UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                    UINT64_C(16408922859458223821)};
    uint64_t s = 1234567;
    for (size_t i = 0; i < 5; i++) assert_true(splitmix64(&s) == want[i]);
}

/* The test vector of lua/lua, testes/math.lua: randomseed(1007) begins at the state {1007, 0xff, 0,
 * 0} and throws 16 draws away. */
static void lua_random_1007(void **state)
{
    (void)state;
    Rng r = {{1007, 0xff, 0, 0}};
    for (int i = 0; i < 16; i++) rng_next(&r);
    assert_true(rng_next(&r) == UINT64_C(0x7a7040a5a323c9d6));
}

static void dice_of_seed_42(void **state)
{
    (void)state;
    static const int d6[] = {1, 3, 5, 6, 6, 5, 5, 6, 5, 4, 5, 2, 5, 2, 5, 6, 4, 6, 5, 5};
    static const int d20[] = {2,  8, 14, 19, 20, 16, 15, 18, 16, 12,
                              14, 6, 17, 7,  15, 18, 13, 18, 15, 15};
    Rng a = rng_seed(42), b = rng_seed(42);
    for (size_t i = 0; i < 20; i++) {
        assert_int_equal(1 + rng_below(&a, 6), d6[i]);
        assert_int_equal(1 + rng_below(&b, 20), d20[i]);
    }
}

static void below_one_takes_one_draw(void **state)
{
    (void)state;
    Rng a = rng_seed(7), b = a;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(rng_below(&a, 1), 0);
        rng_next(&b);
        assert_true(is_same(a, b));
    }
}

/* A bound a little above 2^63 rejects about half of the draws: the method is written out here
 * again, to count them. */
static void below_huge_rejects_half(void **state)
{
    (void)state;
    const uint64_t n = (UINT64_C(1) << 63) + 1, reject = -n % n;
    Rng a = rng_seed(99), b = a;
    int draws = 0, rolls = 20000;
    for (int i = 0; i < rolls; i++) {
        uint64_t got = rng_below(&a, n), x, low;
        do {
            x = rng_next(&b);
            low = x * n;
            draws++;
        } while (low < reject);
        assert_true(got < n);
        assert_true(got == (uint64_t)((__extension__(unsigned __int128) x * n) >> 64));
        assert_true(is_same(a, b));
    }
    assert_in_range(draws, 2 * rolls - 1000, 2 * rolls + 1000);
}

static void below_the_largest_bound(void **state)
{
    (void)state;
    Rng a = rng_seed(5), b = a;
    for (int i = 0; i < 1000; i++) {
        uint64_t x = rng_next(&b), got = rng_below(&a, UINT64_MAX);
        assert_true(got < UINT64_MAX);
        assert_true(got == (x == 0 ? 0 : x - 1)); /* x * (2^64-1) is (x-1) * 2^64 + (2^64 - x) */
    }
}

static void below_six_is_even(void **state)
{
    (void)state;
    long count[6] = {0};
    Rng r = rng_seed(2026);
    for (int i = 0; i < 600000; i++) count[rng_below(&r, 6)]++;
    double chi = 0;
    for (int i = 0; i < 6; i++)
        chi += (double)(count[i] - 100000) * (double)(count[i] - 100000) / 1e5;
    /* With 5 degrees of freedom, one seed in 1000 is above this by chance. */
    assert_true(chi < 20.5);
}

static void seed_text_digits_are_a_number(void **state)
{
    (void)state;
    assert_true(is_same(rng_seed_text("42", 2), rng_seed(42)));
    assert_true(is_same(rng_seed_text("0", 1), rng_seed(0)));
    assert_true(is_same(rng_seed_text("007", 3), rng_seed(7)));
    assert_true(is_same(rng_seed_text("42x", 2), rng_seed(42)));
    assert_true(is_same(rng_seed_text("18446744073709551615", 20), rng_seed(UINT64_MAX)));
}

static void other_seed_text_is_hashed(void **state)
{
    (void)state;
    assert_true(is_same(rng_seed_text("", 0), rng_seed(UINT64_C(0xcbf29ce484222325))));
    assert_true(is_same(rng_seed_text("a", 1), rng_seed(UINT64_C(0xaf63dc4c8601ec8c))));
    assert_true(is_same(rng_seed_text("foobar", 6), rng_seed(UINT64_C(0x85944171f73967e8))));
    assert_false(is_same(rng_seed_text("18446744073709551616", 20), rng_seed(0)));
    assert_false(is_same(rng_seed_text("-1", 2), rng_seed(1)));
}

static void runs_have_different_generators(void **state)
{
    (void)state;
    enum { SEEDS = 40, RUNS = 40 };
    static Rng all[SEEDS * RUNS];
    for (uint64_t s = 0; s < SEEDS; s++)
        for (uint64_t i = 0; i < RUNS; i++) all[s * RUNS + i] = rng_run(s, i);
    for (size_t a = 0; a < SEEDS * RUNS; a++)
        for (size_t b = 0; b < a; b++) assert_false(is_same(all[a], all[b]));
}

/* Part of the contract: a simulation's figures must not move between versions. */
static void runs_are_part_of_the_contract(void **state)
{
    (void)state;
    Rng r = rng_run(88213, 0), q = rng_run(88213, 1);
    uint64_t seed = 88213, h = splitmix64(&seed), h1 = h + 1;
    assert_true(is_same(r, rng_seed(splitmix64(&h))));
    assert_true(is_same(q, rng_seed(splitmix64(&h1))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_of_1_2_3_4),
        cmocka_unit_test(php_seed_jump_and_long_jump),
        cmocka_unit_test(splitmix_of_1234567),
        cmocka_unit_test(lua_random_1007),
        cmocka_unit_test(dice_of_seed_42),
        cmocka_unit_test(below_one_takes_one_draw),
        cmocka_unit_test(below_huge_rejects_half),
        cmocka_unit_test(below_the_largest_bound),
        cmocka_unit_test(below_six_is_even),
        cmocka_unit_test(seed_text_digits_are_a_number),
        cmocka_unit_test(other_seed_text_is_hashed),
        cmocka_unit_test(runs_have_different_generators),
        cmocka_unit_test(runs_are_part_of_the_contract),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
