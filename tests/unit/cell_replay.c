/* Runs through the memo give the same counts as runs of the rules alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "cell/study/replay.h"
#include "core/wire.h"

enum { RUNS = 300, TURNS = 12, LOW = 1, HIGH, EVEN, HIGH_BEFORE_EVEN, PLACES = 5 };

/* A game: from place s a d4 leads on; past a d6 of 4 it is "high", else "low"; at even places
 * "even" happens as well. */
typedef struct {
    Dice *step, *check;
    int place;
    unsigned seen; /* places after the cut, a bit each, while a line is recorded */
} Game;

static bool forever; /* somebody is always able to act */

static void hear(EventCounter *c, bool high, int place)
{
    assert_true(event_counter_note(c, high ? HIGH : LOW));
    if (place % 2 == 0) assert_true(event_counter_note(c, EVEN));
}

static void beat(void *ud, int64_t run)
{
    (void)run;
    ++*(int *)ud;
}

static StateNode *node_of(Replay *r, int place)
{
    char state[] = {(char)('a' + place)};
    bool fresh;
    StateNode *node = memo_node(replay_memo(r), state, 1, &fresh);
    assert_non_null(node);
    if (fresh) memo_describe(node, place != PLACES - 1);
    return node;
}

static void learn(Replay *r, Game *g, const ReplayStep *next, Rng *rng)
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
    hear(replay_counter(r), check->way, g->place);
}

static void play(Replay *r, Game *g, Rng *rng)
{
    int64_t step, check;
    assert_true(dice_total(g->step, rng, &step, NULL) && dice_total(g->check, rng, &check, NULL));
    g->place = (g->place + (int)step) % PLACES;
    hear(replay_counter(r), check >= 4, g->place);
}

static int learned;

/* Plays all runs; remember: use the memo. */
static CountChange *run_all(bool remember, Region *shared, size_t *n, int *beats)
{
    Replay *r = replay_new(shared);
    Game g = {.step = dice_parse("1d4", 3, NULL, NULL), .check = dice_parse("1d6", 3, NULL, NULL)};
    Rng rng;
    Err err;
    CountChange *changes;
    assert_true(event_counter_race(replay_counter(r), HIGH, EVEN, HIGH_BEFORE_EVEN));
    assert_true(replay_root(r, node_of(r, 0), &(int64_t){1}, 1));
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = RUNS, .turns = TURNS});
    for (ReplayStep w; (w = replay_go(r, &rng, beat, beats, &err)).next != REPLAY_DONE;) {
        assert_int_not_equal(w.next, REPLAY_FAILED);
        bool anybody = forever || w.next == REPLAY_RECORD || g.place != PLACES - 1;
        learned += w.next == REPLAY_RECORD;
        if (w.next == REPLAY_RECORD)
            learn(r, &g, &w, &rng);
        else if (anybody)
            play(r, &g, &rng);
        int64_t mark = g.place + 1;
        StateNode *to =
            w.next == REPLAY_RECORD && w.recording && remember ? node_of(r, g.place) : NULL;
        assert_true(replay_line_ended(r, to, 1, anybody, &mark, 1, &err));
    }
    assert_true(event_counter_changes(replay_counter(r), &changes, n));
    replay_free(r);
    dice_free(g.step);
    dice_free(g.check);
    return changes;
}

static bool is_same(const CountChange *a, const CountChange *b)
{
    return a->mark == b->mark && a->slot == b->slot && a->turn == b->turn && a->value == b->value &&
           a->runs == b->runs;
}

static bool are_same(const CountChange *played, size_t n, const CountChange *walked, size_t m)
{
    size_t same = 0;
    while (same < n && same < m && is_same(&played[same], &walked[same])) same++;
    return same == n && n == m;
}

static void same_changes(CountChange *played, size_t n, CountChange *walked, size_t m)
{
    assert_true(n > 50);
    assert_true(are_same(played, n, walked, m));
    free(played);
    free(walked);
}

