/* An event is written as a row of a chart, a check, a change of a track, a new turn, or else as its
 * text.  A roll that no event mentions is written on its own. */
#include "campaign/view/narration.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/view/show.h"
#include "core/quantity.h"

/* The hint "spare" of lines that may be left out where space is short, the last kind first. */
enum { SPARE_EVENT = 1, SPARE_ROLL, SPARE_DEFAULTED };

size_t narration_members(const Value *status)
{
    return value_list(status, "party")->n;
}

static bool is_kind(const Value *event, const char *kind)
{
    return strcmp(value_text(event, "kind", ""), kind) == 0;
}

static const Value *roll_of(const Value *event, const Value *rolls)
{
    int64_t at = value_int(event, "roll", -1);
    return at >= 0 && at < (int64_t)rolls->n ? &rolls->items[at] : NULL;
}

/* Finds a field of the event, or else of its roll. */
static const Value *check_field(const Value *event, const Value *roll, const char *key)
{
    const Value *v = value_get(event, key);
    return v ? v : value_get(roll, key);
}

static int64_t int_of(const Value *v)
{
    return v && v->kind == TOKEN_INT ? v->integer : 0;
}

/* --- what comes next ---------------------------------------------------------------------- */

/* Marks the rolls that events mention.  Once for all, since there may be very many. */
static void mark_mentioned(Narrator *n)
{
    if (n->mentioned || n->rolls->n == 0) return;
    n->mentioned = calloc(n->rolls->n, sizeof *n->mentioned);
    value_each (event, n->events) {
        const Value *roll = n->mentioned ? roll_of(event, n->rolls) : NULL;
        if (roll) n->mentioned[roll - n->rolls->items] = true;
    }
}

/* True if the roll is not shown on its own. */
static bool is_silent(const Narrator *n, const Value *roll)
{
    return (n->mentioned && n->mentioned[n->roll]) || value_list(roll, "faces")->n == 0 ||
           (!n->reasons && value_bool(roll, "quiet", false)) ||
           (n->audience == FOR_LOG && !value_get(roll, "after"));
}

/* Takes the next roll that no event mentions, if it was made before the next event; or NULL. */
static const Value *next_roll(Narrator *n)
{
    for (; n->roll < n->rolls->n; n->roll++) {
        const Value *roll = &n->rolls->items[n->roll];
        if (is_silent(n, roll)) continue;
        bool later = n->event < n->events->n && value_int(roll, "after", 0) > (int64_t)n->event;
        if (later) return NULL;
        n->roll++;
        return roll;
    }
    return NULL;
}

/* True if the text narrated last ends with this text. */
static bool is_repeated(const Narrator *n, const char *text)
{
    size_t length = strlen(text), last = n->last ? strlen(n->last) : 0;
    return length <= last && strcmp(n->last + last - length, text) == 0;
}

/* Returns the text of a change without its owner: "hp 3" of "Bram: hp 3"; NULL: no owner. */
static const char *change_without_owner(const Value *e)
{
    const char *who = value_text(e, "who", ""), *text = value_text(e, "text", "");
    size_t n = strlen(who);
    bool owned = n > 0 && value_bool(e, "change", false) && strncmp(text, who, n) == 0 &&
                 strncmp(text + n, ": ", 2) == 0;
    return owned ? text + n + 2 : NULL;
}

/* True if two changes differ only in their owner. */
static bool same_change(const Value *a, const Value *b)
{
    const char *one = change_without_owner(a), *other = change_without_owner(b);
    return one && other && strcmp(one, other) == 0 &&
           value_bool(a, "secret", false) == value_bool(b, "secret", false) &&
           strcmp(value_text(a, "who", ""), value_text(b, "who", "")) != 0;
}

static bool is_check(const Value *event, const Value *roll)
{
    return roll && is_kind(event, "check");
}

/* True if the event is the change of a track. */
static bool is_change(const Value *event)
{
    return value_get(event, "was") && value_get(event, "now");
}

static bool same_value(const Value *a, const Value *b)
{
    if (!a || !b) return a == b;
    return a->bytes_n == b->bytes_n && memcmp(a->bytes, b->bytes, a->bytes_n) == 0;
}

/* True if two checks differ only in the member who makes them, and in their results. */
static bool same_check(const Value *a, const Value *b, const Value *rolls)
{
    static const char *const keys[] = {"what", "dc", "die", "label", "secret", "deed", NULL};
    const Value *x = roll_of(a, rolls), *y = roll_of(b, rolls);
    bool same = is_check(a, x) && is_check(b, y);
    for (const char *const *key = keys; same && *key; key++)
        same = same_value(check_field(a, x, *key), check_field(b, y, *key));
    return same;
}

/* True if two lights of a kind went out in the same way. */
static bool same_light_out(const Value *a, const Value *b)
{
    return is_kind(a, "light_out") && is_kind(b, "light_out") &&
           same_value(value_get(a, "name"), value_get(b, "name")) &&
           same_value(value_get(a, "why"), value_get(b, "why")) &&
           value_bool(a, "secret", false) == value_bool(b, "secret", false);
}

/* Counts the next events that are alike and have no other roll between them. */
static size_t count_alike(const Narrator *n)
{
    size_t alike = 1, end = n->events->n;
    if (n->roll < n->rolls->n) {
        int64_t after = value_int(&n->rolls->items[n->roll], "after", 0);
        if (after < (int64_t)end) end = (size_t)after;
    }
    const Value *first = &n->events->items[n->event];
    bool screen = n->audience == FOR_SCREEN;
    while (n->event + alike < end && (same_change(first, first + alike) ||
                                      (screen && same_check(first, first + alike, n->rolls)) ||
                                      (screen && same_light_out(first, first + alike))))
        alike++;
    return alike;
}

/* True if the text narrated last said it of all lights: "Ysolde's torch burns out." after "Every
 * torch burns out." */
