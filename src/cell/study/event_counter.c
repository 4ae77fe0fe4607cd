/* Counts the events of one run after the other, and stores what changes (event_counter.h).  A
 * change is stored as a step, from one count to the next, in a hash table; event_counter_changes
 * makes the list of changes from these. */
#include "cell/study/event_counter.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 }; /* places for steps at first; any power of 2 would do */

void event_counter_free(EventCounter *counter)
{
    free(counter->counts);
    free(counter->races);
    free(counter->events);
    free(counter->marks);
    free(counter->steps);
    *counter = (EventCounter){0};
}

void event_counter_add_race(EventCounter *counter, EventRace race)
{
    array_room(&counter->races, &counter->races_room, counter->races_n + 1, sizeof race);
    counter->races[counter->races_n++] = race;
}

uint32_t event_counter_count(const EventCounter *counter, size_t slot)
{
    return slot < counter->counts_n ? counter->counts[slot] : 0;
}

void event_counter_begin(EventCounter *counter)
{
    if (counter->counts) memset(counter->counts, 0, counter->counts_n * sizeof *counter->counts);
    if (counter->marks) memset(counter->marks, 0, counter->marks_n * sizeof *counter->marks);
    counter->events_n = 0;
}

void event_counter_note(EventCounter *counter, size_t slot)
{
    size_t i = 0;
    while (i < counter->events_n && counter->events[i].slot != slot) i++;
    if (i == counter->events_n) {
        array_room(&counter->events, &counter->events_room, i + 1, sizeof *counter->events);
        counter->events[counter->events_n++] = (EventCount){.slot = (uint32_t)slot};
    }
    counter->events[i].times++;
}

/* --- the table of steps --- */

/* The place of the step with this slot, turn, value and times, or the free place for it. */
static CountStep *find_step(CountStep *steps, size_t room, const CountStep *s)
{
    uint64_t h = s->slot * UINT64_C(0x9E3779B97F4A7C15) ^ s->turn * UINT64_C(0xC2B2AE3D27D4EB4F);
    size_t i = ((size_t)(h >> 32) + s->value + 16 * (size_t)s->times) & (room - 1);
    while (steps[i].slot && (steps[i].slot != s->slot || steps[i].turn != s->turn ||
                             steps[i].value != s->value || steps[i].times != s->times))
        i = (i + 1) & (room - 1);
    return &steps[i];
}

/* Makes the table of steps larger when half of it is used. */
static void grow_steps(EventCounter *counter)
{
    if (counter->steps_n * 2 < counter->steps_room) return;
    size_t room = counter->steps_room ? counter->steps_room * 2 : FIRST_ROOM;
    CountStep *steps = calloc(room, sizeof *steps);
    for (size_t i = 0; i < counter->steps_room; i++)
        if (counter->steps[i].slot) *find_step(steps, room, &counter->steps[i]) = counter->steps[i];
    free(counter->steps);
    counter->steps = steps;
    counter->steps_room = room;
}

/* Stores a step, or adds its runs to the same step stored before. */
static void add_step(EventCounter *counter, CountStep s)
{
    grow_steps(counter);
    CountStep *at = find_step(counter->steps, counter->steps_room, &s);
    if (at->slot) {
        at->runs += s.runs;
    } else {
        *at = s;
        counter->steps_n++;
    }
}

/* --- counting --- */

/* Raises the count of a slot in this run by `times`.  If `store`, also stores the step from the old
 * count to the new one. */
static void raise_count(EventCounter *counter, uint32_t slot, uint32_t times, uint32_t turn,
                        bool store)
{
    array_room(&counter->counts, &counter->counts_n, (size_t)slot + 1, sizeof *counter->counts);
    CountStep s = {
        .slot = slot, .turn = turn, .value = counter->counts[slot], .times = times, .runs = 1};
    counter->counts[slot] += times;
    if (store) add_step(counter, s);
}

/* Counts the races that a slot's event wins by happening now, for the first time in this run. */
static void count_races(EventCounter *counter, uint32_t slot, uint32_t turn, bool store)
{
    for (size_t i = 0; i < counter->races_n; i++) {
        const EventRace *race = &counter->races[i];
        bool wins = race->first == slot && event_counter_count(counter, race->other) == 0;
        if (wins) raise_count(counter, race->pair, 1, turn, store);
    }
}

void event_counter_add(EventCounter *counter, const EventCount *events, size_t n, uint32_t turn,
                       bool store)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = events[i].slot;
        bool is_first = event_counter_count(counter, slot) == 0;
        /* The first time in this run it may win races, against events that have not happened. */
        if (is_first) count_races(counter, slot, turn, store);
        raise_count(counter, slot, events[i].times, turn, store);
    }
}

void event_counter_mark(EventCounter *counter, const int64_t *marks, size_t n, uint32_t turn,
                        bool store)
{
    array_room(&counter->marks, &counter->marks_n, n, sizeof *counter->marks);
    for (size_t i = 0; i < n; i++) {
        uint32_t was = (uint32_t)counter->marks[i], now = (uint32_t)marks[i];
        if (was == now) continue;
        CountStep less = {.slot = COUNT_MARK + was, .turn = turn, .runs = -1},
                  more = {.slot = COUNT_MARK + now, .turn = turn, .runs = 1};
        counter->marks[i] = marks[i];
        /* was = 0: the run had no mark yet, so no mark loses it. */
        if (store && was) add_step(counter, less);
        if (store) add_step(counter, more);
    }
}

/* --- changes --- */

/* For qsort: by event, then by turn, then by value. */
static int by_key(const void *a, const void *b)
{
    const CountChange *x = a, *y = b;
    if (x->slot != y->slot) return x->slot > y->slot ? 1 : -1;
    if (x->turn != y->turn) return x->turn > y->turn ? 1 : -1;
    return (x->value > y->value) - (x->value < y->value);
}

/* Writes the changes that a step makes, and returns how many.  The step of an event makes two: its
 * runs no longer have the old count, and have the new one.  The first is left out if the old count
 * is 0: each run has that until a change says otherwise.  The step of a mark makes one change. */
static size_t step_changes(const CountStep *s, CountChange *to)
{
    size_t n = 0;
    if (s->times > 0 && s->value > 0) to[n++] = (CountChange){s->slot, s->turn, s->value, -s->runs};
    to[n++] = (CountChange){s->slot, s->turn, s->value + s->times, s->runs};
    return n;
}

/* Adds up the runs of neighbours with equal keys (a step takes runs from the old count and gives
 * them to the new one), and drops entries whose runs add up to 0.  Returns how many are left. */
static size_t merge_changes(CountChange *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && by_key(&list[kept - 1], &list[i]) == 0) {
            list[kept - 1].runs += list[i].runs;
        } else {
            if (kept > 0 && list[kept - 1].runs == 0) kept--;
            list[kept++] = list[i];
        }
    }
    return kept > 0 && list[kept - 1].runs == 0 ? kept - 1 : kept;
}

size_t event_counter_changes(EventCounter *counter, CountChange *list)
{
    size_t n = 0;
    for (size_t i = 0; i < counter->steps_room; i++)
        if (counter->steps[i].slot) n += step_changes(&counter->steps[i], list + n);
    if (counter->steps) memset(counter->steps, 0, counter->steps_room * sizeof *counter->steps);
    counter->steps_n = 0;
    qsort(list, n, sizeof *list, by_key);
    return merge_changes(list, n);
}
