/* Answers about names: completion, hover, definitions, uses, symbols. */
#include <string.h>

#include "cli/lsp/session.h"
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

/* --- places ------------------------------------------------------------------------------ */

Place place_of(Session *s, const json_t *params)
{
    const json_t *position = json_object_get(params, "position");
    Place p = {0};
    const Document *d = session_document(s, uri_of(params));
    if (!d || !d->path) return p;
    json_int_t line = field_int(position, "line", 0), unit = field_int(position, "character", 0);
    if (line < 0) line = 0;
    enum { LINE_MAX_ASKED = 1000000 }; /* fits in an int; no file has so many */
    if (line > LINE_MAX_ASKED) line = LINE_MAX_ASKED;
    size_t length;
    const char *text = text_line(d->text, d->n, (size_t)line, &length);
    p.line = (int)line + 1;
    p.column = 1 + (int)byte_of_units(text, length, unit > 0 ? (size_t)unit : 0, s->bytes);
    p.chain = chain_of(s, d);
    p.document = p.chain ? d : NULL;
    return p;
}

/* Asks the draft about this place.  The caller frees the answer. */
static json_t *names_look(const Place *p, SconceLook what)
{
    return parse_json(p->document ? sconce_draft_look(p->chain->draft, what, p->document->path,
                                                      p->line, p->column)
                                  : NULL);
}

json_t *range_of_place(const Session *s, const char *path, const json_t *place)
{
    size_t n;
    const char *text = session_text(s, path, &n);
    json_int_t line = field_int(place, "line", 1), from = field_int(place, "column", 1),
               to = field_int(place, "end_column", 1);
    return lsp_range_of(text, n, line > 0 ? (size_t)line - 1 : 0, from > 0 ? (size_t)from - 1 : 0,
                        to > 0 ? (size_t)to - 1 : 0, s->bytes);
}

static json_t *location_of(const Session *s, const json_t *place)
{
    const char *path = field_text(place, "file");
    AutoString *uri = session_uri(s, path);
    return must_have(json_pack("{s:s, s:o}", "uri", uri, "range", range_of_place(s, path, place)));
}

/* --- completion -------------------------------------------------------------------------- */

/* The number by which LSP knows a kind. */
typedef struct {
    const char *kind;
    int number;
} Kind;

/* Finds a kind in a list, which ends with the number of all others. */
static int number_of(const Kind *list, const char *kind)
{
    while (list->kind && strcmp(list->kind, kind) != 0) list++;
    return list->number;
}

/* CompletionItemKind of LSP. */
static const Kind item_kinds[] = {
    {"function", 3}, {"field", 5},    {"local", 6}, {"track", 10},       {"unit", 11},
    {"value", 12},   {"keyword", 14}, {"file", 17}, {"row", 20},         {"step", 20},
    {"thing", 21},   {"event", 23},   {"word", 7},  {NULL, 1 /* Text */}};

/* The first key by which items are sorted: things of rules, words of rules, then words of Lua. */
static const char *item_order(const char *kind)
{
    if (strcmp(kind, "keyword") == 0) return "3";
    if (strcmp(kind, "word") == 0 || strcmp(kind, "function") == 0) return "2";
    return "1";
}

json_t *answer_completion(Session *s, const json_t *params)
{
    Place p = place_of(s, params);
    const char *trigger = field_text(json_object_get(params, "context"), "triggerCharacter");
    json_auto_t *found = names_look(&p, SCONCE_COMPLETE);
    json_t *items = must_have(json_array());
    json_auto_t *range = p.document ? range_of_place(s, p.document->path, found) : NULL;
    json_each (one, field_list(found, "items")) {
        const char *label = field_text(one, "label"), *kind = field_text(one, "kind");
        /* A typed blank offers only units, which stand behind a number. */
        if (strcmp(trigger, " ") == 0 && strcmp(kind, "unit") != 0) continue;
        /* Units, values and rows stay in the order of the list, which means something. */
        AutoString *order = has_word("unit value row", kind, strlen(kind))
                                ? formatted("%s%05zu", item_order(kind), one_at)
                                : formatted("%s%s", item_order(kind), label);
        json_t *item =
            must_have(json_pack("{s:s, s:i, s:s, s:s, s:{s:O, s:s}}", "label", label, "kind",
                                number_of(item_kinds, kind), "detail", field_text(one, "detail"),
                                "sortText", order, "textEdit", "range", range, "newText", label));
        json_t *word = json_object_get(one, "word");
        if (word) json_object_set(item, "data", word);
        json_array_append_new(items, item);
    }
    return must_have(json_pack("{s:b, s:o}", "isIncomplete", 0, "items", items));
}

