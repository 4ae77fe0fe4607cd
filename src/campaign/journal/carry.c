/* Values into JSON; carry_read.c is its mirror. */
#include "campaign/journal/carry.h"

#include <math.h>
#include <string.h>

#include "core/json.h"

static void open_odd(Text *t, const char *what)
{
    json_open(t, '{');
    json_key(t, "");
    json_open(t, '[');
    json_string(t, what);
}

static void close_odd(Text *t)
{
    json_close(t, ']');
    json_close(t, '}');
}

static void write_real(Text *t, double d)
{
    if (isfinite(d)) {
        json_real(t, d);
        return;
    }
    open_odd(t, "infinite");
    json_int(t, d > 0 ? 1 : -1);
    close_odd(t);
}

static void write_quantity(Text *t, const Value *v)
{
    open_odd(t, "quantity");
    json_int(t, v->integer);
    json_int(t, v->den);
    json_stringn(t, v->s, v->n);
    close_odd(t);
}

/* JSON objects here have no empty key and no NUL in a key. */
static bool plain_keys(const Value *map)
{
    for (size_t i = 0; i < map->n; i++)
        if (map->pairs[i].key_n == 0 || memchr(map->pairs[i].key, '\0', map->pairs[i].key_n))
            return false;
    return true;
}

static void write_map(Text *t, const Value *v)
{
    bool plain = plain_keys(v);
    if (plain)
        json_open(t, '{');
    else
        open_odd(t, "map");
    for (size_t i = 0; i < v->n; i++) {
        if (!plain) json_open(t, '[');
        json_stringn(t, v->pairs[i].key, v->pairs[i].key_n);
        if (plain) text_addc(t, ':');
        carry_write(t, v->pairs[i].value);
        if (!plain) json_close(t, ']');
    }
    if (plain)
        json_close(t, '}');
    else
        close_odd(t);
}

void carry_write(Text *t, const Value *v)
{
    switch (v->kind) {
    case TOKEN_BOOL:
    case TOKEN_INT:
    case TOKEN_TEXT: json_value(t, v); break;
    case TOKEN_REAL: write_real(t, v->real); break;
    case TOKEN_QUANTITY: write_quantity(t, v); break;
    case TOKEN_LIST:
        json_open(t, '[');
        for (size_t i = 0; i < v->n; i++) carry_write(t, &v->items[i]);
        json_close(t, ']');
        break;
    case TOKEN_MAP: write_map(t, v); break;
    }
}
