/* Parts of a narration as clauses of a line of the log. */
#include <stdlib.h>
#include <string.h>

#include "campaign/view/lines/show.h"
#include "campaign/view/narration/pieces.h"
#include "core/ascii.h"

bool narration_is_line(const Narration *part, const char *line)
{
    static const char verb[] = "note ";
    size_t n = strlen(verb);
    if (event_is(part->event, "deed")) return true;
    return event_is(part->event, "note") && strncmp(line, verb, n) == 0 &&
           strcmp(line + n, value_text(part->event, "text", "")) == 0;
}

/* Adds what separates the next clause from the text before it: "; ", a blank behind a sentence, or,
 * before the first clause, ": ".  clauses: how many the line has so far.  Returns where the
 * separator begins in l->text. */
static size_t add_separator(StyledLines *l, size_t clauses)
{
    size_t at = l->text.n;
    bool ended = ends_sentence(l->text.s, at);
    /* A line that so far is only its bullet; no typed line ends in a blank. */
    bool bullet = at > 1 && memcmp(l->text.s + at - 2, "- ", 2) == 0;
    bool begins = l->n == 0 || l->line[l->n - 1].n == 0 || bullet;
    if (clauses > 0)
        lines_add(l, ROLE_TEXT, ended ? " " : "; ");
    else
        lines_add(l, ROLE_TEXT, begins ? "" : ": ");
    return at;
}

/* True if the part is a row without a text, whose rule tells what comes of it: "encounter". */
static bool is_bare_row(const Narration *part)
{
    const char *text = value_text(part->event, "text", "");
    return part->event && value_bool(part->event, "chart", false) &&
           (!*text || strcmp(text, value_text(part->event, "name", "")) == 0);
}

/* Replaces the separator at `at` in the text by ". " when it is a semicolon, and the clause behind
 * it is a sentence: has a capital and a stop. */
static void stop_before_sentence(Text *t, size_t at)
{
    bool semicolon = !t->failed && at + 2 < t->n && t->s[at] == ';';
    if (semicolon && is_upper(t->s[at + 2]) && ends_sentence(t->s, t->n)) t->s[at] = '.';
}

/* Adds clauses for changes of members that follow each other; the same change of several members is
 * one clause.  *clauses: how many the line has so far; it is counted up. */
static void add_member_clauses(StyledLines *l, const Narration *part, size_t n, size_t members,
                               size_t *clauses)
{
    ManyTimes *told = parts_once(l, part, n);
    for (size_t i = 0; told && i < n; i++) {
        if (told[i].times == 0) continue;
        size_t at = add_separator(l, (*clauses)++);
        part_owners(l, &told[i], n - i, members);
        stop_before_sentence(&l->text, at);
    }
    free(told);
}

static bool ends_with_word(const Text *t, size_t end, const char *word)
{
    size_t n = strlen(word);
    return n < end && compare_letters(t->s + end - n, word, n) == 0 && t->s[end - n - 1] == ' ';
}

/* Appends what an urgent event is about, `Rest due: `, before its text.  Appends nothing where the
 * reader has just read that word: the text has its first letters, or the line ends with it before
 * the separator, which is at `at`. */
static void add_kind(Text *t, const Value *event, size_t at)
{
    enum { ENOUGH = 5 }; /* letters that are the same: "exhausted" says "exhaustion" */
    const char *kind = value_text(event, "kind", ""), *text = value_text(event, "text", "");
    size_t word_n = strcspn(kind, "_");
    ScopedText word = {0};
    text_addn(&word, kind, word_n < ENOUGH ? word_n : ENOUGH);
    bool said = holds_letters(text, text_str(&word), word.n) || ends_with_word(t, at, kind);
    if (!value_bool(event, "stops", false) || said || !*text) return;
    text_addc(t, to_upper(*kind));
    show_words(t, kind + 1);
    text_add(t, ": ");
}

/* Returns the text of the first clause of a line without the name before its colon, if the line up
 * to the separator, at `at`, ends with that name: "move hall: a dry well", from "hall: a dry well".
 */
static const char *without_name(const Text *t, size_t at, const char *text)
{
    const char *colon = strstr(text, ": ");
    size_t n = colon ? (size_t)(colon - text) : 0;
    bool ends_with_it = n > 0 && n < at && !t->failed && strcmp(t->s + at, ": ") == 0 &&
                        memcmp(t->s + at - n, text, n) == 0 && t->s[at - n - 1] == ' ';
    return ends_with_it ? colon + 2 : text;
}

/* Adds the text of an event behind the separator at `at`. */
static void add_event_text(StyledLines *l, const Narration *part, size_t at)
{
    const Value *e = part->event;
    bool change = event_is_change(e);
    if (change) {
        piece_change(&l->text, e, part->since);
    } else {
        const char *text = without_name(&l->text, at, value_text(e, "text", ""));
        add_kind(&l->text, e, at);
        text_add(&l->text, text);
    }
    lines_end_piece(l, change ? ROLE_CHANGE : ROLE_EVENT);
    stop_before_sentence(&l->text, at);
    piece_typed(l, part->roll, FOR_LOG);
}

/* True if the event's text is only the name of the row again, with its mark: `Encounter!` */
static bool repeats_row(const Value *event, const char *row)
{
    const char *text = value_text(event, "text", "");
    size_t n = strlen(row);
    return compare_letters(text, row, n) == 0 && strcmp(text + n, "!") == 0;
}

/* Adds a part as a clause.  last: the part before it, or NULL; clauses: how many the line has so
 * far. If the last part is a row without a text, what came of it follows behind a colon: an event
 * that stops the party, "encounter: ghouls", or a roll on the row's own chart, "shift: d6 [2]".  An
 * event that only says the row again adds its mark, "encounter!". */
static void add_clause(StyledLines *l, const Narration *part, const Narration *last, size_t clauses)
{
    const Value *e = part->event;
    const char *row = last && is_bare_row(last) ? value_text(last->event, "name", "") : NULL;
    bool stops = row && value_bool(e, "stops", false);
    bool own_chart = row && part->roll && event_is(e, row);
    if (stops && repeats_row(e, row)) {
        lines_add(l, ROLE_EVENT, "!");
        return;
    }
    bool comes_of_row = stops || own_chart;
    size_t at = add_separator(l, comes_of_row ? 0 : clauses);
    if (!e) { /* a roll that no event mentions */
        piece_roll(l, part->roll, FOR_LOG);
        lines_field(l, ROLE_ROLL, part->roll, "who", " (", ")");
    } else if (part->roll && value_bool(e, "chart", false))
        (own_chart ? piece_rolled : piece_row)(l, e, part->roll, FOR_LOG);
    else
        add_event_text(l, part, at);
    if (value_bool(e, "defaulted", false)) lines_add(l, ROLE_DIM, " (by default)");
}

void narration_clauses(StyledLines *l, const Narration *part, size_t n, size_t members)
{
    size_t clauses = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && part_is_of_member(&part[end]);) end++;
        if (end > i) {
            add_member_clauses(l, part + i, end - i, members, &clauses);
        } else {
            add_clause(l, &part[i], i > 0 ? &part[i - 1] : NULL, clauses++);
            end++;
        }
    }
}
