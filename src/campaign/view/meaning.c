/* Tells what a thing of the rules means, in the words of the table: for `why` and `help`.  The
 * entries are those of the book; src/lua/read/history.lua writes them. */
#include <stdio.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"
#include "core/ascii.h"

bool entry_is_function(const Value *entry)
{
    return value_get(entry, "how") != NULL;
}

/* --- comments of rule files -------------------------------------------------------------- */

const char *file_text(const Chain *chain, const char *place, long *line)
{
    const char *colon = strrchr(place, ':');
    *line = colon ? atol(colon + 1) : 0;
    for (size_t i = 0; colon && chain && i < chain->n; i++)
        if (strlen(chain->file[i].name) == (size_t)(colon - place) &&
            strncmp(chain->file[i].name, place, (size_t)(colon - place)) == 0)
            return chain->file[i].text;
    return NULL;
}

/* Finds the comment above the last function that begins in the first `line` lines of a text.  *end:
 * where that function begins.  NULL: no comment.  A function of one line does not end the comment,
 * so that one comment may stand above several. */
static const char *find_comment(const char *text, long line, const char **end)
{
    const char *found = NULL, *comment = NULL; /* comment: the one that ends just above */
    for (long n = 1; *text && n <= line; n++, text = line_after(text))
        if (begins_with(text, "function ") || begins_with(text, "local function ")) {
            found = comment;
            *end = text;
        } else if (!begins_with(text, "--")) {
            comment = NULL;
        } else if (!comment) {
            comment = text;
        }
    return found;
}

void function_comment(Text *t, const Chain *chain, const char *place)
{
    long line;
    const char *text = file_text(chain, place, &line), *end = NULL;
    const char *from = text ? find_comment(text, line, &end) : NULL;
    for (const char *p = from; p && p < end; p += strcspn(p, "\n") + 1) {
        if (!begins_with(p, "--")) break;
        size_t dashes_n = strspn(p, "- "), line_n = strcspn(p, "\n");
        text_add(t, t->n > 0 ? " " : "");
        for (size_t i = dashes_n; i < line_n; i++) /* two blanks between sentences are one here */
            if (p[i] != ' ' || p[i - 1] != ' ') text_addc(t, p[i]);
    }
}

void rule_comment(Text *t, const Chain *chain, const char *place)
{
    /* A sentence with one of these speaks of Lua. */
    static const char *const marks[] = {"()", "rule.", "act.", "nil", "{", "_", " = ", "about:"};
    function_comment(t, chain, place);
    size_t cut = t->n; /* the first mark, then the end of the sentence before it */
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *mark = strstr(text_str(t), marks[i]);
        if (mark && (size_t)(mark - t->s) < cut) cut = (size_t)(mark - t->s);
    }
    while (cut > 0 && cut < t->n && t->s[cut - 1] != '.') cut--;
    if (cut == t->n) return;
    t->n = cut;
    t->s[cut] = '\0';
}

/* Adds the comment of a function as a dim sentence, unless it was the one added before. */
static void add_comment(const Meaning *m, const char *place, int in)
{
    ScopedText t = {0};
    rule_comment(&t, m->chain, place);
    if (t.n == 0 || strcmp(text_str(&t), text_str(m->said)) == 0) return;
    lines_begin(m->lines, in)->hang = in;
    lines_sentence(m->lines, ROLE_DIM, text_str(&t), t.n);
    text_clear(m->said);
    text_add(m->said, text_str(&t));
}

/* --- fields ------------------------------------------------------------------------------ */

/* The words for a field of things of a kind, or for one value of it (value NULL: for any value).  A
 * field that is not listed is said as `name value`. */
typedef struct {
    const char *kind, *field, *value;
    const char *words;
    bool then_value; /* the value follows the words */
} Phrase;

static const Phrase phrases[] = {
    {"track", "of", "member", "each member has it", false},
    {"track", "of", "light", "each light has it", false},
    {"track", "of", "room", "each room has it", false},
    {"track", "of", "turn", "begins anew each turn", false},
    {"track", "of", NULL, "of the ", true},
    {"track", "max", "own", "never above a maximum of one's own", false},
    {"track", "max", NULL, "never above ", true},
    {"track", "min", NULL, "never below ", true},
    {"track", "start", NULL, "begins at ", true},
    {"track", "steps", NULL, "its steps: ", true},
    {"track", "unit", NULL, "in ", true},
    {"question", "choices", NULL, "", true},
    {"question", "default", NULL, "Enter alone: ", true},
    {"event", "text", NULL, "told as: ", true},
    {"modifier", "adv", "1", "advantage on the check", false},
    {"modifier", "dis", "1", "disadvantage on the check", false},
    {"modifier", "add", NULL, "adds ", true},
};

