/* One event, one piece.  An event is a row of a chart, a check, a track that changed, a turn that
 * began, or simply its text; the rolls that no event speaks of stand for themselves. */
#include "cli/term/events.h"
#include "cli/term/json_fields.h"
#include "cli/term/value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DAY = 24 * 60 };

void pieces_free(Pieces *p)
{
    for (size_t i = 0; i < p->n; i++) styled_free(&p->at[i].text);
    free(p->at);
    *p = (Pieces){0};
}

/* thing: the event or roll that it tells. */
static StyledText *piece(Pieces *p, const json_t *thing, Rank rank, bool small, int spare)
{
    bool secret = field_true(thing, "secret");
    p->at = must_have(realloc(p->at, (p->n + 1) * sizeof *p->at));
    p->at[p->n] = (Piece){.rank = rank, .small = small, .secret = secret, .spare = spare};
    return &p->at[p->n++].text;
}

const char *die_name(const char *die)
{
    return die[0] == '1' && die[1] == 'd' ? die + 1 : die;
}

/* "con" is CON; longer names stay as they are. */
static void stat_name(StyledText *t, const char *what)
{
    char stat[4] = "";
    size_t n = strlen(what);
    for (size_t i = 0; n <= 3 && i < n; i++) stat[i] = (char)toupper((unsigned char)what[i]);
    styled_clean(t, n <= 3 ? stat : what);
}

/* `[4]`, `[3 1]` */
static void faces(StyledText *t, const json_t *roll)
{
    const json_t *all = field_list(roll, "faces"), *face;
    size_t i;
    styled_put(t, "[");
    styled_tint(t, FACE);
    json_array_foreach (all, i, face)
        styled_put(t, "%s%" JSON_INTEGER_FORMAT, i ? " " : "", json_integer_value(face));
    styled_tint(t, PLAIN);
    styled_put(t, "]");
}

/* `d6 [4]`, `2d6 [3 1] = 4` */
static void dice(StyledText *t, const json_t *roll)
{
    const json_t *all = field_list(roll, "faces"), *total = json_object_get(roll, "total");
    styled_clean(t, die_name(field_text(roll, "die")));
    if (json_array_size(all) == 0) return;
    styled_put(t, " ");
    faces(t, roll);
    if (total && (json_array_size(all) > 1 || !json_equal(total, json_array_get(all, 0)))) {
        styled_put(t, " = ");
        value_put(t, total);
    }
}

static const json_t *roll_of(const json_t *event, const json_t *rolls)
{
    int64_t at = field_int(event, "roll", -1);
    return at >= 0 ? json_array_get(rolls, (size_t)at) : NULL;
}

/* A field of the event, or, where it has none, of its roll. */
static const json_t *either(const json_t *event, const json_t *roll, const char *key)
{
    const json_t *v = json_object_get(event, key);
    return v ? v : json_object_get(roll, key);
}

/* ` (Bram)` */
static void put_who(StyledText *t, const json_t *who)
{
    if (!*name_of(who)) return;
    styled_put(t, " (");
    styled_clean(t, name_of(who));
    styled_put(t, ")");
}

/* ` vs 12`, ` under 12` */
static void difficulty(StyledText *t, const json_t *event, const json_t *roll)
{
    const json_t *dc = either(event, roll, "dc");
    const char *how = json_is_true(either(event, roll, "under")) ? "under" : "vs";
    if (json_is_integer(dc))
        styled_put(t, " %s %" JSON_INTEGER_FORMAT, how, json_integer_value(dc));
}

/* `[11]+1 = 12` */
static void tested(StyledText *t, const json_t *event, const json_t *roll)
{
    json_int_t add = json_integer_value(either(event, roll, "add"));
    faces(t, roll);
    if (add) styled_put(t, "%+" JSON_INTEGER_FORMAT, add);
    styled_put(t, " = %" JSON_INTEGER_FORMAT, json_integer_value(either(event, roll, "total")));
}

static void verdict(StyledText *t, const json_t *event, const json_t *roll)
{
    const json_t *won = either(event, roll, "success");
    if (!json_is_boolean(won)) return;
    styled_put(t, " ");
    styled_tinted(t, json_is_true(won) ? GOOD : BAD, json_is_true(won) ? "success" : "failure");
}

