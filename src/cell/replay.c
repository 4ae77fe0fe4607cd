#include "cell/replay.h"

#include <stdlib.h>
#include <string.h>

static const size_t MOST_BYTES = (size_t)192 << 20;  /* remembered; then no more is learned */
enum { MANY_WAYS = 16, /* of one fork: then they are hashed; a power of 2 */
       MOST_DRAWS = 100, ENDLESS = 1000000 };        /* in one line; what lies further on is not remembered, or refused */
static const double FIRST = 2, A_HIT = 0.5;         /* lines learned in one run: two, and one more for two remembered */

typedef struct Fork Fork;
typedef struct End End;

typedef struct {
    Fork *fork; /* one of these, or neither */
    End *end;
} Child;

typedef struct {
    int64_t key[3];
    int64_t *faces; /* of a fork of FACES, else NULL */
    size_t faces_n;
    Child child;
} Way;

struct Fork {
    Question q;
    Way *ways;
    size_t n, room;
    uint32_t *index; /* of many ways: their places + 1 by hash; 0: free */
    size_t index_room;
    Fork *next;
};

typedef struct {
    size_t nth;
    int64_t value;
} Kept;

struct End {
    Node *to;
    bool cut; /* the line goes on from there */
    int64_t at;
    End *next;
    Kept *parts; /* that the line changed */
    int64_t *marks;
    size_t parts_n, marks_n, n;
    Heard happened[];
};

typedef struct Line {
    int64_t at;
    Child child;
    struct Line *next;
} Line;

struct Node {
    bool anybody;
    Line *lines;
    Node *next;
    size_t n;
    char state[];
};

struct Replay {
    Census census;
    Spread *spreads;
    Fork *forks; /* all there are, to free them */
    End *end_list;
    Node *node_list;
    Node **nodes; /* by hash of the state */
    size_t nodes_n, nodes_room;
    size_t bytes;
    Node *root;
    int64_t *first_marks, *first_parts; /* at the root */
    size_t first_marks_n, first_parts_n;
    Runs runs;
    /* the run */
    int64_t run, turn, at;
    int64_t known; /* so many turns of it are noted */
    bool running, loaded;
    Node *node; /* NULL: nothing is remembered here */
    int64_t *parts;
    size_t parts_n;
    double credit;
    /* the line */
    bool cut;      /* it goes on */
    int64_t cuts;
    Heard *so_far; /* what happened before it was cut */
    size_t so_far_n, so_far_room;
    Child *tree;   /* where it began, or was cut */
    Kept *kept; /* parts as they will be */
    size_t kept_n, kept_room;
    Child *cursor; /* where the tree grows next, or NULL */
    bool learning;
    bool parted; /* it drew, or others went another way */
    size_t drawn, given; /* so many draws; of them so many are given again */
    Fell *fell;
    size_t fell_room;
    Roll roll;
};

Replay *replay_new(void) { return calloc(1, sizeof(Replay)); }

Census *replay_census(Replay *r) { return &r->census; }

static bool no_memory(Err *err) { return err_set(err, "not enough memory"); }

/* --- forgetting -------------------------------------------------------------------------------------- */

static void free_fork(Fork *f)
{
    for (size_t i = 0; i < f->n; i++) free(f->ways[i].faces);
    free(f->ways);
    free(f->index);
    free(f->q.sums);
    free(f);
}

static void free_end(End *e)
{
    free(e->parts);
    free(e->marks);
    free(e);
}

