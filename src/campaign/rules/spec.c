/* sconce_test: one cell lists the tests of a spec file.  Then each test runs in a cell that has
 * loaded its rules: a ruleset, and perhaps house rules written in the test. */
#include <stdio.h>
#include <string.h>

#include "campaign/rules/play_reply.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "campaign/rules/words.h"
#include "core/json_writer.h"
#include "core/tree.h"

enum {
    TEST_TIMEOUTS = 5, /* one test may take as long as this many commands */
    TIMED_OUT_MAX = 2  /* after so many tests that took too long the others are not run: they
                            probably share the rule that never ends */
};

/* Rules that were loaded for a test. */
typedef struct {
    CellClient *client;
    const char *ruleset, *house; /* texts of the reply that lists tests; NULL: none were loaded */
    Err broken;                  /* why they did not load */
} TestRules;

/* A spec file being run.  The rules are kept, because the next test usually has the same; and those
 * before them, because many a test with rules of its own stands between others. */
typedef struct {
    const char *file; /* as given */
    Text text;
    TableSources sources; /* only the cell, the search path and the timeout */
    TestRules now, before;
    int timed_out; /* tests so far that took too long */
    Text out;
} Spec;

/* Writes a request about the spec file.  index: the test to run, from 1; 0: none. */
static void write_request(const Spec *spec, const CellClient *client, const char *op, int64_t index,
                          Text *out)
{
    MapWriter f = {0};
    put_text(map_field(&f, "op"), op);
    put_int(map_field(&f, "timeout"), cell_client_timeout(client, TEST_TIMEOUTS));
    put_int(map_field(&f, "each"), cell_client_timeout(client, 1));
    put_text(map_field(&f, "name"), path_base(spec->file));
    put_textn(map_field(&f, "text"), text_str(&spec->text), spec->text.n);
    if (index > 0) put_int(map_field(&f, "index"), index);
    map_end(&f, out);
}

/* Sends the spec file.  op: "spec" lists its tests, "test" runs the one with this index, from 1. */
static Tree *send_spec_request(const Spec *spec, CellClient *client, const char *op, int64_t index,
                               Err *err)
{
    ScopedText request = {0};
    write_request(spec, client, op, index, &request);
    Tree *tree = cell_client_ask(client, &request, TEST_TIMEOUTS, err);
    const Value *reply = tree_root(tree);
    if (!value_is(reply, "outcome", "error")) return tree;
    play_reply_error(reply, cell_client_chain(client), err); /* the test took too long */
    tree_free(tree);
    return NULL;
}

/* --- the chain of a test ----------------------------------------------------------------- */

/* True if a line of house rules begins with `extends`. */
static bool has_extends(const char *text)
{
    for (const char *p = text; *p; p = line_after(p))
        if (begins_with(p + strspn(p, " \t"), "extends")) return true;
    return false;
}

/* Adds the house rules of a test.  They extend the ruleset even if they do not say so: then
 * `extends "…"; ` is put at the beginning of their first line, so that line numbers stay right.
 * name: the file that messages name. */
static bool add_house_text(Chain *c, const char *name, const char *ruleset, const char *house,
                           Err *err)
{
    ScopedText t = {0};
    if (!has_extends(house)) text_addf(&t, "extends \"%s\"; ", ruleset);
    text_add(&t, house);
    return t.failed ? err_set(err, "out of memory")
                    : chain_add_text(c, CHAIN_HEAD, name, text_str(&t), t.n, err);
}

/* Makes the chain of a test: its ruleset, looked for beside the spec first, and its house rules, if
 * it has any ("" for none).  written: see load_test_chain. */
static Chain *make_test_chain(const Spec *spec, const char *ruleset, const char *house,
                              bool written, Err *err)
{
    const char *house_name = written ? path_base(spec->file) : "house.lua";
    ScopedString *folder = path_folder(spec->file);
    ScopedString *path =
        folder ? search_path_find(&spec->sources.search_path, RULES_RULESET, ruleset, folder, err)
               : NULL;
    Chain *c = path ? chain_new(&spec->sources.search_path) : NULL;
    bool ok = c && chain_add(c, path, err) &&
              (!*house || add_house_text(c, house_name, ruleset, house, err));
    if (ok) return c;
    chain_free(c);
    return NULL;
}

/* Has the cell that loaded the rules of a test read the spec file, for this test and those that
 * follow.  If that fails, each test reads it, and tells what is wrong. */
static void prepare(const Spec *spec)
{
    Err err = {0};
    ScopedText request = {0};
    write_request(spec, spec->now.client, "prepare", 0, &request);
    tree_free(cell_client_look(spec->now.client, &request, &err));
}

static bool are_rules(const TestRules *rules, const char *ruleset, const char *house)
{
    return rules->ruleset && strcmp(rules->ruleset, ruleset) == 0 &&
           strcmp(rules->house, house) == 0;
}

/* Loads the rules of a test into spec->now, unless they are loaded.  written: the house rules stand
 * in the spec file, on the same lines, so that mistakes in them are told of the spec file. */
static bool load_test_chain(Spec *spec, const char *ruleset, const char *house, bool written)
{
    TestRules *now = &spec->now, last = *now;
    if (are_rules(now, ruleset, house)) return !now->broken.text[0];
    *now = spec->before;
    spec->before = last;
    if (are_rules(now, ruleset, house)) return !now->broken.text[0];
    cell_client_free(now->client);
    *now = (TestRules){.ruleset = ruleset, .house = house};
    Chain *c = make_test_chain(spec, ruleset, house, written, &now->broken);
    if (!c && !now->broken.text[0]) err_set(&now->broken, "out of memory");
    if (!c) return false;
    now->client = table_sources_client(&spec->sources, NULL, c, &now->broken);
    if (!now->client || !cell_client_load(now->client, &now->broken)) return false;
    prepare(spec);
    return true;
}

