/* Values for people. */
#include "cli/term/value.h"
#include "cli/term/json_fields.h"

static void list(StyledText *t, const json_t *v)
{
    const json_t *one;
    size_t i;
    json_array_foreach (v, i, one) {
        styled_put(t, i ? ", " : "");
        value_put(t, one);
    }
}

static void map(StyledText *t, const json_t *v)
{
    const char *key, *between = "";
    json_t *one;
    json_object_foreach ((json_t *)(uintptr_t)v, key, one) {
        styled_put(t, "%s", between);
        styled_clean(t, key);
        styled_put(t, " ");
        value_put(t, one);
        between = ", ";
    }
}

void value_put(StyledText *t, const json_t *v)
{
    if (json_is_boolean(v))
        styled_put(t, json_is_true(v) ? "yes" : "no");
    else if (json_is_integer(v))
        styled_put(t, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
    else if (json_is_real(v))
        styled_put(t, "%.14g", json_real_value(v));
    else if (json_is_string(v))
        styled_cleann(t, json_string_value(v), json_string_length(v));
    else if (json_is_array(v))
        list(t, v);
    else if (json_is_object(v) && *name_of(v))
        styled_clean(t, name_of(v));
    else if (json_is_object(v))
        map(t, v);
}
