/* Asks the cell about a place in a file, and writes the answer that sconce.h promises. */
#include <dirent.h>
#include <string.h>

#include "campaign/editor/draft.h"
#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "core/json_writer.h"

/* Finds the file of the chain that has this path, or is the same file under another name.  NULL:
 * the chain does not have it, or was not read. */
static const RuleFile *file_at(const SconceDraft *d, const char *path)
{
    const Chain *c = d->client ? cell_client_chain(d->client) : NULL;
    const EditedFile *edited = overlay_find(&d->overlay, path);
    for (size_t i = 0; c && i < c->n; i++) {
        const char *known = c->file[i].path;
        if (!known) continue;
        if (strcmp(known, path) == 0) return &c->file[i];
        if (edited && overlay_find(&d->overlay, known) == edited) return &c->file[i];
    }
    return NULL;
}

const char *sconce_draft_text(SconceDraft *d, const char *path)
{
    const RuleFile *f = d && path ? file_at(d, path) : NULL;
    return f ? f->text : NULL;
}

/* --- the request ------------------------------------------------------------------------- */

/* The editor's question, by the name that the cell has for it. */
static const char *const names_of_looks[] = {[SCONCE_COMPLETE] = "complete",
                                             [SCONCE_HOVER] = "hover",
                                             [SCONCE_DEFINITION] = "definition",
                                             [SCONCE_USES] = "uses",
                                             [SCONCE_SYMBOLS] = "symbols"};

/* Asks the cell.  edited: the editor's text, maybe newer than the cell's; or NULL. */
static Tree *ask_cell(const SconceDraft *d, SconceLook what, const RuleFile *file,
                      const EditedFile *edited, int line, int column)
{
    ScopedText request = {0};
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "look");
    put_text(map_field(&f, "what"), names_of_looks[what]);
    put_text(map_field(&f, "file"), file->name);
    /* A text that is not UTF-8 is not sent: the cell then looks into the one that it read. */
    if (edited && text_is_utf8(edited->text, edited->n))
        put_textn(map_field(&f, "text"), edited->text, edited->n);
    put_int(map_field(&f, "line"), line);
    put_int(map_field(&f, "column"), column);
    put_int(map_field(&f, "timeout"), cell_client_timeout(d->client, 1));
    map_end(&f, &request);
    Err err = {0};
    return cell_client_look(d->client, &request, &err);
}

/* --- what an editor shows of a name: the comment above it, its origin, and the reference --- */

/* Appends the keys "line", "column" and "end_column" of a place that the cell sent. */
static void write_place(Text *t, const Value *place)
{
    jsonw_int(jsonw_key(t, "line"), value_int(place, "line", 1));
    jsonw_int(jsonw_key(t, "column"), value_int(place, "from", 1));
    jsonw_int(jsonw_key(t, "end_column"), value_int(place, "to", 1));
}

/* Appends where the things of the reply come from, as `sconce rules NAME` shows it. */
static void add_origin(Text *t, const Chain *chain, const Value *reply)
{
    ScopedLines l = {0};
    value_each (about, value_list(reply, "about"))
        if (about->kind == TOKEN_TEXT) origin_lines(&l, reply, chain, about->s, true, NULL, NULL);
    lines_plain(&l, t);
    if (l.text.failed) t->failed = true;
}

/* Appends the comments above the functions of the reply; if there are none, what the cell says. The
 * reply's list "about" holds names (texts) of items of its map "entries". */
static void add_said(Text *t, const Chain *chain, const Value *reply)
{
    value_each (about, value_list(reply, "about")) {
        bool is_name = about->kind == TOKEN_TEXT;
        const Value *entry = is_name ? value_get(value_get(reply, "entries"), about->s) : NULL;
        if (entry_is_function(entry)) function_comment(t, chain, value_text(entry, "made", ""));
    }
    if (t->n == 0) text_add(t, value_text(reply, "said", ""));
}

/* Appends the keys of the answer to SCONCE_HOVER to an open object. */
static void write_hover(Text *t, const Chain *chain, const Value *reply)
{
    ScopedText said = {0}, origin = {0}, help = {0};
    const char *word = value_text(reply, "word", "");
    add_origin(&origin, chain, reply);
    if (*word) words_describe(&help, word);
    write_place(t, reply);
    add_said(&said, chain, reply);
    jsonw_string(jsonw_key(t, "said"), text_str(&said));
    jsonw_string(jsonw_key(t, "origin"), text_str(&origin));
    jsonw_string(jsonw_key(t, "help"), text_str(&help));
    if (said.failed || origin.failed || help.failed) t->failed = true;
}

/* --- the answer -------------------------------------------------------------------------- */

