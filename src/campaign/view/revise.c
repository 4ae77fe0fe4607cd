/* Compares two readings of the rules: things, fields, rows and steps by their books, functions by
 * their text in the files. */
#include "campaign/view/revise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/view/book.h"
#include "campaign/view/show.h"

enum { LINES_MAX = 12, NAME_BYTES_MAX = 160 };

typedef struct {
    const CellClient *was, *now;
    Text *t;
    size_t n;
} Revision;

static void tell(Revision *r, const char *name, const char *part, const char *was, const char *now,
                 const char *at)
{
    if (r->n++ >= LINES_MAX) return;
    if (r->t->n > 0) text_addc(r->t, '\n');
    text_add(r->t, name);
    if (*part) text_addf(r->t, ".%s", part);
    text_addf(r->t, ": %s", was);
    if (*now) text_addf(r->t, "%s%s", *was ? " -> " : "", now);
    if (*at) text_addf(r->t, "   %s", at);
}

/* --- parts of a thing: fields, rows, steps ------------------------------------------------- */

static const Value *list_in(const Value *thing, const char *key)
{
    const Value *list = value_get(thing, key);
    return list && list->kind == TOKEN_LIST ? list : NULL;
}

static const Value *named(const Value *list, const char *name)
{
    for (size_t i = 0; list && i < list->n; i++)
        if (strcmp(value_text(&list->items[i], "name", ""), name) == 0) return &list->items[i];
    return NULL;
}

/* Appends a field or row as a line. */
static void say_part(Text *t, const Value *part)
{
    show_field(t, part, "value", "", "");
    show_field(t, part, "at", "", "");
    show_field(t, part, "text", ": ", "");
    show_field(t, part, "does", " (", ")");
}

static void compare_part(Revision *r, const char *name, const char *key, const Value *was,
                         const Value *now, const char *at)
{
    Text before = {0}, after = {0};
    if (was) say_part(&before, was);
    if (now) say_part(&after, now);
    if (strcmp(text_str(&before), text_str(&after)) != 0) {
        const char *setting =
            strncmp(name, "setting.", 8) == 0 && strcmp(key, "default") == 0 ? "" : key;
        tell(r, name, setting, was ? text_str(&before) : "new", now ? text_str(&after) : "gone",
             at);
    }
    text_free(&before);
    text_free(&after);
}

static void compare_parts(Revision *r, const char *name, const Value *was, const Value *now,
                          const char *at)
{
    for (size_t i = 0; now && i < now->n; i++) {
        const Value *part = &now->items[i];
        const char *key = value_text(part, "name", ""),
                   *place = value_text(part, "changed", value_text(part, "made", at));
        compare_part(r, name, key, named(was, key), part, place);
    }
    for (size_t i = 0; was && i < was->n; i++) {
        const char *key = value_text(&was->items[i], "name", "");
        if (!named(now, key)) compare_part(r, name, key, &was->items[i], NULL, "");
    }
}

static void compare_steps(Revision *r, const char *name, const Value *was, const Value *now,
                          const char *at)
{
    Text before = {0}, after = {0};
    if (was) show_value(&before, was);
    if (now) show_value(&after, now);
    if (strcmp(text_str(&before), text_str(&after)) != 0)
        tell(r, name, "", text_str(&before), text_str(&after), at);
    text_free(&before);
    text_free(&after);
}

/* --- functions ----------------------------------------------------------------------------- */

static void compare_functions(Revision *r, const char *name, const char *was, const char *now)
{
    size_t m, n;
    const char *a = origin_function(cell_client_chain(r->was), was, &m),
               *b = origin_function(cell_client_chain(r->now), now, &n);
    if (m != n || memcmp(a, b, m) != 0) tell(r, name, "", "written anew", "", now);
}

/* --- the whole ----------------------------------------------------------------------------- */

static void compare(Revision *r, const char *name, const Value *was, const Value *now)
{
    const char *at = value_text(now, "made", "");
    if (!was || !now) {
        tell(r, name, "", was ? "gone" : "new", "", at);
        return;
    }
    if (value_get(now, "how")) compare_functions(r, name, value_text(was, "made", ""), at);
    compare_parts(r, name, list_in(was, "fields"), list_in(now, "fields"), at);
    compare_parts(r, name, list_in(was, "rows"), list_in(now, "rows"), at);
    compare_steps(r, name, list_in(was, "steps"), list_in(now, "steps"),
                  value_text(now, "changed", at));
}

/* Compares each entry of `these` with that in `others`; with `missing`, reports only the entries
 * that `others` lacks, as gone. */
static void each(Revision *r, const Value *these, const Value *others, bool missing)
{
    for (size_t i = 0; these && these->kind == TOKEN_MAP && i < these->n; i++) {
        char name[NAME_BYTES_MAX];
        snprintf(name, sizeof name, "%.*s", (int)these->pairs[i].key_n, these->pairs[i].key);
        const Value *other = value_get(others, name);
        if (!missing)
            compare(r, name, other, these->pairs[i].value);
        else if (!other)
            compare(r, name, these->pairs[i].value, NULL);
    }
}

size_t revise_tell(const CellClient *was, const CellClient *now, Text *t)
{
    Revision r = {.was = was, .now = now, .t = t};
    const Value *old = value_get(cell_client_book(was), "entries"),
                *new = value_get(cell_client_book(now), "entries");
    each(&r, new, old, false);
    each(&r, old, new, true);
    if (r.n > LINES_MAX) text_addf(t, "\nand %zu more", r.n - LINES_MAX);
    return r.n;
}

void revise_key(const char *from, const char *to, Text *key)
{
    text_clear(key);
    text_addf(key, "rules %s %s", from, to);
}
