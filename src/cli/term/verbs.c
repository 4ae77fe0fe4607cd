/* The list of verbs, short enough for one screen: a line for each of the ruleset's where they fit,
 * else only their names by what they cost; those of procedures that do not run now, and the host's,
 * by name. `help WORD` tells the rest. */
#include "cli/term/verbs.h"
#include "cli/term/json_fields.h"
#include "cli/term/value.h"

#include <string.h>

enum { INDENT = 2, LINES = 17, HEAD = 27, HEAD_MOST = 36, COST = 9 };

typedef struct {
    const TerminalStyle *ink;
    const json_t *verbs;
    const char *procedure; /* the one that runs */
    int head;              /* how wide the verbs with what they take are */
} Sheet;

static const char free_of_cost[] = "0 turns";

static bool is_host(const json_t *verb)
{
    return field_true(verb, "host");
}

/* Is it part of the procedure that runs? */
static bool is_now(const Sheet *s, const json_t *verb)
{
    const json_t *during = json_object_get(verb, "during"), *one;
    size_t i;
    bool now = json_array_size(during) == 0;
    json_array_foreach (during, i, one)
        now = now || strcmp(json_string_value(one), s->procedure) == 0;
    return now && !is_host(verb);
}

/* ` (m)` */
static void put_aliases(StyledText *t, const json_t *verb)
{
    const json_t *aka = field_list(verb, "aka");
    if (json_array_size(aka) == 0) return;
    styled_put(t, " (");
    value_put(t, aka);
    styled_put(t, ")");
}

/* `move [PACE] [ROOM] (m)` */
static void put_head(StyledText *t, const json_t *verb)
{
    const json_t *takes = json_object_get(verb, "takes");
    styled_tinted(t, STRONG, name_of(verb));
    if (json_is_string(takes) && json_string_length(takes) > 0) {
        styled_put(t, " ");
        styled_clean(t, json_string_value(takes));
    }
    put_aliases(t, verb);
}

static void pad(StyledText *t, int column)
{
    styled_put(t, "%*s", t->columns < column ? column - t->columns : 1, "");
}

static void write_line(const Sheet *s, const json_t *verb)
{
    StyledText t = {0};
    put_head(&t, verb);
    pad(&t, s->head);
    styled_tinted(&t, FAINT, field_text(verb, "cost"));
    pad(&t, s->head + COST);
    styled_clean(&t, field_text(verb, "help"));
    styled_cut(&t, s->ink->width - INDENT);
    style_write(s->ink, &t, INDENT, INDENT);
    styled_free(&t);
}

/* Wide enough for every verb there is a line for, within reason. */
static int head_of(const Sheet *s)
{
    const json_t *verb;
    size_t i;
    int most = HEAD;
    json_array_foreach (s->verbs, i, verb) {
        StyledText t = {0};
        if (is_now(s, verb)) put_head(&t, verb);
        if (t.columns + 1 > most && t.columns < HEAD_MOST) most = t.columns + 1;
        styled_free(&t);
    }
    return most;
}

typedef bool Choice(const Sheet *s, const json_t *verb, const char *with);

static bool is_at_cost(const Sheet *s, const json_t *verb, const char *cost)
{
    return is_now(s, verb) && strcmp(field_text(verb, "cost"), cost) == 0;
}

static bool is_hosts(const Sheet *s, const json_t *verb, const char *with)
{
    (void)s, (void)with;
    return is_host(verb);
}

static bool is_elsewhere(const Sheet *s, const json_t *verb, const char *during)
{
    StyledText t = {0};
    value_put(&t, field_list(verb, "during")); /* "fight, chase" */
    bool same = !is_host(verb) && !is_now(s, verb) && strcmp(styled_str(&t), during) == 0;
    styled_free(&t);
    return same;
}

