/* Offers words that may stand at the cursor.
 *
 * A line holds commands, separated by "+" or ";".  A command begins with a verb, or with members
 * and then a verb; the words behind it may be any name.  At a question the choices are offered
 * instead.  Offers keep the order of the book, in which verbs that take a turn come first
 * (lua/read/book.lua).  All verbs are offered, also those that cannot be done now: only a play
 * would tell, and Tab starts none.
 * Secret things are offered, too: only the game master may ask (cli/commands/programs.c). */
#include <jansson.h>
#include <string.h>

#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"
#include "core/ascii.h"
#include "core/json_writer.h"

/* The word at the cursor, and the offers so far. */
typedef struct {
    Text *out;         /* the JSON list of offers, open */
    const char *typed; /* the word, as far as it is typed */
    bool quotes;       /* put quotes around a name of several words */
    json_t *offered;   /* the offers so far, as keys, so that none comes twice */
} Completion;

/* Offers a name, if it begins with what is typed. */
static void offer(Completion *c, const char *name)
{
    ScopedText word = {0};
    /* A quote that stands there already is not part of the name. */
    const char *typed = *c->typed == '"' ? c->typed + 1 : c->typed;
    if (!*name || compare_letters(name, typed, strlen(typed)) != 0) return;
    const char *quote = c->quotes && strchr(name, ' ') ? "\"" : "";
    text_addf(&word, "%s%s%s", quote, name, quote);
    if (json_object_get(c->offered, text_str(&word))) return;
    json_object_set_new(c->offered, text_str(&word), json_true());
    jsonw_string(c->out, text_str(&word));
}

/* Offers the names of things, and for verbs also their aliases. */
static void offer_names(Completion *c, const Value *things)
{
    value_each (thing, things) {
        offer(c, thing_name(thing));
        value_each (alias, value_list(thing, "aka")) offer(c, thing_name(alias));
    }
}

/* Returns the start of the command being typed, after the last "+" or ";". */
static const char *start_of_command(const char *before)
{
    const char *start = before;
    for (const char *s = before; *s; s++)
        if (*s == '+' || *s == ';') start = s + 1;
    return start + strspn(start, " ");
}

static bool is_member(const Value *members, const char *word, size_t n)
{
    value_each (member, members) {
        const char *name = thing_name(member);
        if (strlen(name) == n && compare_letters(name, word, n) == 0) return true;
    }
    return false;
}

/* True when only members are named from `from` up to this word, so that a verb may stand here. */
static bool follows_members(const char *from, const char *word, const Value *members)
{
    while (from < word) {
        size_t n = strcspn(from, " ,");
        if (!is_member(members, from, n)) return false;
        from += n + strspn(from + n, " ,"); /* as in "Bram, Pike search" */
    }
    return true;
}

static const char *const charts[] = {"charts", NULL}, *const lights[] = {"lights", NULL},
                         *const tracks[] = {"tracks", NULL},
                         *const things[] = {"lights", "paces", "decks", NULL},
                         *const all[] = {"lights",    "paces",  "charts", "settings",
                                         "tracks",    "timers", "decks",  "events",
                                         "modifiers", "verbs",  NULL};

/* Lists of the book whose names may follow a first word; after any other, `things`. */
static const struct {
    const char *word;
    const char *const *lists;
} followed_by[] = {{"chart", charts}, {"light", lights}, {"snuff", lights}, {"gain", tracks},
                   {"lose", tracks},  {"help", all},     {"why", all},      {"?", all},
                   {"odds", all},     {"=", all},        {"lua", all},      {"state", all}};

/* Returns the lists of the book whose names may follow the first word of a command. */
static const char *const *lists_after(const char *first)
{
    size_t n = strcspn(first, " ");
    for (size_t i = 0; i < sizeof followed_by / sizeof *followed_by; i++)
        if (strlen(followed_by[i].word) == n && strncmp(first, followed_by[i].word, n) == 0)
            return followed_by[i].lists;
    return things;
}

/* Offers names that may stand behind a first word: things of the rules, lights, members, rooms. */
static void offer_what_follows(Completion *c, const char *first, const Value *book,
                               const Value *status)
{
    const char *const *lists = lists_after(first);
    for (const char *const *list = lists; *list; list++) offer_names(c, value_list(book, *list));
    /* `chart` takes nothing else. */
    if (lists == charts) return;
    value_each (lamp, value_list(status, "lights")) {
        offer(c, value_text(lamp, "light", ""));
        offer(c, value_text(lamp, "holder", ""));
    }
    offer_names(c, value_list(status, "party"));
    offer_names(c, value_list(status, "rooms"));
}

/* Offers verbs at the start of a command, and names of things behind them.  Members and tracks may
 * begin a command, too; they are offered once a letter is typed, so that Tab alone lists verbs. */
static void offer_words(Completion *c, const char *before, const Value *book, const Value *status)
{
    const Value *members = value_list(status, "party");
    const char *first = start_of_command(before);
    bool is_first_word = first >= c->typed;
    if (is_first_word || follows_members(first, c->typed, members))
        offer_names(c, value_list(book, "verbs"));
    else
        offer_what_follows(c, first, book, status);
    if (is_first_word && *c->typed) {
        offer_names(c, members);
        offer_names(c, value_list(book, "tracks"));
    }
}

void complete_write(Text *t, const Value *book, const Value *status, const Value *ask,
                    const char *before)
{
    /* At a question the whole line is one answer, without quotes.  Elsewhere the word behind the
     * last blank is completed, and a name of several words offered only for its first. */
    const char *blank = strrchr(before, ' ');
    Completion c = {.out = t,
                    .typed = blank && !ask ? blank + 1 : before,
                    .quotes = !ask,
                    .offered = json_object()};
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "from"), c.typed - before);
    jsonw_open(jsonw_key(t, "offers"), '[');
    offer_names(&c, value_list(ask, "choices"));
    offer_names(&c, value_list(ask, "cards"));
    if (value_is(ask, "type", "yesno")) {
        offer(&c, "yes");
        offer(&c, "no");
    }
    if (!ask) offer_words(&c, before, book, status);
    jsonw_close(t, ']');
    jsonw_close(t, '}');
    t->failed = t->failed || !c.offered;
    json_decref(c.offered);
}