static bool is_of_every_light(const Narrator *n, const Value *event)
{
    const char *whose = strstr(value_text(event, "text", ""), "'s ");
    return is_kind(event, "light_out") && whose && is_repeated(n, whose + strlen("'s"));
}

/* True if a field of an event is set by the program, and not by the rules. */
static bool is_field_of_program(PairKey key)
{
    static const char *const names[] = {"kind", "name",   "text",   "turn",
                                        "from", "secret", "public", "stops"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key.s, names[i]) == 0) return true;
    return false;
}

/* True if a question of several parts offered this value as the answer of that name. */
static bool was_offered(const Value *ask, const char *name, const Value *v)
{
    value_each (part, value_list(ask, "parts"))
        if (strcmp(value_text(part, "id", ""), name) == 0)
            return same_value(value_get(part, "default"), v);
    return false;
}

/* Appends the words of a text in small letters, with blanks before and behind each. */
static void add_words(Text *t, const char *s)
{
    text_addc(t, ' ');
    for (; *s; s++) {
        bool letter = isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80;
        if (letter || t->s[t->n - 1] != ' ')
            text_addc(t, letter ? (char)tolower((unsigned char)*s) : ' ');
    }
    if (!t->failed && t->s[t->n - 1] != ' ') text_addc(t, ' ');
}

/* True if every word of a text stands in a question of several parts. */
static bool was_worded(const Value *ask, const char *text)
{
    ScopedText asked = {0}, words = {0};
    add_words(&asked, value_text(ask, "text", ""));
    value_each (part, value_list(ask, "parts")) add_words(&asked, value_text(part, "short", ""));
    add_words(&words, text);
    bool all = !asked.failed && !words.failed;
    for (size_t at = 0; all && at + 1 < words.n;) {
        size_t length = strcspn(words.s + at + 1, " ") + 2; /* with both blanks */
        all = memmem(asked.s, asked.n, words.s + at, length) != NULL;
        at += length - 1;
    }
    return all;
}

/* True if an event of the rules tells only what its reader has just taken by Enter alone: its
 * fields, or its words, stand in that question. */
static bool was_confirmed(const Narrator *n, const Value *event)
{
    size_t own = 0, offered = 0;
    if (!n->confirmed || event->kind != TOKEN_MAP || value_get(event, "roll")) return false;
    if (is_change(event)) return false;
    for (size_t i = 0; i < event->n; i++) {
        PairKey key = pair_key(&event->pairs[i]);
        if (is_field_of_program(key)) continue;
        own++;
        offered += was_offered(n->confirmed, key.s, event->pairs[i].value);
    }
    return own > 0 && (offered == own || was_worded(n->confirmed, value_text(event, "text", "")));
}

/* True if a procedure begins whose name the prompt shows first: `fight T0>`. */
static bool is_in_prompt(const Narrator *n, const Value *event)
{
    const char *name = value_text(event, "name", "");
    size_t length = strlen(name);
    return is_kind(event, "enter") && n->prompt && strncmp(n->prompt, name, length) == 0 &&
           n->prompt[length] == ' ';
}

/* True if the reader knows the event already, from the typed line, from the answer just given, or
 * from the prompt. */
static bool is_known(const Narrator *n, const Value *event)
{
    bool defaulted = n->answers == ANSWERS_DEFAULTED && value_bool(event, "defaulted", false);
    bool only = value_bool(event, "only", false) && n->audience == FOR_SCREEN;
    bool seen = is_kind(event, "asked") && n->answers != ANSWERS_ALL && !defaulted && !only;
    return value_bool(event, "quiet", false) || value_bool(event, "asked", false) || seen ||
           is_in_prompt(n, event);
}

/* True if the event's track went up or down by one, and the prompt shows it: " | alarm 3". */
static bool is_counted(const Narrator *n, const Value *event)
{
    const Value *was = value_get(event, "was"), *now = value_get(event, "now");
    const char *kind = value_text(event, "kind", ""), *at = n->prompt;
    size_t length = strlen(kind);
    if (!at || !was || !now || was->kind != TOKEN_INT || now->kind != TOKEN_INT) return false;
    if (now->integer - was->integer != 1 && was->integer - now->integer != 1) return false;
    if (change_without_owner(event)) return false;
    while ((at = strstr(at, " | "))) {
        at += 3;
        if (strncmp(at, kind, length) == 0 && at[length] == ' ' &&
            (isdigit((unsigned char)at[length + 1]) || at[length + 1] == '-'))
            return true;
    }
    return false;
}

/* True if this many events, which are alike, are of all members; lights belong to somebody. */
static bool is_everybody(const Value *event, size_t alike, size_t members)
{
    return alike > 2 && alike == members && !strstr(value_text(event, "who", ""), "'s ");
}

/* Takes the next event and those like it.  False when they are not worth a line. */
static bool take_event(Narrator *n, Narration *part)
{
    size_t alike = count_alike(n);
    const Value *e = &n->events->items[n->event];
    const char *text = value_text(e, "text", "");
    bool screen = n->audience == FOR_SCREEN, urgent = screen && value_bool(e, "stops", false);
    n->event += alike;
    *part = (Narration){.event = e,
                        .roll = roll_of(e, n->rolls),
                        .rolls = n->rolls,
                        .alike = alike,
                        .everybody = is_everybody(e, alike, n->members),
                        .repeated = *text && is_repeated(n, text),
                        .turn = is_kind(e, "turn")};
    if (is_change(e) && value_bool(e, "quiet", false)) return false;
    if (value_bool(e, "chart", false) && value_bool(e, "quiet", false)) return n->reasons;
    if (screen && is_of_every_light(n, e)) return false;
    if (screen && alike > 1) return true;
    if (screen && (is_known(n, e) || is_counted(n, e) || was_confirmed(n, e))) return false;
    bool given = part->turn || part->roll || urgent || (*text && !part->repeated);
    if (given || screen) n->last = text;
    return given;
}