/* `WIS d20`; `listen WIS d20` where several things are done at once */
static void what_is_tested(StyledText *t, const json_t *event, const json_t *roll)
{
    const char *deed = field_text(event, "deed");
    styled_clean(t, deed);
    styled_put(t, *deed ? " " : "");
    const char *what = json_string_value(either(event, roll, "what"));
    if (what) {
        stat_name(t, what);
        styled_put(t, " ");
    }
    styled_clean(t, die_name(field_text(roll, "die")));
}

/* `WIS d20 [11]+1 = 12 vs 12 success (Bram)` */
static void check(StyledText *t, const json_t *event, const json_t *roll)
{
    const json_t *who = either(event, roll, "who");
    what_is_tested(t, event, roll);
    styled_put(t, " ");
    tested(t, event, roll);
    difficulty(t, event, roll);
    verdict(t, event, roll);
    put_who(t, who);
}

/* `CON d20 vs 12: Bram [9]+1 = 10 failure   Ysolde [15] = 15 success` */
static void checks(StyledText *t, const json_t *events, size_t from, size_t n, const json_t *rolls)
{
    for (size_t i = from; i < from + n; i++) {
        const json_t *event = json_array_get(events, i), *roll = roll_of(event, rolls);
        if (i == from) {
            what_is_tested(t, event, roll);
            difficulty(t, event, roll);
            styled_put(t, ": ");
        }
        StyledText one = {0};
        styled_clean(&one, name_of(either(event, roll, "who")));
        styled_put(&one, " ");
        tested(&one, event, roll);
        verdict(&one, event, roll);
        styled_keep(&one);
        styled_put(t, i > from ? "   " : "");
        styled_join(t, &one);
        styled_free(&one);
    }
}

/* `hazard d6 [6] nothing: The dungeon is quiet.` */
static void row(StyledText *t, const json_t *event, const json_t *roll)
{
    const char *name = field_text(event, "name"), *text = field_text(event, "text");
    styled_clean(t, field_text(event, "kind"));
    styled_put(t, " ");
    dice(t, roll);
    if (*name) {
        styled_put(t, " ");
        styled_tinted(t, STRONG, name);
    }
    if (*text && strcmp(text, name) != 0) {
        styled_put(t, *name ? ": " : " ");
        styled_clean(t, text);
    }
}

/* `fatigue d4 [3] (Bram)`: a roll without an event. */
static void loose(StyledText *t, const json_t *roll)
{
    const char *why = field_text(roll, "for");
    if (json_object_get(roll, "dc")) {
        check(t, NULL, roll);
        return;
    }
    styled_clean(t, why);
    styled_put(t, *why ? " " : "");
    dice(t, roll);
    put_who(t, json_object_get(roll, "who"));
}

static void clock_of(StyledText *t, const json_t *event)
{
    int64_t minutes = field_int(event, "minutes", -1);
    styled_tint(t, STRONG);
    if (field_true(event, "inner")) {
        styled_clean(t, field_text(event, "procedure"));
        styled_put(t, " ");
    }
    styled_put(t, "T%" JSON_INTEGER_FORMAT, (json_int_t)field_int(event, "turn", 0));
    if (minutes >= DAY) styled_put(t, " day %lld", (long long)(minutes / DAY + 1));
    if (minutes >= 0) styled_put(t, " %d:%02d", (int)(minutes % DAY / 60), (int)(minutes % 60));
    styled_tint(t, PLAIN);
    styled_put(t, "  ");
    styled_clean(t, field_text(event, "text"));
}

/* What breaks off the turns that were asked for, needs the game master. */
static bool pressing(const json_t *event)
{
    return field_true(event, "stops") || strcmp(field_text(event, "kind"), "encounter") == 0;
}

