/* A rule file that changed is noticed before the next command.  It is tried in a new cell; only
 * when that loads does the old one go. */
#include <stdio.h>
#include <string.h>

#include "campaign/campaign.h"

static void warn_kept(Sconce *s, const Err *err)
{
    char place[300] = "";
    if (err->file[0] && err->line > 0)
        snprintf(place, sizeof place, "%s:%d: ", err->file, err->line);
    else if (err->file[0])
        snprintf(place, sizeof place, "%s: ", err->file);
    campaign_warn(s, "%s%s; the rules read before stay in force", place, err->text);
}

static void adopt(Sconce *s, Keeper *k, const char *name)
{
    char hash[HASH_HEX];
    chain_hash(keeper_chain(k), SCONCE_VERSION, hash);
    if (strcmp(hash, s->hash) != 0 && !s->moved) campaign_warn(s, "%s changed: read again", name);
    memcpy(s->hash, hash, sizeof hash);
    keeper_free(s->keeper);
    s->keeper = k;
    s->stored = s->moved = false;
    chain_free(s->rejected);
    s->rejected = NULL;
}

static void reject(Sconce *s, Keeper *k, const Err *err)
{
    warn_kept(s, err);
    chain_free(s->rejected);
    s->rejected = keeper_release(k);
    keeper_free(k);
}

/* The files as they are now, or NULL: then the warning was given, once. */
static Chain *read_again(Sconce *s)
{
    Err err = {0};
    Chain *c = campaign_chain(s, &err);
    if (!c && !s->missing) warn_kept(s, &err);
    s->missing = !c;
    return c;
}

void campaign_reload(Sconce *s)
{
    Err err = {0};
    char name[100] = "house.lua";
    const RuleFile *f = chain_changed(s->rejected ? s->rejected : keeper_chain_mutable(s->keeper));
    if (!f && !s->missing) return;
    if (f) snprintf(name, sizeof name, "%s", f->name);
    Chain *c = read_again(s);
    Keeper *k = c ? keeper_new(s->cell, s->patience, (const volatile int *)&s->stop, c) : NULL;
    if (!k) return;
    if (keeper_load(k, &err))
        adopt(s, k, name);
    else
        reject(s, k, &err);
}
