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

/* How often an event came. */
typedef struct {
    uint32_t slot, times;
} EventCount;

/* `runs` more runs have this value of the slot at the end of the turn; of a mark, COUNT_MARK is
 * added to its number, and the value is 0.  A block of runs, at most a million, fits. */
enum { COUNT_MARK = 1 << 30 };
typedef struct {
    uint32_t slot, turn, value;
    int32_t runs;
} CountChange;

/* `pair` is counted when `first` happens in a run before `other`; all three are slots. */
typedef struct {
    uint32_t first, other, pair;
} EventRace;

/* All 0 is an empty counter; event_counter_free ends it. */
typedef struct {
    uint32_t *counts; /* in this run, by slot */
    size_t counts_n;
    EventRace *races;
    size_t races_n, races_room;
    EventCount *events; /* of this line so far, in the order of first happening */
    size_t events_n, events_room;
    int64_t *marks; /* of the turn before; 0: none */
    size_t marks_n;
    CountChange *changes; /* a hash table; room is a power of 2; slot 0: a free place */
    size_t changes_n, changes_room;
} EventCounter;

void event_counter_free(EventCounter *t);

/* Functions that return bool return false when memory is out. */

/* Counts this race, too. */
bool event_counter_race(EventCounter *t, EventRace race);
/* A run begins. */
void event_counter_begin(EventCounter *t);
/* Adds an event of this slot to those of the line; event_counter_drop clears them. */
bool event_counter_note(EventCounter *t, size_t slot);
void event_counter_drop(EventCounter *t);
/* These events happened in this turn, at the end of which the measures have these marks.  fresh:
 * store the changes; false when a run is played again and they were stored before. */
bool event_counter_add(EventCounter *t, const EventCount *events, size_t n, uint32_t turn,
                       bool fresh);
bool event_counter_mark(EventCounter *t, const int64_t *marks, size_t n, uint32_t turn, bool fresh);
/* How often a slot has happened in this run. */
uint32_t event_counter_count(const EventCounter *t, size_t slot);

/* The changes since the last call, ordered by slot, turn and value, those that came to 0 left
 * out.  The caller frees *list. */
bool event_counter_changes(EventCounter *t, CountChange **list, size_t *n);

#endif
