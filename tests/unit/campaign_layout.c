/* Layouts of the structures of sconce.h on 64-bit machines.  A program that was linked with an
 * older version has these numbers built in: a field may be added at the end of a structure that
 * begins with struct_size, and a size may grow then; nothing else here may change before SONAME
 * does. */
#include <sconce.h>

#define AT(type, field, offset) assert_int_equal(offsetof(type, field), offset)

static void layout_of_error(void **state)
{
    (void)state;
    AT(SconceError, text, 0);
    AT(SconceError, file, 1000);
    AT(SconceError, line, 1256);
    AT(SconceError, all, 1264);
    AT(SconceError, why, 1272);
    assert_int_equal(sizeof(SconceError), 1280);
}

static void layout_of_options(void **state)
{
    (void)state;
    AT(SconceOptions, struct_size, 0);
    AT(SconceOptions, table, 8);
    AT(SconceOptions, houses, 16);
    AT(SconceOptions, house_count, 24);
    AT(SconceOptions, seed, 32);
    AT(SconceOptions, dice, 40);
    AT(SconceOptions, answers, 48);
    AT(SconceOptions, read_only, 56);
    AT(SconceOptions, unplayed, 57);
    AT(SconceOptions, cell, 64);
    AT(SconceOptions, rulesets, 72);
    AT(SconceOptions, patience_ms, 80);
    AT(SconceOptions, dry_runs, 84);
    AT(SconceOptions, memory_mb, 88);
    assert_int_equal(sizeof(SconceOptions), 96);
}

static void layout_of_reply(void **state)
{
    (void)state;
    AT(SconceReply, outcome, 0);
    AT(SconceReply, json, 8);
    assert_int_equal(sizeof(SconceReply), 16);
}

static void layout_of_sim(void **state)
{
    (void)state;
    AT(SconceSim, struct_size, 0);
    AT(SconceSim, turns, 8);
    AT(SconceSim, runs, 16);
    AT(SconceSim, from, 24);
    AT(SconceSim, plan, 32);
    AT(SconceSim, otherwise, 40);
    AT(SconceSim, policy, 48);
    AT(SconceSim, measures, 56);
    AT(SconceSim, measure_count, 64);
    AT(SconceSim, before, 72);
    AT(SconceSim, before_count, 80);
    AT(SconceSim, until, 88);
    AT(SconceSim, seed, 96);
    AT(SconceSim, jobs, 104);
    AT(SconceSim, merge, 112);
    AT(SconceSim, merge_count, 120);
    AT(SconceSim, progress, 128);
    AT(SconceSim, data, 136);
    assert_int_equal(sizeof(SconceSim), 144);
}

static void layout_of_news(void **state)
{
    (void)state;
    AT(SconceNews, turn, 0);
    AT(SconceNews, at, 8);
    AT(SconceNews, states, 16);
    AT(SconceNews, plays, 24);
    assert_int_equal(sizeof(SconceNews), 32);
}

static void layout_of_chances(void **state)
{
    (void)state;
    AT(SconceChances, struct_size, 0);
    AT(SconceChances, turns, 8);
    AT(SconceChances, plan, 16);
    AT(SconceChances, otherwise, 24);
    AT(SconceChances, policy, 32);
    AT(SconceChances, measures, 40);
    AT(SconceChances, measure_count, 48);
    AT(SconceChances, before, 56);
    AT(SconceChances, before_count, 64);
    AT(SconceChances, until, 72);
    AT(SconceChances, fractions, 80);
    AT(SconceChances, states, 88);
    AT(SconceChances, plays, 96);
    AT(SconceChances, partial, 104);
    AT(SconceChances, progress, 112);
    AT(SconceChances, data, 120);
    AT(SconceChances, at_least, 128);
    AT(SconceChances, at_least_count, 136);
    AT(SconceChances, given, 144);
    AT(SconceChances, given_count, 152);
    AT(SconceChances, weigh_start, 160);
    assert_int_equal(sizeof(SconceChances), 168);
}

/* New numbers may only follow these. */
static void numbers_of_enums(void **state)
{
    (void)state;
    static const int numbers[][6] = {
        {SCONCE_TOLD, SCONCE_READ_ONLY, SCONCE_UNDONE, SCONCE_STATES, SCONCE_DICE, SCONCE_UNPLAYED},
        {SCONCE_DONE, SCONCE_ASKS, SCONCE_REFUSED, 3, 4, 5},
        {SCONCE_GM, SCONCE_PLAYERS, 2, 3, 4, 5},
        {SCONCE_COMPLETE, SCONCE_HOVER, SCONCE_DEFINITION, SCONCE_USES, SCONCE_SYMBOLS, 5},
    };
    for (size_t e = 0; e < sizeof numbers / sizeof *numbers; e++)
        for (int i = 0; i < 6; i++) assert_int_equal(numbers[e][i], i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_of_error),  cmocka_unit_test(layout_of_options),
        cmocka_unit_test(layout_of_reply),  cmocka_unit_test(layout_of_sim),
        cmocka_unit_test(layout_of_news),   cmocka_unit_test(layout_of_chances),
        cmocka_unit_test(numbers_of_enums),
    };
    return sizeof(void *) == 8 ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
