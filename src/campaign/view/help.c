/* Help on one word: verbs, settings, things, charts and words of the language. */
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"

/* --- finding ----------------------------------------------------------------------------- */

/* True if the word is the item's name or an alias of it. */
static bool is_named(const Value *item, const char *word)
{
    bool named = strcmp(thing_name(item), word) == 0;
    value_each (alias, value_list(item, "aka"))
        named = named || strcmp(thing_name(alias), word) == 0;
    return named;
}

static const Value *find_named(const Value *book, const char *list, const char *word)
{
    value_each (item, value_list(book, list))
        if (is_named(item, word)) return item;
    return NULL;
}

/* Refuses a word that is in none of the lists, and suggests the most similar name. */
static bool refuse_unknown(const Value *book, const char *what, const char *const *lists,
                           const char *word, Err *err)
{
    Guess guess = guess_start(word);
    for (; *lists; lists++)
        value_each (item, value_list(book, *lists))
            guess_compare(&guess, thing_name(item), strlen(thing_name(item)));
    if (guess.best)
        return err_set(err, "no %s '%s'; did you mean '%.*s'?", what, word, (int)guess.best_n,
                       guess.best);
    return err_set(err, "no %s '%s'", what, word);
}

/* --- help -------------------------------------------------------------------------------- */

/* Adds in which procedures a verb can be typed; or, of one that is for usual play, in which it
 * cannot. */
static void add_during(StyledLines *l, const Value *book, const Value *verb)
{
    const Value *during = value_list(verb, "during");
    if (during->n == 0) return;
    bool usual = thing_named(during, value_text(book, "procedure", "")) != NULL;
    const char *between = usual ? "Not in " : "Only in ";
    lines_begin(l, 2 * LINE_INDENT);
    value_each (procedure, value_list(book, "procedures")) {
        if ((thing_named(during, thing_name(procedure)) != NULL) == usual) continue;
        lines_addf(l, ROLE_TEXT, "%s%s", between, thing_name(procedure));
        between = ", ";
    }
    lines_add(l, ROLE_TEXT, ".");
}

void verb_meaning(StyledLines *l, const Value *book, const Value *verb)
{
    const char *help = value_text(verb, "help", ""), *cost = value_text(verb, "cost", "");
    lines_begin(l, LINE_INDENT)->hang = 2 * LINE_INDENT;
    verb_head(l, verb);
    if (strcmp(cost, "0 turns") == 0) cost = "no turn";
    if (strcmp(cost, "depends") == 0) cost = "the time depends";
    lines_addf(l, ROLE_TEXT, ": %s%s", cost, *help ? "." : "");
    if (*help) lines_add(l, ROLE_TEXT, " ");
    if (*help) lines_sentence(l, ROLE_TEXT, help, strlen(help));
    if (value_bool(verb, "secret", false)) lines_add(l, ROLE_DIM, " (secret)");
    if (strcmp(value_text(verb, "by", ""), "each") == 0)
        lines_text(l, "Each who does it acts alone.", 2 * LINE_INDENT);
    if (strcmp(value_text(verb, "by", ""), "one") == 0)
        lines_text(l, "One member does it.", 2 * LINE_INDENT);
    add_during(l, book, verb);
}

bool help_lines(StyledLines *l, const Value *book, const char *word, Err *err)
{
    static const char *const lists[] = {"verbs", "settings", "charts", "words", NULL};
    const Value *verb = find_named(book, "verbs", word);
    const Meaning meaning = {.lines = l, .book = book};
    const Pair *entry;
    size_t entries = map_pairs(book, "entries", &entry);
    if (verb) verb_meaning(l, book, verb);
    for (size_t i = 0; i < entries; i++) {
        PairKey key = pair_key(&entry[i]);
        bool told = verb || strncmp(key.s, "chart.", 6) == 0;
        if (told || value_get(entry[i].value, "how")) continue; /* rules are behind `why` */
        if (strcmp(key.s, word) == 0 || strcmp(name_without_kind(key.s), word) == 0)
            meaning_of_thing(&meaning, key.s, entry[i].value);
    }
    if (find_named(book, "charts", word)) chart_lines(l, book, word, NULL, NULL);
    ScopedText t = {0};
    if (l->n == 0) words_describe(&t, word);
    lines_text(l, text_str(&t), LINE_INDENT);
    return l->n > 0 || refuse_unknown(book, "verb, chart, setting or word", lists, word, err);
}

/* --- charts ------------------------------------------------------------------------------ */

/* Begins a line, `hazard  d6`. */
static void begin_chart(StyledLines *l, int in, const Value *chart)
{
    lines_begin(l, in);
    lines_add(l, ROLE_NAME, thing_name(chart));
    show_field(&l->text, chart, "die", "  ", "");
    lines_end_piece(l, ROLE_TEXT);
}

static void list_charts(StyledLines *l, const Value *book)
{
    const Value *charts = value_list(book, "charts");
    if (charts->n == 0) lines_text(l, "There are no charts.", LINE_INDENT);
    value_each (chart, charts) {
        begin_chart(l, 2 * LINE_INDENT, chart);
        if (value_bool(chart, "secret", false)) lines_add(l, ROLE_TEXT, "  (secret)");
    }
}

bool chart_lines(StyledLines *l, const Value *book, const char *name, const char *rolled, Err *err)
{
    static const char *const lists[] = {"charts", NULL};
    const Value *chart = find_named(book, "charts", name), *rows = value_list(chart, "rows");
    if (!*name) return list_charts(l, book), true;
    if (!chart) return refuse_unknown(book, "chart", lists, name, err);
    begin_chart(l, LINE_INDENT, chart);
    show_field(&l->text, chart, "help", "   ", "");
    lines_end_piece(l, ROLE_DIM);
    value_each (row, rows) {
        bool marked = rolled && strcmp(rolled, thing_name(row)) == 0;
        int blanks = 6 - (int)strlen(value_text(row, "at", "")); /* chart_row aligns right */
        lines_begin(l, LINE_INDENT)->hang = 3 * LINE_INDENT + (blanks > 0 ? blanks : 0);
        chart_row(l, marked ? "> " : "  ", row);
    }
    if (rows->n == 0) lines_text(l, "No rows: you are asked.", 2 * LINE_INDENT);
    return true;
}
