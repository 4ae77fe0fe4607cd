/* The next thing to narrate: which events and rolls are worth a line, and which are told as one. */
#include <stdlib.h>
#include <string.h>

#include "campaign/view/lines/show.h"
#include "campaign/view/narration/narration.h"
#include "campaign/view/narration/pieces.h"
#include "core/ascii.h"

size_t narration_members(const Value *status)
{
    return value_list(status, "party")->n;
}

/* Marks the rolls that events mention, all at once, since a search for each would be quadratic. */
static void mark_mentioned(Narrator *n)
{
    if (n->mentioned || n->rolls->n == 0) return;
    n->mentioned = calloc(n->rolls->n, sizeof *n->mentioned);
    value_each (event, n->events) {
        const Value *roll = n->mentioned ? event_roll(event, n->rolls) : NULL;
        if (roll) n->mentioned[roll - n->rolls->items] = true;
    }
}

/* True if the next roll gets no line of its own: an event mentions it, it has no dice, or it is
 * quiet.  The log has only rolls that the rules made apart from any event: those have the field
 * `after` (events.place_roll in lua/play/events.lua). */
static bool is_left_out(const Narrator *n, const Value *roll)
{
    return (n->mentioned && n->mentioned[n->roll]) || value_list(roll, "faces")->n == 0 ||
           (!n->reasons && value_bool(roll, "quiet", false)) ||
           (n->audience == FOR_LOG && !value_get(roll, "after"));
}

/* Takes the next roll with a line of its own, if it was made before the next event; or NULL. */
static const Value *take_roll(Narrator *n)
{
    for (; n->roll < n->rolls->n; n->roll++) {
        const Value *roll = &n->rolls->items[n->roll];
        if (is_left_out(n, roll)) continue;
        bool later = n->event < n->events->n && value_int(roll, "after", 0) > (int64_t)n->event;
        if (later) return NULL;
        n->roll++;
        return roll;
    }
    return NULL;
}

/* True if the text narrated last ends with this text. */
static bool was_just_told(const Narrator *n, const char *text)
{
    size_t length = strlen(text), last_length = n->last ? strlen(n->last) : 0;
    return length <= last_length && strcmp(n->last + last_length - length, text) == 0;
}

/* Returns the index just past the last event that happened before the next roll. */
static size_t events_before_roll(const Narrator *n)
{
    size_t end = n->events->n;
    if (n->roll < n->rolls->n) {
        int64_t after = value_int(&n->rolls->items[n->roll], "after", 0);
        if (after < (int64_t)end) end = (size_t)after;
    }
    return end;
}

/* Skips changes of a number that the next event changes again.  Returns the first, or NULL. */
static const Value *skip_overtaken(Narrator *n)
{
    const Value *first = &n->events->items[n->event], *e = first;
    for (size_t end = events_before_roll(n); n->event + 1 < end && event_goes_on(e, e + 1); e++)
        n->event++;
    return e == first ? NULL : first;
}

/* Counts the next events that are alike and have no other roll between them. */
static size_t count_alike(const Narrator *n)
{
    size_t alike = 1, end = events_before_roll(n);
    const Value *first = &n->events->items[n->event];
    bool screen = n->audience == FOR_SCREEN;
    while (n->event + alike < end &&
           (event_same_change(first, first + alike) ||
            (screen && event_same_check(first, first + alike, n->rolls)) ||
            (screen && event_same_light_out(first, first + alike))))
        alike++;
    return alike;
}

/* True if the text before told this of every light: "Every torch burns out." */
static bool was_told_of_every_light(const Narrator *n, const Value *event)
{
    const char *whose = strstr(value_text(event, "text", ""), "'s ");
    bool of_one = n->last && strstr(n->last, "'s "); /* the text told of one light */
    return event_is(event, "light_out") && whose && !of_one &&
           was_just_told(n, whose + strlen("'s"));
}

/* True if a question of several parts offered this value as the answer of that name. */
static bool was_offered(const Value *ask, const char *name, const Value *v)
{
    value_each (part, value_list(ask, "parts"))
        if (value_is(part, "id", name)) return value_equal(value_get(part, "default"), v);
    return false;
}

/* True if what was typed has the value as a piece between commas: "3 goblins, 30 m" has 30. */
static bool was_typed(const char *answer, const Value *v)
{
    ScopedText text = {0};
    show_value(&text, v);
    for (const char *at = answer; at && *at && text.n > 0; at += strcspn(at, ",")) {
        at += strspn(at, ", ");
        if (compare_letters(at, text_str(&text), text.n) == 0 && strchr(", ", at[text.n]))
            return true;
    }
    return false;
}

