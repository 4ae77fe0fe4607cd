/* The book holds every thing under its name with its kind, "light.torch", and what was taken away
 * beside it. */
#include "campaign/view/origin.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/show.h"

enum { IN = 2, FIELD_ROOM = 14, FIELD_HANG = 17, ROW_IN = 10, SOURCE_LINES_MAX = 60 };

static void add_dim(StyledLines *l, const char *before, const char *text)
{
    if (*text) lines_addf(l, ROLE_DIM, "%s%s", before, text);
}

static void begin(StyledLines *l, int in, int hang)
{
    lines_begin(l, in)->hang = hang;
}

/* --- the text of a function ------------------------------------------------------ */

static void add_source(StyledLines *l, int number, const char *text, size_t n)
{
    lines_begin(l, 0);
    lines_addf(l, ROLE_SOURCE, "%5d | ", number);
    lines_addn(l, ROLE_TEXT, text, n);
}

/* Adds the lines from number `first` on: while they are blank or further in than it, and an `end`
 * below. */
static void add_function_text(StyledLines *l, const char *text, int first)
{
    size_t indent = 0;
    int blank = 0; /* lines held back: they may come after the function */
    for (int i = 1; i < first + SOURCE_LINES_MAX && *text; i++) {
        size_t all = strcspn(text, "\n"), n = strcspn(text, "\r\n"), in = strspn(text, " \t");
        const char *line = text;
        text += all + (text[all] == '\n');
        if (i < first) continue;
        if (i == first) indent = in;
        if (in >= n && ++blank) continue;
        bool on = i == first || in > indent, end = strncmp(line + in, "end", 3) == 0;
        for (; blank > 0 && (on || end); blank--) add_source(l, i - blank, "", 0);
        if (on || end) add_source(l, i, line, n);
        if (!on) break;
    }
}

/* Adds the function that begins at "house.lua:12". */
static void add_function_at(StyledLines *l, const Chain *chain, const char *place)
{
    const char *colon = strrchr(place, ':');
    for (size_t i = 0; colon && i < chain->n; i++) {
        const RuleFile *f = &chain->file[i];
        size_t n = (size_t)(colon - place);
        if (f->path && strlen(f->name) == n && memcmp(f->name, place, n) == 0)
            add_function_text(l, f->text, atoi(colon + 1));
    }
}

/* --- a value ---------------------------------------------------------------------- */

/* `was 48 turns   delving.lua:19`, `then 30 turns   a.lua:3` */
static void add_past(StyledLines *l, const Value *thing, int in)
{
    const Value *past;
    size_t n = show_list(thing, "past", &past);
    for (size_t i = 0; i < n; i++) {
        begin(l, in, in + 4);
        lines_addf(l, ROLE_DIM, "%s%s", i ? "then " : "was ", value_text(&past[i], "value", ""));
        add_dim(l, "   ", value_text(&past[i], "at", ""));
    }
}

/* `lasts          = 6 turns   house.lua:3`: the place where that is not the place of the thing. */
static void add_field(StyledLines *l, const char *name, const Value *field, int in)
{
    Text t = {0};
    begin(l, in, in + FIELD_HANG);
    size_t from = l->pieces;
    lines_add(l, ROLE_NAME, name);
    int left = FIELD_ROOM - lines_width(l, from);
    show_words(&t, value_get(field, "value"));
    lines_addf(l, ROLE_TEXT, "%*s = %s", left > 0 ? left : 0, "", text_str(&t));
    add_dim(l, "   ", value_text(field, "changed", ""));
    text_free(&t);
    add_past(l, field, in + FIELD_HANG);
}

/* --- a thing ---------------------------------------------------------------------- */

static void add_row(StyledLines *l, const Value *row, const char *made)
{
    const Value *field;
    size_t n = show_list(row, "fields", &field);
    const char *text = value_text(row, "text", ""), *row_made = value_text(row, "made", "");
    begin(l, 0, ROW_IN);
    lines_addf(l, ROLE_TEXT, "%8s  ", value_text(row, "at", ""));
    lines_add(l, ROLE_NAME, show_name(row));
    if (*text && strcmp(show_name(row), text) != 0) lines_addf(l, ROLE_TEXT, ": %s", text);
    add_dim(l, "   ", value_text(row, "does", ""));
    if (strcmp(row_made, made) != 0) add_dim(l, "   ", row_made);
    for (size_t i = 0; i < n; i++) add_field(l, show_name(&field[i]), &field[i], ROW_IN);
}

