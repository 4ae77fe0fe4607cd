/* The book is data from the cell: whatever is missing or of another kind is passed over. */
#include "campaign/view/book.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/show.h"

/* --- verbs ------------------------------------------------------------------------------- */

static const Value *list_of(const Value *book, const char *key, size_t *n)
{
    const Value *list = value_get(book, key);
    *n = list && list->kind == TOKEN_LIST ? list->n : 0;
    return *n ? list->items : NULL;
}

static void show_cost(Text *t, const Value *verb)
{
    const Value *cost = value_get(verb, "cost");
    if (!cost) return;
    if (cost->kind == TOKEN_INT && cost->integer == 0)
        text_add(t, "no time");
    else if (cost->kind == TOKEN_INT)
        text_addf(t, "%" PRId64 " turn%s", cost->integer, cost->integer == 1 ? "" : "s");
    else if (cost->kind == TOKEN_TEXT && strcmp(cost->s, "no turn") == 0)
        return;
    else
        show_value(t, cost);
}

/* Number of blanks that fill a text up to `columns`. */
static int blanks_to(int columns, const char *s)
{
    for (; *s; s++) columns -= (*s & 0xC0) != 0x80; /* not within a letter of several bytes */
    return columns > 0 ? columns : 0;
}

static void show_verb_line(Text *t, const Value *verb)
{
    Text head = {0};
    text_add(&head, value_text(verb, "verb", "?"));
    const Value *takes = value_get(verb, "takes");
    for (size_t i = 0; takes && takes->kind == TOKEN_LIST && i < takes->n; i++) {
        text_addc(&head, ' ');
        show_value(&head, &takes->items[i]);
    }
    if (takes && takes->kind == TOKEN_TEXT && takes->n > 0) text_addf(&head, " %s", takes->s);
    show_field(&head, verb, "aka", " (", ")");
    Text cost = {0};
    show_cost(&cost, verb);
    text_addf(t, "  %s%*s %-9s", text_str(&head), blanks_to(26, text_str(&head)), "",
              text_str(&cost));
    text_free(&head);
    text_free(&cost);
    show_field(t, verb, "help", " ", "");
    if (value_bool(verb, "secret", false)) text_add(t, " (secret)");
    while (t->n > 0 && t->s[t->n - 1] == ' ') t->s[--t->n] = '\0';
    text_addc(t, '\n');
}

void book_verbs(Text *t, const Value *book)
{
    size_t n, host = 0;
    const Value *verbs = list_of(book, "verbs", &n);
    for (size_t i = 0; i < n; i++) {
        if (value_bool(&verbs[i], "host", false))
            host++;
        else
            show_verb_line(t, &verbs[i]);
    }
    if (host > 0) text_add(t, "always:\n");
    for (size_t i = 0; i < n; i++)
        if (value_bool(&verbs[i], "host", false)) show_verb_line(t, &verbs[i]);
    text_add(t, "several at once: A search + B listen    again and again: search x3\n");
}

/* --- help -------------------------------------------------------------------------------- */

static bool is_named(const Value *item, const char *key, const char *word)
{
    if (strcmp(value_text(item, key, ""), word) == 0) return true;
    const Value *aka = value_get(item, "aka");
    if (aka && aka->kind == TOKEN_TEXT) return strcmp(aka->s, word) == 0;
    for (size_t i = 0; aka && aka->kind == TOKEN_LIST && i < aka->n; i++)
        if (aka->items[i].kind == TOKEN_TEXT && strcmp(aka->items[i].s, word) == 0) return true;
    return false;
}

static const Value *find_named(const Value *book, const char *list, const char *key,
                               const char *word)
{
    size_t n;
    const Value *items = list_of(book, list, &n);
    for (size_t i = 0; i < n; i++)
        if (is_named(&items[i], key, word)) return &items[i];
    return NULL;
}

static void help_verb(Text *t, const Value *verb)
{
    show_verb_line(t, verb);
    show_field(t, verb, "by", "  done by ", "\n");
    show_field(t, verb, "during", "  part of ", "\n");
    show_field(t, verb, "at", "  made in ", "\n");
}

static void help_setting(Text *t, const Value *setting)
{
    text_addf(t, "setting %s = ", value_text(setting, "name", ""));
    show_value(t, value_get(setting, "value"));
    show_field(t, setting, "default", "   (default ", ")");
    text_addc(t, '\n');
    show_field(t, setting, "help", "  ", "\n");
    show_field(t, setting, "choices", "  one of ", "\n");
    show_field(t, setting, "made", "  made in ", "\n");
    show_field(t, setting, "changed", "  changed in ", "\n");
}

