/* A journal's file, and those that SQLite looks for beside it, looked at before SQLite opens any:
 * they may come from a stranger. */
#ifndef CAMPAIGN_CHECK_FILE_H
#define CAMPAIGN_CHECK_FILE_H

#include "campaign/journal/journal.h"

/* False with a sentence that calls the file `name` when it is none of ours, or of a newer version;
 * then no byte of it changed.  *there: whether there is anything in it; an empty file, or none, is
 * for the caller to judge. */
bool check_file(const char *file, const char *name, JournalMode mode, bool *there, Err *err);

/* In the header of the file: "Scnc". */
enum { APPLICATION_ID = 0x53636e63 };

#endif
