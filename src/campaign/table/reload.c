/* A rule file that changed is noticed before the next command.  It is tried in a new cell; only
 * when that loads does the old one go. */
#include <stdio.h>
#include <string.h>

#include "campaign/rules/revise.h"
#include "campaign/table/campaign.h"

/* A complaint is told once, and again when it is another. */
static void warn_kept(Sconce *s, const Err *err)
{
    Text t = {0};
    if (err->file[0] && err->line > 0)
        text_addf(&t, "%s:%d: ", err->file, err->line);
    else if (err->file[0])
        text_addf(&t, "%s: ", err->file);
    text_add(&t, err->text);
    bool asks = t.n > 0 && t.s[t.n - 1] == '?';
    if (strcmp(text_str(&t), text_str(&s->complaint)) != 0)
        campaign_warn(s, "%s%s rules read before stay in force", text_str(&t),
                      asks ? " The" : "; the");
    text_free(&s->complaint);
    s->complaint = t;
}

/* Notes in the journal what changed since the last entry, for the log. */
static void note_revision(Sconce *s, const char *to)
{
    Text key = {0};
    revise_key(text_str(&s->now.chain), to, &key);
    if (s->now.chain.n > 0 && !s->read_only && journal_begin(s->journal, NULL)) {
        bool ok = journal_set(s->journal, text_str(&key), text_str(&s->revised), NULL);
        if (!ok || !journal_commit(s->journal, NULL)) journal_rollback(s->journal);
    }
    text_free(&key);
}

/* Says what the new rules have that the old ones had not; first `heading`, if it is not "". */
static void tell_revision(Sconce *s, const CellClient *was, const CellClient *now, const char *hash,
                          const char *heading)
{
    Text t = {0};
    if (s->revised_at != s->now.seq) text_clear(&s->revised);
    s->revised_at = s->now.seq;
    if (revise_tell(was, now, &t) > 0) {
        if (*heading) campaign_warn(s, "%s", heading);
        campaign_warn(s, "%s", text_str(&t));
        text_addf(&s->revised, "%s%s", s->revised.n > 0 ? "\n" : "", text_str(&t));
        note_revision(s, hash);
    }
    text_free(&t);
}

static void adopt(Sconce *s, CellClient *k, const char *name)
{
    char hash[HASH_HEX];
    chain_hash(cell_client_chain(k), SCONCE_VERSION, hash);
    bool other = strcmp(hash, s->hash) != 0;
    if (other && !s->moved) campaign_warn(s, "%s changed: read again", name);
    if (!other && s->complaint.n > 0) campaign_warn(s, "the rules are as they were before");
    text_clear(&s->complaint);
    if (other) tell_revision(s, s->keeper, k, hash, "");
    memcpy(s->hash, hash, sizeof hash);
    cell_client_free(s->keeper);
    s->keeper = k;
    s->stored = s->moved = false;
    s->reread = true;
    chain_free(s->rejected);
    s->rejected = NULL;
}

static void reject(Sconce *s, CellClient *k, const Err *err)
{
    warn_kept(s, err);
    chain_free(s->rejected);
    s->rejected = cell_client_release(k);
    cell_client_free(k);
}

/* The files as they are now, or NULL. */
static Chain *read_again(Sconce *s)
{
    Err err = {0};
    Chain *c = table_sources_chain(&s->sources, &err);
    if (!c) warn_kept(s, &err);
    s->missing = !c;
    return c;
}

void campaign_reload(Sconce *s)
{
    Err err = {0};
    char name[100] = "house.lua";
    const RuleFile *f =
        chain_changed(s->rejected ? s->rejected : cell_client_chain_mutable(s->keeper));
    bool lacks = s->missing || (s->rejected && s->rejected->lacks);
    if (!f && !lacks) return;
    if (f) snprintf(name, sizeof name, "%s", f->name);
    Chain *c = read_again(s);
    CellClient *k = c ? table_sources_client(&s->sources, &s->stop, c) : NULL;
    if (!k) return;
    if (cell_client_load(k, &err))
        adopt(s, k, name);
    else
        reject(s, k, &err);
}

void campaign_reread(Sconce *s)
{
    Err err = {0};
    const char *last = text_str(&s->now.chain);
    if (s->now.seq == 0 || s->stored || strcmp(last, s->hash) == 0) return;
    Chain *c = journal_chain(s->journal, last, &err);
    CellClient *was = c ? table_sources_client(&s->sources, &s->stop, c) : NULL;
    if (was && cell_client_load(was, &err))
        tell_revision(s, was, s->keeper, s->hash,
                      "the rules are others than when this was played last:");
    cell_client_free(was);
}

/* --- what the rules have none of ----------------------------------------------------------- */

void campaign_tell_aside(Sconce *s, const Value *aside)
{
    if (!s->reread || !aside) return; /* NULL: nothing was played */
    bool any = aside->n > 0;
    s->reread = false;
    if (any) campaign_warn(s, "set aside, since the rules have no such thing ('forget' lists it):");
    for (size_t i = 0; i < aside->n; i++) campaign_warn(s, "%s", aside->items[i].s);
    if (!any && s->has_aside) campaign_warn(s, "what was set aside is back");
    s->has_aside = any;
}
