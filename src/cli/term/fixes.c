/* Collects, tries, shows and writes the changes of `check --fix`.  Declared in excerpt.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/paths.h"

/* --- files ---------------------------------------------------------------------------- */

char *read_file(const char *path)
{
    FILE *f = open_rule_file(path);
    char *text = NULL;
    size_t room = 0;
    ssize_t n = f ? getdelim(&text, &room, '\0', f) : -1;
    if (f) fclose(f);
    if (n > 0 && strlen(text) == (size_t)n) return text;
    free(text);
    return NULL;
}

bool replace_file(const char *path, const char *text)
{
    struct stat st;
    Draft d;
    bool plain = lstat(path, &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & S_IWUSR);
    return plain && draft_begin(&d, path, 0666) && draft_end(&d, fputs(text, d.to) >= 0);
}

/* --- places --------------------------------------------------------------------------- */

/* The first byte of line 1, 2, …, as Lua counts: LF, CR and CR LF end one.  NULL: too few lines. */
static const char *at_line(const char *text, int64_t line)
{
    for (; *text && line > 1; text++)
        if (*text == '\n' || (*text == '\r' && text[1] != '\n')) line--;
    return line <= 1 ? text : NULL;
}

/* Finds the bytes that an edit replaces: *from is the first, the byte behind them is returned.
 * NULL when something else stands there. */
static const char *edit_place(const char *text, const json_t *edit, const char **from)
{
    const char *line = at_line(text, field_int(edit, "line", 0));
    const char *was = field_text(edit, "was");
    if (!line) return NULL;
    *from = byte_at_column(line, field_int(edit, "column", 0));
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
        AutoString *read = read_file(file);
        json_t *text = read ? json_string_nocheck(read) : NULL;
        if (!text) return;
        json_object_set_new(f->files, file, text);
    }
    const char *from;
    json_auto_t *o = must_have(json_deep_copy(edit));
    json_object_set_new(o, "file", json_of_bytes(file));
    json_object_set_new(o, "told", json_of_bytes(field_text(problem, "text")));
    json_object_set_new(o, "table", json_of_bytes(table ? table : ""));
    bool fits = edit_place(field_text(f->files, file), edit, &from) != NULL;
    json_each (other, f->edits) { /* one change a line: the next round makes the others */
        bool same_line = field_int(other, "line", 0) == field_int(edit, "line", 0);
        if (same_line && field_is(other, "file", file)) fits = false;
    }
    if (fits) json_array_append(f->edits, o);
}

void fixes_free(Fixes *f)
{
    json_decref(f->edits);
    json_decref(f->files);
    *f = (Fixes){0};
}

/* The text of an edit's file before any is made. */
static const char *text_before(const Fixes *f, const json_t *edit)
{
    return field_text(f->files, field_text(edit, "file"));
}

/* Makes a text with edits, at most one a line (fixes_add): none moves another.  To be freed. */
static char *edited(const char *text, const json_t *edits)
{
    char *made = must_have(strdup(text));
    json_each (edit, edits) {
        AutoString *old = made;
        const char *from, *behind = edit_place(old, edit, &from);
        made = behind
                   ? formatted("%.*s%s%s", (int)(from - old), old, field_text(edit, "text"), behind)
                   : must_have(strdup(old));
    }
    return made;
}

/* Appends to `kept` those of the edits from..end - 1, all of one file, that prove right.  All are
 * tried together, or else each half by itself: a proof takes long, and few are wrong. */
static void keep_proved(const Fixes *f, size_t from, size_t end, FixProof *proves, int *proofs,
                        json_t *kept)
{
    if (*proofs == 0) return;
    --*proofs;
    json_auto_t *some = must_have(json_array());
    for (size_t i = from; i < end; i++) json_array_append(some, json_array_get(f->edits, i));
    const char *before = text_before(f, json_array_get(some, 0));
    AutoString *after = edited(before, some);
    bool proved = proves(some, before, after);
    if (proved) json_array_extend(kept, some);
    if (proved || end - from == 1) return;
    size_t middle = from + (end - from) / 2;
    keep_proved(f, from, middle, proves, proofs, kept);
    keep_proved(f, middle, end, proves, proofs, kept);
}

void fixes_prove(Fixes *f, FixProof *proves, int *proofs)
{
    json_t *kept = must_have(json_array());
    for (size_t from = 0, end; from < json_array_size(f->edits); from = end) {
        const json_t *first = json_array_get(f->edits, from), *next;
        /* A proof is of one file in one table: the edits of a check stand together. */
        for (end = from + 1; (next = json_array_get(f->edits, end)); end++)
            if (!field_is(first, "file", field_text(next, "file")) ||
                !field_is(first, "table", field_text(next, "table")))
                break;
        keep_proved(f, from, end, proves, proofs, kept);
    }
    json_decref(f->edits);
    f->edits = kept;
}

static void show_line(const TerminalStyle *style, char sign, const char *text, int64_t line)
{
    const char *at = at_line(text, line);
    StyledText t = {0};
    styled_tinted(&t, sign == '-' ? BAD : GOOD, "  %c ", sign);
    if (at) styled_put_bytes(&t, at, strcspn(at, "\r\n"));
    style_write_line(style, &t);
}

/* Shows the line of an edit before and after it. */
static void show_edit(const TerminalStyle *style, const Fixes *f, const json_t *edit)
{
    const char *file = field_text(edit, "file"), *text = text_before(f, edit);
    int64_t line = field_int(edit, "line", 0);
    json_auto_t *one = must_have(json_pack("[O]", edit));
    AutoString *after = edited(text, one);
    StyledText head = {0};
    styled_tinted(&head, STRONG, "%s:%" PRId64, file, line);
    style_write_line(style, &head);
    show_line(style, '-', text, line);
    show_line(style, '+', after, line);
}

/* True when the user agrees, or nobody is there to be asked. */
static bool agreed(const TerminalStyle *style, size_t n)
{
    if (!style->terminal || !isatty(STDIN_FILENO)) return true;
    AutoString *line = NULL;
    size_t room = 0;
    fprintf(style->to, n == 1 ? "Write this change? [y/N] " : "Write these %zu changes? [y/N] ", n);
    fflush(style->to);
    return getline(&line, &room, stdin) > 0 && (*line == 'y' || *line == 'Y');
}

/* Writes the changes of one file, and says so; silent when none of them proved right. */
static bool write_one(const TerminalStyle *style, const Fixes *f, const char *file)
{
    const char *before = field_text(f->files, file);
    json_auto_t *edits = must_have(json_array());
    json_each (edit, f->edits)
        if (field_is(edit, "file", file)) json_array_append(edits, edit);
    size_t n = json_array_size(edits);
    AutoString *now = read_file(file), *text = edited(before, edits);
    bool same = now && strcmp(now, before) == 0, ok = same && n > 0 && replace_file(file, text);
    if (!same)
        clean_printf(style->to, "%s has changed meanwhile; nothing was written there.\n", file);
    else if (ok)
        clean_printf(style->to, "%s: %zu %s written.\n", file, n, n == 1 ? "change" : "changes");
    else if (n > 0)
        clean_printf(style->to, "%s cannot be written.\n", file);
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
    json_object_foreach (f->files, file, text)
        if (write_one(style, f, file)) wrote = true;
    return wrote;
}
