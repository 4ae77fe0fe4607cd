/* `sconce rules`: which rulesets there are, what is in one, and what a house changed in it. */
#include "cli/commands/options.h"
#include "cli/term/changes.h"
#include "cli/term/excerpt.h"
#include "cli/term/json_fields.h"
#include "cli/term/origin.h"
#include "cli/term/styled_text.h"
#include "cli/term/terminal_style.h"
#include "cli/term/value.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 22 };

/* `name      text` */
static void write_pair(const TerminalStyle *out, int indent, const char *name,
                       const StyledText *text)
{
    StyledText t = {0}, left = {0};
    styled_clean(&left, name);
    styled_tint(&t, STRONG);
    styled_join(&t, &left);
    styled_tint(&t, PLAIN);
    if (text->n > 0)
        styled_put(&t, "%*s  ", left.columns < NAME_ROOM ? NAME_ROOM - left.columns : 0, "");
    styled_join(&t, text);
    style_write(out, &t, indent, indent + 4);
    styled_free(&left);
    styled_free(&t);
}

static void put_field(StyledText *t, const json_t *o, const char *key, const char *before,
                      const char *after)
{
    const json_t *v = json_object_get(o, key);
    if (!v || json_is_null(v) || (json_is_string(v) && json_string_length(v) == 0) ||
        (json_is_array(v) && json_array_size(v) == 0))
        return;
    styled_put(t, "%s", before);
    value_put(t, v);
    styled_put(t, "%s", after);
}

/* --- the rulesets -------------------------------------------------------------- */

static int list_rulesets(void)
{
    SconceError error = {0};
    char *json = sconce_rulesets(NULL, &error);
    if (!json) return command_failed(&error);
    TerminalStyle out = style_on(stdout);
    json_t *all = fields_read(json);
    const json_t *one;
    size_t i;
    json_array_foreach (all, i, one) {
        StyledText t = {0};
        styled_clean(&t, field_text(one, "line"));
        write_pair(&out, 0, name_of(one), &t);
        styled_free(&t);
    }
    json_decref(all);
    sconce_free(json);
    return EXIT_FINE;
}

/* --- one chain ------------------------------------------------------------------ */

static void write_verbs(const TerminalStyle *out, const json_t *book)
{
    const json_t *verbs = field_list(book, "verbs"), *verb;
    size_t i;
    puts("\nverbs");
    json_array_foreach (verbs, i, verb) {
        if (field_true(verb, "host")) continue;
        StyledText t = {0};
        put_field(&t, verb, "help", "", "");
        write_pair(out, 2, name_of(verb), &t);
        styled_free(&t);
    }
}

static void write_settings(const TerminalStyle *out, const json_t *book)
{
    const json_t *settings = field_list(book, "settings"), *setting;
    size_t i;
    puts("\nsettings");
    json_array_foreach (settings, i, setting) {
        StyledText t = {0};
        put_field(&t, setting, "value", "= ", "");
        put_field(&t, setting, "help", "   ", "");
        put_field(&t, setting, "choices", "   (", ")");
        write_pair(out, 2, name_of(setting), &t);
        styled_free(&t);
    }
}

/* What a GM would want at the table of a light or a pace: `torch   lasts 6 turns, bright 30 ft`. */
static void write_things(const TerminalStyle *out, const json_t *book, const char *list,
                         const char *title)
{
    const json_t *things = field_list(book, list), *thing;
    size_t i;
    if (json_array_size(things) > 0) printf("\n%s\n", title);
    json_array_foreach (things, i, thing) {
        StyledText t = {0};
        const char *key;
        json_t *v;
        json_object_foreach ((json_t *)(uintptr_t)thing, key, v) {
            if (strcmp(key, "name") == 0 || strcmp(key, "made") == 0 || strcmp(key, "help") == 0 ||
                json_is_false(v))
                continue;
            styled_put(&t, "%s", t.n ? ", " : "");
            styled_clean(&t, key);
            if (!json_is_true(v)) put_field(&t, thing, key, " ", "");
        }
        put_field(&t, thing, "help", "   ", "");
        write_pair(out, 2, name_of(thing), &t);
        styled_free(&t);
    }
}

static void write_row(const TerminalStyle *out, const json_t *row)
{
    StyledText t = {0};
    styled_put(&t, "%8s  ", field_text(row, "at"));
    styled_tinted(&t, STRONG, name_of(row));
    if (strcmp(name_of(row), field_text(row, "text")) != 0) put_field(&t, row, "text", ": ", "");
    style_write(out, &t, 0, 10);
    styled_free(&t);
}

static void write_charts(const TerminalStyle *out, const json_t *book)
{
    const json_t *charts = field_list(book, "charts"), *chart, *row;
    size_t i, j;
    if (json_array_size(charts) > 0) puts("\ncharts");
    json_array_foreach (charts, i, chart) {
        StyledText t = {0};
        put_field(&t, chart, "die", "", "");
        put_field(&t, chart, "ask", "asks: ", "");
        put_field(&t, chart, "help", "   ", "");
        write_pair(out, 2, name_of(chart), &t);
        styled_free(&t);
        json_array_foreach (field_list(chart, "rows"), j, row) write_row(out, row);
    }
}

