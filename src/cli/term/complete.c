/* Completion.  The first word of a deed is a verb, or a member followed by a verb; what comes after
 * is anything that has a name.  At a question it is the choices. */
#include "cli/term/complete.h"
#include "cli/term/json_fields.h"
#include "sconce.h"

#include <string.h>
#include <strings.h>

typedef struct {
    Offers *to;
    const char *word; /* what was typed of it */
    bool answers;     /* which are typed as they are; a name of several words goes in quotes */
} Wanted;

static void offer(const char *name, const json_t *thing, void *data)
{
    Wanted *w = data;
    (void)thing;
    const char *word = w->word + (*w->word == '"');
    if (strncasecmp(name, word, strlen(word)) != 0) return;
    StyledText t = {0};
    bool quotes = !w->answers && strchr(name, ' ');
    styled_put(&t, quotes ? "\"%s\"" : "%s", name);
    offers_add(w->to, styled_str(&t));
    styled_free(&t);
}

static void offer_verb(const char *name, const json_t *thing, void *data)
{
    const json_t *aka = json_object_get(thing, "aka");
    offer(name, thing, data);
    if (json_is_string(aka))
        offer(json_string_value(aka), aka, data);
    else
        names_each(aka, offer, data);
}

/* Start of the deed that is being typed: after the last `+`. */
static const char *deed(const char *before)
{
    const char *plus = strrchr(before, '+');
    const char *s = plus ? plus + 1 : before;
    return s + strspn(s, " ");
}

typedef struct {
    const char *word;
    size_t n;
    bool found;
} Sought;

static void seek(const char *name, const json_t *thing, void *data)
{
    Sought *s = data;
    (void)thing;
    s->found = s->found || (strlen(name) == s->n && strncasecmp(name, s->word, s->n) == 0);
}

/* Are all words before this one names of members?  The next word is then a verb. */
static bool opens_deed(const char *from, const char *word, const json_t *members)
{
    while (from < word) {
        Sought s = {.word = from, .n = strcspn(from, " ")};
        names_each(members, seek, &s);
        if (!s.found) return false;
        from += s.n;
        from += strspn(from, " ");
    }
    return true;
}

static void offer_lamps(Wanted *w, const json_t *status)
{
    const json_t *lamp;
    size_t i;
    json_array_foreach (field_list(status, "lights"), i, lamp) {
        offer(field_text(lamp, "light"), lamp, w);
        offer(field_text(lamp, "holder"), lamp, w);
    }
}

static const char *const charts[] = {"charts", NULL}, *const lights[] = {"lights", NULL},
                         *const tracks[] = {"tracks", NULL},
                         *const things[] = {"lights", "paces", "rooms", "decks", NULL},
                         *const all[] = {"lights", "paces",  "charts", "settings", "tracks",
                                         "rooms",  "timers", "decks",  "events",   NULL};

/* Which kinds of thing may stand behind this word. */
static const char *const *kinds_after(const char *first)
{
    static const char *const about[] = {"help", "why", "?", "odds", "=", "lua", "state"};
    size_t n = strcspn(first, " ");
    if (n == 5 && strncmp(first, "chart", n) == 0) return charts;
    if (n == 5 && (strncmp(first, "light", n) == 0 || strncmp(first, "snuff", n) == 0))
        return lights;
    if (n == 4 && (strncmp(first, "gain", n) == 0 || strncmp(first, "lose", n) == 0)) return tracks;
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (strlen(about[i]) == n && strncmp(first, about[i], n) == 0) return all;
    return things;
}

/* Offers the things that may stand behind the first word of a deed. */
static void offer_things(Wanted *w, const char *first, const json_t *book, const json_t *status)
{
    const char *const *kinds = kinds_after(first);
    for (const char *const *kind = kinds; *kind; kind++)
        names_each(json_object_get(book, *kind), offer, w);
    if (kinds == all) names_each(json_object_get(book, "verbs"), offer_verb, w);
    if (kinds == charts) return;
    offer_lamps(w, status);
    names_each(json_object_get(status, "party"), offer, w);
}

static void offer_answers(Wanted *w, const json_t *ask)
{
    names_each(json_object_get(ask, "choices"), offer, w);
    if (strcmp(field_text(ask, "type"), "yesno") == 0) {
        offer("yes", NULL, w);
        offer("no", NULL, w);
    }
}

void complete_at_table(const char *before, Offers *offers, void *data)
{
    Sconce *table = data;
    const char *asked = sconce_asked(table), *blank = strrchr(before, ' ');
    json_t *ask = asked ? fields_read(asked) : NULL;
    const char *word = blank && !ask ? blank + 1 : before;
    Wanted w = {.to = offers, .word = word, .answers = ask != NULL};
    offers->from = (size_t)(word - before);
    if (ask) {
        offer_answers(&w, ask);
        json_decref(ask);
        return;
    }
    json_t *book = fields_read(sconce_book(table)), *status = fields_read(sconce_status(table));
    const json_t *members = json_object_get(status, "party");
    const char *first = deed(before);
    if (first >= word || opens_deed(first, word, members))
        names_each(json_object_get(book, "verbs"), offer_verb, &w);
    if (first >= word && *word) names_each(members, offer, &w);
    if (first >= word && *word) names_each(json_object_get(book, "tracks"), offer, &w);
    if (first < word && !opens_deed(first, word, members)) offer_things(&w, first, book, status);
    json_decref(book);
    json_decref(status);
}
