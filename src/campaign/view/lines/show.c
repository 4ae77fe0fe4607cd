#include "campaign/view/lines/show.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/ascii.h"
#include "core/json_writer.h"
#include "core/quantity.h"

/* --- things of the rules ------------------------------------------------------------------ */

const char *thing_name(const Value *thing)
{
    if (thing && thing->kind == TOKEN_TEXT) return thing->s;
    return value_text(thing, "name", value_text(thing, "verb", ""));
}

const Value *thing_named(const Value *list, const char *name)
{
    value_each (thing, list)
        if (strcmp(thing_name(thing), name) == 0) return thing;
    return NULL;
}

const char *name_without_kind(const char *key)
{
    const char *dot = strchr(key, '.');
    return dot ? dot + 1 : key;
}

const char *short_die(const char *die)
{
    return die[0] == '1' && die[1] == 'd' ? die + 1 : die;
}

bool names_key(const char *word, const char *key)
{
    return strcmp(key, word) == 0 || strcmp(name_without_kind(key), word) == 0;
}

/* --- values ------------------------------------------------------------------------------ */

static void show_quantity(Text *t, const Value *v)
{
    Quantity q = {.num = v->integer, .den = v->den};
    snprintf(q.unit, sizeof q.unit, "%.*s", (int)(sizeof q.unit - 1), v->s);
    quantity_print(&q, t);
}

/* Adds the items of a list, or the pairs of a map as "name value", with commas between. */
static void show_items(Text *t, const Value *v)
{
    for (size_t i = 0; i < v->n; i++) {
        text_add(t, i ? ", " : "");
        if (v->kind == TOKEN_MAP) {
            text_addn(t, v->pairs[i].key, v->pairs[i].key_n);
            text_addc(t, ' ');
        }
        show_value(t, v->kind == TOKEN_MAP ? v->pairs[i].value : &v->items[i]);
    }
}

void show_value(Text *t, const Value *v)
{
    if (!v) return;
    switch (v->kind) {
    case TOKEN_BOOL: text_add(t, v->boolean ? "true" : "false"); break;
    case TOKEN_INT: text_addf(t, "%" PRId64, v->integer); break;
    case TOKEN_REAL: text_add_real(t, 'g', 14, v->real); break;
    case TOKEN_TEXT: text_addn(t, v->s, v->n); break;
    case TOKEN_QUANTITY: show_quantity(t, v); break;
    case TOKEN_LIST:
    case TOKEN_MAP: show_items(t, v); break;
    }
}

/* Adds the leaves below v, one a line: "party.1.hp = 6".  path: the way to v from the root, such as
 * "party.1"; "" for the root. */
static void show_leaves(Text *t, const Value *v, const char *path)
{
    bool list = v->kind == TOKEN_LIST, map = v->kind == TOKEN_MAP;
    for (size_t i = 0; (list || map) && i < v->n; i++) {
        ScopedText below = {0}; /* the path of this item */
        text_addf(&below, "%s%s", path, *path ? "." : "");
        if (map)
            text_addn(&below, v->pairs[i].key, v->pairs[i].key_n);
        else
            text_addf(&below, "%zu", i + 1);
        show_leaves(t, map ? v->pairs[i].value : &v->items[i], text_str(&below));
        t->failed = t->failed || below.failed;
    }
    if ((list || map) && v->n > 0) return; /* else v is a leaf itself */
    text_addf(t, "%s%s", path, *path ? " = " : "");
    if (list || map)
        text_add(t, "[]");
    else
        show_value(t, v);
    text_addc(t, '\n');
}

void show_tree(Text *t, const Value *v)
{
    if (v) show_leaves(t, v, "");
}

static bool is_empty(const Value *v)
{
    return !v || (v->kind == TOKEN_TEXT && v->n == 0) || (v->kind == TOKEN_LIST && v->n == 0);
}

void show_field(Text *t, const Value *map, const char *key, const char *before, const char *after)
{
    const Value *v = value_get(map, key);
    if (is_empty(v)) return;
    text_add(t, before);
    show_value(t, v);
    text_add(t, after);
}

void show_words(Text *t, const char *name)
{
    for (; *name; name++) text_addc(t, *name == '_' ? ' ' : *name);
}

bool ends_sentence(const char *text, size_t n)
{
    return n > 0 && memchr(".!?", text[n - 1], 3);
}

/* --- events ------------------------------------------------------------------------------ */

void show_clock(Text *t, int64_t turn, int64_t minutes)
{
    text_addf(t, "T%" PRId64, turn);
    show_time(t, minutes, 0);
}

void show_time(Text *t, int64_t minutes, int64_t seconds)
{
    if (minutes < 0) return;
    text_addc(t, ' ');
    /* Rules may have set the clock so far that its seconds do not fit. */
    bool fits = minutes < INT64_MAX / 60 - 1;
    text_add_clock(t, fits ? minutes * 60 + seconds % 60 : INT64_MAX);
}

void show_stat(Text *t, const char *name)
{
    for (size_t n; *name; name += n) {
        n = strcspn(name, "|");
        bool is_short = n <= 3; /* as STR */
        for (size_t i = 0; i < n; i++) text_addc(t, is_short ? to_upper(name[i]) : name[i]);
        if (!name[n]) break;
        text_add(t, " and ");
        n++; /* the | */
    }
}

void show_date(Text *t, int64_t date)
{
    char s[40] = "";
    time_t at = (time_t)date;
    struct tm tm;
    if (localtime_r(&at, &tm)) strftime(s, sizeof s, "%Y-%m-%d", &tm);
    text_add(t, s);
}

void show_events_json(Text *t, const Value *events)
{
    jsonw_open(jsonw_key(t, "events"), '[');
    value_each (event, events) {
        jsonw_open(t, '{');
        jsonw_fields(t, event, "kind name text secret", "");
        if (!value_get(event, "secret")) jsonw_bool(jsonw_key(t, "secret"), false);
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}
