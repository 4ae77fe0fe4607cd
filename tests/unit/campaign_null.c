/* Calls every function of sconce.h with NULL for each pointer: it must return an answer or an
 * error, and never crash.  tests/house.sh checks that all functions are here. */
#include "campaign/rules/public_error.h"
#include "campaign_help.h"

/* Checks that the error says which argument was NULL, and resets it. */
static void assert_names_null(SconceError *error, const char *name)
{
    if (!strstr(error->text, name) || !strstr(error->text, "NULL"))
        fail_msg("the error is '%s', not that %s is NULL", error->text, name);
    *error = (SconceError){0};
}

static void without_a_table(void **state)
{
    (void)state;
    SconceError e = {0};
    SconceSim sim = {.turns = 1, .runs = 1};
    SconceChances chances = {.turns = 1};
    SconceReply r = sconce_say(NULL, "search");
    assert_int_equal(r.outcome, SCONCE_REFUSED);
    json_decref(parse(r.json));
    assert_int_equal(sconce_say(NULL, NULL).outcome, SCONCE_REFUSED);
    r = sconce_answer(NULL, "token", "yes");
    assert_int_equal(r.outcome, SCONCE_REFUSED);
    json_decref(parse(r.json));
    sconce_stop(NULL);
    sconce_close(NULL);
    sconce_watch(NULL, NULL, NULL);
    sconce_free(NULL);
    assert_null(sconce_asked(NULL));
    assert_string_equal(sconce_opening(NULL), "[]");
    assert_string_equal(sconce_prompt(NULL), "[]");
    assert_string_equal(sconce_sheet(NULL), "[]");
    assert_string_equal(sconce_status(NULL), "{}");
    assert_string_equal(sconce_book(NULL), "{}");
    assert_string_equal(sconce_about(NULL), "{}");
    assert_string_equal(sconce_recap(NULL), "");
    assert_string_equal(sconce_view(NULL, SCONCE_PLAYERS), "{}");
    assert_string_equal(sconce_since(NULL, 0, SCONCE_GM, NULL), "{}");
    assert_string_equal(sconce_complete(NULL, "s"), "{}");
    assert_string_equal(sconce_version(), SCONCE_VERSION);
    sconce_allow(NULL, SCONCE_PLAYERS);
    assert_false(sconce_wait(NULL, 1000));
    sconce_rest(NULL);
    assert_int_equal(sconce_due_ms(NULL), -1);
    assert_string_equal(sconce_dice_left(NULL), "");
    assert_null(sconce_log(NULL, NULL, false, 0, &e));
    assert_names_null(&e, "table");
    assert_null(sconce_verify(NULL, NULL, NULL, &e));
    assert_names_null(&e, "table");
    assert_null(sconce_sim(NULL, &sim, &e));
    assert_names_null(&e, "table");
    assert_null(sconce_chances(NULL, &chances, &e));
    assert_names_null(&e, "table");
    assert_null(sconce_log(NULL, NULL, false, 0, NULL));
    assert_null(sconce_verify(NULL, NULL, NULL, NULL));
    assert_null(sconce_sim(NULL, NULL, NULL));
    assert_null(sconce_chances(NULL, NULL, NULL));
}

static void at_a_table(void **state)
{
    SconceError e = {0};
    Sconce *s = open_scratch(*state);
    const char *const holes[] = {"a=1", NULL};
    SconceReply r = sconce_say(s, NULL);
    assert_int_equal(r.outcome, SCONCE_REFUSED);
    assert_non_null(strstr(r.json, "line is NULL"));
    assert_non_null(strstr(sconce_answer(s, NULL, "yes").json, "token is NULL"));
    assert_non_null(sconce_log(s, NULL, false, 0, NULL)); /* Markdown */
    assert_null(sconce_log(s, "pdf", false, 0, NULL));
    assert_non_null(sconce_verify(s, NULL, NULL, NULL));
    sconce_watch(s, NULL, NULL);
    assert_string_equal(sconce_complete(s, NULL), "{}");
    json_decref(parse(sconce_since(s, 0, SCONCE_GM, NULL)));
    assert_null(sconce_sim(s, NULL, &e));
    assert_names_null(&e, "sim");
    assert_null(sconce_chances(s, NULL, &e));
    assert_names_null(&e, "chances");
    SconceSim sims[] = {{.turns = 1, .runs = 1, .measure_count = 1},
                        {.turns = 1, .runs = 1, .measures = holes, .measure_count = 2},
                        {.turns = 1, .runs = 1, .before_count = 1},
                        {.turns = 1, .runs = 1, .merge_count = 1}};
    static const char *const named[] = {"measures", "measures", "before", "merge"};
    for (size_t i = 0; i < sizeof sims / sizeof *sims; i++) {
        assert_null(sconce_sim(s, &sims[i], &e));
        assert_names_null(&e, named[i]);
    }
    SconceChances odds[] = {{.turns = 1, .measure_count = 1},
                            {.turns = 1, .measures = holes, .measure_count = 2},
                            {.turns = 1, .before_count = 1}};
    for (size_t i = 0; i < sizeof odds / sizeof *odds; i++) {
        assert_null(sconce_chances(s, &odds[i], &e));
        assert_names_null(&e, named[i]);
    }
    sconce_close(s);
}

