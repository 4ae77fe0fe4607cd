/* A line has a rank, by the role of its first piece.  Lines of a turn are laid out by rank
 * (write_turn); all others are written as they come. */
#include "cli/term/screen.h"
#include "cli/term/json_fields.h"

#include <stdlib.h>
#include <string.h>

/* Rows that one turn takes, on a screen of the usual width: three turns fit 24 rows.  Up to
 * BUSY_MAX when only lines that tell what happened (SPARE_EVENT) could still be left out. */
enum { LINES_MAX = 6, BUSY_MAX = 10 };
/* The hint "spare" of a line that tells what happened; rolls and answers by default have more. */
enum { SPARE_EVENT = 1 };
enum { INDENT = 2, GAP = 3 }; /* columns: of carried-over text; between lines that share a row */

typedef enum {
    RANK_NONE,
    RANK_TURN, /* from here to RANK_WARNING: lines of a turn */
    RANK_ROLL,
    RANK_CHANGE,
    RANK_URGENT,
    RANK_WARNING,
    RANK_ERROR,
    RANK_SOURCE /* a line of a rule file, never wrapped */
} Rank;

/* A styled line of a reply, read for the terminal. */
typedef struct {
    Rank rank;
    bool secret;  /* for the game master alone */
    int in, hang; /* indents in columns; hang below 0: see hanging_indent */
    /* Hints of the library, as in sconce.h: */
    int share;          /* blanks before it where it shares a row; 0: not hinted */
    int spare;          /* above 0: may be left out, the greatest first */
    int cut;            /* above 0: the width to cut at */
    int room;           /* of a comparison: columns of its head; else 0 */
    StyledText text;    /* without the label of a secret */
    StyledText side[2]; /* old and new value, of a comparison */
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

/* Returns the index of a piece's role; unknown ones, of a newer library, are plain text. */
static size_t role_index(const json_t *piece)
{
    const char *as = field_text(piece, "as");
    for (size_t i = 0; i < ROLES; i++)
        if (strcmp(roles[i].name, as) == 0) return i;
    return 0;
}

/* Adds a piece of a line.  *tint: the tint that is in force at the end of t. */
static void add_piece(StyledText *t, const json_t *piece, Tint *tint)
{
    AutoStyled one = {0};
    Tint wanted = roles[role_index(piece)].tint;
    if (*tint != wanted) styled_tint(t, wanted);
    *tint = wanted;
    styled_put(&one, "%s", field_text(piece, "t"));
    if (field_true(piece, "whole")) styled_harden(&one);
    styled_join(t, &one);
}

/* Reads a styled line; line_free frees it. */
static ScreenLine line_of(const json_t *pieces)
{
    const json_t *first = json_array_get(pieces, 0);
    Tint tint[3] = {PLAIN, PLAIN, PLAIN};
    ScreenLine l = {.in = (int)field_int(first, "in", 0),
                    .hang = (int)field_int(first, "hang", -1),
                    .share = (int)field_int(first, "share", 0),
                    .spare = (int)field_int(first, "spare", 0),
                    .cut = (int)field_int(first, "cut", 0),
                    .room = (int)field_int(first, "room", 0)};
    StyledText *const column[] = {&l.text, &l.side[0], &l.side[1]};
    l.secret = field_is(first, "as", "secret"); /* then the first piece is only the label */
    l.rank = roles[role_index(json_array_get(pieces, l.secret))].rank;
    json_each (piece, pieces) {
        int64_t at = field_int(piece, "column", 0);
        if (piece_at == 0 && l.secret) continue;
        at = at < 0 || at > 2 ? 0 : at;
        add_piece(column[at], piece, &tint[at]);
    }
    for (size_t i = 0; i < 3; i++)
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

/* Returns the text of a line, labelled if only the game master may see it. */
static StyledText labelled_text(const ScreenLine *l)
{
    StyledText t = {0};
    if (l->secret) styled_tinted(&t, SECRET, "%s", SECRETLY);
    styled_join(&t, &l->text);
    return t;
}

/* Returns the indent of carried-over text: in the left half, unless the line says otherwise. */
static int hanging_indent(const TerminalStyle *style, const ScreenLine *l)
{
    if (l->hang >= 0) return l->hang;
    return l->in + INDENT < style->width / 2 ? l->in + INDENT : INDENT;
}

static int line_height(const TerminalStyle *style, const ScreenLine *l)
{
    AutoStyled t = labelled_text(l);
    return styled_height(&t, style->width, l->in, hanging_indent(style, l));
}

/* --- comparisons: old and new side by side --- */

enum {
    COLUMN_GAP = 2,    /* blanks between two columns */
    BELOW_INDENT = 6,  /* of values that stand below their head */
    BESIDE_WIDTH = 60, /* a screen of fewer columns shows the values below each other */
    BESIDE_LINES = 3   /* a value of more lines stands below its head */
};

/* Text folded into a column, read line by line. */
typedef struct {
    StyledText folded;
    const char *at; /* the next line; NULL at the end */
    Tint tint;      /* in force where that line begins */
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
    int end = t->columns + c->width;
    size_t n = c->at ? strcspn(c->at, "\n") : 0;
    if (n > 0) {
        styled_tint(t, c->tint);
        styled_join_part(t, c->at, n);
        styled_tint(t, PLAIN);
    }
    for (size_t i = 0; i < n; i++)
        if (styled_is_tint(c->at[i])) c->tint = (Tint)c->at[i];
    if (fill && t->columns < end) styled_put(t, "%*s", end - t->columns, "");
    if (c->at) c->at = c->at[n] ? c->at + n + 1 : NULL;
}

/* Writes n columns side by side, line by line, behind an indent; frees them. */
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
            if (right) styled_put(&t, "%*s", COLUMN_GAP, "");
            more = more || columns[i].at;
        }
        style_write_line(style, &t);
    }
    for (int i = 0; i < n; i++) styled_free(&columns[i].folded);
}

