/* Counts each event under a label ("lit", "hazard"), by a word of the rules: the name of a light, a
 * row or a place.  Changes of tracks are not counted, since the status has their results. */
#include "campaign/view/log.h"

#include <jansson.h>

#include <inttypes.h>
#include <string.h>

#include "campaign/view/lines/show.h"

void summary_free(Summary *s)
{
    for (SummaryPart part = 0; part < SUMMARY_PARTS; part++) json_decref(s->part[part]);
    text_free(&s->encounters);
    *s = (Summary){0};
}

/* --- counting ---------------------------------------------------------------------------- */

static void count(Summary *s, SummaryPart part, const char *label, const char *word)
{
    if (!*word) return; /* the players' view may leave out the word */
    if (!s->part[part]) s->part[part] = json_object();
    json_t *words = json_object_get(s->part[part], label);
    if (!words) json_object_set_new(s->part[part], label, words = json_object());
    json_int_t n = json_integer_value(json_object_get(words, word));
    if (json_object_set_new(words, word, json_integer(n + 1)) != 0) s->encounters.failed = true;
}

/* "CON checks", "dodging checks" */
static void count_check(Summary *s, const Value *event)
{
    ScopedText label = {0};
    const char *what = value_text(event, "what", "");
    show_stat(&label, what);
    text_add(&label, *what ? " checks" : "checks");
    count(s, SUMMARY_CHECK, text_str(&label), value_text(event, "name", ""));
}

static void add_encounter(Summary *s, const Value *event)
{
    const char *text = value_text(event, "text", "");
    if (!*text) return;
    size_t from = s->encounters.n;
    text_addf(&s->encounters, "T%" PRId64 " %s", value_int(event, "turn", 0), text);
    text_make_printable(&s->encounters, from, true);
    text_addc(&s->encounters, '\n');
}

/* Counts an event by its kind, in words: "omen due" for omen_due. */
static void count_kind(Summary *s, const char *kind)
{
    ScopedText word = {0};
    for (const char *p = kind; *p; p++) text_addc(&word, *p == '_' ? ' ' : *p);
    count(s, SUMMARY_ALSO, "also", text_str(&word));
}

static bool one_of(const char *kind, const char *const *names)
{
    while (*names && strcmp(kind, *names) != 0) names++;
    return *names != NULL;
}

void summary_note(Summary *s, const Value *event)
{
    static const char *const uncounted[] = {
        "said", "asked", "deed",   "note",  "halted", "corrected", "joined", "left",    "away",
        "back", "order", "passed", "enter", "leave",  "clock",     "broken", "started", NULL};
    const char *kind = value_text(event, "kind", ""), *name = value_text(event, "name", "");
    if (value_bool(event, "quiet", false) || value_bool(event, "change", false)) return;
    if (strcmp(kind, "turn") == 0)
        count(s, SUMMARY_TURN, "turns", value_text(event, "procedure", "turn"));
    else if (strcmp(kind, "kindled") == 0)
        count(s, SUMMARY_LIT, "lit", name);
    else if (strcmp(kind, "light_out") == 0)
        count(s, SUMMARY_OUT, "went out", name);
    else if (strcmp(kind, "moved") == 0)
        count(s, SUMMARY_PLACE, "places", value_text(event, "room", ""));
    else if (value_bool(event, "check", false))
        count_check(s, event);
    else if (value_bool(event, "chart", false))
        count(s, SUMMARY_CHART, kind, *name ? name : value_text(event, "text", ""));
    else if (value_bool(event, "stops", false))
        add_encounter(s, event);
    else if (!one_of(kind, uncounted))
        count_kind(s, kind);
}

/* --- writing ----------------------------------------------------------------------------- */

/* `hazard: sign 3 times, free once` */
static void write_label(Text *t, const char *bullet, const char *label, json_t *words)
{
    const char *word, *between = " ";
    json_t *times;
    size_t from = t->n;
    text_addf(t, "%s%s:", bullet, label);
    json_object_foreach (words, word, times) {
        json_int_t n = json_integer_value(times);
        text_addf(t, "%s%s ", between, word);
        if (n > 2)
            text_addf(t, "%" JSON_INTEGER_FORMAT " times", n);
        else
            text_add(t, n == 2 ? "twice" : "once");
        between = ", ";
    }
    text_make_printable(t, from, true);
    text_addc(t, '\n');
}

static void write_encounters(const Summary *s, Text *t, const char *bullet)
{
    for (const char *p = text_str(&s->encounters); *p;) {
        size_t n = strcspn(p, "\n");
        text_addf(t, "%s%.*s\n", bullet, (int)n, p);
        p += n + (p[n] == '\n');
    }
}

int64_t summary_turns(const Summary *s)
{
    json_t *words = json_object_get(s->part[SUMMARY_TURN], "turns");
    if (json_object_size(words) != 1) return 0;
    return json_integer_value(json_object_iter_value(json_object_iter(words)));
}

void summary_write(const Summary *s, Text *t, const char *bullet)
{
    const char *label;
    json_t *words;
    for (SummaryPart part = 0; part < SUMMARY_PARTS; part++) {
        if (part == SUMMARY_CHART) write_encounters(s, t, bullet);
        if (part == SUMMARY_TURN && summary_turns(s) > 0) continue;
        json_object_foreach (s->part[part], label, words) write_label(t, bullet, label, words);
    }
    if (s->encounters.failed) t->failed = true;
}
