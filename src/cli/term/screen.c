/* Lines of a turn have a rank, by the role of their first piece; all others are written as they
 * come. */
#include "cli/term/screen.h"
#include "cli/term/json_fields.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 6 };       /* of one turn, on a screen of the usual width */
enum { INDENT = 2, GAP = 3 }; /* columns: of carried-over text; between lines that share a row */

typedef enum {
    RANK_NONE,
    RANK_TURN,
    RANK_ROLL,
    RANK_CHANGE,
    RANK_URGENT,
    RANK_WARNING,
    RANK_ERROR,
    RANK_SOURCE
} Rank;

/* A styled line of a reply, read for the terminal. */
typedef struct {
    Rank rank;
    bool secret;                 /* the game master's alone */
    int in, hang;                /* columns; hang below 0: the usual */
    int share, spare, cut, room; /* hints, as in sconce.h */
    StyledText text;             /* without the mark of a secret */
    StyledText side[2];          /* old and new, of a comparison */
} ScreenLine;

Screen screen_new(void)
{
    return (Screen){.out = style_on(stdout), .err = style_on(stderr)};
}

/* --- reading ------------------------------------------------------------------ */

static const struct {
    const char *name;
    Tint tint;
    Rank rank;
} roles[] = {
    {"text", PLAIN, RANK_NONE},    {"turn", STRONG, RANK_TURN},     {"roll", PLAIN, RANK_ROLL},
    {"face", FACE, RANK_ROLL},     {"success", GOOD, RANK_ROLL},    {"failure", BAD, RANK_ROLL},
    {"event", PLAIN, RANK_CHANGE}, {"change", PLAIN, RANK_CHANGE},  {"urgent", CARE, RANK_URGENT},
    {"secret", SECRET, RANK_NONE}, {"warning", CARE, RANK_WARNING}, {"error", BAD, RANK_ERROR},
    {"name", STRONG, RANK_NONE},   {"dim", FAINT, RANK_NONE},       {"removed", BAD, RANK_NONE},
    {"prompt", STRONG, RANK_NONE}, {"dark", BAD, RANK_NONE},        {"question", PLAIN, RANK_NONE},
    {"key", STRONG, RANK_NONE},    {"source", FAINT, RANK_SOURCE},
};
enum { ROLES = sizeof roles / sizeof *roles };

/* The number of a role; of one that a newer library may have, that of plain text. */
static size_t role_of(const json_t *piece)
{
    const char *as = field_text(piece, "as");
    for (size_t i = 0; i < ROLES; i++)
        if (strcmp(roles[i].name, as) == 0) return i;
    return 0;
}

static void add_piece(StyledText *t, const json_t *piece, Tint *tint)
{
    StyledText one = {0};
    Tint wanted = roles[role_of(piece)].tint;
    if (*tint != wanted) styled_tint(t, *tint = wanted);
    styled_clean(&one, field_text(piece, "t"));
    if (field_true(piece, "whole")) styled_keep(&one);
    styled_join(t, &one);
    styled_free(&one);
}

static ScreenLine line_of(const json_t *pieces)
{
    const json_t *first = json_array_get(pieces, 0), *piece;
    size_t i;
    Tint tint[3] = {PLAIN, PLAIN, PLAIN};
    ScreenLine l = {.in = (int)field_int(first, "in", 0),
                    .hang = (int)field_int(first, "hang", -1),
                    .share = (int)field_int(first, "share", 0),
                    .spare = (int)field_int(first, "spare", 0),
                    .cut = (int)field_int(first, "cut", 0),
                    .room = (int)field_int(first, "room", 0)};
    StyledText *const column[] = {&l.text, &l.side[0], &l.side[1]};
    l.secret = strcmp(field_text(first, "as"), "secret") == 0;
    l.rank = roles[role_of(json_array_get(pieces, l.secret))].rank;
    json_array_foreach (pieces, i, piece) {
        int64_t at = field_int(piece, "column", 0);
        if (i == 0 && l.secret) continue;
        at = at < 0 || at > 2 ? 0 : at;
        add_piece(column[at], piece, &tint[at]);
    }
    for (i = 0; i < 3; i++)
        if (tint[i] != PLAIN) styled_tint(column[i], PLAIN);
    return l;
}

static void line_free(ScreenLine *l)
{
    styled_free(&l->text);
    styled_free(&l->side[0]);
    styled_free(&l->side[1]);
}