/* Fields that say how the program treats a thing, and not what it is at the table. */
static const char unsaid[] =
    "help is emitted public secret sheet tally prompt short stops quiet again";

/* True if a field tells people something: is none of `unsaid`, no function, no text with gaps. */
static bool is_said(const char *kind, const Value *field)
{
    const char *value = value_text(field, "value", "");
    if (text_is_one_of(thing_name(field), unsaid)) return false;
    bool text = strcmp(thing_name(field), "text") == 0;
    if (text && (strcmp(kind, "question") == 0 || strchr(value, '{'))) return false;
    return *value && !begins_with(value, "rule.") && !begins_with(value, "a rule") &&
           !text_is_one_of(value, "no function");
}

/* Adds a value without the marks of Lua: `{ "hour", "day" }` is `hour, day`. */
static void add_value(StyledLines *l, const char *value)
{
    size_t n = strlen(value);
    bool list = n > 3 && begins_with(value, "{ ") && value[n - 1] == '}';
    if (list)
        for (size_t i = strlen("{ "); i < n - strlen(" }"); i++) {
            if (value[i] != '"') text_addc(&l->text, value[i]);
        }
    else
        text_add(&l->text, value);
    lines_end_piece(l, ROLE_TEXT);
}

/* Returns the phrase for a field with this value; NULL: there is none. */
static const Phrase *find_phrase(const char *kind, const char *field, const char *value)
{
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        const Phrase *p = &phrases[i];
        bool same = strcmp(p->kind, kind) == 0 && strcmp(p->field, field) == 0;
        if (same && (!p->value || strcmp(p->value, value) == 0)) return p;
    }
    return NULL;
}

/* Adds a field: its phrase; or its name, with its value unless that is only `yes`. */
static void add_field(StyledLines *l, const char *kind, const Value *field)
{
    const char *name = thing_name(field), *value = value_text(field, "value", ""),
               *was = value_text(field, "was", "");
    const Phrase *phrase = find_phrase(kind, name, value);
    if (phrase) {
        lines_add(l, ROLE_TEXT, phrase->words);
        if (phrase->then_value) add_value(l, value);
    } else {
        show_words(&l->text, name);
        lines_end_piece(l, ROLE_TEXT);
        if (strcmp(value, "yes") != 0) {
            lines_add(l, ROLE_TEXT, " ");
            add_value(l, value);
        }
    }
    if (*was) lines_addf(l, ROLE_DIM, " (was %s)", was);
}

/* Adds the fields of a thing as one sentence: `Lasts 6 turns, bright 30 ft.` */
static void add_fields(StyledLines *l, const char *kind, const Value *entry)
{
    const char *between = "";
    size_t from = l->text.n;
    value_each (field, value_list(entry, "fields")) {
        if (!is_said(kind, field)) continue;
        if (!*between) lines_begin(l, 2 * LINE_INDENT)->hang = 2 * LINE_INDENT;
        lines_add(l, ROLE_TEXT, between);
        add_field(l, kind, field);
        between = ", ";
    }
    if (!*between || l->text.failed) return;
    l->text.s[from] = to_upper(l->text.s[from]);
    if (!ends_sentence(l->text.s, l->text.n)) lines_add(l, ROLE_TEXT, ".");
}

static const Value *find_field(const Value *entry, const char *name)
{
    return thing_named(value_list(entry, "fields"), name);
}

/* --- things ------------------------------------------------------------------------------ */

/* Appends a text of the rules in which names in braces stand for something: "Does {it} last?"
 * becomes "Does it last?".  A name with a word right behind it, "{who}What is it?", is left out. */
static void fill_in(Text *t, const char *s)
{
    for (; *s; s++) {
        size_t n = *s == '{' ? strcspn(s, "}") : 0;
        if (n == 0 || !s[n]) {
            text_addc(t, *s);
            continue;
        }
        if (!is_letter_or_digit(s[n + 1])) text_addn(t, s + 1, n - 1);
        s += n;
    }
}

/* Adds a thing: `torch, a light: `, its help as a sentence, and its fields as another. */
static void add_thing(const Meaning *m, const char *key, const Value *entry)
{
    const char *kind = value_text(entry, "kind", ""),
               *help = value_text(find_field(entry, "help"), "value", "");
    ScopedText said = {0};
    if (strcmp(kind, "question") == 0) help = value_text(find_field(entry, "text"), "value", help);
    fill_in(&said, help);
    lines_begin(m->lines, LINE_INDENT)->hang = 2 * LINE_INDENT;
    lines_add(m->lines, ROLE_NAME, name_without_kind(key));
    lines_addf(m->lines, ROLE_TEXT, ", %s %s%s", strchr("aeiou", *kind) ? "an" : "a", kind,
               *help ? ": " : ".");
    lines_sentence(m->lines, ROLE_TEXT, text_str(&said), said.n);
    add_fields(m->lines, kind, entry);
}