static void free_node(Node *node)
{
    for (Line *l = node->lines, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    free(node);
}

void replay_forget(Replay *r)
{
    for (Fork *f = r->forks, *next; f; f = next) {
        next = f->next;
        free_fork(f);
    }
    for (End *e = r->end_list, *next; e; e = next) {
        next = e->next;
        free_end(e);
    }
    for (Node *node = r->node_list, *next; node; node = next) {
        next = node->next;
        free_node(node);
    }
    free(r->nodes);
    free(r->first_marks);
    free(r->first_parts);
    r->first_marks = r->first_parts = NULL;
    r->first_marks_n = r->first_parts_n = r->kept_n = 0;
    if (r->parts_n) memset(r->parts, 0, r->parts_n * sizeof *r->parts);
    r->forks = NULL;
    r->end_list = NULL;
    r->node_list = r->root = r->node = NULL;
    r->nodes = NULL;
    r->cursor = NULL;
    r->nodes_n = r->nodes_room = r->bytes = 0;
}

void replay_free(Replay *r)
{
    if (!r) return;
    replay_forget(r);
    for (Spread *s = r->spreads, *next; s; s = next) {
        next = s->next;
        free(s->place);
        free(s);
    }
    for (size_t i = 0; i < r->fell_room; i++) free(r->fell[i].faces);
    free(r->fell);
    free(r->parts);
    free(r->kept);
    free(r->so_far);
    roll_free(&r->roll);
    census_free(&r->census);
    free(r);
}

/* What is remembered, counted. */
static void *remember(Replay *r, size_t n)
{
    r->bytes += n;
    return calloc(1, n);
}

/* --- spreads ------------------------------------------------------------------------------------------- */

const Spread *replay_spread(const Replay *r, const void *of)
{
    const Spread *s = r->spreads;
    while (s && s->of != of) s = s->next;
    return s;
}

const Spread *replay_keep_spread(Replay *r, const void *of, int64_t first, size_t n, int64_t *place)
{
    Spread *s = malloc(sizeof *s);
    if (!s) {
        free(place);
        return NULL;
    }
    *s = (Spread){.of = of, .first = first, .n = n, .place = place, .next = r->spreads};
    return r->spreads = s;
}

static int64_t place_at(const Spread *s, int64_t total)
{
    int64_t at;
    return !__builtin_sub_overflow(total, s->first, &at) && at >= 0 && (uint64_t)at < s->n ? s->place[at] : 0;
}

/* --- nodes ------------------------------------------------------------------------------------------------- */

static size_t hash(const char *s, size_t n) /* FNV-1a */
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 32);
}

static Node **place_of(Node **nodes, size_t room, const char *state, size_t n)
{
    size_t i = hash(state, n) & (room - 1);
    while (nodes[i] && (nodes[i]->n != n || memcmp(nodes[i]->state, state, n) != 0)) i = (i + 1) & (room - 1);
    return &nodes[i];
}

static bool grow_nodes(Replay *r)
{
    size_t room = r->nodes_room ? r->nodes_room * 2 : 1024;
    Node **nodes = calloc(room, sizeof *nodes);
    if (!nodes) return false;
    for (size_t i = 0; i < r->nodes_room; i++)
        if (r->nodes[i]) *place_of(nodes, room, r->nodes[i]->state, r->nodes[i]->n) = r->nodes[i];
    free(r->nodes);
    r->nodes = nodes;
    r->nodes_room = room;
    return true;
}

Node *replay_node(Replay *r, const char *state, size_t n, bool *fresh)
{
    if (r->nodes_n * 2 >= r->nodes_room && !grow_nodes(r)) return NULL;
    Node **place = place_of(r->nodes, r->nodes_room, state, n), *node = *place;
    *fresh = !node;
    if (node) return node;
    node = remember(r, sizeof *node + n);
    if (!node) return NULL;
    node->n = n;
    memcpy(node->state, state, n);
    node->next = r->node_list;
    r->node_list = *place = node;
    r->nodes_n++;
    return node;
}

void replay_describe(Node *node, bool anybody) { node->anybody = anybody; }

const char *replay_state(const Node *node, size_t *n)
{
    *n = node->n;
    return node->state;
}

/* --- parts ------------------------------------------------------------------------------------------------- */

static bool room_for_part(Replay *r, size_t nth)
{
    if (nth < r->parts_n) return true;
    size_t n = nth + 32;
    int64_t *parts = realloc(r->parts, n * sizeof *parts);
    if (!parts) return false;
    memset(parts + r->parts_n, 0, (n - r->parts_n) * sizeof *parts);
    r->parts = parts;
    r->parts_n = n;
    return true;
}

int64_t replay_part_now(const Replay *r, size_t nth) { return nth < r->parts_n ? r->parts[nth] : 0; }

