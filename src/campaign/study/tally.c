/* Changes are appended, and equal ones merged whenever their number has doubled: adding takes
 * constant time on average, and a long simulation no more memory than its histograms. */
#include "campaign/study/tally.h"
#include "core/json_writer.h"
#include "core/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- names -------------------------------------------------------------------------------- */

/* Characters of kinds, as src/lua/study (query, plan, simulate) writes them. */
static const char prefixes[] = {
    [MEASURE_YES_NO] = '?', [MEASURE_NUMBER] = '=',  [MEASURE_PASSED] = '~',
    [MEASURE_STUCK] = '!',  [MEASURE_DEFAULT] = '*', [MEASURE_STANDING] = '&'};

MeasureName measure_name(const char *key)
{
    MeasureName m = {.kind = MEASURE_EVENT, .name = key, .detail = ""}; /* unless it has a prefix */
    for (size_t i = MEASURE_YES_NO; i < sizeof prefixes; i++)
        if (*key == prefixes[i]) {
            m.kind = (MeasureKind)i;
            m.name = key + 1;
        }
    m.n = strlen(m.name);
    const char *tab = strchr(m.name, '\t'); /* the detail stands behind it */
    if (tab && (m.kind == MEASURE_PASSED || m.kind == MEASURE_DEFAULT)) {
        m.n = (size_t)(tab - m.name);
        m.detail = tab + 1;
    }
    return m;
}

bool measure_is_of_play(MeasureKind kind)
{
    return kind >= MEASURE_PASSED;
}

bool measure_is_yes_no(MeasureKind kind)
{
    return kind == MEASURE_YES_NO || kind == MEASURE_STANDING;
}

void measure_open_object(Text *t, const MeasureName *m)
{
    static const char *const names[] = {
        [MEASURE_PASSED] = "line", [MEASURE_STUCK] = "reason", [MEASURE_DEFAULT] = "question"};
    jsonw_open(t, '{');
    jsonw_stringn(jsonw_key(t, names[m->kind]), m->name, m->n);
    /* A run that is stuck has only its reason; an answer is left out where it varies. */
    if (m->kind == MEASURE_STUCK || (m->kind == MEASURE_DEFAULT && !*m->detail)) return;
    jsonw_key(t, m->kind == MEASURE_PASSED ? "reason" : "answer");
    jsonw_string(t, m->detail);
}

/* --- tallies ------------------------------------------------------------------------------ */

enum { COMPACT_FROM = 4096 }; /* changes; a shorter tally is left until the end; any would do */

void tallies_free(Tallies *t)
{
    for (size_t i = 0; i < t->n; i++) {
        free(t->tally[i].key);
        free(t->tally[i].change);
    }
    free(t->tally);
    *t = (Tallies){0};
}

/* --- one tally --------------------------------------------------------------------------- */