static void add_steps(StyledLines *l, const Value *entry)
{
    const Value *steps = value_get(entry, "steps");
    if (!steps || steps->n == 0) return;
    Text t = {0};
    show_words(&t, steps);
    lines_begin(l, IN);
    lines_add(l, ROLE_TEXT, text_str(&t));
    add_dim(l, "   ", value_text(entry, "changed", ""));
    text_free(&t);
}

static void add_head(StyledLines *l, const char *key, const char *said, const char *place)
{
    begin(l, 0, 4);
    lines_add(l, ROLE_NAME, key);
    add_dim(l, said, place);
}

/* A function: its text where it stands now, then the text of each one before it. */
static void add_function(StyledLines *l, const Chain *chain, const char *key, const Value *entry)
{
    const char *how = value_text(entry, "how", ""), *at = value_text(entry, "made", "");
    const Value *past;
    size_t n = show_list(entry, "past", &past);
    add_head(l, key, "   ", at);
    add_function_at(l, chain, at);
    for (size_t i = 0; i < n; i++) {
        bool wraps = strcmp(how, "wrapped") == 0;
        at = value_text(&past[i], "at", "");
        lines_begin(l, IN);
        lines_add(l, ROLE_TEXT, wraps ? "which calls the one before it" : "in place of");
        add_dim(l, "   ", at);
        add_function_at(l, chain, at);
        how = i + 1 < n ? value_text(&past[i + 1], "value", "") : "";
    }
}

static void add_entry(StyledLines *l, const Chain *chain, const char *key, const Value *entry)
{
    if (value_get(entry, "how")) {
        add_function(l, chain, key, entry);
        return;
    }
    const Value *field, *row;
    size_t fields = show_list(entry, "fields", &field), rows = show_list(entry, "rows", &row);
    const char *made = value_text(entry, "made", "");
    bool setting = strcmp(value_text(entry, "kind", ""), "setting") == 0;
    add_head(l, key, "   made in ", made);
    for (size_t i = 0; i < fields; i++) {
        const char *name = show_name(&field[i]);
        add_field(l, setting && strcmp(name, "default") == 0 ? "value" : name, &field[i], IN);
    }
    for (size_t i = 0; i < rows; i++) add_row(l, &row[i], made);
    add_steps(l, entry);
    add_past(l, entry, 4);
}

static void add_gone(StyledLines *l, const char *key, const Value *gone)
{
    add_head(l, key, "   taken away in ", value_text(gone, "gone", ""));
    lines_begin(l, IN);
    lines_addf(l, ROLE_TEXT, "was %s", value_text(gone, "value", ""));
    add_dim(l, "   ", value_text(gone, "made", ""));
}

/* --- finding it ------------------------------------------------------------------- */

typedef struct {
    StyledLines *lines;
    const Chain *chain;
    const char *word;
    bool found;
} OriginSearch;

/* "light.torch" without its kind. */
static const char *tail_of(const char *key)
{
    const char *dot = strchr(key, '.');
    return dot ? dot + 1 : key;
}

/* The part of `path` behind `key` and a dot, or NULL. */
static const char *beyond(const char *key, const char *path)
{
    size_t n = strlen(key);
    return strncmp(key, path, n) == 0 && path[n] == '.' ? path + n + 1 : NULL;
}

/* Adds a field or a row of an entry: light.torch.lasts, hazard.free, chart.hazard.free.text. */
static void add_part(OriginSearch *s, const char *key, const Value *entry, const char *part)
{
    const Value *field, *row;
    size_t fields = show_list(entry, "fields", &field), rows = show_list(entry, "rows", &row);
    const char *made = value_text(entry, "made", "");
    for (size_t i = 0; i < fields; i++) {
        if (strcmp(show_name(&field[i]), part) != 0) continue;
        add_head(s->lines, key, "   made in ", made);
        add_field(s->lines, part, &field[i], IN);
        s->found = true;
    }
    for (size_t i = 0; i < rows; i++) {
        size_t n = strlen(show_name(&row[i]));
        if (strncmp(show_name(&row[i]), part, n) != 0 || (part[n] && part[n] != '.')) continue;
        add_head(s->lines, key, "   made in ", made);
        add_row(s->lines, &row[i], made);
        s->found = true;
    }
}

