#include "cell/census.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t MARK = UINT32_C(1) << 31; /* a move's slot that is a mark */

void census_free(Census *t)
{
    free(t->slots);
    free(t->races);
    free(t->counted);
    free(t->heard);
    free(t->marks);
    free(t->moves);
    *t = (Census){0};
}

/* Room for n things of a size in *list; what is new is 0. */
static bool room_for(void *list, size_t *room, size_t n, size_t size)
{
    if (n <= *room) return true;
    size_t more = *room ? *room * 2 : 32;
    if (more < n) more = n;
    void *p = realloc(*(void **)list, more * size);
    if (!p) return false;
    memset((char *)p + *room * size, 0, (more - *room) * size);
    *(void **)list = p;
    *room = more;
    return true;
}

static Slot *slot_of(Census *t, size_t slot)
{
    return slot < MARK && room_for(&t->slots, &t->slots_n, slot + 1, sizeof *t->slots) ? &t->slots[slot] : NULL;
}

bool census_race(Census *t, size_t first, size_t other, size_t pair)
{
    if (!slot_of(t, other) || !slot_of(t, pair) || !slot_of(t, first)) return false;
    size_t room = t->races_n;
    uint32_t at = room ? (uint32_t)room : 1;
    if (!room_for(&t->races, &room, at + 1, sizeof *t->races)) return false;
    t->races_n = at + 1;
    t->races[at] = (Race){.other = (uint32_t)other, .pair = (uint32_t)pair, .next = t->slots[first].races};
    t->slots[first].races = at;
    return true;
}

uint32_t census_count(const Census *t, size_t slot)
{
    return slot < t->slots_n ? t->slots[slot].count : 0;
}

void census_begin(Census *t)
{
    for (size_t i = 0; i < t->counted_n; i++) t->slots[t->counted[i]].count = 0;
    t->counted_n = 0;
    if (t->marks) memset(t->marks, 0, t->marks_n * sizeof *t->marks);
    census_unhear(t);
}

bool census_hear(Census *t, size_t slot)
{
    Slot *s = slot_of(t, slot);
    if (!s) return false;
    if (!s->at) {
        if (!room_for(&t->heard, &t->heard_room, t->heard_n + 1, sizeof *t->heard)) return false;
        t->heard[t->heard_n++] = (Heard){.slot = (uint32_t)slot};
        s->at = (uint32_t)t->heard_n;
    }
    t->heard[s->at - 1].times++;
    return true;
}

void census_unhear(Census *t)
{
    for (size_t i = 0; i < t->heard_n; i++) t->slots[t->heard[i].slot].at = 0;
    t->heard_n = 0;
}

/* --- moves ---------------------------------------------------------------------------------------- */

static size_t hash(const Move *m)
{
    uint64_t a = (uint64_t)m->slot << 32 | m->turn, b = (uint64_t)m->was << 32 | m->now;
    return (size_t)((a * UINT64_C(0x9E3779B97F4A7C15) ^ b * UINT64_C(0xC2B2AE3D27D4EB4F)) >> 20);
}

static bool same(const Move *a, const Move *b)
{
    return a->slot == b->slot && a->turn == b->turn && a->was == b->was && a->now == b->now;
}

/* The cell of a move: its own or a free one. */
static Move *cell(Move *moves, size_t room, const Move *m)
{
    size_t i = hash(m) & (room - 1);
    while (moves[i].slot && !same(&moves[i], m)) i = (i + 1) & (room - 1);
    return &moves[i];
}

static bool grow_moves(Census *t)
{
    size_t room = t->moves_room ? t->moves_room * 2 : 1024;
    Move *moves = calloc(room, sizeof *moves);
    if (!moves) return false;
    for (size_t i = 0; i < t->moves_room; i++)
        if (t->moves[i].slot) *cell(moves, room, &t->moves[i]) = t->moves[i];
    free(t->moves);
    t->moves = moves;
    t->moves_room = room;
    return true;
}

static bool note_move(Census *t, Move m, int64_t by)
{
    if (t->moves_n * 2 >= t->moves_room && !grow_moves(t)) return false;
    Move *c = cell(t->moves, t->moves_room, &m);
    if (!c->slot) {
        *c = m;
        t->moves_n++;
    }
    c->n += by;
    return true;
}

/* --- counting -------------------------------------------------------------------------------------- */

static bool count(Census *t, size_t slot, uint32_t times, uint32_t turn, bool note)
{
    Slot *s = slot_of(t, slot);
    if (!s) return false;
    uint32_t was = s->count;
    if (!was) {
        if (!room_for(&t->counted, &t->counted_room, t->counted_n + 1, sizeof *t->counted)) return false;
        t->counted[t->counted_n++] = (uint32_t)slot;
    }
    s->count += times;
    return !note || note_move(t, (Move){.slot = (uint32_t)slot, .turn = turn, .was = was, .now = was + times}, 1);
}

bool census_add(Census *t, const Heard *heard, size_t n, uint32_t turn, bool note)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = heard[i].slot;
        if (!slot_of(t, slot)) return false;
        for (uint32_t race = census_count(t, slot) ? 0 : t->slots[slot].races; race; race = t->races[race].next)
            if (!census_count(t, t->races[race].other) && !count(t, t->races[race].pair, 1, turn, note)) return false;
        if (!count(t, slot, heard[i].times, turn, note)) return false;
    }
    return true;
}

bool census_mark(Census *t, const int64_t *marks, size_t n, uint32_t turn, bool note)
{
    if (!room_for(&t->marks, &t->marks_n, n, sizeof *t->marks)) return false;
    for (size_t i = 0; i < n; i++) {
        uint32_t was = (uint32_t)t->marks[i], now = (uint32_t)marks[i];
        if (was == now) continue;
        t->marks[i] = marks[i];
        if (!note) continue;
        if (was && !note_move(t, (Move){.slot = was | MARK, .turn = turn}, -1)) return false;
        if (!note_move(t, (Move){.slot = now | MARK, .turn = turn}, 1)) return false;
    }
    return true;
}

/* --- changes --------------------------------------------------------------------------------------- */

static int in_order(const void *a, const void *b)
{
    const Change *x = a, *y = b;
    if (x->mark != y->mark) return x->mark ? 1 : -1;
    if (x->slot != y->slot) return x->slot < y->slot ? -1 : 1;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

/* Equal ones made one, and those of nobody left out. */
static size_t merged(Change *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n;) {
        Change sum = list[i];
        for (i++; i < n && in_order(&list[i], &sum) == 0; i++) sum.runs += list[i].runs;
        if (sum.runs) list[kept++] = sum;
    }
    return kept;
}

/* Whoever went from one count to another left the one and has the other. */
bool census_changes(Census *t, Change **list, size_t *n)
{
    *n = 0;
    *list = malloc((2 * t->moves_n + 1) * sizeof **list);
    if (!*list) return false;
    for (size_t i = 0; i < t->moves_room; i++) {
        const Move *m = &t->moves[i];
        if (!m->slot) continue;
        Change c = {.mark = m->slot & MARK, .slot = m->slot & ~MARK, .turn = m->turn, .value = m->now, .runs = m->n};
        (*list)[(*n)++] = c;
        if (m->was) (*list)[(*n)++] = (Change){.slot = m->slot, .turn = m->turn, .value = m->was, .runs = -m->n};
    }
    qsort(*list, *n, sizeof **list, in_order);
    *n = merged(*list, *n);
    if (t->moves) memset(t->moves, 0, t->moves_room * sizeof *t->moves);
    t->moves_n = 0;
    return true;
}
