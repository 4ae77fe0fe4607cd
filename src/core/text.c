/* Strings and arrays that grow (by doubling), error messages, and UTF-8. */
#include "core/text.h"
#include "core/ascii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 64 };

bool array_room(void *array, size_t *room, size_t n, size_t size)
{
    void *old;
    if (n <= *room) return true;
    memcpy(&old, array, sizeof old);      /* `array` is the address of a pointer of any type */
    size_t more = *room ? *room * 2 : 32; /* 32 and ROOM_FIRST: any small number would do */
    if (more < n) more = n;
    void *grown = realloc(old, more * size);
    if (!grown) return false;
    memset((char *)grown + *room * size, 0, (more - *room) * size);
    memcpy(array, &grown, sizeof grown);
    *room = more;
    return true;
}

void text_free(Text *t)
{
    free(t->s);
    *t = (Text){0};
}

Text *text_clear(Text *t)
{
    t->n = 0;
    t->failed = false;
    if (t->s) t->s[0] = '\0';
    return t;
}

const char *text_str(const Text *t)
{
    return t->s ? t->s : "";
}

char *text_take(Text *t)
{
    if (!t->failed && !t->s) text_reserve(t, 0); /* an empty string, and not NULL */
    if (t->failed) {
        text_free(t);
        return NULL;
    }
    char *s = t->s;
    *t = (Text){0};
    return s;
}

/* Makes room for n bytes more and a NUL. */
static bool grow(Text *t, size_t n)
{
    size_t need, room = t->room ? t->room : ROOM_FIRST;
    if (__builtin_add_overflow(t->n, n, &need) || __builtin_add_overflow(need, 1, &need))
        return false;
    while (room < need)
        if (__builtin_mul_overflow(room, 2, &room)) return false;
    char *s = realloc(t->s, room);
    if (!s) return false;
    if (!t->s) s[0] = '\0';
    t->s = s;
    t->room = room;
    return true;
}

char *text_reserve(Text *t, size_t n)
{
    if (t->failed) return NULL;
    if (t->room - t->n <= n && !grow(t, n)) {
        t->failed = true;
        return NULL;
    }
    return t->s + t->n;
}

void text_addn(Text *t, const void *s, size_t n)
{
    char *to = text_reserve(t, n);
    if (!to) return;
    if (n > 0) memcpy(to, s, n);
    to[n] = '\0';
    t->n += n;
}

void text_add(Text *t, const char *s)
{
    text_addn(t, s, strlen(s));
}

void text_addc(Text *t, char c)
{
    text_addn(t, &c, 1);
}

void text_addv(Text *t, const char *format, va_list args)
{
    if (t->failed) return;
    va_list again;
    va_copy(again, args);
    size_t spare = t->room - t->n;
    int n = vsnprintf(t->s ? t->s + t->n : NULL, spare, format, args);
    if (n < 0) {
        t->failed = true;
        if (t->s) t->s[t->n] = '\0';
    } else if ((size_t)n < spare) {
        t->n += (size_t)n;
    } else {
        /* It did not fit: make room, and write it again. */
        if (t->s) t->s[t->n] = '\0';
        char *to = text_reserve(t, (size_t)n);
        if (to) t->n += (size_t)vsnprintf(to, (size_t)n + 1, format, again);
    }
    va_end(again);
}

void text_add_clock(Text *t, int64_t seconds)
{
    static const uint64_t DAY = 86400;
    uint64_t s = seconds < 0 ? -(uint64_t)seconds : (uint64_t)seconds;
    if (seconds < 0) text_addc(t, '-');
    if (s >= DAY) text_addf(t, "day %llu ", (unsigned long long)(s / DAY + 1));
    text_addf(t, "%d:%02d", (int)(s % DAY / 3600), (int)(s / 60 % 60));
    if (s % 60) text_addf(t, ":%02d", (int)(s % 60));
}

void text_addf(Text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_addv(t, format, args);
    va_end(args);
}

void text_add_real(Text *t, char form, int digits, double d)
{
    char s[400]; /* DBL_MAX has 309 digits before the point */
    snprintf(s, sizeof s, form == 'f' ? "%.*f" : "%.*g", digits, d);
    size_t n = strlen(s), whole = strspn(s, "-0123456789");
    /* The locale's decimal point is what stands between the digits; in Persian it has two bytes. */
    size_t sign = strcspn(s + whole, "0123456789einaf");
    text_addn(t, s, whole);
    if (sign > 0) text_addc(t, '.');
    text_addn(t, s + whole + sign, n - whole - sign);
}

