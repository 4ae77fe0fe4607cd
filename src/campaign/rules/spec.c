/* sconce_test: one cell lists the tests of a spec file; then each distinct chain (ruleset and house
 * text) gets a cell of its own, which runs the tests of that chain. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/play_reply.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "core/json_writer.h"
#include "core/value.h"
#include "core/wire.h"

enum {
    TEST_TIMEOUTS = 5, /* one test may take as long as so many commands */
    TIMED_OUT_MAX = 2  /* tests; those after them are not run */
};

/* A spec file being run.  The client is kept for the next test, which mostly has the same chain. */
typedef struct {
    const char *file; /* as given */
    Text text;
    TableSources sources; /* only the cell, the search path and the timeout */
    CellClient *client;
    const char *ruleset, *house; /* of the chain in the client */
    Err broken;                  /* why it did not load */
    int timed_out;               /* tests so far */
    Text out;
} Spec;

static void spec_request(const Spec *p, const CellClient *k, const char *op, int64_t index,
                         Text *out)
{
    MapWriter f = {0};
    put_text(map_field(&f, "op"), op);
    put_int(map_field(&f, "timeout"), cell_client_timeout(k, TEST_TIMEOUTS));
    put_int(map_field(&f, "each"), cell_client_timeout(k, 1));
    put_text(map_field(&f, "name"), path_base(p->file));
    put_textn(map_field(&f, "text"), text_str(&p->text), p->text.n);
    if (index > 0) put_int(map_field(&f, "index"), index);
    map_end(&f, out);
}

static Tree *ask(const Spec *p, CellClient *k, const char *op, int64_t index, Err *err)
{
    Text request = {0};
    spec_request(p, k, op, index, &request);
    Tree *tree = cell_client_ask(k, &request, TEST_TIMEOUTS, err);
    text_free(&request);
    const Value *reply = tree ? tree_root(tree) : NULL;
    if (strcmp(value_text(reply, "outcome", ""), "error") != 0) return tree;
    play_reply_error(reply, cell_client_chain(k), err); /* it took too long */
    tree_free(tree);
    return NULL;
}

/* --- the chain of a test ----------------------------------------------------------------- */

static bool says_extends(const char *text)
{
    for (const char *p = text; *p;) {
        p += strspn(p, " \t");
        if (strncmp(p, "extends", 7) == 0) return true;
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
    return false;
}

/* House text in a spec extends its ruleset without saying so.  The words are put on its first line,
 * so that line numbers stay right. */
static bool add_house(Chain *c, const char *ruleset, const char *house, Err *err)
{
    Text t = {0};
    if (!says_extends(house)) text_addf(&t, "extends \"%s\" ", ruleset);
    text_add(&t, house);
    bool ok = t.failed ? err_set(err, "out of memory")
                       : chain_add_text(c, "house.lua", text_str(&t), t.n, true, err);
    text_free(&t);
    return ok;
}

static Chain *make_chain(const Spec *p, const char *ruleset, const char *house, Err *err)
{
    char *folder = path_folder(p->file);
    char *path = folder ? search_path_find(&p->sources.search_path, ruleset, folder, err) : NULL;
    Chain *c = path ? chain_new(&p->sources.search_path) : NULL;
    bool ok = c && chain_add(c, path, err) && (!*house || add_house(c, ruleset, house, err));
    free(folder);
    free(path);
    if (ok) return c;
    chain_free(c);
    return NULL;
}

static bool load(Spec *p, const char *ruleset, const char *house)
{
    if (p->ruleset && strcmp(p->ruleset, ruleset) == 0 && strcmp(p->house, house) == 0)
        return !p->broken.text[0];
    cell_client_free(p->client);
    p->client = NULL;
    p->ruleset = ruleset;
    p->house = house;
    p->broken = (Err){0};
    Chain *c = make_chain(p, ruleset, house, &p->broken);
    if (!c && !p->broken.text[0]) err_set(&p->broken, "out of memory");
    if (!c) return false;
    p->client = table_sources_client(&p->sources, NULL, c);
    if (!p->client) return err_set(&p->broken, "out of memory");
    return cell_client_load(p->client, &p->broken);
}

/* --- the report -------------------------------------------------------------------------- */

static void write_failure(Text *t, const Err *err, int64_t line)
{
    Text s = {0};
    if (err->file[0]) text_addf(&s, "%s:%d: ", err->file, err->line);
    text_add(&s, err->text);
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "line"), line);
    jsonw_string(jsonw_key(t, "text"), text_str(&s));
    jsonw_close(t, '}');
    text_free(&s);
}

