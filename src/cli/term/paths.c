#include "cli/term/paths.h"
#include "cli/term/styled_text.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool path_ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), end = strlen(ending);
    return n > end && strcmp(path + n - end, ending) == 0;
}

bool folder_has(const char *folder, const char *name)
{
    AutoString *path = formatted("%s/%s", folder, name);
    return access(path, F_OK) == 0;
}
