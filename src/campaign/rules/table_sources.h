/* The sources of one table: its rule files, its folder, its party, and the cell that runs the
 * rules. They come from the options of sconce.h.  Reading them opens and starts nothing. */
#pragma once

#include "campaign/rules/cell_client.h"
#include "sconce.h"

/* Start from {0}, and call table_sources_free at the end. */
typedef struct {
    char *table;  /* as the caller named it */
    char *folder; /* of the campaign, without a final slash; NULL for a scratch campaign, which is
                     in memory, so that rules can be tried and leave no files; `save` makes some */
    char **head;  /* the rule files that the user named, ruleset first: paths or rulesets' names */
    size_t heads;
    char *cell;             /* path of sconce-cell */
    int timeout_ms;         /* for one command; 0: the default */
    int memory_mb;          /* for each process of rules; 0: the default */
    SearchPath search_path; /* where rulesets are found */
    const Overlay *overlay; /* while the files are edited; else NULL.  The caller's */
} TableSources;

/* Fills *s from the options.  Free it even on failure. */
bool table_sources_read(TableSources *s, const SconceOptions *o, Err *err);
/* Fills only the cell's path, the search path and the timeout, for commands that open no table. */
bool table_sources_read_basics(TableSources *s, const SconceOptions *o, Err *err);
void table_sources_free(TableSources *s);
/* Makes a chain of the heads alone; the files that they extend are not read yet. */
Chain *table_sources_chain(const TableSources *s, Err *err);
/* Makes a client for the chain, which may be NULL: see cell_client_new. */
CellClient *table_sources_client(const TableSources *s, const atomic_int *stop, Chain *chain,
                                 Err *err);
/* Returns the file in the current folder that is played instead of the ruleset of the same name on
 * the search path, or NULL.  The caller frees it. */
char *table_sources_shadow(const TableSources *s);
/* Reads the folder's party.lua; *party stays {0} when there is none. */
bool table_sources_read_party(const TableSources *s, Text *party, Err *err);
/* If the place of an error is party.lua, puts the folder's path before it. */
void table_sources_set_party_path(const TableSources *s, Err *err);

/* --- check.c --- */

/* Adds keys to the answer when the rules have loaded.  book: cell_client_whole_book. */
typedef void CheckAddKeys(Text *t, CellClient *client, const Value *book, void *data);

/* Writes the object that sconce_check promises in sconce.h; add_keys may be NULL.  Mistakes in
 * rules are part of the answer. */
bool rules_check(const SconceOptions *options, CheckAddKeys *add_keys, void *data, Text *t,
                 Err *err);
/* Loads the client's rules, and adds the keys "loaded", "chain", "heads" and "problems" to an open
 * object, with the mistakes of a dry run of `lines` lines.  Returns whether they loaded. */
bool check_write(const TableSources *sources, CellClient *client, int lines, Text *t);
/* Adds the mistakes of a dry run of `lines` lines to an open list of problems; the rules have
 * loaded.  lines 0: adds only what their text shows to be wrong. */
void check_dry_run(const TableSources *sources, CellClient *client, int lines, Text *t);
/* Adds *err as a problem to an open list of problems. */
void check_write_error(Text *t, const Err *err);
/* Adds the key "problems" to an open object: those that a reply lists, all of this file. */
void check_write_list(Text *t, const char *file, const Value *reply);
