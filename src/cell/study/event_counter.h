/* The counts of many runs: how often each event had happened by the end of each turn, which of two
 * events came first, and the marks of each turn (memo.h).  A slot is the number of an event's name;
 * slots and marks are numbered from 1.
 *
 * Only changes are stored, as "from turn 7 on, one run fewer has the count 2, and one more has the
 * count 3".  So the cost of a run depends on how much happens in it, not on slots times turns. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often an event happened in one line. */
typedef struct {
    uint32_t slot, times;
} EventCount;

/* A change: from this turn on, `runs` more runs have the count `value` of the slot; fewer, if runs
 * is below 0.  For a mark, slot is COUNT_MARK plus its number, and value is 0.  `runs` has room for
 * the largest block of runs, a million (BLOCK_MAX in campaign/study/sim_run.c). */
enum { COUNT_MARK = 1 << 30 };
typedef struct {
    uint32_t slot, turn, value;
    int32_t runs;
} CountChange;

/* A step: in this turn, the count of the slot went up by `times` from `value` in `runs` runs.  For
 * a mark, times is 0, and runs means the same as in CountChange. */
typedef struct {
    uint32_t slot, turn, value, times;
    int32_t runs;
} CountStep;

/* A race of two events: the slot `pair` is counted when the event of slot `first` happens
 * in a run in which that of `other` has not happened yet. */
typedef struct {
    uint32_t first, other, pair;
} EventRace;

/* All 0 is an empty counter; event_counter_free frees it. */
typedef struct {
    uint32_t *counts; /* by slot: how often its event has happened in this run */
    size_t counts_n;
    EventRace *races;
    size_t races_n, races_room;
    EventCount *events; /* of this line so far, in the order of first happening */
    size_t events_n, events_room;
    int64_t *marks; /* by measure: the mark at the end of this run's latest turn; 0: none yet */
    size_t marks_n;
    CountStep
        *steps; /* what is stored: a hash table, its room a power of 2; slot 0: a free place */
    size_t steps_n, steps_room;
} EventCounter;

void event_counter_free(EventCounter *counter);

/* Counts this race from now on. */
void event_counter_add_race(EventCounter *counter, EventRace race);
/* Begins a run. */
void event_counter_begin(EventCounter *counter);
/* Adds an event to the list `events` of the line.  To empty that list, set events_n to 0. */
void event_counter_note(EventCounter *counter, size_t slot);
/* Counts the events that happened in this turn.  store: whether the changes are stored; false
 * for a turn that was stored before its run had to be played again. */
void event_counter_add(EventCounter *counter, const EventCount *events, size_t n, uint32_t turn,
                       bool store);
/* Counts the marks that the run has at the end of this turn; store: see event_counter_add. */
void event_counter_mark(EventCounter *counter, const int64_t *marks, size_t n, uint32_t turn,
                        bool store);
/* How often an event has happened in this run. */
uint32_t event_counter_count(const EventCounter *counter, size_t slot);

/* Writes the changes since the last call into a list with room for 2 * steps_n, without those that
 * add up to 0, in the order of slot, turn and value.  Returns how many. */
size_t event_counter_changes(EventCounter *counter, CountChange *list);
