#include "cell/study/event_counter.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 }; /* changes; a power of 2 */

void event_counter_free(EventCounter *t)
{
    free(t->counts);
    free(t->races);
    free(t->events);
    free(t->marks);
    free(t->changes);
    *t = (EventCounter){0};
}

bool event_counter_race(EventCounter *t, EventRace race)
{
    if (!array_room(&t->races, &t->races_room, t->races_n + 1, sizeof *t->races)) return false;
    t->races[t->races_n++] = race;
    return true;
}

uint32_t event_counter_count(const EventCounter *t, size_t slot)
{
    return slot < t->counts_n ? t->counts[slot] : 0;
}

void event_counter_begin(EventCounter *t)
{
    if (t->counts) memset(t->counts, 0, t->counts_n * sizeof *t->counts);
    if (t->marks) memset(t->marks, 0, t->marks_n * sizeof *t->marks);
    event_counter_drop(t);
}

bool event_counter_note(EventCounter *t, size_t slot)
{
    size_t i = 0;
    while (i < t->events_n && t->events[i].slot != slot) i++;
    if (i == t->events_n) {
        if (!array_room(&t->events, &t->events_room, i + 1, sizeof *t->events)) return false;
        t->events[t->events_n++] = (EventCount){.slot = (uint32_t)slot};
    }
    t->events[i].times++;
    return true;
}

void event_counter_drop(EventCounter *t)
{
    t->events_n = 0;
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

static bool grow_changes(EventCounter *t)
{
    if (t->changes_n * 2 < t->changes_room) return true;
    size_t room = t->changes_room ? t->changes_room * 2 : FIRST_ROOM;
    CountChange *changes = calloc(room, sizeof *changes);
    if (!changes) return false;
    for (size_t i = 0; i < t->changes_room; i++)
        if (t->changes[i].slot) *find_change(changes, room, &t->changes[i]) = t->changes[i];
    free(t->changes);
    t->changes = changes;
    t->changes_room = room;
    return true;
}

/* Adds c.runs to what is stored for its slot, turn and value. */
static bool change(EventCounter *t, CountChange c)
{
    if (!grow_changes(t)) return false;
    CountChange *at = find_change(t->changes, t->changes_room, &c);
    if (at->slot) {
        at->runs += c.runs;
    } else {
        *at = c;
        t->changes_n++;
    }
    return true;
}

/* --- counting --- */

static bool count(EventCounter *t, uint32_t slot, uint32_t times, uint32_t turn, bool store)
{
    if (!array_room(&t->counts, &t->counts_n, (size_t)slot + 1, sizeof *t->counts)) return false;
    CountChange c = {.slot = slot, .turn = turn, .value = t->counts[slot], .runs = -1};
    t->counts[slot] += times;
    if (!store) return true;
    if (c.value && !change(t, c)) return false;
    c.value += times;
    c.runs = 1;
    return change(t, c);
}

/* Counts the races that this slot wins by happening now, for the first time in this run. */
static bool count_races(EventCounter *t, uint32_t slot, uint32_t turn, bool store)
{
    for (size_t i = 0; i < t->races_n; i++) {
        const EventRace *race = &t->races[i];
        if (race->first == slot && !event_counter_count(t, race->other) &&
            !count(t, race->pair, 1, turn, store))
            return false;
    }
    return true;
}

bool event_counter_add(EventCounter *t, const EventCount *events, size_t n, uint32_t turn,
                       bool store)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = events[i].slot;
        if (!event_counter_count(t, slot) && !count_races(t, slot, turn, store)) return false;
        if (!count(t, slot, events[i].times, turn, store)) return false;
    }
    return true;
}

bool event_counter_mark(EventCounter *t, const int64_t *marks, size_t n, uint32_t turn, bool store)
{
    if (!array_room(&t->marks, &t->marks_n, n, sizeof *t->marks)) return false;
    for (size_t i = 0; i < n; i++) {
        uint32_t was = (uint32_t)t->marks[i], now = (uint32_t)marks[i];
        if (was == now) continue;
        CountChange less = {.slot = COUNT_MARK + was, .turn = turn, .runs = -1},
                    more = {.slot = COUNT_MARK + now, .turn = turn, .runs = 1};
        t->marks[i] = marks[i];
        if (store && ((was && !change(t, less)) || !change(t, more))) return false;
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

bool event_counter_changes(EventCounter *t, CountChange **list, size_t *n)
{
    *n = 0;
    *list = malloc((t->changes_n + 1) * sizeof **list);
    if (!*list) return false;
    for (size_t i = 0; i < t->changes_room; i++)
        if (t->changes[i].runs) (*list)[(*n)++] = t->changes[i];
    if (t->changes) memset(t->changes, 0, t->changes_room * sizeof *t->changes);
    t->changes_n = 0;
    qsort(*list, *n, sizeof **list, by_key);
    return true;
}
