/* All text lies in one buffer, the pieces and lines are places in it. */
#include "campaign/view/lines.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"

static const char *const role_names[] = {
    [ROLE_TEXT] = "text",     [ROLE_TURN] = "turn",       [ROLE_ROLL] = "roll",
    [ROLE_FACE] = "face",     [ROLE_SUCCESS] = "success", [ROLE_FAILURE] = "failure",
    [ROLE_EVENT] = "event",   [ROLE_CHANGE] = "change",   [ROLE_URGENT] = "urgent",
    [ROLE_SECRET] = "secret", [ROLE_WARNING] = "warning", [ROLE_ERROR] = "error",
    [ROLE_NAME] = "name",     [ROLE_DIM] = "dim",         [ROLE_REMOVED] = "removed",
    [ROLE_PROMPT] = "prompt", [ROLE_DARK] = "dark",       [ROLE_QUESTION] = "question",
    [ROLE_KEY] = "key",       [ROLE_SOURCE] = "source",
};

void lines_free(StyledLines *l)
{
    text_free(&l->text);
    free(l->piece);
    free(l->line);
    *l = (StyledLines){0};
}

/* One element more in a list that doubles; NULL when memory is out. */
static void *grow(StyledLines *l, void *list, size_t n, size_t *room, size_t size)
{
    if (n < *room) return list;
    size_t more = *room ? 2 * *room : 16;
    void *grown = l->text.failed ? NULL : realloc(list, more * size);
    if (!grown) return l->text.failed = true, NULL;
    *room = more;
    return grown;
}

/* --- adding -------------------------------------------------------------------------------- */

StyledLine *lines_begin(StyledLines *l, int in)
{
    StyledLine *grown = grow(l, l->line, l->n, &l->line_room, sizeof *l->line);
    if (!grown) return &l->nowhere;
    l->line = grown;
    l->line[l->n] = (StyledLine){.piece = l->pieces, .in = in, .hang = HANG_USUAL};
    return &l->line[l->n++];
}

void lines_addn(StyledLines *l, Role role, const char *s, size_t n)
{
    if (n == 0 || l->n == 0) return;
    StyledPiece *grown = grow(l, l->piece, l->pieces, &l->piece_room, sizeof *l->piece);
    if (!grown) return;
    l->piece = grown;
    size_t from = l->text.n;
    text_addn(&l->text, s, n);
    l->piece[l->pieces++] = (StyledPiece){.role = role, .from = from, .n = l->text.n - from};
    l->line[l->n - 1].n++;
}

void lines_add(StyledLines *l, Role role, const char *s)
{
    lines_addn(l, role, s, strlen(s));
}

void lines_addf(StyledLines *l, Role role, const char *format, ...)
{
    Text t = {0};
    va_list args;
    va_start(args, format);
    text_addv(&t, format, args);
    va_end(args);
    lines_addn(l, role, text_str(&t), t.n);
    l->text.failed = l->text.failed || t.failed;
    text_free(&t);
}

void lines_keep_whole(StyledLines *l, size_t piece)
{
    for (; piece < l->pieces; piece++) l->piece[piece].whole = true;
}

void lines_column(StyledLines *l, size_t piece, int column)
{
    for (; piece < l->pieces; piece++) l->piece[piece].column = column;
}

void lines_text(StyledLines *l, const char *text, int in)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), blanks = strspn(text, " ");
        lines_begin(l, in + (int)blanks);
        lines_addn(l, ROLE_TEXT, text + blanks, n - blanks);
        text += n + (text[n] == '\n');
    }
}

void lines_warnings(StyledLines *l, const char *text, int in)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        lines_begin(l, in);
        lines_add(l, ROLE_WARNING, "! ");
        lines_addn(l, ROLE_WARNING, text, n);
        text += n + (text[n] == '\n');
    }
}

/* --- reading ------------------------------------------------------------------------------- */

int lines_width(const StyledLines *l, size_t piece)
{
    int columns = 0;
    size_t from = piece < l->pieces ? l->piece[piece].from : l->text.n;
    for (size_t i = from; i < l->text.n; i++) columns += (l->text.s[i] & 0xC0) != 0x80;
    return columns;
}

void lines_plain(const StyledLines *l, size_t line, Text *t)
{
    const StyledLine *at = &l->line[line];
    for (size_t i = at->piece; i < at->piece + at->n; i++)
        text_addn(t, l->text.s + l->piece[i].from, l->piece[i].n);
}

static void json_hint(Text *t, const char *key, int value)
{
    json_key(t, key);
    json_int(t, value);
}

static void json_hints(Text *t, const StyledLine *line)
{
    if (line->in) json_hint(t, "in", line->in);
    if (line->hang != HANG_USUAL) json_hint(t, "hang", line->hang);
    if (line->share) json_hint(t, "share", line->share);
    if (line->spare) json_hint(t, "spare", line->spare);
    if (line->cut) json_hint(t, "cut", line->cut);
    if (line->room) json_hint(t, "room", line->room);
}

static void json_pieces(const StyledLines *l, const StyledLine *line, Text *t)
{
    json_open(t, '[');
    for (size_t i = line->piece; i < line->piece + line->n; i++) {
        const StyledPiece *p = &l->piece[i];
        json_open(t, '{');
        json_key(t, "t");
        json_stringn(t, l->text.s + p->from, p->n);
        json_key(t, "as");
        json_string(t, role_names[p->role]);
        if (i == line->piece) json_hints(t, line);
        if (p->column) json_hint(t, "column", p->column);
        if (p->whole) {
            json_key(t, "whole");
            json_bool(t, true);
        }
        json_close(t, '}');
    }
    json_close(t, ']');
}

void lines_json(const StyledLines *l, Text *t)
{
    for (size_t i = 0; i < l->n; i++) json_pieces(l, &l->line[i], t);
    if (l->text.failed) t->failed = true;
}
