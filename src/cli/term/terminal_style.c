/* Colour and lines.  Tints are carried over line ends, since a terminal keeps its colour until told
 * otherwise. */
#include "cli/term/terminal_style.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INDENT = 2, NEVER = 1 << 30 }; /* columns; NEVER: a width at which nothing wraps */
enum { TYPING = 10 };                 /* columns kept free for an answer */

void style_measure(TerminalStyle *style)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = STYLE_WIDTH_USUAL;
    if (style->terminal && ioctl(fileno(style->to), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    else if (columns && atoi(columns) > 0)
        width = atoi(columns);
    style->wraps = style->terminal || (columns && atoi(columns) > 0);
    style->width = width < STYLE_WIDTH_MIN ? STYLE_WIDTH_MIN : width;
}

TerminalStyle style_on(FILE *to)
{
    const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
    TerminalStyle style = {.to = to, .terminal = isatty(fileno(to)) == 1};
    style.colour = style.terminal && !(none && *none) && term && *term && strcmp(term, "dumb") != 0;
    style_measure(&style);
    return style;
}

const char *style_escape(const TerminalStyle *style, Tint tint)
{
    if (!style->colour) return "";
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
static void put(const TerminalStyle *style, const char *s)
{
    for (; *s; s++)
        if (*s >= PLAIN && *s <= FACE)
            fputs(style_escape(style, (Tint)*s), style->to);
        else
            fputc(*s == HARD_BLANK ? ' ' : *s, style->to);
}

void style_write(const TerminalStyle *style, const StyledText *t, int indent, int hang)
{
    StyledText folded = styled_fold(t, style->wraps ? style->width : NEVER, indent, hang);
    put(style, styled_str(&folded));
    fputc('\n', style->to);
    styled_free(&folded);
}

void style_print(const TerminalStyle *style, const StyledText *t)
{
    put(style, styled_str(t));
    fputc('\n', style->to);
}

StyledText style_prompt(const TerminalStyle *style, const StyledText *t)
{
    StyledText last = {0};
    if (!style->wraps || t->columns + TYPING <= style->width) {
        styled_join(&last, t);
        return last;
    }
    StyledText folded = styled_fold(t, style->width - TYPING, 0, INDENT);
    char *begin = folded.s ? strrchr(folded.s, '\n') : NULL;
    if (begin) {
        *begin = '\0';
        put(style, folded.s);
        fputc('\n', style->to);
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

void style_lines(const TerminalStyle *style, const char *text, int indent)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), blanks = strspn(text, " ");
        StyledText line = {0};
        styled_cleann(&line, text, n);
        int hang = indent + (int)(blanks < 20 ? blanks : 20) + 2;
        style_write(style, &line, indent, hang < style->width / 2 ? hang : indent);
        styled_free(&line);
        text += n + (text[n] == '\n');
    }
}
