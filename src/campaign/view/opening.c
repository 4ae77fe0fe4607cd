#include "campaign/view/opening.h"

#include <string.h>

#include "campaign/view/show.h"

enum { IN = 2, BETWEEN = 6, LONG_LINE = 200 };

static const char how[] = "One verb, one turn: '?' lists the verbs, 'help WORD' explains one.\n"
                          "Enter alone costs nothing; 'u' takes a step back, with the same dice.\n"
                          "'A + B' is two deeds in one turn, 'A x3' three turns. Ctrl-D leaves.\n";

static size_t count(const Value *list)
{
    return list && list->kind == TOKEN_LIST ? list->n : 0;
}

/* The ruleset's title, the other files, the seed. */
static void add_title(StyledLines *l, const Opening *o)
{
    const char *ruleset = value_text(o->book, "ruleset", "");
    const Value *chain = value_get(o->book, "chain");
    size_t n = strlen(ruleset), changes = count(value_get(o->book, "changes"));
    const char *title = value_text(o->book, "title", "");
    lines_begin(l, 0);
    lines_add(l, ROLE_NAME, *title ? title : ruleset);
    for (size_t i = 0; i < count(chain); i++) {
        const char *file = value_text(&chain->items[i], "file", "");
        if (strncmp(file, ruleset, n) == 0 && strcmp(file + n, ".lua") == 0) continue;
        lines_addf(l, ROLE_TEXT, " + %s", file);
    }
    if (changes > 0)
        lines_addf(l, ROLE_TEXT, " (%zu change%s; 'changes' lists them)", changes,
                   changes == 1 ? "" : "s");
    lines_addf(l, ROLE_TEXT, "%*s", BETWEEN, "");
    l->whole = true;
    lines_addf(l, ROLE_TEXT, "seed %s", o->seed);
}

/* Adds the party and the mode of the dice: on one line where there is room.  A party that has one
 * member for all goes unnamed. */
static void add_party(StyledLines *l, const Opening *o)
{
    size_t n = count(o->people);
    if (n > 1 || (n == 1 && strcmp(show_name(o->people->items), "the party") != 0)) {
        lines_begin(l, 0)->share = BETWEEN;
        lines_add(l, ROLE_TEXT, "Party:");
        for (size_t i = 0; i < n; i++)
            lines_addf(l, ROLE_TEXT, "%s%s", i ? "  " : " ", show_name(&o->people->items[i]));
    }
    lines_begin(l, 0)->share = BETWEEN;
    lines_addf(l, ROLE_TEXT, "dice: %s       ? for verbs", o->dice);
}

void opening_lines(StyledLines *l, const Opening *o)
{
    add_title(l, o);
    add_party(l, o);
    lines_warnings(l, o->warnings, 0);
    if (o->fresh) lines_text(l, how, IN);
    for (const char *s = o->recap; *s;) {
        size_t n = strcspn(s, "\n");
        lines_begin(l, IN)->cut = LONG_LINE;
        lines_addn(l, ROLE_DIM, s, n);
        s += n + (s[n] == '\n');
    }
}
