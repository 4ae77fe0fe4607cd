/* The list of verbs, short enough for one screen: a line for each of the ruleset's where they fit,
 * else only their names by what they cost; the host's by name.  `help WORD` tells the rest. */
#include "cli/verbs.h"
#include "cli/fields.h"

#include <string.h>

enum { INDENT = 2, LINES = 17, HEAD = 27, COST = 9 };

static const char free_of_cost[] = "0 turns";

static bool is_host(const json_t *verb)
{
    return field_true(verb, "host");
}

/* ` (m)` */
static void put_aliases(Strip *t, const json_t *verb)
{
    const json_t *aka = json_object_get(verb, "aka"), *one;
    size_t i;
    json_array_foreach (aka, i, one) {
        strip_put(t, i ? ", " : " (");
        strip_clean(t, json_string_value(one));
    }
    if (json_array_size(aka) > 0) strip_put(t, ")");
}

/* `move [PACE] [ROOM] (m)` */
static void put_head(Strip *t, const json_t *verb)
{
    const json_t *takes = json_object_get(verb, "takes");
    strip_tinted(t, STRONG, name_of(verb));
    if (json_is_string(takes) && json_string_length(takes) > 0) {
        strip_put(t, " ");
        strip_clean(t, json_string_value(takes));
    }
    put_aliases(t, verb);
}

static void pad(Strip *t, int column)
{
    strip_put(t, "%*s", t->columns < column ? column - t->columns : 1, "");
}

static void write_line(const Ink *ink, const json_t *verb)
{
    Strip t = {0};
    put_head(&t, verb);
    pad(&t, HEAD);
    strip_tinted(&t, FAINT, field_text(verb, "cost"));
    pad(&t, HEAD + COST);
    strip_clean(&t, field_text(verb, "help"));
    strip_cut(&t, ink->width - INDENT);
    ink_write(ink, &t, INDENT, INDENT);
    strip_free(&t);
}

/* The names of those with this cost (NULL: the host's), in a paragraph after what they have in
 * common. */
static void write_names(const Ink *ink, const json_t *verbs, const char *label, const char *cost)
{
    Strip t = {0};
    const json_t *verb;
    size_t i, n = 0;
    strip_put(&t, "%s:", label);
    json_array_foreach (verbs, i, verb) {
        if (cost ? is_host(verb) || strcmp(field_text(verb, "cost"), cost) != 0 : !is_host(verb))
            continue;
        Strip one = {0};
        strip_tinted(&one, STRONG, name_of(verb));
        put_aliases(&one, verb);
        strip_keep(&one);
        strip_put(&t, n++ ? ", " : " ");
        strip_join(&t, &one);
        strip_free(&one);
    }
    if (n > 0) ink_write(ink, &t, INDENT, 2 * INDENT);
    strip_free(&t);
}

/* Each cost once, in the order met; what takes no turn last. */
static void write_by_cost(const Ink *ink, const json_t *verbs)
{
    const json_t *verb, *earlier;
    size_t i, k;
    json_array_foreach (verbs, i, verb) {
        const char *cost = field_text(verb, "cost");
        bool told = is_host(verb) || strcmp(cost, free_of_cost) == 0;
        json_array_foreach (verbs, k, earlier)
            told = told || (k < i && !is_host(earlier) &&
                            strcmp(field_text(earlier, "cost"), cost) == 0);
        if (!told) write_names(ink, verbs, cost, cost);
    }
    write_names(ink, verbs, "no turn", free_of_cost);
}

void verbs_write(const Ink *ink, const json_t *book)
{
    const json_t *verbs = field_list(book, "verbs"), *verb;
    size_t i, own = 0;
    json_array_foreach (verbs, i, verb)
        own += !is_host(verb);
    if (own > LINES) write_by_cost(ink, verbs);
    json_array_foreach (verbs, i, verb)
        if (own <= LINES && !is_host(verb)) write_line(ink, verb);
    write_names(ink, verbs, "always", NULL);
    ink_lines(ink, "'help search' explains one, 'help all' all.  A + B: at once; A x3: thrice.", INDENT);
}
