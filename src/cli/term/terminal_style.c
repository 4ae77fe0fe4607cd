/* Colour and lines.  Tints are carried over line ends, since a terminal keeps its colour until told
 * otherwise. */
#include "cli/term/terminal_style.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INDENT = 2, NEVER = 1 << 30 };
enum { TYPING = 10 }; /* columns kept free for an answer */

void style_measure(TerminalStyle *ink)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = STYLE_WIDTH_USUAL;
    if (ink->terminal && ioctl(fileno(ink->to), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    else if (columns && atoi(columns) > 0)
        width = atoi(columns);
    ink->wraps = ink->terminal || (columns && atoi(columns) > 0);
    ink->width = width < STYLE_WIDTH_MIN ? STYLE_WIDTH_MIN : width;
}

TerminalStyle style_on(FILE *to)
{
    const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
    TerminalStyle ink = {.to = to, .terminal = isatty(fileno(to)) == 1};
    ink.colour = ink.terminal && !(none && *none) && term && *term && strcmp(term, "dumb") != 0;
    style_measure(&ink);
    return ink;
}

const char *style_escape(const TerminalStyle *ink, Tint tint)
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

/* Writes text without wrapping it, its tints as escapes. */
static void put(const TerminalStyle *ink, const char *s)
{
    for (; *s; s++)
        if (*s >= PLAIN && *s <= FACE)
            fputs(style_escape(ink, (Tint)*s), ink->to);
        else
            fputc(*s == BLANK ? ' ' : *s, ink->to);
}

void style_write(const TerminalStyle *ink, const StyledText *t, int indent, int hang)
{
    StyledText folded = styled_fold(t, ink->wraps ? ink->width : NEVER, indent, hang);
    put(ink, styled_str(&folded));
    fputc('\n', ink->to);
    styled_free(&folded);
}

void style_print(const TerminalStyle *ink, const StyledText *t)
{
    put(ink, styled_str(t));
    fputc('\n', ink->to);
}

StyledText style_prompt(const TerminalStyle *ink, const StyledText *t)
{
    StyledText last = {0};
    if (!ink->wraps || t->columns + TYPING <= ink->width) {
        styled_join(&last, t);
        return last;
    }
    StyledText folded = styled_fold(t, ink->width - TYPING, 0, INDENT);
    char *begin = folded.s ? strrchr(folded.s, '\n') : NULL;
    if (begin) {
        *begin = '\0';
        put(ink, folded.s);
        fputc('\n', ink->to);
    }
    for (const char *s = begin; begin && s > folded.s; s--)
        if (s[-1] >= PLAIN && s[-1] <= FACE) {
            styled_tint(&last, (Tint)s[-1]);
            break;
        }
    styled_put(&last, "%s ", begin ? begin + 1 : styled_str(&folded));
    styled_free(&folded);
    return last;
}

void style_lines(const TerminalStyle *ink, const char *text, int indent)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), blanks = strspn(text, " ");
        StyledText line = {0};
        styled_cleann(&line, text, n);
        int hang = indent + (int)(blanks < 20 ? blanks : 20) + 2;
        style_write(ink, &line, indent, hang < ink->width / 2 ? hang : indent);
        styled_free(&line);
        text += n + (text[n] == '\n');
    }
}
