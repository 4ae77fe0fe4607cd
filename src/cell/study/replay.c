#include "cell/study/replay.h"

#include <stdlib.h>
#include <string.h>

static const size_t MOST_BYTES = (size_t)192 << 20; /* remembered; then no more is learned */
enum {
    MOST_DRAWS = 100,
    ENDLESS = 1000000
}; /* in one line; what lies further on is not remembered, or refused */
/* Lines that may be learned: so many at first, more in each run, and more for each that was
 * remembered. */
enum { PURSE = 1000, A_RUN = 4, A_HIT = 1 };

typedef struct Known {
    const void *of;
    const Spread *spread;
    struct Known *next;
} Known;

struct Replay {
    Memo memo;
    EventCounter census;
    Known *spreads;
    Dice **programs; /* by the number of their text; NULL: not read yet */
    size_t programs_n;
    Node *root;
    int64_t *first_marks, *first_parts; /* at the root */
    size_t first_marks_n, first_parts_n;
    Runs runs;
    /* the run */
    int64_t run, turn, at;
    int64_t known; /* so many turns of it are noted */
    bool running, loaded;
    Node *node; /* NULL: nothing is remembered here */
    /* the line */
    bool cut; /* it goes on */
    int64_t cuts;
    EventCount *so_far; /* what happened before it was cut */
    size_t so_far_n, so_far_room;
    bool learning;
    size_t drawn, given; /* so many draws; of them so many are given again */
    DrawResult *fell;
    size_t fell_room;
    Roll roll;
    int64_t purse; /* lines that may be learned */
};

Replay *replay_new(Region *shared)
{
    Replay *r = calloc(1, sizeof *r);
    if (r) r->purse = PURSE;
    if (!r || !shared || memo_share(&r->memo, shared)) return r;
    free(r);
    return NULL;
}

Memo *replay_memo(Replay *r)
{
    return &r->memo;
}

EventCounter *replay_census(Replay *r)
{
    return &r->census;
}

static bool no_memory(Err *err)
{
    return err_set(err, "not enough memory");
}

bool replay_forget(Replay *r, const char *kind, size_t n)
{
    free(r->first_marks);
    free(r->first_parts);
    r->first_marks = r->first_parts = NULL;
    r->first_marks_n = r->first_parts_n = 0;
    r->root = r->node = NULL;
    return memo_forget(&r->memo, kind, n);
}

