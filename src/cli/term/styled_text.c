/* Widths are those of the C library (wcwidth), so main sets a UTF-8 locale first. */
#include "cli/term/styled_text.h"
#include "sconce.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>
#include <wchar.h>

void *must_have(void *p)
{
    if (p) return p;
    fputs("sconce: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void auto_string_free(char **s)
{
    free(*s);
}

void styled_free(StyledText *t)
{
    free(t->s);
    *t = (StyledText){0};
}

const char *styled_str(const StyledText *t)
{
    return t->s ? t->s : "";
}

static void add(StyledText *t, const char *s, size_t n)
{
    if (t->n + n + 1 > t->room) {
        t->room = (t->n + n + 1) * 2;
        t->s = must_have(realloc(t->s, t->room));
    }
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = '\0';
}

size_t styled_decode(const char *s, size_t n, unsigned *code)
{
    utf8proc_int32_t point;
    utf8proc_ssize_t length =
        utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &point);
    *code = (unsigned)point;
    return length > 0 ? (size_t)length : 0;
}

/* Returns the bytes of the character or tint at s, of n left, and sets its width; a tint's is 0. */
static size_t styled_step(const char *s, size_t n, int *columns)
{
    unsigned code;
    size_t len = styled_decode(s, n, &code);
    *columns = 0;
    if (len == 0) return 1;
    if (code < ' ') { /* a tint, a line feed, or HARD_BLANK */
        if (code == HARD_BLANK) *columns = 1;
        return 1;
    }
    int width = wcwidth((wchar_t)code);
    *columns = width < 0 ? 1 : width;
    return len;
}

bool styled_is_tint(char byte)
{
    return byte >= PLAIN && byte <= FACE;
}

/* Adds ASCII text. */
static void add_ascii(StyledText *t, const char *s)
{
    add(t, s, strlen(s));
    t->columns += (int)strlen(s);
}

/* Adds a character that misleads (text_misleads in core/text.h) in visible form: ^[ or <202E>. */
static void add_escaped(StyledText *t, unsigned code)
{
    char text[16];
    if (code < 0x80)
        snprintf(text, sizeof text, "^%c", (int)(code ^ 0x40));
    else
        snprintf(text, sizeof text, "<%04X>", code);
    add_ascii(t, text);
}

/* All text from elsewhere is added here.  A control character that this let through would be obeyed
 * by the terminal, and bytes 1 to 8 would become tints. */
void styled_put_bytes(StyledText *t, const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        unsigned code = 0;
        size_t len = styled_decode(s + i, n - i, &code);
        if (len == 0) {
            char text[8];
            snprintf(text, sizeof text, "<%02X>", (unsigned char)s[i]);
            add_ascii(t, text);
        } else if (code == '\n') {
            add(t, "\n", 1);
        } else if (code == '\t') {
            add_ascii(t, "    ");
        } else if (sconce_misleads(code)) {
            add_escaped(t, code);
        } else {
            styled_join_part(t, s + i, len);
        }
        i += len ? len : 1;
    }
}

bool has_word(const char *words, const char *word, size_t n)
{
    while (*words) {
        size_t length = strcspn(words, ", ");
        if (length == n && strncmp(words, word, n) == 0) return true;
        words += length;
        words += strspn(words, ", ");
    }
    return false;
}

char *formatted(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    return must_have(n < 0 ? NULL : text);
}

void styled_vput(StyledText *t, const char *format, va_list args)
{
    AutoString *text = NULL;
    int n = vasprintf(&text, format, args);
    must_have(n < 0 ? NULL : text);
    styled_put_bytes(t, text, (size_t)n);
}

void styled_put(StyledText *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    styled_vput(t, format, args);
    va_end(args);
}

void clean_printf(FILE *to, const char *format, ...)
{
    va_list args;
    AutoStyled t = {0};
    va_start(args, format);
    styled_vput(&t, format, args);
    va_end(args);
    fputs(styled_str(&t), to);
}

void styled_tint(StyledText *t, Tint tint)
{
    char mark = (char)tint;
    add(t, &mark, 1);
}

void styled_tinted(StyledText *t, Tint tint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    styled_tint(t, tint);
    styled_vput(t, format, args);
    styled_tint(t, PLAIN);
    va_end(args);
}

void styled_join_part(StyledText *t, const char *s, size_t n)
{
    add(t, s, n);
    for (size_t i = 0; i < n;) {
        int columns;
        i += styled_step(s + i, n - i, &columns);
        t->columns += columns;
    }
}

