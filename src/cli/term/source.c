/* A function of a rule file ends with the first line below it that is not further in. */
#include "cli/term/source.h"
#include "cli/term/json_fields.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 60 };

/* Two files of one name are house.lua and house~2.lua; the paths stand in that order. */
static const char *path_of(const json_t *paths, const char *name, size_t n)
{
    const char *twice = memchr(name, '~', n);
    int nth = twice ? atoi(twice + 1) : 1;
    size_t stem = twice ? (size_t)(twice - name) : n > 4 ? n - 4 : n, i;
    const json_t *path;
    json_array_foreach (paths, i, path) {
        const char *s = json_is_object(path) ? field_text(path, "path") : json_string_value(path);
        const char *slash = s ? strrchr(s, '/') : NULL, *base = slash ? slash + 1 : s;
        if (base && strncmp(base, name, stem) == 0 && strcmp(base + stem, ".lua") == 0 &&
            --nth == 0)
            return s;
    }
    return NULL;
}

void source_line(const TerminalStyle *ink, int number, const char *text)
{
    StyledText t = {0};
    styled_tint(&t, FAINT);
    styled_put(&t, "%5d | ", number);
    styled_tint(&t, PLAIN);
    styled_clean(&t, text);
    style_print(ink, &t);
    styled_free(&t);
}

/* The lines from `first` on, while they are blank or further in than it, and an `end` below. */
static void write_from(const TerminalStyle *ink, FILE *f, int first)
{
    char *text = NULL;
    size_t room = 0, indent = 0;
    int blank = 0; /* lines held back: they may come after the function */
    for (int i = 1; i < first + LINES_MOST && getline(&text, &room, f) >= 0; i++) {
        text[strcspn(text, "\r\n")] = '\0';
        size_t in = strspn(text, " \t");
        if (i < first) continue;
        if (i == first) indent = in;
        if (!text[in] && ++blank) continue;
        bool on = i == first || in > indent, end = strncmp(text + in, "end", 3) == 0;
        for (; blank > 0 && (on || end); blank--) source_line(ink, i - blank, "");
        if (on || end) source_line(ink, i, text);
        if (!on) break;
    }
    free(text);
}

void source_write(const TerminalStyle *ink, const json_t *paths, const char *place)
{
    const char *colon = strrchr(place, ':');
    const char *path = colon ? path_of(paths, place, (size_t)(colon - place)) : NULL;
    FILE *f = path ? fopen(path, "r") : NULL;
    if (!f) return;
    write_from(ink, f, atoi(colon + 1));
    fclose(f);
}
