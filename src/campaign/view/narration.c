/* An event is a row of a chart, a check, a track that changed, a turn that began, or simply its
 * text; rolls that no event mentions stand for themselves. */
#include "campaign/view/narration.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/view/show.h"

enum { IN = 2, GAP = 3 }; /* columns: the indent; between lines that share a row */

/* Lines that may be left out where room is short, the last first. */
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

/* A field of the event, or, where it has none, of its roll. */
static const Value *either(const Value *event, const Value *roll, const char *key)
{
    const Value *v = value_get(event, key);
    return v ? v : value_get(roll, key);
}

static int64_t int_of(const Value *v)
{
    return v && v->kind == TOKEN_INT ? v->integer : 0;
}

/* --- what comes next ---------------------------------------------------------------------- */

/* Marks the rolls that events mention, once for all of them: rules may tell of very many. */
static void mark_mentioned(Narrator *n)
{
    if (n->mentioned || n->rolls->n == 0) return;
    n->mentioned = calloc(n->rolls->n, sizeof *n->mentioned);
    value_each (event, n->events) {
        const Value *roll = n->mentioned ? roll_of(event, n->rolls) : NULL;
        if (roll) n->mentioned[roll - n->rolls->items] = true;
    }
}

static bool is_silent(const Narrator *n, const Value *roll)
{
    return (n->mentioned && n->mentioned[n->roll]) || value_list(roll, "faces")->n == 0 ||
           (n->audience == FOR_LOG && !value_get(roll, "after"));
}

/* The next roll that no event mentions, if it was made before the next event. */
static const Value *next_own_roll(Narrator *n)
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

/* Is this the end of the text given last? */
static bool is_repeated(const Narrator *n, const char *text)
{
    size_t length = strlen(text), last = n->last ? strlen(n->last) : 0;
    return length <= last && strcmp(n->last + last - length, text) == 0;
}

/* The text of a change without its owner: "hp 3" of "Bram: hp 3"; NULL when it has no owner. */
static const char *change_without_owner(const Value *e)
{
    const char *who = value_text(e, "who", ""), *text = value_text(e, "text", "");
    size_t n = strlen(who);
    bool so = n > 0 && value_bool(e, "change", false) && strncmp(text, who, n) == 0 &&
              strncmp(text + n, ": ", 2) == 0;
    return so ? text + n + 2 : NULL;
}

/* Are two changes the same but for their owner? */
static bool same_change(const Value *a, const Value *b)
{
    const char *what = change_without_owner(a), *other = change_without_owner(b);
    return what && other && strcmp(what, other) == 0 &&
           value_bool(a, "secret", false) == value_bool(b, "secret", false) &&
           strcmp(value_text(a, "who", ""), value_text(b, "who", "")) != 0;
}

static bool is_check(const Value *event, const Value *roll)
{
    return roll && is_kind(event, "check");
}

/* Did a track change? */
static bool is_change(const Value *event)
{
    return value_get(event, "was") && value_get(event, "now");
}

static bool same_value(const Value *a, const Value *b)
{
    if (!a || !b) return a == b;
    return a->bytes_n == b->bytes_n && memcmp(a->bytes, b->bytes, a->bytes_n) == 0;
}

/* Are two checks the same but for who makes them, and how they end? */
static bool same_check(const Value *a, const Value *b, const Value *rolls)
{
    static const char *const keys[] = {"what", "dc", "die", "secret", "deed", NULL};
    const Value *x = roll_of(a, rolls), *y = roll_of(b, rolls);
    bool same = is_check(a, x) && is_check(b, y);
    for (const char *const *key = keys; same && *key; key++)
        same = same_value(either(a, x, *key), either(b, y, *key));
    return same;
}

/* Counts the next events that are alike, with no die of its own between them. */
static size_t count_alike(const Narrator *n)
{
    size_t alike = 1, end = n->events->n;
    if (n->roll < n->rolls->n) {
        int64_t after = value_int(&n->rolls->items[n->roll], "after", 0);
        if (after < (int64_t)end) end = (size_t)after;
    }
    const Value *first = &n->events->items[n->event];
    while (n->event + alike < end &&
           (same_change(first, first + alike) ||
            (n->audience == FOR_SCREEN && same_check(first, first + alike, n->rolls))))
        alike++;
    return alike;
}

/* Does the reader know it already, from the typed line or the answer to a question? */
static bool is_known(const Narrator *n, const Value *event)
{
    bool defaulted = n->answers == ANSWERS_DEFAULTED && value_bool(event, "defaulted", false);
    bool seen = is_kind(event, "asked") && n->answers != ANSWERS_ALL && !defaulted;
    return value_bool(event, "quiet", false) || value_bool(event, "asked", false) || seen;
}

