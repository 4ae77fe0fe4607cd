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

void document_free(Document *d); /* and the memory of *d */
/* Sets the whole text. */
void document_set(Document *d, const char *text, size_t n);
/* Makes one change of textDocument/didChange: of a range, or of the whole text.  False: it is
 * neither. */
bool document_change(Document *d, const json_t *change, bool bytes);

/* The path of a file's URI, which the caller frees; NULL: it names no file here. */
char *uri_path(const char *uri);
/* The URI of a path, which the caller frees. */
char *path_uri(const char *path);

/* Returns line `line` (from 0) of a text, without its end, and its length; "" behind the last. */
const char *text_line(const char *text, size_t n, size_t line, size_t *length);
/* Units of n bytes of UTF-8; bytes: they are what is counted. */
size_t units_of(const char *s, size_t n, bool bytes);
/* The byte of a line at which its first `units` units end; the whole line when it has fewer. */
size_t byte_of_units(const char *line, size_t n, size_t units, bool bytes);
/* The byte of a line at which its first `characters` characters end. */
size_t byte_of_characters(const char *line, size_t n, size_t characters);

/* Makes a position or a range; lines and bytes from 0. */
json_t *lsp_range_of(const char *text, size_t n, size_t line, size_t from, size_t to, bool bytes);
