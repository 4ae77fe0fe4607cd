/* Finds where things of the rules come from.  The book holds every thing under its name with its
 * kind, "light.torch", and what was taken away beside it. */
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/show.h"

enum { IN = 2, FIELD_ROOM = 14, FIELD_HANG = 17, ROW_IN = 10 }; /* columns */
enum { SOURCE_LINES_MAX = 60 };                                 /* of one function */

static void add_dim(StyledLines *l, const char *before, const char *text)
{
    if (*text) lines_addf(l, ROLE_DIM, "%s%s", before, text);
}

/* --- the text of a function -------------------------------------------------------------- */

const char *origin_function(const Chain *chain, const char *place, size_t *n)
{
    const char *colon = strrchr(place, ':'), *text = NULL;
    *n = 0;
    for (size_t i = 0; colon && i < chain->n && !text; i++) {
        size_t name = strlen(chain->file[i].name);
        if (strncmp(chain->file[i].name, place, name) == 0 && place + name == colon)
            text = chain->file[i].text;
    }
    for (long line = colon ? atol(colon + 1) : 0; text && line > 1; line--)
        if ((text = strchr(text, '\n'))) text++;
    if (!text) return "";
    size_t indent = strspn(text, " \t"), at = 0;
    for (bool first = true;; first = false) {
        size_t in = strspn(text + at, " \t"), all = strcspn(text + at, "\r\n");
        bool last = !first && in <= indent && in < all;
        if (last && strncmp(text + at + in, "end", 3) != 0) break;
        if (in < all) *n = at + all;
        at += strcspn(text + at, "\n");
        if (last || !text[at++]) break;
    }
    return text;
}

/* Adds the text of the function at a place, with the numbers of its lines. */
static void add_function_text(StyledLines *l, const Chain *chain, const char *place)
{
    size_t n;
    const char *text = origin_function(chain, place, &n), *end = text + n;
    int first = n ? atoi(strrchr(place, ':') + 1) : 0;
    for (int i = 0; text < end && i < SOURCE_LINES_MAX; i++) {
        size_t in = strspn(text, " \t"), all = strcspn(text, "\r\n");
        lines_begin(l, 0);
        lines_addf(l, ROLE_SOURCE, "%5d | ", first + i);
        lines_addn(l, ROLE_TEXT, text, in < all ? all : 0);
        text += strcspn(text, "\n") + 1;
    }
}

/* --- a thing ----------------------------------------------------------------------------- */

/* `was 48 turns   delving.lua:19`, `then 30 turns   a.lua:3` */
static void add_past(StyledLines *l, const Value *thing, int in)
{
    const char *before = "was ";
    value_each (past, value_list(thing, "past")) {
        lines_begin(l, in)->hang = in + 4;
        lines_addf(l, ROLE_DIM, "%s%s", before, value_text(past, "value", ""));
        add_dim(l, "   ", value_text(past, "at", ""));
        before = "then ";
    }
}

/* `lasts          = 6 turns   house.lua:3`: the place where that is not the place of the thing. */
static void add_field(StyledLines *l, const char *name, const Value *field, int in)
{
    lines_begin(l, in)->hang = in + FIELD_HANG;
    size_t from = l->pieces;
    lines_add(l, ROLE_NAME, name);
    int left = FIELD_ROOM - lines_width(l, from);
    text_addf(&l->text, "%*s = ", left > 0 ? left : 0, "");
    show_value(&l->text, value_get(field, "value"));
    lines_piece(l, ROLE_TEXT);
    add_dim(l, "   ", value_text(field, "changed", ""));
    add_past(l, field, in + FIELD_HANG);
}

static void add_row(StyledLines *l, const Value *row, const char *made)
{
    const char *row_made = value_text(row, "made", "");
    lines_begin(l, 0)->hang = ROW_IN;
    chart_row(l, "", row);
    add_dim(l, "   ", value_text(row, "does", ""));
    if (strcmp(row_made, made) != 0) add_dim(l, "   ", row_made);
    value_each (field, value_list(row, "fields")) add_field(l, show_name(field), field, ROW_IN);
}

