/* Finds files: the cell, the folders of rulesets, a ruleset by its name; and reads them. */
#ifndef CAMPAIGN_FIND_H
#define CAMPAIGN_FIND_H

#include "core/wire.h"

enum { RULE_NAME_MAX = 48 }; /* bytes of the name of a ruleset */

/* Folders in which rulesets are looked for, in this order. */
enum { SEARCH_FOLDERS_MAX = 14 };
typedef struct {
    char *folder[SEARCH_FOLDERS_MAX];
    size_t n;
} SearchPath;

/* Fills it with: rulesets, or the folders of $SCONCE_RULESETS (at most 6, colons between) when that
 * is NULL; then the folders beside the program; then the installed one.  False: out of memory. */
bool search_path_fill(SearchPath *search_path, const char *rulesets);
/* Puts a folder first. */
bool search_path_first(SearchPath *search_path, const char *folder);
void search_path_free(SearchPath *search_path);

/* True if `extends` takes this name: [a-z0-9_-]+, at most RULE_NAME_MAX bytes. */
bool is_ruleset_name(const char *s, size_t n);
/* Like is_ruleset_name, but with a sentence when it is false. */
bool check_ruleset_name(const char *name, Err *err);
/* The path of NAME.lua, looked for in `folder` (may be NULL) and then on the search path; the
 * caller frees it.  NULL with a sentence that offers the nearest name. */
char *search_path_find(const SearchPath *search_path, const char *name, const char *folder,
                       Err *err);

/* The path of sconce-cell: given, $SCONCE_CELL, beside the library or program, installed.  The
 * caller frees it; NULL with a sentence. */
char *find_cell(const char *given, Err *err);
/* A file of the program's source tree or installation, such as "include/sconce.lua"; NULL when
 * there is none. */
char *find_part(const char *name);

/* Reads a whole file of at most `max` bytes into t.  False with a sentence. */
bool read_text_file(const char *path, size_t max, Text *t, Err *err);
/* Reads a whole UTF-8 file of at most `max` bytes into t.  False with a sentence. */
bool read_utf8_file(const char *path, size_t max, Text *t, Err *err);

/* dir/name, to be freed; NULL when memory is out. */
char *path_join(const char *dir, const char *name);
/* The folder a path lies in ("." for a bare name), to be freed. */
char *path_folder(const char *path);
const char *path_base(const char *path); /* what comes after the last slash */
/* The length of a file's name without ".lua"; 0 when it does not end so. */
size_t lua_stem(const char *file);
bool is_folder(const char *path);
bool is_file(const char *path);
bool has_file(const char *folder, const char *name);

#endif
