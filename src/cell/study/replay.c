/* Plays the runs of a simulation by following turn trees, and records new branches of these.  Node,
 * slot, fork, end, cut and mark are explained in memo.h.  The way through: replay_go, play_line,
 * follow_tree; where the tree ends, ask_for_rules; what the rules then draw comes to replay_draw,
 * and the line ends with replay_line_ended or replay_cut. */
#include "cell/study/replay.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* The draws of one line that are recorded.  The same hundred hardly come again. */
enum { RECORDED_MAX = 100 };
/* A line with this many draws or cuts is taken for a loop without end. */
enum { ENDLESS = 1000000 };
/* Recording a line costs more than running it, so lines are only recorded while states recur.
 * Credit is the number of lines that may still be recorded: FIRST_CREDIT at first, more with each
 * run, and more for each line that was found in the memo.  Other numbers would do as well: only the
 * speed depends on them. */
enum { FIRST_CREDIT = 1000, RUN_CREDIT = 4, HIT_CREDIT = 1 };

Replay *replay_new(void)
{
    Replay *r = calloc(1, sizeof *r);
    r->credit = FIRST_CREDIT;
    r->memo.max = SIZE_MAX;
    return r;
}

void replay_forget(Replay *r)
{
    free(r->root_marks);
    free(r->root_fields);
    r->root_marks = r->root_fields = NULL;
    r->root_marks_n = r->root_fields_n = 0;
    r->root = r->node = NULL;
    memo_forget(&r->memo);
}

void replay_free(Replay *r)
{
    if (!r) return;
    replay_forget(r);
    memo_free(&r->memo);
    for (size_t i = 0; i < r->results_room; i++) free(r->results[i].faces);
    free(r->results);
    free(r->cut_events);
    free(r->marks);
    free(r->runs.ends);
    roll_free(&r->roll);
    event_counter_free(&r->counter);
    free(r);
}

/* --- where runs begin --- */

/* Copies a list; the caller frees it.  NULL if it is empty. */
static int64_t *copy_numbers(const int64_t *list, size_t n)
{
    return n ? memcpy(malloc(n * sizeof *list), list, n * sizeof *list) : NULL;
}

void replay_root(Replay *r, StateNode *node, const int64_t *marks, size_t n)
{
    memo_apply(&r->memo, r->memo.pending, r->memo.pending_n);
    r->memo.pending_n = 0;
    r->root_fields = copy_numbers(r->memo.fields, r->memo.fields_n);
    r->root_marks = copy_numbers(marks, n);
    r->root_fields_n = r->memo.fields_n;
    r->root_marks_n = n;
    r->root = node;
}

/* --- results of draws ---
 *
 * These functions draw as the door does (door.c), and fill in what their kind has (DrawResult). */

/* A source of dice for dice_roll (DrawSide). */
static int64_t draw_face(void *rng, int64_t sides)
{
    return (int64_t)rng_below(rng, (uint64_t)sides) + 1;
}

/* Draws the total and the natural face, and leaves every die in r->roll. */
static bool roll_dice(Replay *r, const Dice *dice, DrawResult *result, Rng *rng, Err *err)
{
    Err why;
    if (dice_roll(dice, draw_face, rng, &r->roll, &why) != ROLL_DONE)
        return err_set(err, "dice: %s", why.text);
    result->num = r->roll.num;
    result->den = r->roll.den;
    result->natural = roll_natural(&r->roll);
    return true;
}

/* Draws the total and the natural face; a single die without its list of faces, which is faster. */
static bool roll_total(Replay *r, const Dice *dice, DrawResult *result, Rng *rng, Err *err)
{
    int64_t added;
    if (!dice_is_single(dice, &added) || !dice_total(dice, rng, &result->num, NULL))
        return roll_dice(r, dice, result, rng, err);
    result->den = 1;
    result->natural = result->num - added;
    return true;
}

