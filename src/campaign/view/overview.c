/* What is in a chain of rule files, for `sconce rules TABLE` and `changes`. */
#include <string.h>

#include "campaign/view/book.h"
#include "campaign/view/show.h"

enum { IN = 2, HANG = 4, NAME_ROOM = 22, ROW_HANG = 10 };

void chain_line(StyledLines *l, const Value *book)
{
    const Value *link;
    size_t n = show_list(book, "chain", &link);
    const char *title = value_text(book, "title", "");
    lines_begin(l, 0)->hang = HANG;
    lines_add(l, ROLE_NAME, *title ? title : value_text(book, "ruleset", ""));
    lines_add(l, ROLE_TEXT, ": ");
    for (size_t i = 0; i < n; i++)
        lines_addf(l, ROLE_TEXT, "%s%s", i ? " + " : "", show_name(&link[i]));
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
    const Value *verb;
    size_t n = show_list(book, "verbs", &verb);
    add_heading(l, "verbs");
    for (size_t i = 0; i < n; i++) {
        if (value_bool(&verb[i], "host", false)) continue;
        begin_thing(l, &verb[i]);
        show_field(&l->text, &verb[i], "help", "", "");
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
    const Value *thing;
    size_t n = show_list(book, kind, &thing);
    if (n > 0) add_heading(l, kind);
    for (size_t i = 0; i < n; i++) {
        const char *between = "";
        begin_thing(l, &thing[i]);
        for (size_t k = 0; thing[i].kind == TOKEN_MAP && k < thing[i].n; k++) {
            const Pair *p = &thing[i].pairs[k];
            if (!is_shown(p)) continue;
            text_addf(&l->text, "%s%.*s", between, (int)p->key_n, p->key);
            if (p->value->kind != TOKEN_BOOL)
                show_field(&l->text, &thing[i], show_key(p).s, " ", "");
            between = ", ";
        }
        show_field(&l->text, &thing[i], "help", "   ", "");
        lines_piece(l, ROLE_TEXT);
    }
}

static void add_charts(StyledLines *l, const Value *book)
{
    const Value *chart, *row;
    size_t n = show_list(book, "charts", &chart);
    if (n > 0) add_heading(l, "charts");
    for (size_t i = 0; i < n; i++) {
        begin_thing(l, &chart[i]);
        show_field(&l->text, &chart[i], "die", "", "");
        show_field(&l->text, &chart[i], "ask", "asks: ", "");
        show_field(&l->text, &chart[i], "help", "   ", "");
        lines_piece(l, ROLE_TEXT);
        size_t rows = show_list(&chart[i], "rows", &row);
        for (size_t j = 0; j < rows; j++) {
            lines_begin(l, 0)->hang = ROW_HANG;
            chart_row(l, "", &row[j]);
        }
    }
}

static void add_settings(StyledLines *l, const Value *book)
{
    const Value *setting;
    size_t n = show_list(book, "settings", &setting);
    add_heading(l, "settings");
    for (size_t i = 0; i < n; i++) {
        begin_thing(l, &setting[i]);
        show_field(&l->text, &setting[i], "value", "= ", "");
        show_field(&l->text, &setting[i], "help", "   ", "");
        show_field(&l->text, &setting[i], "choices", "   (", ")");
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
static int room_of(const Value *change, size_t n)
{
    int room = NAME_MIN;
    for (size_t i = 0; i < n; i++) {
        int width = (int)strlen(value_text(&change[i], "what", ""));
        if (width > room && width <= NAME_MAX) room = width;
    }
    return room + NUMBER_ROOM;
}

void changes_lines(StyledLines *l, const Value *book)
{
    const Value *link, *change;
    size_t links = show_list(book, "chain", &link), n = show_list(book, "changes", &change);
    int room = room_of(change, n);
    chain_line(l, book);
    if (n == 0) lines_text(l, "the house files change nothing", IN);
    for (size_t i = 0; i < links; i++) {
        const char *file = value_text(&link[i], "file", ""), *last = "";
        for (size_t j = 0; j < n; j++) {
            if (strcmp(value_text(&change[j], "file", ""), file) != 0) continue;
            if (!*last) add_file(l, &link[i], room);
            last = file;
            add_change(l, &change[j], room);
        }
    }
}
