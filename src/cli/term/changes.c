/* A group of lines for each file, in the order the files are read: what, what it was, what it is.
 */
#include "cli/term/changes.h"
#include "cli/term/json_fields.h"
#include "cli/term/two_columns.h"

#include <string.h>

enum { NAME_LEAST = 12, NAME_MOST = 26, LINE_ROOM = 5 };

void chain_write(const TerminalStyle *ink, const json_t *book)
{
    StyledText t = {0};
    const json_t *link;
    size_t i;
    const char *title = field_text(book, "title");
    styled_tinted(&t, STRONG, *title ? title : field_text(book, "ruleset"));
    styled_put(&t, ": ");
    json_array_foreach (field_list(book, "chain"), i, link) {
        styled_put(&t, i ? " + " : "");
        styled_clean(&t, name_of(link));
    }
    style_write(ink, &t, 0, 4);
    styled_free(&t);
}

/* The number in "house.lua:12". */
static const char *line_in(const char *place)
{
    const char *colon = strrchr(place, ':');
    return colon ? colon + 1 : "";
}

static void put_place(StyledText *t, const char *before, const char *place, const char *after)
{
    if (!*place) return;
    StyledText name = {0};
    styled_clean(&name, place);
    styled_keep(&name);
    styled_tint(t, FAINT);
    styled_put(t, "%s", before);
    styled_join(t, &name);
    styled_put(t, "%s", after);
    styled_tint(t, PLAIN);
    styled_free(&name);
}

static StyledText head_of(const json_t *change)
{
    StyledText t = {0};
    styled_tint(&t, FAINT);
    styled_put(&t, "%4s ", line_in(field_text(change, "new_at")));
    styled_tint(&t, PLAIN);
    styled_clean(&t, field_text(change, "what"));
    return t;
}

static StyledText old_of(const json_t *change)
{
    StyledText t = {0};
    const char *old = field_text(change, "old");
    if (json_object_get(change, "old"))
        styled_clean(&t, *old ? old : "\"\"");
    else
        styled_tinted(&t, FAINT, "(not there)");
    put_place(&t, "  ", field_text(change, "old_at"), "");
    return t;
}

static StyledText new_of(const json_t *change)
{
    StyledText t = {0};
    const char *new = field_text(change, "new");
    bool gone = !json_object_get(change, "new");
    if (gone)
        styled_tinted(&t, BAD, "taken away");
    else if (strcmp(field_text(change, "how"), "new") == 0 && strcmp(new, "new") != 0)
        styled_put(&t, *new ? "new: " : "new");
    if (!gone) styled_clean(&t, new);
    if (!gone && !*new && !json_object_get(change, "how")) styled_put(&t, "\"\"");
    put_place(&t, "  (then ", field_text(change, "later"), ")");
    return t;
}

static void write_change(const TerminalStyle *ink, const json_t *change, int room)
{
    StyledText head = head_of(change), left = old_of(change), right = new_of(change);
    two_columns_write(ink, &head, room, &left, &right);
    styled_free(&head);
    styled_free(&left);
    styled_free(&right);
}

static int name_room(const json_t *changes)
{
    const json_t *change;
    int room = NAME_LEAST;
    size_t i;
    json_array_foreach (changes, i, change) {
        int n = (int)strlen(field_text(change, "what"));
        if (n > room && n <= NAME_MOST) room = n;
    }
    return room + LINE_ROOM;
}

/* The file's name, and what its first comment says. */
static void write_file(const TerminalStyle *ink, const json_t *link)
{
    StyledText t = {0};
    const char *about = field_text(link, "line"), *said = strstr(about, "-- ");
    styled_put(&t, "\n");
    styled_tinted(&t, STRONG, field_text(link, "file"));
    if (said) {
        styled_put(&t, "  ");
        styled_clean(&t, said + 3);
    }
    style_write(ink, &t, 0, 4);
    styled_free(&t);
}

void changes_write(const TerminalStyle *ink, const json_t *book)
{
    const json_t *changes = field_list(book, "changes"), *link, *change;
    int room = name_room(changes);
    size_t i, j;
    chain_write(ink, book);
    if (json_array_size(changes) == 0) style_lines(ink, "the house files change nothing", 2);
    json_array_foreach (field_list(book, "chain"), i, link) {
        bool first = true;
        json_array_foreach (changes, j, change) {
            if (strcmp(field_text(change, "file"), field_text(link, "file")) != 0) continue;
            if (first) {
                write_file(ink, link);
                two_columns_title(ink, room, "was", "is");
            }
            first = false;
            write_change(ink, change, room);
        }
    }
}
