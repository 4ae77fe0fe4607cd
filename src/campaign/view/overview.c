/* Shows what is in a chain of rule files, for `sconce rules TABLE` and `changes`. */
#include <string.h>

#include "campaign/view/book.h"
#include "campaign/view/show.h"

enum { IN = 2, HANG = 4, NAME_ROOM = 22, ROW_HANG = 10 };

void chain_line(StyledLines *l, const Value *book)
{
    const char *title = value_text(book, "title", ""), *between = "";
    lines_begin(l, 0)->hang = HANG;
    lines_add(l, ROLE_NAME, *title ? title : value_text(book, "ruleset", ""));
    lines_add(l, ROLE_TEXT, ": ");
    value_each (link, value_list(book, "chain")) {
        lines_addf(l, ROLE_TEXT, "%s%s", between, show_name(link));
        between = " + ";
    }
}

/* --- all that is in it ------------------------------------------------------------------- */

static void add_heading(StyledLines *l, const char *heading)
{
    lines_begin(l, 0);
    lines_begin(l, 0);
    lines_add(l, ROLE_TEXT, heading);
}

/* Begins `name      text`: the caller writes the text to l->text, then ends the piece. */
static void begin_pair(StyledLines *l, const char *name, size_t n)
{
    lines_begin(l, IN)->hang = IN + HANG;
    size_t from = l->pieces;
    lines_addn(l, ROLE_NAME, name, n);
    int width = lines_width(l, from);
    text_addf(&l->text, "%*s  ", width < NAME_ROOM ? NAME_ROOM - width : 0, "");
}

static void begin_thing(StyledLines *l, const Value *thing)
{
    begin_pair(l, show_name(thing), strlen(show_name(thing)));
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
    add_heading(l, "verbs");
    value_each (verb, value_list(book, "verbs")) {
        if (value_bool(verb, "host", false)) continue;
        begin_thing(l, verb);
        show_field(&l->text, verb, "help", "", "");
        lines_piece(l, ROLE_TEXT);
    }
}

static bool is_shown(const Pair *p)
{
    Key key = show_key(p);
    if (strcmp(key.s, "name") == 0 || strcmp(key.s, "made") == 0 || strcmp(key.s, "help") == 0)
        return false;
    return p->value->kind != TOKEN_BOOL || p->value->boolean;
}

/* The fields of a light, a pace and the like: `torch   lasts 6 turns, bright 30 ft`. */
static void add_things(StyledLines *l, const Value *book, const char *kind)
{
    if (value_list(book, kind)->n > 0) add_heading(l, kind);
    value_each (thing, value_list(book, kind)) {
        const char *between = "";
        begin_thing(l, thing);
        for (size_t k = 0; thing->kind == TOKEN_MAP && k < thing->n; k++) {
            const Pair *p = &thing->pairs[k];
            if (!is_shown(p)) continue;
            text_addf(&l->text, "%s%.*s", between, (int)p->key_n, p->key);
            if (p->value->kind != TOKEN_BOOL) show_field(&l->text, thing, show_key(p).s, " ", "");
            between = ", ";
        }
        show_field(&l->text, thing, "help", "   ", "");
        lines_piece(l, ROLE_TEXT);
    }
}

static void add_charts(StyledLines *l, const Value *book)
{
    if (value_list(book, "charts")->n > 0) add_heading(l, "charts");
    value_each (chart, value_list(book, "charts")) {
        begin_thing(l, chart);
        show_field(&l->text, chart, "die", "", "");
        show_field(&l->text, chart, "ask", "asks: ", "");
        show_field(&l->text, chart, "help", "   ", "");
        lines_piece(l, ROLE_TEXT);
        value_each (row, value_list(chart, "rows")) {
            lines_begin(l, 0)->hang = ROW_HANG;
            chart_row(l, "", row);
        }
    }
}

static void add_settings(StyledLines *l, const Value *book)
{
    add_heading(l, "settings");
    value_each (setting, value_list(book, "settings")) {
        begin_thing(l, setting);
        show_field(&l->text, setting, "value", "= ", "");
        show_field(&l->text, setting, "help", "   ", "");
        show_field(&l->text, setting, "choices", "   (", ")");
        lines_piece(l, ROLE_TEXT);
    }
}

