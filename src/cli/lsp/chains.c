/* Chains: which rule files are checked together, by a draft (SconceDraft) of the editor's texts. */
#include <stdlib.h>
#include <string.h>

#include "cli/lsp/session.h"
#include "cli/term/json_fields.h"
#include "cli/term/paths.h"
#include "cli/term/styled_text.h"

enum { CHAINS_MAX = 32 }; /* each has a process that knows its names, of some 5 MB */

/* --- which chain ------------------------------------------------------------------------- */

/* True when one of the text's lines begins with the word. */
static bool has_line(const char *text, const char *word)
{
    for (const char *s = text; *s; s += strcspn(s, "\n"), s += *s == '\n')
        if (strncmp(s + strspn(s, " \t"), word, strlen(word)) == 0) return true;
    return false;
}

/* True when a text holds nothing but blanks and comments. */
static bool is_blank(const char *text)
{
    for (const char *s = text; *s; s += strcspn(s, "\n"), s += *s == '\n') {
        size_t n = strspn(s, " \t\r");
        if (s[n] && s[n] != '\n' && strncmp(s + n, "--", 2) != 0) return false;
    }
    return true;
}

/* True for names that only rule files have: house.lua, party.lua, parts/NAME.lua. */
static bool has_name_of_rules(const char *path)
{
    const char *base = strrchr(path, '/');
    bool part = base - path >= 6 && strncmp(base - 6, "/parts", 6) == 0;
    return part || strcmp(base, "/house.lua") == 0 || strcmp(base, "/party.lua") == 0;
}

/* Why a document is not checked as rules: a sentence for its author; "" where nothing is said, as
 * of a *.lua of another program; NULL: it is a rule file. */
static const char *note_of_kind(const Document *d)
{
    if (!d->path || !path_ends_in(d->path, ".lua")) return "";
    if (path_ends_in(d->path, ".spec.lua"))
        return "These are tests of rules; `sconce test` runs them.";
    if (has_line(d->text, "extends") || has_line(d->text, "ruleset")) return NULL;
    if (has_name_of_rules(d->path) || is_blank(d->text)) return NULL;
    if (!has_line(d->text, "return function")) return "";
    return "This is a policy, which gives the line of each turn; "
           "`sconce sim RULESET --policy FILE` tries it.";
}

/* The table that a document belongs to: its campaign's folder, if it is the house file or the party
 * there; else itself.  Its `extends` names the ruleset.  The caller frees it; NULL: none. */
static char *table_of(const Document *d)
{
    if (note_of_kind(d)) return NULL;
    const char *slash = strrchr(d->path, '/');
    AutoString *folder = must_have(strndup(d->path, (size_t)(slash - d->path)));
    bool party = strcmp(slash, "/party.lua") == 0, house = strcmp(slash, "/house.lua") == 0;
    bool campaign = folder_has(folder, "house.lua") &&
                    (folder_has(folder, "party.lua") || folder_has(folder, "journal.db"));
    if ((party || house) && campaign) return must_have(strdup(folder));
    return party ? NULL : must_have(strdup(d->path)); /* a party alone is no table */
}

/* --- drafts ------------------------------------------------------------------------------ */

SconceDraft *chain_draft(const Session *s, const char *table)
{
    SconceOptions options = {.table = table};
    const char *slash = strrchr(table, '/');
    AutoString *folder = must_have(strndup(table, (size_t)(slash - table)));
    /* Without a workspace only this folder may be read: the file's, or the campaign. */
    const char *alone[] = {path_ends_in(table, ".lua") ? folder : table};
    const char *const *folders = s->roots > 0 ? (const char *const *)s->root : alone;
    SconceDraft *draft = sconce_draft_open(&options, folders, s->roots > 0 ? s->roots : 1, NULL);
    for (size_t i = 0; draft && i < s->documents; i++) {
        const Document *d = s->document[i];
        if (d->path) sconce_draft_edit(draft, d->path, d->text, d->n);
    }
    return draft;
}

static RuleChain *find_chain(const Session *s, const char *table)
{
    for (size_t i = 0; table && i < s->chains; i++)
        if (strcmp(s->chain[i]->table, table) == 0) return s->chain[i];
    return NULL;
}

