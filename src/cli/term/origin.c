/* The book holds every thing under its name with its kind, and what was taken away beside it. */
#include "cli/term/origin.h"
#include "cli/commands/options.h"
#include "cli/term/json_fields.h"
#include "cli/term/source.h"
#include "cli/term/value.h"

#include <string.h>

enum { FIELD_ROOM = 14 };

static void put(StyledText *t, Tint tint, const char *before, const char *text)
{
    if (!*text) return;
    styled_tint(t, tint);
    styled_put(t, "%s", before);
    styled_clean(t, text);
    styled_tint(t, PLAIN);
}

/* --- a value ---------------------------------------------------------------------- */

/* ", was 48 turns  delving.lua:19, then 30 turns  a.lua:3" */
static void write_past(const TerminalStyle *ink, const json_t *thing, int indent)
{
    const json_t *past = field_list(thing, "past"), *one;
    size_t i;
    json_array_foreach (past, i, one) {
        StyledText t = {0};
        styled_tint(&t, FAINT);
        styled_put(&t, i ? "then " : "was ");
        styled_clean(&t, field_text(one, "value"));
        put(&t, FAINT, "   ", field_text(one, "at"));
        style_write(ink, &t, indent, indent + 4);
        styled_free(&t);
    }
}

/* Its place is told when it is not that of the thing. */
static void write_value(const TerminalStyle *ink, const char *name, const json_t *field, int indent)
{
    StyledText t = {0};
    styled_tinted(&t, STRONG, name);
    int left = FIELD_ROOM - t.columns;
    styled_put(&t, "%*s = ", left > 0 ? left : 0, "");
    value_put(&t, json_object_get(field, "value"));
    put(&t, FAINT, "   ", field_text(field, "changed"));
    style_write(ink, &t, indent, indent + FIELD_ROOM + 3);
    styled_free(&t);
    write_past(ink, field, indent + FIELD_ROOM + 3);
}

/* --- a thing ---------------------------------------------------------------------- */

static void write_row(const TerminalStyle *ink, const json_t *row, const char *made)
{
    StyledText t = {0};
    const json_t *field;
    size_t i;
    styled_put(&t, "%8s  ", field_text(row, "at"));
    styled_tinted(&t, STRONG, name_of(row));
    if (strcmp(name_of(row), field_text(row, "text")) != 0)
        put(&t, PLAIN, ": ", field_text(row, "text"));
    put(&t, FAINT, "   ", field_text(row, "does"));
    if (strcmp(field_text(row, "made"), made) != 0) put(&t, FAINT, "   ", field_text(row, "made"));
    style_write(ink, &t, 0, 10);
    styled_free(&t);
    json_array_foreach (field_list(row, "fields"), i, field)
        write_value(ink, name_of(field), field, 10);
}

static void write_steps(const TerminalStyle *ink, const json_t *entry)
{
    StyledText t = {0};
    const json_t *steps = json_object_get(entry, "steps");
    if (json_array_size(steps) == 0) return;
    value_put(&t, steps);
    put(&t, FAINT, "   ", field_text(entry, "changed"));
    style_write(ink, &t, 2, 4);
    styled_free(&t);
}

static void write_head(const TerminalStyle *ink, const char *key, const char *said,
                       const char *place)
{
    StyledText t = {0};
    styled_tinted(&t, STRONG, key);
    put(&t, FAINT, said, place);
    style_write(ink, &t, 0, 4);
    styled_free(&t);
}

/* A function: its text where it stands now, then where the one before stands. */
static void write_function(const TerminalStyle *ink, const json_t *paths, const char *key,
                           const json_t *entry)
{
    const char *how = field_text(entry, "how"), *at = field_text(entry, "made");
    const json_t *older;
    size_t i;
    write_head(ink, key, "   ", at);
    source_write(ink, paths, at);
    json_array_foreach (field_list(entry, "past"), i, older) {
        StyledText t = {0};
        bool wraps = strcmp(how, "wrapped") == 0;
        at = field_text(older, "at");
        styled_put(&t, wraps ? "which calls the one before it" : "in place of");
        put(&t, FAINT, "   ", at);
        style_write(ink, &t, 2, 4);
        styled_free(&t);
        source_write(ink, paths, at);
        how = i + 1 < json_array_size(field_list(entry, "past"))
                  ? field_text(json_array_get(field_list(entry, "past"), i + 1), "value")
                  : "";
    }
}

static void write_entry(const TerminalStyle *ink, const json_t *paths, const char *key,
                        const json_t *entry)
{
    const json_t *fields = field_list(entry, "fields"), *one;
    size_t i;
    if (json_object_get(entry, "how")) {
        write_function(ink, paths, key, entry);
        return;
    }
    write_head(ink, key, "   made in ", field_text(entry, "made"));
    bool setting = strcmp(field_text(entry, "kind"), "setting") == 0;
    json_array_foreach (fields, i, one) {
        bool value = setting && strcmp(name_of(one), "default") == 0;
        write_value(ink, value ? "value" : name_of(one), one, 2);
    }
    json_array_foreach (field_list(entry, "rows"), i, one)
        write_row(ink, one, field_text(entry, "made"));
    write_steps(ink, entry);
    write_past(ink, entry, 4);
}

