/* What can still be read of a damaged journal, as a journal in memory that is whole. */
#ifndef CAMPAIGN_SALVAGE_H
#define CAMPAIGN_SALVAGE_H

#include "campaign/journal/journal.h"

typedef struct {
    int64_t made, saved; /* entries */
    int64_t last;        /* the number that the entry which is now had in the damaged journal */
    Text lost;           /* the numbers of the others, "3, 7-9"; the caller's */
} Salvaged;

/* Entries keep their order and get new numbers; one whose parent is lost stands under the one
 * before it.  NULL with a sentence when not one can be read. */
Journal *journal_salvage(const char *folder, Salvaged *found, Err *err);

#endif
