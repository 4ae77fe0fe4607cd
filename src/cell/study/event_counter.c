#include "cell/study/event_counter.h"
#include "cell/study/arena.h"
#include "core/array.h"

#include <stdlib.h>
#include <string.h>

static const size_t SLOTS_MAX = (size_t)1 << 31;
enum { ROW_ROOM = 8 }; /* a power of 2 */

static void free_table(CountTable *t)
{
    for (size_t i = 0; i < t->n; i++) free(t->rows[i].cells);
    free(t->rows);
}

void event_counter_free(EventCounter *t)
{
    for (size_t i = 0; i < t->slots_n; i++) free_table(&t->slots[i].table);
    for (size_t i = 0; i < t->marked_n; i++) free_table(&t->marked[i]);
    free(t->slots);
    free(t->marked);
    free(t->races);
    free(t->counted);
    free(t->events);
    free(t->marks);
    *t = (EventCounter){0};
}

static Slot *slot_of(EventCounter *t, size_t slot)
{
    return slot < SLOTS_MAX && array_room(&t->slots, &t->slots_n, slot + 1, sizeof *t->slots)
               ? &t->slots[slot]
               : NULL;
}

bool event_counter_race(EventCounter *t, size_t first, size_t other, size_t pair)
{
    if (!slot_of(t, other) || !slot_of(t, pair) || !slot_of(t, first)) return false;
    size_t room = t->races_n;
    uint32_t at = room ? (uint32_t)room : 1;
    if (!array_room(&t->races, &room, at + 1, sizeof *t->races)) return false;
    t->races_n = at + 1;
    t->races[at] =
        (Race){.other = (uint32_t)other, .pair = (uint32_t)pair, .next = t->slots[first].races};
    t->slots[first].races = at;
    return true;
}

uint32_t event_counter_count(const EventCounter *t, size_t slot)
{
    return slot < t->slots_n ? t->slots[slot].count : 0;
}

void event_counter_begin(EventCounter *t)
{
    for (size_t i = 0; i < t->counted_n; i++) t->slots[t->counted[i]].count = 0;
    t->counted_n = 0;
    if (t->marks) memset(t->marks, 0, t->marks_n * sizeof *t->marks);
    event_counter_drop(t);
}

bool event_counter_note(EventCounter *t, size_t slot)
{
    Slot *s = slot_of(t, slot);
    if (!s) return false;
    if (!s->at) {
        if (!array_room(&t->events, &t->events_room, t->events_n + 1, sizeof *t->events))
            return false;
        t->events[t->events_n++] = (EventCount){.slot = (uint32_t)slot};
        s->at = (uint32_t)t->events_n;
    }
    t->events[s->at - 1].times++;
    return true;
}

void event_counter_drop(EventCounter *t)
{
    for (size_t i = 0; i < t->events_n; i++) t->slots[t->events[i].slot].at = 0;
    t->events_n = 0;
}

/* --- tables of changes --- */

/* The cell of a value, or the free cell for it. */
static RunCount *count_of(const TurnRow *row, uint32_t value)
{
    uint32_t i = value & (row->room - 1);
    while (row->cells[i].key && row->cells[i].key != value + 1) i = (i + 1) & (row->room - 1);
    return &row->cells[i];
}

static bool grow_row(TurnRow *row)
{
    TurnRow more = {.n = row->n, .room = row->room ? row->room * 2 : ROW_ROOM};
    more.cells = calloc(more.room, sizeof *more.cells);
    if (!more.cells) return false;
    for (uint32_t i = 0; i < row->room; i++)
        if (row->cells[i].key) *count_of(&more, row->cells[i].key - 1) = row->cells[i];
    free(row->cells);
    *row = more;
    return true;
}

static bool change(CountTable *t, uint32_t turn, uint32_t value, int32_t by)
{
    if (!array_room(&t->rows, &t->n, (size_t)turn + 1, sizeof *t->rows)) return false;
    TurnRow *row = &t->rows[turn];
    if (row->n * 4 >= row->room * 3 && !grow_row(row)) return false;
    RunCount *c = count_of(row, value);
    row->n += !c->key;
    c->key = value + 1;
    c->runs += by;
    return true;
}

