#include "campaign/view/overview.h"

#include <string.h>

#include "campaign/view/changes.h"
#include "campaign/view/show.h"

enum { IN = 2, NAME_ROOM = 22, ROW_HANG = 10 };

/* `name      text`; frees the text. */
static void add_pair(StyledLines *l, const char *name, size_t n, Text *text)
{
    lines_begin(l, IN)->hang = IN + 4;
    size_t from = l->pieces;
    lines_addn(l, ROLE_NAME, name, n);
    int width = lines_width(l, from);
    if (text->n > 0)
        lines_addf(l, ROLE_TEXT, "%*s  %s", width < NAME_ROOM ? NAME_ROOM - width : 0, "",
                   text_str(text));
    l->text.failed = l->text.failed || text->failed;
    text_free(text);
}

/* A field between two texts, when it is there and not empty. */
static void add_field(Text *t, const Value *map, const char *key, const char *before,
                      const char *after)
{
    const Value *v = value_get(map, key);
    bool may_be_empty = v && (v->kind == TOKEN_TEXT || v->kind == TOKEN_LIST);
    if (!v || (may_be_empty && v->n == 0)) return;
    text_add(t, before);
    show_words(t, v);
    text_add(t, after);
}

static void add_heading(StyledLines *l, const char *heading)
{
    lines_begin(l, 0);
    lines_begin(l, 0);
    lines_add(l, ROLE_TEXT, heading);
}

/* The paragraph a ruleset opens with. */
static void add_about(StyledLines *l, const Value *book)
{
    lines_begin(l, 0);
    for (const char *s = value_text(book, "about", ""); *s;) {
        size_t n = strcspn(s, "\n");
        lines_begin(l, IN)->hang = IN;
        lines_addn(l, ROLE_TEXT, s, n);
        s += n + (s[n] == '\n');
    }
}

static void add_verbs(StyledLines *l, const Value *book)
{
    const Value *verb;
    size_t n = show_list(book, "verbs", &verb);
    add_heading(l, "verbs");
    for (size_t i = 0; i < n; i++) {
        Text t = {0};
        if (value_bool(&verb[i], "host", false)) continue;
        add_field(&t, &verb[i], "help", "", "");
        add_pair(l, show_name(&verb[i]), strlen(show_name(&verb[i])), &t);
    }
}

static bool is_shown(const Pair *p)
{
    static const char *const apart[] = {"name", "made", "help"};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (p->key_n == strlen(apart[i]) && memcmp(p->key, apart[i], p->key_n) == 0) return false;
    return p->value->kind != TOKEN_BOOL || p->value->boolean;
}

/* The fields of a light, a pace and the like: `torch   lasts 6 turns, bright 30 ft`.
 */
static void add_things(StyledLines *l, const Value *book, const char *kind)
{
    const Value *thing;
    size_t n = show_list(book, kind, &thing);
    if (n > 0) add_heading(l, kind);
    for (size_t i = 0; i < n; i++) {
        Text t = {0};
        for (size_t k = 0; thing[i].kind == TOKEN_MAP && k < thing[i].n; k++) {
            const Pair *p = &thing[i].pairs[k];
            if (!is_shown(p)) continue;
            text_add(&t, t.n ? ", " : "");
            text_addn(&t, p->key, p->key_n);
            bool words = p->value->kind != TOKEN_BOOL &&
                         !(p->value->kind == TOKEN_TEXT && p->value->n == 0) &&
                         !(p->value->kind == TOKEN_LIST && p->value->n == 0);
            if (words) text_addc(&t, ' ');
            if (words) show_words(&t, p->value);
        }
        add_field(&t, &thing[i], "help", "   ", "");
        add_pair(l, show_name(&thing[i]), strlen(show_name(&thing[i])), &t);
    }
}

static void add_row(StyledLines *l, const Value *row)
{
    const char *text = value_text(row, "text", "");
    lines_begin(l, 0)->hang = ROW_HANG;
    lines_addf(l, ROLE_TEXT, "%8s  ", value_text(row, "at", ""));
    lines_add(l, ROLE_NAME, show_name(row));
    if (*text && strcmp(show_name(row), text) != 0) lines_addf(l, ROLE_TEXT, ": %s", text);
}

static void add_charts(StyledLines *l, const Value *book)
{
    const Value *chart, *row;
    size_t n = show_list(book, "charts", &chart);
    if (n > 0) add_heading(l, "charts");
    for (size_t i = 0; i < n; i++) {
        Text t = {0};
        add_field(&t, &chart[i], "die", "", "");
        add_field(&t, &chart[i], "ask", "asks: ", "");
        add_field(&t, &chart[i], "help", "   ", "");
        add_pair(l, show_name(&chart[i]), strlen(show_name(&chart[i])), &t);
        size_t rows = show_list(&chart[i], "rows", &row);
        for (size_t j = 0; j < rows; j++) add_row(l, &row[j]);
    }
}

static void add_settings(StyledLines *l, const Value *book)
{
    const Value *setting;
    size_t n = show_list(book, "settings", &setting);
    add_heading(l, "settings");
    for (size_t i = 0; i < n; i++) {
        Text t = {0};
        add_field(&t, &setting[i], "value", "= ", "");
        add_field(&t, &setting[i], "help", "   ", "");
        add_field(&t, &setting[i], "choices", "   (", ")");
        add_pair(l, show_name(&setting[i]), strlen(show_name(&setting[i])), &t);
    }
}

/* Everything made, by kind: `light   torch, candle`.  Things of a kind are neighbours. */
static void add_kinds(StyledLines *l, const Value *book)
{
    const Value *entries = value_get(book, "entries");
    size_t n = entries && entries->kind == TOKEN_MAP ? entries->n : 0;
    add_heading(l, "everything made");
    for (size_t i = 0; i < n;) {
        const char *key = entries->pairs[i].key;
        const char *dot = memchr(key, '.', entries->pairs[i].key_n);
        size_t kind = dot ? (size_t)(dot - key) : entries->pairs[i].key_n;
        Text t = {0};
        for (; i < n; i++) {
            const Pair *p = &entries->pairs[i];
            if (p->key_n < kind || memcmp(p->key, key, kind) != 0) break;
            if (p->key_n > kind && p->key[kind] != '.') break;
            text_add(&t, t.n ? ", " : "");
            if (p->key_n > kind) text_addn(&t, p->key + kind + 1, p->key_n - kind - 1);
        }
        add_pair(l, key, kind, &t);
    }
}

void overview_lines(StyledLines *l, const Value *book)
{
    static const char *const kinds[] = {"lights", "paces", "tracks",
                                        "timers", "decks", "procedures"};
    changes_chain(l, book);
    add_about(l, book);
    add_verbs(l, book);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) add_things(l, book, kinds[i]);
    add_charts(l, book);
    add_settings(l, book);
    add_kinds(l, book);
    add_heading(l, "One of them: sconce rules TABLE NAME.  What the house changed: --changes.");
}
