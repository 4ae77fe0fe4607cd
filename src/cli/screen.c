/* The layout of a turn.  Pieces are sorted by rank within their turn, small ones share a line, and
 * when it is still more than six lines the least pressing ones give way and say so. */
#include "cli/screen.h"
#include "cli/events.h"
#include "cli/fields.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 6, INDENT = 2, GAP = 3 };

Screen screen_new(bool answers)
{
    return (Screen){.out = ink_on(stdout), .err = ink_on(stderr), .answers = answers};
}

/* --- a turn --------------------------------------------------------------- */

/* Pieces of one turn, in reading order. */
static int by_rank(const void *a, const void *b)
{
    const Piece *x = *(Piece *const *)a, *y = *(Piece *const *)b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Puts a piece on the line of the one before, where both may and there is room. */
static bool share(Piece *into, const Piece *more, bool crowded, int width)
{
    bool may = into->rank == more->rank && into->rank != RANK_TURN &&
               ((into->small && more->small) || (crowded && into->rank <= RANK_CHANGE));
    if (!may || INDENT + into->text.columns + GAP + more->text.columns > width) return false;
    into->spare = more->spare < into->spare ? more->spare : into->spare;
    strip_put(&into->text, "%*s", GAP, "");
    strip_join(&into->text, &more->text);
    return true;
}

/* Moves pieces together; gives how many lines of text are left. */
static size_t pack(Piece **line, size_t n, bool crowded, int width)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || !share(line[kept - 1], line[i], crowded, width)) line[kept++] = line[i];
    return kept;
}

static int height(const Ink *ink, const Piece *p)
{
    return p->rank == RANK_TURN ? ink_height(ink, &p->text, 0, INDENT)
                                : ink_height(ink, &p->text, INDENT, INDENT * 2);
}

static int height_of_all(const Ink *ink, Piece **line, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += height(ink, line[i]);
    return sum;
}

/* Leaves out the most spare pieces, the last told first, until the rest fits; gives how many. */
static size_t thin(const Ink *ink, Piece **line, size_t *n)
{
    size_t out = 0;
    while (height_of_all(ink, line, *n) + (out > 0) > MOST_LINES) {
        size_t at = 0;
        for (size_t i = 1; i < *n; i++)
            if (line[i]->spare >= line[at]->spare) at = i;
        if (line[at]->spare == 0) break;
        memmove(line + at, line + at + 1, (*n - at - 1) * sizeof *line);
        (*n)--;
        out++;
    }
    return out;
}

static void write_piece(const Ink *ink, const Piece *p)
{
    if (p->rank == RANK_TURN)
        ink_write(ink, &p->text, 0, INDENT);
    else
        ink_write(ink, &p->text, INDENT, INDENT * 2);
}

static void write_left_out(const Ink *ink, size_t n)
{
    Strip t = {0};
    strip_tint(&t, FAINT);
    strip_put(&t, "… and %zu more: 'log' tells all", n);
    strip_tint(&t, PLAIN);
    ink_write(ink, &t, INDENT, INDENT);
    strip_free(&t);
}

static void write_turn(const Ink *ink, Piece *at, size_t n)
{
    Piece **line = must_have(calloc(n ? n : 1, sizeof *line));
    for (size_t i = 0; i < n; i++)
        line[i] = at + i;
    qsort(line, n, sizeof *line, by_rank);
    Ink usual = *ink; /* a narrow window is no reason to tell less */
    usual.width = ink->width < INK_USUAL ? INK_USUAL : ink->width;
    n = pack(line, n, false, ink->width);
    if (height_of_all(&usual, line, n) > MOST_LINES) n = pack(line, n, true, ink->width);
    size_t out = thin(&usual, line, &n);
    for (size_t i = 0; i < n; i++) {
        if (out && line[i]->rank > RANK_CHANGE) {
            write_left_out(ink, out);
            out = 0;
        }
        write_piece(ink, line[i]);
    }
    if (out) write_left_out(ink, out);
    free(line);
}

static void write_turns(const Ink *ink, Pieces *p)
{
    for (size_t from = 0, to; from < p->n; from = to) {
        for (to = from + 1; to < p->n && p->at[to].rank != RANK_TURN;)
            to++;
        write_turn(ink, p->at + from, to - from);
    }
}

/* --- replies -------------------------------------------------------------- */

/* A command at a question is told from its beginning: what was shown before is passed over. */
static void happened(const Screen *s, const json_t *reply)
{
    Telling telling = {.events = (size_t)field_int(reply, "shown", 0),
                       .rolls = (size_t)field_int(reply, "shown_rolls", 0),
                       .answers = s->answers};
    Pieces p = pieces_of(reply, telling);
    write_turns(&s->out, &p);
    pieces_free(&p);
}

