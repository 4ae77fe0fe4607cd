/* The layout of a turn.  The turn comes first and warnings last; what is between stands as it
 * happened, a cause before what it led to.  Small neighbours share a line, and when it is still
 * more than six lines the least pressing ones give way and say so. */
#include "cli/term/screen.h"
#include "cli/term/events.h"
#include "cli/term/json_fields.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 6, INDENT = 2, GAP = 3 };

Screen screen_new(bool answers)
{
    return (Screen){.out = style_on(stdout), .err = style_on(stderr), .answers = answers};
}

/* --- a turn --------------------------------------------------------------- */

static int place_of(Rank rank)
{
    return rank == RANK_TURN ? 0 : rank == RANK_WARN ? 2 : 1;
}

/* Pieces of one turn, in reading order. */
static int by_place(const void *a, const void *b)
{
    const Piece *x = *(Piece *const *)a, *y = *(Piece *const *)b;
    int one = place_of(x->rank), other = place_of(y->rank);
    return one != other ? (one < other ? -1 : 1) : x < y ? -1 : x > y;
}

static const char SECRETLY[] = "secret";

static int label(const Piece *p)
{
    return p->secret ? (int)strlen(SECRETLY) + 2 : 0;
}

typedef enum { ROOM, CROWDED, FULL } Crowd; /* what may share a line: numbers; the like; all */

/* Puts a piece on the line of the one before, where both may and there is room. */
static bool share(Piece *into, const Piece *more, Crowd crowd, int width)
{
    bool may = crowd == FULL || (into->small && more->small) ||
               (crowd == CROWDED && into->rank == more->rank);
    if (into->secret != more->secret) return false;
    if (!may || place_of(into->rank) != 1 || place_of(more->rank) != 1) return false;
    if (INDENT + label(into) + into->text.columns + GAP + more->text.columns > width) return false;
    into->spare = more->spare < into->spare ? more->spare : into->spare;
    styled_put(&into->text, "%*s", GAP, "");
    styled_join(&into->text, &more->text);
    return true;
}

/* Moves pieces together; gives how many lines of text are left. */
static size_t pack(Piece **line, size_t n, Crowd crowd, int width)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || !share(line[kept - 1], line[i], crowd, width)) line[kept++] = line[i];
    return kept;
}

/* The whole line, with what it is when only the game master sees it. */
static StyledText whole(const Piece *p)
{
    StyledText t = {0};
    if (p->secret) {
        styled_tinted(&t, SECRET, SECRETLY);
        styled_put(&t, "  ");
    }
    styled_join(&t, &p->text);
    return t;
}

static int height(const TerminalStyle *ink, const Piece *p)
{
    StyledText t = whole(p);
    int lines = p->rank == RANK_TURN ? style_height(ink, &t, 0, INDENT)
                                     : style_height(ink, &t, INDENT, INDENT * 2);
    styled_free(&t);
    return lines;
}

static int height_of_all(const TerminalStyle *ink, Piece **line, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) sum += height(ink, line[i]);
    return sum;
}

/* Leaves out the most spare pieces, the last told first, until the rest fits; gives how many. */
static size_t thin(const TerminalStyle *ink, Piece **line, size_t *n)
{
    size_t out = 0;
    int sum = height_of_all(ink, line, *n);
    while (sum + (out > 0) > MOST_LINES) {
        size_t at = 0;
        for (size_t i = 1; i < *n; i++)
            if (line[i]->spare >= line[at]->spare) at = i;
        if (line[at]->spare == 0) break;
        sum -= height(ink, line[at]);
        memmove(line + at, line + at + 1, (*n - at - 1) * sizeof *line);
        (*n)--;
        out++;
    }
    return out;
}

static void write_piece(const TerminalStyle *ink, const Piece *p)
{
    StyledText t = whole(p);
    if (p->rank == RANK_TURN)
        style_write(ink, &t, 0, INDENT);
    else
        style_write(ink, &t, INDENT, INDENT * 2);
    styled_free(&t);
}

