/* What an event is, and when two are alike. */
#include "campaign/view/narration/event.h"

#include <string.h>

bool event_is(const Value *event, const char *kind)
{
    return strcmp(value_text(event, "kind", ""), kind) == 0;
}

const Value *event_roll(const Value *event, const Value *rolls)
{
    int64_t at = value_int(event, "roll", -1);
    return at >= 0 && at < (int64_t)rolls->n ? &rolls->items[at] : NULL;
}

const Value *event_field(const Value *event, const Value *roll, const char *key)
{
    const Value *v = value_get(event, key);
    return v ? v : value_get(roll, key);
}

int64_t event_int(const Value *v)
{
    return v && v->kind == TOKEN_INT ? v->integer : 0;
}

const char *event_state_text(const Value *e)
{
    const char *who = value_text(e, "who", ""), *text = value_text(e, "text", "");
    size_t n = strlen(who);
    bool owned = n > 0 && value_bool(e, "change", false) && strncmp(text, who, n) == 0 &&
                 strncmp(text + n, ": ", 2) == 0;
    return owned ? text + n + 2 : NULL;
}

bool event_is_change(const Value *event)
{
    return value_get(event, "was") && value_get(event, "now");
}

bool event_is_check(const Value *event, const Value *roll)
{
    return roll && event_is(event, "check");
}

bool event_same_change(const Value *a, const Value *b)
{
    const char *one = event_state_text(a), *other = event_state_text(b);
    return one && other && strcmp(one, other) == 0 &&
           value_bool(a, "secret", false) == value_bool(b, "secret", false) &&
           strcmp(value_text(a, "who", ""), value_text(b, "who", "")) != 0;
}

bool event_goes_on(const Value *a, const Value *b)
{
    const Value *now = value_get(a, "now"), *was = value_get(b, "was");
    return now && was && now->kind == TOKEN_INT && value_equal(now, was) &&
           strcmp(value_text(a, "kind", ""), value_text(b, "kind", "")) == 0 &&
           strcmp(value_text(a, "who", ""), value_text(b, "who", "")) == 0;
}

bool event_same_check(const Value *a, const Value *b, const Value *rolls)
{
    static const char *const keys[] = {"what", "dc", "die", "label", "secret", "deed", NULL};
    const Value *x = event_roll(a, rolls), *y = event_roll(b, rolls);
    bool same = event_is_check(a, x) && event_is_check(b, y);
    for (const char *const *key = keys; same && *key; key++)
        same = value_equal(event_field(a, x, *key), event_field(b, y, *key));
    return same;
}

bool event_same_light_out(const Value *a, const Value *b)
{
    return event_is(a, "light_out") && event_is(b, "light_out") &&
           value_equal(value_get(a, "name"), value_get(b, "name")) &&
           value_equal(value_get(a, "why"), value_get(b, "why")) &&
           value_bool(a, "secret", false) == value_bool(b, "secret", false);
}

bool event_is_everybodys(const Value *event, size_t alike, size_t members)
{
    return alike > 2 && alike == members && !strstr(value_text(event, "who", ""), "'s ");
}
