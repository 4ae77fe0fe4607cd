/* Checks rule files without opening a campaign. */
#ifndef CAMPAIGN_CHECK_H
#define CAMPAIGN_CHECK_H

#include "campaign/rules/cell_client.h"
#include "sconce.h"

/* Adds keys to the answer; called when the rules have loaded. */
typedef void CheckAddKeys(Text *t, const CellClient *client, void *data);

/* Writes the object that sconce_check promises in sconce.h; add_keys may be NULL.  Mistakes in
 * rules are part of the answer.  Returns false and sets *err when no answer could be made. */
bool rules_check(const SconceOptions *options, CheckAddKeys *add_keys, void *data, Text *t,
                 Err *err);

#endif
