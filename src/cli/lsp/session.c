/* Documents, and messages to the editor. */
#include "cli/lsp/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/term/json_fields.h"

/* --- messages to the editor --------------------------------------------------------------- */

static bool is_plain(const char *s)
{
    while (*s == '\n' || (*s >= ' ' && *s <= '~')) s++;
    return !*s;
}

static json_t *cleaned(json_t *v);

/* Spells out, in all texts of a list or object, the characters that could mislead a reader.  Ids,
 * names of files, and text that is put into a file stay as they are. */
static void clean(json_t *v)
{
    const char *key;
    json_t *one;
    size_t i;
    json_object_foreach (v, key, one)
        if (!has_word("id uri newText data", key, strlen(key)))
            json_object_set_new(v, key, cleaned(one));
    json_array_foreach (v, i, one) json_array_set_new(v, i, cleaned(one));
}

/* Returns a text spelt out, or another value with its texts spelt out.  The caller frees it. */
static json_t *cleaned(json_t *v)
{
    clean(v);
    if (!json_is_string(v) || is_plain(json_string_value(v))) return json_incref(v);
    AutoStyled t = {0};
    styled_put(&t, "%s", json_string_value(v));
    return must_have(json_string(styled_str(&t)));
}

static void session_send(json_t *message)
{
    clean(message);
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    AutoString *text = must_have(json_dumps(message, JSON_COMPACT | JSON_ENSURE_ASCII));
    printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    fflush(stdout);
    json_decref(message);
}

void session_reply(const json_t *id, json_t *result)
{
    json_t *message = must_have(json_object());
    json_object_set(message, "id", (json_t *)id);
    json_object_set_new(message, "result", result ? result : json_null());
    session_send(message);
}

void session_refuse(const json_t *id, int code, const char *text)
{
    json_t *message = must_have(json_object());
    json_object_set_new(message, "id", id ? json_incref((json_t *)id) : json_null());
    json_object_set_new(message, "error",
                        must_have(json_pack("{s:i, s:s}", "code", code, "message", text)));
    session_send(message);
}

void session_notify(const char *method, json_t *params)
{
    session_send(must_have(json_pack("{s:s, s:o}", "method", method, "params", params)));
}

/* --- documents --------------------------------------------------------------------------- */

const char *uri_of(const json_t *params)
{
    return field_text(json_object_get(params, "textDocument"), "uri");
}

Document *session_document(const Session *s, const char *uri)
{
    for (size_t i = 0; uri && i < s->documents; i++)
        if (strcmp(s->document[i]->uri, uri) == 0) return s->document[i];
    return NULL;
}

Document *session_document_at(const Session *s, const char *path)
{
    AutoString *real = realpath(path, NULL);
    for (size_t i = 0; i < s->documents; i++) {
        const char *its = s->document[i]->path;
        if (!its) continue;
        if (strcmp(its, path) == 0) return s->document[i];
        AutoString *its_real = real ? realpath(its, NULL) : NULL;
        if (its_real && strcmp(its_real, real) == 0) return s->document[i];
    }
    return NULL;
}

char *session_uri(const Session *s, const char *path)
{
    const Document *d = session_document_at(s, path);
    return d ? must_have(strdup(d->uri)) : path_uri(path);
}

Document *session_add_document(Session *s, const char *uri)
{
    Document *d = must_have(calloc(1, sizeof *d));
    d->uri = must_have(strdup(uri));
    d->path = uri_path(uri);
    document_set(d, "", 0);
    s->document = must_have(realloc(s->document, (s->documents + 1) * sizeof(Document *)));
    s->document[s->documents++] = d;
    return d;
}

void session_take_document(Session *s, const Document *d)
{
    size_t i = 0;
    while (s->document[i] != d) i++;
    s->document[i] = s->document[--s->documents];
}

void session_add_root(Session *s, const char *path)
{
    if (!path) return;
    s->root = must_have(realloc(s->root, (s->roots + 1) * sizeof *s->root));
    s->root[s->roots++] = must_have(strdup(path));
}
