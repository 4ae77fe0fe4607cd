/* Excerpts.  A message has a line but no column: the arrow goes under the field it names, else
 * under the first word that it quotes and the line holds, else under the line's first word. */
#include "cli/term/excerpt.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 3, LONGEST = 200 }; /* lines of an excerpt; bytes of one */

/* The last lines of a file up to one. */
typedef struct {
    char *text[LINES]; /* the last is the line in question */
    int n;
} Lines;

static Lines lines_of(const char *file, int line)
{
    Lines l = {0};
    FILE *f = fopen(file, "r");
    char *text = NULL;
    size_t room = 0;
    for (int i = 1; f && i <= line && getline(&text, &room, f) >= 0; i++) {
        if (i <= line - LINES) continue;
        text[strcspn(text, "\r\n")] = '\0';
        l.text[l.n++] = must_have(strndup(text, LONGEST));
        if (i == line) break;
    }
    free(text);
    if (f) fclose(f);
    return l;
}

static void lines_free(Lines *l)
{
    for (int i = 0; i < l->n; i++) free(l->text[i]);
}

/* Is the word at `at` (n bytes) of `line` a word of its own? */
static bool is_whole_word(const char *line, const char *at, size_t n)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    bool before = at > line && strchr(letters, at[-1]);
    bool after = at[n] && strchr(letters, at[n]);
    return !before && !after;
}

static const char *find_word(const char *line, const char *word, size_t n)
{
    for (const char *at = line; n > 0 && *at; at++)
        if (strncmp(at, word, n) == 0 && is_whole_word(line, at, n)) return at;
    return NULL;
}

/* The field in `member "X", con: a number is needed`, or NULL. */
static const char *field_named(const char *message, size_t *n)
{
    const char *colon = strstr(message, ": ");
    const char *word = colon ? colon : message;
    while (word > message && word[-1] != ' ') word--;
    *n = colon ? (size_t)(colon - word) : 0;
    return word >= message + 2 && word[-2] == ',' ? word : NULL;
}

/* The place in the line that the message speaks of, and how long it is. */
static const char *find_place(const char *line, const char *message, size_t *n)
{
    const char *field = field_named(message, n), *at = field ? find_word(line, field, *n) : NULL;
    if (at) return at;
    for (const char *s = message; (s = strpbrk(s, "'\"")); s++) {
        const char *end = strchr(s + 1, *s);
        if (!end) { /* a text that is not closed: its opening quote */
            *n = 1;
            if ((at = strstr(line, s))) return at;
            break;
        }
        *n = (size_t)(end - s - 1);
        if ((at = find_word(line, s + 1, *n))) return at;
        s = end;
    }
    *n = 1;
    return line + strspn(line, " \t");
}

static void write_line(const TerminalStyle *style, int number, const char *text)
{
    StyledText t = {0};
    styled_tint(&t, FAINT);
    styled_put(&t, "%5d | ", number);
    styled_tint(&t, PLAIN);
    styled_clean(&t, text);
    style_print(style, &t);
    styled_free(&t);
}

static void write_arrow(const TerminalStyle *style, const char *line, const char *message)
{
    size_t n = 1;
    const char *at = find_place(line, message, &n);
    StyledText before = {0}, under = {0}, t = {0};
    styled_cleann(&before, line, (size_t)(at - line));
    styled_cleann(&under, at, strnlen(at, n));
    styled_tint(&t, FAINT);
    styled_put(&t, "      | ");
    styled_tint(&t, BAD);
    styled_put(&t, "%*s^", before.columns, "");
    for (int i = 1; i < under.columns; i++) styled_put(&t, "~");
    styled_tint(&t, PLAIN);
    style_print(style, &t);
    styled_free(&before);
    styled_free(&under);
    styled_free(&t);
}

static void write_head(const TerminalStyle *style, const char *file, int line, const char *grade,
                       const char *text)
{
    StyledText t = {0};
    bool grave = strcmp(grade, "warning") != 0 && strcmp(grade, "note") != 0;
    styled_tint(&t, STRONG);
    styled_clean(&t, file);
    if (*file) styled_put(&t, line > 0 ? ":%d: " : ": ", line);
    if (!grave) styled_put(&t, "%s: ", grade);
    styled_tinted(&t, grave ? BAD : CARE, text);
    style_print(style, &t);
    styled_free(&t);
}

void excerpt_message(const TerminalStyle *style, const char *file, int line, const char *grade,
                     const char *text, bool lines)
{
    write_head(style, file, line, grade, text);
    if (!lines || !*file || line <= 0) return;
    Lines l = lines_of(file, line);
    for (int i = 0; i < l.n; i++) write_line(style, line - l.n + 1 + i, l.text[i]);
    if (l.n > 0) write_arrow(style, l.text[l.n - 1], text);
    lines_free(&l);
}

static int characters(const char *s, size_t n)
{
    int all = 0;
    for (size_t i = 0; i < n; i++) all += ((unsigned char)s[i] & 0xC0) != 0x80;
    return all;
}

void excerpt_columns(const char *file, int line, const char *text, int *from, int *to)
{
    *from = *to = 1;
    Lines l = lines_of(file, line);
    if (l.n > 0) {
        size_t n = 1;
        const char *all = l.text[l.n - 1], *at = find_place(all, text, &n);
        *from = 1 + characters(all, (size_t)(at - all));
        *to = *from + characters(at, strnlen(at, n));
    }
    lines_free(&l);
}
