/* Shows what is in a chain of rule files (`sconce rules TABLE`), what the house files change
 * (`changes`), and how two readings of the rules differ (a reload). */
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"

enum { HANG = 4, NAME_WIDTH = 22 }; /* columns: of further lines of a thing; of its name */

void chain_line(StyledLines *l, const Value *book)
{
    const char *title = value_text(book, "title", ""), *between = "";
    lines_begin(l, 0)->hang = HANG;
    lines_add(l, ROLE_NAME, *title ? title : value_text(book, "ruleset", ""));
    lines_add(l, ROLE_TEXT, ": ");
    /* The parts that a file includes stand in parentheses behind it. */
    bool in_parts = false;
    value_each (link, value_list(book, "chain")) {
        bool part = value_bool(link, "part", false);
        if (in_parts && !part) lines_add(l, ROLE_TEXT, ")");
        if (part) between = in_parts ? ", " : " (";
        lines_addf(l, ROLE_TEXT, "%s%s", between, thing_name(link));
        in_parts = part;
        between = " + ";
    }
    if (in_parts) lines_add(l, ROLE_TEXT, ")");
}

/* --- what the rules hold ------------------------------------------------------------------- */

/* Begins a line `name      text`: the caller adds the text to l->text, and ends its piece. */
static void begin_pair(StyledLines *l, const char *name, size_t n)
{
    lines_begin(l, LINE_INDENT)->hang = LINE_INDENT + HANG;
    size_t from = l->pieces;
    lines_addn(l, ROLE_NAME, name, n);
    int width = lines_width(l, from);
    text_addf(&l->text, "%*s  ", width < NAME_WIDTH ? NAME_WIDTH - width : 0, "");
}

static void begin_thing(StyledLines *l, const Value *thing)
{
    begin_pair(l, thing_name(thing), strlen(thing_name(thing)));
}

static void add_about(StyledLines *l, const Value *book)
{
    lines_begin(l, 0);
    for (const char *s = value_text(book, "about", ""); *s; s = line_after(s)) {
        lines_begin(l, LINE_INDENT)->hang = LINE_INDENT;
        lines_addn(l, ROLE_TEXT, s, strcspn(s, "\n"));
    }
}

static void add_verbs(StyledLines *l, const Value *book)
{
    lines_heading(l, "verbs");
    value_each (verb, value_list(book, "verbs")) {
        if (value_bool(verb, "host", false)) continue;
        begin_thing(l, verb);
        lines_field(l, ROLE_TEXT, verb, "help", "", "");
    }
}

/* Adds all things of a kind, such as lights: `torch   lasts 6 turns, bright 30 ft`. */
static void add_things(StyledLines *l, const Value *book, const char *kind)
{
    if (value_list(book, kind)->n > 0) lines_heading(l, kind);
    value_each (thing, value_list(book, kind)) {
        const char *between = "";
        begin_thing(l, thing);
        pair_each (p, thing) {
            /* Neither the place (`made`), nor switches that are off. */
            bool is_off = p->value->kind == TOKEN_BOOL && !p->value->boolean;
            if (is_off || text_has_word("name made help", p->key, p->key_n)) continue;
            text_addf(&l->text, "%s%s", between, p->key);
            if (p->value->kind != TOKEN_BOOL) show_field(&l->text, thing, p->key, " ", "");
            between = ", ";
        }
        lines_field(l, ROLE_TEXT, thing, "help", "   ", "");
    }
}

static void add_charts(StyledLines *l, const Value *book)
{
    if (value_list(book, "charts")->n > 0) lines_heading(l, "charts");
    value_each (chart, value_list(book, "charts")) {
        begin_thing(l, chart);
        show_field(&l->text, chart, "die", "", "");
        show_field(&l->text, chart, "ask", "asks: ", "");
        show_field(&l->text, chart, "help", "   ", "");
        lines_end_piece(l, ROLE_TEXT);
        value_each (row, value_list(chart, "rows")) {
            lines_begin(l, 0)->hang = CHART_ROW_HANG;
            chart_row(l, "", row);
        }
    }
}

static void add_settings(StyledLines *l, const Value *book)
{
    lines_heading(l, "settings");
    value_each (setting, value_list(book, "settings")) {
        begin_thing(l, setting);
        show_field(&l->text, setting, "value", "= ", "");
        show_field(&l->text, setting, "help", "   ", "");
        show_field(&l->text, setting, "choices", "   (", ")");
        lines_end_piece(l, ROLE_TEXT);
    }
}

