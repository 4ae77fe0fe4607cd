/* A campaign folder: making it completely or not at all, and the lock that lets only one program at
 * a time play in it. */
#pragma once

#include "core/text.h"

/* A folder that is being made, from folder_make to folder_finish. */
typedef struct {
    const char *dir;
    bool made;    /* the folder did not exist before */
    Text written; /* names of the files written so far, a NUL behind each */
} NewFolder;

/* Makes the folder, or uses an existing empty one. */
bool folder_make(NewFolder *f, const char *dir, Err *err);
/* Writes and syncs a new file.  It is an error if the file exists. */
bool folder_write(NewFolder *f, const char *name, const char *text, size_t n, Err *err);
/* Writes .luarc.json, which tells Lua editors where include/sconce.lua is; nothing if that is not
 * installed. */
bool folder_write_luarc(NewFolder *f, Err *err);
/* Ends the making.  ok: the caller succeeded; then the folder is synced, so that the names of its
 * files are on disk, too.  If not ok, or if that sync fails, the files written, the journal, and a
 * folder that was made are removed again.  Returns true if the folder is complete. */
bool folder_finish(NewFolder *f, bool ok, Err *err);

/* Replaces a file in a folder as a whole: after a power failure it has the old text or the new one.
 * It keeps its permissions.  Refuses a link, since a plain file would take its place, and a file
 * that nobody may write. */
bool folder_replace(const char *dir, const char *name, const char *text, size_t n, Err *err);

/* Locks the file `.lock` in the folder and returns its descriptor.  Returns -1 and sets *err when
 * another program plays there (the error names it) or when the folder cannot be written.  The lock
 * ends when the descriptor is closed or the process ends. */
int folder_lock(const char *folder, Err *err);
void folder_unlock(int fd); /* -1 is fine */
