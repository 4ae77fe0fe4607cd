/* Runs through the memo give the same counts as runs of the rules alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "cell/study/replay.h"

enum { RUNS = 300, TURNS = 12, PLACES = 5 };    /* small, and yet they use all that the memo does */
enum { LOW = 1, HIGH, EVEN, HIGH_BEFORE_EVEN }; /* events of the game, and a race of two of them */

/* A game: each turn a d4 moves to another place.  Then a d6 of 4 or more is the event HIGH, else
 * LOW; at even places EVEN happens as well. */
typedef struct {
    Dice *step, *check;
    int place;
    unsigned seen; /* a bit for each place from which a check was recorded (play_cut_line) */
} Game;

static bool forever; /* true: the game goes on at the last place; false: it ends there */

static void note_events(EventCounter *c, bool high, int place)
{
    event_counter_note(c, high ? HIGH : LOW);
    if (place % 2 == 0) event_counter_note(c, EVEN);
}

static void beat(void *ud, int64_t run)
{
    (void)run;
    ++*(int *)ud;
}

static StateNode *node_of(Replay *r, int place)
{
    char state[] = {(char)('a' + place)};
    StateNode *node = memo_node(&r->memo, state, 1);
    assert_non_null(node);
    node->anybody = place != PLACES - 1;
    return node;
}

/* Plays a line as the rules would while it is recorded. */
static void record_line(Replay *r, Game *g, const ReplayStep *next, Rng *rng)
{
    size_t nth;
    Err err;
    if (!next->loaded) g->place = next->node->state[0] - 'a';
    const DrawResult *step =
        replay_draw(r, &(Draw){.kind = DRAW_TOTAL, .dice = g->step}, rng, &nth, &err);
    g->place = (g->place + (int)step->num) % PLACES;
    const DrawResult *check = replay_draw(
        r, &(Draw){.kind = DRAW_TEST, .dice = g->check, .exact = true, .dc = 4}, rng, &nth, &err);
    assert_int_equal(nth, 2);
    note_events(&r->counter, check->choice, g->place);
}

/* Plays the same line without the memo. */
static void play_line(Replay *r, Game *g, Rng *rng)
{
    int64_t step, check;
    assert_true(dice_total(g->step, rng, &step, NULL) && dice_total(g->check, rng, &check, NULL));
    g->place = (g->place + (int)step) % PLACES;
    note_events(&r->counter, check >= 4, g->place);
}

/* Plays all runs and returns their counts.  remember: use the memo. */
static CountChange *run_all(bool remember, size_t *n, int *beats)
{
    Replay *r = replay_new();
    Game g = {.step = dice_parse("1d4", 3, NULL, NULL), .check = dice_parse("1d6", 3, NULL, NULL)};
    Rng rng;
    Err err;
    CountChange *changes;
    event_counter_add_race(&r->counter, (EventRace){HIGH, EVEN, HIGH_BEFORE_EVEN});
    replay_root(r, node_of(r, 0), &(int64_t){1}, 1);
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = RUNS, .turns = TURNS});
    for (ReplayStep w; (w = replay_go(r, &rng, beat, beats, &err)).next != REPLAY_DONE;) {
        assert_int_not_equal(w.next, REPLAY_FAILED);
        bool anybody = forever || w.next == REPLAY_RECORD || g.place != PLACES - 1;
        if (w.next == REPLAY_RECORD)
            record_line(r, &g, &w, &rng);
        else if (anybody)
            play_line(r, &g, &rng);
        int64_t mark = g.place + 1;
        StateNode *to =
            w.next == REPLAY_RECORD && w.recording && remember ? node_of(r, g.place) : NULL;
        replay_line_ended(r, to, 1, anybody, &mark, 1);
    }
    changes = calloc(r->counter.steps_n * 2 + 1, sizeof *changes);
    *n = event_counter_changes(&r->counter, changes);
    replay_free(r);
    dice_free(g.step);
    dice_free(g.check);
    return changes;
}

static bool is_same(const CountChange *a, const CountChange *b)
{
    return a->slot == b->slot && a->turn == b->turn && a->value == b->value && a->runs == b->runs;
}

static bool are_same(const CountChange *played, size_t n, const CountChange *replayed, size_t m)
{
    size_t same = 0;
    while (same < n && same < m && is_same(&played[same], &replayed[same])) same++;
    return same == n && n == m;
}