void replay_free(Replay *r)
{
    if (!r) return;
    memo_free(&r->memo);
    for (Known *k = r->spreads, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    for (size_t i = 0; i < r->programs_n; i++) dice_free(r->programs[i]);
    free(r->programs);
    free(r->first_marks);
    free(r->first_parts);
    for (size_t i = 0; i < r->fell_room; i++) free(r->fell[i].faces);
    free(r->fell);
    free(r->so_far);
    roll_free(&r->roll);
    event_counter_free(&r->census);
    free(r);
}

/* --- spreads
 * ------------------------------------------------------------------------------------------- */

const Spread *replay_spread(const Replay *r, const void *of)
{
    const Known *k = r->spreads;
    while (k && k->of != of) k = k->next;
    return k ? k->spread : NULL;
}

const Spread *replay_keep_spread(Replay *r, const void *of, const Spread *spread)
{
    size_t number = memo_number(&r->memo, NUMBER_SPREAD, (const char *)spread,
                                sizeof *spread + (size_t)spread->n * sizeof *spread->place);
    const InternedString *kept = number ? memo_numbered(&r->memo, NUMBER_SPREAD, number) : NULL;
    Known *k = kept ? malloc(sizeof *k) : NULL;
    if (!k) return NULL;
    *k = (Known){.of = of, .spread = (const void *)kept->s, .next = r->spreads};
    r->spreads = k;
    return k->spread;
}

static int64_t place_at(const Spread *s, int64_t total)
{
    int64_t at;
    return !__builtin_sub_overflow(total, s->first, &at) && at >= 0 && at < s->n ? s->place[at] : 0;
}

/* --- dice
 * -----------------------------------------------------------------------------------------------
 */

static bool room_for_program(Replay *r, size_t number)
{
    if (number < r->programs_n) return true;
    size_t n = number + 32;
    Dice **programs = realloc(r->programs, n * sizeof *programs);
    if (!programs) return false;
    memset(programs + r->programs_n, 0, (n - r->programs_n) * sizeof *programs);
    r->programs = programs;
    r->programs_n = n;
    return true;
}

/* The dice of a question: ours, also where another asked it first. */
static const Dice *dice_of(Replay *r, const Question *q, Err *err)
{
    if (!q->program) return q->dice;
    if (!room_for_program(r, q->program)) return no_memory(err), NULL;
    Dice **dice = &r->programs[q->program];
    const InternedString *text = *dice ? NULL : memo_numbered(&r->memo, NUMBER_DICE, q->program);
    size_t at;
    if (text) *dice = dice_parse(text->s, text->n, &at, err);
    return *dice;
}

/* --- where runs begin
 * --------------------------------------------------------------------------------------- */

static int64_t *copy_of(const int64_t *list, size_t n)
{
    int64_t *copy = malloc((n + 1) * sizeof *copy);
    if (copy && n) memcpy(copy, list, n * sizeof *copy);
    return copy;
}

bool replay_root(Replay *r, Node *node, const int64_t *marks, size_t n)
{
    if (!memo_change(&r->memo, r->memo.kept, r->memo.kept_n)) return false;
    r->memo.kept_n = 0;
    r->first_parts = copy_of(r->memo.parts, r->memo.parts_n);
    r->first_marks = copy_of(marks, n);
    if (!r->first_parts || !r->first_marks) return false;
    r->first_parts_n = r->memo.parts_n;
    r->first_marks_n = n;
    r->root = node;
    return true;
}

/* --- what falls
 * ------------------------------------------------------------------------------------------------
 */

static int64_t source(void *rng, int64_t sides)
{
    return (int64_t)rng_below(rng, (uint64_t)sides) + 1;
}

/* Every die, with its face. */
static bool roll_dice(Replay *r, const Dice *dice, DrawResult *f, Rng *rng, Err *err)
{
    Err why;
    if (dice_roll(dice, source, rng, &r->roll, &why) != ROLL_DONE)
        return err_set(err, "dice: %s", why.text);
    f->num = r->roll.num;
    f->den = r->roll.den;
    f->natural = roll_natural(&r->roll);
    return true;
}

/* The total and the die behind it. */
static bool roll_total(Replay *r, const Dice *dice, DrawResult *f, Rng *rng, Err *err)
{
    int64_t added;
    if (!dice_is_single(dice, &added) || !dice_total(dice, rng, &f->num, NULL))
        return roll_dice(r, dice, f, rng, err);
    f->den = 1;
    f->natural = f->num - added;
    return true;
}

static bool fall_faces(Replay *r, const Dice *dice, DrawResult *f, Rng *rng, Err *err)
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

static bool fall_row(Replay *r, const Question *q, const Dice *dice, DrawResult *f, Rng *rng,
                     Err *err)
{
    if (!roll_total(r, dice, f, rng, err)) return false;
    if (f->den != 1) return err_set(err, "dice: the total is no whole number");
    if (__builtin_add_overflow(f->num, q->add, &f->num))
        return err_set(err, "dice: the total is too large");
    int64_t at = f->num < q->least ? q->least : f->num > q->greatest ? q->greatest : f->num;
    f->way = place_at(q->spread, at);
    f->past = at != f->num || !f->way;
    return true;
}

static bool fall_test(Replay *r, const Question *q, const Dice *dice, DrawResult *f, Rng *rng,
                      Err *err)
{
    if (!roll_total(r, dice, f, rng, err)) return false;
    f->real = !q->exact || f->den != 1;
    if (f->real) {
        f->sum = (double)f->num / (double)f->den + q->add_real;
        f->way = f->sum >= q->dc;
        return true;
    }
    if (__builtin_add_overflow(f->num, q->add, &f->num))
        return err_set(err, "dice: the total is too large");
    f->way = (double)f->num >= q->dc;
    return true;
}

static bool fall_weighted(const Question *q, DrawResult *f, Rng *rng)
{
    int64_t at = source(rng, q->sums[q->sums_n - 1]);
    f->way = 1;
    while (at > q->sums[f->way - 1]) f->way++;
    return true;
}

/* What had fallen already, and only is told now. */
static bool fall_behind(const DrawResult *of, DrawResult *f)
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
    DrawResult *f = &r->fell[nth];
    const Dice *dice = dice_of(r, q, err);
    f->way = 0;
    f->past = f->real = false;
    switch (q->kind) {
    case DRAW_TOTAL:
        f->den = 1;
        return dice && (dice_total(dice, rng, &f->num, NULL) || roll_dice(r, dice, f, rng, err));
    case DRAW_FACES: return dice && fall_faces(r, dice, f, rng, err);
    case DRAW_ROW: return dice && fall_row(r, q, dice, f, rng, err);
    case DRAW_TEST: return dice && fall_test(r, q, dice, f, rng, err);
    case DRAW_WEIGHTED: return fall_weighted(q, f, rng);
    case DRAW_PART:
    case DRAW_CHOICE: return false;
    case DRAW_BEHIND:
        return q->nth > 0 && q->nth < nth ? fall_behind(&r->fell[q->nth], f)
                                          : err_set(err, "nothing fell there");
    }
    return false;
}

