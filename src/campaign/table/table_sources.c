/* Which files a table is made of: the heads of its chain, its folder, its party. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/table/campaign.h"

static bool add_head(Sconce *s, const char *path)
{
    char **grown = realloc(s->head, (s->heads + 1) * sizeof *grown);
    if (!grown) return false;
    s->head = grown;
    s->head[s->heads] = strdup(path);
    return s->head[s->heads++] != NULL;
}

static bool ends_in_lua(const char *s)
{
    size_t n = strlen(s);
    return n > 4 && strcmp(s + n - 4, ".lua") == 0;
}

bool campaign_has(const char *dir, const char *name)
{
    char *path = path_join(dir, name);
    bool has = path && is_file(path);
    free(path);
    return has;
}

/* A folder is a campaign when its name says so (a slash), or when it looks like one. */
static bool is_campaign(const char *table)
{
    if (ends_in_lua(table) || !is_folder(table)) return false;
    return !is_ruleset_name(table, strlen(table)) || campaign_has(table, "house.lua") ||
           campaign_has(table, "journal.db");
}

static bool take_folder(Sconce *s, const char *table, Err *err)
{
    size_t n = strlen(table);
    while (n > 1 && table[n - 1] == '/') n--;
    s->folder = strndup(table, n);
    if (!s->folder) return err_set(err, "out of memory");
    if (!campaign_has(s->folder, "house.lua") && !campaign_has(s->folder, "journal.db"))
        return err_set(
            err, "%s is no campaign: it has no house.lua and no journal.db; `sconce new` makes one",
            s->folder);
    char *house = path_join(s->folder, "house.lua");
    bool ok = house && add_head(s, house);
    free(house);
    return ok || err_set(err, "out of memory");
}

static bool take_table(Sconce *s, const SconceOptions *o, Err *err)
{
    const char *table = o->table;
    if (!table || !*table)
        return err_set(err, "which table? a ruleset's name, a .lua file, or a campaign folder");
    s->table = strdup(table);
    if (!s->table) return err_set(err, "out of memory");
    bool name = is_ruleset_name(table, strlen(table));
    if (is_campaign(table)) {
        if (!take_folder(s, table, err)) return false;
    } else if (!name && !ends_in_lua(table)) {
        return err_set(
            err, "there is no %s: give a ruleset's name, a .lua file, or a campaign folder", table);
    } else if (!add_head(s, table)) {
        return err_set(err, "out of memory");
    }
    for (size_t i = 0; i < o->house_count; i++)
        if (!add_head(s, o->houses[i])) return err_set(err, "out of memory");
    return true;
}

Chain *campaign_chain(const Sconce *s, Err *err)
{
    Chain *c = chain_new(&s->search_path);
    if (!c) err_set(err, "out of memory");
    for (size_t i = 0; c && i < s->heads; i++) {
        if (chain_add(c, s->head[i], err)) continue;
        chain_free(c);
        return NULL;
    }
    return c;
}

bool campaign_take_options(Sconce *s, const SconceOptions *o, Err *err)
{
    s->read_only = o->read_only;
    s->patience = o->patience_ms;
    if (o->answers && strcmp(o->answers, "ask") != 0 && strcmp(o->answers, "default") != 0)
        return err_set(err, "answers are 'ask' or 'default', not '%.40s'", o->answers);
    s->settle = o->answers && strcmp(o->answers, "default") == 0;
    s->cell = find_cell(o->cell, err);
    if (!s->cell || !take_table(s, o, err)) return false;
    return search_path_fill(&s->search_path, s->folder, o->rulesets) ||
           err_set(err, "out of memory");
}

void campaign_tell_which(Sconce *s)
{
    char *here = NULL, *there = NULL;
    bool name = s->heads > 0 && is_ruleset_name(s->head[0], strlen(s->head[0]));
    if (name && asprintf(&here, "%s.lua", s->head[0]) < 0) here = NULL;
    if (here && is_file(here)) there = search_path_find(&s->search_path, s->head[0], NULL, NULL);
    char *a = there ? realpath(here, NULL) : NULL, *b = there ? realpath(there, NULL) : NULL;
    if (a && b && strcmp(a, b) != 0)
        campaign_warn(s, "%s of this folder is played, not the ruleset of that name on the shelf",
                      here);
    free(a);
    free(b);
    free(here);
    free(there);
}

bool campaign_read_party(const Sconce *s, Text *party, bool *there, Err *err)
{
    char *path = s->folder ? path_join(s->folder, "party.lua") : NULL;
    *there = path && is_file(path);
    bool ok =
        !*there ||
        (read_text_file(path, RULE_TEXT_MAX, party, err) &&
         (text_is_utf8(text_str(party), party->n) || err_set(err, "%s is not UTF-8 text", path)));
    free(path);
    return ok;
}

void campaign_place_party(const Sconce *s, Err *err)
{
    if (!s->folder || strcmp(err->file, "party.lua") != 0) return;
    snprintf(err->file, sizeof err->file, "%s/party.lua", s->folder);
}
