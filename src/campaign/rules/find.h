/* Finds files: the cell, the folders of rulesets, a ruleset by its name; and reads them. */
#ifndef CAMPAIGN_FIND_H
#define CAMPAIGN_FIND_H

#include "core/text.h"

enum { RULE_TEXT_MAX = 256 * 1024, RULE_NAME_MAX = 48 };

/* Folders in which rulesets are looked for, in this order. */
typedef struct {
    char *folder[12];
    size_t n;
} SearchPath;

/* campaign: its folder, or NULL.  rulesets: the caller's folder, or NULL for $SCONCE_RULESETS
 * (folders with colons between); then beside the program, then where it was installed.  False: out
 * of memory. */
bool search_path_fill(SearchPath *search_path, const char *campaign, const char *rulesets);
/* Puts a folder first. */
bool search_path_first(SearchPath *search_path, const char *folder);
bool search_path_copy(SearchPath *to, const SearchPath *from);
void search_path_free(SearchPath *search_path);

/* Is this a name as `extends` takes it: [a-z0-9_-]+? */
bool is_ruleset_name(const char *s, size_t n);
/* The path of NAME.lua, looked for in `beside` (may be NULL) and then on the search_path; the
 * caller frees it.  NULL with a sentence that offers the nearest name. */
char *search_path_find(const SearchPath *search_path, const char *name, const char *beside,
                       Err *err);

/* The path of sconce-cell: given, $SCONCE_CELL, beside the library or program, installed.  The
 * caller frees it; NULL with a sentence. */
char *find_cell(const char *given, Err *err);
/* A file of the program's source tree or installation, such as "include/sconce.lua"; NULL when
 * there is none. */
char *find_part(const char *name);

/* The whole of a file of at most `max` bytes into t.  False with a sentence. */
bool read_text_file(const char *path, size_t max, Text *t, Err *err);

/* dir/name, to be freed; NULL when memory is out. */
char *path_join(const char *dir, const char *name);
/* The folder a path lies in ("." for a bare name), to be freed. */
char *path_folder(const char *path);
const char *path_base(const char *path); /* what comes after the last slash */
bool is_folder(const char *path);
bool is_file(const char *path);
bool has_file(const char *folder, const char *name);

#endif