/* Appends the words of a text in small letters, with a blank before and behind each. */
static void add_padded_words(Text *t, const char *s)
{
    text_addc(t, ' ');
    for (; *s; s++) {
        bool letter = is_letter_or_digit(*s) || (unsigned char)*s >= 0x80;
        if (letter || t->s[t->n - 1] != ' ') text_addc(t, letter ? to_lower(*s) : ' ');
    }
    if (!t->failed && t->s[t->n - 1] != ' ') text_addc(t, ' ');
}

/* True if a question of several parts has every word of a text. */
static bool has_all_words(const Value *ask, const char *text)
{
    ScopedText asked = {0}, words = {0};
    add_padded_words(&asked, value_text(ask, "text", ""));
    value_each (part, value_list(ask, "parts"))
        add_padded_words(&asked, value_text(part, "short", ""));
    add_padded_words(&words, text);
    bool all = !asked.failed && !words.failed;
    for (size_t at = 0; all && at + 1 < words.n;) {
        size_t length = strcspn(words.s + at + 1, " ") + 2; /* with both blanks */
        all = memmem(asked.s, asked.n, words.s + at, length) != NULL;
        at += length - 1;
    }
    return all;
}

/* True if an event of the rules tells only what its reader has just read and typed, at a question
 * of several parts.  Either each of the fields that the rules gave it was offered by the question
 * or typed at it; or Enter alone was typed, and the question has every word of its text. */
static bool was_confirmed(const Narrator *n, const Value *event)
{
    size_t fields = 0, known_fields = 0;
    if (!n->confirmed || value_get(event, "roll") || event_is_change(event)) return false;
    pair_each (field, event) {
        static const char of_host[] = "kind name text turn from secret public stops";
        if (text_is_one_of(field->key, of_host)) continue; /* set by the host, and not the rules */
        fields++;
        known_fields += was_offered(n->confirmed, field->key, field->value) ||
                        was_typed(n->answer, field->value);
    }
    if (fields == 0) return false;
    if (known_fields == fields) return true;
    bool enter_alone = !n->answer || !*n->answer;
    return enter_alone && has_all_words(n->confirmed, value_text(event, "text", ""));
}

/* True if a procedure begins whose name the prompt shows first: `fight T0>`. */
static bool is_named_in_prompt(const Narrator *n, const Value *event)
{
    const char *name = value_text(event, "name", "");
    size_t length = strlen(name);
    return event_is(event, "enter") && n->prompt && strncmp(n->prompt, name, length) == 0 &&
           n->prompt[length] == ' ';
}

/* True if the event is quiet, or known from the typed line, the last answer, or the prompt. */
static bool is_known(const Narrator *n, const Value *event)
{
    if (value_bool(event, "quiet", false) || value_bool(event, "asked", false)) return true;
    if (is_named_in_prompt(n, event)) return true;
    if (!event_is(event, "asked") || n->answers == ANSWERS_ALL) return false;
    /* Nobody typed these answers. */
    bool defaulted = n->answers == ANSWERS_DEFAULTED && value_bool(event, "defaulted", false);
    bool only_choice = n->audience == FOR_SCREEN && value_bool(event, "only", false);
    return !defaulted && !only_choice;
}

/* True if the prompt tells a change by one, " | alarm 3", and the track says not quiet = false. */
static bool is_counted_in_prompt(const Narrator *n, const Value *event)
{
    const Value *was = value_get(event, "was"), *now = value_get(event, "now");
    const char *track = value_text(event, "kind", ""), *at = n->prompt;
    size_t length = strlen(track);
    if (!at || !was || !now || was->kind != TOKEN_INT || now->kind != TOKEN_INT) return false;
    if (now->integer - was->integer != 1 && was->integer - now->integer != 1) return false;
    if (event_state_text(event) || value_get(event, "quiet")) return false;
    while ((at = strstr(at, " | "))) {
        at += strlen(" | ");
        if (strncmp(at, track, length) == 0 && at[length] == ' ' &&
            (is_digit(at[length + 1]) || at[length + 1] == '-'))
            return true;
    }
    return false;
}

/* True if a sentence of the rules only repeats the answer to the question before it: "crypt: bones"
 * after "What do they see in crypt? bones".  *before: the length of what stands before the answer.
 */
