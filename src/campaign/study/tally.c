/* Changes are appended as they come, and put together when they have doubled: adding is cheap, and
 * a long simulation takes no more room than its histograms. */
#include "campaign/study/tally.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETTLE_FROM = 4096 };

void tallies_free(Tallies *t)
{
    for (size_t i = 0; i < t->n; i++) {
        free(t->tally[i].name);
        free(t->tally[i].change);
    }
    free(t->tally);
    *t = (Tallies){0};
}

/* --- one tally --------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const Change *x = a, *y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static bool same_place(const Change *a, const Change *b)
{
    return by_place(a, b) == 0;
}

static void settle(Tally *t)
{
    size_t n = 0;
    if (t->n > 1) qsort(t->change, t->n, sizeof *t->change, by_place);
    for (size_t i = 0; i < t->n;) {
        Change c = t->change[i];
        for (i++; i < t->n && same_place(&c, &t->change[i]); i++) c.by += t->change[i].by;
        if (c.by != 0) t->change[n++] = c;
    }
    t->n = t->settled = n;
}

void tallies_note(Tallies *t, Tally *tally, Change c)
{
    if (tally->n >= SETTLE_FROM && tally->n / 2 >= tally->settled) settle(tally);
    if (tally->n == tally->room) {
        size_t room = tally->room ? tally->room * 2 : 16;
        Change *grown = realloc(tally->change, room * sizeof *grown);
        if (!grown) {
            t->failed = true;
            return;
        }
        tally->change = grown;
        tally->room = room;
    }
    tally->change[tally->n++] = c;
}

/* --- all of them, sorted by name --------------------------------------------------------- */

/* Where the name is, or where it belongs. */
static size_t place_of(const Tallies *t, const char *name, bool *there)
{
    size_t low = 0, high = t->n;
    *there = false;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = strcmp(name, t->tally[mid].name);
        if (order == 0) {
            *there = true;
            return mid;
        }
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

const Tally *tallies_find(const Tallies *t, const char *name)
{
    bool there;
    size_t i = place_of(t, name, &there);
    return there ? &t->tally[i] : NULL;
}

static bool make_room(Tallies *t)
{
    if (t->n < t->room) return true;
    size_t room = t->room ? t->room * 2 : 64;
    Tally *grown = realloc(t->tally, room * sizeof *grown);
    if (!grown) return false;
    t->tally = grown;
    t->room = room;
    return true;
}

Tally *tallies_get(Tallies *t, const char *name)
{
    bool there;
    size_t i = place_of(t, name, &there);
    if (there) return &t->tally[i];
    char *copy = make_room(t) ? strdup(name) : NULL;
    if (!copy) {
        t->failed = true;
        return NULL;
    }
    memmove(&t->tally[i + 1], &t->tally[i], (t->n - i) * sizeof *t->tally);
    t->tally[i] = (Tally){.name = copy};
    t->n++;
    return &t->tally[i];
}

void tallies_settle(Tallies *t)
{
    for (size_t i = 0; i < t->n; i++) settle(&t->tally[i]);
}

/* --- from the cell ----------------------------------------------------------------------- */

/* The next of a text of whole numbers. */
static bool read_number(const char **at, int64_t *i)
{
    char *end;
    errno = 0;
    *i = strtoll(*at, &end, 10);
    bool fits = end > *at && *end == ' ' && errno == 0;
    *at = end + fits;
    return fits;
}

/* "turn value runs turn …"; where *value is given, "turn runs turn …". */
static bool add_changes(Tallies *t, Tally *tally, const Value *text, const double *value,
                        int64_t turns)
{
    const char *at = text->kind == TOKEN_TEXT ? text->s : NULL;
    while (at && *at) {
        Change c;
        int64_t count = 0;
        if (!read_number(&at, &c.turn) || (!value && !read_number(&at, &count)) ||
            !read_number(&at, &c.by))
            return false;
        if (c.turn < 1 || c.turn > turns || c.by <= -RUNS_MAX || c.by >= RUNS_MAX) return false;
        c.value = value ? *value : (double)count;
        tallies_note(t, tally, c);
    }
    return at != NULL;
}

static bool number(const Value *v, double *d)
{
    *d = v->kind == TOKEN_INT ? (double)v->integer : v->real;
    return (v->kind == TOKEN_INT || v->kind == TOKEN_REAL) && isfinite(*d);
}

/* A text of changes; or value, text, value, … */
static bool add_tally(Tallies *t, Tally *tally, const Value *v, int64_t turns)
{
    if (v->kind != TOKEN_LIST) return add_changes(t, tally, v, NULL, turns);
    for (size_t i = 0; i + 1 < v->n; i += 2) {
        double value;
        if (!number(&v->items[i], &value) ||
            !add_changes(t, tally, &v->items[i + 1], &value, turns))
            return false;
    }
    return v->n % 2 == 0;
}

bool tallies_add(Tallies *t, const Value *map, int64_t turns, Err *err)
{
    size_t n = map && map->kind == TOKEN_MAP ? map->n : 0;
    for (size_t i = 0; i < n; i++) {
        const Pair *p = &map->pairs[i];
        Tally *tally = tallies_get(t, p->key);
        if (tally && !add_tally(t, tally, p->value, turns))
            return err_set(err, "what was counted as %s is no tally", p->key);
    }
    return !t->failed || err_set(err, "out of memory");
}

/* --- histograms -------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const Bar *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

bool histogram_start(Histogram *h, const Tally *tally)
{
    size_t n = 0;
    *h = (Histogram){.of = tally};
    h->bar = calloc(tally->n ? tally->n : 1, sizeof *h->bar);
    if (!h->bar) return false;
    for (size_t i = 0; i < tally->n; i++) h->bar[i].value = tally->change[i].value;
    if (tally->n > 1) qsort(h->bar, tally->n, sizeof *h->bar, by_value);
    for (size_t i = 0; i < tally->n; i++)
        if (n == 0 || by_value(&h->bar[n - 1], &h->bar[i]) != 0) h->bar[n++] = h->bar[i];
    h->n = n;
    return true;
}

void histogram_free(Histogram *h)
{
    free(h->bar);
    *h = (Histogram){0};
}

static void set_bar(Histogram *h, Bar *bar, int64_t runs)
{
    size_t i = (size_t)(bar - h->bar);
    bool empty = h->low == h->high;
    bar->runs = runs;
    if (runs == 0) return;
    if (empty || i < h->low) h->low = i;
    if (empty || i >= h->high) h->high = i + 1;
}

void histogram_turn(Histogram *h)
{
    const Tally *t = h->of;
    for (h->turn++; h->at < t->n && t->change[h->at].turn == h->turn; h->at++) {
        Bar key = {.value = t->change[h->at].value};
        Bar *bar = bsearch(&key, h->bar, h->n, sizeof *h->bar, by_value);
        if (bar) set_bar(h, bar, bar->runs + t->change[h->at].by);
    }
    while (h->low < h->high && h->bar[h->low].runs == 0) h->low++;
    while (h->low < h->high && h->bar[h->high - 1].runs == 0) h->high--;
}
