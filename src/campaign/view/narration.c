/* An event is a row of a chart, a check, a track that changed, a turn that began, or simply its
 * text; rolls that no event mentions stand for themselves. */
#include "campaign/view/narration.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "campaign/view/show.h"

enum { IN = 2, GAP = 3 };

/* Lines that may be left out where room is short, the last first. */
enum { SPARE_EVENT = 1, SPARE_ROLL, SPARE_DEFAULTED };

static size_t count(const Value *list)
{
    return list && list->kind == TOKEN_LIST ? list->n : 0;
}

size_t narration_members(const Value *status)
{
    return count(value_get(status, "party"));
}

static bool is_kind(const Value *event, const char *kind)
{
    return strcmp(value_text(event, "kind", ""), kind) == 0;
}

static const Value *roll_of(const Value *event, const Value *rolls)
{
    int64_t at = value_int(event, "roll", -1);
    return at >= 0 && at < (int64_t)count(rolls) ? &rolls->items[at] : NULL;
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

static bool is_mentioned(const Value *events, size_t roll)
{
    for (size_t i = 0; i < count(events); i++)
        if (value_int(&events->items[i], "roll", -1) == (int64_t)roll) return true;
    return false;
}

static bool is_silent(const Narrator *t, const Value *roll)
{
    return is_mentioned(t->events, t->roll) || count(value_get(roll, "faces")) == 0 ||
           (t->audience != TELL_SCREEN && !value_get(roll, "after")) ||
           (t->audience == TELL_PLAYERS && value_bool(roll, "secret", false));
}

/* A roll that fell before the next event, and that no event mentions. */
static const Value *next_loose(Narrator *t)
{
    for (; t->roll < count(t->rolls); t->roll++) {
        const Value *roll = &t->rolls->items[t->roll];
        if (is_silent(t, roll)) continue;
        bool later = t->event < count(t->events) && value_int(roll, "after", 0) > (int64_t)t->event;
        if (later) return NULL;
        t->roll++;
        return roll;
    }
    return NULL;
}

/* Has this been told already, as the end of what was told last? */
static bool is_repeated(const Narrator *t, const char *text)
{
    size_t n = strlen(text), last = t->last ? strlen(t->last) : 0;
    return n <= last && strcmp(t->last + last - n, text) == 0;
}

/* The text behind "Bram: " of a change that befell Bram; NULL when it is put otherwise. */
static const char *befallen(const Value *e)
{
    const char *who = value_text(e, "who", ""), *text = value_text(e, "text", "");
    size_t n = strlen(who);
    bool so = n > 0 && value_bool(e, "change", false) && strncmp(text, who, n) == 0 &&
              strncmp(text + n, ": ", 2) == 0;
    return so ? text + n + 2 : NULL;
}

/* Do two changes differ only in whom they befall? */
static bool befall_alike(const Value *a, const Value *b)
{
    const char *what = befallen(a), *other = befallen(b);
    return what && other && strcmp(what, other) == 0 &&
           value_bool(a, "secret", false) == value_bool(b, "secret", false) &&
           strcmp(value_text(a, "who", ""), value_text(b, "who", "")) != 0;
}

static bool is_check(const Value *event, const Value *roll)
{
    return roll && is_kind(event, "check");
}

static bool same_value(const Value *a, const Value *b)
{
    if (!a || !b) return a == b;
    return a->bytes_n == b->bytes_n && memcmp(a->bytes, b->bytes, a->bytes_n) == 0;
}

/* Do two checks differ only in who makes them, and how they end? */
static bool checked_alike(const Value *a, const Value *b, const Value *rolls)
{
    static const char *const keys[] = {"what", "dc", "die", "secret", "deed", NULL};
    const Value *x = roll_of(a, rolls), *y = roll_of(b, rolls);
    bool same = is_check(a, x) && is_check(b, y);
    for (const char *const *key = keys; same && *key; key++)
        same = same_value(either(a, x, *key), either(b, y, *key));
    return same;
}

/* Counts the next events that are alike, with no die of its own between them. */
static size_t count_alike(const Narrator *t)
{
    size_t n = 1, end = count(t->events);
    if (t->roll < count(t->rolls)) {
        int64_t after = value_int(&t->rolls->items[t->roll], "after", 0);
        if (after < (int64_t)end) end = (size_t)after;
    }
    const Value *first = &t->events->items[t->event];
    while (t->event + n < end &&
           (befall_alike(first, first + n) ||
            (t->audience == TELL_SCREEN && checked_alike(first, first + n, t->rolls))))
        n++;
    return n;
}

/* Does the reader know it already, from the typed line or the answer to a question? */
static bool is_known(const Narrator *t, const Value *event)
{
    bool defaulted = t->answers == ANSWERS_DEFAULTED && value_bool(event, "defaulted", false);
    bool seen = is_kind(event, "asked") && t->answers != ANSWERS_ALL && !defaulted;
    return value_bool(event, "quiet", false) || value_bool(event, "asked", false) || seen;
}

/* Passes over the next event and those like it; true when there is something to tell of them. */
static bool take_event(Narrator *t, Narration *out)
{
    size_t n = count_alike(t);
    const Value *e = &t->events->items[t->event];
    const char *text = value_text(e, "text", "");
    bool screen = t->audience == TELL_SCREEN, urgent = screen && value_bool(e, "stops", false);
    t->event += n;
    *out = (Narration){.event = e,
                       .roll = roll_of(e, t->rolls),
                       .rolls = t->rolls,
                       .alike = n,
                       .everybody = n > 2 && n == t->members,
                       .turn = is_kind(e, "turn")};
    if (screen && n > 1) return true;
    if (screen && is_known(t, e)) return false;
    if (t->audience == TELL_PLAYERS && value_bool(e, "secret", false)) return false;
    bool told = out->turn || out->roll || urgent || (*text && !is_repeated(t, text));
    if (told || screen) t->last = text;
    return told;
}

bool narration_next(Narrator *t, Narration *out)
{
    for (;;) {
        const Value *roll = next_loose(t);
        if (roll) {
            *out = (Narration){.roll = roll, .alike = 1};
            return true;
        }
        if (t->event == count(t->events)) return false;
        if (take_event(t, out)) return true;
    }
}

/* --- dice --------------------------------------------------------------------------------- */

/* `[4]`, `[3 1]` */
static void add_faces(StyledLines *l, const Value *roll)
{
    const Value *faces = value_get(roll, "faces");
    Text t = {0};
    for (size_t i = 0; i < count(faces); i++) {
        text_add(&t, i ? " " : "");
        show_value(&t, &faces->items[i]);
    }
    lines_add(l, ROLE_ROLL, "[");
    lines_add(l, ROLE_FACE, text_str(&t));
    lines_add(l, ROLE_ROLL, "]");
    text_free(&t);
}

/* `d6 [4]`, `2d6 [3 1] = 4` */
static void add_dice(StyledLines *l, const Value *roll)
{
    const Value *faces = value_get(roll, "faces"), *total = value_get(roll, "total");
    lines_add(l, ROLE_ROLL, show_die(value_text(roll, "die", "")));
    if (count(faces) == 0) return;
    lines_add(l, ROLE_ROLL, " ");
    add_faces(l, roll);
    if (count(faces) == 1 && same_value(total, &faces->items[0])) return;
    Text t = {0};
    show_field(&t, roll, "total", " = ", "");
    lines_add(l, ROLE_ROLL, text_str(&t));
    text_free(&t);
}

/* `hazard d6 [6] nothing: The dungeon is quiet.` */
static void add_row(StyledLines *l, const Value *event, const Value *roll)
{
    const char *name = value_text(event, "name", ""), *text = value_text(event, "text", "");
    lines_addf(l, ROLE_ROLL, "%s ", value_text(event, "kind", ""));
    add_dice(l, roll);
    if (*name) {
        lines_add(l, ROLE_ROLL, " ");
        lines_add(l, ROLE_NAME, name);
    }
    if (*text && strcmp(text, name) != 0)
        lines_addf(l, ROLE_ROLL, "%s%s", *name ? ": " : " ", text);
}

/* --- checks ------------------------------------------------------------------------------- */

/* `WIS d20`; `listen WIS d20` where several things are done at once.  A name of up to three letters
 * is written as a stat. */
static void add_tested(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *what = either(event, roll, "what");
    Text t = {0};
    show_field(&t, event, "deed", "", " ");
    if (what && what->kind == TOKEN_TEXT) {
        for (size_t i = 0; i < what->n; i++)
            text_addc(&t, what->n <= 3 ? (char)toupper((unsigned char)what->s[i]) : what->s[i]);
        text_addc(&t, ' ');
    }
    text_add(&t, show_die(value_text(roll, "die", "")));
    lines_add(l, ROLE_ROLL, text_str(&t));
    text_free(&t);
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
static void add_checks(StyledLines *l, const Narration *told)
{
    add_tested(l, told->event, told->roll);
    add_difficulty(l, told->event, told->roll);
    lines_add(l, ROLE_ROLL, ": ");
    for (size_t i = 0; i < told->alike; i++) {
        const Value *event = told->event + i, *roll = roll_of(event, told->rolls);
        if (i > 0) lines_add(l, ROLE_ROLL, "   ");
        l->whole = true;
        lines_addf(l, ROLE_ROLL, "%s ", show_name(either(event, roll, "who")));
        add_result(l, event, roll);
        add_verdict(l, event, roll);
        l->whole = false;
    }
}

/* --- lines for the screen ----------------------------------------------------------------- */

/* `Bram, Ysolde and Pike: weary`, `everybody: weary` */
static void add_alike(StyledLines *l, const Narration *told)
{
    Text t = {0};
    for (size_t i = 0; i < told->alike && !told->everybody; i++) {
        text_add(&t, i == 0 ? "" : i + 1 == told->alike ? " and " : ", ");
        text_add(&t, value_text(told->event + i, "who", ""));
    }
    text_addf(&t, "%s: %s", told->everybody ? "everybody" : "", befallen(told->event));
    lines_add(l, ROLE_CHANGE, text_str(&t));
    text_free(&t);
}

static void add_turn(StyledLines *l, const Narration *told)
{
    const Value *e = told->event;
    Text t = {0};
    narration_procedure(&t, told);
    show_clock(&t, value_int(e, "turn", 0), value_int(e, "minutes", -1));
    lines_add(l, ROLE_TURN, text_str(&t));
    lines_addf(l, ROLE_TEXT, "  %s", value_text(e, "text", ""));
    text_free(&t);
}

/* ENCOUNTER: before a text that does not say what it is. */
static void add_urgent(StyledLines *l, const Value *event)
{
    const char *kind = value_text(event, "kind", ""), *text = value_text(event, "text", "");
    Text t = {0};
    if (!strcasestr(text, kind)) {
        for (; *kind; kind++)
            text_addc(&t,
                      isalpha((unsigned char)*kind) ? (char)toupper((unsigned char)*kind) : ' ');
        text_add(&t, *text ? ": " : "");
    }
    text_add(&t, text);
    lines_add(l, ROLE_URGENT, text_str(&t));
    text_free(&t);
}

/* `fatigue d4 [3] (Bram)` */
static void add_loose(StyledLines *l, const Value *roll)
{
    const char *why = value_text(roll, "for", "");
    if (value_get(roll, "dc")) {
        add_check(l, NULL, roll);
        return;
    }
    if (*why) lines_addf(l, ROLE_ROLL, "%s ", why);
    add_dice(l, roll);
    add_who(l, value_get(roll, "who"));
}

static void add_event(StyledLines *l, StyledLine *line, const Narration *told)
{
    const Value *e = told->event;
    bool changed = value_get(e, "was") && value_get(e, "now");
    bool defaulted = value_bool(e, "defaulted", false);
    if (changed || is_check(e, told->roll)) line->share = GAP;
    if (told->turn)
        add_turn(l, told);
    else if (is_check(e, told->roll))
        add_check(l, e, told->roll);
    else if (told->roll)
        add_row(l, e, told->roll);
    else if (value_bool(e, "stops", false))
        add_urgent(l, e);
    else {
        if (!changed && !is_kind(e, "light_out"))
            line->spare = defaulted ? SPARE_DEFAULTED : SPARE_EVENT;
        lines_add(l, changed ? ROLE_CHANGE : ROLE_EVENT, value_text(e, "text", ""));
    }
    if (defaulted) lines_add(l, ROLE_DIM, " (by default)");
}

void narration_line(StyledLines *l, const Narration *told)
{
    StyledLine *line = lines_begin(l, told->turn ? 0 : IN);
    const Value *thing = told->event ? told->event : told->roll;
    if (value_bool(thing, "secret", false)) lines_add(l, ROLE_SECRET, "secret  ");
    if (!told->event) {
        line->share = GAP;
        line->spare = SPARE_ROLL;
        add_loose(l, told->roll);
    } else if (told->alike == 1) {
        add_event(l, line, told);
    } else if (befallen(told->event)) {
        line->share = GAP;
        add_alike(l, told);
    } else {
        add_checks(l, told);
    }
}

void narration_lines(StyledLines *l, Narrator *t)
{
    for (Narration told; narration_next(t, &told);) narration_line(l, &told);
}

/* --- clauses for the log ------------------------------------------------------------------ */

void narration_procedure(Text *t, const Narration *told)
{
    if (told && told->turn && value_bool(told->event, "inner", false))
        text_addf(t, "%s ", value_text(told->event, "procedure", ""));
}

bool narration_is_line(const Narration *told, const char *line)
{
    bool note = is_kind(told->event, "note") && strncmp(line, "note ", 5) == 0;
    return is_kind(told->event, "deed") ||
           (note && strcmp(line + 5, value_text(told->event, "text", "")) == 0);
}

void narration_clause(Text *t, const Narration *told, size_t before)
{
    StyledLines l = {0};
    const Value *e = told->event;
    bool ended = t->n > 0 && strchr(".!?", t->s[t->n - 1]);
    text_add(t, before == 0 ? ": " : ended ? " " : "; ");
    lines_begin(&l, 0);
    if (!e) {
        lines_add(&l, ROLE_ROLL, value_text(told->roll, "for", ""));
        if (l.pieces > 0) lines_add(&l, ROLE_ROLL, " ");
        add_dice(&l, told->roll);
    } else if (told->roll && value_bool(e, "chart", false)) {
        add_row(&l, e, told->roll);
    } else if (told->alike > 1) {
        add_alike(&l, told);
    } else {
        lines_add(&l, ROLE_EVENT, value_text(e, "text", ""));
    }
    lines_plain(&l, t);
    t->s[--t->n] = '\0';
    if (!e) show_field(t, told->roll, "who", " (", ")");
    if (e && value_bool(e, "defaulted", false)) text_add(t, " (by default)");
    t->failed = t->failed || l.text.failed;
    lines_free(&l);
}