/* Passes over the next event and those like it; true when there is something to say of them. */
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
                        .everybody = alike > 2 && alike == n->members,
                        .turn = is_kind(e, "turn")};
    if (screen && alike > 1) return true;
    if (screen && is_known(n, e)) return false;
    bool given = part->turn || part->roll || urgent || (*text && !is_repeated(n, text));
    if (given || screen) n->last = text;
    return given;
}

bool narration_next(Narrator *n, Narration *part)
{
    mark_mentioned(n);
    for (;;) {
        const Value *roll = next_own_roll(n);
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
    lines_piece(l, ROLE_FACE);
    lines_add(l, ROLE_ROLL, "]");
}

/* `d6 [4]`, `2d6 [3 1] = 4` */
static void add_dice(StyledLines *l, const Value *roll)
{
    const Value *faces = value_list(roll, "faces");
    lines_add(l, ROLE_ROLL, show_die(value_text(roll, "die", "")));
    if (faces->n == 0) return;
    lines_add(l, ROLE_ROLL, " ");
    add_faces(l, roll);
    if (faces->n == 1 && same_value(value_get(roll, "total"), &faces->items[0])) return;
    show_field(&l->text, roll, "total", " = ", "");
    lines_piece(l, ROLE_ROLL);
}

/* `hazard d6 [6] nothing: The dungeon is quiet.` */
static void add_row(StyledLines *l, const Value *event, const Value *roll)
{
    const char *name = value_text(event, "name", ""), *text = value_text(event, "text", "");
    lines_addf(l, ROLE_ROLL, "%s ", value_text(event, "kind", ""));
    add_dice(l, roll);
    lines_add(l, ROLE_ROLL, *name ? " " : "");
    lines_add(l, ROLE_NAME, name);
    if (*text && strcmp(text, name) != 0)
        lines_addf(l, ROLE_ROLL, "%s%s", *name ? ": " : " ", text);
}

/* --- checks ------------------------------------------------------------------------------- */

/* `WIS d20`; `listen WIS d20` where several things are done at once. */
static void add_tested(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *what = either(event, roll, "what");
    show_field(&l->text, event, "deed", "", " ");
    if (what && what->kind == TOKEN_TEXT) {
        show_stat(&l->text, what->s);
        text_addc(&l->text, ' ');
    }
    text_add(&l->text, show_die(value_text(roll, "die", "")));
    lines_piece(l, ROLE_ROLL);
}

/* ` vs 12`, ` under 12` */
static void add_difficulty(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *dc = either(event, roll, "dc"), *under = either(event, roll, "under");
    bool below = under && under->kind == TOKEN_BOOL && under->boolean;
    if (dc && dc->kind == TOKEN_INT)
        lines_addf(l, ROLE_ROLL, " %s %" PRId64, below ? "under" : "vs", dc->integer);
}

/* `[11]+1 = 12` */
static void add_result(StyledLines *l, const Value *event, const Value *roll)
{
    int64_t add = int_of(either(event, roll, "add"));
    add_faces(l, roll);
    if (add) lines_addf(l, ROLE_ROLL, "%+" PRId64, add);
    lines_addf(l, ROLE_ROLL, " = %" PRId64, int_of(either(event, roll, "total")));
}

static void add_verdict(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *won = either(event, roll, "success");
    if (!won || won->kind != TOKEN_BOOL) return;
    lines_add(l, ROLE_ROLL, " ");
    lines_add(l, won->boolean ? ROLE_SUCCESS : ROLE_FAILURE, won->boolean ? "success" : "failure");
}

/* ` (Bram)` */
static void add_who(StyledLines *l, const Value *who)
{
    const char *name = show_name(who);
    if (*name) lines_addf(l, ROLE_ROLL, " (%s)", name);
}

/* `WIS d20 [11]+1 = 12 vs 12 success (Bram)` */
static void add_check(StyledLines *l, const Value *event, const Value *roll)
{
    add_tested(l, event, roll);
    lines_add(l, ROLE_ROLL, " ");
    add_result(l, event, roll);
    add_difficulty(l, event, roll);
    add_verdict(l, event, roll);
    add_who(l, either(event, roll, "who"));
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
        lines_addf(l, ROLE_ROLL, "%s ", show_name(either(event, roll, "who")));
        add_result(l, event, roll);
        add_verdict(l, event, roll);
        l->whole = false;
    }
}