/* ENCOUNTER: before a text that does not say what it is. */
static void decision(StyledText *t, const json_t *event)
{
    const char *kind = field_text(event, "kind"), *text = field_text(event, "text");
    styled_tint(t, CARE);
    if (!strcasestr(text, kind)) {
        for (; *kind; kind++)
            styled_put(t, "%c", isalpha((unsigned char)*kind) ? toupper(*kind) : ' ');
        styled_put(t, *text ? ": " : "");
    }
    styled_clean(t, text);
    styled_tint(t, PLAIN);
}

static bool is_check(const json_t *event, const json_t *roll)
{
    return roll && strcmp(field_text(event, "kind"), "check") == 0;
}

/* What is in the line that was typed, and what whoever answered knows already. */
static bool untold(const json_t *event, const Telling *telling)
{
    bool asked = strcmp(field_text(event, "kind"), "asked") == 0;
    bool seen = asked && !telling->again && !(telling->answers && field_true(event, "defaulted"));
    return field_true(event, "quiet") || field_true(event, "asked") || seen;
}

/* Has its text been told already, as the end of the one before?  Turns are told each. */
static bool repeated(const char *last, const json_t *event)
{
    if (strcmp(field_text(event, "kind"), "turn") == 0) return false;
    size_t n = strlen(field_text(event, "text")), all = strlen(last);
    return n > 0 && n <= all && strcmp(last + all - n, field_text(event, "text")) == 0;
}

/* How readily what changed gives way when it is crowded. */
static int spare_of(const json_t *event)
{
    const char *kind = field_text(event, "kind");
    bool changed = json_object_get(event, "was") && json_object_get(event, "now");
    if (changed || strcmp(kind, "light_out") == 0) return 0;
    if (field_true(event, "defaulted")) return 3;
    return 1;
}

static void event_piece(Pieces *p, const json_t *event, const json_t *roll)
{
    const char *kind = field_text(event, "kind"), *text = field_text(event, "text");
    bool turn = strcmp(kind, "turn") == 0;
    bool changed = json_object_get(event, "was") && json_object_get(event, "now");
    if (!turn && !roll && !*text && !pressing(event)) return;
    Rank rank = turn ? RANK_TURN : roll ? RANK_DIE : pressing(event) ? RANK_DECIDE : RANK_CHANGE;
    StyledText *t = piece(p, event, rank, changed || is_check(event, roll),
                          rank == RANK_CHANGE ? spare_of(event) : 0);
    if (turn)
        clock_of(t, event);
    else if (is_check(event, roll))
        check(t, event, roll);
    else if (roll)
        row(t, event, roll);
    else if (rank == RANK_DECIDE)
        decision(t, event);
    else
        styled_clean(t, text);
    if (field_true(event, "defaulted")) styled_tinted(t, FAINT, " (by default)");
}

/* Do two checks differ only in who makes them, and how? */
static bool alike(const json_t *a, const json_t *b, const json_t *rolls)
{
    static const char *const keys[] = {"what", "dc", "die", "secret", "deed", NULL};
    const json_t *x = roll_of(a, rolls), *y = roll_of(b, rolls);
    bool same = is_check(a, x) && is_check(b, y);
    for (const char *const *key = keys; same && *key; key++) {
        const json_t *v = either(a, x, *key), *w = either(b, y, *key);
        same = (!v && !w) || (v && w && json_equal(v, w));
    }
    return same;
}

/* What is said of whoever it befalls, behind "Bram: "; NULL when it is said otherwise. */
static const char *befallen(const json_t *event)
{
    const char *who = name_of(json_object_get(event, "who")), *text = field_text(event, "text");
    size_t n = strlen(who);
    bool so = n > 0 && field_true(event, "change") && strncmp(text, who, n) == 0 &&
              strncmp(text + n, ": ", 2) == 0;
    return so ? text + n + 2 : NULL;
}

/* Do two changes differ only in whom they befall? */
static bool befall_alike(const json_t *a, const json_t *b)
{
    const char *what = befallen(a), *other = befallen(b);
    return what && other && strcmp(what, other) == 0 &&
           field_true(a, "secret") == field_true(b, "secret") &&
           strcmp(name_of(json_object_get(a, "who")), name_of(json_object_get(b, "who"))) != 0;
}

/* How many events from `at` on are one check made by several, or befall several.  next: the next
 * roll that no event speaks of; it stands between those it fell between. */