static void write_gone(const TerminalStyle *ink, const char *key, const json_t *gone)
{
    StyledText t = {0};
    write_head(ink, key, "   taken away in ", field_text(gone, "gone"));
    styled_put(&t, "was ");
    styled_clean(&t, field_text(gone, "value"));
    put(&t, FAINT, "   ", field_text(gone, "made"));
    style_write(ink, &t, 2, 4);
    styled_free(&t);
}

/* --- finding it ------------------------------------------------------------------- */

typedef struct {
    const TerminalStyle *ink;
    const json_t *paths;
    const char *word;
    bool found;
} Search;

/* chart.hazard.free is called free, too. */
static const char *last_of(const char *key)
{
    const char *dot = strrchr(key, '.');
    return dot ? dot + 1 : key;
}

static const char *tail_of(const char *key)
{
    const char *dot = strchr(key, '.');
    return dot ? dot + 1 : key;
}

/* What `path` has beyond `key` and a dot, or NULL. */
static const char *beyond(const char *key, const char *path)
{
    size_t n = strlen(key);
    return strncmp(key, path, n) == 0 && path[n] == '.' ? path + n + 1 : NULL;
}

/* light.torch.lasts, hazard.free, chart.hazard.free.text: a field or a row of an entry. */
static bool write_part(Search *s, const char *key, const json_t *entry, const char *part)
{
    const json_t *one;
    bool found = false;
    size_t i;
    json_array_foreach (field_list(entry, "fields"), i, one) {
        if (strcmp(name_of(one), part) != 0) continue;
        write_head(s->ink, key, "   made in ", field_text(entry, "made"));
        write_value(s->ink, part, one, 2);
        found = true;
    }
    json_array_foreach (field_list(entry, "rows"), i, one) {
        size_t n = strlen(name_of(one));
        if (strncmp(name_of(one), part, n) != 0 || (part[n] && part[n] != '.')) continue;
        write_head(s->ink, key, "   made in ", field_text(entry, "made"));
        write_row(s->ink, one, field_text(entry, "made"));
        found = true;
    }
    s->found = s->found || found;
    return found;
}

static void try_entry(Search *s, const char *key, const json_t *entry)
{
    const char *tail = tail_of(key), *part = beyond(key, s->word);
    if (!part) part = beyond(tail, s->word);
    if (strcmp(key, s->word) == 0 || strcmp(tail, s->word) == 0) {
        write_entry(s->ink, s->paths, key, entry);
        s->found = true;
    } else if (part) {
        write_part(s, key, entry, part);
    }
}

static void each_entry(Search *s, const json_t *entries,
                       void (*try)(Search *, const char *, const json_t *))
{
    const char *key;
    json_t *entry;
    json_object_foreach ((json_t *)(uintptr_t)entries, key, entry) try(s, key, entry);
}

static void try_gone(Search *s, const char *key, const json_t *gone)
{
    if (strcmp(key, s->word) != 0 && strcmp(tail_of(key), s->word) != 0 &&
        strcmp(last_of(key), s->word) != 0)
        return;
    write_gone(s->ink, key, gone);
    s->found = true;
}

/* A row or a field by its own name, or all things of a kind. */
static void try_within(Search *s, const char *key, const json_t *entry)
{
    if (strcmp(field_text(entry, "kind"), s->word) == 0) {
        write_entry(s->ink, s->paths, key, entry);
        s->found = true;
    } else {
        write_part(s, key, entry, s->word);
    }
}

/* Another word for a verb. */
static const char *verb_of(const json_t *book, const char *word)
{
    const json_t *verb, *aka;
    size_t i, j;
    json_array_foreach (field_list(book, "verbs"), i, verb)
        json_array_foreach (field_list(verb, "aka"), j, aka)
            if (json_is_string(aka) && strcmp(json_string_value(aka), word) == 0 &&
                !field_true(verb, "host"))
                return name_of(verb);
    return NULL;
}

/* --- names that are near ------------------------------------------------------------ */

static void add_names(Words *names, const json_t *list)
{
    const json_t *one;
    size_t i;
    json_array_foreach (list, i, one) words_add(names, name_of(one));
}

static void find_near(const json_t *entries, const char *word, StyledText *near)
{
    const char *key;
    json_t *entry;
    Words names = {0};
    json_object_foreach ((json_t *)(uintptr_t)entries, key, entry) {
        words_add(&names, key);
        words_add(&names, tail_of(key));
        add_names(&names, field_list(entry, "fields"));
        add_names(&names, field_list(entry, "rows"));
    }
    const char *best = sconce_nearest(word, names.at, names.n);
    styled_clean(near, best ? best : "");
    words_free(&names);
}

bool origin_write(const TerminalStyle *ink, const json_t *book, const json_t *paths,
                  const char *word, StyledText *near)
{
    const json_t *entries = json_object_get(book, "entries");
    const char *verb = verb_of(book, word);
    Search s = {.ink = ink, .paths = paths, .word = verb ? verb : word};
    each_entry(&s, entries, try_entry);
    each_entry(&s, json_object_get(book, "gone"), try_gone);
    if (!s.found) each_entry(&s, entries, try_within);
    if (!s.found) find_near(entries, word, near);
    return s.found;
}
