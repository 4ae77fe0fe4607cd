/* A chain of rule files: the files that the user named, called its heads, then every file that they
 * extend or include, in the order in which the cell asks for them. */
#pragma once

#include <time.h>

#include "campaign/rules/find.h"
#include "core/hash.h"
#include "core/tree.h"

enum { CHAIN_FILES_MAX = 64 }; /* the rulesets that ship have up to 11 */

/* Identifies the version of a file on disk, to notice cheaply that it changed.  The time is that of
 * its last change of any kind (ctime), which no program can set. */
typedef struct {
    struct timespec changed;
    off_t size;
    ino_t inode;
} Stamp;

/* A rule file and its text. */
typedef struct {
    char *name; /* the short name that the cell knows it by: house.lua */
    char *path; /* as the user gave it, or where it was found; NULL: the text is from no file */
    char *text;
    size_t n;
    Stamp stamp;
    bool edited; /* the text is the editor's */
} RuleFile;

/* A file as an editor holds it, which need not be on disk. */
typedef struct {
    char *path; /* as the editor names it */
    char *real; /* the same without links; NULL: the file is not on disk */
    char *text;
    size_t n;
} EditedFile;

/* An editor's view of the disk: its own texts, which count instead of files, and the folders
 * outside of which no file is read.  Start from {0}. */
typedef struct {
    EditedFile *file;
    size_t n, room;
    struct json_t *at; /* finds the index of a file by either name: editors open thousands */
    char **folder;     /* real paths, links resolved; no folders: any file may be read */
    size_t folders, folder_room;
} Overlay;
void overlay_free(Overlay *o);
/* Sets the text of a file; text NULL: the file is as on disk again.  False: out of memory. */
bool overlay_edit(Overlay *o, const char *path, const char *text, size_t n);
/* Allows the files in a folder and below it, if it is there.  False: out of memory. */
bool overlay_allow(Overlay *o, const char *folder);
const EditedFile *overlay_find(const Overlay *o, const char *path); /* NULL: not edited */
/* Reads a whole file of at most RULE_FILE_MAX bytes into t, as the editor has it, or else from disk
 * if that is allowed.  o NULL: from disk, and composed; an editor's columns are those of its own
 * text.  real: as in read_real_file; may be NULL. */
bool overlay_read(const Overlay *o, const char *path, const char *real, Text *t, Err *err);

/* The rule files of one table. */
typedef struct {
    RuleFile file[CHAIN_FILES_MAX];
    size_t n, heads; /* the first `heads` files are the heads, the ruleset before house rules */
    const SearchPath *search_path;
    const Overlay *overlay; /* while files are edited; else NULL */
    bool sealed;            /* complete: nothing more is read from disk */
    bool lacks_file;        /* a file that another extends or includes was not found */
} Chain;

/* Makes an empty chain that looks for files on this search path, which must live until the chain is
 * sealed; search_path NULL for a chain that only gets texts.  NULL: out of memory. */
Chain *chain_new(const SearchPath *search_path);
void chain_free(Chain *c); /* NULL is fine */
#define ScopedChain SCOPED(chain_release) Chain
static inline void chain_release(Chain **p)
{
    chain_free(*p);
}
/* Copies a complete chain, with its texts as they were read.  NULL: out of memory. */
Chain *chain_copy(const Chain *c);

/* Adds a head, unless it is there: a path, if it ends in .lua or has a slash; or a ruleset. */
bool chain_add(Chain *c, const char *path_or_name, Err *err);
/* The place of a file in a chain: a head, or below one, as another extends or includes it. */
typedef enum { CHAIN_HEAD, CHAIN_BELOW } ChainPlace;
/* Adds a copy of a text as if it were a file.  All heads must be added before the others. */
bool chain_add_text(Chain *c, ChainPlace place, const char *name, const char *text, size_t n,
                    Err *err);
/* Finds the file that `from` names, by `extends "name"` (a ruleset) or `include "name"` (a part),
 * and reads it if it is not in the chain.  A sealed chain reads no more files. */
const RuleFile *chain_read(Chain *c, RulesKind kind, const char *name, const char *from, Err *err);

/* True if the last head is a part (is_in_parts). */
bool chain_heads_are_parts(const Chain *c);

/* Hashes the host's version, the names and the texts.  The same hash means the same rules. */
void chain_hash(const Chain *c, const char *host, char hex[HASH_HEX]);
/* Returns the first file whose text on disk has changed or is gone; NULL: none.  Reads only files
 * whose time, size or inode changed. */
const RuleFile *chain_changed(Chain *c);
/* Finds a file by its short name, or NULL. */
const RuleFile *chain_file(const Chain *c, const char *name);
/* The path of the file with this short name; the name itself if it is not in the chain. */
const char *chain_path(const Chain *c, const char *name);
/* Sets the place of an error from the fields `file` (a short name) and `line` of a value that the
 * cell sent; c may be NULL. */
void chain_set_place(const Chain *c, const Value *at, Err *err);
/* Gives an error that has no place the last head as its place. */
void chain_set_default_place(const Chain *c, Err *err);
/* Appends { name=, text= }, the form in which the wire carries a rule file. */
void put_rule_file(Text *t, const char *name, const char *text, size_t n);