static bool room_for_draw(Replay *r, size_t nth, Err *err)
{
    if (nth < r->fell_room) return true;
    if (nth > ENDLESS)
        return err_set(
            err, "more than a million dice fell in one turn; is there a loop that never ends?");
    size_t room = r->fell_room ? r->fell_room * 2 : MOST_DRAWS;
    DrawResult *fell = realloc(r->fell, room * sizeof *fell);
    if (!fell) return no_memory(err);
    memset(fell + r->fell_room, 0, (room - r->fell_room) * sizeof *fell);
    r->fell = fell;
    r->fell_room = room;
    return true;
}

/* --- draws
 * ---------------------------------------------------------------------------------------------------------
 */

/* By what the rules get to see. */
static Key key_of(DrawKind kind, const DrawResult *f)
{
    Key key = {.n = {f->way}};
    int64_t bits = 0;
    if (f->real) memcpy(&bits, &f->sum, sizeof bits);
    if (kind == DRAW_TOTAL || kind == DRAW_FACES) {
        key.n[0] = f->num;
        key.n[1] = f->den;
    } else if ((kind == DRAW_ROW && f->past) || kind == DRAW_BEHIND) {
        key.n[0] = f->real ? bits : f->num;
        key.n[1] = f->natural;
        key.n[2] = 1 + f->real;
    }
    if (kind == DRAW_FACES) {
        key.faces = f->faces;
        key.faces_n = f->faces_n;
    }
    return key;
}

const DrawResult *replay_draw(Replay *r, const Question *q, Rng *rng, size_t *nth, Err *err)
{
    *nth = ++r->drawn;
    if (!room_for_draw(r, *nth, err)) return NULL;
    if (*nth > r->given && !fall(r, q, *nth, rng, err)) return NULL;
    Key key = key_of(q->kind, &r->fell[*nth]);
    if (!memo_grow(&r->memo, q, &key, err)) return NULL;
    if (*nth == MOST_DRAWS) r->memo.cursor = NULL;
    return &r->fell[*nth];
}

/* Along the tree as far as somebody has been: its end, or NULL and r->given draws. */
static const End *walk(Replay *r, const Child *c, Rng *rng, Err *err)
{
    const End *end = NULL;
    r->given = 0;
    while (c && !(end = memo_ending(c))) {
        const Fork *fork = memo_fork(c);
        if (!fork) return NULL;
        if (fork->q.kind == DRAW_PART) {
            c = memo_find(fork, &(Key){.n = {memo_part_now(&r->memo, fork->q.nth)}});
            continue;
        }
        if (!room_for_draw(r, r->given + 1, err) || !fall(r, &fork->q, r->given + 1, rng, err))
            return NULL;
        Key key = key_of(fork->q.kind, &r->fell[++r->given]);
        c = memo_find(fork, &key);
    }
    return end;
}

/* --- runs
 * -------------------------------------------------------------------------------------------------------------
 */

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

/* Those of members who came later are nobody's. */
static void begin_parts(Replay *r)
{
    size_t had = r->first_parts_n;
    if (had) memcpy(r->memo.parts, r->first_parts, had * sizeof *r->first_parts);
    if (r->memo.parts_n > had)
        memset(r->memo.parts + had, 0, (r->memo.parts_n - had) * sizeof *r->memo.parts);
}

static void begin_run(Replay *r, Rng *rng)
{
    *rng = rng_run(r->runs.seed, (uint64_t)r->run);
    event_counter_begin(&r->census);
    r->turn = 0;
    r->at = 1;
    r->node = r->root;
    begin_parts(r);
    r->memo.kept_n = r->so_far_n = 0;
    r->cut = r->loaded = false;
    r->purse += A_RUN;
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
        if (event_counter_count(&r->census, r->runs.ends[i])) return true;
    return false;
}

static bool end_turn(Replay *r, int64_t at, bool anybody, const int64_t *marks, size_t n)
{
    if (!event_counter_mark(&r->census, marks, n, (uint32_t)r->turn, r->turn > r->known))
        return false;
    r->at = at;
    if (!anybody || !at || r->turn >= r->runs.turns || has_ended(r)) end_run(r);
    return true;
}

