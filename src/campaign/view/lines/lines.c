/* All text lies in one buffer; pieces and lines are ranges of it. */
#include "campaign/view/lines/lines.h"
#include "campaign/view/lines/show.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "core/ascii.h"
#include "core/json_writer.h"
#include "core/text.h"

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

void lines_clear(StyledLines *l)
{
    text_clear(&l->text);
    l->pieces = l->n = 0;
}

/* --- adding -------------------------------------------------------------------------------- */

StyledLine *lines_begin(StyledLines *l, int in)
{
    l->whole = false;
    l->column = 0;
    if (l->text.failed || !array_room(&l->line, &l->line_room, l->n + 1, sizeof *l->line)) {
        l->text.failed = true;
        return &l->nowhere;
    }
    l->line[l->n] = (StyledLine){.piece = l->pieces, .in = in, .hang = HANG_USUAL};
    return &l->line[l->n++];
}

void lines_heading(StyledLines *l, const char *heading)
{
    lines_begin(l, 0);
    lines_begin(l, 0);
    lines_add(l, ROLE_TEXT, heading);
}

/* Turns line breaks in the piece into blanks, since rules may put them anywhere, and a styled line
 * is printed as one line.  A column of a comparison keeps its breaks. */
void lines_end_piece(StyledLines *l, Role role)
{
    size_t from = l->pieces ? l->piece[l->pieces - 1].from + l->piece[l->pieces - 1].n : 0;
    for (size_t i = from; i < l->text.n && !l->column; i++)
        if (l->text.s[i] == '\n') l->text.s[i] = ' ';
    if (l->text.n == from || l->n == 0) return;
    if (l->text.failed || !array_room(&l->piece, &l->piece_room, l->pieces + 1, sizeof *l->piece)) {
        l->text.failed = true;
        return;
    }
    l->piece[l->pieces++] = (StyledPiece){
        .role = role, .whole = l->whole, .column = l->column, .from = from, .n = l->text.n - from};
    l->line[l->n - 1].n++;
}

void lines_addn(StyledLines *l, Role role, const char *s, size_t n)
{
    text_addn(&l->text, s, n);
    lines_end_piece(l, role);
}

void lines_add(StyledLines *l, Role role, const char *s)
{
    lines_addn(l, role, s, strlen(s));
}

void lines_addf(StyledLines *l, Role role, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_addv(&l->text, format, args);
    va_end(args);
    lines_end_piece(l, role);
}

void lines_field(StyledLines *l, Role role, const Value *thing, const char *key, const char *before,
                 const char *after)
{
    show_field(&l->text, thing, key, before, after);
    lines_end_piece(l, role);
}

/* Returns the role of that name; ROLE_TEXT if there is none. */
static Role role_named(const char *name)
{
    for (size_t i = 0; i < sizeof role_names / sizeof *role_names; i++)
        if (strcmp(role_names[i], name) == 0) return (Role)i;
    return ROLE_TEXT;
}

/* Reads a hint: 0 to 80 columns.  Anything else counts as `usual`. */
static int columns_of(const Value *line, const char *key, int usual)
{
    enum { COLUMNS_MAX = 80 };
    int64_t n = value_int(line, key, usual);
    return n >= 0 && n <= COLUMNS_MAX ? (int)n : usual;
}

void lines_of_cell(StyledLines *l, const Value *lines)
{
    value_each (line, lines) {
        lines_begin(l, columns_of(line, "in", 0))->hang = columns_of(line, "hang", HANG_USUAL);
        value_each (piece, value_list(line, "pieces"))
            lines_add(l, role_named(value_text(piece, "as", "")), value_text(piece, "t", ""));
    }
}

void lines_text(StyledLines *l, const char *text, int in)
{
    for (; *text; text = line_after(text)) {
        size_t n = strcspn(text, "\n"), blanks = strspn(text, " ");
        lines_begin(l, in + (int)blanks);
        lines_addn(l, ROLE_TEXT, text + blanks, n - blanks);
    }
}

/* True if a text begins with a common word in small letters, and not with a name and a colon, a
 * verb of one letter such as `u`, or a file. */
static bool begins_small(const char *s, size_t n)
{
    size_t word_n = 0;
    while (word_n < n && (is_lower(s[word_n]) || s[word_n] == '\'')) word_n++;
    bool is_word = word_n == n || strchr(" ,;.?!", s[word_n]); /* nothing else is part of it */
    bool is_verb = word_n == 1 && s[0] != 'a';
    bool is_file = word_n + 1 < n && s[word_n] == '.' && s[word_n + 1] != ' ';
    return word_n > 0 && is_word && !is_verb && !is_file;
}

