/* Each column is folded alone and then laid beside the others, line by line. */
#include "cli/term/two_columns.h"

#include <string.h>

enum { GAP = 2, BELOW = 6, NARROW = 60, TALL = 3 };

/* Text folded into a column, read line by line; a tint goes on in the next line. */
typedef struct {
    StyledText folded;
    const char *at; /* NULL at the end */
    Tint tint;
    int width;
} Column;

static Column column_of(const StyledText *t, int width)
{
    Column c = {.folded = styled_fold(t, width, 0, 0), .tint = PLAIN, .width = width};
    c.at = c.folded.n > 0 ? styled_str(&c.folded) : NULL;
    return c;
}

/* Adds the next line of a column, filled up with blanks when something stands to its right. */
static void put_line(StyledText *t, Column *c, bool fill)
{
    int used = 0;
    size_t n = c->at ? strcspn(c->at, "\n") : 0;
    if (n > 0) styled_tint(t, c->tint);
    for (size_t i = 0; i < n;) {
        int columns;
        if (c->at[i] >= PLAIN && c->at[i] <= FACE) c->tint = (Tint)c->at[i];
        i += styled_step(c->at + i, n - i, &columns);
        used += columns;
    }
    if (n > 0) styled_put(t, "%.*s", (int)n, c->at);
    if (n > 0) styled_tint(t, PLAIN);
    if (fill) styled_put(t, "%*s", c->width - used > 0 ? c->width - used : 0, "");
    if (c->at) c->at = c->at[n] ? c->at + n + 1 : NULL;
}

static void write_columns(const TerminalStyle *style, int indent, Column *columns, int n)
{
    for (bool more = true; more;) {
        StyledText t = {0};
        more = false;
        styled_put(&t, "%*s", indent, "");
        for (int i = 0; i < n; i++) {
            bool right = false;
            for (int j = i + 1; j < n; j++) right = right || columns[j].at;
            put_line(&t, &columns[i], right);
            if (right) styled_put(&t, "%*s", GAP, "");
            more = more || columns[i].at;
        }
        style_print(style, &t);
        styled_free(&t);
    }
    for (int i = 0; i < n; i++) styled_free(&columns[i].folded);
}

static void write_below(const TerminalStyle *style, const char *word, const StyledText *side)
{
    StyledText t = {0};
    styled_put(&t, "%s ", word);
    styled_join(&t, side);
    StyledText folded = styled_fold(&t, style->width, BELOW, BELOW + 4);
    style_print(style, &folded);
    styled_free(&folded);
    styled_free(&t);
}

void two_columns_write(const TerminalStyle *style, const StyledText *head, int room,
                       const StyledText *left, const StyledText *right)
{
    int width = (style->width - room - 2 * GAP) / 2;
    if (style->width >= NARROW && head->columns <= room &&
        styled_height(left, width, 0, 0) <= TALL && styled_height(right, width, 0, 0) <= TALL) {
        Column c[] = {column_of(head, room), column_of(left, width), column_of(right, width)};
        write_columns(style, 0, c, 3);
    } else if (style->width >= NARROW) {
        width = (style->width - BELOW - GAP) / 2;
        Column c[] = {column_of(left, width), column_of(right, width)};
        style_print(style, head);
        write_columns(style, BELOW, c, 2);
    } else if (head->n > 0) {
        style_print(style, head);
        write_below(style, "was", left);
        write_below(style, "is ", right);
    }
}
