/* A campaign on its way to another machine: values through JSON and back, a folder through a file.
 */
#include "campaign_help.h"

#include <math.h>

#include "campaign/journal/carry.h"

/* --- values ------------------------------------------------------------------------------ */

static void carries(const Text *bytes)
{
    Text json = {0}, back = {0};
    Err err = {0};
    Tree *tree = tree_decode(bytes->s, bytes->n, &err);
    if (!tree) fail_msg("%s", err.text);
    carry_write(&json, tree_root(tree));
    json_t *j = json_loadb(json.s, json.n, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);
    if (!carry_read(j, &back, &err)) fail_msg("%s: %s", json.s, err.text);
    assert_int_equal(back.n, bytes->n);
    assert_memory_equal(back.s, bytes->s, bytes->n);
    json_decref(j);
    tree_free(tree);
    text_free(&json);
    text_free(&back);
}

static void every_sort_of_value_comes_back(void **state)
{
    (void)state;
    Text t = {0};
    static const double reals[] = {0.1, 3.0, -2.5e-300, 1e300, 5e-324, INFINITY, -INFINITY};
    static const int64_t integers[] = {0, -1, INT64_MAX, INT64_MIN};
    put_list(&t, 7 + 4 + 8);
    for (int i = 0; i < 7; i++) put_real(&t, reals[i]);
    for (int i = 0; i < 4; i++) put_int(&t, integers[i]);
    put_bool(&t, true);
    put_textn(&t, "a\0b \"ü\x7f\n", 9);
    put_quantity(&t, 3, 2, "km");
    put_quantity(&t, -36, 1, "");
    put_list(&t, 0);
    put_map(&t, 2);
    put_key(&t, "b");
    put_bool(&t, false);
    put_key(&t, "ä");
    put_text(&t, "");
    put_map(&t, 1);
    put_key(&t, "");
    put_list(&t, 0);
    put_map(&t, 1);
    put_keyn(&t, "n\0", 2);
    put_int(&t, 1);
    assert_false(t.failed);
    carries(&t);
    text_free(&t);
}

static void what_is_no_value_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "null",
        "{\"\":[]}",
        "{\"\":[\"quantity\",1,0,\"m\"]}",
        "{\"\":[\"map\",[1,2]]}",
        "{\"\":[\"infinite\"]}",
        "{\"\":1,\"a\":2}",
        "[[null]]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Text t = {0};
        Err err = {0};
        json_t *j = json_loads(bad[i], JSON_DECODE_ANY, NULL);
        assert_false(carry_read(j, &t, &err));
        assert_true(err.text[0] != '\0');
        json_decref(j);
        text_free(&t);
    }
}

/* --- campaigns --------------------------------------------------------------------------- */

