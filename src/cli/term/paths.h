/* Names of files, and files that are written as a whole. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

bool path_is_folder(const char *path);
const char *base_of(const char *path);                   /* the part behind the last slash */
bool path_ends_in(const char *path, const char *ending); /* false for `ending` alone */
bool folder_has(const char *folder, const char *name);   /* a file of this name is in the folder */
/* True if the path, found in the folder, is a link to what is not below it: in a stranger's folder,
 * it may lead to any file of the user's. */
bool path_leads_out(const char *folder, const char *path);
/* Said of such a path. */
#define LEADS_OUT "this is a link: put the file itself there, or name the file that it leads to"

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
