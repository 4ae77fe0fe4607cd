/* The screen (cli/term/events.c) lays the same pieces out; this is their plain text. */
#include "campaign/view/narration.h"

#include <string.h>

#include "campaign/view/show.h"

static size_t count(const Value *list)
{
    return list && list->kind == TOKEN_LIST ? list->n : 0;
}

size_t narration_party(const Entry *e)
{
    Tree *status = tree_decode(text_str(&e->status), e->status.n, NULL);
    size_t n = count(value_get(status ? tree_root(status) : NULL, "party"));
    tree_free(status);
    return n;
}

/* --- which comes next -------------------------------------------------------------------- */

static bool spoken_of(const Value *events, size_t roll)
{
    for (size_t i = 0; i < count(events); i++)
        if (value_int(&events->items[i], "roll", -1) == (int64_t)roll) return true;
    return false;
}

/* A roll that fell before the next event, and that no event speaks of. */
static const Value *next_loose(Narrator *t)
{
    while (t->roll < count(t->rolls)) {
        const Value *roll = &t->rolls->items[t->roll];
        bool silent = spoken_of(t->events, t->roll) || count(value_get(roll, "faces")) == 0 ||
                      !value_get(roll, "after") ||
                      (t->players && value_bool(roll, "secret", false));
        bool later = t->event < count(t->events) && value_int(roll, "after", 0) > (int64_t)t->event;
        if (!silent && later) return NULL;
        t->roll++;
        if (!silent) return roll;
    }
    return NULL;
}

/* Has this been told already, as the end of what was told last? */
static bool repeated(const Narrator *t, const char *text)
{
    size_t n = strlen(text), last = t->last ? strlen(t->last) : 0;
    return n <= last && strcmp(t->last + last - n, text) == 0;
}

/* What is said of whoever it befalls, behind "Bram: "; NULL when it is said otherwise. */
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

/* How many of the next events are alike, with no die between them. */
static size_t alike(const Narrator *t)
{
    size_t n = 1, end = count(t->events);
    bool die = t->roll < count(t->rolls);
    size_t after = die ? (size_t)value_int(&t->rolls->items[t->roll], "after", 0) : end;
    const Value *first = &t->events->items[t->event];
    while (t->event + n < (after < end ? after : end) && befall_alike(first, first + n)) n++;
    return n;
}

static bool take_event(Narrator *t, Narration *out)
{
    size_t n = alike(t);
    const Value *e = &t->events->items[t->event], *dice = t->rolls;
    t->event += n;
    const char *text = value_text(e, "text", "");
    int64_t at = value_int(e, "roll", -1);
    *out = (Narration){.event = e,
                       .alike = n,
                       .everybody = n > 2 && n == t->party,
                       .turn = strcmp(value_text(e, "kind", ""), "turn") == 0};
    if (t->players && value_bool(e, "secret", false)) return false;
    if (at >= 0 && at < (int64_t)count(dice)) out->roll = &dice->items[at];
    if (!out->turn && !out->roll && (!*text || repeated(t, text))) return false;
    t->last = text;
    return true;
}

bool narration_next(Narrator *t, Narration *out)
{
    for (;;) {
        const Value *roll = next_loose(t);
        if (roll) {
            *out = (Narration){.roll = roll};
            return true;
        }
        if (t->event == count(t->events)) return false;
        if (take_event(t, out)) return true;
    }
}

/* --- as text ------------------------------------------------------------------------------ */

/* `d6 [4]`, `2d6 [3 1] = 4` */
static void write_dice(Text *t, const Value *roll)
{
    const char *die = value_text(roll, "die", "");
    const Value *faces = value_get(roll, "faces"), *total = value_get(roll, "total");
    text_addf(t, "%s [", strncmp(die, "1d", 2) == 0 ? die + 1 : die);
    for (size_t i = 0; i < count(faces); i++) {
        text_add(t, i ? " " : "");
        show_value(t, &faces->items[i]);
    }
    text_add(t, "]");
    bool plain = count(faces) == 1 && total && total->kind == TOKEN_INT &&
                 faces->items[0].kind == TOKEN_INT && total->integer == faces->items[0].integer;
    if (!plain) show_field(t, roll, "total", " = ", "");
}

static void write_loose(Text *t, const Value *roll)
{
    const char *why = value_text(roll, "for", "");
    text_addf(t, "%s%s", why, *why ? " " : "");
    write_dice(t, roll);
    show_field(t, roll, "who", " (", ")");
}

/* `hazard d6 [6] nothing: The dungeon is quiet.` */
static void write_row(Text *t, const Value *event, const Value *roll)
{
    const char *name = value_text(event, "name", ""), *text = value_text(event, "text", "");
    text_addf(t, "%s ", value_text(event, "kind", ""));
    write_dice(t, roll);
    if (*name) text_addf(t, " %s", name);
    if (*text && strcmp(text, name) != 0) text_addf(t, "%s %s", *name ? ":" : "", text);
}

/* `Bram, Ysolde and Pike: weary`, `everybody: weary` */
static void write_alike(Text *t, const Narration *told)
{
    for (size_t i = 0; i < told->alike && !told->everybody; i++)
        text_addf(t, "%s%s",
                  i == 0                 ? ""
                  : i + 1 == told->alike ? " and "
                                         : ", ",
                  value_text(told->event + i, "who", ""));
    text_addf(t, "%s: %s", told->everybody ? "everybody" : "", befallen(told->event));
}

void narration_procedure(Text *t, const Narration *told)
{
    if (told && told->turn && value_bool(told->event, "inner", false))
        text_addf(t, "%s ", value_text(told->event, "procedure", ""));
}

bool narration_is_line(const Narration *told, const char *line)
{
    const char *kind = value_text(told->event, "kind", ""),
               *text = value_text(told->event, "text", "");
    bool note = strcmp(kind, "note") == 0 && strncmp(line, "note ", 5) == 0;
    return strcmp(kind, "deed") == 0 || (note && strcmp(line + 5, text) == 0);
}

void narration_write(Text *t, const Narration *told)
{
    const Value *e = told->event;
    if (!e)
        write_loose(t, told->roll);
    else if (told->roll && value_bool(e, "chart", false))
        write_row(t, e, told->roll);
    else if (told->alike > 1)
        write_alike(t, told);
    else
        text_add(t, value_text(e, "text", ""));
    if (e && value_bool(e, "defaulted", false)) text_add(t, " (by default)");
}

void narration_add(Text *t, const Narration *told, size_t before)
{
    bool ended = t->n > 0 && strchr(".!?", t->s[t->n - 1]);
    text_add(t, before == 0 ? ": " : ended ? " " : "; ");
    narration_write(t, told);
}
