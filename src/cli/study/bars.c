/* Bars drawn with block characters, to an eighth of a column; the longest takes all the room that
 * the figures leave. */
#include "cli/study/bars.h"

#include <string.h>

enum { EIGHTHS = 8 };

typedef struct {
    int label, figure, bar, right; /* columns */
} Columns;

static int wider(int columns, const char *s)
{
    int n = (int)strlen(s);
    return n > columns ? n : columns;
}

static Columns measure(const TerminalStyle *ink, const Bar *head, const Bar *bars, size_t n)
{
    Columns c = {wider(0, head->label), wider(0, head->figure), 0, wider(0, head->right)};
    for (size_t i = 0; i < n; i++) {
        c.label = wider(c.label, bars[i].label);
        c.figure = wider(c.figure, bars[i].figure);
        c.right = wider(c.right, bars[i].right);
    }
    int width = ink->width < BARS_WIDTH ? ink->width : BARS_WIDTH;
    c.bar = width - c.label - c.figure - c.right - 5;
    if (c.bar < 5) c.bar = 5;
    return c;
}

/* Some of it always shows. */
static int put_bar(StyledText *t, int room, double part)
{
    static const char *const blocks[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = (int)(part * room * EIGHTHS + 0.5), columns = 0;
    if (eighths == 0 && part > 0) eighths = 1;
    for (; eighths >= EIGHTHS; eighths -= EIGHTHS, columns++) styled_put(t, "█");
    styled_put(t, "%s", blocks[eighths]);
    return columns + (eighths > 0);
}

static void write_one(const TerminalStyle *ink, const Columns *c, const Bar *b, double part)
{
    StyledText t = {0};
    styled_put(&t, " %*s %*s ", c->label, b->label, c->figure, b->figure);
    styled_tint(&t, b->tint);
    int drawn = put_bar(&t, c->bar, part);
    styled_tint(&t, PLAIN);
    styled_put(&t, "%*s %*s", c->bar - drawn, "", c->right, b->right);
    style_print(ink, &t);
    styled_free(&t);
}

void bars_write(const TerminalStyle *ink, const Bar *head, const Bar *bars, size_t n)
{
    Columns c = measure(ink, head, bars, n);
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (bars[i].part > most) most = bars[i].part;
    write_one(ink, &c, head, 0);
    for (size_t i = 0; i < n; i++) write_one(ink, &c, &bars[i], most > 0 ? bars[i].part / most : 0);
}
