/* JSON back into the bytes that carry.c was given. */
#include "campaign/journal/carry.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *key;
    size_t n;
    const json_t *value;
} Field;

static bool read_value(const json_t *j, int depth, Text *out, Err *err);

static int by_key(const void *a, const void *b)
{
    const Field *x = a, *y = b;
    return key_order(x->key, x->n, y->key, y->n);
}

/* Keys in the one order; the codec refuses one that comes twice. */
static bool put_fields(Field *field, size_t n, int depth, Text *out, Err *err)
{
    qsort(field, n, sizeof *field, by_key);
    put_map(out, n);
    for (size_t i = 0; i < n; i++) {
        put_keyn(out, field[i].key, field[i].n);
        if (!read_value(field[i].value, depth, out, err)) return false;
    }
    return true;
}

static bool read_map(const json_t *j, int depth, Text *out, Err *err)
{
    size_t n = 0;
    const char *key;
    json_t *value;
    Field *field = calloc(json_object_size(j) + 1, sizeof *field);
    if (!field) return err_set(err, "out of memory");
    json_object_foreach ((json_t *)j, key, value)
        field[n++] = (Field){.key = key, .n = strlen(key), .value = value};
    bool ok = put_fields(field, n, depth, out, err);
    free(field);
    return ok;
}

static bool read_odd_map(const json_t *list, int depth, Text *out, Err *err)
{
    size_t n = json_array_size(list) - 1;
    Field *field = calloc(n + 1, sizeof *field);
    bool ok = field != NULL;
    for (size_t i = 0; i < n && ok; i++) {
        const json_t *pair = json_array_get(list, i + 1), *key = json_array_get(pair, 0);
        ok = json_array_size(pair) == 2 && json_is_string(key);
        if (ok)
            field[i] = (Field){.key = json_string_value(key),
                               .n = json_string_length(key),
                               .value = json_array_get(pair, 1)};
    }
    ok = ok ? put_fields(field, n, depth, out, err) : err_set(err, "a map is no map");
    free(field);
    return ok;
}

static bool read_quantity(const json_t *list, Text *out, Err *err)
{
    const json_t *num = json_array_get(list, 1), *den = json_array_get(list, 2);
    const json_t *unit = json_array_get(list, 3);
    if (!json_is_integer(num) || !json_is_integer(den) || json_integer_value(den) < 1 ||
        !json_is_string(unit) || strlen(json_string_value(unit)) != json_string_length(unit))
        return err_set(err, "a quantity is no quantity");
    put_quantity(out, json_integer_value(num), json_integer_value(den), json_string_value(unit));
    return true;
}

static bool read_odd(const json_t *list, int depth, Text *out, Err *err)
{
    const char *what = json_string_value(json_array_get(list, 0));
    if (what && strcmp(what, "quantity") == 0) return read_quantity(list, out, err);
    if (what && strcmp(what, "map") == 0) return read_odd_map(list, depth, out, err);
    const json_t *sign = json_array_get(list, 1);
    if (!what || strcmp(what, "infinite") != 0 || !json_is_integer(sign))
        return err_set(err, "a value is of no kind that is known");
    put_real(out, json_integer_value(sign) > 0 ? INFINITY : -INFINITY);
    return true;
}

static bool read_list(const json_t *j, int depth, Text *out, Err *err)
{
    put_list(out, json_array_size(j));
    for (size_t i = 0; i < json_array_size(j); i++)
        if (!read_value(json_array_get(j, i), depth, out, err)) return false;
    return true;
}

static bool read_value(const json_t *j, int depth, Text *out, Err *err)
{
    if (depth == 0) return err_set(err, "a value is nested too deep");
    const json_t *odd = json_object_get(j, "");
    if (json_is_boolean(j))
        put_bool(out, json_is_true(j));
    else if (json_is_integer(j))
        put_int(out, json_integer_value(j));
    else if (json_is_real(j))
        put_real(out, json_real_value(j));
    else if (json_is_string(j))
        put_textn(out, json_string_value(j), json_string_length(j));
    else if (json_is_array(j))
        return read_list(j, depth - 1, out, err);
    else if (odd && json_object_size(j) == 1)
        return read_odd(odd, depth - 1, out, err);
    else if (json_is_object(j) && !odd)
        return read_map(j, depth - 1, out, err);
    else
        return err_set(err, "a value is missing");
    return true;
}

bool carry_read(const json_t *j, Text *out, Err *err)
{
    return read_value(j, VALUE_DEPTH, out, err) && (!out->failed || err_set(err, "out of memory"));
}
