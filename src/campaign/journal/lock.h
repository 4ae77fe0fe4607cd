/* The lock of a campaign folder: one player of it at a time. */
#ifndef CAMPAIGN_LOCK_H
#define CAMPAIGN_LOCK_H

#include "core/text.h"

/* Locks `.lock` in the folder.  Returns its descriptor; -1 with a sentence when somebody else plays
 * there, who is named, or when the folder cannot be written.  The lock ends when the descriptor is
 * closed, or the process ends in any way. */
int lock_take(const char *folder, Err *err);
void lock_free(int fd); /* -1 is fine */

#endif
