/* All that is in a chain of rule files, for `sconce rules TABLE`. */
#ifndef CAMPAIGN_OVERVIEW_H
#define CAMPAIGN_OVERVIEW_H

#include "campaign/view/lines.h"
#include "core/value.h"

void overview_lines(StyledLines *l, const Value *book);

#endif
