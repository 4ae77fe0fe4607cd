/* Shows where things of the rules come from.  The book has every thing in "entries" under its kind
 * and name, "light.torch", and everything that a file took away in "gone". */
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"
#include "campaign/view/narration/narration.h"

enum { FIELD_ROOM = 14, FIELD_HANG = 17 }; /* columns: of a field's name, and before its value */
/* Lines shown of a function: two screens; the rest is in its file. */
enum { SOURCE_LINES_MAX = 60 };

/* Adds two texts as a dim piece; nothing if the second is "". */
static void add_if_any(StyledLines *l, const char *before, const char *text)
{
    if (*text) lines_addf(l, ROLE_DIM, "%s%s", before, text);
}

/* --- the text of a function -------------------------------------------------------------- */

const char *function_text(const Chain *chain, const char *place, size_t *n)
{
    long line;
    const char *text = file_text(chain, place, &line);
    *n = 0;
    for (; text && line > 1; line--)
        if ((text = strchr(text, '\n'))) text++;
    if (!text) return "";
    size_t indent = strspn(text, " \t");
    *n = strcspn(text, "\r\n");
    for (const char *next = strchr(text, '\n'); next; next = strchr(next, '\n')) {
        next++;
        size_t in = strspn(next, " \t"), length = strcspn(next, "\r\n");
        if (in == length) continue; /* a blank line */
        bool inside = in > indent, closes = !inside && strncmp(next + in, "end", 3) == 0;
        if (inside || closes) *n = (size_t)(next - text) + length;
        if (!inside) break;
    }
    return text;
}

/* Adds the text of the function at a place, with the numbers of its lines. */
static void add_function_text(StyledLines *l, const Chain *chain, const char *place)
{
    size_t n;
    const char *text = function_text(chain, place, &n), *end = text + n;
    int first = n ? atoi(strrchr(place, ':') + 1) : 0;
    for (int i = 0; text < end && i < SOURCE_LINES_MAX; i++) {
        size_t length = strcspn(text, "\r\n");
        bool blank = strspn(text, " \t") >= length;
        lines_begin(l, 0);
        lines_addf(l, ROLE_SOURCE, "%5d | ", first + i);
        lines_addn(l, ROLE_TEXT, text, blank ? 0 : length);
        text += strcspn(text, "\n") + 1;
    }
}

/* --- a thing ----------------------------------------------------------------------------- */

/* Adds the values that a thing or field had before, the newest first: `was 48 turns
 * delving.lua:19`, `then 30 turns   a.lua:3`.  in: columns of indent. */
static void add_past(StyledLines *l, const Value *thing, int in)
{
    const char *before = "was ";
    value_each (past, value_list(thing, "past")) {
        lines_begin(l, in)->hang = in + 4;
        lines_addf(l, ROLE_DIM, "%s%s", before, value_text(past, "value", ""));
        add_if_any(l, "   ", value_text(past, "at", ""));
        before = "then ";
    }
}

/* Adds a field of a thing, and what it was before: `lasts          = 6 turns   house.lua:3`;
 * without a place if no file has changed it. */
static void add_field(StyledLines *l, const char *name, const Value *field, int in)
{
    lines_begin(l, in)->hang = in + FIELD_HANG;
    size_t from = l->pieces;
    lines_add(l, ROLE_NAME, name);
    int left = FIELD_ROOM - lines_width(l, from);
    text_addf(&l->text, "%*s = ", left > 0 ? left : 0, "");
    show_value(&l->text, value_get(field, "value"));
    lines_end_piece(l, ROLE_TEXT);
    add_if_any(l, "   ", value_text(field, "changed", ""));
    add_past(l, field, in + FIELD_HANG);
}

/* Adds a row of a chart: what it does, its fields, and where it was made, if that is not `made`. */
static void add_row(StyledLines *l, const Value *row, const char *made)
{
    const char *row_made = value_text(row, "made", "");
    lines_begin(l, 0)->hang = CHART_ROW_HANG;
    chart_row(l, "", row);
    add_if_any(l, "   ", value_text(row, "does", ""));
    if (strcmp(row_made, made) != 0) add_if_any(l, "   ", row_made);
    value_each (field, value_list(row, "fields"))
        add_field(l, thing_name(field), field, CHART_ROW_HANG);
}