bool replay_keep(Replay *r, size_t nth, int64_t value)
{
    if (!room_for_part(r, nth)) return false;
    if (r->kept_n == r->kept_room) {
        size_t room = r->kept_room ? r->kept_room * 2 : 32;
        Kept *kept = realloc(r->kept, room * sizeof *kept);
        if (!kept) return false;
        r->kept = kept;
        r->kept_room = room;
    }
    r->kept[r->kept_n++] = (Kept){.nth = nth, .value = value};
    return true;
}

static void change_parts(Replay *r, const Kept *parts, size_t n)
{
    for (size_t i = 0; i < n; i++) r->parts[parts[i].nth] = parts[i].value;
}

/* A copy of n things of a size; NULL: no memory. */
static void *copied(Replay *r, const void *list, size_t n, size_t size)
{
    void *copy = remember(r, n * size + 1);
    if (copy && n) memcpy(copy, list, n * size);
    return copy;
}

bool replay_root(Replay *r, Node *node, const int64_t *marks, size_t n)
{
    change_parts(r, r->kept, r->kept_n);
    r->kept_n = 0;
    r->first_parts = copied(r, r->parts, r->parts_n, sizeof *r->parts);
    r->first_marks = copied(r, marks, n, sizeof *marks);
    if (!r->first_parts || !r->first_marks) return false;
    r->first_parts_n = r->parts_n;
    r->first_marks_n = n;
    r->root = node;
    return true;
}

/* The tree of a line from a node; NULL: no memory. */
static Child *line_at(Replay *r, Node *node, int64_t at)
{
    Line *l = node->lines;
    while (l && l->at != at) l = l->next;
    if (l) return &l->child;
    l = remember(r, sizeof *l);
    if (!l) return NULL;
    l->at = at;
    l->next = node->lines;
    node->lines = l;
    return &l->child;
}

/* --- what falls ------------------------------------------------------------------------------------------------ */

static int64_t source(void *rng, int64_t sides) { return (int64_t)rng_below(rng, (uint64_t)sides) + 1; }

/* Every die, with its face. */
static bool roll_dice(Replay *r, const Dice *dice, Fell *f, Rng *rng, Err *err)
{
    Err why;
    if (dice_roll(dice, source, rng, &r->roll, &why) != ROLL_DONE) return err_set(err, "dice: %s", why.text);
    f->num = r->roll.num;
    f->den = r->roll.den;
    f->natural = roll_natural(&r->roll);
    return true;
}

/* The total and the die behind it. */
static bool roll_total(Replay *r, const Dice *dice, Fell *f, Rng *rng, Err *err)
{
    int64_t added;
    if (!dice_is_single(dice, &added) || !dice_total(dice, rng, &f->num, NULL)) return roll_dice(r, dice, f, rng, err);
    f->den = 1;
    f->natural = f->num - added;
    return true;
}

static bool fall_faces(Replay *r, const Dice *dice, Fell *f, Rng *rng, Err *err)
{
    if (!roll_dice(r, dice, f, rng, err)) return false;
    if (r->roll.n > f->room) {
        int64_t *faces = realloc(f->faces, r->roll.n * sizeof *faces);
        if (!faces) return no_memory(err);
        f->faces = faces;
        f->room = r->roll.n;
    }
    f->faces_n = r->roll.n;
    for (size_t i = 0; i < f->faces_n; i++) f->faces[i] = r->roll.dice[i].face;
    return true;
}

static bool fall_row(Replay *r, const Question *q, Fell *f, Rng *rng, Err *err)
{
    if (!roll_total(r, q->dice, f, rng, err)) return false;
    if (f->den != 1) return err_set(err, "dice: the total is no whole number");
    if (__builtin_add_overflow(f->num, q->add, &f->num)) return err_set(err, "dice: the total is too large");
    int64_t at = f->num < q->least ? q->least : f->num > q->greatest ? q->greatest : f->num;
    f->way = place_at(q->spread, at);
    f->past = at != f->num || !f->way;
    return true;
}

static bool fall_test(Replay *r, const Question *q, Fell *f, Rng *rng, Err *err)
{
    if (!roll_total(r, q->dice, f, rng, err)) return false;
    f->real = !q->exact || f->den != 1;
    if (f->real) {
        f->sum = (double)f->num / (double)f->den + q->add_real;
        f->way = f->sum >= q->dc;
        return true;
    }
    if (__builtin_add_overflow(f->num, q->add, &f->num)) return err_set(err, "dice: the total is too large");
    f->way = (double)f->num >= q->dc;
    return true;
}

