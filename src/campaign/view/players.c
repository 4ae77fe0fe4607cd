/* The part of a command that players may see.
 *
 * All that players read of a line goes through players_view, which copies only what it knows to be
 * public: events that is_shown allows, the fields of keys_of, and the rolls of these events.
 * All that they read of the table as it is goes through the functions at the end.
 */
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/view/lines/show.h"
#include "campaign/view/players.h"
#include "core/ascii.h"

/* --- which events, rolls and fields -------------------------------------------------------- */

/* Names of fields, up to a NULL. */
typedef const char *const *Keys;

/* A kind of events that is public at any table, since the game master says it aloud. */
typedef struct {
    const char *kind;
    const char *keys[6]; /* its public fields, besides keys_of_all */
    const char *text;    /* the text for players; NULL: the event's own */
} PublicKind;

static const PublicKind public_kinds[] = {
    {.kind = "turn", .keys = {"minutes", "seconds", "procedure", "inner", "rounds"}},
    {.kind = "deed"},
    {.kind = "said"},
    {.kind = "kindled", .keys = {"holder"}},
    {.kind = "light_out", .keys = {"holder"}},
    {.kind = "moved", .keys = {"room", "new"}},
    {.kind = "enter"},
    {.kind = "leave"},
    {.kind = "split"},
    {.kind = "rejoined"},
    {.kind = "joined", .keys = {"who"}},
    {.kind = "left", .keys = {"who"}},
    {.kind = "away", .keys = {"who"}},
    {.kind = "back", .keys = {"who"}},
    {.kind = "order"},
    {.kind = "handed", .keys = {"how", "what", "who"}},
    {.kind = "clock"},
    {.kind = "encounter", .text = "Encounter!"},
};

static const char *const keys_of_all[] = {"kind", "quiet", "stops", NULL};
static const char *const turn_keys[] = {"turn", NULL};
static const char *const name_keys[] = {"name", NULL};
static const char *const change_keys[] = {"change", "who", "was", "now", NULL};
static const char *const check_keys[] = {"check", "who",   "what", "total", "dc",
                                         "add",   "under", "deed", NULL};
static const char *const chart_keys[] = {"chart", "who", "total", NULL};
static const char *const roll_keys[] = {"die", "faces", "total", "for", NULL};
static const char *const tested_keys[] = {"who", "add", "dc", "success", "what", NULL};
static const char *const no_keys[] = {NULL};

static const PublicKind *public_kind_of(const Value *event)
{
    const char *kind = value_text(event, "kind", "");
    for (size_t i = 0; i < sizeof public_kinds / sizeof *public_kinds; i++)
        if (strcmp(kind, public_kinds[i].kind) == 0) return &public_kinds[i];
    return NULL;
}

/* True if the rules declare an event or roll public, with `true` or with a text for players. */
static bool is_declared_public(const Value *thing)
{
    const Value *public = value_get(thing, "public");
    return public && (public->kind == TOKEN_TEXT || value_bool(thing, "public", false));
}

/* True if the event has a text for players (public = "…"), instead of all its other fields. */
static bool has_players_text(const Value *event)
{
    return *value_text(event, "public", "");
}

/* Decides whether players see an event.  Its field "public" has four states: true or a text for
 * players, they see it; false, they do not; absent, its kind decides. */
static bool is_shown(const Value *book, const Value *event)
{
    if (value_bool(event, "secret", false)) return false;
    if (value_get(event, "public")) return is_declared_public(event);
    if (value_is(event, "kind", "clock")) return players_see_turns(book);
    if (public_kind_of(event)) return true;
    /* Players write down the tracks of members and lights themselves. */
    const Value *track = thing_named(value_list(book, "tracks"), value_text(event, "kind", ""));
    return value_bool(event, "change", false) &&
           text_is_one_of(value_text(track, "of", ""), "member light");
}