StyledText screen_line(const json_t *line)
{
    StyledText t = {0};
    ScreenLine l = line_of(line);
    styled_put(&t, "%*s", l.in, "");
    styled_join(&t, &l.text);
    line_free(&l);
    return t;
}

/* --- one line ----------------------------------------------------------------- */

static const char SECRETLY[] = "secret  ";

/* Returns the whole line, marked if only the game master may see it. */
static StyledText whole(const ScreenLine *l)
{
    StyledText t = {0};
    if (l->secret) styled_tinted(&t, SECRET, SECRETLY);
    styled_join(&t, &l->text);
    return t;
}

/* Indent of carried-over text: not in the right half of the screen, unless the line says so. */
static int hang_of(const TerminalStyle *style, const ScreenLine *l)
{
    if (l->hang >= 0) return l->hang;
    return l->in + INDENT < style->width / 2 ? l->in + INDENT : INDENT;
}

static int height(const TerminalStyle *style, const ScreenLine *l)
{
    StyledText t = whole(l);
    int lines = styled_height(&t, style->width, l->in, hang_of(style, l));
    styled_free(&t);
    return lines;
}

/* --- comparisons: old and new side by side --- */

enum {
    BETWEEN = 2, /* blanks between two columns */
    BELOW = 6,   /* indent of sides that stand below their head */
    NARROW = 60, /* a screen of fewer columns shows the sides below each other */
    TALL = 3     /* a side of more lines stands below its head */
};

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
static void put_column_line(StyledText *t, Column *c, bool fill)
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
            put_column_line(&t, &columns[i], right);
            if (right) styled_put(&t, "%*s", BETWEEN, "");
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

/* Writes a comparison: `head` (a name, say) in a column of `room`, then both sides, each broken
 * within its column.  When they are long, the sides stand below the head, and on a narrow screen
 * below each other.  Without a head they are headings, which a narrow screen has not. */
static void write_comparison(const TerminalStyle *style, const StyledText *head, int room,
                             const StyledText *left, const StyledText *right)
{
    int width = (style->width - room - 2 * BETWEEN) / 2;
    if (style->width >= NARROW && head->columns <= room &&
        styled_height(left, width, 0, 0) <= TALL && styled_height(right, width, 0, 0) <= TALL) {
        Column c[] = {column_of(head, room), column_of(left, width), column_of(right, width)};
        write_columns(style, 0, c, 3);
    } else if (style->width >= NARROW) {
        width = (style->width - BELOW - BETWEEN) / 2;
        Column c[] = {column_of(left, width), column_of(right, width)};
        style_print(style, head);
        write_columns(style, BELOW, c, 2);
    } else if (head->n > 0) {
        style_print(style, head);
        write_below(style, "was", left);
        write_below(style, "is ", right);
    }
}

/* --- lines --- */

static void write_line(const TerminalStyle *style, const ScreenLine *l)
{
    StyledText t = whole(l);
    if (l->cut) styled_cut(&t, style->wraps ? style->width - l->in : l->cut);
    if (l->rank == RANK_SOURCE)
        style_print(style, &t);
    else if (l->room)
        write_comparison(style, &t, l->room, &l->side[0], &l->side[1]);
    else
        style_write(style, &t, l->in, hang_of(style, l));
    styled_free(&t);
}

/* --- the lines of a turn -------------------------------------------------------- */

static int place_of(Rank rank)
{
    return rank == RANK_TURN ? 0 : rank == RANK_WARNING ? 2 : 1;
}

/* For qsort: reading order. */
static int by_place(const void *a, const void *b)
{
    const ScreenLine *x = *(ScreenLine *const *)a, *y = *(ScreenLine *const *)b;
    int one = place_of(x->rank), other = place_of(y->rank);
    return one != other ? (one < other ? -1 : 1) : x < y ? -1 : x > y;
}

/* Which neighbours may stand on one line: those with the hint "share"; also those of one rank; all.
 */
typedef enum { SHARE_HINTED, SHARE_IN_RANK, SHARE_ALL } Sharing;

