/* A copy of a file and of one beside it, for reading what could only be read by writing. */
#ifndef CAMPAIGN_TEMPORARY_H
#define CAMPAIGN_TEMPORARY_H

#include "core/text.h"

/* Copies FILE and FILE+tail (which may be missing) into a new folder under $TMPDIR, readable by the
 * user alone.  Returns the path of the copy of FILE, which is for temporary_drop; NULL with a
 * sentence, and then nothing is left of it. */
char *temporary_copy(const char *file, const char *tail, Err *err);
/* Removes the copies and their folder, and frees the path.  Files that are open stay readable. */
void temporary_drop(char *copy, const char *tail);

#endif
