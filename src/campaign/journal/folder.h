/* A campaign folder: making it, all of it or nothing; and its lock, by which one player has it at a
 * time. */
#ifndef CAMPAIGN_FOLDER_H
#define CAMPAIGN_FOLDER_H

#include "core/text.h"

/* A folder under way, from folder_make to folder_finish. */
typedef struct {
    const char *dir;
    bool made;    /* it was not there before */
    Text written; /* names of the files, a NUL behind each */
} NewFolder;

/* Makes the folder, or takes one that is empty. */
bool folder_make(NewFolder *f, const char *dir, Err *err);
/* Writes a new file, to the disk; one that is there already is an error. */
bool folder_write(NewFolder *f, const char *name, const char *text, size_t n, Err *err);
/* .luarc.json for editors that speak Lua, if include/sconce.lua is to be found. */
bool folder_write_luarc(NewFolder *f, Err *err);
/* When all went well so far, syncs the names of the files and of the folder itself.  Else, or when
 * that fails, removes what was written, the journal, and the folder if it was made.  Returns
 * whether the folder stands. */
bool folder_finish(NewFolder *f, bool ok, Err *err);

/* Locks `.lock` in the folder.  Returns its descriptor; -1 with a sentence when somebody else plays
 * there, who is named, or when the folder cannot be written.  The lock ends when the descriptor is
 * closed, or the process ends in any way. */
int folder_lock(const char *folder, Err *err);
void folder_unlock(int fd); /* -1 is fine */

#endif
