#include "cell/study/interned.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

size_t interned_hash(const char *s, size_t n)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 32);
}

static InternedString **place_of(InternedString **index, size_t room, const char *s, size_t n)
{
    size_t i = interned_hash(s, n) & (room - 1);
    while (index[i] && (index[i]->n != n || memcmp(index[i]->s, s, n) != 0))
        i = (i + 1) & (room - 1);
    return &index[i];
}

static bool grow_index(Interned *numbers, Arena *a)
{
    if (numbers->n * 2 < numbers->room) return true;
    size_t room = numbers->room ? numbers->room * 2 : FIRST_ROOM;
    InternedString **index = arena_take(a, room * sizeof *index);
    if (!index) return false;
    for (size_t i = 0; i < numbers->n; i++)
        *place_of(index, room, numbers->list[i]->s, numbers->list[i]->n) = numbers->list[i];
    arena_show(&numbers->room,
               (size_t)0); /* a cell that dies here leaves an index that is built again */
    arena_show(&numbers->index, index);
    arena_show(&numbers->room, room);
    return true;
}

static bool grow_list(Interned *numbers, Arena *a)
{
    if (numbers->n < numbers->list_room) return true;
    size_t room = numbers->list_room ? numbers->list_room * 2 : FIRST_ROOM;
    InternedString **list = arena_take(a, room * sizeof *list);
    if (!list) return false;
    if (numbers->n) memcpy(list, numbers->list, numbers->n * sizeof *list);
    arena_show(&numbers->list, list);
    arena_show(&numbers->list_room, room);
    return true;
}

static size_t give(Interned *numbers, Arena *a, const char *s, size_t n)
{
    if (!grow_list(numbers, a) || !grow_index(numbers, a)) return 0;
    InternedString **place = place_of(numbers->index, numbers->room, s, n);
    if (*place) return (*place)->number;
    InternedString *new = arena_take(a, sizeof *new + n);
    if (!new) return 0;
    new->n = n;
    new->number = numbers->n + 1;
    memcpy(new->s, s, n);
    numbers->list[numbers->n] = new;
    arena_show(&numbers->n,
               new->number); /* before the string can be found: no number is given twice */
    arena_show(place, new);
    return new->number;
}

size_t interned_of(Interned *numbers, Arena *a, const char *s, size_t n)
{
    arena_lock(a);
    size_t number = give(numbers, a, s, n);
    arena_unlock(a);
    return number;
}

const InternedString *interned_string(const Interned *numbers, const Arena *a, size_t number)
{
    arena_lock(a);
    const InternedString *found =
        number >= 1 && number <= numbers->n ? numbers->list[number - 1] : NULL;
    arena_unlock(a);
    return found;
}

size_t interned_count(const Interned *numbers)
{
    return arena_see(&numbers->n);
}