static size_t company(const json_t *reply, size_t at, size_t next)
{
    const json_t *events = field_list(reply, "events"), *rolls = field_list(reply, "rolls");
    size_t n = 1, end = json_array_size(events);
    const json_t *first = json_array_get(events, at), *roll = json_array_get(rolls, next);
    int64_t after = field_int(roll, "after", (int64_t)end);
    if (after < (int64_t)end) end = (size_t)after;
    while (at + n < end) {
        const json_t *event = json_array_get(events, at + n);
        if (!alike(first, event, rolls) && !befall_alike(first, event)) break;
        n++;
    }
    return n;
}

/* `Bram, Ysolde and Pike: weary`, `everybody: weary` */
static void changes(StyledText *t, const json_t *reply, size_t at, size_t n)
{
    const json_t *events = field_list(reply, "events");
    bool all = n > 2 && n == json_array_size(field_list(json_object_get(reply, "status"), "party"));
    for (size_t i = 0; i < n && !all; i++) {
        styled_put(t, i == 0 ? "" : i + 1 == n ? " and " : ", ");
        styled_clean(t, name_of(json_object_get(json_array_get(events, at + i), "who")));
    }
    styled_put(t, all ? "everybody: " : ": ");
    styled_clean(t, befallen(json_array_get(events, at)));
}

/* One piece for several events. */
static void several(Pieces *p, const json_t *reply, size_t at, size_t n)
{
    const json_t *events = field_list(reply, "events"), *first = json_array_get(events, at);
    bool change = befallen(first) != NULL;
    StyledText *t = piece(p, first, change ? RANK_CHANGE : RANK_DIE, change, 0);
    if (change)
        changes(t, reply, at, n);
    else
        checks(t, events, at, n, field_list(reply, "rolls"));
}

/* Does an event speak of roll i? */
static bool spoken_of(const json_t *events, size_t i)
{
    const json_t *event;
    size_t at;
    json_array_foreach (events, at, event)
        if (field_int(event, "roll", -1) == (int64_t)i) return true;
    return false;
}

/* The rolls from *next on that fell before this event: those that no event speaks of. */
static void loose_pieces(Pieces *p, const json_t *reply, size_t *next, size_t event)
{
    const json_t *rolls = field_list(reply, "rolls"), *events = field_list(reply, "events");
    for (; *next < json_array_size(rolls); ++*next) {
        const json_t *roll = json_array_get(rolls, *next);
        if (spoken_of(events, *next) || json_array_size(field_list(roll, "faces")) == 0) continue;
        if (field_int(roll, "after", 0) > (int64_t)event) return;
        StyledText *t = piece(p, roll, RANK_DIE, true, 2);
        loose(t, roll);
    }
}

static void warning_pieces(Pieces *p, const json_t *warnings)
{
    const json_t *warning;
    size_t i;
    json_array_foreach (warnings, i, warning) {
        const char *text = json_string_value(warning);
        StyledText *t = piece(p, NULL, RANK_WARN, false, 0);
        styled_tint(t, CARE);
        styled_put(t, "! ");
        styled_tinted(t, CARE, text ? text : field_text(warning, "text"));
    }
}

Pieces pieces_of(const json_t *reply, Telling telling)
{
    Pieces p = {0};
    const json_t *all = field_list(reply, "events"), *dice = field_list(reply, "rolls");
    size_t at = telling.events, rolls = telling.rolls;
    const char *last = "";
    while (at < json_array_size(all)) {
        const json_t *event = json_array_get(all, at);
        loose_pieces(&p, reply, &rolls, at);
        size_t n = company(reply, at, rolls);
        if (n > 1) {
            several(&p, reply, at, n);
        } else if (!untold(event, &telling)) {
            const json_t *roll = roll_of(event, dice);
            if (roll || pressing(event) || !repeated(last, event)) event_piece(&p, event, roll);
            last = field_text(event, "text");
        }
        at += n;
    }
    loose_pieces(&p, reply, &rolls, SIZE_MAX / 2);
    warning_pieces(&p, field_list(reply, "warnings"));
    return p;
}
