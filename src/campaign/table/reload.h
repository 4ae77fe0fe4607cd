/* Rules in force, and their files on disk. */
#ifndef CAMPAIGN_RELOAD_H
#define CAMPAIGN_RELOAD_H

#include "campaign/table/table.h"

/* Loads the chain, which it takes, in a new cell, and puts these rules in force.  False with a
 * sentence. */
bool rules_use(Sconce *s, Chain *c, Err *err);
/* At opening: warns of what changed in the rules since the last entry. */
void rules_tell_changes(Sconce *s);
/* Before a command, and never at a question: loads rule files that changed.  When they do not load,
 * the rules before stay, with a warning. */
void rules_reload(Sconce *s);
/* After a play: warns of things in the state that new rules no longer have (texts), or that they
 * are back. */
void rules_tell_orphans(Sconce *s, const Value *orphans);
/* Frees what they hold. */
void rules_close(LoadedRules *r);

#endif
