/* `sconce rules`: which rulesets there are, what is in one, and what a house changed in it. */
#include "cli/fields.h"
#include "cli/ink.h"
#include "cli/options.h"
#include "cli/value.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 22 };

/* `name      text` */
static void write_pair(const Ink *out, int indent, const char *name, const Strip *text)
{
    Strip t = {0}, left = {0};
    strip_clean(&left, name);
    strip_tint(&t, STRONG);
    strip_join(&t, &left);
    strip_tint(&t, PLAIN);
    if (text->n > 0)
        strip_put(&t, "%*s  ", left.columns < NAME_ROOM ? NAME_ROOM - left.columns : 0, "");
    strip_join(&t, text);
    ink_write(out, &t, indent, indent + 4);
    strip_free(&left);
    strip_free(&t);
}

static void put_field(Strip *t, const json_t *o, const char *key, const char *before,
                      const char *after)
{
    const json_t *v = json_object_get(o, key);
    if (!v || json_is_null(v) || (json_is_string(v) && json_string_length(v) == 0) ||
        (json_is_array(v) && json_array_size(v) == 0))
        return;
    strip_put(t, "%s", before);
    value_put(t, v);
    strip_put(t, "%s", after);
}

/* --- the rulesets -------------------------------------------------------------- */

static int list_rulesets(void)
{
    SconceError error = {0};
    char *json = sconce_rulesets(NULL, &error);
    if (!json) return command_failed(&error);
    Ink out = ink_on(stdout);
    json_t *all = fields_read(json);
    const json_t *one;
    size_t i;
    json_array_foreach (all, i, one) {
        Strip t = {0};
        strip_clean(&t, field_text(one, "line"));
        write_pair(&out, 0, name_of(one), &t);
        strip_free(&t);
    }
    json_decref(all);
    sconce_free(json);
    return EXIT_FINE;
}

/* --- one chain ------------------------------------------------------------------ */

static void write_chain(const Ink *out, const json_t *book)
{
    Strip t = {0};
    const json_t *link;
    size_t i;
    const char *title = field_text(book, "title");
    strip_tinted(&t, STRONG, *title ? title : field_text(book, "ruleset"));
    strip_put(&t, "   ");
    json_array_foreach (field_list(book, "chain"), i, link) {
        strip_put(&t, i ? " + " : "");
        strip_clean(&t, name_of(link));
    }
    ink_write(out, &t, 0, 4);
    strip_free(&t);
}

static void write_verbs(const Ink *out, const json_t *book)
{
    const json_t *verbs = field_list(book, "verbs"), *verb;
    size_t i;
    puts("\nverbs");
    json_array_foreach (verbs, i, verb) {
        if (field_true(verb, "host")) continue;
        Strip t = {0};
        put_field(&t, verb, "help", "", "");
        put_field(&t, verb, "at", "   ", "");
        write_pair(out, 2, name_of(verb), &t);
        strip_free(&t);
    }
}

static void write_settings(const Ink *out, const json_t *book)
{
    const json_t *settings = field_list(book, "settings"), *setting;
    size_t i;
    puts("\nsettings");
    json_array_foreach (settings, i, setting) {
        Strip t = {0};
        put_field(&t, setting, "value", "= ", "");
        put_field(&t, setting, "help", "   ", "");
        put_field(&t, setting, "choices", "   (", ")");
        write_pair(out, 2, name_of(setting), &t);
        strip_free(&t);
    }
}

/* What a GM would want at the table of a light or a pace: `torch   lasts 6 turns, bright 30 ft`. */
static void write_things(const Ink *out, const json_t *book, const char *list, const char *title)
{
    const json_t *things = field_list(book, list), *thing;
    size_t i;
    if (json_array_size(things) > 0) printf("\n%s\n", title);
    json_array_foreach (things, i, thing) {
        Strip t = {0};
        const char *key;
        json_t *v;
        json_object_foreach ((json_t *)(uintptr_t)thing, key, v) {
            if (strcmp(key, "name") == 0 || strcmp(key, "made") == 0 ||
                strcmp(key, "help") == 0 || json_is_false(v))
                continue;
            strip_put(&t, "%s", t.n ? ", " : "");
            strip_clean(&t, key);
            if (!json_is_true(v)) put_field(&t, thing, key, " ", "");
        }
        put_field(&t, thing, "help", "   ", "");
        write_pair(out, 2, name_of(thing), &t);
        strip_free(&t);
    }
}