/* Writes one side of a comparison, `word` before it, folded below its head. */
static void write_below(const TerminalStyle *style, const char *word, const StyledText *side)
{
    AutoStyled t = {0};
    styled_put(&t, "%s ", word);
    styled_join(&t, side);
    StyledText folded = styled_fold(&t, style->width, BELOW_INDENT, BELOW_INDENT + 4);
    style_write_line(style, &folded);
}

/* Writes a comparison: `head`, such as a name, in a column of `room` columns, then the old and the
 * new value, each folded in its column.  Long values stand below the head, and on a narrow screen
 * below each other.  With an empty head, left and right are the headings above the values, which a
 * narrow screen leaves out. */
static void write_comparison(const TerminalStyle *style, StyledText *head, int room,
                             const StyledText *left, const StyledText *right)
{
    int width = (style->width - room - 2 * COLUMN_GAP) / 2;
    if (style->width >= BESIDE_WIDTH && head->columns <= room &&
        styled_height(left, width, 0, 0) <= BESIDE_LINES &&
        styled_height(right, width, 0, 0) <= BESIDE_LINES) {
        Column c[] = {column_of(head, room), column_of(left, width), column_of(right, width)};
        write_columns(style, 0, c, 3);
    } else if (style->width >= BESIDE_WIDTH) {
        width = (style->width - BELOW_INDENT - COLUMN_GAP) / 2;
        Column c[] = {column_of(left, width), column_of(right, width)};
        style_write_line(style, head);
        write_columns(style, BELOW_INDENT, c, 2);
    } else if (head->n > 0) {
        style_write_line(style, head);
        write_below(style, "was", left);
        write_below(style, "is ", right);
    }
}

/* --- lines --- */

/* Cuts a line so that it takes three lines of a narrow screen at most. */
static void cut_to_three(const TerminalStyle *style, StyledText *t, int in, int hang)
{
    styled_squeeze(t);
    for (int width = 3 * style->width - in - 2 * hang;
         width > style->width && styled_height(t, style->width, in, hang) > 3; width--)
        styled_cut(t, width);
}

/* Writes a line as its hints say. */
static void write_line(const TerminalStyle *style, const ScreenLine *l)
{
    AutoStyled t = labelled_text(l);
    bool narrow = style->wraps && style->width < BESIDE_WIDTH; /* too narrow for columns */
    int hang = l->cut && narrow ? l->in + INDENT : hanging_indent(style, l);
    if (l->cut && narrow)
        cut_to_three(style, &t, l->in, hang);
    else if (l->cut)
        styled_cut(&t, style->wraps ? style->width - l->in : l->cut);
    if (l->rank == RANK_SOURCE)
        style_write_line(style, &t);
    else if (l->room)
        write_comparison(style, &t, l->room, &l->side[0], &l->side[1]);
    else
        style_write(style, &t, l->in, hang);
}

/* --- the lines of a turn -------------------------------------------------------- */

/* The parts of a turn, from top to bottom. */
typedef enum { PART_TURN, PART_EVENTS, PART_WARNINGS } TurnPart;

