/* A part of a narration as the sentence of `why`.  A check is told with all that its total, or the
 * number that it is rolled under, was added up from:
 *
 *     Bram's DEX d20 [2]: 2 + 1 - 4 (darkness) = -1 against 12, so it fails.
 *     Bram's DEX d20 [18]: 18 against 12 - 4 (darkness) = 8, so it fails. */
#include <inttypes.h>

#include "campaign/view/lines/show.h"
#include "campaign/view/narration/pieces.h"

/* Adds ` + 1` or ` - 4`; nothing for 0. */
static void add_summand(StyledLines *l, int64_t n)
{
    if (n) lines_addf(l, ROLE_ROLL, " %c %" PRId64, n < 0 ? '-' : '+', n < 0 ? -n : n);
}

/* Adds ` + 1 - 4 (darkness) = -1`: first the part that has no name, then the named modifiers, and
 * `sum`, what they come to with the number before them. */
static void add_summands(StyledLines *l, const Value *event, int64_t unnamed, int64_t sum)
{
    bool any = unnamed != 0;
    add_summand(l, unnamed);
    value_each (one, value_list(event, "modifiers")) {
        int64_t n = value_int(one, "add", 0);
        add_summand(l, n);
        lines_addf(l, ROLE_ROLL, " (%s)", thing_name(one));
        any = any || n != 0;
    }
    if (any) lines_addf(l, ROLE_ROLL, " = %" PRId64, sum);
}

/* Adds what dice and modifiers come to, and the number to reach: `: 2 + 1 - 4 (darkness) = -1
 * against 12`. */
static void add_sums(StyledLines *l, const Value *event, const Value *roll)
{
    const Value *dc = event_field(event, roll, "dc");
    int64_t add = event_int(event_field(event, roll, "add")), named = modifiers_sum(event);
    int64_t total = event_int(event_field(event, roll, "total"));
    /* Modifiers are added to the number that is rolled under, else to the total. */
    bool under = rolls_under(event, roll), has_dc = dc && dc->kind == TOKEN_INT;
    lines_addf(l, ROLE_ROLL, ": %" PRId64, total - add);
    if (!under) add_summands(l, event, add - named, total);
    if (!has_dc) return;
    lines_addf(l, ROLE_ROLL, " against %" PRId64, under ? dc->integer - named : dc->integer);
    if (under) add_summands(l, event, 0, dc->integer);
}

/* Adds a check as at the head of this file. */
static void add_check_reason(StyledLines *l, const Value *event, const Value *roll)
{
    const char *who = thing_name(event_field(event, roll, "who"));
    const Value *success = event_field(event, roll, "success");
    lines_addf(l, ROLE_ROLL, "%s%s", who, *who ? "'s " : "");
    piece_tested(l, event, roll);
    lines_add(l, ROLE_ROLL, " ");
    piece_faces(l, roll);
    add_sums(l, event, roll);
    if (success && success->kind == TOKEN_BOOL)
        lines_addf(l, ROLE_ROLL, ", so it %s", success->boolean ? "succeeds" : "fails");
    lines_add(l, ROLE_ROLL, ".");
}

void narration_reason(StyledLines *l, const Narration *part)
{
    if (!part->event || part->turn || part->alike > 1 || !event_is_check(part->event, part->roll)) {
        part_line(l, part);
        return;
    }
    lines_begin(l, LINE_INDENT);
    piece_secret(l, part->event);
    add_check_reason(l, part->event, part->roll);
}