static void test_same(void **state)
{
    (void)state;
    size_t n, m;
    int beats = 0, other = 0;
    CountChange *played = run_all(false, NULL, &n, &beats),
                *walked = run_all(true, NULL, &m, &other);
    assert_int_equal(beats, other);
    same_changes(played, n, walked, m);
}

/* The same game, whose place is a part, and whose line is cut before the check: two nodes are all
 * there are. */
static void play_in_parts(Replay *r, Game *g, const ReplayStep *next, Rng *rng, Err *err)
{
    size_t nth;
    int64_t place;
    bool fresh;
    if (next->node->state[0] == 'a') {
        const DrawResult *step =
            replay_draw(r, &(Draw){.kind = DRAW_TOTAL, .dice = g->step}, rng, &nth, err);
        assert_true(memo_read_field(replay_memo(r), 1, &place, err));
        assert_true(memo_set_field(replay_memo(r), 1, (place + step->num) % PLACES));
        assert_int_equal(memo_peek_field(replay_memo(r), 1), place);
        if (next->recording) {
            StateNode *to = memo_node(replay_memo(r), "b", 1, &fresh);
            if (fresh) memo_describe(to, true);
            assert_true(replay_may_cut(r, false) && replay_may_cut(r, true));
            assert_true(replay_cut(r, to, err));
            return;
        }
        place = (place + step->num) % PLACES;
    } else {
        assert_false(replay_may_cut(r, false));
        assert_true(memo_read_field(replay_memo(r), 1, &place, err));
        bool known = g->seen >> place & 1;
        if (next->recording) g->seen |= 1u << place;
        assert_int_equal(replay_may_cut(r, false), next->recording && !known);
        assert_int_equal(replay_may_cut(r, true),
                         next->recording && !known && g->seen != 1u << place);
    }
    const DrawResult *check = replay_draw(
        r, &(Draw){.kind = DRAW_TEST, .dice = g->check, .exact = true, .dc = 4}, rng, &nth, err);
    hear(replay_counter(r), check->way, (int)place);
    int64_t mark = place + 1;
    g->place = (int)place;
    StateNode *to = next->recording ? memo_node(replay_memo(r), "a", 1, &fresh) : NULL;
    assert_true(replay_line_ended(r, to, 1, true, &mark, 1, err));
}

static CountChange *run_in_parts(size_t *n, int *beats)
{
    Replay *r = replay_new(NULL);
    Game g = {.step = dice_parse("1d4", 3, NULL, NULL), .check = dice_parse("1d6", 3, NULL, NULL)};
    Rng rng;
    Err err;
    CountChange *changes;
    bool fresh;
    int lines = 0;
    assert_true(event_counter_race(replay_counter(r), HIGH, EVEN, HIGH_BEFORE_EVEN));
    StateNode *root = memo_node(replay_memo(r), "a", 1, &fresh);
    memo_describe(root, true);
    assert_true(memo_set_field(replay_memo(r), 1, 0));
    assert_true(replay_root(r, root, &(int64_t){1}, 1));
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = RUNS, .turns = TURNS});
    for (ReplayStep w; (w = replay_go(r, &rng, beat, beats, &err)).next != REPLAY_DONE;) {
        assert_int_not_equal(w.next, REPLAY_FAILED);
        if (w.next == REPLAY_RECORD) {
            play_in_parts(r, &g, &w, &rng, &err);
            lines++;
        } else {
            play(r, &g, &rng);
            assert_true(replay_line_ended(r, NULL, 1, true, &(int64_t){g.place + 1}, 1, &err));
        }
    }
    assert_true(lines <= 4 * PLACES + 2 * PLACES +
                             10); /* steps, checks, and some that were not to be learned */
    assert_true(event_counter_changes(replay_counter(r), &changes, n));
    replay_free(r);
    dice_free(g.step);
    dice_free(g.check);
    return changes;
}

static void test_parts(void **state)
{
    (void)state;
    size_t n, m;
    int beats = 0, other = 0;
    forever = true;
    CountChange *played = run_all(false, NULL, &n, &beats), *walked = run_in_parts(&m, &other);
    forever = false;
    same_changes(played, n, walked, m);
}