/* Rolls dice; the result is the list of their faces. */
static bool draw_faces(Replay *r, const Dice *dice, DrawResult *result, Rng *rng, Err *err)
{
    if (!roll_dice(r, dice, result, rng, err)) return false;
    array_room(&result->faces, &result->faces_room, r->roll.n, sizeof *result->faces);
    result->faces_n = r->roll.n;
    for (size_t i = 0; i < result->faces_n; i++) result->faces[i] = r->roll.dice[i].face;
    return true;
}

/* The place in the chart of the row of this total; 0: it has none. */
static int64_t row_of_total(const RowTable *rows, int64_t total)
{
    int64_t i;
    bool inside = !__builtin_sub_overflow(total, rows->first, &i) && i >= 0 && i < rows->n;
    return inside ? rows->place[i] : 0;
}

/* Draws the row of a chart for the total plus `add`.  A total beyond the chart has the row at that
 * end. */
static bool draw_row(Replay *r, const Draw *draw, DrawResult *result, Rng *rng, Err *err)
{
    if (!roll_total(r, draw->dice, result, rng, err)) return false;
    if (result->den != 1) return err_set(err, "dice: the total is not a whole number");
    if (__builtin_add_overflow(result->num, draw->add, &result->num))
        return err_set(err, "dice: the total is too large");
    int64_t total = result->num;
    if (total < draw->min) total = draw->min;
    if (total > draw->max) total = draw->max;
    result->choice = row_of_total(draw->rows, total);
    result->no_row = total != result->num || !result->choice;
    return true;
}

/* Draws as the door's test does: whole numbers are compared exactly, others as floats. */
static bool draw_test(Replay *r, const Draw *draw, DrawResult *result, Rng *rng, Err *err)
{
    if (!roll_total(r, draw->dice, result, rng, err)) return false;
    result->real = !draw->exact || result->den != 1;
    if (result->real) {
        result->sum = (double)result->num / (double)result->den + draw->add_real;
        result->choice = result->sum >= draw->dc;
        return true;
    }
    if (__builtin_add_overflow(result->num, draw->add, &result->num))
        return err_set(err, "dice: the total is too large");
    result->choice = (double)result->num >= draw->dc;
    return true;
}

/* Draws the total alone, which is faster.  A total that dice_total refuses, such as a fraction, is
 * drawn again from the same state of the generator. */
static bool draw_total(Replay *r, const Draw *draw, DrawResult *result, Rng *rng, Err *err)
{
    result->den = 1;
    return dice_total(draw->dice, rng, &result->num, NULL) ||
           roll_dice(r, draw->dice, result, rng, err);
}

/* Rolls dice; the result is whether their total stands to draw->dc in one of draw->ways. */
static bool draw_compared(Replay *r, const Draw *draw, DrawResult *result, Rng *rng, Err *err)
{
    if (!draw_total(r, draw, result, rng, err)) return false;
    double total = (double)result->num / (double)result->den;
    unsigned way = total < draw->dc ? BELOW : total > draw->dc ? ABOVE : EQUAL;
    result->choice = (draw->ways & way) != 0;
    return true;
}

/* Chooses by weight.  draw->sums: the weights summed up to each choice, so that the last is all. */
static void draw_weighted(const Draw *draw, DrawResult *result, Rng *rng)
{
    int64_t all_weights = draw->sums[draw->sums_n - 1];
    int64_t drawn = draw_face(rng, all_weights);
    result->choice = 1;
    while (drawn > draw->sums[result->choice - 1]) result->choice++;
}

/* Copies an earlier result, except its faces: a result keeps the memory of its own list. */
static void copy_result(const DrawResult *from, DrawResult *result)
{
    int64_t *faces = result->faces;
    size_t room = result->faces_room;
    *result = *from;
    result->faces = faces;
    result->faces_room = room;
    result->faces_n = 0;
}

