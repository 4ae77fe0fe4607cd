/* Names of files, and files that are written as a whole. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

bool path_is_folder(const char *path);
bool path_ends_in(const char *path, const char *ending); /* false for `ending` alone */
bool folder_has(const char *folder, const char *name);   /* a file of this name is in the folder */

/* A file that is written beside its final name, and gets the name when it is complete and on disk:
 * whatever happens before, the name has the old file, or none.  Only what cannot be replaced is
 * written in its place: a pipe or device, a file with a second name, somebody else's. */
typedef struct {
    char *path, *beside; /* the file, links followed; what is written, NULL: the file itself */
    FILE *to;
} Draft;

/* Opens it to be written; mode: the permissions of a new file, from which the umask is taken. False
 * with errno; then draft_end must not be called. */
bool draft_begin(Draft *d, const char *file, unsigned mode);
/* The name that is written, for a program that opens it by itself. */
const char *draft_name(const Draft *d);
/* Ends it.  ok: all of it was written; if not, the old file stays.  False with errno. */
bool draft_end(Draft *d, bool ok);
/* Returns 0, or the errno with which draft_begin would fail.  Leaves files as they are. */
int draft_try(const char *file);
