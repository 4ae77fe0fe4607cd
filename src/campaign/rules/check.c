/* sconce_check: loads rules without opening a campaign, and tries them.
 *
 * Some mistakes only show when a rule runs.  So in a dry run the cell plays the loaded rules for a
 * while (src/lua/author/dry_run.lua), with random lines, dice and answers from a fixed seed.  A
 * refused line is fine; an error is a mistake in the rules.
 *
 * Rules that crash or block their interpreter also end the dry run.  Then it begins again without
 * the words of the line that was tried last. */

#include <string.h>

#include "campaign/rules/play_reply.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "core/json_writer.h"

enum {
    DRY_RUN_TIMEOUTS = 15, /* a dry run may take as long as this many commands: some 30 s */
    ATTEMPTS_MAX = 3,      /* dry runs: each avoids the words at which the one before ended */
    AVOID_MAX = 30         /* maximum number of words to avoid: about a few lines' worth */
};

/* --- problems ---------------------------------------------------------------------------- */

/* Writes a problem as sconce_check promises.  grade: "error", "warning" or "note".  As the cell
 * sent them, or NULL: about, its name, sentence, cure, columns and edit, as lua/author/messages.lua
 * makes them; tried, { seed=, dice=, lines={…}, asks=bool }, the shortest lines with which a dry
 * run made the mistake. */
static void write_problem(Text *t, const char *file, int64_t line, const char *text,
                          const char *grade, const Value *about, const Value *tried)
{
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "file"), file);
    jsonw_int(jsonw_key(t, "line"), line);
    jsonw_string(jsonw_key(t, "text"), text);
    jsonw_string(jsonw_key(t, "grade"), grade);
    message_write(t, about, text);
    if (tried) jsonw_value(jsonw_key(t, "tried"), tried);
    jsonw_close(t, '}');
}

void check_write_error(Text *t, const Err *err)
{
    write_problem(t, err->file, err->line, err->text, "error", NULL, NULL);
}

void check_write_list(Text *t, const char *file, const Value *reply)
{
    jsonw_open(jsonw_key(t, "problems"), '[');
    value_each (p, value_list(reply, "problems"))
        write_problem(t, file, value_int(p, "line", 0), value_text(p, "text", ""),
                      value_text(p, "grade", "error"), p, NULL);
    jsonw_close(t, ']');
}

/* Writes the problems that loading found, and *err, if it is set and none of them is an error. */
static void write_problems(Text *t, const CellClient *client, const Err *err)
{
    bool any_error = false;
    value_each (p, cell_client_problems(client)) {
        const char *text = value_text(p, "text", ""), *grade = value_text(p, "grade", "error");
        any_error = any_error || strcmp(grade, "error") == 0;
        write_problem(t, chain_path(cell_client_chain(client), value_text(p, "file", "")),
                      value_int(p, "line", 0), *text ? text : "the rules do not load", grade, p,
                      NULL);
    }
    if (!any_error && err->text[0]) check_write_error(t, err);
}

/* --- dry runs ---------------------------------------------------------------------------- */

/* The dry runs of a chain.  Each avoids more words than the one before. */
typedef struct {
    const TableSources *sources;
    CellClient *client;
    int lines;      /* to play */
    Text party;     /* text of party.lua; {0}: none */
    Text avoid;     /* canonical texts, the items of a list */
    size_t avoid_n; /* how many */
    Text *out;      /* the array of problems */
} DryRun;

/* Writes the request for a dry run that does not type the words in d->avoid. */
static void write_request(const DryRun *d, Text *out)
{
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "dry");
    put_int(map_field(&f, "max"), d->lines);
    /* A line gets a third of its usual time: some of the lines tried may never end. */
    put_int(map_field(&f, "each"), cell_client_timeout(d->client, 1) / 3);
    put_int(map_field(&f, "timeout"), cell_client_timeout(d->client, DRY_RUN_TIMEOUTS));
    Text *avoid = map_field(&f, "avoid");
    put_list(avoid, d->avoid_n);
    text_addn(avoid, text_str(&d->avoid), d->avoid.n);
    if (d->party.s) put_rule_file(map_field(&f, "party"), "party.lua", d->party.s, d->party.n);
    map_end(&f, out);
}

/* Writes a mistake.  One whose place is not known is told of the last head. */
static void write_mistake(const DryRun *d, Err err, const char *grade, const Value *about,
                          const Value *tried)
{
    table_sources_set_party_path(d->sources, &err);
    chain_set_default_place(cell_client_chain(d->client), &err);
    write_problem(d->out, err.file, err.line, err.text, grade, about, tried);
}

/* Writes all mistakes that a dry run found, as the cell's reply lists them. */
static void write_mistakes(const DryRun *d, const Value *reply)
{
    value_each (item, value_list(reply, "mistakes")) {
        Err err = {0};
        play_reply_error(item, cell_client_chain(d->client), &err);
        write_mistake(d, err, value_text(item, "grade", "error"), value_get(item, "error"),
                      value_get(item, "tried"));
    }
}

/* Adds every word of the last line tried, "light torch; search", to d->avoid: one is its verb. */
static void avoid_last_line(DryRun *d, const char *tried)
{
    const char *line = tried;
    for (const char *next = tried; (next = strstr(next, "; ")); line = next) next += 2;
    for (size_t n; d->avoid_n < AVOID_MAX && *line; line += n + strspn(line + n, " ")) {
        n = strcspn(line, " ");
        put_textn(&d->avoid, line, n);
        d->avoid_n++;
    }
}