bool narration_next(Narrator *n, Narration *part)
{
    mark_mentioned(n);
    for (;;) {
        const Value *roll = next_roll(n);
        if (roll) {
            *part = (Narration){.roll = roll, .alike = 1};
            return true;
        }
        if (n->event == n->events->n) break;
        if (take_event(n, part)) return true;
    }
    free(n->mentioned);
    n->mentioned = NULL;
    return false;
}

/* --- changes ------------------------------------------------------------------------------ */

/* True if the value is a word that needs no track before it, as the step "tired" of a ladder. */
static bool is_word(const Value *v)
{
    size_t n = v && v->kind == TOKEN_TEXT ? v->n : 0;
    for (size_t i = 0; i < n; i++)
        if (!islower((unsigned char)v->s[i])) return false;
    return n > 0;
}

/* Returns what a member is now, "weary" or "tired", or NULL when the change is not of that kind. */
static const char *state_of(const Value *event)
{
    const Value *was = value_get(event, "was"), *now = value_get(event, "now");
    const char *kind = value_text(event, "kind", "");
    if (!change_without_owner(event) || !was || !now) return NULL;
    if (now->kind == TOKEN_BOOL && !strchr(kind, '_')) return kind;
    if (is_word(was) && is_word(now)) return now->s;
    return NULL;
}

/* Appends ` is weary`, ` are no longer weary` or `: hp 3`. */
static void add_state(Text *t, const Value *event, bool several)
{
    const char *state = state_of(event);
    const Value *now = value_get(event, "now");
    bool over = state && now->kind == TOKEN_BOOL && !now->boolean;
    if (!state) {
        text_addf(t, ": %s", change_without_owner(event));
        return;
    }
    text_addf(t, " %s %s", several ? "are" : "is", over ? "no longer " : "");
    text_addn(t, state, now->kind == TOKEN_TEXT ? now->n : strlen(state));
    text_addc(t, '.');
}

/* Appends `walked 36 m, 72 m in all`.  False: the quantity did not grow from more than nothing. */
static bool add_growth(Text *t, const Value *event, const Value *since)
{
    const Value *was = value_get(since, "was"), *now = value_get(event, "now");
    Quantity less, more;
    if (!was || !now || was->kind != TOKEN_TEXT || now->kind != TOKEN_TEXT) return false;
    if (!quantity_parse(&less, was->s, was->n, NULL) ||
        !quantity_parse(&more, now->s, now->n, NULL))
        return false;
    if (less.num <= 0 || change_without_owner(event)) return false;
    if (!quantity_subtract(&more, &less, NULL) || more.num <= 0) return false;
    text_addf(t, "%s ", value_text(event, "kind", ""));
    quantity_print(&more, t);
    text_add(t, ", ");
    show_value(t, now);
    text_add(t, " in all");
    return true;
}

/* Appends the change of a track as a sentence. */
static void add_change(Text *t, const Value *event, const Value *since)
{
    if (add_growth(t, event, since ? since : event)) return;
    if (state_of(event)) {
        text_add(t, value_text(event, "who", ""));
        add_state(t, event, false);
    } else {
        text_add(t, value_text(event, "text", ""));
    }
}

/* --- dice --------------------------------------------------------------------------------- */

/* `[4]`, `[3 1]` */
static void add_faces(StyledLines *l, const Value *roll)
{
    const Value *faces = value_list(roll, "faces");
    lines_add(l, ROLE_ROLL, "[");
    for (size_t i = 0; i < faces->n; i++) {
        text_add(&l->text, i ? " " : "");
        show_value(&l->text, &faces->items[i]);
    }
    lines_end_piece(l, ROLE_FACE);
    lines_add(l, ROLE_ROLL, "]");
}

/* Says of dice in the log that the game master typed them. */
static void add_typed(StyledLines *l, const Value *roll, Audience audience)
{
    if (audience == FOR_LOG && value_bool(roll, "typed", false)) lines_add(l, ROLE_DIM, " (typed)");
}

/* `d6 [4]`, `2d6 [3 1] = 4` */
static void add_dice(StyledLines *l, const Value *roll, Audience audience)
{
    const Value *faces = value_list(roll, "faces");
    lines_add(l, ROLE_ROLL, short_die(value_text(roll, "die", "")));
    if (faces->n == 0) return;
    lines_add(l, ROLE_ROLL, " ");
    add_faces(l, roll);
    add_typed(l, roll, audience);
    if (faces->n == 1 && same_value(value_get(roll, "total"), &faces->items[0])) return;
    show_field(&l->text, roll, "total", " = ", "");
    lines_end_piece(l, ROLE_ROLL);
}

/* --- modifiers ---------------------------------------------------------------------------- */

/* The text of the named modifiers of a check or a row: " -10 darkness". */
static int64_t modifiers_sum(const Value *event)
{
    int64_t sum = 0;
    value_each (one, value_list(event, "modifiers")) sum += value_int(one, "add", 0);
    return sum;
}

/* `+1 -10 darkness`: what is added to a roll, those that have a name behind the rest.  One that
 * gives advantage or disadvantage has no number: `(darkness)`. */
static void add_added(StyledLines *l, const Value *event, int64_t add)
{
    int64_t rest = add - modifiers_sum(event);
    if (rest) lines_addf(l, ROLE_ROLL, "%+" PRId64, rest);
    value_each (one, value_list(event, "modifiers")) {
        int64_t n = value_int(one, "add", 0);
        if (n)
            lines_addf(l, ROLE_ROLL, " %+" PRId64 " %s", n, thing_name(one));
        else
            lines_addf(l, ROLE_ROLL, " (%s)", thing_name(one));
    }
}

