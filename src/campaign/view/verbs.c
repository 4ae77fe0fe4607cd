/* The verbs that can be typed: the answers to `?` and `help all`. */
#include <string.h>

#include "campaign/view/book.h"
#include "campaign/view/show.h"

enum { IN = 2, HEAD = 27, HEAD_MAX = 36, COST = 9, LINE_WIDTH = 78 }; /* columns */
enum { LINES_MAX = 17 }; /* with more verbs, only their names are listed */

typedef struct {
    StyledLines *lines;
    const Value *verbs;    /* all of them, a list */
    const char *procedure; /* the one that runs */
} VerbSheet;

static const char *cost_of(const Value *verb)
{
    return value_text(verb, "cost", "");
}

static bool is_host(const Value *verb)
{
    return value_bool(verb, "host", false);
}

/* Is it part of the procedure that runs? */
static bool is_now(const VerbSheet *s, const Value *verb)
{
    const Value *during = value_list(verb, "during");
    bool now = during->n == 0;
    value_each (name, during) now = now || strcmp(show_name(name), s->procedure) == 0;
    return now && !is_host(verb);
}

/* --- a line for each ------------------------------------------------------------------------ */

/* ` (m)` */
static void add_aliases(StyledLines *l, const Value *verb)
{
    show_field(&l->text, verb, "aka", " (", ")");
    lines_piece(l, ROLE_TEXT);
}

/* `move [PACE] [ROOM] (m)` */
static void add_head(StyledLines *l, const Value *verb)
{
    lines_add(l, ROLE_NAME, show_name(verb));
    show_field(&l->text, verb, "takes", " ", "");
    lines_piece(l, ROLE_TEXT);
    add_aliases(l, verb);
}

static int head_width(const Value *verb)
{
    StyledLines l = {0};
    lines_begin(&l, 0);
    add_head(&l, verb);
    int width = lines_width(&l, 0);
    lines_free(&l);
    return width;
}

/* Wide enough for every verb that has a line, within reason. */
static int widest_head(const VerbSheet *s)
{
    int max = HEAD;
    value_each (verb, s->verbs) {
        int width = is_now(s, verb) ? head_width(verb) : 0;
        if (width + 1 > max && width < HEAD_MAX) max = width + 1;
    }
    return max;
}

/* Fills up the line that began with piece `from`. */
static void pad(StyledLines *l, size_t from, int column)
{
    int width = lines_width(l, from);
    lines_addf(l, ROLE_TEXT, "%*s", width < column ? column - width : 1, "");
}

/* Adds the verb, from column `cost` its cost, from column `help` its help. */
static void add_verb(StyledLines *l, const Value *verb, int cost, int help)
{
    size_t from = l->pieces;
    add_head(l, verb);
    pad(l, from, cost);
    if (strcmp(cost_of(verb), "no turn") != 0) lines_add(l, ROLE_DIM, cost_of(verb));
    pad(l, from, help);
    lines_add(l, ROLE_TEXT, value_text(verb, "help", ""));
}

void verb_line(StyledLines *l, const Value *verb)
{
    int cost = head_width(verb) < HEAD ? HEAD : head_width(verb) + 1;
    lines_begin(l, 2 * IN);
    add_verb(l, verb, cost, cost + COST + 1);
    if (value_bool(verb, "secret", false)) lines_add(l, ROLE_DIM, " (secret)");
}

void verbs_all(StyledLines *l, const Value *book)
{
    value_each (verb, value_list(book, "verbs"))
        if (!is_host(verb)) verb_line(l, verb);
    lines_text(l, "always:", IN);
    value_each (verb, value_list(book, "verbs"))
        if (is_host(verb)) verb_line(l, verb);
    lines_text(l, "several at once: A search + B listen    again and again: search x3", IN);
}

/* --- only names ----------------------------------------------------------------------------- */

typedef enum { VERB_TIMED, VERB_FREE, VERB_ELSEWHERE, VERB_OF_HOST } VerbGroup;