static int by_turn_and_value(const void *a, const void *b)
{
    const TallyChange *x = a, *y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

/* Sorts the changes of a tally by turn and value, merges equal ones and drops zeros. */
static void compact_tally(MeasureTally *t)
{
    size_t n = 0;
    if (t->n > 1) qsort(t->change, t->n, sizeof *t->change, by_turn_and_value);
    for (size_t i = 0; i < t->n;) {
        TallyChange c = t->change[i];
        for (i++; i < t->n && by_turn_and_value(&c, &t->change[i]) == 0; i++)
            c.by += t->change[i].by;
        if (c.by != 0) t->change[n++] = c;
    }
    t->n = t->compacted = n;
}

void tallies_add_change(Tallies *t, MeasureTally *tally, TallyChange c)
{
    if (tally->n >= COMPACT_FROM && tally->n / 2 >= tally->compacted) compact_tally(tally);
    if (array_room(&tally->change, &tally->room, tally->n + 1, sizeof c))
        tally->change[tally->n++] = c;
    else
        t->failed = true;
}

/* --- all of them, sorted by key ---------------------------------------------------------- */

/* Returns the index of a key, or, when it is not *there, the index at which to insert it. */
static size_t find_index(const Tallies *t, const char *key, bool *there)
{
    size_t low = 0, high = t->n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (strcmp(t->tally[mid].key, key) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    *there = low < t->n && strcmp(t->tally[low].key, key) == 0;
    return low;
}

const MeasureTally *tallies_find(const Tallies *t, MeasureKind kind, const char *name)
{
    ScopedText key = {0};
    bool there = false;
    if (kind != MEASURE_EVENT) text_addc(&key, prefixes[kind]);
    text_add(&key, name);
    size_t i = key.failed ? 0 : find_index(t, text_str(&key), &there);
    return there ? &t->tally[i] : NULL;
}

MeasureTally *tallies_get(Tallies *t, const char *key)
{
    bool there;
    size_t i = find_index(t, key, &there);
    if (there) return &t->tally[i];
    char *copy = array_room(&t->tally, &t->room, t->n + 1, sizeof *t->tally) ? strdup(key) : NULL;
    if (!copy) {
        t->failed = true;
        return NULL;
    }
    memmove(&t->tally[i + 1], &t->tally[i], (t->n - i) * sizeof *t->tally);
    t->tally[i] = (MeasureTally){.key = copy, .of = measure_name(copy)};
    t->n++;
    return &t->tally[i];
}

void tallies_compact(Tallies *t)
{
    for (size_t i = 0; i < t->n; i++) compact_tally(&t->tally[i]);
}

/* --- from the cell ----------------------------------------------------------------------- */

/* Reads the next number of "1 2 3 ", in which a blank follows each number. */
static bool read_number(const char **at, int64_t *i)
{
    char *end;
    errno = 0;
    *i = strtoll(*at, &end, 10);
    if (end == *at || *end != ' ' || errno != 0) return false;
    *at = end + 1;
    return true;
}

/* Adds the changes "turn value change turn …"; or, when one value of them all is given, "turn
 * change turn …".  False: it is no such text. */
static bool add_changes(Tallies *t, MeasureTally *tally, const Value *text, const double *value,
                        int64_t turns)
{
    const char *at = text->kind == TOKEN_TEXT ? text->s : NULL;
    while (at && *at) {
        TallyChange c;
        int64_t whole = 0; /* the value, which is a whole number here */
        if (!read_number(&at, &c.turn) || (!value && !read_number(&at, &whole)) ||
            !read_number(&at, &c.by))
            return false;
        if (c.turn < 1 || c.turn > turns || c.by <= -RUNS_MAX || c.by >= RUNS_MAX) return false;
        c.value = value ? *value : (double)whole;
        tallies_add_change(t, tally, c);
    }
    return at != NULL;
}

/* Adds a text of changes, or a list { value, text, value, … }. */
static bool add_tally(Tallies *t, MeasureTally *tally, const Value *v, int64_t turns)
{
    if (v->kind != TOKEN_LIST) return add_changes(t, tally, v, NULL, turns);
    for (size_t i = 0; i + 1 < v->n; i += 2) {
        const Value *of = &v->items[i];
        double value = of->kind == TOKEN_INT ? (double)of->integer : of->real;
        bool number = of->kind == TOKEN_INT || of->kind == TOKEN_REAL;
        if (!number || !isfinite(value) || !add_changes(t, tally, &v->items[i + 1], &value, turns))
            return false;
    }
    return v->n % 2 == 0;
}

bool tallies_add(Tallies *t, const Value *map, int64_t turns, Err *err)
{
    pair_each (p, map) {
        MeasureTally *tally = tallies_get(t, p->key);
        if (tally && !add_tally(t, tally, p->value, turns))
            return err_set(err, "what was counted as %s is not a tally", p->key);
    }
    return !t->failed || err_set(err, "out of memory");
}
