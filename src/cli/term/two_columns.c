/* Each column is folded alone and then laid beside the others, line by line. */
#include "cli/term/two_columns.h"

#include <string.h>

enum { GAP = 2, BELOW = 6, NARROW = 60, TALL = 3 };

/* A strip folded into a column, read line by line; a tint goes on in the next line. */
typedef struct {
    Strip folded;
    const char *at; /* NULL at the end */
    Tint tint;
    int width;
} Column;

static Column column_of(const Strip *t, int width)
{
    Column c = {.folded = strip_fold(t, width, 0, 0), .tint = PLAIN, .width = width};
    c.at = c.folded.n > 0 ? strip_str(&c.folded) : NULL;
    return c;
}

static int lines_of(const Strip *t, int width)
{
    int lines = 1;
    Strip folded = strip_fold(t, width, 0, 0);
    for (const char *s = strip_str(&folded); *s; s++) lines += *s == '\n';
    strip_free(&folded);
    return lines;
}

/* Adds the next line of a column, filled up with blanks when something stands to its right. */
static void put_line(Strip *t, Column *c, bool fill)
{
    int used = 0;
    size_t n = c->at ? strcspn(c->at, "\n") : 0;
    if (n > 0) strip_tint(t, c->tint);
    for (size_t i = 0; i < n;) {
        int columns;
        if (c->at[i] >= PLAIN && c->at[i] <= FACE) c->tint = (Tint)c->at[i];
        i += strip_step(c->at + i, n - i, &columns);
        used += columns;
    }
    if (n > 0) strip_put(t, "%.*s", (int)n, c->at);
    if (n > 0) strip_tint(t, PLAIN);
    if (fill) strip_put(t, "%*s", c->width - used > 0 ? c->width - used : 0, "");
    if (c->at) c->at = c->at[n] ? c->at + n + 1 : NULL;
}

static void write_columns(const Ink *ink, int indent, Column *columns, int n)
{
    for (bool more = true; more;) {
        Strip t = {0};
        more = false;
        strip_put(&t, "%*s", indent, "");
        for (int i = 0; i < n; i++) {
            bool right = false;
            for (int j = i + 1; j < n; j++) right = right || columns[j].at;
            put_line(&t, &columns[i], right);
            if (right) strip_put(&t, "%*s", GAP, "");
            more = more || columns[i].at;
        }
        ink_print(ink, &t);
        strip_free(&t);
    }
    for (int i = 0; i < n; i++) strip_free(&columns[i].folded);
}

static void write_below(const Ink *ink, const char *word, const Strip *side)
{
    Strip t = {0};
    strip_put(&t, "%s ", word);
    strip_join(&t, side);
    Strip folded = strip_fold(&t, ink->width, BELOW, BELOW + 4);
    ink_print(ink, &folded);
    strip_free(&folded);
    strip_free(&t);
}

static int side_width(const Ink *ink, int room)
{
    return (ink->width - room - 2 * GAP) / 2;
}

void sides_write(const Ink *ink, const Strip *head, int room, const Strip *left, const Strip *right)
{
    int width = side_width(ink, room);
    bool fits = ink->width >= NARROW && head->columns <= room && lines_of(left, width) <= TALL &&
                lines_of(right, width) <= TALL;
    if (fits) {
        Column c[] = {column_of(head, room), column_of(left, width), column_of(right, width)};
        write_columns(ink, 0, c, 3);
        return;
    }
    ink_print(ink, head);
    if (ink->width < NARROW) {
        write_below(ink, "was", left);
        write_below(ink, "is ", right);
        return;
    }
    width = (ink->width - BELOW - GAP) / 2;
    Column c[] = {column_of(left, width), column_of(right, width)};
    write_columns(ink, BELOW, c, 2);
}

void sides_title(const Ink *ink, int room, const char *left, const char *right)
{
    if (ink->width < NARROW) return;
    Strip t = {0};
    strip_tint(&t, FAINT);
    strip_put(&t, "%*s%-*s%s", room + GAP, "", side_width(ink, room) + GAP, left, right);
    strip_tint(&t, PLAIN);
    ink_print(ink, &t);
    strip_free(&t);
}
