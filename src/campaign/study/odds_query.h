/* The verb `odds`: exact odds from where the table stands, in the GM's words. */
#ifndef CAMPAIGN_FORETELL_H
#define CAMPAIGN_FORETELL_H

#include "campaign/table/campaign.h"

/* "encounter before torch" -> "before the torch goes out: encounter 42.1% (91/216), if …" in t.
 * False with a sentence.  The table stays as it is. */
bool foretell(Sconce *s, const char *typed, Text *t, Err *err);

#endif