static bool repeats_answer(const Value *asked, const Value *said, size_t *before)
{
    const char *answer = value_text(asked, "answer", ""), *text = value_text(said, "text", "");
    size_t length = strlen(answer), n = strlen(text);
    if (!event_is(asked, "asked") || !event_is(said, "said") || length == 0) return false;
    if (n > 0 && text[n - 1] == '.' && answer[length - 1] != '.') n--;
    *before = n > length ? n - length : 0;
    return *before > 0 && text[*before - 1] == ' ' && strncmp(text + *before, answer, length) == 0;
}

/* True if the event is a question that needs no line: the next sentence repeats its answer. */
static bool is_told_by_next(const Narrator *n, const Value *event)
{
    size_t before;
    return n->event < n->events->n && !value_bool(event, "defaulted", false) &&
           repeats_answer(event, event + 1, &before);
}

/* True if the sentence says only what its reader has just been asked and has answered.  One answer
 * may have been for several members: what became of each is told. */
static bool repeats_last_answer(const Narrator *n, const Value *event)
{
    size_t before;
    if (n->answers == ANSWERS_ALL || event == n->events->items) return false;
    if (value_get(event - 1, "who") || value_bool(event - 1, "defaulted", false) ||
        !repeats_answer(event - 1, event, &before))
        return false;
    ScopedText start = {0};
    while (before > 0 && strchr(": ", value_text(event, "text", "")[before - 1])) before--;
    text_addn(&start, value_text(event, "text", ""), before);
    return strstr(value_text(event - 1, "text", ""), text_str(&start)) != NULL;
}

/* True if the party finds what a sentence of the line said: "They find a silver key." */
static bool was_told_as_found(const Narrator *n, const Value *event)
{
    const char *what = value_text(event, "what", "");
    size_t length = strlen(what);
    if (!value_is(event, "how", "found") || length == 0) return false;
    for (const Value *e = n->events->items; e < event; e++) {
        const char *text = value_text(e, "text", "");
        size_t size = event_is(e, "said") ? strlen(text) : 0;
        if (size > 0 && strcmp(text, value_text(event, "text", "")) == 0) return true;
        if (!value_get(event, "who") && size > length + 1 && text[size - length - 2] == ' ' &&
            strncmp(text + size - length - 1, what, length) == 0)
            return true;
    }
    return false;
}

/* True if the part that was just taken gets a line: it is not quiet, and its reader does not know
 * it already.  Keeps the text in n->last.
 *
 * An urgent event is told even when its text stood in the line before as the name of a row, since
 * "foes d6 [1] rats" does not say that the rats come: "ENCOUNTER: rats".  It gets no line
 * again if that line was a whole sentence. */
static bool is_worth_telling(Narrator *n, const Narration *part)
{
    const Value *e = part->event;
    const char *text = value_text(e, "text", "");
    bool screen = n->audience == FOR_SCREEN, urgent = screen && value_bool(e, "stops", false);
    bool quiet = value_bool(e, "quiet", false);
    if (event_is_change(e) && quiet) return false;
    if (value_bool(e, "chart", false) && quiet) return n->reasons;
    if (was_told_of_every_light(n, e) || is_told_by_next(n, e)) return false;
    if (screen && (repeats_last_answer(n, e) || was_told_as_found(n, e))) return false;
    if (screen && part->alike > 1) return true;
    if (screen && (is_known(n, e) || is_counted_in_prompt(n, e) || was_confirmed(n, e)))
        return false;
    bool repeated = *text && was_just_told(n, text);
    /* "Hunters have found the party." is a sentence, and "rats" a mere name. */
    bool has_news = repeated ? urgent && !ends_sentence(text, strlen(text)) : urgent || *text;
    bool told = part->turn || part->roll || has_news;
    if (told || screen) n->last = text;
    return told;
}

/* Takes the next event and those like it as one part.  False: it gets no line. */
static bool take_event(Narrator *n, Narration *part)
{
    const Value *since = skip_overtaken(n);
    size_t alike = count_alike(n);
    const Value *e = &n->events->items[n->event];
    n->event += alike;
    *part = (Narration){.event = e,
                        .roll = event_roll(e, n->rolls),
                        .rolls = n->rolls,
                        .alike = alike,
                        .everybody = event_is_everybodys(e, alike, n->members),
                        .since = since,
                        .turn = event_is(e, "turn")};
    return is_worth_telling(n, part);
}

bool narration_next(Narrator *n, Narration *part)
{
    mark_mentioned(n);
    for (;;) {
        const Value *roll = take_roll(n);
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
