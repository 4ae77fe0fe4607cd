/* A campaign folder: made completely or not at all, and locked while a program plays in it. */
#pragma once

#include "core/text.h"

/* A file or folder is made under a name of its own beside the final one, and gets that when it is
 * complete and on disk: whoever kills the program leaves no half one under the final name. */

/* Returns a free name in the folder of `path`.  The caller frees it; NULL: no memory. */
char *name_beside(const char *path);
/* Gives a complete file its final name, unless something has it, and syncs the folder. */
bool take_name(const char *beside, const char *path, Err *err);
/* Sets the error of a file or folder that cannot be written, from errno.  Returns false. */
bool set_write_error(const char *path, Err *err);
/* False, with *err, if something has the name. */
bool is_name_free(const char *path, Err *err);

/* A folder that is being made, from folder_make to folder_finish. */
typedef struct {
    const char *name; /* the final name */
    char *beside;    /* where it is made; NULL: an empty folder that cannot be replaced is filled */
    const char *dir; /* one of the two */
    Text written;    /* names of the files written so far, a NUL behind each */
} NewFolder;

/* Makes the folder; an empty one may have its name, and is replaced or filled. */
bool folder_make(NewFolder *f, const char *dir, Err *err);
/* Writes and syncs a new file.  It is an error if the file exists. */
bool folder_write(NewFolder *f, const char *name, const char *text, size_t n, Err *err);
/* Writes .luarc.json, which tells Lua editors where include/sconce.lua is, if that is installed. */
bool folder_write_luarc(NewFolder *f, Err *err);
/* Ends the making.  ok: the caller succeeded, and has closed the journal; then the folder gets its
 * name, and all is synced.  If not ok, or if that fails, the files written, the journal, and a
 * folder that was made are removed again.  Returns true if the folder is complete. */
bool folder_finish(NewFolder *f, bool ok, Err *err);

/* Replaces a file as a whole: after a power failure it has the old text or the new one.  It keeps
 * its permissions.  Refuses a link, and a file that nobody may write. */
bool folder_replace(const char *dir, const char *name, const char *text, size_t n, Err *err);

/* Locks the file `.lock` in the folder and returns its descriptor.  Returns -1 and sets *err when
 * another program plays there (the error names it) or when the folder cannot be written.  The lock
 * ends when the descriptor is closed or the process ends. */
int folder_lock(const char *folder, Err *err);
void folder_unlock(int fd); /* -1 is fine */