static void write_row(const Ink *out, const json_t *row)
{
    Strip t = {0};
    strip_put(&t, "%8s  ", field_text(row, "at"));
    strip_tinted(&t, STRONG, name_of(row));
    if (strcmp(name_of(row), field_text(row, "text")) != 0) put_field(&t, row, "text", ": ", "");
    ink_write(out, &t, 0, 10);
    strip_free(&t);
}

static void write_charts(const Ink *out, const json_t *book)
{
    const json_t *charts = field_list(book, "charts"), *chart, *row;
    size_t i, j;
    if (json_array_size(charts) > 0) puts("\ncharts");
    json_array_foreach (charts, i, chart) {
        Strip t = {0};
        put_field(&t, chart, "die", "", "");
        put_field(&t, chart, "ask", "asks: ", "");
        put_field(&t, chart, "help", "   ", "");
        write_pair(out, 2, name_of(chart), &t);
        strip_free(&t);
        json_array_foreach (field_list(chart, "rows"), j, row)
            write_row(out, row);
    }
}

/* The paragraph a ruleset opens with. */
static void write_about(const Ink *out, const json_t *book)
{
    Strip t = {0};
    const char *about = field_text(book, "about");
    puts("");
    while (*about) {
        size_t n = strcspn(about, "\n");
        char *line = must_have(strndup(about, n));
        strip_clean(&t, line);
        ink_write(out, &t, 2, 2);
        strip_free(&t);
        t = (Strip){0};
        free(line);
        about += n + (about[n] == '\n');
    }
}

/* Everything made, by kind: light: torch, candle. */
static void write_kinds(const Ink *out, const json_t *book)
{
    json_t *kinds = must_have(json_object()), *thing;
    const char *key, *names;
    json_object_foreach (json_object_get(book, "entries"), key, thing) {
        const char *dot = strchr(key, '.');
        char *kind = must_have(strndup(key, dot ? (size_t)(dot - key) : strlen(key)));
        const char *before = field_text(kinds, kind);
        json_object_set_new(
            kinds, kind, json_sprintf("%s%s%s", before, *before ? ", " : "", dot ? dot + 1 : ""));
        free(kind);
    }
    puts("\neverything made");
    json_object_foreach (kinds, key, thing) {
        Strip t = {0};
        names = json_string_value(thing);
        strip_clean(&t, names ? names : "");
        write_pair(out, 2, key, &t);
        strip_free(&t);
    }
    json_decref(kinds);
}

static void write_book(const Ink *out, const json_t *book)
{
    write_chain(out, book);
    write_about(out, book);
    write_verbs(out, book);
    write_things(out, book, "lights", "lights");
    write_things(out, book, "paces", "paces");
    write_charts(out, book);
    write_settings(out, book);
    write_kinds(out, book);
    puts("\nOne of them: sconce rules TABLE NAME.  What the house changed: --changes.");
}

/* --- one entry ------------------------------------------------------------------ */

static void write_entry(const Ink *out, const char *name, const json_t *entry)
{
    const json_t *fields = field_list(entry, "fields"), *field;
    Strip head = {0};
    size_t i;
    put_field(&head, entry, "made", "made in ", "");
    write_pair(out, 0, name, &head);
    strip_free(&head);
    json_array_foreach (fields, i, field) {
        Strip t = {0};
        put_field(&t, field, "value", "= ", "");
        put_field(&t, field, "was", "   (was ", ")");
        put_field(&t, field, "changed", "   ", "");
        write_pair(out, 2, name_of(field), &t);
        strip_free(&t);
    }
}

static void write_chart(const Ink *out, const json_t *chart)
{
    const json_t *rows = field_list(chart, "rows"), *row;
    Strip head = {0};
    size_t i;
    put_field(&head, chart, "die", "", "");
    put_field(&head, chart, "made", "   made in ", "");
    write_pair(out, 0, name_of(chart), &head);
    strip_free(&head);
    json_array_foreach (rows, i, row) {
        Strip t = {0};
        strip_put(&t, "  ");
        put_field(&t, row, "at", "", "  ");
        strip_tinted(&t, STRONG, name_of(row));
        put_field(&t, row, "text", ": ", "");
        put_field(&t, row, "made", "   ", "");
        ink_write(out, &t, 0, 8);
        strip_free(&t);
    }
}

static void write_named(const Ink *out, const json_t *thing)
{
    const char *key;
    json_t *v;
    Strip none = {0};
    write_pair(out, 0, name_of(thing), &none);
    json_object_foreach ((json_t *)(uintptr_t)thing, key, v) {
        Strip t = {0};
        value_put(&t, v);
        if (strcmp(key, "name") != 0 && strcmp(key, "verb") != 0 && t.n > 0)
            write_pair(out, 2, key, &t);
        strip_free(&t);
    }
}