/* Adds to an item what include/sconce.lua says of it. */
json_t *answer_resolve(Session *s, const json_t *item)
{
    (void)s;
    json_t *answer = json_is_object(item) ? json_incref((json_t *)item) : must_have(json_object());
    const char *word = json_string_value(json_object_get(item, "data"));
    AutoAnswer *help = word ? sconce_word(word) : NULL;
    if (help) json_object_set_new(answer, "documentation", json_string(help));
    return answer;
}

/* --- hover ------------------------------------------------------------------------------- */

/* Adds a part of Markdown, in a block of code if it is lines of text. */
static void add_part(StyledText *t, const char *text, bool block)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '\n') n--;
    if (n == 0) return;
    if (t->n > 0) styled_put(t, "\n\n");
    if (block) styled_put(t, "````text\n");
    styled_put_bytes(t, text, n);
    if (block) styled_put(t, "\n````");
}

json_t *answer_hover(Session *s, const json_t *params)
{
    Place p = place_of(s, params);
    json_auto_t *found = names_look(&p, SCONCE_HOVER);
    AutoStyled t = {0};
    add_part(&t, field_text(found, "said"), /* block */ false);
    add_part(&t, field_text(found, "origin"), /* block */ true);
    add_part(&t, field_text(found, "help"), /* block */ true);
    if (t.n == 0) return NULL;
    return must_have(json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind", "markdown", "value", t.s,
                               "range", range_of_place(s, p.document->path, found)));
}

/* --- definitions and uses ------------------------------------------------------------------ */

json_t *answer_definition(Session *s, const json_t *params)
{
    Place p = place_of(s, params);
    if (p.chain) chain_check(p.chain);
    json_auto_t *found = names_look(&p, SCONCE_DEFINITION);
    json_t *list = must_have(json_array());
    json_each (place, field_list(found, "places"))
        json_array_append_new(list, location_of(s, place));
    return list;
}

/* Finds the places of the name in every chain that this file is in, each place once. */
json_t *uses_at(Session *s, const json_t *params)
{
    Place p = place_of(s, params);
    json_t *all = NULL;
    for (size_t i = 0; i < s->chains && p.document; i++) {
        chain_check(s->chain[i]);
        if (!chain_has(s->chain[i], p.document->path)) continue;
        Place there = p;
        there.chain = s->chain[i];
        json_auto_t *found = names_look(&there, SCONCE_USES);
        const json_t *places = field_list(found, "places");
        if (!all && json_array_size(places) > 0)
            all = json_incref(found);
        else
            json_each (place, places) json_append_once(field_list(all, "places"), place);
    }
    return all;
}

json_t *answer_references(Session *s, const json_t *params)
{
    json_auto_t *found = uses_at(s, params);
    bool with_makings = field_true(json_object_get(params, "context"), "includeDeclaration");
    json_t *list = must_have(json_array());
    json_each (place, field_list(found, "places"))
        if (with_makings || !field_true(place, "makes"))
            json_array_append_new(list, location_of(s, place));
    return list;
}

json_t *answer_highlights(Session *s, const json_t *params)
{
    json_auto_t *found = uses_at(s, params);
    const char *uri = uri_of(params);
    json_t *list = must_have(json_array());
    json_each (place, field_list(found, "places")) {
        json_auto_t *at = location_of(s, place);
        if (field_is(at, "uri", uri))
            json_array_append_new(
                list, must_have(json_pack("{s:O}", "range", json_object_get(at, "range"))));
    }
    return list;
}

/* --- symbols ----------------------------------------------------------------------------- */

/* SymbolKind of LSP. */
static const Kind symbol_kinds[] = {
    {"rule", 12},           {"action", 6}, {"step", 6}, {"event", 24}, {"track", 8},
    {"setting", 14},        {"chart", 10}, {"row", 22}, {"field", 7},  {"kind", 5},
    {NULL, 19 /* Object */}};

json_t *answer_symbols(Session *s, const json_t *params)
{
    Place p = place_of(s, params);
    json_auto_t *found = names_look(&p, SCONCE_SYMBOLS);
    json_t *list = must_have(json_array());
    json_each (one, field_list(found, "symbols")) {
        json_t *chosen = range_of_place(s, p.document->path, one);
        json_int_t last = field_int(one, "end_line", 1) - 1;
        size_t length;
        const char *line = text_line(p.document->text, p.document->n, (size_t)last, &length);
        /* from the beginning of its first line to the end of its last */
        json_t *whole =
            must_have(json_pack("{s:{s:I, s:i}, s:{s:I, s:I}}", "start", "line",
                                field_int(one, "line", 1) - 1, "character", 0, "end", "line", last,
                                "character", (json_int_t)units_of(line, length, s->bytes)));
        json_array_append_new(
            list, must_have(json_pack("{s:s, s:i, s:o, s:o}", "name", field_text(one, "name"),
                                      "kind", number_of(symbol_kinds, field_text(one, "kind")),
                                      "range", whole, "selectionRange", chosen)));
    }
    return list;
}