/* The line goes on: what happened is noted when it is over. */
static bool put_off(Replay *r, const EventCount *heard, size_t n)
{
    if (r->so_far_n + n > r->so_far_room) {
        size_t room = (r->so_far_n + n) * 2;
        EventCount *so_far = realloc(r->so_far, room * sizeof *so_far);
        if (!so_far) return false;
        r->so_far = so_far;
        r->so_far_room = room;
    }
    if (n) memcpy(r->so_far + r->so_far_n, heard, n * sizeof *heard);
    r->so_far_n += n;
    r->cut = true;
    return true;
}

static bool happen(Replay *r, const EventCount *heard, size_t n)
{
    bool note = r->turn > r->known,
         fine = event_counter_add(&r->census, r->so_far, r->so_far_n, (uint32_t)r->turn, note);
    r->so_far_n = 0;
    r->cut = false;
    return fine && event_counter_add(&r->census, heard, n, (uint32_t)r->turn, note);
}

/* A turn that was played before. */
static bool follow(Replay *r, const End *end)
{
    r->purse += A_HIT;
    r->node = end->to;
    r->loaded = false;
    if (!memo_change(&r->memo, end->parts, end->parts_n)) return false;
    if (end->cut) return put_off(r, end->happened, end->n);
    return happen(r, end->happened, end->n) && end_turn(r, end->at, true, end->marks, end->marks_n);
}

/* The rules are to be run from the node.  To learn costs more than to play, and pays only when
 * somebody comes by again: so it goes on as long as that is seen to happen. */
static bool learn(Replay *r, Child *tree, Wish *wish)
{
    *wish = (Wish){.next = REPLAY_LEARN, .node = r->node, .loaded = r->loaded, .at = r->at};
    wish->learning = r->learning = r->purse > 0 && memo_has_room(&r->memo, MOST_BYTES);
    r->purse -= r->learning;
    r->memo.root = tree;
    r->memo.cursor = r->learning ? tree : NULL;
    r->memo.parted = false;
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
        return err_set(
            err, "a turn went on for more than a million steps; is there a loop that never ends?");
    }
    memo_settle(&r->memo);
    r->drawn = r->given = 0;
    if (!r->node) {
        *wish = (Wish){.next = REPLAY_PLAY, .at = r->at};
        return true;
    }
    if (!r->node->anybody)
        return end_turn(r, r->at, false, r->first_marks, r->turn == 1 ? r->first_marks_n : 0) ||
               no_memory(err);
    Child *tree = memo_line(&r->memo, r->node, r->at);
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

/* --- what was learned
 * -------------------------------------------------------------------------------------------------
 */

/* The rules stand there. */
static bool stand_at(Replay *r, Node *to)
{
    if (!memo_change(&r->memo, r->memo.kept, r->memo.kept_n)) return false;
    r->memo.kept_n = 0;
    r->memo.cursor = NULL;
    r->node = to;
    r->loaded = true;
    return true;
}

/* Who came by here without a cut went on in the same tree, and has drawn already what comes next.
 */
bool replay_may_cut(const Replay *r, bool within)
{
    const Child *c = r->memo.cursor;
    return c && c != r->memo.root && !memo_fork(c) && !memo_ending(c) &&
           (r->memo.parted || !within);
}

bool replay_cut(Replay *r, Node *to, Err *err)
{
    const EventCounter *c = &r->census;
    if (r->memo.cursor &&
        !memo_end(&r->memo, &(End){.to = to, .cut = true, .n = c->heard_n}, c->heard, NULL))
        return no_memory(err);
    if (!stand_at(r, to) || !put_off(r, c->heard, c->heard_n)) return no_memory(err);
    event_counter_unhear(&r->census);
    return true;
}

bool replay_line_ended(Replay *r, Node *to, int64_t at, bool anybody, const int64_t *marks,
                       size_t n, Err *err)
{
    const EventCounter *c = &r->census;
    if (to && r->memo.cursor &&
        !memo_end(&r->memo, &(End){.to = to, .at = at, .marks_n = n, .n = c->heard_n}, c->heard,
                  marks))
        return no_memory(err);
    if (!stand_at(r, to) || !happen(r, c->heard, c->heard_n)) return no_memory(err);
    event_counter_unhear(&r->census);
    return end_turn(r, at, anybody, marks, n) || no_memory(err);
}