static void options(void **state)
{
    SconceError e = {0};
    const char *const hole[] = {NULL};
    SconceOptions bare = {0}, none = options_for(*state, "fake");
    none.houses = NULL;
    none.house_count = 1;
    SconceOptions holed = none;
    holed.houses = hole;
    assert_null(sconce_open(NULL, &e));
    assert_names_null(&e, "options");
    assert_null(sconce_open(NULL, NULL));
    assert_null(sconce_open(&bare, &e));
    assert_null(sconce_open(&none, &e));
    assert_names_null(&e, "houses");
    assert_null(sconce_open(&holed, &e));
    assert_names_null(&e, "houses");
    assert_null(sconce_check(NULL, &e));
    assert_names_null(&e, "options");
    assert_null(sconce_check(NULL, NULL));
    assert_null(sconce_rules(NULL, NULL, false, &e));
    assert_names_null(&e, "options");
    assert_null(sconce_rules(NULL, NULL, false, NULL));
    sconce_free(sconce_rules(&(SconceOptions){.table = "fake"}, NULL, true, NULL));
    SconceOptions newer = options_for(*state, "fake"), small = newer;
    newer.struct_size = sizeof newer + 8;
    small.memory_mb = 1;
    assert_null(sconce_open(&newer, &e));
    assert_non_null(strstr(e.text, "newer libsconce"));
    assert_null(sconce_open(&small, &e));
    assert_non_null(strstr(e.text, "memory_mb is 0, or 32 to"));
    /* A program of an older library, which had no memory_mb: what stands there is not read. */
    small.struct_size = offsetof(SconceOptions, memory_mb);
    Sconce *older = sconce_open(&small, &e);
    assert_non_null(older);
    sconce_close(older);
    char *machine = sconce_machine(NULL, NULL);
    assert_non_null(machine);
    sconce_free(machine);
    assert_null(sconce_test(NULL, NULL, &e));
    assert_null(sconce_test(NULL, &none, &e));
    assert_names_null(&e, "file");
    assert_null(sconce_test(NULL, NULL, NULL));
    assert_null(sconce_check_policy(NULL, NULL, &e));
    assert_null(sconce_check_policy(NULL, NULL, NULL));
    assert_null(sconce_message(NULL));
}

/* A struct of an older program is shorter: the library reads no byte beyond its end. */
static void older_structs(void **state)
{
    (void)state;
    SconceChances theirs, ours;
    memset(&theirs, 0xff, sizeof theirs);
    theirs.struct_size = offsetof(SconceChances, weigh_start);
    assert_true(public_copy_struct(&ours, sizeof ours, PUBLIC_CHANCES_0, &theirs, "chances", NULL));
    assert_int_equal(ours.given_count, theirs.given_count);
    assert_false(ours.weigh_start);
    /* A program that does not set it: only the fields of the first library are read. */
    theirs.struct_size = 0;
    size_t first = offsetof(SconceChances, plan);
    assert_true(public_copy_struct(&ours, sizeof ours, first, &theirs, "chances", NULL));
    assert_int_equal(ours.turns, theirs.turns);
    assert_null(ours.plan);
}