static void write_left_out(const TerminalStyle *ink, size_t n)
{
    StyledText t = {0};
    styled_tint(&t, FAINT);
    styled_put(&t, "… and %zu more: 'log' tells all", n);
    styled_tint(&t, PLAIN);
    style_write(ink, &t, INDENT, INDENT);
    styled_free(&t);
}

static void write_turn(const TerminalStyle *ink, Piece *at, size_t n)
{
    Piece **line = must_have(calloc(n ? n : 1, sizeof *line));
    for (size_t i = 0; i < n; i++) line[i] = at + i;
    qsort(line, n, sizeof *line, by_place);
    TerminalStyle usual = *ink; /* a narrow window is no reason to tell less */
    usual.width = ink->width < INK_USUAL ? INK_USUAL : ink->width;
    for (Crowd crowd = ROOM; crowd <= FULL; crowd++)
        if (crowd == ROOM || height_of_all(&usual, line, n) > MOST_LINES)
            n = pack(line, n, crowd, ink->width);
    size_t out = thin(&usual, line, &n);
    for (size_t i = 0; i < n; i++) {
        if (out && line[i]->rank == RANK_WARN) {
            write_left_out(ink, out);
            out = 0;
        }
        write_piece(ink, line[i]);
    }
    if (out) write_left_out(ink, out);
    free(line);
}

static void write_turns(const TerminalStyle *ink, Pieces *p)
{
    for (size_t from = 0, to; from < p->n; from = to) {
        for (to = from + 1; to < p->n && p->at[to].rank != RANK_TURN;) to++;
        write_turn(ink, p->at + from, to - from);
    }
}

/* --- replies -------------------------------------------------------------- */

static bool is_redo(const json_t *reply)
{
    return strcmp(field_text(reply, "command"), "redo") == 0;
}

/* A command at a question is told from its beginning: what was shown before is passed over. */
static void happened(const Screen *s, const json_t *reply, bool first)
{
    Telling telling = {.events = (size_t)field_int(reply, "shown", 0),
                       .rolls = (size_t)field_int(reply, "shown_rolls", 0),
                       .answers = s->answers,
                       .again = first};
    Pieces p = pieces_of(reply, telling);
    write_turns(&s->out, &p);
    pieces_free(&p);
}

static void refused(const Screen *s, const json_t *reply)
{
    StyledText t = {0};
    const char *file = field_text(reply, "file");
    int64_t line = field_int(reply, "line", 0);
    styled_tint(&t, BAD);
    if (*file) {
        styled_clean(&t, file);
        styled_put(&t, line > 0 ? ":%lld: " : ": ", (long long)line);
    }
    styled_tinted(&t, BAD, field_text(reply, "error"));
    const json_t *ask = json_object_get(reply, "ask");
    bool die = strcmp(field_text(ask, "id"), "die") == 0;
    if (ask) styled_put(&t, "; %su goes back", die ? "" : "? tells more, ");
    fflush(s->out.to);
    style_write(&s->err, &t, 0, INDENT);
    fflush(s->err.to);
    styled_free(&t);
}

void screen_reply(const Screen *s, const json_t *reply, bool first)
{
    const json_t *text = json_object_get(reply, "text"), *state = json_object_get(reply, "state");
    if (json_is_false(json_object_get(reply, "ok"))) refused(s, reply);
    if (!is_redo(reply)) happened(s, reply, first);
    if (json_is_string(text)) style_lines(&s->out, json_string_value(text), INDENT);
    if (is_redo(reply)) happened(s, reply, first); /* behind what it is */
    if (!json_is_string(text) && state) {
        char *dump = must_have(json_dumps(state, JSON_ENCODE_ANY | JSON_INDENT(2)));
        style_lines(&s->out, dump, INDENT);
        free(dump);
    }
}

/* --- the opening and the prompt ------------------------------------------- */

