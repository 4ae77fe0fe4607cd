/* A message has a line but no column, so the arrow goes under the field it names; else under the
 * first word that it quotes and that the line holds; else under the first word of the line. */
#include "cli/term/excerpt.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 3, BYTES_MAX = 200 }; /* lines of an excerpt; bytes of a line */

/* A line of a file, and those before it. */
typedef struct {
    char *text[LINES]; /* the line itself is the last */
    int n;             /* 0 when the file cannot be read */
} Lines;

static Lines read_lines(const char *file, int line)
{
    Lines l = {0};
    FILE *f = fopen(file, "r");
    char *text = NULL;
    size_t room = 0;
    for (int i = 1; f && i <= line && getline(&text, &room, f) >= 0; i++) {
        if (i <= line - LINES) continue;
        text[strcspn(text, "\r\n")] = '\0';
        l.text[l.n++] = must_have(strndup(text, BYTES_MAX));
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

/* True when the n bytes at `at` are not part of a longer word. */
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

/* Finds the field that a message such as `member "X", con: a number is needed` names, and its
 * length; NULL: it names none. */
static const char *find_field(const char *message, size_t *n)
{
    const char *colon = strstr(message, ": ");
    const char *word = colon ? colon : message;
    while (word > message && word[-1] != ' ') word--;
    *n = colon ? (size_t)(colon - word) : 0;
    return word >= message + 2 && word[-2] == ',' ? word : NULL;
}

/* Returns the place in the line that the message is about; *n: its length in bytes. */
static const char *find_place(const char *line, const char *message, size_t *n)
{
    const char *field = find_field(message, n), *at = field ? find_word(line, field, *n) : NULL;
    if (at) return at;
    for (const char *s = message; (s = strpbrk(s, "'\"")); s++) {
        const char *end = strchr(s + 1, *s);
        if (!end) { /* the message quotes a text that is not closed: its opening quote */
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
    styled_tinted(&t, FAINT, "%5d | ", number);
    styled_put(&t, "%s", text);
    style_write_line(style, &t);
}

static void write_arrow(const TerminalStyle *style, const char *line, const char *message)
{
    size_t n = 1;
    const char *at = find_place(line, message, &n);
    AutoStyled before = {0}, under = {0}, t = {0};
    styled_put_bytes(&before, line, (size_t)(at - line));
    styled_put_bytes(&under, at, strnlen(at, n));
    styled_tint(&t, FAINT);
    styled_put(&t, "      | ");
    styled_tint(&t, BAD);
    styled_put(&t, "%*s^", before.columns, "");
    for (int i = 1; i < under.columns; i++) styled_put(&t, "~");
    styled_tint(&t, PLAIN);
    style_write_line(style, &t);
}

static void write_head(const TerminalStyle *style, const char *file, int line, const char *grade,
                       const char *text)
{
    StyledText t = {0};
    bool grave = strcmp(grade, "warning") != 0 && strcmp(grade, "note") != 0;
    styled_tint(&t, STRONG);
    styled_put(&t, "%s", file);
    if (*file) styled_put(&t, line > 0 ? ":%d: " : ": ", line);
    if (!grave) styled_put(&t, "%s: ", grade);
    styled_tinted(&t, grave ? BAD : CARE, "%s", text);
    style_write_line(style, &t);
}

void excerpt_message(const TerminalStyle *style, const char *file, int line, const char *grade,
                     const char *text)
{
    write_head(style, file, line, grade, text);
    if (!*file || line <= 0) return;
    Lines l = read_lines(file, line);
    for (int i = 0; i < l.n; i++) write_line(style, line - l.n + 1 + i, l.text[i]);
    if (l.n > 0) write_arrow(style, l.text[l.n - 1], text);
    lines_free(&l);
}

/* Number of UTF-8 characters in n bytes. */
static int count_characters(const char *s, size_t n)
{
    int count = 0;
    for (size_t i = 0; i < n; i++) count += ((unsigned char)s[i] & 0xC0) != 0x80;
    return count;
}

void excerpt_columns(const char *file, int line, const char *text, int *from, int *to)
{
    *from = *to = 1;
    Lines l = read_lines(file, line);
    if (l.n > 0) {
        size_t n = 1;
        const char *found = l.text[l.n - 1], *at = find_place(found, text, &n);
        *from = 1 + count_characters(found, (size_t)(at - found));
        *to = *from + count_characters(at, strnlen(at, n));
    }
    lines_free(&l);
}
