/* A line holds commands, separated by "+".  A command begins with a verb, or with members and then
 * a verb; the words behind it may be any name.  At a question the choices are offered instead. */
#include "cli/term/complete.h"
#include "cli/term/json_fields.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- offers ------------------------------------------------------------------------------ */

void offers_free(Offers *o)
{
    for (size_t i = 0; i < o->n; i++) free(o->at[i]);
    free(o->at);
    *o = (Offers){0};
}

size_t offers_common(const Offers *o)
{
    size_t n = o->n ? strlen(o->at[0]) : 0;
    for (size_t i = 1; i < o->n; i++) {
        size_t same = 0;
        while (same < n && o->at[i][same] == o->at[0][same]) same++;
        n = same;
    }
    while (n > 0 && ((unsigned char)o->at[0][n] & 0xC0) == 0x80) n--;
    return n;
}

void offers_write(const Offers *o, const TerminalStyle *style)
{
    StyledText *word = must_have(calloc(o->n, sizeof *word));
    int widest = 0, used = 0;
    for (size_t i = 0; i < o->n; i++) {
        styled_put(&word[i], "%s", o->at[i]);
        if (word[i].columns > widest) widest = word[i].columns;
    }
    fputc('\n', style->to);
    for (size_t i = 0; i < o->n; i++) {
        bool last = i + 1 == o->n || used + 2 * (widest + 2) > style->width;
        fprintf(style->to, "  %s%*s%s", styled_str(&word[i]), last ? 0 : widest - word[i].columns,
                "", last ? "\n" : "");
        used = last ? 0 : used + widest + 2;
        styled_free(&word[i]);
    }
    fflush(style->to);
    free(word);
}

/* --- finding them ------------------------------------------------------------------------ */

/* The word at the cursor, and the offers so far. */
typedef struct {
    Offers offers;
    const char *typed; /* the word, as far as it is typed */
    bool quotes;       /* put quotes around a name of several words */
    json_t *offered;   /* the offers as keys */
} Completion;

/* Offers a name, if it begins with what is typed. */
static void offer(Completion *c, const char *name)
{
    Offers *o = &c->offers;
    const char *typed = c->typed + (*c->typed == '"'), *quote = "";
    char *word = NULL;
    if (!*name || strncasecmp(name, typed, strlen(typed)) != 0) return;
    if (c->quotes && strchr(name, ' ')) quote = "\"";
    if (asprintf(&word, "%s%s%s", quote, name, quote) < 0) must_have(NULL);
    if (json_object_get(c->offered, word)) {
        free(word);
        return;
    }
    json_object_set_new(c->offered, word, json_true());
    o->at = must_have(realloc(o->at, (o->n + 1) * sizeof *o->at));
    o->at[o->n++] = word;
}

/* Offers the names of things, and for verbs also their aliases. */
static void offer_names(Completion *c, const json_t *things)
{
    const json_t *thing, *alias;
    size_t i, k;
    json_array_foreach (things, i, thing) {
        offer(c, name_of(thing));
        json_array_foreach (json_object_get(thing, "aka"), k, alias) offer(c, name_of(alias));
    }
}

/* Returns the start of the command being typed, after the last "+". */
static const char *command_start(const char *before)
{
    const char *plus = strrchr(before, '+');
    const char *s = plus ? plus + 1 : before;
    return s + strspn(s, " ");
}

static bool is_member(const json_t *members, const char *word, size_t n)
{
    const json_t *member;
    size_t i;
    json_array_foreach (members, i, member)
        if (strlen(name_of(member)) == n && strncasecmp(name_of(member), word, n) == 0) return true;
    return false;
}

/* True when only members are named from `from` up to this word, so that a verb may stand here. */
static bool follows_members(const char *from, const char *word, const json_t *members)
{
    while (from < word) {
        size_t n = strcspn(from, " ");
        if (!is_member(members, from, n)) return false;
        from += n + strspn(from + n, " ");
    }
    return true;
}

static const char *const charts[] = {"charts", NULL}, *const lights[] = {"lights", NULL},
                         *const tracks[] = {"tracks", NULL},
                         *const things[] = {"lights", "paces", "decks", NULL},
                         *const all[] = {"lights",    "paces",  "charts", "settings",
                                         "tracks",    "timers", "decks",  "events",
                                         "modifiers", "verbs",  NULL};

/* The lists of the book whose names may follow a word; after any other word, `things`. */
static const struct {
    const char *word;
    const char *const *lists;
} followed_by[] = {{"chart", charts}, {"light", lights}, {"snuff", lights}, {"gain", tracks},
                   {"lose", tracks},  {"help", all},     {"why", all},      {"?", all},
                   {"odds", all},     {"=", all},        {"lua", all},      {"state", all}};

static const char *const *lists_after(const char *first)
{
    size_t n = strcspn(first, " ");
    for (size_t i = 0; i < sizeof followed_by / sizeof *followed_by; i++)
        if (strlen(followed_by[i].word) == n && strncmp(first, followed_by[i].word, n) == 0)
            return followed_by[i].lists;
    return things;
}

/* Offers the names that may stand behind the first word of a command. */
static void offer_things(Completion *c, const char *first, const json_t *book, const json_t *status)
{
    const char *const *lists = lists_after(first);
    const json_t *lamp;
    size_t i;
    for (const char *const *list = lists; *list; list++)
        offer_names(c, json_object_get(book, *list));
    if (lists == charts) return;
    json_array_foreach (json_object_get(status, "lights"), i, lamp) {
        offer(c, field_text(lamp, "light"));
        offer(c, field_text(lamp, "holder"));
    }
    offer_names(c, json_object_get(status, "party"));
    offer_names(c, json_object_get(status, "rooms"));
}

static void offer_answers(Completion *c, const json_t *ask)
{
    offer_names(c, json_object_get(ask, "choices"));
    offer_names(c, json_object_get(ask, "cards"));
    if (strcmp(field_text(ask, "type"), "yesno") != 0) return;
    offer(c, "yes");
    offer(c, "no");
}

/* Offers verbs and members at the start of a command, then names of things. */
static void offer_words(Completion *c, const char *before, Sconce *table)
{
    json_auto_t *book = parse_json(sconce_book(table)), *status = parse_json(sconce_status(table));
    const json_t *members = json_object_get(status, "party");
    const char *first = command_start(before);
    if (first < c->typed && !follows_members(first, c->typed, members))
        offer_things(c, first, book, status);
    else
        offer_names(c, json_object_get(book, "verbs"));
    if (first >= c->typed && *c->typed) {
        offer_names(c, members);
        offer_names(c, json_object_get(book, "tracks"));
    }
}

Offers complete_line(Sconce *table, const char *before)
{
    const char *asked = sconce_asked(table), *blank = strrchr(before, ' ');
    Completion c = {.typed = blank && !asked ? blank + 1 : before,
                    .quotes = !asked,
                    .offered = must_have(json_object())};
    c.offers.from = (size_t)(c.typed - before);
    if (asked) {
        json_auto_t *ask = parse_json(asked);
        offer_answers(&c, ask);
    } else {
        offer_words(&c, before, table);
    }
    json_decref(c.offered);
    return c.offers;
}