/* The fields of an event that players see, besides keys_of_all and its name. */
static Keys keys_of(const Value *event)
{
    const PublicKind *public_kind = public_kind_of(event);
    if (has_players_text(event)) return no_keys;
    if (public_kind) return public_kind->keys;
    if (value_bool(event, "change", false)) return change_keys;
    if (value_bool(event, "check", false)) return check_keys;
    return value_bool(event, "chart", false) ? chart_keys : no_keys;
}

/* --- which rolls --------------------------------------------------------------------------- */

/* The events and rolls of a command, and which of them are shown. */
typedef struct {
    const PlayedLine *played;
    const Value *events, *rolls; /* of the line; empty where Lua was typed */
    Keys *keys;                  /* of each event: its public fields; NULL: it is not shown */
    size_t *before;              /* of each event, and of the end: how many before it are shown */
    size_t *place;               /* of each roll: its number among those shown, from 1; 0: none */
    size_t events_shown, rolls_shown;
    bool turns; /* the numbers of turns, and the clock, are shown */
} Seen;

/* Returns the index of an event's roll among the rolls; SIZE_MAX: it has none. */
static size_t roll_index(const Seen *s, const Value *event)
{
    int64_t at = value_int(event, "roll", -1);
    return at >= 0 && at < (int64_t)s->rolls->n ? (size_t)at : SIZE_MAX;
}

/* True if this event is a check or a chart's row that players see: they see its roll, too. */
static bool has_shown_roll(const Seen *s, size_t event)
{
    return (s->keys[event] == check_keys || s->keys[event] == chart_keys) &&
           roll_index(s, &s->events->items[event]) != SIZE_MAX;
}

/* Chooses which events are shown, and marks the rolls of those with place 1. */
static void choose_events(Seen *s, const Value *book)
{
    s->turns = players_see_turns(book);
    for (size_t i = 0; i < s->events->n; i++) {
        const Value *event = &s->events->items[i];
        s->before[i] = s->events_shown;
        s->keys[i] = is_shown(book, event) ? keys_of(event) : NULL;
        if (s->keys[i]) s->events_shown++;
        /* A turn that is hidden, or has a text for players, hides numbers and clock of the line. */
        if (value_is(event, "kind", "turn"))
            s->turns = s->turns && s->keys[i] && !has_players_text(event);
        if (has_shown_roll(s, i)) s->place[roll_index(s, event)] = 1;
    }
    s->before[s->events->n] = s->events_shown;
}

/* Numbers the rolls that are shown: those that choose_events has marked, and all public ones. */
static void choose_rolls(Seen *s)
{
    for (size_t i = 0; i < s->rolls->n; i++) {
        const Value *roll = &s->rolls->items[i];
        bool shown =
            (s->place[i] || is_declared_public(roll)) && !value_bool(roll, "secret", false);
        s->place[i] = shown ? ++s->rolls_shown : 0;
    }
}

/* --- writing --------------------------------------------------------------------------------- */

/* True if Lua could read the word (n bytes) as a number or as dice: 12, +2, 7.5, 0x1F, 1e3, 2d6. */
static bool is_number(const char *word, size_t n)
{
    size_t start = 0; /* of the first digit, behind a sign and a point */
    if (start < n && strchr("+-", word[start])) start++;
    if (start < n && word[start] == '.') start++;
    return start < n && is_digit(word[start]) &&
           strspn(word + start, "0123456789abcdefABCDEFxXpP.+-") >= n - start;
}

/* Puts the text of deeds without numbers, which may be DCs: "try con" of "try con 12". */
static void put_deeds(Text *t, const char *deeds)
{
    ScopedText kept = {0};
    while (*deeds) {
        size_t gap = strspn(deeds, " "), n = strcspn(deeds + gap, " ;");
        if (!is_number(deeds + gap, n)) text_addn(&kept, deeds, gap + n);
        deeds += gap + n;
        for (; *deeds == ';'; deeds++) text_addc(&kept, ';');
    }
    put_textn(t, text_str(&kept), kept.n);
    t->failed = t->failed || kept.failed;
}

/* True if the event's text is a list of deeds. */
static bool has_deeds(const Value *event)
{
    return text_is_one_of(value_text(event, "kind", ""), "turn deed");
}