static bool fall_weighted(const Question *q, Fell *f, Rng *rng)
{
    int64_t at = source(rng, q->sums[q->sums_n - 1]);
    f->way = 1;
    while (at > q->sums[f->way - 1]) f->way++;
    return true;
}

/* What had fallen already, and only is told now. */
static bool fall_behind(const Fell *of, Fell *f)
{
    int64_t *faces = f->faces;
    size_t room = f->room;
    *f = *of;
    f->faces = faces;
    f->room = room;
    f->faces_n = 0;
    return true;
}

static bool fall(Replay *r, const Question *q, size_t nth, Rng *rng, Err *err)
{
    Fell *f = &r->fell[nth];
    f->way = 0;
    f->past = f->real = false;
    switch (q->kind) {
    case DRAW_TOTAL:
        f->den = 1;
        return dice_total(q->dice, rng, &f->num, NULL) || roll_dice(r, q->dice, f, rng, err);
    case DRAW_FACES: return fall_faces(r, q->dice, f, rng, err);
    case DRAW_ROW: return fall_row(r, q, f, rng, err);
    case DRAW_TEST: return fall_test(r, q, f, rng, err);
    case DRAW_WEIGHTED: return fall_weighted(q, f, rng);
    case DRAW_PART: return false;
    case DRAW_BEHIND: return q->nth > 0 && q->nth < nth ? fall_behind(&r->fell[q->nth], f) : err_set(err, "nothing fell there");
    }
    return false;
}

static bool room_for_draw(Replay *r, size_t nth, Err *err)
{
    if (nth < r->fell_room) return true;
    if (nth > ENDLESS) return err_set(err, "more than a million dice fell in one turn; is there a loop that never ends?");
    size_t room = r->fell_room ? r->fell_room * 2 : MOST_DRAWS;
    Fell *fell = realloc(r->fell, room * sizeof *fell);
    if (!fell) return no_memory(err);
    memset(fell + r->fell_room, 0, (room - r->fell_room) * sizeof *fell);
    r->fell = fell;
    r->fell_room = room;
    return true;
}

/* --- ways ---------------------------------------------------------------------------------------------------------- */

/* By what the rules get to see. */
static void make_key(DrawKind kind, const Fell *f, int64_t key[3])
{
    int64_t bits = 0;
    if (f->real) memcpy(&bits, &f->sum, sizeof bits);
    key[0] = f->way;
    key[1] = key[2] = 0;
    if (kind == DRAW_TOTAL || kind == DRAW_FACES) {
        key[0] = f->num;
        key[1] = f->den;
    } else if ((kind == DRAW_ROW && f->past) || kind == DRAW_BEHIND) {
        key[0] = f->real ? bits : f->num;
        key[1] = f->natural;
        key[2] = 1 + f->real;
    }
}

static bool is_way(const Way *w, const int64_t key[3], const Fell *f)
{
    if (w->key[0] != key[0] || w->key[1] != key[1] || w->key[2] != key[2]) return false;
    return !w->faces || (w->faces_n == f->faces_n && memcmp(w->faces, f->faces, f->faces_n * sizeof *f->faces) == 0);
}

static size_t hash_key(const int64_t key[3], const Fell *f, bool faces)
{
    uint64_t h = (uint64_t)key[0] * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)key[1] * UINT64_C(0xC2B2AE3D27D4EB4F) ^ (uint64_t)key[2];
    for (size_t i = 0; faces && i < f->faces_n; i++) h = (h ^ (uint64_t)f->faces[i]) * UINT64_C(0x100000001B3);
    return (size_t)(h ^ h >> 29);
}

/* The place in the index of the way of what fell, or of a free one. */
static uint32_t *place_in_index(const Fork *fork, const int64_t key[3], const Fell *f)
{
    size_t i = hash_key(key, f, fork->q.kind == DRAW_FACES) & (fork->index_room - 1);
    while (fork->index[i] && !is_way(&fork->ways[fork->index[i] - 1], key, f)) i = (i + 1) & (fork->index_room - 1);
    return &fork->index[i];
}

