/* Whatever is missing or of another kind is passed over: it came from the cell. */
#include "campaign/view/show.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/json.h"
#include "core/quantity.h"

/* --- values ------------------------------------------------------------------------------ */

static void show_quantity(Text *t, const Value *v)
{
    Quantity q = {.num = v->integer, .den = v->den};
    snprintf(q.unit, sizeof q.unit, "%.*s", (int)(sizeof q.unit - 1), v->s);
    quantity_print(&q, t);
}

static void show_members(Text *t, const Value *v)
{
    for (size_t i = 0; i < v->n; i++) {
        if (i > 0) text_add(t, ", ");
        if (v->kind == TOKEN_MAP) {
            text_addn(t, v->pairs[i].key, v->pairs[i].key_n);
            text_addc(t, ' ');
            show_value(t, v->pairs[i].value);
        } else {
            show_value(t, &v->items[i]);
        }
    }
}

void show_value(Text *t, const Value *v)
{
    if (!v) return;
    switch (v->kind) {
    case TOKEN_BOOL: text_add(t, v->boolean ? "true" : "false"); break;
    case TOKEN_INT: text_addf(t, "%" PRId64, v->integer); break;
    case TOKEN_REAL: text_addf(t, "%.14g", v->real); break;
    case TOKEN_TEXT: text_addn(t, v->s, v->n); break;
    case TOKEN_QUANTITY: show_quantity(t, v); break;
    case TOKEN_LIST:
    case TOKEN_MAP: show_members(t, v); break;
    }
}

void show_words(Text *t, const Value *v)
{
    bool list = v && v->kind == TOKEN_LIST, map = v && v->kind == TOKEN_MAP;
    if (v && v->kind == TOKEN_BOOL) {
        text_add(t, v->boolean ? "yes" : "no");
    } else if (map && *show_name(v)) {
        text_add(t, show_name(v));
    } else if (list || map) {
        for (size_t i = 0; i < v->n; i++) {
            text_add(t, i ? ", " : "");
            if (map) text_addn(t, v->pairs[i].key, v->pairs[i].key_n);
            if (map) text_addc(t, ' ');
            show_words(t, map ? v->pairs[i].value : &v->items[i]);
        }
    } else {
        show_value(t, v);
    }
}

const char *show_name(const Value *thing)
{
    if (thing && thing->kind == TOKEN_TEXT) return thing->s;
    return value_text(thing, "name", value_text(thing, "verb", ""));
}

size_t show_list(const Value *map, const char *key, const Value **first)
{
    const Value *list = value_get(map, key);
    bool is_list = list && list->kind == TOKEN_LIST;
    *first = is_list ? list->items : NULL;
    return is_list ? list->n : 0;
}

const char *show_die(const char *die)
{
    return die[0] == '1' && die[1] == 'd' ? die + 1 : die;
}

/* path holds the way to v, and is given back as it was. */
static void show_branch(Text *t, const Value *v, Text *path)
{
    size_t n = path->n, count = v->kind == TOKEN_LIST || v->kind == TOKEN_MAP ? v->n : 0;
    for (size_t i = 0; i < count; i++) {
        if (n > 0) text_addc(path, '.');
        if (v->kind == TOKEN_MAP)
            text_addn(path, v->pairs[i].key, v->pairs[i].key_n);
        else
            text_addf(path, "%zu", i + 1);
        show_branch(t, v->kind == TOKEN_MAP ? v->pairs[i].value : &v->items[i], path);
        path->n = n;
        path->s[n] = '\0';
        if (path->failed) return;
    }
    if (count > 0) return;
    if (n > 0) text_addf(t, "%s = ", text_str(path));
    if (v->kind == TOKEN_LIST || v->kind == TOKEN_MAP)
        text_add(t, "[]");
    else
        show_value(t, v);
    text_addc(t, '\n');
}

void show_tree(Text *t, const Value *v)
{
    Text path = {0};
    text_add(&path, "");
    text_addn(&path, "", 0);
    if (v && path.s) show_branch(t, v, &path);
    if (path.failed) t->failed = true;
    text_free(&path);
}

static bool empty_text(const Value *v)
{
    return !v || (v->kind == TOKEN_TEXT && v->n == 0) || (v->kind == TOKEN_LIST && v->n == 0);
}

void show_field(Text *t, const Value *map, const char *key, const char *before, const char *after)
{
    const Value *v = value_get(map, key);
    if (empty_text(v)) return;
    text_add(t, before);
    show_value(t, v);
    text_add(t, after);
}

/* --- events ------------------------------------------------------------------------------ */

static size_t length_of(const Value *v)
{
    return v && (v->kind == TOKEN_LIST || v->kind == TOKEN_MAP) ? v->n : 0;
}

void show_clock(Text *t, int64_t turn, int64_t minutes)
{
    text_addf(t, "T%" PRId64, turn);
    if (minutes < 0) return;
    text_addc(t, ' ');
    text_add_clock(t, minutes < INT64_MAX / 60 ? minutes * 60 : INT64_MAX);
}

void show_why(Text *t, const Value *events)
{
    for (size_t i = 0; i < length_of(events) && events->kind == TOKEN_LIST; i++) {
        const Value *e = &events->items[i];
        const char *from = value_text(e, "from", "");
        text_addf(t, "  %s", value_text(e, "kind", "?"));
        show_field(t, e, "name", " ", "");
        show_field(t, e, "text", ": ", "");
        text_addf(t, "   %s\n", *from ? from : "the host");
    }
}

void show_event_json(Text *t, const Value *event, bool players)
{
    json_open(t, '{');
    json_fields(t, event, "kind name text secret", players ? "roll from" : "");
    if (!value_get(event, "secret")) {
        json_key(t, "secret");
        json_bool(t, false);
    }
    json_close(t, '}');
}