/* --- lines for the screen ----------------------------------------------------------------- */

/* `Bram, Ysolde and Pike: weary`, `everybody: weary` */
static void add_alike(StyledLines *l, const Narration *part)
{
    for (size_t i = 0; i < part->alike && !part->everybody; i++) {
        text_add(&l->text, i == 0 ? "" : i + 1 == part->alike ? " and " : ", ");
        text_add(&l->text, value_text(part->event + i, "who", ""));
    }
    lines_addf(l, ROLE_CHANGE, "%s: %s", part->everybody ? "everybody" : "",
               change_without_owner(part->event));
}

static void add_turn(StyledLines *l, const Narration *part)
{
    const Value *e = part->event;
    narration_procedure(&l->text, part);
    show_clock(&l->text, value_int(e, "turn", 0), value_int(e, "minutes", -1));
    lines_piece(l, ROLE_TURN);
    lines_addf(l, ROLE_TEXT, "  %s", value_text(e, "text", ""));
}

/* ENCOUNTER: before a text that does not say what it is. */
static void add_urgent(StyledLines *l, const Value *event)
{
    const char *kind = value_text(event, "kind", ""), *text = value_text(event, "text", "");
    bool named = strcasestr(text, kind) != NULL;
    for (; !named && *kind; kind++)
        text_addc(&l->text,
                  isalpha((unsigned char)*kind) ? (char)toupper((unsigned char)*kind) : ' ');
    lines_addf(l, ROLE_URGENT, "%s%s", !named && *text ? ": " : "", text);
}

/* `fatigue d4 [3]` */
static void add_own_roll(StyledLines *l, const Value *roll)
{
    show_field(&l->text, roll, "for", "", " ");
    lines_piece(l, ROLE_ROLL);
    add_dice(l, roll);
}

static void add_event(StyledLines *l, StyledLine *line, const Narration *part)
{
    const Value *e = part->event;
    bool defaulted = value_bool(e, "defaulted", false);
    if (is_change(e) || is_check(e, part->roll)) line->share = GAP;
    if (part->turn)
        add_turn(l, part);
    else if (is_check(e, part->roll))
        add_check(l, e, part->roll);
    else if (part->roll)
        add_row(l, e, part->roll);
    else if (value_bool(e, "stops", false))
        add_urgent(l, e);
    else {
        if (!is_change(e) && !is_kind(e, "light_out"))
            line->spare = defaulted ? SPARE_DEFAULTED : SPARE_EVENT;
        lines_add(l, is_change(e) ? ROLE_CHANGE : ROLE_EVENT, value_text(e, "text", ""));
    }
    if (defaulted) lines_add(l, ROLE_DIM, " (by default)");
}

static void add_line(StyledLines *l, const Narration *part)
{
    StyledLine *line = lines_begin(l, part->turn ? 0 : IN);
    const Value *thing = part->event ? part->event : part->roll;
    if (value_bool(thing, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
    if (!part->event) {
        line->share = GAP;
        line->spare = SPARE_ROLL;
        if (value_get(thing, "dc")) {
            add_check(l, NULL, thing);
        } else {
            add_own_roll(l, thing);
            add_who(l, value_get(thing, "who"));
        }
    } else if (part->alike == 1) {
        add_event(l, line, part);
    } else if (change_without_owner(part->event)) {
        line->share = GAP;
        add_alike(l, part);
    } else {
        add_checks(l, part);
    }
}

void narration_lines(StyledLines *l, Narrator *n)
{
    for (Narration part; narration_next(n, &part);) add_line(l, &part);
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

void narration_clause(StyledLines *l, const Narration *part, size_t before)
{
    const Value *e = part->event;
    bool ended = l->text.n > 0 && strchr(".!?", l->text.s[l->text.n - 1]);
    lines_add(l, ROLE_TEXT, before == 0 ? ": " : ended ? " " : "; ");
    if (!e) {
        add_own_roll(l, part->roll);
        show_field(&l->text, part->roll, "who", " (", ")");
        lines_piece(l, ROLE_ROLL);
    } else if (part->roll && value_bool(e, "chart", false)) {
        add_row(l, e, part->roll);
    } else if (part->alike > 1) {
        add_alike(l, part);
    } else {
        lines_add(l, is_change(e) ? ROLE_CHANGE : ROLE_EVENT, value_text(e, "text", ""));
    }
    if (value_bool(e, "defaulted", false)) lines_add(l, ROLE_DIM, " (by default)");
}
