/* Saves what can still be read of a damaged journal into a new one in memory. */
#ifndef CAMPAIGN_SALVAGE_H
#define CAMPAIGN_SALVAGE_H

#include "campaign/journal/journal.h"

typedef struct {
    int64_t made, saved; /* entries: as many as there were, as far as is known; those saved */
    int64_t last;        /* number that the present head had in the damaged journal */
    Text lost;           /* numbers of the others, "3, 7-9"; the caller frees it */
} Salvaged;

/* Entries keep their order and get new numbers; an entry whose parent is lost gets the entry before
 * it as parent.  NULL with a sentence when no entry can be read. */
Journal *journal_salvage(const char *folder, Salvaged *found, Err *err);

#endif