/* Begins what is told of a thing: `light.torch   made in delving.lua:19` */
static void add_head(StyledLines *l, const char *key, const char *before, const char *place)
{
    lines_begin(l, 0)->hang = 2 * LINE_INDENT;
    lines_add(l, ROLE_NAME, key);
    add_if_any(l, before, place);
}

/* Adds the text of a function, then the text of each earlier version. */
static void add_function(StyledLines *l, const Chain *chain, const char *key, const Value *entry)
{
    const char *how = value_text(entry, "how", ""), *at = value_text(entry, "made", "");
    const Value *past = value_list(entry, "past");
    add_head(l, key, "   ", at);
    add_function_text(l, chain, at);
    for (size_t i = 0; i < past->n; i++) {
        /* how: what the version above, which is the newer one, did with this one. */
        bool wraps = strcmp(how, "wrapped") == 0;
        at = value_text(&past->items[i], "at", "");
        lines_begin(l, LINE_INDENT);
        lines_add(l, ROLE_TEXT, wraps ? "which calls the one before it" : "in place of");
        add_if_any(l, "   ", at);
        add_function_text(l, chain, at);
        how = i + 1 < past->n ? value_text(&past->items[i + 1], "value", "") : "";
    }
}

/* Adds a thing with its fields, rows and steps, and where each was made or changed. */
static void add_entry(StyledLines *l, const char *key, const Value *entry)
{
    const char *made = value_text(entry, "made", "");
    bool setting = value_is(entry, "kind", "setting");
    add_head(l, key, "   made in ", made);
    value_each (field, value_list(entry, "fields")) {
        bool is_value = setting && strcmp(thing_name(field), "default") == 0;
        add_field(l, is_value ? "value" : thing_name(field), field, LINE_INDENT);
    }
    value_each (row, value_list(entry, "rows")) add_row(l, row, made);
    if (value_list(entry, "steps")->n > 0) {
        lines_begin(l, LINE_INDENT);
        show_value(&l->text, value_get(entry, "steps"));
        lines_end_piece(l, ROLE_TEXT);
        add_if_any(l, "   ", value_text(entry, "changed", ""));
    }
    add_past(l, entry, 2 * LINE_INDENT);
}

/* --- finding things ---------------------------------------------------------------------- */

/* A search of the book for all things that a word names. */
typedef struct {
    Meaning meaning; /* the lines, the book and the chain */
    const char *word;
    bool more;      /* with the Lua of functions, and places in files */
    bool functions; /* of this pass, without more: only functions count, or else only the others */
} OriginSearch;

/* Adds what is known of a thing: its meaning, or with `more` its Lua and places. */
static void add_thing(const OriginSearch *s, const char *key, const Value *entry)
{
    const Value *verbs = value_list(s->meaning.book, "verbs");
    const Value *verb =
        value_is(entry, "kind", "action") ? thing_named(verbs, name_without_kind(key)) : NULL;
    if (!s->more && verb)
        verb_meaning(s->meaning.lines, s->meaning.book, verb);
    else if (!s->more)
        meaning_of_thing(&s->meaning, key, entry);
    else if (entry_is_function(entry))
        add_function(s->meaning.lines, s->meaning.chain, key, entry);
    else
        add_entry(s->meaning.lines, key, entry);
}

/* Returns the part of `path` behind `key` and a dot, or NULL. */
static const char *path_below(const char *key, const char *path)
{
    size_t n = strlen(key);
    return strncmp(key, path, n) == 0 && path[n] == '.' ? path + n + 1 : NULL;
}

/* Adds the fields and rows of an entry that `part` names: "lasts", "free", "free.text". */
static void add_part(const OriginSearch *s, const char *key, const Value *entry, const char *part)
{
    const char *made = value_text(entry, "made", "");
    value_each (field, value_list(entry, "fields")) {
        if (strcmp(thing_name(field), part) != 0) continue;
        if (!s->more) {
            meaning_of_field(&s->meaning, key, entry, field);
            continue;
        }
        add_head(s->meaning.lines, key, "   made in ", made);
        add_field(s->meaning.lines, part, field, LINE_INDENT);
    }
    value_each (row, value_list(entry, "rows")) {
        if (strcmp(thing_name(row), part) != 0 && !path_below(thing_name(row), part)) continue;
        if (!s->more) {
            meaning_of_row(&s->meaning, key, row);
            continue;
        }
        add_head(s->meaning.lines, key, "   made in ", made);
        add_row(s->meaning.lines, row, made);
    }
}