static char *read_file(const Room *room, const char *name)
{
    char path[400], *text = calloc(1, 1 << 20);
    in_room(room, name, path);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

static bool carry_out(const Room *room, const char *dir, const char *file, SconceError *e)
{
    char from[400], to[400];
    in_room(room, dir, from);
    in_room(room, file, to);
    return sconce_export(from, to, NULL, NULL, e);
}

static bool carry_in(const Room *room, const char *file, const char *dir, SconceError *e)
{
    char from[400], to[400];
    in_room(room, file, from);
    in_room(room, dir, to);
    return sconce_import(from, to, NULL, NULL, e);
}

/* An evening with undo, a side branch and two sessions; the head is not the last entry. */
static void play_some(const Room *room)
{
    make_campaign(room, "mine");
    write_file(room, "mine/more.lua", "-- more.lua\n");
    Sconce *s = open_folder(room, "mine");
    static const char *const lines[] = {"search",          "search", "undo",   "search altar",
                                        "session \"two\"", "search", "search", "undo"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) say(s, lines[i]);
    sconce_close(s);
}

static void a_campaign_opens_to_the_same_bytes(void **state)
{
    SconceError e;
    play_some(*state);
    if (!carry_out(*state, "mine", "a.jsonl", &e)) fail_msg("%s", e.text);
    if (!carry_in(*state, "a.jsonl", "copy", &e)) fail_msg("%s:%d %s", e.file, e.line, e.text);
    assert_true(carry_out(*state, "copy", "b.jsonl", &e));
    char *a = read_file(*state, "a.jsonl"), *b = read_file(*state, "b.jsonl");
    assert_string_equal(a, b);
    assert_non_null(strstr(a, "\"more.lua\""));
    free(a);
    free(b);
    Sconce *s = open_folder(*state, "mine"), *t = open_folder(*state, "copy");
    char *status = strdup(sconce_status(s));
    assert_string_equal(status, sconce_status(t));
    free(status);
    json_t *x = said(s, "redo", SCONCE_DONE), *y = said(t, "redo", SCONCE_DONE);
    assert_true(json_equal(x, y));
    json_decref(x);
    json_decref(y);
    json_t *found = parse(sconce_verify(t, NULL, NULL, NULL));
    assert_true(json_is_null(json_object_get(found, "differs")));
    json_decref(found);
    sconce_close(s);
    sconce_close(t);
}

static void an_unplayed_campaign_is_carried_too(void **state)
{
    SconceError e;
    make_campaign(*state, "mine");
    assert_true(carry_out(*state, "mine", "a.jsonl", &e));
    assert_true(carry_in(*state, "a.jsonl", "copy", &e));
    Sconce *s = open_folder(*state, "copy");
    say(s, "search");
    sconce_close(s);
}

static void nothing_is_overwritten(void **state)
{
    SconceError e;
    play_some(*state);
    write_file(*state, "a.jsonl", "mine");
    assert_false(carry_out(*state, "mine", "a.jsonl", &e));
    assert_non_null(strstr(e.text, "is there already"));
    char *still = read_file(*state, "a.jsonl");
    assert_string_equal(still, "mine");
    free(still);
    assert_true(carry_out(*state, "mine", "b.jsonl", &e));
    assert_false(carry_in(*state, "b.jsonl", "mine", &e));
    assert_non_null(strstr(e.text, "is not empty"));
    assert_false(carry_out(*state, "nowhere", "c.jsonl", &e));
    assert_non_null(strstr(e.text, "is no campaign"));
}

/* The file with one text in it replaced does not come in, and leaves nothing behind. */
static void spoilt(const Room *room, const char *was, const char *is, const char *sentence)
{
    SconceError e;
    char *text = read_file(room, "a.jsonl"), *at = strstr(text, was), path[400];
    if (!at) fail_msg("no %s in the file", was);
    char *other = calloc(1, strlen(text) + strlen(is) + 1);
    memcpy(other, text, (size_t)(at - text));
    strcat(strcat(other, is), at + strlen(was));
    write_file(room, "bad.jsonl", other);
    assert_false(carry_in(room, "bad.jsonl", "bad", &e));
    if (!strstr(e.text, sentence)) fail_msg("'%s', not '%s'", e.text, sentence);
    in_room(room, "bad", path);
    assert_int_equal(access(path, F_OK), -1);
    free(text);
    free(other);
}

static void what_is_not_whole_is_refused(void **state)
{
    SconceError e;
    play_some(*state);
    assert_true(carry_out(*state, "mine", "a.jsonl", &e));
    spoilt(*state, "\"sconce\":\"campaign\"", "\"scone\":1", "no campaign that was exported");
    spoilt(*state, "\"schema\":1", "\"schema\":7", "a newer Sconce (schema 7; this one knows 1)");
    spoilt(*state, "more.lua", "../more.lua", "cannot have that name");
    spoilt(*state, "more.lua", ".profile.lua", "cannot have that name");
    spoilt(*state, "more.lua", "more.sh", "cannot have that name");
    spoilt(*state, "more.lua", "house.lua", "a file comes twice");
    spoilt(*state, "search altar", "search alter", "this entry is not what was exported");
    spoilt(*state, "\"minutes\":10", "\"minutes\":11", "this entry is not what was exported");
    spoilt(*state, "a game of one die", "a game of two dice",
           "these rules are not what was exported");
    spoilt(*state, "\"title\":\"two\"", "\"title\":\"one\"", "not whole, or was changed");
    spoilt(*state, "{\"rules\"", "{\"rulez\"", "a line of a sort that is not known");
    spoilt(*state, "{\"entry\":2,", "{\"entry\":x,", "broken off, or no JSON");
    spoilt(*state, "{\"entry\":2,", "{\"entry\":\"2\",", "'entry' should be a number here");
    spoilt(*state, "\"next\":", "\"next\":9", "does not follow");
    spoilt(*state, "{\"end\":", "\n{\"end\":", "broken off, or no JSON");
}

static void a_file_that_ends_early_is_refused(void **state)
{
    SconceError e;
    play_some(*state);
    assert_true(carry_out(*state, "mine", "a.jsonl", &e));
    char *text = read_file(*state, "a.jsonl"), path[400];
    in_room(*state, "bad", path);
    for (size_t n = strlen(text) - 2; n > 0; n -= n / 9 + 1) {
        text[n] = '\0';
        write_file(*state, "bad.jsonl", text);
        assert_false(carry_in(*state, "bad.jsonl", "bad", &e));
        assert_int_equal(access(path, F_OK), -1);
    }
    free(text);
}

static bool stop(int64_t done, int64_t all, void *data)
{
    (void)all;
    *(int64_t *)data = done;
    return done < 2;
}

static void stopping_leaves_nothing(void **state)
{
    SconceError e;
    int64_t at = 0;
    char from[400], to[400];
    play_some(*state);
    in_room(*state, "mine", from);
    in_room(*state, "a.jsonl", to);
    assert_false(sconce_export(from, to, stop, &at, &e));
    assert_string_equal(e.text, "stopped");
    assert_int_equal(at, 2);
    assert_int_equal(access(to, F_OK), -1);
    assert_true(carry_out(*state, "mine", "a.jsonl", &e));
    in_room(*state, "copy", from);
    assert_false(sconce_import(to, from, stop, &at, &e));
    assert_int_equal(access(from, F_OK), -1);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, make_room, leave_room)
    const struct CMUnitTest tests[] = {
        T(every_sort_of_value_comes_back),
        T(what_is_no_value_is_refused),
        T(a_campaign_opens_to_the_same_bytes),
        T(an_unplayed_campaign_is_carried_too),
        T(nothing_is_overwritten),
        T(what_is_not_whole_is_refused),
        T(a_file_that_ends_early_is_refused),
        T(stopping_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
