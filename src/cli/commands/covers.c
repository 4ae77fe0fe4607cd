/* Rule ids, counted through from the first book to the last. */
#include "cli/commands/covers.h"
#include "cli/term/styled_text.h"

#include <stdlib.h>
#include <string.h>

enum { ID_LENGTH = 16, LINE_LENGTH = 78 };

static const struct {
    char book[3];
    int rules;
} books[] = {{"DT", 58}, {"DX", 63}, {"DL", 45}, {"TR", 45}, {"TT", 166}};
enum { BOOKS = sizeof books / sizeof *books };

static void id_of(char id[ID_LENGTH], size_t book, int rule)
{
    snprintf(id, ID_LENGTH, "%.2s-%02d", books[book].book, rule);
}

bool covers_mark(Covers *c, const char *id, bool passed, bool example)
{
    char right[ID_LENGTH];
    int before = 0;
    for (size_t b = 0; b < BOOKS; before += books[b++].rules) {
        if (strncmp(id, books[b].book, 2) != 0 || id[2] != '-') continue;
        int rule = atoi(id + 3);
        id_of(right, b, rule);
        if (rule < 1 || rule > books[b].rules || strcmp(id, right) != 0) return false;
        c->named[before + rule - 1] = true;
        if (passed) c->shown[before + rule - 1] = true;
        if (passed && example) c->by_example[before + rule - 1] = true;
        return true;
    }
    if (!c->own) c->own = must_have(json_object());
    bool shown = passed || json_is_true(json_object_get(c->own, id));
    json_object_set_new(c->own, id, json_boolean(shown));
    return true;
}

static bool is_named(const Covers *c, size_t book, int before)
{
    for (int i = 0; i < books[book].rules; i++)
        if (c->named[before + i]) return true;
    return false;
}

static void write_book(const Covers *c, FILE *to, size_t book, int before)
{
    int used = 0;
    for (int rule = 1; rule <= books[book].rules; rule++) {
        char id[ID_LENGTH];
        if (c->shown[before + rule - 1]) continue;
        id_of(id, book, rule);
        if (used + (int)strlen(id) + 1 > LINE_LENGTH) {
            fputc('\n', to);
            used = 0;
        }
        used += fprintf(to, "%s%s", used ? " " : "", id);
    }
    if (used) fputc('\n', to);
}

/* Writes ids that other books have. */
static void write_own(const Covers *c, FILE *to)
{
    size_t shown = 0;
    const char *id;
    json_t *yes;
    json_object_foreach (c->own, id, yes) shown += json_is_true(yes);
    fprintf(to, "%zu of the %zu that specs name\n", shown, json_object_size(c->own));
    json_object_foreach (c->own, id, yes)
        if (!json_is_true(yes)) styled_say(to, "%s\n", id);
}

void covers_write(const Covers *c, FILE *to)
{
    int shown = 0, examples = 0, rules = 0, before = 0;
    for (size_t b = 0; b < BOOKS; before += books[b++].rules) {
        if (!is_named(c, b, before)) continue;
        rules += books[b].rules;
        for (int i = before; i < before + books[b].rules; i++) {
            shown += c->shown[i];
            examples += c->by_example[i];
        }
    }
    if (c->own) write_own(c, to);
    if (rules == 0) {
        if (!c->own) fprintf(to, "no test names a rule; covers = { \"ID\" } in a test does\n");
        return;
    }
    fprintf(to, "%d of %d\n%d of them by the book's own examples\n", shown, rules, examples);
    before = 0;
    for (size_t b = 0; b < BOOKS; before += books[b++].rules)
        if (is_named(c, b, before)) write_book(c, to, b, before);
}

void covers_free(Covers *c)
{
    json_decref(c->own);
}
