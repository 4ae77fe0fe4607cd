/* Checks the file of a journal, and the files that SQLite looks for beside it, before SQLite opens
 * any of them: they may come from a stranger. */
#ifndef CAMPAIGN_CHECK_FILE_H
#define CAMPAIGN_CHECK_FILE_H

#include "campaign/journal/journal.h"

/* Returns false and sets *err, which calls the file `name`, when the file is not a journal of
 * Sconce or has a newer format.  The file is only read.  Sets *there to whether the file has any
 * bytes; a missing or empty file is left for the caller to judge. */
bool check_file(const char *file, const char *name, JournalMode mode, bool *there, Err *err);

enum { APPLICATION_ID = 0x53636e63 }; /* "Scnc", in the header of the file */
enum { JOURNAL_FILE_MB_MAX = 2000 };  /* of a file that is imported, copied or salvaged */

#endif
