/* Questions.  What can be typed is shown as it can be typed: the part of a choice that is enough
 * stands in parentheses, what an empty line means stands in brackets. */
#include "cli/term/question.h"
#include "cli/term/events.h"
#include "cli/term/json_fields.h"
#include "cli/term/value.h"

#include <string.h>
#include <strings.h>

/* How much of choice `at` tells it from all others: at least one character. */
static size_t enough(const json_t *choices, size_t at)
{
    const char *mine = name_of(json_array_get(choices, at));
    size_t i, longest = 1, whole = strlen(mine);
    const json_t *other;
    json_array_foreach (choices, i, other) {
        const char *theirs = name_of(other);
        size_t same = 0;
        while (mine[same] && strncasecmp(mine, theirs, same + 1) == 0) same++;
        if (i != at && same + 1 > longest) longest = same + 1;
    }
    while (longest < whole && ((unsigned char)mine[longest] & 0xC0) == 0x80) longest++;
    return longest < whole ? longest : whole;
}

static void choices(StyledText *t, const json_t *list)
{
    const json_t *choice;
    size_t i;
    json_array_foreach (list, i, choice) {
        const char *name = name_of(choice);
        size_t n = enough(list, i);
        styled_put(t, i ? " / (" : "(");
        styled_tint(t, STRONG);
        styled_cleann(t, name, n);
        styled_tint(t, PLAIN);
        styled_put(t, ")");
        styled_clean(t, name + n);
    }
}

/* ` [rest]` */
static void standard(StyledText *t, const json_t *ask)
{
    const json_t *v = json_object_get(ask, "default");
    if (!v || json_is_null(v) || (json_is_string(v) && !*json_string_value(v))) return;
    styled_put(t, " [");
    styled_tint(t, FAINT);
    value_put(t, v);
    styled_tint(t, PLAIN);
    styled_put(t, "]");
}

/* `hazard d6`, `CON d20 x3, Bram Ysolde Pike` */
static void die(StyledText *t, const json_t *ask)
{
    const char *why = field_text(ask, "for"), *name = field_text(ask, "die");
    const json_t *who = json_object_get(ask, "who"), *one;
    size_t i, dice = json_array_size(field_list(ask, "sides"));
    styled_clean(t, why);
    styled_put(t, *why ? " " : "");
    styled_clean(t, die_name(name));
    if (dice > 1 && die_name(name) != name) styled_put(t, " x%zu", dice);
    if (*name_of(who)) {
        styled_put(t, ", ");
        styled_clean(t, name_of(who));
    }
    json_array_foreach (who, i, one) {
        styled_put(t, i ? " " : ", ");
        styled_clean(t, name_of(one));
    }
}

static void bounds(StyledText *t, const json_t *ask)
{
    const json_t *least = json_object_get(ask, "min"), *most = json_object_get(ask, "max");
    if (!json_is_number(least) && !json_is_number(most)) return;
    styled_put(t, " (");
    value_put(t, json_is_number(least) ? least : NULL);
    styled_put(t, json_is_number(least) && json_is_number(most) ? " to "
                  : json_is_number(least)                       ? " or more"
                                                                : "at most ");
    value_put(t, json_is_number(most) ? most : NULL);
    styled_put(t, ")");
}

static void several(StyledText *t, const json_t *ask)
{
    int64_t exactly = field_int(ask, "exactly", -1), upto = field_int(ask, "upto", -1);
    choices(t, field_list(ask, "choices"));
    if (exactly >= 0)
        styled_put(t, ", choose %lld, commas between", (long long)exactly);
    else if (upto >= 0)
        styled_put(t, ", up to %lld, commas between", (long long)upto);
}

/* The question itself, and of whom, unless it says so. */
static void wording(StyledText *t, const json_t *ask)
{
    const char *text = field_text(ask, "text"), *who = name_of(json_object_get(ask, "who"));
    if (*who && !strstr(text, who)) {
        styled_clean(t, who);
        styled_put(t, ": ");
    }
    styled_clean(t, text);
}

static bool is_question(const char *text)
{
    size_t n = strlen(text);
    return n > 0 && text[n - 1] == '?';
}

/* What can be answered. */
static void answers(StyledText *t, const json_t *ask, const char *before)
{
    const char *type = field_text(ask, "type");
    if (strcmp(type, "yesno") == 0) {
        styled_put(t, "%s(y)es / (n)o", before);
    } else if (strcmp(type, "number") == 0) {
        bounds(t, ask);
    } else if (strcmp(type, "several") == 0) {
        styled_put(t, "%s", before);
        several(t, ask);
    } else if (field_list(ask, "choices")) {
        styled_put(t, "%s", before);
        choices(t, field_list(ask, "choices"));
    }
    standard(t, ask);
}

StyledText question_prompt(const json_t *ask)
{
    StyledText t = {0};
    const char *text = field_text(ask, "text");
    bool roll = strcmp(field_text(ask, "id"), "die") == 0, asks = !roll && is_question(text);
    styled_put(&t, "  ");
    if (roll) {
        die(&t, ask);
    } else {
        wording(&t, ask);
        answers(&t, ask, !*text ? "" : asks ? " " : ": ");
    }
    styled_put(&t, asks ? ": " : "? ");
    return t;
}