void styled_join(StyledText *t, const StyledText *more)
{
    styled_join_part(t, styled_str(more), more->n);
}

void styled_harden(StyledText *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->s[i] == ' ') t->s[i] = HARD_BLANK;
}

void styled_soften(StyledText *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->s[i] == HARD_BLANK) t->s[i] = ' ';
}

/* Blanks stay soft behind a comma, semicolon or bar, so that lines break between items alone. */
void styled_harden_items(StyledText *t)
{
    char before = ' '; /* the last character that is no tint */
    for (size_t i = 0; i + 1 < t->n; i++) {
        char c = t->s[i];
        if (c == ' ' && !strchr(",;|", before)) t->s[i] = HARD_BLANK;
        if (!styled_is_tint(c)) before = c;
    }
}

/* Returns where the line that begins at s is broken, so that it takes at most `room` columns: at a
 * line feed, at the end of the text, at the last blank that fits; where there is none, at the last
 * HARD_BLANK that fits; or else within a word. */
static const char *find_break(const char *s, const char *end, int room)
{
    const char *blank = NULL, *hard = NULL, *p = s; /* the last blanks that fit */
    bool in_text = false; /* a line is not broken at the blanks before its first word */
    int columns;
    for (int used = 0; p < end && *p != '\n'; used += columns) {
        size_t len = styled_step(p, (size_t)(end - p), &columns);
        if (*p == ' ' && in_text)
            blank = p;
        else if (*p == HARD_BLANK && in_text)
            hard = p;
        else if (*p != ' ' && columns > 0)
            in_text = true;
        if (used + columns > room && used > 0) return blank ? blank : hard ? hard : p;
        p += len;
    }
    return p;
}

/* Returns the start of the next line: behind the blanks and the line feed at a break. */
static const char *skip_break(const char *p, const char *end)
{
    if (p < end && *p == HARD_BLANK) p++;
    while (p < end && *p == ' ') p++;
    return p < end && *p == '\n' ? p + 1 : p;
}

StyledText styled_fold(const StyledText *t, int width, int indent, int hang)
{
    StyledText folded = {0};
    const char *s = styled_str(t), *end = s + t->n;
    bool continues = false; /* whether this line continues the one before */
    do {
        int margin = continues ? hang : indent;
        const char *stop = find_break(s, end, width - margin), *next = skip_break(stop, end);
        while (stop > s && stop[-1] == ' ') stop--;
        if (s != styled_str(t)) add(&folded, "\n", 1);
        if (stop > s) styled_put(&folded, "%*s", margin, "");
        styled_join_part(&folded, s, (size_t)(stop - s));
        for (; stop < next; stop++) /* keeps tints that stand between dropped blanks */
            if (styled_is_tint(*stop)) styled_tint(&folded, (Tint)*stop);
        continues = !(next > s && next[-1] == '\n');
        s = next;
    } while (s < end);
    return folded;
}

int styled_lines(const StyledText *t)
{
    int lines = 1;
    for (const char *s = styled_str(t); *s; s++)
        if (*s == '\n') lines++;
    return lines;
}

int styled_height(const StyledText *t, int width, int indent, int hang)
{
    AutoStyled folded = styled_fold(t, width, indent, hang);
    return styled_lines(&folded);
}

void styled_squeeze(StyledText *t)
{
    size_t n = 0, blanks = 0; /* blanks: in a row, with nothing but tints between them */
    for (size_t i = 0; i < t->n; i++) {
        char c = t->s[i];
        if (c == ' ')
            blanks++;
        else if (!styled_is_tint(c))
            blanks = 0;
        if (c == ' ' && blanks > 2)
            t->columns--;
        else
            t->s[n++] = c;
    }
    t->n = n;
    if (t->s) t->s[n] = '\0';
}

void styled_cut(StyledText *t, int width)
{
    int used = 0, columns;
    if (t->columns <= width) return;
    size_t i = 0;
    for (size_t len; i < t->n; i += len, used += columns) {
        len = styled_step(t->s + i, t->n - i, &columns);
        if (used + columns > width - 1) break;
    }
    for (; i > 0 && t->s[i - 1] == ' '; i--) used--;
    t->s[i] = '\0';
    t->n = i;
    t->columns = used;
    styled_put(t, "…");
}