/* The names of those chosen, in a paragraph after what they have in common. */
static void write_names(const Sheet *s, const char *label, Choice *choice, const char *with)
{
    StyledText t = {0};
    const json_t *verb;
    size_t i, n = 0;
    styled_put(&t, "%s:", label);
    json_array_foreach (s->verbs, i, verb) {
        if (!choice(s, verb, with)) continue;
        StyledText one = {0};
        styled_tinted(&one, STRONG, name_of(verb));
        put_aliases(&one, verb);
        styled_keep(&one);
        styled_put(&t, n++ ? ", " : " ");
        styled_join(&t, &one);
        styled_free(&one);
    }
    if (n > 0) style_write(s->ink, &t, INDENT, 2 * INDENT);
    styled_free(&t);
}

/* Is it the first of those chosen? */
static bool is_first(const Sheet *s, size_t at, Choice *choice, const char *with)
{
    for (size_t i = 0; i < at; i++)
        if (choice(s, json_array_get(s->verbs, i), with)) return false;
    return true;
}

/* Each cost once, in the order met; what takes no turn last. */
static void write_by_cost(const Sheet *s)
{
    const json_t *verb;
    size_t i;
    json_array_foreach (s->verbs, i, verb) {
        const char *cost = field_text(verb, "cost");
        if (is_now(s, verb) && strcmp(cost, free_of_cost) != 0 && is_first(s, i, is_at_cost, cost))
            write_names(s, cost, is_at_cost, cost);
    }
    write_names(s, "no turn", is_at_cost, free_of_cost);
}

/* What belongs to procedures that do not run now, a paragraph for each. */
static void write_elsewhere(const Sheet *s)
{
    const json_t *verb;
    size_t i;
    json_array_foreach (s->verbs, i, verb) {
        if (is_host(verb) || is_now(s, verb)) continue;
        StyledText during = {0}, label = {0};
        value_put(&during, field_list(verb, "during"));
        styled_put(&label, "in %s", styled_str(&during));
        if (is_first(s, i, is_elsewhere, styled_str(&during)))
            write_names(s, styled_str(&label), is_elsewhere, styled_str(&during));
        styled_free(&during);
        styled_free(&label);
    }
}

static bool is_number(const json_t *track)
{
    const char *is = field_text(track, "is"), *of = field_text(track, "of");
    return (strcmp(is, "number") == 0 || strcmp(is, "quantity") == 0) && strcmp(of, "turn") != 0 &&
           strcmp(of, "room") != 0 && strcmp(of, "light") != 0;
}

/* What can be put right by hand, the party's first: as much as a line holds. */
static void write_numbers(const TerminalStyle *ink, const json_t *book)
{
    const json_t *tracks = field_list(book, "tracks"), *track;
    StyledText t = {0};
    size_t i, n = 0;
    for (int members = 0; members < 2; members++)
        json_array_foreach (tracks, i, track) {
            bool of_member = strcmp(field_text(track, "of"), "member") == 0;
            if (!is_number(track) || of_member != (members == 1)) continue;
            const char *name = name_of(track), *whose = of_member ? " NAME" : "";
            if (n++ == 0) styled_put(&t, "put right, as in '%s%s +1': ", name, whose);
            styled_put(&t, n > 1 ? ", " : "");
            styled_tinted(&t, STRONG, name);
        }
    styled_cut(&t, ink->width - INDENT);
    if (n > 0) style_write(ink, &t, INDENT, 2 * INDENT);
    styled_free(&t);
}

void verbs_write(const TerminalStyle *ink, const json_t *book, const char *procedure)
{
    Sheet s = {.ink = ink, .verbs = field_list(book, "verbs"), .procedure = procedure};
    const json_t *verb;
    size_t i, own = 0;
    json_array_foreach (s.verbs, i, verb) own += is_now(&s, verb);
    s.head = head_of(&s);
    if (own > LINES) write_by_cost(&s);
    json_array_foreach (s.verbs, i, verb)
        if (own <= LINES && is_now(&s, verb)) write_line(&s, verb);
    write_elsewhere(&s);
    write_numbers(ink, book);
    write_names(&s, "always", is_hosts, NULL);
    style_lines(ink, "'help search' explains one, 'help all' all.  A + B: at once; A x3: thrice.",
                INDENT);
}
