/* Rule ids, counted through from the first book to the last. */
#include "cli/covers.h"

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

bool covers_mark(Covers *c, const char *id, bool example)
{
    char right[ID_LENGTH];
    int before = 0;
    for (size_t b = 0; b < BOOKS; before += books[b++].rules) {
        if (strncmp(id, books[b].book, 2) != 0 || id[2] != '-') continue;
        int rule = atoi(id + 3);
        id_of(right, b, rule);
        if (rule < 1 || rule > books[b].rules || strcmp(id, right) != 0) return false;
        c->shown[before + rule - 1] = true;
        if (example) c->by_example[before + rule - 1] = true;
        return true;
    }
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

void covers_write(const Covers *c, FILE *to)
{
    int shown = 0, examples = 0, before = 0;
    for (int i = 0; i < COVERS_RULES; i++) {
        shown += c->shown[i];
        examples += c->by_example[i];
    }
    fprintf(to, "%d of %d\n%d of them by the book's own examples\n", shown, COVERS_RULES, examples);
    for (size_t b = 0; b < BOOKS; before += books[b++].rules)
        write_book(c, to, b, before);
}
