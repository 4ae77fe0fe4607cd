/* Answers that change texts: renames, and the cures of mistakes. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/session.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

/* --- renames ----------------------------------------------------------------------------- */

/* Sets *refusal to a sentence, unless it has one: the first reason is told. */
__attribute__((format(printf, 2, 3))) static void refuse(char **refusal, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*refusal && vasprintf(refusal, format, args) < 0) must_have(NULL);
    va_end(args);
}

/* The byte of a text at which a place begins. */
static size_t place_offset(const char *text, size_t n, const json_t *place)
{
    size_t length;
    const char *line = text_line(text, n, (size_t)field_int(place, "line", 1) - 1, &length);
    size_t column = (size_t)field_int(place, "column", 1) - 1;
    return (size_t)(line - text) + (column < length ? column : length);
}

/* The places that a rename changes (uses_at); NULL, with *refusal, when it may change none. */
static json_t *renamed_uses(Session *s, const json_t *params, char **refusal)
{
    json_t *uses = uses_at(s, params);
    if (!uses) refuse(refusal, "There is no name here that can be changed.");
    json_each (place, field_list(uses, "places"))
        for (size_t i = 0; i < s->chains; i++)
            if (chain_ships(s->chain[i], field_text(place, "file")))
                refuse(refusal, "'%s' is named in %s, which is not yours to change.",
                       field_text(uses, "name"), field_text(place, "file"));
    if (!*refusal) return uses;
    json_decref(uses);
    return NULL;
}

json_t *answer_prepare_rename(Session *s, const json_t *params, char **refusal)
{
    json_auto_t *uses = renamed_uses(s, params, refusal);
    if (!uses) return NULL;
    Place p = place_of(s, params);
    return must_have(json_pack("{s:o, s:s}", "range", range_of_place(s, p.document->path, uses),
                               "placeholder", field_text(uses, "name")));
}

