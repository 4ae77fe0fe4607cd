/* A tint needs no new escape after a line break, since a terminal keeps its colour. */
#include "cli/term/terminal_style.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INDENT = 2, TYPING = 10, UNLIMITED = 1 << 30 }; /* columns; TYPING: free for an answer */
enum { PROMPT_LINES = 2, NARROW = 60 }; /* lines of a status, at most; columns: one line more */
enum { HANG_MAX = 22 };                 /* deepest indent of what is carried over */

void style_measure(TerminalStyle *style)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = STYLE_WIDTH_USUAL;
    style->rows = 0;
    if (style->terminal && ioctl(fileno(style->to), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        width = size.ws_col;
        style->rows = size.ws_row;
    } else if (columns && atoi(columns) > 0) {
        width = atoi(columns);
    }
    style->columns = width;
    if (width >= STYLE_BESIDE_MIN) width -= style->aside;
    style->wraps = style->terminal || (columns && atoi(columns) > 0);
    style->width = width < STYLE_WIDTH_MIN ? STYLE_WIDTH_MIN : width;
}

bool style_terminal_obeys(void)
{
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0;
}

TerminalStyle style_on(FILE *to)
{
    const char *none = getenv("NO_COLOR");
    TerminalStyle style = {.to = to, .terminal = isatty(fileno(to)) == 1};
    style.colour = style.terminal && !(none && *none) && style_terminal_obeys();
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

/* Writes text with its tints as escapes, or without any. */
static void write_marked(const TerminalStyle *style, const char *s)
{
    Tint tint = PLAIN;
    for (; *s; s++) {
        if (styled_is_tint(*s)) {
            tint = (Tint)*s;
            fputs(style_escape(style, tint), style->to);
        } else {
            fputc(*s == HARD_BLANK ? ' ' : *s, style->to);
        }
    }
    if (tint != PLAIN) fputs(style_escape(style, PLAIN), style->to);
}

void style_write(const TerminalStyle *style, StyledText *t, int indent, int hang)
{
    StyledText folded = styled_fold(t, style->wraps ? style->width : UNLIMITED, indent, hang);
    style_write_line(style, &folded);
    styled_free(t);
}

void style_write_line(const TerminalStyle *style, StyledText *t)
{
    write_marked(style, styled_str(t));
    fputc('\n', style->to);
    styled_free(t);
}

/* Folds a text at the whole width, and its last line so that there is room for typing.  items:
 * breaks lines only between the items of a status, as at " | ". */
static StyledText fold_for_typing(const TerminalStyle *style, const StyledText *t, bool items)
{
    StyledText folded = {0};
    AutoStyled prompt = {0}, last = {0};
    styled_join(&prompt, t);
    if (items) styled_harden_items(&prompt);
    AutoStyled wide = styled_fold(&prompt, style->width, 0, INDENT);
    const char *all = styled_str(&wide), *end = strrchr(all, '\n'), *rest = end ? end + 1 : all;
    styled_join_part(&folded, all, (size_t)(rest - all));
    styled_join_part(&last, rest, strlen(rest));
    AutoStyled narrow = styled_fold(&last, style->width - TYPING, 0, INDENT);
    styled_join(&folded, &narrow);
    styled_soften(&folded);
    return folded;
}

static int most_prompt_lines(const TerminalStyle *style)
{
    return PROMPT_LINES + (style->width < NARROW);
}

/* Folds a prompt; a status between its items, where that takes no line more than it has to. */
static StyledText fold_prompt(const TerminalStyle *style, const StyledText *t)
{
    bool status = strstr(styled_str(t), " | ") != NULL;
    StyledText folded = fold_for_typing(style, t, status);
    int lines = styled_lines(&folded);
    if (!status || lines <= PROMPT_LINES) return folded;
    StyledText plain = fold_for_typing(style, t, /* items */ false);
    bool keep = lines <= most_prompt_lines(style) && styled_lines(&plain) > PROMPT_LINES;
    styled_free(keep ? &plain : &folded);
    return keep ? folded : plain;
}

static bool fits_prompt(const TerminalStyle *style, const StyledText *t)
{
    AutoStyled folded = fold_prompt(style, t);
    return styled_lines(&folded) <= most_prompt_lines(style);
}

/* Returns where that end of a status begins which is never left out: at the step that waits, as in
 * " | act? Bram", or at " | hand>" (dice are rolled by hand), whichever is first; else at ">". */
static const char *status_tail(const char *s)
{
    const char *mark = strrchr(s, '>'), *tail = mark ? mark : s + strlen(s);
    for (const char *at = s; (at = strstr(at, " | ")); at += 3) {
        const char *end = at + 3 + strcspn(at + 3, "|");
        bool waits = memchr(at + 3, '?', (size_t)(end - at - 3)) != NULL;
        if (at < tail && (waits || strncmp(at, " | hand>", 8) == 0)) tail = at;
    }
    return tail;
}

/* Returns what stands between the members or lights of the part of a status that holds `at`: "; "
 * where commas stand between the conditions of one, else ", ". */
static const char *part_separator(const char *s, const char *at)
{
    const char *from = s, *end = strstr(at, " | ");
    for (const char *bar = s; (bar = strstr(bar, " | ")) && bar < at; bar += 3) from = bar;
    const char *between = strstr(from, "; ");
    return between && (!end || between < end) ? "; " : ", ";
}

/* Returns "+2": how many a part of a status lists from `cut` on, which is at a separator. */
static StyledText count_left_out(const char *cut, const char *tail, const char *separator)
{
    StyledText t = {0};
    const char *end = strstr(cut, " | ");
    size_t n = 0;
    if (!end || end > tail) end = tail;
    for (const char *at = cut; (at = strstr(at, separator)) && at < end; at += 2) n++;
    styled_put(&t, "+%zu", n);
    return t;
}

/* Replaces a status by its first n bytes, `mark` and its tail, if that fits. */
static bool cut_status(const TerminalStyle *style, StyledText *t, size_t n, const char *mark,
                       const char *tail)
{
    AutoStyled less = {0};
    styled_join_part(&less, styled_str(t), n);
    styled_put(&less, "%s", mark);
    styled_join_part(&less, tail, strlen(tail));
    if (!fits_prompt(style, &less)) return false;
    StyledText whole = *t;
    *t = less;
    less = whole;
    return true;
}

/* Cuts a status behind the first of the marks ",;|" in a part, unless that ends the part. */
static bool cut_behind(const TerminalStyle *style, StyledText *t, const char *part,
                       const char *marks, const char *tail)
{
    const char *mark = part + strcspn(part, marks);
    if (mark >= tail || !*mark || *mark == '|') return false;
    return cut_status(style, t, (size_t)(mark + 2 - styled_str(t)), "…", tail);
}

void style_shorten_status(const TerminalStyle *style, StyledText *t)
{
    const char *s = styled_str(t), *tail = status_tail(s), *first = strstr(s, " | ");
    if (!style->wraps || !first || fits_prompt(style, t)) return;
    /* Tries cuts between the parts, and between those whom a part lists, from the end: the first
     * that fits keeps the longest beginning.  Of a part that has no room even for one with "+2",
     * the first words are kept, up to a comma. */
    for (const char *cut = tail; cut > first; cut--) {
        if (!strchr(" ,;", *cut)) continue; /* no separator begins here */
        const char *separator = part_separator(s, cut);
        if (strncmp(cut, " | ", 3) == 0) {
            if (cut < tail && cut_behind(style, t, cut + 3, ";|", tail)) return;
            if (cut < tail && cut_behind(style, t, cut + 3, ",;|", tail)) return;
            if (cut_status(style, t, (size_t)(cut + 3 - s), "…", tail)) return;
        } else if (strncmp(cut, separator, 2) == 0) {
            AutoStyled more = count_left_out(cut, tail, separator);
            if (cut_status(style, t, (size_t)(cut + 2 - s), styled_str(&more), tail)) return;
        }
    }
}

StyledText style_prompt(const TerminalStyle *style, const StyledText *t)
{
    StyledText last = {0};
    if (!style->wraps || t->columns + TYPING <= style->width) {
        styled_join(&last, t);
        return last;
    }
    AutoStyled folded = fold_prompt(style, t);
    const char *whole = styled_str(&folded), *end = strrchr(whole, '\n'), *tint = end;
    if (end) { /* of the line before the last */
        StyledText lines = {0};
        styled_join_part(&lines, whole, (size_t)(end - whole));
        style_write_line(style, &lines);
        while (tint > whole && !styled_is_tint(tint[-1])) tint--;
        if (tint > whole)
            styled_tint(&last, (Tint)tint[-1]); /* the tint goes on in the last line */
    }
    const char *rest = end ? end + 1 : whole;
    styled_join_part(&last, rest, strlen(rest));
    styled_put(&last, " ");
    return last;
}

void style_write_lines(const TerminalStyle *style, const char *text, int indent)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        StyledText line = {0};
        styled_put_bytes(&line, text, n);
        /* what is carried over stands two columns further in than the line, if there is room */
        int hang = (int)strspn(text, " ") + 2;
        hang = indent + (hang < HANG_MAX ? hang : HANG_MAX);
        style_write(style, &line, indent, hang < style->width / 2 ? hang : indent);
        text += n + (text[n] == '\n');
    }
}