/* Adds a setting with its value: `fatigue_damage is 1d4 (was 1)`, its help and its choices. */
static void add_setting(const Meaning *m, const char *key, const Value *entry)
{
    const Value *value = find_field(entry, "default"), *choices = find_field(entry, "choices");
    const char *help = value_text(find_field(entry, "help"), "value", ""),
               *was = value_text(value, "was", "");
    lines_begin(m->lines, LINE_INDENT)->hang = 2 * LINE_INDENT;
    lines_add(m->lines, ROLE_NAME, name_without_kind(key));
    lines_addf(m->lines, ROLE_TEXT, " is %s", value_text(value, "value", "not set"));
    if (*was) lines_addf(m->lines, ROLE_DIM, " (was %s)", was);
    lines_add(m->lines, ROLE_TEXT, *help ? ": " : ".");
    lines_add(m->lines, ROLE_TEXT, help);
    if (*help) lines_add(m->lines, ROLE_TEXT, ".");
    if (choices) lines_addf(m->lines, ROLE_DIM, " One of %s.", value_text(choices, "value", ""));
}

void chart_row(StyledLines *l, const char *mark, const Value *row)
{
    const char *text = value_text(row, "text", "");
    lines_addf(l, ROLE_TEXT, "%s%*s  ", mark, 8 - (int)strlen(mark), value_text(row, "at", ""));
    lines_add(l, ROLE_NAME, thing_name(row));
    if (*text && strcmp(thing_name(row), text) != 0) lines_addf(l, ROLE_TEXT, ": %s", text);
}

/* Adds what a row does, "loses 1d6 hp, rule.howl"; for a function's name, the comment above it. */
static void add_rules_of_row(const Meaning *m, const char *does)
{
    const Value *entries = value_get(m->book, "entries");
    for (const char *p = does; *p; p += strcspn(p, ",")) {
        char name[200]; /* longer than names of functions are; a longer one is cut */
        p += strspn(p, ", ");
        size_t n = strcspn(p, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, p);
        if (begins_with(name, "rule."))
            add_comment(m, value_text(value_get(entries, name), "made", ""), CHART_ROW_HANG);
        else if (n > 0)
            lines_addf(m->lines, ROLE_TEXT, " (%s)", name);
    }
}

/* Adds a row of a chart, with what its text or numbers were before, and what its rules say. */
static void add_row(const Meaning *m, const Value *row)
{
    lines_begin(m->lines, 0)->hang = CHART_ROW_HANG;
    chart_row(m->lines, "", row);
    value_each (field, value_list(row, "fields")) {
        bool is_in_row = text_is_one_of(thing_name(field), "text at"); /* as chart_row shows it */
        const Value *past = value_list(field, "past");
        if (is_in_row && past->n > 0)
            lines_addf(m->lines, ROLE_DIM, " (was %s)",
                       value_text(&past->items[past->n - 1], "value", ""));
    }
    add_rules_of_row(m, value_text(row, "does", ""));
}

void meaning_of_thing(const Meaning *m, const char *key, const Value *entry)
{
    const char *kind = value_text(entry, "kind", "");
    if (entry_is_function(entry))
        add_comment(m, value_text(entry, "made", ""),
                    m->lines->n > 0 ? 2 * LINE_INDENT : LINE_INDENT);
    else if (strcmp(kind, "kind") == 0)
        return; /* a word of rule files */
    else if (strcmp(kind, "setting") == 0)
        add_setting(m, key, entry);
    else
        add_thing(m, key, entry);
    value_each (row, value_list(entry, "rows")) add_row(m, row);
    if (value_list(entry, "steps")->n == 0) return;
    lines_begin(m->lines, 2 * LINE_INDENT)->hang = 2 * LINE_INDENT;
    lines_add(m->lines, ROLE_TEXT, "in this order: ");
    show_value(&m->lines->text, value_get(entry, "steps"));
    text_addc(&m->lines->text, '.');
    lines_end_piece(m->lines, ROLE_TEXT);
}

void meaning_of_field(const Meaning *m, const char *key, const Value *entry, const Value *field)
{
    const char *kind = value_text(entry, "kind", "");
    lines_begin(m->lines, LINE_INDENT)->hang = 2 * LINE_INDENT;
    lines_add(m->lines, ROLE_NAME, name_without_kind(key));
    lines_add(m->lines, ROLE_TEXT, ": ");
    add_field(m->lines, kind, field);
    lines_add(m->lines, ROLE_TEXT, ".");
}

void meaning_of_row(const Meaning *m, const char *key, const Value *row)
{
    lines_begin(m->lines, LINE_INDENT);
    lines_addf(m->lines, ROLE_NAME, "%s", name_without_kind(key));
    lines_add(m->lines, ROLE_TEXT, ", a row of a table:");
    add_row(m, row);
}