static TurnPart part_of(const ScreenLine *l)
{
    return l->rank == RANK_TURN ? PART_TURN : l->rank == RANK_WARNING ? PART_WARNINGS : PART_EVENTS;
}

/* For qsort: by part of the turn, then in the order of the reply, which is that in memory. */
static int by_part(const void *a, const void *b)
{
    const ScreenLine *x = *(ScreenLine *const *)a, *y = *(ScreenLine *const *)b;
    TurnPart one = part_of(x), other = part_of(y);
    if (one != other) return one < other ? -1 : 1;
    return (x > y) - (x < y);
}

/* Neighbours that may share a line: with the hint "share"; also of the same rank; all. */
typedef enum { SHARE_HINTED, SHARE_IN_RANK, SHARE_ALL } Sharing;

/* Appends a line to the one before, where both allow it and there is room.  False: it did not. */
static bool join_line(ScreenLine *into, const ScreenLine *more, Sharing sharing, int width)
{
    bool may = sharing == SHARE_ALL || (into->share && more->share) ||
               (sharing == SHARE_IN_RANK && into->rank == more->rank);
    int gap = more->share ? more->share : GAP;
    int label = into->secret ? (int)strlen(SECRETLY) : 0;
    if (into->secret != more->secret) return false;
    if (!may || part_of(into) != PART_EVENTS || part_of(more) != PART_EVENTS) return false;
    if (into->in + label + into->text.columns + gap + more->text.columns > width) return false;
    /* the joined line is as important as the more important of both */
    into->spare = more->spare < into->spare ? more->spare : into->spare;
    styled_put(&into->text, "%*s", gap, "");
    styled_join(&into->text, &more->text);
    return true;
}

/* Joins neighbours that may stand on one line.  Returns how many lines are left. */
static size_t join_neighbours(ScreenLine **line, size_t n, Sharing sharing, int width)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || !join_line(line[kept - 1], line[i], sharing, width))
            line[kept++] = line[i];
    return kept;
}

static int height_of_all(const TerminalStyle *style, ScreenLine **line, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) sum += line_height(style, line[i]);
    return sum;
}

/* Returns the line to leave out next: the greatest "spare", and among equals the earliest, since
 * what comes of a turn stands last. */
static size_t most_spare(ScreenLine **line, size_t n)
{
    size_t at = 0;
    for (size_t i = 1; i < n; i++)
        if (line[i]->spare > line[at]->spare) at = i;
    return at;
}

/* Leaves out lines until the rest fits, but never one alone: the line that says so would take its
 * place.  Returns how many it left out. */
static size_t leave_out(const TerminalStyle *style, ScreenLine **line, size_t *n)
{
    size_t left_out = 0, spare = 0, place = 0;
    for (size_t i = 0; i < *n; i++)
        if (line[i]->spare > 0) spare++;
    int sum = height_of_all(style, line, *n);
    if (spare < 2 || sum <= LINES_MAX + 1) return 0;
    ScreenLine *last = NULL; /* the line left out last, which stood at `place` */
    while (sum + (left_out > 0) > LINES_MAX) {
        size_t at = most_spare(line, *n);
        if (line[at]->spare == 0 || (line[at]->spare == SPARE_EVENT && sum <= BUSY_MAX)) break;
        sum -= line_height(style, line[at]);
        place = at;
        last = line[at];
        memmove(line + at, line + at + 1, (*n - at - 1) * sizeof *line);
        (*n)--;
        left_out++;
    }
    if (left_out != 1) return left_out;
    memmove(line + place + 1, line + place, (*n - place) * sizeof *line); /* puts it back */
    line[place] = last;
    (*n)++;
    return 0;
}

static void write_left_out(const TerminalStyle *style, size_t n)
{
    StyledText t = {0};
    styled_tinted(&t, FAINT, "… and %zu more: 'log' tells all", n);
    style_write(style, &t, INDENT, INDENT);
}

/* Writes the lines of a turn: sorted, joined where they share a row, and without the least
 * important ones beyond LINES_MAX rows.  How many are left out is told before the warnings, which
 * stand last. */
