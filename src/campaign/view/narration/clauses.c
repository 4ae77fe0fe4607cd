/* Parts of a narration as clauses of a line of the log. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "campaign/view/lines/show.h"
#include "campaign/view/narration/pieces.h"

bool narration_is_line(const Narration *part, const char *line)
{
    bool note = event_is(part->event, "note") && strncmp(line, "note ", 5) == 0;
    return event_is(part->event, "deed") ||
           (note && strcmp(line + 5, value_text(part->event, "text", "")) == 0);
}

/* Adds what stands before a clause; `before` clauses are there already.  Returns where it begins.
 */
static size_t add_separator(StyledLines *l, size_t before)
{
    size_t at = l->text.n;
    bool ended = at > 0 && strchr(".!?", l->text.s[at - 1]);
    lines_add(l, ROLE_TEXT, before == 0 ? ": " : ended ? " " : "; ");
    return at;
}

/* True if the part is a row without a text, whose rule tells what comes of it: "encounter". */
static bool is_bare_row(const Narration *part)
{
    const char *text = value_text(part->event, "text", "");
    return part->event && value_bool(part->event, "chart", false) &&
           (!*text || strcmp(text, value_text(part->event, "name", "")) == 0);
}

/* Puts a stop in place of the semicolon at `at` when the clause behind it is a sentence. */
static void stop_before_sentence(Text *t, size_t at)
{
    bool semicolon = !t->failed && at + 2 < t->n && t->s[at] == ';';
    if (semicolon && isupper((unsigned char)t->s[at + 2]) && strchr(".!?", t->s[t->n - 1]))
        t->s[at] = '.';
}

/* Adds clauses for a run of changes of members, the same of several as one. */
static void add_run_clauses(StyledLines *l, const Narration *part, size_t n, size_t members,
                            size_t *before)
{
    ManyTimes *told = each_once(l, part, n);
    for (size_t i = 0; told && i < n; i++) {
        if (told[i].times == 0) continue;
        size_t at = add_separator(l, (*before)++);
        part_owners(l, &told[i], n - i, members);
        stop_before_sentence(&l->text, at);
    }
    free(told);
}

/* Appends `Rest due: ` before an urgent text that does not say what it is about, by the beginning
 * of that word; who is met needs none. */
static void add_kind(Text *t, const Value *event)
{
    enum { ENOUGH = 5 }; /* letters: "exhausted" says "exhaustion" */
    const char *kind = value_text(event, "kind", ""), *text = value_text(event, "text", "");
    ScopedText word = {0};
    text_addn(&word, kind, strcspn(kind, "_") < ENOUGH ? strcspn(kind, "_") : ENOUGH);
    bool said = strcasestr(text, text_str(&word)) || strcmp(kind, "encounter") == 0;
    if (!value_bool(event, "stops", false) || said || !*text) return;
    for (const char *p = kind; *p; p++)
        text_addc(t, p == kind ? (char)toupper((unsigned char)*p) : *p == '_' ? ' ' : *p);
    text_add(t, ": ");
}

/* Adds a part as a clause.  last: the part before it, or NULL.  Behind a row without a text it is
 * what came of that row: who is met, or the row's own chart. */
static void add_clause(StyledLines *l, const Narration *part, const Narration *last, size_t before)
{
    const Value *e = part->event;
    bool bare = last && is_bare_row(last), met = bare && value_bool(e, "stops", false);
    const char *row = bare ? value_text(last->event, "name", "") : "",
               *text = value_text(e, "text", "");
    bool goes_on = bare && part->roll && event_is(e, row); /* "shift: d6 [2]", on its own chart */
    if (met && strncasecmp(text, row, strlen(row)) == 0 && strcmp(text + strlen(row), "!") == 0) {
        lines_add(l, ROLE_EVENT, "!"); /* "encounter!" says it all */
        return;
    }
    size_t at = add_separator(l, met || goes_on ? 0 : before);
    if (!e) {
        piece_roll(l, part->roll, FOR_LOG);
        show_field(&l->text, part->roll, "who", " (", ")");
        lines_end_piece(l, ROLE_ROLL);
    } else if (part->roll && value_bool(e, "chart", false)) {
        (goes_on ? piece_rolled : piece_row)(l, e, part->roll, FOR_LOG);
    } else {
        if (event_is_change(e)) {
            piece_change(&l->text, e, part->since);
        } else {
            add_kind(&l->text, e);
            text_add(&l->text, text);
        }
        lines_end_piece(l, event_is_change(e) ? ROLE_CHANGE : ROLE_EVENT);
        stop_before_sentence(&l->text, at);
        piece_typed(l, part->roll, FOR_LOG);
    }
    if (value_bool(e, "defaulted", false)) lines_add(l, ROLE_DIM, " (by default)");
}

void narration_clauses(StyledLines *l, const Narration *part, size_t n, size_t members)
{
    size_t before = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && part_is_of_member(&part[end]);) end++;
        if (end > i) {
            add_run_clauses(l, part + i, end - i, members, &before);
        } else {
            add_clause(l, &part[i], i > 0 ? &part[i - 1] : NULL, before++);
            end++;
        }
    }
}
