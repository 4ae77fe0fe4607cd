/* Every event is counted under a label, by a word of the rules' own: a row's name, a light's, a
 * place's.  What changed is not: how things stand says it. */
#include "campaign/view/summary.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/view/show.h"
#include "core/array.h"

void summary_free(Summary *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->count[i].label);
        free(s->count[i].word);
    }
    free(s->count);
    text_free(&s->met);
    *s = (Summary){0};
}

/* --- counting ---------------------------------------------------------------------------- */

static SummaryCount *make(Summary *s, SummaryPart part, const char *label, const char *word)
{
    if (!array_room(&s->count, &s->room, s->n + 1, sizeof *s->count)) return NULL;
    SummaryCount *c = &s->count[s->n];
    *c = (SummaryCount){.part = part, .label = strdup(label), .word = strdup(word)};
    if (c->label && c->word) return s->n++, c;
    free(c->label);
    free(c->word);
    return NULL;
}

static void count(Summary *s, SummaryPart part, const char *label, const char *word)
{
    SummaryCount *c = NULL;
    for (size_t i = 0; i < s->n && !c; i++)
        if (s->count[i].part == part && strcmp(s->count[i].label, label) == 0 &&
            strcmp(s->count[i].word, word) == 0)
            c = &s->count[i];
    if (!c) c = make(s, part, label, word);
    if (c)
        c->times++;
    else
        s->met.failed = true;
}

/* "CON checks", "dodging checks" */
static void count_check(Summary *s, const Value *event)
{
    Text label = {0};
    const char *what = value_text(event, "what", "");
    for (const char *p = what; *p; p++)
        text_addc(&label, strlen(what) <= 3 ? (char)toupper((unsigned char)*p) : *p);
    text_add(&label, *what ? " checks" : "checks");
    count(s, SUMMARY_CHECK, text_str(&label), value_text(event, "name", ""));
    text_free(&label);
}

static void note_met(Summary *s, const Value *event)
{
    const char *text = value_text(event, "text", "");
    if (!*text) return;
    size_t from = s->met.n;
    text_addf(&s->met, "T%" PRId64 " %s", value_int(event, "turn", 0), text);
    text_make_printable(&s->met, from, '<');
    text_addc(&s->met, '\n');
}

/* "omen_due" as "omen due" */
static void count_kind(Summary *s, const char *kind)
{
    Text word = {0};
    for (const char *p = kind; *p; p++) text_addc(&word, *p == '_' ? ' ' : *p);
    count(s, SUMMARY_ALSO, "also", text_str(&word));
    text_free(&word);
}

static bool one_of(const char *kind, const char *const *names)
{
    while (*names && strcmp(kind, *names) != 0) names++;
    return *names != NULL;
}

void summary_note(Summary *s, const Value *event)
{
    static const char *const untold[] = {
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
        note_met(s, event);
    else if (!one_of(kind, untold))
        count_kind(s, kind);
}

/* --- telling ----------------------------------------------------------------------------- */

static void add_times(Text *t, int64_t n)
{
    if (n > 2)
        text_addf(t, " %" PRId64 " times", n);
    else
        text_add(t, n == 2 ? " twice" : " once");
}

/* All that is counted under the label of count i, which is its first: `hazard: sign 3 times, free
 * once`. */
static void write_label(const Summary *s, size_t i, Text *t, const char *bullet)
{
    const SummaryCount *first = &s->count[i];
    size_t from = t->n;
    text_addf(t, "%s%s:", bullet, first->label);
    for (size_t k = i; k < s->n; k++) {
        const SummaryCount *c = &s->count[k];
        if (c->part != first->part || strcmp(c->label, first->label) != 0) continue;
        text_addf(t, "%s%s", k > i ? ", " : " ", c->word);
        add_times(t, c->times);
    }
    text_make_printable(t, from, '<');
    text_addc(t, '\n');
}

static bool is_first(const Summary *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (s->count[k].part == s->count[i].part &&
            strcmp(s->count[k].label, s->count[i].label) == 0)
            return false;
    return true;
}

static void write_met(const Summary *s, Text *t, const char *bullet)
{
    for (const char *p = text_str(&s->met); *p;) {
        size_t n = strcspn(p, "\n");
        text_addf(t, "%s%.*s\n", bullet, (int)n, p);
        p += n + (p[n] == '\n');
    }
}

int64_t summary_turns(const Summary *s)
{
    int64_t turns = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (s->count[i].part != SUMMARY_TURN) continue;
        if (turns > 0) return 0;
        turns = s->count[i].times;
    }
    return turns;
}

void summary_write(const Summary *s, Text *t, const char *bullet)
{
    bool one = summary_turns(s) > 0;
    for (SummaryPart part = 0; part <= SUMMARY_ALSO; part++) {
        if (part == SUMMARY_CHART) write_met(s, t, bullet);
        for (size_t i = 0; i < s->n && !(part == SUMMARY_TURN && one); i++)
            if (s->count[i].part == part && is_first(s, i)) write_label(s, i, t, bullet);
    }
    if (s->met.failed) t->failed = true;
}