/* `hazard d6 [6] nothing: The dungeon is quiet.` */
static void add_row(StyledLines *l, const Value *event, const Value *roll, Audience audience)
{
    const char *name = value_text(event, "name", ""), *text = value_text(event, "text", "");
    lines_addf(l, ROLE_ROLL, "%s ", value_text(event, "kind", ""));
    add_dice(l, roll, audience);
    int64_t total = value_int(roll, "total", 0), add = value_int(event, "total", total) - total;
    add_added(l, event, add);
    if (add) lines_addf(l, ROLE_ROLL, " = %" PRId64, total + add);
    lines_add(l, ROLE_ROLL, *name ? " " : "");
    lines_add(l, ROLE_NAME, name);
    if (*text && strcmp(text, name) != 0)
        lines_addf(l, ROLE_ROLL, "%s%s", *name ? ": " : " ", text);
}

/* --- checks ------------------------------------------------------------------------------- */

/* True if a check rolls under its number, to which all that is added belongs. */
static bool is_under(const Value *event, const Value *roll)
{
    const Value *under = check_field(event, roll, "under");
    return under && under->kind == TOKEN_BOOL && under->boolean;
}

/* `WIS d20`; `listen WIS d20` where the line has several deeds; `axe on the door d20`, a label. */
static void add_tested(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *what = check_field(event, roll, "what");
    if (value_get(event, "label")) {
        show_field(&l->text, event, "label", "", " ");
    } else {
        show_field(&l->text, event, "deed", "", " ");
    }
    if (what && what->kind == TOKEN_TEXT && !value_get(event, "label")) {
        show_stat(&l->text, what->s);
        text_addc(&l->text, ' ');
    }
    const char *die = short_die(value_text(roll, "die", ""));
    bool below = is_under(event, roll);
    size_t n = strlen(die);
    bool best = n > 4 && strcmp(die + n - 3, "kh1") == 0;
    bool worst = n > 4 && strcmp(die + n - 3, "kl1") == 0;
    if (strncmp(die, "2d", 2) == 0 && (best || worst))
        text_addf(&l->text, "%.*s with %s", (int)n - 4, die + 1,
                  best == !below ? "advantage" : "disadvantage");
    else
        text_add(&l->text, die);
    lines_end_piece(l, ROLE_ROLL);
}

/* ` vs 12`, ` under 12`, ` under 22 -10 darkness = 12` */
static void add_difficulty(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *dc = check_field(event, roll, "dc");
    if (!dc || dc->kind != TOKEN_INT) return;
    bool under = is_under(event, roll);
    int64_t more = under ? modifiers_sum(event) : 0;
    lines_addf(l, ROLE_ROLL, " %s %" PRId64, under ? "under" : "vs", dc->integer - more);
    if (under) add_added(l, event, more);
    if (more) lines_addf(l, ROLE_ROLL, " = %" PRId64, dc->integer);
}

/* `[11]+1 = 12` */
static void add_result(StyledLines *l, const Value *event, const Value *roll)
{
    int64_t add = int_of(check_field(event, roll, "add"));
    add_faces(l, roll);
    if (!is_under(event, roll)) add_added(l, event, add);
    lines_addf(l, ROLE_ROLL, " = %" PRId64, int_of(check_field(event, roll, "total")));
}

/* ` success` */
static void add_success(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *success = check_field(event, roll, "success");
    if (!success || success->kind != TOKEN_BOOL) return;
    lines_add(l, ROLE_ROLL, " ");
    lines_add(l, success->boolean ? ROLE_SUCCESS : ROLE_FAILURE,
              success->boolean ? "success" : "failure");
}

/* ` (Bram)` */
static void add_who(StyledLines *l, const Value *who)
{
    const char *name = thing_name(who);
    if (*name) lines_addf(l, ROLE_ROLL, " (%s)", name);
}

/* `WIS d20 [11]+1 = 12 vs 12 success (Bram)` */
static void add_check(StyledLines *l, const Value *event, const Value *roll)
{
    add_tested(l, event, roll);
    lines_add(l, ROLE_ROLL, " ");
    add_result(l, event, roll);
    add_difficulty(l, event, roll);
    add_success(l, event, roll);
    add_who(l, check_field(event, roll, "who"));
}

/* `CON d20 vs 12: Bram [9]+1 = 10 failure   Ysolde [15] = 15 success` */
static void add_checks(StyledLines *l, const Narration *part)
{
    add_tested(l, part->event, part->roll);
    add_difficulty(l, part->event, part->roll);
    lines_add(l, ROLE_ROLL, ": ");
    for (size_t i = 0; i < part->alike; i++) {
        const Value *event = part->event + i, *roll = roll_of(event, part->rolls);
        lines_add(l, ROLE_ROLL, i ? "   " : "");
        l->whole = true;
        lines_addf(l, ROLE_ROLL, "%s ", thing_name(check_field(event, roll, "who")));
        add_result(l, event, roll);
        add_success(l, event, roll);
        l->whole = false;
    }
}

/* --- lines for the screen ----------------------------------------------------------------- */

/* `Bram, Ysolde and Pike are weary.`, `Everyone: hp 3` */
static void add_alike(StyledLines *l, const Narration *part)
{
    for (size_t i = 0; i < part->alike && !part->everybody; i++) {
        text_add(&l->text, i == 0 ? "" : i + 1 == part->alike ? " and " : ", ");
        text_add(&l->text, value_text(part->event + i, "who", ""));
    }
    text_add(&l->text, part->everybody ? "Everyone" : "");
    add_state(&l->text, part->event, !part->everybody);
    lines_end_piece(l, ROLE_CHANGE);
}

static void add_turn(StyledLines *l, const Narration *part)
{
    const Value *e = part->event;
    narration_procedure(&l->text, part);
    show_clock(&l->text, value_int(e, "turn", 0), value_int(e, "minutes", -1),
               value_int(e, "seconds", 0));
    lines_end_piece(l, ROLE_TURN);
    lines_addf(l, ROLE_TEXT, "  %s", value_text(e, "text", ""));
}

/* `ENCOUNTER: Three ghouls.`; only the text, when it has the word itself; `ENCOUNTER!`, when the
 * text has just been narrated. */
