/* sconce_check and sconce_rulesets: rules, looked at without a campaign. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/check.h"
#include "campaign/rules/dry_run.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "core/json.h"

/* --- check ------------------------------------------------------------------------------- */

static void write_problem(Text *t, const char *file, int64_t line, const char *text,
                          const char *grade, const Value *tried)
{
    json_open(t, '{');
    json_key(t, "file");
    json_string(t, file);
    json_key(t, "line");
    json_int(t, line);
    json_key(t, "text");
    json_string(t, text);
    json_key(t, "grade");
    json_string(t, grade);
    if (tried) {
        json_key(t, "tried");
        json_value(t, tried);
    }
    json_close(t, '}');
}

static void write_mistake(Text *t, const Err *err)
{
    write_problem(t, err->file, err->line, err->text, "error", NULL);
}

static void write_problems(Text *t, const CellClient *k, const Err *err)
{
    const Value *list = cell_client_problems(k);
    size_t n = list && list->kind == TOKEN_LIST ? list->n : 0;
    for (size_t i = 0; i < n; i++) {
        const Value *p = &list->items[i];
        write_problem(t, chain_path(cell_client_chain(k), value_text(p, "file", "")),
                      value_int(p, "line", 0), value_text(p, "text", ""),
                      value_text(p, "grade", "error"), NULL);
    }
    if (n == 0 && err->text[0]) write_mistake(t, err);
}

static void write_files(Text *t, const char *key, const Chain *c, size_t n)
{
    json_key(t, key);
    json_open(t, '[');
    for (size_t i = 0; i < n; i++)
        json_string(t, c->file[i].path ? c->file[i].path : c->file[i].name);
    json_close(t, ']');
}

typedef struct {
    const TableSources *sources;
    const CellClient *client;
    Text *t;
} Trial;

static void write_tried(void *data, const Err *err, const char *grade, const Value *tried)
{
    const Trial *trial = data;
    Err placed = *err;
    table_sources_place_party(trial->sources, &placed);
    if (!placed.file[0]) { /* no line is to blame: name the last file asked for */
        const Chain *c = cell_client_chain(trial->client);
        snprintf(placed.file, sizeof placed.file, "%s", chain_path(c, c->file[c->heads - 1].name));
    }
    write_problem(trial->t, placed.file, placed.line, placed.text, grade, tried);
}

static void try_out(const TableSources *sources, CellClient *client, int runs, Text *t)
{
    Err err = {0};
    Trial trial = {sources, client, t};
    Text party = {0};
    bool exists = false;
    if (!table_sources_party(sources, &party, &exists, &err))
        write_mistake(t, &err);
    else
        dry_run(client, runs, exists ? &party : NULL, write_tried, &trial);
    text_free(&party);
}

static void write_check(const TableSources *sources, CellClient *client, int runs, bool loaded,
                        const Err *err, Text *t)
{
    json_open(t, '{');
    json_key(t, "loaded");
    json_bool(t, loaded);
    const Chain *c = cell_client_chain(client);
    write_files(t, "chain", c, c->n);
    write_files(t, "heads", c, c->heads);
    json_key(t, "problems");
    json_open(t, '[');
    write_problems(t, client, err);
    if (loaded && runs > 0) try_out(sources, client, runs, t);
    json_close(t, ']');
    json_key(t, "book");
    json_value(t, cell_client_book(client));
}

static bool check(TableSources *sources, const SconceOptions *options, CheckMore *more, void *data,
                  Text *t, Err *err)
{
    static const int never = 0;
    if (!table_sources_read(sources, options, err)) return false;
    Chain *c = table_sources_chain(sources, err);
    if (!c) return false;
    CellClient *client = table_sources_client(sources, &never, c);
    if (!client) return err_set(err, "out of memory");
    Err why = {0};
    bool loaded = cell_client_load(client, &why);
    write_check(sources, client, options->dry_runs, loaded, &why, t);
    if (loaded && more) more(t, client, data);
    json_close(t, '}');
    cell_client_free(client);
    return !t->failed || err_set(err, "out of memory");
}

bool rules_check(const SconceOptions *options, CheckMore *more, void *data, Text *t, Err *err)
{
    TableSources sources = {0};
    bool ok = check(&sources, options, more, data, t, err);
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

/* --- rulesets ---------------------------------------------------------------------------- */

typedef struct {
    char *name, *path;
} Found;

typedef struct {
    Found *list;
    size_t n;
    bool failed;
} Rulesets;

static bool has(const Rulesets *r, const char *name, size_t n)
{
    for (size_t i = 0; i < r->n; i++)
        if (strlen(r->list[i].name) == n && memcmp(r->list[i].name, name, n) == 0) return true;
    return false;
}

static void add_file(Rulesets *r, const char *folder, const char *file)
{
    size_t n = strlen(file);
    if (n <= 4 || strcmp(file + n - 4, ".lua") != 0 || !is_ruleset_name(file, n - 4) ||
        has(r, file, n - 4))
        return;
    Found *grown = realloc(r->list, (r->n + 1) * sizeof *grown);
    if (!grown) {
        r->failed = true;
        return;
    }
    r->list = grown;
    Found *f = &r->list[r->n++];
    f->name = strndup(file, n - 4);
    f->path = path_join(folder, file);
    r->failed = r->failed || !f->name || !f->path;
}

static void add_folder(Rulesets *r, const char *folder)
{
    DIR *d = opendir(folder);
    if (!d) return;
    for (const struct dirent *e; !r->failed && (e = readdir(d));) add_file(r, folder, e->d_name);
    closedir(d);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Found *)a)->name, ((const Found *)b)->name);
}

/* "-- delving.lua -- a die at the end of every turn": what comes after the last dashes. */
static void first_line(const char *text, Text *out)
{
    const char *p = text + strspn(text, " \t\r\n");
    if (strncmp(p, "--", 2) != 0) return;
    size_t n = strcspn(p, "\r\n");
    const char *from = p + 2;
    for (const char *q = from; q + 4 <= p + n; q++)
        if (memcmp(q, " -- ", 4) == 0) {
            from = q + 4;
            break;
        }
    while (*from == ' ') from++;
    text_addn(out, from, (size_t)(p + n - from));
}

static void write_found(Text *t, const Found *f)
{
    Text text = {0}, line = {0};
    json_open(t, '{');
    json_key(t, "name");
    json_string(t, f->name);
    json_key(t, "path");
    json_string(t, f->path);
    if (read_text_file(f->path, RULE_TEXT_MAX, &text, NULL)) first_line(text_str(&text), &line);
    json_key(t, "line");
    json_string(t, text_str(&line));
    json_close(t, '}');
    text_free(&text);
    text_free(&line);
}

char *sconce_rulesets(const char *rulesets, SconceError *error)
{
    Err err = {0};
    SearchPath search_path;
    Rulesets r = {0};
    Text t = {0};
    r.failed = !search_path_fill(&search_path, NULL, rulesets);
    for (size_t i = 0; i < search_path.n; i++) add_folder(&r, search_path.folder[i]);
    if (!r.failed && r.n > 1) qsort(r.list, r.n, sizeof *r.list, by_name);
    json_open(&t, '[');
    for (size_t i = 0; i < r.n && !r.failed; i++) write_found(&t, &r.list[i]);
    json_close(&t, ']');
    for (size_t i = 0; i < r.n; i++) {
        free(r.list[i].name);
        free(r.list[i].path);
    }
    free(r.list);
    search_path_free(&search_path);
    return public_answer(!r.failed || err_set(&err, "out of memory"), &t, &err, error);
}
