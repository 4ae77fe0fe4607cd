/* A dozen fields at most, so a plain insertion keeps them in order. */
#include "core/fields.h"

#include <assert.h>
#include <string.h>

#include "core/value.h"

Text *field(Fields *f, const char *key)
{
    assert(f->n < FIELDS_MAX);
    size_t i = f->n++;
    for (; i > 0 && strcmp(f->at[i - 1].key, key) > 0; i--) f->at[i] = f->at[i - 1];
    f->at[i].key = key;
    f->at[i].value = (Text){0};
    return &f->at[i].value;
}

bool fields_end(Fields *f, Text *out)
{
    bool failed = false;
    put_map(out, f->n);
    for (size_t i = 0; i < f->n; i++) {
        Text *value = &f->at[i].value;
        failed = failed || value->failed;
        put_key(out, f->at[i].key);
        put_raw(out, value->s, value->n);
        text_free(value);
    }
    f->n = 0;
    if (failed) out->failed = true;
    return !out->failed;
}