/* Adds the entry that the word names (light.torch, torch), or its part (light.torch.lasts). */
static void match_name(const OriginSearch *s, const char *key, const Value *entry)
{
    const char *part = path_below(key, s->word);
    if (!part) part = path_below(name_without_kind(key), s->word);
    if (names_key(s->word, key))
        add_thing(s, key, entry);
    else if (part)
        add_part(s, key, entry, part);
}

/* Adds a removed thing, if the word is its name or the last part: free, of chart.hazard.free. */
static void match_removed(const OriginSearch *s, const char *key, const Value *gone)
{
    const char *last = strrchr(key, '.');
    if (!names_key(s->word, key) && strcmp(last ? last + 1 : key, s->word) != 0) return;
    add_head(s->meaning.lines, key, "   removed in ", value_text(gone, "gone", ""));
    lines_begin(s->meaning.lines, LINE_INDENT);
    lines_addf(s->meaning.lines, ROLE_TEXT, "was %s", value_text(gone, "value", ""));
    add_if_any(s->meaning.lines, "   ", value_text(gone, "made", ""));
}

/* Adds the entry if the word is its kind, or else its rows and fields of that name. */
static void match_kind_or_part(const OriginSearch *s, const char *key, const Value *entry)
{
    if (value_is(entry, "kind", s->word))
        add_thing(s, key, entry);
    else
        add_part(s, key, entry, s->word);
}

/* Calls match() for each thing of a map ("entries" or "gone") that counts in this pass. */
static void match_each(const OriginSearch *s, const Value *book, const char *map,
                       void (*match)(const OriginSearch *, const char *, const Value *))
{
    pair_each (thing, value_get(book, map)) {
        bool counts = s->more || entry_is_function(thing->value) == s->functions;
        if (counts) match(s, thing->key, thing->value);
    }
}

/* Returns the ruleset's verb that has this alias, or else the word itself. */
static const char *verb_of_alias(const Value *book, const char *word)
{
    value_each (verb, value_list(book, "verbs"))
        value_each (alias, value_list(verb, "aka"))
            if (!value_bool(verb, "host", false) && strcmp(thing_name(alias), word) == 0)
                return thing_name(verb);
    return word;
}

/* Compares the names in a list of the entry with the word that is looked for. */
static void guess_names(Guess *g, const Value *entry, const char *list)
{
    value_each (part, value_list(entry, list))
        guess_compare(g, thing_name(part), strlen(thing_name(part)));
}

/* Finds the thing, field or row whose name is most similar to the word. */
static Guess guess_thing(const Value *book, const char *word)
{
    static const char *const lists[] = {"entries", "gone"};
    Guess g = guess_start(word);
    for (size_t k = 0; k < 2; k++)
        pair_each (thing, value_get(book, lists[k])) {
            const char *name = name_without_kind(thing->key);
            guess_compare(&g, thing->key, thing->key_n);
            guess_compare(&g, name, strlen(name));
            guess_names(&g, thing->value, "fields");
            guess_names(&g, thing->value, "rows");
        }
    return g;
}

/* Searches the book for the word, and adds all that it names: kinds, fields and rows only where no
 * thing has the name.  Without `more` in two passes, so that functions are told of last. */
static void search_book(OriginSearch *s)
{
    const Value *book = s->meaning.book;
    int passes = s->more ? 1 : 2;
    for (int pass = 0; pass < passes; pass++) {
        size_t before = s->meaning.lines->n;
        s->functions = pass == 1;
        match_each(s, book, "entries", match_name);
        match_each(s, book, "gone", match_removed);
        if (s->meaning.lines->n == before && pass == 0)
            match_each(s, book, "entries", match_kind_or_part);
    }
}

static bool names_function(const Value *book, const char *word)
{
    pair_each (thing, value_get(book, "entries"))
        if (names_key(word, thing->key) && entry_is_function(thing->value)) return true;
    return false;
}

