/* Writes JSON.  A comma is due unless the last byte is an opening bracket, a colon or a line break.
 * The last byte is enough to tell: a bracket or colon within a string is never last, since a quote
 * ends the string. */
#include "core/json_writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/quantity.h"

void jsonw_comma(Text *t)
{
    char last = t->n > 0 ? t->s[t->n - 1] : '[';
    if (last != '[' && last != '{' && last != ':' && last != '\n') text_addc(t, ',');
}

void jsonw_open(Text *t, char bracket)
{
    jsonw_comma(t);
    text_addc(t, bracket);
}

void jsonw_close(Text *t, char bracket)
{
    text_addc(t, bracket);
}

Text *jsonw_key(Text *t, const char *key)
{
    jsonw_string(t, key);
    text_addc(t, ':');
    return t;
}

static void add_escaped_ascii(Text *t, unsigned char c)
{
    switch (c) {
    case '"': text_add(t, "\\\""); break;
    case '\\': text_add(t, "\\\\"); break;
    case '\n': text_add(t, "\\n"); break;
    case '\t': text_add(t, "\\t"); break;
    case '\r': text_add(t, "\\r"); break;
    default: text_addf(t, "\\u%04x", c);
    }
}

/* Appends \uXXXX, or two of them (a surrogate pair) above U+FFFF. */
static void add_code(Text *t, unsigned code)
{
    if (code > 0xFFFF) {
        text_addf(t, "\\u%04x", 0xD7C0 + (code >> 10)); /* 0xD800 + ((code - 0x10000) >> 10) */
        code = 0xDC00 + (code & 0x3FF);
    }
    text_addf(t, "\\u%04x", code);
}

/* Copies runs of plain characters whole; `from` is where the current run begins.  A NUL in a key is
 * replaced, since Jansson refuses such keys. */
static void write_text(Text *t, const char *s, size_t n, bool is_key)
{
    jsonw_comma(t);
    text_addc(t, '"');
    size_t from = 0;
    for (size_t i = 0, len; i < n; i += len ? len : 1) {
        unsigned code = (unsigned char)s[i];
        len = code < 0x80 ? 1 : text_code(s + i, n - i, &code);
        bool plain = len > 0 && code != '"' && code != '\\' && !text_misleads(code);
        if (plain) continue;
        text_addn(t, s + from, i - from);
        from = i + (len ? len : 1);
        if (len == 0 || (is_key && code == 0))
            text_add(t, "\ufffd");
        else if (code < 0x80)
            add_escaped_ascii(t, (unsigned char)code);
        else
            add_code(t, code);
    }
    text_addn(t, s + from, n - from);
    text_addc(t, '"');
}

void jsonw_stringn(Text *t, const char *s, size_t n)
{
    write_text(t, s, n, false);
}

void jsonw_string(Text *t, const char *s)
{
    jsonw_stringn(t, s, strlen(s));
}

void jsonw_int(Text *t, int64_t i)
{
    jsonw_comma(t);
    text_addf(t, "%" PRId64, i);
}

void jsonw_real(Text *t, double d)
{
    char s[40];
    jsonw_comma(t);
    if (!isfinite(d)) {
        text_add(t, "null"); /* JSON has no word for infinity */
        return;
    }
    int digits = 15;
    for (; digits < 17; digits++) { /* 17 always read back the same double */
        snprintf(s, sizeof s, "%.*g", digits, d);
        if (strtod(s, NULL) == d) break;
    }
    size_t from = t->n;
    text_add_real(t, 'g', digits, d);
    if (!strpbrk(text_str(t) + from, ".e"))
        text_add(t, ".0"); /* so that readers take it for a float */
}

void jsonw_bool(Text *t, bool b)
{
    jsonw_comma(t);
    text_add(t, b ? "true" : "false");
}

static void jsonw_quantity(Text *t, const Value *v)
{
    Quantity q = {.num = v->integer, .den = v->den};
    ScopedText s = {0};
    snprintf(q.unit, sizeof q.unit, "%.*s", (int)(sizeof q.unit - 1), v->s);
    quantity_print(&q, &s);
    jsonw_string(t, text_str(&s));
    if (s.failed) t->failed = true;
}

static void jsonw_list(Text *t, const Value *v)
{
    jsonw_open(t, '[');
    for (size_t i = 0; i < v->n; i++) jsonw_value(t, &v->items[i]);
    jsonw_close(t, ']');
}

void jsonw_value(Text *t, const Value *v)
{
    if (!v) {
        jsonw_comma(t);
        text_add(t, "null");
        return;
    }
    switch (v->kind) {
    case TOKEN_BOOL: jsonw_bool(t, v->boolean); break;
    case TOKEN_INT: jsonw_int(t, v->integer); break;
    case TOKEN_REAL: jsonw_real(t, v->real); break;
    case TOKEN_TEXT: jsonw_stringn(t, v->s, v->n); break;
    case TOKEN_QUANTITY: jsonw_quantity(t, v); break;
    case TOKEN_LIST: jsonw_list(t, v); break;
    case TOKEN_MAP: jsonw_ordered_map(t, v, ""); break;
    }
}

static void jsonw_pair(Text *t, const Pair *p)
{
    write_text(t, p->key, p->key_n, true);
    text_addc(t, ':');
    jsonw_value(t, p->value);
}

void jsonw_fields(Text *t, const Value *map, const char *first, const char *without)
{
    if (!map || map->kind != TOKEN_MAP) return;
    for (const char *w = first; *w;) { /* the fields in `first`, in its order */
        size_t length = strcspn(w, " ");
        for (size_t i = 0; i < map->n; i++)
            if (map->pairs[i].key_n == length && memcmp(map->pairs[i].key, w, length) == 0)
                jsonw_pair(t, &map->pairs[i]);
        w += length;
        w += strspn(w, " ");
    }
    for (size_t i = 0; i < map->n; i++) { /* all others */
        const Pair *p = &map->pairs[i];
        if (!text_has_word(first, p->key, p->key_n) && !text_has_word(without, p->key, p->key_n))
            jsonw_pair(t, p);
    }
}

void jsonw_ordered_map(Text *t, const Value *v, const char *first)
{
    if (!v || v->kind != TOKEN_MAP) {
        jsonw_value(t, v);
        return;
    }
    jsonw_open(t, '{');
    jsonw_fields(t, v, first, "");
    jsonw_close(t, '}');
}