/* --- what is shared --- */

static Region *region;

static int map_region(void **state)
{
    (void)state;
    int fd = memfd_create("shared", 0);
    assert_true(fd >= 0 && ftruncate(fd, CELL_SHARED_BYTES) == 0);
    region = region_map(fd);
    close(fd);
    return region ? 0 : -1;
}

static int unmap_region(void **state)
{
    (void)state;
    munmap(region, CELL_SHARED_BYTES);
    return 0;
}

/* A turn that one cell recorded is known to the others. */
static void test_taught(void **state)
{
    (void)state;
    size_t n, m;
    int beats = 0;
    CountChange *first = run_all(true, region, &n, &beats);
    assert_true(learned > 0);
    learned = 0;
    CountChange *second = run_all(true, region, &m, &beats);
    assert_int_equal(learned, 0);
    same_changes(first, n, second, m);
}

/* Several learn and walk at the same time, and each comes to what it would have come to alone. */
static void test_together(void **state)
{
    (void)state;
    enum { CELLS = 4 };
    size_t n, m;
    int beats = 0, status;
    pid_t cells[CELLS];
    CountChange *alone = run_all(false, NULL, &n, &beats);
    for (int i = 0; i < CELLS; i++) {
        cells[i] = fork();
        if (cells[i] != 0) continue;
        CountChange *walked = run_all(true, region, &m, &beats);
        _exit(are_same(alone, n, walked, m) ? 0 : 1);
    }
    for (int i = 0; i < CELLS; i++) {
        assert_int_equal(waitpid(cells[i], &status, 0), cells[i]);
        assert_int_equal(status, 0);
    }
    free(alone);
}

/* A cell that dies while it holds the lock does not block the others. */
static void test_death(void **state)
{
    (void)state;
    Memo m = {0};
    int status;
    assert_true(memo_share(&m, region));
    size_t known = memo_number(&m, NUMBER_SLOT, "encounter", 9);
    pid_t cell = fork();
    if (cell == 0) {
        arena_lock(&m.arena);
        _exit(0);
    }
    assert_int_equal(waitpid(cell, &status, 0), cell);
    assert_int_equal(memo_number(&m, NUMBER_SLOT, "encounter", 9), known);
    assert_int_equal(memo_number(&m, NUMBER_SLOT, "rest", 4), known + 1);
    assert_memory_equal(memo_numbered(&m, NUMBER_SLOT, known)->s, "encounter", 9);
    assert_null(memo_numbered(&m, NUMBER_SLOT, known + 2));
    memo_free(&m);
}

static StateNode *find_node(Memo *m, const char *state, bool *known)
{
    bool fresh;
    StateNode *node = memo_node(m, state, strlen(state), &fresh);
    if (fresh) memo_describe(node, true);
    *known = !fresh;
    return node;
}

/* Begins many lines without learning anything, until the memo has settled. */
static void walk_long(Memo *m)
{
    for (int i = 0; i < 40000; i++) memo_leave_when_settled(m);
}

/* A memo that has settled becomes a private copy: old pointers stay valid, and neither side sees
 * new additions of the other. */
static void test_private_copy(void **state)
{
    (void)state;
    Memo m = {0};
    bool known;
    int status;
    assert_true(memo_share(&m, region));
    memo_leave_when_settled(&m);
    assert_true(memo_forget(&m, "", 0));
    StateNode *old = find_node(&m, "old", &known);
    pid_t cell = fork();
    if (cell == 0) {
        walk_long(&m);
        bool fine = m.private_copy && find_node(&m, "old", &known) == old && known;
        find_node(&m, "new", &known);
        fine = fine && !known && find_node(&m, "new", &known) && known &&
               memo_number(&m, NUMBER_SLOT, "encounter", 9) == 1;
        walk_long(&m);
        _exit(fine ? 0 : 1);
    }
    assert_int_equal(waitpid(cell, &status, 0), cell);
    assert_int_equal(status, 0);
    find_node(&m, "new", &known);
    assert_false(known);
    assert_false(m.private_copy);
    assert_int_equal(memo_number(&m, NUMBER_SLOT, "rest", 4), 1);
    assert_true(memo_has_room(&m, 1 << 20));
    memo_free(&m);
}