static void write_turn(const TerminalStyle *style, ScreenLine **line, size_t n)
{
    qsort(line, n, sizeof *line, by_part);
    /* Rows are counted at the usual width at least, so that long lines, which wrap in a narrow
     * window, leave no more out there. */
    TerminalStyle usual = *style;
    usual.width = style->width < STYLE_WIDTH_USUAL ? STYLE_WIDTH_USUAL : style->width;
    /* joins more lines only while the turn is still too high */
    for (Sharing sharing = SHARE_HINTED; sharing <= SHARE_ALL; sharing++)
        if (sharing == SHARE_HINTED || height_of_all(&usual, line, n) > LINES_MAX)
            n = join_neighbours(line, n, sharing, style->width);
    size_t left_out = leave_out(&usual, line, &n);
    for (size_t i = 0; i < n; i++) {
        if (left_out && line[i]->rank == RANK_WARNING) {
            write_left_out(style, left_out);
            left_out = 0;
        }
        write_line(style, line[i]);
    }
    if (left_out) write_left_out(style, left_out);
}

/* --- all lines ------------------------------------------------------------------ */

static bool is_of_turn(const ScreenLine *l)
{
    return l->rank >= RANK_TURN && l->rank <= RANK_WARNING;
}

/* Writes the first group of n lines, an error, a turn, or others of one row.  Returns its size. */
static size_t write_group(const Screen *s, ScreenLine **line, size_t n)
{
    size_t end = 1;
    if (line[0]->rank == RANK_ERROR) {
        fflush(s->out.to); /* so that the error stands in its place among the lines */
        TerminalStyle err = s->err;
        style_measure(&err); /* the window may have changed */
        write_line(&err, line[0]);
        fflush(err.to);
    } else if (is_of_turn(line[0])) {
        /* RANK_TURN: there the next turn begins */
        while (end < n && is_of_turn(line[end]) && line[end]->rank != RANK_TURN) end++;
        write_turn(&s->out, line, end);
    } else {
        while (end < n && join_line(line[0], line[end], SHARE_HINTED, s->out.width)) end++;
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

/* --- the sheet beside the log --- */

enum { SHEET_WIDTH = 40 }; /* columns of the sheet */
enum { BESIDE_GAP = 2 };   /* columns between the log and the sheet */
/* The row of the terminal where the sheet begins: Enter scrolls the screen by a few rows before the
 * sheet is wiped, and none of it may leave the screen at the top. */
enum { FIRST_ROW = 4 };
/* Rows below the sheet, at least: a long line takes the whole width there. */
enum { ROWS_FREE = 4 };

static const char keep_cursor[] = "\0337", take_cursor[] = "\0338", clear_right[] = "\033[K";

void beside_keep_room(Screen *screen)
{
    if (!screen->out.terminal || !style_terminal_obeys()) return;
    screen->out.aside = SHEET_WIDTH + BESIDE_GAP;
    style_measure(&screen->out);
}

bool beside_has_room(const Screen *screen)
{
    const TerminalStyle *style = &screen->out;
    return style->aside > 0 && style->columns >= STYLE_BESIDE_MIN &&
           style->rows > FIRST_ROW + ROWS_FREE;
}

/* Returns the lines as they are written in the width of the sheet; the caller frees them. */
static char *write_to_memory(const Screen *screen, const json_t *lines)
{
    char *text = NULL;
    size_t n = 0;
    Screen sheet = *screen;
    sheet.out.to = must_have(open_memstream(&text, &n));
    sheet.out.width = SHEET_WIDTH;
    screen_write(&sheet, lines);
    fclose(sheet.out.to);
    return must_have(text);
}

static void go_to(FILE *to, int row, int column)
{
    fprintf(to, "\033[%d;%dH%s", row, column, clear_right);
}

/* Lines are folded at SHEET_WIDTH; none is left out.  Rows that do not fit below are not shown, and
 * nothing says so: the verb `sheet` shows them all. */
void beside_draw(Beside *b, const Screen *screen, const json_t *lines)
{
    const TerminalStyle *style = &screen->out;
    AutoString *text = write_to_memory(screen, lines);
    int rows = style->rows - FIRST_ROW - ROWS_FREE;
    *b = (Beside){.column = style->width + 1};
    fputs(keep_cursor, style->to);
    for (const char *s = text; *s && b->rows < rows; b->rows++) {
        size_t n = strcspn(s, "\n");
        go_to(style->to, FIRST_ROW + b->rows, b->column);
        fprintf(style->to, "| %.*s", (int)n, s);
        s += n + (s[n] == '\n');
    }
    fputs(style_escape(style, PLAIN), style->to);
    fputs(take_cursor, style->to);
}

void beside_wipe(Beside *b, const Screen *screen)
{
    FILE *to = screen->out.to;
    if (b->rows == 0) return;
    fputs(keep_cursor, to);
    for (int row = 1; row < FIRST_ROW + b->rows; row++) go_to(to, row, b->column);
    fputs(take_cursor, to);
    *b = (Beside){0};
}