/* Adds the names of all things, a line a kind, as in the book: `light   torch, candle`. */
static void add_kinds(StyledLines *l, const Value *book)
{
    const char *last_kind = "";
    size_t last_n = 0;
    lines_heading(l, "everything made");
    pair_each (entry, value_get(book, "entries")) {
        const char *kind = entry->key;
        size_t kind_n = strcspn(kind, ".");
        bool same = *last_kind && kind_n == last_n && memcmp(kind, last_kind, kind_n) == 0;
        last_kind = kind;
        last_n = kind_n;
        if (!same) {
            lines_end_piece(l, ROLE_TEXT);
            begin_pair(l, kind, kind_n);
        }
        if (kind[kind_n]) text_addf(&l->text, "%s%s", same ? ", " : "", kind + kind_n + 1);
    }
    lines_end_piece(l, ROLE_TEXT);
}

void overview_lines(StyledLines *l, const Value *book)
{
    static const char *const kinds[] = {"lights", "paces",      "tracks",   "timers",
                                        "decks",  "procedures", "modifiers"};
    chain_line(l, book);
    add_about(l, book);
    add_verbs(l, book);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) add_things(l, book, kinds[i]);
    add_charts(l, book);
    add_settings(l, book);
    add_kinds(l, book);
    lines_heading(l, "One of them: sconce rules TABLE NAME.  What the house changed: --changes.");
}

/* --- what the house files change --------------------------------------------------------- */

enum { NAME_MIN = 12, NAME_MAX = 26, NUMBER_WIDTH = 5 }; /* columns of a name; of a line number */

/* Adds a place in a file, within which the line is not broken; nothing when it is "". */
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

/* Adds what a change made of a value, `removed`, `new: 3` or `6 turns`; and any later change. */
static void add_new(StyledLines *l, const Value *change)
{
    const char *now = value_text(change, "new", ""), *how = value_text(change, "how", "");
    if (!value_get(change, "new"))
        lines_add(l, ROLE_REMOVED, "removed");
    else if (strcmp(how, "new") == 0 && strcmp(now, "new") != 0)
        lines_addf(l, ROLE_TEXT, *now ? "new: %s" : "new%s", now);
    else
        lines_add(l, ROLE_TEXT, *now || value_get(change, "how") ? now : "\"\"");
    add_place(l, "  (then ", value_text(change, "later", ""), ")");
}

/* Adds a change: `  12 light.torch.lasts`, and behind it, in two columns, the old and the new
 * value. room: columns of the part before them, here and below. */
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

/* Adds the name of a file of the chain, its first comment, and the headings of two columns. */
static void add_file(StyledLines *l, const Value *link, int room)
{
    const char *comment = strstr(value_text(link, "line", ""), "-- ");
    lines_begin(l, 0);
    lines_begin(l, 0)->hang = HANG;
    lines_add(l, ROLE_NAME, value_text(link, "file", ""));
    if (comment) lines_addf(l, ROLE_TEXT, "  %s", comment + 3);
    lines_begin(l, 0)->room = room;
    l->column = 1;
    lines_add(l, ROLE_DIM, "was");
    l->column = 2;
    lines_add(l, ROLE_DIM, "is");
}

/* Returns the width of the first column: the longest fitting name, and its line number. */
static int name_columns(const Value *changes)
{
    int room = NAME_MIN;
    value_each (change, changes) {
        int width = (int)strlen(value_text(change, "what", ""));
        if (width > room && width <= NAME_MAX) room = width;
    }
    return room + NUMBER_WIDTH;
}

void changes_lines(StyledLines *l, const Value *book)
{
    const Value *changes = value_list(book, "changes");
    int room = name_columns(changes);
    chain_line(l, book);
    if (changes->n == 0) lines_text(l, "The house files change nothing.", LINE_INDENT);
    value_each (link, value_list(book, "chain")) {
        bool first = true;
        value_each (change, changes) {
            if (!value_same(change, link, "file")) continue;
            if (first) add_file(l, link, room);
            first = false;
            add_change(l, change, room);
        }
    }
}

/* --- how two readings of the rules differ --------------------------------------------------- */

/* Things, fields, rows and steps are compared by books, functions by their text in the files. */
enum { LINES_MAX = 12 }; /* changes shown, half a screen; the rest is counted */

/* A comparison of two versions of the rules, and the text of their differences. */
typedef struct {
    const CellClient *was, *now;
    Text *t;
    size_t n; /* differences so far, of which LINES_MAX are in the text */
} Revision;