/* Adds NAME for each file NAME.lua of a folder. */
static void write_files_of(Text *t, const char *folder)
{
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = lua_stem_length(e->d_name);
        if (n == 0 || !is_ruleset_name(e->d_name, n)) continue;
        jsonw_open(t, '{');
        jsonw_stringn(jsonw_key(t, "label"), e->d_name, n);
        jsonw_string(jsonw_key(t, "kind"), "file");
        jsonw_string(jsonw_key(t, "detail"), folder);
        jsonw_close(t, '}');
    }
    if (dir) closedir(dir);
}

/* Appends, as items of a list, the names of the rulesets or parts on the search path. */
static void write_rule_files(Text *t, const SearchPath *search_path, RulesKind kind)
{
    const char *below = kind == RULES_PART ? "parts" : "";
    for (size_t i = 0; i < search_path->n; i++) {
        ScopedString *folder = path_join(search_path->folder[i], below);
        if (folder) write_files_of(t, folder);
    }
}

/* Writes the list "places", where a name is made or used, each with the path of its file. */
static void write_places(Text *t, const Chain *c, const Value *reply)
{
    jsonw_open(jsonw_key(t, "places"), '[');
    value_each (place, value_list(reply, "places")) {
        jsonw_open(t, '{');
        jsonw_string(jsonw_key(t, "file"), chain_path(c, value_text(place, "file", "")));
        write_place(t, place);
        if (value_bool(place, "makes", false)) jsonw_bool(jsonw_key(t, "makes"), true);
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

/* Writes the place that a completion replaces, and "items", what could stand there: behind
 * `extends` or `include` (the reply's "files") also the names of rule files. */
static void write_items(Text *t, const SearchPath *search_path, const Value *reply)
{
    const char *files = value_text(reply, "files", "");
    write_place(t, reply);
    jsonw_open(jsonw_key(t, "items"), '[');
    value_each (item, value_list(reply, "items")) {
        jsonw_open(t, '{');
        jsonw_string(jsonw_key(t, "label"), value_text(item, "label", ""));
        jsonw_string(jsonw_key(t, "kind"), value_text(item, "kind", ""));
        jsonw_string(jsonw_key(t, "detail"), value_text(item, "detail", ""));
        const char *word = value_text(item, "word", "");
        if (*word) jsonw_string(jsonw_key(t, "word"), word);
        jsonw_close(t, '}');
    }
    RulesKind kind = strcmp(files, "include") == 0 ? RULES_PART : RULES_RULESET;
    if (*files) write_rule_files(t, search_path, kind);
    jsonw_close(t, ']');
}

/* Writes the list "symbols": the things that the file makes. */
static void write_symbols(Text *t, const Value *reply)
{
    jsonw_open(jsonw_key(t, "symbols"), '[');
    value_each (symbol, value_list(reply, "symbols")) {
        jsonw_open(t, '{');
        jsonw_string(jsonw_key(t, "name"), value_text(symbol, "name", ""));
        jsonw_string(jsonw_key(t, "kind"), value_text(symbol, "kind", ""));
        write_place(t, symbol);
        jsonw_int(jsonw_key(t, "end_line"), value_int(symbol, "last", 1));
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

/* Writes the answer, an object whose keys depend on what was asked. */
static void write_answer(const SconceDraft *d, SconceLook what, const Value *reply, Text *t)
{
    const Chain *c = cell_client_chain(d->client);
    bool found = value_get(reply, "line") != NULL; /* else the cell sends no line */
    jsonw_open(t, '{');
    if (what == SCONCE_COMPLETE && found) write_items(t, &d->sources.search_path, reply);
    if (what == SCONCE_HOVER && found) write_hover(t, c, reply);
    if (what == SCONCE_DEFINITION) write_places(t, c, reply);
    if (what == SCONCE_USES && found) {
        write_place(t, reply);
        jsonw_string(jsonw_key(t, "name"), value_text(reply, "name", ""));
        jsonw_string(jsonw_key(t, "kind"), value_text(reply, "kind", ""));
        write_places(t, c, reply);
    }
    if (what == SCONCE_SYMBOLS) write_symbols(t, reply);
    jsonw_close(t, '}');
}

const char *sconce_draft_look(SconceDraft *d, SconceLook what, const char *path, int line,
                              int column)
{
    if (!d || !path || (unsigned)what > SCONCE_SYMBOLS) return NULL;
    const RuleFile *file = file_at(d, path);
    if (!file) return NULL;
    ScopedTree *reply = ask_cell(d, what, file, overlay_find(&d->overlay, path), line, column);
    if (!reply || value_bool(tree_root(reply), "missing", false)) return NULL;
    text_clear(&d->answer);
    write_answer(d, what, tree_root(reply), &d->answer);
    return d->answer.failed ? NULL : text_str(&d->answer);
}
