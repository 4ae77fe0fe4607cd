/* Reading a chain of rule files without a campaign. */
#ifndef CAMPAIGN_CHECK_H
#define CAMPAIGN_CHECK_H

#include "campaign/rules/cell_client.h"
#include "sconce.h"

/* Adds keys to the answer, once the rules have loaded. */
typedef void CheckMore(Text *t, const CellClient *client, void *data);

/* Writes the object that sconce_check promises; more may be NULL.  False with a sentence when a
 * file cannot be read at all. */
bool rules_check(const SconceOptions *options, CheckMore *more, void *data, Text *t, Err *err);

#endif