static void same_changes(CountChange *played, size_t n, CountChange *replayed, size_t m)
{
    assert_true(n > 50); /* else too little is compared */
    assert_true(are_same(played, n, replayed, m));
    free(played);
    free(replayed);
}

static void the_memo_changes_no_count(void **state)
{
    (void)state;
    size_t n, m;
    int beats = 0, other = 0;
    CountChange *played = run_all(false, &n, &beats), *replayed = run_all(true, &m, &other);
    assert_int_equal(beats, other);
    same_changes(played, n, replayed, m);
}

/* Plays a line of the same game with its place as a tracked field, and cuts it before the check.
 * Only two nodes exist then, "a" before the step and "b" before the check. */
static void play_cut_line(Replay *r, Game *g, const ReplayStep *next, Rng *rng, Err *err)
{
    size_t nth;
    int64_t place;
    if (next->node->state[0] == 'a') {
        const DrawResult *step =
            replay_draw(r, &(Draw){.kind = DRAW_TOTAL, .dice = g->step}, rng, &nth, err);
        assert_true(memo_read_field(&r->memo, 1, 0, &place, err));
        memo_set_field(&r->memo, 1, (place + step->num) % PLACES);
        assert_int_equal(memo_peek_field(&r->memo, 1), place);
        if (next->recording) {
            StateNode *to = memo_node(&r->memo, "b", 1);
            to->anybody = true;
            assert_true(replay_may_cut(r, false) && replay_may_cut(r, true));
            replay_cut(r, to);
            return;
        }
        place = (place + step->num) % PLACES;
    } else {
        assert_false(replay_may_cut(r, false)); /* nothing was drawn or read yet */
        assert_true(memo_read_field(&r->memo, 1, 0, &place, err));
        /* known: a run went on from here without a cut.  Within a step, the line must have
         * branched: a check was recorded from another place, too. */
        bool known = g->seen >> place & 1;
        if (next->recording) g->seen |= 1u << place;
        assert_int_equal(replay_may_cut(r, false), next->recording && !known);
        assert_int_equal(replay_may_cut(r, true),
                         next->recording && !known && g->seen != 1u << place);
    }
    const DrawResult *check = replay_draw(
        r, &(Draw){.kind = DRAW_TEST, .dice = g->check, .exact = true, .dc = 4}, rng, &nth, err);
    note_events(&r->counter, check->choice, (int)place);
    int64_t mark = place + 1;
    g->place = (int)place;
    StateNode *to = next->recording ? memo_node(&r->memo, "a", 1) : NULL;
    replay_line_ended(r, to, 1, true, &mark, 1);
}

static CountChange *run_with_cuts(size_t *n, int *beats)
{
    Replay *r = replay_new();
    Game g = {.step = dice_parse("1d4", 3, NULL, NULL), .check = dice_parse("1d6", 3, NULL, NULL)};
    Rng rng;
    Err err;
    CountChange *changes;
    int lines = 0;
    event_counter_add_race(&r->counter, (EventRace){HIGH, EVEN, HIGH_BEFORE_EVEN});
    StateNode *root = memo_node(&r->memo, "a", 1);
    root->anybody = true;
    memo_set_field(&r->memo, 1, 0);
    replay_root(r, root, &(int64_t){1}, 1);
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = RUNS, .turns = TURNS});
    for (ReplayStep w; (w = replay_go(r, &rng, beat, beats, &err)).next != REPLAY_DONE;) {
        assert_int_not_equal(w.next, REPLAY_FAILED);
        if (w.next == REPLAY_RECORD) {
            play_cut_line(r, &g, &w, &rng, &err);
            lines++;
        } else {
            play_line(r, &g, &rng);
            replay_line_ended(r, NULL, 1, true, &(int64_t){g.place + 1}, 1);
        }
    }
    /* At each place 4 steps and 2 checks are recorded; up to 10 lines ran unrecorded. */
    assert_true(lines <= 4 * PLACES + 2 * PLACES + 10);
    changes = calloc(r->counter.steps_n * 2 + 1, sizeof *changes);
    *n = event_counter_changes(&r->counter, changes);
    replay_free(r);
    dice_free(g.step);
    dice_free(g.check);
    return changes;
}