RuleChain *chain_of(Session *s, const Document *d)
{
    AutoString *table = table_of(d);
    return find_chain(s, table);
}

const char *document_note(const Session *s, const Document *d)
{
    const char *note = note_of_kind(d);
    if (note || s->chains < CHAINS_MAX) return note;
    AutoString *table = table_of(d);
    return table && !find_chain(s, table)
               ? "This file is not checked, since too many rule files are open; close some."
               : NULL;
}

/* Makes the chain of a document, if there is none yet, and fewer than CHAINS_MAX. */
static void add_chain(Session *s, const Document *d)
{
    AutoString *table = table_of(d);
    if (!table || find_chain(s, table) || s->chains == CHAINS_MAX) return;
    RuleChain *c = must_have(calloc(1, sizeof *c));
    *c = (RuleChain){.table = must_have(strdup(table)), .must_check = true};
    c->draft = chain_draft(s, table);
    s->chain = must_have(realloc(s->chain, (s->chains + 1) * sizeof *s->chain));
    s->chain[s->chains++] = c;
}

static void chain_free(RuleChain *c)
{
    sconce_draft_close(c->draft);
    json_decref(c->checked);
    json_decref(c->tried);
    free(c->table);
    free(c);
}

/* Ends the chains to which no open document belongs. */
static void drop_chains(Session *s)
{
    for (size_t i = 0; i < s->chains; i++) s->chain[i]->used = false;
    for (size_t k = 0; k < s->documents; k++) {
        RuleChain *c = chain_of(s, s->document[k]);
        if (c) c->used = true;
    }
    for (size_t i = s->chains; i-- > 0;) {
        if (s->chain[i]->used) continue;
        chain_free(s->chain[i]);
        s->chain[i] = s->chain[--s->chains];
    }
}

void chains_edit(Session *s, const Document *d)
{
    for (size_t i = 0; i < s->chains && d->path; i++) {
        RuleChain *c = s->chain[i];
        sconce_draft_edit(c->draft, d->path, d->text, d->n);
        /* of a chain that was not read yet it is not known which files it has */
        if (chain_has(c, d->path) || !c->checked) c->must_check = true;
    }
    add_chain(s, d); /* a policy may have become a rule file */
    drop_chains(s);
}

void chains_close(Session *s, const Document *d)
{
    for (size_t i = 0; i < s->chains && d->path; i++) {
        sconce_draft_edit(s->chain[i]->draft, d->path, NULL, 0);
        s->chain[i]->must_check = true;
    }
    drop_chains(s);
    for (size_t i = 0; i < s->documents; i++) add_chain(s, s->document[i]); /* there is room now */
}

void chains_refresh(Session *s)
{
    for (size_t i = 0; i < s->chains; i++) s->chain[i]->must_check = true;
}

void chains_free(Session *s)
{
    while (s->chains > 0) chain_free(s->chain[--s->chains]);
    free(s->chain);
}

/* --- checking ---------------------------------------------------------------------------- */

void chain_check(RuleChain *c)
{
    if (!c->must_check) return;
    json_t *before = c->checked;
    c->checked = parse_json(sconce_draft_check(c->draft));
    c->must_check = false;
    bool same = before && json_equal(before, c->checked);
    json_decref(before);
    if (same) return; /* as after a save without changes: what the try found still holds */
    json_decref(c->tried);
    c->tried = NULL;
    c->must_try = field_true(c->checked, "loaded") ? TRY_TEXT : TRY_NOTHING;
}

/* True when the answer of the check lists the file under this key. */
static bool is_listed(const RuleChain *c, const char *key, const char *path)
{
    json_each (one, field_list(c->checked, key))
        if (strcmp(name_of(one), path) == 0) return true;
    return false;
}

bool chain_has(const RuleChain *c, const char *path)
{
    size_t n = strlen(c->table);
    /* the table's own file, or the party.lua of its folder */
    bool is_the_table =
        strncmp(path, c->table, n) == 0 && (path[n] == '\0' || strcmp(path + n, "/party.lua") == 0);
    return is_the_table || is_listed(c, "chain", path) || sconce_draft_text(c->draft, path);
}

bool chain_ships(const RuleChain *c, const char *path)
{
    return is_listed(c, "shipped", path);
}