/* --- counting --- */

static bool count(EventCounter *t, size_t slot, uint32_t times, uint32_t turn, bool fresh)
{
    Slot *s = slot_of(t, slot);
    if (!s) return false;
    uint32_t was = s->count;
    if (!was) {
        if (!array_room(&t->counted, &t->counted_room, t->counted_n + 1, sizeof *t->counted))
            return false;
        t->counted[t->counted_n++] = (uint32_t)slot;
    }
    s->count += times;
    return !fresh ||
           ((!was || change(&s->table, turn, was, -1)) && change(&s->table, turn, was + times, 1));
}

bool event_counter_add(EventCounter *t, const EventCount *events, size_t n, uint32_t turn,
                       bool fresh)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = events[i].slot;
        if (!slot_of(t, slot)) return false;
        for (uint32_t race = event_counter_count(t, slot) ? 0 : t->slots[slot].races; race;
             race = t->races[race].next)
            if (!event_counter_count(t, t->races[race].other) &&
                !count(t, t->races[race].pair, 1, turn, fresh))
                return false;
        if (!count(t, slot, events[i].times, turn, fresh)) return false;
    }
    return true;
}

static bool change_mark(EventCounter *t, uint32_t mark, uint32_t turn, int32_t by)
{
    return array_room(&t->marked, &t->marked_n, (size_t)mark + 1, sizeof *t->marked) &&
           change(&t->marked[mark], turn, 0, by);
}

bool event_counter_mark(EventCounter *t, const int64_t *marks, size_t n, uint32_t turn, bool fresh)
{
    if (!array_room(&t->marks, &t->marks_n, n, sizeof *t->marks)) return false;
    for (size_t i = 0; i < n; i++) {
        uint32_t was = (uint32_t)t->marks[i], now = (uint32_t)marks[i];
        if (was == now) continue;
        t->marks[i] = marks[i];
        if (fresh && ((was && !change_mark(t, was, turn, -1)) || !change_mark(t, now, turn, 1)))
            return false;
    }
    return true;
}

/* --- changes --- */

static size_t size_of(const CountTable *t)
{
    size_t n = 0;
    for (size_t turn = 0; turn < t->n; turn++) n += t->rows[turn].n;
    return n;
}

static int by_value(const void *a, const void *b)
{
    const CountChange *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Moves the changes of a table to the list, in order, except those that came to 0. */
static size_t take_changes(CountTable *t, CountChange *list, bool mark, size_t slot)
{
    size_t n = 0;
    for (size_t turn = 0; turn < t->n; turn++) {
        TurnRow *row = &t->rows[turn];
        size_t first = n;
        for (uint32_t i = 0; row->n && i < row->room; i++) {
            const RunCount *c = &row->cells[i];
            if (c->runs)
                list[n++] = (CountChange){.mark = mark,
                                          .slot = (uint32_t)slot,
                                          .turn = (uint32_t)turn,
                                          .value = c->key - 1,
                                          .runs = c->runs};
        }
        if (row->n) memset(row->cells, 0, row->room * sizeof *row->cells);
        row->n = 0;
        qsort(list + first, n - first, sizeof *list, by_value);
    }
    return n;
}

bool event_counter_changes(EventCounter *t, CountChange **list, size_t *n)
{
    size_t max = 1;
    for (size_t i = 0; i < t->slots_n; i++) max += size_of(&t->slots[i].table);
    for (size_t i = 0; i < t->marked_n; i++) max += size_of(&t->marked[i]);
    *n = 0;
    *list = malloc(max * sizeof **list);
    if (!*list) return false;
    for (size_t i = 0; i < t->slots_n; i++)
        *n += take_changes(&t->slots[i].table, *list + *n, false, i);
    for (size_t i = 0; i < t->marked_n; i++) *n += take_changes(&t->marked[i], *list + *n, true, i);
    return true;
}