/* --- the report -------------------------------------------------------------------------- */

/* Writes why the test at this line could not be run, and the place, if that is in the rules. */
static void write_failure(Text *t, const Err *err, int64_t line)
{
    ScopedText s = {0};
    if (err->file[0]) text_addf(&s, "%s:%d: ", err->file, err->line);
    text_add(&s, err->text);
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "line"), line);
    jsonw_string(jsonw_key(t, "text"), text_str(&s));
    if (err->file[0]) {
        jsonw_open(jsonw_key(t, "rules"), '{');
        jsonw_string(jsonw_key(t, "file"), err->file);
        jsonw_int(jsonw_key(t, "line"), err->line);
        jsonw_string(jsonw_key(t, "text"), err->text);
        jsonw_close(t, '}');
    }
    jsonw_close(t, '}');
}

/* Writes the result of a test: the cell's reply, or, if *err is set, why it could not be run. */
static void write_outcome(Text *t, const Value *reply, const Err *err, int64_t line)
{
    jsonw_bool(jsonw_key(t, "passed"), value_bool(reply, "passed", false));
    jsonw_open(jsonw_key(t, "failures"), '[');
    value_each (failure, value_list(reply, "failures")) {
        const char *text = value_text(failure, "text", "");
        jsonw_open(t, '{');
        jsonw_int(jsonw_key(t, "line"), value_int(failure, "line", 0));
        jsonw_string(jsonw_key(t, "text"), text);
        const char *slip = value_text(failure, "slip", NULL);
        if (slip) jsonw_string(jsonw_key(t, "slip"), slip);
        message_write(t, failure, text);
        jsonw_close(t, '}');
    }
    if (err->text[0]) write_failure(t, err, line);
    jsonw_close(t, ']');
}

/* The cell knows only the short name of the spec file: puts its path in the place of an error. */
static void set_spec_path(const Spec *spec, Err *err)
{
    if (strcmp(err->file, path_base(spec->file)) == 0)
        snprintf(err->file, sizeof err->file, "%s", spec->file);
}

/* Runs the test with this index, from 1.  listed: the reply that lists the tests. */
static void run_test(Spec *spec, const Value *listed, const Value *test, int64_t index)
{
    Err err = {0};
    const char *ruleset = value_text(listed, "ruleset", "");
    int64_t line = value_int(test, "line", 0);
    ScopedTree *tree = NULL;
    if (spec->timed_out == TIMED_OUT_MAX)
        err_set(&err, "not run: two tests before it did not come to an end");
    else if (load_test_chain(spec, value_text(test, "ruleset", ruleset),
                             value_text(test, "house", ""), value_bool(test, "written", false))) {
        tree = send_spec_request(spec, spec->now.client, "test", index, &err);
        if (!tree) spec->timed_out++;
    } else {
        err = spec->now.broken;
        if (!err.file[0]) /* no rules of that name: told at the line that names them */
            line = value_int(listed, "line", line);
    }
    set_spec_path(spec, &err);
    const Value *reply = tree_root(tree);
    jsonw_open(&spec->out, '{');
    jsonw_fields(&spec->out, test, "name line covers", "house ruleset");
    write_outcome(&spec->out, reply, &err, line);
    jsonw_close(&spec->out, '}');
}

/* Runs all tests that the reply lists, and writes the object that sconce_test promises. */
static void run_tests(Spec *spec, const Value *listed)
{
    const Value *tests = value_list(listed, "tests");
    jsonw_open(&spec->out, '{');
    jsonw_string(jsonw_key(&spec->out, "file"), spec->file);
    jsonw_string(jsonw_key(&spec->out, "ruleset"), value_text(listed, "ruleset", ""));
    const Value *rules = value_get(listed, "rules");
    if (rules) jsonw_value(jsonw_key(&spec->out, "rules"), rules);
    if (value_get(listed, "problems")) check_write_list(&spec->out, spec->file, listed);
    jsonw_open(jsonw_key(&spec->out, "tests"), '[');
    for (size_t i = 0; i < tests->n; i++) run_test(spec, listed, &tests->items[i], (int64_t)i + 1);
    jsonw_close(&spec->out, ']');
    jsonw_close(&spec->out, '}');
}

/* Has a cell without rules list the tests, and runs them.  Fails for a mistake in the spec file. */
static bool run_file(Spec *spec, Err *err)
{
    ScopedClient *client = table_sources_client(&spec->sources, NULL, NULL, err);
    ScopedTree *tree = client ? send_spec_request(spec, client, "spec", 0, err) : NULL;
    if (tree) {
        run_tests(spec, tree_root(tree));
        cell_client_free(spec->now.client);
        cell_client_free(spec->before.client);
        return true;
    }
    set_spec_path(spec, err);
    return false;
}

char *sconce_test(const char *file, const SconceOptions *options, SconceError *error)
{
    SconceOptions o = {0};
    Err err = {0};
    Spec spec = {.file = file};
    bool ok = public_check_given(file, "file", &err) &&
              (!options || public_copy_options(&o, options, &err)) &&
              table_sources_read_basics(&spec.sources, &o, &err) &&
              read_utf8_file(file, &spec.text, &err) && run_file(&spec, &err);
    text_free(&spec.text);
    table_sources_free(&spec.sources);
    return public_answer(ok, &spec.out, &err, error);
}
