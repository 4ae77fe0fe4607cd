/* What a table is: sconce_about. */
#include <string.h>

#include "campaign/table/campaign.h"
#include "campaign/view/opening.h"
#include "core/json.h"

static void write_text(Text *t, const char *key, const char *s)
{
    json_key(t, key);
    if (s)
        json_string(t, s);
    else
        json_value(t, NULL);
}

/* The ruleset first, then what lies on it, in the order read. */
static void write_chain(Text *t, const Chain *c, const Value *book)
{
    const Value *order = value_get(book, "chain");
    size_t n = order && order->kind == TOKEN_LIST ? order->n : 0;
    json_key(t, "chain");
    json_open(t, '[');
    for (size_t i = 0; i < n; i++) {
        const char *name = value_text(&order->items[i], "file", ""), *path = chain_path(c, name);
        json_open(t, '{');
        write_text(t, "name", name);
        write_text(t, "path", path == name ? NULL : path);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void write_party(Text *t, const Value *party)
{
    json_key(t, "party");
    json_open(t, '[');
    for (size_t i = 0; i < party->n; i++) json_value(t, &party->items[i]);
    json_close(t, ']');
}

static void write_warnings(Text *t, const char *lines)
{
    json_key(t, "warnings");
    json_open(t, '[');
    for (const char *p = lines; *p;) {
        size_t n = strcspn(p, "\n");
        json_stringn(t, p, n);
        p += n + (p[n] == '\n');
    }
    json_close(t, ']');
}

static void write_count(Text *t, const char *key, int64_t n)
{
    json_key(t, key);
    json_int(t, n);
}

const char *sconce_about(Sconce *s)
{
    Text *t = &s->about, seed = {0};
    const Value *book = cell_client_book(s->keeper), *changes = value_get(book, "changes");
    text_clear(t);
    json_open(t, '{');
    write_text(t, "table", s->sources.table);
    write_text(t, "folder", s->sources.folder);
    write_text(t, "ruleset", value_text(book, "ruleset", ""));
    write_text(t, "title", value_text(book, "title", ""));
    write_chain(t, cell_client_chain(s->keeper), book);
    write_count(t, "changes", changes && changes->kind == TOKEN_LIST ? (int64_t)changes->n : 0);
    if (!journal_get(s->journal, "seed", &seed, NULL)) text_clear(&seed);
    write_text(t, "seed", text_str(&seed));
    text_free(&seed);
    write_text(t, "dice", dice_mode_name(s->dice));
    write_count(t, "entries", journal_count(s->journal, NULL));
    write_warnings(t, text_str(&s->opening));
    if (!s->spoken) text_clear(&s->warnings);
    json_key(t, "read_only");
    json_bool(t, s->read_only);
    const Value *people = s->status ? value_get(tree_root(s->status), "people") : NULL;
    write_party(t, people && people->kind == TOKEN_LIST ? people : campaign_party(s));
    json_close(t, '}');
    return t->failed ? "{}" : text_str(t);
}

const char *sconce_opening(Sconce *s)
{
    StyledLines l = {0};
    Text *t = &s->screen, seed = {0};
    const Value *people = s->status ? value_get(tree_root(s->status), "people") : NULL;
    if (!journal_get(s->journal, "seed", &seed, NULL)) text_clear(&seed);
    Opening o = {.book = cell_client_book(s->keeper),
                 .people = people && people->kind == TOKEN_LIST ? people : campaign_party(s),
                 .seed = text_str(&seed),
                 .dice = dice_mode_name(s->dice),
                 .warnings = text_str(&s->opening),
                 .recap = s->sources.folder ? sconce_recap(s) : "",
                 .fresh = journal_count(s->journal, NULL) <= 1};
    opening_lines(&l, &o);
    text_clear(t);
    json_open(t, '[');
    lines_json(&l, t);
    json_close(t, ']');
    lines_free(&l);
    text_free(&seed);
    if (!s->spoken) text_clear(&s->warnings);
    return t->failed ? "[]" : text_str(t);
}
