/* A text that the editor holds, and places in texts.
 *
 * LSP counts lines from 0, and characters of a line in units of UTF-16, or in bytes when the editor
 * offers that; the library counts lines and bytes from 1. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* An open document. */
typedef struct {
    char *uri;  /* as the editor names it */
    char *path; /* NULL: its URI names no file */
    char *text;
    size_t n;
    json_int_t version;
} Document;

void document_free(Document *d); /* frees *d itself, too */
/* Sets the whole text. */
void document_set(Document *d, const char *text, size_t n);
/* Makes one change of textDocument/didChange: of a range, or of the whole text.  bytes: its columns
 * are bytes, not units of UTF-16.  False: it is no such change. */
bool document_change(Document *d, const json_t *change, bool bytes);

/* The path of a file's URI, in UTF-8; the caller frees it.  NULL: it is no URI of a file. */
char *uri_path(const char *uri);
/* The URI of a path; the caller frees it. */
char *path_uri(const char *path);

/* Returns line `line` (from 0) of a text, without its end, and its length; "" behind the last. */
const char *text_line(const char *text, size_t n, size_t line, size_t *length);
/* How many units of UTF-16 n bytes of UTF-8 are; bytes: n, since then each byte is a unit. */
size_t units_of(const char *s, size_t n, bool bytes);
/* The byte of a line, of n bytes, at which its first `units` units end; n when it has fewer. Within
 * a character: where that begins. */
size_t byte_of_units(const char *line, size_t n, size_t units, bool bytes);
/* The byte of a line of n bytes at which so many characters end; n when it has fewer. */
size_t byte_of_characters(const char *line, size_t n, size_t characters);

/* Makes the LSP range of a part of one line: from byte `from` to before byte `to`; line and bytes
 * count from 0.  bytes: its columns are bytes, not units of UTF-16. */
json_t *lsp_range_of(const char *text, size_t n, size_t line, size_t from, size_t to, bool bytes);
