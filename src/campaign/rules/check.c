/* sconce_check and sconce_rulesets: reads rules without opening a campaign. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/check.h"
#include "campaign/rules/play_reply.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "core/json.h"
#include "core/value.h"

/* --- dry runs ---------------------------------------------------------------------------- */

/* Some mistakes only show when a rule runs.  So the cell plays the loaded rules for a while, with
 * whatever verbs, dice and answers they offer, at random but always alike
 * (src/lua/author/dry_run.lua).  A refused line is fine; an error is a mistake in the rules.
 *
 * Rules that end their interpreter also end the dry run: then it begins again, without the verbs of
 * the line that did it. */
enum {
    DRY_RUN_TIMEOUTS = 15, /* as long as so many commands may take */
    ENDS_MAX = 3,          /* ends of the interpreter before it is given up */
    AVOID_MAX = 30         /* verbs */
};

/* Receives each mistake once; err->file is a path.  tried: { seed=, dice=, lines={…}, asks=bool },
 * the shortest lines that lead to it; NULL when the rules ended their interpreter, or when no line
 * is needed.  grade: "error" or "warning". */
typedef void DryRunMistake(void *data, const Err *err, const char *grade, const Value *tried);

typedef struct {
    CellClient *k;
    int lines;         /* to play */
    const Text *party; /* text of party.lua, or NULL */
    Text avoid;        /* verbs, as a canonical list without its head */
    size_t avoid_n;
    DryRunMistake *mistake;
    void *data;
} DryRun;

static void put_request(const DryRun *d, Text *out)
{
    Fields f = {0};
    put_text(field(&f, "op"), "dry");
    put_int(field(&f, "most"), d->lines);
    put_int(field(&f, "each"),
            cell_client_timeout(d->k, 1) / 3); /* there may be several that do not end */
    put_int(field(&f, "patience"), cell_client_timeout(d->k, DRY_RUN_TIMEOUTS));
    Text *avoid = field(&f, "avoid");
    put_list(avoid, d->avoid_n);
    text_addn(avoid, d->avoid.s ? d->avoid.s : "", d->avoid.n);
    if (d->party) {
        Fields party = {0};
        put_text(field(&party, "name"), "party.lua");
        put_textn(field(&party, "text"), text_str(d->party), d->party->n);
        fields_end(&party, field(&f, "party"));
    }
    fields_end(&f, out);
}

static void tell_all(const DryRun *d, const Value *reply)
{
    const Value *list = value_get(reply, "mistakes");
    for (size_t i = 0; list && list->kind == TOKEN_LIST && i < list->n; i++) {
        Err err = {0};
        play_reply_error(&list->items[i], &err);
        chain_place(cell_client_chain(d->k), &err);
        d->mistake(d->data, &err, value_text(&list->items[i], "grade", "error"),
                   value_get(&list->items[i], "tried"));
    }
}

/* Avoids every word of the line that was tried last: one of them is its verb. */
static void avoid(DryRun *d, const char *trying)
{
    const char *line = trying;
    for (const char *p = trying; (p = strstr(p, "; ")); line = p) p += 2;
    for (size_t n; d->avoid_n < AVOID_MAX && *line; line += n + strspn(line + n, " ")) {
        n = strcspn(line, " ");
        put_textn(&d->avoid, line, n);
        d->avoid_n++;
    }
}

static void tell_end(DryRun *d, const Err *why)
{
    Err err = *why;
    const char *trying = cell_client_trying(d->k);
    if (*trying) err_set(&err, "%s (tried: %s)", why->text, trying);
    memcpy(err.file, why->file, sizeof err.file);
    err.line = why->line;
    d->mistake(d->data, &err, "error", NULL);
    avoid(d, trying);
}

/* False when the cell ended before all was tried. */
static bool try_all(DryRun *d)
{
    Err err = {0};
    Text request = {0};
    put_request(d, &request);
    Tree *tree = cell_client_ask(d->k, &request, DRY_RUN_TIMEOUTS, &err);
    text_free(&request);
    const Value *reply = tree ? tree_root(tree) : NULL;
    if (reply && strcmp(value_text(reply, "outcome", ""), "died") == 0)
        cell_client_died(d->k, reply, &err);
    if (reply && value_get(reply, "error")) {
        play_reply_error(reply, &err);
        chain_place(cell_client_chain(d->k), &err);
    }
    if (reply) tell_all(d, reply);
    if (err.text[0]) tell_end(d, &err);
    tree_free(tree);
    return !err.text[0];
}

static void dry_run(CellClient *k, int lines, const Text *party, DryRunMistake *mistake, void *data)
{
    DryRun d = {.k = k, .lines = lines, .party = party, .mistake = mistake, .data = data};
    for (int ends = 0; ends < ENDS_MAX && !try_all(&d); ends++) continue;
    text_free(&d.avoid);
}

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
