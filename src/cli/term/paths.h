/* Names of files. */
#pragma once

#include <stdbool.h>

bool path_is_folder(const char *path);
bool path_ends_in(const char *path, const char *ending); /* false for `ending` alone */
bool folder_has(const char *folder, const char *name);   /* a file of this name is in the folder */