static void try_entry(OriginSearch *s, const char *key, const Value *entry)
{
    const char *tail = tail_of(key), *part = beyond(key, s->word);
    if (!part) part = beyond(tail, s->word);
    if (strcmp(key, s->word) == 0 || strcmp(tail, s->word) == 0) {
        add_entry(s->lines, s->chain, key, entry);
        s->found = true;
    } else if (part) {
        add_part(s, key, entry, part);
    }
}

/* chart.hazard.free is called free, too. */
static void try_gone(OriginSearch *s, const char *key, const Value *gone)
{
    const char *dot = strrchr(key, '.');
    if (strcmp(key, s->word) != 0 && strcmp(tail_of(key), s->word) != 0 &&
        strcmp(dot ? dot + 1 : key, s->word) != 0)
        return;
    add_gone(s->lines, key, gone);
    s->found = true;
}

/* A row or a field by its own name, or all things of a kind. */
static void try_within(OriginSearch *s, const char *key, const Value *entry)
{
    if (strcmp(value_text(entry, "kind", ""), s->word) == 0) {
        add_entry(s->lines, s->chain, key, entry);
        s->found = true;
    } else {
        add_part(s, key, entry, s->word);
    }
}

/* Calls f with each thing of a map; keys of maps do not end in a NUL. */
static void each(OriginSearch *s, const Value *things,
                 void (*f)(OriginSearch *, const char *, const Value *))
{
    for (size_t i = 0; things && things->kind == TOKEN_MAP && i < things->n; i++) {
        Text key = {0};
        text_addn(&key, things->pairs[i].key, things->pairs[i].key_n);
        f(s, text_str(&key), things->pairs[i].value);
        text_free(&key);
    }
}

/* The ruleset's verb that has this other word; NULL when there is none. */
static const char *verb_of(const Value *book, const char *word)
{
    const Value *verb, *aka;
    size_t verbs = show_list(book, "verbs", &verb);
    for (size_t i = 0; i < verbs; i++) {
        size_t n = show_list(&verb[i], "aka", &aka);
        for (size_t j = 0; j < n && !value_bool(&verb[i], "host", false); j++)
            if (aka[j].kind == TOKEN_TEXT && strcmp(aka[j].s, word) == 0)
                return show_name(&verb[i]);
    }
    return NULL;
}

bool origin_lines(StyledLines *l, const Value *book, const Chain *chain, const char *word)
{
    const char *verb = verb_of(book, word);
    const Value *entries = value_get(book, "entries");
    OriginSearch s = {.lines = l, .chain = chain, .word = verb ? verb : word};
    each(&s, entries, try_entry);
    each(&s, value_get(book, "gone"), try_gone);
    if (!s.found) each(&s, entries, try_within);
    return s.found;
}

static void guess_names(Guess *g, const Value *entry, const char *key)
{
    const Value *one;
    size_t n = show_list(entry, key, &one);
    for (size_t i = 0; i < n; i++) guess_name(g, show_name(&one[i]), strlen(show_name(&one[i])));
}

void origin_nearest(const Value *book, const char *word, Text *nearest)
{
    const Value *entries = value_get(book, "entries");
    Guess g = guess_of(word);
    for (size_t i = 0; entries && entries->kind == TOKEN_MAP && i < entries->n; i++) {
        const Pair *p = &entries->pairs[i];
        const char *dot = memchr(p->key, '.', p->key_n);
        size_t kind = dot ? (size_t)(dot + 1 - p->key) : 0;
        guess_name(&g, p->key, p->key_n);
        guess_name(&g, p->key + kind, p->key_n - kind);
        guess_names(&g, p->value, "fields");
        guess_names(&g, p->value, "rows");
    }
    if (g.best) text_addn(nearest, g.best, g.best_n);
}