/* Where there is no memory for a copy, it is shared still. */
static void test_no_room_to_leave(void **state)
{
    (void)state;
    Memo m = {0};
    bool known;
    int status;
    assert_true(memo_share(&m, region) && memo_forget(&m, "", 0));
    find_node(&m, "old", &known);
    pid_t cell = fork();
    if (cell == 0) {
        setrlimit(RLIMIT_AS, &(struct rlimit){1 << 20, 1 << 20});
        walk_long(&m);
        bool fine = !m.private_copy && find_node(&m, "old", &known) && known;
        find_node(&m, "new", &known);
        _exit(fine ? 0 : 1);
    }
    assert_int_equal(waitpid(cell, &status, 0), cell);
    assert_int_equal(status, 0);
    find_node(&m, "new", &known);
    assert_true(known);
    memo_free(&m);
}

/* While something is learned now and then, it is learned together. */
static void test_stayed(void **state)
{
    (void)state;
    Memo m = {0};
    bool known;
    char state_of[600] = "";
    assert_true(memo_share(&m, region) && memo_forget(&m, "", 0));
    for (int i = 0; i < 100000; i++) {
        if (i % 400 == 0) {
            snprintf(state_of, sizeof state_of, "%0500d", i);
            find_node(&m, state_of, &known);
        }
        memo_leave_when_settled(&m);
    }
    assert_false(m.private_copy);
    memo_free(&m);
}

/* Two cells grow the tree at the same slot: one ends the line there, and then the other, which goes
 * on, records no further. */
static void test_overtaken(void **state)
{
    (void)state;
    Memo a = {0}, b = {0};
    Err err;
    bool fresh;
    int64_t value;
    assert_true(memo_share(&a, region) && memo_share(&b, region));
    assert_true(memo_forget(&a, "", 0) && memo_forget(&b, "", 0));
    StateNode *node = memo_node(&a, "s", 1, &fresh);
    assert_true(fresh);
    assert_ptr_equal(memo_node(&b, "s", 1, &fresh), node);
    assert_true(fresh); /* it was not described yet */
    memo_describe(node, true);
    assert_ptr_equal(memo_node(&b, "s", 1, &fresh), node);
    assert_false(fresh);
    a.cursor = memo_tree(&a, node, 1);
    b.cursor = memo_tree(&b, node, 1);
    assert_ptr_equal(a.cursor, b.cursor);
    assert_true(memo_read_field(&a, 1, &value, &err) && memo_read_field(&b, 1, &value, &err));
    assert_ptr_equal(a.cursor, b.cursor);
    TreeEnd *end = memo_end(&a, &(TreeEnd){.to = node}, NULL, NULL);
    assert_true(memo_read_field(&b, 2, &value, &err));
    assert_null(b.cursor);
    b.cursor = a.cursor;
    assert_ptr_equal(memo_end(&b, &(TreeEnd){.to = node}, NULL, NULL), end);
    assert_true(memo_forget(&b, "otherwise", 9)); /* nodes of another kind */
    assert_ptr_not_equal(memo_node(&b, "s", 1, &fresh), node);
    memo_free(&a);
    memo_free(&b);
}

/* Each of many edges is found again. */
static void test_many_ways(void **state)
{
    (void)state;
    Replay *r = replay_new(NULL);
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
        assert_true(replay_line_ended(r, node_of(r, 1), 1, true, NULL, 0, &err));
    }
    assert_in_range(lines, 50, 58); /* 3 to 60 */
    replay_free(r);
    dice_free(dice);
}