/* Counts a difference, and appends it as a line, `light.torch.lasts: 6 turns -> 4 turns
 * house.lua:3`.  part: a part of the thing `name`, or "".  was, now: its values before and
 * now; or one of the two says what has happened to it ("gone").  at: the place in a file, or "". */
static void add_difference(Revision *r, const char *name, const char *part, const char *was,
                           const char *now, const char *at)
{
    if (r->n++ >= LINES_MAX) return;
    text_addf(r->t, "%s%s%s%s: %s", r->t->n > 0 ? "\n" : "", name, *part ? "." : "", part, was);
    if (*now) text_addf(r->t, "%s%s", *was ? " -> " : "", now);
    if (*at) text_addf(r->t, "   %s", at);
}

/* Appends a field or a row on one line; or the names of a list of steps. */
static void show_part(Text *t, const Value *part)
{
    if (part && part->kind == TOKEN_LIST) show_value(t, part);
    show_field(t, part, "value", "", "");
    show_field(t, part, "at", "", "");
    show_field(t, part, "text", ": ", "");
    show_field(t, part, "does", " (", ")");
}

/* Compares a field, row or steps (key "").  was, now: NULL if missing; at: where it was changed. */
static void compare_part(Revision *r, const char *name, const char *key, const Value *was,
                         const Value *now, const char *at)
{
    ScopedText before = {0}, after = {0};
    /* The value of a setting is what is meant by its name. */
    bool is_value = strncmp(name, "setting.", 8) == 0 && strcmp(key, "default") == 0;
    show_part(&before, was);
    show_part(&after, now);
    if (strcmp(text_str(&before), text_str(&after)) != 0)
        add_difference(r, name, is_value ? "" : key, was ? text_str(&before) : "new",
                       now ? text_str(&after) : "gone", at);
}

/* Compares parts by their names: first the parts of now, then those that are gone.  The place shown
 * is where a part was changed, else where it was made, else `at`, the place of the thing. */
static void compare_parts(Revision *r, const char *name, const Value *was, const Value *now,
                          const char *at)
{
    value_each (part, now) {
        const char *key = value_text(part, "name", "");
        compare_part(r, name, key, thing_named(was, key), part,
                     value_text(part, "changed", value_text(part, "made", at)));
    }
    value_each (part, was) {
        const char *key = value_text(part, "name", "");
        if (!thing_named(now, key)) compare_part(r, name, key, part, NULL, "");
    }
}

/* Compares a thing or function; NULL where it is missing. */
static void compare(Revision *r, const char *name, const Value *was, const Value *now)
{
    const char *at = value_text(now, "made", "");
    if (!was || !now) {
        add_difference(r, name, "", was ? "gone" : "new", "", at);
        return;
    }
    if (entry_is_function(now)) {
        size_t was_n, now_n;
        const char *was_at = value_text(was, "made", ""),
                   *text = function_text(cell_client_chain(r->was), was_at, &was_n),
                   *now_text = function_text(cell_client_chain(r->now), at, &now_n);
        if (was_n != now_n || memcmp(text, now_text, was_n) != 0)
            add_difference(r, name, "", "rewritten", "", at);
    }
    compare_parts(r, name, value_list(was, "fields"), value_list(now, "fields"), at);
    compare_parts(r, name, value_list(was, "rows"), value_list(now, "rows"), at);
    compare_part(r, name, "", value_list(was, "steps"), value_list(now, "steps"),
                 value_text(now, "changed", at));
}

size_t revision_lines(CellClient *was, CellClient *now, Text *t)
{
    Err ignored; /* a cell has ended, or was stopped: then nothing is told */
    Revision r = {.was = was, .now = now, .t = t};
    const Value *before = value_get(cell_client_whole_book(was, &ignored), "entries");
    const Value *after = value_get(cell_client_whole_book(now, &ignored), "entries");
    if (!before || !after) return 0;
    pair_each (entry, after) compare(&r, entry->key, value_get(before, entry->key), entry->value);
    pair_each (entry, before)
        if (!value_get(after, entry->key)) compare(&r, entry->key, entry->value, NULL);
    if (r.n > LINES_MAX) text_addf(t, "\nand %zu more", r.n - LINES_MAX);
    return r.n;
}

void revision_key(const char *from, const char *to, Text *key)
{
    text_clear(key);
    text_addf(key, "rules %s %s", from, to);
}
