/* The counts of many runs: how often each slot (the name of an event) had happened by the end of
 * each turn, which of two events came first, and the marks of each turn (memo.h).
 *
 * Only changes are stored: from turn t on one run fewer has count a, and one more has count b.  So
 * a run costs what happens in it, not slots times turns.  Slots and marks are numbered from 1. */
#ifndef CELL_EVENT_COUNTER_H
#define CELL_EVENT_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t slot, times;
} EventCount;

/* In a turn, `runs` more runs have a value.  A block of runs, at most a million, fits. */
typedef struct {
    uint32_t key; /* the value + 1; 0: a free cell */
    int32_t runs;
} RunCount;

/* A hash table; its hash is the value itself, so that equal and neighbouring values stay close. */
typedef struct {
    uint32_t n, room; /* a power of 2 */
    RunCount *cells;
} TurnRow;

typedef struct {
    TurnRow *rows; /* by turn */
    size_t n;
} CountTable;

typedef struct {
    uint32_t other, pair; /* pair is counted when this slot happens before other */
    uint32_t next;        /* the next race of the same slot; 0: none */
} Race;

typedef struct {
    uint32_t count;   /* in this run */
    uint32_t races;   /* the first race that it may win; 0: none */
    uint32_t at;      /* its place in EventCounter.events, from 1; 0: not there */
    CountTable table; /* of its counts */
} Slot;

/* All 0 is an empty counter; event_counter_free ends it. */
typedef struct {
    Slot *slots;
    size_t slots_n;
    Race *races; /* from 1 */
    size_t races_n;
    uint32_t *counted; /* slots that happened in this run */
    size_t counted_n, counted_room;
    EventCount *events; /* of this line so far, in the order of first happening */
    size_t events_n, events_room;
    int64_t *marks; /* of the turn before; 0: none */
    size_t marks_n;
    CountTable *marked; /* by mark, all of value 0 */
    size_t marked_n;
} EventCounter;

void event_counter_free(EventCounter *t);

/* Functions that return bool return false when memory is out. */

/* From now on `pair` is counted when `first` happens in a run before `other`. */
bool event_counter_race(EventCounter *t, size_t first, size_t other, size_t pair);
/* A run begins. */
void event_counter_begin(EventCounter *t);
/* Adds an event of this slot to those of the line; and clears these. */
bool event_counter_note(EventCounter *t, size_t slot);
void event_counter_drop(EventCounter *t);
/* These events happened in this turn, at the end of which the measures have these marks.  fresh:
 * store the changes; false when a run is played again and they were stored before. */
bool event_counter_add(EventCounter *t, const EventCount *events, size_t n, uint32_t turn,
                       bool fresh);
bool event_counter_mark(EventCounter *t, const int64_t *marks, size_t n, uint32_t turn, bool fresh);
/* How often a slot has happened in this run. */
uint32_t event_counter_count(const EventCounter *t, size_t slot);

/* `runs` more runs have this value of the slot, or this mark, at the end of the turn. */
typedef struct {
    bool mark;
    uint32_t slot, turn, value;
    int64_t runs;
} CountChange;
/* The changes since the last call, ordered by mark, slot, turn and value, those that came to 0 left
 * out.  The caller frees *list. */
bool event_counter_changes(EventCounter *t, CountChange **list, size_t *n);

#endif
