/* A set of addresses, of tables and functions of Lua that a walk has visited. */
#ifndef CELL_ADDRESS_SET_H
#define CELL_ADDRESS_SET_H

#include <stdbool.h>
#include <stddef.h>

enum { ADDRESSES_FEW = 128 }; /* places without malloc, a power of 2; half of them are used */

/* A hash table with open addressing.  It must not move. */
typedef struct {
    const void **at, *few[ADDRESSES_FEW]; /* NULL: a free place */
    size_t n, room;
} AddressSet;

void address_set_begin(AddressSet *set);
/* Adds an address; sets *known to whether it was there already.  False: no memory. */
bool address_set_add(AddressSet *set, const void *p, bool *known);
void address_set_end(AddressSet *set);

#endif
