/* Colour and lines.  Tints are carried over line ends, since a terminal keeps its colour until told
 * otherwise. */
#include "cli/term/terminal_style.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INDENT = 2, NEVER = 1 << 30 };
enum { TYPING = 10 }; /* columns kept free for an answer */

void ink_measure(Ink *ink)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = INK_USUAL;
    if (ink->terminal && ioctl(fileno(ink->to), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    else if (columns && atoi(columns) > 0)
        width = atoi(columns);
    ink->wraps = ink->terminal || (columns && atoi(columns) > 0);
    ink->width = width < INK_NARROWEST ? INK_NARROWEST : width;
}

Ink ink_on(FILE *to)
{
    const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
    Ink ink = {.to = to, .terminal = isatty(fileno(to)) == 1};
    ink.colour = ink.terminal && !(none && *none) && term && *term && strcmp(term, "dumb") != 0;
    ink_measure(&ink);
    return ink;
}

const char *ink_escape(const Ink *ink, Tint tint)
{
    if (!ink->colour) return "";
    switch (tint) {
    case PLAIN: return "\033[0m";
    case STRONG: return "\033[0;1m";
    case FAINT: return "\033[0;2m";
    case GOOD: return "\033[0;32m";
    case BAD: return "\033[0;31m";
    case CARE: return "\033[0;33m";
    case SECRET: return "\033[0;35m";
    case FACE: return "\033[0;1;36m";
    }
    return "";
}

/* A strip as it stands, its tints as escapes. */
static void put(const Ink *ink, const char *s)
{
    for (; *s; s++)
        if (*s >= PLAIN && *s <= FACE)
            fputs(ink_escape(ink, (Tint)*s), ink->to);
        else
            fputc(*s == BLANK ? ' ' : *s, ink->to);
}

void ink_write(const Ink *ink, const Strip *t, int indent, int hang)
{
    Strip folded = strip_fold(t, ink->wraps ? ink->width : NEVER, indent, hang);
    put(ink, strip_str(&folded));
    fputc('\n', ink->to);
    strip_free(&folded);
}

void ink_print(const Ink *ink, const Strip *t)
{
    put(ink, strip_str(t));
    fputc('\n', ink->to);
}

int ink_height(const Ink *ink, const Strip *t, int indent, int hang)
{
    int lines = 1;
    Strip folded = strip_fold(t, ink->width, indent, hang);
    for (const char *s = strip_str(&folded); *s; s++) lines += *s == '\n';
    strip_free(&folded);
    return lines;
}

Strip ink_prompt(const Ink *ink, const Strip *t)
{
    Strip last = {0};
    if (!ink->wraps || t->columns + TYPING <= ink->width) {
        strip_join(&last, t);
        return last;
    }
    Strip folded = strip_fold(t, ink->width - TYPING, 0, INDENT);
    char *begin = folded.s ? strrchr(folded.s, '\n') : NULL;
    if (begin) {
        *begin = '\0';
        put(ink, folded.s);
        fputc('\n', ink->to);
    }
    for (const char *s = begin; begin && s > folded.s; s--)
        if (s[-1] >= PLAIN && s[-1] <= FACE) {
            strip_tint(&last, (Tint)s[-1]);
            break;
        }
    strip_put(&last, "%s ", begin ? begin + 1 : strip_str(&folded));
    strip_free(&folded);
    return last;
}

void ink_lines(const Ink *ink, const char *text, int indent)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), blanks = strspn(text, " ");
        Strip line = {0};
        strip_cleann(&line, text, n);
        int hang = indent + (int)(blanks < 20 ? blanks : 20) + 2;
        ink_write(ink, &line, indent, hang < ink->width / 2 ? hang : indent);
        strip_free(&line);
        text += n + (text[n] == '\n');
    }
}