static Child *find_way(const Fork *fork, const Fell *f)
{
    int64_t key[3];
    make_key(fork->q.kind, f, key);
    if (fork->index) {
        uint32_t at = *place_in_index(fork, key, f);
        return at ? &fork->ways[at - 1].child : NULL;
    }
    for (size_t i = 0; i < fork->n; i++)
        if (is_way(&fork->ways[i], key, f)) return &fork->ways[i].child;
    return NULL;
}

/* An index with room to spare, once there are many ways. */
static bool grow_index(Replay *r, Fork *fork)
{
    if (fork->n < MANY_WAYS || fork->n * 2 < fork->index_room) return true;
    size_t room = fork->index_room ? fork->index_room * 4 : MANY_WAYS * 4;
    uint32_t *index = remember(r, room * sizeof *index);
    if (!index) return false;
    free(fork->index);
    fork->index = index;
    fork->index_room = room;
    for (size_t i = 0; i < fork->n; i++) {
        const Way *w = &fork->ways[i];
        *place_in_index(fork, w->key, &(Fell){.faces = w->faces, .faces_n = w->faces_n}) = (uint32_t)i + 1;
    }
    return true;
}

/* The child on the way of what fell, a new one if nobody went there; NULL: no memory. */
static Child *take_way(Replay *r, Fork *fork, const Fell *f)
{
    Child *known = find_way(fork, f);
    if (known) return known;
    if (fork->n == fork->room) {
        size_t room = fork->room ? fork->room * 2 : 2;
        Way *ways = realloc(fork->ways, room * sizeof *ways);
        if (!ways) return NULL;
        r->bytes += (room - fork->room) * sizeof *ways;
        fork->ways = ways;
        fork->room = room;
    }
    Way w = {0};
    make_key(fork->q.kind, f, w.key);
    if (fork->q.kind == DRAW_FACES) {
        w.faces_n = f->faces_n;
        w.faces = remember(r, (f->faces_n + 1) * sizeof *w.faces);
        if (!w.faces) return NULL;
        if (f->faces_n) memcpy(w.faces, f->faces, f->faces_n * sizeof *w.faces);
    }
    fork->ways[fork->n++] = w;
    if (fork->index && fork->n * 2 < fork->index_room) *place_in_index(fork, w.key, f) = (uint32_t)fork->n;
    else if (!grow_index(r, fork)) return NULL;
    return &fork->ways[fork->n - 1].child;
}

static Fork *new_fork(Replay *r, const Question *q)
{
    Fork *f = remember(r, sizeof *f);
    if (!f) return NULL;
    f->q = *q;
    f->next = r->forks;
    r->forks = f;
    if (!q->sums) return f;
    f->q.sums = remember(r, q->sums_n * sizeof *q->sums);
    if (!f->q.sums) return NULL;
    memcpy(f->q.sums, q->sums, q->sums_n * sizeof *q->sums);
    return f;
}

/* The fork where the tree grows, which asks the same; NULL with a sentence. */
static Fork *fork_here(Replay *r, const Question *q, Err *err)
{
    Child *c = r->cursor;
    if (c->end || (c->fork && (c->fork->q.kind != q->kind || c->fork->q.nth != q->nth))) {
        err_set(err, "the rules did not repeat themselves: the same state and the same dice led elsewhere");
        return NULL;
    }
    if (!c->fork && !(c->fork = new_fork(r, q))) no_memory(err);
    return c->fork;
}

bool replay_part(Replay *r, size_t nth, int64_t *value, Err *err)
{
    Fell f = {.way = *value = replay_part_now(r, nth)};
    if (!r->cursor) return true;
    Fork *fork = fork_here(r, &(Question){.kind = DRAW_PART, .nth = nth}, err);
    if (!fork) return false;
    r->cursor = take_way(r, fork, &f);
    r->parted |= fork->n > 1;
    return r->cursor || no_memory(err);
}