static void title(const TerminalStyle *ink, const json_t *about)
{
    StyledText t = {0};
    const json_t *chain = field_list(about, "chain"), *link;
    int64_t changes = field_int(about, "changes", 0);
    const char *name = field_text(about, "title");
    size_t i, n = strlen(field_text(about, "ruleset"));
    styled_tinted(&t, STRONG, *name ? name : field_text(about, "ruleset"));
    json_array_foreach (chain, i, link) {
        if (strncmp(name_of(link), field_text(about, "ruleset"), n) == 0 &&
            strcmp(name_of(link) + n, ".lua") == 0)
            continue;
        styled_put(&t, " + ");
        styled_clean(&t, name_of(link));
    }
    if (changes > 0)
        styled_put(&t, " (%lld change%s; 'changes' lists them)", (long long)changes,
                   changes == 1 ? "" : "s");
    if (json_object_get(about, "seed")) {
        const json_t *seed = json_object_get(about, "seed");
        StyledText whole = {0};
        styled_put(&whole, "seed ");
        if (json_is_string(seed))
            styled_clean(&whole, json_string_value(seed));
        else
            styled_put(&whole, "%" JSON_INTEGER_FORMAT, json_integer_value(seed));
        styled_keep(&whole);
        styled_put(&t, "      ");
        styled_join(&t, &whole);
        styled_free(&whole);
    }
    style_write(ink, &t, 0, INDENT);
    styled_free(&t);
}

/* Who plays, and how the dice fall: on one line where there is room. */
static void party(const TerminalStyle *ink, const json_t *about)
{
    StyledText t = {0}, dice = {0};
    const json_t *members = field_list(about, "party"), *member;
    size_t i;
    bool named = json_array_size(members) > 1 ||
                 strcmp(name_of(json_array_get(members, 0)), "the party") != 0;
    if (json_array_size(members) > 0 && named) {
        styled_put(&t, "Party:");
        json_array_foreach (members, i, member) {
            const char *text = field_text(member, "text");
            styled_put(&t, i ? "  " : " ");
            styled_clean(&t, *text ? text : name_of(member));
        }
    }
    const char *mode = field_text(about, "dice");
    styled_put(&dice, "dice: ");
    styled_clean(&dice, *mode ? mode : "auto");
    styled_put(&dice, "       ? for verbs");
    if (t.n > 0 && t.columns + 6 + dice.columns > ink->width) {
        style_write(ink, &t, 0, INDENT);
        styled_free(&t);
    }
    styled_put(&t, "%s", t.n > 0 ? "      " : "");
    styled_join(&t, &dice);
    style_write(ink, &t, 0, INDENT);
    styled_free(&t);
    styled_free(&dice);
}

void screen_opening(const Screen *s, const json_t *about)
{
    const json_t *warnings = field_list(about, "warnings"), *warning;
    size_t i;
    title(&s->out, about);
    party(&s->out, about);
    json_array_foreach (warnings, i, warning) {
        StyledText t = {0};
        const char *text = json_string_value(warning);
        styled_tint(&t, CARE);
        styled_put(&t, "! ");
        styled_tinted(&t, CARE, text ? text : field_text(warning, "text"));
        style_write(&s->out, &t, 0, INDENT);
        styled_free(&t);
    }
}

StyledText screen_prompt(const json_t *status, bool hand)
{
    StyledText t = {0};
    const char *text = field_text(status, "text"), *dark = strstr(text, "DARK");
    styled_tint(&t, STRONG);
    if (dark && field_true(status, "dark")) {
        styled_cleann(&t, text, (size_t)(dark - text));
        styled_tint(&t, BAD);
        styled_put(&t, "DARK");
        styled_tint(&t, STRONG);
        text = dark + strlen("DARK");
    }
    styled_clean(&t, text);
    styled_put(&t, hand ? " hand>" : ">");
    styled_tint(&t, PLAIN); /* before the blank: libedit wants a character behind an escape */
    styled_put(&t, " ");
    return t;
}
