/* Making campaign folders. */
#ifndef CAMPAIGN_CREATE_H
#define CAMPAIGN_CREATE_H

#include "campaign/table/table.h"

/* The verb `save`: a scratch campaign becomes a folder, and play goes on there.  False with a
 * sentence. */
bool create_from_scratch(Sconce *s, const char *dir, Err *err);

#endif