/* The same dice from the same state must lead to the same question. */
static void test_liar(void **state)
{
    (void)state;
    Replay *r = replay_new(NULL);
    Dice *die = dice_parse("1d6", 3, NULL, NULL);
    Rng rng;
    Err err;
    size_t nth;
    int beats = 0;
    assert_true(replay_root(r, node_of(r, 0), NULL, 0));
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
static void test_counter(void **state)
{
    (void)state;
    EventCounter c = {0};
    CountChange *list;
    size_t n;
    assert_true(event_counter_note(&c, LOW) && event_counter_note(&c, HIGH) &&
                event_counter_note(&c, LOW));
    event_counter_drop(&c);
    assert_true(event_counter_note(&c, HIGH) && event_counter_note(&c, HIGH));
    assert_true(event_counter_add(&c, c.events, c.events_n, 1, true));
    assert_true(event_counter_add(&c, c.events, c.events_n, 2, false));
    assert_int_equal(event_counter_count(&c, HIGH), 4);
    assert_int_equal(event_counter_count(&c, LOW), 0);
    assert_true(event_counter_changes(&c, &list, &n));
    assert_int_equal(n, 1);
    assert_true(list[0].slot == HIGH && list[0].turn == 1 && list[0].value == 2 &&
                list[0].runs == 1);
    free(list);
    assert_true(event_counter_changes(&c, &list, &n));
    assert_int_equal(n, 0);
    free(list);
    event_counter_free(&c);
}

/* Values and turns come in any order, near and far. */
static void test_values(void **state)
{
    (void)state;
    static const uint32_t times[] = {40, 3, 1000, 41, 1, 3000000000, 999};
    EventCounter c = {0};
    CountChange *list;
    size_t n, runs = sizeof times / sizeof *times;
    for (size_t i = 0; i < runs; i++) {
        event_counter_begin(&c);
        assert_true(event_counter_add(&c, &(EventCount){.slot = LOW, .times = times[i]}, 1,
                                      i % 2 ? 300 : 2, true));
        assert_true(event_counter_mark(&c, &(int64_t){(int64_t)i % 3 + 1}, 1, 1, true));
    }
    event_counter_begin(&c);
    assert_true(event_counter_add(&c, &(EventCount){.slot = LOW, .times = 40}, 1, 2, true));
    assert_true(event_counter_add(&c, &(EventCount){.slot = LOW, .times = 960}, 1, 2,
                                  true)); /* 1000 in the end */
    assert_true(event_counter_changes(&c, &list, &n));
    static const CountChange expected[] = {
        {.slot = LOW, .turn = 2, .value = 1, .runs = 1},
        {.slot = LOW, .turn = 2, .value = 40, .runs = 1},
        {.slot = LOW, .turn = 2, .value = 999, .runs = 1},
        {.slot = LOW, .turn = 2, .value = 1000, .runs = 2},
        {.slot = LOW, .turn = 300, .value = 3, .runs = 1},
        {.slot = LOW, .turn = 300, .value = 41, .runs = 1},
        {.slot = LOW, .turn = 300, .value = 3000000000, .runs = 1},
        {.mark = true, .slot = 1, .turn = 1, .runs = 3},
        {.mark = true, .slot = 2, .turn = 1, .runs = 2},
        {.mark = true, .slot = 3, .turn = 1, .runs = 2}};
    assert_true(are_same(expected, sizeof expected / sizeof *expected, list, n));
    free(list);
    event_counter_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),      cmocka_unit_test(test_parts),
        cmocka_unit_test(test_many_ways), cmocka_unit_test(test_liar),
        cmocka_unit_test(test_counter),   cmocka_unit_test(test_values)};
    const struct CMUnitTest together[] = {
        cmocka_unit_test_setup_teardown(test_taught, map_region, unmap_region),
        cmocka_unit_test_setup_teardown(test_together, map_region, unmap_region),
        cmocka_unit_test_setup_teardown(test_death, map_region, unmap_region),
        cmocka_unit_test_setup_teardown(test_overtaken, map_region, unmap_region),
        cmocka_unit_test_setup_teardown(test_private_copy, map_region, unmap_region),
        cmocka_unit_test_setup_teardown(test_no_room_to_leave, map_region, unmap_region),
        cmocka_unit_test_setup_teardown(test_stayed, map_region, unmap_region)};
    return cmocka_run_group_tests(tests, NULL, NULL) + cmocka_run_group_tests(together, NULL, NULL);
}
