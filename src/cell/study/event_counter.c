#include "cell/study/event_counter.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 }; /* changes; a power of 2 */

void event_counter_free(EventCounter *counter)
{
    free(counter->counts);
    free(counter->races);
    free(counter->events);
    free(counter->marks);
    free(counter->changes);
    *counter = (EventCounter){0};
}

bool event_counter_add_race(EventCounter *counter, EventRace race)
{
    if (!array_room(&counter->races, &counter->races_room, counter->races_n + 1,
                    sizeof *counter->races))
        return false;
    counter->races[counter->races_n++] = race;
    return true;
}

uint32_t event_counter_count(const EventCounter *counter, size_t slot)
{
    return slot < counter->counts_n ? counter->counts[slot] : 0;
}

void event_counter_begin(EventCounter *counter)
{
    if (counter->counts) memset(counter->counts, 0, counter->counts_n * sizeof *counter->counts);
    if (counter->marks) memset(counter->marks, 0, counter->marks_n * sizeof *counter->marks);
    event_counter_drop(counter);
}

bool event_counter_note(EventCounter *counter, size_t slot)
{
    size_t i = 0;
    while (i < counter->events_n && counter->events[i].slot != slot) i++;
    if (i == counter->events_n) {
        if (!array_room(&counter->events, &counter->events_room, i + 1, sizeof *counter->events))
            return false;
        counter->events[counter->events_n++] = (EventCount){.slot = (uint32_t)slot};
    }
    counter->events[i].times++;
    return true;
}

void event_counter_drop(EventCounter *counter)
{
    counter->events_n = 0;
}

/* --- the table of changes --- */

/* The place of the change with this slot, turn and value, or the free place for it. */
static CountChange *find_change(CountChange *changes, size_t room, const CountChange *c)
{
    uint64_t h = c->slot * UINT64_C(0x9E3779B97F4A7C15) ^ c->turn * UINT64_C(0xC2B2AE3D27D4EB4F);
    size_t i = ((size_t)(h >> 32) + c->value) & (room - 1);
    while (changes[i].slot && (changes[i].slot != c->slot || changes[i].turn != c->turn ||
                               changes[i].value != c->value))
        i = (i + 1) & (room - 1);
    return &changes[i];
}

static bool grow_changes(EventCounter *counter)
{
    if (counter->changes_n * 2 < counter->changes_room) return true;
    size_t room = counter->changes_room ? counter->changes_room * 2 : FIRST_ROOM;
    CountChange *changes = calloc(room, sizeof *changes);
    if (!changes) return false;
    for (size_t i = 0; i < counter->changes_room; i++)
        if (counter->changes[i].slot)
            *find_change(changes, room, &counter->changes[i]) = counter->changes[i];
    free(counter->changes);
    counter->changes = changes;
    counter->changes_room = room;
    return true;
}

/* Adds c.runs to what is stored for its slot, turn and value. */
static bool add_change(EventCounter *counter, CountChange c)
{
    if (!grow_changes(counter)) return false;
    CountChange *at = find_change(counter->changes, counter->changes_room, &c);
    if (at->slot) {
        at->runs += c.runs;
    } else {
        *at = c;
        counter->changes_n++;
    }
    return true;
}

/* --- counting --- */

static bool count(EventCounter *counter, uint32_t slot, uint32_t times, uint32_t turn, bool store)
{
    if (!array_room(&counter->counts, &counter->counts_n, (size_t)slot + 1,
                    sizeof *counter->counts))
        return false;
    CountChange c = {.slot = slot, .turn = turn, .value = counter->counts[slot], .runs = -1};
    counter->counts[slot] += times;
    if (!store) return true;
    if (c.value && !add_change(counter, c)) return false;
    c.value += times;
    c.runs = 1;
    return add_change(counter, c);
}

/* Counts the races that this slot wins by happening now, for the first time in this run. */
static bool count_races(EventCounter *counter, uint32_t slot, uint32_t turn, bool store)
{
    for (size_t i = 0; i < counter->races_n; i++) {
        const EventRace *race = &counter->races[i];
        if (race->first == slot && !event_counter_count(counter, race->other) &&
            !count(counter, race->pair, 1, turn, store))
            return false;
    }
    return true;
}

bool event_counter_add(EventCounter *counter, const EventCount *events, size_t n, uint32_t turn,
                       bool store)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = events[i].slot;
        if (!event_counter_count(counter, slot) && !count_races(counter, slot, turn, store))
            return false;
        if (!count(counter, slot, events[i].times, turn, store)) return false;
    }
    return true;
}

bool event_counter_mark(EventCounter *counter, const int64_t *marks, size_t n, uint32_t turn,
                        bool store)
{
    if (!array_room(&counter->marks, &counter->marks_n, n, sizeof *counter->marks)) return false;
    for (size_t i = 0; i < n; i++) {
        uint32_t was = (uint32_t)counter->marks[i], now = (uint32_t)marks[i];
        if (was == now) continue;
        CountChange less = {.slot = COUNT_MARK + was, .turn = turn, .runs = -1},
                    more = {.slot = COUNT_MARK + now, .turn = turn, .runs = 1};
        counter->marks[i] = marks[i];
        if (store && ((was && !add_change(counter, less)) || !add_change(counter, more)))
            return false;
    }
    return true;
}

/* --- changes --- */

static int by_key(const void *a, const void *b)
{
    const CountChange *x = a, *y = b;
    if (x->slot != y->slot) return x->slot > y->slot ? 1 : -1;
    if (x->turn != y->turn) return x->turn > y->turn ? 1 : -1;
    return (x->value > y->value) - (x->value < y->value);
}

bool event_counter_changes(EventCounter *counter, CountChange **list, size_t *n)
{
    *n = 0;
    *list = malloc((counter->changes_n + 1) * sizeof **list);
    if (!*list) return false;
    for (size_t i = 0; i < counter->changes_room; i++)
        if (counter->changes[i].runs) (*list)[(*n)++] = counter->changes[i];
    if (counter->changes)
        memset(counter->changes, 0, counter->changes_room * sizeof *counter->changes);
    counter->changes_n = 0;
    qsort(*list, *n, sizeof **list, by_key);
    return true;
}
