#include "cli/term/excerpt.h"

#include "cli/term/json_fields.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utf8proc.h>

enum { LINES = 3, BYTES_MAX = 200 }; /* lines of an excerpt; bytes of a line */
enum { FILE_MAX = 1 << 20 };         /* bytes; a file of rules is much shorter */

/* A line of a file, and up to two before it. */
typedef struct {
    char *text[LINES]; /* the line itself is the last */
    int n;             /* 0 when the file cannot be read */
} Lines;

FILE *open_rule_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat st;
    bool plain = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_MAX;
    FILE *f = plain ? fdopen(fd, "r") : NULL;
    if (!f && fd >= 0) close(fd);
    return f;
}

/* Reads one line; LF, CR and CR LF end one, as Lua counts them.  False at the end of the file. */
static bool read_line(FILE *f, char line[static BYTES_MAX + 1])
{
    size_t n = 0;
    int c;
    while ((c = getc(f)) != EOF && c != '\n' && c != '\r')
        if (n < BYTES_MAX) line[n++] = (char)c;
    line[n] = '\0';
    if (c == '\r' && (c = getc(f)) != '\n' && c != EOF) ungetc(c, f);
    return c != EOF || n > 0;
}

/* Reads a line of a file, and up to two before it; the caller frees each. */
static Lines read_lines(const char *file, int line)
{
    Lines l = {0};
    FILE *f = open_rule_file(file);
    char text[BYTES_MAX + 1];
    for (int i = 1; f && i <= line && read_line(f, text); i++) {
        if (i <= line - LINES) continue;
        char *composed = (char *)utf8proc_NFC((const utf8proc_uint8_t *)text); /* as it was read */
        l.text[l.n++] = composed ? composed : must_have(strdup(text));
    }
    if (f) fclose(f);
    return l;
}

const char *byte_at_column(const char *line, int64_t column)
{
    while (*line && column > 1)
        if (((unsigned char)*++line & 0xC0) != 0x80) column--; /* the next character begins */
    return line;
}

/* Finds what a message is about in its line, from *at to before *end: by the columns of the
 * message, or else by the first word in single quotes in its text.  False: the line has neither. */
static bool find_place(const Excerpt *e, const char *line, const char **at, const char **end)
{
    int from = (int)field_int(e->about, "column", 0);
    *at = byte_at_column(line, from);
    *end = byte_at_column(line, field_int(e->about, "end_column", 0));
    const char *word = strchr(e->text, '\'');
    if (from > 0) return true;
    if (!word) return false;
    char name[BYTES_MAX + 1];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 1, "'"), word + 1);
    *at = *name ? strstr(line, name) : NULL;
    *end = *at ? *at + strlen(name) : NULL;
    return *at;
}

/* Writes a mark, ^~~~, under what the message is about; nothing where that is not found. */
static void write_mark(const TerminalStyle *style, const Excerpt *e, const char *line)
{
    const char *at, *end;
    if (!find_place(e, line, &at, &end)) return;
    AutoStyled before = {0}, under = {0}, t = {0};
    styled_put_bytes(&before, line, (size_t)(at - line));
    if (end > at) styled_put_bytes(&under, at, (size_t)(end - at));
    styled_tint(&t, FAINT);
    styled_put(&t, "      | ");
    styled_tint(&t, BAD);
    styled_put(&t, "%*s^", before.columns, "");
    for (int i = 1; i < under.columns; i++) styled_put(&t, "~");
    style_write_line(style, &t);
}

/* Writes the first line of a message: file, line, grade and sentence. */
static void write_head(const TerminalStyle *style, const Excerpt *e)
{
    StyledText t = {0};
    const char *sentence = field_text(e->about, "sentence");
    bool grave = strcmp(e->grade, "warning") != 0 && strcmp(e->grade, "note") != 0;
    styled_tint(&t, STRONG);
    styled_put(&t, "%s", e->file);
    if (*e->file) styled_put(&t, e->line > 0 ? ":%d: " : ": ", e->line);
    if (!grave) styled_put(&t, "%s: ", e->grade);
    if (e->title) styled_put(&t, "%s: ", e->title);
    styled_tinted(&t, grave ? BAD : CARE, "%s", *sentence ? sentence : e->text);
    if (e->more) styled_put(&t, "%s", e->more);
    style_write_line(style, &t);
}

void excerpt_write(const TerminalStyle *style, const Excerpt *e)
{
    const char *cure = field_text(e->about, "cure");
    Lines l = {0};
    write_head(style, e);
    if (*e->file && e->line > 0) l = read_lines(e->file, e->line);
    for (int i = 0; i < l.n; i++) {
        StyledText t = {0};
        styled_tinted(&t, FAINT, "%5d | ", e->line - l.n + 1 + i);
        styled_put(&t, "%s", l.text[i]);
        style_write_line(style, &t);
    }
    if (l.n > 0) write_mark(style, e, l.text[l.n - 1]);
    for (int i = 0; i < l.n; i++) free(l.text[i]);
    if (!*cure) return;
    StyledText t = {0};
    styled_put(&t, "  write: ");
    styled_tinted(&t, GOOD, "%s", cure);
    style_write_line(style, &t);
}

void excerpt_problem(const TerminalStyle *style, const json_t *problem)
{
    const char *grade = field_text(problem, "grade");
    excerpt_write(style, &(Excerpt){.file = field_text(problem, "file"),
                                    .line = (int)field_int(problem, "line", 0),
                                    .grade = *grade ? grade : "error",
                                    .text = field_text(problem, "text"),
                                    .about = problem});
}

void excerpt_message(const TerminalStyle *style, const char *file, int line, const char *text)
{
    excerpt_write(style, &(Excerpt){.file = file, .line = line, .grade = "error", .text = text});
}
