#include "campaign/rules/message.h"

#include <string.h>

#include "core/json_writer.h"

enum { EDIT_MAX = 400, COLUMN_MAX = 1 << 20 }; /* bytes of an edit's text; the last column */

/* True when columns `column` to `end_column` of a map are a place in a line. */
static bool has_columns(const Value *v)
{
    int64_t from = value_int(v, "column", 0), to = value_int(v, "end_column", 0);
    return from > 0 && to >= from && to < COLUMN_MAX;
}

/* True for a text that can be put into a line: no control character hides what it does. */
static bool is_plain(const char *s)
{
    size_t left = strlen(s);
    if (left > EDIT_MAX) return false;
    for (size_t n; left > 0; s += n, left -= n) {
        unsigned code;
        n = text_code(s, left, &code);
        if (n == 0 || (text_misleads(code) && code != '\t')) return false;
    }
    return true;
}

static void write_edit(Text *t, const Value *edit)
{
    int64_t line = value_int(edit, "line", 0);
    const char *text = value_text(edit, "text", NULL);
    if (line <= 0 || !text || !has_columns(edit) || !is_plain(text)) return;
    jsonw_open(jsonw_key(t, "edit"), '{');
    jsonw_int(jsonw_key(t, "line"), line);
    jsonw_int(jsonw_key(t, "column"), value_int(edit, "column", 0));
    jsonw_int(jsonw_key(t, "end_column"), value_int(edit, "end_column", 0));
    jsonw_string(jsonw_key(t, "text"), text);
    jsonw_close(t, '}');
}

void message_write(Text *t, const Value *about, const char *text)
{
    const char *cure = value_text(about, "cure", "");
    jsonw_string(jsonw_key(t, "name"), value_text(about, "name", "other"));
    jsonw_string(jsonw_key(t, "sentence"), value_text(about, "sentence", text));
    if (has_columns(about)) {
        jsonw_int(jsonw_key(t, "column"), value_int(about, "column", 0));
        jsonw_int(jsonw_key(t, "end_column"), value_int(about, "end_column", 0));
    }
    if (*cure) jsonw_string(jsonw_key(t, "cure"), cure);
    if (about) write_edit(t, value_get(about, "edit"));
}
