/* Making a campaign folder, file by file. */
#ifndef CAMPAIGN_FOLDER_H
#define CAMPAIGN_FOLDER_H

#include "core/text.h"

/* Makes the folder, or takes one that is empty.  *made says whether it was not there before. */
bool folder_make(const char *dir, bool *made, Err *err);
/* Writes a new file, to the disk; one that is there already is an error. */
bool folder_write(const char *dir, const char *name, const char *text, size_t n, Err *err);
/* Syncs the names of the files, and of the folder itself.  To be called last. */
bool folder_settle(const char *dir, Err *err);
/* After a failure: takes back what was written (only files of ours, and dir if it was made). */
void folder_unmake(const char *dir, bool made);
/* .luarc.json for editors that speak Lua, if include/sconce.lua is to be found. */
bool folder_editor(const char *dir, Err *err);

#endif
