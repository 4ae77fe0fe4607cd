#include "cli/term/json_fields.h"
#include "sconce.h"

#include <string.h>

void auto_answer_free(char **s)
{
    sconce_free(*s);
}

json_t *parse_json(const char *json)
{
    json_t *o = json ? json_loads(json, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL) : NULL;
    return o ? o : must_have(json_object());
}

json_t *json_of_bytes(const char *text)
{
    json_t *value = json_string(text);
    if (value) return value;
    AutoString *ascii = must_have(strdup(text));
    for (char *c = ascii; *c; c++)
        if ((unsigned char)*c > 0x7f) *c = '?';
    return must_have(json_string(ascii));
}

void print_json(const json_t *v)
{
    unsigned code;
    AutoString *dump = must_have(json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY));
    for (size_t i = 0, n = strlen(dump), length; i < n; i += length) {
        length = styled_decode(dump + i, n - i, &code);
        if (length == 0 || !sconce_misleads(code))
            fwrite(dump + i, 1, length = length ? length : 1, stdout);
        else if (code > 0xFFFF) /* two surrogates: 0xD7C0 is 0xD800 - (0x10000 >> 10) */
            printf("\\u%04x\\u%04x", 0xD7C0 + (code >> 10), 0xDC00 + (code & 0x3FF));
        else
            printf("\\u%04x", code);
    }
    putchar('\n');
}

const char *field_text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

bool field_is(const json_t *o, const char *key, const char *text)
{
    return strcmp(field_text(o, key), text) == 0;
}

bool field_is_text(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    return !v || json_is_string(v);
}

int64_t field_int(const json_t *o, const char *key, int64_t fallback)
{
    const json_t *n = json_object_get(o, key);
    return json_is_integer(n) ? (int64_t)json_integer_value(n) : fallback;
}

double field_number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

bool field_true(const json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}

json_t *field_list(const json_t *o, const char *key)
{
    json_t *list = json_object_get(o, key);
    return json_is_array(list) ? list : NULL;
}

void json_append_once(json_t *list, json_t *value)
{
    json_each (other, list)
        if (json_equal(other, value)) return;
    json_array_append(list, value);
}

const char *name_of(const json_t *thing)
{
    const char *s = json_string_value(thing);
    if (!s) s = field_text(thing, "name");
    return *s || json_is_string(thing) ? s : field_text(thing, "verb");
}

void styled_put_json(StyledText *t, const json_t *v)
{
    if (json_is_boolean(v))
        styled_put(t, json_is_true(v) ? "yes" : "no");
    else if (json_is_integer(v))
        styled_put(t, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
    else if (json_is_real(v))
        styled_put(t, "%.14g", json_real_value(v));
    else if (json_is_string(v))
        styled_put_bytes(t, json_string_value(v), json_string_length(v));
}