static void files(void **state)
{
    SconceError e = {0};
    char there[400];
    path_in(*state, "there", there);
    assert_false(sconce_create(NULL, "fake", NULL, NULL, &e));
    assert_names_null(&e, "dir");
    assert_false(sconce_create(there, NULL, NULL, NULL, &e));
    assert_names_null(&e, "ruleset");
    assert_false(sconce_create(NULL, NULL, NULL, NULL, NULL));
    assert_false(sconce_create_seeded(there, NULL, NULL, NULL, "7", &e));
    assert_names_null(&e, "ruleset");
    assert_false(sconce_export(NULL, there, NULL, NULL, &e));
    assert_names_null(&e, "dir");
    assert_false(sconce_export(there, NULL, NULL, NULL, &e));
    assert_names_null(&e, "file");
    assert_false(sconce_export(NULL, NULL, NULL, NULL, NULL));
    assert_null(sconce_salvage(NULL, there, NULL, NULL, &e));
    assert_names_null(&e, "dir");
    assert_null(sconce_salvage(there, NULL, NULL, NULL, &e));
    assert_names_null(&e, "file");
    assert_null(sconce_salvage(NULL, NULL, NULL, NULL, NULL));
    assert_false(sconce_import(NULL, there, NULL, NULL, &e));
    assert_names_null(&e, "file");
    assert_false(sconce_import(there, NULL, NULL, NULL, &e));
    assert_names_null(&e, "dir");
    assert_false(sconce_import(NULL, NULL, NULL, NULL, NULL));
    assert_int_equal(access(there, F_OK), -1);
}

static void drafts(void **state)
{
    SconceError e = {0};
    SconceOptions o = options_for(*state, "fake.lua");
    const char *const hole[] = {NULL};
    assert_null(sconce_draft_open(NULL, NULL, 0, &e));
    assert_names_null(&e, "options");
    assert_null(sconce_draft_open(NULL, NULL, 0, NULL));
    assert_null(sconce_draft_open(&o, NULL, 1, &e));
    assert_names_null(&e, "folders");
    assert_null(sconce_draft_open(&o, hole, 1, &e));
    assert_names_null(&e, "folders");
    assert_false(sconce_draft_edit(NULL, "fake.lua", "", 0));
    assert_null(sconce_draft_check(NULL));
    assert_null(sconce_draft_try(NULL, 1));
    assert_null(sconce_draft_text(NULL, "fake.lua"));
    assert_null(sconce_draft_look(NULL, SCONCE_HOVER, "fake.lua", 1, 1));
    sconce_draft_stop(NULL);
    sconce_draft_resume(NULL);
    sconce_draft_close(NULL);
    SconceDraft *d = sconce_draft_open(&o, NULL, 0, NULL);
    assert_non_null(d);
    assert_false(sconce_draft_edit(d, NULL, "", 0));
    assert_true(sconce_draft_edit(d, "fake.lua", NULL, 0));
    assert_null(sconce_draft_look(d, SCONCE_HOVER, NULL, 1, 1));
    assert_null(sconce_draft_look(d, SCONCE_HOVER, "fake.lua", 1, 1));
    assert_null(sconce_draft_text(d, NULL));
    sconce_draft_close(d);
}

static void words_and_dice(void **state)
{
    (void)state;
    SconceError e = {0};
    const char *const names[] = {NULL, "search", NULL};
    char *text = sconce_rulesets(NULL, NULL);
    assert_non_null(text);
    sconce_free(text);
    text = sconce_parts(NULL, NULL);
    assert_non_null(text);
    sconce_free(text);
    text = sconce_word(NULL); /* all words */
    assert_non_null(text);
    sconce_free(text);
    assert_null(sconce_nearest(NULL, names, 3));
    assert_null(sconce_nearest("serch", NULL, 3));
    assert_ptr_equal(sconce_nearest("serch", names, 3), names[1]);
    assert_false(sconce_misleads('a'));
    assert_null(sconce_roll(NULL, 1, NULL, &e));
    assert_names_null(&e, "expression");
    assert_null(sconce_roll(NULL, 1, NULL, NULL));
    assert_null(sconce_rolls(NULL, 1, NULL, &e));
    assert_names_null(&e, "expression");
    assert_null(sconce_rolls(NULL, 1, NULL, NULL));
    assert_null(sconce_odds(NULL, &e));
    assert_names_null(&e, "expression");
    assert_null(sconce_odds(NULL, NULL));
    assert_null(sconce_odds_against(NULL, 3, &e));
    assert_names_null(&e, "expression");
    assert_null(sconce_odds_against(NULL, 3, NULL));
    text = sconce_roll("1d6", 1, NULL, NULL);
    assert_non_null(text);
    sconce_free(text);
}

#define T(f) cmocka_unit_test_setup_teardown(f, make_test_folder, remove_test_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(without_a_table), T(at_a_table), T(options),       cmocka_unit_test(older_structs),
        T(files),           T(drafts),     T(words_and_dice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