/* Draws the result number nth of the line. */
static bool draw_result(Replay *r, const Draw *draw, size_t nth, Rng *rng, Err *err)
{
    DrawResult *result = &r->results[nth];
    result->choice = 0;
    result->no_row = result->real = false;
    switch (draw->kind) {
    case DRAW_TOTAL: return draw_total(r, draw, result, rng, err);
    case DRAW_FACES: return draw_faces(r, draw->dice, result, rng, err);
    case DRAW_ROW: return draw_row(r, draw, result, rng, err);
    case DRAW_TEST: return draw_test(r, draw, result, rng, err);
    case DRAW_COMPARED: return draw_compared(r, draw, result, rng, err);
    case DRAW_WEIGHTED: draw_weighted(draw, result, rng); return true;
    case DRAW_FIELD:
    case DRAW_CHOICE: return false; /* no dice: memo_read_field and path_choose have these */
    case DRAW_BEHIND:
        if (draw->nth == 0 || draw->nth >= nth) return err_set(err, "nothing fell there");
        copy_result(&r->results[draw->nth], result);
        return true;
    }
    return false;
}

/* Makes room for the result number nth of the line.  False: err says why. */
static bool make_room_for_draw(Replay *r, size_t nth, Err *err)
{
    if (nth < r->results_room) return true;
    if (nth > ENDLESS)
        return err_set(
            err, "more than a million dice fell in one turn; is there a loop that never ends?");
    return array_room(&r->results, &r->results_room, nth + 1, sizeof *r->results);
}

/* --- draws and outcomes --- */

/* The outcome of a draw: the part of its result that the rules see. */
static Outcome outcome_of(DrawKind kind, const DrawResult *result)
{
    bool tells_total = kind == DRAW_BEHIND || (kind == DRAW_ROW && result->no_row);
    if (kind == DRAW_TOTAL) return (Outcome){.n = {result->num, result->den}};
    if (kind == DRAW_FACES)
        return (Outcome){
            .n = {result->num, result->den}, .faces = result->faces, .faces_n = result->faces_n};
    if (!tells_total) return (Outcome){.n = {result->choice}};
    int64_t total = result->num;
    if (result->real) memcpy(&total, &result->sum, sizeof total); /* the bits of the float */
    int64_t form = result->real ? 2 : 1; /* so that no total is taken for a choice, or for bits */
    return (Outcome){.n = {total, result->natural, form}};
}

const DrawResult *replay_draw(Replay *r, const Draw *draw, Rng *rng, size_t *nth, Err *err)
{
    *nth = ++r->drawn;
    if (!make_room_for_draw(r, *nth, err)) return NULL;
    if (*nth > r->drawn_ahead && !draw_result(r, draw, *nth, rng, err)) return NULL;
    Outcome outcome = outcome_of(draw->kind, &r->results[*nth]);
    if (!memo_grow(&r->memo, draw, &outcome, err)) return NULL;
    if (*nth == RECORDED_MAX) r->memo.cursor = NULL; /* the line is not recorded further */
    return &r->results[*nth];
}

/* Draws and follows the tree from a slot as far as it goes.  Returns the end of the line.  NULL:
 * the tree was not recorded so far, and the rules are to play the line with the results that were
 * drawn on the way (drawn_ahead); or err says why. */
static const TreeEnd *follow_tree(Replay *r, const TreeSlot *slot, Rng *rng, Err *err)
{
    const TreeEnd *end = NULL;
    r->drawn_ahead = 0;
    while (slot && !(end = slot->end)) {
        const Fork *fork = slot->fork;
        if (!fork) return NULL;
        if (fork->draw.kind == DRAW_FIELD) {
            slot = fork_find(
                fork, &(Outcome){.n = {memo_peek_sum(&r->memo, fork->draw.nth, fork->draw.add)}});
            continue;
        }
        if (!make_room_for_draw(r, r->drawn_ahead + 1, err) ||
            !draw_result(r, &fork->draw, r->drawn_ahead + 1, rng, err))
            return NULL;
        Outcome outcome = outcome_of(fork->draw.kind, &r->results[++r->drawn_ahead]);
        slot = fork_find(fork, &outcome);
    }
    return end;
}

/* --- runs --- */

void replay_runs(Replay *r, const Runs *runs)
{
    free(r->runs.ends);
    r->runs = *runs;
    r->runs.ends = copy_numbers(runs->ends, runs->ends_n);
    r->run = runs->first;
    r->turn = r->counted_turns = 0;
    r->in_run = false;
}