bool origin_lines(StyledLines *l, const Value *book, const Chain *chain, const char *word,
                  bool more, Text *nearest, Err *err)
{
    ScopedText said = {0};
    OriginSearch s = {.meaning = {.lines = l, .book = book, .chain = chain, .said = &said},
                      .word = word,
                      .more = more};
    size_t lines_before = l->n;
    search_book(&s);
    if (l->n == lines_before) s.word = verb_of_alias(book, word);
    if (s.word != word) search_book(&s);
    if (l->n == lines_before && !more && names_function(book, s.word))
        lines_text(l, "A rule, without a description.", LINE_INDENT);
    if (l->n > lines_before) {
        if (more) return true;
        lines_begin(l, LINE_INDENT);
        lines_addf(l, ROLE_DIM, "'why more %s' shows the lines of the rules.", word);
        return true;
    }
    Guess g = guess_thing(book, word);
    if (nearest) text_addn(nearest, g.best, g.best_n);
    return err_set(err, "these rules have nothing named '%s'%s%.*s%s", word,
                   g.best ? "; did you mean '" : "", (int)g.best_n, g.best ? g.best : "",
                   g.best ? "'?" : "");
}

/* --- events ------------------------------------------------------------------------------ */

/* An event's `from` is the line of a rule file that was running (person.event in
 * src/lua/play/recorder.lua); without one the host made the event. */
void why_more_lines(StyledLines *l, int64_t turn, const char *line, const Value *events)
{
    lines_begin(l, LINE_INDENT);
    lines_addf(l, ROLE_TURN, "T%lld", (long long)turn);
    lines_addf(l, ROLE_TEXT, " %s", line);
    value_each (event, events) {
        const char *from = value_text(event, "from", "");
        lines_begin(l, 2 * LINE_INDENT);
        lines_add(l, ROLE_NAME, value_text(event, "kind", "?"));
        show_field(&l->text, event, "name", " ", "");
        show_field(&l->text, event, "text", ": ", "");
        lines_end_piece(l, ROLE_EVENT);
        add_if_any(l, "   ", *from ? from : "the host");
    }
}

/* Returns the help of the chart, track, timer or light that an event is about, or "".  Only a
 * change is about a track, since the program's own events may have its name. */
static const char *help_of(const Value *book, const Value *event)
{
    static const char *const lists[] = {"charts", "tracks", "timers", "lights"};
    const char *kind = value_text(event, "kind", "");
    bool change = value_get(event, "was") != NULL;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(lists[i], "tracks") == 0 && !change) continue;
        const Value *thing = thing_named(value_list(book, lists[i]), kind);
        if (thing) return value_text(thing, "help", "");
    }
    return "";
}

/* Adds, as a dim line, the rule behind an event: the help of its thing, or else the comment above
 * the function that emitted it; unless it is one of `told`, added before, a line each. */
static void add_rule(StyledLines *l, const Value *book, const Chain *chain, const Value *event,
                     Text *told)
{
    ScopedText rule = {0};
    text_add(&rule, help_of(book, event));
    if (rule.n == 0) rule_comment(&rule, chain, value_text(event, "from", ""));
    size_t n = rule.n;
    text_addc(&rule, '\n');
    if (n > 0 && !strstr(text_str(told), text_str(&rule))) {
        lines_begin(l, 3 * LINE_INDENT);
        lines_sentence(l, ROLE_DIM, text_str(&rule), n);
        text_add(told, text_str(&rule));
    }
}

/* Adds why an open question is asked: the chart whose die is awaited, or what the rules say. */
static void add_question(StyledLines *l, const Value *book, const Value *ask)
{
    const char *id = value_text(ask, "id", "");
    bool die = strcmp(id, "die") == 0;
    const char *chart = value_text(ask, "for", "");
    if (die && thing_named(value_list(book, "charts"), chart)) {
        chart_lines(l, book, chart, NULL, NULL);
    } else if (!die && !value_is(ask, "type", "parts")) {
        const char *help = value_text(thing_named(value_list(book, "questions"), id), "help",
                                      "the rules leave this to you");
        lines_begin(l, LINE_INDENT);
        lines_sentence(l, ROLE_TEXT, help, strlen(help));
    }
}

void why_lines(StyledLines *l, const Value *book, const Chain *chain, Narrator *n, const Value *ask)
{
    ScopedText told = {0};
    for (Narration part; narration_next(n, &part);) {
        size_t before = l->n;
        narration_reason(l, &part);
        if (part.event && !part.turn && l->n > before) add_rule(l, book, chain, part.event, &told);
    }
    if (ask) add_question(l, book, ask);
    if (l->n == 0) {
        lines_text(l, "Nothing has happened yet.", LINE_INDENT);
        return;
    }
    lines_begin(l, LINE_INDENT);
    lines_add(l, ROLE_DIM, "'why more' shows the lines of the rules.");
}
