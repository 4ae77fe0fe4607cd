/* A walk through what is remembered comes to the same as playing everything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "cell/replay.h"

enum { RUNS = 300, TURNS = 12, LOW = 1, HIGH, EVEN, HIGH_BEFORE_EVEN, PLACES = 5 };

/* A game: from place s a d4 leads on; past a d6 of 4 it is "high", else "low"; at even places "even" is heard as well. */
typedef struct {
    Dice *step, *check;
    int place;
    unsigned seen; /* places after the cut, a bit each, while learning */
} Game;

static bool forever; /* nobody ever leaves */

static void hear(Census *c, bool high, int place)
{
    assert_true(census_hear(c, high ? HIGH : LOW));
    if (place % 2 == 0) assert_true(census_hear(c, EVEN));
}

static void beat(void *ud, int64_t run)
{
    (void)run;
    ++*(int *)ud;
}

static Node *node_of(Replay *r, int place)
{
    char state[] = {(char)('a' + place)};
    bool fresh;
    Node *node = memo_node(replay_memo(r), state, 1, &fresh);
    assert_non_null(node);
    if (fresh) node->anybody = place != PLACES - 1;
    return node;
}

static void learn(Replay *r, Game *g, const Wish *wish, Rng *rng)
{
    size_t nth;
    Err err;
    if (!wish->loaded) g->place = wish->node->state[0] - 'a';
    const Fell *step = replay_draw(r, &(Question){.kind = DRAW_TOTAL, .dice = g->step}, rng, &nth, &err);
    g->place = (g->place + (int)step->num) % PLACES;
    const Fell *check = replay_draw(r, &(Question){.kind = DRAW_TEST, .dice = g->check, .exact = true, .dc = 4}, rng, &nth, &err);
    assert_int_equal(nth, 2);
    hear(replay_census(r), check->way, g->place);
}

static void play(Replay *r, Game *g, Rng *rng)
{
    int64_t step, check;
    assert_true(dice_total(g->step, rng, &step, NULL) && dice_total(g->check, rng, &check, NULL));
    g->place = (g->place + (int)step) % PLACES;
    hear(replay_census(r), check >= 4, g->place);
}

/* All runs; remember: or everything is played. */
static Change *run_all(bool remember, size_t *n, int *beats)
{
    Replay *r = replay_new();
    Game g = {.step = dice_parse("1d4", 3, NULL, NULL), .check = dice_parse("1d6", 3, NULL, NULL)};
    Rng rng;
    Err err;
    Change *changes;
    assert_true(census_race(replay_census(r), HIGH, EVEN, HIGH_BEFORE_EVEN));
    assert_true(replay_root(r, node_of(r, 0), &(int64_t){1}, 1));
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = RUNS, .turns = TURNS});
    for (Wish w; (w = replay_go(r, &rng, beat, beats, &err)).next != REPLAY_DONE;) {
        assert_int_not_equal(w.next, REPLAY_FAILED);
        bool anybody = forever || w.next == REPLAY_LEARN || g.place != PLACES - 1;
        if (w.next == REPLAY_LEARN) learn(r, &g, &w, &rng);
        else if (anybody) play(r, &g, &rng);
        int64_t mark = g.place + 1;
        Node *to = w.next == REPLAY_LEARN && w.learning && remember ? node_of(r, g.place) : NULL;
        assert_true(replay_line_ended(r, to, 1, anybody, &mark, 1, &err));
    }
    assert_true(census_changes(replay_census(r), &changes, n));
    replay_free(r);
    dice_free(g.step);
    dice_free(g.check);
    return changes;
}

static void same_changes(Change *played, size_t n, Change *walked, size_t m)
{
    assert_int_equal(n, m);
    assert_true(n > 50);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(played[i].mark, walked[i].mark);
        assert_int_equal(played[i].slot, walked[i].slot);
        assert_int_equal(played[i].turn, walked[i].turn);
        assert_int_equal(played[i].value, walked[i].value);
        assert_int_equal(played[i].runs, walked[i].runs);
    }
    free(played);
    free(walked);
}

static void test_same(void **state)
{
    (void)state;
    size_t n, m;
    int beats = 0, other = 0;
    Change *played = run_all(false, &n, &beats), *walked = run_all(true, &m, &other);
    assert_int_equal(beats, other);
    same_changes(played, n, walked, m);
}

