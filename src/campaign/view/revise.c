/* Compares two readings of the rules: things, fields, rows and steps by their books, functions by
 * their text in the files. */
#include <string.h>

#include "campaign/view/book.h"
#include "campaign/view/show.h"

enum { LINES_MAX = 12 };

typedef struct {
    const CellClient *was, *now;
    Text *t;
    size_t n;
} Revision;

/* Appends `light.torch.lasts: 6 turns -> 4 turns   house.lua:3`. */
static void add_line(Revision *r, const char *name, const char *part, const char *was,
                     const char *now, const char *at)
{
    if (r->n++ >= LINES_MAX) return;
    text_addf(r->t, "%s%s%s%s: %s", r->t->n > 0 ? "\n" : "", name, *part ? "." : "", part, was);
    if (*now) text_addf(r->t, "%s%s", *was ? " -> " : "", now);
    if (*at) text_addf(r->t, "   %s", at);
}

/* --- parts of a thing: fields, rows, steps ----------------------------------------------- */

static const Value *named(const Value *list, const char *name)
{
    value_each (part, list)
        if (strcmp(value_text(part, "name", ""), name) == 0) return part;
    return NULL;
}

/* Appends a field or a row as a line; of a list, its names. */
static void describe(Text *t, const Value *part)
{
    if (part && part->kind == TOKEN_LIST) show_value(t, part);
    show_field(t, part, "value", "", "");
    show_field(t, part, "at", "", "");
    show_field(t, part, "text", ": ", "");
    show_field(t, part, "does", " (", ")");
}

/* was, now: NULL where it is missing. */
static void compare_part(Revision *r, const char *name, const char *key, const Value *was,
                         const Value *now, const char *at)
{
    Text before = {0}, after = {0};
    bool setting = strncmp(name, "setting.", 8) == 0 && strcmp(key, "default") == 0;
    describe(&before, was);
    describe(&after, now);
    if (strcmp(text_str(&before), text_str(&after)) != 0)
        add_line(r, name, setting ? "" : key, was ? text_str(&before) : "new",
                 now ? text_str(&after) : "gone", at);
    text_free(&before);
    text_free(&after);
}

static void compare_parts(Revision *r, const char *name, const Value *was, const Value *now,
                          const char *at)
{
    value_each (part, now) {
        const char *key = value_text(part, "name", "");
        compare_part(r, name, key, named(was, key), part,
                     value_text(part, "changed", value_text(part, "made", at)));
    }
    value_each (part, was) {
        const char *key = value_text(part, "name", "");
        if (!named(now, key)) compare_part(r, name, key, part, NULL, "");
    }
}

/* --- the whole --------------------------------------------------------------------------- */

static void compare_functions(Revision *r, const char *name, const char *was, const char *now)
{
    size_t m, n;
    const char *a = origin_function(cell_client_chain(r->was), was, &m),
               *b = origin_function(cell_client_chain(r->now), now, &n);
    if (m != n || memcmp(a, b, m) != 0) add_line(r, name, "", "written anew", "", now);
}

static void compare(Revision *r, const char *name, const Value *was, const Value *now)
{
    const char *at = value_text(now, "made", "");
    if (!was || !now) {
        add_line(r, name, "", was ? "gone" : "new", "", at);
        return;
    }
    if (value_get(now, "how")) compare_functions(r, name, value_text(was, "made", ""), at);
    compare_parts(r, name, value_list(was, "fields"), value_list(now, "fields"), at);
    compare_parts(r, name, value_list(was, "rows"), value_list(now, "rows"), at);
    compare_part(r, name, "", value_list(was, "steps"), value_list(now, "steps"),
                 value_text(now, "changed", at));
}

size_t revise_lines(const CellClient *was, const CellClient *now, Text *t)
{
    Revision r = {.was = was, .now = now, .t = t};
    const Value *before = value_get(cell_client_book(was), "entries"),
                *after = value_get(cell_client_book(now), "entries");
    const Pair *entry;
    size_t n = show_map(cell_client_book(now), "entries", &entry);
    for (size_t i = 0; i < n; i++) {
        Key key = show_key(&entry[i]);
        compare(&r, key.s, value_get(before, key.s), entry[i].value);
    }
    n = show_map(cell_client_book(was), "entries", &entry);
    for (size_t i = 0; i < n; i++) {
        Key key = show_key(&entry[i]);
        if (!value_get(after, key.s)) compare(&r, key.s, entry[i].value, NULL);
    }
    if (r.n > LINES_MAX) text_addf(t, "\nand %zu more", r.n - LINES_MAX);
    return r.n;
}

void revise_key(const char *from, const char *to, Text *key)
{
    text_clear(key);
    text_addf(key, "rules %s %s", from, to);
}
