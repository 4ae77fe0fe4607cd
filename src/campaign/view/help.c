/* Help on one word: verbs, settings, things, charts and words of the language. */
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/show.h"

enum { IN = 2 };

/* --- finding ----------------------------------------------------------------------------- */

static bool is_named(const Value *item, const char *word)
{
    bool named = strcmp(show_name(item), word) == 0;
    value_each (alias, value_list(item, "aka"))
        named = named || strcmp(show_name(alias), word) == 0;
    return named;
}

static const Value *find_named(const Value *book, const char *list, const char *word)
{
    value_each (item, value_list(book, list))
        if (is_named(item, word)) return item;
    return NULL;
}

/* Refuses a word that none of these lists has, and suggests the nearest name. */
static bool refuse_unknown(const Value *book, const char *what, const char *const *lists,
                           const char *word, Err *err)
{
    Guess g = guess_of(word);
    for (; *lists; lists++)
        value_each (item, value_list(book, *lists))
            guess_name(&g, show_name(item), strlen(show_name(item)));
    if (g.best)
        return err_set(err, "no %s '%s'; did you mean '%.*s'?", what, word, (int)g.best_n, g.best);
    return err_set(err, "no %s '%s'", what, word);
}

/* --- help -------------------------------------------------------------------------------- */

/* Adds a line with a field, unless it is missing or empty. */
static void field_line(StyledLines *l, const Value *thing, const char *key, const char *before)
{
    size_t n = l->text.n;
    show_field(&l->text, thing, key, before, "");
    if (l->text.n == n) return;
    lines_begin(l, 2 * IN);
    lines_piece(l, ROLE_TEXT);
}

static void help_verb(StyledLines *l, const Value *verb)
{
    verb_line(l, verb);
    field_line(l, verb, "by", "done by ");
    field_line(l, verb, "during", "part of ");
    field_line(l, verb, "at", "made in ");
}

/* `NAME = 6 turns`, with the old value and a place. */
static void add_value(StyledLines *l, const Value *thing, const char *was, const char *old)
{
    lines_add(l, ROLE_NAME, show_name(thing));
    text_add(&l->text, " = ");
    show_value(&l->text, value_get(thing, "value"));
    lines_piece(l, ROLE_TEXT);
    show_field(&l->text, thing, old, was, ")");
    lines_piece(l, ROLE_DIM);
}

static void help_setting(StyledLines *l, const Value *setting)
{
    lines_begin(l, IN);
    lines_add(l, ROLE_TEXT, "setting ");
    add_value(l, setting, "   (default ", "default");
    field_line(l, setting, "help", "");
    field_line(l, setting, "choices", "one of ");
    field_line(l, setting, "made", "made in ");
    field_line(l, setting, "changed", "changed in ");
}

static void help_entry(StyledLines *l, const char *key, const Value *entry)
{
    lines_begin(l, IN);
    lines_add(l, ROLE_NAME, key);
    show_field(&l->text, entry, "made", "   made in ", "");
    lines_piece(l, ROLE_DIM);
    value_each (field, value_list(entry, "fields")) {
        lines_begin(l, 2 * IN);
        add_value(l, field, "   (was ", "was");
        show_field(&l->text, field, "changed", "   ", "");
        lines_piece(l, ROLE_DIM);
    }
}

bool help_lines(StyledLines *l, const Value *book, const char *word, Err *err)
{
    static const char *const lists[] = {"verbs", "settings", "charts", "words", NULL};
    const Value *verb = find_named(book, "verbs", word),
                *setting = find_named(book, "settings", word);
    const Pair *entry;
    size_t entries = show_map(book, "entries", &entry);
    if (verb) help_verb(l, verb);
    if (setting) help_setting(l, setting);
    for (size_t i = 0; i < entries; i++) {
        Key key = show_key(&entry[i]);
        if (strcmp(key.s, word) == 0 || strcmp(show_tail(key.s), word) == 0)
            help_entry(l, key.s, entry[i].value);
    }
    if (find_named(book, "charts", word)) chart_lines(l, book, word, NULL, NULL);
    Text t = {0};
    words_show(&t, word);
    lines_text(l, text_str(&t), IN);
    text_free(&t);
    return l->n > 0 || refuse_unknown(book, "verb, chart, setting or word", lists, word, err);
}

/* --- charts ------------------------------------------------------------------------------ */

void chart_row(StyledLines *l, const char *mark, const Value *row)
{
    const char *text = value_text(row, "text", "");
    lines_addf(l, ROLE_TEXT, "%s%*s  ", mark, 8 - (int)strlen(mark), value_text(row, "at", ""));
    lines_add(l, ROLE_NAME, show_name(row));
    if (*text && strcmp(show_name(row), text) != 0) lines_addf(l, ROLE_TEXT, ": %s", text);
}

/* `hazard  d6` */
static void add_chart(StyledLines *l, int in, const Value *chart)
{
    lines_begin(l, in);
    lines_add(l, ROLE_NAME, show_name(chart));
    show_field(&l->text, chart, "die", "  ", "");
    lines_piece(l, ROLE_TEXT);
}

static void list_charts(StyledLines *l, const Value *book)
{
    size_t n = l->n;
    value_each (chart, value_list(book, "charts")) {
        add_chart(l, 2 * IN, chart);
        if (value_bool(chart, "secret", false)) lines_add(l, ROLE_TEXT, "  (secret)");
    }
    if (l->n == n) lines_text(l, "no charts", IN);
}

bool chart_lines(StyledLines *l, const Value *book, const char *name, const char *rolled, Err *err)
{
    static const char *const lists[] = {"charts", NULL};
    const Value *chart = find_named(book, "charts", name), *rows = value_list(chart, "rows");
    if (!*name) return list_charts(l, book), true;
    if (!chart) return refuse_unknown(book, "chart", lists, name, err);
    add_chart(l, IN, chart);
    show_field(&l->text, chart, "made", "   made in ", "");
    lines_piece(l, ROLE_DIM);
    value_each (row, rows) {
        bool here = rolled && strcmp(rolled, show_name(row)) == 0;
        int blanks = 6 - (int)strlen(value_text(row, "at", ""));
        lines_begin(l, IN)->hang = here ? 2 * IN : 3 * IN + (blanks > 0 ? blanks : 0);
        chart_row(l, here ? "> " : "  ", row);
    }
    if (rows->n == 0) lines_text(l, "no rows: you are asked", 2 * IN);
    return true;
}