static VerbGroup group_of(const VerbSheet *s, const Value *verb)
{
    if (is_host(verb)) return VERB_OF_HOST;
    if (!is_now(s, verb)) return VERB_ELSEWHERE;
    return strcmp(cost_of(verb), "0 turns") == 0 ? VERB_FREE : VERB_TIMED;
}

static void write_label(Text *t, VerbGroup group, const Value *verb)
{
    text_clear(t);
    switch (group) {
    case VERB_TIMED: text_add(t, cost_of(verb)); break;
    case VERB_FREE: text_add(t, "no turn"); break;
    case VERB_ELSEWHERE: show_field(t, verb, "during", "in ", ""); break;
    case VERB_OF_HOST: text_add(t, "always"); break;
    }
}

/* Adds the names of a group: a paragraph for each label, in the order in which they are met. */
static void add_names(const VerbSheet *s, VerbGroup group)
{
    StyledLines *l = s->lines;
    Text label = {0}, other = {0};
    value_each (first, s->verbs) {
        if (group_of(s, first) != group) continue;
        write_label(&label, group, first);
        value_each (verb, s->verbs) {
            if (group_of(s, verb) != group) continue;
            write_label(&other, group, verb);
            if (strcmp(text_str(&label), text_str(&other)) != 0) continue;
            if (verb < first) break; /* its paragraph is there */
            if (verb == first) lines_begin(l, IN);
            if (verb == first) lines_addf(l, ROLE_TEXT, "%s:", text_str(&label));
            lines_add(l, ROLE_TEXT, verb == first ? " " : ", ");
            l->whole = true;
            lines_add(l, ROLE_NAME, show_name(verb));
            add_aliases(l, verb);
            l->whole = false;
        }
    }
    text_free(&label);
    text_free(&other);
}

/* --- corrections ---------------------------------------------------------------------------- */

static bool is_number(const Value *track)
{
    const char *is = value_text(track, "is", ""), *of = value_text(track, "of", "");
    return (strcmp(is, "number") == 0 || strcmp(is, "quantity") == 0) && strcmp(of, "turn") != 0 &&
           strcmp(of, "room") != 0 && strcmp(of, "light") != 0;
}

/* The numbers that can be put right by hand, the party's first: as many as a line holds. */
static void add_numbers(StyledLines *l, const Value *book)
{
    const Value *tracks = value_list(book, "tracks");
    size_t names = 0;
    for (size_t i = 0; i < 2 * tracks->n; i++) {
        const Value *t = &tracks->items[i % tracks->n];
        bool of_member = strcmp(value_text(t, "of", ""), "member") == 0;
        if (!is_number(t) || of_member != (i >= tracks->n)) continue;
        if (names++ == 0) {
            lines_begin(l, IN)->cut = LINE_WIDTH;
            lines_addf(l, ROLE_TEXT, "put right, as in '%s%s +1': ", show_name(t),
                       of_member ? " NAME" : "");
        } else {
            lines_add(l, ROLE_TEXT, ", ");
        }
        lines_add(l, ROLE_NAME, show_name(t));
    }
}

void verbs_lines(StyledLines *l, const Value *book, const char *procedure)
{
    VerbSheet s = {l, value_list(book, "verbs"), procedure};
    size_t now = 0;
    value_each (verb, s.verbs) now += is_now(&s, verb);
    int head = widest_head(&s);
    value_each (verb, s.verbs) {
        if (now > LINES_MAX || !is_now(&s, verb)) continue;
        StyledLine *line = lines_begin(l, IN);
        line->hang = IN;
        line->cut = LINE_WIDTH;
        add_verb(l, verb, head, head + COST);
    }
    if (now > LINES_MAX) add_names(&s, VERB_TIMED);
    if (now > LINES_MAX) add_names(&s, VERB_FREE);
    add_names(&s, VERB_ELSEWHERE);
    add_numbers(l, book);
    add_names(&s, VERB_OF_HOST);
    lines_text(l, "'help search' explains one, 'help all' all.  A + B: at once; A x3: thrice.", IN);
}