static bool is_identifier(const char *name)
{
    if (isdigit((unsigned char)*name) || !*name) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

/* Refuses a new name that cannot stand at all places: behind a point only a plain word can. */
static void check_name(const Session *s, const json_t *uses, const char *name, char **refusal)
{
    size_t n;
    if (!*name || strpbrk(name, "\"'\\\n\r")) refuse(refusal, "'%s' cannot be a name.", name);
    json_each (place, field_list(uses, "places")) {
        const char *text = session_text(s, field_text(place, "file"), &n);
        size_t at = place_offset(text, n, place);
        bool quoted = at > 0 && strchr("\"'", text[at - 1]);
        if (!quoted && !is_identifier(name))
            refuse(refusal,
                   "'%s' has other signs than letters, digits and _, and '%s' also stands without "
                   "quotes.",
                   name, field_text(uses, "name"));
    }
}

/* The places that a rename changes, by the path of their file: {"path":[place,…]}. */
static json_t *places_by_file(const json_t *uses)
{
    json_t *files = must_have(json_object());
    json_each (place, field_list(uses, "places")) {
        const char *file = field_text(place, "file");
        if (!json_object_get(files, file))
            json_object_set_new(files, file, must_have(json_array()));
        json_array_append(json_object_get(files, file), place);
    }
    return files;
}

/* Returns a text with the name in each of these places, which are given from the first to the last;
 * *made_n is its length in bytes.  The caller frees it. */
static char *replaced(const char *text, size_t n, const json_t *places, const char *name,
                      size_t *made_n)
{
    size_t from = 0, room = n + json_array_size(places) * strlen(name) + 1;
    char *made = must_have(malloc(room)), *to = made;
    json_each (place, places) {
        size_t at = place_offset(text, n, place);
        json_int_t length = field_int(place, "end_column", 1) - field_int(place, "column", 1);
        if (at < from || length < 0 || at + (size_t)length > n) continue;
        memcpy(to, text + from, at - from);
        to = stpcpy(to + (at - from), name);
        from = at + (size_t)length;
    }
    memcpy(to, text + from, n - from);
    *made_n = (size_t)(to - made) + n - from;
    return made;
}

/* True if the answer of a check has this problem, on whatever line. */
static bool has_problem(const json_t *checked, const json_t *problem)
{
    json_each (one, field_list(checked, "problems"))
        if (field_is(one, "text", field_text(problem, "text"))) return true;
    return false;
}

/* Refuses a rename after which a chain has a mistake or warning that it did not have.  New notes
 * may come: they only tell what the rules do. */
static void try_rename(Session *s, const RuleChain *c, const json_t *files, const char *name,
                       char **refusal)
{
    SconceDraft *draft = chain_draft(s, c->table);
    const char *path;
    json_t *places;
    json_object_foreach ((json_t *)files, path, places) {
        size_t n, made_n;
        const char *text = session_text(s, path, &n);
        AutoString *made = replaced(text, n, places, name, &made_n);
        sconce_draft_edit(draft, path, made, made_n);
    }
    json_auto_t *checked = parse_json(sconce_draft_check(draft));
    json_each (problem, field_list(checked, "problems"))
        if (!has_problem(c->checked, problem) && !field_is(problem, "grade", "note"))
            refuse(refusal, "With the name '%s' there would be a mistake: %s", name,
                   field_text(problem, "text"));
    sconce_draft_close(draft);
}

/* Makes the WorkspaceEdit of LSP that puts the name into all places.  files: as places_by_file. */
static json_t *edits_of(const Session *s, const json_t *files, const char *name)
{
    json_t *changes = must_have(json_object());
    const char *path;
    json_t *places;
    json_object_foreach ((json_t *)files, path, places) {
        json_t *edits = must_have(json_array());
        AutoString *uri = session_uri(s, path);
        json_each (place, places)
            json_array_append_new(
                edits, must_have(json_pack("{s:o, s:s}", "range", range_of_place(s, path, place),
                                           "newText", name)));
        json_object_set_new(changes, uri, edits);
    }
    return must_have(json_pack("{s:o}", "changes", changes));
}

json_t *answer_rename(Session *s, const json_t *params, char **refusal)
{
    const char *name = field_text(params, "newName");
    json_auto_t *uses = renamed_uses(s, params, refusal);
    if (!uses) return NULL;
    check_name(s, uses, name, refusal);
    json_auto_t *files = places_by_file(uses);
    const char *path;
    json_t *places;
    for (size_t i = 0; i < s->chains && !*refusal; i++) {
        bool concerned = false;
        /* Also a chain without such a place: a part that could not be read may use the name. */
        if (!field_true(s->chain[i]->checked, "loaded"))
            refuse(refusal, "There are mistakes in the rules; mend them before you rename '%s'.",
                   field_text(uses, "name"));
        json_object_foreach (files, path, places)
            if (chain_has(s->chain[i], path)) concerned = true;
        if (concerned) try_rename(s, s->chain[i], files, name, refusal);
    }
    return *refusal ? NULL : edits_of(s, files, name);
}

/* --- cures ------------------------------------------------------------------------------- */

/* Makes the code action for a diagnostic's edit; NULL: it has none, or the text has changed. */
static json_t *action_of(const Session *s, const Document *d, json_t *diagnostic)
{
    const json_t *edit = json_object_get(json_object_get(diagnostic, "data"), "edit");
    json_int_t line = field_int(edit, "line", 0), column = field_int(edit, "column", 0),
               end = field_int(edit, "end_column", 0);
    size_t length;
    if (line < 1 || column < 1 || end < column) return NULL;
    const char *text = field_text(edit, "text"),
               *at = text_line(d->text, d->n, (size_t)line - 1, &length);
    size_t from = byte_of_characters(at, length, (size_t)column - 1),
           to = byte_of_characters(at, length, (size_t)end - 1);
    const char *was = json_string_value(json_object_get(edit, "was"));
    if (was && (strlen(was) != to - from || strncmp(was, at + from, to - from) != 0)) return NULL;
    AutoString *title = formatted("Write: %s", text);
    json_t *range = lsp_range_of(d->text, d->n, (size_t)line - 1, from, to, s->bytes);
    json_t *edits = must_have(json_pack("[{s:o, s:s}]", "range", range, "newText", text));
    json_t *changes = must_have(json_pack("{s:o}", d->uri, edits));
    return must_have(json_pack("{s:s, s:s, s:b, s:[O], s:{s:o}}", "title", title, "kind",
                               "quickfix", "isPreferred", 1, "diagnostics", diagnostic, "edit",
                               "changes", changes));
}

json_t *answer_actions(Session *s, const json_t *params)
{
    json_t *list = must_have(json_array());
    const Document *d = session_document(s, uri_of(params));
    json_each (diagnostic, field_list(json_object_get(params, "context"), "diagnostics")) {
        json_t *action = d ? action_of(s, d, diagnostic) : NULL;
        if (action) json_array_append_new(list, action);
    }
    return list;
}
