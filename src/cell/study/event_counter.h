/* What is counted over many runs: how often each slot (an event's name) was heard of, by turn;
 * which of two came first; and marks, of which each turn has some (the values of a table's own
 * measures).  Only changes are noted: one run less has count a from turn t on, and one more count
 * b.  So a run costs what happens in it, not slots times turns. */
#ifndef CELL_CENSUS_H
#define CELL_CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t slot, times;
} EventCount;

/* So many runs more have a value: of one block, which is a million runs at most. */
typedef struct {
    uint32_t key; /* the value + 1; 0: a free cell */
    int32_t runs;
} Cell;

typedef struct {
    uint32_t n, room; /* a power of 2 */
    Cell *cells;      /* by value, so that values side by side stand side by side */
} Row;

typedef struct {
    Row *rows; /* by turn */
    size_t n;
} Tally;

typedef struct {
    uint32_t other, pair, next; /* the next race of the same slot; 0: none */
} Race;

typedef struct {
    uint32_t count; /* in this run */
    uint32_t races; /* the first of those that it may win; 0: none */
    uint32_t at;    /* its place among what was heard, from 1; 0: unheard */
    Tally tally;    /* of its counts */
} Slot;

typedef struct {
    Slot *slots;
    size_t slots_n;
    Race *races; /* from 1 */
    size_t races_n;
    uint32_t *counted; /* slots counted in this run */
    size_t counted_n, counted_room;
    EventCount *heard; /* in this line, first come first */
    size_t heard_n, heard_room;
    int64_t *marks; /* of the turn before; 0: none */
    size_t marks_n;
    Tally *marked; /* by mark, all of value 0 */
    size_t marked_n;
} EventCounter;

void event_counter_free(EventCounter *t);
/* Slots and marks are numbered from 1.  All that follow: false when memory is out. */
bool event_counter_race(EventCounter *t, size_t first, size_t other,
                        size_t pair);      /* pair counts when first comes and other has not */
void event_counter_begin(EventCounter *t); /* a run begins */
bool event_counter_hear(EventCounter *t, size_t slot);
void event_counter_unhear(EventCounter *t); /* what was heard since event_counter_add */
/* All of it happened in this turn; anew: and has not been noted before. */
bool event_counter_add(EventCounter *t, const EventCount *heard, size_t n, uint32_t turn,
                       bool anew);
bool event_counter_mark(EventCounter *t, const int64_t *marks, size_t n, uint32_t turn, bool anew);
uint32_t event_counter_count(const EventCounter *t, size_t slot);

/* So many runs more have this value of the slot, or this mark, at the end of the turn. */
typedef struct {
    bool mark;
    uint32_t slot, turn, value;
    int64_t runs;
} Change;
/* What was noted since the last time, by mark, slot, turn and value: *list is the caller's (free).
 * false: no memory. */
bool event_counter_changes(EventCounter *t, Change **list, size_t *n);

#endif
