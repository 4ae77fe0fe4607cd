#include "cell/address_set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void address_set_begin(AddressSet *set)
{
    memset(set->few, 0, sizeof set->few);
    set->at = set->few;
    set->n = 0;
    set->room = ADDRESSES_FEW;
}

void address_set_end(AddressSet *set)
{
    if (set->at != set->few) free(set->at);
}

/* The place of an address, or the free place for it. */
static const void **find_place(const void **at, size_t room, const void *p)
{
    size_t i = ((uintptr_t)p >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20 & (room - 1);
    while (at[i] && at[i] != p) i = (i + 1) & (room - 1);
    return &at[i];
}

static bool grow(AddressSet *set)
{
    size_t room = set->room * 2;
    const void **at = calloc(room, sizeof *at);
    if (!at) return false;
    for (size_t i = 0; i < set->room; i++)
        if (set->at[i]) *find_place(at, room, set->at[i]) = set->at[i];
    address_set_end(set);
    set->at = at;
    set->room = room;
    return true;
}

bool address_set_add(AddressSet *set, const void *p, bool *known)
{
    if (set->n * 2 >= set->room && !grow(set)) return false;
    const void **place = find_place(set->at, set->room, p);
    *known = *place != NULL;
    set->n += !*known;
    *place = p;
    return true;
}
