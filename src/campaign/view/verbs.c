#include "campaign/view/verbs.h"

#include <string.h>

#include "campaign/view/show.h"

enum { IN = 2, LINES_MAX = 17, HEAD = 27, HEAD_MAX = 36, COST = 9, LINE_WIDTH = 78 };

typedef struct {
    StyledLines *lines;
    const Value *verb; /* all of them */
    size_t n;
    const char *procedure; /* the one that runs */
} VerbSheet;

static const char free_of_cost[] = "0 turns";

static const char *cost_of(const Value *verb)
{
    return value_text(verb, "cost", "");
}

/* "fight, chase": the procedures that a verb belongs to. */
static void add_during(Text *t, const Value *verb)
{
    const Value *during = value_get(verb, "during");
    if (during && during->kind == TOKEN_LIST) show_words(t, during);
}

static bool is_host(const Value *verb)
{
    return value_bool(verb, "host", false);
}

/* Is it part of the procedure that runs? */
static bool is_now(const VerbSheet *s, const Value *verb)
{
    const Value *during = value_get(verb, "during");
    size_t n = during && during->kind == TOKEN_LIST ? during->n : 0;
    bool now = n == 0;
    for (size_t i = 0; i < n; i++)
        now = now || strcmp(show_name(&during->items[i]), s->procedure) == 0;
    return now && !is_host(verb);
}

/* --- a line for each ------------------------------------------------------------------------ */

/* ` (m)` */
static void add_aliases(StyledLines *l, const Value *verb)
{
    const Value *aka = value_get(verb, "aka");
    if (!aka || aka->kind != TOKEN_LIST || aka->n == 0) return;
    Text t = {0};
    show_words(&t, aka);
    lines_addf(l, ROLE_TEXT, " (%s)", text_str(&t));
    text_free(&t);
}

/* `move [PACE] [ROOM] (m)` */
static void add_head(StyledLines *l, const Value *verb)
{
    const char *takes = value_text(verb, "takes", "");
    lines_add(l, ROLE_NAME, show_name(verb));
    if (*takes) lines_addf(l, ROLE_TEXT, " %s", takes);
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
    for (size_t i = 0; i < s->n; i++) {
        int width = is_now(s, &s->verb[i]) ? head_width(&s->verb[i]) : 0;
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

static void add_line(const VerbSheet *s, const Value *verb, int head)
{
    StyledLines *l = s->lines;
    StyledLine *line = lines_begin(l, IN);
    line->hang = IN;
    line->cut = LINE_WIDTH;
    size_t from = l->pieces;
    add_head(l, verb);
    pad(l, from, head);
    lines_add(l, ROLE_DIM, cost_of(verb));
    pad(l, from, head + COST);
    lines_add(l, ROLE_TEXT, value_text(verb, "help", ""));
}

/* --- only names ----------------------------------------------------------------------------- */

typedef bool Choice(const VerbSheet *s, const Value *verb, const char *with);

static bool is_at_cost(const VerbSheet *s, const Value *verb, const char *cost)
{
    return is_now(s, verb) && strcmp(cost_of(verb), cost) == 0;
}

static bool is_hosts(const VerbSheet *s, const Value *verb, const char *with)
{
    (void)s, (void)with;
    return is_host(verb);
}

static bool is_elsewhere(const VerbSheet *s, const Value *verb, const char *during)
{
    Text t = {0};
    add_during(&t, verb);
    bool same = !is_host(verb) && !is_now(s, verb) && strcmp(text_str(&t), during) == 0;
    text_free(&t);
    return same;
}

/* Adds the names of those chosen, in a paragraph behind their label. */
static void add_names(const VerbSheet *s, const char *label, Choice *choice, const char *with)
{
    StyledLines *l = s->lines;
    size_t names = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (!choice(s, &s->verb[i], with)) continue;
        if (names == 0) lines_begin(l, IN);
        if (names == 0) lines_addf(l, ROLE_TEXT, "%s:", label);
        lines_add(l, ROLE_TEXT, names++ ? ", " : " ");
        size_t from = l->pieces;
        lines_add(l, ROLE_NAME, show_name(&s->verb[i]));
        add_aliases(l, &s->verb[i]);
        lines_keep_whole(l, from);
    }
}

/* Is verb `at` the first of those chosen? */
static bool is_first(const VerbSheet *s, size_t at, Choice *choice, const char *with)
{
    for (size_t i = 0; i < at; i++)
        if (choice(s, &s->verb[i], with)) return false;
    return true;
}

/* Each cost once, in the order met; what takes no turn last. */
static void add_by_cost(const VerbSheet *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const char *cost = cost_of(&s->verb[i]);
        if (is_now(s, &s->verb[i]) && strcmp(cost, free_of_cost) != 0 &&
            is_first(s, i, is_at_cost, cost))
            add_names(s, cost, is_at_cost, cost);
    }
    add_names(s, "no turn", is_at_cost, free_of_cost);
}

/* Adds the verbs of procedures that do not run now, a paragraph for each. */
static void add_elsewhere(const VerbSheet *s)
{
    for (size_t i = 0; i < s->n; i++) {
        if (is_host(&s->verb[i]) || is_now(s, &s->verb[i])) continue;
        Text during = {0}, label = {0};
        add_during(&during, &s->verb[i]);
        text_addf(&label, "in %s", text_str(&during));
        if (is_first(s, i, is_elsewhere, text_str(&during)))
            add_names(s, text_str(&label), is_elsewhere, text_str(&during));
        text_free(&during);
        text_free(&label);
    }
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
    const Value *tracks = value_get(book, "tracks");
    size_t n = tracks && tracks->kind == TOKEN_LIST ? tracks->n : 0, names = 0;
    for (int members = 0; members < 2; members++)
        for (size_t i = 0; i < n; i++) {
            const Value *track = &tracks->items[i];
            bool of_member = strcmp(value_text(track, "of", ""), "member") == 0;
            if (!is_number(track) || of_member != (members == 1)) continue;
            if (names == 0) {
                lines_begin(l, IN)->cut = LINE_WIDTH;
                lines_addf(l, ROLE_TEXT, "put right, as in '%s%s +1': ", show_name(track),
                           of_member ? " NAME" : "");
            }
            lines_add(l, ROLE_TEXT, names++ ? ", " : "");
            lines_add(l, ROLE_NAME, show_name(track));
        }
}

void verbs_lines(StyledLines *l, const Value *book, const char *procedure)
{
    const Value *verbs = value_get(book, "verbs");
    bool list = verbs && verbs->kind == TOKEN_LIST;
    VerbSheet s = {l, list ? verbs->items : NULL, list ? verbs->n : 0, procedure};
    size_t own = 0;
    for (size_t i = 0; i < s.n; i++) own += is_now(&s, &s.verb[i]);
    int head = widest_head(&s);
    if (own > LINES_MAX) add_by_cost(&s);
    for (size_t i = 0; i < s.n; i++)
        if (own <= LINES_MAX && is_now(&s, &s.verb[i])) add_line(&s, &s.verb[i], head);
    add_elsewhere(&s);
    add_numbers(l, book);
    add_names(&s, "always", is_hosts, NULL);
    lines_text(l, "'help search' explains one, 'help all' all.  A + B: at once; A x3: thrice.", IN);
}
