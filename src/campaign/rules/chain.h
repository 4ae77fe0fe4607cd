/* A chain of rule files: the heads that the user named, and every file that they extend, in the
 * order in which the cell asks for it. */
#ifndef CAMPAIGN_CHAIN_H
#define CAMPAIGN_CHAIN_H

#include <sys/stat.h>
#include <time.h>

#include "campaign/rules/find.h"
#include "core/hash.h"
#include "core/value.h"

enum { CHAIN_FILES_MAX = 64 };

/* Identifies the version of a file on disk that was read. */
typedef struct {
    struct timespec changed;
    off_t size;
    ino_t inode;
} Stamp;

/* A rule file and its text. */
typedef struct {
    char *name; /* the short name the cell knows it by: house.lua */
    char *path; /* as the user gave it, or where it was found; NULL when the text has no file */
    char *text;
    size_t n;
    Stamp stamp;
} RuleFile;

/* The rule files of one table: those that were asked for, and all that these extend. */
typedef struct {
    RuleFile file[CHAIN_FILES_MAX];
    size_t n, heads; /* the first `heads` files are the heads, the ruleset before house rules */
    const SearchPath *search_path;
    bool sealed; /* complete: nothing more is read from disk */
    bool lacks;  /* a file that another extends was not found */
} Chain;

/* An empty chain that looks for files on this search path, which must live until the chain is
 * sealed; NULL for a chain that only gets texts.  NULL: out of memory. */
Chain *chain_new(const SearchPath *search_path);
void chain_free(Chain *c); /* NULL is fine */
/* Copies a complete chain, with its texts as they were read.  NULL: out of memory. */
Chain *chain_copy(const Chain *c);

/* Adds a head: a path when it ends in .lua or holds a slash, else a ruleset's name.  A file that is
 * a head already is not added again. */
bool chain_add(Chain *c, const char *path_or_name, Err *err);
/* Adds a text as if it were a file.  Heads come first. */
bool chain_add_text(Chain *c, const char *name, const char *text, size_t n, bool head, Err *err);
/* Returns the file that `extends "name"` in the file `from` names, and reads it if it is not in the
 * chain yet.  NULL with a sentence.  Once sealed, only what the chain holds is found. */
const RuleFile *chain_extend(Chain *c, const char *name, const char *from, Err *err);

/* Host version, names and texts, hashed: two chains with one hash are the same rules. */
void chain_hash(const Chain *c, const char *host, char hex[HASH_HEX]);
/* The file whose text on disk is no longer the one in the chain (or is gone), or NULL.  Only
 * looks at times and sizes, unless those changed. */
const RuleFile *chain_changed(Chain *c);
/* The file of a short name, or NULL. */
const RuleFile *chain_file(const Chain *c, const char *name);
/* The path behind a short name; the name itself when the chain does not know it. */
const char *chain_path(const Chain *c, const char *name);
/* Sets the place of an error from the fields file (a short name) and line of a value that the cell
 * sent; c may be NULL. */
void chain_set_place(const Chain *c, const Value *at, Err *err);
/* Names the last head in an error that has no place. */
void chain_set_default_place(const Chain *c, Err *err);
/* Appends { name=, text= }, a file as the cell takes it. */
void put_rule_file(Text *t, const char *name, const char *text, size_t n);

#endif
