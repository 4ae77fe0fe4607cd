/* A set of addresses: tables and functions of Lua that were met before. */
#ifndef CELL_ADDRESS_SET_H
#define CELL_ADDRESS_SET_H

#include <stdbool.h>
#include <stddef.h>

enum { ADDRESSES_FEW = 128 }; /* held without malloc, up to half of them; a power of 2 */

/* A hash table with open addressing.  It must not move. */
typedef struct {
    const void **at, *few[ADDRESSES_FEW]; /* NULL: a free place */
    size_t n, room;
} AddressSet;

void address_set_begin(AddressSet *set);
/* Adds an address, and sets *known if it was there.  False: no memory. */
bool address_set_add(AddressSet *set, const void *p, bool *known);
void address_set_end(AddressSet *set);

#endif