static bool write_entries(const Ink *out, const json_t *book, const char *word)
{
    const char *key;
    json_t *entry;
    bool found = false;
    json_object_foreach (json_object_get(book, "entries"), key, entry) {
        const char *dot = strchr(key, '.');
        if (strcmp(key, word) != 0 && (!dot || strcmp(dot + 1, word) != 0)) continue;
        write_entry(out, key, entry);
        found = true;
    }
    return found;
}

static bool write_from(const Ink *out, const json_t *list, const char *word, bool charts)
{
    const json_t *thing;
    bool found = false;
    size_t i;
    json_array_foreach (list, i, thing) {
        if (strcmp(name_of(thing), word) != 0) continue;
        if (charts)
            write_chart(out, thing);
        else
            write_named(out, thing);
        found = true;
    }
    return found;
}

static int write_word(const Ink *out, const json_t *book, const char *word)
{
    bool chart = write_from(out, field_list(book, "charts"), word, true);
    bool entry = write_entries(out, book, word);
    bool found = chart || entry;
    if (!found) found = write_from(out, field_list(book, "verbs"), word, false);
    if (!found) found = write_from(out, field_list(book, "settings"), word, false);
    if (found) return EXIT_FINE;
    fflush(stdout);
    fprintf(stderr, "nothing in these rules is called '%s'; without a word they are listed\n",
            word);
    return EXIT_WRONG;
}

/* --- what the house changed ----------------------------------------------------- */

static void put_side(Strip *t, const json_t *change, const char *value, const char *at,
                     const char *otherwise)
{
    size_t before = t->n;
    put_field(t, change, value, "", "");
    if (t->n == before) strip_put(t, "%s", otherwise);
    strip_tint(t, FAINT);
    put_field(t, change, at, "  ", "");
    strip_tint(t, PLAIN);
}

static void write_changes(const Ink *out, const json_t *book)
{
    const json_t *changes = field_list(book, "changes"), *change;
    size_t i;
    write_chain(out, book);
    json_array_foreach (changes, i, change) {
        const char *what = field_text(change, "what");
        Strip t = {0};
        put_side(&t, change, "old", "old_at", "(not there)");
        strip_put(&t, "  ->  ");
        put_side(&t, change, "new", "new_at", "(gone)");
        write_pair(out, 2, *what ? what : name_of(change), &t);
        strip_free(&t);
    }
    if (json_array_size(changes) == 0) puts("  the house files change nothing");
}

/* --- the command ---------------------------------------------------------------- */

static int show_table(const char *table, const char *word, bool changes)
{
    SconceError error = {0};
    SconceOptions o = {.table = table, .read_only = true};
    char *json = sconce_check(&o, &error);
    if (!json) return command_failed(&error);
    Ink out = ink_on(stdout);
    json_t *found = fields_read(json);
    const json_t *book = json_object_get(found, "book");
    int status = EXIT_FINE;
    if (!field_true(found, "loaded")) {
        fprintf(stderr, "%s does not load: 'sconce check %s' says why\n", table, table);
        status = EXIT_WRONG;
    } else if (changes) {
        write_changes(&out, book);
    } else if (word) {
        status = write_word(&out, book, word);
    } else {
        write_book(&out, book);
    }
    json_decref(found);
    sconce_free(json);
    return status;
}

static int rules_command(int argc, char **argv)
{
    Words plain = {0};
    bool changes = false;
    const Option options[] = {{"changes", OPTION_SWITCH, &changes, NULL}, {0}};
    int status;
    if (options_read(&command_rules, argc, argv, options, &plain, 0, 2, &status)) {
        if (plain.n == 0 && changes)
            status = command_misused(&command_rules, "--changes of which table?");
        else if (plain.n == 0)
            status = list_rulesets();
        else
            status = show_table(plain.at[0], plain.n > 1 ? plain.at[1] : NULL, changes);
    }
    words_free(&plain);
    return status;
}

const Command command_rules = {
    "rules",
    "[TABLE] [WORD] [--changes]",
    "what rulesets there are, and what is in them",
    "Alone: the rulesets.  With a table: its chain of files and all that is in it; with a word:\n"
    "that entry, and where each value came from.\n"
    "  --changes   what the house files change, old and new side by side",
    rules_command,
};
