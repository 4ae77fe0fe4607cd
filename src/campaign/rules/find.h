/* Finds the cell, the folders of rulesets, and a ruleset by its name; reads files. */
#pragma once

#include "core/wire.h"

enum { RULE_NAME_MAX = 48 }; /* bytes of the name of a ruleset; it is a column in tables */

/* At most GIVEN_FOLDERS_MAX folders that the user names are searched, six beside the library and
 * the program, the installed one, and the folder of the campaign. */
enum { GIVEN_FOLDERS_MAX = 6, SEARCH_FOLDERS_MAX = GIVEN_FOLDERS_MAX + 8 };
/* The folders in which rulesets are looked for, in this order. */
typedef struct {
    char *folder[SEARCH_FOLDERS_MAX];
    size_t n;
} SearchPath;

/* Fills the search path with the folders in `rulesets` (with colons between; NULL:
 * $SCONCE_RULESETS), those beside the program, and the installed one.  False: out of memory. */
bool search_path_fill(SearchPath *search_path, const char *rulesets);
/* Puts a folder before the others.  False: out of memory. */
bool search_path_prepend(SearchPath *search_path, const char *folder);
void search_path_free(SearchPath *search_path);

/* True if the n bytes are a name that `extends` takes: [a-z0-9_-]+, at most RULE_NAME_MAX bytes.
 * No '/' and no '.', so that rules name no file of another folder. */
bool is_ruleset_name(const char *s, size_t n);
/* Like is_ruleset_name, but sets *err when it is false. */
bool check_ruleset_name(const char *name, Err *err);
/* A ruleset, which `extends` names; or a part, for `include`, which may be in a folder parts/. */
typedef enum { RULES_RULESET, RULES_PART } RulesKind;
/* Looks for NAME.lua: first in `folder`, the folder of the file that names it (may be NULL), since
 * a file beside that one is meant even if the program brings one of the same name; then on the
 * search path.  A part is looked for in the folder parts/ of each of these folders, too.  Returns
 * its path, which the caller frees; or NULL, and *err suggests the nearest name. */
char *search_path_find(const SearchPath *search_path, RulesKind kind, const char *name,
                       const char *folder, Err *err);
/* Refuses a path of search_path_find that is in `folder` (or its parts/) by a link which leads out
 * of it, since the folder may be a stranger's; one on the search path is the user's own.  Sets
 * *real for read_real_file, and the caller frees it; NULL: the file may be anywhere. */
bool search_path_check_link(const SearchPath *search_path, const char *path, const char *folder,
                            char **real, Err *err);
/* Appends the texts of all rulesets and parts in `folder` (may be NULL) and on the search path. */
void search_path_read(const SearchPath *search_path, const char *folder, Text *out);
/* True if the folder is on the search path, or the folder parts/ in one that is. */
bool search_path_has(const SearchPath *search_path, const char *folder);

/* Returns the path of sconce-cell: `given` (may be NULL), or $SCONCE_CELL, or beside the library or
 * program, or installed.  The caller frees it. */
char *find_cell(const char *given, Err *err);
/* Returns the path of a file in the program's source tree or installation, such as
 * "include/sconce.lua", or NULL.  The caller frees it. */
char *find_part(const char *name);

/* Refuses a text of more than `max` bytes, whether it comes from this file or from an editor. */
bool check_file_length(const char *path, size_t n, size_t max, Err *err);
/* Reads a whole file of at most `max` bytes into t.  Refuses a link in a campaign folder, since by
 * it whoever made the folder could have a private file shown and kept. */
bool read_text_file(const char *path, size_t max, Text *t, Err *err);
/* Does the same for a file that has been looked at: real is its path as realpath() gave it then,
 * and no link of later is followed.  NULL: read_text_file. */
bool read_real_file(const char *path, const char *real, size_t max, Text *t, Err *err);
/* Sets the error of a file that could not be opened, from errno.  Returns false. */
bool set_read_error(const char *path, Err *err);
/* Reads a rule file of at most RULE_FILE_MAX bytes (read_real_file), and composes it (words.h). */
bool read_composed_file(const char *path, const char *real, Text *t, Err *err);
/* Does the same at any path, and refuses a file that is not UTF-8. */
bool read_utf8_file(const char *path, Text *t, Err *err);

/* Returns dir/name; the caller frees it.  NULL: out of memory. */
char *path_join(const char *dir, const char *name);
/* Returns the folder part of a path ("." for a bare name); the caller frees it. */
char *path_folder(const char *path);
const char *path_base(const char *path); /* the part after the last slash */
/* Returns a copy without the slashes at the end ("/" stays); the caller frees it. */
char *without_slashes(const char *path);
/* The length of a file's name without ".lua"; 0 if it does not end in .lua. */
size_t lua_stem_length(const char *file);
/* True if the file is in a folder parts, whose files are there for others to include. */
bool is_in_parts(const char *path);
bool is_folder(const char *path);
/* Refuses a path or folder that may not be looked into: what is there would seem to be missing. */
bool check_may_look(const char *path, Err *err);
/* Sets the error of a folder without a campaign, or that of check_may_look.  Returns false. */
bool set_no_campaign_error(const char *folder, Err *err);
bool is_file(const char *path);
/* True if anything has this name, also a link or a pipe: whoever reads it says what is wrong. */
bool has_file(const char *folder, const char *name);