static void add_head(StyledLines *l, const char *key, const char *said, const char *place)
{
    lines_begin(l, 0)->hang = 4;
    lines_add(l, ROLE_NAME, key);
    add_dim(l, said, place);
}

/* A function: its text where it stands now, then the text of each one before it. */
static void add_function(StyledLines *l, const Chain *chain, const char *key, const Value *entry)
{
    const char *how = value_text(entry, "how", ""), *at = value_text(entry, "made", "");
    const Value *past = value_list(entry, "past");
    add_head(l, key, "   ", at);
    add_function_text(l, chain, at);
    for (size_t i = 0; i < past->n; i++) {
        bool wraps = strcmp(how, "wrapped") == 0;
        at = value_text(&past->items[i], "at", "");
        lines_begin(l, IN);
        lines_add(l, ROLE_TEXT, wraps ? "which calls the one before it" : "in place of");
        add_dim(l, "   ", at);
        add_function_text(l, chain, at);
        how = i + 1 < past->n ? value_text(&past->items[i + 1], "value", "") : "";
    }
}

static void add_entry(StyledLines *l, const char *key, const Value *entry)
{
    const char *made = value_text(entry, "made", "");
    bool setting = strcmp(value_text(entry, "kind", ""), "setting") == 0;
    add_head(l, key, "   made in ", made);
    value_each (field, value_list(entry, "fields")) {
        bool value = setting && strcmp(show_name(field), "default") == 0;
        add_field(l, value ? "value" : show_name(field), field, IN);
    }
    value_each (row, value_list(entry, "rows")) add_row(l, row, made);
    if (value_list(entry, "steps")->n > 0) {
        lines_begin(l, IN);
        show_value(&l->text, value_get(entry, "steps"));
        lines_piece(l, ROLE_TEXT);
        add_dim(l, "   ", value_text(entry, "changed", ""));
    }
    add_past(l, entry, 4);
}

/* --- finding it -------------------------------------------------------------------------- */

/* A search for the things that a word names. */
typedef struct {
    StyledLines *lines;
    const Chain *chain;
    const char *word;
} OriginSearch;

static void add_thing(const OriginSearch *s, const char *key, const Value *entry)
{
    if (value_get(entry, "how"))
        add_function(s->lines, s->chain, key, entry);
    else
        add_entry(s->lines, key, entry);
}

/* The part of `path` behind `key` and a dot, or NULL. */
static const char *beyond(const char *key, const char *path)
{
    size_t n = strlen(key);
    return strncmp(key, path, n) == 0 && path[n] == '.' ? path + n + 1 : NULL;
}

/* Adds a field or a row of an entry: light.torch.lasts, hazard.free, chart.hazard.free.text. */
static void add_part(const OriginSearch *s, const char *key, const Value *entry, const char *part)
{
    const char *made = value_text(entry, "made", "");
    value_each (field, value_list(entry, "fields")) {
        if (strcmp(show_name(field), part) != 0) continue;
        add_head(s->lines, key, "   made in ", made);
        add_field(s->lines, part, field, IN);
    }
    value_each (row, value_list(entry, "rows")) {
        if (strcmp(show_name(row), part) != 0 && !beyond(show_name(row), part)) continue;
        add_head(s->lines, key, "   made in ", made);
        add_row(s->lines, row, made);
    }
}

/* By its name: light.torch, torch, or a part of it. */
static void try_entry(const OriginSearch *s, const char *key, const Value *entry)
{
    const char *tail = show_tail(key), *part = beyond(key, s->word);
    if (!part) part = beyond(tail, s->word);
    if (strcmp(key, s->word) == 0 || strcmp(tail, s->word) == 0)
        add_thing(s, key, entry);
    else if (part)
        add_part(s, key, entry, part);
}

/* Something taken away; chart.hazard.free is called free, too. */
static void try_gone(const OriginSearch *s, const char *key, const Value *gone)
{
    const char *last = strrchr(key, '.');
    if (strcmp(key, s->word) != 0 && strcmp(show_tail(key), s->word) != 0 &&
        strcmp(last ? last + 1 : key, s->word) != 0)
        return;
    add_head(s->lines, key, "   taken away in ", value_text(gone, "gone", ""));
    lines_begin(s->lines, IN);
    lines_addf(s->lines, ROLE_TEXT, "was %s", value_text(gone, "value", ""));
    add_dim(s->lines, "   ", value_text(gone, "made", ""));
}

