/* Problems as diagnostics.  Each file has those of all chains in which it is, each once. */
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/session.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

const char *session_text(const Session *s, const char *path, size_t *n)
{
    const Document *d = session_document_at(s, path);
    const char *text = d ? d->text : NULL;
    for (size_t i = 0; !text && i < s->chains; i++)
        text = sconce_draft_text(s->chain[i]->draft, path);
    if (!text) text = "";
    *n = d ? d->n : strlen(text);
    return text;
}

/* The range of a problem: the columns it gives, else its line without the blanks before it. */
static json_t *range_of_problem(const Session *s, const char *path, const json_t *problem)
{
    size_t n, length;
    const char *text = session_text(s, path, &n);
    json_int_t number = field_int(problem, "line", 0), column = field_int(problem, "column", 0),
               end = field_int(problem, "end_column", 0);
    size_t line = number > 0 ? (size_t)number - 1 : 0;
    const char *at = text_line(text, n, line, &length);
    size_t from = strspn(at, " \t"), to = length;
    if (from > length) from = length;
    if (number > 0 && column > 0 && end > column) {
        from = byte_of_characters(at, length, (size_t)column - 1);
        to = byte_of_characters(at, length, (size_t)end - 1);
    }
    return lsp_range_of(text, n, line, from, to, s->bytes);
}

/* The sentence of a problem, its cure, and the lines that a dry run tried.  The caller frees it. */
static char *message_of(const json_t *problem)
{
    const json_t *tried = json_object_get(problem, "tried");
    StyledText t = {0};
    const char *sentence = field_text(problem, "sentence"), *cure = field_text(problem, "cure");
    styled_put(&t, "%s", *sentence ? sentence : field_text(problem, "text"));
    if (*sentence && *cure) styled_put(&t, "\nwrite: %s", cure);
    if (tried) styled_put(&t, "\nIt comes with:");
    json_each (line, field_list(tried, "lines")) styled_put(&t, " %s;", name_of(line));
    if (tried && t.n > 0 && t.s[t.n - 1] == ';') t.s[t.n - 1] = '.';
    return must_have(t.s);
}

/* Adds a problem to the list of its file, unless that has an equal one.  fallback: the path of a
 * problem that names no file, or one that is not there. */
static void add(const Session *s, json_t *by_uri, const char *fallback, const json_t *problem)
{
    const char *file = field_text(problem, "file");
    AutoString *real = *file && *file != '/' ? realpath(file, NULL) : NULL;
    const char *path = *file == '/' ? file : real;
    if (!path) path = fallback;
    AutoString *uri = session_uri(s, path), *message = message_of(problem);
    json_t *list = json_object_get(by_uri, uri);
    /* DiagnosticSeverity of LSP: error, warning, information. */
    int severity = field_is(problem, "grade", "warning") ? 2
                   : field_is(problem, "grade", "note")  ? 3
                                                         : 1;
    json_auto_t *one =
        must_have(json_pack("{s:o, s:i, s:s, s:s}", "range", range_of_problem(s, path, problem),
                            "severity", severity, "source", "sconce", "message", message));
    const char *name = field_text(problem, "name");
    if (*name) json_object_set_new(one, "code", json_string(name));
    json_t *edit = json_object_get(problem, "edit");
    if (edit) json_object_set_new(one, "data", must_have(json_pack("{s:O}", "edit", edit)));
    if (!list) json_object_set_new(by_uri, uri, list = must_have(json_array()));
    json_append_once(list, one);
}

/* Returns the path at which problems without a file are shown: an open document of the chain. */
static const char *fallback_path(Session *s, const RuleChain *c)
{
    for (size_t i = 0; i < s->documents; i++)
        if (chain_of(s, s->document[i]) == c) return s->document[i]->path;
    return c->table;
}

/* Returns the diagnostics of each file that is open or has some, by URI. */
static json_t *collect(Session *s)
{
    json_t *by_uri = must_have(json_object());
    for (size_t i = 0; i < s->documents; i++)
        json_object_set_new(by_uri, s->document[i]->uri, must_have(json_array()));
    for (size_t i = 0; i < s->chains; i++) {
        const char *fallback = fallback_path(s, s->chain[i]);
        json_each (problem, field_list(s->chain[i]->checked, "problems"))
            add(s, by_uri, fallback, problem);
        json_each (problem, field_list(s->chain[i]->tried, "problems"))
            add(s, by_uri, fallback, problem);
    }
    for (size_t i = 0; i < s->documents; i++) {
        const Document *d = s->document[i];
        const char *note = document_note(s, d);
        if (!note || !*note) continue;
        json_auto_t *o = must_have(json_pack("{s:s, s:s, s:s, s:i}", "file", d->path, "grade",
                                             "note", "text", note, "line", 1));
        add(s, by_uri, d->path, o);
    }
    return by_uri;
}

/* Sends the problems of one file, unless they are as sent last: `before`, by URI. */
static void publish(Session *s, const json_t *before, const char *uri, json_t *list)
{
    const Document *d = session_document(s, uri);
    json_t *params = must_have(json_pack("{s:s, s:O}", "uri", uri, "diagnostics", list));
    if (d) json_object_set_new(params, "version", json_integer(d->version));
    const json_t *sent = json_object_get(before, uri);
    /* a file that is closed and has no problems need not be remembered */
    if (d || json_array_size(list) > 0) json_object_set(s->published, uri, params);
    if (sent && json_equal(sent, params))
        json_decref(params);
    else
        session_notify("textDocument/publishDiagnostics", params);
}

void diagnostics_publish(Session *s)
{
    json_auto_t *now = collect(s), *before = s->published;
    const char *uri;
    json_t *list;
    s->published = must_have(json_object());
    /* A file that had problems and has none now gets an empty list, which clears the editor's. */
    json_object_foreach (before, uri, list)
        if (!json_object_get(now, uri)) json_object_set_new(now, uri, must_have(json_array()));
    json_object_foreach (now, uri, list) publish(s, before, uri, list);
}