static void add_urgent(StyledLines *l, const Narration *part)
{
    const char *kind = value_text(part->event, "kind", "");
    const char *text = value_text(part->event, "text", "");
    bool named = strcasestr(text, kind) != NULL;
    for (; !named && *kind; kind++)
        text_addc(&l->text,
                  isalpha((unsigned char)*kind) ? (char)toupper((unsigned char)*kind) : ' ');
    if (part->repeated && !named)
        lines_add(l, ROLE_URGENT, "!");
    else
        lines_addf(l, ROLE_URGENT, "%s%s", !named && *text ? ": " : "", text);
}

/* `fatigue d4 [3]` */
static void add_roll(StyledLines *l, const Value *roll, Audience audience)
{
    show_field(&l->text, roll, "for", "", " ");
    lines_end_piece(l, ROLE_ROLL);
    add_dice(l, roll, audience);
}

static void add_event(StyledLines *l, StyledLine *line, const Narration *part)
{
    const Value *e = part->event;
    bool defaulted = value_bool(e, "defaulted", false);
    if (is_change(e) || is_check(e, part->roll)) line->share = LINE_GAP;
    if (part->turn)
        add_turn(l, part);
    else if (is_check(e, part->roll))
        add_check(l, e, part->roll);
    else if (part->roll)
        add_row(l, e, part->roll, FOR_SCREEN);
    else if (value_bool(e, "stops", false))
        add_urgent(l, part);
    else {
        if (!is_change(e) && !is_kind(e, "light_out") && !is_kind(e, "broken") &&
            !is_kind(e, "halted"))
            line->spare = defaulted ? SPARE_DEFAULTED : SPARE_EVENT;
        if (is_change(e))
            add_change(&l->text, e, part->since);
        else
            text_add(&l->text, value_text(e, "text", ""));
        lines_end_piece(l, is_change(e) ? ROLE_CHANGE : ROLE_EVENT);
    }
    if (value_bool(e, "only", false))
        lines_add(l, ROLE_DIM, " (nothing else to choose)");
    else if (defaulted)
        lines_add(l, ROLE_DIM, " (by default)");
}

/* `Ysolde's torch burns out, Pike's and Wren's too.` */
static void add_lights_out(StyledLines *l, const Narration *part)
{
    const char *text = value_text(part->event, "text", "");
    size_t n = strlen(text), others = part->alike - 1;
    text_addn(&l->text, text, n > 0 && text[n - 1] == '.' ? n - 1 : n);
    for (size_t i = 1; i <= others; i++) {
        text_add(&l->text, i > 1 && i == others ? " and " : ", ");
        text_addf(&l->text, "%s's", value_text(part->event + i, "holder", ""));
    }
    text_add(&l->text, " too.");
    lines_end_piece(l, ROLE_EVENT);
}