/* The paragraph a ruleset opens with. */
static void write_about(const TerminalStyle *out, const json_t *book)
{
    StyledText t = {0};
    const char *about = field_text(book, "about");
    puts("");
    while (*about) {
        size_t n = strcspn(about, "\n");
        char *line = must_have(strndup(about, n));
        styled_clean(&t, line);
        style_write(out, &t, 2, 2);
        styled_free(&t);
        t = (StyledText){0};
        free(line);
        about += n + (about[n] == '\n');
    }
}

/* Everything made, by kind: light: torch, candle. */
static void write_kinds(const TerminalStyle *out, const json_t *book)
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
        StyledText t = {0};
        names = json_string_value(thing);
        styled_clean(&t, names ? names : "");
        write_pair(out, 2, key, &t);
        styled_free(&t);
    }
    json_decref(kinds);
}

static void write_book(const TerminalStyle *out, const json_t *book)
{
    chain_write(out, book);
    write_about(out, book);
    write_verbs(out, book);
    write_things(out, book, "lights", "lights");
    write_things(out, book, "paces", "paces");
    write_things(out, book, "tracks", "tracks");
    write_things(out, book, "timers", "timers");
    write_things(out, book, "decks", "decks");
    write_things(out, book, "procedures", "procedures");
    write_charts(out, book);
    write_settings(out, book);
    write_kinds(out, book);
    puts("\nOne of them: sconce rules TABLE NAME.  What the house changed: --changes.");
}

/* --- the command ---------------------------------------------------------------- */

static int write_word(const TerminalStyle *out, const json_t *found, const json_t *book,
                      const char *word)
{
    StyledText near = {0};
    chain_write(out, book);
    bool there = origin_write(out, book, field_list(found, "chain"), word, &near);
    fflush(stdout);
    if (!there)
        styled_say(stderr, "nothing in these rules is called '%s'; %s%s%s\n", word,
                   near.n ? "did you mean '" : "without a word they are listed", styled_str(&near),
                   near.n ? "'?" : "");
    styled_free(&near);
    return there ? EXIT_FINE : EXIT_WRONG;
}

/* They do not load: every mistake, as `sconce check` tells it. */
static void write_mistakes(const json_t *found)
{
    const json_t *problem;
    size_t i;
    TerminalStyle err = style_on(stderr);
    json_array_foreach (field_list(found, "problems"), i, problem)
        if (strcmp(field_text(problem, "grade"), "error") == 0)
            excerpt_message(&err, field_text(problem, "file"), (int)field_int(problem, "line", 0),
                            "error", field_text(problem, "text"), true);
}

static int show_table(SconceOptions *o, const char *word, bool changes)
{
    SconceError error = {0};
    char *json = sconce_check(o, &error);
    if (!json) return command_failed(&error);
    TerminalStyle out = style_on(stdout);
    json_t *found = fields_read(json);
    const json_t *book = json_object_get(found, "book");
    int status = EXIT_FINE;
    if (!field_true(found, "loaded")) {
        write_mistakes(found);
        status = EXIT_WRONG;
    } else if (changes) {
        changes_write(&out, book);
    } else if (word) {
        status = write_word(&out, found, book, word);
    } else {
        write_book(&out, book);
    }
    json_decref(found);
    sconce_free(json);
    return status;
}

static int rules_command(int argc, char **argv)
{
    Words plain = {0}, houses = {0};
    bool changes = false;
    const Option options[] = {
        {"changes", OPTION_SWITCH, &changes, NULL}, {"house", OPTION_LIST, &houses, NULL}, {0}};
    int status;
    if (options_read(&command_rules, argc, argv, options, &plain, 0, 2, &status)) {
        SconceOptions o = {.read_only = true, .houses = houses.at, .house_count = houses.n};
        o.table = plain.n > 0 ? plain.at[0] : NULL;
        if (plain.n == 0 && (changes || houses.n > 0))
            status = command_misused(&command_rules, "%s of which table?",
                                     changes ? "--changes" : "--house");
        else if (plain.n == 0)
            status = list_rulesets();
        else
            status = show_table(&o, plain.n > 1 ? plain.at[1] : NULL, changes);
    }
    words_free(&plain);
    words_free(&houses);
    return status;
}

const Command command_rules = {
    "rules",
    "[TABLE] [WORD] [--changes] [--house FILE]…",
    "what rulesets there are, and what is in them",
    "Alone: the rulesets.  With a table: its chain of files and all that is in it; with a word\n"
    "(torch, light.torch.lasts, chart.hazard.free, rule.burn): where it was made, what each file\n"
    "made of it, old values first.\n"
    "  --changes      what the house files change, file by file, old and new side by side\n"
    "  --house FILE   a house-rule file on top; may be said again",
    rules_command,
};