static void refused(const Screen *s, const json_t *reply)
{
    Strip t = {0};
    const char *file = field_text(reply, "file");
    int64_t line = field_int(reply, "line", 0);
    strip_tint(&t, BAD);
    if (*file) {
        strip_clean(&t, file);
        strip_put(&t, line > 0 ? ":%lld: " : ": ", (long long)line);
    }
    strip_tinted(&t, BAD, field_text(reply, "error"));
    if (json_object_get(reply, "ask")) strip_put(&t, "; u takes the line back");
    fflush(s->out.to);
    ink_write(&s->err, &t, 0, INDENT);
    fflush(s->err.to);
    strip_free(&t);
}

void screen_reply(const Screen *s, const json_t *reply)
{
    const json_t *text = json_object_get(reply, "text"), *state = json_object_get(reply, "state");
    if (json_is_false(json_object_get(reply, "ok"))) refused(s, reply);
    happened(s, reply);
    if (json_is_string(text)) {
        ink_lines(&s->out, json_string_value(text), INDENT);
    } else if (state) {
        char *dump = must_have(json_dumps(state, JSON_ENCODE_ANY | JSON_INDENT(2)));
        ink_lines(&s->out, dump, INDENT);
        free(dump);
    }
}

/* --- the opening and the prompt ------------------------------------------- */

static void title(const Ink *ink, const json_t *about)
{
    Strip t = {0};
    const json_t *chain = field_list(about, "chain"), *link;
    int64_t changes = field_int(about, "changes", 0);
    const char *name = field_text(about, "title");
    size_t i, n = strlen(field_text(about, "ruleset"));
    strip_tinted(&t, STRONG, *name ? name : field_text(about, "ruleset"));
    json_array_foreach (chain, i, link) {
        if (strncmp(name_of(link), field_text(about, "ruleset"), n) == 0 &&
            strcmp(name_of(link) + n, ".lua") == 0)
            continue;
        strip_put(&t, " + ");
        strip_clean(&t, name_of(link));
    }
    if (changes > 0)
        strip_put(&t, " (%lld change%s; 'changes' lists them)", (long long)changes,
                  changes == 1 ? "" : "s");
    if (json_object_get(about, "seed")) {
        const json_t *seed = json_object_get(about, "seed");
        strip_put(&t, "      seed ");
        if (json_is_string(seed))
            strip_clean(&t, json_string_value(seed));
        else
            strip_put(&t, "%" JSON_INTEGER_FORMAT, json_integer_value(seed));
    }
    ink_write(ink, &t, 0, INDENT);
    strip_free(&t);
}

static void party(const Ink *ink, const json_t *about)
{
    Strip t = {0};
    const json_t *members = field_list(about, "party"), *member;
    size_t i;
    bool named = json_array_size(members) > 1 ||
                 strcmp(name_of(json_array_get(members, 0)), "the party") != 0;
    if (json_array_size(members) > 0 && named) {
        strip_put(&t, "Party:");
        json_array_foreach (members, i, member) {
            const char *text = field_text(member, "text");
            strip_put(&t, i ? "  " : " ");
            strip_clean(&t, *text ? text : name_of(member));
        }
        strip_put(&t, "      ");
    }
    const char *dice = field_text(about, "dice");
    strip_put(&t, "dice: ");
    strip_clean(&t, *dice ? dice : "auto");
    strip_put(&t, "       ? for verbs");
    ink_write(ink, &t, 0, INDENT);
    strip_free(&t);
}

void screen_opening(const Screen *s, const json_t *about)
{
    const json_t *warnings = field_list(about, "warnings"), *warning;
    size_t i;
    title(&s->out, about);
    party(&s->out, about);
    json_array_foreach (warnings, i, warning) {
        Strip t = {0};
        const char *text = json_string_value(warning);
        strip_tint(&t, CARE);
        strip_put(&t, "! ");
        strip_tinted(&t, CARE, text ? text : field_text(warning, "text"));
        ink_write(&s->out, &t, 0, INDENT);
        strip_free(&t);
    }
}

Strip screen_prompt(const json_t *status, bool hand)
{
    Strip t = {0};
    const char *text = field_text(status, "text"), *dark = strstr(text, "DARK");
    strip_tint(&t, STRONG);
    if (dark && field_true(status, "dark")) {
        strip_cleann(&t, text, (size_t)(dark - text));
        strip_tint(&t, BAD);
        strip_put(&t, "DARK");
        strip_tint(&t, STRONG);
        text = dark + strlen("DARK");
    }
    strip_clean(&t, text);
    strip_put(&t, hand ? " hand>" : ">");
    strip_tint(&t, PLAIN); /* before the blank: libedit wants a character behind an escape */
    strip_put(&t, " ");
    return t;
}