static void help_entry(Text *t, const char *word, const Value *entry)
{
    size_t n;
    const Value *fields = list_of(entry, "fields", &n);
    text_addf(t, "%s   ", word);
    show_field(t, entry, "made", "made in ", "");
    text_addc(t, '\n');
    for (size_t i = 0; i < n; i++) {
        text_addf(t, "  %s = ", value_text(&fields[i], "name", ""));
        show_value(t, value_get(&fields[i], "value"));
        show_field(t, &fields[i], "was", "   (was ", ")");
        show_field(t, &fields[i], "changed", "   ", "");
        text_addc(t, '\n');
    }
}

/* An entry is named light.torch, or just torch. */
static bool help_entries(Text *t, const Value *book, const char *word)
{
    const Value *entries = value_get(book, "entries");
    bool found = false;
    for (size_t i = 0; entries && entries->kind == TOKEN_MAP && i < entries->n; i++) {
        const Pair *p = &entries->pairs[i];
        const char *dot = memchr(p->key, '.', p->key_n);
        size_t n = strlen(word), at = dot ? (size_t)(dot - p->key) + 1 : 0;
        bool whole = p->key_n == n && memcmp(p->key, word, n) == 0;
        bool tail = at > 0 && p->key_n - at == n && memcmp(p->key + at, word, n) == 0;
        if (!whole && !tail) continue;
        char name[120];
        snprintf(name, sizeof name, "%.*s", (int)p->key_n, p->key);
        help_entry(t, name, p->value);
        found = true;
    }
    return found;
}

static void guess_list(Guess *g, const Value *book, const char *list, const char *key)
{
    size_t n;
    const Value *items = list_of(book, list, &n);
    for (size_t i = 0; i < n; i++) {
        const Value *name = value_get(&items[i], key);
        if (name && name->kind == TOKEN_TEXT) guess_name(g, name->s, name->n);
    }
}

static bool say_unknown(const char *what, Guess *g, Err *err)
{
    if (g->best)
        return err_set(err, "no %s '%s'; did you mean '%.*s'?", what, g->word, (int)g->best_n,
                       g->best);
    return err_set(err, "no %s '%s'", what, g->word);
}

bool book_help(Text *t, const Value *book, const char *word, Err *err)
{
    size_t before = t->n;
    const Value *verb = find_named(book, "verbs", "verb", word);
    const Value *setting = find_named(book, "settings", "name", word);
    if (verb) help_verb(t, verb);
    if (setting) help_setting(t, setting);
    help_entries(t, book, word);
    if (find_named(book, "charts", "name", word)) book_chart(t, book, word, NULL, NULL);
    words_show(t, word);
    if (t->n > before || t->failed) return true;
    Guess g = guess_of(word);
    guess_list(&g, book, "verbs", "verb");
    guess_list(&g, book, "settings", "name");
    guess_list(&g, book, "charts", "name");
    size_t n;
    const Value *words = list_of(book, "words", &n);
    for (size_t i = 0; i < n; i++)
        if (words[i].kind == TOKEN_TEXT) guess_name(&g, words[i].s, words[i].n);
    return say_unknown("verb, chart, setting or word", &g, err);
}

/* --- charts, changes, why ---------------------------------------------------------------- */

static void show_row(Text *t, const Value *row, const char *rolled)
{
    const char *name = value_text(row, "name", "");
    Text at = {0};
    show_value(&at, value_get(row, "at"));
    text_addf(t, "%s %6s  %s", rolled && strcmp(rolled, name) == 0 ? ">" : " ", text_str(&at),
              name);
    text_free(&at);
    const char *text = value_text(row, "text", "");
    if (*text && strcmp(text, name) != 0) text_addf(t, ": %s", text);
    text_addc(t, '\n');
}

static void show_charts(Text *t, const Value *book)
{
    size_t n;
    const Value *charts = list_of(book, "charts", &n);
    for (size_t i = 0; i < n; i++) {
        text_addf(t, "  %s", value_text(&charts[i], "name", "?"));
        show_field(t, &charts[i], "die", "  ", "");
        if (value_bool(&charts[i], "secret", false)) text_add(t, "  (secret)");
        text_addc(t, '\n');
    }
    if (n == 0) text_add(t, "no charts\n");
}

