/* Interned for byte strings, from 1 on in the order that they come: who shares the arena gives the
 * same string the same number. */
#ifndef CELL_NUMBERS_H
#define CELL_NUMBERS_H

#include "cell/study/arena.h"

typedef struct {
    size_t n, number;
    _Alignas(8) char s[];
} InternedString;

typedef struct {
    InternedString **index; /* by hash; a power of 2 */
    size_t room;
    InternedString **list; /* by number - 1 */
    size_t n, list_room;
} Interned;

/* The number of a string, found or given; 0: no memory. */
size_t interned_of(Interned *numbers, Arena *a, const char *s, size_t n);
/* The string of a number, or NULL; it stays as long as the arena. */
const InternedString *interned_string(const Interned *numbers, const Arena *a, size_t number);
/* So many were given. */
size_t interned_given(const Interned *numbers);

/* Also for others: a hash of bytes (FNV-1a). */
size_t interned_hash(const char *s, size_t n);

#endif
