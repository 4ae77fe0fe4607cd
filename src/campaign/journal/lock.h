/* The lock of a campaign folder: one player of it at a time. */
#ifndef CAMPAIGN_LOCK_H
#define CAMPAIGN_LOCK_H

#include "core/text.h"

/* Takes `.lock` in the folder.  -1 with a sentence that names the holder when somebody else
 * plays there, or when the folder cannot be written.  It is let go when the descriptor is closed,
 * or the process ends in any way. */
int lock_take(const char *folder, Err *err);
void lock_free(int fd); /* -1 is fine */

#endif