/* Everything made, by kind: `light   torch, candle`.  Things of a kind are neighbours. */
static void add_kinds(StyledLines *l, const Value *book)
{
    const Pair *entry;
    size_t n = show_map(book, "entries", &entry), kind = 0;
    add_heading(l, "everything made");
    for (size_t i = 0; i < n; i++) {
        const char *key = entry[i].key, *dot = memchr(key, '.', entry[i].key_n);
        size_t length = dot ? (size_t)(dot - key) : entry[i].key_n;
        bool same = i > 0 && length == kind && memcmp(key, entry[i - 1].key, kind) == 0;
        kind = length;
        if (!same) {
            lines_piece(l, ROLE_TEXT);
            begin_pair(l, key, kind);
        }
        if (dot) text_addf(&l->text, "%s%s", same ? ", " : "", show_tail(show_key(&entry[i]).s));
    }
    lines_piece(l, ROLE_TEXT);
}

void overview_lines(StyledLines *l, const Value *book)
{
    static const char *const kinds[] = {"lights", "paces", "tracks",
                                        "timers", "decks", "procedures"};
    chain_line(l, book);
    add_about(l, book);
    add_verbs(l, book);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) add_things(l, book, kinds[i]);
    add_charts(l, book);
    add_settings(l, book);
    add_kinds(l, book);
    add_heading(l, "One of them: sconce rules TABLE NAME.  What the house changed: --changes.");
}

/* --- what the house files change --------------------------------------------------------- */

enum { NAME_MIN = 12, NAME_MAX = 26, NUMBER_ROOM = 5 };

/* A place in a file, not to be broken. */
static void add_place(StyledLines *l, const char *before, const char *place, const char *after)
{
    if (!*place) return;
    lines_add(l, ROLE_DIM, before);
    l->whole = true;
    lines_add(l, ROLE_DIM, place);
    l->whole = false;
    lines_add(l, ROLE_DIM, after);
}

static void add_old(StyledLines *l, const Value *change)
{
    const char *old = value_text(change, "old", "");
    if (value_get(change, "old"))
        lines_add(l, ROLE_TEXT, *old ? old : "\"\"");
    else
        lines_add(l, ROLE_DIM, "(not there)");
    add_place(l, "  ", value_text(change, "old_at", ""), "");
}

static void add_new(StyledLines *l, const Value *change)
{
    const char *now = value_text(change, "new", ""), *how = value_text(change, "how", "");
    if (!value_get(change, "new"))
        lines_add(l, ROLE_REMOVED, "taken away");
    else if (strcmp(how, "new") == 0 && strcmp(now, "new") != 0)
        lines_addf(l, ROLE_TEXT, *now ? "new: %s" : "new%s", now);
    else
        lines_add(l, ROLE_TEXT, *now || value_get(change, "how") ? now : "\"\"");
    add_place(l, "  (then ", value_text(change, "later", ""), ")");
}

/* `  12 light.torch.lasts`, what it was, what it is. */
static void add_change(StyledLines *l, const Value *change, int room)
{
    const char *at = value_text(change, "new_at", ""), *colon = strrchr(at, ':');
    lines_begin(l, 0)->room = room;
    lines_addf(l, ROLE_DIM, "%4s ", colon ? colon + 1 : "");
    lines_add(l, ROLE_TEXT, value_text(change, "what", ""));
    l->column = 1;
    add_old(l, change);
    l->column = 2;
    add_new(l, change);
}

/* The file's name, what its first comment says, and headings of the two columns. */
static void add_file(StyledLines *l, const Value *link, int room)
{
    const char *said = strstr(value_text(link, "line", ""), "-- ");
    lines_begin(l, 0);
    lines_begin(l, 0)->hang = HANG;
    lines_add(l, ROLE_NAME, value_text(link, "file", ""));
    if (said) lines_addf(l, ROLE_TEXT, "  %s", said + 3);
    lines_begin(l, 0)->room = room;
    l->column = 1;
    lines_add(l, ROLE_DIM, "was");
    l->column = 2;
    lines_add(l, ROLE_DIM, "is");
}

/* The width of the first column. */
static int name_columns(const Value *changes)
{
    int room = NAME_MIN;
    value_each (change, changes) {
        int width = (int)strlen(value_text(change, "what", ""));
        if (width > room && width <= NAME_MAX) room = width;
    }
    return room + NUMBER_ROOM;
}

void changes_lines(StyledLines *l, const Value *book)
{
    const Value *changes = value_list(book, "changes");
    int room = name_columns(changes);
    chain_line(l, book);
    if (changes->n == 0) lines_text(l, "the house files change nothing", IN);
    value_each (link, value_list(book, "chain")) {
        bool first = true;
        value_each (change, changes) {
            if (strcmp(value_text(change, "file", ""), value_text(link, "file", "")) != 0) continue;
            if (first) add_file(l, link, room);
            first = false;
            add_change(l, change, room);
        }
    }
}
