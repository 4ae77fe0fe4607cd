/* Interned strings: each byte string gets a number, from 1 on, in the order of arrival.  In a
 * shared arena all cells get the same numbers. */
#ifndef CELL_INTERNED_H
#define CELL_INTERNED_H

#include "cell/study/arena.h"

typedef struct {
    size_t n, number;
    _Alignas(8) char s[];
} InternedString;

/* All in an arena, which the caller passes to each call. */
typedef struct {
    InternedString **index; /* a hash table; room is a power of 2 */
    size_t room;
    InternedString **list; /* by number - 1 */
    size_t n, list_room;
} Interned;

/* The number of a string, found or given; 0: no memory. */
size_t interned_of(Interned *numbers, Arena *a, const char *s, size_t n);
/* The string of a number, or NULL; it stays as long as the arena. */
const InternedString *interned_string(const Interned *numbers, const Arena *a, size_t number);
/* How many numbers were given. */
size_t interned_count(const Interned *numbers);

/* FNV-1a, 64 bits, folded (Fowler, Noll, Vo: http://www.isthe.com/chongo/tech/comp/fnv). */
size_t interned_hash(const char *s, size_t n);

#endif