bool text_has_word(const char *words, const char *word, size_t n)
{
    for (const char *at = words; *at;) {
        size_t length = strcspn(at, " ,");
        if (length == n && memcmp(at, word, n) == 0) return true;
        at += length;
        at += strspn(at, " ,");
    }
    return false;
}

bool text_is_one_of(const char *text, const char *words)
{
    return text_has_word(words, text, strlen(text));
}

/* The length of the UTF-8 character that begins with c; 1 if c begins none. */
static size_t length_by_first_byte(unsigned char c)
{
    return c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
}

/* Removes the character at the end of s[0..n) if it is incomplete. */
static void drop_cut_off_char(char *s, size_t n)
{
    size_t start = n;
    /* back to its first byte, past at most three others */
    while (start > 0 && n - start < 3 && ((unsigned char)s[start - 1] & 0xC0) == 0x80) start--;
    if (start > 0 && length_by_first_byte((unsigned char)s[start - 1]) > n - (start - 1))
        s[start - 1] = '\0';
}

bool err_set(Err *err, const char *format, ...)
{
    if (!err) return false;
    char text[sizeof err->text]; /* the arguments may point into *err */
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n < 0) text[0] = '\0';
    if (n >= (int)sizeof text) drop_cut_off_char(text, sizeof text - 1);
    memcpy(err->text, text, strlen(text) + 1);
    err->file[0] = '\0';
    err->line = 0;
    err->kind = ERR_OTHER;
    return false;
}

/* True if the n bytes are continuation bytes, except the first. */
static bool has_continuations(const unsigned char *s, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80) return false;
    return true;
}

/* The length of the character at s if it is well formed and has two bytes or more; else 0. */
static size_t multibyte_length(const unsigned char *s, size_t n)
{
    size_t len = length_by_first_byte(s[0]);
    if (len < 2 || len > n || !has_continuations(s, len)) return 0;
    if (len == 2 && s[0] < 0xC2) return 0;                                     /* overlong */
    if (len == 3 && s[0] == 0xE0 && s[1] < 0xA0) return 0;                     /* overlong */
    if (len == 3 && s[0] == 0xED && s[1] >= 0xA0) return 0;                    /* surrogate */
    if (len == 4 && s[0] == 0xF0 && s[1] < 0x90) return 0;                     /* overlong */
    if (len == 4 && (s[0] > 0xF4 || (s[0] == 0xF4 && s[1] >= 0x90))) return 0; /* past U+10FFFF */
    return len;
}

static uint64_t load_bytes(const unsigned char *s, size_t n)
{
    uint64_t bytes = 0;
    memcpy(&bytes, s, n);
    return bytes;
}

/* True for at most 16 bytes of ASCII, as most keys and names are.  Two loads of 8 or 4 bytes, which
 * may overlap, check them all at once. */
static bool is_short_ascii(const unsigned char *s, size_t n)
{
    uint64_t all;
    if (n > 16) return false;
    if (n >= 8)
        all = load_bytes(s, 8) | load_bytes(s + n - 8, 8);
    else if (n >= 4)
        all = load_bytes(s, 4) | load_bytes(s + n - 4, 4);
    else
        all = n ? (uint64_t)(s[0] | s[n / 2] | s[n - 1]) : 0;
    return !(all & UINT64_C(0x8080808080808080));
}

bool text_is_utf8(const void *bytes, size_t n)
{
    const unsigned char *s = bytes;
    size_t i = 0;
    if (is_short_ascii(s, n)) return true;
    while (i < n) {
        if (n - i >= 8 && !(load_bytes(s + i, 8) & UINT64_C(0x8080808080808080))) {
            i += 8; /* all ASCII */
            continue;
        }
        size_t len = s[i] < 0x80 ? 1 : multibyte_length(s + i, n - i);
        if (len == 0) return false;
        i += len;
    }
    return true;
}