void replay_again(Replay *r)
{
    /* The present turn is not counted yet. */
    if (r->turn - 1 > r->counted_turns) r->counted_turns = r->turn - 1;
    r->in_run = false;
}

/* Resets the fields to their values at the root; fields that were added later become 0. */
static void reset_fields(Replay *r)
{
    size_t n = r->root_fields_n;
    if (n) memcpy(r->memo.fields, r->root_fields, n * sizeof *r->root_fields);
    if (r->memo.fields_n > n)
        memset(r->memo.fields + n, 0, (r->memo.fields_n - n) * sizeof *r->memo.fields);
}

/* Begins the next run at the root.  Its dice depend on the seed and its number alone, so they are
 * the same in whatever job it is played. */
static void begin_run(Replay *r, Rng *rng)
{
    *rng = rng_run(r->runs.seed, (uint64_t)r->run);
    event_counter_begin(&r->counter);
    r->turn = 0;
    r->place = 1;
    r->node = r->root;
    reset_fields(r);
    r->memo.pending_n = r->cut_events_n = 0;
    r->cut = r->loaded = false;
    r->credit += RUN_CREDIT;
    r->in_run = true;
}

static void end_run(Replay *r)
{
    r->run++;
    r->counted_turns = 0;
    r->in_run = false;
}

/* True if an event has happened that ends the run. */
static bool has_ending_event(const Replay *r)
{
    for (size_t i = 0; i < r->runs.ends_n; i++)
        if (event_counter_count(&r->counter, (size_t)r->runs.ends[i])) return true;
    return false;
}

/* True if the counts of this turn are to be stored: it was not counted before its run began again.
 */
static bool is_new_turn(const Replay *r)
{
    return r->turn > r->counted_turns;
}

/* Counts the marks at the end of a turn, and ends the run if it was the last.  next_place: the
 * place of the next line in the plan, 0 if nothing could be done.  anybody: false if nobody can act
 * any more. */
static void end_turn(Replay *r, int64_t next_place, bool anybody, const int64_t *marks, size_t n)
{
    event_counter_mark(&r->counter, marks, n, (uint32_t)r->turn, is_new_turn(r));
    r->place = next_place;
    if (!anybody || !next_place || r->turn >= r->runs.turns || has_ending_event(r)) end_run(r);
}

/* Adds the events of a line up to a cut to those that are counted when the line is over. */
static void keep_cut_events(Replay *r, const EventCount *events, size_t n)
{
    array_room(&r->cut_events, &r->cut_events_room, r->cut_events_n + n, sizeof *events);
    if (n) memcpy(r->cut_events + r->cut_events_n, events, n * sizeof *events);
    r->cut_events_n += n;
    r->cut = true;
}

/* Counts the events of a line that is over: those before a cut, and then these. */
static void count_line(Replay *r, const EventCount *events, size_t n)
{
    bool store = is_new_turn(r);
    event_counter_add(&r->counter, r->cut_events, r->cut_events_n, (uint32_t)r->turn, store);
    event_counter_add(&r->counter, events, n, (uint32_t)r->turn, store);
    r->cut_events_n = 0;
    r->cut = false;
}

/* Does what the recorded end of a line, or of the part before a cut, says. */
static void apply_end(Replay *r, const TreeEnd *end)
{
    r->credit += HIT_CREDIT;
    r->node = end->to;
    r->loaded = false;
    memo_apply(&r->memo, end->fields, end->fields_n);
    if (end->cut) {
        keep_cut_events(r, end->happened, end->happened_n);
        return;
    }
    count_line(r, end->happened, end->happened_n);
    bool anybody = true; /* if nobody can act at the node, play_line sees it and ends the run */
    end_turn(r, end->next_place, anybody, end->marks, end->marks_n);
}

/* Asks the caller to run the rules from the node.  The line is recorded if there is credit
 * (FIRST_CREDIT) and room, else only played.  tree: the root of its tree. */