const Fell *replay_draw(Replay *r, const Question *q, Rng *rng, size_t *nth, Err *err)
{
    *nth = ++r->drawn;
    r->parted = true;
    Fork *fork = NULL;
    if (!room_for_draw(r, *nth, err)) return NULL;
    if (r->cursor && !(fork = fork_here(r, q, err))) return NULL;
    if (*nth > r->given && !fall(r, q, *nth, rng, err)) return NULL;
    if (fork && !(r->cursor = take_way(r, fork, &r->fell[*nth]))) {
        no_memory(err);
        return NULL;
    }
    if (*nth == MOST_DRAWS) r->cursor = NULL;
    return &r->fell[*nth];
}

/* Along the tree as far as somebody has been: its end, or NULL and r->given draws. */
static const End *walk(Replay *r, const Child *c, Rng *rng, Err *err)
{
    r->given = 0;
    while (c && !c->end) {
        if (!c->fork) return NULL;
        if (c->fork->q.kind == DRAW_PART) {
            c = find_way(c->fork, &(Fell){.way = replay_part_now(r, c->fork->q.nth)});
            continue;
        }
        if (!room_for_draw(r, r->given + 1, err) || !fall(r, &c->fork->q, r->given + 1, rng, err)) return NULL;
        c = find_way(c->fork, &r->fell[++r->given]);
    }
    return c ? c->end : NULL;
}

/* --- runs ------------------------------------------------------------------------------------------------------------- */

void replay_runs(Replay *r, const Runs *runs)
{
    r->runs = *runs;
    r->run = runs->first;
    r->turn = r->known = 0;
    r->running = false;
}

void replay_where(const Replay *r, int64_t *run, int64_t *turn)
{
    *run = r->run;
    *turn = r->turn;
}

void replay_again(Replay *r)
{
    if (r->turn - 1 > r->known) r->known = r->turn - 1;
    r->running = false;
}

static void begin_run(Replay *r, Rng *rng)
{
    *rng = rng_run(r->runs.seed, (uint64_t)r->run);
    census_begin(&r->census);
    r->turn = 0;
    r->at = 1;
    r->node = r->root;
    if (r->first_parts_n) memcpy(r->parts, r->first_parts, r->first_parts_n * sizeof *r->parts);
    r->kept_n = r->so_far_n = 0;
    r->cut = r->loaded = false;
    r->credit = FIRST;
    r->running = true;
}

static void end_run(Replay *r)
{
    r->run++;
    r->known = 0;
    r->running = false;
}

static bool has_ended(const Replay *r)
{
    for (size_t i = 0; i < r->runs.ends_n; i++)
        if (census_count(&r->census, r->runs.ends[i])) return true;
    return false;
}

static bool end_turn(Replay *r, int64_t at, bool anybody, const int64_t *marks, size_t n)
{
    if (!census_mark(&r->census, marks, n, (uint32_t)r->turn, r->turn > r->known)) return false;
    r->at = at;
    if (!anybody || !at || r->turn >= r->runs.turns || has_ended(r)) end_run(r);
    return true;
}

/* The line goes on: what happened is noted when it is over. */
static bool put_off(Replay *r, const Heard *heard, size_t n)
{
    if (r->so_far_n + n > r->so_far_room) {
        size_t room = (r->so_far_n + n) * 2;
        Heard *so_far = realloc(r->so_far, room * sizeof *so_far);
        if (!so_far) return false;
        r->so_far = so_far;
        r->so_far_room = room;
    }
    if (n) memcpy(r->so_far + r->so_far_n, heard, n * sizeof *heard);
    r->so_far_n += n;
    r->cut = true;
    return true;
}

static bool happen(Replay *r, const Heard *heard, size_t n)
{
    bool note = r->turn > r->known, fine = census_add(&r->census, r->so_far, r->so_far_n, (uint32_t)r->turn, note);
    r->so_far_n = 0;
    r->cut = false;
    return fine && census_add(&r->census, heard, n, (uint32_t)r->turn, note);
}

/* A turn that was played before. */
static bool follow(Replay *r, const End *end)
{
    r->credit += A_HIT;
    r->node = end->to;
    r->loaded = false;
    change_parts(r, end->parts, end->parts_n);
    if (end->cut) return put_off(r, end->happened, end->n);
    return happen(r, end->happened, end->n) && end_turn(r, end->at, true, end->marks, end->marks_n);
}

/* The rules are to be run from the node.  To learn costs more than to play, and pays only when somebody comes by again:
 * so a run may learn a few lines, and more when it stays where others have been. */