/* Puts the text of an event for players: the event's text for them (public = "…"), or that of its
 * kind, or the text that the game master reads, in which deeds lose their numbers. */
static void put_event_text(Text *t, const Value *event)
{
    const PublicKind *public_kind = public_kind_of(event);
    const char *text = value_text(event, "public", value_text(event, "text", ""));
    /* An event that the rules declare public is told in their own words, unchanged. */
    if (public_kind && public_kind->text && !is_declared_public(event)) text = public_kind->text;
    if (has_deeds(event) && !is_declared_public(event))
        put_deeds(t, text);
    else
        put_text(t, text);
}

static void add_fields(MapWriter *map, const Value *from, Keys keys)
{
    for (; *keys; keys++) {
        const Value *v = value_get(from, *keys);
        if (v) put_raw(map_field(map, *keys), v->bytes, v->bytes_n);
    }
}

/* Puts event i as players see it.  Its "roll" is an index among the rolls shown, since gaps in
 * the numbers would show that there was a secret die. */
static void put_event(Text *t, const Seen *s, size_t i)
{
    const Value *event = &s->events->items[i];
    MapWriter map = {0};
    add_fields(&map, event, keys_of_all);
    if (s->turns) add_fields(&map, event, turn_keys);
    if (!has_players_text(event)) add_fields(&map, event, name_keys);
    add_fields(&map, event, s->keys[i]);
    put_event_text(map_field(&map, "text"), event);
    if (has_shown_roll(s, i) && s->place[roll_index(s, event)])
        put_int(map_field(&map, "roll"), (int64_t)s->place[roll_index(s, event)] - 1);
    map_end(&map, t);
}

/* Puts a roll as players see it.  Its field "after" counts the events shown before it. */
static void put_roll(Text *t, const Seen *s, const Value *roll)
{
    int64_t after = value_int(roll, "after", -1);
    MapWriter map = {0};
    add_fields(&map, roll, roll_keys);
    if (value_get(roll, "dc") || is_declared_public(roll)) add_fields(&map, roll, tested_keys);
    if (after >= 0 && after <= (int64_t)s->events->n)
        put_int(map_field(&map, "after"), (int64_t)s->before[after]);
    map_end(&map, t);
}

/* --- the line -------------------------------------------------------------------------------- */

/* Returns the length of a member's name at the beginning of a line, with quotes and the blank
 * behind it; 0 when the line does not begin with the name. */
static size_t name_length(const char *line, const char *name)
{
    bool quoted = *line == '"';
    size_t n = strlen(name), start = quoted ? 1 : 0, end = start + n;
    if (n == 0 || strncmp(line + start, name, n) != 0) return 0;
    if (quoted && line[end++] != '"') return 0;
    return line[end] == ' ' ? end + 1 : 0;
}

/* Returns the line without the members' names that it begins with: `Bram "Old Tom" search`. */
static const char *behind_names(const char *line, const Value *members)
{
    for (;;) {
        size_t n = 0;
        for (size_t i = 0; i < members->n && n == 0; i++)
            n = name_length(line, thing_name(&members->items[i]));
        if (n == 0) return line;
        line += n;
    }
}

/* True if a word of the line is a verb that players do not see. */
static bool has_hidden_verb(const Value *book, const char *line)
{
    for (; *line; line += strspn(line, " ;+")) {
        size_t n = strcspn(line, " ;+");
        value_each (verb, value_list(book, "verbs"))
            if ((value_bool(verb, "secret", false) || !value_bool(verb, "public", true)) &&
                same_word(value_text(verb, "verb", ""), line, n))
                return true;
        line += n;
    }
    return false;
}

/* Puts what players did: the text of the first deed or turn that they see; or else the typed line,
 * if it is a verb of the ruleset that they see; or else "".  The line holds no answers behind a
 * colon, "search: a silver key": the cell keeps those apart (split_off_answers in play/line.lua).
 */
