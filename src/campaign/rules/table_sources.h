/* The sources of one table: its rule files, its folder, its party, and the cell that runs the
 * rules.
 *
 * Filled from the options of sconce.h; nothing is opened or started by that. */
#ifndef CAMPAIGN_TABLE_SOURCES_H
#define CAMPAIGN_TABLE_SOURCES_H

#include "campaign/rules/cell_client.h"
#include "sconce.h"

/* Start from {0}; give back with table_sources_free. */
typedef struct {
    char *table;  /* as the caller named it */
    char *folder; /* of the campaign, without a slash at its end; NULL for a scratch campaign */
    char **head;  /* the rule files asked for, ruleset first */
    size_t heads;
    char *cell;             /* path of sconce-cell */
    int timeout_ms;         /* of one command; 0 for the default */
    SearchPath search_path; /* where rulesets are found */
} TableSources;

/* Fills *s from the options.  False with a sentence; free it in either case. */
bool table_sources_read(TableSources *s, const SconceOptions *o, Err *err);
/* Fills only the cell's path, the search path and the timeout, for commands that open no table.
 * False with a sentence. */
bool table_sources_read_basics(TableSources *s, const SconceOptions *o, Err *err);
void table_sources_free(TableSources *s);
/* A chain of the rule files, with only these read.  NULL with a sentence. */
Chain *table_sources_chain(const TableSources *s, Err *err);
/* A client for the chain, which it takes; NULL when memory is out.  Setting *stop breaks off a
 * request. */
CellClient *table_sources_client(const TableSources *s, const volatile int *stop, Chain *chain);
/* The file of the current folder that is played instead of the ruleset of the same name on the
 * search path, or NULL. The caller frees it. */
char *table_sources_shadow(const TableSources *s);
/* Reads the folder's party.lua; *party stays {0} when there is none.  False with a sentence. */
bool table_sources_party(const TableSources *s, Text *party, Err *err);
/* Puts the folder's path before party.lua in the place of an error. */
void table_sources_set_party_path(const TableSources *s, Err *err);

#endif