static void fields_and_cuts_change_no_count(void **state)
{
    (void)state;
    size_t n, m;
    int beats = 0, other = 0;
    forever = true;
    CountChange *played = run_all(false, &n, &beats), *replayed = run_with_cuts(&m, &other);
    forever = false;
    same_changes(played, n, replayed, m);
}

/* memo_node finds a node again by its state, with its description, until memo_forget. */
static void nodes_are_found_again(void **state)
{
    (void)state;
    Memo m = {0};
    StateNode *node = memo_node(&m, "s", 1);
    assert_false(node->described);
    node->described = true;
    for (int i = 0; i < 5000; i++) {
        char other[16];
        snprintf(other, sizeof other, "%d", i);
        assert_ptr_not_equal(memo_node(&m, other, strlen(other)), node);
    }
    assert_ptr_equal(memo_node(&m, "s", 1), node);
    assert_ptr_equal(memo_tree(&m, node, 1), memo_tree(&m, node, 1));
    assert_ptr_not_equal(memo_tree(&m, node, 1), memo_tree(&m, node, 2));
    m.max = 1 << 20;
    assert_true(memo_has_room(&m));
    m.max = 1 << 16;
    assert_false(memo_has_room(&m));
    memo_set_field(&m, 3, 7);
    memo_apply(&m, m.pending, m.pending_n);
    assert_int_equal(memo_peek_field(&m, 3), 7);
    memo_forget(&m);
    assert_int_equal(memo_peek_field(&m, 3), 0);
    assert_false(memo_node(&m, "s", 1)->described);
    assert_true(memo_has_room(&m));
    memo_free(&m);
}

/* Memo.add of this test: adds, and counts in *data how often it is called. */
static int64_t add(void *data, int64_t operand, int64_t value)
{
    ++*(int *)data;
    return operand + value;
}

static void sums_are_worked_out_once(void **state)
{
    (void)state;
    int asked = 0;
    int64_t sum;
    Err err;
    Memo m = {.add = add, .add_data = &asked};
    memo_set_field(&m, 3, 7);
    memo_apply(&m, m.pending, m.pending_n);
    const FieldValue added[] = {{.nth = 3, .value = -5}, {.nth = 3, .value = -1}};
    memo_apply(&m, added, 2);
    assert_int_equal(memo_peek_field(&m, 3), 13);
    assert_true(memo_read_field(&m, 3, 2, &sum, &err) && memo_read_field(&m, 3, 2, &sum, &err));
    assert_int_equal(sum, 15);
    assert_int_equal(asked, 3);
    memo_forget(&m);
    assert_int_equal(memo_peek_sum(&m, 3, 5), 5);
    assert_int_equal(asked, 4);
    memo_free(&m);
}

static void many_edges_are_found_again(void **state)
{
    (void)state;
    Replay *r = replay_new();
    Dice *dice = dice_parse("3d20", 4, NULL, NULL);
    Rng rng;
    Err err;
    size_t nth, lines = 0;
    int beats = 0;
    replay_root(r, node_of(r, 0), NULL, 0);
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = 20000, .turns = 1});
    for (ReplayStep w; (w = replay_go(r, &rng, beat, &beats, &err)).next != REPLAY_DONE; lines++) {
        assert_non_null(
            replay_draw(r, &(Draw){.kind = DRAW_TOTAL, .dice = dice}, &rng, &nth, &err));
        replay_line_ended(r, node_of(r, 1), 1, true, NULL, 0);
    }
    /* A line is recorded for each total that comes up; 3d20 has 58. */
    assert_in_range(lines, 50, 58);
    replay_free(r);
    dice_free(dice);
}

/* The same dice from the same state must lead to the same draw. */
static void rules_that_do_not_repeat_are_refused(void **state)
{
    (void)state;
    Replay *r = replay_new();
    Dice *die = dice_parse("1d6", 3, NULL, NULL);
    Rng rng;
    Err err;
    size_t nth;
    int beats = 0;
    replay_root(r, node_of(r, 0), NULL, 0);
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = 2, .turns = 1});
    assert_int_equal(replay_go(r, &rng, beat, &beats, &err).next, REPLAY_RECORD);
    assert_non_null(replay_draw(r, &(Draw){.kind = DRAW_TOTAL, .dice = die}, &rng, &nth, &err));
    replay_again(r);
    assert_int_equal(replay_go(r, &rng, beat, &beats, &err).next, REPLAY_RECORD);
    assert_null(replay_draw(r, &(Draw){.kind = DRAW_TEST, .dice = die, .exact = true, .dc = 4},
                            &rng, &nth, &err));
    assert_string_equal(
        err.text,
        "the rules did not repeat themselves: the same state and the same dice led elsewhere");
    replay_free(r);
    dice_free(die);
}

