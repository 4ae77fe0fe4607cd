/* Looking into JSON. */
#include "cli/term/json_fields.h"
#include "cli/term/styled_text.h"

json_t *fields_read(const char *json)
{
    json_t *o = json ? json_loads(json, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL) : NULL;
    return o ? o : must_have(json_object());
}

const char *field_text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

int64_t field_int(const json_t *o, const char *key, int64_t other)
{
    const json_t *n = json_object_get(o, key);
    return json_is_integer(n) ? (int64_t)json_integer_value(n) : other;
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

const char *name_of(const json_t *thing)
{
    const char *s = json_string_value(thing);
    if (!s) s = field_text(thing, "name");
    return *s || json_is_string(thing) ? s : field_text(thing, "verb");
}

void names_each(const json_t *things, void (*f)(const char *, const json_t *, void *), void *data)
{
    const char *key;
    json_t *thing;
    size_t i;
    if (json_is_array(things))
        json_array_foreach (things, i, thing) f(name_of(thing), thing, data);
    else
        json_object_foreach ((json_t *)(uintptr_t)things, key, thing) f(key, thing, data);
}