bool book_chart(Text *t, const Value *book, const char *name, const char *rolled, Err *err)
{
    if (!*name) {
        show_charts(t, book);
        return true;
    }
    const Value *chart = find_named(book, "charts", "name", name);
    if (!chart) {
        Guess g = guess_of(name);
        guess_list(&g, book, "charts", "name");
        return say_unknown("chart", &g, err);
    }
    size_t n;
    const Value *rows = list_of(chart, "rows", &n);
    text_addf(t, "%s", name);
    show_field(t, chart, "die", "  ", "");
    show_field(t, chart, "made", "   made in ", "");
    text_addc(t, '\n');
    for (size_t i = 0; i < n; i++) show_row(t, &rows[i], rolled);
    if (n == 0) text_add(t, "  no rows: you are asked\n");
    return true;
}

void book_changes(Text *t, const Value *book)
{
    size_t n;
    const Value *changes = list_of(book, "changes", &n);
    for (size_t i = 0; i < n; i++) {
        const Value *c = &changes[i];
        show_field(t, c, "new_at", "", "  ");
        show_field(t, c, "what", "", ": ");
        show_field(t, c, "old", "", " -> ");
        text_add(t, value_text(c, "new", "taken away"));
        show_field(t, c, "old_at", "   (was ", ")");
        show_field(t, c, "later", "   (then ", ")");
        text_addc(t, '\n');
    }
    if (n == 0) text_add(t, "the house files change nothing\n");
}

static void why_past(Text *t, const Value *thing)
{
    size_t n;
    const Value *past = list_of(thing, "past", &n);
    bool function = value_get(thing, "how") != NULL; /* newest first, without values */
    for (size_t i = 0; i < n; i++) {
        text_add(t, i == 0     ? function ? "   (before it: " : "   (was "
                    : function ? ", "
                               : ", then ");
        if (!function) show_field(t, &past[i], "value", "", "  ");
        show_field(t, &past[i], "at", "", "");
    }
    if (n > 0) text_addc(t, ')');
}

/* field: only this one, or NULL. */
static void why_entry(Text *t, const char *name, const Value *entry, const char *field)
{
    size_t n;
    const Value *fields = list_of(entry, "fields", &n);
    text_add(t, name);
    show_field(t, entry, "made", "   made in ", "");
    show_field(t, entry, "gone", "   taken away in ", "");
    show_field(t, entry, "value", "   was ", "");
    if (!field) why_past(t, entry);
    text_addc(t, '\n');
    for (size_t i = 0; i < n; i++) {
        const char *key = value_text(&fields[i], "name", "");
        if (field && strcmp(field, key) != 0) continue;
        text_addf(t, "  %s = ", key);
        show_value(t, value_get(&fields[i], "value"));
        show_field(t, &fields[i], "changed", "   ", "");
        why_past(t, &fields[i]);
        text_addc(t, '\n');
    }
}

/* Does `word` name this thing, or a field of it?  *field: which. */
static bool is_about(const char *name, const char *word, const char **field)
{
    const char *dot = strchr(name, '.'), *tail = dot ? dot + 1 : name;
    const char *ways[] = {name, tail};
    for (size_t i = 0; i < 2; i++) {
        size_t n = strlen(ways[i]);
        if (strncmp(ways[i], word, n) != 0 || (word[n] && word[n] != '.')) continue;
        *field = word[n] ? word + n + 1 : NULL;
        return true;
    }
    return false;
}

static void why_among(Text *t, const Value *things, const char *word, Guess *g)
{
    for (size_t i = 0; things && things->kind == TOKEN_MAP && i < things->n; i++) {
        const Pair *p = &things->pairs[i];
        const char *field = NULL;
        char name[120];
        snprintf(name, sizeof name, "%.*s", (int)p->key_n, p->key);
        const char *dot = strchr(name, '.');
        guess_name(g, p->key, p->key_n);
        if (dot) guess_name(g, p->key + (dot + 1 - name), p->key_n - (size_t)(dot + 1 - name));
        if (is_about(name, word, &field)) why_entry(t, name, p->value, field);
    }
}

bool book_why(Text *t, const Value *book, const char *word, Err *err)
{
    size_t before = t->n;
    Guess g = guess_of(word);
    why_among(t, value_get(book, "entries"), word, &g);
    why_among(t, value_get(book, "gone"), word, &g);
    if (t->n > before || t->failed) return true;
    return err_set(err, "nothing in these rules is called '%s'%s%.*s%s", word,
                   g.best ? "; did you mean '" : "", (int)g.best_n, g.best ? g.best : "",
                   g.best ? "'?" : "");
}