static void put_line(Text *t, const Value *book, const Seen *s)
{
    const char *line = s->played->line;
    for (size_t i = 0; i < s->events->n; i++) {
        if (!s->keys[i] || !has_deeds(&s->events->items[i])) continue;
        put_event_text(t, &s->events->items[i]);
        return;
    }
    bool is_deed = is_exact_ruleset_verb(book, behind_names(line, s->played->members));
    put_deeds(t, is_deed && !has_hidden_verb(book, line) ? line : "");
}

/* --- all of it ------------------------------------------------------------------------------- */

/* Puts the map that players_view returns. */
static void put_seen(Text *t, const Value *book, const Seen *s)
{
    put_map(t, 4);
    put_key(t, "events");
    put_list(t, s->events_shown);
    for (size_t i = 0; i < s->events->n; i++)
        if (s->keys[i]) put_event(t, s, i);
    put_key(t, "line");
    put_line(t, book, s);
    put_key(t, "rolls");
    put_list(t, s->rolls_shown);
    for (size_t i = 0; i < s->rolls->n; i++)
        if (s->place[i]) put_roll(t, s, &s->rolls->items[i]);
    put_key(t, "turns");
    put_bool(t, s->turns);
}

Tree *players_view(const Value *book, const PlayedLine *played, Err *err)
{
    bool is_lua = played->line[0] == '=' || strncmp(played->line, "lua ", 4) == 0;
    Seen s = {.played = played,
              .events = is_lua ? empty_list() : played->events,
              .rolls = is_lua ? empty_list() : played->rolls};
    s.keys = calloc(s.events->n + 1, sizeof *s.keys);
    s.before = calloc(s.events->n + 1, sizeof *s.before);
    s.place = calloc(s.rolls->n + 1, sizeof *s.place);
    ScopedText bytes = {0};
    Tree *seen = NULL;
    if (s.keys && s.before && s.place) {
        choose_events(&s, book);
        choose_rolls(&s);
        put_seen(&bytes, book, &s);
    }
    if (bytes.n == 0 || bytes.failed)
        err_set(err, "out of memory");
    else
        seen = tree_of(&bytes, err);
    free(s.keys);
    free(s.before);
    free(s.place);
    return seen;
}

/* --- the table as it is ---------------------------------------------------------------------- */

bool players_see_event(const Value *book, const char *name)
{
    value_each (hidden, value_list(book, "hidden"))
        if (hidden->kind == TOKEN_TEXT && strcmp(hidden->s, name) == 0) return false;
    return true;
}

bool players_see_turns(const Value *book)
{
    return players_see_event(book, "turn_start");
}

bool players_see_fact(const Value *book, const Value *fact)
{
    const Value *public = value_get(fact, "public");
    bool declared = value_bool(fact, "public", false);
    bool public_by_kind = !public && text_is_one_of(value_text(fact, "of", ""), "member light");
    return (declared || public_by_kind) && !value_bool(fact, "secret", false) &&
           players_see_event(book, value_text(fact, "name", ""));
}

bool players_may_say(const Value *book, const Value *members, const char *line)
{
    if (!*line || strpbrk(line, "=:;") || has_hidden_verb(book, line)) return false;
    for (const char *deed = line; deed; deed = strchr(deed, '+')) { /* "search + Bram listen" */
        if (*deed == '+') deed++;
        deed += strspn(deed, " \t");
        if (!is_exact_ruleset_verb(book, behind_names(deed, members))) return false;
    }
    return true;
}

bool players_see_ask(const Value *ask, const Value *party)
{
    const Value *who = value_get(ask, "who");
    if (!value_is(ask, "id", "die") || value_bool(ask, "secret", false) || !who) return false;
    if (value_get(ask, "cards")) return false; /* the question would tell which are left */
    if (who->kind == TOKEN_TEXT) return thing_named(party, who->s) != NULL;
    if (who->kind != TOKEN_LIST || who->n == 0) return false;
    value_each (name, who)
        if (name->kind != TOKEN_TEXT || !thing_named(party, name->s)) return false;
    return true;
}