static void ask_for_rules(Replay *r, TreeSlot *tree, ReplayStep *step)
{
    *step = (ReplayStep){
        .next = REPLAY_RECORD, .node = r->node, .loaded = r->loaded, .place = r->place};
    step->recording = r->credit > 0 && memo_has_room(&r->memo);
    if (step->recording) r->credit--;
    r->tree = tree;
    memo_begin_line(&r->memo, step->recording ? tree : NULL);
    r->drawn = 0; /* the rules ask for the draws of follow_tree again, from the first on */
}

/* Plays one line, or the rest of a cut one, from the memo.  If the rules are needed, *step says
 * for what.  False: err says why. */
static bool play_line(Replay *r, Rng *rng, ReplayStep *step, Err *err)
{
    if (!r->cut) {
        r->turn++;
        r->cuts = 0;
    } else if (++r->cuts > ENDLESS) {
        return err_set(
            err, "a turn went on for more than a million steps; is there a loop that never ends?");
    }
    r->drawn = r->drawn_ahead = 0;
    if (!r->node) {
        *step = (ReplayStep){.next = REPLAY_PLAY, .place = r->place};
        return true;
    }
    if (!r->node->anybody) { /* nothing is played; only in the first turn the marks are new */
        size_t marks_n = r->turn == 1 ? r->root_marks_n : 0;
        end_turn(r, r->place, /* anybody */ false, r->root_marks, marks_n);
        return true;
    }
    TreeSlot *tree = memo_tree(&r->memo, r->node, r->place);
    err->text[0] = 0;
    const TreeEnd *end = follow_tree(r, tree, rng, err);
    if (err->text[0]) return false;
    if (end)
        apply_end(r, end);
    else
        ask_for_rules(r, tree, step);
    return true;
}

ReplayStep replay_go(Replay *r, Rng *rng, void (*beat)(void *ud, int64_t run), void *ud, Err *err)
{
    ReplayStep step = {.next = REPLAY_DONE};
    while (step.next == REPLAY_DONE) {
        if (!r->in_run && r->run > r->runs.last) return step;
        if (!r->in_run) begin_run(r, rng);
        beat(ud, r->run);
        if (!play_line(r, rng, &step, err)) step.next = REPLAY_FAILED;
    }
    return step;
}

/* --- lines that the rules played --- */

/* Moves to a node that the rules have reached; NULL: a state without one. */
static void move_to(Replay *r, StateNode *to)
{
    memo_apply(&r->memo, r->memo.pending, r->memo.pending_n);
    r->memo.pending_n = 0;
    r->memo.cursor = NULL;
    r->node = to;
    r->loaded = true;
}

/* A fork or an end at the cursor shows that a run went on from here without a cut; the cursor at
 * the root, that nothing was drawn or read yet. */
bool replay_may_cut(const Replay *r, bool within)
{
    const TreeSlot *here = r->memo.cursor;
    return here && here != r->tree && !here->fork && !here->end && (r->memo.branched || !within);
}

void replay_cut(Replay *r, StateNode *to)
{
    EventCounter *c = &r->counter;
    TreeEnd end = {.to = to, .cut = true, .happened_n = c->events_n};
    if (r->memo.cursor) memo_end(&r->memo, &end, c->events, NULL);
    move_to(r, to);
    keep_cut_events(r, c->events, c->events_n);
    c->events_n = 0;
}

void replay_line_ended(Replay *r, StateNode *to, int64_t next_place, bool anybody,
                       const int64_t *marks, size_t n)
{
    EventCounter *c = &r->counter;
    TreeEnd end = {.to = to, .next_place = next_place, .marks_n = n, .happened_n = c->events_n};
    /* Without a node the tree gets no end here: the slot stays as one that was not played yet. */
    if (to && r->memo.cursor) memo_end(&r->memo, &end, c->events, marks);
    move_to(r, to);
    count_line(r, c->events, c->events_n);
    c->events_n = 0;
    end_turn(r, next_place, anybody, marks, n);
}