/* The same game, whose place is a part, and whose line is cut before the check: two nodes are all there are. */
static void play_in_parts(Replay *r, Game *g, const Wish *wish, Rng *rng, Err *err)
{
    size_t nth;
    int64_t place;
    bool fresh;
    if (wish->node->state[0] == 'a') {
        const Fell *step = replay_draw(r, &(Question){.kind = DRAW_TOTAL, .dice = g->step}, rng, &nth, err);
        assert_true(memo_part(replay_memo(r), 1, &place, err));
        assert_true(memo_keep(replay_memo(r), 1, (place + step->num) % PLACES));
        assert_int_equal(memo_part_now(replay_memo(r), 1), place);
        if (wish->learning) {
            Node *to = memo_node(replay_memo(r), "b", 1, &fresh);
            if (fresh) to->anybody = true;
            assert_true(replay_may_cut(r, false) && replay_may_cut(r, true));
            assert_true(replay_cut(r, to, err));
            return;
        }
        place = (place + step->num) % PLACES;
    } else {
        assert_false(replay_may_cut(r, false));
        assert_true(memo_part(replay_memo(r), 1, &place, err));
        bool known = g->seen >> place & 1;
        if (wish->learning) g->seen |= 1u << place;
        assert_int_equal(replay_may_cut(r, false), wish->learning && !known);
        assert_int_equal(replay_may_cut(r, true), wish->learning && !known && g->seen != 1u << place);
    }
    const Fell *check = replay_draw(r, &(Question){.kind = DRAW_TEST, .dice = g->check, .exact = true, .dc = 4}, rng, &nth, err);
    hear(replay_census(r), check->way, (int)place);
    int64_t mark = place + 1;
    g->place = (int)place;
    Node *to = wish->learning ? memo_node(replay_memo(r), "a", 1, &fresh) : NULL;
    assert_true(replay_line_ended(r, to, 1, true, &mark, 1, err));
}

static Change *run_in_parts(size_t *n, int *beats)
{
    Replay *r = replay_new();
    Game g = {.step = dice_parse("1d4", 3, NULL, NULL), .check = dice_parse("1d6", 3, NULL, NULL)};
    Rng rng;
    Err err;
    Change *changes;
    bool fresh;
    int learned = 0;
    assert_true(census_race(replay_census(r), HIGH, EVEN, HIGH_BEFORE_EVEN));
    Node *root = memo_node(replay_memo(r), "a", 1, &fresh);
    root->anybody = true;
    assert_true(memo_keep(replay_memo(r), 1, 0));
    assert_true(replay_root(r, root, &(int64_t){1}, 1));
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = RUNS, .turns = TURNS});
    for (Wish w; (w = replay_go(r, &rng, beat, beats, &err)).next != REPLAY_DONE;) {
        assert_int_not_equal(w.next, REPLAY_FAILED);
        if (w.next == REPLAY_LEARN) {
            play_in_parts(r, &g, &w, &rng, &err);
            learned++;
        } else {
            play(r, &g, &rng);
            assert_true(replay_line_ended(r, NULL, 1, true, &(int64_t){g.place + 1}, 1, &err));
        }
    }
    assert_true(learned <= 4 * PLACES + 2 * PLACES + 10); /* steps, checks, and some that were not to be learned */
    assert_true(census_changes(replay_census(r), &changes, n));
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
    Change *played = run_all(false, &n, &beats), *walked = run_in_parts(&m, &other);
    forever = false;
    same_changes(played, n, walked, m);
}

/* Of many ways each is found again. */
static void test_many_ways(void **state)
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
    for (Wish w; (w = replay_go(r, &rng, beat, &beats, &err)).next != REPLAY_DONE; lines++) {
        assert_non_null(replay_draw(r, &(Question){.kind = DRAW_TOTAL, .dice = dice}, &rng, &nth, &err));
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
    Replay *r = replay_new();
    Dice *die = dice_parse("1d6", 3, NULL, NULL);
    Rng rng;
    Err err;
    size_t nth;
    int beats = 0;
    assert_true(replay_root(r, node_of(r, 0), NULL, 0));
    replay_runs(r, &(Runs){.seed = 7, .first = 1, .last = 2, .turns = 1});
    assert_int_equal(replay_go(r, &rng, beat, &beats, &err).next, REPLAY_LEARN);
    assert_non_null(replay_draw(r, &(Question){.kind = DRAW_TOTAL, .dice = die}, &rng, &nth, &err));
    replay_again(r);
    assert_int_equal(replay_go(r, &rng, beat, &beats, &err).next, REPLAY_LEARN);
    assert_null(replay_draw(r, &(Question){.kind = DRAW_TEST, .dice = die, .exact = true, .dc = 4}, &rng, &nth, &err));
    assert_string_equal(err.text, "the rules did not repeat themselves: the same state and the same dice led elsewhere");
    replay_free(r);
    dice_free(die);
}

/* A refused line is unheard; what was noted is not noted again. */
static void test_census(void **state)
{
    (void)state;
    Census c = {0};
    Change *list;
    size_t n;
    assert_true(census_hear(&c, LOW) && census_hear(&c, HIGH) && census_hear(&c, LOW));
    census_unhear(&c);
    assert_true(census_hear(&c, HIGH) && census_hear(&c, HIGH));
    assert_true(census_add(&c, c.heard, c.heard_n, 1, true));
    assert_true(census_add(&c, c.heard, c.heard_n, 2, false));
    assert_int_equal(census_count(&c, HIGH), 4);
    assert_int_equal(census_count(&c, LOW), 0);
    assert_true(census_changes(&c, &list, &n));
    assert_int_equal(n, 1);
    assert_true(list[0].slot == HIGH && list[0].turn == 1 && list[0].value == 2 && list[0].runs == 1);
    free(list);
    assert_true(census_changes(&c, &list, &n));
    assert_int_equal(n, 0);
    free(list);
    census_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same), cmocka_unit_test(test_parts), cmocka_unit_test(test_many_ways),
                                       cmocka_unit_test(test_liar), cmocka_unit_test(test_census)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