static bool learn(Replay *r, Child *tree, Wish *wish)
{
    *wish = (Wish){.next = REPLAY_LEARN, .node = r->node, .loaded = r->loaded, .at = r->at};
    wish->learning = r->learning = r->credit >= 1 && r->bytes < MOST_BYTES;
    r->credit -= 1;
    r->tree = tree;
    r->cursor = r->learning ? tree : NULL;
    r->parted = false;
    r->drawn = 0;
    return true;
}

/* One turn, as far as it is remembered; wish->next says whether the rules are needed. */
static bool step(Replay *r, Rng *rng, Wish *wish, Err *err)
{
    if (!r->cut) {
        r->turn++;
        r->cuts = 0;
    } else if (++r->cuts > ENDLESS) {
        return err_set(err, "a turn went on for more than a million steps; is there a loop that never ends?");
    }
    r->drawn = r->given = 0;
    if (!r->node) {
        *wish = (Wish){.next = REPLAY_PLAY, .at = r->at};
        return true;
    }
    if (!r->node->anybody) return end_turn(r, r->at, false, r->first_marks, r->turn == 1 ? r->first_marks_n : 0) || no_memory(err);
    Child *tree = line_at(r, r->node, r->at);
    if (!tree) return no_memory(err);
    err->text[0] = 0;
    const End *end = walk(r, tree, rng, err);
    if (end) return follow(r, end) || no_memory(err);
    return err->text[0] == 0 && learn(r, tree, wish);
}

Wish replay_go(Replay *r, Rng *rng, void (*beat)(void *ud, int64_t run), void *ud, Err *err)
{
    Wish wish = {.next = REPLAY_DONE};
    while (wish.next == REPLAY_DONE) {
        if (!r->running && r->run > r->runs.last) return wish;
        if (!r->running) begin_run(r, rng);
        beat(ud, r->run);
        if (!step(r, rng, &wish, err)) wish.next = REPLAY_FAILED;
    }
    return wish;
}

/* --- what was learned ------------------------------------------------------------------------------------------------- */

static bool grow_end(Replay *r, Node *to, bool cut, int64_t at, const int64_t *marks, size_t marks_n)
{
    size_t n = r->census.heard_n;
    End *end = remember(r, sizeof *end + n * sizeof *end->happened);
    if (!end) return false;
    end->to = to;
    end->cut = cut;
    end->at = at;
    end->n = n;
    if (n) memcpy(end->happened, r->census.heard, n * sizeof *end->happened);
    end->next = r->end_list;
    r->end_list = end;
    end->parts = copied(r, r->kept, r->kept_n, sizeof *end->parts);
    end->marks = copied(r, marks, marks_n, sizeof *end->marks);
    if (!end->parts || !end->marks) return false;
    end->parts_n = r->kept_n;
    end->marks_n = marks_n;
    r->cursor->end = end;
    return true;
}

/* The rules stand there. */
static void stand_at(Replay *r, Node *to)
{
    change_parts(r, r->kept, r->kept_n);
    r->kept_n = 0;
    r->cursor = NULL;
    r->node = to;
    r->loaded = true;
}

/* Who came by here without a cut went on in the same tree, and has drawn already what comes next. */
bool replay_may_cut(const Replay *r, bool within)
{
    return r->cursor && r->cursor != r->tree && !r->cursor->fork && !r->cursor->end && (r->parted || !within);
}

bool replay_cut(Replay *r, Node *to, Err *err)
{
    if (r->cursor && !grow_end(r, to, true, 0, NULL, 0)) return no_memory(err);
    stand_at(r, to);
    if (!put_off(r, r->census.heard, r->census.heard_n)) return no_memory(err);
    census_unhear(&r->census);
    return true;
}

bool replay_line_ended(Replay *r, Node *to, int64_t at, bool anybody, const int64_t *marks, size_t n, Err *err)
{
    if (to && r->cursor && !grow_end(r, to, false, at, marks, n)) return no_memory(err);
    stand_at(r, to);
    if (!happen(r, r->census.heard, r->census.heard_n)) return no_memory(err);
    census_unhear(&r->census);
    return end_turn(r, at, anybody, marks, n) || no_memory(err);
}
