/* Finds the file that includes a part, since only the whole can be checked. */
#include <dirent.h>
#include <string.h>

#include "campaign/editor/draft.h"

/* How far parts are followed upwards: real rules have two or three, and a circle has no end. */
enum { INCLUDERS_MAX = 6 };

/* True if a text has include "NAME" (n bytes), in any spelling of quotes and brackets. */
static bool includes(const char *text, const char *name, size_t n)
{
    for (const char *s = text; (s = strstr(s, "include")); s++) {
        const char *quote = s + strlen("include");
        quote += strspn(quote, " (");
        bool quoted = *quote == '"' || *quote == '\'';
        if (quoted && strncmp(quote + 1, name, n) == 0 && quote[n + 1] == *quote) return true;
    }
    return false;
}

/* Returns the file of a folder that includes the part, or NULL.  Of several, the first by name: any
 * would do, but it must be the same one each time.  The caller frees it. */
static char *find_in(const SconceDraft *d, const char *folder, const char *name, size_t n)
{
    DIR *dir = opendir(folder);
    char *found = NULL;
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        ScopedText text = {0};
        if (lua_stem_length(e->d_name) == 0) continue;
        char *path = path_join(folder, e->d_name);
        bool comes_first = path && (!found || strcmp(path, found) < 0);
        if (comes_first && overlay_read(&d->overlay, path, NULL, &text, NULL) &&
            includes(text_str(&text), name, n)) {
            free(found);
            found = path;
        } else {
            free(path);
        }
    }
    if (dir) closedir(dir);
    return found;
}

char *find_includer(const SconceDraft *d, const char *part)
{
    char *at = strdup(part);
    for (int i = 0; at && is_in_parts(at) && i < INCLUDERS_MAX; i++) {
        ScopedString *folder = path_folder(at), *above = folder ? path_folder(folder) : NULL;
        const char *name = path_base(at);
        size_t n = lua_stem_length(name);
        /* A file above parts/ is no part, and ends the search; one in it is followed on. */
        char *next = above ? find_in(d, above, name, n) : NULL;
        if (!next && folder) next = find_in(d, folder, name, n);
        free(at);
        at = next;
    }
    if (at && !is_in_parts(at)) return at;
    free(at);
    return NULL;
}