/* Writes how a test ended; line: where err, if set, is reported. */
static void write_outcome(Text *t, const Value *reply, const Err *err, int64_t line)
{
    const Value *failures = value_list(reply, "failures");
    jsonw_bool(jsonw_key(t, "passed"), value_bool(reply, "passed", false));
    jsonw_open(jsonw_key(t, "failures"), '[');
    for (size_t i = 0; i < failures->n; i++) jsonw_ordered_map(t, &failures->items[i], "line text");
    if (err->text[0]) write_failure(t, err, line);
    jsonw_close(t, ']');
}

static void run_test(Spec *p, const Value *spec, const Value *test, int64_t index)
{
    Err err = {0};
    const char *ruleset = value_text(spec, "ruleset", "");
    int64_t line = value_int(test, "line", 0);
    Tree *tree = NULL;
    int64_t began = wire_now_ms();
    if (p->timed_out == TIMED_OUT_MAX)
        err_set(&err, "not run: two tests before it did not come to an end");
    else if (load(p, value_text(test, "ruleset", ruleset), value_text(test, "house", "")))
        tree = ask(p, p->client, "test", index, &err);
    else {
        err = p->broken;
        if (!err.file[0]) line = value_int(spec, "line", line); /* no rules of that name */
    }
    const Value *reply = tree ? tree_root(tree) : NULL;
    if (p->timed_out < TIMED_OUT_MAX && !value_bool(reply, "passed", false) && p->client &&
        wire_now_ms() - began >= cell_client_timeout(p->client, 1))
        p->timed_out++;
    jsonw_open(&p->out, '{');
    jsonw_fields(&p->out, test, "name line covers", "house ruleset");
    write_outcome(&p->out, reply, &err, line);
    jsonw_close(&p->out, '}');
    tree_free(tree);
}

static void run_tests(Spec *p, const Value *spec)
{
    const Value *tests = value_list(spec, "tests");
    jsonw_open(&p->out, '{');
    jsonw_string(jsonw_key(&p->out, "file"), p->file);
    jsonw_string(jsonw_key(&p->out, "ruleset"), value_text(spec, "ruleset", ""));
    jsonw_open(jsonw_key(&p->out, "tests"), '[');
    for (size_t i = 0; i < tests->n; i++) run_test(p, spec, &tests->items[i], (int64_t)i + 1);
    jsonw_close(&p->out, ']');
    jsonw_close(&p->out, '}');
}

static bool run_file(Spec *p, Err *err)
{
    CellClient *k = table_sources_client(&p->sources, NULL, NULL);
    Tree *tree = k ? ask(p, k, "spec", 0, err) : NULL;
    bool ok = tree != NULL;
    if (!k) err_set(err, "out of memory");
    if (ok && value_get(tree_root(tree), "error")) {
        play_reply_error(tree_root(tree), NULL, err);
        if (strcmp(err->file, path_base(p->file)) == 0)
            snprintf(err->file, sizeof err->file, "%s", p->file);
        ok = false;
    }
    if (ok) run_tests(p, tree_root(tree));
    cell_client_free(p->client);
    tree_free(tree);
    cell_client_free(k);
    return ok;
}

char *sconce_test(const char *file, const SconceOptions *options, SconceError *error)
{
    static const SconceOptions plain;
    Err err = {0};
    Spec p = {.file = file};
    bool ok = public_check_given(file, "file", &err) &&
              table_sources_read_basics(&p.sources, options ? options : &plain, &err) &&
              read_utf8_file(file, RULE_FILE_MAX, &p.text, &err) && run_file(&p, &err);
    text_free(&p.text);
    table_sources_free(&p.sources);
    return public_answer(ok, &p.out, &err, error);
}
