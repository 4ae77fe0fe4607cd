/* Reads which folder, rule file or ruleset a table is, then its rule files and its party. */
#include "campaign/rules/table_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/public_error.h"
#include "core/wire.h"

/* Adds a head: a path, or the name of a ruleset.  False: out of memory. */
static bool add_head(TableSources *s, const char *path)
{
    char **grown = realloc(s->head, (s->heads + 1) * sizeof *grown);
    if (!grown) return false;
    s->head = grown;
    s->head[s->heads] = strdup(path);
    return s->head[s->heads++] != NULL;
}

/* True if `table` is a folder to be opened as a campaign: it holds a house.lua or journal.db, or
 * its name cannot be that of a ruleset (it has a slash, say), so that a campaign must be meant. */
static bool is_campaign(const char *table)
{
    if (lua_stem_length(table) > 0 || !is_folder(table)) return false;
    return !is_ruleset_name(table, strlen(table)) || has_file(table, "house.lua") ||
           has_file(table, "journal.db");
}

/* Takes a campaign folder as the table: house.lua is its head, and its files are found first. */
static bool read_campaign_folder(TableSources *s, const char *table, Err *err)
{
    s->folder = without_slashes(table);
    if (!s->folder) return err_set(err, "out of memory");
    if (!has_file(s->folder, "house.lua") && !has_file(s->folder, "journal.db"))
        return set_no_campaign_error(s->folder, err);
    ScopedString *house = path_join(s->folder, "house.lua");
    bool ok = house && add_head(s, house) && search_path_prepend(&s->search_path, s->folder);
    return ok || err_set(err, "out of memory");
}

/* Reads which table is meant, and adds its heads: a folder's house.lua, or a ruleset or file; then
 * the house rules that were named besides. */
static bool read_table(TableSources *s, const SconceOptions *o, Err *err)
{
    const char *table = o->table;
    if (!public_check_all_given(o->houses, o->house_count, "houses", err)) return false;
    if (!table || !*table)
        return err_set(err, "which table? a ruleset's name, a .lua file, or a campaign folder");
    s->table = strdup(table);
    if (!s->table) return err_set(err, "out of memory");
    bool names_rules = is_ruleset_name(table, strlen(table)) || lua_stem_length(table) > 0;
    if (is_campaign(table)) {
        if (!read_campaign_folder(s, table, err)) return false;
    } else if (!names_rules) {
        if (!check_may_look(table, err)) return false;
        const char *wrong = is_file(table) ? " holds no rules, since its name does not end in .lua"
                            : has_file(".", table) ? " is not a plain file"
                                                   : NULL;
        return err_set(err, "%s%s%s; give a ruleset's name, a .lua file, or a campaign folder",
                       wrong ? "" : "there is no ", table, wrong ? wrong : "");
    } else if (!add_head(s, table)) {
        return err_set(err, "out of memory");
    }
    for (size_t i = 0; i < o->house_count; i++)
        if (!add_head(s, o->houses[i])) return err_set(err, "out of memory");
    return true;
}

bool table_sources_read_basics(TableSources *s, const SconceOptions *o, Err *err)
{
    s->timeout_ms = o->patience_ms;
    s->memory_mb = o->memory_mb;
    if (s->memory_mb != 0 && (s->memory_mb < MEMORY_MIN || s->memory_mb > MEMORY_MAX))
        return err_set(err, "memory_mb is 0, or %d to %d", MEMORY_MIN, MEMORY_MAX);
    s->cell = find_cell(o->cell, err);
    if (!s->cell) return false;
    return search_path_fill(&s->search_path, o->rulesets) || err_set(err, "out of memory");
}

bool table_sources_read(TableSources *s, const SconceOptions *o, Err *err)
{
    return table_sources_read_basics(s, o, err) && read_table(s, o, err);
}

void table_sources_free(TableSources *s)
{
    search_path_free(&s->search_path);
    for (size_t i = 0; i < s->heads; i++) free(s->head[i]);
    free(s->head);
    free(s->table);
    free(s->folder);
    free(s->cell);
    *s = (TableSources){0};
}

Chain *table_sources_chain(const TableSources *s, Err *err)
{
    Chain *c = chain_new(&s->search_path);
    if (!c) err_set(err, "out of memory");
    if (c) c->overlay = s->overlay;
    for (size_t i = 0; c && i < s->heads; i++) {
        if (chain_add(c, s->head[i], err)) continue;
        chain_free(c);
        return NULL;
    }
    return c;
}

CellClient *table_sources_client(const TableSources *s, const atomic_int *stop, Chain *chain,
                                 Err *err)
{
    CellClient *client = cell_client_new(s->cell, s->timeout_ms, s->memory_mb, stop, chain);
    if (!client) err_set(err, "out of memory");
    return client;
}

char *table_sources_shadow(const TableSources *s)
{
    char *here = NULL, *there = NULL; /* in the current folder, and on the search path */
    bool is_name = s->heads > 0 && is_ruleset_name(s->head[0], strlen(s->head[0]));
    if (is_name && asprintf(&here, "%s.lua", s->head[0]) < 0) here = NULL;
    if (here && is_file(here))
        there = search_path_find(&s->search_path, RULES_RULESET, s->head[0], NULL, NULL);
    ScopedString *real_here = there ? realpath(here, NULL) : NULL;
    ScopedString *real_there = there ? realpath(there, NULL) : NULL;
    bool shadows = real_here && real_there && strcmp(real_here, real_there) != 0;
    free(there);
    if (shadows) return here;
    free(here);
    return NULL;
}

bool table_sources_read_party(const TableSources *s, Text *party, Err *err)
{
    if (!s->folder || !has_file(s->folder, "party.lua")) return true;
    ScopedString *path = path_join(s->folder, "party.lua");
    if (!path) return err_set(err, "out of memory");
    return overlay_read(s->overlay, path, NULL, party, err) &&
           (text_is_utf8(text_str(party), party->n) || err_set(err, "%s is not UTF-8 text", path));
}

void table_sources_set_party_path(const TableSources *s, Err *err)
{
    if (!s->folder || strcmp(err->file, "party.lua") != 0) return;
    snprintf(err->file, sizeof err->file, "%s/party.lua", s->folder);
}
