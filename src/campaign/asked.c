/* What a study is asked, checked and made into canonical lists for the cell. */
#include "campaign/asked.h"

#include <string.h>

#include "campaign/fields.h"
#include "campaign/json.h"

enum { NAME_MAX_BYTES = 60, LISTED_MAX = 200 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Without blanks around it. */
const char *asked_trimmed(const char *s, size_t *n)
{
    while (*n > 0 && is_blank(*s)) {
        s++;
        (*n)--;
    }
    while (*n > 0 && is_blank(s[*n - 1]))
        (*n)--;
    return s;
}

/* The lines of "crawl; search" as a canonical list. */
static bool read_plan(const char *plan, Text *out, Err *err)
{
    Text lines = {0};
    size_t count = 0;
    if (!text_is_utf8(plan, strlen(plan))) return err_set(err, "the plan is not UTF-8 text");
    for (const char *p = plan; *p;) {
        size_t whole = strcspn(p, ";\n"), n = whole;
        const char *line = asked_trimmed(p, &n);
        if (n > LINE_MAX_BYTES) {
            text_free(&lines);
            return err_set(err, "a line of the plan is longer than %d bytes", LINE_MAX_BYTES);
        }
        if (n > 0) {
            put_textn(&lines, line, n);
            count++;
        }
        p += whole + (p[whole] != '\0');
    }
    put_list(out, count);
    if (count > 0) text_addn(out, lines.s, lines.n);
    text_free(&lines);
    return count > 0 || err_set(err, "the plan is empty: give a line a turn, as \"crawl; search\"");
}

static bool takes_nothing(const char *takes)
{
    for (const char *p = takes; *p; p += strspn(p, " ")) {
        if (*p != '[') return false;
        p += strcspn(p, " ");
    }
    return true;
}

/* The first action of the ruleset that takes a turn and needs no more words. */
static const char *usual_plan(const Sconce *s)
{
    const Value *verbs = value_get(keeper_book(s->keeper), "verbs");
    for (size_t i = 0; verbs && verbs->kind == TOKEN_LIST && i < verbs->n; i++) {
        const Value *v = &verbs->items[i];
        if (!value_bool(v, "host", false) && !value_get(v, "pace_of") &&
            strcmp(value_text(v, "cost", ""), "1 turn") == 0 &&
            takes_nothing(value_text(v, "takes", "")))
            return value_text(v, "verb", "");
    }
    return NULL;
}

static bool is_name(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        if (!letter && c != '_' && c != '-' && c < 0x80 && !(i > 0 && c >= '0' && c <= '9'))
            return false;
    }
    return n > 0 && n <= NAME_MAX_BYTES;
}

/* "torches=party.torches" */
static bool read_measure(const char *text, Text *out, Err *err)
{
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : 0;
    const char *name = asked_trimmed(text, &n);
    if (!equals || !is_name(name, n) || !equals[strspn(equals, "= \t")])
        return err_set(err, "a measure is NAME=EXPR, as torches=party.torches, and this is '%.80s'", text);
    if (!text_is_utf8(text, strlen(text))) return err_set(err, "the measure is not UTF-8 text");
    Fields f = {0};
    put_textn(field(&f, "name"), name, n);
    put_text(field(&f, "expr"), equals + 1);
    return fields_end(&f, out) || err_set(err, "out of memory");
}

/* "encounter,light_out" */
static bool read_race(const char *text, Text *out, Err *err)
{
    size_t first = strcspn(text, ","), second = strlen(text) - first;
    const char *a = asked_trimmed(text, &first), *b = "";
    const char *comma = strchr(text, ',');
    if (comma) {
        second = strlen(comma + 1);
        b = asked_trimmed(comma + 1, &second);
    }
    if (!comma || first == 0 || second == 0 || !text_is_utf8(text, strlen(text)))
        return err_set(err,
                       "which event before which? A,B, as encounter,light_out, and this is "
                       "'%.80s'",
                       text);
    if (first == second && memcmp(a, b, first) == 0)
        return err_set(err, "'%.80s' never comes before itself", text);
    Fields f = {0};
    put_textn(field(&f, "first"), a, first);
    put_textn(field(&f, "second"), b, second);
    return fields_end(&f, out) || err_set(err, "out of memory");
}

static bool read_all(bool (*read)(const char *, Text *, Err *), const char *const *list, size_t n,
                     Text *out, Err *err)
{
    if (n > LISTED_MAX) return err_set(err, "at most %d at once can be measured", LISTED_MAX);
    put_list(out, n);
    for (size_t i = 0; i < n; i++)
        if (!read(list[i], out, err)) return false;
    return true;
}

static bool same_measure_twice(const Wish *w, Err *err)
{
    for (size_t i = 0; i < w->measure_count; i++)
        for (size_t j = 0; j < i; j++) {
            size_t n = strcspn(w->measures[i], "=");
            if (strcspn(w->measures[j], "=") == n &&
                memcmp(w->measures[i], w->measures[j], n) == 0)
                return !err_set(err, "two measures are called %.*s", (int)n, w->measures[i]);
        }
    return false;
}

bool asked_read(Asked *a, const Wish *w, Err *err)
{
    a->until = w->until;
    const char *plan = w->plan ? w->plan : usual_plan(a->s);
    if (!plan) return err_set(err, "which plan? a line a turn, as \"crawl; search\"");
    if (a->until && !text_is_utf8(a->until, strlen(a->until)))
        return err_set(err, "the event to end with is not UTF-8 text");
    if (same_measure_twice(w, err) || !read_plan(plan, &a->plan, err) ||
        !read_all(read_measure, w->measures, w->measure_count, &a->measures, err) ||
        !read_all(read_race, w->before, w->before_count, &a->before, err))
        return false;
    return !(a->plan.failed || a->measures.failed || a->before.failed) ||
           err_set(err, "out of memory");
}

void asked_free(Asked *a)
{
    text_free(&a->plan);
    text_free(&a->measures);
    text_free(&a->before);
}

void asked_write_plan(const Asked *a, Text *t)
{
    Tree *tree = tree_decode(a->plan.s, a->plan.n, NULL);
    json_value(t, tree ? tree_root(tree) : NULL);
    tree_free(tree);
}

void asked_race(const char *before, Text *key)
{
    const char *comma = strchr(before, ',');
    size_t first = (size_t)(comma - before), second = strlen(comma + 1);
    const char *one = asked_trimmed(before, &first), *other = asked_trimmed(comma + 1, &second);
    text_addn(key, one, first);
    text_addc(key, '<');
    text_addn(key, other, second);
}
