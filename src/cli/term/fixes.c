#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"

enum { FILE_MAX = 1 << 20 }; /* bytes of a file that is changed */

/* --- files ---------------------------------------------------------------------------- */

/* Reads a plain file of any bytes but NUL; NULL: it cannot be read.  The caller frees it. */
static char *read_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    char *text = NULL;
    size_t n = 0;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < FILE_MAX) {
        text = must_have(calloc(1, (size_t)st.st_size + 1));
        for (ssize_t got; n < (size_t)st.st_size; n += (size_t)got)
            if ((got = read(fd, text + n, (size_t)st.st_size - n)) <= 0) break;
    }
    if (fd >= 0) close(fd);
    if (text && (n < (size_t)st.st_size || strlen(text) < n)) {
        free(text);
        return NULL;
    }
    return text;
}

/* Puts a text in the place of a file at once, with its mode: a reader sees the old or the new.  A
 * file that its owner may not write stays as it is. */
static bool replace_file(const char *path, const char *text)
{
    char *beside = NULL;
    struct stat st;
    if (stat(path, &st) != 0 || !(st.st_mode & S_IWUSR) || asprintf(&beside, "%s.XXXXXX", path) < 0)
        return false;
    size_t n = strlen(text);
    int fd = mkstemp(beside);
    bool ok = fd >= 0 && write(fd, text, n) == (ssize_t)n && fchmod(fd, st.st_mode & 0777) == 0 &&
              fsync(fd) == 0;
    if (fd >= 0) close(fd);
    ok = ok && rename(beside, path) == 0;
    if (!ok && fd >= 0) unlink(beside);
    free(beside);
    return ok;
}

/* --- places --------------------------------------------------------------------------- */

/* The first byte of a line, counted from 1 as Lua does: LF, CR and CR LF end one.  NULL: none. */
static char *at_line(char *text, int64_t line)
{
    for (; *text && line > 1; text++)
        if (*text == '\n' || (*text == '\r' && text[1] != '\n')) line--;
    return line <= 1 ? text : NULL;
}

/* The byte of a column, counted in characters from 1.  A byte order mark at the head of the file is
 * a character, as it is for author/messages.lua. */
static char *at_column(char *line, int64_t column)
{
    for (; *line && column > 1; column--) do
            line++;
        while (((unsigned char)*line & 0xC0) == 0x80);
    return line;
}

/* The bytes that an edit replaces: from *from to before the returned byte.  NULL: it fits not. */
static char *edit_place(char *text, const json_t *edit, char **from)
{
    char *line = at_line(text, field_int(edit, "line", 0));
    const char *was = field_text(edit, "was");
    if (!line) return NULL;
    *from = at_column(line, field_int(edit, "column", 0));
    return strncmp(*from, was, strlen(was)) == 0 ? *from + strlen(was) : NULL;
}

/* --- changes -------------------------------------------------------------------------- */

void fixes_add(Fixes *f, const char *table, const json_t *problem)
{
    const json_t *edit = json_object_get(problem, "edit");
    const char *file = field_text(problem, "file");
    if (!f->edits) {
        f->edits = must_have(json_array());
        f->files = must_have(json_object());
    }
    if (!json_object_get(f->files, file)) {
        char *read = read_file(file);
        json_t *text = read ? json_string_nocheck(read) : NULL;
        free(read);
        if (!text) return;
        json_object_set_new(f->files, file, text);
    }
    char *copy = must_have(strdup(field_text(f->files, file))), *from;
    json_t *o = must_have(json_deep_copy(edit));
    json_object_set_new(o, "file", json_of_bytes(file));
    json_object_set_new(o, "told", json_of_bytes(field_text(problem, "text")));
    json_object_set_new(o, "table", json_of_bytes(table ? table : ""));
    bool fits = edit_place(copy, edit, &from) != NULL;
    json_each (other, f->edits) /* one change a line: the next round makes the others */
        fits &= strcmp(field_text(other, "file"), file) != 0 ||
                field_int(other, "line", 0) != field_int(edit, "line", 0);
    if (fits) json_array_append(f->edits, o);
    json_decref(o);
    free(copy);
}