/* Makes one dry run and writes its mistakes.  False: the cell ended early; d->avoid has grown. */
static bool try_rules(DryRun *d)
{
    Err err = {0};
    ScopedText request = {0};
    write_request(d, &request);
    ScopedTree *tree = cell_client_ask(d->client, &request, DRY_RUN_TIMEOUTS, &err);
    const Value *reply = tree_root(tree);
    if (value_get(reply, "error")) play_reply_error(reply, cell_client_chain(d->client), &err);
    write_mistakes(d, reply);
    if (!err.text[0]) return true;
    /* The rules ended their interpreter, or did not come to an end, in these lines, or "". */
    const char *tried = cell_client_last_tried(d->client);
    Err told = err;
    if (*tried) err_set(&told, "%s (tried: %s)", err.text, tried);
    memcpy(told.file, err.file, sizeof told.file);
    told.line = err.line;
    write_mistake(d, told, "error", NULL, NULL);
    avoid_last_line(d, tried);
    return false;
}

void check_dry_run(const TableSources *sources, CellClient *client, int lines, Text *out)
{
    Err err = {0};
    DryRun d = {.sources = sources, .client = client, .lines = lines, .out = out};
    if (table_sources_read_party(sources, &d.party, &err))
        for (int i = 0; i < ATTEMPTS_MAX && !try_rules(&d); i++) continue;
    else
        check_write_error(out, &err);
    text_free(&d.party);
    text_free(&d.avoid);
}

/* --- check ------------------------------------------------------------------------------- */

static void write_files(Text *t, const char *key, const Chain *c, size_t n)
{
    jsonw_open(jsonw_key(t, key), '[');
    for (size_t i = 0; i < n; i++) jsonw_string(t, chain_path(c, c->file[i].name));
    jsonw_close(t, ']');
}

bool check_write(const TableSources *sources, CellClient *client, int lines, Text *t)
{
    Err err = {0};
    bool loaded = cell_client_load(client, &err);
    const Chain *c = cell_client_chain(client);
    jsonw_bool(jsonw_key(t, "loaded"), loaded);
    write_files(t, "chain", c, c->n);
    write_files(t, "heads", c, c->heads);
    jsonw_open(jsonw_key(t, "problems"), '[');
    write_problems(t, client, &err);
    if (loaded && lines > 0) check_dry_run(sources, client, lines, t);
    jsonw_close(t, ']');
    return loaded;
}

/* Writes the object of rules_check.  Fails when rules have loaded and the cell sends no book. */
static bool write_check(const TableSources *sources, CellClient *client, int lines,
                        CheckAddKeys *add_keys, void *data, Text *t, Err *err)
{
    jsonw_open(t, '{');
    bool loaded = check_write(sources, client, lines, t);
    const Value *book = cell_client_whole_book(client, err);
    jsonw_value(jsonw_key(t, "book"), book);
    if (book && loaded && add_keys) add_keys(t, client, book, data);
    jsonw_close(t, '}');
    return book || !loaded;
}

bool rules_check(const SconceOptions *options, CheckAddKeys *add_keys, void *data, Text *t,
                 Err *err)
{
    TableSources sources = {0};
    SconceOptions o;
    bool read = public_copy_options(&o, options, err) && table_sources_read(&sources, &o, err);
    Chain *c = read ? table_sources_chain(&sources, err) : NULL;
    CellClient *client = c ? table_sources_client(&sources, NULL, c, err) : NULL;
    bool ok = client && write_check(&sources, client, o.dry_runs, add_keys, data, t, err);
    cell_client_free(client);
    table_sources_free(&sources);
    return ok;
}

char *sconce_check(const SconceOptions *options, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    bool ok = rules_check(options, NULL, NULL, &t, &err);
    return public_answer(ok, &t, &err, error);
}

/* --- a policy ---------------------------------------------------------------------------- */

/* Has the cell check a policy, and writes its problems.  rules: the texts of all rulesets, whose
 * verbs and questions a policy may name. */
static bool write_policy_check(CellClient *client, const char *file, const Text *text,
                               const Text *rules, Text *t, Err *err)
{
    MapWriter f = {0};
    ScopedText request = {0};
    put_text(map_field(&f, "op"), "policy");
    put_text(map_field(&f, "name"), path_base(file));
    put_textn(map_field(&f, "text"), text_str(text), text->n);
    put_textn(map_field(&f, "rules"), text_str(rules), rules->n);
    map_end(&f, &request);
    ScopedTree *tree = cell_client_ask(client, &request, 1, err);
    if (!tree) return false;
    const Value *reply = tree_root(tree);
    if (value_get(reply, "error")) {
        play_reply_error(reply, NULL, err);
        return false;
    }
    jsonw_open(t, '{');
    check_write_list(t, file, reply);
    jsonw_close(t, '}');
    return true;
}

char *sconce_check_policy(const char *file, const SconceOptions *options, SconceError *error)
{
    SconceOptions o = {0};
    Err err = {0};
    Text t = {0};
    ScopedText text = {0}, rules = {0};
    ScopedString *folder = file ? path_folder(file) : NULL;
    TableSources sources = {0};
    bool ok = public_check_given(file, "file", &err) &&
              (!options || public_copy_options(&o, options, &err)) &&
              table_sources_read_basics(&sources, &o, &err) && read_utf8_file(file, &text, &err);
    ScopedClient *client = ok ? table_sources_client(&sources, NULL, NULL, &err) : NULL;
    if (client) search_path_read(&sources.search_path, folder, &rules);
    ok = client && write_policy_check(client, file, &text, &rules, &t, &err);
    char *answer = public_answer(ok, &t, &err, error);
    table_sources_free(&sources);
    return answer;
}
