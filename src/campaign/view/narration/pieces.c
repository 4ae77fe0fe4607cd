/* Pieces of a line: changes, dice, modifiers and checks in words. */
#include "campaign/view/narration/pieces.h"

#include <inttypes.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/lines/show.h"
#include "core/ascii.h"
#include "core/quantity.h"

void piece_secret(StyledLines *l, const Value *v)
{
    if (value_bool(v, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
}

void narration_turn(Text *t, const Narration *part, int64_t turn)
{
    if (value_bool(part->event, "inner", false))
        text_addf(t, "%s ", value_text(part->event, "procedure", ""));
    text_addf(t, "%s%" PRId64, value_bool(part->event, "rounds", false) ? "round " : "T", turn);
}

/* --- changes ------------------------------------------------------------------------------ */

/* True if the value is a word that says enough without its track: "tired", a step of a ladder. */
static bool is_lower_case_word(const Value *v)
{
    size_t n = v && v->kind == TOKEN_TEXT ? v->n : 0;
    for (size_t i = 0; i < n; i++)
        if (!is_lower(v->s[i])) return false;
    return n > 0;
}

/* Returns the word for what a member is after a change, "weary"; or, if a track went from true to
 * false, for what the member is no longer.  NULL: the change needs its text, "hp 3". */
static const char *state_of(const Value *event)
{
    const Value *was = value_get(event, "was"), *now = value_get(event, "now");
    const char *kind = value_text(event, "kind", "");
    if (!event_state_text(event) || !was || !now) return NULL;
    if (now->kind == TOKEN_BOOL && !strchr(kind, '_')) return kind;
    if (is_lower_case_word(was) && is_lower_case_word(now)) return now->s;
    return NULL;
}

void piece_state(Text *t, const Value *event, bool several)
{
    const char *state = state_of(event);
    const Value *now = value_get(event, "now");
    if (!state) {
        text_addf(t, ": %s", event_state_text(event));
        return;
    }
    bool ended = now->kind == TOKEN_BOOL && !now->boolean;
    text_addf(t, " %s %s", several ? "are" : "is", ended ? "no longer " : "");
    text_addn(t, state, now->kind == TOKEN_TEXT ? now->n : strlen(state));
    text_addc(t, '.');
}

/* Appends how much a quantity has grown: `walked 36 m, 72 m in all`.  since: the first of
 * several changes that are told as one.  False: the track is no quantity, has an owner, was 0
 * before, or did not grow. */
static bool add_growth(Text *t, const Value *event, const Value *since)
{
    const Value *was = value_get(since, "was"), *now = value_get(event, "now");
    Quantity before, grown;
    if (!was || !now || was->kind != TOKEN_TEXT || now->kind != TOKEN_TEXT) return false;
    if (!quantity_parse(&before, was->s, was->n, NULL) ||
        !quantity_parse(&grown, now->s, now->n, NULL))
        return false;
    if (before.num <= 0 || event_state_text(event)) return false;
    if (!quantity_subtract(&grown, &before, NULL) || grown.num <= 0) return false;
    text_addf(t, "%s ", value_text(event, "kind", ""));
    quantity_print(&grown, t);
    text_add(t, ", ");
    show_value(t, now);
    text_add(t, " in all");
    return true;
}

void piece_change(Text *t, const Value *event, const Value *since)
{
    if (add_growth(t, event, since ? since : event)) return;
    if (state_of(event)) {
        text_add(t, value_text(event, "who", ""));
        piece_state(t, event, false);
    } else {
        text_add(t, value_text(event, "text", ""));
    }
}

/* --- dice --------------------------------------------------------------------------------- */

void piece_faces(StyledLines *l, const Value *roll)
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

void piece_typed(StyledLines *l, const Value *roll, Audience audience)
{
    if (audience == FOR_LOG && value_bool(roll, "typed", false)) lines_add(l, ROLE_DIM, " (typed)");
}

/* Adds dice and their faces: `d6 [4]`, `2d6 [3 1] = 4`; a pool, `3d6 [5 4 4]`, without its sum. */
static void add_dice(StyledLines *l, const Value *roll, Audience audience)
{
    const Value *faces = value_list(roll, "faces");
    lines_add(l, ROLE_ROLL, short_die(value_text(roll, "die", "")));
    if (faces->n == 0) return;
    lines_add(l, ROLE_ROLL, " ");
    piece_faces(l, roll);
    piece_typed(l, roll, audience);
    bool is_face = faces->n == 1 && value_equal(value_get(roll, "total"), &faces->items[0]);
    if (is_face || value_bool(roll, "pool", false)) return;
    lines_field(l, ROLE_ROLL, roll, "total", " = ", "");
}

void piece_roll(StyledLines *l, const Value *roll, Audience audience)
{
    lines_field(l, ROLE_ROLL, roll, "for", "", " ");
    add_dice(l, roll, audience);
}

/* --- modifiers ---------------------------------------------------------------------------- */

int64_t modifiers_sum(const Value *event)
{
    int64_t sum = 0;
    value_each (one, value_list(event, "modifiers")) sum += value_int(one, "add", 0);
    return sum;
}

/* Adds the modifiers of a roll, `+1 -10 darkness`: first what is left of `add`, the sum of all,
 * without the named modifiers; then each named one.  A modifier that gives advantage or
 * disadvantage has no number: `(darkness)`. */
static void add_modifiers(StyledLines *l, const Value *event, int64_t add)
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

/* Appends the text of a row without the braces around dice: "2d6 rats" of "{2d6} rats". */
static void add_dice_text(Text *t, const char *s)
{
    for (; *s; s++) {
        size_t n = *s == '{' ? strspn(s + 1, "0123456789d+-*!khl") : 0;
        if (n > 0 && s[n + 1] == '}') {
            text_addn(t, s + 1, n);
            s += n + 1;
        } else {
            text_addc(t, *s);
        }
    }
}

void piece_row(StyledLines *l, const Value *event, const Value *roll, Audience audience)
{
    lines_addf(l, ROLE_ROLL, "%s ", value_text(event, "kind", ""));
    const char *column = value_text(event, "column", "");
    if (*column) lines_addf(l, ROLE_ROLL, "(%s) ", column);
    piece_rolled(l, event, roll, audience);
}

void piece_rolled(StyledLines *l, const Value *event, const Value *roll, Audience audience)
{
    const char *name = value_text(event, "name", ""), *text = value_text(event, "text", "");
    if (value_get(event, "left")) { /* a card: its place in the deck says nothing */
        lines_add(l, ROLE_NAME, name);
        piece_typed(l, roll, audience);
        return;
    }
    add_dice(l, roll, audience);
    int64_t total = value_int(roll, "total", 0), add = value_int(event, "total", total) - total;
    add_modifiers(l, event, add);
    if (add) lines_addf(l, ROLE_ROLL, " = %" PRId64, total + add);
    lines_add(l, ROLE_ROLL, *name ? " " : "");
    add_dice_text(&l->text, name);
    lines_end_piece(l, ROLE_NAME);
    if (!*text || strcmp(text, name) == 0) return;
    lines_add(l, ROLE_ROLL, *name ? ": " : " ");
    add_dice_text(&l->text, text);
    lines_end_piece(l, ROLE_ROLL);
}

/* --- checks ------------------------------------------------------------------------------- */

bool rolls_under(const Value *event, const Value *roll)
{
    const Value *under = event_field(event, roll, "under");
    return under && under->kind == TOKEN_BOOL && under->boolean;
}

void piece_tested(StyledLines *l, const Value *event, const Value *roll)
{
    bool labelled = value_get(event, "label") != NULL; /* which says all of it */
    const Value *what = labelled ? NULL : event_field(event, roll, "what");
    show_field(&l->text, event, labelled ? "label" : "deed", "", " ");
    if (what && what->kind == TOKEN_TEXT) {
        show_stat(&l->text, what->s);
        text_addc(&l->text, ' ');
    }
    const char *die = short_die(value_text(roll, "die", ""));
    bool keeps_highest = ends_with(die, "kh1"), keeps_lowest = ends_with(die, "kl1");
    if (begins_with(die, "2d") && (keeps_highest || keeps_lowest)) { /* "2d20kh1" */
        bool advantage = rolls_under(event, roll) ? keeps_lowest : keeps_highest;
        int die_n = (int)(strlen(die) - strlen("2kh1"));
        text_addf(&l->text, "%.*s with %s", die_n, die + 1,
                  advantage ? "advantage" : "disadvantage");
    } else {
        text_add(&l->text, die);
    }
    lines_end_piece(l, ROLE_ROLL);
}

void piece_difficulty(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *dc = event_field(event, roll, "dc");
    if (!dc || dc->kind != TOKEN_INT) return;
    bool under = rolls_under(event, roll);
    /* When rolling under, dc has the modifiers in it: the number without, these, then the sum. */
    int64_t in_dc = under ? modifiers_sum(event) : 0;
    lines_addf(l, ROLE_ROLL, " %s %" PRId64, under ? "under" : "vs", dc->integer - in_dc);
    if (under) add_modifiers(l, event, in_dc);
    if (in_dc) lines_addf(l, ROLE_ROLL, " = %" PRId64, dc->integer);
}

void piece_result(StyledLines *l, const Value *event, const Value *roll)
{
    int64_t add = event_int(event_field(event, roll, "add"));
    piece_faces(l, roll);
    /* When rolling under, the modifiers belong to the difficulty: see piece_difficulty. */
    if (!rolls_under(event, roll)) add_modifiers(l, event, add);
    lines_addf(l, ROLE_ROLL, " = %" PRId64, event_int(event_field(event, roll, "total")));
}

void piece_success(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *success = event_field(event, roll, "success");
    if (!success || success->kind != TOKEN_BOOL) return;
    lines_add(l, ROLE_ROLL, " ");
    lines_add(l, success->boolean ? ROLE_SUCCESS : ROLE_FAILURE,
              success->boolean ? "success" : "failure");
}

void piece_who(StyledLines *l, const Value *who)
{
    const char *name = thing_name(who);
    if (*name) lines_addf(l, ROLE_ROLL, " (%s)", name);
}

void piece_check(StyledLines *l, const Value *event, const Value *roll)
{
    piece_tested(l, event, roll);
    lines_add(l, ROLE_ROLL, " ");
    piece_result(l, event, roll);
    piece_difficulty(l, event, roll);
    piece_success(l, event, roll);
    piece_who(l, event_field(event, roll, "who"));
}

/* --- what an event is, and when two are alike --- */

bool event_is(const Value *event, const char *kind)
{
    return value_is(event, "kind", kind);
}

const Value *event_roll(const Value *event, const Value *rolls)
{
    int64_t at = value_int(event, "roll", -1);
    return at >= 0 && at < (int64_t)rolls->n ? &rolls->items[at] : NULL;
}

const Value *event_field(const Value *event, const Value *roll, const char *key)
{
    const Value *v = value_get(event, key);
    return v ? v : value_get(roll, key);
}

int64_t event_int(const Value *v)
{
    return v && v->kind == TOKEN_INT ? v->integer : 0;
}

const char *event_state_text(const Value *e)
{
    const char *who = value_text(e, "who", ""), *text = value_text(e, "text", "");
    size_t n = strlen(who);
    bool owned = n > 0 && value_bool(e, "change", false) && strncmp(text, who, n) == 0 &&
                 strncmp(text + n, ": ", 2) == 0;
    return owned ? text + n + 2 : NULL;
}

bool event_is_change(const Value *event)
{
    return value_get(event, "was") && value_get(event, "now");
}

bool event_is_check(const Value *event, const Value *roll)
{
    return roll && event_is(event, "check");
}

bool event_same_secrecy(const Value *a, const Value *b)
{
    return value_bool(a, "secret", false) == value_bool(b, "secret", false);
}

bool event_same_change(const Value *a, const Value *b)
{
    const char *one = event_state_text(a), *other = event_state_text(b);
    return one && other && strcmp(one, other) == 0 && event_same_secrecy(a, b) &&
           !value_same(a, b, "who");
}

bool event_goes_on(const Value *a, const Value *b)
{
    const Value *now = value_get(a, "now"), *was = value_get(b, "was");
    return now && was && now->kind == TOKEN_INT && value_equal(now, was) &&
           value_same(a, b, "kind") && value_same(a, b, "who");
}

bool event_same_check(const Value *a, const Value *b, const Value *rolls)
{
    static const char *const keys[] = {"what", "dc", "die", "label", "secret", "deed", NULL};
    const Value *roll_a = event_roll(a, rolls), *roll_b = event_roll(b, rolls);
    bool same = event_is_check(a, roll_a) && event_is_check(b, roll_b);
    for (const char *const *key = keys; same && *key; key++)
        same = value_equal(event_field(a, roll_a, *key), event_field(b, roll_b, *key));
    return same;
}

bool event_same_light_out(const Value *a, const Value *b)
{
    return event_is(a, "light_out") && event_is(b, "light_out") &&
           value_equal(value_get(a, "name"), value_get(b, "name")) &&
           value_equal(value_get(a, "why"), value_get(b, "why")) && event_same_secrecy(a, b);
}

bool event_is_everybodys(const Value *event, size_t alike, size_t members)
{
    bool is_of_light = strstr(value_text(event, "who", ""), "'s ") != NULL; /* "Bram's torch" */
    return alike > 2 && alike == members && !is_of_light;
}