/* text.h says why these.  The list ascends, so the search may end early. */
bool text_misleads(unsigned code)
{
    static const struct {
        unsigned first, last;
    } list[] = {{0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
                {0x61C, 0x61C},     {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},
                {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
                {0x2800, 0x2800},   {0x3164, 0x3164},   {0xFE00, 0xFE0D},   {0xFEFF, 0xFEFF},
                {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x13430, 0x1343F}, {0x13441, 0x13442},
                {0x16FE4, 0x16FE4}, {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A},
                {0xE0000, 0x10FFFF}};
    for (size_t i = 0; i < sizeof list / sizeof *list && code >= list[i].first; i++)
        if (code <= list[i].last) return true;
    return false;
}

size_t text_code(const char *s, size_t n, unsigned *code)
{
    const unsigned char *bytes = (const unsigned char *)s;
    size_t len = bytes[0] < 0x80 ? 1 : multibyte_length(bytes, n);
    if (len == 0) return 0;
    *code = len == 1 ? bytes[0] : bytes[0] & (0x7Fu >> len);
    for (size_t i = 1; i < len; i++) *code = *code << 6 | (bytes[i] & 0x3Fu);
    return len;
}

/* --- lines for people --- */

/* True if the character at s could begin or end HTML, code, math, an entity, a comment, a link, an
 * image or a footnote in Markdown (CommonMark 0.31, section 6, and the extensions of note-taking
 * programs).  Stars, dashes and single brackets are left, since the log writes them itself; alone
 * they do no harm. */
static bool is_markdown(const char *s, size_t left)
{
    char next = left > 1 ? s[1] : ' ';
    switch (*s) {
    case '<':              /* HTML */
    case '`':              /* code */
    case '$': return true; /* math */
    case '\\': return next > ' ' && next < 0x7F && !is_letter(next) && !is_digit(next);
    case '&': return next == '#' || is_letter(next); /* an entity */
    case '%': return next == '%';                    /* a comment */
    case '!': return next == '[';                    /* an image */
    case '[': return next == '[' || next == '^';     /* a link, a footnote */
    case ']': return next == '(' || next == '[' || next == ':' || next == ']'; /* a link */
    }
    return false;
}

/* Appends the character at the start of n bytes, in a form that is safe to show; returns its
 * length, 1 for a byte that is not UTF-8. */
static size_t add_printable(Text *t, const char *s, size_t n, bool markdown)
{
    unsigned code = (unsigned char)*s;
    size_t len = text_code(s, n, &code);
    if (code == '\n' || code == '\t') {
        text_addc(t, ' ');
    } else if (code < 0x80 && text_misleads(code)) {
        text_addf(t, "^%c", (int)(code ^ 0x40)); /* as terminals show it: ^[ for ESC */
    } else if (len == 0 || text_misleads(code)) {
        text_addf(t, "<%02X>", code);
    } else {
        if (markdown && is_markdown(s, n)) text_addc(t, '\\');
        text_addn(t, s, len);
    }
    return len ? len : 1;
}

void text_make_printable(Text *t, size_t from, bool markdown)
{
    ScopedText raw = {0};
    if (t->failed || t->n <= from) return;
    text_addn(&raw, t->s + from, t->n - from);
    if (raw.failed) {
        t->failed = true;
        return;
    }
    t->n = from;
    for (size_t i = 0; i < raw.n;) i += add_printable(t, raw.s + i, raw.n - i, markdown);
}

/* --- names that are near --- */

/* row[j] is the distance of the first i bytes of a to the first j bytes of b.  Each follows from
 * the two rows before, so three rows are kept. */
size_t text_distance(const char *a, size_t m, const char *b, size_t n, size_t max)
{
    size_t rows[3][TEXT_DISTANCE_MAX + 1];
    if (m > TEXT_DISTANCE_MAX || n > TEXT_DISTANCE_MAX || m > n + max || n > m + max)
        return max + 1;
    for (size_t j = 0; j <= n; j++) rows[0][j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        size_t least = row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t d = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (row[j - 1] + 1 < d) d = row[j - 1] + 1;
            if (last[j] + 1 < d) d = last[j] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1 < d) d = before[j - 2] + 1;
            row[j] = d;
            if (d < least) least = d;
        }
        if (least > max) return max + 1;
    }
    size_t d = rows[m % 3][n];
    return d <= max ? d : max + 1;
}