/* Puts a line behind the one before, where both may and there is room. */
static bool share(ScreenLine *into, const ScreenLine *more, Sharing sharing, int width)
{
    bool may = sharing == SHARE_ALL || (into->share && more->share) ||
               (sharing == SHARE_IN_RANK && into->rank == more->rank);
    int gap = more->share ? more->share : GAP;
    int label = into->secret ? (int)strlen(SECRETLY) : 0;
    if (into->secret != more->secret) return false;
    if (!may || place_of(into->rank) != 1 || place_of(more->rank) != 1) return false;
    if (into->in + label + into->text.columns + gap + more->text.columns > width) return false;
    into->spare = more->spare < into->spare ? more->spare : into->spare;
    styled_put(&into->text, "%*s", gap, "");
    styled_join(&into->text, &more->text);
    return true;
}

/* Joins neighbours that may stand on one line.  Returns how many lines are left. */
static size_t pack(ScreenLine **line, size_t n, Sharing sharing, int width)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || !share(line[kept - 1], line[i], sharing, width)) line[kept++] = line[i];
    return kept;
}

static int height_of_all(const TerminalStyle *style, ScreenLine **line, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) sum += height(style, line[i]);
    return sum;
}

/* Leaves out lines until the rest fits, those with the greatest "spare" first, the latest of them
 * first.  Returns how many. */
static size_t thin(const TerminalStyle *style, ScreenLine **line, size_t *n)
{
    size_t out = 0;
    int sum = height_of_all(style, line, *n);
    while (sum + (out > 0) > LINES_MAX) {
        size_t at = 0;
        for (size_t i = 1; i < *n; i++)
            if (line[i]->spare >= line[at]->spare) at = i;
        if (line[at]->spare == 0) break;
        sum -= height(style, line[at]);
        memmove(line + at, line + at + 1, (*n - at - 1) * sizeof *line);
        (*n)--;
        out++;
    }
    return out;
}

static void write_left_out(const TerminalStyle *style, size_t n)
{
    StyledText t = {0};
    styled_tint(&t, FAINT);
    styled_put(&t, "… and %zu more: 'log' tells all", n);
    styled_tint(&t, PLAIN);
    style_write(style, &t, INDENT, INDENT);
    styled_free(&t);
}

static void write_turn(const TerminalStyle *style, ScreenLine **line, size_t n)
{
    qsort(line, n, sizeof *line, by_place);
    TerminalStyle usual = *style; /* a narrow window is no reason to tell less */
    usual.width = style->width < STYLE_WIDTH_USUAL ? STYLE_WIDTH_USUAL : style->width;
    for (Sharing sharing = SHARE_HINTED; sharing <= SHARE_ALL; sharing++)
        if (sharing == SHARE_HINTED || height_of_all(&usual, line, n) > LINES_MAX)
            n = pack(line, n, sharing, style->width);
    size_t out = thin(&usual, line, &n);
    for (size_t i = 0; i < n; i++) {
        if (out && line[i]->rank == RANK_WARNING) {
            write_left_out(style, out);
            out = 0;
        }
        write_line(style, line[i]);
    }
    if (out) write_left_out(style, out);
}

/* --- all lines ------------------------------------------------------------------ */

static bool is_of_turn(const ScreenLine *l)
{
    return l->rank > RANK_NONE && l->rank < RANK_ERROR;
}

/* Writes the first group of the n lines: one error, the lines of one turn, or other lines that
 * share a row.  Returns how many lines it took. */
static size_t write_group(const Screen *s, ScreenLine **line, size_t n)
{
    size_t end = 1;
    if (line[0]->rank == RANK_ERROR) {
        fflush(s->out.to);
        write_line(&s->err, line[0]);
        fflush(s->err.to);
    } else if (is_of_turn(line[0])) {
        while (end < n && is_of_turn(line[end]) && line[end]->rank != RANK_TURN) end++;
        write_turn(&s->out, line, end);
    } else {
        while (end < n && share(line[0], line[end], SHARE_HINTED, s->out.width)) end++;
        write_line(&s->out, line[0]);
    }
    return end;
}

void screen_write(const Screen *s, const json_t *lines)
{
    size_t n = json_array_size(lines);
    ScreenLine *all = must_have(calloc(n + 1, sizeof *all));
    ScreenLine **line = must_have(calloc(n + 1, sizeof *line));
    for (size_t i = 0; i < n; i++) {
        all[i] = line_of(json_array_get(lines, i));
        line[i] = &all[i];
    }
    for (size_t i = 0; i < n;) i += write_group(s, line + i, n - i);
    for (size_t i = 0; i < n; i++) line_free(&all[i]);
    free(line);
    free(all);
}
