/* The books whose rules have ids, with how many rules each has. */
#include "cli/commands/covers.h"
#include "cli/term/styled_text.h"

#include <stdlib.h>
#include <string.h>

enum { ID_LENGTH = 16, LINE_LENGTH = 78 };

static const struct {
    char book[3];
    int rules;
} books[COVERS_BOOKS] = {{"DT", 58}, {"DX", 63}, {"DL", 45}, {"TR", 45}, {"TT", 166}};

static void id_of(char id[ID_LENGTH], size_t book, int rule)
{
    snprintf(id, ID_LENGTH, "%.2s-%02d", books[book].book, rule);
}

bool covers_mark(Covers *c, const char *id, bool passed, bool example)
{
    char right[ID_LENGTH];
    for (size_t b = 0; b < COVERS_BOOKS; b++) {
        if (strncmp(id, books[b].book, 2) != 0 || id[2] != '-') continue;
        int rule = atoi(id + 3);
        id_of(right, b, rule);
        if (rule < 1 || rule > books[b].rules || strcmp(id, right) != 0) return false;
        c->named[b] = true;
        if (passed) c->flags[b][rule] |= example ? COVERS_SHOWN | COVERS_BY_EXAMPLE : COVERS_SHOWN;
        return true;
    }
    if (!c->own) c->own = must_have(json_object());
    bool shown = passed || json_is_true(json_object_get(c->own, id));
    json_object_set_new(c->own, id, json_boolean(shown));
    return true;
}

static int count(const Covers *c, size_t book, CoversFlag flag)
{
    int n = 0;
    for (int rule = 1; rule <= books[book].rules; rule++) n += (c->flags[book][rule] & flag) != 0;
    return n;
}

/* Writes the ids without a test, in lines. */
static void write_book(const Covers *c, FILE *to, size_t book)
{
    int used = 0;
    for (int rule = 1; rule <= books[book].rules; rule++) {
        char id[ID_LENGTH];
        if (c->flags[book][rule] & COVERS_SHOWN) continue;
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
    int shown = 0, examples = 0, rules = 0;
    for (size_t b = 0; b < COVERS_BOOKS; b++) {
        if (!c->named[b]) continue;
        rules += books[b].rules;
        shown += count(c, b, COVERS_SHOWN);
        examples += count(c, b, COVERS_BY_EXAMPLE);
    }
    if (c->own) write_own(c, to);
    if (rules > 0)
        fprintf(to, "%d of %d\n%d of them by the book's own examples\n", shown, rules, examples);
    else if (!c->own)
        fprintf(to, "no test names a rule; covers = { \"ID\" } in a test does\n");
    for (size_t b = 0; b < COVERS_BOOKS; b++)
        if (c->named[b]) write_book(c, to, b);
}

void covers_free(Covers *c)
{
    json_decref(c->own);
}