/* Events of a refused line are dropped; a turn that is played again is not counted twice. */
static void events_are_counted_once(void **state)
{
    (void)state;
    EventCounter c = {0};
    CountChange *list;
    size_t n;
    event_counter_note(&c, LOW);
    event_counter_note(&c, HIGH);
    event_counter_note(&c, LOW);
    c.events_n = 0;
    event_counter_note(&c, HIGH);
    event_counter_note(&c, HIGH);
    event_counter_add(&c, c.events, c.events_n, 1, true);
    event_counter_add(&c, c.events, c.events_n, 2, false);
    assert_int_equal(event_counter_count(&c, HIGH), 4);
    assert_int_equal(event_counter_count(&c, LOW), 0);
    list = calloc(2 * c.steps_n + 1, sizeof *list);
    n = event_counter_changes(&c, list);
    assert_int_equal(n, 1);
    assert_true(list[0].slot == HIGH && list[0].turn == 1 && list[0].value == 2 &&
                list[0].runs == 1);
    free(list);
    list = calloc(2 * c.steps_n + 1, sizeof *list);
    n = event_counter_changes(&c, list);
    assert_int_equal(n, 0);
    free(list);
    event_counter_free(&c);
}

/* Counts and turns are noted in any order, small and large, and come out sorted. */
static void values_come_in_any_order(void **state)
{
    (void)state;
    static const uint32_t times[] = {40, 3, 1000, 41, 1, 3000000000, 999};
    EventCounter c = {0};
    CountChange *list;
    size_t n, runs = sizeof times / sizeof *times;
    for (size_t i = 0; i < runs; i++) {
        event_counter_begin(&c);
        event_counter_add(&c, &(EventCount){.slot = LOW, .times = times[i]}, 1, i % 2 ? 300 : 2,
                          true);
        event_counter_mark(&c, &(int64_t){(int64_t)i % 3 + 1}, 1, 1, true);
    }
    event_counter_begin(&c);
    event_counter_add(&c, &(EventCount){.slot = LOW, .times = 40}, 1, 2, true);
    /* With the 40 above, 1000 times in this run. */
    event_counter_add(&c, &(EventCount){.slot = LOW, .times = 960}, 1, 2, true);
    list = calloc(2 * c.steps_n + 1, sizeof *list);
    n = event_counter_changes(&c, list);
    static const CountChange expected[] = {
        {.slot = LOW, .turn = 2, .value = 1, .runs = 1},
        {.slot = LOW, .turn = 2, .value = 40, .runs = 1},
        {.slot = LOW, .turn = 2, .value = 999, .runs = 1},
        {.slot = LOW, .turn = 2, .value = 1000, .runs = 2},
        {.slot = LOW, .turn = 300, .value = 3, .runs = 1},
        {.slot = LOW, .turn = 300, .value = 41, .runs = 1},
        {.slot = LOW, .turn = 300, .value = 3000000000, .runs = 1},
        {.slot = COUNT_MARK + 1, .turn = 1, .runs = 3},
        {.slot = COUNT_MARK + 2, .turn = 1, .runs = 2},
        {.slot = COUNT_MARK + 3, .turn = 1, .runs = 2}};
    assert_true(are_same(expected, sizeof expected / sizeof *expected, list, n));
    free(list);
    event_counter_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_memo_changes_no_count),
                                       cmocka_unit_test(fields_and_cuts_change_no_count),
                                       cmocka_unit_test(nodes_are_found_again),
                                       cmocka_unit_test(sums_are_worked_out_once),
                                       cmocka_unit_test(many_edges_are_found_again),
                                       cmocka_unit_test(rules_that_do_not_repeat_are_refused),
                                       cmocka_unit_test(events_are_counted_once),
                                       cmocka_unit_test(values_come_in_any_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