void fixes_free(Fixes *f)
{
    json_decref(f->edits);
    json_decref(f->files);
    *f = (Fixes){0};
}

/* Makes a text with one edit.  The caller frees it. */
static char *edited(const char *text, const json_t *edit)
{
    char *copy = must_have(strdup(text)), *made = NULL, *from;
    char *behind = edit_place(copy, edit, &from);
    const char *put = behind ? field_text(edit, "text") : "";
    int before = behind ? (int)(from - copy) : (int)strlen(copy);
    if (asprintf(&made, "%.*s%s%s", before, copy, put, behind ? behind : "") < 0) must_have(NULL);
    free(copy);
    return made;
}

void fixes_prove(Fixes *f, bool (*proves)(const json_t *, const char *, const char *))
{
    for (size_t i = json_array_size(f->edits); i-- > 0;) {
        const json_t *edit = json_array_get(f->edits, i);
        const char *before = field_text(f->files, field_text(edit, "file"));
        char *after = edited(before, edit);
        if (!proves(edit, before, after)) json_array_remove(f->edits, i);
        free(after);
    }
}

static void show_line(const TerminalStyle *style, char sign, const char *text, int64_t line)
{
    char *copy = must_have(strdup(text)), *at = at_line(copy, line);
    StyledText t = {0};
    if (at) at[strcspn(at, "\r\n")] = '\0';
    styled_tinted(&t, sign == '-' ? BAD : GOOD, "  %c ", sign);
    styled_put(&t, "%s", at ? at : "");
    style_write_line(style, &t);
    free(copy);
}

static void show_edit(const TerminalStyle *style, const Fixes *f, const json_t *edit)
{
    const char *file = field_text(edit, "file"), *text = field_text(f->files, file);
    int64_t line = field_int(edit, "line", 0);
    char *after = edited(text, edit);
    StyledText head = {0};
    styled_tinted(&head, STRONG, "%s:%" PRId64, file, line);
    style_write_line(style, &head);
    show_line(style, '-', text, line);
    show_line(style, '+', after, line);
    free(after);
}

/* True when the user agrees, or nobody is there to be asked. */
static bool agreed(const TerminalStyle *style, size_t n)
{
    if (!style->terminal || !isatty(STDIN_FILENO)) return true;
    char *line = NULL;
    size_t room = 0;
    fprintf(style->to, n == 1 ? "Write this change? [y/N] " : "Write these %zu changes? [y/N] ", n);
    fflush(style->to);
    bool yes = getline(&line, &room, stdin) > 0 && (*line == 'y' || *line == 'Y');
    free(line);
    return yes;
}

/* Writes the changes of one file; each stays in its line, so that the places of the others hold. */
static bool write_one(const TerminalStyle *style, const Fixes *f, const char *file)
{
    const char *before = field_text(f->files, file);
    char *now = read_file(file), *text = must_have(strdup(before));
    size_t n = 0;
    bool same = now && strcmp(now, before) == 0;
    json_each (edit, f->edits) {
        if (strcmp(field_text(edit, "file"), file) != 0) continue;
        char *next = edited(text, edit); /* an edit stays in its line */
        free(text);
        text = next;
        n++;
    }
    bool ok = same && n > 0 && replace_file(file, text);
    if (!same)
        clean_printf(style->to, "%s has changed meanwhile; nothing was written there.\n", file);
    else if (ok)
        clean_printf(style->to, "%s: %zu %s written.\n", file, n, n == 1 ? "change" : "changes");
    else if (n > 0)
        clean_printf(style->to, "%s cannot be written.\n", file);
    free(now);
    free(text);
    return ok;
}

bool fixes_apply(const TerminalStyle *style, const Fixes *f)
{
    size_t n = json_array_size(f->edits);
    const json_t *text;
    const char *file;
    bool wrote = false;
    if (n == 0) return false;
    json_each (edit, f->edits) show_edit(style, f, edit);
    if (!agreed(style, n)) {
        fprintf(style->to, "Nothing was written.\n");
        return false;
    }
    json_object_foreach (f->files, file, text) wrote |= write_one(style, f, file);
    return wrote;
}
