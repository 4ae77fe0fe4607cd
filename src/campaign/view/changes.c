#include "campaign/view/changes.h"

#include <string.h>

#include "campaign/view/show.h"

enum { NAME_MIN = 12, NAME_MAX = 26, NUMBER_ROOM = 5, HANG = 4 };

void changes_chain(StyledLines *l, const Value *book)
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

/* A place in a file, not to be broken. */
static void add_place(StyledLines *l, const char *before, const char *place, const char *after)
{
    if (!*place) return;
    lines_add(l, ROLE_DIM, before);
    size_t from = l->pieces;
    lines_add(l, ROLE_DIM, place);
    lines_keep_whole(l, from);
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
    size_t from = l->pieces;
    add_old(l, change);
    lines_column(l, from, 1);
    from = l->pieces;
    add_new(l, change);
    lines_column(l, from, 2);
}

/* Headings of the two columns. */
static void add_headings(StyledLines *l, int room)
{
    lines_begin(l, 0)->room = room;
    size_t from = l->pieces;
    lines_add(l, ROLE_DIM, "was");
    lines_column(l, from, 1);
    lines_add(l, ROLE_DIM, "is");
    lines_column(l, from + 1, 2);
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

/* The file's name, and what its first comment says. */
static void add_file(StyledLines *l, const Value *link)
{
    const char *said = strstr(value_text(link, "line", ""), "-- ");
    lines_begin(l, 0);
    lines_begin(l, 0)->hang = HANG;
    lines_add(l, ROLE_NAME, value_text(link, "file", ""));
    if (said) lines_addf(l, ROLE_TEXT, "  %s", said + 3);
}

void changes_lines(StyledLines *l, const Value *book)
{
    const Value *link, *change;
    size_t links = show_list(book, "chain", &link), n = show_list(book, "changes", &change);
    changes_chain(l, book);
    if (n == 0) lines_text(l, "the house files change nothing", 2);
    for (size_t i = 0; i < links; i++) {
        bool first = true;
        for (size_t j = 0; j < n; j++) {
            const char *file = value_text(&change[j], "file", "");
            if (strcmp(file, value_text(&link[i], "file", "")) != 0) continue;
            if (first) add_file(l, &link[i]);
            if (first) add_headings(l, room_of(change, n));
            first = false;
            add_change(l, &change[j], room_of(change, n));
        }
    }
}
