/* Loads rule files that changed on disk.  sconce_say (public.c) looks for changes before each line,
 * but not before the answer to a question.  Changed rules are loaded in a new cell beside the old
 * one: adopt_rules puts them in force.  Texts that do not load are remembered, so that they are
 * tried again only when they change. */
#include "campaign/table/table.h"

#include <stdio.h>
#include <string.h>

#include "campaign/view/book.h"

bool rules_load(Sconce *s, Chain *c, Err *err)
{
    LoadedRules *r = &s->rules;
    cell_client_free(r->client);
    r->client = table_sources_client(&s->sources, &s->stop, c, err);
    if (!r->client || !cell_client_load(r->client, err)) return false;
    chain_hash(cell_client_chain(r->client), SCONCE_VERSION, r->hash);
    return true;
}

void rules_close(LoadedRules *r)
{
    cell_client_free(r->client);
    chain_free(r->rejected);
    text_free(&r->load_error);
    text_free(&r->changes);
    text_free(&r->typed);
}

/* Warns that the files do not load, unless the last warning gave the same reason. */
static void warn_not_loaded(Sconce *s, const Err *err)
{
    Text t = {0};
    table_write_place(&t, err->file, err->line);
    text_add(&t, err->text);
    /* A sentence such as "did you mean …?" ends in its own mark; another goes on. */
    bool asks = t.n > 0 && t.s[t.n - 1] == '?';
    if (strcmp(text_str(&t), text_str(&s->rules.load_error)) != 0)
        table_warn(s, "%s%s rules read before stay in force", text_str(&t),
                   asks ? " The" : "; the");
    text_free(&s->rules.load_error);
    s->rules.load_error = t;
}

/* Appends the differences of two loaded rules, one per line, and keeps them for the log. */
static void note_changes(Sconce *s, CellClient *was, CellClient *now, const char *hash, Text *lines)
{
    LoadedRules *r = &s->rules;
    if (r->changes_since != s->position.head.seq) text_clear(&r->changes);
    r->changes_since = s->position.head.seq;
    if (revision_lines(was, now, lines) == 0) return;
    text_addf(&r->changes, "%s%s", r->changes.n > 0 ? "\n" : "", text_str(lines));
    ScopedText key = {0};
    const Text *before = &s->position.head.chain;
    revision_key(text_str(before), hash, &key);
    if (before->n > 0 && !s->read_only)
        journal_set_now(s->position.journal, text_str(&key), text_str(&r->changes), NULL);
}

/* True if the files differ from those in force only by what house.c wrote. */
static bool differ_only_by_typed(const LoadedRules *r, const Chain *now)
{
    const Chain *was = cell_client_chain(r->client);
    if (r->typed.n == 0 || was->n != now->n) return false;
    for (size_t i = 0; i < now->n; i++)
        if (strcmp(now->file[i].text, was->file[i].text) != 0 &&
            strcmp(now->file[i].text, text_str(&r->typed)) != 0)
            return false;
    return true;
}

/* Puts rules that have loaded in force.  name: a file that changed. */
static void adopt_rules(Sconce *s, CellClient *client, const char *name)
{
    char hash[HASH_HEX];
    ScopedText changes = {0};
    LoadedRules *r = &s->rules;
    chain_hash(cell_client_chain(client), SCONCE_VERSION, hash);
    bool changed = strcmp(hash, r->hash) != 0;
    bool typed = differ_only_by_typed(r, cell_client_chain(client)); /* house.c has told of that */
    if (changed && !r->relocated && !typed)
        table_warn(s, "%s has changed and was read again.", name);
    if (!changed && r->load_error.n > 0) table_warn(s, "The rules are as they were before.");
    text_clear(&r->load_error);
    if (changed) note_changes(s, r->client, client, hash, &changes);
    if (changes.n > 0 && !typed) table_warn(s, "%s", text_str(&changes));
    memcpy(r->hash, hash, sizeof hash);
    cell_client_free(r->client);
    r->client = client;
    text_clear(&r->typed);
    r->from_journal = r->relocated = false;
    r->report_orphans = true;
    r->first_entry = 0;
    chain_free(r->rejected);
    r->rejected = NULL;
}

void rules_reload(Sconce *s)
{
    Err err = {0};
    char name[100] = "house.lua"; /* what the warning names when it is not known what changed */
    const LoadedRules *r = &s->rules;
    /* The files are compared with the texts read last, also if those did not load. */
    const RuleFile *changed =
        chain_changed(r->rejected ? r->rejected : cell_client_chain(r->client));
    /* A file that could not be read, or that the chain lacks, may be there now. */
    bool incomplete = r->unreadable || (r->rejected && r->rejected->lacks_file);
    if (!changed && !incomplete) return;
    if (changed) snprintf(name, sizeof name, "%s", changed->name);
    Chain *c = table_sources_chain(&s->sources, &err);
    if (!c) warn_not_loaded(s, &err);
    s->rules.unreadable = !c;
    CellClient *client = c ? table_sources_client(&s->sources, &s->stop, c, &err) : NULL;
    if (!client) return;
    if (cell_client_load(client, &err)) {
        adopt_rules(s, client, name);
        return;
    }
    warn_not_loaded(s, &err);
    chain_free(s->rules.rejected);
    s->rules.rejected = cell_client_release_chain(client);
    cell_client_free(client);
}

void rules_warn_of_changes(Sconce *s)
{
    Err err = {0};
    ScopedText changes = {0};
    const LoadedRules *r = &s->rules;
    const Entry *head = &s->position.head;
    if (head->seq == 0 || r->from_journal || strcmp(text_str(&head->chain), r->hash) == 0) return;
    Chain *c = journal_chain(s->position.journal, text_str(&head->chain), NULL, &err);
    ScopedClient *was = c ? table_sources_client(&s->sources, &s->stop, c, &err) : NULL;
    if (was && cell_client_load(was, &err)) note_changes(s, was, r->client, r->hash, &changes);
    if (changes.n == 0) return;
    table_warn(s, "The rules have changed since you last played:");
    table_warn(s, "%s", text_str(&changes));
}

void rules_warn_of_orphans(Sconce *s, const Value *orphans)
{
    LoadedRules *r = &s->rules;
    if (!r->report_orphans) return;
    bool any = orphans->n > 0;
    r->report_orphans = false;
    if (any) table_warn(s, "Set aside, because the rules no longer have it ('forget' lists it):");
    for (size_t i = 0; i < orphans->n; i++) table_warn(s, "  %s", orphans->items[i].s);
    if (!any && r->has_orphans) table_warn(s, "What was set aside is back.");
    r->has_orphans = any;
}