/* A row or a field by its own name, or all things of a kind. */
static void try_within(const OriginSearch *s, const char *key, const Value *entry)
{
    if (strcmp(value_text(entry, "kind", ""), s->word) == 0)
        add_thing(s, key, entry);
    else
        add_part(s, key, entry, s->word);
}

static void each(const OriginSearch *s, const Value *book, const char *list,
                 void (*try)(const OriginSearch *, const char *, const Value *))
{
    const Pair *thing;
    size_t n = show_map(book, list, &thing);
    for (size_t i = 0; i < n; i++) try(s, show_key(&thing[i]).s, thing[i].value);
}

/* The ruleset's verb that has this other word; the word itself when there is none. */
static const char *verb_of(const Value *book, const char *word)
{
    value_each (verb, value_list(book, "verbs"))
        value_each (alias, value_list(verb, "aka"))
            if (!value_bool(verb, "host", false) && strcmp(show_name(alias), word) == 0)
                return show_name(verb);
    return word;
}

static void guess_names(Guess *g, const Value *entry, const char *list)
{
    value_each (part, value_list(entry, list))
        guess_name(g, show_name(part), strlen(show_name(part)));
}

static Guess nearest_to(const Value *book, const char *word)
{
    static const char *const lists[] = {"entries", "gone"};
    const Pair *thing;
    Guess g = guess_of(word);
    for (size_t k = 0; k < 2; k++) {
        size_t n = show_map(book, lists[k], &thing);
        for (size_t i = 0; i < n; i++) {
            const char *dot = memchr(thing[i].key, '.', thing[i].key_n);
            size_t kind = dot ? (size_t)(dot + 1 - thing[i].key) : 0;
            guess_name(&g, thing[i].key, thing[i].key_n);
            guess_name(&g, thing[i].key + kind, thing[i].key_n - kind);
            guess_names(&g, thing[i].value, "fields");
            guess_names(&g, thing[i].value, "rows");
        }
    }
    return g;
}

bool origin_lines(StyledLines *l, const Value *book, const Chain *chain, const char *word,
                  Text *nearest, Err *err)
{
    OriginSearch s = {.lines = l, .chain = chain, .word = verb_of(book, word)};
    size_t before = l->n;
    each(&s, book, "entries", try_entry);
    each(&s, book, "gone", try_gone);
    if (l->n == before) each(&s, book, "entries", try_within);
    if (l->n > before) return true;
    Guess g = nearest_to(book, word);
    if (nearest) text_addn(nearest, g.best, g.best_n);
    return err_set(err, "nothing in these rules is called '%s'%s%.*s%s", word,
                   g.best ? "; did you mean '" : "", (int)g.best_n, g.best ? g.best : "",
                   g.best ? "'?" : "");
}

void origin_line(StyledLines *l, const Value *book, const char *name)
{
    const Value *entry = value_get(value_get(book, "entries"), name);
    if (!entry) return;
    lines_begin(l, IN);
    lines_add(l, ROLE_NAME, name);
    add_dim(l, "   made in ", value_text(entry, "made", ""));
}

/* --- events ------------------------------------------------------------------------------ */

void why_lines(StyledLines *l, int64_t turn, const char *line, const Value *events)
{
    lines_begin(l, IN);
    lines_addf(l, ROLE_TURN, "T%lld", (long long)turn);
    lines_addf(l, ROLE_TEXT, " %s", line);
    for (size_t i = 0; i < (events->kind == TOKEN_LIST ? events->n : 0); i++) {
        const Value *e = &events->items[i];
        lines_begin(l, 2 * IN);
        lines_add(l, ROLE_NAME, value_text(e, "kind", "?"));
        show_field(&l->text, e, "name", " ", "");
        show_field(&l->text, e, "text", ": ", "");
        lines_piece(l, ROLE_EVENT);
        add_dim(l, "   ", *value_text(e, "from", "") ? value_text(e, "from", "") : "the host");
    }
}