static void add_line(StyledLines *l, const Narration *part)
{
    StyledLine *line = lines_begin(l, part->turn ? 0 : LINE_INDENT);
    const Value *thing = part->event ? part->event : part->roll;
    if (value_bool(thing, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
    if (!part->event) {
        line->share = LINE_GAP;
        line->spare = SPARE_ROLL;
        if (value_get(thing, "dc")) {
            add_check(l, NULL, thing);
        } else {
            add_roll(l, thing, FOR_SCREEN);
            add_who(l, value_get(thing, "who"));
        }
    } else if (part->alike == 1) {
        add_event(l, line, part);
    } else if (change_without_owner(part->event)) {
        line->share = LINE_GAP;
        add_alike(l, part);
    } else if (is_kind(part->event, "light_out")) {
        add_lights_out(l, part);
    } else {
        add_checks(l, part);
    }
}

/* --- many turns as one ---------------------------------------------------------------------- */

enum { TURNS_APART = 3 };  /* turns of one line that are told one by one, at most */
enum { PARTS_MAX = 1000 }; /* of one line; with more, no event is taken for one of every turn */
enum { NEWS_MAX = 100 };   /* different news among which the same is found again */

enum { FAILED_MAX = 4 }; /* members named who fail one check, at most */

/* A part, and how often it came up in the turns told as one. */
typedef struct {
    Narration part;
    size_t times;
    size_t failures;                /* failures of a check */
    const char *failed[FAILED_MAX]; /* the first members who failed, each once */
} ManyTimes;

static bool is_row(const Narration *p)
{
    return p->event && p->roll && value_bool(p->event, "chart", false);
}

/* True if both are rows of one chart that are still to be told. */
static bool is_same_chart(const ManyTimes *a, const ManyTimes *b)
{
    return a->times > 0 && b->times > 0 && is_row(&a->part) && is_row(&b->part) &&
           strcmp(value_text(a->part.event, "kind", ""), value_text(b->part.event, "kind", "")) ==
               0 &&
           value_bool(a->part.event, "secret", false) == value_bool(b->part.event, "secret", false);
}

/* Notes the checks of a part that failed. */
static void note_failures(ManyTimes *m, const Narration *part)
{
    for (size_t i = 0, at; part->event && i < part->alike; i++) {
        const Value *event = part->event + i, *roll = roll_of(event, part->rolls);
        const Value *success = check_field(event, roll, "success");
        if (!is_check(event, roll) || !success || success->kind != TOKEN_BOOL || success->boolean)
            continue;
        const char *who = thing_name(check_field(event, roll, "who"));
        m->failures++;
        for (at = 0; at < FAILED_MAX && m->failed[at] && strcmp(m->failed[at], who) != 0;) at++;
        if (at < FAILED_MAX && *who) m->failed[at] = who;
    }
}

/* True if two rolls that no event mentions are told as one. */
static bool is_same_roll(const Narration *a, const Narration *b)
{
    return !a->event && !b->event && !value_get(a->roll, "dc") && !value_get(b->roll, "dc") &&
           same_value(value_get(a->roll, "for"), value_get(b->roll, "for")) &&
           same_value(value_get(a->roll, "die"), value_get(b->roll, "die")) &&
           same_value(value_get(a->roll, "secret"), value_get(b->roll, "secret"));
}

/* True if two parts of different turns are told as one: the same row, the same check, the same
 * text, the same track of the same owner, or another light of the same holder. */
static bool is_same_news(const Narration *a, const Narration *b)
{
    if (!a->event || !b->event) return is_same_roll(a, b);
    if (a->turn || b->turn) return false;
    if (is_check(a->event, a->roll)) return same_check(a->event, b->event, a->rolls);
    if (is_check(b->event, b->roll) || a->alike != b->alike) return false;
    bool same = strcmp(value_text(a->event, "kind", ""), value_text(b->event, "kind", "")) == 0 &&
                strcmp(value_text(a->event, "name", ""), value_text(b->event, "name", "")) == 0 &&
                value_bool(a->event, "secret", false) == value_bool(b->event, "secret", false);
    if (is_change(a->event) && is_change(b->event))
        return same &&
               strcmp(value_text(a->event, "who", ""), value_text(b->event, "who", "")) == 0;
    if (is_kind(a->event, "kindled"))
        return same && same_value(value_get(a->event, "holder"), value_get(b->event, "holder"));
    return same && strcmp(value_text(a->event, "text", ""), value_text(b->event, "text", "")) == 0;
}

/* `T1-T10 10:00  travel, 10 turns` */
static void add_turns(StyledLines *l, const Narration *first, const Narration *last, size_t turns)
{
    const Value *e = last->event;
    bool same = strcmp(value_text(first->event, "text", ""), value_text(e, "text", "")) == 0;
    lines_begin(l, 0);
    narration_procedure(&l->text, last);
    text_addf(&l->text, "T%" PRId64 "-", value_int(first->event, "turn", 0));
    show_clock(&l->text, value_int(e, "turn", 0), value_int(e, "minutes", -1),
               value_int(e, "seconds", 0));
    lines_end_piece(l, ROLE_TURN);
    lines_addf(l, ROLE_TEXT, "  %s, %zu turns", value_text(same ? e : first->event, "text", ""),
               turns);
}

/* `CON d20 vs 11: 10 of 12 succeed, not Wren or Pike` */
static void add_many_checks(StyledLines *l, const ManyTimes *m)
{
    const Narration *p = &m->part;
    lines_begin(l, LINE_INDENT);
    if (value_bool(p->event, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
    add_tested(l, p->event, p->roll);
    add_difficulty(l, p->event, p->roll);
    if (m->failures == 0)
        lines_addf(l, ROLE_ROLL, ": all %zu succeed", m->times);
    else
        lines_addf(l, ROLE_ROLL, ": %zu of %zu succeed", m->times - m->failures, m->times);
    for (size_t i = 0; i < FAILED_MAX && m->failed[i]; i++) {
        bool last = i + 1 == FAILED_MAX || !m->failed[i + 1];
        lines_addf(l, ROLE_ROLL, "%s%s",
                   i == 0 ? "; failed: "
                   : last ? " and "
                          : ", ",
                   m->failed[i]);
    }
}

/* Adds the rows of one chart: `travel: soon 4 times, nearer 5 times`.  Those of told[0..n) that it
 * names are then told.  False: there is only one. */
static bool add_many_rows(StyledLines *l, ManyTimes *told, size_t n)
{
    const Value *first = told->part.event;
    size_t others = 0, end = n > NEWS_MAX ? NEWS_MAX : n;
    for (size_t i = 1; i < end; i++) others += is_same_chart(&told[0], &told[i]);
    if (others == 0) return false;
    lines_begin(l, LINE_INDENT);
    if (value_bool(first, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
    lines_addf(l, ROLE_ROLL, "%s:", value_text(first, "kind", ""));
    for (size_t i = 0; i < end; i++) {
        const Value *row = told[i].part.event;
        if (i > 0 && !is_same_chart(&told[0], &told[i])) continue;
        const char *name = value_text(row, "name", "");
        lines_add(l, ROLE_ROLL, i ? ", " : " ");
        lines_add(l, ROLE_NAME, *name ? name : value_text(row, "text", ""));
        if (told[i].times > 1) lines_addf(l, ROLE_DIM, " (%zu times)", told[i].times);
        if (i > 0) told[i].times = 0;
    }
    told->times = 0;
    return true;
}

/* Adds a part and how often it came up; a row that came up more than once has no dice. */
static void add_times(StyledLines *l, const ManyTimes *m)
{
    const Narration *p = &m->part;
    const char *name = p->event ? value_text(p->event, "name", "") : "";
    if (p->event && is_check(p->event, p->roll) && m->times > p->alike) {
        add_many_checks(l, m);
        return;
    }
    if (m->times > 1 && !p->event) {
        lines_begin(l, LINE_INDENT)->spare = SPARE_ROLL;
        if (value_bool(p->roll, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
        show_field(&l->text, p->roll, "for", "", " ");
        text_add(&l->text, short_die(value_text(p->roll, "die", "")));
        lines_end_piece(l, ROLE_ROLL);
    } else if (m->times > 1 && is_row(p)) {
        const char *text = value_text(p->event, "text", "");
        StyledLine *line = lines_begin(l, LINE_INDENT);
        line->spare = SPARE_ROLL;
        if (value_bool(p->event, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
        lines_addf(l, ROLE_ROLL, "%s ", value_text(p->event, "kind", ""));
        lines_add(l, ROLE_NAME, name);
        if (*text && strcmp(text, name) != 0)
            lines_addf(l, ROLE_ROLL, "%s%s", *name ? ": " : "", text);
    } else {
        add_line(l, p);
    }
    if (m->times > 1 && !(p->event && (is_change(p->event) || is_check(p->event, p->roll))))
        lines_addf(l, ROLE_DIM, " (%zu times)", m->times);
}

/* True if two of the news differ only in the member. */
static bool is_same_state(const ManyTimes *a, const ManyTimes *b)
{
    return a->times > 0 && b->times > 0 && a->part.event && b->part.event &&
           same_change(a->part.event, b->part.event);
}

/* Adds who changed, and to what: a change with those of other members that came to the same, which
 * are then told. */
static void add_owners(StyledLines *l, ManyTimes *told, size_t n, size_t members)
{
    size_t alike = 1, end = n > NEWS_MAX ? NEWS_MAX : n, named = 0;
    for (size_t i = 1; i < end; i++) alike += is_same_state(told, &told[i]);
    bool everybody = is_everybody(told->part.event, alike, members);
    text_add(&l->text, everybody ? "Everyone" : value_text(told->part.event, "who", ""));
    for (size_t i = 1; i < end; i++) {
        if (!is_same_state(told, &told[i])) continue;
        named++;
        if (!everybody)
            text_addf(&l->text, "%s%s", named + 1 == alike ? " and " : ", ",
                      value_text(told[i].part.event, "who", ""));
        told[i].times = 0;
    }
    add_state(&l->text, told->part.event, alike > 1 && !everybody);
    lines_end_piece(l, ROLE_CHANGE);
}

/* Adds the line of a change, as add_owners says. */
static void add_changes(StyledLines *l, ManyTimes *told, size_t n, size_t members)
{
    lines_begin(l, LINE_INDENT)->share = LINE_GAP;
    if (value_bool(told->part.event, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
    add_owners(l, told, n, members);
}

/* True if an event of this kind came up every turn, such as the clock of an hour: then only the
 * last is news. */
static bool is_of_every_turn(const Narration *part, size_t n, size_t turns, const Value *event)
{
    static const char *const kept[] = {"said", "asked", "check", "light_out", "kindled"};
    size_t times = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (is_kind(event, kept[i])) return false;
    for (size_t i = 0; i < n && n <= PARTS_MAX; i++)
        times +=
            part[i].event && !part[i].roll && is_kind(part[i].event, value_text(event, "kind", ""));
    return times >= turns;
}

/* Counts a part with those that are told as one with it.  clock: it comes every turn, and only the
 * last one is news.  Returns how many entries `told` has then. */
static size_t count_part(ManyTimes *told, size_t count, const Narration *part, bool clock)
{
    const char *kind = part->event ? value_text(part->event, "kind", "") : "";
    size_t at = count > NEWS_MAX ? count - NEWS_MAX : 0;
    while (at < count && !is_same_news(&told[at].part, part) &&
           !(clock && told[at].part.event && is_kind(told[at].part.event, kind)))
        at++;
    ManyTimes *one = &told[at];
    if (at < count && !clock) {
        const Value *since = one->part.since ? one->part.since : one->part.event;
        one->part = *part;
        one->part.since = since;
    } else {
        *one = (ManyTimes){.part = *part};
    }
    one->times += part->event && is_check(part->event, part->roll) ? part->alike : 1;
    note_failures(one, part);
    return at == count ? count + 1 : count;
}

/* Adds the parts of many turns: one heading, then each news once, where it came first. */
static void add_summary(StyledLines *l, const Narration *part, size_t n, size_t turns,
                        size_t members)
{
    const Narration *first = NULL, *last = NULL;
    ManyTimes *told = calloc(n + 1, sizeof *told);
    size_t count = 0, defaulted = 0;
    for (size_t i = 0; told && i < n; i++) {
        const Value *event = part[i].roll ? NULL : part[i].event;
        if (part[i].turn) {
            if (!first) first = &part[i];
            last = &part[i];
            continue;
        }
        if (event && is_kind(event, "asked")) {
            defaulted++;
            continue;
        }
        bool clock = event && !is_change(event) && is_of_every_turn(part, n, turns, event);
        count = count_part(told, count, &part[i], clock);
    }
    if (first) add_turns(l, first, last, turns);
    for (size_t i = 0; i < count; i++) {
        const Value *event = told[i].part.event;
        if (told[i].times == 0) continue;
        if (event && is_change(event) && change_without_owner(event))
            add_changes(l, &told[i], count - i, members);
        else if (!is_row(&told[i].part) || !add_many_rows(l, &told[i], count - i))
            add_times(l, &told[i]);
    }
    if (defaulted > 0) {
        lines_begin(l, LINE_INDENT)->spare = SPARE_DEFAULTED;
        lines_addf(l, ROLE_EVENT, "%zu question%s answered by default", defaulted,
                   defaulted == 1 ? "" : "s");
    }
    l->text.failed = l->text.failed || !told;
    free(told);
}

size_t narration_add(Narration *list, size_t n, Narration part)
{
    if (part.alike < 2 || !is_change(part.event)) {
        list[n++] = part;
        return n;
    }
    for (size_t i = 0; i < part.alike; i++) {
        list[n] = part;
        list[n].event += i;
        list[n++].alike = 1;
    }
    return n;
}

/* Counts the turns that the narrator's events begin. */
static size_t count_turns(const Narrator *n)
{
    size_t turns = 0;
    for (size_t i = n->event; i < n->events->n; i++) turns += is_kind(&n->events->items[i], "turn");
    return turns;
}

/* True if the part is what became of one member, or several. */
static bool is_of_member(const Narration *part)
{
    return part->event && is_change(part->event) && change_without_owner(part->event);
}

/* Adds changes of members, the same of several as one. */
static void add_run(StyledLines *l, const Narration *part, size_t n, size_t members)
{
    ManyTimes *told = calloc(n + 1, sizeof *told);
    for (size_t i = 0; told && i < n; i++) told[i] = (ManyTimes){.part = part[i], .times = 1};
    for (size_t i = 0; told && i < n; i++)
        if (told[i].times > 0) add_changes(l, &told[i], n - i, members);
    l->text.failed = l->text.failed || !told;
    free(told);
}

/* Adds parts turn by turn. */
static void add_each(StyledLines *l, const Narration *part, size_t n, size_t members)
{
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && is_of_member(&part[end]);) end++;
        if (end > i)
            add_run(l, part + i, end - i, members);
        else
            add_line(l, &part[end++]);
    }
}

void narration_lines(StyledLines *l, Narrator *n)
{
    size_t count = 0, turns = count_turns(n), room = n->events->n + n->rolls->n + 1;
    Narration part, *all = calloc(room, sizeof *all);
    while (narration_next(n, &part))
        if (all) count = narration_add(all, count, part);
    if (all && turns > TURNS_APART)
        add_summary(l, all, count, turns, n->members);
    else if (all)
        add_each(l, all, count, n->members);
    l->text.failed = l->text.failed || !all;
    free(all);
}

/* --- clauses for the log ------------------------------------------------------------------ */

void narration_procedure(Text *t, const Narration *part)
{
    if (value_bool(part->event, "inner", false))
        text_addf(t, "%s ", value_text(part->event, "procedure", ""));
}

bool narration_is_line(const Narration *part, const char *line)
{
    bool note = is_kind(part->event, "note") && strncmp(line, "note ", 5) == 0;
    return is_kind(part->event, "deed") ||
           (note && strcmp(line + 5, value_text(part->event, "text", "")) == 0);
}

/* ` + 2 - 10 (darkness) = 9`: rest without a name, and the named modifiers make `sum`. */
static void add_summands(StyledLines *l, const Value *event, int64_t rest, int64_t sum)
{
    bool more = rest != 0;
    if (rest)
        lines_addf(l, ROLE_ROLL, " %c %" PRId64, rest < 0 ? '-' : '+', rest < 0 ? -rest : rest);
    value_each (one, value_list(event, "modifiers")) {
        int64_t n = value_int(one, "add", 0);
        if (n) lines_addf(l, ROLE_ROLL, " %c %" PRId64, n < 0 ? '-' : '+', n < 0 ? -n : n);
        lines_addf(l, ROLE_ROLL, " (%s)", thing_name(one));
        more = more || n != 0;
    }
    if (more) lines_addf(l, ROLE_ROLL, " = %" PRId64, sum);
}

/* `Bram's STR check: 17 + 2 = 19 against 16, so it succeeds.` */
static void add_check_reason(StyledLines *l, const Value *event, const Value *roll)
{
    const char *who = thing_name(check_field(event, roll, "who"));
    const Value *dc = check_field(event, roll, "dc"),
                *success = check_field(event, roll, "success");
    int64_t add = int_of(check_field(event, roll, "add"));
    int64_t total = int_of(check_field(event, roll, "total"));
    lines_addf(l, ROLE_ROLL, "%s%s", who, *who ? "'s " : "");
    add_tested(l, event, roll);
    lines_add(l, ROLE_ROLL, " ");
    add_faces(l, roll);
    bool under = is_under(event, roll);
    int64_t more = modifiers_sum(event);
    lines_addf(l, ROLE_ROLL, ": %" PRId64, total - add);
    if (!under) add_summands(l, event, add - more, total);
    if (dc && dc->kind == TOKEN_INT) {
        lines_addf(l, ROLE_ROLL, " against %" PRId64, dc->integer - (under ? more : 0));
        if (under) add_summands(l, event, 0, dc->integer);
    }
    if (success && success->kind == TOKEN_BOOL)
        lines_addf(l, ROLE_ROLL, ", so it %s", success->boolean ? "succeeds" : "fails");
    lines_add(l, ROLE_ROLL, ".");
}

void narration_reason(StyledLines *l, const Narration *part)
{
    if (!part->event || part->turn || part->alike > 1 || !is_check(part->event, part->roll)) {
        add_line(l, part);
        return;
    }
    lines_begin(l, LINE_INDENT);
    if (value_bool(part->event, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
    add_check_reason(l, part->event, part->roll);
}

/* Adds what stands before a clause; `before` clauses are there already. */
static void add_separator(StyledLines *l, size_t before)
{
    bool ended = l->text.n > 0 && strchr(".!?", l->text.s[l->text.n - 1]);
    lines_add(l, ROLE_TEXT, before == 0 ? ": " : ended ? " " : "; ");
}

/* Adds clauses for a run of changes of members, the same of several as one. */
static void add_run_clauses(StyledLines *l, const Narration *part, size_t n, size_t members,
                            size_t *before)
{
    ManyTimes *told = calloc(n + 1, sizeof *told);
    for (size_t i = 0; told && i < n; i++) told[i] = (ManyTimes){.part = part[i], .times = 1};
    for (size_t i = 0; told && i < n; i++) {
        if (told[i].times == 0) continue;
        add_separator(l, (*before)++);
        add_owners(l, &told[i], n - i, members);
    }
    l->text.failed = l->text.failed || !told;
    free(told);
}

/* Adds a part as a clause. */
static void add_clause(StyledLines *l, const Narration *part, size_t before)
{
    const Value *e = part->event;
    add_separator(l, before);
    if (!e) {
        add_roll(l, part->roll, FOR_LOG);
        show_field(&l->text, part->roll, "who", " (", ")");
        lines_end_piece(l, ROLE_ROLL);
    } else if (part->roll && value_bool(e, "chart", false)) {
        add_row(l, e, part->roll, FOR_LOG);
    } else {
        if (is_change(e))
            add_change(&l->text, e, part->since);
        else
            text_add(&l->text, value_text(e, "text", ""));
        lines_end_piece(l, is_change(e) ? ROLE_CHANGE : ROLE_EVENT);
        add_typed(l, part->roll, FOR_LOG);
    }
    if (value_bool(e, "defaulted", false)) lines_add(l, ROLE_DIM, " (by default)");
}

void narration_clauses(StyledLines *l, const Narration *part, size_t n, size_t members)
{
    size_t before = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && is_of_member(&part[end]);) end++;
        if (end > i)
            add_run_clauses(l, part + i, end - i, members, &before);
        else
            add_clause(l, &part[end++], before++);
    }
}
