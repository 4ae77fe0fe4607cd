/* Converts places for the editor and the library, applies changes to a text, translates URIs. */
#include "cli/lsp/document.h"

#include <stdlib.h>
#include <string.h>

#include "cli/term/styled_text.h"

/* --- lines and units ---------------------------------------------------------------------
 *
 * Columns are counted in units of UTF-16: two for a character of four bytes in UTF-8, else one.
 * With an editor that asks for it, they are bytes. */

/* The start of the line behind the one that begins at s; `end` when there is none. */
static const char *next_line(const char *s, const char *end)
{
    while (s < end && *s != '\n' && *s != '\r') s++;
    if (s < end && *s == '\r' && s + 1 < end && s[1] == '\n') s++;
    return s < end ? s + 1 : end;
}

const char *text_line(const char *text, size_t n, size_t line, size_t *length)
{
    const char *s = text, *end = text + n;
    for (; line > 0 && s < end; line--) s = next_line(s, end);
    if (line > 0) s = end;
    const char *stop = s;
    while (stop < end && *stop != '\n' && *stop != '\r') stop++;
    *length = (size_t)(stop - s);
    return s;
}

/* Bytes of the character at s, as its first byte says; n: bytes there are. */
static size_t character_length(const char *s, size_t n)
{
    unsigned char c = (unsigned char)*s;
    size_t length = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    return length < n ? length : n;
}

size_t units_of(const char *s, size_t n, bool bytes)
{
    size_t units = 0;
    for (size_t i = 0; i < n && !bytes;) {
        size_t length = character_length(s + i, n - i);
        units += length == 4 ? 2 : 1;
        i += length;
    }
    return bytes ? n : units;
}

size_t byte_of_units(const char *line, size_t n, size_t units, bool bytes)
{
    if (bytes) {
        size_t at = units < n ? units : n;
        /* back to where the character begins */
        while (at > 0 && at < n && ((unsigned char)line[at] & 0xC0) == 0x80) at--;
        return at;
    }
    size_t at = 0;
    for (size_t seen = 0; at < n && seen < units;) {
        size_t length = character_length(line + at, n - at);
        seen += length == 4 ? 2 : 1;
        if (seen > units) break; /* in the middle of a character */
        at += length;
    }
    return at;
}

size_t byte_of_characters(const char *line, size_t n, size_t characters)
{
    size_t at = 0;
    for (; at < n && characters > 0; characters--) at += character_length(line + at, n - at);
    return at;
}

json_t *lsp_range_of(const char *text, size_t n, size_t line, size_t from, size_t to, bool bytes)
{
    size_t length;
    const char *s = text_line(text, n, line, &length);
    if (from > length) from = length;
    if (to > length) to = length;
    if (to < from) to = from;
    return must_have(json_pack("{s:{s:I, s:I}, s:{s:I, s:I}}", "start", "line", (json_int_t)line,
                               "character", (json_int_t)units_of(s, from, bytes), "end", "line",
                               (json_int_t)line, "character", (json_int_t)units_of(s, to, bytes)));
}

/* --- documents --------------------------------------------------------------------------- */

void document_free(Document *d)
{
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d);
}

void document_set(Document *d, const char *text, size_t n)
{
    char *copy = must_have(malloc(n + 1));
    memcpy(copy, text, n);
    copy[n] = '\0';
    free(d->text);
    d->text = copy;
    d->n = n;
}

/* The byte of a document at an LSP position, or its end.  False: it is not a position. */
static bool offset_of(const Document *d, const json_t *position, bool bytes, size_t *offset)
{
    const json_t *line = json_object_get(position, "line"),
                 *character = json_object_get(position, "character");
    size_t length;
    if (!json_is_integer(line) || !json_is_integer(character)) return false;
    json_int_t l = json_integer_value(line), c = json_integer_value(character);
    const char *s = text_line(d->text, d->n, l < 0 ? 0 : (size_t)l, &length);
    *offset = (size_t)(s - d->text) + byte_of_units(s, length, c < 0 ? 0 : (size_t)c, bytes);
    return true;
}

bool document_change(Document *d, const json_t *change, bool bytes)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    if (!json_is_string(text)) return false;
    const char *s = json_string_value(text);
    size_t n = json_string_length(text), from, to;
    if (!range || json_is_null(range)) { /* the whole text */
        document_set(d, s, n);
        return true;
    }
    if (!offset_of(d, json_object_get(range, "start"), bytes, &from) ||
        !offset_of(d, json_object_get(range, "end"), bytes, &to))
        return false;
    if (to < from) to = from;
    char *made = must_have(malloc(d->n - (to - from) + n + 1));
    memcpy(made, d->text, from);
    memcpy(made + from, s, n);
    memcpy(made + from + n, d->text + to, d->n - to);
    d->n = d->n - (to - from) + n;
    made[d->n] = '\0';
    free(d->text);
    d->text = made;
    return true;
}

/* --- URIs -------------------------------------------------------------------------------- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20); /* a small letter */
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char *uri_path(const char *uri)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, sizeof scheme - 1) != 0) return NULL;
    const char *s = strchr(uri + sizeof scheme - 1, '/'); /* behind the host, if it names one */
    if (!s) return NULL;
    char *path = must_have(malloc(strlen(s) + 1)), *to = path;
    while (*s && *s != '?' && *s != '#') {
        int high = *s == '%' ? hex_digit(s[1]) : -1, low = high >= 0 ? hex_digit(s[2]) : -1;
        if (low >= 0 && high + low > 0) { /* %00 would end the path */
            *to++ = (char)(high * 16 + low);
            s += 3;
        } else {
            *to++ = *s++;
        }
    }
    *to = '\0';
    json_auto_t *text = json_string(path);
    if (text) return path; /* else it is no UTF-8, so that nothing can be said of it in JSON */
    free(path);
    return NULL;
}

char *path_uri(const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/";
    static const char digits[] = "0123456789ABCDEF";
    AutoString *real = *path == '/' ? NULL : realpath(path, NULL);
    const char *from = real ? real : path;
    /* A byte takes three where it is written as %2F. */
    char *uri = must_have(malloc(3 * strlen(from) + sizeof "file://")), *to = uri;
    to = stpcpy(to, "file://");
    for (const char *s = from; *s; s++) {
        if (strchr(plain, *s)) {
            *to++ = *s;
            continue;
        }
        *to++ = '%';
        *to++ = digits[(unsigned char)*s >> 4];
        *to++ = digits[(unsigned char)*s & 15];
    }
    *to = '\0';
    return uri;
}
