/* Gathering outcomes that come in any order: a hash of values, sorted at the end. */
#include <stdlib.h>
#include <string.h>

#include "core/dice/odds_context.h"

enum { ROOM_FIRST = 64 };

void tally_free(Tally *t)
{
    free(t->value);
    free(t->weight);
    free(t->product);
    free(t->slot);
    *t = (Tally){0};
}

static size_t place(const Tally *t, Ratio v)
{
    uint64_t h = (uint64_t)v.num * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)v.den;
    h = (h ^ h >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t i = (size_t)(h >> 20) & (t->slots - 1);
    while (t->slot[i] &&
           (t->value[t->slot[i] - 1].num != v.num || t->value[t->slot[i] - 1].den != v.den))
        i = (i + 1) & (t->slots - 1);
    return i;
}

static bool grow(OddsContext *r, Tally *t, size_t room)
{
    if (room > ODDS_OUTCOMES_MAX)
        return reckon_fail(r, "more than %d different totals are too many for odds",
                           ODDS_OUTCOMES_MAX);
    if (!reckon_room(r, (room - t->room) * (t->width + 4))) return false;
    Ratio *value = realloc(t->value, room * sizeof *value);
    if (value) t->value = value;
    mp_limb_t *weight = realloc(t->weight, room * t->width * sizeof *weight);
    if (weight) t->weight = weight;
    uint32_t *slot = calloc(4 * room, sizeof *slot);
    if (slot) {
        free(t->slot);
        t->slot = slot;
        t->slots = 4 * room;
    }
    if (!value || !weight || !slot) return reckon_no_memory(r);
    t->room = room;
    for (size_t i = 0; i < t->n; i++) t->slot[place(t, t->value[i])] = (uint32_t)(i + 1);
    return true;
}

bool tally_start(OddsContext *r, Tally *t, size_t width)
{
    *t = (Tally){.width = width};
    return grow(r, t, ROOM_FIRST);
}

/* Where the weight of a value stands; a new one begins at 0. */
static mp_limb_t *weight_of(OddsContext *r, Tally *t, Ratio v)
{
    size_t i = place(t, v);
    if (t->slot[i]) return t->weight + (t->slot[i] - 1) * t->width;
    if (t->n == t->room) {
        if (!grow(r, t, 2 * t->room)) return NULL;
        i = place(t, v);
    }
    t->value[t->n] = v;
    mp_limb_t *weight = t->weight + t->n * t->width;
    memset(weight, 0, t->width * sizeof *weight);
    t->slot[i] = (uint32_t)++t->n;
    return weight;
}

bool tally_add(OddsContext *r, Tally *t, Ratio value, const mp_limb_t *weight, size_t n)
{
    while (n > 0 && weight[n - 1] == 0) n--;
    if (n == 0) return true;
    if (!reckon_effort(r, t->width + 80)) return false;
    mp_limb_t *to = weight_of(r, t, value);
    if (!to) return false;
    mpn_add(to, to, (mp_size_t)t->width, weight, (mp_size_t)n);
    return true;
}

bool tally_add_product(OddsContext *r, Tally *t, Ratio value, const mp_limb_t *a, size_t an,
                       const mp_limb_t *b, size_t bn)
{
    if (an + bn > t->factor_max) {
        free(t->product);
        t->factor_max = 0;
        t->product = reckon_limbs(r, an + bn);
        if (!t->product) return false;
        t->factor_max = an + bn;
    }
    if (!reckon_effort(r, reckon_product(an, bn))) return false;
    if (an >= bn)
        mpn_mul(t->product, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(t->product, b, (mp_size_t)bn, a, (mp_size_t)an);
    return tally_add(r, t, value, t->product, an + bn);
}

typedef struct {
    Ratio value;
    size_t at;
} Place;

static int by_value(const void *a, const void *b)
{
    return ratio_compare(((const Place *)a)->value, ((const Place *)b)->value);
}

Odds *tally_odds(OddsContext *r, Tally *t)
{
    Place *row = malloc((t->n ? t->n : 1) * sizeof *row);
    Odds *o = row ? odds_new(r, t->n, t->width) : NULL;
    if (!row) reckon_no_memory(r);
    for (size_t i = 0; o && i < t->n; i++) row[i] = (Place){t->value[i], i};
    if (o) qsort(row, t->n, sizeof *row, by_value);
    for (size_t i = 0; o && i < t->n; i++)
        odds_append(o, row[i].value, t->weight + row[i].at * t->width, t->width);
    free(row);
    tally_free(t);
    return o;
}