void lines_sentence(StyledLines *l, Role role, const char *s, size_t n)
{
    size_t from = l->text.n;
    text_addn(&l->text, s, n);
    if (n == 0 || l->text.failed) return;
    if (begins_small(s, n)) l->text.s[from] = to_upper(s[0]);
    size_t word_n = strcspn(s, " ");
    if (word_n > n) word_n = n;
    bool names_thing = word_n > 0 && s[word_n - 1] == ':' && memchr(s, '.', word_n);
    bool is_item = s[0] == ' ' || names_thing; /* "light.torch: gone" */
    bool lacks_stop = is_letter_or_digit(s[n - 1]) || strchr("'\")]", s[n - 1]);
    if (!is_item && lacks_stop) text_addc(&l->text, '.');
    lines_end_piece(l, role);
}

void lines_warnings(StyledLines *l, const char *text, int in)
{
    for (; *text; text = line_after(text)) {
        lines_begin(l, in);
        lines_add(l, ROLE_WARNING, "! ");
        lines_sentence(l, ROLE_WARNING, text, strcspn(text, "\n"));
    }
}

void lines_make_printable(StyledLines *l, size_t piece, bool markdown)
{
    ScopedText raw = {0};
    if (piece >= l->pieces) return;
    size_t from = l->piece[piece].from;
    text_addn(&raw, l->text.s + from, l->text.n - from);
    l->text.n = from;
    for (StyledPiece *p = l->piece + piece; !raw.failed && p < l->piece + l->pieces; p++) {
        size_t at = l->text.n;
        text_addn(&l->text, raw.s + (p->from - from), p->n);
        text_make_printable(&l->text, at, markdown);
        p->from = at;
        p->n = l->text.n - at;
    }
    l->text.failed = l->text.failed || raw.failed;
}

/* --- reading ------------------------------------------------------------------------------- */

int lines_width(const StyledLines *l, size_t piece)
{
    int columns = 0;
    size_t from = piece < l->pieces ? l->piece[piece].from : l->text.n;
    for (size_t i = from; i < l->text.n; i++) {
        bool continues = ((unsigned char)l->text.s[i] & 0xC0) == 0x80; /* a byte of a character */
        if (!continues) columns++;
    }
    return columns;
}

void lines_plain(const StyledLines *l, Text *t)
{
    static const char *const before_column[] = {"", ": ", " -> "}; /* `hp: 5 -> 6` */
    int smallest = l->n ? l->line[0].in : 0;
    for (size_t i = 1; i < l->n; i++)
        if (l->line[i].in < smallest) smallest = l->line[i].in;
    for (const StyledLine *line = l->line; line < l->line + l->n; line++) {
        const StyledPiece *p = l->piece + line->piece, *end = p + line->n;
        if (p < end && p->column) continue; /* the headings of a comparison */
        if (p < end) text_addf(t, "%*s", line->in - smallest, "");
        for (int column = 0; p < end; p++) {
            if (p->column != column) text_add(t, before_column[p->column]);
            column = p->column;
            text_addn(t, l->text.s + p->from, p->n);
        }
        text_addc(t, '\n');
    }
    t->failed = t->failed || l->text.failed;
}

/* Writes a hint, unless it is as usual. */
static void put_hint(Text *t, const char *key, int value, int usual)
{
    if (value != usual) jsonw_int(jsonw_key(t, key), value);
}

/* Writes those layout hints of a line that are not as usual. */
static void put_hints(Text *t, const StyledLine *line)
{
    put_hint(t, "in", line->in, 0);
    put_hint(t, "hang", line->hang, HANG_USUAL);
    put_hint(t, "share", line->share, 0);
    put_hint(t, "spare", line->spare, 0);
    put_hint(t, "cut", line->cut, 0);
    put_hint(t, "room", line->room, 0);
}

/* Writes a line as a list of its pieces; its hints are fields of the first. */
static void put_pieces(const StyledLines *l, const StyledLine *line, Text *t)
{
    jsonw_open(t, '[');
    for (size_t i = line->piece; i < line->piece + line->n; i++) {
        const StyledPiece *p = &l->piece[i];
        jsonw_open(t, '{');
        jsonw_stringn(jsonw_key(t, "t"), l->text.s + p->from, p->n);
        jsonw_string(jsonw_key(t, "as"), role_names[p->role]);
        if (i == line->piece) put_hints(t, line);
        put_hint(t, "column", p->column, 0);
        if (p->whole) jsonw_bool(jsonw_key(t, "whole"), true);
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

void lines_json_last(const StyledLines *l, size_t n, Text *t)
{
    for (size_t i = l->n > n ? l->n - n : 0; i < l->n; i++) put_pieces(l, &l->line[i], t);
    if (l->text.failed) t->failed = true;
}

void lines_json(const StyledLines *l, Text *t)
{
    lines_json_last(l, l->n, t);
}
