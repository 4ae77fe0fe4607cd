/* Answers that hold for good: `always` and `never`, typed at a question, become a line of the
 * campaign's house.lua, which the game master can read and delete. */
#include "campaign/table/table.h"

#include <string.h>
#include <time.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/view/lines/show.h"

bool is_settling(const Value *ask, const char *line)
{
    size_t n = word_length(line);
    if (!same_word("always", line, n) && !same_word("never", line, n)) return false;
    value_each (choice, value_list(ask, "choices"))
        if (has_prefix(thing_name(choice), line, strlen(line))) return false;
    return true;
}

bool settle_possible(const Sconce *s, Err *err)
{
    return s->sources.folder ||
           err_set(err, "This game is in no folder, so there is no house.lua to keep that in. "
                        "Answer for this time; save FOLDER keeps the game.");
}

/* --- the line of Lua ----------------------------------------------------------------------- */

/* Appends a value as Lua: true or false, a number, a text, or a list of texts.  False: it is of
 * another kind. */
static bool write_lua_value(Text *t, const Value *v)
{
    if (v->kind == TOKEN_BOOL) {
        text_add(t, v->boolean ? "true" : "false");
    } else if (v->kind == TOKEN_INT) {
        text_addf(t, "%lld", (long long)v->integer);
    } else if (v->kind == TOKEN_REAL) {
        text_addf(t, "%.17g", v->real);
    } else if (v->kind == TOKEN_TEXT) {
        house_write_text(t, v->s, v->n);
    } else if (v->kind == TOKEN_LIST) {
        for (size_t i = 0; i < v->n; i++) {
            if (v->items[i].kind != TOKEN_TEXT) return false;
            text_add(t, i ? ", " : "{ ");
            house_write_text(t, v->items[i].s, v->items[i].n);
        }
        text_add(t, v->n > 0 ? " }" : "{}");
    } else {
        return false;
    }
    return true;
}

/* --- the house file ------------------------------------------------------------------------ */

static bool is_question(const Sconce *s, const char *id)
{
    value_each (question, value_list(table_book(s), "questions"))
        if (strcmp(thing_name(question), id) == 0) return true;
    return false;
}

/* Writes the line, with a comment that says when. */
static bool write_line(Sconce *s, const char *key, const Text *value, Err *err)
{
    ScopedText lua = {0};
    char day[16] = "";
    time_t now = time(NULL);
    struct tm tm;
    if (localtime_r(&now, &tm)) strftime(day, sizeof day, "%Y-%m-%d", &tm);
    text_addf(&lua, "= %s  -- %s, T%lld", text_str(value), day, (long long)s->position.head.turn);
    return (!lua.failed || err_set(err, "out of memory")) &&
           house_keep(s, "always", key, text_str(&lua), err);
}

/* The number of answers of the pending command that may settle something.  Rules cannot settle a
 * question by themselves. */
static size_t count_settling(const PendingCommand *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++)
        n += !c->input[i].is_dice && is_settling(NULL, text_str(&c->input[i].text));
    return n;
}

/* Writes one answer, and tells of it. */
static void settle_one(Sconce *s, const char *id, const Value *value)
{
    ScopedText key = {0}, lua = {0}, why = {0};
    Err err = {0};
    house_write_thing(&key, "question", id);
    text_add(&key, ".always");
    if (value && write_lua_value(&lua, value)) {
        if (write_line(s, text_str(&key), &lua, &err)) {
            table_warn(s, "From now on: %s = %s. Delete that line of house.lua to be asked again.",
                       text_str(&key), text_str(&lua));
        } else {
            table_write_place(&why, err.file, err.line);
            table_warn(s, "This holds only for this time: %s%s", text_str(&why), err.text);
        }
    }
}

void settle_answers(Sconce *s, const Value *settled)
{
    size_t left = count_settling(&s->pending);
    value_each (each, settled) {
        const char *id = value_text(each, "id", "");
        if (left == 0 || !is_question(s, id)) continue;
        left--;
        settle_one(s, id, value_get(each, "value"));
    }
}
